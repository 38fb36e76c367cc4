//! What has been said so far: options, the game, the question in work.

use std::ffi::OsStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use peasant::Opinion;
use peasant::board::{self, Move};
use shakmaty::{Chess, Position};

use super::clock;
use super::command::{Command, Go};
use super::game::{self, Game};
use super::job::Job;
use super::options::{Change, Options};
use super::partner::{PREFIX, Partner};
use super::report::{self, Style};
use super::resources::Resources;
use super::search::Search;
use super::turn::{Answer, Mouth, Turn};
use verbs::host::plain::excerpt;
use verbs::opinion::choice::Past;
use verbs::opinion::glance;
use verbs::options::store::StoreArgs;
use verbs::outside::engine::{Settings, Uci};

/// How long `isready` waits for what was told before.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often the end of a question is looked for when no more lines come.
const BLINK: Duration = Duration::from_millis(5);

/// Options that the other engine has to know too.
const SHARED: [&str; 4] = ["MultiPV", "UCI_ShowWDL", "UCI_AnalyseMode", "Ponder"];

/// Nobody cancels an engine that has an opinion: it is brief.
static NEVER: AtomicBool = AtomicBool::new(false);

/// What is said where nothing can be proved.
const OUT_OF_REACH: &str = "no ending of kings and pawns: nothing is proved here, the move is an opinion; \
    the option Engine names an engine that plays such positions";

/// A conversation with a graphical program.
pub struct Session {
    mouth: Mouth,
    options: Options,
    /// Where the store is, if one is used.
    store: StoreArgs,
    game: Game,
    /// The line that told it, for the engine.
    told: String,
    search: Search,
    partner: Option<Partner>,
    /// What is to be told to an engine that is not there yet.
    orders: Vec<String>,
    turn: Option<Arc<Turn>>,
    /// How long a question may take once the other side has moved as expected.
    time: Option<clock::Time>,
}

impl Session {
    /// A conversation that begins with these options; what of them cannot be had is told.
    pub fn new(options: Options, store: StoreArgs) -> Session {
        let (resources, troubles) = Resources::open(&options, &store);
        let mut session = Session {
            mouth: Mouth::default(),
            search: Search::start(resources),
            options,
            store,
            game: Game::default(),
            told: "position startpos".to_owned(),
            partner: None,
            orders: Vec::new(),
            turn: None,
            time: None,
        };
        session.tell_all(&troubles);
        session.call_partner();
        session
    }

    /// Does what a line says.
    pub fn obey(&mut self, command: &Command, line: &str) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.ready(),
            Command::SetOption { name, value } => self.set(name, value),
            Command::NewGame => self.new_game(line),
            Command::Position { fen, moves } => self.position(fen.as_deref(), moves, line),
            Command::Go(go) => self.go(go, line),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Unknown(line) => {
                self.mouth
                    .tell(&format!("`{}` is no command of UCI", excerpt(line)));
            }
            // `quit` ends the reading.
            Command::Quit | Command::Nothing | Command::Debug(_) => {}
        }
    }

    /// No more lines will come: what was asked is still answered.
    pub fn end_of_input(&mut self) {
        if self.turn.as_ref().is_some_and(|turn| turn.is_held()) {
            self.stop();
        }
        let Some(turn) = self.turn.take() else {
            return;
        };
        wait(&turn);
    }

    /// Tells something that is no answer.
    pub fn tell(&self, sentence: &str) {
        self.mouth.tell(sentence);
    }

    fn tell_all(&self, sentences: &[String]) {
        for sentence in sentences {
            self.tell(sentence);
        }
    }

    fn introduce(&self) {
        self.mouth
            .say(&format!("id name peasant {}", env!("CARGO_PKG_VERSION")));
        self.mouth.say("id author the authors of peasant");
        let ours = self.options.declared();
        let theirs = self.partner.iter().flat_map(|partner| &partner.options);
        // Castling is read as in chess, whatever the other engine could do.
        let theirs = theirs.filter(|option| !option.contains("UCI_Chess960"));
        for option in ours.iter().chain(theirs) {
            self.mouth.say(option);
        }
        self.mouth.say("uciok");
    }

    fn is_at_work(&self) -> bool {
        self.turn.as_ref().is_some_and(|turn| !turn.is_answered())
    }

    fn ready(&self) {
        if !self.is_at_work() {
            self.search.wait(PATIENCE);
            if let Some(partner) = &self.partner {
                partner.wait();
            }
        }
        self.mouth.say("readyok");
    }

    fn set(&mut self, name: &str, value: &str) {
        if let Some(theirs) = strip_prefix(name, PREFIX) {
            let value = match value {
                "" => String::new(),
                value => format!(" value {value}"),
            };
            return self.order(format!("setoption name {theirs}{value}"));
        }
        if SHARED
            .iter()
            .any(|shared| shared.eq_ignore_ascii_case(name))
        {
            // What is shown is shown by both.
            self.order(format!("setoption name {name} value {value}"));
        }
        let changed = match self.options.set(name, value) {
            Ok(changed) => changed,
            Err(trouble) => {
                let (name, value) = (excerpt(name), excerpt(value));
                let said = format!("option `{name}` with `{value}` is left out: {trouble}");
                return self.mouth.tell(&said);
            }
        };
        match changed {
            Change::None => {}
            Change::Forget => self.search.forget(),
            Change::Prover => self.change_means(),
            Change::Engine => self.call_partner(),
        }
    }

    /// Tells the engine something of its options, and every other one that may come in its place.
    fn order(&mut self, order: String) {
        if let Some(partner) = &self.partner {
            partner.tell(&order);
        }
        self.orders.push(order);
    }

    /// Where to keep what is proved: by the option, or else by the command line.
    fn store_args(&self) -> StoreArgs {
        let mut store = self.store.clone();
        match &self.options.store {
            Some(none) if none == "none" => store.no_store = true,
            Some(directory) => {
                store.no_store = false;
                store.store = Some(directory.into());
            }
            None => {}
        }
        store
    }

    fn change_means(&self) {
        let (resources, troubles) = Resources::open(&self.options, &self.store_args());
        self.tell_all(&troubles);
        self.search.work_with(resources);
    }

    /// Starts the engine that the options name, and ends the one before.
    fn call_partner(&mut self) {
        self.partner = None;
        self.search.ask(None);
        let Some(path) = &self.options.engine else {
            return;
        };
        match Partner::start(path, self.mouth.clone()) {
            Ok(partner) => {
                for order in &self.orders {
                    partner.tell(order);
                }
                let name = &partner.name;
                let said = format!("{name} plays what is no pawn ending");
                self.mouth.tell(&said);
                self.partner = Some(partner);
                self.search.ask(self.adviser(path));
            }
            Err(trouble) => self.mouth.tell(&trouble),
        }
    }

    /// The engine once more, to be asked for opinions.
    fn adviser(&self, path: &OsStr) -> Option<Arc<Uci>> {
        let settings = Settings::new(self.options.syzygy.clone());
        match Uci::start(path, settings, &NEVER) {
            Ok(engine) => Some(Arc::new(engine)),
            Err(fault) => {
                self.mouth.tell(fault.words());
                None
            }
        }
    }

    /// What is proved stays proved.
    fn new_game(&mut self, line: &str) {
        self.end_question();
        if let Some(partner) = &self.partner {
            partner.tell(line);
        }
    }

    fn position(&mut self, fen: Option<&str>, moves: &[&str], line: &str) {
        self.end_question();
        match Game::read(fen, moves) {
            Ok((game, trouble)) => {
                (self.game, self.told) = (game, line.to_owned());
                if let Some(trouble) = trouble {
                    self.mouth.tell(&trouble);
                }
            }
            Err(trouble) => {
                self.mouth
                    .tell(&format!("{trouble}; the position stays what it was"));
            }
        }
    }

    /// A question that is in work when another one comes is answered first: in its time if that is limited, else at once.
    fn end_question(&mut self) {
        if let Some(turn) = self.turn.take().filter(|turn| !turn.is_answered()) {
            if turn.left().is_some() {
                // Its time will be up; a file of questions wants every answer.
                return wait(&turn);
            }
            if let Some(partner) = &self.partner {
                partner.stop();
            }
            turn.stop();
        }
    }

    fn go(&mut self, go: &Go, line: &str) {
        self.end_question();
        let ending = game::ending(&self.game.now);
        let is_ours = ending.is_some_and(|ending| ending.is_pawn_ending());
        let alone = self.partner.is_none() || is_ours;
        let position = game::prover_position(&self.game.now);
        let first = self.glance(go, position.as_ref().ok());
        let told = position.as_ref().ok().zip(first.as_ref());
        let turn = self.begin(go, self.first(go, told), !alone);
        if !alone {
            self.pass_on(line, &turn);
        } else if self.game.now.is_game_over() {
            turn.say(&over(&self.game.now));
        }
        if alone && ending.is_none() {
            turn.tell(&match &position {
                Ok(_) => OUT_OF_REACH.to_owned(),
                Err(why) => {
                    format!("nothing is proved here, the move is no more than legal: {why}")
                }
            });
        }
        let is_worth_it = (alone || ending.is_some()) && !self.game.now.is_game_over();
        let Some(position) = position.ok().filter(|_| is_worth_it) else {
            return turn.finish();
        };
        self.search.prove(Job {
            turn,
            position,
            is_in_reach: ending.is_some(),
            alone,
            trades: self.game.trades(),
            go: go.clone(),
            time: self.time,
            style: Style {
                lines: self.options.lines.max(1),
                show_wdl: self.options.show_wdl,
            },
            past: Past {
                earlier: self.game.earlier.clone(),
                halfmoves: self.game.halfmoves(),
            },
            first,
        });
    }

    /// What is thought at a glance.
    fn glance(&self, go: &Go, position: Option<&board::Position>) -> Option<Opinion> {
        let position = position?;
        let asked = report::asked(position, &go.search_moves);
        glance(position, &asked, &self.game.earlier)
    }

    /// An answer for want of a better one, at a glance.
    fn first(&self, go: &Go, glanced: Option<(&board::Position, &Opinion)>) -> Answer {
        let first = glanced.and_then(|(_, opinion)| opinion.line.first());
        let best = first.map_or_else(|| self.game.first(&go.search_moves), Move::to_string);
        Answer {
            report: glanced.map(|(position, opinion)| report::at_a_glance(position, opinion)),
            ..Answer::new(best)
        }
    }

    /// A question begins, and its clock unless it has to wait. There is an answer for want of a better one.
    fn begin(&mut self, go: &Go, first: Answer, passed_on: bool) -> Arc<Turn> {
        let held = go.infinite || go.ponder;
        let turn = Arc::new(Turn::new(self.mouth.clone(), first, held, passed_on));
        self.turn = Some(Arc::clone(&turn));
        self.time = clock::time(go, self.game.side(), self.options.move_overhead);
        self.keep_time(&turn, passed_on);
        if !held {
            turn.run(self.time.map(|time| time.longest));
        }
        turn
    }

    /// Passes a question on to the engine as it came.
    fn pass_on(&self, line: &str, turn: &Arc<Turn>) {
        let partner = self.partner.as_ref();
        if !partner.is_some_and(|partner| partner.ask(&self.told, line, turn)) {
            self.mouth.tell("the engine does not answer");
            turn.partner_is_gone();
        }
    }

    /// From a thread of its own; once there is an answer, nobody works on it any more.
    fn keep_time(&self, turn: &Arc<Turn>, passed_on: bool) {
        let turn = Arc::clone(turn);
        let partner = self.partner.as_ref().filter(|_| passed_on);
        let stop = partner.map(Partner::stopper);
        thread::spawn(move || {
            turn.keep_time();
            if let Some(stop) = stop {
                stop(&turn);
            }
        });
    }

    fn stop(&mut self) {
        if let Some(partner) = &self.partner {
            partner.stop();
        }
        if let Some(turn) = &self.turn {
            turn.stop();
        }
    }

    fn ponder_hit(&mut self) {
        let Some(turn) = &self.turn else {
            return;
        };
        if let Some(partner) = self.partner.as_ref().filter(|_| turn.is_passed_on()) {
            partner.tell("ponderhit");
        }
        turn.run(self.time.map(|time| time.longest));
    }
}

fn wait(turn: &Turn) {
    while !turn.is_answered() {
        thread::sleep(BLINK);
    }
}

/// The score where no move is legal.
fn over(position: &Chess) -> String {
    let score = if position.is_checkmate() {
        "mate 0"
    } else {
        "cp 0"
    };
    format!("info depth 0 score {score}")
}

/// As names of options are compared: in whatever case.
fn strip_prefix<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}
