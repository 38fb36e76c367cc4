//! One file a verb.

pub mod manual;
pub mod play;
pub mod schema;
#[cfg(feature = "serve")]
pub mod serve;
pub mod uci;
