//! A person at the board: what is typed, and the game as far as it has come.

mod chance;
mod game;
mod input;

pub use self::chance::{Chance, any_seed};
pub use self::game::{Game, Playable};
pub use self::input::Input;
