//! Lines of an engine: each is read, and no score is further from zero than a mate.
#![no_main]

#[path = "../../crates/verbs/src/outside/engine/reply.rs"]
#[allow(dead_code)]
mod reply;

use libfuzzer_sys::fuzz_target;
use reply::Reply;

fuzz_target!(|text: &str| {
    for line in text.lines() {
        if let Reply::Info(info) = Reply::read(line) {
            let score = info.score;
            assert!((-100_000..=100_000).contains(&score), "{line}: {score}");
        }
    }
});
