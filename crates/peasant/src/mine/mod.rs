//! Composers' material: families of pawn structures, and what is looked for in each of them.
//!
//! A structure is solved for all placements of the kings at once, so that mutual zugzwangs are read off by set operations and cost
//! nothing beside the solving. A [`Family`] is a list in a stable order with a length, of which any range can be worked on by itself: on
//! another day, or on another machine. [`crate::Prover::mine`] answers for one structure.
//!
//! ```
//! use peasant::Prover;
//! use peasant::mine::{Family, Kind, Search};
//!
//! let family = Family::new(Some("1v1".parse()?), None, Some("8/8/8/3p4/3P4/8/8/8".parse()?))?;
//! let search = Search::new([Kind::FullPoint]);
//! let mut prover = Prover::default();
//! for structure in family.structures(0..family.len()) {
//!     let mined = prover.mine(&family, structure, &search)?;
//!     assert!(mined.open.is_none());
//!     // The trébuchet, once up to exchange of colours and left and right.
//!     assert_eq!(mined.findings.len(), 1);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is found is proved; what could not be decided is counted ([`Open`]), never guessed. `docs/mining.md` in the repository has the
//! definitions and what it takes.

mod best;
mod family;
mod family_error;
mod files;
mod finding;
mod kind;
mod longest;
mod materials;
mod miner;
mod only_moves;
mod open;
mod pattern;
mod results;
mod search;
mod subsets;
mod survey;
mod underpromotion;
mod zugzwang;

pub use best::Best;
pub use family::{Family, Structure, Structures};
pub use family_error::FamilyError;
pub use files::Files;
pub use finding::{Finding, What};
pub use kind::{Kind, Measure};
pub use materials::Materials;
pub(crate) use miner::mine;
pub use open::Open;
pub use pattern::Pattern;
pub use search::{Mined, Search};
