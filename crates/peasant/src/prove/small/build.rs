//! Small endings solved ahead of proofs.

use std::sync::Arc;
use std::time::Duration;

use super::material::Material;
use crate::limits::{Limits, Observer, Stop, Watch};
use crate::prove::graph::nodes::Nodes;
use crate::prove::outside_help::Resources;
use crate::prove::solve::solve_exactly;
use crate::prove::store::{Endings, Store};
use crate::rules::Rules;
use crate::structure::{Pieces, Structure};

/// The part of a material that a store holds.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Holding {
    /// The material.
    pub material: Material,
    /// True if all of it is there.
    pub built: bool,
    /// Bytes on disk; an estimate if it is not built.
    pub bytes: u64,
    /// About how long it takes to solve on one core.
    pub takes: Duration,
}

impl Store {
    /// Looks up what is there of a material. Facts are looked at, not read whole: one that is damaged counts as built until it is used.
    #[must_use]
    pub fn holding(&self, material: Material) -> Holding {
        let (average, takes) = estimate(material);
        let structures = as_stored(&material.structures());
        let lengths = structures.iter().map(|&view| self.length_of_exact(view));
        let bytes: Option<u64> = lengths.sum();
        Holding {
            material,
            built: bytes.is_some(),
            bytes: bytes.unwrap_or(average),
            takes,
        }
    }

    /// Solves what is missing of a material, and what that needs. If it cannot be kept, that is among the [`Store::warnings`] and
    /// [`Holding::built`] says so.
    ///
    /// # Errors
    /// What stopped the work. Every structure that was finished by then stays; to go on, ask again.
    pub fn build(
        self: &Arc<Store>,
        material: Material,
        limits: Limits,
        observer: Arc<dyn Observer>,
    ) -> Result<Holding, Stop> {
        let watch: Watch = Watch::new(limits, observer);
        let mut go_on = || watch.check(0, 0);
        go_on()?;
        let resources = Resources {
            stores: vec![Arc::clone(self)],
            endings: Some(Arc::clone(self.endings())),
            ..Resources::default()
        };
        let endings: &Endings = self.endings();
        let saved = resources.saved(Rules::Chess);
        for pieces in material.three_pieces() {
            if endings.find(pieces, &saved).is_none() {
                endings.solve(pieces, &saved, &mut go_on)?;
            }
        }
        let structures = material.structures();
        let few = structures
            .into_iter()
            .filter(|view| view.pieces.len() < Pieces::MAX);
        let missing: Vec<Structure> = few
            .filter(|&view| self.length_of_exact(as_stored(&[view])[0]).is_none())
            .collect();
        if !missing.is_empty() {
            solve_exactly(&missing, watch, resources)?;
        }
        Ok(self.holding(material))
    }
}

/// Structures as stores name them.
fn as_stored(views: &[Structure]) -> Vec<Structure> {
    let mut nodes = Nodes::new();
    let names = views.iter().map(|&view| nodes.intern(view));
    let goals: Vec<_> = names.map(|name| name.goal()).collect();
    goals.into_iter().map(|goal| nodes.view(goal)).collect()
}

/// Bytes and time that a material takes on an average.
fn estimate(material: Material) -> (u64, Duration) {
    let (kib, millis) = match (material.size(), material.has_pawn()) {
        (1, _) => (1, 1),
        (2, false) => (75, 10),
        (2, true) => (14_000, 1500),
        _ => (4_500, 1000),
    };
    (kib << 10, Duration::from_millis(millis))
}
