//! What is pasted as a position, perhaps a newline and a move; and as a line of a file. What is understood is a legal position
//! that FEN writes and that is understood again as itself, without a note; what is not has a reason of bounded length.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peasant::notation::{fen, lenient};

/// No reasons are longer, however long the text: each character of a FEN may be one, and repeats its rank in escapes.
const LONGEST: usize = 1 << 20;

fuzz_target!(|bytes: &[u8]| {
    _ = lenient::foreign(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let (first, second) = text.split_once('\n').unwrap_or((text, ""));
    match lenient::position(first) {
        Ok(reading) => {
            let written = fen::format(&reading.position);
            let again = lenient::position(&written).expect("a FEN is understood");
            assert_eq!(again.position, reading.position, "{written}");
            assert!(again.notes.is_empty() && again.castles.is_empty(), "{written}");
            check_move(second, &reading);
        }
        Err(refusal) => assert!((1..LONGEST).contains(&refusal.to_string().len())),
    }
    match lenient::line(text) {
        Ok(Some(line)) => {
            let written = fen::format_epd(&line.epd.position);
            let again = lenient::line(&written).expect("a FEN is understood").expect("no comment");
            assert_eq!(again.epd.position, line.epd.position, "{written}");
        }
        Ok(None) => assert!(lenient::is_silent(text)),
        Err(refusal) => assert!((1..LONGEST).contains(&refusal.to_string().len())),
    }
    // What FEN takes is understood, and means the same.
    if let Ok(position) = fen::parse(first) {
        let reading = lenient::position(first).expect("FEN took it");
        assert_eq!(reading.position, position, "{first}");
    }
});

fn check_move(text: &str, reading: &lenient::Reading) {
    match lenient::find_move(text, &reading.position) {
        Ok(mv) => assert!(reading.position.is_legal(mv), "{mv}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    for mv in reading.position.legal_moves() {
        assert_eq!(lenient::find_move(&mv.to_string(), &reading.position), Ok(mv));
    }
}
