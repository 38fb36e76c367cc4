//! What is told of a position while it is worked on: bounds, and what follows so far.

use std::time::Duration;

use super::answer::MoveAnalysis;
use super::event::Event;
use super::inquiry::{Crossed, Inquiry};
use super::opinions::Opinions;
use super::request::Request;
use super::suppose::{Supposer, leave_out_bounds};
use crate::board::Move;
use crate::limits::Watch;
use crate::value::Bounds;

/// What follows is told first after so long, and then whenever twice the time has passed.
const FIRST: Duration = Duration::from_millis(400);

/// It takes this part of the time.
const PART: u32 = 8;

/// Tells what is new between two passes of a proof.
pub(super) struct News<'r> {
    request: &'r Request,
    watch: &'r Watch,
    told: Bounds,
    /// What is told of the moves.
    pub moves: Vec<MoveAnalysis>,
    next: Duration,
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
            next: FIRST,
        }
    }

    /// Tells bounds that are narrower than before. Where somebody looks on who may leave the question open, also those of moves, and
    /// what follows.
    pub fn pass(&mut self, inquiry: &mut Inquiry, bounds: Bounds) -> Result<(), Crossed> {
        if bounds != self.told {
            self.request.tell(Event::Bounds(bounds));
            self.told = bounds;
        }
        if !self.watch.is_gated() {
            return Ok(());
        }
        self.tell_moves(inquiry)?;
        let is_open = bounds.exact().is_none() && inquiry.stopped().is_none();
        let now = self.watch.elapsed();
        if self.request.conditional && is_open && now >= self.next {
            self.suppose(inquiry, bounds, now + now / PART);
            self.next = self.watch.elapsed() * 2;
        }
        Ok(())
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

    /// Supposes what is open, and lets the proof go on.
    fn suppose(&self, inquiry: &mut Inquiry, bounds: Bounds, until: Duration) {
        let position = &self.request.position;
        let mut supposer = Supposer {
            inquiry,
            position,
            bounds,
            moves: &self.moves,
            opinions: Opinions::new(None),
        };
        let watch = self.watch.clone().sooner().until(until, 0);
        if let Some(mut found) = supposer.conditional(&watch) {
            let best = supposer.best(&mut found);
            leave_out_bounds(&mut found, &self.moves);
            self.request.tell(Event::Conditional(found));
            self.request.tell(Event::Line {
                best,
                line: Vec::new(),
                line_end: None,
            });
        }
        inquiry.proof.end_supposing();
    }
}
