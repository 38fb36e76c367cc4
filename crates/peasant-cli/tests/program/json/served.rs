//! What the server alone says, held to the schemas of `docs/json/`.

use std::time::Duration;

use peasant::Price;
use peasant::analysis::Statistics;
use serde_json::Value;
use verbs::solve::watched::Count;
use verbs::tell::json;

use super::{Page, RETI, SERVED};
use crate::common::server::{Server, encoded, unchunked};

/// Far from settled in the time of a test.
const HARD: &str = "8/8/5ppp/2pk4/p1p2PPP/P1P1K3/8/8 b - - 0 1";

/// Games, with a text before them.
const GAMES: &str =
    "{said before}\n\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/2k5/4P3/4K3 w - - 0 60\"]\n\n60. Kd1 Kc4 *\n";

#[test]
fn what_only_the_server_says_is_documented() {
    let server = Server::start(&["--time", "100"]);
    let read = |line: &str| serde_json::from_str::<Value>(line).expect("JSON");
    let [about, annotated, position, answer, progress] = SERVED;
    let ending = "/api/position?text=8/8/8/8/8/2k5/4P3/4K3";
    let mut objects = vec![
        (about, server.get("/api/about").json()),
        (position, server.get(ending).json()),
    ];
    let lines = server.ask("POST", "/api/annotate?time=5&pgn=true", "", GAMES);
    let lines = unchunked(&lines.body);
    let texts = lines.lines().map(read);
    let texts = texts.filter(|line| line.get("summary").is_none());
    objects.extend(texts.map(|line| (annotated, line)));
    // One that is settled however slow the machine is, and one that stays open.
    for (fen, time) in [(RETI, 100), (HARD, 3)] {
        let path = format!("/api/watch?time={time}&fen={}", encoded(fen));
        for (name, object) in server.watch(&path) {
            match &*name {
                "answer" => objects.push((answer, object)),
                "progress" => objects.push((progress, object)),
                _ => {}
            }
        }
    }
    // When slices with two pieces are in work depends on the machine: made by hand, as the server tells it.
    let mut statistics = Statistics::default();
    statistics.price = Some(Price {
        slices: 7,
        time: None,
        bytes: None,
    });
    let count = Count::new(&statistics, Duration::ZERO, Duration::ZERO);
    objects.push((progress, read(&json::line(&count))));
    hold_served(&objects);
}

/// Holds what the server says to its tables, both ways; fields of the program's own answers are passed over.
fn hold_served(objects: &[(&str, Value)]) {
    let mut page = Page::read();
    let [_, annotated, _, answer, _] = SERVED;
    let of_program = [(answer, "solve"), (annotated, "annotate-game")];
    for (name, object) in objects {
        let mut object = object.clone();
        let fields = object.as_object_mut().expect("an object");
        let program = of_program.iter().find(|(served, _)| served == name);
        let program = program.map(|(_, name)| &page.tables[*name]);
        fields
            .retain(|name, _| name == "schema" || program.is_none_or(|program| !program.has(name)));
        page.tables.get_mut(*name).expect("a table").check(&object);
    }
    page.is_shown(&SERVED);
}
