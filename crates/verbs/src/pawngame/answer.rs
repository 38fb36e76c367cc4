//! What other programs read of a solution.

use pawngame::{Move, Position, Preset, Solution};
use peasant::board::Color;
use peasant::limits::Stop;
use peasant::value::Bounds;
use schemars::JsonSchema;
use serde::Serialize;

use super::words::{self, MIB};

/// What is proved of a position. Moves of these games are written as players write them: `b4`, `axb5`.
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    /// The rules.
    rules: Rules,
    /// The position.
    position: String,
    /// Who is to move.
    side_to_move: Color,
    /// How the game has ended, in a sentence; null while it goes on.
    ending: Option<String>,
    /// What is proved of the result.
    result: Bounds,
    /// Are the bounds equal?
    exact: bool,
    /// Every legal move, best first.
    moves: Vec<MoveAnswer>,
    /// A line of best play.
    line: Vec<String>,
    /// The same line with what each of its moves leads to.
    line_moves: Vec<Next>,
    /// The move that seems best after looking ahead, where none is proved to be.
    promising: Option<String>,
    /// What the proof took.
    stats: Stats,
    /// What ended the proof early.
    stopped: Option<Stop>,
}

/// The rules by which a position is played.
#[derive(Serialize, JsonSchema)]
pub struct Rules {
    /// The game whose rules these are, whatever the board.
    preset: Option<&'static str>,
    /// Files of the board.
    files: u32,
    /// Ranks of the board.
    ranks: u32,
    /// Rows of pawns that a side starts with.
    rows: u32,
    /// The rank of the first row.
    home_rank: u32,
    /// May a pawn go two squares?
    double_step: bool,
    /// May it then be taken in passing?
    en_passant: bool,
    /// A player without a move: `draw`, `loss` or `alburt`.
    no_move: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct MoveAnswer {
    #[serde(flatten)]
    next: Next,
    /// What is proved of its result, for the side that makes it.
    result: Bounds,
    /// Are the bounds equal?
    exact: bool,
}

/// What can be played, without a word on what it is worth.
#[derive(Serialize, JsonSchema)]
pub struct Moves {
    /// The rules.
    rules: Rules,
    /// The position.
    position: String,
    /// Who is to move.
    side_to_move: Color,
    /// How the game has ended, in a sentence; null while it goes on.
    ending: Option<String>,
    /// Every legal move.
    moves: Vec<Next>,
}

/// A move and what it leads to.
#[derive(Serialize, JsonSchema)]
struct Next {
    /// The move.
    r#move: String,
    /// The square that the pawn leaves.
    from: String,
    /// The square that it goes to.
    to: String,
    /// The position after it.
    position: String,
    /// How it ends the game, in a sentence; null if the game goes on.
    ending: Option<String>,
}

impl Next {
    fn new(position: &Position, m: Move) -> Next {
        let after = position.play(m);
        Next {
            r#move: m.to_string(),
            from: m.from.to_string(),
            to: m.to.to_string(),
            position: after.to_string(),
            ending: words::ending(&after),
        }
    }

    /// Each move of a line.
    fn line(mut position: Position, line: &[Move]) -> Vec<Next> {
        let step = |&m: &Move| {
            let next = Next::new(&position, m);
            position = position.play(m);
            next
        };
        line.iter().map(step).collect()
    }
}

impl Moves {
    pub fn of(position: &Position) -> Moves {
        let next = |m: Move| Next::new(position, m);
        Moves {
            rules: Rules::of(position),
            position: position.to_string(),
            side_to_move: position.turn(),
            ending: words::ending(position),
            moves: position.legal_moves().into_iter().map(next).collect(),
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct Stats {
    /// Positions looked into.
    nodes: u64,
    /// Positions in the table.
    positions: u64,
    /// Memory of the tables.
    bytes: u64,
    /// Time.
    seconds: f64,
    /// Memory of the tables in MiB.
    peak_memory_mib: f64,
}

impl Answer {
    pub fn new(solution: &Solution) -> Answer {
        let position = &solution.position;
        let moves = solution.moves.iter().map(|answer| MoveAnswer {
            next: Next::new(position, answer.r#move),
            result: answer.bounds,
            exact: answer.bounds.exact().is_some(),
        });
        let stats = &solution.stats;
        Answer {
            rules: Rules::of(position),
            position: position.to_string(),
            side_to_move: position.turn(),
            ending: words::ending(position),
            result: solution.bounds,
            exact: solution.bounds.exact().is_some(),
            moves: moves.collect(),
            line: solution.line.iter().map(Move::to_string).collect(),
            line_moves: Next::line(*position, &solution.line),
            promising: solution.promising.as_ref().map(Move::to_string),
            stats: Stats {
                nodes: stats.nodes,
                positions: stats.positions,
                bytes: stats.peak_memory,
                seconds: stats.elapsed.as_secs_f64(),
                peak_memory_mib: stats.peak_memory as f64 / MIB,
            },
            stopped: solution.stopped,
        }
    }
}

impl Rules {
    pub fn of(position: &Position) -> Rules {
        let set = position.rules().get();
        Rules {
            preset: set.preset().map(Preset::name),
            files: set.files,
            ranks: set.ranks,
            rows: set.rows,
            home_rank: set.home_rank,
            double_step: set.double_step,
            en_passant: set.en_passant,
            no_move: set.no_move.name(),
        }
    }
}
