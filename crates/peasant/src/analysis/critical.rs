//! The critical way of a draw: where the side that tries sets the most traps, and where the other's king comes just in time.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;

use super::drawn::leaves_a_pawn;
use super::inquiry::{Crossed, Inquiry};
use super::natural::{gives_a_pawn, is_natural};
use super::passed_pawn::passed_pawns;
use crate::board::{Bitboard, Color, Move, Position, Square};
use crate::prove::FIRST_TRY;
use crate::value::Wdl;

/// So many plies are looked ahead, more and more until something is found.
const DEPTHS: [usize; 3] = [6, 10, 12];

/// After so many plies at most the pawn is taken that may be.
const TAKEN: usize = 12;

/// If it takes no longer, nobody asks what else may be tried.
const AT_ONCE: usize = 3;

/// So many pawns may have no enemy pawn before them: of more the kings have other tasks than one pair of squares.
const MOST_FREE: u32 = 3;

/// So near its pawn the king helps it.
const NEAR: u32 = 2;

/// More positions than this are not looked at for one side.
const MOST_POSITIONS: usize = 4000;

/// Nor is it looked from them more often than this: a lone king has many ways to wait.
const MOST_LOOKS: usize = 50_000;

/// On so many positions whose result is open some work is done.
const MOST_TRIED: usize = 200;

/// What the only move that holds is worth, in plies.
const ONLY: i32 = 4;

/// What an answer is worth beside if the side that tries is in zugzwang then.
const ZUGZWANG: i32 = 2;

/// What the corner is worth to which the king gets before a rook's pawn.
const CORNER: i32 = 6;

/// What the move of a pawn alone costs beside: the king goes first.
const PUSH: i32 = 3;

/// What a king's step back costs.
const BACK: i32 = 3;

/// What the end by stalemate is worth, and what the loss of a pawn costs.
const STALEMATE: i32 = 13;

/// The moves of a drawn pawn ending that show why it is one, as far as the men stay the same or one pawn goes forward, and none of the
/// positions comes again that have been `seen`; nothing where no such way is known.
pub(super) fn critical(
    inquiry: &mut Inquiry,
    start: &Position,
    seen: &[Position],
) -> Result<Vec<Move>, Crossed> {
    if !kings_decide(start) {
        return Ok(Vec::new());
    }
    let sides = triers(inquiry, start)?;
    let (harmless, threats): (Vec<Color>, Vec<Color>) =
        sides.iter().partition(|&&side| takes_in_vain(start, side));
    if harmless.first() == Some(&start.turn())
        && let Some(way) = Search::new(inquiry, start.turn()).falls(start)?
        && way.len() <= AT_ONCE
    {
        return Ok(way);
    }
    let mut best = (0, Vec::new());
    if threats.is_empty() && harmless.first() == Some(&start.turn()) {
        let way = Search::new(inquiry, start.turn()).deepen(start, seen)?;
        if ends_in_stalemate(start, &way.1) {
            return Ok(way.1);
        }
    }
    for &side in &threats {
        let way = Search::new(inquiry, side).deepen(start, seen)?;
        if way.0 > best.0 {
            best = way;
        }
    }
    if !threats.is_empty() {
        return Ok(best.1);
    }
    let mut falls = Vec::new();
    for side in harmless {
        falls.extend(Search::new(inquiry, side).falls(start)?);
    }
    Ok(falls.into_iter().min_by_key(Vec::len).unwrap_or_default())
}

/// Are few pawns free to move? A pawn alone that its king is far from just runs.
fn kings_decide(here: &Position) -> bool {
    let pawns = here.pawns();
    if let Some(pawn) = alone(here) {
        let own = match pawns.white.is_empty() {
            true => Color::Black,
            false => Color::White,
        };
        return here.king(own).distance(pawn) <= NEAR;
    }
    let blocked = pawns.white.up() & pawns.black;
    pawns.occupied().count() - 2 * blocked.count() <= MOST_FREE
}

/// Has each side one pawn, neither passed, and does the one that takes the other's not win by that: by a rook's pawn, or before its own
/// pawn as its king stands below the sixth rank?
fn takes_in_vain(here: &Position, side: Color) -> bool {
    let pawns = here.pawns();
    let own = pawns.of(side).first();
    let Some((own, theirs)) = own.zip(pawns.of(!side).first()) else {
        return false;
    };
    let is_pair = pawns.occupied().count() == 2 && passed_pawns(here).is_empty();
    let is_blocked = pawns.white.up() == pawns.black;
    let is_low = is_blocked && theirs.seen_by(side).rank() < 5;
    is_pair && (is_rooks(own) || is_low)
}

/// Is it a rook's pawn?
fn is_rooks(pawn: Square) -> bool {
    matches!(pawn.file(), 0 | 7)
}

/// Who tries to win: not the mover, if a move of its loses; with a pawn alone whose it is; else both may, first who has more pawns, then
/// the mover.
fn triers(inquiry: &mut Inquiry, start: &Position) -> Result<Vec<Color>, Crossed> {
    let mover = start.turn();
    let with_pawns = |side: &Color| !start.pawns().of(*side).is_empty();
    for m in inquiry.rules.moves(start) {
        if inquiry.known(&start.play(m))?.exact() == Some(Wdl::Win) && with_pawns(&!mover) {
            return Ok(vec![!mover]);
        }
    }
    let mut sides: Vec<Color> = [mover, !mover].into_iter().filter(with_pawns).collect();
    sides.sort_by_key(|&side| Reverse(start.pawns().of(side).count()));
    Ok(sides)
}

/// A look ahead for one side that tries.
struct Search<'a, 'p> {
    inquiry: &'a mut Inquiry<'p>,
    side: Color,
    holding: HashMap<Position, Rc<[Move]>>,
    passed: HashMap<Position, bool>,
    /// On how many positions some work was done.
    tried: usize,
    /// How often it was looked ahead.
    looks: usize,
}

impl Search<'_, '_> {
    fn new<'a, 'p>(inquiry: &'a mut Inquiry<'p>, side: Color) -> Search<'a, 'p> {
        Search {
            inquiry,
            side,
            holding: HashMap::new(),
            passed: HashMap::new(),
            tried: 0,
            looks: 0,
        }
    }

    /// The moves that are known to hold the draw, the natural ones first.
    fn holding(&mut self, here: &Position) -> Result<Rc<[Move]>, Crossed> {
        if let Some(moves) = self.holding.get(here) {
            return Ok(Rc::clone(moves));
        }
        let mut moves = Vec::new();
        for m in self.inquiry.rules.moves(here) {
            let next = here.play(m);
            if self.result(&next)? == Some(Wdl::Draw) {
                let answers = here.turn() != self.side;
                let zugzwang = answers && self.is_zugzwang(&next)?;
                let own = match answers {
                    true => (to_the_corner(here, m), !zugzwang, aside(here, m)),
                    false => (0, false, 0),
                };
                let gives = answers && gives_a_pawn(here, m);
                let order = (own, !is_natural(here, m), far(here, m));
                let key = (!here.is_capture(m), gives, order);
                moves.push((key, m));
            }
        }
        moves.sort_by_key(|&(key, _)| key);
        if here.turn() == self.side && alone(here).is_some() {
            keep_the_pawn(here, &mut moves);
        }
        let moves: Rc<[Move]> = moves.into_iter().map(|(_, m)| m).collect();
        self.holding.insert(*here, Rc::clone(&moves));
        Ok(moves)
    }

    /// The result of a position if it is known, or without passed pawns can be after some work.
    fn result(&mut self, here: &Position) -> Result<Option<Wdl>, Crossed> {
        let known = self.inquiry.known(here)?.exact();
        if known.is_some() || !passed_pawns(here).is_empty() || self.tried == MOST_TRIED {
            return Ok(known);
        }
        self.tried += 1;
        Ok(self.inquiry.work(here, FIRST_TRY)?.bounds.exact())
    }

    /// Would the side that tries win, were it not its turn?
    fn is_zugzwang(&mut self, here: &Position) -> Result<bool, Crossed> {
        if let Some(&found) = self.passed.get(here) {
            return Ok(found);
        }
        let found = match here.pass() {
            Some(turned) => self.result(&turned)? == Some(Wdl::Loss),
            None => false,
        };
        self.passed.insert(*here, found);
        Ok(found)
    }
}

/// A way, and what it is worth.
type Way = (i32, Vec<Move>);

impl Search<'_, '_> {
    /// The shortest way on which the king of the side that tries takes the pawn of a blocked pair and does not win by it.
    fn falls(&mut self, start: &Position) -> Result<Option<Vec<Move>>, Crossed> {
        let mut came = HashMap::from([(*start, None)]);
        let mut edge = vec![*start];
        for _ in 0..TAKEN {
            let mut next_edge = Vec::new();
            for here in edge {
                for &m in self.holding(&here)?.iter() {
                    let next = here.play(m);
                    if came.contains_key(&next) {
                        continue;
                    }
                    came.insert(next, Some((here, m)));
                    match (here.is_capture(m), here.turn() == self.side) {
                        (true, true) => return Ok(Some(way_to(&came, next))),
                        (true, false) => {}
                        (false, _) => next_edge.push(next),
                    }
                }
            }
            edge = next_edge;
        }
        Ok(None)
    }

    /// The way with the most traps, as soon as there are any.
    fn deepen(&mut self, start: &Position, seen: &[Position]) -> Result<Way, Crossed> {
        let mut seen = seen.to_vec();
        for depth in DEPTHS {
            let (worth, mut way) = self.look(start, depth, &mut seen)?;
            if worth > 0 {
                way.reverse();
                return Ok((worth, way));
            }
        }
        Ok((0, Vec::new()))
    }

    /// The best way on from here, last move first.
    fn look(
        &mut self,
        here: &Position,
        depth: usize,
        seen: &mut Vec<Position>,
    ) -> Result<Way, Crossed> {
        let mut best = (0, Vec::new());
        self.looks += 1;
        let is_enough = self.holding.len() > MOST_POSITIONS || self.looks > MOST_LOOKS;
        if depth == 0 || is_enough {
            return Ok(best);
        }
        let tries = here.turn() == self.side;
        let moves = self.holding(here)?;
        let rank = |square: Square| square.seen_by(self.side).rank();
        let king = here.king(self.side);
        // If the king can go forward, it begins.
        let begins = seen.len() == 1
            && moves
                .iter()
                .any(|m| m.from == king && rank(m.to) > rank(king));
        for &m in moves.iter() {
            let next = here.play(m);
            let may = !tries || may_try(here, m) && !(begins && m.from != king);
            if seen.contains(&next) || !may {
                continue;
            }
            let worth = match tries {
                true if seen.len() == 1 && next.is_stalemate() => -1,
                true => self.of_try(here, m),
                false => self.of_answer(here, &next)?,
            };
            let mut rest = (0, Vec::new());
            if next.pawns().occupied().count() == here.pawns().occupied().count() {
                seen.push(next);
                rest = self.look(&next, depth - 1, seen)?;
                seen.pop();
            }
            // An answer has to come, whatever it is worth.
            if worth + rest.0 > best.0 || !tries {
                rest.1.push(m);
                best = (worth + rest.0, rest.1);
            }
            if !tries {
                break;
            }
        }
        Ok(best)
    }

    /// What a move of the side that tries is worth.
    fn of_try(&self, here: &Position, m: Move) -> i32 {
        if here.play(m).is_stalemate() {
            return STALEMATE;
        }
        let rank = |square: Square| square.seen_by(self.side).rank();
        let king = here.king(self.side);
        if king != m.from && king.distance(m.to) > 2 {
            // A pawn that runs alone is caught, and shows nothing else.
            return -1 - ONLY - ZUGZWANG;
        }
        if king != m.from {
            return -1 - PUSH;
        }
        let pawn = alone(here);
        let is_behind = pawn.is_some_and(|pawn| rank(m.from) <= rank(pawn));
        let is_back = rank(m.to) < rank(m.from) || is_behind && rank(m.to) == rank(m.from);
        -1 - if is_back { BACK } else { 0 }
    }

    /// What an answer is worth: the only one of several most.
    fn of_answer(&mut self, here: &Position, next: &Position) -> Result<i32, Crossed> {
        if next.pawns().occupied().count() < here.pawns().occupied().count() {
            return Ok(-STALEMATE);
        }
        let moves = here.legal_moves().len();
        let is_only = self.holding(here)?.len() == 1 && moves > 1;
        let side = !self.side;
        let in_corner = |here: &Position| {
            corner(here).is_some_and(|corner| corner.distance(here.king(side)) <= 1)
        };
        let worth = [
            (is_only, ONLY + 1),
            (moves > 1 && self.is_zugzwang(next)?, ZUGZWANG),
            (in_corner(next) && !in_corner(here), CORNER),
        ];
        let worth = worth.into_iter().filter(|&(counts, _)| counts);
        Ok(worth.map(|(_, worth)| worth).sum::<i32>() - 1)
    }
}

/// Leaves out the king's steps that lose the only pawn, unless everything does.
fn keep_the_pawn<K>(here: &Position, moves: &mut Vec<(K, Move)>) {
    let king = here.king(here.turn());
    let keeps = |m: Move| m.from != king || !leaves_a_pawn(here, m);
    if moves.iter().any(|&(_, m)| keeps(m)) {
        moves.retain(|&(_, m)| keeps(m));
    }
}

/// Do some moves lead to stalemate?
fn ends_in_stalemate(start: &Position, way: &[Move]) -> bool {
    let end = way.iter().fold(*start, |here, &m| here.play(m));
    !way.is_empty() && end.is_stalemate()
}

/// The moves that have led to a position.
fn way_to(came: &HashMap<Position, Option<(Position, Move)>>, end: Position) -> Vec<Move> {
    let mut way = Vec::new();
    let mut here = end;
    while let Some(&Some((before, m))) = came.get(&here) {
        way.push(m);
        here = before;
    }
    way.reverse();
    way
}

/// Kings walk, but not before their own rook's pawn; a pawn goes only if it is alone.
fn may_try(here: &Position, m: Move) -> bool {
    let is_king = here.king(here.turn()) == m.from;
    match alone(here) {
        Some(pawn) => !(is_king && is_rooks(pawn) && m.to.file() == pawn.file()),
        None => is_king && !here.is_capture(m),
    }
}

/// The pawn, if there is just one, or the foremost of those on one file.
fn alone(here: &Position) -> Option<Square> {
    let pawns = here.pawns();
    let side = Color::BOTH
        .into_iter()
        .find(|&side| pawns.of(!side).is_empty())?;
    let first = pawns
        .of(side)
        .max_by_key(|pawn| pawn.seen_by(side).rank())?;
    (pawns.of(side) - Bitboard::file(first.file()))
        .is_empty()
        .then_some(first)
}

/// The corner where a rook's pawn promotes that is alone.
fn corner(here: &Position) -> Option<Square> {
    let pawn = alone(here).filter(|&pawn| is_rooks(pawn))?;
    let side = match here.pawns().white.is_empty() {
        true => Color::Black,
        false => Color::White,
    };
    Some(Square::at(pawn.file(), 7).seen_by(side))
}

/// How far a king's square is from the corner where a rook's pawn promotes that is alone, by moves and then by ranks; else nothing.
fn to_the_corner(here: &Position, m: Move) -> u32 {
    corner(here).map_or(0, |corner| {
        8 * corner.distance(m.to) + corner.rank().abs_diff(m.to.rank())
    })
}

/// How far a king's square is from the file of the other king, with few pawns: it stays before that one.
fn aside(here: &Position, m: Move) -> u32 {
    if here.pawns().occupied().count() > 2 {
        return 0;
    }
    m.to.file().abs_diff(here.king(!here.turn()).file())
}

/// How far a move's square is from the nearest pawn.
fn far(here: &Position, m: Move) -> u32 {
    let pawns = here.pawns().occupied();
    pawns.map(|pawn| pawn.distance(m.to)).min().unwrap_or(0)
}
