//! Which move first: the one found before, captures and promotions, then what has cut off elsewhere.

use peasant::board::Role;
use peasant::{Move, Position};

/// What the search learns about quiet moves while it goes on.
pub(crate) struct Order {
    /// By side, from and to: how often a move was the last that was needed.
    history: Box<[[[i32; 64]; 64]; 2]>,
    /// Two moves a ply that were the last needed there.
    killers: Vec<[Option<Move>; 2]>,
}

/// Moves, taken out best first.
pub(crate) struct Moves(Vec<(i32, Move)>);

/// History stays within this.
const MOST: i32 = 1 << 14;
const KILLER: i32 = 1 << 18;
const CAPTURE: i32 = 1 << 20;
const FIRST: i32 = 1 << 30;

impl Order {
    pub fn new(plies: usize) -> Order {
        Order {
            history: Box::new([[[0; 64]; 64]; 2]),
            killers: vec![[None; 2]; plies],
        }
    }

    /// The moves in order, `first` before all others.
    pub fn moves(
        &self,
        position: &Position,
        moves: &[Move],
        first: Option<Move>,
        ply: usize,
    ) -> Moves {
        let ranked = moves.iter().map(|&mv| {
            let rank = match first {
                Some(first) if first == mv => FIRST,
                _ => self.rank(position, mv, ply),
            };
            (rank, mv)
        });
        Moves(ranked.collect())
    }

    fn rank(&self, position: &Position, mv: Move, ply: usize) -> i32 {
        if is_loud(position, mv) {
            return CAPTURE + gain(position, mv);
        }
        if mv.promotion.is_some() {
            return -CAPTURE;
        }
        match self.killers[ply] {
            [Some(killer), _] if killer == mv => KILLER + 1,
            [_, Some(killer)] if killer == mv => KILLER,
            _ => self.history[position.turn() as usize][mv.from.index()][mv.to.index()],
        }
    }

    /// A quiet move was enough, after others that were not.
    pub fn reward(
        &mut self,
        position: &Position,
        mv: Move,
        before: &[Move],
        depth: i32,
        ply: usize,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (depth * depth).min(400);
        self.learn(position, mv, bonus);
        for &other in before {
            self.learn(position, other, -bonus);
        }
    }

    /// The larger the number, the less it grows.
    fn learn(&mut self, position: &Position, mv: Move, bonus: i32) {
        let history = &mut self.history[position.turn() as usize][mv.from.index()][mv.to.index()];
        *history += 16 * bonus - *history * bonus.abs() * 16 / MOST;
    }
}

impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let best = (0..self.0.len()).max_by_key(|&n| self.0[n].0)?;
        Some(self.0.swap_remove(best).1)
    }
}

/// Does the move take something, or make a queen?
pub(crate) fn is_loud(position: &Position, mv: Move) -> bool {
    match mv.promotion {
        Some(role) => role == Role::Queen,
        None => position.is_capture(mv),
    }
}

/// The most valuable victim first, taken by the cheapest man.
fn gain(position: &Position, mv: Move) -> i32 {
    let role_at = |square| position.piece_at(square).map_or(0, |(_, role)| role as i32);
    let made = mv.promotion.map_or(0, |role| role as i32);
    16 * (role_at(mv.to) + made) - role_at(mv.from)
}
