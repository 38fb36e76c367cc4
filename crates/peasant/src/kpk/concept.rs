//! What the perfect rules count.

use super::Placement;
use super::published::{ahead, outside_by};
use crate::board::{Bitboard, Square};

/// Something that is counted on the board, the attacker to move. A *race* to a square is how many steps the attacker's king is
/// ahead of the defender's, each counted over an empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concept {
    /// How many steps the defender is outside the square of the pawn; 0 or less is inside.
    OutsideSquare,
    /// How many files the pawn is from the edge; 0 is a rook pawn.
    PawnFile,
    /// The pawn's rank, 2 to 7.
    PawnRank,
    /// The rank of the attacker's king, 1 to 8.
    AttackerRank,
    /// The rank of the defender, 1 to 8.
    DefenderRank,
    /// How many files the defender is from the edge.
    DefenderEdge,
    /// How many ranks the attacker's king is ahead of the pawn.
    AttackerAhead,
    /// How many ranks the defender is ahead of the pawn.
    DefenderAhead,
    /// How many files the attacker's king is from the pawn's.
    AttackerFiles,
    /// How many files the defender is from the pawn's.
    DefenderFiles,
    /// How many files further from the pawn's file the defender is than the attacker's king.
    FileRace,
    /// How many ranks the defender is above the attacker's king.
    DefenderAbove,
    /// How many ranks lie between the kings' ranks, either way.
    KingsRanks,
    /// How many files lie between the kings' files, either way.
    KingsFiles,
    /// How many steps the kings are apart.
    KingsApart,
    /// The attacker's steps to the pawn.
    AttackerToPawn,
    /// The defender's steps to the pawn.
    DefenderToPawn,
    /// The attacker's steps to the stop square.
    AttackerToStop,
    /// The defender's steps to the stop square.
    DefenderToStop,
    /// The defender's steps to the promotion square.
    DefenderToPromotion,
    /// The race to the pawn.
    PawnRace,
    /// The race to the stop square.
    StopRace,
    /// The race to the promotion square.
    PromotionRace,
    /// The best race to a key square of the pawn.
    KeyRace,
    /// The best race to a key square of the pawn one rank on.
    NextKeyRace,
    /// The best race to a key square of the pawn two ranks on.
    ThirdKeyRace,
    /// The best race to a key square after a step of the attacker's king.
    KeyRaceAfterStep,
    /// The attacker's steps to the nearest key square.
    AttackerToKey,
    /// The defender's steps to the nearest key square.
    DefenderToKey,
    /// 1 if the attacker's king stands on a key square or can step there, else 0.
    ReachesKey,
    /// 1 if the kings are on the same side of the pawn's file, -1 if on opposite sides, else 0.
    SameSide,
    /// With the kings on the same side of the pawn's file, how many files further out the attacker's is; else -9.
    FurtherOut,
    /// 1 if the kings are an even number of ranks apart, else 0.
    EvenRanks,
    /// 1 if the kings are an even number of files and of ranks apart, else 0.
    EvenApart,
    /// 1 if the attacker can take the opposition on a file, from below, with one square between, else 0.
    TakesFileOpposition,
    /// 1 if the attacker can take the opposition with one square between, on a file or rank, else 0.
    TakesOpposition,
    /// 1 if the attacker can take the opposition, distant or not, on a file or rank, else 0.
    TakesDistantOpposition,
}

/// The key squares of a pawn: a king that occupies one wins, as the handbooks have it (the seventh rank is our reading).
#[must_use]
pub fn key_squares(pawn: Square) -> Bitboard {
    let file = pawn.set();
    if matches!(pawn.file(), 0 | 7) {
        let beside = Bitboard::file(if pawn.file() == 0 { 1 } else { 6 });
        return beside & (Bitboard::rank(6) | Bitboard::rank(7));
    }
    let wide = file | file.left() | file.right();
    match pawn.rank() {
        0..=3 => wide.up().up(),
        4 | 5 => wide.up() | wide.up().up(),
        _ => (wide | wide.up()) - Bitboard::file(pawn.file()),
    }
}

impl Concept {
    /// The count, for a position with the attacker to move.
    #[must_use]
    pub fn count(self, p: Placement) -> i32 {
        match self {
            Concept::OutsideSquare => outside_by(p, u32::from(ahead(p).contains(p.attacker()))),
            Concept::PawnFile => p.pawn().file().min(7 - p.pawn().file()) as i32,
            Concept::PawnRank => p.pawn().rank() as i32 + 1,
            Concept::AttackerRank => p.attacker().rank() as i32 + 1,
            Concept::DefenderRank => p.defender().rank() as i32 + 1,
            Concept::DefenderEdge => p.defender().file().min(7 - p.defender().file()) as i32,
            Concept::AttackerAhead => ranks(p.attacker(), p.pawn()),
            Concept::DefenderAhead => ranks(p.defender(), p.pawn()),
            Concept::AttackerFiles => files(p.attacker(), p.pawn()).abs(),
            Concept::DefenderFiles => files(p.defender(), p.pawn()).abs(),
            Concept::FileRace => {
                files(p.defender(), p.pawn()).abs() - files(p.attacker(), p.pawn()).abs()
            }
            Concept::SameSide => sides(p).signum(),
            Concept::FurtherOut if sides(p) <= 0 => -9,
            Concept::FurtherOut => -Concept::FileRace.count(p),
            _ => self.count_kings(p),
        }
    }

    /// Counts of steps of the kings.
    fn count_kings(self, p: Placement) -> i32 {
        let (attacker, defender, pawn) = (p.attacker(), p.defender(), p.pawn());
        let (stop, promotion) = (
            Square::at(pawn.file(), pawn.rank() + 1),
            Square::at(pawn.file(), 7),
        );
        match self {
            Concept::DefenderAbove => ranks(defender, attacker),
            Concept::KingsRanks => ranks(defender, attacker).abs(),
            Concept::EvenRanks => i32::from(ranks(defender, attacker) % 2 == 0),
            Concept::KingsFiles => files(defender, attacker).abs(),
            Concept::KingsApart => steps(attacker, defender),
            Concept::AttackerToPawn => steps(attacker, pawn),
            Concept::DefenderToPawn => steps(defender, pawn),
            Concept::AttackerToStop => steps(attacker, stop),
            Concept::DefenderToStop => steps(defender, stop),
            Concept::DefenderToPromotion => steps(defender, promotion),
            Concept::PawnRace => race(p, attacker, pawn.set()),
            Concept::StopRace => race(p, attacker, stop.set()),
            Concept::PromotionRace => race(p, attacker, promotion.set()),
            Concept::KeyRace => race(p, attacker, key_squares(pawn)),
            Concept::NextKeyRace => race(p, attacker, key_squares(advanced(pawn, 1))),
            Concept::ThirdKeyRace => race(p, attacker, key_squares(advanced(pawn, 2))),
            Concept::AttackerToKey => nearest(attacker, key_squares(pawn)),
            Concept::DefenderToKey => nearest(defender, key_squares(pawn)),
            _ => self.count_next(p),
        }
    }

    /// Counts that look at the next step of the attacker's king.
    fn count_next(self, p: Placement) -> i32 {
        let (defender, keys) = (p.defender(), key_squares(p.pawn()));
        let may_step = |facing: &dyn Fn(i32, i32) -> bool| {
            let opposes = |to: Square| facing(files(defender, to), ranks(defender, to));
            i32::from(king_steps(p).any(opposes))
        };
        match self {
            Concept::EvenApart => {
                let apart = (files(defender, p.attacker()), ranks(defender, p.attacker()));
                i32::from(apart.0 % 2 == 0 && apart.1 % 2 == 0)
            }
            Concept::ReachesKey => {
                let stands = keys.contains(p.attacker());
                i32::from(stands || !(keys & king_steps(p)).is_empty())
            }
            Concept::KeyRaceAfterStep => {
                let races = king_steps(p).map(|to| race(p, to, keys));
                races.max().unwrap_or(-9)
            }
            Concept::TakesFileOpposition => may_step(&|files, ranks| (files, ranks) == (0, 2)),
            Concept::TakesOpposition => {
                may_step(&|files, ranks| matches!((files.abs(), ranks.abs()), (0, 2) | (2, 0)))
            }
            _ => may_step(&|files, ranks| files % 2 == 0 && ranks % 2 == 0 && files * ranks == 0),
        }
    }
}

/// How many files the first square is to the right of the second.
fn files(a: Square, b: Square) -> i32 {
    a.file() as i32 - b.file() as i32
}

/// How many ranks the first square is above the second.
fn ranks(a: Square, b: Square) -> i32 {
    a.rank() as i32 - b.rank() as i32
}

fn steps(a: Square, b: Square) -> i32 {
    a.distance(b) as i32
}

/// Positive if the kings are on the same side of the pawn's file, negative if on opposite sides.
fn sides(p: Placement) -> i32 {
    files(p.attacker(), p.pawn()) * files(p.defender(), p.pawn())
}

fn nearest(king: Square, targets: Bitboard) -> i32 {
    targets.map(|target| steps(king, target)).min().unwrap_or(9)
}

/// The best race to one of the squares for the attacker's king on `from`.
fn race(p: Placement, from: Square, targets: Bitboard) -> i32 {
    let races = targets.map(|target| steps(p.defender(), target) - steps(from, target));
    races.max().unwrap_or(-9)
}

/// The pawn so many ranks on, the seventh at most.
fn advanced(pawn: Square, by: u32) -> Square {
    Square::at(pawn.file(), (pawn.rank() + by).min(6))
}

/// The legal steps of the attacker's king.
fn king_steps(p: Placement) -> Bitboard {
    let near = p.defender().set().king_steps() | p.defender().set();
    p.attacker().set().king_steps() - near - p.pawn().set()
}
