//! The command line of games with pawns alone.

use crate::options::{MACHINE, OUTPUT};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use pawngame::{Checkpoint, Method, NoMove, Preset, RuleSet, Rules, Settings, Strength};
use peasant::board::Color;
use peasant::limits::Limits;

use crate::host::machine;
use crate::options::{one_of, parse_memory, parse_name, parse_plies, parse_seconds, parse_threads};
use crate::tell::progress;

/// How often a checkpoint is written.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

/// What a value may take unless the user says otherwise: some hundred MiB, some seconds.
const VALUE_LIMIT: u64 = 1_000_000;

#[derive(Args)]
#[command(after_help = "Examples: peasant pawngame solve --files 4\n          \
    peasant pawngame value \"a2 b2 h3/a6 b7 h7\"\n\n\
    White's pawns go up the board, Black's down. Whoever brings a pawn to the last rank or takes every pawn of \
    the other side wins. Every command takes the options that choose the rules.")]
pub struct PawngameArgs {
    #[command(subcommand)]
    pub command: PawngameCommand,
}

#[derive(Subcommand)]
pub enum PawngameCommand {
    /// Prove a position: its result, every move's result, a line
    Solve(PawngameSolveArgs),
    /// The combinatorial value of a position and of its islands
    Value(ValueArgs),
    /// Count the lines of play of a given length
    Perft(PawngamePerftArgs),
    /// Play against the solver, in the terminal
    Play(PlayArgs),
}

#[derive(Args)]
#[command(after_help = "Examples: peasant pawngame solve --files 4\n          \
    peasant pawngame solve --preset hexapawn\n          \
    peasant pawngame solve \"4/1ppp/p3/4/P3/4/1PPP/4 b\"\n\n\
    Results are those of the side to move; the result of a move is that of the side that makes it.\n\
    Ctrl-C stops the proof, prints what is proved so far and writes the checkpoint; a second one ends the program.")]
pub struct PawngameSolveArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub solver: SolverArgs,
    /// Stop after so many seconds [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Keep what is proved in this file, written every 60 seconds and at the end, and start with what it holds. Its
    /// checksum shows damage but no forgery: start only with files that you trust
    #[arg(long, value_name = "FILE", help_heading = MACHINE)]
    pub checkpoint: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Draw the board with letters instead of chess symbols
    #[arg(long, help_heading = OUTPUT)]
    pub ascii: bool,
}

#[derive(Args)]
#[command(
    after_help = "A value is that of combinatorial game theory: White is Left, and a player who cannot move loses (normal play). \
    `up` is {0|*}, `oo` is a promotion. Islands are parts of a position that never touch; values of islands add up.\n\n\
    Examples: peasant pawngame value \"a2 b2 h3/a6 b7 h7\"\n          \
    peasant pawngame value --no-en-passant \"a2 b3/a6 b5\"\n\n\
    Ctrl-C stops the work and prints what is known by then; a second one ends the program."
)]
pub struct ValueArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Stop after so many seconds [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Stop before positions and games take more memory, about [default: a third of what is free]
    #[arg(long, value_name = "MIB", value_parser = parse_memory, help_heading = MACHINE)]
    pub memory: Option<u64>,
    /// Give up beyond so many positions, games and comparisons
    #[arg(long, value_name = "N", default_value_t = VALUE_LIMIT, value_parser = parse_limit)]
    pub limit: u64,
    /// Print a JSON object
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Draw the board with letters instead of chess symbols
    #[arg(long, help_heading = OUTPUT)]
    pub ascii: bool,
}

#[derive(Args)]
#[command(
    after_help = "A line that ends the game with its last move is counted, one that ends it before is not.\n\n\
    Example: peasant pawngame perft --files 4 --depth 6"
)]
pub struct PawngamePerftArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Plies to count, 0 to 100
    #[arg(long, value_name = "N", value_parser = parse_plies)]
    pub depth: u32,
    /// Print a JSON object
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}

#[derive(Args)]
#[command(
    after_help = "Type moves (b4, axb5, a2a4) and commands (hint, undo, board, new, switch, help, quit), a line each. Input may \
    come from a pipe; its end quits. Ctrl-C ends the program.\n\n\
    Examples: peasant pawngame play --files 5\n          \
    peasant pawngame play --preset hexapawn --side black --strength 6"
)]
pub struct PlayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub solver: SolverArgs,
    /// Your side [default: the side to move]
    #[arg(long)]
    pub side: Option<Side>,
    /// How well the solver plays, 0 to 10
    ///
    /// 0 plays any legal move. 10 plays one of the moves whose proved result is the best; where that is not proved in a third of
    /// the time, it looks ahead for the rest and plays what then looks best. In between, one move in so many is any
    /// legal move (at 7 three in ten), and the others get a part of the time (at 7 seven tenths).
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_strength)]
    pub strength: Strength,
    /// Think so many seconds at most about a move, or a hint
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = parse_seconds, allow_negative_numbers = true)]
    pub time: Duration,
    /// Choose among equal moves by this number, the same way each time [default: another way each time]
    #[arg(long, value_name = "N", value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// Draw the board with letters instead of chess symbols
    #[arg(long, help_heading = OUTPUT)]
    pub ascii: bool,
}

/// The rules, and a position under them.
#[derive(Args)]
pub struct GameArgs {
    /// The position [default: the start of the game]
    ///
    /// FEN with P and p (4/pppp/4/4/4/4/PPPP/4 w), the older form with o for White's pawns and X for Black's, or White's
    /// squares, a slash and Black's squares (a2 b2/a6 b5 w). Its board is the one that is played on, unless --files and --ranks say
    /// otherwise; a list of squares has the board of the preset.
    #[arg(num_args = 0.., value_name = "POSITION")]
    pub position: Vec<String>,
    /// The game: peasants (two rows of pawns), pawn-game (one row), alburt (one row; no move loses unless the
    /// opponent has none either), hexapawn (3x3, single steps, no move loses)
    #[arg(
        long,
        value_name = "GAME",
        default_value = "pawn-game",
        value_parser = one_of(Preset::ALL.map(Preset::name), parse_name::<Preset>),
        hide_possible_values = true,
        help_heading = "Rules"
    )]
    pub preset: Preset,
    /// Files of the board, 1 to 8 [default: the position's, or the preset's]
    #[arg(long, value_name = "N", value_parser = parse_count, help_heading = "Rules")]
    pub files: Option<u32>,
    /// Ranks of the board, 4 to 8, in hexapawn 3 to 8 [default: the position's, or the preset's]
    #[arg(long, value_name = "N", value_parser = parse_count, help_heading = "Rules")]
    pub ranks: Option<u32>,
    /// Rows of pawns that each side starts with, 1 or 2 [default: the preset's]
    #[arg(long, value_name = "N", value_parser = parse_count, help_heading = "Rules")]
    pub rows: Option<u32>,
    /// A pawn never goes two squares
    #[arg(long, help_heading = "Rules")]
    pub no_double_step: bool,
    /// A pawn that has gone two squares cannot be taken in passing
    #[arg(long, help_heading = "Rules")]
    pub no_en_passant: bool,
    /// A player without a move: draw, loss, or alburt (loses, unless the opponent has no move either: then it is a draw)
    /// [default: the preset's]
    #[arg(
        long,
        value_name = "RESULT",
        value_parser = one_of(NoMove::ALL.map(NoMove::name), parse_name::<NoMove>),
        hide_possible_values = true,
        help_heading = "Rules"
    )]
    pub no_move: Option<NoMove>,
}

/// What a solver may use.
#[derive(Args)]
pub struct SolverArgs {
    /// How a proof is searched for [default: proof-number for two rows of pawns on eight ranks, else alpha-beta]
    #[arg(long)]
    pub method: Option<MethodName>,
    /// Threads that work side by side [default: all processors]
    #[arg(long, value_name = "N", value_parser = parse_threads, help_heading = MACHINE)]
    pub threads: Option<usize>,
    /// Memory for the table of positions, in MiB [default: a third of what is free]
    #[arg(long, value_name = "MIB", value_parser = parse_memory, help_heading = MACHINE)]
    pub memory: Option<u64>,
}

/// A [`Method`] by name.
#[derive(Clone, Copy, ValueEnum)]
pub enum MethodName {
    /// Depth first, most promising move first
    AlphaBeta,
    /// The move that seems the least work first
    ProofNumber,
}

/// A player by name.
#[derive(Clone, Copy, ValueEnum)]
pub enum Side {
    White,
    Black,
}

impl PawngameSolveArgs {
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        let file = self.checkpoint.clone()?;
        Some(Checkpoint {
            file,
            every: CHECKPOINT_EVERY,
        })
    }
}

impl ValueArgs {
    pub fn limits(&self) -> Limits {
        let mut limits = Limits::NONE
            .memory(machine::memory(self.memory, 1))
            .structures(self.limit);
        limits.time = self.time;
        limits
    }
}

impl GameArgs {
    /// The rules as they are wished for, as changes of this game, before a position has given its size.
    pub fn rules(&self, preset: Preset) -> RuleSet {
        let preset = RuleSet::of(preset);
        RuleSet {
            files: self.files.unwrap_or(preset.files),
            ranks: self.ranks.unwrap_or(preset.ranks),
            rows: self.rows.unwrap_or(preset.rows),
            double_step: preset.double_step && !self.no_double_step,
            en_passant: preset.en_passant && !self.no_en_passant,
            no_move: self.no_move.unwrap_or(preset.no_move),
            ..preset
        }
    }
}

impl SolverArgs {
    /// What the solver of such a game may use.
    pub fn settings(&self, rules: Rules) -> Settings {
        Settings {
            method: match self.method {
                None => Method::of(rules),
                Some(MethodName::AlphaBeta) => Method::AlphaBeta,
                Some(MethodName::ProofNumber) => Method::ProofNumber,
            },
            threads: self.threads.unwrap_or_else(progress::processors),
            memory: machine::memory(self.memory, 1),
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

/// Files, ranks or rows; how many there may be depends on the game.
fn parse_count(text: &str) -> Result<u32, String> {
    let number = text.parse().ok();
    number.ok_or_else(|| "give a number, such as 4".to_owned())
}

fn parse_limit(text: &str) -> Result<u64, String> {
    let number = text.parse().ok();
    number.ok_or_else(|| format!("give a whole number, such as {VALUE_LIMIT}"))
}

pub fn parse_seed(text: &str) -> Result<u64, String> {
    let number = text.parse().ok();
    number.ok_or_else(|| "give a whole number, such as 1".to_owned())
}

pub fn parse_strength(text: &str) -> Result<Strength, String> {
    let number = text.parse().ok().and_then(Strength::new);
    number.ok_or_else(|| "give a strength from 0 to 10".to_owned())
}
