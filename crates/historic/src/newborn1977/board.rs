//! PEASANT's own board: an array of eight by eight squares, changed and restored move by move.

use peasant::board::{Bitboard, Color, Move, Position, Role, Square};

/// A man on the board: a king, a pawn or a queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    pub color: Color,
    pub role: Role,
}

/// The array, and beside it where the pawns and kings stand, so that nobody has to look for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// By rank, then file.
    men: [[Option<Man>; 8]; 8],
    pawns: [Bitboard; 2],
    kings: [Square; 2],
    queens: [u8; 2],
    turn: Color,
    /// The square that a pawn has just passed, if an enemy pawn stands ready to take it there. The capture need not be legal.
    en_passant: Option<Square>,
}

/// What a move destroys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    taken: Option<(Square, Man)>,
    en_passant: Option<Square>,
}

/// A position in 128 bits, without loss: pawns 48 bits a side (no pawn stands on the first or last rank), the kings, the side to
/// move and the file of an en passant capture; 6 bits are left for a ply. Queens are not in it: boards with queens have no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    low: u64,
    high: u64,
}

impl Key {
    /// The same key marked with a ply below 64.
    pub fn at_ply(self, ply: u32) -> Key {
        Key {
            high: self.high | u64::from(ply) << 58,
            ..self
        }
    }
}

impl Board {
    /// The board of a position of kings and pawns.
    pub fn new(position: &Position) -> Board {
        let mut board = Board {
            men: [[None; 8]; 8],
            pawns: [Bitboard::EMPTY; 2],
            kings: Color::BOTH.map(|color| position.king(color)),
            queens: [0; 2],
            turn: position.turn(),
            en_passant: position.en_passant(),
        };
        for square in position.occupied() {
            if let Some((color, role)) = position.piece_at(square) {
                board.put(square, Man { color, role });
            }
        }
        board
    }

    pub fn turn(&self) -> Color {
        self.turn
    }

    pub fn king(&self, color: Color) -> Square {
        self.kings[color as usize]
    }

    /// Where the pawns of a side stand.
    pub fn pawns(&self, color: Color) -> Bitboard {
        self.pawns[color as usize]
    }

    /// How many queens a side has.
    pub fn queens(&self, color: Color) -> u8 {
        self.queens[color as usize]
    }

    pub fn has_queen(&self) -> bool {
        self.queens != [0, 0]
    }

    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    pub fn man(&self, square: Square) -> Option<Man> {
        self.men[square.rank() as usize][square.file() as usize]
    }

    /// The position in few bits.
    pub fn key(&self) -> Key {
        let [white, black] = self.pawns.map(|pawns| pawns.0 >> 8);
        let [king, enemy] = self.kings.map(|king| king.index() as u64);
        let file = self.en_passant.map_or(0, |square| 1 + square.file());
        let low = white | king << 48 | (self.turn as u64) << 54;
        let high = black | enemy << 48 | u64::from(file) << 54;
        Key { low, high }
    }

    /// Makes a move of the side to move, and says how to take it back.
    pub fn play(&mut self, r#move: Move) -> Undo {
        let undo = Undo {
            taken: self.taken(r#move),
            en_passant: self.en_passant.take(),
        };
        if let Some((square, _)) = undo.taken {
            self.remove(square);
        }
        if let Some(man) = self.remove(r#move.from) {
            let role = r#move.promotion.unwrap_or(man.role);
            self.put(r#move.to, Man { role, ..man });
            if man.role == Role::Pawn {
                self.en_passant = self.passed(r#move);
            }
        }
        self.turn = !self.turn;
        undo
    }

    /// Takes a move back.
    pub fn undo(&mut self, r#move: Move, undo: Undo) {
        self.turn = !self.turn;
        if let Some(man) = self.remove(r#move.to) {
            let role = r#move.promotion.map_or(man.role, |_| Role::Pawn);
            self.put(r#move.from, Man { role, ..man });
        }
        if let Some((square, man)) = undo.taken {
            self.put(square, man);
        }
        self.en_passant = undo.en_passant;
    }

    /// Does the move take a man?
    pub fn is_capture(&self, r#move: Move) -> bool {
        self.taken(r#move).is_some()
    }

    /// Is the king of the side in check?
    pub fn in_check(&self, color: Color) -> bool {
        self.is_attacked(self.king(color), !color)
    }

    /// Does a side attack the square?
    fn is_attacked(&self, square: Square, by: Color) -> bool {
        if self.king(by).distance(square) <= 1 {
            return true;
        }
        let back = -forward(by);
        let pawn = Man {
            color: by,
            role: Role::Pawn,
        };
        [-1, 1]
            .into_iter()
            .any(|side| beside(square, side, back).is_some_and(|from| self.man(from) == Some(pawn)))
            || self.queens(by) > 0 && self.is_attacked_by_queen(square, by)
    }

    fn is_attacked_by_queen(&self, square: Square, by: Color) -> bool {
        STEPS.into_iter().any(|(files, ranks)| {
            let mut at = square;
            while let Some(next) = beside(at, files, ranks) {
                at = next;
                if let Some(man) = self.man(at) {
                    return man.color == by && man.role == Role::Queen;
                }
            }
            false
        })
    }

    /// What the move takes, and where it stands.
    fn taken(&self, r#move: Move) -> Option<(Square, Man)> {
        if let Some(man) = self.man(r#move.to) {
            return Some((r#move.to, man));
        }
        let is_pawn = self.man(r#move.from).map(|man| man.role) == Some(Role::Pawn);
        if self.en_passant != Some(r#move.to) || !is_pawn || r#move.from.file() == r#move.to.file()
        {
            return None;
        }
        let square = Square::at(r#move.to.file(), r#move.from.rank());
        Some((square, self.man(square)?))
    }

    /// The square that a double step has passed, if an enemy pawn stands beside the pawn now.
    fn passed(&self, r#move: Move) -> Option<Square> {
        if r#move.from.rank().abs_diff(r#move.to.rank()) != 2 {
            return None;
        }
        let enemy = Man {
            color: !self.turn,
            role: Role::Pawn,
        };
        let is_met = [-1, 1]
            .into_iter()
            .filter_map(|side| beside(r#move.to, side, 0))
            .any(|square| self.man(square) == Some(enemy));
        let rank = r#move.from.rank().midpoint(r#move.to.rank());
        is_met.then(|| Square::at(r#move.from.file(), rank))
    }

    fn put(&mut self, square: Square, man: Man) {
        self.men[square.rank() as usize][square.file() as usize] = Some(man);
        let side = man.color as usize;
        match man.role {
            Role::King => self.kings[side] = square,
            Role::Pawn => self.pawns[side] = self.pawns[side].with(square),
            _ => self.queens[side] += 1,
        }
    }

    fn remove(&mut self, square: Square) -> Option<Man> {
        let man = self.men[square.rank() as usize][square.file() as usize].take()?;
        let side = man.color as usize;
        match man.role {
            Role::King => {}
            Role::Pawn => self.pawns[side] = self.pawns[side].without(square),
            _ => self.queens[side] -= 1,
        }
        Some(man)
    }
}

/// The eight directions as files and ranks.
pub(super) const STEPS: [(i32, i32); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

/// The direction in which a side's pawns go, in ranks.
pub(super) const fn forward(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// The square so many files and ranks away, if it is on the board.
pub(super) fn beside(square: Square, files: i32, ranks: i32) -> Option<Square> {
    let file = square.file().checked_add_signed(files)?;
    let rank = square.rank().checked_add_signed(ranks)?;
    (file < 8 && rank < 8).then(|| Square::at(file, rank))
}

/// How far up the board a square is for a side: 0 for its first rank, 7 for its last.
pub(super) fn rank_for(color: Color, square: Square) -> u32 {
    match color {
        Color::White => square.rank(),
        Color::Black => 7 - square.rank(),
    }
}
