//! A study as other programs read it.

use peasant::board::{Color, Move, Position};
use peasant::limits::Stop;
use peasant::study::{
    Attempt, Choice, Defence, Dual, End, Goal, Kind, Length, Need, Part, Points, Standing, Turn,
    UnderPromotion, Verdict, Zugzwang,
};
use peasant::value::Bounds;
use peasant::wire::Named;
use schemars::JsonSchema;
use serde::Serialize;

use super::stipulation::Source;
use super::{Study, prose};
use crate::pgn::game::Heading;
use crate::tell::words;

/// Where a study stands in a file.
#[derive(Clone, Default, Serialize, JsonSchema)]
pub struct Place {
    /// Its number in the file, from 1, broken ones counted.
    pub game: Option<usize>,
    /// The line on which it begins.
    pub line_number: Option<usize>,
    #[serde(flatten)]
    pub heading: Heading,
}

/// One for a position, and one for each study of a file, in its order; a game that cannot be read is a bad line of a file.
/// Behind those of a file stands the summary. The terms are those of [studies.md](../studies.md); results are the solver's
/// (without a stipulation those of the side to move).
#[derive(Serialize, JsonSchema)]
pub struct Report {
    #[serde(flatten)]
    place: Place,
    /// The position.
    fen: Position,
    /// `white` or `black`; null if there is no stipulation.
    solver: Option<Color>,
    /// `win` or `draw`; null if nobody gives it and the result is open.
    stipulation: Option<Goal>,
    /// Who gives it.
    stipulation_from: Source,
    /// What is proved of the position.
    result: Bounds,
    /// Is the stipulation met?
    standing: Standing,
    /// If it fails: best play, in SAN.
    refutation: Vec<String>,
    /// `given`, or `program`: its own line.
    solution_from: &'static str,
    /// Of the program's line: from this ply on, counted from 1, there are or may be other ways, and nothing is judged.
    free_from: Option<usize>,
    /// The main line, then those of other defences.
    lines: Vec<LineReport>,
    /// What the author gives in place of moves of the solver's.
    given: Vec<Given>,
    /// Promotions to less than a queen.
    under_promotions: Vec<Promoted>,
    /// Mutual zugzwangs in the solution.
    zugzwangs: Vec<Squeeze>,
    /// What the end of the main line is.
    end: End,
    /// What the study is.
    verdict: Verdict,
    /// What it hangs on.
    reasons: Vec<String>,
    /// Moves at which variations cannot be read.
    unread: Vec<String>,
    /// All of it in words.
    text: String,
    /// What ended some of the work early.
    stopped: Option<Stop>,
    /// What it took.
    stats: Stats,
}

#[derive(Serialize, JsonSchema)]
struct Stats {
    /// Structures solved or expanded.
    structures: u64,
    /// Time.
    seconds: f64,
}

#[derive(Serialize, JsonSchema)]
struct LineReport {
    /// Its moves; a line of another defence begins with that.
    moves: Vec<MoveReport>,
}

#[derive(Serialize, JsonSchema)]
struct MoveReport {
    /// The move.
    r#move: Named,
    /// Its number, in plies, from 1.
    ply: usize,
    /// Who makes it.
    side: Color,
    /// What is proved behind it.
    result: Bounds,
    /// Is the stipulation met behind it?
    standing: Standing,
    /// Of the solver's moves; null for others and where nothing is judged.
    choice: Option<ChoiceReport>,
    /// Of the other side's moves.
    defence: Option<DefenceReport>,
}

#[derive(Serialize, JsonSchema)]
struct ChoiceReport {
    /// Is it the only move?
    only: bool,
    /// Other moves that reach the stipulation.
    others: Vec<Other>,
    /// Other moves that are not decided.
    open: usize,
    /// Other moves that fail.
    failing: usize,
    /// A dozen of those at most, where that is asked for.
    tries: Vec<Try>,
}

#[derive(Serialize, JsonSchema)]
struct Other {
    #[serde(flatten)]
    r#move: Named,
    /// What it is.
    kind: Kind,
    /// Does the author give it?
    given: bool,
}

#[derive(Serialize, JsonSchema)]
struct Try {
    #[serde(flatten)]
    r#move: Named,
    /// Every answer that is proved to refute it, in SAN.
    refutations: Vec<String>,
    /// Is there exactly one?
    thematic: bool,
    /// Best play against it, in SAN.
    line: Vec<String>,
    /// What shows that it fails, as in `explain`; empty where nothing is said.
    why: String,
}

#[derive(Serialize, JsonSchema)]
struct DefenceReport {
    /// So many moves of the solver's to the end; null where that is not exact.
    moves: Option<u16>,
    /// To `mate` or to a `promotion`.
    until: Option<&'static str>,
    /// Moves that hold longer, the longest first.
    longer: Vec<Longer>,
    /// Moves that cannot be compared.
    unmeasured: usize,
}

#[derive(Serialize, JsonSchema)]
struct Longer {
    #[serde(flatten)]
    r#move: Named,
    /// So many moves.
    moves: u16,
}

#[derive(Serialize, JsonSchema)]
struct Given {
    #[serde(flatten)]
    r#move: Named,
    /// Its number.
    ply: usize,
    /// `reaches` (an admitted dual), `fails` (a try) or `open`.
    standing: Standing,
}

#[derive(Serialize, JsonSchema)]
struct Promoted {
    #[serde(flatten)]
    r#move: Named,
    /// Its number.
    ply: usize,
    /// The position before it.
    fen: Position,
    /// Does it stand in the solution, not behind its end?
    in_solution: bool,
    /// Is the piece needed?
    needed: Need,
    /// What is proved of a queen, for the side that promotes.
    queen: Bounds,
    /// Best play against the queen, in SAN.
    line: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct Squeeze {
    /// The position.
    fen: Position,
    /// Moves of both sides before it.
    plies: usize,
    /// How much having the move costs.
    points: Points,
    #[serde(flatten)]
    zugzwang: Zugzwang,
}

impl Report {
    pub fn new(place: Place, study: &Study) -> Report {
        let aim = study.aim;
        let lines = study.solution.lines.iter();
        let lines = lines.map(|line| LineReport {
            moves: study.line(line).map(|turn| moved(study, turn)).collect(),
        });
        Report {
            place,
            fen: study.root,
            solver: aim.map(|aim| aim.solver),
            stipulation: aim.map(|aim| aim.goal),
            stipulation_from: study.source,
            result: study.bounds,
            standing: study.standing(),
            refutation: words::names(&study.root, &study.refutation),
            solution_from: if study.is_own { "program" } else { "given" },
            free_from: study
                .free_from
                .map(|free| study.solution.nodes[free.node].plies + 1),
            lines: lines.collect(),
            given: study
                .asides
                .iter()
                .map(|aside| given(study, aside))
                .collect(),
            under_promotions: study.under_promotions.iter().map(promoted).collect(),
            zugzwangs: study.zugzwangs.iter().map(|z| squeeze(study, z)).collect(),
            end: study.end,
            verdict: study.verdict,
            reasons: prose::reasons(study),
            unread: study.unread.clone(),
            text: prose::text(study),
            stopped: study.stopped,
            stats: Stats {
                structures: study.structures,
                seconds: study.time.as_secs_f64(),
            },
        }
    }
}

fn moved(study: &Study, turn: &Turn) -> MoveReport {
    let node = &study.solution.nodes[turn.node];
    let position = &node.position;
    MoveReport {
        r#move: Named::new(position, turn.r#move),
        ply: node.plies + 1,
        side: position.turn(),
        result: turn.after,
        standing: turn.standing.1,
        choice: match &turn.part {
            Part::Solver(choice) => Some(chosen(position, study.first_ply + node.plies, choice)),
            _ => None,
        },
        defence: match &turn.part {
            Part::Defender(defence) => Some(defended(position, defence)),
            _ => None,
        },
    }
}

fn chosen(position: &Position, ply: usize, choice: &Choice) -> ChoiceReport {
    let other = |dual: &Dual| Other {
        r#move: Named::new(position, dual.r#move),
        kind: dual.kind,
        given: dual.is_given,
    };
    ChoiceReport {
        only: choice.is_only,
        others: choice.duals.iter().map(other).collect(),
        open: choice.open,
        failing: choice.failing,
        tries: choice
            .tries
            .iter()
            .map(|one| attempted(position, ply, one))
            .collect(),
    }
}

fn attempted(position: &Position, ply: usize, one: &Attempt) -> Try {
    let next = position.play(one.r#move);
    Try {
        r#move: Named::new(position, one.r#move),
        refutations: words::names_of(&next, &one.refutations),
        thematic: one.is_thematic(),
        line: words::names(&next, &one.line),
        why: prose::why(&next, ply + 1, one).unwrap_or_default(),
    }
}

fn defended(position: &Position, defence: &Defence) -> DefenceReport {
    let longer = |&(m, length): &(Move, Length)| Longer {
        r#move: Named::new(position, m),
        moves: length.moves(),
    };
    DefenceReport {
        moves: defence.holds.map(Length::moves),
        until: defence.holds.map(Length::until),
        longer: defence.longer.iter().map(longer).collect(),
        unmeasured: defence.unmeasured,
    }
}

fn given(study: &Study, &(node, m, standing): &(usize, Move, Standing)) -> Given {
    let node = &study.solution.nodes[node];
    Given {
        r#move: Named::new(&node.position, m),
        ply: node.plies + 1,
        standing,
    }
}

fn promoted(one: &UnderPromotion) -> Promoted {
    let next = one.position.play(one.queen_move());
    Promoted {
        r#move: Named::new(&one.position, one.r#move),
        ply: one.plies + 1,
        fen: one.position,
        in_solution: !one.is_beyond,
        needed: one.need(),
        queen: one.queen,
        line: words::names(&next, &one.line),
    }
}

fn squeeze(study: &Study, &(node, zugzwang): &(usize, Zugzwang)) -> Squeeze {
    let node = &study.solution.nodes[node];
    Squeeze {
        fen: node.position,
        plies: node.plies,
        points: zugzwang.points(),
        zugzwang,
    }
}
