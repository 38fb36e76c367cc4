//! What is made of an answer, whether it was just given or stands in a file of answers.

use peasant::value::Bounds;
use peasant::wire::{Answer, ConditionalAnswer};

/// The conditional verdict, where the result is not exact and more than a bound follows.
pub fn if_so(answer: &Answer) -> Option<&ConditionalAnswer> {
    let found = answer.conditional.as_ref();
    found.filter(|found| !answer.exact && !found.bound)
}

/// The same answer as it would be if the assumptions of its conditional verdict hold.
pub fn supposed(answer: &Answer) -> Option<Answer> {
    let found = answer.conditional.as_ref()?;
    let narrow = |bounds: Bounds, result| {
        let exact = bounds.narrow(Bounds::exactly(result));
        exact.unwrap_or(bounds)
    };
    let mut supposed = answer.clone();
    supposed.result = narrow(answer.result, found.result);
    for m in &mut supposed.moves {
        if let Some(other) = found.moves.iter().find(|other| other.uci == m.uci) {
            m.result = narrow(m.result, other.result);
        }
    }
    Some(supposed)
}

/// How much is open: of the result, then of the moves.
pub fn width(answer: &Answer) -> (u32, u32) {
    let width = |bounds: Bounds| bounds.upper() as u32 - bounds.lower() as u32;
    let moves = answer.moves.iter().map(|m| width(m.result));
    (width(answer.result), moves.sum())
}

#[cfg(test)]
mod tests {
    use peasant::value::Wdl;

    use super::*;
    use crate::epd::record::tests::{open, record};

    #[test]
    fn a_conditional_result_never_goes_beyond_what_is_proved() {
        let record = record();
        let mut answer = Answer::from(&open(&record, Some([Wdl::Win, Wdl::Win, Wdl::Loss])));
        answer.result = Bounds::at_most(Wdl::Draw);
        let supposed = supposed(&answer).expect("it is there");
        assert_eq!(supposed.result, Bounds::at_most(Wdl::Draw));
    }
}
