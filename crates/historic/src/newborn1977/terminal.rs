//! The nine conditions under which PEASANT searches no further, in the words and with the numbers of Church's footnote.
//!
//! Each condition is a function of a node that answers with a value or not at all. They are asked in the order of [`ORDER`]; the first
//! that answers ends the line and is counted. The root is never asked.

use std::ops::Index;

use super::board::{Board, Key, rank_for};
use super::evaluate::Evaluation;
use super::passed::{
    moves_to_promote, outraces_pawns, outruns_king, passed_pawns, promotion_square,
};
use super::score::{Answer, DRAW, Value, WIN, guess};
use super::seen::Seen;
use super::{onepawn, twopawn};
use peasant::board::{Color, Position};
use peasant::kpk::Verdict;

/// A condition for a terminal node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// 1: the maximum depth is reached.
    MaximumDepth,
    /// 2: one side has one or two pawns and the other none: ONEPAWN or TWOPAWN decides. Our reading: no pawn at all is a draw.
    FewPawns,
    /// 3: a queen is on the board and the last move was not a promotion: who has more queens has won, equal ones draw. Our reading
    /// for the rest of Newborn's rules: a third promotion wins at once, and a queen that mates in reply only draws.
    Queen,
    /// 4: a passed pawn that the enemy king cannot catch, and that outraces all enemy pawns with a move to spare.
    RunningPawn,
    /// 5: the depth equals that of a node at which a win is already guaranteed. Our reading: a win so many plies from the root is
    /// known for one side on the way here, and nothing at this ply or below can be a quicker one.
    GuaranteedWin,
    /// 6: the same position occurred before at the same depth; with Church's correction, at any depth. Our reading: it counts if what
    /// was found then settles the question asked now.
    SeenBefore,
    /// 7: stalemate.
    Stalemate,
    /// 8: the position is the same as the one four plies higher: a draw. Our reading of "equivalent": the same.
    FourPliesHigher,
    /// 9: the winning side allows a draw by repetition. Our reading: the side that has just moved stands better by the evaluator, and
    /// has repeated a position of the line further up than four plies.
    WinnerRepeats,
}

impl Condition {
    /// All nine, by their numbers.
    pub const ALL: [Condition; 9] = [
        Condition::MaximumDepth,
        Condition::FewPawns,
        Condition::Queen,
        Condition::RunningPawn,
        Condition::GuaranteedWin,
        Condition::SeenBefore,
        Condition::Stalemate,
        Condition::FourPliesHigher,
        Condition::WinnerRepeats,
    ];

    /// The number in Church's list, 1 to 9.
    #[must_use]
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// A short name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Condition::MaximumDepth => "maximum depth",
            Condition::FewPawns => "one or two pawns against none",
            Condition::Queen => "a queen on the board",
            Condition::RunningPawn => "a pawn that cannot be caught",
            Condition::GuaranteedWin => "a win is guaranteed at this depth",
            Condition::SeenBefore => "the position occurred before",
            Condition::Stalemate => "stalemate",
            Condition::FourPliesHigher => "the same as four plies higher",
            Condition::WinnerRepeats => "the winning side allows a repetition",
        }
    }
}

/// The conditions that are switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conditions(u16);

impl Conditions {
    /// All nine.
    pub const ALL: Conditions = Conditions(0x1ff);

    /// These without one. The maximum depth stays, whatever is said: no search would end without it.
    #[must_use]
    pub const fn without(self, condition: Condition) -> Conditions {
        match condition {
            Condition::MaximumDepth => self,
            condition => Conditions(self.0 & !(1 << condition as u16)),
        }
    }

    /// True if the condition is switched on.
    #[must_use]
    pub const fn has(self, condition: Condition) -> bool {
        self.0 >> condition as u16 & 1 != 0
    }
}

/// Numbers of terminal nodes that each condition made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminals {
    counts: [u64; 9],
    mates: u64,
}

impl Terminals {
    /// All terminal nodes of the nine conditions.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Checkmates by pawns, which the list leaves out. They are terminal, whatever is switched off.
    #[must_use]
    pub const fn mates(&self) -> u64 {
        self.mates
    }

    pub(super) fn add(&mut self, condition: Condition) {
        self.counts[condition as usize] += 1;
    }
}

impl Index<Condition> for Terminals {
    type Output = u64;

    fn index(&self, condition: Condition) -> &u64 {
        &self.counts[condition as usize]
    }
}

/// What the conditions look at.
pub(super) struct Node<'a> {
    pub board: &'a Board,
    /// Plies from the root.
    pub ply: u32,
    /// The maximum depth.
    pub depth: u32,
    /// Was the last move a promotion?
    pub promoted: bool,
    /// The positions of the line, the root first, this one last; those with queens are left out.
    pub path: &'a [Key],
    /// What the mover has for sure, and what the opponent allows it.
    pub window: (Value, Value),
    /// What condition 6 remembers.
    pub seen: &'a Seen,
}

/// A condition's function: the answer for the mover, if the node is terminal.
type Test = fn(&Node) -> Option<Answer>;

/// The order in which the conditions are asked: what decides first, the guess last. Stalemate is found when the moves are made.
const ORDER: [(Condition, Test); 8] = [
    (Condition::Queen, queen),
    (Condition::FewPawns, few_pawns),
    (Condition::FourPliesHigher, four_plies_higher),
    (Condition::WinnerRepeats, winner_repeats),
    (Condition::GuaranteedWin, guaranteed_win),
    (Condition::SeenBefore, seen_before),
    (Condition::RunningPawn, running_pawn),
    (Condition::MaximumDepth, maximum_depth),
];

/// The first condition that makes the node terminal, and its answer for the mover.
pub(super) fn test(node: &Node, conditions: Conditions) -> Option<(Condition, Answer)> {
    let mut on = ORDER.iter().filter(|(c, _)| conditions.has(*c));
    on.find_map(|&(condition, test)| Some((condition, test(node)?)))
}

/// Condition 1.
fn maximum_depth(node: &Node) -> Option<Answer> {
    (node.ply >= node.depth).then(|| Answer::uncertain(estimate(node.board)))
}

/// Condition 2.
fn few_pawns(node: &Node) -> Option<Answer> {
    let board = node.board;
    let [white, black] = Color::BOTH.map(|color| board.pawns(color).count());
    let attacker = match (white, black) {
        _ if board.has_queen() => return None,
        (0, 0) => return Some(Answer::certain(DRAW)),
        (1 | 2, 0) => Color::White,
        (0, 1 | 2) => Color::Black,
        _ => return None,
    };
    let verdict = match white + black {
        1 => onepawn::judge(board, attacker),
        _ => twopawn::judge(board, attacker),
    };
    Some(Answer::certain(match verdict {
        Verdict::Drawn => DRAW,
        Verdict::Won => won_by(attacker, board, node.ply + to_do(board, attacker)),
    }))
}

/// How far a game with one or two pawns against none is from being over: the steps of the most advanced pawn, and less than one step for the
/// way of its king to where it promotes. It makes PEASANT go on.
fn to_do(board: &Board, attacker: Color) -> u32 {
    let pawns = board.pawns(attacker);
    let first = pawns.max_by_key(|&pawn| rank_for(attacker, pawn));
    first.map_or(0, |pawn| {
        let way = board
            .king(attacker)
            .distance(promotion_square(attacker, pawn));
        8 * (7 - rank_for(attacker, pawn)) + way
    })
}

/// Condition 3.
fn queen(node: &Node) -> Option<Answer> {
    let board = node.board;
    let [mine, theirs] = [board.turn(), !board.turn()].map(|color| board.queens(color));
    if !board.has_queen() || node.promoted && mine + theirs < 3 {
        return None;
    }
    Some(Answer::certain(match mine.cmp(&theirs) {
        std::cmp::Ordering::Greater => won_by(board.turn(), board, node.ply),
        std::cmp::Ordering::Less => won_by(!board.turn(), board, node.ply),
        std::cmp::Ordering::Equal => DRAW,
    }))
}

/// Condition 4. Our reading: the pawn's side is not in check with the move, and no pawn can be taken en passant.
fn running_pawn(node: &Node) -> Option<Answer> {
    let (side, moves) = runner(node.board)?;
    let value = won_by(side, node.board, node.ply + 2 * moves);
    Some(Answer::certain(value))
}

/// The side whose passed pawn cannot be caught, and how many moves the pawn needs.
fn runner(board: &Board) -> Option<(Color, u32)> {
    if board.has_queen() || board.en_passant().is_some() {
        return None;
    }
    Color::BOTH.into_iter().find_map(|side| {
        let moves = passed_pawns(board, side)
            .filter(|&pawn| outruns_king(board, side, pawn))
            .map(|pawn| moves_to_promote(side, pawn))
            .min()?;
        let runs = outraces_pawns(board, side, moves);
        (runs && !(board.turn() == side && board.in_check(side))).then_some((side, moves))
    })
}

/// The side that condition 4 says has won a position, whether or not the position has been searched.
#[must_use]
pub fn side_with_running_pawn(position: &Position) -> Option<Color> {
    let board = position.is_pawn_ending().then(|| Board::new(position))?;
    runner(&board).map(|(side, _)| side)
}

/// Condition 5. The value is a bound, and no result.
fn guaranteed_win(node: &Node) -> Option<Answer> {
    let best = WIN - node.ply as Value;
    if node.window.0 >= best {
        Some(Answer::uncertain(best))
    } else if node.window.1 <= -best {
        Some(Answer::uncertain(-best))
    } else {
        None
    }
}

/// Condition 6. What is remembered was found on another path, on which other positions were repetitions; conditions 8 and 9 can have
/// made it a draw there.
fn seen_before(node: &Node) -> Option<Answer> {
    if node.board.has_queen() {
        return None;
    }
    let key = *node.path.last()?;
    node.seen.settles(key, node.ply, node.window)
}

/// Condition 8.
fn four_plies_higher(node: &Node) -> Option<Answer> {
    if node.board.has_queen() {
        return None;
    }
    let (last, higher) = node.path.split_last()?;
    let fourth = higher.iter().rev().nth(3)?;
    (fourth == last).then_some(Answer::certain(DRAW))
}

/// Condition 9.
fn winner_repeats(node: &Node) -> Option<Answer> {
    if node.board.has_queen() {
        return None;
    }
    let (last, higher) = node.path.split_last()?;
    let repeated = higher
        .iter()
        .rev()
        .skip(5)
        .step_by(2)
        .any(|key| key == last);
    (repeated && estimate(node.board) < 0).then_some(Answer::certain(DRAW))
}

/// A node without moves: stalemate (condition 7), or mate. With the condition off a stalemate is a guess like any other.
/// After a promotion in reply the queens are equal, and having no move is a draw too, whether in check or not.
pub(super) fn without_moves(
    board: &Board,
    ply: u32,
    conditions: Conditions,
    terminals: &mut Terminals,
) -> Answer {
    let equal_queens =
        board.has_queen() && board.queens(Color::White) == board.queens(Color::Black);
    if board.in_check(board.turn()) && !equal_queens {
        terminals.mates += 1;
        return Answer::certain(-(WIN - ply as Value));
    }
    if conditions.has(Condition::Stalemate) {
        terminals.add(Condition::Stalemate);
        Answer::certain(DRAW)
    } else {
        Answer::uncertain(estimate(board))
    }
}

/// The evaluator's guess for the mover.
pub(super) fn estimate(board: &Board) -> Value {
    let total = Evaluation::of(board).total();
    guess(match board.turn() {
        Color::White => total,
        Color::Black => -total,
    })
}

/// A win so many plies from the root, for the mover.
fn won_by(winner: Color, board: &Board, plies: u32) -> Value {
    let win = WIN - plies as Value;
    if winner == board.turn() { win } else { -win }
}
