//! What positions with the same pawns and other kings say.

use super::distance::{KingPath, Lines};
use super::grade::Value;
use super::partial::Partial;
use super::quad::Quad;
use super::table::Map;
use peasant::board::{Bitboard, Color, Pawns, Position, Square};

/// Conditions on which the value of a position may stand for the same structure with other kings.
///
/// The source reuses an entry when no key square's sensitivity is hurt. Our reading: a win stands where the winner's king is no farther from
/// any square that matters, and the loser's no nearer to any, up to the element's sensitive value. What matters is where both kings
/// should go for the sake of each element ([`Partial`]), and the squares about the promotion of each pawn. The opposition must be the same too: the
/// kings stand to each other as they did, or so far apart that only odd or even counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reuse {
    /// Never.
    Never,
    /// Reuses it when no distance has changed to the winner's disadvantage at all.
    Careful,
    /// Reuses it when none has changed by more than the sensitive value, as the source says.
    Sensitive,
}

impl Reuse {
    /// Every way, the safest first.
    pub const ALL: [Reuse; 3] = [Reuse::Never, Reuse::Careful, Reuse::Sensitive];

    /// The name that users and machine-readable output use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reuse::Never => "never",
            Reuse::Careful => "careful",
            Reuse::Sensitive => "sensitive",
        }
    }
}

/// Wins, by structure and side to move.
#[derive(Default)]
pub(super) struct Memories {
    wins: Map<(Pawns, Color), Vec<Memory>>,
    bytes: u64,
}

/// A win, and what it rests on.
struct Memory {
    value: Value,
    kings: Offset,
    ways: Vec<Way>,
}

/// A king's distance to a square that matters: its path, and its steps on an empty board.
#[derive(Clone, Copy)]
struct Way {
    king: Color,
    key: Square,
    moves: u32,
    steps: u32,
    /// How far both may change for the worse.
    slack: u32,
}

/// Files and ranks from one king to the other.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Offset {
    files: i32,
    ranks: i32,
}

/// About how many bytes a structure takes before it has a win.
const PLACE: u64 = 128;

/// How many placements of the kings are remembered for one structure and side to move.
const MAX_WINS: usize = 16;

impl Memories {
    /// May another placement of the kings speak for a position, or this one for others? Not where a move is forced or a pawn is about to
    /// promote, which geometry decides, and not in king and pawn against king, which is small enough.
    pub fn serve(position: &Position) -> bool {
        let Pawns { white, black } = position.pawns();
        let last_step = (white & Bitboard::rank(6)) | (black & Bitboard::rank(1));
        !position.in_check()
            && position.en_passant().is_none()
            && position.pawns().occupied().count() > 1
            && last_step.is_empty()
    }

    /// About how many bytes are in use.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Keeps a win for other placements of the kings.
    pub fn remember(
        &mut self,
        position: &Position,
        value: Value,
        partials: &[Partial],
        reuse: Reuse,
    ) {
        if !value.is_decided() {
            return;
        }
        let structure = (position.pawns(), position.turn());
        let wins = self.wins.entry(structure).or_insert_with(|| {
            self.bytes += PLACE;
            Vec::new()
        });
        if wins.len() >= MAX_WINS {
            return;
        }
        let ways = ways(position, partials, reuse);
        self.bytes += (size_of::<Memory>() + size_of_val(ways.as_slice())) as u64;
        wins.push(Memory {
            value,
            kings: Offset::of(position),
            ways,
        });
    }

    /// The value of the same structure with other kings, if no key square's sensitive value is hurt.
    pub fn recall(&self, position: &Position) -> Option<Value> {
        let wins = self.wins.get(&(position.pawns(), position.turn()))?;
        let (kings, paths) = (Offset::of(position), Paths::of(position));
        let stands = |memory: &&Memory| {
            kings.is_like(memory.kings)
                && memory
                    .ways
                    .iter()
                    .all(|way| way.is_unhurt(&paths, memory.value))
        };
        wins.iter().find(stands).map(|memory| memory.value)
    }
}

/// The ways to all squares that matter in a position.
fn ways(position: &Position, partials: &[Partial], reuse: Reuse) -> Vec<Way> {
    let paths = Paths::of(position);
    let elements = partials.iter().flat_map(|partial| {
        let slack = if reuse == Reuse::Sensitive {
            partial.sensitive.unwrap_or(0)
        } else {
            0
        };
        let aims = [
            (partial.side, partial.own_aims),
            (!partial.side, partial.enemy_aims),
        ];
        aims.into_iter()
            .map(move |(king, keys)| (king, keys, slack))
    });
    let promotions = Color::BOTH
        .into_iter()
        .map(|side| (!side, about_promotion(position, side), 0));
    elements
        .chain(promotions)
        .flat_map(|(king, keys, slack)| paths.ways(king, keys, slack))
        .collect()
}

impl Way {
    /// The winner's king may come nearer and the loser's go away, and the other way about by the slack.
    fn is_unhurt(&self, paths: &Paths, value: Value) -> bool {
        let Some((moves, steps)) = paths.to(self.king, self.key) else {
            return false;
        };
        if value.is_won(self.king) {
            moves <= self.moves + self.slack && steps <= self.steps + self.slack
        } else {
            moves + self.slack >= self.moves && steps + self.slack >= self.steps
        }
    }
}

impl Offset {
    fn of(position: &Position) -> Offset {
        let [white, black] = Color::BOTH.map(|color| position.king(color));
        let between = |one: u32, other: u32| one.cast_signed() - other.cast_signed();
        Offset {
            files: between(white.file(), black.file()),
            ranks: between(white.rank(), black.rank()),
        }
    }

    /// The same, or both at least four steps and alike in odd and even.
    fn is_like(self, other: Offset) -> bool {
        let is_far = |offset: Offset| offset.files.abs().max(offset.ranks.abs()) >= 4;
        let is_odd = |offset: Offset| (offset.files % 2 != 0, offset.ranks % 2 != 0);
        self == other || is_far(self) && is_far(other) && is_odd(self) == is_odd(other)
    }
}

/// The ways of both kings, each as its side sees the board.
struct Paths {
    kings: [Square; 2],
    paths: [KingPath; 2],
}

impl Paths {
    fn of(position: &Position) -> Paths {
        let kings = Color::BOTH.map(|side| position.king(side));
        let paths = Color::BOTH
            .map(|side| KingPath::own(Quad::of(position, side), position.king(side).seen_by(side)));
        Paths { kings, paths }
    }

    /// The moves of a king to a square, and its steps on an empty board.
    fn to(&self, king: Color, key: Square) -> Option<(u32, u32)> {
        let moves = self.paths[king as usize].to(key.seen_by(king))?;
        Some((
            moves,
            Lines::between(self.kings[king as usize], key).steps(),
        ))
    }

    fn ways(&self, king: Color, keys: Bitboard, slack: u32) -> impl Iterator<Item = Way> {
        keys.filter_map(move |key| {
            let (moves, steps) = self.to(king, key)?;
            Some(Way {
                king,
                key,
                moves,
                steps,
                slack,
            })
        })
    }
}

/// The squares where a side's pawns promote, and those beside them.
fn about_promotion(position: &Position, side: Color) -> Bitboard {
    let last = if side == Color::White { 7 } else { 0 };
    let pawns = position.pawns().of(side);
    let promotions: Bitboard = pawns.map(|pawn| Square::at(pawn.file(), last)).collect();
    promotions | promotions.king_steps()
}
