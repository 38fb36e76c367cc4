//! The conditional verdict: what follows where the proof stays open.

use std::cmp::Ordering;

use super::answer::MoveAnalysis;
use super::conditional::{Assumption, Conditional, ConditionalMove, Source};
use super::inquiry::Inquiry;
use crate::board::{Color, Move, Position, Role};
use crate::engine::{Assessment, Engine};
use crate::limits::Watch;
use crate::prove::{Effort, FIRST_TRY, MAX_SUPPOSING};
use crate::value::{Bounds, Wdl};

/// An engine is asked about so many endings for one verdict.
const QUESTIONS: usize = 48;

/// So often a verdict is changed by what the engine says.
const ROUNDS: usize = 8;

/// What is supposed of a position whose proof has ended.
pub(super) struct Supposer<'a, 'p> {
    pub inquiry: &'a mut Inquiry<'p>,
    pub position: &'a Position,
    pub bounds: Bounds,
    pub moves: &'a [MoveAnalysis],
    pub engine: Option<&'a dyn Engine>,
}

impl Supposer<'_, '_> {
    /// The verdict, if anything follows.
    pub fn conditional(&mut self, watch: &Watch) -> Option<Conditional> {
        self.inquiry.proof.begin_supposing(watch);
        let mut opinions = Opinions::default();
        for _ in 0..ROUNDS {
            let (result, moves) = self.suppose()?;
            if self.bounds.exact().is_some() {
                return (!moves.is_empty()).then(|| Conditional::new(result, Vec::new(), moves));
            }
            let leaned = self.inquiry.proof.assumptions(self.position, result)?;
            let complete = leaned.complete;
            let leaned: Vec<Assumed> = leaned.endings.into_iter().map(Assumed::on).collect();
            if let Some(engine) = self.engine {
                opinions.ask(engine, &leaned);
            }
            let refused: Vec<Position> = leaned
                .iter()
                .filter(|one| one.is_refused(&opinions))
                .map(|one| one.assumption.position)
                .collect();
            if refused.is_empty() {
                let assumptions = leaned.iter().map(|one| one.told(&opinions)).collect();
                let found = Conditional::new(result, assumptions, moves);
                return Some(Conditional { complete, ..found });
            }
            self.inquiry.proof.reject(&refused);
        }
        None
    }

    /// The result of the position and of its open moves: more and more work on each, until all are known or time is up.
    fn suppose(&mut self) -> Option<(Wdl, Vec<ConditionalMove>)> {
        let mut effort = Effort::NONE;
        loop {
            let root = match self.bounds.exact() {
                Some(result) => Some(result),
                None => self.inquiry.proof.suppose(self.position, effort),
            };
            let root = root.map(|result| within(self.bounds, result));
            let moves = self.suppose_moves(effort);
            let settled = root.is_some() && moves.len() == self.open_moves().count();
            if settled || effort >= MAX_SUPPOSING {
                return Some((self.agreed(root, &moves)?, moves));
            }
            effort = (effort * 4).max(FIRST_TRY);
        }
    }

    /// The result that goes with those of the moves: where all of them are known it is the best.
    fn agreed(&self, root: Option<Wdl>, moves: &[ConditionalMove]) -> Option<Wdl> {
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

    fn suppose_moves(&mut self, effort: Effort) -> Vec<ConditionalMove> {
        let mut moves = Vec::new();
        for m in self.moves.iter().filter(|m| m.bounds.exact().is_none()) {
            let next = self.position.play(m.r#move);
            if let Some(result) = self.inquiry.proof.suppose(&next, effort) {
                moves.push(ConditionalMove::new(m.r#move, within(m.bounds, -result)));
            }
        }
        moves
    }
}

/// The result nearest to one within bounds.
fn within(bounds: Bounds, result: Wdl) -> Wdl {
    result.max(bounds.lower()).min(bounds.upper())
}

/// An ending that is assumed to be what it seems, and the bounds that the verdict needs for the side to move there.
struct Assumed {
    assumption: Assumption,
    needed: Bounds,
}

impl Assumed {
    /// Who is ahead wins, and who is not draws.
    fn on((position, needed): (Position, Bounds)) -> Assumed {
        let mover = position.turn();
        let ahead = worth(&position, mover).cmp(&worth(&position, !mover));
        let result = match (needed.exact(), ahead) {
            (Some(result), _) => result,
            (None, Ordering::Greater) if needed.upper() == Wdl::Win => Wdl::Win,
            (None, Ordering::Less) if needed.lower() == Wdl::Loss => Wdl::Loss,
            _ => Wdl::Draw,
        };
        let source = match result {
            Wdl::Draw => Source::Equal,
            _ => Source::Ahead,
        };
        Assumed {
            assumption: Assumption::new(position, result, source, None),
            needed,
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

    /// Does the engine say otherwise?
    fn is_refused(&self, opinions: &Opinions) -> bool {
        let opinion = opinions.of(&self.assumption.position);
        opinion
            .is_some_and(|assessment| within(self.needed, assessment.result) != assessment.result)
    }
}

/// What the promoted pieces of a side are worth, in pawns.
fn worth(position: &Position, color: Color) -> u32 {
    let worth = |role, worth| worth * position.pieces(color, role).count();
    worth(Role::Queen, 9) + worth(Role::Rook, 5) + worth(Role::Bishop, 3) + worth(Role::Knight, 3)
}

/// What an engine said of endings.
#[derive(Default)]
struct Opinions(Vec<(Position, Assessment)>);

impl Opinions {
    fn of(&self, position: &Position) -> Option<&Assessment> {
        let mut all = self.0.iter();
        all.find_map(|(of, assessment)| (of == position).then_some(assessment))
    }

    /// Asks about what is assumed, as far as questions go.
    fn ask(&mut self, engine: &dyn Engine, leaned: &[Assumed]) {
        for Assumed { assumption, .. } in leaned {
            let position = &assumption.position;
            if self.0.len() >= QUESTIONS || self.of(position).is_some() {
                continue;
            }
            if let Some(assessment) = engine.assess(position) {
                self.0.push((*position, assessment));
            }
        }
    }
}

/// Where nothing follows, the move that promises most: by what is proved, then a capture, a pawn's move, the king's.
pub(super) fn guess(position: &Position, moves: &[MoveAnalysis]) -> Option<Move> {
    let promise = |m: &&MoveAnalysis| {
        let capture = position.is_capture(m.r#move);
        let promotes = m.r#move.promotion.is_some();
        (m.bounds.lower(), m.bounds.upper(), promotes, capture)
    };
    let best = moves.iter().rev().max_by_key(promise)?;
    Some(best.r#move)
}
