//! Without files there is no store.

use std::time::Duration;

use super::ending::PackedEnding;
use super::entry::{Domain, SavedBounds};
use crate::board::Position;
use crate::prove::effort::Effort;
use crate::structure::{Pieces, Structure};

/// None is ever made.
#[derive(Debug)]
pub(crate) enum Store {}

impl Store {
    pub fn is_of_one_proof(&self) -> bool {
        match *self {}
    }

    pub fn keeps(&self, _: Structure, _: Effort, _: bool) -> bool {
        match *self {}
    }

    pub fn read(&self, _: Domain, _: Structure) -> Option<SavedBounds> {
        match *self {}
    }

    pub fn write(&self, _: Domain, _: impl Iterator<Item = (Structure, SavedBounds)>) -> bool {
        match *self {}
    }

    pub fn read_ending(&self, _: Pieces) -> Option<PackedEnding> {
        match *self {}
    }

    pub fn write_ending(&self, _: Pieces, _: &PackedEnding) -> bool {
        match *self {}
    }

    pub fn tried(&self, _: Domain, _: &Position) -> Option<Duration> {
        match *self {}
    }

    pub fn note_open(&self, _: Domain, _: &Position, _: Duration) {
        match *self {}
    }

    pub fn bytes(&self) -> u64 {
        match *self {}
    }
}
