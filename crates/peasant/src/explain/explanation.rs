//! An explanation as the caller gets it, and how it is made from a proof.

use super::budget::Budget;
use super::feature::{Feature, features};
use super::map::Map;
use super::parts::{COUNTER, FEATURES, MAP, OTHER_SIDE, Parts, SPARE_MOVES, STORY};
use super::queen_against_pawn::{QueenAgainstPawn, ZONE};
use super::spare_moves::SpareMoves;
use super::story::{self, Phase, longest_defence};
use super::territory::Territory;
use super::tries::{Try, tries};
use super::walk::Walk;
use super::wall::{Wall, is_dead, wall};
use crate::analysis::{Analysis, Crossed, Inquiry, Statistics};
use crate::analysis::{PassedPawn, passed_pawns};
use crate::board::{Color, Position};
use crate::limits::{Stop, Watch};
use crate::prove::{Effort, SliceBounds};
use crate::slice::Point;
use crate::value::{Bounds, Wdl};

/// An explanation: why a position ends as it does. All of it is proved.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// What was proved of the position before.
    pub analysis: Analysis,
    /// The map of the attacker: the side that wins; if nobody is proved to, the one that alone may, else the side to move if
    /// it has pawns, else the other.
    pub map: Map,
    /// The map of the other side, in a draw.
    pub other_map: Option<Map>,
    /// The result for the other side if it were its turn; `None` if that is no legal position.
    pub other_side_to_move: Option<Bounds>,
    /// Pawn moves that change nothing but the turn.
    pub spare_moves: SpareMoves,
    /// The passed pawns that can run, White's first, those first that promote soonest.
    pub passed_pawns: Vec<PassedPawn>,
    /// What the pawns are, White's first.
    pub features: Vec<Feature>,
    /// What a wall of pawns makes of a draw, if there is one.
    pub wall: Option<Wall>,
    /// The queen and the pawn, if nothing else but the kings is on the board.
    pub queen_against_pawn: Option<QueenAgainstPawn>,
    /// The line of best play in parts, if the result is exact.
    pub phases: Vec<Phase>,
    /// Phases of the longest defence, if the line shows another one.
    pub longest_defence: Vec<Phase>,
    /// Moves that spoil the result, those first that a player would think of first (captures, pawn moves, the king's steps
    /// towards the pawns); eight at most.
    pub tries: Vec<Try>,
    /// The limit that stopped the proof, or the explanation, before everything was known, if one did.
    pub stopped: Option<Stop>,
    /// The cost of proof and explanation.
    pub statistics: Statistics,
}

/// Explains what was proved of a position, within the watch.
pub(crate) fn explain(
    inquiry: &mut Inquiry,
    analysis: Analysis,
    watch: &Watch,
) -> Result<Explanation, Crossed> {
    let position = analysis.position;
    let mut parts = Parts::new(&analysis, watch, inquiry.proof.structures());
    let effort = parts.begin(inquiry, OTHER_SIDE);
    let other_side_to_move = match position.pass() {
        Some(turned) => Some(Budget::new(effort).settle(inquiry, &turned)?),
        None => None,
    };
    let effort = parts.begin(inquiry, SPARE_MOVES);
    let spare_moves = SpareMoves::count(inquiry, &position, &mut Budget::new(effort))?;
    let (map, other_map, wall) = maps(inquiry, &analysis, &mut parts)?;
    let effort = parts.begin(inquiry, FEATURES);
    let mut budget = Budget::new(effort);
    let features = features(inquiry, &mut budget, &analysis)?;
    let mut budget = Budget::new(effort * ZONE);
    let queen_against_pawn = QueenAgainstPawn::find(inquiry, &mut budget, &analysis)?;
    let effort = parts.begin(inquiry, STORY);
    let mut budget = Budget::new(effort);
    let phases = story::phases(inquiry, &mut budget, &analysis, &map.key_squares)?;
    let longest_defence = longest_defence(inquiry, &mut budget, &analysis, &map.key_squares)?;
    let tries = tries(inquiry, &mut budget, &analysis)?;
    let stopped = parts.stopped(inquiry);
    Ok(Explanation {
        map,
        other_map,
        other_side_to_move,
        spare_moves,
        passed_pawns: passed_pawns(&position),
        features,
        wall,
        queen_against_pawn,
        phases,
        longest_defence,
        tries,
        stopped: analysis.stopped.or(stopped),
        statistics: parts.statistics(inquiry, analysis.statistics),
        analysis,
    })
}

/// The side whose win is in question.
fn attacker(position: &Position, bounds: Bounds) -> Color {
    let mover = position.turn();
    match (bounds.lower(), bounds.upper()) {
        (Wdl::Draw | Wdl::Win, Wdl::Win) => mover,
        (Wdl::Loss, Wdl::Draw | Wdl::Loss) => !mover,
        _ if position.pawns().of(mover).is_empty() => !mover,
        _ => mover,
    }
}

/// The map of the attacker, and if it is a draw that of the other side and what a wall makes of it.
fn maps(
    inquiry: &mut Inquiry,
    analysis: &Analysis,
    parts: &mut Parts,
) -> Result<(Map, Option<Map>, Option<Wall>), Crossed> {
    let position = &analysis.position;
    let attacker = attacker(position, analysis.bounds);
    let is_draw = analysis.bounds.exact() == Some(Wdl::Draw);
    let dead = (is_draw && is_dead(position)).then_some(Wall::Dead);
    let blank = || {
        (
            Map::blank(attacker),
            is_draw.then(|| Map::blank(!attacker)),
            dead,
        )
    };
    if dead.is_some() {
        return Ok(blank());
    }
    let points = nearest_first(position, attacker);
    let effort = parts.begin(inquiry, MAP);
    let Some(slice) = slice(inquiry, position, attacker, &points, effort)? else {
        return Ok(blank());
    };
    // The defender's wins are asked for where they matter to the attacker's map, in a draw everywhere.
    let matters =
        |point: &Point| is_draw || is_zugzwang(&slice, point) || is_heat(position, attacker, point);
    let mut theirs = nearest_first(position, !attacker);
    theirs.retain(matters);
    let effort = parts.begin(inquiry, COUNTER);
    let Some(counter) = self::slice(inquiry, position, !attacker, &theirs, effort)? else {
        return Ok(blank());
    };
    let draw = |attacker, slice, counter| {
        Map::draw(&Territory {
            position,
            attacker,
            slice,
            counter,
        })
    };
    let other = is_draw.then(|| draw(!attacker, counter, slice));
    let wall = wall(position, [(attacker, &slice), (!attacker, &counter)]).filter(|_| is_draw);
    Ok((draw(attacker, slice, counter), other, wall))
}

/// Is this point of the defender's slice one with the attacker's king where it stands and its side to move?
fn is_heat(position: &Position, attacker: Color, point: &Point) -> bool {
    point.defender == position.king(attacker) && point.to_move == (position.turn() != attacker)
}

/// Does the defender wait, at this point of its own slice, in a mutual zugzwang of the attacker's?
fn is_zugzwang(slice: &SliceBounds, point: &Point) -> bool {
    let pair = Point {
        attacker: point.defender,
        defender: point.attacker,
        ..*point
    };
    let at = |to_move| slice.answer(Point { to_move, ..pair });
    !point.to_move && at(false) == Some(true) && at(true) == Some(false)
}

fn slice(
    inquiry: &mut Inquiry,
    position: &Position,
    attacker: Color,
    points: &[Point],
    effort: Effort,
) -> Result<Option<SliceBounds>, Crossed> {
    let found = inquiry.proof.slice(position, attacker, points, effort);
    found.map_err(|_| Crossed(*position))
}

/// All legal placements of the kings with either side to move, those first that the kings reach soonest.
fn nearest_first(position: &Position, attacker: Color) -> Vec<Point> {
    let legal = crate::prove::legal_placements(position, attacker);
    let [mine, theirs] = [attacker, !attacker].map(|color| Walk::new(position, color));
    let mut points: Vec<Point> = legal.points().collect();
    points.sort_by_cached_key(|point| {
        mine.moves_or_never(point.attacker) + theirs.moves_or_never(point.defender)
    });
    points
}
