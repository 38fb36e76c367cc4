//! A saved proof (`solve --resume`): one that is refused is left as it is; with one that is accepted the answer is what it is without.
#![no_main]

mod scratch;

use libfuzzer_sys::fuzz_target;
use peasant::{Limits, Position, Prover, Request, Wdl};

fuzz_target!(|bytes: &[u8]| {
    let path = scratch::file("proof", bytes);
    let mut prover = Prover::default();
    if prover.resume(&path).is_err() {
        assert_eq!(std::fs::read(&path).expect("it is there"), bytes);
        return;
    }
    let position: Position = "8/8/8/8/8/1k5P/8/2K5 w - - 0 1".parse().expect("a position");
    let request = Request::new(position).limits(Limits::NONE.structures(64));
    let analysis = prover.analyse(&request).expect("an answer");
    assert_eq!(analysis.bounds.exact(), Some(Wdl::Win));
});
