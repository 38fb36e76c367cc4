//! Gamelets: small islands, solved once, whose sums are decided without search.
//!
//! An island's fate does not depend on the rest of the board, but the players may move elsewhere. So an island is solved for an
//! *attacker*, who moves up, against a *defender*, under three suppositions:
//!
//! - the defender may pass as often as it likes, the attacker never does: in how many moves does the attacker promote at the
//!   latest? (The island is *strongly won* then.)
//! - only the attacker may pass, and the defender answers each of its moves here: does the attacker ever promote? (If not, the
//!   island is *answered*.)
//! - only the defender moves: how soon can it promote, and how soon can it be without a move?
//!
//! From these follow three rules for sums (see [`Sum`]). En passant does not couple islands: a right is used at once or
//! never, and every answer here holds with it and without.

use std::sync::atomic::Ordering;

use super::board::{Board, Geometry, Step};
use super::files::{FILE_BITS, FileCodes};
use super::rules::NoMove;
use super::storage::Storage;
use peasant::value::{Bounds, Wdl};

/// Files of a gamelet, at most.
pub const MAX_FILES: u32 = 3;
/// Pawns of a gamelet, at most: larger islands cost more than they save.
pub const MAX_PAWNS: u32 = 5;
/// log2 of the number of gamelets that are stored.
const STORED_BITS: u32 = 20;
/// Bits of an island's name.
const NAME_BITS: u32 = FILE_BITS * MAX_FILES;
/// It does not happen.
pub const NEVER: u8 = 15;

/// An island, solved for the attacker who moves up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gamelet {
    /// The attacker begins and promotes with this move of its own at the latest, whatever the defender does, passing included.
    pub begins: u8,
    /// The same if the defender begins.
    pub follows: u8,
    /// The defender has an answer to every move of the attacker, in this island, that keeps it from losing.
    pub answered: bool,
    /// The defender can promote with this move of its own, and not before, if the attacker does not move here.
    pub quickest: u8,
    /// The defender has so many moves at least, whatever it chooses, if the attacker does not move here.
    pub tempi: u8,
}

/// Solved islands, shared by threads without locks: a word holds an island and its gamelet.
pub struct Gamelets {
    words: Storage,
    codes: FileCodes,
    geometry: Geometry,
}

/// The islands of a position, as the player to move sees them.
#[derive(Clone, Copy, Debug)]
pub struct Sum<'g> {
    /// The player to move attacks.
    pub ours: &'g [Gamelet],
    /// The opponent attacks; the same islands turned over.
    pub theirs: &'g [Gamelet],
}

impl Gamelets {
    pub fn new(geometry: &Geometry) -> Option<Gamelets> {
        Some(Gamelets {
            words: Storage::new(1 << STORED_BITS)?,
            codes: FileCodes::new(geometry),
            geometry: *geometry,
        })
    }

    /// The gamelet of an island of [`MAX_FILES`] files at most, from the a-file on. The attacker's pawns come first.
    pub fn get(&self, attacker: u64, defender: u64) -> Gamelet {
        let board = Board {
            us: attacker,
            them: defender,
            passed: 0,
        };
        let name = self.name(&board);
        let hash = name.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let word = &self.words.get()[(hash >> (64 - STORED_BITS)) as usize];
        let kept = word.load(Ordering::Relaxed);
        if kept & ((1 << NAME_BITS) - 1) == name && kept != 0 {
            return Gamelet::unpack(kept >> NAME_BITS);
        }
        let gamelet = self.solve(&board);
        word.store(gamelet.pack() << NAME_BITS | name, Ordering::Relaxed);
        gamelet
    }

    fn name(&self, board: &Board) -> u64 {
        let (us, them) = (board.us.to_le_bytes(), board.them.to_le_bytes());
        let files = 0..MAX_FILES as usize;
        { files }.rev().fold(0, |name, file| {
            name << FILE_BITS | u64::from(self.codes.get(us[file], them[file]))
        })
    }

    /// Solves an island, the attacker to move, from what its moves lead to.
    fn solve(&self, board: &Board) -> Gamelet {
        let turned = self.turned(board);
        Gamelet {
            begins: self.begins(board),
            follows: self.follows_later(board, &turned),
            answered: self.is_answered(board),
            quickest: self.quickest(&turned),
            tempi: self.tempi(&turned),
        }
    }

    /// The same pawns seen by the other player, who has no right to take en passant.
    fn turned(&self, board: &Board) -> Board {
        Board {
            us: self.geometry.turn(board.them),
            them: self.geometry.turn(board.us),
            passed: 0,
        }
    }

    /// What is known of the island of a board without a right, the attacker to move or the defender.
    fn later(&self, board: &Board) -> Gamelet {
        self.get(board.us, board.them)
    }

    /// The attacker moves. Moves that it needs, or [`NEVER`].
    fn begins(&self, board: &Board) -> u8 {
        let geometry = &self.geometry;
        if board.wins_at_once(geometry) {
            return 1;
        }
        let moves = board
            .steps(geometry)
            .map(|step| self.follows(&board.after(step, geometry)));
        moves.min().map_or(NEVER, |moves| NEVER.min(moves + 1))
    }

    /// The defender moves, or passes.
    fn follows(&self, board: &Board) -> u8 {
        let passes = self.turned(board);
        if board.passed == 0 {
            self.later(&passes).follows
        } else {
            self.follows_later(&passes, board)
        }
    }

    /// The defender passes, or makes a move in its own board.
    fn follows_later(&self, passes: &Board, board: &Board) -> u8 {
        let geometry = &self.geometry;
        if board.wins_at_once(geometry) {
            return NEVER;
        }
        let begins = |board: &Board| match board.passed {
            0 => self.later(board).begins,
            _ => self.begins(board),
        };
        let moves = board
            .steps(geometry)
            .map(|step| begins(&board.after(step, geometry)));
        moves.max().unwrap_or(0).max(self.begins(passes))
    }

    /// The attacker moves: is there an answer to everything?
    fn is_answered(&self, board: &Board) -> bool {
        let geometry = &self.geometry;
        // With a right, the attacker may also come back when the right is gone.
        let holds = |board: &Board| {
            let later = self.get(board.us, board.them).answered;
            later && (board.passed == 0 || self.is_answered(board))
        };
        board.steps(geometry).all(|step| {
            let after = board.after(step, geometry);
            let mut answers = after.steps(geometry);
            step.to & geometry.goal == 0
                && (after.wins_at_once(geometry)
                    || answers.any(|answer| holds(&after.after(answer, geometry))))
        })
    }

    /// Only the defender moves, on its own board: when can it promote?
    fn quickest(&self, board: &Board) -> u8 {
        let geometry = &self.geometry;
        if board.wins_at_once(geometry) {
            return 1;
        }
        let next = |step| {
            let after = board.after(step, geometry);
            NEVER.min(self.get(after.us, after.them).quickest + 1)
        };
        board.steps(geometry).map(next).min().unwrap_or(NEVER)
    }

    /// Only the defender moves, on its own board: when can it be without a move?
    fn tempi(&self, board: &Board) -> u8 {
        let geometry = &self.geometry;
        if !board.can_move() {
            return 0;
        }
        let next = |step: Step| {
            if step.to & geometry.goal != 0 {
                return NEVER;
            }
            let after = board.after(step, geometry);
            NEVER.min(self.get(after.us, after.them).tempi + 1)
        };
        board.steps(geometry).map(next).min().unwrap_or(NEVER)
    }
}

impl Gamelet {
    /// An empty island.
    pub const NONE: Gamelet = Gamelet {
        begins: NEVER,
        follows: NEVER,
        answered: true,
        quickest: NEVER,
        tempi: 0,
    };

    fn pack(self) -> u64 {
        let numbers = [self.begins, self.follows, self.quickest, self.tempi];
        let packed = numbers
            .iter()
            .fold(u64::from(self.answered), |sum, &number| {
                sum << 4 | u64::from(number)
            });
        packed << 1 | 1
    }

    fn unpack(bits: u64) -> Gamelet {
        let number = |shift: u32| (bits >> (shift + 1) & 15) as u8;
        Gamelet {
            begins: number(12),
            follows: number(8),
            quickest: number(4),
            tempi: number(0),
            answered: bits >> 17 & 1 != 0,
        }
    }
}

impl Sum<'_> {
    /// What follows for the player to move. These rules are sound and not complete:
    ///
    /// 1. *Strongly won.* The attacker plays in one island only and promotes there with its n-th move. Meanwhile the defender may
    ///    move elsewhere; it must not promote there in time, nor run out of moves where that is a draw.
    /// 2. The same for the opponent, who moves second.
    /// 3. *Answered.* If the opponent has an answer to everything in every island, it answers where the player to move moves,
    ///    and always has a move: the player to move cannot win, and loses where being without a move is a loss.
    pub fn bounds(&self, no_move: NoMove) -> Bounds {
        let islands = 0..self.ours.len();
        let wins = |attack: &[Gamelet], index: usize, moves: u8, turns: u8| {
            moves < NEVER && in_time(attack, index, turns, no_move)
        };
        if { islands.clone() }.any(|i| {
            let moves = self.ours[i].begins;
            wins(self.ours, i, moves, moves.wrapping_sub(1))
        }) {
            return Bounds::exactly(Wdl::Win);
        }
        if { islands }.any(|i| {
            let moves = self.theirs[i].follows;
            wins(self.theirs, i, moves, moves)
        }) {
            return Bounds::exactly(Wdl::Loss);
        }
        if !self.ours.iter().all(|gamelet| gamelet.answered) {
            return Bounds::UNKNOWN;
        }
        match no_move {
            NoMove::Loss => Bounds::exactly(Wdl::Loss),
            NoMove::Draw | NoMove::Alburt => Bounds::at_most(Wdl::Draw),
        }
    }
}

/// Is the defender, in all islands but one, kept from promoting for so many turns, and does it have moves for them?
fn in_time(attack: &[Gamelet], except: usize, turns: u8, no_move: NoMove) -> bool {
    let others = || {
        let all = attack.iter().enumerate();
        all.filter(move |(index, _)| *index != except)
            .map(|(_, gamelet)| gamelet)
    };
    let tempi: u32 = others().map(|gamelet| u32::from(gamelet.tempi)).sum();
    others().all(|gamelet| gamelet.quickest > turns)
        && (no_move != NoMove::Draw || tempi >= u32::from(turns))
}

#[cfg(test)]
mod tests;
