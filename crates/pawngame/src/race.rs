//! Races: pawns that run home whatever the other side does.

use super::board::{Geometry, rank};
use super::rules::NoMove;

/// Every square but the highest of each file.
const NOT_HIGH: u64 = !rank(7);

/// Two sides in a race; the runner's side moves up.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// Pawns of the side that wants to run.
    pub runners: u64,
    /// Pawns of the other side.
    pub others: u64,
    /// A square on which the others can take en passant at once, if they are to move.
    pub passed: u64,
    /// Do the others make the next move?
    pub others_first: bool,
    /// Where runners win.
    pub goal: u64,
    /// Where the others win.
    pub others_goal: u64,
    /// Squares from which runners may go two squares.
    pub home: u64,
    /// The same for the others.
    pub others_home: u64,
}

impl Race {
    /// The race of a side that is to move and moves up.
    pub const fn new(runners: u64, others: u64, geometry: &Geometry) -> Race {
        Race {
            runners,
            others,
            passed: 0,
            others_first: false,
            goal: geometry.goal,
            others_goal: geometry.their_goal,
            home: geometry.home,
            others_home: geometry.their_home,
        }
    }

    /// Does a pawn run home, whatever the others do, if it alone moves?
    ///
    /// The others are given more than they have: every pawn of theirs may make all their moves. What they can occupy or attack
    /// in time stops a runner; if they can be home before it, or run out of moves where that is a draw, nothing is claimed.
    /// One move of the others makes at most one of their pawns that can step unable to: with `k` such pawns they have a
    /// move for `k` turns.
    pub fn is_won(&self, no_move: NoMove) -> bool {
        let mut runners = self.candidates();
        if runners == 0 {
            return false;
        }
        let blockers = self.runners & !runners;
        let mut reached = self.others;
        let mut turns = 0;
        if self.others_first {
            runners &= !(attacks(reached) | self.passed >> 1 | self.passed << 1);
            reached = self.spread(reached, blockers) | self.passed;
            turns = 1;
        }
        while runners != 0 {
            if reached & self.others_goal != 0 {
                return false;
            }
            let free = !(reached | blockers);
            let stepped = (runners << 1) & free;
            let safe = !attacks(reached);
            let doubled = ((runners & self.home) << 1 & free & safe) << 1 & free;
            if (stepped | doubled) & self.goal != 0 {
                return no_move != NoMove::Draw || self.others_move_for(turns, reached);
            }
            runners = (stepped | doubled) & safe;
            reached = self.spread(reached, blockers);
            turns += 1;
        }
        false
    }

    /// Foremost pawns with no pawn of the others before them.
    const fn candidates(&self) -> u64 {
        let mut below = ((self.others | self.runners) >> 1) & NOT_HIGH;
        below |= (below >> 1) & NOT_HIGH;
        below |= (below >> 2) & 0x3f3f_3f3f_3f3f_3f3f;
        below |= (below >> 4) & 0x0f0f_0f0f_0f0f_0f0f;
        self.runners & !below
    }

    /// What the others may occupy one move later.
    const fn spread(&self, reached: u64, blockers: u64) -> u64 {
        let stepped = (reached >> 1) & !blockers;
        let doubled = (((reached & self.others_home) >> 1) & !blockers) >> 1 & !blockers;
        let taken = attacks(reached) & self.runners;
        reached | stepped | doubled | taken
    }

    /// Do the others have a move for so many turns, whatever they do?
    fn others_move_for(&self, turns: u32, reached: u64) -> bool {
        let free = !(self.runners | self.others);
        let movable = self.others & (free << 1);
        if movable.count_ones() >= turns {
            return true;
        }
        if attacks(reached) & self.runners != 0 || self.passed != 0 {
            return false;
        }
        // They stay on their files: together they can make every step that lies before them, double steps count once.
        let steps = (reached & !self.others).count_ones();
        let doubles = (movable & self.others_home & (free << 2)).count_ones();
        steps >= turns + doubles
    }
}

/// Squares that pawns moving down attack.
const fn attacks(pawns: u64) -> u64 {
    (pawns >> 9) | (pawns << 7)
}

#[cfg(test)]
mod tests;
