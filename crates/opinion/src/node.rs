//! One position with all its moves: principal variation search.

use peasant::board::Role;
use peasant::{Bounds, Move, Position};

use crate::evaluate::{evaluate, is_dead, is_passed};
use crate::known::{Allowed, proved};
use crate::order::is_loud;
use crate::score::{MATE, MATES};
use crate::table::{Bound, Found};
use crate::thinking::{LONGEST, Node, Thinking};

/// What is asked of a position: is its score more than `alpha`, less than `beta`?
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub alpha: i32,
    pub beta: i32,
    pub depth: i32,
    pub ply: usize,
}

impl Window {
    /// The same question for the other side, a ply later.
    fn next(self, depth: i32) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
            depth,
            ply: self.ply + 1,
        }
    }

    /// Only: is it more than `alpha`?
    fn narrow(self) -> Window {
        Window {
            beta: self.alpha + 1,
            ..self
        }
    }

    /// The part of the window that a proof allows, without mates that come too late.
    fn within(self, allowed: Allowed) -> Window {
        let ply = self.ply as i32;
        Window {
            alpha: self.alpha.max(allowed.least).max(ply - MATE),
            beta: self.beta.min(allowed.most).min(MATE - ply - 1),
            ..self
        }
    }

    fn is_narrow(self) -> bool {
        self.beta - self.alpha == 1
    }
}

impl Thinking<'_> {
    /// The score of a position; `None` if the search is to end.
    pub fn search(&mut self, node: &Node, window: Window) -> Option<i32> {
        self.lines[window.ply].clear();
        if window.ply == 0 {
            return self.unproved(node, window);
        }
        if self.is_repeated(node) || is_dead(&node.position) {
            return Some(0);
        }
        let bounds = self.told(node, window.ply);
        if let Some(result) = bounds.exact() {
            return Some(proved(&node.position, result));
        }
        let allowed = Allowed::by(bounds);
        let window = window.within(allowed);
        if window.alpha >= window.beta {
            return Some(allowed.nearest(window.alpha));
        }
        Some(allowed.nearest(self.unproved(node, window)?))
    }

    /// What is proved of a position, near the root.
    fn told(&mut self, node: &Node, ply: usize) -> Bounds {
        let is_asked = ply == 1 || ply <= 3 && self.is_new(node) && node.position.is_pawn_ending();
        if is_asked {
            self.known.of(&node.position)
        } else {
            Bounds::UNKNOWN
        }
    }

    /// The score of a position, as far as it is open.
    fn unproved(&mut self, node: &Node, mut window: Window) -> Option<i32> {
        if window.ply >= LONGEST {
            return Some(evaluate(&node.position));
        }
        if window.depth <= 0 {
            return self.quiet(node, window.alpha, window.beta, window.ply);
        }
        self.count()?;
        let found = self.table.get(node.key, window.ply as i32);
        if let Some(score) = found.and_then(|found| usable(found, window)) {
            return Some(score);
        }
        let stand = evaluate(&node.position);
        if let Some(score) = self.without_moves(node, window, stand)? {
            return Some(score);
        }
        let first = match window.ply {
            0 => self.first,
            _ => found.and_then(|found| found.best),
        };
        if first.is_none() && window.depth >= 5 {
            window.depth -= 1;
        }
        self.all_moves(node, window, first, stand)
    }

    /// Is the position good enough even if the side passes, or by so much that little depth is needed? The moves are looked at
    /// otherwise.
    fn without_moves(&mut self, node: &Node, window: Window, stand: i32) -> Option<Option<i32>> {
        if !window.is_narrow() || node.in_check || window.beta.abs() >= MATES {
            return Some(None);
        }
        if window.depth <= 2 && stand - 300 * window.depth >= window.beta {
            return Some(Some(stand));
        }
        if window.depth < 3 || stand < window.beta || !has_pieces(&node.position) {
            return Some(None);
        }
        let Some(position) = node.position.pass() else {
            return Some(None);
        };
        let passed = self.at(position, self.anew());
        let depth = window.depth - 3 - window.depth / 4;
        self.enter(node);
        let score = -self.search(&passed, window.next(depth))?;
        self.leave();
        // A mate that was found by passing is none.
        Some((score >= window.beta).then_some(if score >= MATES { window.beta } else { score }))
    }

    /// Every move, best first; the position looks like `stand` at rest.
    fn all_moves(
        &mut self,
        node: &Node,
        window: Window,
        first: Option<Move>,
        stand: i32,
    ) -> Option<i32> {
        let Window {
            alpha,
            beta,
            depth,
            ply,
        } = window;
        let legal = match ply {
            0 if !self.task.moves.is_empty() => self.task.moves.to_vec(),
            _ => node.position.legal_moves(),
        };
        if legal.is_empty() {
            return Some(if node.in_check { ply as i32 - MATE } else { 0 });
        }
        let (mut best, mut choice, mut quiet) = (i32::MIN, None, Vec::new());
        let mut now = window;
        for (number, mv) in self
            .order
            .moves(&node.position, &legal, first, ply)
            .enumerate()
        {
            let child = self.after(node, mv);
            let step = Step {
                mv,
                number,
                only: legal.len() == 1,
            };
            if best > -MATES && is_hopeless(node, &child, now, step, stand) {
                continue;
            }
            self.enter(node);
            let score = self.one_move(node, &child, now, step)?;
            self.leave();
            if score > best {
                best = score;
            }
            if score > now.alpha {
                now.alpha = score;
                choice = Some(mv);
                self.prefer(ply, mv);
                if ply == 0 {
                    self.raised = Some((score, self.lines[0].clone()));
                }
            }
            if now.alpha >= beta {
                if !is_loud(&node.position, mv) {
                    self.order.reward(&node.position, mv, &quiet, depth, ply);
                }
                break;
            }
            if !is_loud(&node.position, mv) {
                quiet.push(mv);
            }
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.put(
            node.key,
            ply as i32,
            Found {
                best: choice,
                score: best,
                depth,
                bound,
            },
        );
        Some(best)
    }

    /// The score of one move: late ones are first looked at with less depth, all but the first first by a narrow window.
    fn one_move(&mut self, node: &Node, child: &Node, window: Window, step: Step) -> Option<i32> {
        let depth = window.depth - 1 + self.extension(child, window, step);
        if step.number == 0 {
            return Some(-self.search(child, window.next(depth))?);
        }
        let less = reduction(node, child, window, step);
        let mut score = -self.search(child, window.narrow().next(depth - less))?;
        if less > 0 && score > window.alpha {
            score = -self.search(child, window.narrow().next(depth))?;
        }
        if score > window.alpha && score < window.beta {
            score = -self.search(child, window.next(depth))?;
        }
        Some(score)
    }

    /// A ply more for checks and for only moves.
    fn extension(&self, child: &Node, window: Window, step: Step) -> i32 {
        let is_far = window.ply as i32 >= 2 * self.iteration;
        i32::from(!is_far && (child.in_check || step.only))
    }
}

/// A move on its turn.
#[derive(Clone, Copy)]
struct Step {
    mv: Move,
    /// So many moves came before.
    number: usize,
    /// There is no other.
    only: bool,
}

/// Is the move quiet: no check, no capture, no way out of check, no passed pawn that runs?
fn is_calm(node: &Node, child: &Node, mv: Move) -> bool {
    !node.in_check
        && !child.in_check
        && !is_loud(&node.position, mv)
        && !is_passed(&node.position, mv.from)
}

/// With little depth left: does a quiet move come after many others, or the side stand too badly for it?
fn is_hopeless(node: &Node, child: &Node, window: Window, step: Step, stand: i32) -> bool {
    let depth = window.depth;
    let is_late = step.number as i32 > 3 + depth * depth;
    depth <= 6
        && window.ply > 0
        && step.number > 0
        && (is_late || stand + 80 + 80 * depth <= window.alpha)
        && is_calm(node, child, step.mv)
}

/// How much less depth a late quiet move gets.
fn reduction(node: &Node, child: &Node, window: Window, step: Step) -> i32 {
    if step.number < 2 || window.depth < 3 || !is_calm(node, child, step.mv) {
        return 0;
    }
    let (depth, number) = (window.depth as f32, step.number as f32);
    let less = 0.8 + depth.ln() * number.ln() / 1.5;
    (less as i32 - i32::from(!window.is_narrow())).clamp(0, window.depth - 2)
}

/// A stored score that answers the question.
fn usable(found: Found, window: Window) -> Option<i32> {
    let is_enough = window.ply > 0 && window.is_narrow() && found.depth >= window.depth;
    let answers = match found.bound {
        Bound::Exact => true,
        Bound::Lower => found.score >= window.beta,
        Bound::Upper => found.score <= window.alpha,
    };
    (is_enough && answers).then_some(found.score)
}

/// Has the side to move more than king and pawns?
fn has_pieces(position: &Position) -> bool {
    let us = position.turn();
    let plain = position.pieces(us, Role::King) | position.pieces(us, Role::Pawn);
    position.men(us) != plain
}
