//! Every structure below a root, solved: a table to look positions up in.

use super::eager::Eager;
use super::question::{place, wins};
use crate::board::{Pawns, Position};
use crate::limits::{Stop, Watch};
use crate::rules::Rules;
use crate::structure::exits::for_each_en_passant;
use crate::value::{Bounds, Distance, Wdl};

/// Every structure that can follow from a root, solved for both sides (2 KiB a structure).
pub struct Solved {
    rules: Rules,
    eager: Eager,
}

impl Solved {
    /// Solves every structure below the root, with so many threads.
    #[must_use]
    pub fn below(root: Pawns, threads: usize) -> Solved {
        let watch = Watch::idle();
        match Solved::within(Rules::Newborn, root, threads, &watch) {
            Ok(solved) => solved,
            Err(_) => unreachable!("there are no limits and nobody cancels"),
        }
    }

    fn within(rules: Rules, root: Pawns, threads: usize, watch: &Watch) -> Result<Solved, Stop> {
        // The position asked about may be one in which a double step can be taken en passant.
        let mut roots = vec![root];
        for_each_en_passant(root, |after| roots.push(after));
        Ok(Solved {
            rules,
            eager: Eager::solve(&roots, threads, watch)?,
        })
    }

    /// How many structures there are; mirror images and colour-flipped ones count once.
    #[must_use]
    pub fn structures(&self) -> usize {
        self.eager.len()
    }

    /// The result for the side to move. `None` if the position is no pawn ending below the root.
    #[must_use]
    pub fn result(&self, position: &Position) -> Option<Wdl> {
        if !position.is_pawn_ending() {
            return None;
        }
        let ask = |attacker| {
            wins(self.rules, position, attacker, &mut |view, point| {
                self.eager.wins(view.pawns, point)
            })
        };
        Bounds::from_answers(ask(position.turn()), ask(!position.turn()))
            .ok()?
            .exact()
    }

    /// The distance of a decided position in plies to the conversion: the winner takes the shortest
    /// way, the loser the longest. `None` for draws.
    #[must_use]
    pub fn distance(&self, position: &Position) -> Option<Distance> {
        let mover = position.turn();
        let winner = match self.result(position)? {
            Wdl::Draw => return None,
            Wdl::Win => mover,
            Wdl::Loss => !mover,
        };
        if position.is_checkmate() {
            return Some(Distance::from_plies(0));
        }
        let (view, point) = place(position, winner)?;
        let conversion = Distance::from_plies(1);
        let quiet = self
            .eager
            .distance(view.pawns, point)
            .map(Distance::from_plies);
        if position.en_passant().is_none() {
            return quiet;
        }
        if winner != mover {
            return Some(quiet.unwrap_or(conversion));
        }
        let takes_wins = position
            .legal_moves()
            .into_iter()
            .filter(|&m| position.is_en_passant(m))
            .any(|m| self.result(&position.play(m)) == Some(Wdl::Loss));
        if takes_wins { Some(conversion) } else { quiet }
    }
}
