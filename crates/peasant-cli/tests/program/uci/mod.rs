//! The engine as a graphical program meets it.

mod choice;
mod partner;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{feed, program, text};

const FINE: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

/// Far from settled in the time of a test.
const HARD: &str = "8/8/5ppp/2pk4/p1p2PPP/P1P1K3/8/8 b - - 0 1";

const QUEEN: &str = "8/8/8/8/5k2/8/4Q3/K7 w - - 0 1";

/// No answer takes longer, however slow the machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running engine.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start(args: &[&str]) -> Engine {
        let mut command: Command = program();
        command.args(["uci", "--no-cache"]).args(args);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let output = child.stdout.take().expect("a pipe");
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Engine {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it is open");
        writeln!(input, "{line}").expect("it reads");
        input.flush().expect("it reads");
    }

    /// The lines up to the first that begins so, which is the last.
    fn until(&self, start: &str) -> Vec<String> {
        let (began, mut heard) = (Instant::now(), Vec::new());
        while began.elapsed() < PATIENCE {
            let line = self.lines.recv_timeout(PATIENCE);
            heard.push(line.unwrap_or_else(|_| panic!("no `{start}` after {heard:#?}")));
            if heard.last().is_some_and(|line| line.starts_with(start)) {
                return heard;
            }
        }
        panic!("no `{start}` in time: {heard:#?}");
    }

    /// Asks, and hears all that is said up to the answer.
    fn ask(&mut self, position: &str, go: &str) -> Vec<String> {
        self.say(&format!("position {position}"));
        self.say(go);
        self.until("bestmove")
    }

    /// Is nothing said for so long?
    fn is_silent(&self, time: Duration) -> bool {
        let began = Instant::now();
        while let Some(left) = time.checked_sub(began.elapsed()) {
            match self.lines.recv_timeout(left) {
                Ok(line) if line.starts_with("bestmove") => return false,
                _ => {}
            }
        }
        true
    }

    fn quit(mut self) {
        self.say("quit");
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }
}

/// The move that was chosen.
fn chosen(lines: &[String]) -> &str {
    let last = lines.last().expect("an answer");
    last.split_whitespace().nth(1).expect("a move")
}

fn says(lines: &[String], part: &str) -> bool {
    lines.iter().any(|line| line.contains(part))
}

#[test]
fn what_is_proved_is_played_and_told_as_such() {
    let mut engine = Engine::start(&[]);
    engine.say("uci");
    let introduction = engine.until("uciok");
    for option in [
        "Threads",
        "Hash",
        "Clear Hash",
        "MultiPV",
        "SyzygyPath",
        "UCI_ShowWDL",
        "Rules",
        "Engine",
    ] {
        let declared = format!("option name {option} type ");
        assert!(says(&introduction, &declared), "{option}");
    }
    engine.say("setoption name UCI_ShowWDL value true");
    engine.say("setoption name MultiPV value 2");
    engine.say("isready");
    engine.until("readyok");
    let lines = engine.ask(&format!("fen {FINE}"), "go");
    assert_eq!(chosen(&lines), "a1b1");
    assert!(says(
        &lines,
        "info string Proved: White to move wins: only Kb1."
    ));
    // How much is explained hangs on the clock, so on what else the machine does.
    let explained = says(&lines, "corresponding squares")
        || (0..9).any(|_| {
            let lines = engine.ask(&format!("fen {FINE}"), "go");
            says(&lines, "corresponding squares")
        });
    assert!(explained, "{lines:#?}");
    let reports: Vec<&String> = lines.iter().filter(|l| l.contains(" multipv ")).collect();
    let [.., best, second] = &reports[..] else {
        panic!("two lines: {lines:#?}");
    };
    assert!(best.contains(" multipv 1 score cp 99") && best.contains(" wdl 1000 0 0 "));
    assert!(best.contains(" pv a1b1 a7a6 b1c2"), "{best}");
    assert!(
        second.contains(" multipv 2 score cp 0 wdl 0 1000 0 "),
        "{second}"
    );
    // The same again costs nothing: the table is kept.
    let again = engine.ask(&format!("fen {FINE} moves a1b1 a7b7"), "go");
    assert_eq!(chosen(&again), "b1c1");
    engine.quit();
}

#[test]
fn a_mate_is_counted_and_given() {
    let mut engine = Engine::start(&[]);
    let mut moves = String::new();
    let mut counted = Vec::new();
    loop {
        let lines = engine.ask(&format!("fen {QUEEN} moves{moves}"), "go");
        let best = chosen(&lines);
        if best == "(none)" {
            break;
        }
        let score = lines.iter().rev().find_map(|line| {
            let (_, score) = line.split_once(" score mate ")?;
            score.split_whitespace().next()?.parse::<i32>().ok()
        });
        counted.push(score.expect("mate is counted"));
        moves += &format!(" {best}");
    }
    // Each side plays its best: 9 moves for White, and Black is mated in as many less.
    let expected: Vec<i32> = (1..=9).rev().flat_map(|n| [n, 1 - n]).collect();
    let expected: Vec<i32> = expected.into_iter().take_while(|&n| n != 0).collect();
    assert_eq!(counted, expected);
    engine.quit();
}

#[test]
fn an_open_result_is_a_bound_or_nothing_and_a_move_comes_in_time() {
    let mut engine = Engine::start(&[]);
    let lines = engine.ask(&format!("fen {HARD}"), "go movetime 700");
    assert!(says(&lines, "info string Black to move: "), "{lines:#?}");
    assert!(!says(&lines, "Proved"), "{lines:#?}");
    assert!(!says(&lines, " mate ") && !says(&lines, " score cp 99"));
    assert!(
        says(&lines, "the move is the opinion of peasant"),
        "{lines:#?}"
    );
    let mut engine_of_rest = Engine::start(&[]);
    let draw = "fen 8/8/8/8/8/2k5/4P3/4K3 b - - 0 1";
    let lines = engine_of_rest.ask(draw, "go nodes 1");
    assert!(lines.len() < 10, "{lines:#?}");
    engine_of_rest.quit();
    engine.quit();
}

/// A question that is cut off goes on where it was: it costs no more than in one piece.
#[test]
fn a_question_goes_on_after_it_was_stopped() {
    let position = "fen 8/p7/1p4k1/1P1p1pp1/3P4/P3K1P1/8/8 w - - 0 1";
    const WHOLE: u64 = 4_000;
    let nodes = |lines: &[String]| {
        let words = lines
            .iter()
            .rev()
            .find_map(|line| line.split_once(" nodes "));
        let (_, rest) = words.expect("a report");
        let number = rest.split_whitespace().next().expect("a number");
        number.parse::<u64>().expect("a number")
    };
    let start = || {
        let mut engine = Engine::start(&[]);
        engine.say("setoption name Threads value 1");
        engine
    };
    let verdict = |lines: &[String]| {
        let words = lines.iter().rev().find(|line| line.contains("to move:"));
        // What is thought beside it has a time, not so much work.
        let proved = words.and_then(|words| words.split(';').next());
        proved.expect("a verdict").to_owned()
    };
    let mut engine = start();
    let whole = engine.ask(position, &format!("go nodes {WHOLE}"));
    engine.quit();
    let mut engine = start();
    let mut spent = 0;
    let mut last = Vec::new();
    while spent < WHOLE {
        last = engine.ask(position, &format!("go nodes {}", WHOLE / 8));
        assert!(nodes(&last) >= WHOLE / 8, "{last:#?}");
        spent += nodes(&last);
    }
    assert_eq!(
        verdict(&last),
        verdict(&whole),
        "after {spent} for {}",
        nodes(&whole)
    );
    engine.quit();
}

/// Programs want a score before every answer.
#[test]
fn there_is_always_a_score() {
    let mut engine = Engine::start(&[]);
    for (position, go, score) in [
        ("fen 8/8/8/8/8/k7/1q6/K7 w - - 0 1", "go", " score mate 0"),
        ("fen 8/8/8/8/8/k7/p7/K7 w - - 0 1", "go", " score cp 0"),
        ("startpos", "go movetime 10", " score cp "),
        (
            "fen 8/8/8/2k5/8/8/3Q4/6K1 w - - 0 1",
            "go movetime 1",
            " score ",
        ),
        (
            "fen 8/8/8/2k5/8/8/3Q4/6K1 w - - 0 1",
            "go wtime -5",
            " score ",
        ),
    ] {
        let lines = engine.ask(position, go);
        assert!(says(&lines, score), "{position}: {lines:#?}");
    }
    engine.quit();
}

/// With no time to count how far the mate is, what is won stays won, and comes to an end.
#[test]
fn a_win_is_brought_home_in_no_time() {
    let mut engine = Engine::start(&[]);
    let start = "fen 4k3/8/8/8/8/8/4PK2/8 w - - 0 1";
    engine.ask(start, "go");
    let mut moves = String::new();
    for _ in 0..160 {
        let lines = engine.ask(&format!("{start} moves{moves}"), "go movetime 20");
        match chosen(&lines) {
            "(none)" => break,
            best => moves += &format!(" {best}"),
        }
    }
    let lines = engine.ask(&format!("{start} moves{moves}"), "go movetime 20");
    assert!(says(&lines, " score mate 0"), "{moves}");
    engine.quit();
}

#[test]
fn an_infinite_search_waits_for_stop_and_a_ponder_for_its_hit() {
    let mut engine = Engine::start(&[]);
    let blink = Duration::from_millis(400);
    for (position, go, word) in [
        (QUEEN, "go infinite", "stop"),
        (HARD, "go infinite", "stop"),
        (QUEEN, "go ponder wtime 9000 btime 9000", "ponderhit"),
        (HARD, "go ponder movetime 100", "ponderhit"),
        (HARD, "go ponder wtime 9000 btime 9000", "stop"),
    ] {
        engine.say(&format!("position fen {position}"));
        engine.say(go);
        assert!(engine.is_silent(blink), "{position} {go}");
        engine.say(word);
        engine.until("bestmove");
    }
    // It answers while it works, and a new question ends the old one.
    engine.say("go infinite");
    engine.say("isready");
    engine.until("readyok");
    engine.say(&format!("position fen {QUEEN}"));
    engine.until("bestmove");
    engine.quit();
}

#[test]
fn only_the_moves_that_are_asked_for_are_played() {
    let mut engine = Engine::start(&[]);
    let lines = engine.ask(&format!("fen {FINE}"), "go searchmoves a1a2 movetime 5000");
    assert_eq!(chosen(&lines), "a1a2");
    let lines = engine.ask("startpos", "go searchmoves a2a3 movetime 50");
    assert_eq!(chosen(&lines), "a2a3");
    engine.quit();
}

#[test]
fn out_of_reach_is_said_and_a_legal_move_is_played() {
    let mut engine = Engine::start(&[]);
    let lines = engine.ask("startpos moves e2e4 e7e5", "go movetime 50");
    assert!(says(&lines, "nothing is proved here"), "{lines:#?}");
    let rooks = "fen 8/8/8/2rrk3/3P4/8/3K1P1P/3R4 b - - 0 1";
    let lines = engine.ask(rooks, "go movetime 50");
    assert!(says(&lines, "nothing is proved here"), "{lines:#?}");
    assert!(says(&lines, " score cp ") || says(&lines, " score mate "));
    let mated = engine.ask("fen 7k/5Q2/6K1/8/8/8/8/7R b - - 0 1", "go movetime 50");
    assert_eq!(chosen(&mated), "(none)");
    engine.quit();
}

#[test]
fn nonsense_is_named_and_nothing_ends() {
    let mut engine = Engine::start(&[]);
    let too_long = "position startpos moves".to_owned() + &" e2e4 e7e5".repeat(120_000);
    for (line, said) in [
        ("xyzzy", "`xyzzy` is no command of UCI"),
        ("setoption name Hash value lots", "give a whole number"),
        ("setoption name Depth value 3", "there is no such option"),
        ("setoption name SyzygyPath value /no/such/dir", "SyzygyPath"),
        (
            "setoption name Engine value /no/such/engine",
            "cannot be started",
        ),
        ("position fen 8/8/8 w", "bad FEN"),
        ("position", "bad FEN"),
        ("position startpos moves e2e5", "`e2e5`, move 1"),
        (&too_long, "a line of more than 1 MiB is left out"),
    ] {
        engine.say(line);
        let lines = engine.until("info string");
        assert!(says(&lines, said), "{line}: {lines:#?}");
    }
    let garbage = [
        "go ponder",
        "stop",
        "stop",
        "ponderhit",
        "\u{0}\u{1b}[2J",
        "go mate",
        "stop",
    ];
    for line in garbage {
        engine.say(line);
    }
    // Two questions, two answers.
    engine.until("bestmove");
    engine.until("bestmove");
    let lines = engine.ask(&format!("fen {QUEEN}"), "go");
    assert!(says(&lines, "score mate 9"), "{lines:#?}");
    engine.quit();
}

/// A clock is one though it shows no whole number, or is the other side's alone: nobody thinks for ever.
#[test]
fn any_clock_limits_the_time() {
    let mut engine = Engine::start(&[]);
    for go in [
        "go movetime 50.9",
        "go wtime 300.5 btime 300.5",
        "go wtime 300",
        "go btime 300,25",
        "go winc 50 binc 50",
    ] {
        let lines = engine.ask(&format!("fen {HARD}"), go);
        assert_ne!(chosen(&lines), "(none)", "{go}: {lines:#?}");
    }
    engine.quit();
}

/// Nor is the number of moves limited: what was played before the last ones is no reason to prove nothing.
#[test]
fn a_game_may_have_any_number_of_moves() {
    let mut engine = Engine::start(&[]);
    let shuffled = " f2f3 f7f6 f3f2 f6f7".repeat(3_000);
    let start = "fen 8/5k2/8/8/4P3/8/5K2/8 w - - 0 1";
    for (position, side) in [
        (format!("{start} moves{shuffled}"), "White"),
        (format!("{start} moves{shuffled} f2f3"), "Black"),
        ("fen 8/5k2/8/8/4P3/8/5K2/8 b - - 12000 6001".into(), "Black"),
    ] {
        let lines = engine.ask(&position, "go");
        let said = format!("Proved: {side} to move");
        assert!(says(&lines, &said), "{lines:#?}");
    }
    engine.quit();
}

/// An en passant square that is left over, or cannot be, is passed over; and why nothing is proved is no excuse.
#[test]
fn impossible_positions_are_read_as_far_as_they_can_be() {
    let mut engine = Engine::start(&[]);
    for position in [
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e6 0 1",
        "4k3/8/8/8/8/8/8/3QK3 w - e4 0 1",
        "8/8/8/8/2pPk3/5P2/8/K7 b - d3 0 1",
        // The bishop would have given check before the double step.
        "8/7k/8/8/2pP4/8/8/1B2K3 b - d3 0 1",
    ] {
        let lines = engine.ask(&format!("fen {position}"), "go movetime 3000");
        assert!(says(&lines, "Proved: "), "{position}: {lines:#?}");
        assert!(!says(&lines, "no ending of"), "{position}: {lines:#?}");
    }
    let lines = engine.ask(
        "fen 4k3/8/8/8/P7/P7/PPPPPPPP/4K3 w - - 0 1",
        "go movetime 50",
    );
    assert!(!says(&lines, "no ending of"), "{lines:#?}");
    assert!(says(&lines, "nothing is proved here"), "{lines:#?}");
    engine.say("setoption name UCI_Chess960 value true");
    engine.say("isready");
    let lines = engine.until("readyok");
    assert!(!says(&lines, "info string"), "{lines:#?}");
    engine.quit();
}

/// Words of the protocol in any order, and bytes that are none of it: every question has its answer, and no fault shows.
#[test]
fn garbage_is_endured() {
    const WORDS: [&str; 24] = [
        "go",
        "position",
        "fen",
        "startpos",
        "moves",
        "setoption",
        "name",
        "value",
        "Hash",
        "-1",
        "99999999999999999999",
        "infinite",
        "ponderhit",
        "ucinewgame",
        "e2e4",
        "wtime",
        "movetime",
        "\u{0}",
        "é",
        "searchmoves",
        "ponder",
        "MultiPV",
        "stop",
        QUEEN,
    ];
    let mut engine = Engine::start(&[]);
    let mut random = 7u64;
    let mut below = |end: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (random >> 33) as usize % end
    };
    for _ in 0..400 {
        let count = below(7);
        let words: Vec<&str> = (0..count).map(|_| WORDS[below(WORDS.len())]).collect();
        engine.say(&words.join(" "));
    }
    engine.say("stop");
    engine.say("isready");
    let lines = engine.until("readyok");
    assert!(!says(&lines, "fault of the program"));
    engine.say("setoption name MultiPV value 1");
    let lines = engine.ask(&format!("fen {QUEEN}"), "go");
    assert!(says(&lines, "score mate 9"), "{lines:#?}");
    engine.quit();
}

/// Cut off at any moment it answers at once, with a legal move.
#[test]
fn a_search_is_cut_off_at_any_moment() {
    let mut engine = Engine::start(&[]);
    for wait in [0, 1, 3, 10, 30, 100, 300, 700] {
        for position in [FINE, HARD, QUEEN] {
            engine.say(&format!("position fen {position}"));
            engine.say("go infinite");
            thread::sleep(Duration::from_millis(wait));
            engine.say("stop");
            let lines = engine.until("bestmove");
            let answers = lines.iter().filter(|line| line.starts_with("bestmove"));
            assert_eq!(answers.count(), 1);
            // The wins are told from the first attempt that was long enough, with how far the mate is once that is counted.
            if position == QUEEN && says(&lines, "Proved") {
                let mut won = ["score mate 9", "score cp 5000"].iter();
                assert!(won.any(|score| says(&lines, score)), "{lines:#?}");
            }
        }
    }
    engine.quit();
}

/// A shell can ask it too: what was asked is answered after the end of the input.
#[test]
fn the_end_of_the_input_is_not_the_end_of_the_question() {
    let mut engine = Engine::start(&[]);
    engine.say(&format!("position fen {QUEEN}\ngo"));
    engine.input = None;
    let lines = engine.until("bestmove");
    assert!(says(&lines, "score mate 9"));
    assert!(engine.child.wait().expect("it ends").success());
}

/// Where a trade leads to a pawn ending, what that is worth is shown.
#[test]
fn trades_are_judged() {
    let mut engine = Engine::start(&[]);
    for (position, said) in [
        (
            "8/3rk3/8/8/8/8/PP1R4/3K4 w - - 0 1",
            "Rxd7+ Kxd7 leads to a pawn ending, proved to win",
        ),
        (
            "8/5k2/8/3n4/4P3/8/5K2/8 w - - 0 1",
            "exd5 leads to a pawn ending, proved to draw",
        ),
    ] {
        let lines = engine.ask(&format!("fen {position}"), "go movetime 3000");
        assert!(says(&lines, said), "{lines:#?}");
    }
    engine.quit();
}

#[test]
fn help_names_the_protocol() {
    let output = program().args(["uci", "--help"]).output().expect("it runs");
    assert!(text(&output.stdout).contains("UCI_ShowWDL"));
}

/// Not every graphical program has a place for an engine's arguments.
#[test]
fn without_arguments_it_is_the_engine_if_it_is_spoken_to() {
    let told = text(&feed(&[], "uci\nquit\n").stdout);
    assert!(told.contains("uciok"), "{told}");
    let silent = feed(&[], "");
    assert_eq!(silent.status.code(), Some(2));
    assert!(text(&silent.stderr).contains("Usage: peasant <COMMAND>"));
}
