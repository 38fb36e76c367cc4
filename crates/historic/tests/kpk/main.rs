//! King and pawn against king: published counts, another method, and the rest of the library.

use historic::kpk::published::{RULES, SEVEN_EIGHT_NINE_ALL_RANKS};
use historic::kpk::{measure_recogniser, perfect};
use peasant::board::{Color, Square};
use peasant::kpk::{self, Bitbase, Placement, Side, Verdict};
use peasant::value::Bounds;
use peasant::{Prover, Rules};
use specification::kpk::PerPosition;

fn placement(words: &str, turn: Side) -> Placement {
    let squares: Vec<Square> = words.split(' ').filter_map(Square::parse).collect();
    Placement::new(squares[0], squares[1], squares[2], turn).expect("legal")
}

fn won(placement: &Placement) -> bool {
    kpk::bitbase().probe(*placement) == Verdict::Won
}

/// Edwards 1996, as used by kervinck/pfkpk.
#[test]
fn totals() {
    let count = |turn| {
        let won = Placement::all(turn).filter(won).count() as u32;
        (Placement::all(turn).count() as u32, won)
    };
    for (turn, positions, lost) in [
        (Side::Attacker, 163_328, 124_960),
        (Side::Defender, 168_024, 97_604),
    ] {
        assert_eq!(count(turn), (positions, lost));
        let total = kpk::bitbase().total(turn);
        assert_eq!((total.positions, total.won), (positions, lost));
    }
    assert_eq!(Bitbase::BYTES, 24 * 1024);
}

/// Our own retrograde counts; the known mutual zugzwangs are those where the attacker would rather not move.
#[test]
fn zugzwangs_and_stalemates() {
    assert_eq!(kpk::bitbase().mutual_zugzwangs(), 160);
    let stalemates = Placement::all(Side::Defender).filter(|p| p.to_position().is_stalemate());
    assert_eq!(stalemates.count(), 18);
}

#[test]
fn agrees_with_the_method_that_takes_one_position_at_a_time() {
    let plain = PerPosition::generate();
    for turn in Side::BOTH {
        for p in Placement::all(turn) {
            let squares = [p.attacker(), p.defender(), p.pawn()].map(Square::index);
            let expected = plain.won(turn as usize, squares[0], squares[1], squares[2]);
            assert_eq!(Some(won(&p)), expected, "{p}");
        }
    }
}

#[test]
fn agrees_with_the_proofs_of_chess() {
    let solver = Prover::new(Rules::Chess);
    for turn in Side::BOTH {
        for p in Placement::all(turn).step_by(97) {
            let result = kpk::bitbase().probe(p).for_side(turn);
            let bounds = solver.bounds(&p.to_position());
            assert_eq!(bounds, Ok(Bounds::exactly(result)), "{p}");
        }
    }
}

#[test]
fn sixty_four_answers_are_those_of_single_positions() {
    for turn in Side::BOTH {
        for p in Placement::all(turn) {
            let row = kpk::bitbase().won(p.pawn(), p.attacker(), turn);
            assert_eq!(row.contains(p.defender()), won(&p), "{p}");
        }
    }
    let nowhere = kpk::bitbase().won(Square::at(0, 0), Square::at(4, 4), Side::Attacker);
    assert!(nowhere.is_empty(), "there is no pawn on the first rank");
    assert!(Bitbase::generate() == *kpk::bitbase());
}

#[test]
fn a_placement_is_a_position_from_the_side_of_the_pawn() {
    let p = placement("e6 e8 e5", Side::Defender);
    let position = p.to_position();
    assert_eq!(Placement::from_position(&position), Some(p));
    assert_eq!(Placement::from_position(&position.flip()), Some(p));
    assert_eq!(position.flip().turn(), Color::White);
    assert_eq!(
        Placement::from_position(&p.mirror().to_position()),
        Some(p.mirror())
    );
    assert_eq!(p.to_string(), "Ke6 e5 v Ke8, defender to move");
    let illegal = |a, d, p, turn| {
        let square = |name| Square::parse(name).expect("a square");
        Placement::new(square(a), square(d), square(p), turn).is_none()
    };
    assert!(
        illegal("e6", "e7", "a2", Side::Attacker),
        "kings side by side"
    );
    assert!(
        illegal("e6", "b3", "a2", Side::Attacker),
        "the defender is in check"
    );
    assert!(
        !illegal("e6", "b3", "a2", Side::Defender),
        "and moves out of it"
    );
    assert!(illegal("e6", "b3", "b3", Side::Defender), "on the pawn");
    assert!(illegal("e6", "e6", "b3", Side::Defender), "on each other");
    assert!(
        illegal("e6", "b3", "b8", Side::Defender),
        "no rank for a pawn"
    );
}

/// Every rule over every position: what it decides, and that it is right. The figures are those of `peasant kpk rules`.
#[test]
fn published_rules_measured() {
    let decided = [
        ("pawn falls", 0, 18_196),
        ("king before, king behind", 0, 48),
        ("king before, king diagonally behind", 84, 0),
        ("opposition, pawn beside", 70, 0),
        ("opposition, pawn checks", 0, 84),
        ("seven, eight, nine", 248, 0),
        ("rook pawn, king shut in", 42, 114),
        ("guarded path", 3_872, 3_772),
        ("outside the square", 94_446, 69_194),
        ("outside the square, own king ahead", 3_352, 1_644),
    ];
    for (rule, (name, attacker, defender)) in RULES.iter().zip(decided) {
        assert_eq!(rule.name, name);
        for (turn, expected) in [(Side::Attacker, attacker), (Side::Defender, defender)] {
            let measure = rule.measure(turn);
            assert_eq!(
                (measure.decided(), measure.wrong()),
                (expected, 0),
                "{name}"
            );
        }
    }
    let unsound = SEVEN_EIGHT_NINE_ALL_RANKS.measure(Side::Attacker);
    assert_eq!((unsound.decided(), unsound.wrongly_drawn), (310, 36));
}

#[test]
fn the_recogniser_is_never_wrong() {
    for (turn, won, drawn) in [
        (Side::Attacker, 98_130, 444),
        (Side::Defender, 71_612, 18_442),
    ] {
        let measure = measure_recogniser(turn);
        assert_eq!(measure.wrong(), 0);
        assert_eq!((measure.won, measure.drawn), (won, drawn));
    }
}

#[test]
fn the_perfect_rules_are_perfect() {
    assert_eq!((perfect::RULES.len(), perfect::COUNT), (25, 29));
    for share in perfect::shares() {
        assert!(share.decided.iter().sum::<u32>() > 0, "{share:?}");
    }
    for turn in Side::BOTH {
        for p in Placement::all(turn) {
            let (verdict, reason) = perfect::decide(p);
            assert_eq!(verdict, kpk::bitbase().probe(p), "{p}: {reason:?}");
        }
    }
}
