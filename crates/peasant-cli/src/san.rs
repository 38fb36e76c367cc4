//! Moves as players write them, by `shakmaty`.

use peasant::board::{Move, Position};
use peasant::notation::{fen, uci};
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess};

fn chess(position: &Position) -> Option<Chess> {
    let fen: Fen = fen::format(position).parse().ok()?;
    fen.into_position(CastlingMode::Standard).ok()
}

/// The move in SAN, with its check or mate sign. A position that `shakmaty` does not take leaves UCI.
pub fn format(position: &Position, r#move: Move) -> String {
    let san = || {
        let mut chess = chess(position)?;
        let uci: UciMove = r#move.to_string().parse().ok()?;
        let legal = uci.to_move(&chess).ok()?;
        Some(SanPlus::from_move_and_play_unchecked(&mut chess, legal).to_string())
    };
    san().unwrap_or_else(|| r#move.to_string())
}

/// Reads a move in SAN. The error names the text.
pub fn parse(position: &Position, text: &str) -> Result<Move, String> {
    let fault = || format!("`{text}` is no legal move here");
    let san: San = text
        .trim_end_matches(['+', '#', '!', '?'])
        .parse()
        .map_err(|_| format!("`{text}` is no move in SAN"))?;
    let chess = chess(position).ok_or_else(fault)?;
    let legal = san.to_move(&chess).map_err(|_| fault())?;
    let uci = legal.to_uci(CastlingMode::Standard).to_string();
    uci::parse(&uci, position).map_err(|_| fault())
}
