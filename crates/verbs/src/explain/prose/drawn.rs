//! Why a draw is one, where no move of the line tells it.

use std::iter;

use peasant::board::{Color, Move, Position, Square};
use peasant::explain::{FeatureKind, Map, Motive, MutualZugzwang, PassedPawn, Phase, Try, Wall};
use peasant::value::Wdl;
use peasant::{Analysis, Explanation, LineEnd};

use super::left::{self, positions};
use super::map::{MOST_SQUARES, in_opposition};
use super::pair;
use crate::kpk::words::key_squares_named;
use crate::tell::san;
use crate::tell::words::{numbered_from, squares};

/// So many oppositions are named in a sentence.
const MOST_OPPOSITIONS: usize = 3;

/// That nothing can happen any more.
pub fn walled(explanation: &Explanation) -> Option<String> {
    Some(match explanation.wall? {
        Wall::Dead => {
            "A dead position: every pawn is blocked for good, and no king can get past the wall."
        }
        _ => "A draw by blockade: every pawn is blocked, and neither king finds a way in.",
    }
    .to_owned())
}

/// By the opposition: the attacker's king is met wherever it comes near. Of the side that a draw saves, if that is known.
pub fn by_opposition(explanation: &Explanation, saved: Option<Color>) -> Option<String> {
    let map = drawn_maps(explanation, saved).find(|map| in_opposition(map).next().is_some())?;
    let pawns = explanation.analysis.position.pawns();
    if pawns.white.up() != pawns.black && pawns.occupied().count() > 1 {
        return None;
    }
    let is_ahead = |pair: &&MutualZugzwang| {
        let [king, other] = [pair.attacker, pair.defender].map(|king| king.seen_by(map.attacker));
        king.rank() <= other.rank()
    };
    // Those first that the line shows.
    let shown = positions(&explanation.analysis);
    let is_shown = |pair: &&MutualZugzwang| {
        let kings = |here: &Position| [map.attacker, !map.attacker].map(|side| here.king(side));
        let there = [pair.attacker, pair.defender];
        shown
            .iter()
            .any(|here| here.turn() == map.attacker && kings(here) == there)
    };
    let mut pairs: Vec<&MutualZugzwang> = in_opposition(map).filter(is_ahead).collect();
    if left::until_one_left(&explanation.analysis).is_some() && !pairs.iter().any(is_shown) {
        // The line is about the pawn that is left.
        return None;
    }
    pairs.sort_by_key(|pair| !is_shown(pair));
    let pairs = pairs.into_iter().take(MOST_OPPOSITIONS);
    let pairs: Vec<String> = pairs
        .map(|pair| format!("{}–{}", pair.attacker, pair.defender))
        .collect();
    let (side, other) = (map.attacker, !map.attacker);
    (!pairs.is_empty()).then(|| {
        format!(
            "{other} draws by keeping the opposition: {} ({side}'s king first).",
            pairs.join(", ")
        )
    })
}

/// The maps of sides that do not win, but not of the one that the draw saves.
fn drawn_maps(explanation: &Explanation, saved: Option<Color>) -> impl Iterator<Item = &Map> {
    let is_draw = explanation.analysis.bounds.exact() == Some(Wdl::Draw);
    let maps = iter::once(&explanation.map).chain(&explanation.other_map);
    maps.filter(move |map| is_draw && saved != Some(map.attacker))
}

/// Why a draw in which nothing happens is one.
pub fn told(explanation: &Explanation, saved: Option<Color>) -> Option<String> {
    let analysis = &explanation.analysis;
    if analysis.bounds.exact()? != Wdl::Draw {
        return None;
    }
    let guarded = guarded(explanation).filter(|_| saved.is_some());
    let race = super::is_race(&explanation.passed_pawns);
    let race = race.then(|| nothing_left(analysis)).flatten();
    left::one_left(analysis)
        .or(guarded)
        .or(race)
        .or_else(|| both_tied(explanation).filter(|_| saved.is_some()))
        .or_else(|| no_key_square(explanation, saved))
        .or_else(|| pair::left(explanation))
        .or_else(|| nothing_left(analysis))
}

/// Every other move, the king's too, loses the same pawn, and nobody has a passed pawn.
fn guarded(explanation: &Explanation) -> Option<String> {
    let position = &explanation.analysis.position;
    let mover = position.turn();
    let king = position.king(mover);
    let lost = |one: &Try| (one.result == Wdl::Loss).then(|| first_lost(explanation, one))?;
    let mut pawns = explanation.tries.iter().map(lost);
    let first = pawns.next()??;
    let walks = explanation.tries.iter().any(|one| one.r#move.from == king);
    let is_all = pawns.all(|pawn| pawn == Some(first));
    (walks && is_all && explanation.passed_pawns.is_empty())
        .then(|| format!("{mover} draws because its king stays with the pawn on {first}."))
}

/// The other king has to stay in the square of the mover's passed pawn, alone or one of a chain, and the mover's king steps that fail let a pawn of the other side through.
fn both_tied(explanation: &Explanation) -> Option<String> {
    let analysis = &explanation.analysis;
    let position = &analysis.position;
    let mover = position.turn();
    let [passed] = explanation.passed_pawns[..] else {
        return None;
    };
    let fails = |one: &&Try| one.result == Wdl::Loss && one.r#move.from == position.king(mover);
    let walks = explanation.tries.iter().any(|one| fails(&one));
    let is_quiet = matches!(
        analysis.line_end,
        Some(LineEnd::Repetition | LineEnd::Unproved | LineEnd::TooLong)
    );
    let pawns = position.pawns();
    let blocked = match mover {
        Color::White => pawns.white.up(),
        Color::Black => pawns.black.down(),
    };
    let theirs = pawns.of(!mover) - blocked;
    (passed.color == mover && passed.in_square && walks && is_quiet && !theirs.is_empty()).then(
        || {
            format!(
                "A draw: {}'s king has to watch the passed pawn on {}, {mover}'s the {} on {}.",
                !mover,
                passed.pawn,
                if theirs.count() == 1 { "pawn" } else { "pawns" },
                squares(theirs)
            )
        },
    )
}

/// Where the first pawn that the mover loses after a mistake stands now.
fn first_lost(explanation: &Explanation, one: &Try) -> Option<Square> {
    let start = explanation.analysis.position;
    let mut here = start;
    let moves: Vec<Move> = iter::once(one.r#move)
        .chain(one.refutation.iter().copied())
        .collect();
    for (ply, &m) in moves.iter().enumerate() {
        if here.turn() != start.turn() && here.pawns().of(start.turn()).contains(m.to) {
            let own = moves[..ply].iter().rev();
            let stood = own.fold(
                m.to,
                |square, m| if m.to == square { m.from } else { square },
            );
            return Some(stood);
        }
        here = here.play(m);
    }
    None
}

/// The attacker's king stands on none of few key squares.
fn no_key_square(explanation: &Explanation, saved: Option<Color>) -> Option<String> {
    let position = &explanation.analysis.position;
    let map = drawn_maps(explanation, saved).find(|map| {
        let has_keys = (1..=MOST_SQUARES).contains(&map.key_squares.len());
        has_keys && !map.key_squares.contains(&position.king(map.attacker))
    })?;
    let (side, other) = (map.attacker, !map.attacker);
    let keys = key_squares_named(map.key_squares.iter().copied());
    Some(format!(
        "{other} draws because {side}'s king cannot get to {keys} without loss."
    ))
}

/// Of a pawn alone: the defender's only move, after which it takes the opposition in the line; else the opposition that it keeps there.
pub fn one_held(explanation: &Explanation) -> Option<String> {
    let analysis = &explanation.analysis;
    let position = &analysis.position;
    let side = explanation.map.attacker;
    let turn = position.turn();
    let opposes = |phase: &Phase| {
        let of_other = |number: usize| (phase.start.turn() != side) == number.is_multiple_of(2);
        let mut motives = phase.motives.iter();
        motives
            .any(|(number, motive)| of_other(*number) && matches!(motive, Motive::Opposition(..)))
    };
    if !explanation.phases.iter().any(opposes) {
        return None;
    }
    let [m] = analysis.best[..] else {
        return by_opposition(explanation, None);
    };
    let back = Square::seen_by(m.from, side).rank() < Square::seen_by(m.to, side).rank();
    let straight = match back && m.from.file() == m.to.file() {
        true => ", straight back",
        false => "",
    };
    (turn != side).then(|| {
        let name = san::format(position, m);
        format!("{turn} draws by the only move {name}{straight}: then its king meets {side}'s with the opposition.")
    })
}

/// The pawns are gone, or do not move, or nobody gets anywhere.
fn nothing_left(analysis: &Analysis) -> Option<String> {
    let start = &analysis.position;
    let last = *positions(analysis).last()?;
    let both_queen = |color| {
        let mut moves = analysis.line.iter().zip(super::turns(analysis));
        moves.any(|(m, turn)| turn == color && m.promotion.is_some())
    };
    Some(match analysis.line_end? {
        LineEnd::Drawn if last.is_pawn_ending() => both_take(analysis)
            .unwrap_or_else(|| "A draw: all pawns are exchanged or fall.".to_owned()),
        LineEnd::PawnsHold { defender } if last.turn() == defender && may_promote(&last) => {
            BOTH_PROMOTE.to_owned()
        }
        LineEnd::PawnsHold { defender } => {
            format!("{defender} draws because its pawn holds against the queen.")
        }
        _ if both_queen(Color::White) && both_queen(Color::Black) => BOTH_PROMOTE.to_owned(),
        LineEnd::Stalemate => left::by_stalemate(analysis)?,
        LineEnd::Repetition | LineEnd::Unproved | LineEnd::TooLong => {
            let runs = PassedPawn::all(start).into_iter().next();
            match runs.filter(|pawn| pawn.in_square && start.is_pawn_ending()) {
                Some(pawn) => format!(
                    "A draw: {}'s king holds the passed pawn on {}.",
                    !pawn.color, pawn.pawn
                ),
                None => no_progress(analysis),
            }
        }
        _ => return None,
    })
}

/// The kings take the last two pawns, one each.
fn both_take(analysis: &Analysis) -> Option<String> {
    let mut here = analysis.position;
    let mut taken = Vec::new();
    for &m in &analysis.line {
        if here.is_capture(m) {
            taken.push((here.turn(), here.king(here.turn()) == m.from, m.to));
        }
        here = here.play(m);
    }
    let last = taken.len().checked_sub(2)?;
    let [(one, true, first), (other, true, second)] = taken[last..] else {
        return None;
    };
    (one != other).then(|| {
        format!(
            "A draw: {one}'s king takes the pawn on {first}, and {other}'s the pawn on {second}."
        )
    })
}

/// Connected passed pawns on both sides.
pub fn by_connected_pawns(explanation: &Explanation) -> Option<String> {
    let of = |side: Color| {
        let mut features = explanation.features.iter();
        let found = features
            .find(|one| one.kind == FeatureKind::ConnectedPassedPawns && one.color == side)?;
        Some(squares(found.pawns.iter().copied()))
    };
    let (white, black) = (of(Color::White)?, of(Color::Black)?);
    (explanation.analysis.bounds.exact()? == Wdl::Draw).then(|| {
        format!(
            "A draw: both sides have connected passed pawns, White on {white}, Black on {black}. Neither side wins with them."
        )
    })
}

/// The move that stops a breakthrough, where most others lose by one.
pub fn stops_a_breakthrough(explanation: &Explanation) -> Option<String> {
    let analysis = &explanation.analysis;
    let position = &analysis.position;
    let m = *analysis.line.first()?;
    let is_draw = analysis.bounds.exact()? == Wdl::Draw;
    let is_pawns = position.king(position.turn()) != m.from;
    let breaks = |one: &&Try| {
        let is_one = |motive: &Motive| matches!(motive, Motive::Breakthrough { .. });
        one.result == Wdl::Loss && one.point.iter().chain(&one.motives).any(is_one)
    };
    let losing = explanation.tries.iter().filter(breaks).count();
    (is_draw && is_pawns && losing > 1 && 2 * losing > explanation.tries.len()).then(|| {
        format!(
            "{} draws by {}, which stops {}'s breakthrough.",
            position.turn(),
            numbered_from(position.turn(), 0, [san::format(position, m)].into_iter()),
            !position.turn()
        )
    })
}

/// Nothing else is known.
fn no_progress(analysis: &Analysis) -> String {
    let start = &analysis.position;
    let of = |color| start.pawns().of(color).count();
    let (white, black) = (of(Color::White), of(Color::Black));
    let last = positions(analysis).last().map(Position::pawns);
    if PassedPawn::all(start).is_empty() && last == Some(start.pawns()) {
        return "A draw: nobody has a passed pawn, and each king keeps the other out.".to_owned();
    }
    if white == black {
        return "A draw: neither side can make progress.".to_owned();
    }
    let side = if white > black {
        Color::White
    } else {
        Color::Black
    };
    format!("A draw: {side} has more pawns, but none of them gets through.")
}

/// Of a proved draw: what comes then wins for nobody.
const BOTH_PROMOTE: &str = "A draw: both sides promote, and neither can win then.";

/// Can the side to move promote at once?
fn may_promote(here: &Position) -> bool {
    here.legal_moves().iter().any(|m| m.promotion.is_some())
}
