//! `peasant play`: a person against the prover.

mod coach;
mod lessons;

use std::io::{self, Write};
use std::time::Duration;

use pawngame::{Chance, Strength};
use peasant::board::{Move, Position};
use peasant::{Analysis, Explanation, Limits, ProveError, Prover, Request};

use self::coach::{Judgement, read_move};
use self::lessons::LESSONS;
use crate::args::play::PlayArgs;
use verbs::explain::prose::Rendered;
use verbs::host::fold::{self, Folded};
use verbs::host::{machine, memory};
use verbs::opinion::choice::{Candidates, Past, ranked};
use verbs::opinion::{Asked, Thinker};
use verbs::options::helpers;
use verbs::sitting::{self, Game, any_seed, converse};
use verbs::tell::progress::{Spinner, processors};
use verbs::tell::{picture, san, words};
use verbs::{Failure, Outcome};

/// What is not proved is thought about for so long.
const THOUGHT: Duration = Duration::from_secs(1);

/// A person at the board. One prover serves the whole sitting, and so remembers what it has proved.
struct Sitting {
    game: Game<Position>,
    prover: Prover,
    /// Asked where what is proved does not say what to play.
    thinker: Thinker,
    strength: Strength,
    /// What is known of the position that was shown last.
    seen: Option<Analysis>,
    chance: Chance,
    /// The person has erred: the next move of the program is its best.
    punishes: bool,
    ascii: bool,
    out: Folded<io::Stdout>,
}

pub fn run(args: &PlayArgs) -> Result<Outcome, Failure> {
    let mut chance = Chance::new(args.seed.unwrap_or_else(any_seed));
    let mut out = fold::stdout();
    let start = if args.fen.is_empty() {
        let lesson = LESSONS[chance.below(LESSONS.len())];
        writeln!(
            out,
            "{} (`peasant play FEN` plays any other)\n",
            lesson.name
        )?;
        lesson.position()
    } else {
        verbs::options::position::of(&args.fen.join(" "))?
    };
    let mut sitting = Sitting {
        game: Game::new(start, args.side.map_or(start.turn(), Into::into)),
        prover: prover(args)?,
        thinker: Thinker::new(None),
        strength: args.strength,
        seen: None,
        chance,
        punishes: false,
        ascii: args.ascii,
        out,
    };
    // What cannot be played is refused before the game.
    sitting
        .analysis()
        .map_err(|error| verbs::tell::refusal::unanswered(&error, &start))?;
    converse(&mut sitting)?;
    Ok(Outcome::Answered)
}

/// Whoever proves what a person plays against.
fn prover(args: &PlayArgs) -> Result<Prover, Failure> {
    let memory = machine::memory(args.memory, 1);
    let limits = Limits::NONE.time(args.time).memory(memory);
    let mut builder = Prover::builder().threads(processors()).limits(limits);
    if let Some(scratch) = helpers::scratch(args.scratch.as_deref())? {
        builder = builder.scratch(scratch);
    }
    Ok(args.store.open().used_by(builder).build())
}

impl sitting::Sitting for Sitting {
    type Position = Position;

    const HELP: &'static str = "\
Kb1, e8=Q, a1b1   make a move
hint              a hint; again, a plainer one
moves             the result of each move
explain           what the position hangs on
undo              take back your last move and what followed
board             show the board
new               begin again
switch            change sides: the program moves for you
quit              end";

    fn out(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    fn game(&mut self) -> &mut Game<Position> {
        &mut self.game
    }

    fn is_over(&mut self) -> bool {
        self.over().is_some()
    }

    fn taken_back(&mut self) {
        self.punishes = false;
    }

    fn play(&mut self, text: &str) -> io::Result<bool> {
        match read_move(self.game.here(), text) {
            Ok(m) => {
                let judged = self.judge(m);
                self.game.play(m);
                if let Some(judgement) = self.known(judged)? {
                    self.punishes = judgement.is_error;
                    if !judgement.words.is_empty() {
                        writeln!(self.out, "{}\n", judgement.words)?;
                    }
                }
                Ok(true)
            }
            Err(error) => {
                writeln!(self.out, "{error}. `help` lists the commands.")?;
                Ok(false)
            }
        }
    }

    fn answer(&mut self) -> io::Result<Option<String>> {
        let here = *self.game.here();
        let errs = self.chance.below(10) >= usize::from(self.strength.number());
        let chosen = match errs && !self.punishes {
            true => any(&here, &mut self.chance),
            false => self.best(&here)?,
        };
        self.punishes = false;
        Ok(chosen.map(|m| {
            self.game.play(m);
            san::format(&here, m)
        }))
    }

    fn show(&mut self) -> io::Result<()> {
        let here = *self.game.here();
        writeln!(self.out, "{}", picture::board(&here, self.ascii))?;
        // What follows may take long.
        self.out.flush()?;
        if let Some(over) = self.over() {
            return writeln!(self.out, "{over}");
        }
        let task = match self.analysis() {
            Ok(analysis) if here.turn() == self.game.person => coach::task(&analysis),
            _ => String::new(),
        };
        writeln!(self.out, "{} to move. {task}", here.turn())
    }

    fn hint(&mut self, given: usize) -> io::Result<()> {
        let answer = self.explanation();
        let Some(explanation) = self.known(answer)? else {
            return Ok(());
        };
        writeln!(self.out, "{}", coach::hint(&explanation, given))
    }

    fn results(&mut self) -> io::Result<()> {
        let answer = self.analysis();
        let Some(analysis) = self.known(answer)? else {
            return Ok(());
        };
        writeln!(self.out, "{}", words::verdict(&analysis))?;
        if analysis.moves.is_empty() {
            return Ok(());
        }
        write!(self.out, "\n{}", words::table(&analysis))
    }

    fn explain(&mut self) -> io::Result<()> {
        let answer = self.explanation();
        let Some(explanation) = self.known(answer)? else {
            return Ok(());
        };
        let verdict = words::verdict(&explanation.analysis);
        writeln!(self.out, "{verdict}")?;
        writeln!(
            self.out,
            "{}",
            Rendered::new(&explanation).text().trim_end()
        )
    }
}

impl Sitting {
    fn judge(&mut self, m: Move) -> Result<Judgement, ProveError> {
        let analysis = self.analysis()?;
        self.work(|prover, request| coach::judge(prover, request, analysis, m))
    }

    /// Why it ends as it does.
    fn explanation(&mut self) -> Result<Explanation, ProveError> {
        let analysis = self.analysis()?;
        self.work(|prover, request| prover.explain(request, analysis))
    }

    /// What is proved of the position.
    fn analysis(&mut self) -> Result<Analysis, ProveError> {
        let here = self.game.here();
        if let Some(seen) = self.seen.as_ref().filter(|seen| seen.position == *here) {
            return Ok(seen.clone());
        }
        let analysis = self.work(|prover, request| prover.analyse(request))?;
        memory::reserve();
        self.seen = Some(analysis.clone());
        Ok(analysis)
    }

    /// Has the prover work on the position: everything is asked. As long as that takes, what is known is shown.
    fn work<T>(&mut self, work: impl FnOnce(&Prover, &Request) -> T) -> T {
        let request = Request::new(*self.game.here());
        let spinner = Spinner::of_itself();
        let listener = spinner.listener(self.prover.open(&request));
        let request = request.observer(spinner.watcher()).listener(listener);
        work(&mut self.prover, &request)
    }

    /// The answer, or nothing but the reason said.
    fn known<T>(&mut self, answer: Result<T, ProveError>) -> io::Result<Option<T>> {
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(error) => {
                writeln!(self.out, "Not judged: {error}.")?;
                Ok(None)
            }
        }
    }

    /// The best move that is known; any, where nothing can be known.
    fn best(&mut self, here: &Position) -> io::Result<Option<Move>> {
        let answer = self.analysis();
        let Some(analysis) = self.known(answer)? else {
            return Ok(any(here, &mut self.chance));
        };
        let past = Past {
            earlier: self.game.earlier().copied().collect(),
            halfmoves: 0,
        };
        let asked = Asked {
            earlier: &past.earlier,
            ..Asked::new(*here, THOUGHT)
        };
        let candidates = Candidates::new(&analysis, &[], &past);
        let chosen = match candidates.moves[..] {
            [] => None,
            _ => {
                let spinner = Spinner::of_itself();
                spinner.know("thinking about what is not proved".to_owned());
                self.thinker.choose(&candidates, &asked)
            }
        };
        let moves = ranked(&analysis, &[], &past, chosen.as_slice());
        Ok(moves.first().map(|m| m.r#move))
    }

    fn over(&self) -> Option<String> {
        coach::over(self.game.here(), self.game.earlier())
    }
}

/// Any legal move.
fn any(here: &Position, chance: &mut Chance) -> Option<Move> {
    let moves = here.legal_moves();
    moves.get(chance.below(moves.len())).copied()
}
