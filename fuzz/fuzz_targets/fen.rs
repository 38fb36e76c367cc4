//! A FEN that is read is written as text that says the same; a refusal has a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peasant::notation::fen;

fuzz_target!(|text: &str| {
    let position = match fen::parse(text) {
        Ok(position) => position,
        Err(error) => {
            assert!(!error.problems.is_empty());
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert_eq!(fen::parse(&fen::format(&position)), Ok(position));
    assert_eq!(fen::parse(&fen::format_epd(&position)), Ok(position));
    // A position that is legal stays so whatever is played, and has a FEN.
    for mv in position.legal_moves() {
        let next = position.play(mv);
        assert_eq!(fen::parse(&fen::format(&next)), Ok(next), "after {mv}");
    }
});
