//! The positions of a game that can be judged, and what is proved of them.

use std::collections::HashMap;
use std::sync::Arc;

use peasant::board::{Move, Position};
use peasant::limits::Observer;
use peasant::notation::{fen, uci};
use peasant::{Analysis, Explanation, Limits, Opinion, ProveError, Prover, Request};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode};

use crate::opinion::{self, Asked, Thinker};
use crate::outside::engine::Uci;

/// Proves the positions of one game, one after another, and keeps what it has proved.
pub struct Judge {
    prover: Prover,
    /// For each position.
    limits: Limits,
    observer: Arc<dyn Observer>,
    /// Who is asked about what stays open, if anybody is.
    engine: Option<Arc<Uci>>,
}

impl Judge {
    pub fn new(
        prover: Prover,
        limits: Limits,
        observer: Arc<dyn Observer>,
        engine: Option<Arc<Uci>>,
    ) -> Judge {
        Judge {
            prover,
            limits,
            observer,
            engine,
        }
    }

    /// What the engine thinks of an open position, and of a move that was played there.
    pub fn opinions(&self, analysis: &Analysis, played: Move) -> Option<[Opinion; 2]> {
        let mut thinker = Thinker::Engine(Arc::clone(self.engine.as_ref()?));
        let asked = Asked::new(analysis.position, opinion::share(self.limits.time));
        let mut of = |moves: &[Move]| thinker.think(&asked, moves, &HashMap::new());
        Some([of(&[])?, of(&[played])?])
    }

    /// What is proved of a position.
    pub fn analyse(&mut self, position: &Position) -> Result<Analysis, ProveError> {
        self.prover.analyse(&self.request(position, 1))
    }

    /// The same explained, which may take as much time again.
    pub fn explain(&mut self, analysis: &Analysis) -> Result<Explanation, ProveError> {
        let request = self.request(&analysis.position, 2);
        self.prover.explain(&request, analysis.clone())
    }

    fn request(&self, position: &Position, times: u32) -> Request {
        let mut limits = self.limits;
        limits.time = limits.time.map(|time| time * times);
        Request::new(*position)
            .limits(limits)
            .observer(Arc::clone(&self.observer))
    }
}

/// How many men a position has beside kings and pawns.
pub fn pieces(position: &Chess) -> usize {
    use shakmaty::Position;
    let board = position.board();
    (board.occupied() ^ board.kings() ^ board.pawns()).count()
}

/// A position in the library's form, which knows no castling; `None` where that, or the number of men, does not fit.
pub fn position(chess: &Chess) -> Option<Position> {
    use shakmaty::Position;
    if chess.castles().any() {
        return None;
    }
    let fen = Fen::from_position(chess, EnPassantMode::Legal);
    fen::parse(&fen.to_string()).ok()
}

/// A move in the library's form.
pub fn mv(m: shakmaty::Move, position: &Position) -> Option<Move> {
    uci::parse(&m.to_uci(CastlingMode::Standard).to_string(), position).ok()
}
