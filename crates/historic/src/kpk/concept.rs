//! What the perfect rules count.

use super::plan::{Moment, steps, zone};
use peasant::board::{Bitboard, Square};
use peasant::kpk::{Placement, key_squares};

/// Something that is counted on the board, the attacker to move. A *race* to a square is how many
/// steps the attacker's king is ahead of the defender's, each counted over an empty board; in a
/// *walking race* each king walks round the squares that the other one keeps it from now. Counts
/// are cut off at -9 and 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concept {
    /// Files from the pawn to the edge; 0 is a rook pawn.
    PawnFile,
    /// The pawn's rank, 2 to 7.
    PawnRank,
    /// The rank of the attacker's king, 1 to 8.
    AttackerRank,
    /// Ranks that the attacker's king is ahead of the pawn.
    AttackerAhead,
    /// Ranks that the defender is ahead of the pawn.
    DefenderAhead,
    /// Files from the defender to the pawn's.
    DefenderFiles,
    /// Files that the defender is further from the pawn's file than the attacker's king.
    FileRace,
    /// Ranks that the defender is above the attacker's king.
    DefenderAbove,
    /// Ranks between the kings' ranks, either way.
    KingsRanks,
    /// Steps between the kings.
    KingsApart,
    /// Files, with the kings on the same side of the pawn's file, that the defender is further out than the
    /// attacker's is; else -9.
    FurtherOut,
    /// 1 if the defender stands above the attacker's king on its file, else 0.
    SameFile,
    /// Moves that the defender is late if the pawn runs at once.
    Run,
    /// Moves that the defender is late for the best plan of the attacker's king.
    Plan,
    /// Moves that it is late for a run after the best king step that does not stalemate.
    RunAfterStep,
    /// Moves that it is late for a plan after the best king step.
    PlanAfterStep,
    /// The best race to a key square after a king step.
    KeyRaceAfterStep,
    /// The race to the stop square after a king step.
    StopRaceAfterStep,
    /// 1 if a king step takes the opposition with one square between, on a file or a rank, else 0.
    TakesOpposition,
    /// Moves that it is late for a plan after a push of the pawn; -9 if there is none, or it would promote.
    PlanAfterPush,
    /// 1 if a push of the pawn leaves the defender to move in opposition, 0 if it does not, -9 if
    /// there is none.
    PushIntoOpposition,
    /// Moves that the defender is late if the pawn runs on after a single step; -9 if there
    /// is none.
    RunAfterPush,
    /// The attacker's steps to the pawn.
    AttackerToPawn,
    /// The defender's steps to the pawn.
    DefenderToPawn,
    /// The walking race to the pawn.
    PawnWalkRace,
    /// The defender's steps to the stop square.
    DefenderToStop,
    /// The race to the stop square.
    StopRace,
    /// The race to the second square ahead of the pawn.
    SecondRace,
    /// The walking race to the second square ahead of the pawn.
    SecondWalkRace,
    /// The defender's steps to the promotion square.
    DefenderToPromotion,
    /// The defender's steps to the nearest key square.
    DefenderToKey,
    /// The best race to a key square.
    KeyRace,
    /// The best walking race to a key square.
    KeyWalkRace,
    /// The best race to a key square of the pawn two ranks on.
    ThirdKeyRace,
    /// The best walking race to a square diagonally ahead of the pawn.
    DiagonalWalkRace,
}

impl Concept {
    /// The count, for a position with the attacker to move.
    #[must_use]
    pub fn count(self, p: Placement) -> i32 {
        self.place(p).clamp(-9, 9)
    }

    /// Where the men stand.
    fn place(self, p: Placement) -> i32 {
        let (attacker, defender, pawn) = (p.attacker(), p.defender(), p.pawn());
        match self {
            Concept::PawnFile => edge(pawn),
            Concept::PawnRank => pawn.rank() as i32 + 1,
            Concept::AttackerRank => attacker.rank() as i32 + 1,
            Concept::AttackerAhead => ranks(attacker, pawn),
            Concept::DefenderAhead => ranks(defender, pawn),
            Concept::DefenderFiles => files(defender, pawn).abs(),
            Concept::FileRace => file_race(p),
            Concept::FurtherOut => {
                if sides(p) <= 0 {
                    -9
                } else {
                    -file_race(p)
                }
            }
            _ => self.kings(p),
        }
    }

    /// Counts of steps and files between the men.
    fn kings(self, p: Placement) -> i32 {
        let (attacker, defender, pawn) = (p.attacker(), p.defender(), p.pawn());
        let stop = Square::at(p.pawn().file(), p.pawn().rank() + 1);
        let promotion = Square::at(p.pawn().file(), 7);
        match self {
            Concept::DefenderAbove => ranks(defender, attacker),
            Concept::KingsRanks => ranks(defender, attacker).abs(),
            Concept::KingsApart => steps(attacker, defender),
            Concept::SameFile => {
                i32::from(files(defender, attacker) == 0 && ranks(defender, attacker) > 0)
            }
            Concept::AttackerToPawn => steps(attacker, pawn),
            Concept::DefenderToPawn => steps(defender, pawn),
            Concept::DefenderToStop => steps(defender, stop),
            Concept::DefenderToPromotion => steps(defender, promotion),
            Concept::DefenderToKey => nearest(defender, key_squares(pawn)),
            _ => self.races(p),
        }
    }

    /// Races of the kings.
    fn races(self, p: Placement) -> i32 {
        let (attacker, defender, pawn) = (p.attacker(), p.defender(), p.pawn());
        let stop = Square::at(p.pawn().file(), p.pawn().rank() + 1);
        let second = Square::at(p.pawn().file(), (p.pawn().rank() + 2).min(7));
        let moment = now(p);
        match self {
            Concept::PawnWalkRace => walk_race(moment, pawn.set()),
            Concept::StopRace => steps(defender, stop) - steps(attacker, stop),
            Concept::SecondRace => steps(defender, second) - steps(attacker, second),
            Concept::SecondWalkRace => walk_race(moment, second.set()),
            Concept::KeyRace => race(defender, attacker, key_squares(pawn)),
            Concept::KeyWalkRace => walk_race(moment, key_squares(pawn)),
            Concept::ThirdKeyRace => race(defender, attacker, key_squares(advanced(pawn, 2))),
            Concept::DiagonalWalkRace => walk_race(moment, pawn.set().white_pawn_attacks()),
            _ => self.ahead_count(p),
        }
    }

    /// The pawn's run, the plans of the king, and what a step brings.
    fn ahead_count(self, p: Placement) -> i32 {
        let (attacker, defender, pawn) = (p.attacker(), p.defender(), p.pawn());
        let stop = Square::at(p.pawn().file(), p.pawn().rank() + 1);
        let moment = now(p);
        match self {
            Concept::Run => moment.run(),
            Concept::Plan => moment.plan(),
            Concept::RunAfterStep => {
                best_step(p, |next| if next.is_stalemate() { -9 } else { next.run() })
            }
            Concept::PlanAfterStep => best_step(p, Moment::plan),
            Concept::KeyRaceAfterStep => {
                best_step(p, |next| race(defender, next.attacker, key_squares(pawn)))
            }
            Concept::StopRaceAfterStep => {
                best_step(p, |next| race(defender, next.attacker, stop.set()))
            }
            Concept::TakesOpposition => faces(p, |files, ranks| {
                matches!((files.abs(), ranks.abs()), (0, 2)) || (files.abs(), ranks) == (2, 0)
            }),
            Concept::PlanAfterPush => best_push(p, true, Moment::plan),
            Concept::PushIntoOpposition => best_push(p, true, |_| {
                i32::from(files(defender, attacker) == 0 && ranks(defender, attacker) == 2)
            }),
            _ => best_push(p, false, Moment::run),
        }
    }
}

/// How many files a pawn is from the edge.
fn edge(pawn: Square) -> i32 {
    pawn.file().min(7 - pawn.file()) as i32
}

/// How many files the first square is to the right of the second.
fn files(a: Square, b: Square) -> i32 {
    a.file() as i32 - b.file() as i32
}

/// How many ranks the first square is above the second.
fn ranks(a: Square, b: Square) -> i32 {
    a.rank() as i32 - b.rank() as i32
}

/// How many files further from the pawn's file the defender is.
fn file_race(p: Placement) -> i32 {
    files(p.defender(), p.pawn()).abs() - files(p.attacker(), p.pawn()).abs()
}

/// Positive if the kings are on the same side of the pawn's file, negative if on opposite sides.
fn sides(p: Placement) -> i32 {
    files(p.attacker(), p.pawn()) * files(p.defender(), p.pawn())
}

fn nearest(king: Square, targets: Bitboard) -> i32 {
    targets.map(|target| steps(king, target)).min().unwrap_or(9)
}

/// The best race to one of the squares.
fn race(defender: Square, attacker: Square, targets: Bitboard) -> i32 {
    let races = targets.map(|target| steps(defender, target) - steps(attacker, target));
    races.max().unwrap_or(-9)
}

/// The best walking race to one of the squares.
fn walk_race(moment: Moment, targets: Bitboard) -> i32 {
    let (attacker, defender) = (moment.attacker_walk(), moment.defender_walk());
    let races = targets.map(|target| defender.to(target) - attacker.to(target));
    races.max().unwrap_or(-9)
}

/// The pawn so many ranks on, the seventh at most.
fn advanced(pawn: Square, by: u32) -> Square {
    Square::at(pawn.file(), (pawn.rank() + by).min(6))
}

/// The greatest count after a king step that faces the defender so: 1 or 0; -9 if there is no king
/// step.
fn faces(p: Placement, facing: impl Fn(i32, i32) -> bool) -> i32 {
    best_step(p, |next| {
        let files = files(next.defender, next.attacker);
        i32::from(facing(files, ranks(next.defender, next.attacker)))
    })
}

/// The greatest count after a king step, the defender to move; -9 if there is no king step.
fn best_step(p: Placement, count: impl Fn(Moment) -> i32) -> i32 {
    let after = |attacker| Moment {
        attacker,
        lead: 1,
        ..now(p)
    };
    king_steps(p).map(|to| count(after(to))).max().unwrap_or(-9)
}

/// The greatest count after a pawn step that does not promote, single or, if allowed, double; -9 if
/// there is none.
fn best_push(p: Placement, double: bool, count: impl Fn(Moment) -> i32) -> i32 {
    let free = |square| square != p.attacker() && square != p.defender();
    let rank = p.pawn().rank();
    let stop = Square::at(p.pawn().file(), rank + 1);
    if rank == 6 || !free(stop) {
        return -9;
    }
    let after = |pawn| {
        count(Moment {
            pawn,
            lead: 1,
            ..now(p)
        })
    };
    let single = after(stop);
    let second = Square::at(p.pawn().file(), rank + 2);
    if double && rank == 1 && free(second) {
        single.max(after(second))
    } else {
        single
    }
}

/// The position as it is, the attacker to move.
fn now(p: Placement) -> Moment {
    Moment {
        attacker: p.attacker(),
        defender: p.defender(),
        pawn: p.pawn(),
        lead: 0,
    }
}

/// The legal steps of the attacker's king.
fn king_steps(p: Placement) -> Bitboard {
    p.attacker().set().king_steps() - zone(p.defender()) - p.pawn().set()
}
