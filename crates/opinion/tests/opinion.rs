//! What the search thinks of positions whose answer is known. All of it is limited by nodes, so that it is the same each time.
#![allow(clippy::unwrap_used)]

use std::cell::RefCell;

use opinion::{Opinion, Search, Task};
use peasant::notation::{fen, uci};
use peasant::{Bounds, Move, Position, Wdl};
use specification::{Case, cases};

const TABLE: usize = 4 << 20;

fn position(case: &Case) -> Position {
    fen::parse(&case.text).unwrap()
}

fn thought(position: Position, nodes: u64) -> Opinion {
    let opinion = Search::new(TABLE).think(&Task::new(position).nodes(nodes));
    opinion.unwrap()
}

/// All moves of the line are legal, and it begins with the best one.
fn assert_is_sound(position: Position, opinion: &Opinion) {
    assert_eq!(opinion.line.first(), Some(&opinion.best));
    opinion.line.iter().fold(position, |position, &mv| {
        assert!(position.is_legal(mv), "{mv} of {:?}", opinion.line);
        position.play(mv)
    });
}

#[test]
fn known_best_moves() {
    cases("known_best_moves", |case| {
        let opinion = thought(
            position(case),
            case.find("nodes").map_or(200_000, |it| it.parse().unwrap()),
        );
        let best = opinion.best.to_string();
        let wanted: Vec<&str> = case.all("best").collect();
        assert!(
            wanted.is_empty() || wanted.contains(&best.as_str()),
            "{opinion:?}"
        );
        assert!(case.all("not").all(|bad| bad != best), "{opinion:?}");
        let score = opinion.score.to_string();
        assert!(case.all("score").all(|due| due == score), "{opinion:?}");
        let least = case
            .find("least")
            .map_or(i32::MIN, |it| it.parse().unwrap());
        let most = case.find("most").map_or(i32::MAX, |it| it.parse().unwrap());
        assert!((least..=most).contains(&opinion.score.0), "{opinion:?}");
        assert_is_sound(position(case), &opinion);
    });
}

#[test]
fn bare_kings_are_mated() {
    cases("bare_kings_are_mated", |case| {
        let (most, mut now) = (case.read::<usize>("moves"), position(case));
        let nodes = case.find("nodes").map_or(20_000, |it| it.parse().unwrap());
        let (mut search, mut game) = (Search::new(TABLE), Vec::new());
        for _ in 0..most {
            let task = Task {
                game: &game,
                ..Task::new(now).nodes(nodes)
            };
            let Some(opinion) = search.think(&task) else {
                break;
            };
            game.push(now);
            now = now.play(opinion.best);
            game.push(now);
            // It flees as long as the other search can, which sees as much.
            let Some(flight) = Search::new(TABLE).think(&Task::new(now).nodes(nodes)) else {
                break;
            };
            now = now.play(flight.best);
        }
        assert!(now.is_checkmate(), "{now:?}");
    });
}

#[test]
fn no_move_no_opinion() {
    cases("no_move_no_opinion", |case| {
        assert_eq!(Search::new(0).think(&Task::new(position(case))), None);
    });
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    cases("the_same_nodes_give_the_same_answer", |case| {
        let first = thought(position(case), 60_000);
        assert_eq!(first, thought(position(case), 60_000));
        assert!(first.nodes <= 60_000);
        // For the other side with the board turned round it is the same position.
        let turned = thought(position(case).flip(), 60_000);
        assert_eq!(turned.nodes, first.nodes);
    });
}

#[test]
fn moves_to_choose_from() {
    cases("moves_to_choose_from", |case| {
        let position = position(case);
        let only: Vec<Move> = case
            .all("only")
            .map(|it| uci::parse(it, &position).unwrap())
            .collect();
        let task = Task {
            moves: &only,
            ..Task::new(position).nodes(20_000)
        };
        let opinion = Search::new(TABLE).think(&task).unwrap();
        assert_eq!(opinion.best.to_string(), case.get("best"));
    });
}

#[test]
fn what_is_proved_is_never_contradicted() {
    cases("what_is_proved_is_never_contradicted", |case| {
        let position = position(case);
        for result in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            let told = |asked: &Position| {
                if *asked == position {
                    Bounds::exactly(result)
                } else {
                    Bounds::UNKNOWN
                }
            };
            let task = Task {
                known: &told,
                ..Task::new(position).nodes(5_000)
            };
            let score = Search::new(TABLE).think(&task).unwrap().score.0;
            assert_eq!(score.signum(), result as i32 - 1);
            assert!((result == Wdl::Draw) == (score.abs() < 10_000), "{score}");
        }
    });
}

#[test]
fn a_proved_result_of_a_move_decides() {
    cases("a_proved_result_of_a_move_decides", |case| {
        let position = position(case);
        let good = uci::parse(case.get("move"), &position).unwrap();
        let asked = RefCell::new(Vec::new());
        // This move keeps the bounds, all others lose.
        let told = |now: &Position| {
            asked.borrow_mut().push(*now);
            let is_child = position
                .legal_moves()
                .iter()
                .any(|&mv| position.play(mv) == *now);
            match (*now == position.play(good), is_child) {
                (true, _) => case.read::<Bounds>("after"),
                (false, true) => Bounds::exactly(Wdl::Win),
                (false, false) => Bounds::UNKNOWN,
            }
        };
        let task = Task {
            known: &told,
            ..Task::new(position).nodes(20_000)
        };
        let opinion = Search::new(TABLE).think(&task).unwrap();
        assert_eq!(opinion.best, good, "{opinion:?}");
        let least = case
            .find("least")
            .map_or(i32::MIN, |it| it.parse().unwrap());
        assert!(opinion.score.0 >= least, "{opinion:?}");
        let mut asked = asked.into_inner();
        let before = asked.len();
        asked.sort_by_key(fen::format);
        asked.dedup();
        assert_eq!(before, asked.len(), "asked once of each");
    });
}

#[test]
fn coming_back_is_a_draw() {
    cases("coming_back_is_a_draw", |case| {
        let position = position(case);
        let game: Vec<Position> = case.all("game").map(|it| fen::parse(it).unwrap()).collect();
        let task = Task {
            game: &game,
            ..Task::new(position).nodes(20_000)
        };
        let opinion = Search::new(TABLE).think(&task).unwrap();
        assert_ne!(opinion.best.to_string(), case.get("not"), "{opinion:?}");
    });
}

#[test]
fn it_stops_when_told() {
    let position = fen::parse("8/ppp5/8/PPP5/8/8/8/k1K5 w - -").unwrap();
    let task = Task {
        stop: &|| true,
        ..Task::new(position)
    };
    let opinion = Search::new(TABLE).think(&task).unwrap();
    assert!(position.is_legal(opinion.best));
    assert!(opinion.nodes < 10_000);
}

#[test]
fn asked_again_it_goes_on() {
    let position = fen::parse("8/pp5p/8/2p1kpPP/8/5K2/PP6/8 b - -").unwrap();
    let mut search = Search::new(TABLE);
    let task = Task::new(position).nodes(50_000);
    let first = search.think(&task).unwrap();
    assert!(search.think(&task).unwrap().depth > first.depth);
}
