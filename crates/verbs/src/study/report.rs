//! A study as other programs read it. The names of the fields are those of `docs/json.md`.

use peasant::board::{Move, Position};
use peasant::notation::fen;
use peasant::value::Wdl;
use serde::Serialize;

use super::judge::{
    Attempt, Choice, Defence, Dual, End, Goal, Kind, Length, Need, Part, Points, Source, Standing,
    Study, Turn, UnderPromotion, Verdict, Zugzwang,
};
use super::prose;
use crate::tell::json::{self, Named};
use crate::tell::words;

/// Where a study stands in a file.
#[derive(Clone, Default, Serialize)]
pub struct Place {
    /// Which of the file, from 1, broken ones counted.
    pub game: Option<usize>,
    /// The line of the file on which it begins.
    pub line_number: Option<usize>,
    pub white: Option<String>,
    pub black: Option<String>,
    pub event: Option<String>,
    pub date: Option<String>,
}

/// The whole.
#[derive(Serialize)]
pub struct Report {
    #[serde(flatten)]
    place: Place,
    fen: String,
    solver: Option<&'static str>,
    stipulation: Option<Goal>,
    stipulation_from: Source,
    result: json::Result,
    standing: Standing,
    refutation: Vec<String>,
    solution_from: &'static str,
    free_from: Option<usize>,
    lines: Vec<LineReport>,
    given: Vec<Given>,
    under_promotions: Vec<Promoted>,
    zugzwangs: Vec<Squeeze>,
    end: End,
    verdict: Verdict,
    reasons: Vec<String>,
    unread: Vec<String>,
    text: String,
    stopped: Option<&'static str>,
    stats: Stats,
}

#[derive(Serialize)]
struct Stats {
    structures: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct LineReport {
    moves: Vec<MoveReport>,
}

#[derive(Serialize)]
struct MoveReport {
    r#move: Named,
    ply: usize,
    side: &'static str,
    result: json::Result,
    standing: Standing,
    choice: Option<ChoiceReport>,
    defence: Option<DefenceReport>,
}

#[derive(Serialize)]
struct ChoiceReport {
    only: bool,
    others: Vec<Other>,
    open: usize,
    failing: usize,
    tries: Vec<Try>,
}

#[derive(Serialize)]
struct Other {
    #[serde(flatten)]
    r#move: Named,
    kind: Kind,
    given: bool,
}

#[derive(Serialize)]
struct Try {
    #[serde(flatten)]
    r#move: Named,
    refutations: Vec<String>,
    thematic: bool,
    line: Vec<String>,
    why: String,
}

#[derive(Serialize)]
struct DefenceReport {
    moves: Option<u16>,
    until: Option<&'static str>,
    longer: Vec<Longer>,
    unmeasured: usize,
}

#[derive(Serialize)]
struct Longer {
    #[serde(flatten)]
    r#move: Named,
    moves: u16,
}

#[derive(Serialize)]
struct Given {
    #[serde(flatten)]
    r#move: Named,
    ply: usize,
    standing: Standing,
}

#[derive(Serialize)]
struct Promoted {
    #[serde(flatten)]
    r#move: Named,
    ply: usize,
    fen: String,
    in_solution: bool,
    needed: Need,
    queen: json::Result,
    line: Vec<String>,
}

#[derive(Serialize)]
struct Squeeze {
    fen: String,
    plies: usize,
    points: Points,
    white_to_move: Wdl,
    black_to_move: Wdl,
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
            fen: fen::format(&study.root),
            solver: aim.map(|aim| json::side(aim.solver)),
            stipulation: aim.map(|aim| aim.goal),
            stipulation_from: study.source,
            result: json::result(study.bounds),
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
            stopped: study.stopped.map(|stop| stop.name()),
            stats: Stats {
                structures: study.structures,
                seconds: study.seconds,
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
        side: json::side(position.turn()),
        result: json::result(turn.after),
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
        fen: fen::format(&one.position),
        in_solution: !one.is_beyond,
        needed: one.need(),
        queen: json::result(one.queen),
        line: words::names(&next, &one.line),
    }
}

fn squeeze(study: &Study, &(node, zugzwang): &(usize, Zugzwang)) -> Squeeze {
    let node = &study.solution.nodes[node];
    Squeeze {
        fen: fen::format(&node.position),
        plies: node.plies,
        points: zugzwang.points(),
        white_to_move: zugzwang.white_to_move,
        black_to_move: zugzwang.black_to_move,
    }
}
