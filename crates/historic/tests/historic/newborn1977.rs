//! PEASANT's replica: the conditions, the claims against the exact results, the error rates of its rules, and its signature
//! (`data/positions/classic-signature.txt`).

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use historic::kpk::published::Measure;
use historic::newborn1977::{
    self, Condition, Conditions, Options, Search, onepawn, side_with_running_pawn, twopawn,
};
use peasant::board::NotAPawnEnding;
use peasant::board::{Bitboard, Color, Pawns, Position, Square};
use peasant::kpk::Side;
use peasant::limits::{Limits, Stop};
use peasant::value::Wdl;
use specification::{cases, data};

use crate::support::{Exact, position, solved};

const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -";

fn run(text: &str, options: &Options) -> Search {
    newborn1977::search(&position(text), options, &Limits::default(), &()).expect("a pawn ending")
}

fn to_depth(depth: u32) -> Options {
    Options {
        depth,
        ..Options::default()
    }
}

fn all_but(conditions: &[Condition]) -> Conditions {
    conditions
        .iter()
        .fold(Conditions::ALL, |all, &c| all.without(c))
}

/// Each condition fires somewhere, and never when it is switched off; the depth cannot be switched off.
#[test]
fn conditions_fire_and_can_be_switched_off() {
    cases("conditions_fire_and_can_be_switched_off", |case| {
        let (name, text) = (case.get("condition"), &case.text);
        let mut all = Condition::ALL.into_iter();
        let condition = all.find(|condition| format!("{condition:?}") == name);
        let condition = condition.expect("a condition");
        let options = to_depth(case.read("depth"));
        let search = run(text, &options);
        assert!(search.terminals[condition] > 0, "{condition:?}: {search:?}");
        let conditions = options.conditions.without(condition);
        let search = run(
            text,
            &Options {
                conditions,
                ..options
            },
        );
        let on = condition == Condition::MaximumDepth;
        assert_eq!(search.terminals[condition] > 0, on, "{condition:?}");
        assert_eq!(conditions.has(condition), on);
    });
    let numbers = Condition::ALL.map(Condition::number);
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn terminal_nodes_are_counted_once() {
    let search = run(FINE_70, &to_depth(8));
    let sum: u64 = Condition::ALL.iter().map(|&c| search.terminals[c]).sum();
    assert_eq!(search.terminals.total(), sum);
    assert!(sum < search.nodes && search.pruned > 0);
    assert_eq!(search.depth, 8);
}

#[test]
fn what_is_switched_off_is_not_used() {
    let full = Options {
        king_pruning: false,
        ..to_depth(6)
    };
    let pruned = run(FINE_70, &to_depth(6));
    let whole = run(FINE_70, &full);
    assert_eq!(whole.pruned, 0);
    assert!(pruned.nodes < whole.nodes);
    let church = Options {
        church: true,
        ..to_depth(8)
    };
    assert!(run(FINE_70, &church).nodes < run(FINE_70, &to_depth(8)).nodes);
    // Without what depends on the order of search, the killers change the work and not the value.
    let plain = Options {
        conditions: all_but(&[Condition::SeenBefore]),
        ..full
    };
    let without = Options {
        killers: false,
        ..plain
    };
    assert_eq!(run(FINE_70, &plain).score, run(FINE_70, &without).score);
}

#[test]
fn promotion_with_a_reply() {
    let options = Options {
        conditions: all_but(&[Condition::FewPawns]),
        ..to_depth(4)
    };
    cases("promotion_with_a_reply", |case| {
        let claim = Some(case.read("claim"));
        let search = run(&case.text, &options);
        assert_eq!(Exact::new().result(&position(&case.text)), claim);
        assert_eq!(search.claim, claim, "{search:?}");
    });
}

#[test]
fn roots_without_moves() {
    // Stalemate, mate by a pawn, and kings alone.
    let stalemate = run("8/8/8/8/8/5k2/5p2/5K2 w - -", &to_depth(3));
    assert_eq!(
        (stalemate.best, stalemate.claim),
        (None, Some(Wdl::Draw)),
        "{stalemate:?}"
    );
    assert_eq!(stalemate.terminals[Condition::Stalemate], 1);
    let mate = run("8/8/8/Pp2P1p1/Kpk5/8/8/8 w - -", &to_depth(3));
    assert_eq!((mate.best, mate.claim), (None, Some(Wdl::Loss)));
    assert_eq!((mate.terminals.mates(), mate.terminals.total()), (1, 0));
    let kings = run("8/8/8/3k4/8/3K4/8/8 w - -", &to_depth(3));
    assert_eq!(kings.claim, Some(Wdl::Draw));
    assert!(kings.best.is_some());
}

#[test]
fn other_pieces_are_refused() {
    let queen = position("8/8/3k4/8/8/3K4/8/Q7 w - -");
    let answer = newborn1977::search(&queen, &Options::default(), &Limits::default(), &());
    assert_eq!(answer, Err(NotAPawnEnding));
    assert_eq!(newborn1977::evaluate(&queen), Err(NotAPawnEnding));
}

#[test]
fn limits_stop_a_search_and_leave_an_answer() {
    let deep = to_depth(40);
    let root = position(FINE_70);
    let stopped = |limits: Limits, cancelled: bool| {
        let observer = AtomicBool::new(cancelled);
        newborn1977::search(&root, &deep, &limits, &observer).expect("a pawn ending")
    };
    let memory = Limits::NONE.memory(1 << 16);
    assert_eq!(stopped(memory, false).stopped, Some(Stop::Memory));
    let time = Limits::NONE.time(Duration::ZERO);
    let search = stopped(time, false);
    assert_eq!(search.stopped, Some(Stop::Time));
    assert_eq!(search.claim, None, "nothing was searched to the end");
    let search = stopped(Limits::default(), true);
    assert_eq!(search.stopped, Some(Stop::Cancelled));
    // Structures mean nothing here.
    let structures = Limits::NONE.structures(1);
    let search = newborn1977::search(&root, &to_depth(6), &structures, &());
    assert_eq!(search.expect("a pawn ending").stopped, None);
}

/// Random positions, by Knuth's generator: the figures of the documents are of these.
struct Random(u64);

impl Random {
    fn roll(&mut self, sides: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(sides)) as u32
    }

    fn pawns(&mut self, white: u32, black: u32) -> Option<Pawns> {
        let mut some =
            |count| -> Bitboard { (0..count).map(|_| Square::new(8 + self.roll(48))).collect() };
        let pawns = Pawns {
            white: some(white),
            black: some(black),
        };
        (pawns.occupied().count() == white + black).then_some(pawns)
    }

    /// A random position with so many pawns.
    fn position(&mut self, white: u32, black: u32) -> Position {
        loop {
            let kings = [self.roll(64), self.roll(64)].map(Square::new);
            let turn = Color::BOTH[self.roll(2) as usize];
            let pawns = self.pawns(white, black);
            let set = pawns.map(|pawns| Position::pawn_ending(kings[0], kings[1], pawns, turn));
            if let Some(Ok(position)) = set {
                return position;
            }
        }
    }
}

/// Without ONEPAWN, TWOPAWN and condition 4 a won or lost game is known from the rules alone, whatever else is switched on: such
/// claims are right, draws included.
#[test]
fn claims_agree_with_the_exact_results() {
    let mut dice = Random(1977);
    let mut exact = Exact::new();
    let conditions = all_but(&[Condition::FewPawns, Condition::RunningPawn]);
    let (mut decided, mut drawn) = (0, 0);
    for n in 0..600 {
        let position = dice.position(1 + n % 2, n / 2 % 3);
        for church in [false, true] {
            let options = Options {
                church,
                conditions,
                ..to_depth(7)
            };
            let search = newborn1977::search(&position, &options, &Limits::default(), &());
            let search = search.expect("a pawn ending");
            match search.claim {
                None => continue,
                Some(Wdl::Draw) => drawn += 1,
                Some(_) => decided += 1,
            }
            let truth = exact.result(&position);
            assert_eq!(search.claim, truth, "{position:?}: {search:?}");
        }
    }
    assert!(
        decided > 300 && drawn > 10,
        "{decided} decided, {drawn} drawn"
    );
}

/// All positions with one pawn, against the bitbase of chess.
#[test]
fn errors_of_onepawn() {
    let wrong = |turn| {
        let m: Measure = onepawn::measure(turn);
        (m.positions, m.wrongly_won, m.wrongly_drawn)
    };
    let expected = [(163_328, 48, 1_776), (168_024, 98, 3_628)];
    assert_eq!(Side::BOTH.map(wrong), expected);
}

/// Every pair of pawns, mirror images once.
fn pairs() -> impl Iterator<Item = [Square; 2]> {
    let squares = || Square::all().filter(|square| (1..7).contains(&square.rank()));
    squares().flat_map(move |a| {
        squares().filter(move |&b| b > a).filter_map(move |b| {
            let image = [a.mirror().min(b.mirror()), a.mirror().max(b.mirror())];
            ([a, b] <= image).then_some([a, b])
        })
    })
}

/// The sums of [`twopawn::measure`] by side to move: positions, wrongly won, wrongly drawn.
fn two_pawn_errors(pairs: impl Iterator<Item = [Square; 2]>) -> [[u32; 3]; 2] {
    let mut sums = [[0; 3]; 2];
    for pair in pairs {
        let structure = Pawns {
            white: pair.into_iter().collect(),
            ..Pawns::NONE
        };
        let solved = solved(structure);
        let measures = twopawn::measure(structure, |position| solved.result(position));
        for (sum, m) in sums.iter_mut().zip(measures) {
            sum[0] += m.positions;
            sum[1] += m.wrongly_won;
            sum[2] += m.wrongly_drawn;
        }
    }
    sums
}

/// Every position of a tenth of the pairs, against the exact results by Newborn's rules.
#[test]
fn errors_of_twopawn_in_a_tenth() {
    let expected = [[185_916, 926, 0], [196_656, 1_734, 474]];
    assert_eq!(two_pawn_errors(pairs().step_by(10)), expected);
}

/// Every position with two pawns, mirror images once.
#[test]
#[ignore = "takes longer than a test should"]
fn errors_of_twopawn() {
    let expected = [[1_845_045, 11_638, 7_290], [1_953_058, 30_226, 11_957]];
    assert_eq!(two_pawn_errors(pairs()), expected);
}

/// How often condition 4 is wrong: [positions, it claims a win, the claim is wrong], over all placements of the kings about
/// random pawns.
fn running_pawn_errors(structures: u32, seed: u64) -> [u32; 3] {
    let mut dice = Random(seed);
    let mut counts = [0; 3];
    for n in 0..structures {
        let Some(pawns) = dice.pawns(1 + n % 3, 1 + n / 3 % 2) else {
            continue;
        };
        let edge = Bitboard::rank(0) | Bitboard::rank(7);
        assert!((pawns.occupied() & edge).is_empty());
        let solved = solved(pawns);
        let kings = Square::all().flat_map(|w| Square::all().map(move |b| (w, b)));
        for (white, black) in kings {
            for turn in Color::BOTH {
                let Ok(position) = Position::pawn_ending(white, black, pawns, turn) else {
                    continue;
                };
                counts[0] += 1;
                let Some(side) = side_with_running_pawn(&position) else {
                    continue;
                };
                counts[1] += 1;
                let result = solved.result(&position).expect("solved");
                let won = if side == turn { Wdl::Win } else { Wdl::Loss };
                counts[2] += u32::from(result != won);
            }
        }
    }
    counts
}

#[test]
fn errors_of_the_running_pawn() {
    assert_eq!(running_pawn_errors(12, 4), [73_863, 41_969, 9]);
}

/// The figures for the documents.
#[test]
#[ignore = "measures for minutes"]
fn measure_the_running_pawn() {
    println!("{:?}", running_pawn_errors(600, 5));
}

const SIGNATURE: &str = "classic-signature.txt";

/// What the replica does with a position, as a line of the signature.
fn signature(text: &str, depth: u32, church: bool) -> String {
    let search = run(
        text,
        &Options {
            church,
            ..to_depth(depth)
        },
    );
    let name = if church { "church" } else { "newborn" };
    let counts = Condition::ALL.map(|c| search.terminals[c].to_string());
    let played = search.best.map_or("-".to_owned(), |m| m.to_string());
    format!(
        "{text}; {depth}; {name}; {}; {}; {played}; {}",
        search.nodes,
        counts.join(" "),
        search.score
    )
}

/// Every line of the file, recomputed.
fn recomputed() -> String {
    let file = data(SIGNATURE);
    let mut text = String::new();
    for line in file.lines() {
        if line.starts_with('#') {
            _ = writeln!(text, "{line}");
            continue;
        }
        let fields: Vec<&str> = line.split("; ").collect();
        let depth = fields[1].parse().expect("a depth");
        _ = writeln!(
            text,
            "{}",
            signature(fields[0], depth, fields[2] == "church")
        );
    }
    text
}

#[test]
fn the_signature_is_kept() {
    let file = data(SIGNATURE);
    assert!(file.lines().filter(|line| !line.starts_with('#')).count() >= 12);
    let recomputed = recomputed();
    for (old, new) in file.lines().zip(recomputed.lines()) {
        assert_eq!(new, old);
    }
}

/// Prints the file as it should be: `cargo test -p peasant-historic --test historic print_the_signature -- --ignored --nocapture`.
#[test]
#[ignore = "prints the signature file"]
fn print_the_signature() {
    print!("{}", recomputed());
}
