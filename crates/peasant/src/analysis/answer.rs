//! What is proved about a position, as the caller gets it.

use std::cmp::Reverse;
use std::fmt;
use std::time::Duration;

use super::end::End;
use crate::board::{Color, Move, Position};
use crate::likelihood::Likelihood;
use crate::limits::Price;
use crate::limits::Stop;
use crate::opinion::Opinion;
use crate::rules::Rules;
use crate::value::{Bounds, Distance, Wdl};

/// The answer to a request: what is proved about a position. Results are those of the side to move unless they say otherwise.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Analysis {
    /// The position.
    pub position: Position,
    /// The rules it was solved by.
    pub rules: Rules,
    /// The result for the side to move.
    pub bounds: Bounds,
    /// Every move that the rules allow, best first. Empty if moves were not asked for.
    pub moves: Vec<MoveAnalysis>,
    /// The end of the matter, where the position is won or lost and that can be told.
    pub end: Option<End>,
    /// Plies to mate by the shortest way against the longest defence, where few men are left and that is exact.
    pub mate_in: Option<u16>,
    /// The moves that are proved to keep the result; empty while it is not exact, if there is no move, and if moves were not
    /// asked for.
    pub best: Vec<Move>,
    /// A line of best play, every move of which is proved to keep the result. The winner takes the shortest way to the end that
    /// is known. The loser takes what can be taken, unless that is known to end it in half the time; else it resists longest, or
    /// gives up two moves in all to run with a pawn or to leave the winner the fewest moves that win. In a draw both sides set
    /// the harder task. Empty while the result is not exact.
    pub line: Vec<Move>,
    /// The reason why the line ends where it does; `None` if there is no line.
    pub line_end: Option<LineEnd>,
    /// Lines that begin with other moves, the best first; see [`crate::Request::lines`].
    pub variations: Vec<Variation>,
    /// The limit that stopped the proof before everything was exact, or the counting of the distances, if one did.
    pub stopped: Option<Stop>,
    /// Endings that could not be solved and kept bounds open; empty if all is exact.
    pub reasons: Vec<Position>,
    /// What somebody thinks of it where it is not settled; the prover leaves it out.
    pub opinion: Option<Opinion>,
    /// How likely each result is: certain where it is proved; where it is open the prover leaves it out.
    pub likelihood: Option<Likelihood>,
    /// Tables from outside that were not checked have told something: what is proved here may lean on it.
    pub trusted: bool,
    /// The cost of the proof.
    pub statistics: Statistics,
}

/// A move and what is proved about it. The result is that of the side that makes the move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MoveAnalysis {
    /// The move.
    pub r#move: Move,
    /// The result for the side that makes it.
    pub bounds: Bounds,
    /// Plies to the next zeroing move, this move included; `None` for draws, where it is not known and where it was not
    /// asked for.
    pub distance: Option<Distance>,
    /// The end of the matter, counted from this move on; `None` for draws, by Newborn's rules, where the way leads through endings
    /// with promoted pieces that are too large to count, where a limit has stopped the proof, and where it was not asked for.
    pub end: Option<End>,
    /// Plies to mate, this move included, where that is exact; `None` else.
    pub mate_in: Option<u16>,
    /// How likely each result of an open move is for the side that makes it, if somebody else thinks so. The prover gives none.
    pub likelihood: Option<Likelihood>,
}

/// A line that begins with another move than the best, and goes on with best play.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Variation {
    /// The result for the side that begins it, which is proved.
    pub result: Wdl,
    /// The moves, at least one.
    pub line: Vec<Move>,
    /// The reason why it ends.
    pub line_end: LineEnd,
}

/// Reasons for a line to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineEnd {
    /// Checkmate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// The loser has a bare king and the winner a queen or a rook: the rest is in every book. The win is proved.
    PlainlyWon {
        /// The winner.
        winner: Color,
    },
    /// The winner has a queen or a rook, and the loser's pawns cannot get through: each promotion is prevented, or
    /// the new piece taken at once. That is proved.
    PawnsStopped {
        /// The winner.
        winner: Color,
    },
    /// A proved draw: the pawns of one side hold against a queen or a rook.
    PawnsHold {
        /// The side whose pawns they are.
        defender: Color,
    },
    /// A proved draw, with bare kings or promoted pieces and nothing more to take.
    Drawn,
    /// A promotion that decides, by Newborn's rules.
    Promotion,
    /// The position has occurred in the line before.
    Repetition,
    /// No move that goes on is proved to keep the result, or the way on is not known.
    Unproved,
    /// The line is as long as lines may be.
    TooLong,
}

impl LineEnd {
    /// The name that machine-readable output uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LineEnd::Mate => "mate",
            LineEnd::Stalemate => "stalemate",
            LineEnd::PlainlyWon { .. } => "plainly won",
            LineEnd::PawnsStopped { .. } => "pawns stopped",
            LineEnd::PawnsHold { .. } => "pawns hold",
            LineEnd::Drawn => "drawn",
            LineEnd::Promotion => "promotion",
            LineEnd::Repetition => "repetition",
            LineEnd::Unproved => "unproved",
            LineEnd::TooLong => "too long",
        }
    }
}

impl fmt::Display for LineEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The cost of a proof: structures, positions, memory in bytes, time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// Structures expanded or solved for this request.
    pub structures: u64,
    /// Structures by kind: without promoted pieces, with one, with two.
    pub by_pieces: [u64; 3],
    /// Single positions searched for this request. Beside a limit on structures 512 of them count as one.
    pub positions: u64,
    /// The structures that the result follows from, by kind: one proof, if the result is exact and there is time left to look.
    pub proof: Option<[u64; 3]>,
    /// Structures expanded or solved since the prover began, or forgot everything.
    pub stored_structures: u64,
    /// Bytes for structures and slices, those of earlier requests included.
    pub bytes: u64,
    /// Wall-clock time for everything.
    pub time: Duration,
    /// Time until the result of the position itself was exact; its moves and distances come later.
    pub result_time: Option<Duration>,
    /// What the proof of an open result needs at least, as far as that has been counted.
    pub price: Option<Price>,
}

impl Analysis {
    /// Nothing is known yet of a position and its moves.
    #[must_use]
    pub fn open(position: Position, rules: Rules) -> Analysis {
        let moves = rules.moves(&position).into_iter();
        Analysis {
            position,
            rules,
            bounds: Bounds::UNKNOWN,
            moves: moves
                .map(|m| MoveAnalysis::new(m, Bounds::UNKNOWN))
                .collect(),
            end: None,
            mate_in: None,
            best: Vec::new(),
            line: Vec::new(),
            line_end: None,
            variations: Vec::new(),
            stopped: None,
            reasons: Vec::new(),
            opinion: None,
            likelihood: None,
            trusted: false,
            statistics: Statistics::default(),
        }
    }
}

impl MoveAnalysis {
    /// A move of which nothing more is known.
    pub(crate) fn new(r#move: Move, bounds: Bounds) -> MoveAnalysis {
        MoveAnalysis {
            r#move,
            bounds,
            distance: None,
            end: None,
            mate_in: None,
            likelihood: None,
        }
    }

    /// Orders moves best first: by result, then the winner's shortest and the loser's longest way: to the end, or else to the
    /// next zeroing move.
    pub(crate) fn rank(&self) -> (Reverse<Wdl>, Reverse<Wdl>, i32, i32) {
        const FAR: i32 = u16::MAX as i32;
        let end = self.end.map_or(FAR, |end| i32::from(end.moves));
        let plies = self
            .distance
            .map_or(FAR, |distance| i32::from(distance.plies()));
        let sign = if self.bounds.exact() == Some(Wdl::Loss) {
            -1
        } else {
            1
        };
        (
            Reverse(self.bounds.lower()),
            Reverse(self.bounds.upper()),
            sign * end,
            sign * plies,
        )
    }
}
