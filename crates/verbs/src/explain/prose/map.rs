//! What the map shows, in words: the squares of the kings. The board shows all of it, a text six squares at most.

use peasant::Explanation;
use peasant::board::{Color, Square};
use peasant::explain::{Map, MutualZugzwang, Opposition};
use peasant::kpk::Placement;
use peasant::value::Wdl;

use super::decided;
use crate::kpk::words::Facts;
use crate::tell::drawing;
use crate::tell::words::squares;

/// So many squares are named in a sentence.
pub const MOST_SQUARES: usize = 6;

/// And so many pairs of squares.
const MOST_PAIRS: usize = 6;

/// The sentences about the kings' squares; none where a pawn just runs, or where nothing can happen.
pub fn sentences(explanation: &Explanation) -> Vec<String> {
    let position = &explanation.analysis.position;
    let analysis = &explanation.analysis;
    let is_over = analysis.bounds.exact().is_some() && analysis.moves.is_empty();
    if is_over || decided::runner(analysis).is_some() || explanation.wall.is_some() {
        return Vec::new();
    }
    if let Some(placement) = Placement::from_position(position) {
        let facts = Facts::new(position, placement);
        return match facts.key_squares.count() as usize > MOST_SQUARES {
            true => Vec::new(),
            false => facts.keys(),
        };
    }
    if super::is_race(&explanation.passed_pawns) {
        return Vec::new();
    }
    let mut lines = side(explanation, &explanation.map);
    let other = explanation.other_map.iter();
    lines.extend(other.flat_map(|map| side(explanation, map)));
    lines.retain(|line| !line.is_empty());
    lines
}

/// Those about one side's king.
fn side(explanation: &Explanation, map: &Map) -> Vec<String> {
    let has_pawns = |color: Color| !explanation.analysis.position.pawns().of(color).is_empty();
    if map.open_placements.is_none() || !has_pawns(map.attacker) {
        return Vec::new();
    }
    let is_draw = explanation.analysis.bounds.exact() == Some(Wdl::Draw);
    // Of placements that are mutual zugzwang for both it is said once.
    let is_other = explanation.map.attacker != map.attacker;
    let of_first = |pair: &MutualZugzwang| {
        let mut first = reachable(&explanation.map);
        first.any(|told| (told.attacker, told.defender) == (pair.defender, pair.attacker))
    };
    let is_told = is_other && reachable(map).all(of_first);
    let zugzwangs = match is_told {
        true => String::new(),
        false => zugzwangs(map, is_draw),
    };
    vec![key_squares(map), zugzwangs]
}

/// The mutual zugzwangs that can come about.
pub fn reachable(map: &Map) -> impl Iterator<Item = &MutualZugzwang> {
    map.mutual_zugzwangs.iter().filter(|pair| pair.reachable)
}

fn key_squares(map: &Map) -> String {
    let (keys, strong) = (&map.key_squares, &map.strong_key_squares);
    let (side, other) = (map.attacker, !map.attacker);
    if keys.is_empty() || keys.len() > MOST_SQUARES {
        // So many tell nobody anything.
        return String::new();
    }
    let turn = if strong == keys {
        "whoever is to move".to_owned()
    } else if strong.is_empty() {
        format!("if {other} is to move")
    } else {
        let only = keys.iter().filter(|square| !strong.contains(square));
        let only: Vec<Square> = only.copied().collect();
        format!(
            "whoever is to move (on {} only if {other} is)",
            squares(only)
        )
    };
    let name = if keys.len() == 1 {
        "Key square"
    } else {
        "Key squares"
    };
    format!(
        "{name} of {side}'s king: {}. There {side} wins wherever {other}'s king stands, {turn}, unless it attacks an unprotected pawn.",
        squares(keys.iter().copied())
    )
}

/// The mutual zugzwangs: those first that are corresponding squares, where there is no other answer in time.
fn zugzwangs(map: &Map, is_draw: bool) -> String {
    let all: Vec<&MutualZugzwang> = reachable(map).collect();
    let (side, other) = (map.attacker, !map.attacker);
    // Those count most where the kings are near each other.
    let mut corresponding = drawing::corresponding(map);
    corresponding.sort_by_key(|(attacker, defender)| attacker.distance(*defender));
    let corresponding = corresponding.into_iter().take(MOST_PAIRS);
    let corresponding: Vec<String> = corresponding
        .map(|(attacker, defender)| format!("{attacker}–{defender}"))
        .collect();
    let lose_all = all.iter().all(|pair| pair.full_point);
    let shown = all.iter().take(MOST_PAIRS);
    let shown: Vec<String> = shown.map(|pair| zugzwang(pair, lose_all)).collect();
    let then = if lose_all { "loses" } else { "must give way" };
    if all.is_empty() {
        String::new()
    } else if corresponding.is_empty() {
        let of = match all.len() > shown.len() {
            true => format!(" in {} placements, such as", all.len()),
            false => String::new(),
        };
        format!(
            "Mutual zugzwang, {side}'s king named first:{of} {}. Whoever is to move then {then}.",
            shown.join(", ")
        )
    } else {
        let among = match is_draw {
            true => oppositions(map),
            false => String::new(),
        };
        format!(
            "Corresponding squares, {side}'s king named first: {}. When it comes to the first, {other}'s must answer on the \
             second. Whoever is to move then {then}.{among}",
            corresponding.join(", "),
        )
    }
}

/// The near and distant oppositions among the mutual zugzwangs.
pub fn in_opposition(map: &Map) -> impl Iterator<Item = &MutualZugzwang> {
    let has_shape = |pair: &&MutualZugzwang| {
        matches!(
            pair.opposition,
            Some(Opposition::Near | Opposition::Distant)
        )
    };
    reachable(map).filter(has_shape)
}

/// The mutual zugzwangs that are the opposition and no corresponding squares.
fn oppositions(map: &Map) -> String {
    let corresponding = drawing::corresponding(map);
    let all = in_opposition(map)
        .filter(|pair| !corresponding.contains(&(pair.attacker, pair.defender)))
        .take(MOST_PAIRS);
    let all: Vec<String> = all
        .map(|pair| format!("{}–{}", pair.attacker, pair.defender))
        .collect();
    match all.is_empty() {
        true => String::new(),
        false => format!(" Among them the opposition: {}.", all.join(", ")),
    }
}

/// The kings' squares and what is to be said of them; where all of them are lost for whoever moves, that is said once.
fn zugzwang(pair: &MutualZugzwang, lose_all: bool) -> String {
    let loses = if pair.full_point && !lose_all {
        ", whoever moves loses"
    } else {
        ""
    };
    let shape = match pair.opposition {
        Some(Opposition::Near) => ", opposition".to_owned(),
        Some(shape) => format!(", {} opposition", shape.name()),
        None => String::new(),
    };
    match format!("{shape}{loses}").strip_prefix(", ") {
        Some(note) => format!("{}–{} ({note})", pair.attacker, pair.defender),
        None => format!("{}–{}", pair.attacker, pair.defender),
    }
}

/// How much is not settled.
pub fn open(explanation: &Explanation) -> String {
    let maps = [Some(&explanation.map), explanation.other_map.as_ref()];
    let open = maps
        .into_iter()
        .flatten()
        .filter_map(|map| map.open_placements)
        .max();
    match open {
        None | Some(0) => String::new(),
        Some(open) => {
            let of = match open {
                1 => "one placement of the kings that is".to_owned(),
                _ => format!("{open} placements of the kings that are"),
            };
            format!("The map leaves out {of} open.")
        }
    }
}
