//! The conditional verdict: what follows where the proof stays open.

use std::convert::Infallible;

use super::answer::MoveAnalysis;
use super::conditional::{Assumption, Conditional, ConditionalMove, Source, is_bound};
use super::inquiry::Inquiry;
use super::look::look;
use super::opinions::Opinions;
use crate::board::Position;
use crate::engine::Assessment;
use crate::limits::Watch;
use crate::prove::{COUNTED_MOVES, Effort, MAX_SUPPOSING, QueensOnBothSides, Supposed, deepen};
use crate::value::{Bounds, Wdl};

/// So often a verdict is changed by what the engine says, or a look. With 8 verdicts on wide endings were lost.
const ROUNDS: usize = 64;

/// A move is worth so much less than the position itself.
const ROOT_FIRST: u64 = 16;

/// What is supposed of a position whose proof has ended.
pub(super) struct Supposer<'a, 'p> {
    pub inquiry: &'a mut Inquiry<'p>,
    pub position: &'a Position,
    pub bounds: Bounds,
    pub moves: &'a [MoveAnalysis],
    pub opinions: Opinions<'a>,
}

impl Supposer<'_, '_> {
    /// The verdict, if anything follows.
    pub fn conditional(&mut self, watch: &Watch) -> Option<Conditional> {
        self.inquiry.proof.begin_supposing(watch);
        self.ask_at_root();
        for round in 0..ROUNDS {
            if round > 0 && watch.check(0, 0).is_err() {
                return None;
            }
            let (root, moves) = self.suppose();
            let result = self.agreed(root, &moves)?;
            if self.bounds.exact().is_some() {
                return (!moves.is_empty()).then(|| Conditional::new(result, Vec::new(), moves));
            }
            let Leaning {
                endings: leaned,
                complete,
                queens,
            } = self.leaned(self.position, result)?;
            if !self.believes(&leaned)? {
                continue;
            }
            let moves = self.work_on_moves(root);
            if self.agreed(root, &moves) != Some(result) {
                continue;
            }
            let told = |one: &Assumed| one.told(&self.opinions);
            let assumptions = leaned.iter().map(told).collect();
            let found = Conditional::new(result, assumptions, moves);
            return Some(Conditional {
                bound: is_bound(self.bounds, result),
                complete,
                queens,
                ..found
            });
        }
        None
    }

    /// Asks about the position and what its open moves lead to, where there are promoted pieces: there is nothing else to go by.
    fn ask_at_root(&mut self) {
        let open = self.bounds.exact().is_none();
        let next = self.open_moves().map(|m| self.position.play(m.r#move));
        let asked = std::iter::once(*self.position).chain(next);
        let asked: Vec<Position> = asked.filter(|one| open && !one.is_pawn_ending()).collect();
        for position in &asked {
            self.opinions.ask(position);
        }
    }

    /// What it leans on that a position has this result. `None`: that cannot be told.
    fn leaned(&mut self, position: &Position, result: Wdl) -> Option<Leaning> {
        let leaned = self.inquiry.proof.assumptions(position, result)?;
        Some(Leaning {
            endings: leaned.endings.into_iter().map(Assumed::on).collect(),
            complete: leaned.complete,
            queens: leaned.queens,
        })
    }

    /// Does nothing speak against these endings, neither the engine nor, where that is silent, a look? What is not believed is supposed
    /// no more. `None`: there was no time for a look.
    fn believes(&mut self, leaned: &[Assumed]) -> Option<bool> {
        let mut refused: Vec<Position> = Vec::new();
        for one in leaned {
            let position = &one.assumption.position;
            self.opinions.ask(position);
            let opinion = self.opinions.of(position);
            if !one.allows(opinion.map_or(one.seen, |opinion| opinion.result)) {
                refused.push(*position);
            }
        }
        refused.extend(self.inquiry.proof.refuted()?);
        if !refused.is_empty() {
            self.inquiry.proof.reject(&refused);
        }
        Some(refused.is_empty())
    }

    /// The result of an open move that the engine believes: what is supposed of it, or what follows where that is refused.
    /// `None`: it cannot be told, or so much is refused.
    pub fn confirm(&mut self, m: &ConditionalMove) -> Option<Wdl> {
        let proved = self.moves.iter().find(|proved| proved.r#move == m.r#move)?;
        let next = self.position.play(m.r#move);
        let mut result = m.result;
        for _ in 0..ROUNDS {
            let leaning = self.leaned(&next, -result)?;
            if self.believes(&leaning.endings)? {
                return Some(result);
            }
            result = within(proved.bounds, -self.supposed(&next, MAX_SUPPOSING)?.result);
        }
        None
    }

    /// The result that is supposed of a position after so much work, for the side to move. If the engine has spoken of the
    /// position itself that counts.
    pub fn supposed(&mut self, position: &Position, effort: Effort) -> Option<Supposed> {
        match self.opinions.of(position) {
            Some(assessment) => Some(Supposed::played(assessment.result)),
            None => self.inquiry.proof.suppose(position, effort),
        }
    }

    /// The result of the position, and those of its open moves that are known by then: more and more work on each. Of an exact position
    /// those of all moves, or until time is up.
    fn suppose(&mut self) -> (Option<Supposed>, Vec<ConditionalMove>) {
        let supposed = deepen::<_, Infallible>(Effort::NONE, 4, |effort| {
            let root = match self.bounds.exact() {
                Some(result) => Some(Supposed::played(result)),
                None => self.supposed(self.position, effort * ROOT_FIRST),
            };
            let root = root.map(|root| Supposed {
                result: within(self.bounds, root.result),
                ..root
            });
            let moves = self.suppose_moves(root, effort);
            let settled = match self.bounds.exact() {
                Some(_) => moves.len() == self.open_moves().count(),
                // What is counted may yet be played.
                None => root.is_some_and(|root| !root.counted || effort >= COUNTED_MOVES),
            };
            let is_done = settled || effort >= MAX_SUPPOSING;
            Ok(is_done.then_some((root, moves)))
        });
        let Ok(supposed) = supposed;
        supposed
    }

    /// The results of the open moves, once there is a verdict on the position: more and more work on each, until all are known or time is up.
    fn work_on_moves(&mut self, root: Option<Supposed>) -> Vec<ConditionalMove> {
        let most = match root.is_some_and(|root| root.counted) {
            true => COUNTED_MOVES,
            false => MAX_SUPPOSING,
        };
        let moves = deepen::<_, Infallible>(Effort::NONE, 4, |effort| {
            let moves = self.suppose_moves(root, effort);
            let settled = moves.len() == self.open_moves().count();
            Ok((settled || effort >= most).then_some(moves))
        });
        let Ok(moves) = moves;
        moves
    }

    /// The result that goes with those of the moves: where all of them are known it is the best, unless the engine has spoken
    /// of the position itself, or it was counted.
    fn agreed(&self, root: Option<Supposed>, moves: &[ConditionalMove]) -> Option<Wdl> {
        let is_counted = root.is_some_and(|root| root.counted);
        let root = root.map(|root| root.result);
        if is_counted || self.opinions.of(self.position).is_some() {
            return root;
        }
        let exact = self.moves.iter().filter_map(|m| m.bounds.exact());
        let best = exact.chain(moves.iter().map(|m| m.result)).max();
        let all_known = moves.len() == self.open_moves().count();
        match best {
            Some(best) if all_known => Some(within(self.bounds, best)),
            _ => root,
        }
    }

    fn open_moves(&self) -> impl Iterator<Item = &MoveAnalysis> {
        self.moves.iter().filter(|m| m.bounds.exact().is_none())
    }

    /// What is supposed of the open moves. What was counted says no more of them than of the position.
    fn suppose_moves(&mut self, root: Option<Supposed>, effort: Effort) -> Vec<ConditionalMove> {
        let mut moves = Vec::new();
        for m in self.moves.iter().filter(|m| m.bounds.exact().is_none()) {
            let next = self.position.play(m.r#move);
            let Some(next) = self.supposed(&next, effort) else {
                continue;
            };
            let result = within(m.bounds, -next.result);
            let agrees = |root: Supposed| root.counted && result <= root.result;
            if !next.counted || root.is_some_and(agrees) {
                moves.push(ConditionalMove::new(m.r#move, result));
            }
        }
        moves
    }
}

/// Leaves out the moves of which no more follows than a bound.
pub(super) fn leave_out_bounds(found: &mut Conditional, moves: &[MoveAnalysis]) {
    let is_more = |m: &ConditionalMove| {
        let proved = moves.iter().find(|proved| proved.r#move == m.r#move);
        proved.is_none_or(|proved| !is_bound(proved.bounds, m.result))
    };
    found.moves.retain(is_more);
}

/// The result nearest to one within bounds.
pub(super) fn within(bounds: Bounds, result: Wdl) -> Wdl {
    result.max(bounds.lower()).min(bounds.upper())
}

/// What a supposed result leans on.
struct Leaning {
    endings: Vec<Assumed>,
    /// True if these are all.
    complete: bool,
    queens: QueensOnBothSides,
}

/// An ending that is assumed to be what it seems, and the bounds that the verdict needs for the side to move there.
struct Assumed {
    assumption: Assumption,
    needed: Bounds,
    /// What a look says of it.
    seen: Wdl,
}

impl Assumed {
    /// Who is ahead wins, and who is not draws. Of a pawn ending, which was counted, Newborn's game will say more than a look.
    fn on((position, needed): (Position, Bounds)) -> Assumed {
        let counted = position.is_pawn_ending();
        let seen = match counted {
            true => within(needed, Wdl::Draw),
            false => look(&position),
        };
        let result = within(needed, seen);
        let source = match result {
            _ if counted => Source::Pawns,
            Wdl::Draw => Source::Equal,
            _ => Source::Ahead,
        };
        Assumed {
            assumption: Assumption::new(position, result, source, None),
            needed,
            seen,
        }
    }

    /// With what the engine said of it.
    fn told(&self, opinions: &Opinions) -> Assumption {
        match opinions.of(&self.assumption.position) {
            Some(Assessment { result, score }) => {
                let position = self.assumption.position;
                Assumption::new(position, *result, Source::Engine, Some(*score))
            }
            None => self.assumption,
        }
    }

    /// Does a result speak for it?
    fn allows(&self, result: Wdl) -> bool {
        within(self.needed, result) == result
    }
}
