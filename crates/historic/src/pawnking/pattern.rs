//! Patterns: three quad-bitboards, shifted over the board.
//!
//! A pattern has a *fixed*, a *not* and a *variable* board. It matches where every man of the fixed board stands, none of the not board
//! does, and at least one of the variable board does (an empty variable board asks for nothing: our reading). The fragment that is
//! usually printed tests `(board & fixed) == board`, which says that the position has no other men; fixed must be a subset of the
//! position, `(board & fixed) == fixed`. Source: Chess Programming Wiki, "PawnKing", "Pattern Matching", after H. Horacek,
//! *Ein Modell für Schachbauernendspiele mit menschlichen Problemlösungstechniken*, thesis, University of Vienna 1982.
//! Which patterns there were is not printed there: [`CATALOGUE`] is our own.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::quad::{Man, Quad};
use peasant::board::{Bitboard, Color, Position, Square};

/// Identities that a pattern gives to a pawn. A pawn may have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Identity {
    /// No enemy pawn ahead on its own file or beside it.
    Passed,
    /// Guarded by a pawn.
    Protected,
    /// Not passed, no enemy pawn ahead on its file, enemy pawns ahead on one side only, and an own pawn beside or behind it.
    Candidate,
    /// No own pawn on the files beside it.
    Isolated,
    /// No own pawn beside or behind it, and an enemy pawn guards the square ahead.
    Backward,
    /// An own pawn stands ahead on its file.
    Doubled,
    /// A man stands right ahead.
    Blocked,
    /// It can step to where an enemy pawn can take it, or it can take that pawn.
    Lever,
    /// Attacked, and guarded by nobody.
    Hanging,
}

impl Identity {
    /// Every identity.
    pub const ALL: [Identity; 9] = [
        Identity::Passed,
        Identity::Protected,
        Identity::Candidate,
        Identity::Isolated,
        Identity::Backward,
        Identity::Doubled,
        Identity::Blocked,
        Identity::Lever,
        Identity::Hanging,
    ];

    /// The name that people and programs read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Identity::Passed => "passed",
            Identity::Protected => "protected",
            Identity::Candidate => "candidate",
            Identity::Isolated => "isolated",
            Identity::Backward => "backward",
            Identity::Doubled => "doubled",
            Identity::Blocked => "blocked",
            Identity::Lever => "lever",
            Identity::Hanging => "hanging",
        }
    }
}

/// A rectangle of squares, told from the pattern's pawn: files to the right, ranks up, ends included. What falls off the board is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The first file and the last.
    pub files: (i32, i32),
    /// The first rank and the last.
    pub ranks: (i32, i32),
}

/// A pattern, told from its pawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The identity of the pawn where the pattern matches.
    pub identity: Identity,
    /// Men that must stand there, besides the pawn itself.
    pub fixed: &'static [(Man, Area)],
    /// Men that must not.
    pub not: &'static [(Man, Area)],
    /// Men of which at least one must.
    pub variable: &'static [(Man, Area)],
    /// Squares that matter to the pawn's plans.
    pub keys: &'static [Area],
    /// Ranks on which the pawn may stand, the first being 0.
    pub ranks: RangeInclusive<u32>,
}

const fn area(files: (i32, i32), ranks: (i32, i32)) -> Area {
    Area { files, ranks }
}

const fn square(file: i32, rank: i32) -> Area {
    area((file, file), (rank, rank))
}

const ANY_RANK: RangeInclusive<u32> = 1..=6;
const AHEAD: Area = area((0, 0), (1, 7));
const AROUND: Area = area((-1, 1), (-1, 1));
const STOP: Area = square(0, 1);
/// Every man on one square.
const fn anybody(area: Area) -> [(Man, Area); 4] {
    [
        (Man::OwnPawn, area),
        (Man::EnemyPawn, area),
        (Man::OwnKing, area),
        (Man::EnemyKing, area),
    ]
}

/// The patterns. A pawn that is passed is no candidate.
pub const CATALOGUE: &[Pattern] = &[
    Pattern {
        identity: Identity::Passed,
        fixed: &[],
        not: &[(Man::EnemyPawn, area((-1, 1), (1, 7)))],
        variable: &[],
        keys: &[AHEAD],
        ranks: ANY_RANK,
    },
    Pattern {
        identity: Identity::Protected,
        fixed: &[],
        not: &[],
        variable: &[
            (Man::OwnPawn, square(-1, -1)),
            (Man::OwnPawn, square(1, -1)),
        ],
        keys: &[],
        ranks: ANY_RANK,
    },
    candidate(&[(Man::EnemyPawn, area((-1, 0), (1, 7)))]),
    candidate(&[(Man::EnemyPawn, area((0, 1), (1, 7)))]),
    Pattern {
        identity: Identity::Isolated,
        fixed: &[],
        not: &[
            (Man::OwnPawn, area((-1, -1), (-7, 7))),
            (Man::OwnPawn, area((1, 1), (-7, 7))),
        ],
        variable: &[],
        keys: &[AROUND],
        ranks: ANY_RANK,
    },
    Pattern {
        identity: Identity::Backward,
        fixed: &[],
        not: HELPERS,
        variable: &[
            (Man::EnemyPawn, square(-1, 2)),
            (Man::EnemyPawn, square(1, 2)),
        ],
        keys: &[AROUND],
        ranks: ANY_RANK,
    },
    Pattern {
        identity: Identity::Doubled,
        fixed: &[],
        not: &[],
        variable: &[(Man::OwnPawn, AHEAD)],
        keys: &[AROUND],
        ranks: ANY_RANK,
    },
    Pattern {
        identity: Identity::Blocked,
        fixed: &[],
        not: &[],
        variable: &anybody(STOP),
        keys: &[AROUND],
        ranks: ANY_RANK,
    },
    // It takes,
    Pattern {
        identity: Identity::Lever,
        fixed: &[],
        not: &[],
        variable: &[
            (Man::EnemyPawn, square(-1, 1)),
            (Man::EnemyPawn, square(1, 1)),
        ],
        keys: &[square(-1, 1), square(1, 1)],
        ranks: ANY_RANK,
    },
    // or steps,
    Pattern {
        identity: Identity::Lever,
        fixed: &[],
        not: &anybody(STOP),
        variable: &[
            (Man::EnemyPawn, square(-1, 2)),
            (Man::EnemyPawn, square(1, 2)),
        ],
        keys: &[STOP],
        ranks: ANY_RANK,
    },
    // or steps twice to where it can be taken.
    Pattern {
        identity: Identity::Lever,
        fixed: &[],
        not: &anybody(area((0, 0), (1, 2))),
        variable: &[
            (Man::EnemyPawn, square(-1, 3)),
            (Man::EnemyPawn, square(1, 3)),
        ],
        keys: &[square(0, 2)],
        ranks: 1..=1,
    },
    Pattern {
        identity: Identity::Hanging,
        fixed: &[],
        not: &[
            (Man::OwnPawn, square(-1, -1)),
            (Man::OwnPawn, square(1, -1)),
            (Man::OwnKing, AROUND),
        ],
        variable: &[
            (Man::EnemyKing, AROUND),
            (Man::EnemyPawn, square(-1, 1)),
            (Man::EnemyPawn, square(1, 1)),
        ],
        keys: &[AROUND],
        ranks: ANY_RANK,
    },
];

/// A candidate whose opponents all stand on the side that is left open.
const fn candidate(not: &'static [(Man, Area)]) -> Pattern {
    Pattern {
        identity: Identity::Candidate,
        fixed: &[],
        not,
        variable: HELPERS,
        keys: &[AHEAD],
        ranks: ANY_RANK,
    }
}

/// Own pawns beside or behind.
const HELPERS: &[(Man, Area)] = &[
    (Man::OwnPawn, area((-1, -1), (-7, 0))),
    (Man::OwnPawn, area((1, 1), (-7, 0))),
];

/// A pattern that is found in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// The side whose pawn it is.
    pub side: Color,
    /// The pawn.
    pub pawn: Square,
    /// The identity.
    pub identity: Identity,
    /// Squares that matter to it.
    pub keys: Bitboard,
}

/// Every pattern of the catalogue that a position shows, for both sides: White's pawns first, by square, then by identity.
#[must_use]
pub fn find(position: &Position) -> Vec<Match> {
    let mut matches = Vec::new();
    for side in Color::BOTH {
        let mut own = find_own(Quad::of(position, side));
        own.sort_by_key(|&(pawn, identity, _)| (pawn.seen_by(side), identity));
        matches.extend(own.into_iter().map(|(pawn, identity, keys)| Match {
            side,
            pawn: pawn.seen_by(side),
            identity,
            keys: keys.seen_by(side),
        }));
    }
    matches
}

/// The identities of a side's own pawns, with the key squares.
fn find_own(board: Quad) -> Vec<(Square, Identity, Bitboard)> {
    let mut found: Vec<(Square, Identity, Bitboard)> = Vec::new();
    for pawn in board.get(Man::OwnPawn) {
        for placed in &PLACED[pawn.index()] {
            let passed = placed.identity == Identity::Candidate
                && found.iter().any(|f| (f.0, f.1) == (pawn, Identity::Passed));
            if passed || !placed.boards.matches(board) {
                continue;
            }
            let same = found
                .iter_mut()
                .find(|f| (f.0, f.1) == (pawn, placed.identity));
            match same {
                Some(known) => known.2 |= placed.keys,
                None => found.push((pawn, placed.identity, placed.keys)),
            }
        }
    }
    found
}

/// The three boards of a pattern on their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Boards {
    fixed: Quad,
    not: Quad,
    variable: Quad,
}

impl Boards {
    fn matches(self, board: Quad) -> bool {
        self.fixed.is_subset(board)
            && (self.not & board).is_empty()
            && (self.variable.is_empty() || !(self.variable & board).is_empty())
    }
}

/// A pattern with its pawn on a square.
struct Placed {
    identity: Identity,
    boards: Boards,
    keys: Bitboard,
}

/// For each square of a pawn, the patterns put there.
static PLACED: LazyLock<Vec<Vec<Placed>>> = LazyLock::new(|| {
    Square::all()
        .map(|pawn| CATALOGUE.iter().filter_map(|p| p.at(pawn)).collect())
        .collect()
});

impl Pattern {
    /// The pattern with its pawn on this square. None where a fixed man, or every variable one, would fall off the board.
    fn at(&self, pawn: Square) -> Option<Placed> {
        if !self.ranks.contains(&pawn.rank()) {
            return None;
        }
        let put = |men: &[(Man, Area)]| {
            men.iter().fold(Quad::EMPTY, |quad, &(man, area)| {
                quad.with(man, area.at(pawn))
            })
        };
        let boards = Boards {
            fixed: put(self.fixed).with(Man::OwnPawn, pawn.set()),
            not: put(self.not),
            variable: put(self.variable),
        };
        let on_board = self.fixed.iter().all(|(_, area)| !area.at(pawn).is_empty());
        let possible = self.variable.is_empty() || !boards.variable.is_empty();
        let keys = self
            .keys
            .iter()
            .fold(Bitboard::EMPTY, |keys, area| keys | area.at(pawn));
        (on_board && possible).then_some(Placed {
            identity: self.identity,
            boards,
            keys,
        })
    }
}

impl Area {
    /// The squares of the area, told from this one.
    fn at(self, from: Square) -> Bitboard {
        let within = |value: u32, from: u32, (least, most): (i32, i32)| {
            let offset = value.cast_signed() - from.cast_signed();
            (least..=most).contains(&offset)
        };
        Square::all()
            .filter(|s| {
                within(s.file(), from.file(), self.files)
                    && within(s.rank(), from.rank(), self.ranks)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
