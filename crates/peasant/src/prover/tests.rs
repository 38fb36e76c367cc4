use std::fs::OpenOptions;

use super::*;
use crate::notation::fen;
use crate::{Scratch, Wdl};

/// What was proved is proved again, without the file.
#[test]
fn a_scratch_file_that_cannot_be_read_makes_no_answer_wrong() {
    let write_only = Scratch::opened("write-only", OpenOptions::new().write(true));
    let scratch = Arc::new(write_only);
    let limits = Limits::NONE.memory(88 << 20);
    let builder = Prover::builder().limits(limits);
    let prover = builder.scratch(Arc::clone(&scratch)).build();
    let rooks = fen::parse("8/2k5/8/3r4/8/1P6/1K6/3R4 w - -").expect("a FEN");
    let analysis = prover.analyse(&Request::new(rooks)).expect("an answer");
    assert_eq!(analysis.bounds, Bounds::exactly(Wdl::Win));
    assert_eq!(scratch.warnings().len(), 1);
    assert_eq!(
        (scratch.bytes(), scratch.room()),
        (0, 0),
        "it is used no more"
    );
}
