//! The page's server as a browser or another program meets it, over plain connections.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::server::{Answer, PATIENCE, Server, encoded, unchunked};
use crate::common::{feed, object, peasant, program, text};

const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
const FINE: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

/// Far from settled in the time of a test.
const HARD: &str = "8/8/5ppp/2pk4/p1p2PPP/P1P1K3/8/8 b - - 0 1";

/// A game in which a win is thrown away.
const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/2k5/4P3/4K3 w - - 0 60\"]\n\n\
    60. Kd1 Kc4 *\n";

/// Without what depends on the machine.
fn plain(mut answer: Value) -> Value {
    answer.as_object_mut().expect("an object").remove("stats");
    answer
}

/// What hangs neither on the machine nor on the clock. How far an explanation goes does: of it, what is proved of the position,
/// and that it tells something.
fn lasting(answer: Value, verb: &str) -> Value {
    let mut answer = plain(answer);
    if verb == "explain" {
        assert!(!answer["text"].as_str().expect("words").is_empty());
        let fields = answer.as_object_mut().expect("an object");
        fields.retain(|name, _| PROVED.contains(&name.as_str()));
        assert_eq!(fields.len(), PROVED.len(), "{fields:?}");
    }
    answer
}

/// The fields of an explanation that say what is proved of the position.
const PROVED: [&str; 6] = ["schema", "fen", "rules", "side_to_move", "result", "exact"];

#[test]
fn answers_are_those_of_the_program() {
    let server = Server::start(&[]);
    for (fen, rules) in [(RETI, "chess"), (FINE, "chess"), (FINE, "newborn")] {
        for verb in ["solve", "explain"] {
            let here = server.get(&format!("/api/{verb}?fen={}&rules={rules}", encoded(fen)));
            assert_eq!(here.status, 200, "{here:?}");
            assert!(
                here.head.contains("content-type: application/json"),
                "{}",
                here.head
            );
            let there = object(&peasant(&[verb, fen, "--json", "--rules", rules]));
            let (here, there) = (lasting(here.json(), verb), lasting(there, verb));
            assert_eq!(here, there, "{verb} {fen} {rules}");
        }
    }
    let here = server.get(&format!("/api/solve?fen={}&lines=3&time=30", encoded(RETI)));
    let there = object(&peasant(&["solve", RETI, "--json", "--lines", "3"]));
    assert_eq!(plain(here.json()), plain(there));
    let here = server.get("/api/pawngame/solve?preset=hexapawn");
    let there = object(&peasant(&[
        "pawngame", "solve", "--preset", "hexapawn", "--json",
    ]));
    assert_eq!(plain(here.json()), plain(there));
}

#[test]
fn games_are_judged_as_the_program_does() {
    let server = Server::start(&[]);
    let games = format!("{GAME}\n[White \"C\"]\n\n1. e4 e5 2. Qh9 *\n");
    let lines = server.ask("POST", "/api/annotate?time=5", "", &games);
    assert_eq!(lines.status, 200, "{lines:?}");
    let program = feed(&["annotate", "-", "--json", "--time", "5"], &games);
    assert_eq!(unchunked(&lines.body), text(&program.stdout));
    let accept = "Accept: application/x-chess-pgn\r\n";
    let pgn = server.ask("POST", "/api/annotate?time=5", accept, &games);
    let program = feed(&["annotate", "-", "--time", "5"], &games);
    let pgn = unchunked(&pgn.body);
    assert!(pgn.contains("Kd1 $4"), "{pgn}");
    assert_eq!(pgn, text(&program.stdout));
}

#[test]
fn pictures_are_those_of_the_program() {
    let server = Server::start(&[]);
    let fen = "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1";
    let path = format!(
        "/api/diagram?fen={}&key-squares=true&arrows=e1d1,e1f2&size=200",
        encoded(fen)
    );
    let here = server.get(&path);
    let options = [
        "--no-cache",
        "--key-squares",
        "--arrows",
        "e1d1,e1f2",
        "--size",
        "200",
    ];
    let there = peasant(&[&["diagram", fen][..], &options].concat());
    assert_eq!(text(&here.body), text(&there.stdout));
    assert!(
        here.head.contains("content-type: image/svg+xml"),
        "{}",
        here.head
    );
    let png = server.get(&format!("{path}&format=png"));
    assert!(png.body.starts_with(b"\x89PNG"), "{}", png.head);
    let bad = server.get(&format!("{path}&format=gif"));
    assert_eq!(bad.error().1, "use svg or png");
    let queen = server.get("/api/diagram?fen=7k/8/8/8/8/8/P7/KQ6+w&heat=true");
    assert_eq!(queen.status, 400);
}

/// What the page shows tightens, and the stream ends of itself.
#[test]
fn what_is_known_tightens() {
    let server = Server::start(&[]);
    let events = server.watch(&format!("/api/watch?fen={}", encoded(FINE)));
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    let first = names.iter().position(|name| *name != "progress");
    assert_eq!(first.map(|first| names[first]), Some("bounds"), "{names:?}");
    assert_eq!(names[names.len() - 1], "done", "{names:?}");
    let last = |name: &str| {
        let mut events = events.iter().rev();
        events.find(|event| event.0 == name).expect(name).1.clone()
    };
    let answer = last("answer");
    assert_eq!(answer["result"]["lower"], "win");
    let verdict = answer["verdict"].as_str().expect("words");
    assert!(
        verdict.starts_with("White to move wins: only Kb1."),
        "{verdict}"
    );
    assert_eq!(last("explanation")["attacker"], "white");

    let open = server.watch(&format!("/api/watch?fen={}&time=2", encoded(HARD)));
    let answers: Vec<&Value> = open
        .iter()
        .filter(|event| event.0 == "answer")
        .map(|event| &event.1)
        .collect();
    assert!(answers.len() > 1, "{open:?}");
    let known = |answer: &Value| {
        let rank = |bound: &Value| {
            ["loss", "draw", "win"]
                .iter()
                .position(|name| bound == name)
        };
        let result = &answer["result"];
        rank(&result["upper"])
            .zip(rank(&result["lower"]))
            .map(|(upper, lower)| upper - lower)
    };
    assert!(
        answers.windows(2).all(|two| known(two[1]) <= known(two[0])),
        "{open:?}"
    );
    assert!(open.iter().any(|event| event.0 == "progress"));

    let many = server.get("/api/watch?fen=QQQQQQQQ/8/8/8/8/8/8/kK6+w");
    assert_eq!(many.status, 400, "{many:?}");
}

/// Whoever goes away is not worked for any more: one seat is enough for those who come after.
#[test]
fn who_goes_frees_the_seat() {
    let server = Server::start(&["--threads", "1", "--time", "100"]);
    for path in ["solve", "explain", "watch"] {
        let mut stream = server.connect();
        let request = format!(
            "GET /api/{path}?fen={} HTTP/1.1\r\nHost: {}\r\n\r\n",
            encoded(HARD),
            server.address
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        std::thread::sleep(Duration::from_millis(300));
        drop(stream);
        let begun = Instant::now();
        let next = server.get(&format!("/api/solve?fen={}", encoded(RETI)));
        assert_eq!(next.status, 200);
        assert!(begun.elapsed() < Duration::from_secs(60), "{path} goes on");
    }
}

#[test]
fn too_many_are_asked_to_come_again() {
    let server = Server::start(&["--threads", "1", "--time", "100"]);
    let request = format!(
        "GET /api/solve?fen={} HTTP/1.1\r\nHost: {}\r\n\r\n",
        encoded(HARD),
        server.address
    );
    let mut waiting = Vec::new();
    // One is worked on, 64 wait.
    for _ in 0..65 {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).expect("it reads");
        waiting.push(stream);
    }
    let begun = Instant::now();
    let mut last = server.get("/api/about");
    while last.status == 200 && begun.elapsed() < PATIENCE {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).expect("it reads");
        stream
            .set_read_timeout(Some(Duration::from_secs(1)))
            .expect("a socket");
        let mut part = [0; 4096];
        match stream.read(&mut part) {
            Ok(read) => last = Answer::read(&part[..read]),
            // It waits too.
            Err(_) => waiting.push(stream),
        }
    }
    assert_eq!(last.status, 503, "{last:?}");
    assert!(last.head.contains("retry-after: "), "{}", last.head);
    assert_eq!(last.error().1, "ask again later");
    assert_eq!(
        server.get("/api/about").status,
        200,
        "what takes no time is answered still"
    );
}

#[test]
fn bad_questions_are_told_with_the_cure() {
    let server = Server::start(&["--time", "10"]);
    for (path, message, cure) in [
        ("/api/solve", "`fen` is missing", "add `fen=`"),
        ("/api/solve?fen=8/8", "bad FEN `8/8`", ""),
        (
            "/api/solve?fen=7K/8/k1P5/7p/8/8/8/8+w&depth=3",
            "no parameter `depth`",
            "use fen, rules",
        ),
        (
            "/api/solve?fen=7K/8/k1P5/7p/8/8/8/8+w&resume=x",
            "no parameter `resume`",
            "use fen",
        ),
        (
            "/api/solve?fen=7K/8/k1P5/7p/8/8/8/8+w&time=11",
            "may take 10 s",
            "`time=10` or less",
        ),
        (
            "/api/solve?fen=7K/8/k1P5/7p/8/8/8/8+w&time=none",
            "may take 10 s",
            "`time=10` or less",
        ),
        (
            "/api/explain?fen=QQQQQQQQ/8/8/8/8/8/8/kK6+w",
            "not a pawn ending",
            "",
        ),
        ("/api/position?text=hello", "bad FEN `hello`", ""),
        ("/api/pawngame/solve?files=99", "files", ""),
        (
            "/api/pawngame/solve?position=x&time=60",
            "60",
            "`time=10` or less",
        ),
        (
            "/api/pawngame/solve?no-double-step=yes",
            "`no-double-step` is `yes`",
            "true or false",
        ),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 400, "{path}: {answer:?}");
        let (said, help) = answer.error();
        assert!(
            said.contains(message) && help.contains(cure),
            "{path}: {said}; {help}"
        );
    }
    assert_eq!(server.get("/api/nothing").status, 404);
    assert_eq!(server.ask("POST", "/api/solve", "", "x").status, 405);
    assert_eq!(server.ask("GET", "/api/annotate", "", "").status, 405);
    assert_eq!(server.ask("POST", "/api/annotate", "", "").status, 400);
    let pasted = server
        .get("/api/position?text=https://lichess.org/analysis/8/k7/3p4/p2P1p2/P2P1P2/8/8/K7_w_-_-");
    assert_eq!(pasted.json()["fen"], FINE);
}

#[test]
fn strangers_are_turned_away() {
    let server = Server::start(&[]);
    let (about, port) = ("/api/about", server.address.port());
    for (headers, status) in [
        ("".to_owned(), 200),
        (format!("Host: localhost:{port}\r\n"), 200),
        (format!("Origin: http://127.0.0.1:{port}\r\n"), 200),
        ("Sec-Fetch-Site: same-origin\r\n".to_owned(), 200),
        ("Host: evil.example\r\n".to_owned(), 403),
        (format!("Host: evil.example:{port}\r\n"), 403),
        (
            format!("Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n"),
            403,
        ),
        ("Origin: http://evil.example\r\n".to_owned(), 403),
        ("Origin: null\r\n".to_owned(), 403),
        (format!("Origin: https://127.0.0.1:{port}\r\n"), 403),
        ("Sec-Fetch-Site: cross-site\r\n".to_owned(), 403),
    ] {
        let answer = server.ask("GET", about, &headers, "");
        assert_eq!(answer.status, status, "{headers}: {answer:?}");
    }
    // A link on another page may lead to a position.
    let link = server.ask("GET", "/?fen=x", "Sec-Fetch-Site: cross-site\r\n", "");
    assert_eq!(link.status, 200);
}

#[test]
fn no_file_of_the_disk_can_be_reached() {
    let server = Server::start(&[]);
    for path in [
        "/../Cargo.toml",
        "/page/../../Cargo.toml",
        "/page/%2e%2e/Cargo.toml",
        "/page/..%2f..%2fCargo.toml",
        "/page//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "/page/style.css%00",
        "/vendor/../Cargo.toml",
        "/vendor//etc/passwd",
        "//etc/passwd",
        "/etc/passwd",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
    }
}

/// Requests that are never finished keep nobody waiting until they are given up.
#[test]
fn half_a_request_makes_room() {
    let server = Server::start(&[]);
    let address = server.address;
    let no_body =
        format!("POST /api/annotate HTTP/1.1\r\nHost: {address}\r\nContent-Length: 9\r\n\r\n[");
    for begun in ["GET / HTTP/1.1\r\n", &no_body] {
        let half = |_| {
            let mut stream = server.connect();
            stream.write_all(begun.as_bytes()).expect("it is taken");
            stream
        };
        let mut halves: Vec<TcpStream> = (0..300).map(half).collect();
        assert_eq!(server.get("/").status, 200);
        let youngest = halves.last_mut().expect("there are some");
        youngest.set_nonblocking(true).expect("a socket");
        let none = youngest.read(&mut [0]).expect_err("it waits still");
        assert_eq!(none.kind(), std::io::ErrorKind::WouldBlock, "{begun}");
    }
}

#[test]
fn sizes_are_limited() {
    let server = Server::start(&[]);
    let head = |length: &str| {
        let address = server.address;
        format!("POST /api/annotate HTTP/1.1\r\nHost: {address}\r\n{length}\r\n\r\n")
    };
    let announced = server.raw(head("Content-Length: 4194305").as_bytes());
    assert_eq!(announced.status, 413, "{announced:?}");
    assert!(announced.error().0.contains("4 MiB"));
    let mut endless = head("Transfer-Encoding: chunked").into_bytes();
    for _ in 0..6 {
        endless.extend_from_slice(b"100000\r\n");
        endless.extend(std::iter::repeat_n(b'x', 1 << 20));
        endless.extend_from_slice(b"\r\n");
    }
    assert_eq!(server.raw(&endless).status, 413);
    let long = format!("/?fen={}", "x".repeat(100_000));
    assert!([400, 414, 431].contains(&server.get(&long).status));
}

/// The page is whole, and tells browsers to take nothing from elsewhere.
#[test]
fn the_page_is_there() {
    let server = Server::start(&[]);
    let index = server.get("/?fen=8/8/8/8/8/2k5/4P3/4K3+w+-+-");
    assert_eq!(index.status, 200);
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self' 'sha256-",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "content-type: text/html; charset=utf-8",
    ] {
        assert!(index.head.contains(header), "{}", index.head);
    }
    let page = text(&index.body);
    // From where the page stands, so that it may stand in any folder.
    let quoted = page.split('"').map(|part| part.trim_start_matches("./"));
    let quoted = quoted.filter(|part| part.starts_with("page/") || part.starts_with("vendor/"));
    let files = quoted.filter(|path| !path.ends_with('/'));
    let files: Vec<String> = files.map(|path| format!("/{path}")).collect();
    assert!(files.len() > 4, "{files:?}");
    for file in files {
        let answer = server.get(&file);
        assert_eq!(answer.status, 200, "{file}");
        let tag = answer
            .head
            .lines()
            .find_map(|line| line.strip_prefix("etag: "))
            .expect("a tag");
        let again = server.ask("GET", &file, &format!("If-None-Match: {tag}\r\n"), "");
        assert_eq!(again.status, 304, "{file}");
    }
}

/// A place that cannot be written costs a warning, not the server.
#[test]
fn a_store_that_cannot_be_written_is_told() {
    let nowhere = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml/base");
    let mut child = program()
        .args(["serve", "--listen", "127.0.0.1:0", "--cache", nowhere])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // On a slow machine its first proof may not come so far.
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut line).expect("it says where it is");
    let address = line.split('/').nth(2).expect("an address");
    let mut stream = TcpStream::connect(address).expect("it listens");
    let request = format!(
        "GET /api/solve?fen={} HTTP/1.1\r\nHost: {address}\r\n\r\n",
        encoded(RETI)
    );
    stream.write_all(request.as_bytes()).expect("it reads");
    let told = BufReader::new(child.stderr.take().expect("a pipe"));
    let told = told.lines().map_while(Result::ok);
    let told = told.take(1).collect::<String>();
    _ = child.kill();
    _ = child.wait();
    assert!(
        told.contains("a file where the directory should be"),
        "{told}"
    );
}

#[cfg(unix)]
#[test]
fn it_ends_when_asked() {
    let mut server = Server::start(&["--time", "100"]);
    let mut stream = server.connect();
    let request = format!(
        "GET /api/watch?fen={} HTTP/1.1\r\nHost: {}\r\n\r\n",
        encoded(HARD),
        server.address
    );
    stream.write_all(request.as_bytes()).expect("it reads");
    std::thread::sleep(Duration::from_millis(300));
    let pid = server.child.id().to_string();
    let kill = std::process::Command::new("kill").arg(&pid).status();
    assert!(kill.expect("there is kill").success());
    let status = server.child.wait().expect("it ends");
    assert_eq!(status.code(), Some(143));
}

#[test]
fn an_address_that_cannot_be_had_is_told() {
    let server = Server::start(&[]);
    let taken = server.address.to_string();
    let output = peasant(&["serve", "--no-cache", "--listen", &taken]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains(&taken) && said.contains("another port"),
        "{said}"
    );
    let output = peasant(&["serve", "--listen", "8917"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("such as 127.0.0.1:8917"));
}
