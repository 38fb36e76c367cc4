//! Refinement by itself, without the descents that answer most questions before it is asked; and each of its parts held against what
//! it claims.

use std::collections::HashMap;

use super::claim::Claim;
use super::corrections::Play;
use super::failures::Failures;
use super::leaf::Leaf;
use super::refinement::Refinement;
use super::relaxed_games::{newborn, pessimistic, repair};
use super::strategy::{Reply, Strategy};
use super::support::{Search, Support};
use crate::board::{Color, Pawns, Position, Setup, Square};
use crate::limits::Watch;
use crate::notation::fen;
use crate::prove::effort::Effort;
use crate::prove::game::Played;
use crate::prove::game::corrections::ExitCorrection;
use crate::prove::outside_help::Resources;
use crate::prove::policy::FIRST_LEAF;
use crate::prove::question::{place, wins};
use crate::prove::solve::exit_values::ExitValues;
use crate::prove::solve::goal_prover::GoalProver;
use crate::prove::solve::unresolved::position as place_of;
use crate::rules::Rules;
use crate::slice::{Point, Relation, Wins};
use crate::structure::{Exit, ExitKind, Goal, Reference, Symmetry};
use crate::value::{Bounds, Wdl};
use crate::{Limits, Prover, Request};
use specification::{Dice, cases};

/// Enough for endings of four men, and for easy ones of five.
const EFFORT: Effort = Effort(1 << 17);

fn chess() -> GoalProver {
    let (game, resources) = (Played::by(Rules::Chess), Resources::default());
    GoalProver::new(game, Watch::idle(), resources)
}

fn position(text: &str) -> Position {
    fen::parse(text).expect("a legal position")
}

/// Proofs in which no pawn structure is worked on but by refinement.
struct Alone {
    chess: GoalProver,
    refinement: Refinement,
}

impl Alone {
    fn new() -> Alone {
        let chess = chess();
        let refinement = Refinement::new(&chess);
        Alone { chess, refinement }
    }

    /// Does the player win?
    fn wins(&mut self, position: &Position, player: Color, effort: Effort) -> Option<bool> {
        let seen = Symmetry::for_player(player);
        let answer = wins(Rules::Chess, position, player, &mut |view, point| {
            let Alone { chess, refinement } = self;
            chess.account.allow(effort);
            let worked = refinement.work(chess, view, point, seen, effort);
            worked.expect("there are no limits");
            chess.known.result(view, point)
        });
        assert!(!self.chess.is_contradicted(), "{}", fen::format(position));
        answer
    }

    /// The result for the side to move.
    fn result(&mut self, position: &Position) -> Option<Wdl> {
        let turn = position.turn();
        let won = self.wins(position, turn, EFFORT);
        let lost = self.wins(position, !turn, EFFORT);
        match (won?, lost?) {
            (true, false) => Some(Wdl::Win),
            (false, true) => Some(Wdl::Loss),
            (false, false) => Some(Wdl::Draw),
            (true, true) => panic!("{}: both win", fen::format(position)),
        }
    }
}

/// What follows looks the same with colours exchanged (a4, a5); who gives the queen for the last pawn has to win what is left (Fine).
#[test]
fn decided_endings_need_no_descents() {
    cases("decided_endings_need_no_descents", |case| {
        let result = Alone::new().result(&position(&case.text));
        assert_eq!(result, Some(Wdl::Win));
    });
}

/// Both sides promote, one after the other, and hold with queen against queen and a pawn.
#[test]
fn queens_on_both_sides_need_no_descents() {
    cases("queens_on_both_sides_need_no_descents", |case| {
        let mut alone = Alone::new();
        assert_eq!(alone.result(&position(&case.text)), Some(Wdl::Draw));
        assert!(alone.chess.counts()[2] > 2, "more than queen against queen");
    });
}

/// The same by descents alone.
fn by_descents(
    chess: &mut GoalProver,
    position: &Position,
    player: Color,
    effort: Effort,
) -> Option<bool> {
    let seen = Symmetry::for_player(player);
    wins(Rules::Chess, position, player, &mut |view, point| {
        let answer = chess.ask(view, point, seen, effort);
        answer.expect("there are no limits")
    })
}

/// Pawns on random squares, so many of each side's.
fn random_pawns(dice: &mut Dice, counts: [usize; 2]) -> Pawns {
    let mut free: Vec<Square> = Square::all()
        .filter(|square| (1..7).contains(&square.rank()))
        .collect();
    let mut pawns = Pawns::NONE;
    for (color, count) in Color::BOTH.into_iter().zip(counts) {
        for _ in 0..count {
            let square = free.swap_remove(dice.roll(free.len())).set();
            match color {
                Color::White => pawns.white |= square,
                Color::Black => pawns.black |= square,
            }
        }
    }
    pawns
}

/// A legal position with these pawns.
fn random_kings(dice: &mut Dice, pawns: Pawns) -> Position {
    loop {
        let [white, black] = [(); 2].map(|()| Square::new(dice.roll(64) as u32));
        let turn = Color::BOTH[dice.roll(2)];
        if pawns.occupied().contains(white) || pawns.occupied().contains(black) || white == black {
            continue;
        }
        if let Ok(position) = Setup::pawn_ending(white, black, pawns, turn).validate() {
            return position;
        }
    }
}

/// Both ways to prove, asked about random endings with so many pawns. Returns how many questions both have answered.
fn compare(seed: u64, counts: [usize; 2], structures: usize, effort: Effort) -> usize {
    let (mut dice, mut descents, mut answered) = (Dice(seed), chess(), 0);
    for _ in 0..structures {
        let pawns = random_pawns(&mut dice, counts);
        let mut alone = Alone::new();
        for _ in 0..4 {
            let position = random_kings(&mut dice, pawns);
            for player in Color::BOTH {
                let refined = alone.wins(&position, player, effort);
                let Some(refined) = refined else {
                    continue;
                };
                let descended = by_descents(&mut descents, &position, player, effort);
                answered += usize::from(descended.is_some());
                let text = fen::format(&position);
                assert!(
                    descended.is_none_or(|descended| descended == refined),
                    "{text}: {player:?} wins by refinement: {refined}, by descents: {descended:?}"
                );
            }
        }
    }
    println!("{answered} answers of {}", structures * 8);
    answered
}

#[test]
fn a_pawn_against_the_king_is_what_descents_say() {
    assert!(compare(1, [1, 0], 12, EFFORT) > 80);
}

#[test]
fn a_pawn_each_is_what_descents_say() {
    assert!(compare(2, [1, 1], 12, EFFORT) > 80);
}

#[test]
fn two_pawns_against_the_king_are_what_descents_say() {
    assert!(compare(3, [2, 0], 8, EFFORT) > 50);
}

#[test]
fn two_pawns_against_one_are_what_descents_say() {
    assert!(compare(4, [2, 1], 8, Effort(1 << 15)) > 30);
}

/// What a relaxed game is wrong about, or nearly; the results of four men are those of the Syzygy tables.
#[test]
fn sharp_positions_are_what_the_tables_say() {
    let mut settled = 0;
    cases("sharp_positions_are_what_the_tables_say", |case| {
        let (position, expected) = (position(&case.text), case.read("result"));
        let result = Alone::new().result(&position);
        assert!(result.is_none_or(|result| result == expected), "{result:?}");
        settled += usize::from(result.is_some());
        // With descents as well nothing stays open.
        let bounds = Prover::default().bounds(&position);
        assert_eq!(bounds, Ok(Bounds::exactly(expected)));
    });
    println!("{settled} settled by refinement alone");
    // What takes queens on both sides, or a lesser piece, is left to descents.
    assert!(settled >= 12, "{settled}");
}

/// What the relaxed game claims of a question, which point that is by the rules of chess, and how it is seen.
fn claimed(
    chess: &mut GoalProver,
    game: &mut GoalProver,
    position: &Position,
    player: Color,
) -> Option<(Claim, Goal, Point, Symmetry)> {
    let (view, point) = place(position, player)?;
    let won = game.ask(view, point, Symmetry::IDENTITY, EFFORT);
    let name = chess.known.name(view);
    let mirror = name.symmetry().mirror_part();
    let (goal, point) = chess.known.goal(view, point);
    let seen = Symmetry::for_player(player).compose(mirror);
    Some((Claim::of(won.ok()??), goal, point, seen))
}

fn support_of(
    chess: &mut GoalProver,
    game: &mut GoalProver,
    (claim, goal, point, seen): (Claim, Goal, Point, Symmetry),
) -> Support {
    let mut failures = Failures::new(FIRST_LEAF);
    let mut play = Play {
        chess,
        game,
        failures: &mut failures,
    };
    Search::listing(claim, &mut play)
        .support(goal, point, seen)
        .expect("there are no limits")
}

/// Is queen against queen a win in a relaxed game?
fn is_pessimistic(game: &GoalProver) -> bool {
    let (view, _) =
        place(&position("7k/P7/8/8/8/8/7p/K7 w - -"), Color::White).expect("no en passant");
    let mut found = false;
    (game.known.game).for_each_exit(view, &mut |exit| {
        found |= exit.kind == ExitKind::PessimisticPromotion;
    });
    found
}

/// Takes the leaves for true, and solves the structures of the support from the lowest up.
fn grant(chess: &mut GoalProver, support: &Support, leaves: &[Leaf]) {
    for leaf in leaves {
        chess
            .known
            .set_answer(leaf.goal, leaf.point, leaf.played.0.claim.is_win());
    }
    for &goal in support.goals.iter().rev() {
        let mut values = ExitValues::new(&chess.known, goal);
        values.narrow(&mut chess.known);
    }
}

/// Calls `check` with each question about those endings and each relaxed game that answers it as it is claimed to.
fn for_each_question(mut check: impl FnMut(&str, GoalProver, GoalProver, Color)) {
    cases("for_each_question", |case| {
        for player in Color::BOTH {
            check(&case.text, chess(), newborn(), player);
            check(&case.text, chess(), pessimistic(), player);
        }
    });
}

#[test]
fn a_support_proves_its_root_when_its_leaves_are_granted() {
    let (mut supports, mut needed) = (0, 0);
    for_each_question(|text, mut chess, mut game, player| {
        let ending = position(text);
        let Some(question) = claimed(&mut chess, &mut game, &ending, player) else {
            return;
        };
        let (claim, goal, point, _) = question;
        if claim.is_win() && is_pessimistic(&game) {
            return; // The pessimistic game is asked about what is held only.
        }
        let support = support_of(&mut chess, &mut game, question);
        if !support.gaps.is_empty() || support.leaves.is_empty() {
            return;
        }
        supports += 1;
        let (last, others) = support.leaves.split_last().expect("there are leaves");
        grant(&mut chess, &support, others);
        needed += usize::from(chess.known.answer(goal, point).is_none());
        grant(&mut chess, &support, &[*last]);
        let answer = chess.known.answer(goal, point);
        assert_eq!(answer, Some(claim.is_win()), "{text} {player:?} {claim:?}");
    });
    println!("{supports} supports, the last leaf needed in {needed}");
    assert!(supports >= 8, "{supports}");
    assert!(needed >= 4, "{needed} of {supports}");
}

/// Every leaf of a strategy is asked in the proof, and by itself as a question: both give the same answer.
#[test]
fn a_leaf_is_answered_as_a_question_is() {
    let (mut asked, mut open) = (0, 0);
    for_each_question(|text, mut chess, mut game, player| {
        let ending = position(text);
        let Some(question) = claimed(&mut chess, &mut game, &ending, player) else {
            return;
        };
        let support = support_of(&mut chess, &mut game, question);
        for leaf in support.leaves.iter().take(6) {
            let view = chess.known.nodes.view(leaf.goal);
            let board = place_of(view, leaf.point, leaf.seen).expect("it can come about");
            let leaf_won = chess.ask(view, leaf.point, leaf.seen, EFFORT);
            let leaf_won = leaf_won.expect("there are no limits");
            let limits = Limits::NONE.structures(1 << 13);
            let prover = Prover::builder().limits(limits).build();
            let request = Request::new(board).moves(false).line(false);
            let root = prover.analyse(&request).expect("it is answered").bounds;
            let won = if leaf.point.to_move {
                Wdl::Win
            } else {
                Wdl::Loss
            };
            let root_won = match root.exact() {
                Some(result) => Some(result == won),
                None => (root.lower() > won || root.upper() < won).then_some(false),
            };
            (asked, open) = (asked + 1, open + usize::from(leaf_won.is_none()));
            let board = fen::format(&board);
            assert_eq!(leaf_won, root_won, "{text}: {board}");
        }
    });
    println!("{asked} leaves, {open} of them open");
    assert!(asked > 80 && open == 0, "{open} of {asked}");
}

/// A relaxed game, as a strategy in one structure is held against it.
struct Board<'a> {
    claim: Claim,
    strategy: &'a Strategy,
    relaxed: &'a ExitValues,
    /// Where the claim is true in the relaxed game.
    claimed: Wins,
}

impl Board<'_> {
    fn mine(&self, point: Point) -> bool {
        point.to_move == (self.claim.strategist() == Color::White)
    }

    /// Is an exit of the strategy good at a point, in the relaxed game?
    fn is_good(&self, index: usize, point: Point) -> bool {
        let exit = self.strategy.exit(index);
        let mut all = self.relaxed.exits();
        let same = all.position(|other| {
            (other.mover, other.from, other.to) == (exit.mover, exit.from, exit.to)
        });
        let worth = |index| self.relaxed.worth(index, self.claim.bound())[0];
        !exit.is_underpromotion()
            && same.is_some_and(|index| worth(index).contains(point.attacker, point.defender))
    }

    /// The points of the structure that come next when the strategy is followed. `None`: it ends here, as claimed.
    fn next(&self, point: Point, met: &Wins, text: &str) -> Vec<Point> {
        assert!(self.claimed.contains(point), "{text}: it leaves the claim");
        if !self.mine(point) {
            for index in self.strategy.answers() {
                assert!(!self.is_good(index, point), "{text}: an answer refutes it");
            }
            return self.strategy.steps(point).collect();
        }
        match self.strategy.reply(point, met) {
            Some(Reply::Step(step)) => {
                assert!(self.strategy.frame().is_legal(step), "{text}");
                vec![step]
            }
            Some(Reply::Exit(index)) => {
                assert!(self.is_good(index, point), "{text}: the exit is bad");
                Vec::new()
            }
            Some(Reply::Proved) => Vec::new(),
            None => panic!("{text}: it has no reply"),
        }
    }
}

/// Every way through the structure: the strategy's replies, and all moves against it.
fn walk(board: &Board, points: &Wins, text: &str) -> HashMap<Point, Vec<Point>> {
    let (mut met, mut ways) = (*points, HashMap::new());
    let mut open: Vec<Point> = points.points().collect();
    while let Some(point) = open.pop() {
        let next = board.next(point, &met, text);
        for &point in &next {
            if !met.contains(point) {
                met.insert(point);
                open.push(point);
            }
        }
        ways.insert(point, next);
    }
    ways
}

/// Does every way end? Takes away, again and again, the points all of whose ways end.
fn ends(mut ways: HashMap<Point, Vec<Point>>) -> bool {
    loop {
        let before = ways.len();
        let open: std::collections::HashSet<Point> = ways.keys().copied().collect();
        ways.retain(|_, next| next.iter().any(|point| open.contains(point)));
        if ways.is_empty() || ways.len() == before {
            return ways.is_empty();
        }
    }
}

#[test]
fn a_strategy_does_what_it_claims_against_every_move() {
    let (mut wins, mut holds, mut steps) = (0, 0, 0);
    for_each_question(|text, mut chess, mut game, player| {
        let ending = position(text);
        let Some((claim, goal, _, _)) = claimed(&mut chess, &mut game, &ending, player) else {
            return;
        };
        chess.known.expand(goal);
        let same = game.known.name(chess.known.nodes.view(goal)).goal();
        let relaxed = ExitValues::look(&mut game.known, same);
        let all = chess.known.all_legal(goal);
        let [lower, upper] = game.known.bounds_of_pawns(same);
        let mut claimed = claim.held_among(&all, if claim.is_win() { &lower } else { &upper });
        let proved = ExitValues::new(&chess.known, goal);
        // First bounds may claim more than the exits show.
        let shown = relaxed.solve_plane()[usize::from(!claim.is_win())];
        claimed = claimed.and(&claim.held_among(&all, &shown));
        let mut strategy = Strategy::new(claim, &proved, &relaxed, |_| None, |_| 1);
        assert!(strategy.cover(&claimed), "{text} {player:?} {claim:?}");
        let board = Board {
            claim,
            strategy: &strategy,
            relaxed: &relaxed,
            claimed,
        };
        let ways = walk(&board, &claimed, text);
        steps += ways.values().map(Vec::len).sum::<usize>();
        if claim.is_win() {
            wins += 1;
            assert!(ends(ways), "{text} {player:?}: a win goes round in circles");
        } else {
            holds += 1;
        }
    });
    println!("{wins} wins, {holds} holds, {steps} steps");
    assert!(wins >= 4 && holds >= 8 && steps > 10_000);
}

/// With an exit fewer a strategy does not cover what it covered.
#[test]
fn a_doubted_promotion_is_not_leaned_on() {
    let (mut chess, mut game) = (chess(), newborn());
    let ending = position("8/4P3/8/2K5/8/8/8/k7 w - -");
    let question = claimed(&mut chess, &mut game, &ending, Color::White);
    let (claim, goal, point, _) = question.expect("one pawn, which runs");
    assert_eq!(claim, Claim::Win);
    chess.known.expand(goal);
    let same = game.known.name(chess.known.nodes.view(goal)).goal();
    let relaxed = ExitValues::look(&mut game.known, same);
    let proved = ExitValues::new(&chess.known, goal);
    let covers = |doubted: &Relation| {
        let doubts = |exit: &Exit<Reference>| exit.promotes().then_some(doubted);
        let mut strategy = Strategy::new(claim, &proved, &relaxed, doubts, |_| 1);
        strategy.cover(&Wins::only(point))
    };
    assert!(covers(&Relation::EMPTY));
    assert!(!covers(&Wins::NONE.complement().to_move));
}

/// Corrections change what a game says, all that hangs on it, and nothing once they are withdrawn.
#[test]
fn a_corrected_game_is_repaired_up_to_the_root() {
    let mut game = newborn();
    let ending = position("8/8/8/4P3/8/2K5/8/k7 w - -");
    let last = position("8/4P3/8/8/8/2K5/8/k7 w - -");
    let (view, point) = place(&ending, Color::White).expect("a pawn ending");
    let (lower, _) = place(&last, Color::White).expect("a pawn ending");
    let answer = game.ask(view, point, Symmetry::IDENTITY, EFFORT);
    assert_eq!(answer, Ok(Some(true)));
    let goal = game.known.name(lower).goal();
    game.known.expand(goal);
    let from = game
        .known
        .nodes
        .exits(goal)
        .find(Exit::promotes)
        .expect("a pawn")
        .from;
    let nothing = Relation::EMPTY;
    let everything = Wins::NONE.complement().to_move;
    let mut root_after = |good, bad| {
        let correction = ExitCorrection { good, bad };
        let played = &mut game.known.game;
        assert!(played.learn_of_exit(goal, Color::White, from, correction));
        repair(&mut game.known, [goal]);
        game.ask(view, point, Symmetry::IDENTITY, EFFORT)
    };
    assert_eq!(root_after(nothing, everything), Ok(Some(false)));
    assert_eq!(root_after(nothing, nothing), Ok(Some(true)));
}
