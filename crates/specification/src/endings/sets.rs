//! What a teacher would mark on the board: key squares, mutual zugzwangs, corresponding squares, spare moves, each looked up
//! in the values of all positions by the letter of its definition.
//!
//! The *attacker* is the side whose win is in question, the *defender* the other. Squares are told by their names.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::Wdl;
use super::board::{DIRECTIONS, Side, Square, step};
use super::moves::{Kind, newborn_moves};
use super::position::{NaivePosition, Structure, name};

/// The values of all positions of a structure without en-passant rights.
pub struct Values {
    structure: Structure,
    values: HashMap<(Side, Square, Square), Wdl>,
}

/// The sets of one attacker.
#[derive(Debug, PartialEq, Eq)]
pub struct Sets {
    /// Where the attacker's king wins with the defender to move, wherever the defender's king is; none if it does so
    /// everywhere.
    pub key_squares: BTreeSet<String>,
    /// The same whoever is to move.
    pub strong_key_squares: BTreeSet<String>,
    /// The attacker's king, the defender's king, and whether the attacker, to move, even loses.
    pub mutual_zugzwangs: BTreeSet<(String, String, bool)>,
    /// For squares of the attacker those of the defender that hold in time; those without any are left out.
    pub corresponding: BTreeMap<String, BTreeSet<String>>,
}

impl Values {
    /// From a list of the positions of a structure and their values.
    pub fn new(
        structure: &Structure,
        list: impl IntoIterator<Item = (NaivePosition, Wdl)>,
    ) -> Values {
        let quiet = list
            .into_iter()
            .filter(|(position, _)| position.en_passant.is_none());
        let values = quiet.map(|(position, value)| {
            let key = (position.to_move, position.white_king, position.black_king);
            (key, value)
        });
        Values {
            structure: structure.clone(),
            values: values.collect(),
        }
    }

    /// The value for the side to move, if the position is legal.
    pub fn value(&self, to_move: Side, [white, black]: [Square; 2]) -> Option<Wdl> {
        self.values.get(&(to_move, white, black)).copied()
    }

    /// The sets of an attacker, as they are for this position.
    pub fn sets(&self, position: &NaivePosition, attacker: Side) -> Sets {
        let game = Game {
            values: self,
            attacker,
        };
        let zugzwangs = pairs().filter_map(|(a, d)| {
            let full_point = game.zugzwang(a, d)?;
            Some((name(a), name(d), full_point))
        });
        Sets {
            key_squares: names(game.key_squares(false)),
            strong_key_squares: names(game.key_squares(true)),
            mutual_zugzwangs: zugzwangs.collect(),
            corresponding: game.corresponding(position),
        }
    }
}

fn names(squares: Vec<Square>) -> BTreeSet<String> {
    squares.into_iter().map(name).collect()
}

fn pairs() -> impl Iterator<Item = (Square, Square)> {
    (0..64).flat_map(|a| (0..64).map(move |d| (a, d)))
}

/// One side's attempt to win.
struct Game<'a> {
    values: &'a Values,
    attacker: Side,
}

impl Game<'_> {
    fn kings(&self, a: Square, d: Square) -> [Square; 2] {
        match self.attacker {
            Side::White => [a, d],
            Side::Black => [d, a],
        }
    }

    /// The attacker's value with the attacker to move.
    fn attacking(&self, a: Square, d: Square) -> Option<Wdl> {
        self.values.value(self.attacker, self.kings(a, d))
    }

    /// The defender's value with the defender to move.
    fn defending(&self, a: Square, d: Square) -> Option<Wdl> {
        self.values.value(self.attacker.other(), self.kings(a, d))
    }

    /// Could the defender's king take a man at once?
    fn takes(&self, a: Square, d: Square) -> bool {
        let [white_king, black_king] = self.kings(a, d);
        let Structure { white, black } = self.values.structure.clone();
        let position = NaivePosition {
            white_king,
            black_king,
            white_pawns: white,
            black_pawns: black,
            to_move: self.attacker.other(),
            en_passant: None,
        };
        let board = position.board();
        let king = board.king(position.to_move);
        newborn_moves(&board, position.to_move, None)
            .iter()
            .any(|(played, _)| played.from == king && played.kind == Kind::Capture)
    }

    fn key_squares(&self, whoever_moves: bool) -> Vec<Square> {
        let (mut all, mut keys) = (0, Vec::new());
        for a in 0..64 {
            // Kings do not stand beside each other, so that no capture is looked for there.
            let legal =
                |d: &Square| self.defending(a, *d).is_some() || self.attacking(a, *d).is_some();
            let asked: Vec<Square> = (0..64)
                .filter(legal)
                .filter(|&d| !self.takes(a, d))
                .collect();
            if asked.iter().all(|&d| self.defending(a, d).is_none()) {
                continue;
            }
            all += 1;
            let wins = |&d: &Square| {
                let waiting = self.defending(a, d).is_none_or(|value| value == Wdl::Loss);
                let moving = self.attacking(a, d).is_none_or(|value| value == Wdl::Win);
                waiting && (moving || !whoever_moves)
            };
            if asked.iter().all(wins) {
                keys.push(a);
            }
        }
        if keys.len() == all { Vec::new() } else { keys }
    }

    /// Is it a mutual zugzwang, and if so, does the attacker even lose?
    fn zugzwang(&self, a: Square, d: Square) -> Option<bool> {
        let (attacking, defending) = (self.attacking(a, d)?, self.defending(a, d)?);
        let is_zugzwang = defending == Wdl::Loss && attacking != Wdl::Win;
        is_zugzwang.then_some(attacking == Wdl::Loss)
    }

    fn corresponding(&self, position: &NaivePosition) -> BTreeMap<String, BTreeSet<String>> {
        let attackers = walk(position, self.attacker);
        let defenders = walk(position, self.attacker.other());
        let first = usize::from(position.to_move != self.attacker);
        let mut found = BTreeMap::new();
        for (a, moves) in attackers {
            let in_time = defenders.iter().filter(|(_, need)| **need <= moves + first);
            let holds = in_time.map(|(d, _)| *d).filter(|&d| {
                let value = self.attacking(a, d);
                value.is_some_and(|value| value != Wdl::Win)
            });
            let holds = names(holds.collect());
            if !holds.is_empty() {
                found.insert(name(a), holds);
            }
        }
        found
    }
}

/// The squares that a king can reach around all pawns and the squares that the other side's pawns hit, and in how many
/// moves.
fn walk(position: &NaivePosition, side: Side) -> BTreeMap<Square, usize> {
    let (king, enemies) = match side {
        Side::White => (position.white_king, &position.black_pawns),
        Side::Black => (position.black_king, &position.white_pawns),
    };
    let is_hit = |square| {
        [-1, 1].iter().any(|&files| {
            let pawn = step(square, (files, side.forward()));
            pawn.is_some_and(|pawn| enemies.contains(&pawn))
        })
    };
    let is_free = |square: &Square| {
        !position.white_pawns.contains(square)
            && !position.black_pawns.contains(square)
            && !is_hit(*square)
    };
    let mut moves = BTreeMap::from([(king, 0)]);
    for count in 1..64 {
        let edge: Vec<Square> = moves.keys().copied().collect();
        for from in edge {
            let steps = DIRECTIONS.iter().filter_map(|&way| step(from, way));
            for to in steps.filter(is_free) {
                moves.entry(to).or_insert(count);
            }
        }
    }
    moves
}

/// How many pawn moves a side can make in a row, the other one passing, so that after each the results with either side to
/// move are what they were. Captures and promotions do not count. `value` is that for the side to move.
pub fn spare_moves(
    value: &mut dyn FnMut(&NaivePosition) -> Wdl,
    position: &NaivePosition,
    side: Side,
) -> u32 {
    let mine = NaivePosition {
        to_move: side,
        en_passant: None,
        ..position.clone()
    };
    let expected = results(value, &mine);
    longest(value, &mine, expected, &mut HashMap::new())
}

/// The results with White to move and with Black to move.
fn results(
    value: &mut dyn FnMut(&NaivePosition) -> Wdl,
    position: &NaivePosition,
) -> [Option<Wdl>; 2] {
    Side::BOTH.map(|to_move| {
        let en_passant = position.en_passant.filter(|_| to_move == position.to_move);
        let turned = NaivePosition {
            to_move,
            en_passant,
            ..position.clone()
        };
        turned.is_legal().then(|| value(&turned))
    })
}

fn longest(
    value: &mut dyn FnMut(&NaivePosition) -> Wdl,
    mine: &NaivePosition,
    expected: [Option<Wdl>; 2],
    known: &mut HashMap<NaivePosition, u32>,
) -> u32 {
    if !mine.is_legal() {
        return 0;
    }
    if let Some(&count) = known.get(mine) {
        return count;
    }
    let side = mine.to_move;
    let mut most = 0;
    for (played, after) in newborn_moves(&mine.board(), side, None) {
        if !matches!(played.kind, Kind::PawnStep | Kind::DoubleStep) {
            continue;
        }
        let right = played.right();
        let after = NaivePosition::of(&after, side.other(), right);
        if results(value, &after) == expected {
            let again = NaivePosition {
                to_move: side,
                en_passant: None,
                ..after
            };
            most = most.max(1 + longest(value, &again, expected, known));
        }
    }
    known.insert(mine.clone(), most);
    most
}
