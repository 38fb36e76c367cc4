//! A file of games: cut into texts it loses no byte, and a game that is read and written is read as a game again, to the same text.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use verbs::pgn::read::{Found, read};
use verbs::pgn::stream::Stream;
use verbs::pgn::write::write;

fuzz_target!(|bytes: &[u8]| {
    let mut stream = Stream::new(Cursor::new(bytes.to_vec()));
    let mut whole = Vec::new();
    while let Some(text) = stream.text().expect("memory can be read") {
        assert_eq!(text.end as usize, whole.len() + text.bytes.len() + if text.has_mark { 3 } else { 0 });
        let plain: Vec<u8> = text.bytes.iter().copied().filter(|&byte| byte != b'\r').collect();
        round_trip(&plain);
        whole.extend(text.whole());
    }
    assert_eq!(whole, bytes);
});

/// What is written is read again, and written as it was.
fn round_trip(text: &[u8]) {
    let Found::Game(game) = read(text) else {
        return;
    };
    let written = write(&game, "\n");
    let Found::Game(again) = read(&written) else {
        panic!("not read again: {:?}", String::from_utf8_lossy(&written));
    };
    assert_eq!(
        String::from_utf8_lossy(&write(&again, "\n")),
        String::from_utf8_lossy(&written)
    );
}
