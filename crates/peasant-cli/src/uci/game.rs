//! The game as the GUI tells it: all of chess, and what of it can be proved.

use std::num::NonZeroU32;

use peasant::Prover;
use peasant::board;
use peasant::notation::fen;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{
    Bitboard, CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, PositionError, Role,
    Setup,
};

use verbs::host::plain::excerpt;

/// A position, and what led to it.
#[derive(Clone, Debug, Default)]
pub struct Game {
    pub now: Chess,
    /// What can be proved of those since the last capture or pawn move, the present one left out.
    pub earlier: Vec<board::Position>,
}

/// A capture, or a capture and the recapture, that leads to a pawn ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trade {
    /// In SAN.
    pub moves: String,
    pub ending: board::Position,
    /// Is it the side to move now that is to move then?
    pub same_side: bool,
}

impl Game {
    /// The game from its beginning, and what was wrong with it if anything was: moves are made as far as they are legal.
    ///
    /// # Errors
    /// The beginning is no position of chess; in words.
    pub fn read(start: Option<&str>, moves: &[&str]) -> Result<(Game, Option<String>), String> {
        let mut game = Game::default();
        if let Some(text) = start {
            game.now = chess(text)?;
        }
        for (count, name) in moves.iter().enumerate() {
            let legal = name
                .parse()
                .ok()
                .and_then(|uci: UciMove| uci.to_move(&game.now).ok());
            let Some(legal) = legal else {
                let trouble = format!(
                    "`{}`, move {} of the list, is not legal: it and what follows are left out",
                    excerpt(name),
                    count + 1
                );
                return Ok((game, Some(trouble)));
            };
            game.play(legal);
        }
        Ok((game, None))
    }

    fn play(&mut self, m: Move) {
        if m.is_zeroing() {
            self.earlier.clear();
        } else {
            self.earlier.extend(ending(&self.now));
        }
        self.now.play_unchecked(m);
    }

    /// White is 0, Black is 1.
    pub fn side(&self) -> usize {
        usize::from(self.now.turn().is_black())
    }

    /// The first of the moves that are asked for, or of all; `(none)` if there is none.
    pub fn first(&self, asked: &[String]) -> String {
        let name = |m: &Move| m.to_uci(self.now.castles().mode()).to_string();
        let legal: Vec<String> = self.now.legal_moves().iter().map(name).collect();
        let first = legal.iter().find(|m| asked.contains(m)).or(legal.first());
        first.map_or("(none)".to_owned(), Clone::clone)
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmoves(&self) -> u32 {
        self.now.halfmoves()
    }

    /// The captures that lead from pieces to pawn endings, at once or when something is taken back.
    pub fn trades(&self) -> Vec<Trade> {
        let mut trades = Vec::new();
        if pawn_ending(&self.now).is_some() {
            return trades;
        }
        for (name, after) in captures(&self.now) {
            if let Some(ending) = pawn_ending(&after) {
                trades.push(Trade {
                    moves: name,
                    ending,
                    same_side: false,
                });
                continue;
            }
            for (reply, after) in captures(&after) {
                trades.extend(pawn_ending(&after).map(|ending| Trade {
                    moves: format!("{name} {reply}"),
                    ending,
                    same_side: true,
                }));
            }
        }
        trades
    }
}

/// Every capture in SAN, and what follows it.
fn captures(position: &Chess) -> Vec<(String, Chess)> {
    let captures = position
        .legal_moves()
        .into_iter()
        .filter(|m| m.is_capture());
    let after = |m: Move| {
        let mut after = position.clone();
        after.play_unchecked(m);
        (SanPlus::from_move(position.clone(), m).to_string(), after)
    };
    captures.map(after).collect()
}

/// The position, if it holds kings and pawns alone.
fn pawn_ending(position: &Chess) -> Option<board::Position> {
    ending(position).filter(board::Position::is_pawn_ending)
}

/// Reads any position of chess.
fn chess(text: &str) -> Result<Chess, String> {
    let refused = |why: String| format!("bad FEN `{}`: {why}", excerpt(text));
    let fen = Fen::from_ascii(text.as_bytes()).map_err(|error| refused(error.to_string()))?;
    let mut setup = fen.into_setup();
    let given = begin(setup.clone()).map_err(refused)?;
    // An en passant square that no double step can have left is passed over.
    setup.ep_square = None;
    let plain = begin(setup).map_err(refused)?;
    Ok(match (position(&given), position(&plain)) {
        (None, Some(_)) => plain,
        _ => given,
    })
}

/// A position of chess, if only what no game can lead to is wrong with it.
fn begin(setup: Setup) -> Result<Chess, String> {
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| error.to_string())
}

/// The position as the prover takes it, if it does: kings, pawns and few pieces.
pub fn ending(position: &Chess) -> Option<board::Position> {
    let board = position.board();
    let pawns = board.by_role(Role::Pawn).count();
    let pieces = board.occupied().count().checked_sub(pawns + 2)?;
    let most = Prover::MAX_PIECES + usize::from(pawns == 0);
    if pieces > most || position.castles().any() {
        return None;
    }
    self::position(position)
}

/// The position as the prover writes it, if it can be one.
pub fn position(position: &Chess) -> Option<board::Position> {
    prover_position(position).ok()
}

/// The same, or why there is none. Castling and counters are left out: a game may have more moves than they can count.
pub fn prover_position(position: &Chess) -> Result<board::Position, String> {
    let setup = Setup {
        castling_rights: Bitboard::EMPTY,
        halfmoves: 0,
        fullmoves: NonZeroU32::MIN,
        ..position.to_setup(EnPassantMode::Legal)
    };
    let text = Fen::try_from(setup).map_err(|_| "FEN cannot tell it".to_owned())?;
    fen::parse(&text.to_string()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_made_as_far_as_they_are_legal() {
        let (game, trouble) = Game::read(None, &["e2e4", "e7e5", "e4e5"]).expect("it begins");
        assert!(trouble.is_some_and(|t| t.contains("`e4e5`, move 3")));
        assert_eq!(game.side(), 0);
        assert!(ending(&game.now).is_none());
        for bad in ["", "8/8", "8/8/8/8/8/8/8/8 w - - 0 1", "startpos"] {
            assert!(Game::read(Some(bad), &[]).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_can_be_proved_is_found() {
        let start = "8/5k2/8/8/4P3/8/5K2/8 w - - 0 1";
        let (game, _) = Game::read(Some(start), &["f2f3", "f7f6", "f3f4"]).expect("legal");
        assert_eq!(game.earlier.len(), 3);
        assert!(ending(&game.now).is_some_and(|e| e.is_pawn_ending()));
        let (game, _) = Game::read(Some(start), &["f2f3", "f7f6", "e4e5"]).expect("legal");
        assert!(game.earlier.is_empty());
        // A king and a rook that may still castle are no ending.
        let (game, _) = Game::read(Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), &[]).expect("legal");
        assert!(ending(&game.now).is_none());
    }

    #[test]
    fn trades_into_pawn_endings_are_found() {
        for (start, expected) in [
            ("8/5k2/8/3n4/4P3/8/5K2/8 w - - 0 1", &["exd5"][..]),
            ("3r2k1/8/8/8/8/8/PP1R4/3K4 w - - 0 1", &[]),
            ("8/3rk3/8/8/8/8/PP1R4/3K4 w - - 0 1", &["Rxd7+ Kxd7"]),
            // One already, though something can be taken.
            ("4k3/8/8/3p4/4P3/8/PP6/3K4 w - - 0 1", &[]),
        ] {
            let (game, _) = Game::read(Some(start), &[]).expect("legal");
            let trades: Vec<String> = game.trades().into_iter().map(|t| t.moves).collect();
            assert_eq!(trades, expected, "{start}");
        }
    }
}
