//! An explanation in words: short sentences, one idea each, made from the data alone.

pub mod course;
pub mod decided;
mod drawn;
mod feature;
pub mod idea;
mod left;
mod map;
pub mod motive;
mod pair;
mod plain;
mod queen;
pub mod story;
pub mod tries;

use std::cmp::Ordering;

use peasant::board::{Bitboard, Color, Position, Square};
use peasant::explain::{Motive, PassedPawn};
use peasant::kpk::Placement;
use peasant::value::Wdl;
use peasant::{Analysis, Bounds, Explanation};
use schemars::JsonSchema;
use serde::Serialize;

use crate::kpk::words::Facts;
use crate::tell::words::moves_of;
use course::Course;

/// So many sentences say what the result hangs on.
const MOST_REASONS: usize = 3;

/// So many passed pawns are counted.
const MOST_PAWNS: usize = 2;

/// A paragraph of an explanation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Paragraph {
    /// What it is about: `idea`, `why` (what the result hangs on), `line` (best play, with the first move that fails as a variation), `try`
    /// (other moves that fail), `map` (the kings' squares), `detail` (what goes further, the longest defence too) or `open` (what is
    /// not settled).
    pub kind: &'static str,
    /// The paragraph.
    pub text: String,
}

/// All that is told beside the verdict, most important first.
pub struct Rendered {
    /// The idea in a sentence.
    pub idea: Option<String>,
    /// What the result hangs on, three sentences at most.
    pub why: Vec<String>,
    pub course: Course,
    /// The moves that fail besides the first, a paragraph each.
    pub tries: Vec<String>,
    /// What the map shows, a sentence or two a paragraph.
    pub map: Vec<String>,
    /// What goes further.
    pub detail: Vec<String>,
    /// How much is not settled, if anything.
    pub open: String,
}

impl Rendered {
    pub fn new(explanation: &Explanation) -> Rendered {
        let mut fail = tries::paragraphs(explanation).into_iter();
        let has_line = !explanation.phases.is_empty();
        let critical = has_line.then(|| fail.next()).flatten();
        let course = course::course(explanation, critical.as_deref());
        let mut why = why(explanation);
        let more = why.split_off(why.len().min(MOST_REASONS));
        let map = map::sentences(explanation);
        // Where no squares are named none is missing.
        let is_open = explanation.analysis.bounds.exact().is_none();
        let open = (is_open || !map.is_empty()).then(|| map::open(explanation));
        let longest = course.longest.as_ref();
        let longest = longest.map(|text| format!("The longest defence: {text}"));
        Rendered {
            idea: idea::idea_of(explanation),
            why,
            course,
            tries: fail.collect(),
            map,
            detail: longest.into_iter().chain(more).collect(),
            open: open.unwrap_or_default(),
        }
    }

    /// All of it, a paragraph a line; an empty line parts idea and reasons, play, map and what goes further.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut before = None;
        for Paragraph { kind, text: said } in self.paragraphs() {
            let part = match kind {
                "idea" => 0,
                "why" => 1,
                "line" | "try" => 2,
                "map" => 3,
                _ => 4,
            };
            if before.is_some_and(|before| before != part) {
                text.push('\n');
            }
            if part == 4 && before != Some(4) && kind == "detail" {
                text += "In detail:\n";
            }
            text += &format!("{said}\n");
            before = Some(part);
        }
        text
    }

    /// Its paragraphs, in order.
    pub fn paragraphs(&self) -> Vec<Paragraph> {
        let paragraph = |kind| move |text: String| Paragraph { kind, text };
        let parts = [
            ("idea", self.idea.iter().cloned().collect()),
            ("why", vec![self.why.join(" ")]),
            ("line", vec![self.course.line.clone()]),
            ("try", self.tries.clone()),
            ("map", self.map.clone()),
            ("detail", self.detail.clone()),
            ("open", vec![self.open.clone()]),
        ];
        let all = parts
            .into_iter()
            .flat_map(|(kind, texts): (_, Vec<String>)| texts.into_iter().map(paragraph(kind)));
        all.filter(|one| !one.text.is_empty()).collect()
    }
}

/// What the result hangs on besides the idea, most important first, a sentence or two each.
fn why(explanation: &Explanation) -> Vec<String> {
    let analysis = &explanation.analysis;
    let position = &analysis.position;
    if let Some((_, more)) = queen::told(explanation) {
        return more;
    }
    if explanation.wall.is_some() || analysis.line.len() < 2 || decided::runner(analysis).is_some()
    {
        // That says it all.
        return Vec::new();
    }
    if let Some(placement) = Placement::from_position(position) {
        return vec![Facts::new(position, placement).turn_matters()];
    }
    let mut lines = vec![turn(explanation)];
    // Who may not promote at once does not race.
    if position.is_pawn_ending() && idea::no_queen(explanation).is_none() {
        lines.extend(races(position, &explanation.passed_pawns));
    }
    lines.extend(feature::sentences(explanation));
    lines.retain(|line| !line.is_empty());
    lines
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
    let is_told = |(_, motive): &(usize, Motive)| matches!(motive, Motive::SpareMove { .. });
    let mut phases = explanation.phases.iter();
    if is_race(&explanation.passed_pawns) || phases.any(|phase| phase.motives.iter().any(is_told)) {
        // Who runs does not wait; and a spare move of the line is told there.
        return String::new();
    }
    match (spare.white, spare.black) {
        (Some(white), Some(black)) if (white, black) != (0, 0) => {
            format!(" Pawn moves to spare: White {white}, Black {black}.")
        }
        _ => String::new(),
    }
}

/// Who makes each move of the line.
fn turns(analysis: &Analysis) -> impl Iterator<Item = Color> {
    let first = analysis.position.turn();
    [first, !first].into_iter().cycle()
}

/// Do both sides have a pawn that can run?
fn is_race(passed: &[PassedPawn]) -> bool {
    let has = |color| passed.iter().any(|pawn| pawn.color == color);
    has(Color::White) && has(Color::Black)
}

/// The counts of passed pawns, where there is something to count: both sides have one, or the other king is outside its
/// square.
fn races(position: &Position, passed: &[PassedPawn]) -> Vec<String> {
    let is_race = is_race(passed);
    let close = |pawn: &PassedPawn| is_race && pawn.king_moves >= pawn.moves;
    let told = passed.iter().filter(|pawn| !pawn.in_square || close(pawn));
    let told = told.take(MOST_PAWNS);
    told.map(|pawn| runs(pawn, in_the_way(position, pawn)))
        .collect()
}

/// The pawn of the other king's own side without which that king could step into the square of a passed pawn in time.
fn in_the_way(position: &Position, passed: &PassedPawn) -> Option<Square> {
    let other = !passed.color;
    let (king, own) = (position.king(other), position.pawns().of(other));
    let steps = passed.moves + u32::from(position.turn() == other);
    let reaches = |around: Bitboard| {
        let walk = |reached: Bitboard| reached | (reached.king_steps() - around);
        let reached = (0..steps).fold(king.set(), |reached, _| walk(reached));
        reached.contains(passed.goal)
    };
    if !passed.in_square || reaches(own) {
        return None;
    }
    own.into_iter().find(|pawn| reaches(own - pawn.set()))
}

/// The count of a passed pawn.
fn runs(passed: &PassedPawn, in_the_way: Option<Square>) -> String {
    let (side, other) = (passed.color, !passed.color);
    let square = match in_the_way {
        Some(pawn) => format!(", but its own pawn on {pawn} is in the way"),
        None if passed.in_square => ": in the square of the pawn".to_owned(),
        None => ": outside the square of the pawn".to_owned(),
    };
    format!(
        "{side}'s pawn on {} needs {} to promote, {other}'s king {} to {}{square}.",
        passed.pawn,
        moves_of(passed.moves),
        passed.king_moves,
        passed.goal
    )
}
