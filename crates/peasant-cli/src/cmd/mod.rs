//! One file a verb.

pub mod manual;
pub mod play;
#[cfg(feature = "serve")]
pub mod serve;
pub mod uci;
