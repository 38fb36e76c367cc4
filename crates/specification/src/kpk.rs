//! King and pawn against king, one position at a time: the method that engines use. Every position has a byte; those that are
//! not decided are looked at again and again, by their moves, until nothing changes. It shares nothing with the library.

/// Squares are 0 (a1) to 63 (h8); the attacker is to move if `turn` is 0.
pub struct PerPosition {
    known: Vec<Known>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Illegal,
    Open,
    Drawn,
    Won,
}

impl PerPosition {
    /// Is the position legal, and does the attacker win?
    pub fn won(&self, turn: usize, attacker: usize, defender: usize, pawn: usize) -> Option<bool> {
        let flip = if pawn % 8 > 3 { 7 } else { 0 };
        let known = self.known[index(turn, attacker ^ flip, defender ^ flip, pawn ^ flip)?];
        (known != Known::Illegal).then_some(known == Known::Won)
    }

    /// Looks at all positions again and again until nothing changes.
    pub fn generate() -> PerPosition {
        let mut known = vec![Known::Illegal; 2 * 64 * 64 * 24];
        let mut open = Vec::new();
        for (turn, attacker, defender, pawn) in positions() {
            if is_legal(turn, attacker, defender, pawn) {
                open.push((turn, attacker, defender, pawn));
                known[slot(turn, attacker, defender, pawn)] = Known::Open;
            }
        }
        let mut base = PerPosition { known };
        loop {
            let before = open.len();
            open.retain(|&(turn, attacker, defender, pawn)| {
                let now = if turn == 0 {
                    base.attack(attacker, defender, pawn)
                } else {
                    base.defend(attacker, defender, pawn)
                };
                base.known[slot(turn, attacker, defender, pawn)] = now;
                now == Known::Open
            });
            if open.len() == before {
                return base;
            }
        }
    }

    /// What the moves of the attacker show.
    fn attack(&self, attacker: usize, defender: usize, pawn: usize) -> Known {
        let steps = steps(attacker).map(|to| self.at(1, to, defender, pawn));
        let mut best = steps
            .filter(|&known| known != Known::Illegal)
            .fold(Known::Drawn, better);
        let free = |square| square != attacker && square != defender;
        if free(pawn + 8) {
            if pawn >= 48 {
                best = better(best, promotion(attacker, defender, pawn + 8));
            } else {
                best = better(best, self.at(1, attacker, defender, pawn + 8));
            }
            if pawn < 16 && free(pawn + 16) {
                best = better(best, self.at(1, attacker, defender, pawn + 16));
            }
        }
        best
    }

    /// What the moves of the defender show.
    fn defend(&self, attacker: usize, defender: usize, pawn: usize) -> Known {
        let (mut moves, mut open) = (0, false);
        for to in steps(defender) {
            if to == pawn && distance(attacker, pawn) > 1 {
                return Known::Drawn;
            }
            match self.at(0, attacker, to, pawn) {
                Known::Illegal => continue,
                Known::Drawn => return Known::Drawn,
                Known::Open => open = true,
                Known::Won => {}
            }
            moves += 1;
        }
        match (open, moves) {
            (true, _) => Known::Open,
            (false, 0) if !checks(pawn, defender) => Known::Drawn,
            (false, _) => Known::Won,
        }
    }

    fn at(&self, turn: usize, attacker: usize, defender: usize, pawn: usize) -> Known {
        self.known[slot(turn, attacker, defender, pawn)]
    }
}

fn positions() -> impl Iterator<Item = (usize, usize, usize, usize)> {
    let pawns = || (8..56).rev().filter(|pawn| pawn % 8 < 4);
    let kings = || (0..64).flat_map(|attacker| (0..64).map(move |defender| (attacker, defender)));
    pawns().flat_map(move |pawn| kings().flat_map(move |(a, d)| [(1, a, d, pawn), (0, a, d, pawn)]))
}

fn is_legal(turn: usize, attacker: usize, defender: usize, pawn: usize) -> bool {
    attacker != pawn
        && defender != pawn
        && distance(attacker, defender) > 1
        && (turn == 1 || !checks(pawn, defender))
}

/// A new queen or rook wins unless it is taken or stalemates.
fn promotion(attacker: usize, defender: usize, square: usize) -> Known {
    let guarded = distance(attacker, square) == 1;
    if distance(defender, square) == 1 && !guarded {
        return Known::Drawn;
    }
    let wins = |queen: bool| {
        let attacked = |at| attacks(queen, square, attacker, at);
        let safe = |to: usize| {
            distance(attacker, to) > 1
                && if to == square {
                    !guarded
                } else {
                    !attacked(to)
                }
        };
        attacked(defender) || steps(defender).any(safe)
    };
    if wins(true) || wins(false) {
        Known::Won
    } else {
        Known::Drawn
    }
}

/// Does a queen or rook attack the square, over everything but the attacker's king?
fn attacks(queen: bool, from: usize, attacker: usize, square: usize) -> bool {
    let apart = |n: usize, m: usize| (m % 8) as i32 - (n % 8) as i32;
    let (files, ranks) = (apart(from, square), square as i32 / 8 - from as i32 / 8);
    let line = files == 0 || ranks == 0 || queen && files.abs() == ranks.abs();
    let (file_step, rank_step) = (files.signum(), ranks.signum());
    let reach = files.abs().max(ranks.abs());
    let step = 8 * rank_step + file_step;
    line && reach > 0 && (1..reach).all(|n| from as i32 + n * step != attacker as i32)
}

fn better(a: Known, b: Known) -> Known {
    match (a, b) {
        (Known::Won, _) | (_, Known::Won) => Known::Won,
        (Known::Open, _) | (_, Known::Open) => Known::Open,
        _ => Known::Drawn,
    }
}

fn checks(pawn: usize, defender: usize) -> bool {
    defender / 8 == pawn / 8 + 1 && (defender % 8).abs_diff(pawn % 8) == 1
}

fn distance(a: usize, b: usize) -> usize {
    (a / 8).abs_diff(b / 8).max((a % 8).abs_diff(b % 8))
}

fn steps(from: usize) -> impl Iterator<Item = usize> {
    let (file, rank) = (from as i32 % 8, from as i32 / 8);
    (-1..=1).flat_map(move |up| {
        (-1..=1).filter_map(move |right| {
            let (file, rank) = (file + right, rank + up);
            let inside = (0..8).contains(&file) && (0..8).contains(&rank);
            (inside && (right, up) != (0, 0)).then_some((rank * 8 + file) as usize)
        })
    })
}

fn index(turn: usize, attacker: usize, defender: usize, pawn: usize) -> Option<usize> {
    let on_board = (8..56).contains(&pawn);
    on_board.then(|| slot(turn, attacker, defender, pawn))
}

fn slot(turn: usize, attacker: usize, defender: usize, pawn: usize) -> usize {
    let pawn = (pawn / 8 - 1) * 4 + pawn % 8;
    ((pawn * 2 + turn) * 64 + attacker) * 64 + defender
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edwards 1996, as used by kervinck/pfkpk.
    #[test]
    fn the_published_totals() {
        let base = PerPosition::generate();
        let squares =
            || (0..64).flat_map(|attacker| (0..64).map(move |defender| (attacker, defender)));
        let count = |turn| {
            let all = (8..56).flat_map(|pawn| squares().map(move |(a, d)| (a, d, pawn)));
            let known: Vec<bool> = all
                .filter_map(|(a, d, pawn)| base.won(turn, a, d, pawn))
                .collect();
            (known.len(), known.iter().filter(|&&won| won).count())
        };
        assert_eq!(count(0), (163_328, 124_960));
        assert_eq!(count(1), (168_024, 97_604));
        assert_eq!(
            base.won(0, 0, 63, 0),
            None,
            "no pawn stands on the first rank"
        );
    }
}
