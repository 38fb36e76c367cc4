//! A row of a table of endings: a position that was judged, with the game it is from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A position that was judged, in a table of endings. Results and likelihoods are those of the side to move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    /// The game's tag.
    pub site: Option<String>,
    /// The game's tag.
    pub event: Option<String>,
    /// The game's tag, as `2024-05-17`; what is not known is left out: `2024-05`, `2024`.
    pub date: Option<String>,
    /// The game's tag.
    pub white: Option<String>,
    /// The game's tag.
    pub black: Option<String>,
    /// The game's tag, in points.
    pub white_elo: Option<u32>,
    /// The game's tag, in points.
    pub black_elo: Option<u32>,
    /// The game's tag, as it stands there: `180+2`, seconds and seconds a move.
    pub time_control: Option<String>,
    /// How the game ended: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub game_result: Option<String>,
    /// The number of the game in the file, from 1.
    pub game: u64,
    /// The line of the file on which the game begins, from 1.
    pub line_number: u64,
    /// Plies of the game before the position.
    pub ply: u32,
    /// The number of the next move.
    pub move_number: u32,
    /// Who is to move: `white` or `black`.
    pub side: String,
    /// The position.
    pub fen: String,
    /// How many pawns there are, of both sides.
    pub pawns: u32,
    /// How many promoted pieces there are.
    pub pieces: u32,
    /// The ending begins here: kings and pawns alone are left, which was not so a ply before.
    pub begins: bool,
    /// The result: `win`, `draw` or `loss`; null if it is not proved.
    pub result: Option<String>,
    /// What is proved at least: `win`, `draw` or `loss`.
    pub lower: String,
    /// What is proved at most: `win`, `draw` or `loss`.
    pub upper: String,
    /// The moves that keep the result, in SAN, with blanks between; empty if it is not proved.
    pub best: String,
    /// Every legal move with its result, `Kd4:win Ke3:draw Kf3:loss..draw`.
    pub moves: String,
    /// The move of the game, in SAN; null behind the last one.
    pub played: Option<String>,
    /// The same as UCI writes it.
    pub played_uci: Option<String>,
    /// What is proved behind the move of the game at least, for the side that made it.
    pub after_lower: Option<String>,
    /// The same at most.
    pub after_upper: Option<String>,
    /// The proved result that the move threw away: `win` or `draw`; null if it threw away nothing that is proved.
    pub thrown: Option<String>,
    /// The move of the game is proved to be the only one that keeps a win or a draw.
    pub only_move: bool,
    /// What the error was about, as `explain` names it, several with commas between; null where nothing was thrown away.
    pub motive: Option<String>,
    /// How probable it is that the move gave a result away that is not proved, from 0.5 to 0.999 (with `--likely`).
    pub mistake: Option<f64>,
    /// How likely a win is, from 0 to 1, where the result is not proved (with `--likely`).
    pub win: Option<f64>,
    /// How likely a draw is.
    pub draw: Option<f64>,
    /// How likely a loss is.
    pub loss: Option<f64>,
    /// Seconds that the proof of the position took.
    pub seconds: f64,
}
