//! The base made ahead of proofs.

use std::sync::Arc;
use std::time::Duration;

use super::base::{Base, Material};
use super::outside_help::Resources;
use super::solve::solve_exactly;
use crate::limits::{Limits, Observer, Stop, Watch};

/// The part of a material that a base holds.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Holding {
    /// The material.
    pub material: Material,
    /// True if all of it is there.
    pub built: bool,
    /// Bytes on disk; an estimate if it is not built.
    pub bytes: u64,
    /// The time that solving it took; an estimate if it is not built.
    pub took: Duration,
}

impl Base {
    /// Looks up what is there of a material. Files are looked at, not read whole: one that is damaged inside counts as built
    /// until it is used.
    #[must_use]
    pub fn holding(&self, material: Material) -> Holding {
        let (mut built, mut bytes, mut took) = (true, 0, Duration::ZERO);
        for ending in material.endings() {
            match self.glance(ending) {
                Some((length, lasted)) => {
                    bytes += length;
                    took += lasted;
                }
                None => built = false,
            }
        }
        if !built {
            (bytes, took) = estimate(material);
        }
        Holding {
            material,
            built,
            bytes,
            took,
        }
    }

    /// Solves what is missing of a material, and what that needs. What is there already is checked. If an ending cannot be
    /// stored, it is among the [`Base::warnings`] and [`Holding::built`] says so.
    ///
    /// # Errors
    /// What stopped the work. Every file that was finished by then stays; to go on, ask again.
    pub fn build(
        self: &Arc<Base>,
        material: Material,
        limits: Limits,
        observer: Arc<dyn Observer>,
    ) -> Result<Holding, Stop> {
        let watch: Watch = Watch::new(limits, observer);
        let mut go_on = || watch.check(0, 0);
        go_on()?;
        for pawnless in material.pawnless_needs() {
            for ending in pawnless.endings() {
                if self.open(ending).is_none() {
                    self.solve_pawnless(ending, &mut go_on)?;
                }
            }
        }
        let missing = material
            .endings()
            .into_iter()
            .filter(|&ending| self.open(ending).is_none());
        let missing: Vec<_> = missing.map(|ending| ending.structure()).collect();
        if !missing.is_empty() {
            let resources = Resources {
                base: Some(Arc::clone(self)),
                ..Resources::default()
            };
            solve_exactly(&missing, watch, resources)?;
        }
        Ok(self.holding(material))
    }
}

/// Bytes and time that a material takes on an average: all 192 took 1,164 MiB and some 160 s of one core.
fn estimate(material: Material) -> (u64, Duration) {
    let (kib, millis) = match (material.size(), material.has_pawn()) {
        (1, _) => (1, 1),
        (2, false) => (75, 10),
        (2, true) => (14_000, 1500),
        _ => (4_500, 1000),
    };
    (kib << 10, Duration::from_millis(millis))
}
