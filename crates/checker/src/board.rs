//! A plain board: 64 squares, a man on each or none. Slow, short, and nothing like the prover's.

/// The kinds of men, as certificates number them.
pub const PAWN: u8 = 1;
pub const KNIGHT: u8 = 2;
pub const BISHOP: u8 = 3;
pub const ROOK: u8 = 4;
pub const QUEEN: u8 = 5;
pub const KING: u8 = 6;

/// Added to a kind for Black's men.
pub const BLACK: u8 = 8;

/// Steps of files and ranks: the rook's four, then the bishop's four. A queen and a king have all.
pub const LINES: [(i8, i8); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
pub const LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Men by square, a1 first, then b1: 0 or a man.
    pub men: [u8; 64],
    /// 0: White is to move; [`BLACK`]: Black is.
    pub turn: u8,
    /// The file (1 to 8) of a pawn that has just made a double step and that can be taken en passant by a legal move; else 0.
    pub en_passant: u8,
}

/// A move: from, to, and what a pawn becomes (0: it stays).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub from: u8,
    pub to: u8,
    pub becomes: u8,
}

/// A position in 33 bytes, for tables.
pub type Key = [u8; 33];

/// The square so many files and ranks away, if there is one.
pub fn step(square: usize, (files, ranks): (i8, i8)) -> Option<usize> {
    let (file, rank) = ((square % 8) as i8 + files, (square / 8) as i8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as usize)
}

impl Board {
    /// The position in few bytes: two men a byte, the turn, the file of en passant.
    pub fn key(&self) -> Key {
        let mut key = [0; 33];
        for (byte, pair) in key.iter_mut().zip(self.men.chunks_exact(2)) {
            *byte = pair[0] | pair[1] << 4;
        }
        key[32] = self.turn | self.en_passant << 4;
        key
    }

    /// The number of men.
    pub fn count(&self) -> usize {
        self.men.iter().filter(|&&man| man != 0).count()
    }

    /// True if a side (0 or [`BLACK`]) has nothing but its king.
    pub fn is_bare(&self, side: u8) -> bool {
        !self.men.iter().any(|&man| man != 0 && man & BLACK == side && man & 7 != KING)
    }

    /// Says what is wrong with it as a position of chess, if anything is.
    pub fn fault(&self) -> Option<&'static str> {
        let kings = |side| self.men.iter().filter(|&&man| man == side | KING).count();
        let is_none = |&man: &u8| man > 15 || man != 0 && !(PAWN..=KING).contains(&(man & 7));
        if self.men.iter().any(is_none) {
            Some("a man is of no kind")
        } else if kings(0) != 1 || kings(BLACK) != 1 {
            Some("each side has one king")
        } else if (0..8).chain(56..64).any(|square| self.men[square] & 7 == PAWN) {
            Some("a pawn stands on the first or last rank")
        } else if self.in_check(self.turn ^ BLACK) {
            Some("the side that is not to move is in check")
        } else if self.en_passant > 8 || self.en_passant > 0 && !self.can_take_en_passant() {
            Some("nothing can be taken en passant there")
        } else {
            None
        }
    }

    /// True if the king of a side is attacked.
    pub fn in_check(&self, side: u8) -> bool {
        let king = self.men.iter().position(|&man| man == side | KING);
        king.is_some_and(|king| self.is_attacked(king, side ^ BLACK))
    }

    /// Does a side attack a square?
    fn is_attacked(&self, square: usize, by: u8) -> bool {
        let man = |at: Option<usize>| at.map_or(0, |at| self.men[at]);
        let back = if by == 0 { -1 } else { 1 };
        [(-1, back), (1, back)].iter().any(|&by_pawn| man(step(square, by_pawn)) == by | PAWN)
            || LEAPS.iter().any(|&leap| man(step(square, leap)) == by | KNIGHT)
            || LINES.iter().enumerate().any(|(index, &line)| {
                let near = step(square, line);
                let mut at = near;
                while at.is_some_and(|at| self.men[at] == 0) {
                    at = at.and_then(|at| step(at, line));
                }
                let (first, slider) = (man(at), if index < 4 { ROOK } else { BISHOP });
                first == by | QUEEN || first == by | slider || at == near && first == by | KING
            })
    }

    /// Can the pawn on the file of en passant be taken, legally?
    fn can_take_en_passant(&self) -> bool {
        let (here, behind) = self.en_passant_squares();
        let (start, passed) = if self.turn == 0 { (48, 40) } else { (8, 16) };
        let file = usize::from(self.en_passant) - 1;
        self.men[here] == (self.turn ^ BLACK) | PAWN
            && self.men[start + file] == 0
            && self.men[passed + file] == 0
            && self.legal_moves().iter().any(|m| {
                usize::from(m.to) == behind && self.men[usize::from(m.from)] == self.turn | PAWN
            })
    }

    /// Where the pawn stands that may be taken en passant, and where its taker lands.
    fn en_passant_squares(&self) -> (usize, usize) {
        let file = usize::from(self.en_passant) - 1;
        if self.turn == 0 { (32 + file, 40 + file) } else { (24 + file, 16 + file) }
    }

    /// Every legal move.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(32);
        for from in 0..64 {
            let man = self.men[from];
            if man != 0 && man & BLACK == self.turn {
                self.moves_from(from, man & 7, &mut moves);
            }
        }
        moves.retain(|&m| !self.after(m).in_check(self.turn));
        moves
    }

    /// Moves of one man, the king's safety not minded.
    fn moves_from(&self, from: usize, kind: u8, moves: &mut Vec<Move>) {
        let mut land = |to: usize| {
            let man = self.men[to];
            if man == 0 || man & BLACK != self.turn {
                moves.push(Move { from: from as u8, to: to as u8, becomes: 0 });
            }
            man == 0
        };
        let lines = match kind {
            PAWN => return self.pawn_moves(from, moves),
            KNIGHT => &LEAPS[..],
            BISHOP => &LINES[4..],
            ROOK => &LINES[..4],
            _ => &LINES[..],
        };
        for &line in lines {
            let mut at = step(from, line);
            while let Some(to) = at {
                let goes_on = land(to) && kind != KNIGHT && kind != KING;
                at = if goes_on { step(to, line) } else { None };
            }
        }
    }

    fn pawn_moves(&self, from: usize, moves: &mut Vec<Move>) {
        let (ahead, first) = if self.turn == 0 { (1, 1) } else { (-1, 6) };
        let mut land = |to: usize| {
            let last = to / 8 == 0 || to / 8 == 7;
            let becomes = if last { &[KNIGHT, BISHOP, ROOK, QUEEN][..] } else { &[0][..] };
            moves.extend(becomes.iter().map(|&becomes| Move {
                from: from as u8,
                to: to as u8,
                becomes,
            }));
        };
        if let Some(to) = step(from, (0, ahead)).filter(|&to| self.men[to] == 0) {
            land(to);
            let double = step(to, (0, ahead)).filter(|&to| self.men[to] == 0 && from / 8 == first);
            if let Some(double) = double {
                land(double);
            }
        }
        let passed = (self.en_passant > 0).then(|| self.en_passant_squares().1);
        for to in [-1, 1].into_iter().filter_map(|side| step(from, (side, ahead))) {
            let man = self.men[to];
            if man != 0 && man & BLACK != self.turn || man == 0 && passed == Some(to) {
                land(to);
            }
        }
    }

    /// The men after a move, the other side to move, nothing to be taken en passant.
    fn after(&self, m: Move) -> Board {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let mut next = Board { turn: self.turn ^ BLACK, en_passant: 0, ..*self };
        let man = next.men[from];
        if man & 7 == PAWN && from % 8 != to % 8 && next.men[to] == 0 {
            next.men[8 * (from / 8) + to % 8] = 0;
        }
        next.men[from] = 0;
        next.men[to] = if m.becomes == 0 { man } else { self.turn | m.becomes };
        next
    }

    /// The position after a legal move.
    pub fn play(&self, m: Move) -> Board {
        let mut next = self.after(m);
        let is_double = self.men[usize::from(m.from)] & 7 == PAWN && m.from.abs_diff(m.to) == 16;
        if is_double {
            next.en_passant = m.to % 8 + 1;
            if !next.can_take_en_passant() {
                next.en_passant = 0;
            }
        }
        next
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        let letter = |&man: &u8| match b"1pnbrqk?"[usize::from(man & 7)] as char {
            letter if man & BLACK == 0 => letter.to_ascii_uppercase(),
            letter => letter,
        };
        let ranks = self.men.chunks_exact(8).rev();
        let ranks: Vec<String> = ranks.map(|men| men.iter().map(letter).collect()).collect();
        let (turn, rank) = if self.turn == 0 { ('w', 6) } else { ('b', 3) };
        let file = "-abcdefgh".chars().nth(self.en_passant.into()).filter(|&file| file != '-');
        let en_passant = file.map_or("-".to_owned(), |file| format!("{file}{rank}"));
        let men = ranks.join("/");
        let men =
            (2..=8).rev().fold(men, |men, run| men.replace(&"1".repeat(run), &run.to_string()));
        format!("{men} {turn} - {en_passant} 0 1")
    }
}

impl std::fmt::Display for Move {
    /// As UCI writes it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for square in [self.from, self.to] {
            write!(f, "{}{}", (b'a' + square % 8) as char, square / 8 + 1)?;
        }
        match self.becomes {
            kind @ KNIGHT..=QUEEN => write!(f, "{}", b"nbrq"[usize::from(kind - KNIGHT)] as char),
            _ => Ok(()),
        }
    }
}
