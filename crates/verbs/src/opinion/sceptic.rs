//! Our own search as the one who doubts what conditional verdicts assume.

use opinion::{Search, Task};
use peasant::board::Position;
use peasant::{Assessment, Engine};

use crate::outside::engine::result_of;

/// It looks at so many positions of each ending, with so small a table, and at so many endings for one verdict.
const NODES: u64 = 400;
const TABLE: usize = 1 << 16;
const QUESTIONS: usize = 256;

/// Says what it thinks of an ending after a short search: the same each time.
pub struct Sceptic;

impl Engine for Sceptic {
    fn assess(&self, position: &Position) -> Option<Assessment> {
        let task = Task::new(*position).nodes(NODES);
        let score = Search::new(TABLE).think(&task)?.score.0;
        Some(Assessment {
            result: result_of(score),
            score,
        })
    }

    fn is_quoted(&self) -> bool {
        false
    }

    fn questions(&self) -> usize {
        QUESTIONS
    }
}
