//! The search: alpha-beta to a fixed depth, as in 1977. No deepening step by step, and no table but that of condition 6.

use super::board::{Board, Key};
use super::moves::{Killers, Moves};
use super::options::{MAXIMUM_DEPTH, Options};
use super::pruning;
use super::score::{Answer, Value, WIN, is_decided};
use super::seen::{Bound, Full, Seen};
use super::terminal::{self, Condition, Node, Terminals};
use peasant::board::{Move, Square};
use peasant::limits::{Observer, Stop, Watch};

/// The limits are looked at whenever so many positions have been visited.
const CHECK: u64 = 1024;

/// Above every value.
const INFINITY: Value = WIN + 1;

const PLIES: usize = MAXIMUM_DEPTH as usize + 2;

/// One search.
pub(super) struct AlphaBeta<'a> {
    options: &'a Options,
    watch: &'a Watch<&'a dyn Observer>,
    board: Board,
    seen: Seen,
    /// The positions of the line without queens.
    path: Vec<Key>,
    killers: [Killers; PLIES],
    /// The best line from each ply.
    lines: Vec<Line>,
    pub nodes: u64,
    pub terminals: Terminals,
    pub pruned: u64,
}

#[derive(Clone, Copy)]
struct Line {
    moves: [Move; PLIES],
    len: usize,
}

/// What the root came to.
pub(super) struct Found {
    /// For the mover.
    pub answer: Answer,
    pub line: Vec<Move>,
    pub stopped: Option<Stop>,
}

/// What the moves of a node have answered so far, for its mover.
#[derive(Default)]
struct Best {
    best: Option<Answer>,
}

impl Best {
    fn value(&self) -> Option<Value> {
        self.best.map(|best| best.value)
    }

    /// Adds a move's answer. Is the move better than those before it?
    fn add(&mut self, answer: Answer) -> bool {
        let Some(best) = self.best else {
            self.best = Some(answer);
            return true;
        };
        let better = answer.value > best.value;
        self.best = Some(Answer {
            value: best.value.max(answer.value),
            holds: best.holds || answer.holds,
            is_held: best.is_held && answer.is_held,
        });
        better
    }

    /// The answer of the node, if a move was legal. Nobody is held by moves that were not looked at.
    fn answer(&self, complete: bool) -> Option<Answer> {
        let best = self.best?;
        Some(Answer {
            is_held: best.is_held && complete,
            ..best
        })
    }
}

impl<'a> AlphaBeta<'a> {
    pub fn new(
        board: Board,
        options: &'a Options,
        watch: &'a Watch<&'a dyn Observer>,
    ) -> AlphaBeta<'a> {
        let no_line = Line {
            moves: [Move::new(Square::new(0), Square::new(0)); PLIES],
            len: 0,
        };
        AlphaBeta {
            options,
            watch,
            path: vec![board.key()],
            board,
            seen: Seen::new(options.church),
            killers: [Killers::default(); PLIES],
            lines: vec![no_line; PLIES],
            nodes: 1,
            terminals: Terminals::default(),
            pruned: 0,
        }
    }

    /// Searches the root. A search that is stopped answers with the best of the moves that it has finished; with none, with a guess.
    pub fn root(&mut self) -> Found {
        let (moves, _) = self.moves(0);
        let (mut best, mut line, mut stopped) = (Best::default(), Vec::new(), None);
        for &r#move in moves.as_slice() {
            let window = (best.value().unwrap_or(-INFINITY), INFINITY);
            match self.try_move(r#move, 0, window) {
                Ok(None) => {}
                Ok(Some(answer)) => {
                    if best.add(answer) {
                        line = self.line(r#move);
                    }
                }
                Err(stop) => {
                    stopped = Some(stop);
                    break;
                }
            }
        }
        let answer = best
            .answer(stopped.is_none())
            .unwrap_or_else(|| match stopped {
                Some(_) => Answer::uncertain(terminal::estimate(&self.board)),
                None => self.without_moves(0),
            });
        Found {
            answer,
            line,
            stopped,
        }
    }

    /// The answer of the position on the board for its mover, as far as the window asks for it.
    fn visit(&mut self, last: Move, ply: u32, window: (Value, Value)) -> Result<Answer, Stop> {
        self.nodes += 1;
        self.lines[ply as usize].len = 0;
        if self.nodes.is_multiple_of(CHECK) {
            self.look_at_limits()?;
        }
        let node = Node {
            board: &self.board,
            ply,
            depth: self.options.depth,
            promoted: last.promotion.is_some(),
            path: &self.path,
            window,
            seen: &self.seen,
        };
        if let Some((condition, answer)) = terminal::test(&node, self.options.conditions) {
            self.terminals.add(condition);
            return Ok(answer);
        }
        let answer = self.best(ply, window)?;
        self.remember(ply, answer, window)?;
        Ok(answer)
    }

    /// The answer of the best move. Moves left out near the tips are looked at after all if the position would be lost without
    /// them: a lost position has no move that was not looked at.
    fn best(&mut self, ply: u32, (mut alpha, beta): (Value, Value)) -> Result<Answer, Stop> {
        let (moves, promising) = self.moves(ply);
        let mut best = Best::default();
        let mut complete = true;
        for (index, &r#move) in moves.as_slice().iter().enumerate() {
            if index >= promising && best.value().is_some_and(|v| v > 0 || !is_decided(v)) {
                self.leave_out(&moves.as_slice()[index..]);
                complete = false;
                break;
            }
            let Some(answer) = self.try_move(r#move, ply, (alpha, beta))? else {
                continue;
            };
            if best.add(answer) {
                self.extend_line(ply, r#move);
            }
            alpha = alpha.max(answer.value);
            if alpha >= beta {
                if r#move.promotion.is_none() && !self.board.is_capture(r#move) {
                    self.killers[ply as usize].add(r#move);
                }
                complete = index + 1 == moves.len();
                break;
            }
        }
        Ok(best
            .answer(complete)
            .unwrap_or_else(|| self.without_moves(ply)))
    }

    fn without_moves(&mut self, ply: u32) -> Answer {
        let conditions = self.options.conditions;
        terminal::without_moves(&self.board, ply, conditions, &mut self.terminals)
    }

    /// The moves in the order in which they are looked at, and how many of them are promising.
    fn moves(&self, ply: u32) -> (Moves, usize) {
        let mut moves = Moves::of(&self.board);
        let killers = if self.options.killers {
            self.killers[ply as usize]
        } else {
            Killers::default()
        };
        let prunes = self.options.king_pruning
            && ply > 0
            && ply + pruning::PLIES >= self.options.depth
            && !self.board.has_queen()
            && !self.board.in_check(self.board.turn());
        moves.sort_by_key(|r#move| {
            if prunes && !pruning::is_promising(&self.board, r#move) {
                Killers::LAST
            } else {
                killers.rank(&self.board, r#move)
            }
        });
        let mut promising = moves.len();
        if prunes {
            let is_promising = |m: &&Move| pruning::is_promising(&self.board, **m);
            promising = moves.as_slice().iter().filter(is_promising).count();
        }
        (moves, promising)
    }

    /// Makes the move, visits the position, and takes the move back. `None` if the move is illegal.
    fn try_move(
        &mut self,
        r#move: Move,
        ply: u32,
        (alpha, beta): (Value, Value),
    ) -> Result<Option<Answer>, Stop> {
        let undo = self.board.play(r#move);
        let legal = !self.board.in_check(!self.board.turn());
        let mut answer = Ok(None);
        if legal {
            let has_key = !self.board.has_queen();
            if has_key {
                self.path.push(self.board.key());
            }
            answer = self
                .visit(r#move, ply + 1, (-beta, -alpha))
                .map(|answer| Some(answer.turned()));
            if has_key {
                self.path.pop();
            }
        }
        self.board.undo(r#move, undo);
        answer
    }

    /// Counts the legal ones among moves that are not looked at.
    fn leave_out(&mut self, moves: &[Move]) {
        for &r#move in moves {
            let undo = self.board.play(r#move);
            self.pruned += u64::from(!self.board.in_check(!self.board.turn()));
            self.board.undo(r#move, undo);
        }
    }

    fn remember(&mut self, ply: u32, answer: Answer, window: (Value, Value)) -> Result<(), Stop> {
        if self.board.has_queen() || !self.options.conditions.has(Condition::SeenBefore) {
            return Ok(());
        }
        let bound = if answer.value <= window.0 {
            Bound::Upper
        } else if answer.value >= window.1 {
            Bound::Lower
        } else {
            Bound::Exact
        };
        let room = |bytes| self.watch.room(bytes);
        self.seen
            .remember(self.board.key(), ply, (answer, bound), room)
            .map_err(|Full| Stop::Memory)
    }

    fn look_at_limits(&self) -> Result<(), Stop> {
        let bytes = self.seen.bytes();
        self.watch.check(0, bytes)?;
        if self.nodes.is_multiple_of(64 * CHECK) {
            self.watch.report(self.nodes, None, bytes);
        }
        Ok(())
    }

    /// The best line from a ply begins with the move, and goes on with the best line of the ply below.
    fn extend_line(&mut self, ply: u32, r#move: Move) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let (Some(line), Some(rest)) = (above.last_mut(), below.first()) else {
            return;
        };
        line.moves[0] = r#move;
        line.moves[1..=rest.len].copy_from_slice(&rest.moves[..rest.len]);
        line.len = rest.len + 1;
    }

    /// The best line of the root.
    fn line(&mut self, r#move: Move) -> Vec<Move> {
        self.extend_line(0, r#move);
        let line = &self.lines[0];
        line.moves[..line.len].to_vec()
    }
}
