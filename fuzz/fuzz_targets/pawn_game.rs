//! Rules from the first three bytes, then a position, perhaps a newline and a move: what is read is
//! written as text that says the same, in every form.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pawngame::{NoMove, Position, RuleSet, Rules};

fuzz_target!(|bytes: &[u8]| {
    let Some((head, text)) = bytes.split_first_chunk::<3>() else {
        return;
    };
    let (Some(rules), Ok(text)) = (rules(*head), std::str::from_utf8(text)) else {
        return;
    };
    let (text, move_text) = text.split_once('\n').unwrap_or((text, ""));
    match pawngame::parse(text, rules) {
        Ok(position) => {
            check_position(&position);
            check_move(&position, move_text);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

/// Digits for files and ranks, and a letter from `@` on whose bits are the rest, so that seeds are text.
fn rules([files, ranks, rest]: [u8; 3]) -> Option<Rules> {
    let set = RuleSet {
        files: u32::from(files).wrapping_sub(u32::from(b'0')),
        ranks: u32::from(ranks).wrapping_sub(u32::from(b'0')),
        rows: 1,
        home_rank: 1 + u32::from(rest & 1),
        double_step: rest & 2 != 0,
        en_passant: rest & 4 != 0,
        no_move: match rest >> 3 & 3 {
            0 => NoMove::Draw,
            1 => NoMove::Loss,
            _ => NoMove::Alburt,
        },
    };
    set.validate().ok()
}

fn check_position(position: &Position) {
    let read = |text: String| pawngame::parse(&text, position.rules());
    assert_eq!(read(position.to_string()), Ok(*position));
    assert_eq!(read(position.to_peasant_form()), Ok(*position));
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').skip(1).collect();
    let listed = format!("{} {}", position.to_squares(), fields.join(" "));
    assert_eq!(read(listed), Ok(*position));
    assert_eq!(position.mirror().mirror(), *position);
    assert_eq!(position.flip().flip(), *position);
}

fn check_move(position: &Position, text: &str) {
    let moves = position.legal_moves();
    match position.read_move(text) {
        Ok(m) => assert!(moves.contains(&m), "{m} is not legal"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    for m in moves {
        let squares = format!("{}{}", m.from, m.to);
        assert_eq!(position.read_move(&m.to_string()), Ok(m));
        assert_eq!(position.read_move(&squares), Ok(m));
        let after = position.try_play(m).expect("a legal move");
        if after.ended().is_none() {
            let read = pawngame::parse(&after.to_string(), position.rules());
            assert_eq!(read, Ok(after), "after {squares}");
        }
    }
}
