//! What moves seem to be worth where nothing is proved: alpha-beta over as many plies as there is time for. What is proved,
//! and what is seen without searching, counts as such; everything else is judged by looks.

use peasant::clock::Instant;

use super::board::{Board, Geometry, Step, rank, squares};
use super::ground::Ground;
use peasant::limits::Observer;
use peasant::value::{Bounds, Wdl};

/// The worth of a win on the spot; a win in so many plies is worth so much less.
const WIN: i32 = 1 << 20;
/// What looks can be worth, at most.
const PROMISING: i32 = 1 << 16;
/// No game is as long.
const DEEPEST: u32 = 128;
/// log2 of the number of positions that are remembered.
const REMEMBERED_BITS: u32 = 16;
/// How often the clock is read, in nodes.
const TICK: u64 = 1 << 8;

/// One player's thoughts about one move.
pub struct Lookahead<'g> {
    ground: &'g Ground,
    until: Instant,
    observer: &'g dyn Observer,
    nodes: u64,
    seen: Vec<Option<Seen>>,
    /// Something was judged by looks.
    guessed: bool,
}

/// What was found at a position.
#[derive(Clone, Copy)]
struct Seen {
    board: Board,
    depth: u32,
    window: Window,
    best: Option<Step>,
}

/// What a position is worth for the player to move: at least, and at most.
#[derive(Clone, Copy)]
struct Window {
    least: i32,
    most: i32,
}

/// Time is up.
#[derive(Debug)]
struct TimeIsUp;

impl<'g> Lookahead<'g> {
    pub fn new(ground: &'g Ground, until: Instant, observer: &'g dyn Observer) -> Lookahead<'g> {
        Lookahead {
            ground,
            until,
            observer,
            nodes: 0,
            seen: vec![None; 1 << REMEMBERED_BITS],
            guessed: false,
        }
    }

    /// The most promising of some moves, which are given as the positions after them, as far as one can see in the time. Of
    /// moves that seem equal it is the first.
    pub fn best(&mut self, after: &[Board]) -> Option<usize> {
        let mut order: Vec<usize> = (0..after.len()).collect();
        if order.is_empty() {
            return None;
        }
        for depth in 0..DEEPEST {
            self.guessed = false;
            let Ok((best, worth)) = self.best_at(after, &order, depth) else {
                break;
            };
            // One ply deeper it is looked at first.
            order.retain(|&index| index != best);
            order.insert(0, best);
            if !self.guessed || worth > PROMISING {
                break;
            }
        }
        order.first().copied()
    }

    fn best_at(
        &mut self,
        after: &[Board],
        order: &[usize],
        depth: u32,
    ) -> Result<(usize, i32), TimeIsUp> {
        let (mut best, mut window) = (order[0], Window::OPEN);
        for &index in order {
            let worth = -self.search(&after[index], depth, window.turned(), 1)?;
            if worth > window.least {
                (best, window.least) = (index, worth);
            }
        }
        Ok((best, window.least))
    }

    /// What a position is worth for the player to move: exactly, if it lies within the window.
    fn search(
        &mut self,
        board: &Board,
        depth: u32,
        window: Window,
        ply: i32,
    ) -> Result<i32, TimeIsUp> {
        self.count()?;
        let bounds = self.ground.known(board).0;
        if let Some(result) = bounds.exact() {
            return Ok(worth(result, ply));
        }
        let place = self.place(board);
        let seen = self.seen[place].filter(|seen| seen.board == *board);
        let mut window = window.cut(Window::of(bounds));
        if let Some(seen) = seen.filter(|seen| seen.depth >= depth) {
            window = window.cut(seen.window);
        }
        if window.least >= window.most {
            return Ok(window.least);
        }
        let (found, best) = if depth == 0 {
            (self.take(board, window, ply)?, None)
        } else {
            let first = seen.and_then(|seen| seen.best);
            self.try_all(board, depth, window, ply, first)?
        };
        let possible = Window::of(bounds);
        let found = found.clamp(possible.least, possible.most);
        self.seen[place] = Some(Seen {
            board: *board,
            depth,
            window: window.around(found),
            best,
        });
        Ok(found)
    }

    fn try_all(
        &mut self,
        board: &Board,
        depth: u32,
        mut window: Window,
        ply: i32,
        first: Option<Step>,
    ) -> Result<(i32, Option<Step>), TimeIsUp> {
        let geometry = self.ground.geometry;
        let mut steps: Vec<Step> = board.steps(&geometry).collect();
        steps.sort_by_cached_key(|step| {
            let after = board.after(*step, &geometry);
            (Some(*step) != first, self.looks(&after))
        });
        let (mut found, mut best) = (-WIN, None);
        for step in steps {
            let after = board.after(step, &geometry);
            let worth = -self.search(&after, depth - 1, window.turned(), ply + 1)?;
            if worth > found {
                (found, best) = (worth, Some(step));
                window.least = window.least.max(found);
            }
            if window.least >= window.most {
                break;
            }
        }
        Ok((found, best))
    }

    /// What a position looks like when nothing more can be taken to advantage.
    fn take(&mut self, board: &Board, mut window: Window, ply: i32) -> Result<i32, TimeIsUp> {
        let geometry = self.ground.geometry;
        self.guessed = true;
        let mut found = self.looks(board);
        for step in board.steps(&geometry) {
            window.least = window.least.max(found);
            if window.least >= window.most {
                break;
            }
            if step.to & (board.them | board.passed) != 0 {
                let after = board.after(step, &geometry);
                found = found.max(-self.search(&after, 0, window.turned(), ply + 1)?);
            }
        }
        Ok(found)
    }

    /// What a position looks like to the player to move.
    fn looks(&self, board: &Board) -> i32 {
        let looks = match &self.ground.forecast {
            Some(forecast) => [Wdl::Win, Wdl::Draw]
                .map(|wanted| forecast.costs(board, wanted))
                .iter()
                .map(|costs| costs.no as i32 - costs.yes as i32)
                .sum(),
            None => looks_by_hand(board, &self.ground.geometry),
        };
        looks.clamp(-PROMISING, PROMISING)
    }

    fn place(&self, board: &Board) -> usize {
        let us = board.us.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (us ^ board.them ^ board.passed << 1).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed >> (64 - REMEMBERED_BITS)) as usize
    }

    fn count(&mut self) -> Result<(), TimeIsUp> {
        self.nodes += 1;
        let is_up = || Instant::now() >= self.until || self.observer.is_cancelled();
        if self.nodes.is_multiple_of(TICK) && is_up() {
            return Err(TimeIsUp);
        }
        Ok(())
    }
}

impl Window {
    const OPEN: Window = Window {
        least: -WIN,
        most: WIN,
    };

    /// What bounds allow.
    fn of(bounds: Bounds) -> Window {
        Window {
            least: if bounds.lower() == Wdl::Loss { -WIN } else { 0 },
            most: if bounds.upper() == Wdl::Win { WIN } else { 0 },
        }
    }

    /// As the other player sees it.
    const fn turned(self) -> Window {
        Window {
            least: -self.most,
            most: -self.least,
        }
    }

    /// What both allow; closed if that is nothing, where the other has it.
    fn cut(self, other: Window) -> Window {
        let least = self.least.max(other.least).min(other.most);
        Window {
            least,
            most: self.most.min(other.most).max(least),
        }
    }

    /// What a search in this window has shown by finding this.
    const fn around(self, found: i32) -> Window {
        Window {
            least: if found > self.least { found } else { -WIN },
            most: if found < self.most { found } else { WIN },
        }
    }
}

/// What a proved result is worth in so many plies.
const fn worth(result: Wdl, plies: i32) -> i32 {
    match result {
        Wdl::Win => WIN - plies,
        Wdl::Draw => 0,
        Wdl::Loss => plies - WIN,
    }
}

/// Looks of a position without a forecast: pawns, how far they are, and whether any pawn is in their way.
fn looks_by_hand(board: &Board, geometry: &Geometry) -> i32 {
    let turned = Board {
        us: geometry.turn(board.them),
        them: geometry.turn(board.us),
        passed: 0,
    };
    army(board) - army(&turned)
}

/// What our pawns look like.
fn army(board: &Board) -> i32 {
    const PAWN: i32 = 100;
    const PASSED: i32 = 20;
    const SPARE: i32 = 4;
    // Squares from which their pawns guard or block.
    let mut ahead = board.them;
    for _ in 1..8 {
        ahead |= (ahead & !rank(0)) >> 1;
    }
    let stopped = ahead | (ahead << 8) | (ahead >> 8);
    let mut sum = SPARE * board.pushes().count_ones() as i32;
    for square in squares(board.us) {
        let height = (square.trailing_zeros() % 8) as i32;
        let passed = if square & stopped == 0 {
            PASSED * height
        } else {
            0
        };
        sum += PAWN + height * height + passed;
    }
    sum
}

#[cfg(test)]
mod tests;
