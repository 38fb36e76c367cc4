//! Every set equals what the specification looks up in the values of all positions.

use std::sync::{LazyLock, Mutex, MutexGuard};

use peasant::board::Square;
use peasant::{Bounds, Explanation, Map, Prover, Rules, Wdl};
use specification::Dice;
use specification::endings::chess::Chess;
use specification::endings::sets::{Values, spare_moves};
use specification::endings::{Naive, NaivePosition, Side, Structure, sample};

use crate::support::{explain, result, sets, side};

/// Explains some positions of a structure, chosen at random, and holds each to the specification. Returns of how many all
/// placements of the kings were settled.
fn compare(
    prover: &Prover,
    structure: &Structure,
    list: Vec<(NaivePosition, specification::endings::Wdl)>,
    dice: &mut Dice,
    spare: &mut dyn FnMut(&NaivePosition) -> specification::endings::Wdl,
) -> usize {
    let values = Values::new(structure, list.clone());
    let mut settled = 0;
    for _ in 0..3 {
        let (position, value) = &list[dice.roll(list.len())];
        let text = position.fen();
        let explanation = explain(prover, &text);
        assert_eq!(explanation.stopped, None, "{text}");
        let found = explanation.analysis.bounds;
        let value = result(*value);
        assert!(found.lower() <= value && value <= found.upper(), "{text}");
        let Some(exact) = found.exact() else { continue };
        compare_attacker(&explanation, position, exact);
        let maps = [Some(&explanation.map), explanation.other_map.as_ref()];
        for map in maps.into_iter().flatten() {
            settled += usize::from(compare_map(map, &values, position));
        }
        compare_turn(&explanation, &values, position);
        let counts = explanation.spare_moves;
        for (count, side) in [(counts.white, Side::White), (counts.black, Side::Black)] {
            if let Some(count) = count {
                assert_eq!(count, spare_moves(spare, position, side), "{side:?} {text}");
            }
        }
    }
    settled
}

/// The winner, in a draw the side to move if it has pawns.
fn compare_attacker(explanation: &Explanation, position: &NaivePosition, exact: Wdl) {
    let mover_has_pawns = match position.to_move {
        Side::White => !position.white_pawns.is_empty(),
        Side::Black => !position.black_pawns.is_empty(),
    };
    let expected = match exact {
        Wdl::Win => position.to_move,
        Wdl::Draw if mover_has_pawns => position.to_move,
        _ => position.to_move.other(),
    };
    let text = position.fen();
    assert_eq!(side(explanation.map.attacker), expected, "{text}");
    let other = explanation.other_map.as_ref();
    let other = other.map(|map| side(map.attacker));
    let expected = (exact == Wdl::Draw).then(|| expected.other());
    assert_eq!(other, expected, "{text}");
}

/// Where everything is settled the map is that of the specification, else it says no more. Was it?
fn compare_map(map: &Map, values: &Values, position: &NaivePosition) -> bool {
    let text = format!("{:?} {}", map.attacker, position.fen());
    let expected = values.sets(position, side(map.attacker));
    let found = sets(map);
    let is_sorted = |squares: &[_]| squares.is_sorted();
    assert!(is_sorted(&map.key_squares), "{text}");
    compare_classes(map, &text);
    compare_heat(map, values, position, &text);
    if map.is_complete() {
        assert_eq!(found, expected, "{text}");
        return true;
    }
    let pairs = |all: &specification::endings::sets::Sets| -> Vec<(String, String)> {
        let pairs = all.mutual_zugzwangs.iter();
        pairs.map(|(a, d, _)| (a.clone(), d.clone())).collect()
    };
    let known = pairs(&expected);
    assert!(
        pairs(&found).iter().all(|pair| known.contains(pair)),
        "{text}"
    );
    assert!(found.key_squares.is_subset(&expected.key_squares), "{text}");
    assert!(
        found
            .strong_key_squares
            .is_subset(&expected.strong_key_squares),
        "{text}"
    );
    for (square, defenders) in &found.corresponding {
        assert_eq!(
            Some(defenders),
            expected.corresponding.get(square),
            "{text}"
        );
    }
    false
}

/// Every square of the heat has the value of the position with the defender's king there; where everything is settled the others
/// are illegal.
fn compare_heat(map: &Map, values: &Values, position: &NaivePosition, text: &str) {
    let mover = position.to_move;
    for square in Square::all() {
        let mut kings = [position.white_king, position.black_king];
        let index = square.index();
        kings[usize::from(side(map.attacker) == Side::White)] = index;
        let value = values.value(mover, kings).map(result);
        let is_movers = side(map.attacker) == mover;
        let expected = value.map(|value| if is_movers { value } else { -value });
        let mut found = map.heat.iter().filter(|entry| entry.0 == square);
        let found = found.next().map(|entry| entry.1);
        assert!(found.is_none() || found == expected, "{square} {text}");
        // Where the defender's wins cost too much a draw may be taken for open.
        let may_be_open = !map.is_complete() || expected == Some(Wdl::Draw);
        assert!(may_be_open || found == expected, "{square} {text}");
    }
}

/// The same number is the same answer, and numbers begin with 1 and leave none out.
fn compare_classes(map: &Map, text: &str) {
    let mut last = 0;
    for (index, square) in map.corresponding.iter().enumerate() {
        let before = &map.corresponding[..index];
        for other in before {
            let same = other.defenders == square.defenders;
            assert_eq!(same, other.class == square.class, "{text}");
        }
        assert!(square.class <= last + 1, "{text}");
        last = last.max(square.class);
    }
}

/// The result with the other side to move.
fn compare_turn(explanation: &Explanation, values: &Values, position: &NaivePosition) {
    let kings = [position.white_king, position.black_king];
    let value = values.value(position.to_move.other(), kings).map(result);
    let found = explanation.other_side_to_move;
    let text = position.fen();
    assert_eq!(value.is_some(), found.is_some(), "{text}");
    if let (Some(value), Some(bounds)) = (value, found) {
        let within = |bounds: Bounds| bounds.lower() <= value && value <= bounds.upper();
        assert!(within(bounds), "{text}");
    }
}

/// By Newborn's rules, where everything must be settled. Returns how many maps were compared.
fn compare_newborn(structures: impl Iterator<Item = Structure>) -> usize {
    let (mut naive, mut dice) = (Naive::new(), Dice(1977));
    let mut compared = 0;
    for structure in structures {
        let prover = Prover::new(Rules::Newborn);
        let verdicts = naive.verdicts(&structure).into_iter();
        let list: Vec<_> = verdicts.map(|(position, v)| (position, v.value)).collect();
        let mut value = |position: &NaivePosition| naive.value(position);
        let settled = compare(&prover, &structure, list, &mut dice, &mut value);
        assert!(settled >= 3, "{structure:?}");
        compared += settled;
    }
    println!("{compared} maps");
    compared
}

#[test]
fn every_structure_of_a_pawn_against_the_king() {
    assert!(compare_newborn(sample::one_pawn()) >= 3 * 48);
}

#[test]
fn some_structures_of_a_pawn_each() {
    assert!(compare_newborn(sample::one_pawn_each().step_by(41)) > 150);
}

#[test]
#[ignore = "all of them: some minutes"]
fn every_structure_of_a_pawn_each() {
    assert!(compare_newborn(sample::one_pawn_each()) > 6000);
}

#[test]
fn random_structures_of_five_men() {
    let mut dice = Dice(13);
    let structures = (0..16).map(|_| sample::random_structure(&mut dice, 3, 200));
    assert!(compare_newborn(structures.collect::<Vec<_>>().into_iter()) >= 48);
}

/// The tests share what the specification solves.
fn chess() -> MutexGuard<'static, Chess> {
    static CHESS: LazyLock<Mutex<Chess>> = LazyLock::new(Mutex::default);
    CHESS.lock().unwrap_or_else(|failed| failed.into_inner())
}

/// By the rules of chess. Returns how many maps were settled.
fn compare_chess(structures: impl Iterator<Item = Structure>) -> usize {
    let mut dice = Dice(1936);
    let mut settled = 0;
    for structure in structures {
        let prover = Prover::new(Rules::Chess);
        let mut chess = chess();
        let list = chess.values_of_pawns(&structure);
        let mut value = |position: &NaivePosition| chess.value_of_pawns(position);
        settled += compare(&prover, &structure, list, &mut dice, &mut value);
    }
    println!("{settled} maps");
    settled
}

#[test]
fn every_structure_of_a_pawn_against_the_king_in_chess() {
    assert!(compare_chess(sample::one_pawn()) >= 3 * 48);
}

#[test]
fn some_structures_of_two_pawns_face_to_face_in_chess() {
    assert!(compare_chess(sample::face_to_face().step_by(9)) > 30);
}

#[test]
#[ignore = "solves classes of two pieces: two minutes"]
fn random_structures_of_a_pawn_each_in_chess() {
    let mut dice = Dice(7);
    let structures: Vec<_> = (0..8)
        .map(|_| sample::random_for_chess(&mut dice, [1, 1], 10))
        .collect();
    assert!(compare_chess(structures.into_iter()) > 8);
}
