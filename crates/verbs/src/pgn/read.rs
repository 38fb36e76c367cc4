//! From the text of a game to its tree, and the main line as moves.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, FromSetup, Move, Position, PositionError};

use super::game::{Game, Item, Line, Played, Ply, Tag, unescaped};
use super::token::{Problem, Token, Tokens};
use crate::tell::plain::excerpt;

/// Variations in variations, no deeper.
const DEEPEST: usize = 100;

/// Kinds of chess that are chess, as tags name them, in small letters without spaces.
const CHESS: [&str; 6] = [
    "standard",
    "chess",
    "normal",
    "fromposition",
    "chess960",
    "fischerandom",
];

/// How programs write that a side passes.
const NULL: [&[u8]; 5] = [b"--", b"Z0", b"@@@@", b"0000", b"null"];

/// Why there is no game.
#[derive(Debug)]
pub struct Broken {
    /// `White – Black`, as far as they are named.
    pub players: String,
    /// How many bytes of the text stand before what is wrong.
    pub at: usize,
    /// The move at which it is wrong: `34...Kd4`.
    pub ply: Option<String>,
    pub what: String,
}

/// What a text is.
pub enum Found {
    Game(Box<Game>),
    Broken(Broken),
    /// Comments alone, which belong to no game.
    Nothing,
}

/// Reads the text of a game, with line feeds alone at the ends of its lines.
pub fn read(text: &[u8]) -> Found {
    let mut reader = Reader::default();
    for token in Tokens::new(text) {
        let taken = token.and_then(|(at, token)| {
            let taken = reader.take(token);
            taken.map_err(|what| Problem { at, what })
        });
        if let Err(problem) = taken {
            return reader.broken(problem.at, problem.what);
        }
    }
    reader.finish(text.len())
}

/// `White – Black`, as far as they are named.
pub fn players(tags: &[Tag]) -> String {
    let name = |wanted: &[u8]| {
        let tag = tags.iter().find(|tag| tag.name == wanted);
        let name = tag.map(|tag| unescaped(&tag.value)).unwrap_or_default();
        if name.trim().is_empty() {
            "?".to_owned()
        } else {
            name
        }
    };
    format!("{} – {}", name(b"White"), name(b"Black"))
}

/// A tree in the making.
#[derive(Default)]
struct Reader {
    tags: Vec<Tag>,
    /// The main line, and the variations in which we are.
    lines: Vec<Line>,
    result: Option<&'static str>,
    tail: Vec<Item>,
    /// The main line; set with the first move.
    play: Option<Play>,
    is_begun: bool,
    /// Glyphs before the first move of a line, which are taken to be that move's.
    early_nags: Vec<u16>,
    /// The move at which something is wrong.
    ply: Option<String>,
}

/// The main line as it is played.
struct Play {
    first_ply: usize,
    played: Vec<Played>,
    here: Chess,
}

impl Reader {
    fn take(&mut self, token: Token) -> Result<(), String> {
        if self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        match token {
            Token::Tag(name, value) => self.tags.push(Tag {
                name: name.to_vec(),
                value: value.to_vec(),
            }),
            Token::Comment(text) => self.item(Item::Comment(text.to_vec())),
            Token::Rest(text) => self.item(Item::Comment(rest(text))),
            Token::Escape(text) => self.item(Item::Escape(text.to_vec())),
            Token::Number => self.is_begun = true,
            Token::Result(result) => self.end(result),
            _ if self.result.is_some() => return Err("moves go on behind the result".to_owned()),
            Token::Nag(nag) => self.glyph(nag),
            Token::Open if self.lines.len() > DEEPEST => {
                return Err("variations are too deep in each other".to_owned());
            }
            Token::Open if self.line().plies.is_empty() => {
                return Err("a variation begins before there is a move".to_owned());
            }
            Token::Open => self.lines.push(Line::default()),
            Token::Close => self.close()?,
            Token::Word(word) => self.word(word)?,
        }
        Ok(())
    }

    /// The line in which we are; there is always one.
    #[expect(clippy::indexing_slicing, reason = "there is one by then")]
    fn line(&mut self) -> &mut Line {
        if self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    fn glyph(&mut self, nag: u16) {
        if let Some(ply) = self.line().plies.last_mut() {
            ply.mark(nag);
        } else if !self.early_nags.contains(&nag) {
            self.early_nags.push(nag);
        }
    }

    fn item(&mut self, item: Item) {
        if self.result.is_some() {
            return self.tail.push(item);
        }
        let line = self.line();
        match line.plies.last_mut() {
            Some(ply) => ply.items.push(item),
            None => line.intro.push(item),
        }
    }

    fn end(&mut self, result: &'static str) {
        self.is_begun = true;
        if self.lines.len() == 1 {
            self.result = Some(result);
        }
        // In a variation it says nothing that the game does not.
    }

    fn close(&mut self) -> Result<(), String> {
        if self.lines.len() < 2 {
            return Err("a variation ends that did not begin".to_owned());
        }
        let line = self.lines.pop().unwrap_or_default();
        if !line.plies.is_empty() || !line.intro.is_empty() {
            self.item(Item::Variation(line));
        }
        Ok(())
    }

    fn word(&mut self, word: &[u8]) -> Result<(), String> {
        self.is_begun = true;
        if matches!(word, b"e.p." | b"ep" | b"e.p" | b"N" | b"D") {
            // `N`: a novelty. `D`: a diagram.
            return Ok(());
        }
        let word = without_passing(word);
        if self.lines.len() == 1 {
            self.play(word)?;
        } else if !is_like_a_move(word) {
            return Err(format!("`{}` is no move", excerpt(&unescaped(word))));
        }
        let nags = std::mem::take(&mut self.early_nags);
        self.line().plies.push(Ply {
            text: word.to_vec(),
            nags,
            items: Vec::new(),
        });
        Ok(())
    }

    /// Plays a move of the main line.
    fn play(&mut self, word: &[u8]) -> Result<(), String> {
        let mut play = match self.play.take() {
            Some(play) => play,
            None => self.begin()?,
        };
        let Some(r#move) = find(word, &play.here) else {
            let name = excerpt(&unescaped(word));
            self.ply = Some(number(play.first_ply + play.played.len()) + &name);
            self.play = Some(play);
            let what = match NULL.contains(&word) {
                true => "a null move",
                false => "there is no such move",
            };
            return Err(what.to_owned());
        };
        let before = play.here.clone();
        play.here.play_unchecked(r#move);
        play.played.push(Played { before, r#move });
        self.play = Some(play);
        Ok(())
    }

    /// The position in which the game begins.
    fn begin(&self) -> Result<Play, String> {
        let tag = |wanted: &[u8]| {
            let tag = self.tags.iter().find(|tag| tag.name == wanted);
            tag.map(|tag| unescaped(&tag.value))
        };
        if let Some(variant) = tag(b"Variant") {
            let name = variant.to_lowercase().replace(' ', "");
            if !name.is_empty() && !CHESS.contains(&name.as_str()) {
                return Err(format!(
                    "`{}` is another game than chess",
                    excerpt(&variant)
                ));
            }
        }
        let Some(text) = tag(b"FEN").filter(|text| !text.trim().is_empty()) else {
            return Ok(Play {
                first_ply: 0,
                played: Vec::new(),
                here: Chess::default(),
            });
        };
        let fen = Fen::from_ascii(text.trim().as_bytes());
        let setup = fen.map_err(|error| bad_fen(&text, &error))?.into_setup();
        let (fullmoves, turn) = (setup.fullmoves.get() as usize, setup.turn);
        let here = Chess::from_setup(setup.clone(), CastlingMode::detect(&setup))
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .map_err(|error| bad_fen(&text, &error))?;
        Ok(Play {
            first_ply: (fullmoves - 1) * 2 + usize::from(turn == Color::Black),
            played: Vec::new(),
            here,
        })
    }

    fn broken(mut self, at: usize, what: String) -> Found {
        Found::Broken(Broken {
            players: players(&self.tags),
            at,
            ply: self.ply.take(),
            what,
        })
    }

    fn finish(mut self, length: usize) -> Found {
        if self.lines.len() > 1 {
            return self.broken(length, "a variation begins that does not end".to_owned());
        }
        if self.tags.is_empty() && !self.is_begun {
            return Found::Nothing;
        }
        let play = match self.play.take() {
            Some(play) => play,
            None => match self.begin() {
                Ok(play) => play,
                Err(what) => return self.broken(0, what),
            },
        };
        Found::Game(Box::new(Game {
            tags: self.tags,
            line: self.lines.pop().unwrap_or_default(),
            result: self.result,
            tail: self.tail,
            first_ply: play.first_ply,
            played: play.played,
            end: play.here,
        }))
    }
}

fn bad_fen(text: &str, error: &impl std::fmt::Display) -> String {
    format!("bad FEN `{}`: {error}", excerpt(text))
}

/// `34.`, `34...`
pub fn number(ply: usize) -> String {
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", ply / 2 + 1)
}

/// The text of a comment that the end of its line ends; as one between braces, which cannot hold one.
fn rest(text: &[u8]) -> Vec<u8> {
    text.iter()
        .map(|&byte| if byte == b'}' { b')' } else { byte })
        .collect()
}

/// The move of a position that is written so: in SAN, or as much like it as programs write.
pub fn find(word: &[u8], position: &Chess) -> Option<Move> {
    let legal = |text: &[u8]| {
        let san = SanPlus::from_ascii(text).ok()?.san;
        san.to_move(position).ok()
    };
    let squares = |text: &[u8]| UciMove::from_ascii(text).ok()?.to_move(position).ok();
    let loose = loosened(word);
    let bare: Vec<u8> = loose.iter().copied().filter(|&byte| byte != b'x').collect();
    legal(word)
        .or_else(|| legal(&loose))
        .or_else(|| squares(word))
        .or_else(|| squares(&bare))
}

/// A pawn's move without the `e.p.` that is written to it.
fn without_passing(word: &[u8]) -> &[u8] {
    let before = word
        .strip_suffix(b"e.p.")
        .or_else(|| word.strip_suffix(b"e.p"));
    match before {
        Some([b'a'..=b'h', ..]) => without_passing(before.unwrap_or(word)),
        _ => word,
    }
}

/// May it be a move? Those of variations are not played, but they must stay words wherever they are written.
fn is_like_a_move(word: &[u8]) -> bool {
    let begins = match word {
        [b'0', b'-', ..] | [b'-' | b'@' | b'=', ..] => true,
        [first, ..] => {
            first.is_ascii_alphabetic() || !first.is_ascii() && !word.starts_with("…".as_bytes())
        }
        [] => false,
    };
    begins && !word.iter().any(u8::is_ascii_control)
}

/// `e7e8=Q` for `e7-e8Q`, `O-O` for `0-0`, `bxc3` for `b:c3`, `Ke3` for `Ke3=`, which offers a draw.
fn loosened(word: &[u8]) -> Vec<u8> {
    let is_castling = word.starts_with(b"O") || word.starts_with(b"0");
    let keeps = |byte: &u8| is_castling || !matches!(byte, b'-' | b'+' | b'#');
    let mut text: Vec<u8> = word.iter().copied().filter(keeps).collect();
    for byte in &mut text {
        *byte = match *byte {
            b':' => b'x',
            b'0' if is_castling => b'O',
            byte => byte,
        };
    }
    for end in [&b"="[..], b"ep"] {
        if text.ends_with(end) {
            text.truncate(text.len() - end.len());
        }
    }
    let is_promotion = matches!(text[..], [.., b'1' | b'8', b'Q' | b'R' | b'B' | b'N']);
    if is_promotion {
        text.insert(text.len() - 1, b'=');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Game {
        match read(text.as_bytes()) {
            Found::Game(game) => *game,
            Found::Broken(broken) => panic!("{broken:?}"),
            Found::Nothing => panic!("nothing"),
        }
    }

    #[test]
    fn moves_are_read_as_programs_write_them() {
        let start = "[FEN \"4k3/P7/8/8/1pP5/8/8/4K2R b K c3 0 40\"]\n\n";
        for moves in ["bxc3 O-O", "b4xc3 0-0", "b:c3 e1g1", "b4c3 a8Q+"] {
            let plies = game(&format!("{start}40...{moves}")).played;
            assert_eq!(plies.len(), 2, "{moves}");
        }
        game("1. e4 (1. ♘f3 0-0 2. -- Z0 3. ed6e.p. =) *");
        for moves in [
            "bxc3e.p. O-O=",
            "b4xc3e.p e1-f1",
            "b4-c3= e1:f1",
            "bxc3ep h1-h8",
        ] {
            let game = game(&format!("{start}40...{moves}"));
            assert_eq!(game.played.len(), 2, "{moves}");
            assert!(!game.line.plies[0].text.ends_with(b"."), "{moves}");
        }
        let plies = game("1. e2-e4 e7-e5 2. g1-f3 b8-c6 3. f3xe5 c6:e5").played;
        assert_eq!(plies.len(), 6);
        let plies = game(&format!("{start}40... bxc3 e.p. 41. a7-a8Q+ Kd7 42. a8a4")).played;
        assert_eq!(plies.len(), 4);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, ply, what) in [
            ("1. e4 e5 2. Ke3 *", Some("2.Ke3"), "there is no such move"),
            ("1. e4 -- 2. d4 *", Some("1...--"), "a null move"),
            ("1. e4 e5 2. Z0 *", Some("2.Z0"), "a null move"),
            (
                "1. e4 (1. d4 *",
                None,
                "a variation begins that does not end",
            ),
            ("1. e4 (1. %d4) *", None, "`%d4` is no move"),
            ("1. e4 ) *", None, "a variation ends that did not begin"),
            ("1. e4 * 2. d4", None, "moves go on behind the result"),
            ("[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n*", None, "bad FEN"),
            (
                "[Variant \"Atomic\"]\n1. e4 *",
                None,
                "`Atomic` is another game",
            ),
        ] {
            let Found::Broken(broken) = read(text.as_bytes()) else {
                panic!("{text} is read");
            };
            assert!(broken.what.starts_with(what), "{text}: {}", broken.what);
            assert_eq!(broken.ply.as_deref(), ply, "{text}");
        }
        assert!(matches!(read(b"{said between games}\n"), Found::Nothing));
    }
}
