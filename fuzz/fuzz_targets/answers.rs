//! A file of answers (`epd --resume`): it is read or refused, in words; and what is read is one of its lines.
#![no_main]

mod scratch;

use libfuzzer_sys::fuzz_target;
use peasant::Rules;
use verbs::epd::stored::Stored;

fuzz_target!(|bytes: &[u8]| {
    let path = scratch::file("answers", bytes);
    match Stored::open(&path, Rules::Chess) {
        Ok(kept) => {
            let position = "8/8/8/8/8/1k5P/8/2K5 w - - 0 1".parse().expect("a position");
            let stored = kept.answer(&position);
            assert!(stored.is_none_or(|stored| stored.answer.fen == position));
        }
        Err(failure) => assert!(!format!("{failure:?}").is_empty()),
    }
});
