//! A chess search for what no proof has reached: pawn endings, and all that follows when pawns promote.
//!
//! What it says of a position is an opinion, never a proof: a fitting move, a [`Score`] and a line, after milliseconds as well as
//! after minutes. It knows what is proved only as far as it is told ([`Task::known`]), and does not contradict it.
//!
//! ```
//! use opinion::{Search, Task};
//! use peasant::notation::fen;
//!
//! // Réti's study: the king catches the pawn, or else its own queens.
//! let position = fen::parse("7K/8/k1P5/7p/8/8/8/8 w - -")?;
//! let opinion = Search::new(1 << 20).think(&Task::new(position).nodes(20_000));
//! assert_eq!(opinion.map(|opinion| opinion.best.to_string()), Some("h8g7".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Files, each using only those before it: `zobrist.rs` keys of positions, `table.rs` what was found of them, `order.rs` which
//! move first, `evaluate/` what a position looks like at rest, `score.rs`, `task.rs` and `opinion.rs` question and answer,
//! `known.rs` what is proved, `likelihood/` how likely each result is, `thinking.rs` the state of one search, `quiet.rs` captures alone, `node.rs` one position with all
//! its moves, `search.rs` deeper and deeper.
#![deny(missing_docs)]

mod evaluate;
mod known;
mod likelihood;
mod node;
mod opinion;
mod order;
mod quiet;
mod score;
mod search;
mod table;
mod task;
mod thinking;
mod zobrist;

pub use likelihood::{Evidence, Judge, likelihood};
pub use opinion::Opinion;
pub use score::Score;
pub use search::Search;
pub use task::Task;
