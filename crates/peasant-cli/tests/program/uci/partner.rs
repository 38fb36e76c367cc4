//! The engine beside another one, and what each of them plays.
#![cfg(unix)]

use std::time::Duration;

use super::{Engine, FINE, QUEEN, chosen, says};
use crate::engine::fake::Script;

/// Ours beside an engine that does what a script says.
fn beside(script: &Script) -> Engine {
    let path = script.path().to_str().expect("a name in letters");
    Engine::start(&["--engine", path])
}

/// Knows one move, and says what it hears.
const PARROT: &str = r#"
while read -r word rest; do
  echo "$word $rest" >>"$0.heard"
  case "$word" in
    uci) printf 'id name Parrot\noption name Colour type string default green\noption name UCI_Chess960 type check default false\nuciok\n';;
    isready) echo readyok;;
    go) printf 'info depth 7 score cp 42 pv g1f3\n'; case "$rest" in *infinite*) ;; *) echo 'bestmove g1f3 ponder g8f6';; esac;;
    stop) echo 'bestmove g1f3';;
    quit) exit;;
  esac
done
"#;

#[test]
fn what_is_no_pawn_ending_goes_to_the_other_engine_unchanged() {
    let script = Script::new(PARROT);
    let mut engine = beside(&script);
    engine.say("uci");
    let introduction = engine.until("uciok");
    assert!(says(
        &introduction,
        "option name Engine.Colour type string default green"
    ));
    // Nobody castles here as Chess960 does.
    assert!(!says(&introduction, "Chess960"), "{introduction:#?}");
    engine.say("setoption name Engine.Colour value sky blue");
    engine.say("ucinewgame");
    let go = "go wtime 1000 btime 2000 winc 3 binc 4 movestogo 5";
    let lines = engine.ask("startpos moves e2e4 e7e5", go);
    assert_eq!(
        lines[lines.len() - 2..],
        [
            "info depth 7 score cp 42 pv g1f3",
            "bestmove g1f3 ponder g8f6"
        ]
    );
    let heard = script.beside("heard");
    for line in [
        "setoption name Engine.Colour",
        "setoption name Colour value sky blue",
        "ucinewgame",
        "position startpos moves e2e4 e7e5",
        go,
    ] {
        let is_heard = heard.lines().any(|heard| heard.trim() == line);
        assert_eq!(is_heard, !line.contains("Engine."), "{line}: {heard}");
    }
    // A pawn ending is ours, and so is what else can be proved.
    for (position, best) in [(FINE, "a1b1"), (QUEEN, "e2b5")] {
        let lines = engine.ask(&format!("fen {position}"), "go movetime 20000");
        if position == FINE {
            assert_eq!(chosen(&lines), best);
            assert!(!says(&lines, "cp 42"));
        }
    }
    // It stops when we do.
    engine.say("position startpos");
    engine.say("go infinite");
    assert!(engine.is_silent(Duration::from_millis(300)));
    engine.say("stop");
    engine.until("bestmove g1f3");
    engine.quit();
}

/// Of a pawn ending that stays open the engine is asked, and its move is passed on as its own. The score is made of what is likely then.
#[test]
fn the_other_engine_has_an_opinion_of_what_is_open() {
    /// Thirteen pawns on all files.
    const WIDE: &str = "8/1p2k2p/p7/3p1p2/P1pP4/2P2P2/1P3PKP/8 b - - 0 1";
    const ADVISER: &str = r#"
while read -r word rest; do
  case "$word" in
    uci) printf 'id name Adviser 1.0\nuciok\n';;
    isready) echo readyok;;
    go) printf 'info depth 21 score cp -31 pv e7e6 g2g3\nbestmove e7e6\n';;
    quit) exit;;
  esac
done
"#;
    let script = Script::new(ADVISER);
    let mut engine = beside(&script);
    let lines = engine.ask(&format!("fen {WIDE}"), "go movetime 3000");
    assert_eq!(lines.last().expect("a line"), "bestmove e7e6 ponder g2g3");
    let is_scored = says(&lines, "info depth 21 seldepth 2 multipv 1 score cp -");
    assert!(is_scored && !says(&lines, "score cp -31 "), "{lines:#?}");
    assert!(
        says(&lines, "the move is the opinion of Adviser 1.0"),
        "{lines:#?}"
    );
    engine.quit();
}

/// What we prove while the other engine thinks is played; it has to stop, and is asked again later.
#[test]
fn a_proof_overrules_the_other_engine() {
    const THINKER: &str = r#"
while read -r word rest; do
  case "$word" in
    uci) printf 'uciok\n';;
    isready) echo readyok;;
    stop) echo 'bestmove a2a3';;
    quit) exit;;
  esac
done
"#;
    let script = Script::new(THINKER);
    let mut engine = beside(&script);
    for _ in 0..3 {
        let lines = engine.ask(&format!("fen {QUEEN}"), "go wtime 60000 btime 60000");
        assert!(
            says(&lines, "Proved") || says(&lines, "score mate 9"),
            "{lines:#?}"
        );
        assert_ne!(chosen(&lines), "a2a3");
        engine.say("position startpos");
        engine.say("go infinite");
        assert!(engine.is_silent(Duration::from_millis(200)));
        engine.say("stop");
        assert_eq!(
            engine.until("bestmove").last().expect("a line"),
            "bestmove a2a3"
        );
    }
    engine.quit();
}
