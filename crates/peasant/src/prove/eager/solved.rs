//! Every structure below a root, solved: a table to look positions up in.

use super::structures::Eager;
use crate::board::{Color, Pawns, Position};
use crate::limits::{Stop, Watch};
use crate::prove::question::{place, wins};
use crate::prove::slice_bounds::{SliceBounds, legal};
use crate::rules::Rules;
use crate::slice::Wins;
use crate::structure::exits::for_each_en_passant;
use crate::value::{Bounds, Contradiction, Distance, Wdl};

/// Every structure that can follow from a root, solved for both sides by Newborn's rules (2 KiB a structure).
pub struct Solved(Eager);

impl Solved {
    /// Solves every structure below the root, with so many threads.
    #[must_use]
    pub fn below(root: Pawns, threads: usize) -> Solved {
        // The position asked about may be one in which a double step can be taken en passant.
        let mut roots = vec![root];
        for_each_en_passant(root, |after| roots.push(after));
        match Solved::within(&roots, threads, &Watch::idle()) {
            Ok(solved) => solved,
            Err(_) => unreachable!("there are no limits and nobody cancels"),
        }
    }

    /// The same for several roots, within limits.
    pub(crate) fn within(roots: &[Pawns], threads: usize, watch: &Watch) -> Result<Solved, Stop> {
        Eager::solve(roots, threads, watch).map(Solved)
    }

    /// How many structures there are; mirror images and colour-flipped ones count once.
    #[must_use]
    pub fn structures(&self) -> usize {
        self.0.len()
    }

    /// The result for the side to move. `None` if the position is no pawn ending below the root.
    #[must_use]
    pub fn result(&self, position: &Position) -> Option<Wdl> {
        let known = position.is_pawn_ending().then(|| self.bounds(position));
        known?.ok()?.exact()
    }

    /// What is known of a position, with a queen on the board too.
    pub(crate) fn bounds(&self, position: &Position) -> Result<Bounds, Contradiction> {
        let ask = |player| {
            wins(Rules::Newborn, position, player, &mut |view, point| {
                self.0.wins(view.pawns, point)
            })
        };
        Bounds::from_answers(ask(position.turn()), ask(!position.turn()))
    }

    /// Where a player wins the structure of a position. `None` if it is not below the root.
    pub(crate) fn slice(&self, position: &Position, attacker: Color) -> Option<SliceBounds> {
        let (view, _) = place(position, attacker)?;
        let mut wins = Wins::NONE;
        for point in legal(view).points() {
            if self.0.wins(view.pawns, point)? {
                wins.insert(point);
            }
        }
        Some(SliceBounds::on_board(view, attacker, wins, wins))
    }

    /// The distance of a position without en passant that `winner` wins.
    pub(crate) fn won_distance(&self, position: &Position, winner: Color) -> Option<Distance> {
        let (view, point) = place(position, winner)?;
        self.0.distance(view.pawns, point).map(Distance::from_plies)
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
        let conversion = Distance::from_plies(1);
        let quiet = self.won_distance(position, winner);
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
