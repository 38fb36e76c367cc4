//! Endings without pawns, solved for the base when they are first needed.

use std::sync::{Arc, TryLockError};
use std::time::Duration;

use crate::clock::Instant;

use super::directory::Base;
use super::ending::Ending;
use super::file::{self, Stored};
use crate::board::Pawns;
use crate::limits::Stop;
use crate::slice::Wins;
use crate::slice::pawnless::{Taken, solve_pawnless};
use crate::structure::{Pieces, Structure};

/// Bytes that solving an ending of three pieces takes at most, its file included.
pub(crate) const BUILD_BYTES: u64 = 256 << 20;

/// What it takes on one core, with some to spare: less time left, and it is not begun.
pub(crate) const BUILD_TIME: Duration = Duration::from_secs(3);

/// Is asked again and again whether to go on.
pub(crate) type GoOn<'a> = dyn FnMut() -> Result<(), Stop> + 'a;

impl Base {
    /// An ending of pieces alone, solved if it is not there yet. `None` if another thread is solving one, which is not waited
    /// for.
    ///
    /// # Errors
    /// What `go_on` says; nothing is stored of the ending in work then.
    pub(crate) fn pawnless(
        &self,
        ending: Ending,
        go_on: &mut GoOn,
    ) -> Result<Option<Arc<Stored>>, Stop> {
        if let Some(stored) = self.open(ending) {
            return Ok(Some(stored));
        }
        let _building = match self.building.try_lock() {
            Ok(held) => held,
            Err(TryLockError::Poisoned(held)) => held.into_inner(),
            Err(TryLockError::WouldBlock) => return Ok(None),
        };
        self.solve_pawnless(ending, go_on).map(Some)
    }

    /// Solves an ending of pieces alone, and what it needs, whatever is there of it and whatever other threads do.
    pub(crate) fn solve_pawnless(
        &self,
        ending: Ending,
        go_on: &mut GoOn,
    ) -> Result<Arc<Stored>, Stop> {
        let pieces = ending.pieces();
        let mut left: [Option<Vec<Wins>>; Pieces::MAX] = [const { None }; Pieces::MAX];
        for (place, left) in left.iter_mut().enumerate().take(pieces.len()) {
            *left = self.all_planes(pieces.without(place), go_on)?;
        }
        let start = Instant::now();
        let taken: Taken = std::array::from_fn(|place| left[place].as_deref());
        let planes = solve_pawnless(pieces, &taken, go_on)?;
        let bytes = file::encode(ending, &planes, start.elapsed());
        drop(planes);
        let kept = self.keep(ending, bytes);
        Ok(kept.unwrap_or_else(|| unreachable!("what was just written is sound")))
    }

    /// All planes of an ending, solved if need be; `None` if the attacker wins nowhere.
    fn all_planes(&self, pieces: Pieces, go_on: &mut GoOn) -> Result<Option<Vec<Wins>>, Stop> {
        let view = Structure::new(Pawns::NONE, pieces);
        let Some((ending, _)) = Ending::of(view) else {
            return Ok(None);
        };
        let stored = match self.open(ending) {
            Some(stored) => stored,
            None => self.solve_pawnless(ending, go_on)?,
        };
        Ok(stored.all())
    }
}
