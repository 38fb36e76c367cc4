//! The search: one ply deeper each time, until it is told to end.

use crate::known::Allowed;
use crate::node::Window;
use crate::opinion::Opinion;
use crate::score::{MATE, MATES, Score};
use crate::table::Table;
use crate::task::Task;
use crate::thinking::{LONGEST, Node, Thinking};

/// A search: it keeps what it has found, so that asked again it goes on where it was.
pub struct Search {
    table: Table,
}

impl Search {
    /// A search with a table of so many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Search {
        Search {
            table: Table::new(bytes),
        }
    }

    /// What it thinks of a position; `None` if there is no move.
    pub fn think(&mut self, task: &Task) -> Option<Opinion> {
        self.table.grow_older();
        Thinking::new(task, &mut self.table).deepen()
    }
}

impl Thinking<'_> {
    /// One ply deeper each time.
    fn deepen(mut self) -> Option<Opinion> {
        let root = self.at(self.task.position, 0);
        let allowed = Allowed::by(self.known.of(&root.position));
        let (mut opinion, mut score): (Option<Opinion>, i32) = (None, 0);
        for depth in 1..LONGEST as i32 {
            self.iteration = depth;
            let ended = self.aspire(&root, depth, score).is_none();
            if let Some((raised, line)) = self.raised.take() {
                score = raised;
                self.first = line.first().copied();
                opinion = self.first.map(|best| Opinion {
                    best,
                    score: Score::from_plies(allowed.nearest(score)),
                    depth: depth as u32,
                    line,
                    nodes: self.nodes,
                });
            }
            // A mate no longer than what was looked at in full is not improved on.
            let is_mate = score.abs() >= MATES && MATE - score.abs() <= depth;
            if ended || is_mate {
                break;
            }
        }
        opinion.map(|opinion| Opinion {
            nodes: self.nodes,
            ..opinion
        })
    }

    /// Searches around what is expected, and wider on the side where it is not enough.
    fn aspire(&mut self, root: &Node, depth: i32, expected: i32) -> Option<()> {
        let mut width = if depth < 5 { MATE } else { 25 };
        let (mut alpha, mut beta) = (expected - width, expected + width);
        loop {
            let window = Window {
                alpha: alpha.max(-MATE),
                beta: beta.min(MATE),
                depth,
                ply: 0,
            };
            let score = self.search(root, window)?;
            width *= 4;
            if score <= window.alpha && window.alpha > -MATE {
                alpha = expected - width;
            } else if score >= window.beta && window.beta < MATE {
                beta = expected + width;
            } else {
                return Some(());
            }
        }
    }
}
