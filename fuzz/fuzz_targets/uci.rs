//! A FEN, a newline, a move: an accepted move is among the legal ones, and is written as it was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peasant::notation::{fen, uci};

fuzz_target!(|text: &str| {
    let Some((fen, text)) = text.split_once('\n') else {
        return;
    };
    let Ok(position) = fen::parse(fen) else {
        return;
    };
    let moves: Vec<_> = position.legal_moves().into_iter().collect();
    match uci::parse(text, &position) {
        Ok(mv) => {
            assert!(moves.contains(&mv), "{mv} is not legal");
            assert_eq!(mv.to_string(), text);
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(!moves.iter().any(|mv| mv.to_string() == text), "{error}");
        }
    }
    for mv in moves {
        assert_eq!(uci::parse(&mv.to_string(), &position), Ok(mv));
    }
});
