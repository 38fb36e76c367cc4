//! What a graphical program says: a line of the Universal Chess Interface, taken apart. Nothing here can fail: what is not
//! understood is named, and left.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::time::Duration;

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'l> {
    Uci,
    Debug(bool),
    IsReady,
    SetOption {
        name: &'l str,
        value: &'l str,
    },
    NewGame,
    /// Where the game began, and what has been played.
    Position {
        /// `None`: at the initial position.
        fen: Option<String>,
        moves: Vec<&'l str>,
    },
    Go(Go),
    Stop,
    PonderHit,
    Quit,
    /// An empty line, or one that asks for nothing that there is.
    Nothing,
    /// A line that begins with no word of the protocol.
    Unknown(&'l str),
}

/// How long to think, and about what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Until `stop`, whatever is found.
    pub infinite: bool,
    /// In the other side's time: until `ponderhit` or `stop`.
    pub ponder: bool,
    pub move_time: Option<Duration>,
    /// What the clocks show, White's first.
    pub clocks: [Option<Duration>; 2],
    pub increments: [Duration; 2],
    /// Moves until the clocks get more.
    pub moves_to_go: Option<u32>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// Moves to a mate that is looked for.
    pub mate: Option<u32>,
    /// Only these, if there are any.
    pub search_moves: Vec<String>,
}

impl<'l> Command<'l> {
    /// Takes a line apart. Words before the first one that the protocol knows are passed over, as it demands.
    pub fn read(line: &'l str) -> Command<'l> {
        let line = line.trim();
        let mut rest = line;
        while !rest.is_empty() {
            let (word, after) = split(rest);
            if let Some(command) = Command::named(word, after) {
                return command;
            }
            rest = after;
        }
        if line.is_empty() {
            Command::Nothing
        } else {
            Command::Unknown(line)
        }
    }

    fn named(word: &str, rest: &'l str) -> Option<Command<'l>> {
        Some(match word {
            "uci" => Command::Uci,
            "debug" => Command::Debug(rest == "on"),
            "isready" => Command::IsReady,
            "setoption" => set_option(rest),
            "register" => Command::Nothing,
            "ucinewgame" => Command::NewGame,
            "position" => position(rest),
            "go" => Command::Go(Go::read(rest)),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            _ => return None,
        })
    }
}

impl Go {
    fn read(text: &str) -> Go {
        let mut go = Go::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(name) = words.next_if(|word| !is_key(word)) {
                        go.search_moves.push(name.to_owned());
                    }
                }
                _ if is_key(word) => {
                    // A number that is missing or none leaves its limit out.
                    if let Some(number) = words.next_if(|word| !is_key(word)) {
                        go.set(word, number);
                    }
                }
                _ => {}
            }
        }
        go
    }

    fn set(&mut self, key: &str, number: &str) {
        let number = whole(number);
        let small = number.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        let time = number.map(Duration::from_millis);
        let [white, black] = &mut self.clocks;
        let [white_increment, black_increment] = &mut self.increments;
        match key {
            "movetime" => self.move_time = time,
            "wtime" => *white = time,
            "btime" => *black = time,
            "winc" => *white_increment = time.unwrap_or_default(),
            "binc" => *black_increment = time.unwrap_or_default(),
            "movestogo" => self.moves_to_go = small,
            "depth" => self.depth = small,
            "nodes" => self.nodes = number,
            "mate" => self.mate = small,
            _ => {}
        }
    }
}

/// A number without what stands behind a point; less than nothing is nothing, as on clocks that have run out, and what is too
/// large is as large as can be.
fn whole(text: &str) -> Option<u64> {
    let unsigned = text.trim_start_matches(['-', '+']);
    let end = unsigned.find(|c: char| !c.is_ascii_digit());
    let digits = unsigned.split_at(end.unwrap_or(unsigned.len())).0;
    match digits {
        "" if unsigned.starts_with('.') => Some(0),
        "" => None,
        _ if text.starts_with('-') => Some(0),
        _ => Some(digits.parse().unwrap_or(u64::MAX)),
    }
}

/// The words of `go`.
fn is_key(word: &str) -> bool {
    matches!(
        word,
        "infinite"
            | "ponder"
            | "searchmoves"
            | "movetime"
            | "wtime"
            | "btime"
            | "winc"
            | "binc"
            | "movestogo"
            | "depth"
            | "nodes"
            | "mate"
    )
}

/// The first word and what follows it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace)
        .map_or((text, ""), |(word, rest)| (word, rest.trim()))
}

/// `name` and `value` may both have several words.
fn set_option(rest: &str) -> Command<'_> {
    let rest = match split(rest) {
        ("name", rest) => rest,
        _ => rest,
    };
    let (name, value) = match rest.split_once(" value ") {
        Some((name, value)) => (name.trim(), value.trim()),
        None => (rest.strip_suffix(" value").unwrap_or(rest).trim(), ""),
    };
    Command::SetOption { name, value }
}

fn position(rest: &str) -> Command<'_> {
    let mut words = rest.split_whitespace();
    let fen = match words.next() {
        Some("fen") => {
            let fields = words.by_ref().take_while(|&word| word != "moves");
            Some(fields.collect::<Vec<&str>>().join(" "))
        }
        Some("startpos") => {
            // What stands between is no move.
            _ = words.by_ref().find(|&word| word == "moves");
            None
        }
        // Without a word it means nothing: as a FEN it is refused, and named.
        _ => {
            return Command::Position {
                fen: Some(rest.to_owned()),
                moves: Vec::new(),
            };
        }
    };
    Command::Position {
        fen,
        moves: words.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart() {
        assert_eq!(Command::read("  joho debug on "), Command::Debug(true));
        assert_eq!(Command::read(""), Command::Nothing);
        assert_eq!(Command::read("joho"), Command::Unknown("joho"));
        let set = |name, value| Command::SetOption { name, value };
        let lines = [
            ("setoption name Clear Hash", set("Clear Hash", "")),
            ("setoption name Hash value 64", set("Hash", "64")),
            (
                "setoption name SyzygyPath value /a b/c",
                set("SyzygyPath", "/a b/c"),
            ),
            ("setoption name Engine value", set("Engine", "")),
        ];
        for (line, command) in lines {
            assert_eq!(Command::read(line), command, "{line}");
        }
        let Command::Position { fen, moves } = Command::read("position startpos moves e2e4 e7e5")
        else {
            panic!("a position");
        };
        assert_eq!((fen, moves), (None, vec!["e2e4", "e7e5"]));
        let line = "position fen 8/8/8/8/8/8/8/8 w - - 0 1 moves a1a2";
        let Command::Position { fen, moves } = Command::read(line) else {
            panic!("a position");
        };
        assert_eq!(fen.as_deref(), Some("8/8/8/8/8/8/8/8 w - - 0 1"));
        assert_eq!(moves, ["a1a2"]);
    }

    #[test]
    fn limits_are_read_and_nonsense_is_left_out() {
        let line =
            "go wtime -5 btime 60000 winc 100 movestogo x searchmoves e2e4 d2d4 depth 7 mate";
        let Command::Go(go) = Command::read(line) else {
            panic!("a go");
        };
        let clocks = [Some(Duration::ZERO), Some(Duration::from_secs(60))];
        assert_eq!(go.clocks, clocks);
        assert_eq!(go.increments[0], Duration::from_millis(100));
        assert_eq!((go.moves_to_go, go.depth, go.mate), (None, Some(7), None));
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        let nothing = Command::read("go nodes many movetime");
        assert_eq!(nothing, Command::Go(Go::default()));
    }

    #[test]
    fn numbers_are_read_as_far_as_they_are_whole() {
        for (text, number) in [
            ("1000.5", Some(1000)),
            ("1000,5", Some(1000)),
            ("+7", Some(7)),
            (".5", Some(0)),
            ("-0.5", Some(0)),
            ("-99999999999999999999999", Some(0)),
            ("99999999999999999999999", Some(u64::MAX)),
            ("x", None),
            ("-", None),
            ("é7", None),
        ] {
            assert_eq!(whole(text), number, "{text}");
        }
        let Command::Go(go) = Command::read("go wtime 1000.5 movestogo 3.9 depth 99999999999")
        else {
            panic!("a go");
        };
        assert_eq!(go.clocks[0], Some(Duration::from_secs(1)));
        assert_eq!((go.moves_to_go, go.depth), (Some(3), Some(u32::MAX)));
    }
}
