//! Every structure below a root, solved ahead of any question: what tests and the benchmark compare the prover with. It shares the
//! slices with the prover, and nothing of what decides which of them to solve.

use super::question::{place, wins};
use crate::board::{Bitboard, Color, Pawns, Position};
use crate::rules::Rules;
use crate::slice::{self, Children, Placement, Relation, Wins};
use crate::structure::exits::for_each_newborn;
use crate::structure::{Exit, Pieces, Reference, StructureMap, Symmetry, canonical};
use crate::value::{Bounds, Distance, Wdl};

/// Every structure that can follow from a root, solved for both sides by Newborn's rules (2 KiB a structure).
#[derive(Default)]
pub struct Solved {
    index: StructureMap<Pawns, usize>,
    /// White's wins and Black's, each as that side sees the board.
    wins: Vec<[Wins; 2]>,
}

impl Solved {
    /// Solves every structure below the root.
    #[must_use]
    pub fn below(root: Pawns) -> Solved {
        let mut solved = Solved::default();
        solved.name(root);
        // The position asked about may be one in which a double step can be taken en passant.
        for_each_en_passant(root, |after| _ = solved.name(after));
        solved
    }

    /// The number of structures; mirror images and colour-flipped ones count once.
    #[must_use]
    pub fn structures(&self) -> usize {
        self.wins.len()
    }

    /// The result for the side to move. `None` if the position is no pawn ending below the root.
    #[must_use]
    pub fn result(&self, position: &Position) -> Option<Wdl> {
        let ask = |player| {
            wins(Rules::Newborn, position, player, &mut |view, point| {
                if view.pawns.white.is_empty() {
                    return Some(false);
                }
                let (structure, symmetry) = canonical(view.pawns);
                let name = Reference::new(*self.index.get(&structure)?, symmetry);
                let point = point.through(symmetry.mirror_part(), Pieces::NONE);
                Some(self.wins_of(name).contains(point))
            })
        };
        if !position.is_pawn_ending() {
            return None;
        }
        let bounds = Bounds::from_answers(ask(position.turn()), ask(!position.turn()));
        bounds.ok()?.exact()
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
        let zeroing_move = Distance::from_plies(1);
        let quiet = self.distance_without_en_passant(position, winner);
        if position.en_passant().is_none() {
            return quiet;
        }
        if winner != mover {
            return Some(quiet.unwrap_or(zeroing_move));
        }
        let takes_wins = position
            .legal_moves()
            .into_iter()
            .filter(|&m| position.is_en_passant(m))
            .any(|m| self.result(&position.play(m)) == Some(Wdl::Loss));
        if takes_wins {
            Some(zeroing_move)
        } else {
            quiet
        }
    }

    fn distance_without_en_passant(&self, position: &Position, winner: Color) -> Option<Distance> {
        let (view, point) = place(position, winner)?;
        let exits = exits(view.pawns, |child| {
            let (structure, symmetry) = canonical(child);
            Reference::new(self.index[&structure], symmetry)
        });
        let stages = slice::stages_of_pawns(view.pawns, &exits, self);
        stages.distance(point).map(Distance::from_plies)
    }

    /// The name of a structure, which is solved if it is new. Every exit leaves fewer pawn steps, so that this ends.
    fn name(&mut self, structure: Pawns) -> Reference {
        let (structure, symmetry) = canonical(structure);
        let index = match self.index.get(&structure) {
            Some(&index) => index,
            None => self.solve(structure),
        };
        Reference::new(index, symmetry)
    }

    fn solve(&mut self, structure: Pawns) -> usize {
        let mut exits = exits(structure, |child| self.name(child));
        let white = slice::solve_pawns(structure, &exits, self);
        for exit in &mut exits {
            *exit = Symmetry::FLIP.apply(*exit);
        }
        let black = slice::solve_pawns(structure.flip(), &exits, self);
        self.index.insert(structure, self.wins.len());
        self.wins.push([white, black]);
        self.wins.len() - 1
    }

    /// Where the attacker wins in a structure that may be a mirror image of the one that is stored.
    #[inline(always)]
    fn wins_of(&self, name: Reference) -> &Wins {
        let goal = name.goal();
        &self.wins[goal.node][goal.attacker as usize]
    }
}

fn exits(pawns: Pawns, mut name: impl FnMut(Pawns) -> Reference) -> Vec<Exit<Reference>> {
    let mut exits = Vec::with_capacity(32);
    for_each_newborn(pawns, |exit| exits.push(exit.map(&mut name)));
    exits
}

/// Calls `visit` with every structure that an en-passant capture can lead to, if the last move was a
/// double step that made this one.
fn for_each_en_passant(pawns: Pawns, mut visit: impl FnMut(Pawns)) {
    after_white_double_steps(pawns, &mut visit);
    after_white_double_steps(pawns.flip(), &mut |after: Pawns| visit(after.flip()));
}

fn after_white_double_steps(pawns: Pawns, visit: &mut impl FnMut(Pawns)) {
    let Pawns { white, black } = pawns;
    let empty = !pawns.occupied();
    for stepped in white & Bitboard::rank(3) & empty.up() & empty.up().up() {
        for taker in (stepped.set().left() | stepped.set().right()) & black {
            let landing = stepped.set().down();
            visit(Pawns {
                white: white.without(stepped),
                black: black.without(taker) | landing,
            });
        }
    }
}

impl Children<Reference> for Solved {
    #[inline(always)]
    fn plane<'a>(
        &'a self,
        child: &Reference,
        mover: Color,
        _: &Placement,
        scratch: &'a mut Option<Relation>,
    ) -> &'a Relation {
        let wins = self.wins_of(*child).with(mover);
        if child.symmetry().mirrors() {
            scratch.insert(wins.mirror())
        } else {
            wins
        }
    }
}
