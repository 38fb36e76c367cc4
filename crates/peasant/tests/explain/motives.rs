//! Motives: positions that have them and others like them that must not, and each against a naive check.

use peasant::board::{Color, Move, Position, Square};
use peasant::explain::{Motive, Phase, Race};
use peasant::notation::fen;
use peasant::{Explanation, Prover, Request, Rules, Wdl};
use specification::endings::{self, Naive, NaivePosition, sample};
use specification::{Dice, cases};

/// Explains a position with its line.
fn explain(prover: &Prover, text: &str) -> Explanation {
    let position: Position = fen::parse(text).expect("a legal position");
    let request = Request::new(position);
    let mut analysis = prover.analyse(&request).expect("a pawn ending");
    // No clock ends it.
    analysis.statistics.time = std::time::Duration::from_secs(3600);
    prover.explain(&request, analysis).expect("it is proved")
}

fn in_chess(text: &str) -> Explanation {
    explain(&Prover::new(Rules::Chess), text)
}

/// The motives of the line and of the longest defence, each with the position before its move.
fn told(explanation: &Explanation) -> Vec<(Position, Move, Motive)> {
    let phases = [&explanation.phases, &explanation.longest_defence];
    phases.into_iter().flatten().flat_map(of_phase).collect()
}

fn of_phase(phase: &Phase) -> Vec<(Position, Move, Motive)> {
    let motives = phase.motives.iter();
    let placed = motives.map(|(number, motive)| {
        let before = phase.moves[..*number].iter();
        let position = before.fold(phase.start, |position, &m| position.play(m));
        (position, phase.moves[*number], motive.clone())
    });
    placed.collect()
}

fn names(explanation: &Explanation) -> Vec<&'static str> {
    let told = told(explanation);
    told.iter().map(|(_, _, motive)| motive.name()).collect()
}

/// Positions that have a motive.
#[test]
fn motives_of_the_books() {
    cases("motives_of_the_books", |case| {
        let (motive, names) = (case.get("with"), names(&in_chess(&case.text)));
        assert!(names.contains(&motive), "{names:?}");
    });
}

/// Others like them that have it not.
#[test]
fn no_motive_where_its_ground_is_missing() {
    cases("no_motive_where_its_ground_is_missing", |case| {
        let (motive, names) = (case.get("without"), names(&in_chess(&case.text)));
        assert!(!names.contains(&motive), "{names:?}");
    });
}

/// Who promotes first and in how many moves, as data.
#[test]
fn a_race_is_counted() {
    let explanation = in_chess("8/8/8/6P1/2p5/8/8/K6k w - -");
    let races: Vec<Race> = told(&explanation)
        .into_iter()
        .filter_map(|(_, _, motive)| match motive {
            Motive::Race(race) => Some(race),
            _ => None,
        })
        .collect();
    let race = races[0];
    assert_eq!((race.first, race.check), (Some(Color::White), true));
    assert_eq!((race.white, race.black), (Some(5), None));
}

/// The value of a position by the specification, for the side to move.
fn value(naive: &mut Naive, position: &Position) -> Wdl {
    let position = NaivePosition::parse(&fen::format(position));
    match naive.value(&position) {
        endings::Wdl::Loss => Wdl::Loss,
        endings::Wdl::Draw => Wdl::Draw,
        endings::Wdl::Win => Wdl::Win,
    }
}

/// The same men with the other side to move.
fn turned(position: &Position) -> Option<Position> {
    let text = fen::format(position);
    let mut fields: Vec<&str> = text.split(' ').collect();
    fields[1] = if fields[1] == "w" { "b" } else { "w" };
    fields[3] = "-";
    fen::parse(&fields.join(" ")).ok()
}

/// Everything that the motive claims of results, played out by the specification. Was there anything to check?
fn check(naive: &mut Naive, position: &Position, m: Move, motive: &Motive) -> bool {
    let (here, next) = (*position, position.play(m));
    let mover = here.turn();
    let text = format!("{motive:?} {m} {}", fen::format(position));
    let now = value(naive, &here);
    match motive {
        Motive::Trebuchet(white, black) => {
            // It may be the line's first placement, told a move later.
            assert_eq!(white.file(), black.file(), "{text}");
            if here.pawns() == next.pawns() && next.piece_at(*white).is_some() {
                let both = [Some(next), turned(&next)].map(|p| p.map(|p| value(naive, &p)));
                assert_eq!(both, [Some(Wdl::Loss); 2], "{text}");
            }
        }
        Motive::RookPawn(pawn) => {
            let both = [Some(next), turned(&next)].map(|p| p.map(|p| value(naive, &p)));
            assert_eq!(both, [Some(Wdl::Draw); 2], "{text}");
            assert!([0, 7].contains(&pawn.file()), "{text}");
        }
        Motive::Blockade(pawn) => {
            let king = here.king(mover);
            assert_eq!(next.king(mover).file(), pawn.file(), "{text}");
            for other in here.legal_moves() {
                if other.from == king && other.to.file() != pawn.file() {
                    assert!(-value(naive, &here.play(other)) < now, "{other} {text}");
                }
            }
        }
        Motive::Shouldering { instead, barred } => {
            let other = Move::new(m.from, *instead);
            let spoiled = here.play(other);
            let gained = value(naive, &spoiled);
            assert!(-gained < now, "{text}");
            for answer in spoiled.legal_moves() {
                let holds = -value_of(naive, &spoiled, answer) == gained;
                assert_eq!(holds, barred.contains(&answer.to), "{answer} {text}");
            }
            assert!(barred.iter().all(|to| to.distance(m.to) == 1), "{text}");
        }
        Motive::StalemateTrap(answer) => {
            assert!(next.play(*answer).is_stalemate(), "{text}");
            for other in here.legal_moves().into_iter().filter(|&other| other != m) {
                assert_eq!(-value_of(naive, &here, other), Wdl::Loss, "{other} {text}");
            }
        }
        Motive::ProtectedPassedPawn { protector, .. } => {
            let take = Move::new(next.king(next.turn()), *protector);
            assert_eq!(value(naive, &next.play(take)), Wdl::Win, "{text}");
        }
        Motive::Fortress(squares) => {
            assert!(holds(naive, &next, squares), "{text}");
            let king = next.king(mover);
            let smaller = squares.iter().filter(|&&square| square != king);
            for &left_out in smaller {
                let fewer: Vec<Square> =
                    squares.iter().copied().filter(|&s| s != left_out).collect();
                assert!(!holds(naive, &next, &fewer), "{left_out} {text}");
            }
        }
        Motive::NoWayIn => assert_eq!(value(naive, &next), Wdl::Draw, "{text}"),
        _ => return false,
    }
    true
}

/// The value after a move for the other side; where something promotes the specification judges the move itself.
fn value_of(naive: &mut Naive, here: &Position, m: Move) -> Wdl {
    if m.promotion.is_none() {
        return value(naive, &here.play(m));
    }
    let position = NaivePosition::parse(&fen::format(here));
    let judged = naive.moves(&position).into_iter();
    let mut same = judged
        .filter(|judged| (judged.played.from, judged.played.to) == (m.from.index(), m.to.index()));
    match same.next().expect("the same moves").verdict.value {
        endings::Wdl::Loss => Wdl::Win,
        endings::Wdl::Draw => Wdl::Draw,
        endings::Wdl::Win => Wdl::Loss,
    }
}

/// Does the king that is not to move hold on these squares, whatever the other king does? By playing it all.
fn holds(naive: &mut Naive, here: &Position, squares: &[Square]) -> bool {
    // Placements with the attacker to move, and whether they are still thought to hold; those that fail are struck out until
    // nothing changes.
    let defender = !here.turn();
    let mut good: Vec<Position> = Vec::new();
    let mut queue = vec![*here];
    let mut edges: Vec<(Position, Vec<Vec<Position>>)> = Vec::new();
    while let Some(position) = queue.pop() {
        if good.contains(&position) {
            continue;
        }
        good.push(position);
        let mut answers = Vec::new();
        for m in position.legal_moves() {
            let after = position.play(m);
            if after.pawns() != position.pawns() || !after.is_pawn_ending() {
                continue;
            }
            let steps = after.legal_moves().into_iter();
            let inside =
                steps.filter(|s| s.from == after.king(defender) && squares.contains(&s.to));
            let quiet = inside
                .filter(|s| !after.is_capture(*s))
                .map(|s| after.play(s));
            let quiet: Vec<Position> = quiet.collect();
            queue.extend(quiet.iter().copied());
            answers.push(quiet);
        }
        edges.push((position, answers));
    }
    good.retain(|position| value(naive, position) != Wdl::Win);
    loop {
        let before = good.len();
        let kept: Vec<Position> = edges
            .iter()
            .filter(|(position, answers)| {
                let held = |answers: &Vec<Position>| answers.iter().any(|a| good.contains(a));
                good.contains(position) && answers.iter().all(held)
            })
            .map(|(position, _)| *position)
            .collect();
        good = kept;
        if good.len() == before {
            return good.contains(here);
        }
    }
}

/// By Newborn's rules, in which the specification solves everything.
#[test]
fn what_motives_claim_is_so() {
    let (mut naive, mut dice) = (Naive::new(), Dice(64));
    let random = (0..20).map(|_| sample::random_structure(&mut dice, 3, 200));
    let structures: Vec<_> = sample::face_to_face()
        .step_by(7)
        .chain(sample::one_pawn().step_by(5))
        .chain(random)
        .collect();
    let mut dice = Dice(65);
    let mut counts = std::collections::BTreeMap::new();
    for structure in structures {
        let list = naive.verdicts(&structure);
        let prover = Prover::new(Rules::Newborn);
        for _ in 0..6 {
            let (position, _) = &list[dice.roll(list.len())];
            let explanation = explain(&prover, &position.fen());
            for (position, m, motive) in told(&explanation) {
                if position.is_pawn_ending() && check(&mut naive, &position, m, &motive) {
                    *counts.entry(motive.name()).or_insert(0) += 1;
                }
            }
        }
    }
    println!("{counts:?}");
    for name in ["rook pawn", "blockade", "shouldering"] {
        assert!(counts.contains_key(name), "{name} {counts:?}");
    }
}
