//! What is said of positions that stay open.

use serde_json::Value;

use super::{game, lines, words};
use crate::common::{feed, text};
use crate::engine::fake::Script;

/// A move in a position that stays open.
pub const DOUBTED: &str =
    "[SetUp \"1\"]\n[FEN \"8/pp5p/8/2p1kpPP/8/5K2/PP6/8 b - - 0 40\"]\n\n40... c4 *\n";

/// An engine that would play another one, and likes the position behind it.
pub const DOUBTER: &str = r#"
while read -r word rest; do
  case "$word" in
    uci) printf 'id name Doubter\nuciok\n';;
    isready) echo readyok;;
    position) here=$rest;;
    go) case "$here" in
      *' w '*) printf 'info depth 9 score cp 900 pv f3e3\nbestmove f3e3\n';;
      *) printf 'info depth 9 score cp -5 pv e5e6 a2a4\nbestmove e5e6\n';;
    esac;;
    quit) exit;;
  esac
done
"#;

/// What an engine makes of a game, with so little work that nothing is proved: the games, and the summary.
fn doubted(games: &str, more: &[&str]) -> (String, String) {
    let script = Script::new(DOUBTER);
    let engine = script.path().to_str().expect("a name in letters");
    let args = ["annotate", "-", "--structures", "1", "--engine", engine];
    let output = feed(&[&args, more].concat(), games);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn what_is_probably_a_mistake_has_a_sign_and_words_of_its_own() {
    let (out, summary) = doubted(DOUBTED, &[]);
    let flat = words(&out);
    for part in [
        "{Pawn ending. Its result is open. ",
        "Likely: a draw (",
        "Move: 40...Ke6 41.a4 (no proof; -0.05 for Black at depth 9 by Doubter).}",
        "40... c4 $6 {Probably a mistake, not proved: ",
        " %. Ke6 is likely to hold (",
        " %), by Doubter.}",
    ] {
        assert!(flat.contains(part), "{part} is not in: {out}");
    }
    assert!(!out.contains("$4") && !out.contains("thrown away"), "{out}");
    assert!(summary.contains("0 results thrown away"), "{summary}");
    let said = "\n1 move is probably a mistake (not proved).\n";
    assert!(summary.contains(said), "{summary}");
    assert_eq!(doubted(&out, &[]).0, out, "nothing is said twice");
}

/// The sign of somebody else stays, and counts for nothing.
#[test]
fn signs_of_the_file_are_no_proof() {
    let file = std::env::temp_dir().join(format!("peasant-signs-{}.epd", std::process::id()));
    let path = file.display().to_string();
    let signed = DOUBTED.replace("c4", "c4??");
    let (out, summary) = doubted(&signed, &["--exercises", &path]);
    let exercises = std::fs::read_to_string(&file).expect("it is written");
    _ = std::fs::remove_file(&file);
    assert_eq!(exercises, "");
    let flat = words(&out);
    assert!(flat.contains("c4?? {Probably a mistake, not"), "{out}");
    assert!(!out.contains("$6"), "{out}");
    assert!(summary.contains("0 results thrown away"), "{summary}");
}

/// Who has no engine has a search of ours, if it is asked for.
#[test]
fn a_search_of_ours_says_what_is_likely() {
    let fen = "8/pp5p/8/2p1kpPP/8/5K2/PP6/8 b - - 0 40";
    let args = ["annotate", "-", "--structures", "1", "--json"];
    let of = |more: &[&str]| -> Value {
        let output = feed(&[&args, more].concat(), &game(fen, ""));
        lines(&output)[0]["moments"][0].clone()
    };
    let ending = of(&["--likely"]);
    let told = ending["text"].as_str().expect("words");
    assert!(
        told.contains("Likely: ") && told.contains("Move: 40..."),
        "{told}"
    );
    assert!(told.ends_with("by peasant's own search)."), "{told}");
    assert!(ending["likelihood"]["win"].is_number(), "{ending}");
    assert_eq!(ending["opinion"]["source"], "peasant");
    let silent = of(&[]);
    assert_eq!(silent["text"], "Pawn ending. Its result is open.");
    assert_eq!(silent.get("likelihood"), None);
}
