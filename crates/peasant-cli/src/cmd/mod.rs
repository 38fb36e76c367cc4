//! One file a verb.

mod coach;
pub mod manual;
pub mod play;
#[cfg(feature = "serve")]
pub mod serve;
pub mod train;
pub mod uci;
