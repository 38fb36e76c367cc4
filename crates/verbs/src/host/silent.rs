//! In place of `indicatif` where there is no terminal, as in a browser: bars that nobody sees.

use std::convert::Infallible;
use std::fmt;
use std::time::Duration;

pub struct ProgressBar;
pub struct WeakProgressBar;
pub struct ProgressStyle;
pub struct ProgressDrawTarget;
pub struct ProgressState;

impl ProgressDrawTarget {
    pub fn stderr_with_hz(_: u8) -> Self {
        ProgressDrawTarget
    }
}

impl ProgressState {
    pub fn pos(&self) -> u64 {
        0
    }

    pub fn len(&self) -> Option<u64> {
        None
    }

    pub fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

impl ProgressStyle {
    pub fn with_template(_: &str) -> Result<Self, Infallible> {
        Ok(ProgressStyle)
    }

    pub fn default_bar() -> Self {
        ProgressStyle
    }

    #[must_use]
    pub fn with_key(self, _: &str, _: impl Fn(&ProgressState, &mut dyn fmt::Write)) -> Self {
        self
    }
}

impl ProgressBar {
    pub fn with_draw_target(_: Option<u64>, _: ProgressDrawTarget) -> Self {
        ProgressBar
    }

    pub fn is_hidden(&self) -> bool {
        true
    }

    pub fn downgrade(&self) -> WeakProgressBar {
        WeakProgressBar
    }

    pub fn set_style(&self, _: ProgressStyle) {}

    pub fn set_message(&self, _: impl Into<String>) {}

    pub fn set_position(&self, _: u64) {}

    pub fn inc(&self, _: u64) {}

    pub fn tick(&self) {}

    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        write()
    }

    pub fn finish_and_clear(&self) {}
}

impl WeakProgressBar {
    pub fn upgrade(&self) -> Option<ProgressBar> {
        None
    }
}
