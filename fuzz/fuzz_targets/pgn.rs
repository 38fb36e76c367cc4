//! A file of games: cut into texts it loses no byte; a game that is read is written as it stands, and with something said at every
//! move it is read again with as many moves.
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
        assert_eq!(text.end as usize, whole.len() + text.bytes.len());
        round_trip(&text.bytes);
        whole.extend(text.bytes);
    }
    assert_eq!(whole, bytes);
});

/// What is written is what was read, and what is added to it takes nothing away.
fn round_trip(text: &[u8]) {
    let Found::Game(mut game) = read(text) else {
        return;
    };
    assert!(write(&game) == text);
    for ply in &mut game.line.plies {
        ply.mark(1);
        ply.say("said".to_owned());
    }
    let written = write(&game);
    let Found::Game(again) = read(&written) else {
        panic!("not read again: {:?}", String::from_utf8_lossy(&written));
    };
    assert_eq!(again.played.len(), game.played.len(), "{:?}", String::from_utf8_lossy(&written));
}
