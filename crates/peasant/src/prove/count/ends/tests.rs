use super::*;
use std::collections::HashSet;

use crate::board::{Move, Pawns, Position, Setup, Square};
use crate::limits::Watch;
use crate::notation::fen;
use crate::prove::game::Played;
use crate::prove::outside_help::Resources;
use crate::prove::policy::MATES;
use crate::prove::question::place;
use crate::rules::Rules;

/// A prover and its ends.
struct Counted {
    prover: GoalProver,
    ends: Ends,
    aim: Aim,
}

impl Counted {
    fn new(aim: Aim) -> Counted {
        Counted {
            prover: GoalProver::new(
                Played::by(Rules::Chess),
                Watch::idle(),
                Resources::default(),
            ),
            ends: Ends::default(),
            aim,
        }
    }

    /// Plies to the end of a position without en passant that White wins.
    fn plies(&mut self, position: &Position) -> Option<EndIn> {
        let (view, point) = place(position, Color::White).expect("few pieces");
        let end = self
            .ends
            .end_in(&mut self.prover, view, point, self.aim, MATES);
        end.expect("there are no limits")
    }

    /// The same with a capture en passant.
    fn after(&mut self, position: &Position) -> Option<u16> {
        let quiet = self.plies(position).map(|end| end.plies);
        let moves = position.legal_moves().into_iter();
        let takes = moves.filter(|&m| position.is_en_passant(m));
        let after: Vec<Option<u16>> = takes
            .map(|m| Some(self.plies(&position.play(m))?.plies + 1))
            .collect();
        if position.turn() == Color::White {
            after.into_iter().flatten().chain(quiet).min()
        } else {
            after
                .into_iter()
                .chain([quiet])
                .try_fold(0, |most, plies| Some(most.max(plies?)))
        }
    }

    /// Is the number what it must be by the moves? Plies of a position that White wins are one more than the least of what
    /// follows if White is to move, and than the most if Black is.
    fn assert_follows(&mut self, position: &Position) -> Option<u16> {
        let text = fen::format(position);
        let Some(EndIn { plies, exact }) = self.plies(position) else {
            let moves = position.legal_moves();
            let mut next = moves.iter().map(|&m| self.plies(&position.play(m)));
            if position.turn() == Color::White {
                assert!(next.all(|end| end.is_none()), "{text}");
            } else {
                assert!(moves.is_empty() || next.any(|end| end.is_none()), "{text}");
            }
            return None;
        };
        assert!(exact, "{text}");
        if plies == 0 {
            assert!(position.is_checkmate() || self.is_end(position), "{text}");
            return Some(0);
        }
        let moves = position.legal_moves().into_iter();
        let next: Vec<Option<EndIn>> = moves.map(|m| self.plies(&position.play(m))).collect();
        let known = next.iter().flatten().map(|end| end.plies);
        let best = if position.turn() == Color::White {
            known.min()
        } else {
            assert!(next.iter().all(Option::is_some), "{text}");
            known.max()
        };
        assert_eq!(best.map(|best| best + 1), Some(plies), "{text}");
        Some(plies)
    }

    /// Has White a queen or a rook against pawns alone, and keeps one if a piece is taken?
    fn is_end(&self, position: &Position) -> bool {
        let pieces = |color: Color| {
            let men = position.men(color);
            men.count() - 1 - position.pieces(color, Role::Pawn).count()
        };
        let is_armed = |here: &Position| {
            let men = |role| here.pieces(Color::White, role).count();
            men(Role::Queen) + men(Role::Rook) > 0
        };
        let loses = |m: &Move| !is_armed(&position.play(*m));
        let taken = position.turn() == Color::Black && position.legal_moves().iter().any(loses);
        let is_alone = pieces(Color::Black) == 0;
        self.aim != Aim::Mate && is_armed(position) && is_alone && !taken
    }
}

/// Every position of both kings and a white man on one of these squares.
fn three_men(role: Role, squares: &[Square]) -> Vec<Position> {
    let mut positions = Vec::new();
    for &square in squares {
        for white in Square::all() {
            for black in Square::all() {
                if [white, black].contains(&square) || white == black {
                    continue;
                }
                for turn in Color::BOTH {
                    let mut setup = Setup::pawn_ending(white, black, Pawns::NONE, turn);
                    setup.put(Color::White, role, square);
                    positions.extend(setup.validate().ok());
                }
            }
        }
    }
    positions
}

fn pawns_left() -> Vec<Square> {
    let squares = Square::all();
    squares
        .filter(|square| square.file() < 4 && (1..7).contains(&square.rank()))
        .collect()
}

/// By the moves of every position: then they are what a search of everything would say.
#[test]
fn mates_of_three_men_are_those_of_a_naive_search() {
    let mut counted = Counted::new(Aim::Mate);
    let some: Vec<Square> = Square::all().step_by(9).collect();
    for (role, squares, longest) in [
        (Role::Pawn, pawns_left(), 28),
        (Role::Queen, some.clone(), 10),
        (Role::Rook, some, 16),
    ] {
        let mut most = 0;
        for position in three_men(role, &squares) {
            if let Some(plies) = counted.assert_follows(&position) {
                most = most.max(plies.div_ceil(2));
            }
        }
        assert_eq!(most, longest, "{role:?}");
    }
}

#[test]
fn promotions_of_three_men_are_those_of_a_naive_search() {
    let mut counted = Counted::new(Aim::Promotion);
    let positions = three_men(Role::Pawn, &pawns_left());
    let won = positions
        .iter()
        .filter(|position| counted.assert_follows(position).is_some());
    // As many as are won, as is well known, with the pawn on files a to d.
    assert_eq!(won.count(), 111_282);
}

/// Queen against pawn leads to queen against any piece.
#[test]
fn mates_of_queen_against_pawn_follow_from_the_moves() {
    let mut counted = Counted::new(Aim::Mate);
    let (mut won, mut checked) = (0, 0);
    for (number, white) in Square::all().enumerate() {
        for (other, black) in Square::all().enumerate() {
            for queen in Square::all().step_by(5) {
                if (number + other) % 7 != 0 || [white, black].contains(&queen) || white == black {
                    continue;
                }
                let pawns = Pawns {
                    black: Square::at(2, 2).set(),
                    ..Pawns::NONE
                };
                let mut setup = Setup::pawn_ending(white, black, pawns, Color::BOTH[other % 2]);
                setup.put(Color::White, Role::Queen, queen);
                let Ok(position) = setup.validate() else {
                    continue;
                };
                checked += 1;
                won += usize::from(counted.assert_follows(&position).is_some());
            }
        }
    }
    assert!(won > 500 && checked > won, "{won} of {checked}");
}

/// White, to move, follows the numbers; Black does anything. Every way is as short as was said, and ends.
#[test]
fn a_bound_is_kept_against_every_defence() {
    for (text, most) in [
        ("8/8/8/8/8/2k5/4P3/4K3 w - - 0 1", 29),
        ("6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - - 0 1", 61),
        ("2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1", 27),
        ("8/8/1p6/8/PP6/8/1k6/3K4 w - - 0 1", 40),
        ("8/8/8/1k1p4/8/P2P4/8/3K4 w - - 0 1", 60),
    ] {
        let mut counted = Counted::new(Aim::Promotion);
        let start = fen::parse(text).expect("a legal position");
        let (view, point) = place(&start, Color::White).expect("few pieces");
        let mirror = crate::structure::Symmetry::IDENTITY;
        while counted.prover.ask(view, point, mirror, Effort(1 << 16)) == Ok(None) {}
        let plies = counted.plies(&start).expect("it is won").plies;
        assert!(plies <= most, "{text}: {plies}");
        let (mut open, mut met) = (vec![(start, plies)], HashSet::new());
        while let Some((here, plies)) = open.pop() {
            if plies == 0 {
                assert!(
                    here.is_checkmate() || counted.is_end(&here),
                    "{}",
                    fen::format(&here)
                );
                continue;
            }
            let mut next = here.legal_moves().into_iter().map(|m| here.play(m));
            if here.turn() == Color::White {
                let best = next.find(|next| counted.after(next) == Some(plies - 1));
                let best = best.unwrap_or_else(|| panic!("{text}: {}", fen::format(&here)));
                open.extend(met.insert(best).then_some((best, plies - 1)));
                continue;
            }
            for next in next {
                let left = counted.after(&next).filter(|&left| left < plies);
                let left = left.unwrap_or_else(|| panic!("{text}: {}", fen::format(&next)));
                open.extend(met.insert(next).then_some((next, left)));
            }
        }
        assert!(met.len() > 50, "{text}: {}", met.len());
    }
}

/// A queen that may be taken while the pawn beside it still wins is no settled ending: no number is called exact that leans on
/// that.
#[test]
fn with_another_pawn_a_settled_ending_is_not_exact() {
    let mut counted = Counted::new(Aim::Promotion);
    let text = "8/1P6/8/8/P7/8/5k2/K7 w - - 0 1";
    let start = fen::parse(text).expect("a legal position");
    let (view, point) = place(&start, Color::White).expect("few pieces");
    let name = counted.prover.known.name(view);
    counted
        .prover
        .solve_exactly(name.goal())
        .expect("there are no limits");
    assert_eq!(counted.prover.known.result(view, point), Some(true));
    let end = counted.plies(&start).expect("it is won");
    assert_eq!(
        end,
        EndIn {
            plies: 1,
            exact: false
        }
    );
}
