//! Points that are searched, position by position (`search/`), with what slices know as their ends.

use super::goal_prover::GoalProver;
use super::leaf_slices::ALL_BELOW;
use super::unresolved::position;
use crate::board::{Color, Position, Role};
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::graph::interval::Bound;
use crate::prove::policy::{MET, POSITIONS, SIMPLE};
use crate::prove::question::place;
use crate::search::{Outside, PositionSearch, Weights};
use crate::slice::Point;
use crate::structure::{Goal, Structure, Symmetry};

/// The table of a search may grow by this part of the memory that is left.
const SEARCH_ROOM: u64 = 4;

impl GoalProver {
    /// Searches a point, if it is open, until nothing is left on the account. What is found out is known of the goal from then on, if it
    /// has at most one promoted piece, and of the search else.
    pub(in crate::prove) fn search_point(&mut self, goal: Goal, point: Point) -> Result<(), Stop> {
        if self.known.answer(goal, point).is_some() {
            return Ok(());
        }
        let view = self.known.nodes.view(goal);
        let Some(position) = position(view, point, Symmetry::IDENTITY) else {
            return Ok(());
        };
        if let Some(won) = self.search_position(&position)?
            && view.pieces.len() <= 1
        {
            self.known.set_answer(goal, point, won);
        }
        Ok(())
    }

    /// The same of a position, as its attacker sees it.
    pub(in crate::prove) fn search_position(
        &mut self,
        position: &Position,
    ) -> Result<Option<bool>, Stop> {
        let positions = self.account.left() * POSITIONS;
        if positions == Effort::NONE {
            return Ok(None);
        }
        let mut search = std::mem::replace(&mut self.search, PositionSearch::new(Weights::FITTED));
        let bytes = search.bytes() + self.room() / SEARCH_ROOM;
        let mut around = Around { prover: self };
        let found = search.wins(position, positions.0, bytes, &mut around);
        self.search_bytes = search.bytes();
        self.search = search;
        found
    }

    /// Is the win of a point at most so many times as far as a disproof, or has it not been searched?
    pub(in crate::prove) fn is_promising(&self, goal: Goal, point: Point, near: u32) -> bool {
        let position = position(self.known.nodes.view(goal), point, Symmetry::IDENTITY);
        position.is_some_and(|position| self.search.is_promising(&position, near))
    }

    /// What a search has found out of a point.
    pub(in crate::prove) fn found(&self, view: Structure, point: Point) -> Option<bool> {
        if self.search_bytes == 0 {
            return None;
        }
        self.search
            .known(&position(view, point, Symmetry::IDENTITY)?)
    }

    /// In how many plies a win that a search has found ends, at most.
    pub(in crate::prove) fn found_plies(&self, view: Structure, point: Point) -> Option<u16> {
        self.search
            .plies(&position(view, point, Symmetry::IDENTITY)?)
    }
}

/// What stands around a search.
struct Around<'p> {
    prover: &'p mut GoalProver,
}

impl Around<'_> {
    /// Solves a goal with what follows by moves and losses of Black's pawns, once, if the search keeps coming back to it. That there is no
    /// time left is noticed soon.
    fn solve_simple(&mut self, goal: Goal) {
        let prover = &mut *self.prover;
        let met = prover.searched_met.entry(goal).or_insert(0);
        if *met == MET || prover.known.interval(goal).is_exact() {
            return;
        }
        *met += 1;
        if *met < MET {
            return;
        }
        let left = prover.account.left();
        prover.account.allow(Effort::ALL);
        let _ = prover.look_into(&[goal], Bound::Lower, ALL_BELOW, SIMPLE);
        prover.account.allow(left);
    }
}

impl Outside for Around<'_> {
    /// By slices: of pawn endings, and of a queen or rook against two pawns at most; then they are made where they are missing.
    fn known(&mut self, position: &Position) -> Option<bool> {
        let is_simple = is_simple(position);
        if position.en_passant().is_some() || !is_simple && !position.is_pawn_ending() {
            return None;
        }
        let (view, point) = place(position, Color::White)?;
        let (goal, point) = self.prover.known.goal(view, point);
        if is_simple {
            self.solve_simple(goal);
        }
        self.prover.known.answer_if_legal(goal, point)
    }

    fn mind(&mut self, positions: u64, bytes: u64) -> Result<(), Stop> {
        let prover = &mut *self.prover;
        prover.searched += positions;
        prover.search_bytes = bytes;
        prover.account.spend(Effort(positions) / POSITIONS);
        prover.mind_limits(0)
    }
}

/// Has White a queen or rook and no other piece, and Black at most two pawns and nothing else?
fn is_simple(position: &Position) -> bool {
    let mine = |role| position.pieces(Color::White, role);
    let pieces = position.men(Color::White) - mine(Role::Pawn) - mine(Role::King);
    let theirs = position.men(Color::Black);
    pieces.count() == 1
        && pieces == (mine(Role::Queen) | mine(Role::Rook))
        && theirs.count() <= 3
        && (theirs - position.pawns().black).count() == 1
}

#[cfg(test)]
mod tests {
    use specification::Dice;

    use super::*;
    use crate::board::{Pawns, Setup, Square};
    use crate::limits::Watch;
    use crate::prove::Resources;
    use crate::prove::game::Played;
    use crate::prove::question::wins;
    use crate::rules::Rules;
    use crate::search::tests::Alone;

    /// A random position of White's king and a man against king and man, if it is legal. A pawn of Black's that stands beside one of White's
    /// has just come there where it may have.
    fn random(dice: &mut Dice, [role, other_role]: [Role; 2]) -> Option<Position> {
        let mut square = || Square::new(dice.roll(64) as u32);
        let squares @ [king, other, man, other_man] = [square(), square(), square(), square()];
        let turn = Color::BOTH[dice.roll(2)];
        let mut setup = Setup::pawn_ending(king, other, Pawns::NONE, turn);
        setup.put(Color::White, role, man);
        setup.put(Color::Black, other_role, other_man);
        let is_apart = (0..4).all(|at| !squares[..at].contains(&squares[at]));
        if !is_apart {
            return None;
        }
        let passed = Square::at(other_man.file(), 5);
        let mut with = setup;
        with.en_passant = Some(passed);
        let passed = with.validate().ok();
        passed
            .filter(|p| p.en_passant().is_some())
            .or_else(|| setup.validate().ok())
    }

    /// Four men: what a search finds is what slices say that are solved without it, by en passant, promotions and captures of queens too.
    #[test]
    fn a_search_and_slices_agree() {
        let mut dice = Dice(59);
        let mut passed = 0;
        for (roles, tries, least) in [
            ([Role::Queen, Role::Pawn], 300, 40),
            ([Role::Rook, Role::Pawn], 300, 20),
            ([Role::Pawn, Role::Pawn], 3000, 50),
            ([Role::Queen, Role::Queen], 300, 20),
        ] {
            let mut slices = GoalProver::new(
                Played::by(Rules::Chess),
                Watch::idle(),
                Resources::default(),
            );
            let mut ask = |view, point| {
                let (goal, point) = slices.known.goal(view, point);
                slices.solve_exactly(goal).expect("there is no limit");
                slices.known.answer(goal, point)
            };
            let mut found = [0, 0];
            for _ in 0..tries {
                let Some(position) = random(&mut dice, roles) else {
                    continue;
                };
                let mut search = PositionSearch::new(Weights::FITTED);
                let result = search.wins(&position, 3000, 1 << 24, &mut Alone);
                let Some(won) = result.expect("there is no limit") else {
                    continue;
                };
                let known = wins(Rules::Chess, &position, Color::White, &mut ask);
                assert_eq!(known, Some(won), "{position:?}");
                found[usize::from(won)] += 1;
                passed += usize::from(position.en_passant().is_some());
            }
            assert!(found[1] >= least, "{roles:?}: {found:?}");
        }
        assert!(passed >= 3, "{passed}");
    }
}
