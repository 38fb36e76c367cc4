//! Ten thousand lies. With the old checksum every one is refused; with a new one every one that makes the proof wrong.
//!
//! What is accepted is followed again by another's rules of chess, from the position down (`another.rs`): it must still show
//! what it claims, and so it does: another move that wins as well, a rank that still falls.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;

use checker::certificate::Certificate;
use checker::check::check;
use checker::small::Small;

use crate::{another, encoder, kept};

const CERTIFICATES: [&str; 5] = ["win", "zugzwang", "blocked", "draw", "en-passant"];
const EACH: usize = 2_000;

/// Numbers without a pattern (Marsaglia's xorshift).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// A changed copy, and how it was changed.
fn mutate(original: &[u8], random: &mut Random) -> (&'static str, Vec<u8>) {
    let mut changed = kept::read(original).expect("it is right");
    let strategy = random.below(changed.strategies.len());
    let strategy = &mut changed.strategies[strategy];
    if strategy.positions.is_empty() || random.below(3) == 0 {
        let mut contents = encoder::contents_of(original);
        let byte = random.below(contents.len());
        contents[byte] ^= 1 << random.below(8);
        return ("a bit", contents);
    }
    let index = random.below(strategy.positions.len());
    let board = strategy.positions[index];
    let kind = match random.below(5) {
        0 => {
            let legal = board.legal_moves();
            let other = legal[random.below(legal.len())];
            let step = strategy.moves.get_mut(&board.key()).expect("it has one");
            step.0 = other;
            "a move"
        }
        1 => {
            let step = strategy.moves.get_mut(&board.key()).expect("it has one");
            step.0.to = random.below(64) as u8;
            "a square"
        }
        2 if strategy.wins => {
            let step = strategy.moves.get_mut(&board.key()).expect("it has one");
            step.1 = random.below(2 * step.1 as usize + 2) as u32;
            "a rank"
        }
        3 => {
            changed.bounds = [random.below(2) as u8, random.below(2) as u8 + 1];
            "the result"
        }
        _ => {
            strategy.positions.remove(index);
            "a position less"
        }
    };
    (kind, encoder::contents(&changed))
}

#[test]
fn lies_are_refused() {
    // What follows a strategy calls itself as often as there are positions.
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(lie).expect("a thread");
    thread.join().expect("no lie is believed");
}

fn lie() {
    let mut random = Random(70);
    let mut small = Small::default();
    let mut counts: HashMap<&str, [u32; 3]> = HashMap::new();
    for name in CERTIFICATES {
        let original = kept::bytes(name);
        let before = encoder::contents_of(&original);
        let same = encoder::contents(&kept::read(&original).expect("it is right"));
        let same = Certificate::read(&encoder::file(&same)).expect("it can be read");
        assert!(check(&same, &mut small).is_ok() && another::shows(&same, &mut small), "{name}");
        for _ in 0..EACH {
            refuse_flipped(&original, &mut random);
            let (kind, contents) = mutate(&original, &mut random);
            let counts = counts.entry(kind).or_default();
            if contents == before {
                continue;
            }
            let read = || Certificate::read(&encoder::file(&contents));
            let read = std::panic::catch_unwind(AssertUnwindSafe(read)).expect("no panic");
            let Ok(certificate) = read else {
                counts[0] += 1;
                continue;
            };
            match check(&certificate, &mut small) {
                Err(_) => counts[1] += 1,
                Ok(_) => {
                    counts[2] += 1;
                    assert!(another::shows(&certificate, &mut small), "{name}: {kind} is believed");
                }
            }
        }
    }
    println!("unreadable, wrong, still right: {counts:?}");
    assert_eq!(counts["a position less"][2], 0, "every position is needed");
    assert!(counts.values().map(|[unreadable, wrong, _]| unreadable + wrong).sum::<u32>() > 5_000);
}

/// Any changed byte is found by the checksum.
fn refuse_flipped(original: &[u8], random: &mut Random) {
    let mut flipped = original.to_vec();
    let byte = random.below(flipped.len());
    flipped[byte] ^= 1 << random.below(8);
    assert!(Certificate::read(&flipped).is_err(), "bit {byte}");
    let cut = random.below(original.len());
    assert!(Certificate::read(&original[..cut]).is_err(), "cut to {cut}");
}
