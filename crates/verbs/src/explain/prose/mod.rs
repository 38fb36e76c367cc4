//! An explanation in words: short sentences, one idea each, made from the data alone.

pub mod course;
pub mod decided;
mod feature;
pub mod idea;
pub mod motive;
pub mod story;
pub mod tries;

use std::cmp::Ordering;

use peasant::board::{Bitboard, Color, Position, Square};
use peasant::explain::{Map, Motive, MutualZugzwang, Opposition, PassedPawn};
use peasant::kpk::Placement;
use peasant::value::Wdl;
use peasant::{Bounds, Explanation};
use schemars::JsonSchema;
use serde::Serialize;

use crate::kpk::words::Facts;
use crate::tell::drawing::{self, MOST_PAIRS};
use crate::tell::words::{moves_of, squares};
use course::Course;

/// So many squares are named in a sentence.
const MOST_SQUARES: usize = 8;

/// An explanation begins with so many words at most, which can stand alone.
const BRIEF: usize = 120;

/// So many passed pawns are counted.
const MOST_PAWNS: usize = 4;

/// A paragraph of an explanation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Paragraph {
    /// What it is about: `idea`, `map` (the kings, the turn, the passed pawns), `line` (best play, and the longest defence), `try`
    /// (moves that fail) or `open` (what is not settled).
    pub kind: &'static str,
    /// The paragraph.
    pub text: String,
}

/// All that is told beside the verdict, most important first.
pub struct Rendered {
    /// The idea in a sentence.
    pub idea: Option<String>,
    /// What the map shows, a sentence or two a line.
    pub map: String,
    pub course: Course,
    /// The moves that fail, a paragraph each.
    pub tries: Vec<String>,
    /// How much is not settled, if anything.
    pub open: String,
}

impl Rendered {
    pub fn new(explanation: &Explanation) -> Rendered {
        Rendered {
            idea: idea::idea_of(explanation),
            map: map(explanation),
            course: course::course(explanation),
            tries: tries::paragraphs(explanation),
            open: open(explanation),
        }
    }

    /// All of it, a paragraph a line; an empty line parts idea, map, play and what is open. What goes beyond the first words comes behind
    /// a heading.
    pub fn text(&self) -> String {
        let paragraphs = self.paragraphs();
        let is_play = |kind| matches!(kind, "line" | "try");
        let mut text = String::new();
        let (mut words, mut is_detail) = (0, false);
        for (i, Paragraph { kind, text: said }) in paragraphs.iter().enumerate() {
            words += said.split_whitespace().count();
            // What the map leaves out is no detail of the play.
            let begins = i > 0 && !is_detail && words > BRIEF && *kind != "open";
            is_detail |= begins;
            let before = i.checked_sub(1).map(|before| paragraphs[before].kind);
            let is_new = |before| before != *kind && !(is_play(before) && is_play(kind));
            if begins || before.is_some_and(is_new) {
                text.push('\n');
            }
            if begins {
                text += "In detail:\n";
            }
            text += &format!("{said}\n");
        }
        text
    }

    /// Its paragraphs, in order.
    pub fn paragraphs(&self) -> Vec<Paragraph> {
        let paragraph = |kind| move |text: String| Paragraph { kind, text };
        let stages = self.course.stages.iter().map(|stage| stage.text.clone());
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let all = self.idea.clone().map(paragraph("idea")).into_iter();
        let all = all.chain(lines(self.map.trim_end()).into_iter().map(paragraph("map")));
        let all = all.chain(stages.chain(self.longest()).map(paragraph("line")));
        let all = all.chain(self.tries.iter().cloned().map(paragraph("try")));
        let all = all.chain(lines(&self.open).into_iter().map(paragraph("open")));
        all.filter(|one| !one.text.is_empty()).collect()
    }

    /// The longest defence, if it shows something new.
    pub fn longest(&self) -> Option<String> {
        let longest = self.course.longest.as_ref()?;
        Some(format!("The longest defence: {longest}"))
    }
}

/// What the map shows, a sentence or two a line.
fn map(explanation: &Explanation) -> String {
    if decided::runner(&explanation.analysis).is_some() {
        // A pawn that cannot be caught needs no map.
        return String::new();
    }
    let position = &explanation.analysis.position;
    if let Some(placement) = Placement::from_position(position) {
        return Facts::new(position, placement).words();
    }
    let mut lines = vec![turn(explanation)];
    if !is_race(&explanation.passed_pawns) {
        lines.extend(side(explanation, &explanation.map));
        let other = explanation.other_map.as_ref();
        lines.extend(other.into_iter().flat_map(|map| side(explanation, map)));
    }
    if position.is_pawn_ending() {
        lines.extend(races(&explanation.passed_pawns));
    }
    lines.extend(feature::sentences(explanation));
    lines.retain(|line| !line.is_empty());
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// What the result would be if it were the other side's turn.
fn turn(explanation: &Explanation) -> String {
    let analysis = &explanation.analysis;
    let (mover, other) = (analysis.position.turn(), !analysis.position.turn());
    let exact = analysis.bounds.exact();
    let then = explanation.other_side_to_move.and_then(Bounds::exact);
    let (Some(now), Some(then)) = (exact, then) else {
        return String::new();
    };
    let result = match then {
        Wdl::Win => format!("{other} would win"),
        Wdl::Draw => "it would be a draw".to_owned(),
        Wdl::Loss => format!("{mover} would win"),
    };
    let spare = spare(explanation);
    match now.cmp(&-then) {
        // Nothing hangs on the turn, as nearly everywhere.
        Ordering::Equal => String::new(),
        Ordering::Greater => {
            format!("It matters whose turn it is: with {other} to move {result}.{spare}")
        }
        Ordering::Less => {
            format!(
                "Nobody wants to move here, this is mutual zugzwang: with {other} to move {result}.{spare}"
            )
        }
    }
}

/// How many spare moves there are, where the turn matters.
fn spare(explanation: &Explanation) -> String {
    let spare = explanation.spare_moves;
    let is_told = |(_, motive): &(usize, Motive)| matches!(motive, Motive::SpareMove(_));
    let mut phases = explanation.phases.iter();
    if is_race(&explanation.passed_pawns) || phases.any(|phase| phase.motives.iter().any(is_told)) {
        // Who runs does not wait; and a spare move of the line is told there.
        return String::new();
    }
    let (Some(white), Some(black)) = (spare.white, spare.black) else {
        return String::new();
    };
    match (white, black) {
        (0, 0) => " Neither side has a pawn move to spare.".to_owned(),
        _ => format!(" Pawn moves to spare: White {white}, Black {black}."),
    }
}

/// The map of one side.
fn side(explanation: &Explanation, map: &Map) -> Vec<String> {
    let pawns = explanation.analysis.position.pawns();
    if map.open_placements.is_none() {
        return Vec::new();
    }
    if pawns.of(map.attacker).is_empty() {
        return Vec::new();
    }
    let keys = match rook_pawn(explanation, map) {
        Some(sentence) => sentence,
        None => key_squares(map),
    };
    let is_draw = explanation.analysis.bounds.exact() == Some(Wdl::Draw);
    // Of placements that are mutual zugzwang for both it is said once.
    let is_told = explanation.map.attacker != map.attacker
        && (map.mutual_zugzwangs.iter()).all(|pair| {
            (explanation.map.mutual_zugzwangs.iter())
                .any(|told| (told.attacker, told.defender) == (pair.defender, pair.attacker))
        });
    match is_told {
        true => vec![keys],
        false => vec![keys, zugzwangs(map, is_draw)],
    }
}

/// How much is not settled.
fn open(explanation: &Explanation) -> String {
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

/// A rook pawn alone against the king has no key squares as long as there is room before it; players should hear that.
fn rook_pawn(explanation: &Explanation, map: &Map) -> Option<String> {
    let position: &Position = &explanation.analysis.position;
    let pawns = position.pawns();
    let edge = Bitboard::file(0) | Bitboard::file(7);
    let is_alone = pawns.occupied().count() == 1 && !(pawns.occupied() & edge).is_empty();
    if !is_alone || !map.is_complete() || !map.key_squares.is_empty() {
        return None;
    }
    let (side, other) = (map.attacker, !map.attacker);
    Some(format!(
        "There are no key squares with this rook pawn: wherever {side}'s king stands, {other}'s has a place that holds."
    ))
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
        "{name} of {side}'s king: {}. There {side} wins wherever {other}'s king stands, {turn}, unless a pawn can be taken at once.",
        squares(keys.iter().copied())
    )
}

/// The mutual zugzwangs: those first that are corresponding squares, where there is no other answer in time.
fn zugzwangs(map: &Map, is_draw: bool) -> String {
    let all = &map.mutual_zugzwangs;
    let (side, other) = (map.attacker, !map.attacker);
    let corresponding = drawing::corresponding(map).into_iter().take(MOST_PAIRS);
    let corresponding: Vec<String> = corresponding
        .map(|(attacker, defender)| format!("{attacker}–{defender}"))
        .collect();
    let lose_all = all.iter().all(|pair| pair.full_point);
    let shown = all.iter().take(MOST_PAIRS);
    let shown: Vec<String> = shown.map(|pair| zugzwang(pair, lose_all)).collect();
    let count = all.len();
    if count == 0 {
        String::new()
    } else if corresponding.is_empty() {
        let of = match all.len() > shown.len() {
            true => format!(" in {count} placements, such as"),
            false => String::new(),
        };
        let then = if lose_all { "loses" } else { "must give way" };
        format!(
            "Mutual zugzwang, {side}'s king named first:{of} {}. Whoever is to move then {then}.",
            shown.join(", ")
        )
    } else {
        let then = if lose_all { "loses" } else { "must give way" };
        format!(
            "Corresponding squares, {side}'s king named first: when it goes to one of these squares, {other}'s king must \
             be able to go to the other: {}. Whoever is to move then {then}.{}",
            corresponding.join(", "),
            if is_draw {
                oppositions(map)
            } else {
                String::new()
            }
        )
    }
}

/// The mutual zugzwangs that are the opposition and no corresponding squares.
fn oppositions(map: &Map) -> String {
    let corresponding = drawing::corresponding(map);
    let all = map.mutual_zugzwangs.iter().filter(|pair| {
        let shape = pair.opposition;
        matches!(shape, Some(Opposition::Near | Opposition::Distant))
            && !corresponding.contains(&(pair.attacker, pair.defender))
    });
    let all: Vec<String> = all
        .take(MOST_PAIRS)
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
    let shape = pair.opposition.map_or(String::new(), |shape| {
        format!(", {} opposition", shape.name())
    });
    match format!("{shape}{loses}").strip_prefix(", ") {
        Some(note) => format!("{}–{} ({note})", pair.attacker, pair.defender),
        None => format!("{}–{}", pair.attacker, pair.defender),
    }
}

/// Do both sides have a pawn that can run?
fn is_race(passed: &[PassedPawn]) -> bool {
    let has = |color| passed.iter().any(|pawn| pawn.color == color);
    has(Color::White) && has(Color::Black)
}

/// The counts of passed pawns, where there is something to count: both sides have one, or the other king is outside its
/// square.
fn races(passed: &[PassedPawn]) -> Vec<String> {
    let is_race = is_race(passed);
    let close = |pawn: &PassedPawn| is_race && pawn.king_moves >= pawn.moves;
    let told = passed.iter().filter(|pawn| !pawn.in_square || close(pawn));
    told.take(MOST_PAWNS).map(runs).collect()
}

/// The count of a passed pawn.
fn runs(passed: &PassedPawn) -> String {
    let (side, other) = (passed.color, !passed.color);
    let square = if passed.in_square { "in" } else { "outside" };
    format!(
        "{side}'s pawn on {} needs {} to promote, {other}'s king {} to {}: it is {square} the square of the pawn.",
        passed.pawn,
        moves_of(passed.moves),
        moves_of(passed.king_moves),
        passed.goal
    )
}
