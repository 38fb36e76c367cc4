//! What follows where a proof stays open: the result that Newborn's rules give, and the endings that it leans on.

use super::attack::Attack;
use super::refine::Leaf;
use super::solve::goal_prover::GoalProver;
use crate::board::{Color, Move, Position, Role};
use crate::notation::fen;
use crate::prove::balance::balance;
use crate::prove::count::distance::proved_lengths;
use crate::prove::effort::Effort;
use crate::prove::policy::MOST_COUNTED;
use crate::prove::proof::{Leaned, Supposed};
use crate::prove::question::{place, wins};
use crate::prove::solve::unresolved::position as position_of;
use crate::rules::Rules;
use crate::slice::Point;
use crate::structure::{Structure, Symmetry};
use crate::value::{Bounds, Distance, Wdl};

/// Suppositions about one request.
#[derive(Default)]
pub(crate) struct Suppositions {
    /// Nothing more is worked on.
    stopped: bool,
    /// What the last list of assumptions was made of.
    leaves: Vec<Assumed>,
}

/// What is assumed of an ending: that a player wins it, or does not.
struct Assumed {
    ending: Position,
    player: Color,
    won: bool,
    leaf: Leaf,
}

impl Suppositions {
    /// A request comes to its suppositions.
    pub fn begin(&mut self) {
        self.stopped = false;
    }

    /// The result for the side to move by Newborn's rules, corrected by what chess has shown, or else a draw by counts of pawns;
    /// with other pieces than queens by counting them.
    pub fn suppose(
        &mut self,
        attacks: &mut [Attack; 2],
        position: &Position,
        effort: Effort,
    ) -> Option<Supposed> {
        if !position.is_pawn_ending() && !has_only_queens(position) {
            return Some(Supposed::played(by_material(position)));
        }
        [false, true].into_iter().find_map(|counted| {
            let result = self.suppose_by(attacks, position, effort, counted)?;
            // Of the wins by counts that were looked into none was one.
            (!counted || result == Wdl::Draw).then_some(Supposed { result, counted })
        })
    }

    /// The same with counts of pawns, or without.
    fn suppose_by(
        &mut self,
        attacks: &mut [Attack; 2],
        position: &Position,
        effort: Effort,
        counted: bool,
    ) -> Option<Wdl> {
        let mover = position.turn();
        let won = self.wins(attacks, position, mover, effort, counted);
        let lost = match won {
            Some(true) => Some(false),
            _ => self.wins(attacks, position, !mover, effort, counted),
        };
        Bounds::from_answers(won, lost).ok()?.exact()
    }

    /// Does the player win so?
    fn wins(
        &mut self,
        attacks: &mut [Attack; 2],
        position: &Position,
        player: Color,
        effort: Effort,
        counted: bool,
    ) -> Option<bool> {
        let [newborn, count] = attacks[player as usize].refinement.supposing();
        wins(Rules::Newborn, position, player, &mut |view, point| {
            if !counted {
                return self.ask(newborn, view, point, effort);
            }
            let played = newborn.known.result(view, point);
            played.or_else(|| self.ask(count, view, point, effort))
        })
    }

    /// Asks a relaxed game.
    fn ask(
        &mut self,
        game: &mut GoalProver,
        view: Structure,
        point: Point,
        effort: Effort,
    ) -> Option<bool> {
        if !self.stopped && effort > Effort::NONE {
            game.account.allow(effort);
            match game.ask(view, point, Symmetry::IDENTITY, effort) {
                Ok(answer) => return answer,
                Err(_) => self.stopped = true,
            }
        }
        game.known.result(view, point)
    }

    /// Is what is supposed of a pawn ending owed to the count of its pawns?
    pub fn is_counted(attacks: &mut [Attack; 2], position: &Position) -> bool {
        attacks.iter_mut().zip(Color::BOTH).any(|(attack, player)| {
            let Some((view, point)) = place(position, player) else {
                return false;
            };
            let [newborn, count] = attack.refinement.supposing();
            count.known.is_counted(view) && newborn.known.result(view, point).is_none()
        })
    }

    /// How far the next zeroing move is in a pawn ending that the player wins in a relaxed game.
    pub fn distance(
        &self,
        attacks: &mut [Attack; 2],
        position: &Position,
        winner: Color,
    ) -> Option<Distance> {
        if !position.is_pawn_ending() {
            return None;
        }
        let (view, point) = place(position, winner)?;
        let game = &mut attacks[winner as usize].refinement.newborn;
        let (lengths, symmetry) = proved_lengths(game, view);
        let plies = lengths.distance(point.through(symmetry, view.pieces))?;
        Some(Distance::from_plies(plies))
    }

    /// The endings on which a supposed result leans, beyond what is proved. `None`: that cannot be told.
    pub fn assumptions(
        &mut self,
        attacks: &mut [Attack; 2],
        position: &Position,
        result: Wdl,
    ) -> Option<Leaned> {
        self.leaves.clear();
        let mut all = Leaned {
            complete: true,
            ..Leaned::default()
        };
        let mover = position.turn();
        let claims = match result {
            Wdl::Win => vec![(mover, true)],
            Wdl::Loss => vec![(!mover, true)],
            Wdl::Draw => vec![(mover, false), (!mover, false)],
        };
        for (player, won) in claims {
            self.lean_on(attacks, position, player, won, &mut all)?;
        }
        all.endings = merged(all.endings);
        let with_queens = all
            .endings
            .iter()
            .filter(|(ending, _)| promotes_next(ending));
        all.queens.endings = with_queens.count();
        Some(all)
    }

    /// Adds the endings on which it leans that the player wins, or does not.
    fn lean_on(
        &mut self,
        attacks: &mut [Attack; 2],
        position: &Position,
        player: Color,
        won: bool,
        all: &mut Leaned,
    ) -> Option<()> {
        let attack = &mut attacks[player as usize];
        let proved = attack.wins(position, Effort::NONE).won;
        if proved.is_some() {
            return (proved == Some(won)).then_some(());
        }
        if !position.is_pawn_ending() {
            all.endings.push((*position, needed(position, player, won)));
            return Some(());
        }
        if position.en_passant().is_some() {
            return self.lean_on_moves(attacks, position, player, won, all);
        }
        let (view, point) = place(position, player)?;
        let seen = Symmetry::for_player(player);
        let (chess, refinement) = (&mut attack.prover, &mut attack.refinement);
        let (leaves, complete) = refinement.leaves(chess, view, point, seen, won)?;
        all.complete &= complete;
        let mut with_queens = Vec::new();
        for leaf in leaves {
            let view = chess.known.nodes.view(leaf.goal);
            if let Some(ending) = position_of(view, leaf.point, leaf.seen) {
                all.endings.push((ending, needed(&ending, player, won)));
                self.leaves.push(Assumed {
                    ending,
                    player,
                    won,
                    leaf,
                });
                if promotes_next(&ending) {
                    with_queens.push(leaf);
                }
            }
        }
        let family = chess.family(&with_queens, won, MOST_COUNTED);
        all.queens.structures += family.unwrap_or(MOST_COUNTED);
        all.queens.complete &= family.is_some();
        Some(())
    }

    /// The same by a move further: one move that makes it true for the side that it is good for, every move of the other.
    fn lean_on_moves(
        &mut self,
        attacks: &mut [Attack; 2],
        position: &Position,
        player: Color,
        won: bool,
        all: &mut Leaned,
    ) -> Option<()> {
        let mine = (position.turn() == player) == won;
        for m in position.legal_moves() {
            let next = position.play(m);
            if !mine || self.wins(attacks, &next, player, Effort::NONE, true) == Some(won) {
                self.lean_on(attacks, &next, player, won, all)?;
                if mine {
                    return Some(());
                }
            }
        }
        (!mine).then_some(())
    }

    /// Of the endings last listed those that were counted, not played, and are not so by Newborn's rules, as far as a look tells. `None`:
    /// there was no time for a look at each.
    pub fn refuted(&self, attacks: &mut [Attack; 2]) -> Option<Vec<Position>> {
        let mut refuted = Vec::new();
        for one in self.leaves.iter().filter(|one| one.leaf.is_counted()) {
            let attack = &mut attacks[one.player as usize];
            let view = attack.prover.known.nodes.view(one.leaf.goal);
            let seen = attack.refinement.look(view, one.leaf.point).ok()?;
            if seen == Some(!one.won) {
                refuted.push(one.ending);
            }
        }
        Some(refuted)
    }

    /// Does without some endings that were assumed.
    pub fn reject(&mut self, attacks: &mut [Attack; 2], endings: &[Position]) {
        for player in Color::BOTH {
            let rejected = |one: &&Assumed| one.player == player && endings.contains(&one.ending);
            let leaves = self.leaves.iter().filter(rejected);
            let leaves: Vec<Leaf> = leaves.map(|one| one.leaf).collect();
            let Attack {
                prover, refinement, ..
            } = &mut attacks[player as usize];
            refinement.reject(prover, &leaves);
        }
    }
}

/// The bounds for the side to move of an ending that the player is to win, or not to win.
fn needed(ending: &Position, player: Color, won: bool) -> Bounds {
    let of_player = if won {
        Bounds::exactly(Wdl::Win)
    } else {
        Bounds::at_most(Wdl::Draw)
    };
    if ending.turn() == player {
        of_player
    } else {
        -of_player
    }
}

/// Each ending once, with all that is needed of it.
fn merged(mut all: Vec<(Position, Bounds)>) -> Vec<(Position, Bounds)> {
    all.sort_by_cached_key(|(position, _)| fen::format(position));
    all.dedup_by(|(again, more), (position, bounds)| {
        let same = again == position;
        if same {
            *bounds = bounds.narrow(*more).unwrap_or(*bounds);
        }
        same
    });
    all
}

/// Can the side to move promote at once, against a side that has promoted?
fn promotes_next(ending: &Position) -> bool {
    let theirs = |role| !ending.pieces(!ending.turn(), role).is_empty();
    let armed = Role::PROMOTIONS.into_iter().any(theirs);
    let promotes = |m: Move| m.promotion.is_some();
    armed && ending.legal_moves().into_iter().any(promotes)
}

fn has_only_queens(position: &Position) -> bool {
    let others = [Role::Rook, Role::Bishop, Role::Knight];
    Color::BOTH.iter().all(|&color| {
        others
            .iter()
            .all(|&role| position.pieces(color, role).is_empty())
    })
}

/// Who has more wins; as much, and it is a draw.
fn by_material(position: &Position) -> Wdl {
    match balance(position) {
        1.. => Wdl::Win,
        0 => Wdl::Draw,
        _ => Wdl::Loss,
    }
}
