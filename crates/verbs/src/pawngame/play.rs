//! `peasant pawngame play`: a person against the solver.

use std::io::{self, Write};
use std::time::Duration;

use pawngame::{Move, Opponent, Position, Solution, Solver};
use peasant::board::Color;
use peasant::limits::Limits;

use super::options::PlayArgs;
use super::words;
use crate::host::fold::{self, Folded};
use crate::sitting::{self, Game, Playable, any_seed, converse};
use crate::tell::picture;
use crate::tell::progress::Spinner;
use crate::{Failure, Outcome};

impl Playable for Position {
    type Move = Move;

    fn turn(&self) -> Color {
        self.turn()
    }

    fn is_over(&self) -> bool {
        self.ended().is_some()
    }

    fn after(&self, m: Move) -> Option<Position> {
        self.try_play(m)
    }
}

/// A person at the board. One solver serves the whole sitting, and so remembers what it has proved.
struct Sitting {
    game: Game<Position>,
    solver: Solver,
    opponent: Opponent,
    /// How long a hint may take.
    time: Duration,
    ascii: bool,
    out: Folded<io::Stdout>,
}

pub fn run(args: &PlayArgs) -> Result<Outcome, Failure> {
    let start = super::position(&args.game)?;
    let solver = super::solver(&start, &args.solver)?;
    let person = args.side.map_or(start.turn(), Into::into);
    let seed = args.seed.unwrap_or_else(any_seed);
    let mut sitting = Sitting {
        game: Game::new(start, person),
        solver,
        opponent: Opponent::new(args.strength, args.time, seed),
        time: args.time,
        ascii: args.ascii,
        out: fold::stdout(),
    };
    converse(&mut sitting)?;
    Ok(Outcome::Answered)
}

impl sitting::Sitting for Sitting {
    type Position = Position;

    const HELP: &'static str = "\
b4, axb5, a2a4   make a move
hint             a hint; again, a plainer one
moves            the result of each move
undo             take back your last move and what followed
board            show the board
new              begin again
switch           change sides: the solver moves for you
quit             end";

    fn out(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    fn game(&mut self) -> &mut Game<Position> {
        &mut self.game
    }

    fn play(&mut self, text: &str) -> io::Result<bool> {
        let read = self.game.here().read_move(text);
        match read {
            Ok(m) => Ok(self.game.play(m)),
            Err(error) => {
                writeln!(self.out, "{error}. `help` lists the commands.")?;
                writeln!(self.out, "{}", words::legal(self.game.here()))?;
                Ok(false)
            }
        }
    }

    fn answer(&mut self) -> io::Result<Option<String>> {
        let spinner = Spinner::of_moves(None);
        let chosen = self
            .opponent
            .choose(&mut self.solver, self.game.here(), &spinner.watcher());
        drop(spinner);
        Ok(chosen.map(|m| {
            self.game.play(m);
            m.to_string()
        }))
    }

    fn show(&mut self) -> io::Result<()> {
        let here = self.game.here();
        writeln!(self.out, "{}", picture::pawns(here, self.ascii))?;
        match words::ending(here) {
            Some(over) => writeln!(self.out, "{over}"),
            None => writeln!(self.out, "{} to move.", here.turn()),
        }
    }

    fn hint(&mut self, given: usize) -> io::Result<()> {
        let solution = self.solution();
        writeln!(self.out, "{}", words::hint(&solution, given))
    }

    fn results(&mut self) -> io::Result<()> {
        let solution = self.solution();
        writeln!(self.out, "{}", words::verdict(&solution))?;
        if solution.moves.is_empty() {
            return Ok(());
        }
        write!(self.out, "\n{}", words::table(&solution))
    }

    fn explain(&mut self) -> io::Result<()> {
        writeln!(
            self.out,
            "Games with pawns alone are not explained: `moves` shows the results."
        )
    }
}

impl Sitting {
    /// What is proved of the position in the time for a hint.
    fn solution(&mut self) -> Solution {
        let limits = Limits::NONE.time(self.time);
        let spinner = Spinner::of_moves(None);
        self.solver
            .solve(self.game.here(), &limits, &spinner.watcher())
    }
}
