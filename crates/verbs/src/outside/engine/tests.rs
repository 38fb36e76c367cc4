//! Engines of all sorts, good and bad: shell scripts.
#![cfg(unix)]

use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use super::fake::Script;
use super::*;

const QUEENS: &str = "4Q3/8/8/3K1k2/8/1p6/1P6/7q w - - 0 1";
const OTHER: &str = "4Q3/3K1k2/8/8/8/1p6/1P6/7q b - - 0 1";

/// The machine may be busy; but some engines do not answer whatever one waits.
const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(400);

static GOES_ON: AtomicBool = AtomicBool::new(false);

/// An engine that shakes hands and sets three options; `$go` is what it does when it is asked.
const GOOD: &str = r#"
while read -r word rest; do
  echo "$word $rest" >>"$0.heard"
  case "$word" in
    uci) printf 'hello\nid name Fake 1.0\nid author nobody\noption name Threads type spin default 1 min 1 max 9\n'
         printf 'option name Clear Hash type button\noption name SyzygyPath type string default <empty>\nuciok\n';;
    isready) echo readyok;;
    quit) exit 0;;
    go) GO;;
  esac
done
"#;

/// What a sound engine says.
const ANSWER: &str = r"printf 'info depth 1 score cp 900 lowerbound\ninfo depth 2 score cp -17 nodes 3 pv d5c4\nbestmove d5c4 ponder h1c1\n'";

/// A good engine that does this when it is asked.
fn engine(go: &str) -> Script {
    Script::new(&GOOD.replace("GO", go))
}

/// Refused soon if it does not become ready.
fn start(script: &Script) -> Result<Uci, String> {
    let start = Duration::from_millis(1500);
    start_with(script.path(), Settings { start, ..patient() })
}

fn running(script: &Script) -> Uci {
    start_with(script.path(), patient()).expect("an engine")
}

/// Asked by somebody in a hurry.
fn in_a_hurry(script: &Script) -> Uci {
    let stop = SHORT;
    start_with(script.path(), Settings { stop, ..patient() }).expect("an engine")
}

/// The score of what an engine thinks of a position after so long.
fn score(engine: &Uci, text: &str, time: Duration) -> Option<i32> {
    let thought = engine.think(&position(text), &[], time);
    thought.map(|thought| thought.score)
}

fn patient() -> Settings {
    Settings {
        start: LONG,
        stop: LONG,
        ..Settings::new(Some("/tables".into()))
    }
}

fn start_with(path: &Path, settings: Settings) -> Result<Uci, String> {
    let engine = Uci::start(path.as_os_str(), settings, &GOES_ON);
    engine.map_err(|fault| fault.words().to_owned())
}

fn refusal(result: Result<Uci, String>) -> String {
    result.err().expect("this is no engine")
}

fn position(text: &str) -> Position {
    fen::parse(text).expect("a position")
}

fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

/// Has the process gone, and been waited for?
fn is_gone(id: u32) -> bool {
    !Path::new(&format!("/proc/{id}")).exists()
}

#[test]
fn a_good_engine_answers() {
    let script = engine(ANSWER);
    let engine = running(&script);
    assert_eq!(engine.name(), "Fake 1.0");
    assert_eq!(score(&engine, QUEENS, LONG), Some(-17));
    assert_eq!(engine.warnings(), [""; 0]);
    drop(engine);
    let heard = script.beside("heard");
    let asked = format!("position fen {QUEENS}\ngo movetime 60000\n");
    assert_says(&heard, &["uci \n", &asked, "quit"]);
    // It is told what it offers to be told, and nothing else.
    let set: Vec<&str> = heard.lines().filter(|l| l.starts_with("set")).collect();
    let path = "setoption name SyzygyPath value /tables";
    assert_eq!(set, ["setoption name Threads value 1", path]);
}

#[test]
fn what_is_no_engine_is_refused_with_the_cure() {
    let cure = "give the path of a UCI engine, or leave out --engine";
    let missing = refusal(start_with(Path::new("/no/such/engine"), patient()));
    assert_says(&missing, &["`/no/such/engine`", "cannot be started", cure]);
    let folder = refusal(start_with(&std::env::temp_dir(), patient()));
    assert_says(&folder, &["cannot be started", cure]);
    let dying = refusal(start(&Script::new("exit 1")));
    assert_says(&dying, &["ended before it said `uciok`", cure]);
    let talker = refusal(start(&Script::new("echo I am a calculator\nexec sleep 60")));
    assert_says(&talker, &["no `uciok`", "`I am a calculator`", cure]);
    let silent = refusal(start(&Script::new("exec sleep 60")));
    assert_says(&silent, &["no `uciok` within 1.5 s", cure]);
    let endless = refusal(start(&Script::new("exec yes")));
    assert_says(&endless, &["no `uciok`", "it said `y`", cure]);
    let unready = refusal(start(&Script::new("echo uciok\nexec sleep 60")));
    assert_says(&unready, &["no `readyok`", cure]);
}

#[test]
fn an_endless_line_is_no_trouble() {
    let script = Script::new("exec tr '\\n' x </dev/zero");
    assert_says(&refusal(start(&script)), &["no `uciok`"]);
}

#[test]
fn an_engine_that_says_nothing_is_given_up() {
    let script = engine("exec sleep 60");
    let engine = in_a_hurry(&script);
    let id = engine.process_id().expect("it runs");
    assert_eq!(score(&engine, QUEENS, SHORT), None);
    assert!(is_gone(id));
    // Nobody waits for it again.
    assert_eq!(score(&engine, OTHER, SHORT), None);
    let warnings = engine.warnings();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let name = script.path().display().to_string();
    let says = [
        name.as_str(),
        "did not answer in 0.8 s",
        "leave out --engine",
    ];
    assert_says(&warnings[0], &says);
}

#[test]
fn an_engine_that_thinks_too_long_is_told_to_stop() {
    let slow = "echo 'info score mate -3'; read -r word; echo \"$word\" >>\"$0.heard\"; echo bestmove d5c4";
    let script = engine(slow);
    let engine = running(&script);
    assert_eq!(score(&engine, QUEENS, SHORT), Some(-99_997));
    assert_says(&script.beside("heard"), &["stop\n"]);
    assert_eq!(engine.warnings(), [""; 0]);
}

#[test]
fn an_engine_that_dies_is_given_up() {
    let script = engine("echo info score cp 5; exit 3");
    let engine = running(&script);
    assert_eq!(score(&engine, QUEENS, LONG), None);
    assert_eq!(score(&engine, QUEENS, LONG), None);
    assert_eq!(engine.process_id(), None);
    let warnings = engine.warnings();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert_says(&warnings[0], &["ended and was not asked again"]);
}

#[test]
fn an_engine_that_floods_us_is_given_up() {
    let engine = in_a_hurry(&engine("exec yes info score cp 1"));
    assert_eq!(score(&engine, QUEENS, SHORT), None);
    assert_says(&engine.warnings()[0], &["did not answer"]);
}

#[test]
fn nonsense_is_no_answer_and_the_next_question_is_asked() {
    for nonsense in [
        "echo bestmove d5c4",
        "printf 'info score cp lots\\nbestmove d5c4\\n'",
        "printf 'info score cp 5\\nbestmove e2e4\\n'",
        "printf 'info score cp 5\\nbestmove\\n'",
        "printf 'info score cp 5\\nbestmove (none)\\n'",
    ] {
        let script = engine(nonsense);
        let engine = running(&script);
        assert_eq!(score(&engine, QUEENS, LONG), None, "{nonsense}");
        assert!(engine.process_id().is_some(), "{nonsense}");
        assert_eq!(engine.warnings(), [""; 0]);
    }
}

#[test]
fn an_engine_ends_with_its_owner_even_if_it_does_not_listen() {
    let good = running(&engine(ANSWER));
    let deaf = Script::new("trap '' INT TERM\necho uciok; echo readyok; while :; do sleep 1; done");
    let deaf = running(&deaf);
    for engine in [good, deaf] {
        let id = engine.process_id().expect("it runs");
        assert!(cfg!(not(target_os = "linux")) || !is_gone(id));
        drop(engine);
        assert!(is_gone(id));
    }
}

#[test]
fn a_cancelled_question_is_dropped_without_a_word() {
    static CANCELLED: AtomicBool = AtomicBool::new(false);
    let script = engine("exec sleep 60");
    let settings = Settings::new(None);
    let engine = Uci::start(script.path().as_os_str(), settings, &CANCELLED).expect("an engine");
    CANCELLED.store(true, Relaxed);
    assert_eq!(score(&engine, QUEENS, SHORT), None);
    assert_eq!(engine.warnings(), [""; 0]);
}
