//! What is asked for, and who says so.

use peasant::board::{Color, Position};
use peasant::value::{Bounds, Wdl};
use schemars::JsonSchema;
use serde::Serialize;

use super::aim::{Aim, Goal};

/// Where a stipulation comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The command line.
    Option,
    /// The result in the file.
    Result,
    /// Nobody gives it: what is proved is asked for.
    Proof,
}

/// What is given of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stipulation {
    pub goal: Option<Goal>,
    pub solver: Option<Color>,
    /// The result of a game, as it is written: `1-0`.
    pub result: Option<&'static str>,
}

impl Stipulation {
    /// The stipulation, with what is proved of the first position for its side to move where nobody says it; `None` if that is
    /// open. A loss is a win of the other side's, and whoever has a bare king before him has no draw to fight for.
    pub fn settled(self, position: &Position, bounds: Bounds) -> (Option<Aim>, Source) {
        let turn = position.turn();
        let drawer = match position.men(!turn).count() {
            1 => !turn,
            _ => turn,
        };
        let named = match self.result {
            Some("1-0") => Some((Goal::Win, Some(Color::White))),
            Some("0-1") => Some((Goal::Win, Some(Color::Black))),
            Some("1/2-1/2") => Some((Goal::Draw, None)),
            _ => None,
        };
        if let Some(goal) = self.goal {
            let solver = self.solver.unwrap_or(turn);
            return (Some(Aim { solver, goal }), Source::Option);
        }
        if let Some((goal, solver)) = named {
            let solver = solver.or(self.solver).unwrap_or(turn);
            return (Some(Aim { solver, goal }), Source::Result);
        }
        let aim = bounds.exact().map(|result| match result {
            Wdl::Win => (turn, Goal::Win),
            Wdl::Draw => (self.solver.unwrap_or(drawer), Goal::Draw),
            Wdl::Loss => (!turn, Goal::Win),
        });
        (
            aim.map(|(solver, goal)| Aim { solver, goal }),
            Source::Proof,
        )
    }
}
