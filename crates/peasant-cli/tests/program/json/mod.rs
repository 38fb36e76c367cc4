//! What `--json` prints, held to the schemas of `docs/json/` both ways: every field that is printed
//! stands there with its type, and every field and type that stands there is printed by some run.

mod errors;
#[cfg(feature = "serve")]
mod served;
mod table;

use std::collections::BTreeMap;
use std::path::Path;

use peasant::{Analysis, Limits, Opinion, Prover, Request};
use serde_json::Value;
use specification::cases;

#[cfg(unix)]
use crate::annotate::{DOUBTED, DOUBTER};
use crate::common::{feed, peasant, text};
#[cfg(unix)]
use crate::engine::fake::Script;
use table::Table;

const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -";
const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - -";
const EN_PASSANT: &str = "8/8/8/8/3Pp3/8/8/K1k5 b - d3";
const QUEEN: &str = "7k/8/8/8/8/8/P7/KQ6 w - -";

/// Where certificates are written.
const CERTIFICATE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/json.cert");

/// What the pages say, and where each object belongs.
struct Page {
    tables: BTreeMap<String, Table>,
}

impl Page {
    fn read() -> Page {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json");
        let mut tables = table::read(&folder);
        let solve = table::read(&folder).remove("solve");
        let solve = solve.expect("a table");
        for (name, table) in &mut tables {
            table.is_shown_elsewhere(|path| match &**name {
                "epd-row" => solve.has(path),
                "error" => false,
                // An error's text and cure.
                _ => path.contains("error."),
            });
        }
        Page { tables }
    }

    /// Runs the program with `--json` and checks every object that it prints.
    fn run(&mut self, args: &[&str], input: &str) {
        let mut args = args.to_vec();
        args.push("--json");
        let output = match args[0] {
            "epd" | "compare" | "annotate" | "study" => feed(&args, input),
            _ => peasant(&args),
        };
        let status = output.status.code().expect("it ends by itself");
        let out = text(&output.stdout);
        assert!(!out.is_empty(), "{args:?}: {}", text(&output.stderr));
        let mut errors = 0;
        for line in out.lines() {
            assert!(line.starts_with("{\"schema\":1,"), "{args:?}: {line}");
            let mut object: Value = serde_json::from_str(line).expect("JSON");
            errors += usize::from(object.get("error").is_some());
            if let Some(answer) = object.get_mut("answer") {
                // It has a table of its own.
                *answer = Value::Object(serde_json::Map::new());
            }
            let name = name(&args, &object);
            let table = self.tables.get_mut(&name);
            table
                .unwrap_or_else(|| panic!("no schema: {name}"))
                .check(&object);
        }
        assert_eq!(errors > 0, status == 2, "{args:?}: {status}: {out}");
    }

    /// Runs a verb on each case: `options` stand behind the position, `moves` are a study's, and `(file)` is a certificate.
    fn run_cases(&mut self, verb: &str) {
        cases(verb, |case| {
            let options = case.find("options").unwrap_or("").split_whitespace();
            let options = options.map(|option| match option {
                "(file)" => CERTIFICATE,
                _ => option,
            });
            let mut args = vec![verb, &case.text];
            args.extend(options);
            args.extend(case.all("moves").flat_map(|moves| ["--moves", moves]));
            self.run(&args, "");
        });
    }

    /// Checks an answer that was made by hand, as the program would print it.
    fn check(&mut self, name: &str, analysis: &Analysis) {
        let mut object = serde_json::to_value(analysis).expect("JSON");
        object["schema"] = 1.into();
        self.tables.get_mut(name).expect("a table").check(&object);
    }

    /// The objects of these names have been shown whole.
    fn is_shown(&self, names: &[&str]) {
        for name in names {
            let table = &self.tables[*name];
            assert_eq!(table.unseen(), Vec::<String>::new());
        }
    }
}

/// The name of an object's schema.
fn name(args: &[&str], object: &Value) -> String {
    let has = |key| object.get(key).is_some();
    let part = match args[0] {
        _ if has("error") && has("line_number") => return "bad-line".to_owned(),
        _ if has("error") => return "error".to_owned(),
        "pawngame" | "store" => args[1],
        "solve" if has("event") => "event",
        "kpk" if args.get(1) == Some(&"rules") => "rules",
        "kpk" if has("bitbase") => "totals",
        "kpk" => "position",
        "epd" | "compare" | "annotate" | "study" | "mine" if has("summary") => "summary",
        "annotate" => "game",
        "mine" => "finding",
        "epd" | "compare" => "row",
        verb => return verb.to_owned(),
    };
    format!("{}-{part}", args[0])
}

/// An open answer with an opinion that leans on tables: few runs show it.
fn open() -> Analysis {
    let position = RETI.parse().expect("a position");
    let request = Request::new(position).limits(Limits::NONE.structures(1));
    let analysis = Prover::default().analyse(&request);
    let mut analysis = analysis.expect("an answer");
    let king = "h8g7".parse().expect("a move");
    analysis.opinion = Some(Opinion {
        source: "peasant".to_owned(),
        score: 0,
        depth: 20,
        line: vec![king],
    });
    analysis.trusted = true;
    analysis
}

#[test]
fn solve() {
    let mut page = Page::read();
    page.check("solve", &open());
    page.run_cases("solve");
    page.is_shown(&["solve", "solve-event"]);
}

#[test]
fn explain() {
    let mut page = Page::read();
    page.run_cases("explain");
    page.is_shown(&["explain"]);
}

const RECORDS: &str = "\
8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - bm Kb1; am Ka2; c0 \"win\"; id \"Fine\";
8/8/8/8/8/5k2/5p2/5K2 w - -
8/8/8/2k5/2pP4/8/8/4K3 b - d3 id \"en passant\";
7k/8/8/8/p7/8/8/7K b - - id \"outside the square\";
";

/// Not a position, not a move, too many pieces.
const BAD: &str = "\
nonsense
8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - bm Qa1;
7k/8/8/8/8/8/P7/KRRN4 w - -
";

#[test]
fn epd() {
    let mut page = Page::read();
    page.run(&["epd", "-"], RECORDS);
    page.run(&["epd", "-", "--structures", "1"], RECORDS);
    page.run(&["epd", "-"], &format!("{RECORDS}{BAD}"));
    page.run(&["epd", "-", "--time", "60", "--memory", "999"], RETI);
    page.run(&["epd", "-", "--structures", "1"], FINE_70);
    page.is_shown(&["epd-row", "epd-summary", "bad-line"]);
}

/// An error, an only move, a trade with an alternative, an ending that is not proved, a game that cannot be read.
const GAMES: &str = include_str!("games.pgn");

/// What the other capture leads to is not proved in so few structures.
const TRADE: &str = "[FEN \"8/p7/2pk4/5p1p/2Pn1P1P/3KP3/P7/8 w - - 0 1\"]\n\n1. exd4 *\n";

#[cfg(unix)]
#[test]
fn annotate() {
    let mut page = Page::read();
    page.run(&["annotate", "-"], GAMES);
    page.run(&["annotate", "-", "--structures", "150"], GAMES);
    let more = ["--structures", "2000", "--time", "60"];
    page.run(&[&["annotate", "-"][..], &more].concat(), TRADE);
    page.run(&["annotate", "-", "--structures", "150"], OPEN_TRADE);
    let engine = Script::new(DOUBTER);
    let engine = engine.path().to_str().expect("a name in letters");
    let doubted = ["annotate", "-", "--structures", "1", "--engine", engine];
    page.run(&doubted, DOUBTED);
    page.is_shown(&["annotate-game", "annotate-summary"]);
}

#[test]
fn report() {
    let name = format!("peasant-json-{}.jsonl", std::process::id());
    let table = std::env::temp_dir().join(name).display().to_string();
    feed(&["annotate", "-", "--table", &table], GAMES);
    let mut page = Page::read();
    page.run(&["report", &table], "");
    std::fs::remove_file(&table).expect("it is ours");
}

/// The other capture leads to an ending that stays open.
#[cfg(unix)]
const OPEN_TRADE: &str =
    "[SetUp \"1\"]\n[FEN \"8/8/6pp/2K4N/4P1k1/1p6/1P6/8 b - - 0 1\"]\n\n1... gxh5 *\n";

/// Author's variations, a try, an admitted dual, an unreadable variation and what it takes.
const STUDIES: &str = include_str!("studies.pgn");

#[test]
fn study() {
    let mut page = Page::read();
    page.run(&["study", "-"], STUDIES);
    let broken = format!("[FEN \"{RETI} 0 1\"]\n\n1. Kg6 *\n");
    page.run(&["study", "-"], &broken);
    page.run_cases("study");
    page.is_shown(&["study", "study-summary"]);
}

#[test]
fn perft() {
    let mut page = Page::read();
    page.run(&["perft", EN_PASSANT, "--depth", "3"], "");
    page.run(&["perft", QUEEN, "--depth", "0"], "");
    page.is_shown(&["perft"]);
}

#[test]
fn kpk() {
    let mut page = Page::read();
    page.run_cases("kpk");
    page.run(&["kpk"], "");
    page.run(&["kpk", "rules"], "");
    page.run(&["kpk-rules"], "");
    page.is_shown(&["kpk-position", "kpk-totals", "kpk-rules"]);
}

#[test]
fn classic() {
    let mut page = Page::read();
    page.run_cases("classic");
    page.is_shown(&["classic"]);
}

#[test]
fn pawnking() {
    let mut page = Page::read();
    page.run_cases("pawnking");
    page.is_shown(&["pawnking"]);
}

#[test]
fn compare() {
    let mut page = Page::read();
    let list = "peasant:4,pawnking,pawnking:glance,kpk";
    page.run(&["compare", "-", "--programs", list], RECORDS);
    page.run(
        &["compare", "-", "--structures", "1"],
        &format!("{BAD}{FINE_70}"),
    );
    let hurried = ["--programs", "pawnking:never", "--program-time", "0.001"];
    page.run(&[&["compare", "-"][..], &hurried].concat(), RECORDS);
    page.is_shown(&["compare-row", "compare-summary"]);
}

/// All files full: nobody knows what that is worth.
const FULL: &str = "a2 b2 c2 d2 e2 f2 g2 h2/a7 b7 c7 d7 e7 f7 g7 h7";

#[test]
fn pawngame() {
    let mut page = Page::read();
    for args in [
        &["solve", "--files", "3"][..],
        &["solve", "--files", "2", "--no-move", "loss"],
        &["solve", "4/1ppp/4/4/pP2/4/P1PP/4 b - b3"],
        &["solve", "4/4/4/p3/P3/4/4/4 w"],
        &["solve", "a7/h3 w"],
        &["solve", "--time", "0.001"],
        &["solve", "hello"],
        &["value", "a2 b2/a4 b6"],
        &["value", "--no-en-passant", "a2/a4"],
        &["value", "a2/a9"],
        &["value", "a2/a7", "--limit", "2"],
        &["value", "--limit", "1000000000", "--time", "0.1", FULL],
        &["perft", "--depth", "2"],
        &["perft", "--depth", "2", "--no-en-passant"],
    ] {
        page.run(&[&["pawngame"], args].concat(), "");
    }
    page.is_shown(&["pawngame-solve", "pawngame-value", "pawngame-perft"]);
}

#[test]
fn mine() {
    let mut page = Page::read();
    let family = ["mine", "--no-cache", "--pawns", "1v1", "--files", "ab"];
    page.run(&family, "");
    for kind in ["zugzwang", "longest"] {
        page.run(&[&family[..], &["--find", kind]].concat(), "");
    }
    page.run(&["mine", "--pawns", "2:1"], "");
    page.is_shown(&["mine-finding", "mine-summary"]);
}

#[test]
fn faults() {
    let mut page = Page::read();
    page.run(&["solve", "x"], "");
    page.run(&["solve"], "");
    page.run(&["solve", RETI, "--time", "-1"], "");
    page.run(&["epd", "no such file"], "");
    page.run(&["pawngame", "play"], "");
    page.is_shown(&["error"]);
}

#[test]
fn store() {
    let mut page = Page::read();
    let directory = std::env::temp_dir().join(format!("peasant-json-{}", std::process::id()));
    let directory = directory.display().to_string();
    page.run(&["store", "list", "--store", &directory], "");
    page.run(&["store", "check", "--store", &directory], "");
    page.is_shown(&["store-list", "store-check"]);
}

#[test]
fn schemas_are_listed_and_printed() {
    let list = text(&peasant(&["schema"]).stdout).to_owned();
    let names = list.lines().filter_map(|line| line.split(' ').next());
    for name in names {
        let schema = peasant(&["schema", name]);
        let schema: Value = serde_json::from_slice(&schema.stdout).expect("JSON");
        let is_answer = !["options", "annotate-row"].contains(&name);
        assert_eq!(schema["required"][0] == "schema", is_answer, "{name}");
    }
    let unknown = peasant(&["schema", "sove"]);
    assert_eq!(unknown.status.code(), Some(2));
    let error = text(&unknown.stderr);
    assert!(error.starts_with("peasant: no object has the name `sove`: name one of error, "));
}

/// What the server alone says (`served.rs`).
const SERVED: [&str; 5] = [
    "about",
    "annotate-text",
    "position",
    "watch-answer",
    "watch-progress",
];

/// Every table belongs to one of the tests above, or to the server.
#[test]
fn no_table_is_left_out() {
    let shown = [
        "about",
        "annotate-game",
        "annotate-row",
        "annotate-summary",
        "annotate-text",
        "bad-line",
        "classic",
        "compare-row",
        "compare-summary",
        "epd-row",
        "epd-summary",
        "error",
        "explain",
        "kpk-position",
        "kpk-rules",
        "kpk-totals",
        "mine-finding",
        "mine-summary",
        "options",
        "pawngame-perft",
        "pawngame-solve",
        "pawngame-value",
        "pawnking",
        "perft",
        "position",
        "report",
        "solve",
        "solve-event",
        "store-check",
        "store-list",
        "study",
        "study-summary",
        "watch-answer",
        "watch-progress",
    ];
    let page = Page::read();
    let names: Vec<&String> = page.tables.keys().collect();
    assert_eq!(names, shown);
}
