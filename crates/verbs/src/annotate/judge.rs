//! The positions of a game that can be judged, and what is proved of them.

use std::sync::Arc;

use peasant::board::{Move, Position};
use peasant::limits::Observer;
use peasant::notation::{fen, uci};
use peasant::{Analysis, Explanation, Limits, ProveError, Prover, Request};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode};

use super::filter::FilterArgs;
use crate::opinion::{self, Thinker};

/// Proves the positions of one game, one after another, and keeps what it has proved.
pub struct Judge {
    prover: Prover,
    /// For each position.
    limits: Limits,
    observer: Arc<dyn Observer>,
    /// Who is asked about what stays open, if anybody is.
    thinker: Option<Thinker>,
    /// Which positions are judged.
    filter: FilterArgs,
}

impl Judge {
    pub fn new(
        prover: Prover,
        limits: Limits,
        observer: Arc<dyn Observer>,
        thinker: Option<Thinker>,
        filter: FilterArgs,
    ) -> Judge {
        Judge {
            prover,
            limits,
            observer,
            thinker,
            filter,
        }
    }

    /// Is a position judged?
    pub fn takes(&self, position: &Chess) -> bool {
        use shakmaty::Position;
        self.filter
            .takes_pawns(position.board().pawns().count() as u32)
    }

    /// What is proved of a position.
    pub fn analyse(&mut self, position: &Position) -> Result<Analysis, ProveError> {
        self.prover.analyse(&self.request(position, 1))
    }

    /// The same, and what is thought of it where it stays open.
    pub fn consider(&mut self, position: &Position) -> Result<Analysis, ProveError> {
        let mut analysis = self.analyse(position)?;
        if let Some(thinker) = &mut self.thinker {
            thinker.judge(&mut analysis, opinion::share(self.limits.time));
        }
        Ok(analysis)
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
            .sparing(true)
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
