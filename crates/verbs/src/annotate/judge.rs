//! The positions of a game that can be judged, and what is proved of them.

use std::collections::HashMap;
use std::sync::Arc;

use peasant::board::{Move, Position};
use peasant::limits::Observer;
use peasant::notation::{fen, uci};
use peasant::value::{Bounds, Wdl};
use peasant::{Analysis, Explanation, Limits, Opinion, ProveError, Prover, Request};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode};

use crate::opinion::{self, Asked, Thinker};
use crate::outside::engine::{Timely, Uci};

/// Proves the positions of one game, one after another, and keeps what it has proved.
pub struct Judge {
    prover: Prover,
    /// For each position.
    limits: Limits,
    observer: Arc<dyn Observer>,
    /// Who is asked about what stays open, if anybody is.
    engine: Option<Arc<Uci>>,
    /// The same for the prover, which has so much time for each position.
    timely: Option<Arc<Timely>>,
}

impl Judge {
    pub fn new(
        prover: Prover,
        limits: Limits,
        observer: Arc<dyn Observer>,
        engine: Option<Arc<Uci>>,
        timely: Option<Arc<Timely>>,
    ) -> Judge {
        Judge {
            prover,
            limits,
            observer,
            engine,
            timely,
        }
    }

    /// What the engine thinks of an open position, and of a move that was played there.
    pub fn opinions(&self, analysis: &Analysis, played: Move) -> Option<[Opinion; 2]> {
        let mut thinker = Thinker::Engine(Arc::clone(self.engine.as_ref()?));
        let asked = Asked::new(analysis.position, opinion::share(self.limits.time));
        let mut of = |moves: &[Move]| thinker.think(&asked, moves, &HashMap::new());
        Some([of(&[])?, of(&[played])?])
    }

    /// What is proved of a position, and what follows if that is not all.
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
        if let Some(timely) = &self.timely {
            timely.begin(limits.time);
        }
        Request::new(*position)
            .limits(limits)
            .observer(Arc::clone(&self.observer))
    }
}

/// What is said of a result: proved, or supposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Proved(Wdl),
    /// It follows if some endings are what they seem.
    Supposed(Wdl),
    Open,
}

impl Known {
    /// What is known of a position, for the side to move.
    pub fn of(analysis: &Analysis) -> Known {
        match (analysis.bounds.exact(), analysis.follows()) {
            (Some(result), _) => Known::Proved(result),
            (None, Some(found)) => Known::Supposed(found.result),
            (None, None) => Known::Open,
        }
    }

    /// What is known of a move, for the side that makes it.
    pub fn of_move(analysis: &Analysis, r#move: Move, bounds: Bounds) -> Known {
        if let Some(result) = bounds.exact() {
            return Known::Proved(result);
        }
        let found = analysis.conditional.as_ref();
        let mut moves = found.into_iter().flat_map(|found| &found.moves);
        match moves.find(|m| m.r#move == r#move) {
            Some(m) => Known::Supposed(m.result),
            None => Known::Open,
        }
    }

    pub fn result(self) -> Option<Wdl> {
        match self {
            Known::Proved(result) | Known::Supposed(result) => Some(result),
            Known::Open => None,
        }
    }

    /// The result if it is not proved.
    pub fn supposed(self) -> Option<Wdl> {
        match self {
            Known::Supposed(result) => Some(result),
            _ => None,
        }
    }

    /// The same for the other side.
    pub fn turned(self) -> Known {
        match self {
            Known::Proved(result) => Known::Proved(-result),
            Known::Supposed(result) => Known::Supposed(-result),
            Known::Open => Known::Open,
        }
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
