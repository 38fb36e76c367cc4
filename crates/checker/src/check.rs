//! The check: whether everything is so that a certificate says.

use std::fmt;

use crate::board::{BLACK, Board};
use crate::certificate::{Certificate, Strategy};
use crate::small::{MOST, Small};

/// Counts of what was looked at.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Positions with a move of a strategy.
    pub positions: u64,
    /// Moves: those of the strategies, and every answer.
    pub moves: u64,
    /// Positions of at most four men that were looked up.
    pub small: u64,
    /// The number of times that something was believed that is not proved here.
    pub believed: u64,
}

/// The first position at which a certificate is wrong, and why.
#[derive(Debug, PartialEq, Eq)]
pub struct Wrong {
    pub position: String,
    pub reason: String,
}

struct Checker<'c> {
    certificate: &'c Certificate,
    strategy: &'c Strategy,
    small: &'c mut Small,
    checked: &'c mut Checked,
    go_on: &'c mut dyn FnMut(u64, u64) -> bool,
    all: u64,
}

/// Checks a certificate. `small` may serve for several.
///
/// # Errors
/// The first position at which something is not so.
pub fn check(certificate: &Certificate, small: &mut Small) -> Result<Checked, Wrong> {
    check_with(certificate, small, &mut |_, _| true)
}

/// Checks a certificate, and tells on the way how many positions are done, and how many there are. Where the answer is no the check is left:
/// then the certificate is neither right nor wrong, and what is returned is an error.
///
/// # Errors
/// As [`check`]; or the position at which the check was left.
pub fn check_with(
    certificate: &Certificate,
    small: &mut Small,
    go_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Checked, Wrong> {
    let mut checked = Checked::default();
    let root = &certificate.root;
    let mut strategies = Vec::new();
    for (side, wins) in needed(certificate) {
        let mut found = certificate.strategies.iter();
        let Some(strategy) = found.find(|found| (found.side, found.wins) == (side, wins)) else {
            let does = if wins { "wins" } else { "holds" };
            return wrong(root, format!("nothing shows that {} {does}", name(side)));
        };
        strategies.push(strategy);
    }
    if strategies.is_empty() {
        return wrong(root, "nothing is claimed of it");
    }
    let all = strategies.iter().map(|strategy| strategy.positions.len() as u64).sum();
    for strategy in strategies {
        let checked = &mut checked;
        let mut checker =
            Checker { certificate, strategy, small, checked, go_on: &mut *go_on, all };
        checker.arrives(root, u32::MAX)?;
        for board in &strategy.positions {
            checker.step(board)?;
        }
    }
    Ok(checked)
}

/// The strategies that the bounds of the result ask for: who, and does he win?
fn needed(certificate: &Certificate) -> Vec<(u8, bool)> {
    let (mover, [lower, upper]) = (certificate.root.turn, certificate.bounds);
    let at_least = (lower > 0).then_some((mover, lower == 2));
    let at_most = (upper < 2).then_some((mover ^ BLACK, upper == 0));
    at_least.into_iter().chain(at_most).collect()
}

fn name(side: u8) -> &'static str {
    if side == 0 { "White" } else { "Black" }
}

fn wrong<T>(board: &Board, reason: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong { position: board.fen(), reason: reason.into() })
}

impl Checker<'_> {
    /// A position of the strategy: its move is legal and keeps what is claimed, whatever the answer.
    fn step(&mut self, board: &Board) -> Result<(), Wrong> {
        let strategy = self.strategy;
        let Some(&(m, rank)) = strategy.moves.get(&board.key()) else {
            return wrong(board, "it has no move");
        };
        if let Some(fault) = board.fault() {
            return wrong(board, format!("no position: {fault}"));
        }
        self.checked.positions += 1;
        self.checked.moves += 1;
        if !board.legal_moves().contains(&m) {
            return wrong(board, format!("the move {m} is illegal"));
        }
        self.arrives(&board.play(m), rank)
    }

    /// The play has come to a position: it is an end as claimed, or the strategy goes on, in fewer moves than `rank`.
    fn arrives(&mut self, board: &Board, rank: u32) -> Result<(), Wrong> {
        if !(self.go_on)(self.checked.positions, self.all) {
            return wrong(board, "the check was left");
        }
        let (side, wins) = (self.strategy.side, self.strategy.wins);
        let aim = if wins { "win" } else { "hold" };
        match self.end(board) {
            Some(true) => return Ok(()),
            Some(false) => return wrong(board, format!("{} does not {aim}", name(side))),
            None => {}
        }
        if board.turn == side {
            return match self.strategy.moves.get(&board.key()) {
                Some(&(_, next)) if !wins || next < rank => Ok(()),
                Some((_, next)) => {
                    wrong(board, format!("the rank does not fall: {next} after {rank}"))
                }
                None => wrong(board, format!("{} has no move here", name(side))),
            };
        }
        for answer in board.legal_moves() {
            self.checked.moves += 1;
            self.arrives(&board.play(answer), rank)?;
        }
        Ok(())
    }

    /// Is the claim true where play ends? `None`: it goes on.
    fn end(&mut self, board: &Board) -> Option<bool> {
        let Strategy { side, wins, .. } = *self.strategy;
        let other = side ^ BLACK;
        if board.count() <= MOST {
            self.checked.small += 1;
            return Some(self.small.wins(board, if wins { side } else { other }) == wins);
        }
        if board.is_bare(other) && !wins {
            return Some(true);
        }
        // What is believed may end the play where it is enough for the claim; where it is not, the play goes on.
        if let Some(&[lower, upper, _]) = self.certificate.trusted.get(&board.key()) {
            let least = if board.turn == side { lower } else { 2 - upper };
            if least > u8::from(wins) {
                self.checked.believed += 1;
                return Some(true);
            }
        }
        if !board.legal_moves().is_empty() {
            return None;
        }
        let mated = board.in_check(board.turn);
        Some(if wins { mated && board.turn == other } else { !mated || board.turn == other })
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Checked { positions, moves, small, believed } = self;
        write!(f, "{positions} positions, {moves} moves, {small} positions of at most four men")?;
        if *believed == 0 { Ok(()) } else { write!(f, ", {believed} times something believed") }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.position, self.reason)
    }
}

impl std::error::Error for Wrong {}
