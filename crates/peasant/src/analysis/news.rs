//! What is told of a position while it is worked on: its bounds, and those of its moves.

use super::answer::MoveAnalysis;
use super::event::Event;
use super::inquiry::{Crossed, Inquiry};
use super::request::Request;
use crate::board::Move;
use crate::limits::Watch;
use crate::value::Bounds;

/// Tells what is new between two passes of a proof.
pub(super) struct News<'r> {
    request: &'r Request,
    watch: &'r Watch,
    told: Bounds,
    /// What is told of the moves.
    pub moves: Vec<MoveAnalysis>,
}

impl<'r> News<'r> {
    /// Nothing is told yet of a position with these moves, if they are asked for.
    pub fn new(request: &'r Request, watch: &'r Watch, moves: Vec<Move>) -> News<'r> {
        let unknown = |m| MoveAnalysis::new(m, Bounds::UNKNOWN);
        let moves = moves.into_iter().filter(|_| request.moves);
        News {
            request,
            watch,
            told: Bounds::UNKNOWN,
            moves: moves.map(unknown).collect(),
        }
    }

    /// Tells bounds that are narrower than before. Where somebody looks on who may leave the question open, also those of moves.
    pub fn pass(&mut self, inquiry: &mut Inquiry, bounds: Bounds) -> Result<(), Crossed> {
        if bounds != self.told {
            self.request.tell(Event::Bounds(bounds));
            self.told = bounds;
        }
        if !self.watch.is_gated() {
            return Ok(());
        }
        self.tell_moves(inquiry)
    }

    fn tell_moves(&mut self, inquiry: &mut Inquiry) -> Result<(), Crossed> {
        for m in &mut self.moves {
            let bounds = -inquiry.known(&self.request.position.play(m.r#move))?;
            if m.bounds != bounds {
                m.bounds = bounds;
                self.request.tell(Event::Move(*m));
            }
        }
        Ok(())
    }
}
