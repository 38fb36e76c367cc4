//! Pawn endings, proved.
//!
//! Ask a [`Prover`] about a position of kings and pawns, and up to two pieces: it answers with proved [`Bounds`] of the result, of every move, and a
//! line. An answer is exact when its bounds meet; what stopped a proof is part of the answer. Nothing here prints.
//!
//! ```
//! use peasant::{Prover, Request, notation::fen};
//!
//! let position = fen::parse("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -")?;
//! let analysis = Prover::default().analyse(&Request::new(position))?;
//! assert_eq!(analysis.bounds.to_string(), "win");
//! assert_eq!(analysis.best[0].to_string(), "a1b1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A prover is a session: it keeps what it has proved, takes [`Limits`], tables from outside ([`tablebase::Tablebase`]) and a
//! store of what was proved before ([`Store`]), and can be cancelled from another thread ([`Canceller`]).
//!
//! Rooms, each using only those before it: [`board`] the rules of the wood, [`notation`] text in and out, [`value`] the units,
//! [`limits`] what a proof may spend, [`rules`] what a promotion is worth, one pawn structure solved for all placements of the
//! kings at once, [`prove`] many structures, [`analysis`] one request answered, [`explain`] why it is so, [`mine`] what composers
//! look for, [`Prover`] one after another, [`study`] what composers made, judged. Beside them [`kpk`], king and pawn against king
//! in one lookup, and [`diagram`], pictures of positions. How it works and why: `DESIGN.md` in the repository.
#![deny(missing_docs)]

pub mod analysis;
pub mod board;
#[cfg(feature = "certificate")]
pub mod certificate;
pub mod clock;
pub mod diagram;
pub mod explain;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
pub mod kpk;
pub mod likelihood;
pub mod limits;
pub mod mine;
pub mod notation;
pub mod opinion;
pub mod prove;
mod prover;
mod question;
pub mod rules;
mod search;
mod slice;
pub mod store;
mod structure;
pub mod study;
pub mod tablebase;
pub mod value;
#[cfg(feature = "serde")]
pub mod wire;

pub use analysis::{
    Analysis, End, EndKind, Event, LineEnd, MoveAnalysis, Request, Statistics, Variation,
};
pub use board::{Color, Move, Position};
#[cfg(feature = "certificate")]
pub use certificate::{Certificate, Uncertified};
pub use explain::{Explanation, Map};
pub use likelihood::Likelihood;
pub use limits::{Limits, Price};
pub use opinion::Opinion;
#[cfg(feature = "elsewhere")]
pub use prove::{Answer, Asked, Elsewhere, SliceSolver};
#[cfg(feature = "files")]
pub use prove::{Holding, Material, MaterialError, Store, StoreContents};
pub use prover::{Builder, Canceller, ProveError, Prover, ResumeError};
pub use question::Question;
pub use rules::Rules;
#[cfg(feature = "files")]
pub use store::scratch::Scratch;
pub use value::{Bounds, Distance, Wdl};

/// What is said to those who embed the library, which makes certificates too.
#[cfg(all(doctest, feature = "certificate"))]
#[doc = include_str!("../../../docs/embedding.md")]
struct Embedding;
