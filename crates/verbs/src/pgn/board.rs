//! The board of a game: where it begins, and which of its moves a text means.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use peasant::board::{Role, Square};
use peasant::notation::written::{Candidate, Written};
use shakmaty::fen::Fen;
use shakmaty::{
    CastlingMode, CastlingSide, Chess, Color, File, FromSetup, Move, Position, PositionError,
};

use crate::host::plain::excerpt;

/// Kinds of chess that are chess, as tags name them, in small letters without spaces.
const CHESS: [&str; 6] = [
    "standard",
    "chess",
    "normal",
    "fromposition",
    "chess960",
    "fischerandom",
];

/// The position in which a game with these tags begins, and so many plies are counted before it.
///
/// # Errors
/// It is another game, or the position is none; in words.
pub fn start(variant: Option<&str>, fen: Option<&str>) -> Result<(Chess, usize), String> {
    if let Some(variant) = variant {
        let name = variant.to_lowercase().replace([' ', '-'], "");
        if !matches!(name.as_str(), "" | "?") && !CHESS.contains(&name.as_str()) {
            return Err(format!("`{}` is another game than chess", excerpt(variant)));
        }
    }
    let Some(text) = fen.filter(|text| !matches!(text.trim(), "" | "?" | "startpos")) else {
        return Ok((Chess::default(), 0));
    };
    let bad = |error: &dyn std::fmt::Display| format!("bad FEN `{}`: {error}", excerpt(text));
    let fen = Fen::from_ascii(plain(text).as_bytes()).map_err(|error| bad(&error))?;
    let setup = fen.into_setup();
    let (fullmoves, turn) = (setup.fullmoves.get() as usize, setup.turn);
    let here = Chess::from_setup(setup.clone(), CastlingMode::detect(&setup))
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| bad(&error))?;
    let black = usize::from(turn == Color::Black);
    Ok((here, (fullmoves - 1) * 2 + black))
}

/// A FEN as it is meant: what is missing or nothing known says nothing.
fn plain(text: &str) -> String {
    let mut fields = text
        .split(|c: char| c.is_whitespace() || c == '_')
        .filter(|it| !it.is_empty());
    let mut next = || fields.next().unwrap_or("-");
    let board = next();
    let turn = match next().chars().next() {
        Some('b' | 'B') => 'b',
        _ => 'w',
    };
    let castling = next();
    let is_right = |c: char| matches!(c.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h');
    let castling = if castling.chars().all(is_right) {
        castling
    } else {
        "-"
    };
    let passed = next();
    let passed = if Square::parse(passed).is_some() {
        passed
    } else {
        "-"
    };
    let mut count = |least: u32| {
        let count = next().parse::<u32>().unwrap_or(least);
        count.clamp(least, 9999)
    };
    let (halfmoves, fullmoves) = (count(0), count(1));
    format!("{board} {turn} {castling} {passed} {halfmoves} {fullmoves}")
}

/// The legal moves that a text means.
pub fn meant(written: Written, position: &Chess) -> Vec<Move> {
    let legal = position.legal_moves();
    written.meant(legal.into_iter().filter_map(|m| Some((candidate(m)?, m))))
}

/// A legal move as texts speak of it.
fn candidate(m: Move) -> Option<Candidate> {
    let square = |square: shakmaty::Square| Square::parse(&square.to_string());
    let castling = m
        .castling_side()
        .map(|side| side == CastlingSide::QueenSide);
    let from = m.from()?;
    let to = match castling {
        // UCI names the king's own square, but in Chess960 the rook's.
        Some(long) if from.file() == File::E => {
            shakmaty::Square::from_coords(if long { File::C } else { File::G }, from.rank())
        }
        _ => m.to(),
    };
    Some(Candidate {
        role: role(m.role()),
        from: square(from)?,
        to: square(to)?,
        promotion: m.promotion().map(role),
        is_capture: m.is_capture(),
        is_en_passant: m.is_en_passant(),
        castling,
    })
}

fn role(role: shakmaty::Role) -> Role {
    match role {
        shakmaty::Role::Pawn => Role::Pawn,
        shakmaty::Role::Knight => Role::Knight,
        shakmaty::Role::Bishop => Role::Bishop,
        shakmaty::Role::Rook => Role::Rook,
        shakmaty::Role::Queen => Role::Queen,
        shakmaty::Role::King => Role::King,
    }
}

/// The position behind a legal move.
pub fn played(position: &Chess, m: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(m);
    next
}

/// The position behind a null move; `None` in check.
pub fn passed(position: &Chess) -> Option<Chess> {
    if position.is_check() {
        return None;
    }
    let mut setup = position.to_setup(shakmaty::EnPassantMode::Legal);
    setup.swap_turn();
    let passed = Chess::from_setup(setup, position.castles().mode());
    passed
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}
