//! Endings without pawns, solved up to the eight symmetries of the board: only the planes of [`super::stored_planes`] are worked
//! out.
//!
//! The equations are those of [`super::equations`]; the other pieces move inside the planes of one square of the first, and what
//! the first piece reaches is turned to where it is stored.

mod mates;

pub(crate) use mates::{End, Mates, count_mates};

use super::eightfold::Eightfold;
use super::equations::near;
use super::moves::movers;
use super::plane::{Placement, placements};
use super::simd::vectorised;
use super::slide::{radiate, slide};
use super::stored_planes::{
    CORNER, expand, index, stored, stored_placements, stored_planes, turned,
};
use super::{Frame, Relation, Wins};
use crate::board::{Bitboard, Color, Role, Square, attacks};
use crate::limits::Stop;
use crate::structure::{Pieces, Structure};

/// By the place of the piece that is taken: all planes of what is left. `None`: the attacker wins nowhere.
pub(crate) type Taken<'a> = [Option<&'a [Wins]>; Pieces::MAX];

/// Where the attacker wins in an ending of one or two pieces, all planes of it. `None`: nowhere, for want of a piece.
pub(crate) fn all_planes(pieces: Pieces) -> Option<Vec<Wins>> {
    if !pieces.any_of(Color::White) {
        return None;
    }
    let left: Vec<_> = (0..pieces.len())
        .map(|place| all_planes(pieces.without(place)))
        .collect();
    let taken = std::array::from_fn(|place| left.get(place)?.as_deref());
    let Ok(planes) = solve_pawnless(pieces, &taken, &mut || Ok(())) else {
        unreachable!("nothing stops it")
    };
    Some(expand(pieces.len(), &planes))
}

vectorised! {
    /// Where the attacker wins in an ending of one to three pieces, of which the first is its own, plane by stored plane.
    /// `go_on` is asked once a round.
    ///
    /// # Errors
    /// What `go_on` says.
    pub(crate) fn [] solve_pawnless(
        pieces: Pieces,
        taken: &Taken,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Vec<Wins>, Stop> {
        let mut solver = Solver::new(pieces);
        solver.look_at_moves();
        go_on()?;
        solver.look_at_captures(taken);
        go_on()?;
        solver.take(taken, &mut |_, _| {});
        while solver.round() {
            go_on()?;
        }
        Ok(solver.wins())
    }
}

/// The unknowns, plane by stored plane.
struct Solver {
    frame: Frame,
    placements: Vec<(usize, Placement)>,
    mobile: Vec<Relation>,
    candidates: Vec<Relation>,
    safe: Vec<Relation>,
    lost: Vec<Relation>,
    /// What the attacker's pieces reach of what is lost. Grows only.
    reach: Vec<Relation>,
    /// For each of the defender's pieces what it reaches of what is safe.
    refuges: Vec<Refuge>,
    /// Planes in which more has been won in the last round.
    fresh: Vec<(usize, Placement)>,
}

/// What one of the defender's pieces reaches.
struct Refuge {
    place: usize,
    role: Role,
    reach: Vec<Relation>,
}

/// The planes that differ by the square of one piece only, not the first.
#[derive(Clone, Copy)]
struct Line {
    shift: usize,
}

impl Line {
    fn new(pieces: usize, place: usize) -> Line {
        Line {
            shift: 6 * (pieces - 1 - place),
        }
    }

    #[inline(always)]
    fn first(self, index: usize) -> usize {
        index & !(63 << self.shift)
    }

    #[inline(always)]
    fn plane(self, first: usize, square: Square) -> usize {
        first | square.index() << self.shift
    }
}

/// So many fresh planes of a line's 64, and it is cheaper to go along the line than on from each.
const MANY: u8 = 20;

/// The same for all planes and the lines of the first piece: one in so many.
const MANY_IN_ALL: usize = 4;

impl Solver {
    #[inline(always)]
    fn new(pieces: Pieces) -> Solver {
        let frame = Frame::new(Structure::new(crate::board::Pawns::NONE, pieces));
        // Too large for the pool of buffers, which such room would fill.
        let empty = || bytemuck::zeroed_vec(stored_planes(pieces.len()));
        let placements: Vec<_> = stored_placements(pieces.len()).collect();
        let refuge = |(place, role)| Refuge {
            place,
            role,
            reach: empty(),
        };
        Solver {
            frame,
            fresh: placements.clone(),
            placements,
            mobile: empty(),
            candidates: empty(),
            safe: empty(),
            lost: empty(),
            reach: empty(),
            refuges: movers(pieces, Color::Black).map(refuge).collect(),
        }
    }

    /// Where the defender, to move, is in check or has a move.
    #[inline(always)]
    fn look_at_moves(&mut self) {
        let frame = self.frame;
        for &(index, placement) in &self.placements {
            self.safe[index] = frame.legal_to_move(&placement);
        }
        self.find_refuges();
        for &(index, placement) in &self.placements {
            let mut moves = Relation::EMPTY;
            // Whatever is not legal with the attacker to move is so because the defender is in check.
            let safe = frame.legal_to_move(&placement);
            for (moves, legal) in moves.0.iter_mut().zip(&safe.0) {
                *moves = Bitboard(*legal).king_steps().0;
            }
            for refuge in &self.refuges {
                moves.add(&refuge.reach[index]);
            }
            captures(&frame, Color::Black, &placement, |place, after, way| {
                let left = frame_without(&frame, place);
                way.add(&left.legal_to_move(after), &mut moves);
            });
            let legal = frame.legal_waiting(&placement);
            for w in 0..64 {
                self.mobile[index].0[w] = legal.0[w] & (!safe.0[w] | moves.0[w]);
            }
        }
    }

    /// Where the defender has to lose if it cannot go where it is safe: it holds by taking nothing.
    #[inline(always)]
    fn look_at_captures(&mut self, taken: &Taken) {
        let frame = self.frame;
        for &(index, placement) in &self.placements {
            let mut holds = Relation::EMPTY;
            captures(&frame, Color::Black, &placement, |place, after, way| {
                let mut legal = frame_without(&frame, place).legal_to_move(after);
                if let Some(child) = taken[place] {
                    legal.remove(&child[after.plane()].to_move);
                }
                way.add(&legal, &mut holds);
            });
            let mut candidates = self.mobile[index];
            candidates.remove(&holds);
            if candidates != self.candidates[index] {
                self.candidates[index] = candidates;
                self.fresh.push((index, placement));
            }
        }
    }

    /// Where the attacker wins by taking a piece. `note` hears what is new, plane by plane.
    #[inline(always)]
    fn take(&mut self, taken: &Taken, note: &mut impl FnMut(usize, &Relation)) {
        for at in 0..self.placements.len() {
            let (index, placement) = self.placements[at];
            let mut won = Relation::EMPTY;
            captures(
                &self.frame,
                Color::White,
                &placement,
                |place, after, way| {
                    if let Some(child) = taken[place] {
                        way.add(&child[after.plane()].waiting, &mut won);
                    }
                },
            );
            if self.add_won(index, &won, note) {
                self.fresh.push((index, placement));
            }
        }
    }

    /// The defender's losses from the attacker's wins, then the wins from the losses. Has more been won?
    #[inline(always)]
    fn round(&mut self) -> bool {
        self.find_refuges();
        let lost = self.lose_all(&mut |_, _| {});
        self.win_all(&lost, &mut |_, _| {});
        !self.fresh.is_empty()
    }

    /// The defender's losses from the attacker's wins, in the planes that are fresh: those in which more is lost.
    #[inline(always)]
    fn lose_all(&mut self, note: &mut impl FnMut(usize, &Relation)) -> Vec<(usize, Placement)> {
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.retain(|&(index, _)| self.lose(index, note));
        fresh
    }

    /// The attacker's wins from the defender's losses in these planes.
    #[inline(always)]
    fn win_all(&mut self, lost: &[(usize, Placement)], note: &mut impl FnMut(usize, &Relation)) {
        let mut touched = vec![false; self.reach.len()];
        for &(index, _) in lost {
            touched[index] = true;
        }
        for (place, role) in movers(self.frame.pieces, Color::White) {
            if place == 0 {
                self.reach_by_first(role, lost, &mut touched);
            } else {
                self.reach_by_other(place, role, lost, &mut touched);
            }
        }
        for at in 0..self.placements.len() {
            let (index, placement) = self.placements[at];
            if touched[index] && self.win(index, note) {
                self.fresh.push((index, placement));
            }
        }
    }

    /// Computes again what the defender's pieces reach, on the lines with fresh planes; all planes of these become fresh.
    #[inline(always)]
    fn find_refuges(&mut self) {
        let pieces = self.frame.pieces.len();
        if self.refuges.is_empty() {
            return;
        }
        let mut changed = vec![false; self.safe.len()];
        for refuge in &mut self.refuges {
            let line = Line::new(pieces, refuge.place);
            let mut done = vec![false; self.safe.len()];
            for (index, placement) in &self.fresh {
                let first = line.first(*index);
                if std::mem::replace(&mut done[first], true) {
                    continue;
                }
                for square in Square::all() {
                    let plane = line.plane(first, square);
                    refuge.reach[plane] = Relation::EMPTY;
                    changed[plane] = true;
                }
                let blocked = placement.without(refuge.place).occupied();
                let (safe, reach) = (&self.safe, &mut refuge.reach);
                slide(
                    refuge.role,
                    blocked,
                    |square| &safe[line.plane(first, square)],
                    |square, reached| reach[line.plane(first, square)].add(reached),
                );
            }
        }
        let placements = self.placements.iter();
        self.fresh = placements
            .filter(|(index, _)| changed[*index])
            .copied()
            .collect();
    }

    /// Computes in one plane where the defender has lost. Has it grown?
    #[inline(always)]
    fn lose(&mut self, index: usize, note: &mut impl FnMut(usize, &Relation)) -> bool {
        let mut refuge = Relation::EMPTY;
        for own in &self.refuges {
            refuge.add(&own.reach[index]);
        }
        let (candidates, safe) = (&self.candidates[index], &self.safe[index]);
        let known = &mut self.lost[index];
        let (mut new, mut grown) = (Relation::EMPTY, 0);
        for w in 0..64 {
            let now = candidates.0[w] & !(Bitboard(safe.0[w]).king_steps().0 | refuge.0[w]);
            new.0[w] = now ^ known.0[w];
            grown |= new.0[w];
            known.0[w] = now;
        }
        if grown != 0 {
            note(index, &new);
        }
        grown != 0
    }

    /// Computes in one plane where the attacker wins. Has it grown?
    #[inline(always)]
    fn win(&mut self, index: usize, note: &mut impl FnMut(usize, &Relation)) -> bool {
        let (lost, reach) = (&self.lost[index], &self.reach[index]);
        let mut won = *reach;
        for (rank, rows) in won.ranks_mut().iter_mut().enumerate() {
            for (row, near) in rows.iter_mut().zip(near(rank, lost)) {
                *row |= near;
            }
        }
        self.add_won(index, &won, note)
    }

    /// Notes where the attacker wins in one plane. Has it grown?
    #[inline(always)]
    fn add_won(
        &mut self,
        index: usize,
        won: &Relation,
        note: &mut impl FnMut(usize, &Relation),
    ) -> bool {
        let safe = &mut self.safe[index];
        let (mut new, mut grown) = (Relation::EMPTY, 0);
        for w in 0..64 {
            new.0[w] = won.0[w] & safe.0[w];
            grown |= new.0[w];
            safe.0[w] &= !new.0[w];
        }
        if grown != 0 {
            note(index, &new);
        }
        grown != 0
    }

    /// What a piece of the attacker's that is not the first reaches of what has just been lost.
    #[inline(always)]
    fn reach_by_other(
        &mut self,
        place: usize,
        role: Role,
        fresh: &[(usize, Placement)],
        touched: &mut [bool],
    ) {
        let line = Line::new(self.frame.pieces.len(), place);
        let mut count = vec![0_u8; self.lost.len()];
        for (index, _) in fresh {
            count[line.first(*index)] += 1;
        }
        let (lost, reach) = (&self.lost, &mut self.reach);
        for (index, placement) in fresh {
            let (first, blocked) = (line.first(*index), placement.without(place).occupied());
            if count[first] == 0 {
                continue; // the whole line is done
            }
            if count[first] > MANY {
                count[first] = 0;
                let plane = |square| line.plane(first, square);
                Square::all().for_each(|square| touched[plane(square)] = true);
                slide(
                    role,
                    blocked,
                    |square| &lost[plane(square)],
                    |square, reached| reach[plane(square)].add(reached),
                );
                continue;
            }
            let to = placement.squares()[place];
            radiate(role, to, &lost[*index], blocked, |from, reached| {
                let plane = line.plane(first, from);
                touched[plane] = true;
                reach[plane].add(reached);
            });
        }
    }

    /// The same for the first piece, whose way leads out of the triangle.
    #[inline(always)]
    fn reach_by_first(&mut self, role: Role, fresh: &[(usize, Placement)], touched: &mut [bool]) {
        if fresh.len() * MANY_IN_ALL > self.placements.len() {
            touched.fill(true);
            self.slide_first(role);
            return;
        }
        let (lost, reach) = (&self.lost, &mut self.reach);
        for (index, placement) in fresh {
            let (to, blocked) = (placement.squares()[0], placement.without(0).occupied());
            radiate(role, to, &lost[*index], blocked, |from, reached| {
                let there = placement.moved(0, from);
                let turn = Eightfold::to_corner(from);
                let mut add = |turn: Eightfold| {
                    let plane = super::stored_planes::index(&turned(&there, turn));
                    touched[plane] = true;
                    if turn.is_identity() {
                        reach[plane].add(reached);
                    } else {
                        reach[plane].add(&turn.image(reached));
                    }
                };
                add(turn);
                let corner = turn.apply(from);
                if corner.file() == corner.rank() {
                    add(turn.transposed());
                }
            });
        }
    }

    /// Every line of the first piece: its planes are gathered, the piece slides, and what is stored is spread.
    #[inline(always)]
    fn slide_first(&mut self, role: Role) {
        let mut planes = [Relation::EMPTY; 64];
        for rest in placements(self.frame.pieces.len() - 1, Bitboard::EMPTY) {
            let blocked = rest.occupied();
            for square in Square::all() {
                planes[square.index()] = if blocked.contains(square) {
                    Relation::EMPTY
                } else {
                    let (index, turn) = stored(&rest.with(0, square));
                    turn.original(&self.lost[index])
                };
            }
            for corner in CORNER {
                if !blocked.contains(corner) {
                    let index = index(&rest.with(0, corner));
                    let reach = &mut self.reach[index];
                    add_moves_from(role, corner, blocked, &planes, reach);
                }
            }
        }
    }

    /// Where the attacker wins.
    fn wins(&self) -> Vec<Wins> {
        let mut wins = vec![Wins::NONE; self.safe.len()];
        for (index, placement) in &self.placements {
            let mut to_move = self.frame.legal_to_move(placement);
            to_move.remove(&self.safe[*index]);
            wins[*index] = Wins {
                to_move,
                waiting: self.lost[*index],
            };
        }
        wins
    }
}

/// Adds what a piece on one square reaches, `planes` by the square that it goes to. The kings block its way.
#[inline(always)]
fn add_moves_from(
    role: Role,
    from: Square,
    blocked: Bitboard,
    planes: &[Relation; 64],
    reach: &mut Relation,
) {
    for to in attacks::attacks(role, from, blocked) {
        let way = Way { from, to };
        way.add(&planes[to.index()], reach);
    }
}

/// The structure without the piece at this place of the list.
#[inline(always)]
fn frame_without(frame: &Frame, place: usize) -> Frame {
    Frame::new(Structure::new(frame.pawns, frame.pieces.without(place)))
}

/// How a piece gets from one square to another.
#[derive(Clone, Copy)]
struct Way {
    from: Square,
    to: Square,
}

impl Way {
    /// Adds a value for where no king stands between.
    #[inline(always)]
    fn add(self, value: &Relation, sum: &mut Relation) {
        let between = attacks::between(self.from, self.to);
        let mut value = *value;
        for row in &mut value.0 {
            *row &= !between.0;
        }
        for square in between {
            value.0[square.index()] = 0;
        }
        sum.add(&value);
    }
}

/// How a piece is taken.
#[derive(Clone, Copy)]
enum Capture {
    /// By a piece that stands so.
    Piece(Way),
    /// By a king, the attacker's or the defender's, on this square.
    King(Color, Square),
}

impl Capture {
    /// Adds the value of what follows to where the capture can be played from.
    #[inline(always)]
    fn add(self, value: &Relation, sum: &mut Relation) {
        match self {
            Capture::Piece(way) => way.add(value, sum),
            Capture::King(Color::White, to) => {
                for from in to.set().king_steps() {
                    sum.0[from.index()] |= value.0[to.index()];
                }
            }
            Capture::King(Color::Black, to) => {
                let around = to.set().king_steps().0;
                for (sum, value) in sum.0.iter_mut().zip(&value.0) {
                    *sum |= around & (value >> to.index() & 1).wrapping_neg();
                }
            }
        }
    }
}

/// Calls `visit` with every way in which a player can take a piece of the other: the place in the list of that piece, what stands
/// where then, and how.
#[inline(always)]
fn captures(
    frame: &Frame,
    mover: Color,
    placement: &Placement,
    mut visit: impl FnMut(usize, &Placement, Capture),
) {
    for (taken, _) in movers(frame.pieces, !mover) {
        let to = placement.squares()[taken];
        let after = placement.without(taken);
        visit(taken, &after, Capture::King(mover, to));
        for (place, role) in movers(frame.pieces, mover) {
            let from = placement.squares()[place];
            if attacks::attacks(role, from, placement.occupied()).contains(to) {
                let there = after.moved(place - usize::from(place > taken), to);
                visit(taken, &there, Capture::Piece(Way { from, to }));
            }
        }
    }
}

#[cfg(test)]
mod tests;
