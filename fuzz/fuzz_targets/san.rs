//! A FEN, a newline, a move in SAN: an accepted move is among the legal ones, and what is written for a
//! legal move is read as that move.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peasant::notation::{fen, san};

fuzz_target!(|text: &str| {
    let Some((fen, text)) = text.split_once('\n') else {
        return;
    };
    let Ok(position) = fen::parse(fen) else {
        return;
    };
    let moves: Vec<_> = position.legal_moves().into_iter().collect();
    match san::parse(text, &position) {
        Ok(mv) => assert!(moves.contains(&mv), "{mv} is not legal"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    for mv in moves {
        let written = san::format(mv, &position);
        assert_eq!(san::parse(&written, &position), Ok(mv), "{written}");
    }
});
