//! The board: sixty-four boxes, each empty or holding one man.

/// A square: a1 = 0, b1 = 1, …, h1 = 7, a2 = 8, …, h8 = 63.
pub type Square = usize;

/// The eight directions of a king's step and of a queen's lines, as (files, ranks).
pub const DIRECTIONS: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// The eight jumps of a knight, as (files, ranks).
pub const JUMPS: [(i32, i32); 8] = [
    (-2, -1),
    (-2, 1),
    (-1, -2),
    (-1, 2),
    (1, -2),
    (1, 2),
    (2, -1),
    (2, 1),
];

/// The square `(files, ranks)` away, if it is on the board.
pub fn step(from: Square, (files, ranks): (i32, i32)) -> Option<Square> {
    let file = (from % 8) as i32 + files;
    let rank = (from / 8) as i32 + ranks;
    let inside = (0..8).contains(&file) && (0..8).contains(&rank);
    inside.then_some((rank * 8 + file) as Square)
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// It moves up the board.
    White,
    /// It moves down the board.
    Black,
}

impl Side {
    /// The two of them.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The letter of FEN.
    pub fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }

    /// How many ranks up the board one step forward of this side's pawns is.
    pub fn forward(self) -> i32 {
        match self {
            Side::White => 1,
            Side::Black => -1,
        }
    }

    /// The rank (0 to 7) from which this side's pawns may take a double step.
    pub fn home_rank(self) -> usize {
        match self {
            Side::White => 1,
            Side::Black => 6,
        }
    }

    /// The rank (0 to 7) on which this side's pawns promote.
    pub fn last_rank(self) -> usize {
        match self {
            Side::White => 7,
            Side::Black => 0,
        }
    }
}

/// What a man is. Under Newborn's rules queens exist only for the moment the promotion rules look at them, and the last
/// three never; in chess they play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Man {
    King,
    Pawn,
    Queen,
    Rook,
    Bishop,
    Knight,
}

/// A man and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub side: Side,
    pub man: Man,
}

/// Sixty-four boxes, each with a letter of FEN in it, or a dot if it is empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    boxes: [u8; 64],
    /// Where the kings stand, noted when they are put down.
    kings: [Square; 2],
    /// Whether anything but kings and pawns was ever put down: nothing else attacks from afar.
    pieces: bool,
}

const EMPTY: u8 = b'.';

impl Piece {
    /// The letter of FEN.
    pub fn letter(self) -> u8 {
        let white = match self.man {
            Man::King => b'K',
            Man::Pawn => b'P',
            Man::Queen => b'Q',
            Man::Rook => b'R',
            Man::Bishop => b'B',
            Man::Knight => b'N',
        };
        match self.side {
            Side::White => white,
            Side::Black => white.to_ascii_lowercase(),
        }
    }

    /// The same man of the other side.
    pub fn exchanged(self) -> Piece {
        Piece {
            side: self.side.other(),
            ..self
        }
    }

    /// The man with that letter.
    pub fn with_letter(letter: u8) -> Option<Piece> {
        let man = match letter.to_ascii_lowercase() {
            b'k' => Man::King,
            b'p' => Man::Pawn,
            b'q' => Man::Queen,
            b'r' => Man::Rook,
            b'b' => Man::Bishop,
            b'n' => Man::Knight,
            _ => return None,
        };
        let side = match letter.is_ascii_uppercase() {
            true => Side::White,
            false => Side::Black,
        };
        Some(Piece { side, man })
    }
}

impl Board {
    pub fn empty() -> Board {
        Board {
            boxes: [EMPTY; 64],
            kings: [64; 2],
            pieces: false,
        }
    }

    pub fn at(&self, square: Square) -> Option<Piece> {
        Piece::with_letter(self.boxes[square])
    }

    pub fn is_empty(&self, square: Square) -> bool {
        self.boxes[square] == EMPTY
    }

    /// Whether exactly this man of this side stands on the square.
    pub fn holds(&self, square: Square, side: Side, man: Man) -> bool {
        self.boxes[square] == Piece { side, man }.letter()
    }

    /// Puts a man on a square; whatever stood there is gone.
    pub fn put(&mut self, square: Square, side: Side, man: Man) {
        self.boxes[square] = Piece { side, man }.letter();
        match man {
            Man::King => self.kings[side as usize] = square,
            Man::Pawn => {}
            _ => self.pieces = true,
        }
    }

    pub fn clear(&mut self, square: Square) {
        self.boxes[square] = EMPTY;
    }

    /// The squares, in rising order, of all such men of that side.
    pub fn squares_of(&self, side: Side, man: Man) -> impl Iterator<Item = Square> {
        (0..64).filter(move |&square| self.holds(square, side, man))
    }

    /// All men with their squares, in rising order of these.
    pub fn men(&self) -> impl Iterator<Item = (Square, Piece)> {
        let taken = (0..64).filter(|&square| !self.is_empty(square));
        taken.filter_map(|square| Some((square, self.at(square)?)))
    }

    /// Where that side's king stands.
    pub fn king(&self, side: Side) -> Square {
        self.kings[side as usize]
    }

    /// The boxes with the kings taken off: what names the pawn structure.
    pub fn without_kings(&self) -> [u8; 64] {
        let mut boxes = self.boxes;
        boxes[self.king(Side::White)] = EMPTY;
        boxes[self.king(Side::Black)] = EMPTY;
        boxes
    }

    pub fn in_check(&self, side: Side) -> bool {
        self.attacked(self.king(side), side.other())
    }

    /// Whether a man of `by` attacks the square (pins do not matter for that).
    pub fn attacked(&self, target: Square, by: Side) -> bool {
        self.attacked_by_pawn(target, by)
            || next_door(self.king(by), target)
            || self.pieces
                && (self.attacked_on_a_line(target, by) || self.attacked_by_knight(target, by))
    }

    /// A pawn attacks the two squares diagonally in front of it.
    fn attacked_by_pawn(&self, target: Square, by: Side) -> bool {
        [-1, 1].into_iter().any(|files| {
            step(target, (files, -by.forward()))
                .is_some_and(|square| self.holds(square, by, Man::Pawn))
        })
    }

    /// Looks from the target along the eight lines: is the first man met one of `by` that moves on that line?
    fn attacked_on_a_line(&self, target: Square, by: Side) -> bool {
        DIRECTIONS.iter().any(|&direction| {
            let straight = direction.0 == 0 || direction.1 == 0;
            let other = if straight { Man::Rook } else { Man::Bishop };
            let mut here = target;
            while let Some(next) = step(here, direction) {
                if !self.is_empty(next) {
                    return self.holds(next, by, Man::Queen) || self.holds(next, by, other);
                }
                here = next;
            }
            false
        })
    }

    fn attacked_by_knight(&self, target: Square, by: Side) -> bool {
        JUMPS
            .iter()
            .filter_map(|&jump| step(target, jump))
            .any(|square| self.holds(square, by, Man::Knight))
    }
}

/// Whether a king's step leads from one square to the other.
fn next_door(from: Square, to: Square) -> bool {
    let files = (from % 8).abs_diff(to % 8);
    let ranks = (from / 8).abs_diff(to / 8);
    files.max(ranks) == 1
}
