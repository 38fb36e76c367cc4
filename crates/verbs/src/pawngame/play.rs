//! `peasant pawngame play`: a person against the solver.

use std::io::{self, StdoutLock, Write};
use std::time::Duration;

use pawngame::{Move, Opponent, Position, Solver};
use peasant::board::Color;
use peasant::limits::Limits;

use super::options::PlayArgs;
use super::words;
use crate::host::progress::{Moves, Spinner};
use crate::sitting::{self, Game, Input, Playable, any_seed, converse};
use crate::tell::picture;
use crate::{Failure, Outcome};

/// The commands, as `help` shows them.
const HELP: &str = "\
b4, axb5, a2a4   make a move
hint             the result of each move
undo             take back your last move and what followed
board            show the board
new              begin again
switch           change sides: the solver moves for you
quit             end";

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
    out: StdoutLock<'static>,
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
        out: io::stdout().lock(),
    };
    sitting.run()?;
    Ok(Outcome::Answered)
}

impl sitting::Sitting for Sitting {
    fn out(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    fn obey(&mut self, input: &Input) -> io::Result<()> {
        match input {
            Input::Nothing | Input::Quit => Ok(()),
            Input::Help => writeln!(self.out, "{HELP}"),
            Input::Board => self.show(),
            Input::Hint => self.hint(),
            Input::Explain => writeln!(
                self.out,
                "Games with pawns alone are not explained: `hint` shows the results."
            ),
            Input::Move(text) => self.play(text),
            Input::Undo if self.game.undo() => self.show(),
            Input::Undo => writeln!(self.out, "You have not moved yet: nothing to take back."),
            Input::New => {
                self.game.restart();
                self.go_on()
            }
            Input::Switch => {
                self.game.switch();
                writeln!(self.out, "You are {}.", self.game.person)?;
                self.go_on()
            }
        }
    }
}

impl Sitting {
    fn run(&mut self) -> io::Result<()> {
        let person = self.game.person;
        writeln!(self.out, "You are {person}. `help` lists the commands.\n")?;
        self.go_on()?;
        converse(self)
    }

    /// A move of the person.
    fn play(&mut self, text: &str) -> io::Result<()> {
        if self.game.is_over() {
            return writeln!(self.out, "The game is over: type undo, new or quit.");
        }
        match self.game.here().read_move(text) {
            Ok(m) => {
                self.game.play(m);
                self.go_on()
            }
            Err(error) => {
                writeln!(self.out, "{error}. `help` lists the commands.")?;
                writeln!(self.out, "{}", words::legal(self.game.here()))
            }
        }
    }

    /// Lets the solver move if it is its turn, and shows where the game stands.
    fn go_on(&mut self) -> io::Result<()> {
        if self.game.is_programs_turn() {
            self.out.flush()?;
            let here = self.game.here();
            let player = here.turn();
            let watcher = Moves(Spinner::of_itself());
            let chosen = self.opponent.choose(&mut self.solver, here, &watcher);
            watcher.0.clear();
            if let Some(m) = chosen {
                self.game.play(m);
                writeln!(self.out, "{player} plays {m}.\n")?;
            }
        }
        self.show()
    }

    fn show(&mut self) -> io::Result<()> {
        let here = self.game.here();
        writeln!(self.out, "{}", picture::pawns(here, self.ascii))?;
        match words::ending(here) {
            Some(over) => writeln!(self.out, "{over}"),
            None => writeln!(self.out, "{} to move.", here.turn()),
        }
    }

    /// The result of each move.
    fn hint(&mut self) -> io::Result<()> {
        let limits = Limits::NONE.time(self.time);
        let here = self.game.here();
        let watcher = Moves(Spinner::of_itself());
        let solution = self.solver.solve(here, &limits, &watcher);
        watcher.0.clear();
        writeln!(self.out, "{}", words::verdict(&solution))?;
        if solution.moves.is_empty() {
            return Ok(());
        }
        write!(self.out, "\n{}", words::table(&solution))
    }
}
