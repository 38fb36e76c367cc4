//! The stored planes against the solver that works out all of them.

use std::collections::HashMap;

use super::*;
use crate::board::Setup;
use crate::slice::stored_planes::{expand, placement, reduce};
use crate::slice::{self, Buffer, Children, Point, stalemates};
use crate::structure::exits::for_each_chess;

/// Everything below an ending, solved without a symmetry.
#[derive(Default)]
struct Plain(HashMap<Pieces, Vec<Wins>>);

impl Children<Structure> for Plain {
    fn plane<'a>(
        &'a self,
        child: &Structure,
        mover: Color,
        placement: &Placement,
        _: &'a mut Option<Relation>,
    ) -> &'a Relation {
        self.0[&child.pieces][placement.plane()].with(mover)
    }
}

impl Plain {
    fn solve(&mut self, pieces: Pieces) {
        if self.0.contains_key(&pieces) {
            return;
        }
        let frame = frame(pieces);
        let structure = Structure::new(frame.pawns, pieces);
        let mut exits = Vec::new();
        for_each_chess(structure, |exit| exits.push(exit));
        let (mut won, mut escapes) = (Buffer::new(frame.planes()), stalemates(&frame));
        for exit in exits {
            self.solve(exit.child.pieces);
            let sum = match exit.mover {
                Color::White => &mut won,
                Color::Black => &mut escapes,
            };
            slice::add_worth(&frame, &exit, self, sum);
        }
        let solved = slice::solve(&frame, &won, &escapes);
        self.0.insert(pieces, solved);
    }
}

fn frame(pieces: Pieces) -> Frame {
    Frame::new(Structure::new(crate::board::Pawns::NONE, pieces))
}

fn pieces(list: &[(Color, Role)]) -> Pieces {
    list.iter().fold(Pieces::NONE, |all, &(color, role)| {
        all.with(color, role).expect("room").0
    })
}

/// Solves an ending both ways.
fn compare(plain: &mut Plain, list: &[(Color, Role)]) {
    let pieces = pieces(list);
    plain.solve(pieces);
    let is_armed = |place| place < pieces.len() && pieces.without(place).any_of(White);
    (0..3)
        .filter(|&place| is_armed(place))
        .for_each(|place| plain.solve(pieces.without(place)));
    let taken: Taken =
        std::array::from_fn(|place| is_armed(place).then(|| &plain.0[&pieces.without(place)][..]));
    let solved = solve_pawnless(pieces, &taken, &mut || Ok(())).expect("nothing stops it");
    assert_eq!(solved, reduce(pieces.len(), &plain.0[&pieces]), "{list:?}");
    assert!(
        expand(pieces.len(), &solved) == plain.0[&pieces],
        "{list:?}"
    );
}

use Color::{Black, White};
use Role::{Bishop, Knight, Queen, Rook};

#[test]
fn two_pieces_and_fewer() {
    let mut plain = Plain::default();
    for role in Role::PROMOTIONS {
        compare(&mut plain, &[(White, role)]);
    }
    for list in [
        [(White, Queen), (Black, Queen)],
        [(White, Queen), (Black, Knight)],
        [(White, Rook), (Black, Bishop)],
        [(White, Knight), (Black, Rook)],
        [(White, Bishop), (White, Knight)],
        [(White, Queen), (White, Rook)],
    ] {
        compare(&mut plain, &list);
    }
}

/// Takes 2 GiB.
#[test]
#[ignore = "takes half a minute and 2 GiB"]
fn three_pieces() {
    let mut plain = Plain::default();
    for list in [
        [(White, Queen), (White, Queen), (Black, Queen)],
        [(White, Rook), (White, Bishop), (Black, Rook)],
        [(White, Rook), (Black, Knight), (Black, Bishop)],
        [(White, Bishop), (White, Knight), (White, Knight)],
    ] {
        compare(&mut plain, &list);
    }
}

/// Everything below an ending, solved up to symmetries: all planes.
#[derive(Default)]
struct Below(HashMap<Pieces, Vec<Wins>>);

impl Below {
    fn solve(&mut self, pieces: Pieces) {
        if self.0.contains_key(&pieces) {
            return;
        }
        self.solve_taken(pieces);
        let solved = solve_pawnless(pieces, &self.taken(pieces), &mut || Ok(()));
        let all = expand(pieces.len(), &solved.expect("nothing stops it"));
        self.0.insert(pieces, all);
    }

    fn solve_taken(&mut self, pieces: Pieces) {
        for place in 0..pieces.len() {
            if pieces.without(place).any_of(White) {
                self.solve(pieces.without(place));
            }
        }
    }

    fn taken(&self, pieces: Pieces) -> Taken<'_> {
        std::array::from_fn(|place| {
            let left = (place < pieces.len()).then(|| pieces.without(place))?;
            self.0.get(&left).map(Vec::as_slice)
        })
    }
}

/// In which round each position was settled, from 1: by stored plane, the kings' squares and who is to move. 0: never.
struct Ranks {
    pieces: Pieces,
    below: Below,
    to_move: Vec<u8>,
    waiting: Vec<u8>,
}

impl Ranks {
    fn new(pieces: Pieces) -> Ranks {
        let mut below = Below::default();
        below.solve_taken(pieces);
        let mut solver = Solver::new(pieces);
        solver.look_at_moves();
        solver.look_at_captures(&below.taken(pieces));
        solver.take(&below.taken(pieces), &mut |_, _| {});
        let room = || vec![0; stored_planes(pieces.len()) << 12];
        let (mut to_move, mut waiting) = (room(), room());
        let mut known = vec![Wins::NONE; stored_planes(pieces.len())];
        let mut settle_all = |solver: &Solver, round| {
            for (index, (wins, known)) in solver.wins().iter().zip(&mut known).enumerate() {
                let new = wins.and(&known.complement());
                settle(&mut to_move[index << 12..][..4096], &new.to_move, round);
                settle(&mut waiting[index << 12..][..4096], &new.waiting, round);
                *known = *wins;
            }
        };
        let mut round = 1;
        settle_all(&solver, round);
        let mut grows = true;
        while grows {
            grows = solver.round();
            round += 1;
            settle_all(&solver, round);
        }
        Ranks {
            pieces,
            below,
            to_move,
            waiting,
        }
    }

    fn rank(&self, men: &Men) -> u8 {
        let (index, turn) = stored(&men.placement);
        let [attacker, defender] = men.kings.map(|king| turn.apply(king).index());
        let ranks = if men.to_move {
            &self.to_move
        } else {
            &self.waiting
        };
        ranks[index << 12 | attacker << 6 | defender]
    }

    /// The rank of what a move leads to: what is won after a capture has none that matters.
    fn after(&self, men: &Men, from: Square, to: Square) -> Option<u8> {
        let mut next = *men;
        next.to_move = !men.to_move;
        let mover = usize::from(!men.to_move);
        let taken = men
            .placement
            .squares()
            .iter()
            .position(|&square| square == to);
        if men.kings[mover] == from {
            next.kings[mover] = to;
        } else {
            let place = men
                .placement
                .squares()
                .iter()
                .position(|&square| square == from);
            next.placement = next.placement.moved(place.expect("a piece moves"), to);
        }
        let Some(taken) = taken else {
            return Some(self.rank(&next)).filter(|&rank| rank > 0);
        };
        let planes = self.below.0.get(&self.pieces.without(taken))?;
        let wins = &planes[next.placement.without(taken).plane()];
        let relation = if next.to_move {
            &wins.to_move
        } else {
            &wins.waiting
        };
        relation.contains(next.kings[0], next.kings[1]).then_some(0)
    }

    /// Holds one position to the rules of chess, by a generator of single moves. Is it legal?
    fn check(&self, men: &Men) -> bool {
        let frame = frame(self.pieces);
        let point = men.point();
        let position = men.setup(self.pieces).validate();
        assert_eq!(position.is_ok(), frame.is_legal(point), "{men:?}");
        let Ok(position) = position else {
            assert_eq!(self.rank(men), 0, "{men:?}");
            return false;
        };
        let moves = position.legal_moves();
        let after = moves.iter().map(|m| self.after(men, m.from, m.to));
        let expected = if men.to_move {
            // The attacker takes the quickest.
            after.flatten().min().map(|rank| rank.max(1))
        } else if moves.is_empty() {
            position.in_check().then_some(2)
        } else {
            // The defender takes the slowest, and must lose by every move.
            let slowest = after.collect::<Option<Vec<u8>>>();
            slowest
                .and_then(|ranks| ranks.into_iter().max())
                .map(|rank| rank.max(1) + 1)
        };
        assert_eq!(self.rank(men), expected.unwrap_or(0), "{men:?}");
        true
    }

    /// Holds every position of so many to the rules. Returns how many there were.
    fn check_all(&self, stride: usize) -> usize {
        let all = men(self.pieces).step_by(stride);
        all.flatten().filter(|men| self.check(men)).count()
    }
}

/// All ways to place so many men, up to symmetries of the first piece.
fn men(pieces: Pieces) -> impl Iterator<Item = Option<Men>> {
    let all = stored_planes(pieces.len()) << 13;
    (0..all).map(move |number| {
        let placement = placement(pieces.len(), number >> 13)?;
        let square = |shift: u32| Square::new((number >> shift & 63) as u32);
        Some(Men {
            kings: [square(6), square(0)],
            to_move: number >> 12 & 1 == 0,
            placement,
        })
    })
}

fn settle(ranks: &mut [u8], new: &Relation, round: u8) {
    for (row, new) in ranks.chunks_exact_mut(64).zip(new.0) {
        for defender in Bitboard(new) {
            row[defender.index()] = round;
        }
    }
}

/// Where everybody stands.
#[derive(Clone, Copy, Debug)]
struct Men {
    /// The attacker's and the defender's.
    kings: [Square; 2],
    to_move: bool,
    placement: Placement,
}

impl Men {
    fn point(&self) -> Point {
        Point {
            attacker: self.kings[0],
            defender: self.kings[1],
            to_move: self.to_move,
            placement: self.placement,
        }
    }

    fn setup(&self, pieces: Pieces) -> Setup {
        let turn = if self.to_move { White } else { Black };
        let kings = [(White, Role::King), (Black, Role::King)]
            .into_iter()
            .zip(self.kings);
        let others = pieces.iter().zip(self.placement.squares().iter().copied());
        let (mut setup, mut occupied) = (Setup::empty(turn), Bitboard::EMPTY);
        for ((color, role), square) in kings.chain(others) {
            if occupied.contains(square) {
                return Setup::empty(turn); // two men on one square
            }
            occupied = occupied.with(square);
            setup.put(color, role, square);
        }
        setup
    }
}

/// Men, as positions of all plies to mate: what a position is from what its moves lead to, by a generator of single moves.
struct Counted {
    pieces: Pieces,
    mates: Mates,
    left: Vec<Option<Mates>>,
}

impl Counted {
    fn new(list: &[(Color, Role)]) -> Counted {
        let pieces = pieces(list);
        Counted {
            pieces,
            mates: count_mates(pieces, End::Mate).expect("the attacker has a piece"),
            left: (0..pieces.len())
                .map(|place| count_mates(pieces.without(place), End::Mate))
                .collect(),
        }
    }

    /// Plies to mate after a move.
    fn after(&self, men: &Men, from: Square, to: Square) -> Option<u8> {
        let mut next = *men;
        next.to_move = !men.to_move;
        let mover = usize::from(!men.to_move);
        let place = |square| men.placement.squares().iter().position(|&s| s == square);
        if men.kings[mover] == from {
            next.kings[mover] = to;
        } else {
            next.placement = next
                .placement
                .moved(place(from).expect("a piece moves"), to);
        }
        let number = match place(to) {
            None => self.mates.at(next.point()),
            Some(taken) => {
                next.placement = next.placement.without(taken);
                let left = self.left[taken].as_ref();
                left.map_or(0, |mates| mates.at(next.point()))
            }
        };
        number.checked_sub(1)
    }

    /// Holds one position to the rules of chess, if it is one.
    fn check(&self, men: &Men) -> bool {
        let Ok(position) = men.setup(self.pieces).validate() else {
            return false;
        };
        let moves = position.legal_moves();
        let after = moves.iter().map(|m| self.after(men, m.from, m.to));
        let expected = if men.to_move {
            after.flatten().min().map(|plies| plies + 1)
        } else if moves.is_empty() {
            position.in_check().then_some(0)
        } else {
            let all = after.collect::<Option<Vec<u8>>>();
            all.and_then(|all| all.into_iter().max())
                .map(|plies| plies + 1)
        };
        let found = self.mates.at(men.point()).checked_sub(1);
        assert_eq!(found, expected, "{men:?}");
        true
    }
}

#[test]
fn mates_keep_the_rules() {
    for (list, stride) in [
        (&[(White, Queen)][..], 1),
        (&[(White, Rook)], 1),
        (&[(White, Queen), (Black, Queen)], 97),
        (&[(White, Rook), (Black, Knight)], 97),
        (&[(White, Bishop), (White, Knight)], 97),
    ] {
        let counted = Counted::new(list);
        let all = men(counted.pieces).step_by(stride);
        let checked = all.flatten().filter(|men| counted.check(men)).count();
        assert!(checked > 20_000, "{checked} of {list:?}");
    }
}

/// The longest mates, in moves, as published with Nalimov's tables.
#[test]
fn the_longest_mates_are_those_that_are_known() {
    for (list, moves) in [
        (&[(White, Queen)][..], 10),
        (&[(White, Rook)], 16),
        (&[(White, Bishop), (White, Bishop)], 19),
        (&[(White, Bishop), (White, Knight)], 33),
        (&[(White, Queen), (Black, Queen)], 13),
        (&[(White, Queen), (Black, Rook)], 35),
        (&[(White, Queen), (Black, Bishop)], 17),
        (&[(White, Queen), (Black, Knight)], 21),
        (&[(White, Rook), (Black, Bishop)], 29),
        (&[(White, Rook), (Black, Knight)], 40),
    ] {
        let mates = count_mates(pieces(list), End::Mate).expect("the attacker has a piece");
        assert_eq!(mates.longest() / 2, moves, "{list:?}");
    }
}

/// The longest ways to a mate or to the capture of the piece, in moves, as published by Thompson.
#[test]
fn the_longest_ways_to_a_capture_are_those_that_are_known() {
    for (list, moves) in [
        ([(White, Queen), (Black, Rook)], 31),
        ([(White, Rook), (Black, Bishop)], 18),
        ([(White, Rook), (Black, Knight)], 27),
    ] {
        let ways = count_mates(pieces(&list), End::BareKing).expect("the attacker has a piece");
        assert_eq!(ways.longest() / 2, moves, "{list:?}");
    }
}

/// Every position of so many of a kind with five men: ranks of wins fall, what is drawn or lost is closed.
#[test]
fn five_men_keep_the_rules() {
    let ranks = Ranks::new(pieces(&[(White, Queen), (White, Rook), (Black, Queen)]));
    assert!(ranks.check_all(997) > 100_000);
}

/// The same for every kind.
#[test]
#[ignore = "takes long: a hundred kinds"]
fn five_men_of_every_kind_keep_the_rules() {
    let men = Color::BOTH
        .into_iter()
        .flat_map(|color| Role::PROMOTIONS.map(|role| (color, role)));
    let men: Vec<_> = men.collect();
    let mut done = std::collections::HashSet::new();
    for first in &men {
        for second in &men {
            for third in &men {
                let kind = pieces(&[*first, *second, *third]);
                if kind.any_of(White) && done.insert(kind) {
                    let checked = Ranks::new(kind).check_all(1009);
                    println!("{kind:?}: {checked}");
                }
            }
        }
    }
    assert_eq!(done.len(), 100);
}

/// Every position of some kinds.
#[test]
#[ignore = "takes very long: half a billion positions"]
fn five_men_of_some_kinds_keep_the_rules_everywhere() {
    for list in [
        [(White, Queen), (White, Queen), (Black, Queen)],
        [(White, Queen), (White, Rook), (Black, Queen)],
        [(White, Queen), (White, Knight), (Black, Bishop)],
    ] {
        let checked = Ranks::new(pieces(&list)).check_all(1);
        println!("{list:?}: {checked}");
    }
}
