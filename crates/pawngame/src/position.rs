//! A position of a game with pawns alone.

use std::error::Error;
use std::fmt;

use super::board::{Board, Geometry, Step};
use super::rules::Rules;
use peasant::board::{Color, Square};
use peasant::value::Wdl;

/// A position as somebody describes it; [`Raw::validate`] makes it a [`Position`]. Squares are those of a board of `files` by
/// `ranks` whose left lower corner is a1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw {
    /// Files of the board.
    pub files: u32,
    /// Ranks of the board.
    pub ranks: u32,
    /// White's pawns.
    pub white: Vec<Square>,
    /// Black's pawns.
    pub black: Vec<Square>,
    /// The player to move.
    pub turn: Color,
    /// The square behind a pawn that has just gone two squares.
    pub en_passant: Option<Square>,
}

/// Reasons why a description is not a position under the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The board has so many files and ranks, the rules another number.
    Size {
        /// Files and ranks of the board.
        board: (u32, u32),
        /// Files and ranks by the rules.
        rules: (u32, u32),
    },
    /// There is no pawn at all.
    Empty,
    /// Two pawns on one square, or more.
    Shared(Square),
    /// A pawn of this colour cannot stand there: it is outside the board or on its own side's back rank.
    Misplaced(Color, Square),
    /// A pawn of this colour has reached its goal: the game was over before.
    Arrived(Color, Square),
    /// No pawn has just gone two squares over this one.
    EnPassant(Square),
    /// Nobody takes en passant under these rules, not on this square either.
    NoEnPassant(Square),
}

/// A position under certain rules, with the player to move. Both sides may have any number of pawns; a pawn on its goal
/// ends the game and cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    rules: Rules,
    board: Board,
    side: Color,
}

/// A move of a pawn. Written as in chess without kings: `b4`, `axb5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The square of the pawn.
    pub from: Square,
    /// The square to which it goes.
    pub to: Square,
}

impl Position {
    /// The position in which a game begins.
    #[must_use]
    pub fn start(rules: Rules) -> Position {
        let set = rules.get();
        let columns = |ranks: std::ops::Range<u32>| -> Vec<Square> {
            let on = |file| ranks.clone().map(move |rank| Square::at(file, rank));
            (0..set.files).flat_map(on).collect()
        };
        let first = set.home_rank - 1;
        let raw = Raw {
            files: set.files,
            ranks: set.ranks,
            white: columns(first..first + set.rows),
            black: columns(set.ranks - first - set.rows..set.ranks - first),
            turn: Color::White,
            en_passant: None,
        };
        // Every set of rules leaves room for its rows.
        raw.place(rules)
    }

    /// The rules of the game.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The player to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.side
    }

    /// The squares of a player's pawns, a1 first. They are no [`Pawns`](peasant::board::Pawns): here pawns may stand on the
    /// first rank and the last.
    #[must_use]
    pub fn pawns(&self, color: Color) -> Vec<Square> {
        let set = if color == self.side {
            self.board.us
        } else {
            self.board.them
        };
        let mut squares: Vec<Square> = super::board::squares(set)
            .map(|square| self.outside(square))
            .collect();
        squares.sort_unstable();
        squares
    }

    /// The owner of the pawn on a square; nobody outside the board.
    #[must_use]
    pub fn pawn_at(&self, square: Square) -> Option<Color> {
        let board = self.rules.get();
        if square.file() >= board.files || square.rank() >= board.ranks {
            return None;
        }
        let set = inside(self.rules, self.side, square);
        if self.board.us & set != 0 {
            Some(self.side)
        } else {
            (self.board.them & set != 0).then_some(!self.side)
        }
    }

    /// How many ranks a player's pawn has to go from a square to its goal.
    pub(super) const fn goes(&self, color: Color, square: Square) -> u32 {
        match color {
            Color::White => (self.rules.get().ranks - 1).saturating_sub(square.rank()),
            Color::Black => square.rank(),
        }
    }

    /// The square on which a pawn can be taken en passant now. It is absent if no pawn can take there.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        (self.board.passed != 0).then(|| self.outside(self.board.passed))
    }

    /// The result for the side to move, if the game is over.
    #[must_use]
    pub fn ended(&self) -> Option<Wdl> {
        self.board.ended(&Geometry::new(self.rules))
    }

    /// The legal moves, in the order of their squares; none if the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let geometry = Geometry::new(self.rules);
        if self.board.ended(&geometry).is_some() {
            return Vec::new();
        }
        let mut moves: Vec<Move> = self
            .board
            .steps(&geometry)
            .map(|step| self.named(step))
            .collect();
        moves.sort_unstable();
        moves
    }

    /// The position after a legal move. [`Position::try_play`] is for moves of which that is not known.
    ///
    /// # Panics
    /// In debug builds, if the move is illegal. Otherwise such a move leads to a position that means nothing.
    #[must_use]
    pub fn play(&self, m: Move) -> Position {
        debug_assert!(self.legal_moves().contains(&m), "{m} is illegal in {self}");
        let step = Step {
            from: inside(self.rules, self.side, m.from),
            to: inside(self.rules, self.side, m.to),
        };
        Position {
            rules: self.rules,
            board: self.board.after(step, &Geometry::new(self.rules)),
            side: !self.side,
        }
    }

    /// The position after a move, if the move is legal.
    #[must_use]
    pub fn try_play(&self, m: Move) -> Option<Position> {
        self.legal_moves().contains(&m).then(|| self.play(m))
    }

    /// Files read from the other side.
    #[must_use]
    pub fn mirror(&self) -> Position {
        let away = 8 * (8 - self.rules.get().files);
        let mirror = |squares: u64| squares.swap_bytes() >> away;
        let board = Board {
            us: mirror(self.board.us),
            them: mirror(self.board.them),
            passed: mirror(self.board.passed),
        };
        Position { board, ..*self }
    }

    /// Gives the position with the colours exchanged.
    #[must_use]
    pub fn flip(&self) -> Position {
        Position {
            side: !self.side,
            ..*self
        }
    }

    #[cfg(test)]
    pub(super) const fn of(rules: Rules, board: Board) -> Position {
        Position {
            rules,
            board,
            side: Color::White,
        }
    }

    pub(super) const fn board(&self) -> Board {
        self.board
    }

    /// The move's name outside the solver.
    fn named(&self, step: Step) -> Move {
        Move {
            from: self.outside(step.from),
            to: self.outside(step.to),
        }
    }

    /// A set of one square of the solver's board, as a square.
    fn outside(&self, square: u64) -> Square {
        let index = square.trailing_zeros();
        let (file, rank) = (index / 8, index % 8);
        let rank = match self.side {
            Color::White => rank,
            Color::Black => self.rules.get().ranks - 1 - rank,
        };
        Square::at(file, rank)
    }
}

/// A square as a set on the solver's board of the player to move.
fn inside(rules: Rules, side: Color, square: Square) -> u64 {
    let rank = match side {
        Color::White => square.rank(),
        Color::Black => rules.get().ranks - 1 - square.rank(),
    };
    1 << (8 * square.file() + rank)
}

impl Raw {
    /// The position that is described.
    ///
    /// # Errors
    /// Every reason why there is none under these rules.
    pub fn validate(&self, rules: Rules) -> Result<Position, Vec<Illegal>> {
        let set = rules.get();
        let (board, wanted) = ((self.files, self.ranks), (set.files, set.ranks));
        if board != wanted {
            let rules = wanted;
            return Err(vec![Illegal::Size { board, rules }]);
        }
        let mut problems: Vec<Illegal> = self.misplaced(rules).collect();
        problems.extend(self.shared().into_iter().map(Illegal::Shared));
        if self.white.is_empty() && self.black.is_empty() {
            problems.push(Illegal::Empty);
        }
        if problems.is_empty() {
            problems.extend(self.useless_right(rules));
        }
        if problems.is_empty() {
            Ok(self.place(rules))
        } else {
            Err(problems)
        }
    }

    fn misplaced(&self, rules: Rules) -> impl Iterator<Item = Illegal> {
        let set = rules.get();
        let white = self.white.iter().map(|&square| (Color::White, square));
        let black = self.black.iter().map(|&square| (Color::Black, square));
        white.chain(black).filter_map(move |(color, square)| {
            let steps = match color {
                Color::White => square.rank() + 1,
                Color::Black => set.ranks.wrapping_sub(square.rank()),
            };
            if square.file() >= set.files || square.rank() >= set.ranks || steps < set.home_rank {
                Some(Illegal::Misplaced(color, square))
            } else {
                (steps == set.ranks).then_some(Illegal::Arrived(color, square))
            }
        })
    }

    /// The squares that are used more than once.
    fn shared(&self) -> Vec<Square> {
        let mut seen: Vec<Square> = self.white.iter().chain(&self.black).copied().collect();
        seen.sort_unstable();
        let pairs = seen.windows(2).filter(|pair| pair[0] == pair[1]);
        let mut shared: Vec<Square> = pairs.map(|pair| pair[0]).collect();
        shared.dedup();
        shared
    }

    /// What is wrong with the square of en passant.
    fn useless_right(&self, rules: Rules) -> Option<Illegal> {
        let square = self.en_passant?;
        if !rules.get().en_passant {
            Some(Illegal::NoEnPassant(square))
        } else {
            (!self.was_passed(rules, square)).then_some(Illegal::EnPassant(square))
        }
    }

    /// Has an opponent's pawn just gone two squares over this one?
    fn was_passed(&self, rules: Rules, square: Square) -> bool {
        let set = rules.get();
        let (them, from, to) = match self.turn {
            Color::White => (
                &self.black,
                square.rank() + 1,
                square.rank().wrapping_sub(1),
            ),
            Color::Black => (
                &self.white,
                square.rank().wrapping_sub(1),
                square.rank() + 1,
            ),
        };
        let home = match self.turn {
            Color::White => set.ranks - set.home_rank,
            Color::Black => set.home_rank - 1,
        };
        let taken = |rank: u32| {
            let square = Square::at(square.file(), rank);
            self.white.contains(&square) || self.black.contains(&square)
        };
        square.file() < set.files
            && from == home
            && !taken(from)
            && !taken(square.rank())
            && them.contains(&Square::at(square.file(), to))
    }

    /// The description as it stands; en passant is kept only where a pawn can take.
    fn place(&self, rules: Rules) -> Position {
        let side = self.turn;
        let set = |squares: &[Square]| {
            let sets = squares.iter().map(|&square| inside(rules, side, square));
            sets.fold(0, |all, one| all | one)
        };
        let (us, them) = match side {
            Color::White => (set(&self.white), set(&self.black)),
            Color::Black => (set(&self.black), set(&self.white)),
        };
        let square = self.en_passant.map_or(0, |square| set(&[square]));
        let takers = ((square >> 9) | (square << 7)) & us;
        let passed = if takers == 0 { 0 } else { square };
        let board = Board { us, them, passed };
        Position { rules, board, side }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from.file() != self.to.file() {
            let file = char::from(b'a' + (self.from.file() as u8 & 7));
            write!(f, "{file}x")?;
        }
        write!(f, "{}", self.to)
    }
}

/// A number of things.
pub(super) fn counted(number: u32, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Illegal::Size { board, rules } => write!(
                f,
                "the board has {} and {}, the rules say {} and {}",
                counted(board.0, "file"),
                counted(board.1, "rank"),
                rules.0,
                rules.1
            ),
            Illegal::Empty => f.write_str("there is no pawn: set up one at least"),
            Illegal::Shared(square) => write!(f, "two pawns on {square}"),
            Illegal::Misplaced(color, square) => {
                write!(f, "a pawn of {color} cannot stand on {square}")
            }
            Illegal::Arrived(color, square) => write!(
                f,
                "{color}'s pawn on {square} has won already: set up the position before that move"
            ),
            Illegal::EnPassant(square) => {
                write!(
                    f,
                    "no pawn has just gone two squares over {square}: write `-`"
                )
            }
            Illegal::NoEnPassant(square) => write!(
                f,
                "nobody takes en passant by these rules: write `-` instead of {square}"
            ),
        }
    }
}

impl Error for Illegal {}
