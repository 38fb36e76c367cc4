//! Solving: every position of a pawn structure by sweeping over all of them until nothing changes.

use std::collections::HashMap;

use super::Wdl;
use super::board::{Board, Man, Side};
use super::moves::{Kind, NaiveMove, newborn_moves};
use super::newborn;
use super::position::{NaivePosition, Structure};
use super::verdict::{DRAW, Verdict, best, lost_in};

/// A verdict for each side to move, white king and black king; `None` for positions that are not legal.
pub struct Table {
    verdicts: Vec<Option<Verdict>>,
}

impl Table {
    fn empty() -> Table {
        Table {
            verdicts: vec![None; 2 * 64 * 64],
        }
    }

    fn get(&self, key: Key) -> Option<Verdict> {
        self.verdicts[key.index()]
    }

    fn set(&mut self, key: Key, verdict: Verdict) {
        self.verdicts[key.index()] = Some(verdict);
    }
}

/// What tells apart the positions of one structure.
#[derive(Clone, Copy)]
struct Key {
    to_move: Side,
    white_king: usize,
    black_king: usize,
}

impl Key {
    fn of(board: &Board, to_move: Side) -> Key {
        Key {
            to_move,
            white_king: board.king(Side::White),
            black_king: board.king(Side::Black),
        }
    }

    fn index(self) -> usize {
        let side = match self.to_move {
            Side::White => 0,
            Side::Black => 1,
        };
        (side * 64 + self.white_king) * 64 + self.black_king
    }
}

/// All a sweep needs to know of a position.
struct Node {
    key: Key,
    in_check: bool,
    /// What each zeroing move is worth to the side to move.
    zeroing_values: Vec<Wdl>,
    /// Where the king steps lead.
    king_steps: Vec<Key>,
}

impl Node {
    /// The verdict as far as it follows from the verdicts in the table.
    fn verdict(&self, known: &Table) -> Option<Verdict> {
        if self.zeroing_values.is_empty() && self.king_steps.is_empty() {
            return Some(match self.in_check {
                true => lost_in(0),
                false => DRAW,
            });
        }
        let zeroing_values = self.zeroing_values.iter().map(|&value| match value {
            Wdl::Draw => Some(DRAW),
            decided => Some(Verdict {
                value: decided,
                distance: Some(1),
            }),
        });
        let king_steps = self
            .king_steps
            .iter()
            .map(|&key| known.get(key).map(Verdict::before));
        best(zeroing_values.chain(king_steps))
    }
}

/// A move with what it is worth to the side that plays it. The distance counts the move itself; for a zeroing move it
/// is 1, for a drawing move there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    pub played: NaiveMove,
    pub verdict: Verdict,
}

/// The specification: solves structures when asked about them and remembers them.
#[derive(Default)]
pub struct Naive {
    /// The tables by the board without its kings.
    tables: HashMap<[u8; 64], Table>,
}

impl Naive {
    /// Nothing is solved yet.
    pub fn new() -> Naive {
        Naive::default()
    }

    /// How many structures have been solved so far.
    pub fn structures(&self) -> usize {
        self.tables.len()
    }

    /// The value for the side to move.
    pub fn value(&mut self, position: &NaivePosition) -> Wdl {
        self.verdict(position).value
    }

    /// Plies to the next zeroing move or mate, unless the position is drawn.
    pub fn distance(&mut self, position: &NaivePosition) -> Option<u16> {
        self.verdict(position).distance
    }

    /// Value and distance.
    pub fn verdict(&mut self, position: &NaivePosition) -> Verdict {
        assert!(position.is_legal(), "{position:?}");
        self.judge(&position.board(), position.to_move, position.en_passant)
    }

    /// Every legal position with these pawns, en-passant rights included, and its verdict.
    pub fn verdicts(&mut self, structure: &Structure) -> Vec<(NaivePosition, Verdict)> {
        let positions = structure.positions().into_iter();
        positions
            .map(|position| {
                let verdict = self.verdict(&position);
                (position, verdict)
            })
            .collect()
    }

    /// Every legal move with its value to the side that plays it.
    pub fn moves(&mut self, position: &NaivePosition) -> Vec<Judged> {
        let (board, side) = (position.board(), position.to_move);
        newborn_moves(&board, side, position.en_passant)
            .into_iter()
            .map(|(played, after)| Judged {
                played,
                verdict: self.judge_move(side, played, &after),
            })
            .collect()
    }

    fn judge_move(&mut self, side: Side, played: NaiveMove, after: &Board) -> Verdict {
        if !played.is_zeroing() {
            return self.judge(after, side.other(), None).before();
        }
        let value = self.zeroing_value(side, played, after);
        Verdict {
            value,
            distance: (value != Wdl::Draw).then_some(1),
        }
    }

    /// What a pawn move, capture or promotion that leads to this board is worth to the side that plays it.
    fn zeroing_value(&mut self, side: Side, played: NaiveMove, after: &Board) -> Wdl {
        if played.kind == Kind::Promotion(Man::Queen) {
            return newborn::promotion(after, side, |rest| self.judge(rest, side, None).value);
        }
        let right = played.right();
        self.judge(after, side.other(), right).value.for_the_other()
    }

    /// A position with an en-passant right is seen for one move only, so it is in no table: it is judged by its moves.
    /// If the pawn cannot be taken this gives the same as the table.
    fn judge(&mut self, board: &Board, to_move: Side, en_passant: Option<usize>) -> Verdict {
        if en_passant.is_some() {
            let node = self.node(board, to_move, en_passant);
            let verdict = node.verdict(self.table(board));
            return verdict.expect("all king steps lead to solved positions");
        }
        let verdict = self.table(board).get(Key::of(board, to_move));
        verdict.expect("the position is legal")
    }

    /// Fills the table of a structure, and before it those of all structures that can follow.
    pub fn solve(&mut self, structure: &Structure) {
        if let Some(position) = structure.quiet_positions().first() {
            self.table(&position.board());
        }
    }

    fn table(&mut self, board: &Board) -> &Table {
        let pawns = board.without_kings();
        if !self.tables.contains_key(&pawns) {
            let nodes: Vec<Node> = Structure::of(board)
                .quiet_positions()
                .iter()
                .map(|position| self.node(&position.board(), position.to_move, None))
                .collect();
            self.tables.insert(pawns, sweep(&nodes));
        }
        &self.tables[&pawns]
    }

    /// Looks up what the zeroing moves are worth, and lists the king steps.
    fn node(&mut self, board: &Board, side: Side, en_passant: Option<usize>) -> Node {
        let mut node = Node {
            key: Key::of(board, side),
            in_check: board.in_check(side),
            zeroing_values: Vec::new(),
            king_steps: Vec::new(),
        };
        for (played, after) in newborn_moves(board, side, en_passant) {
            match played.is_zeroing() {
                true => node
                    .zeroing_values
                    .push(self.zeroing_value(side, played, &after)),
                false => node.king_steps.push(Key::of(&after, side.other())),
            }
        }
        node
    }
}

/// Sweep number n finds the wins and losses of distance n, from those of smaller distances. A distance above one rests
/// on one that is smaller by one, so the first empty sweep after that is the last. All that is left is drawn.
fn sweep(nodes: &[Node]) -> Table {
    let mut known = Table::empty();
    for plies in 0.. {
        let found: Vec<(Key, Verdict)> = nodes
            .iter()
            .filter(|node| known.get(node.key).is_none())
            .filter_map(|node| Some((node.key, node.verdict(&known)?)))
            .filter(|(_, verdict)| verdict.distance == Some(plies))
            .collect();
        for &(key, verdict) in &found {
            known.set(key, verdict);
        }
        if found.is_empty() && plies > 1 {
            break;
        }
    }
    for node in nodes {
        if known.get(node.key).is_none() {
            known.set(node.key, DRAW);
        }
    }
    known
}
