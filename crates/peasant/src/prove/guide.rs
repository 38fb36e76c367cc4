//! Newborn's rules as a guide to chess.
//!
//! By Newborn's rules a promotion is decided on sight, so that a proof costs a small part of one by the rules of
//! chess, and the result is mostly the same. So a proof for chess asks first what Newborn's rules say of a
//! point and of the exits, and looks there. Nothing of it is taken for proved.

use super::ondemand::Prover;
use super::resources::Resources;
use super::structure::Reference;
use super::table::{Bound, Claim, is_minor};
use crate::board::Structure;
use crate::limits::{Stop, Watch};
use crate::rules::Rules;
use crate::slice::point::Point;
use crate::slice::{Exit, Relation};

/// A proof by Newborn's rules beside the one for chess.
pub(crate) struct Guide(Prover);

/// What an exit might be worth to its mover.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess {
    by_lower: Relation,
    by_upper: Relation,
}

impl Guess {
    /// An exit that is not to be looked at first.
    const NOTHING: Guess = Guess {
        by_lower: Relation::EMPTY,
        by_upper: Relation::EMPTY,
    };

    /// By one of the bounds that Newborn's rules give.
    pub fn by(&self, bound: Bound) -> &Relation {
        match bound {
            Bound::Lower => &self.by_lower,
            Bound::Upper => &self.by_upper,
        }
    }

    fn mirror(&self) -> Guess {
        Guess {
            by_lower: self.by_lower.mirror(),
            by_upper: self.by_upper.mirror(),
        }
    }
}

/// The guide may expand this part of what a question is worth: then it takes about as much time as the rest.
const SHARE: u32 = 16;

/// But never less than so many structures.
const LEAST: u32 = 64;

impl Guide {
    pub fn new(watch: Watch) -> Guide {
        Guide(Prover::new(
            Rules::Newborn,
            watch.silent(),
            Resources::default(),
        ))
    }

    /// A new request begins.
    pub fn begin(&mut self, watch: Watch) {
        self.0.begin(watch.silent());
    }

    /// Does the attacker win by Newborn's rules? `None`: that could not be found out for the budget.
    pub fn answer(
        &mut self,
        view: Structure,
        point: Point,
        budget: u32,
    ) -> Result<Option<bool>, Stop> {
        self.0.ask(view, point, false, (budget / SHARE).max(LEAST))
    }

    /// What the exits of a structure without promoted pieces might be worth, as its attacker sees them.
    pub fn guesses<'e>(
        &mut self,
        view: Structure,
        exits: impl Iterator<Item = &'e Exit<Reference>>,
    ) -> Vec<Guess> {
        let (claim, mirrored) = self.0.claim_of(view);
        let guessed = self.guesses_of(claim);
        exits
            .map(|exit| {
                let same = guessed.iter().find(|(of, _)| {
                    let of = if mirrored { of.mirror() } else { *of };
                    (of.mover, of.from, of.to) == (exit.mover, exit.from, exit.to)
                });
                match same {
                    Some((_, guess)) if !is_minor(exit) && mirrored => guess.mirror(),
                    Some((_, guess)) if !is_minor(exit) => *guess,
                    _ => Guess::NOTHING,
                }
            })
            .collect()
    }

    fn guesses_of(&mut self, claim: Claim) -> Vec<(Exit<()>, Guess)> {
        let ledger = self.0.look(claim);
        let guess = |index| Guess {
            by_lower: ledger.worth(index, Bound::Lower)[0],
            by_upper: ledger.worth(index, Bound::Upper)[0],
        };
        let exits = ledger.exits().enumerate();
        exits
            .map(|(index, exit)| (exit.bare(), guess(index)))
            .collect()
    }

    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}
