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

use peasant::notation::written::Written;
use shakmaty::Chess;

use super::board;
use super::game::{Broken, Game, Item, Line, Places, Played, Ply, Tag, unescaped};
use super::text::{decoded, holds_a_square};
use super::token::{Endless, Placed, Token, Tokens};
use crate::host::plain::excerpt;

/// Variations in variations, no deeper.
const DEEPEST: usize = 100;

/// What a text is.
pub enum Found {
    Game(Box<Game>),
    Broken(Broken),
    /// Comments alone, which belong to no game.
    Nothing,
}

/// Reads the text of a game. What cannot be read ends its moves; only a game whose first position is not known is none.
pub fn read(text: &[u8]) -> Found {
    let mut reader = Reader::new(text);
    for token in Tokens::new(text) {
        let taken = match token {
            Ok(placed) => reader.take(&placed),
            Err(Endless { at }) => Err(Stop::at(at, "a comment begins that does not end")),
        };
        if let Err(stop) = taken {
            reader.stop = Some(stop);
            break;
        }
    }
    reader.finish()
}

/// `White – Black`, as far as they are named.
pub fn players(tags: &[Tag]) -> String {
    let name = |wanted: &[u8]| {
        let tag = tags
            .iter()
            .find(|tag| tag.name.eq_ignore_ascii_case(wanted));
        let name = tag.map(|tag| unescaped(&tag.value)).unwrap_or_default();
        if name.trim().is_empty() {
            "?".to_owned()
        } else {
            name
        }
    };
    format!("{} – {}", name(b"White"), name(b"Black"))
}

/// Why the moves end before the text does, and where.
struct Stop {
    at: usize,
    /// The move at which they end.
    ply: Option<String>,
    what: String,
}

impl Stop {
    fn at(at: usize, what: &str) -> Stop {
        Stop {
            at,
            ply: None,
            what: what.to_owned(),
        }
    }
}

/// A tree in the making.
struct Reader<'t> {
    text: &'t [u8],
    tags: Vec<Tag>,
    /// The main line, and the variations in which we are.
    lines: Vec<Line>,
    result: Option<&'static str>,
    /// The main line; set with the first move.
    play: Option<Play>,
    /// There are moves, or a result.
    is_begun: bool,
    /// The last number, if it stands behind the last move of its line.
    number: Option<usize>,
    /// Words stand behind the last move of the main line that may have been moves.
    is_doubtful: bool,
    /// Comments or variations stand behind the last move.
    is_apart: bool,
    /// Glyphs before the first move of a line, which are taken to be that move's.
    early_nags: Vec<u16>,
    stop: Option<Stop>,
    /// Where the tags end.
    head: usize,
}

/// The main line as it is played.
struct Play {
    first_ply: usize,
    played: Vec<Played>,
    here: Chess,
}

impl<'t> Reader<'t> {
    fn new(text: &'t [u8]) -> Reader<'t> {
        Reader {
            text,
            tags: Vec::new(),
            lines: vec![Line::default()],
            result: None,
            play: None,
            is_begun: false,
            number: None,
            is_doubtful: false,
            is_apart: false,
            early_nags: Vec::new(),
            stop: None,
            head: 0,
        }
    }

    fn take(&mut self, placed: &Placed) -> Result<(), Stop> {
        let (at, end) = (placed.at, placed.end);
        match &placed.token {
            Token::Tag(tag) => {
                self.tags.push(Tag {
                    name: tag.name.to_vec(),
                    value: tag.value.to_vec(),
                });
                self.head = end;
            }
            Token::Comment(text) => self.item(Item::Comment(text.to_vec()), end),
            // Behind the end of its line nothing more belongs to it.
            Token::Rest(text) => self.item(Item::Comment(text.to_vec()), self.next_line(end)),
            Token::Aside => {}
            Token::Number(number) => self.number(*number, at),
            Token::Result(result) => {
                self.is_begun = true;
                // In a variation it says nothing that the game does not.
                if self.lines.len() == 1 {
                    self.result = Some(result);
                    self.number = None;
                }
            }
            Token::Nag(nag) => self.glyph(*nag, end),
            Token::Sign => self.sign(end),
            Token::Open if self.lines.len() > DEEPEST => {
                return Err(Stop::at(at, "variations are too deep in each other"));
            }
            // Before the first move it is a bracket too much.
            Token::Open if self.line().plies.is_empty() => {}
            Token::Open => {
                self.lines.push(Line::default());
                self.number = None;
            }
            Token::Close => self.close(end),
            Token::Move(written) => self.r#move(*written, at, end)?,
            Token::Word => self.word(at, end)?,
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

    /// The place behind the end of a line.
    fn next_line(&self, end: usize) -> usize {
        let rest = self.text.get(end..).unwrap_or_default();
        end + match rest {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => 0,
        }
    }

    /// A number begins the moves.
    fn number(&mut self, number: usize, at: usize) {
        self.number = Some(number);
        self.begin_moves(at);
    }

    /// What is said before the first move stands here.
    fn begin_moves(&mut self, at: usize) {
        let line = self.line();
        if line.plies.is_empty() && line.place == 0 {
            line.place = at;
        }
    }

    fn glyph(&mut self, nag: u16, end: usize) {
        let is_apart = self.is_apart;
        if let Some(ply) = self.line().plies.last_mut() {
            if !ply.nags.contains(&nag) {
                ply.nags.push(nag);
            }
            ply.places.reach(end, is_apart);
        } else if !self.early_nags.contains(&nag) {
            self.early_nags.push(nag);
        }
    }

    fn sign(&mut self, end: usize) {
        let is_apart = self.is_apart || self.result.is_some();
        if let Some(ply) = self.line().plies.last_mut() {
            ply.places.reach(end, is_apart);
        }
    }

    fn item(&mut self, item: Item, end: usize) {
        if self.result.is_some() && self.lines.len() == 1 {
            return;
        }
        let is_comment = matches!(item, Item::Comment(_));
        let line = self.line();
        match line.plies.last_mut() {
            Some(ply) => {
                let is_first = !ply.items.iter().any(|it| matches!(it, Item::Variation(_)));
                if is_comment && is_first {
                    ply.places.comments = end;
                }
                ply.places.end = end;
                ply.items.push(item);
                self.is_apart = true;
            }
            None => line.intro.push(item),
        }
    }

    /// A variation ends; a bracket too much does not count.
    fn close(&mut self, end: usize) {
        if self.lines.len() < 2 {
            return;
        }
        let line = self.lines.pop().unwrap_or_default();
        self.item(Item::Variation(line), end);
        self.number = None;
    }

    fn r#move(&mut self, written: Written, at: usize, end: usize) -> Result<(), Stop> {
        self.is_begun = true;
        self.begin_moves(at);
        if self.lines.len() == 1 {
            self.play(written, at, end)?;
            self.is_doubtful = false;
        }
        self.push(at, end);
        Ok(())
    }

    /// What nobody knows: it ends the moves if it may be one, and is passed over else.
    fn word(&mut self, at: usize, end: usize) -> Result<(), Stop> {
        let word = self.text.get(at..end).unwrap_or_default();
        if !may_be_a_move(word) {
            self.is_doubtful |= decoded(word).chars().any(char::is_alphabetic);
            return Ok(());
        }
        self.begin_moves(at);
        if self.lines.len() > 1 {
            self.push(at, end);
            return Ok(());
        }
        self.is_begun = true;
        match self.result {
            // It belongs to what is said behind the game.
            Some(_) => Ok(()),
            None => Err(self.unknown(at, end, "there is no such move")),
        }
    }

    /// A move, behind those that the line has.
    fn push(&mut self, at: usize, end: usize) {
        let ply = Ply {
            text: self.text.get(at..end).unwrap_or_default().to_vec(),
            nags: std::mem::take(&mut self.early_nags),
            places: Places {
                start: at,
                glyphs: end,
                comments: end,
                end,
                has_number: self.number.is_some(),
            },
            ..Ply::default()
        };
        self.line().plies.push(ply);
        (self.number, self.is_apart) = (None, false);
    }

    /// Plays a move of the main line.
    fn play(&mut self, written: Written, at: usize, end: usize) -> Result<(), Stop> {
        if self.play.is_none() {
            self.play = Some(self.begin(at)?);
        }
        self.is_next(at)?;
        let unknown = |what| self.unknown(at, end, what);
        let Some(play) = &self.play else {
            return Ok(());
        };
        let (r#move, here) = match written {
            Written::Null => {
                let passed = board::passed(&play.here);
                (
                    None,
                    passed.ok_or_else(|| unknown("nobody may pass in check"))?,
                )
            }
            _ => match board::meant(written, &play.here)[..] {
                [m] => (Some(m), board::played(&play.here, m)),
                [] => return Err(unknown("there is no such move")),
                _ => return Err(unknown("it can mean more than one move")),
            },
        };
        if let Some(play) = &mut self.play {
            let before = std::mem::replace(&mut play.here, here);
            play.played.push(Played { before, r#move });
        }
        Ok(())
    }

    /// Does a move go on where the last one stopped? Numbers are often wrong, and matter only behind a result and behind words
    /// that may have been moves.
    fn is_next(&self, at: usize) -> Result<(), Stop> {
        let (Some(play), Some(number)) = (&self.play, self.number) else {
            return Ok(());
        };
        let expected = (play.first_ply + play.played.len()) / 2 + 1;
        if number == expected || self.result.is_none() && !self.is_doubtful {
            return Ok(());
        }
        let what = match self.result {
            Some(_) => "moves go on behind the result".to_owned(),
            None => format!(
                "move {number} follows where move {expected} should, behind words that are no moves"
            ),
        };
        Err(Stop::at(at, &what))
    }

    /// A move that is not known.
    fn unknown(&self, at: usize, end: usize, what: &str) -> Stop {
        let name = excerpt(&decoded(self.text.get(at..end).unwrap_or_default()));
        let plies = self
            .play
            .as_ref()
            .map_or(0, |play| play.first_ply + play.played.len());
        let plies = match &self.play {
            Some(_) => plies,
            None => self.begin(at).map_or(0, |play| play.first_ply),
        };
        Stop {
            ply: Some(number(plies) + &name),
            ..Stop::at(at, what)
        }
    }

    /// The position in which the game begins.
    fn begin(&self, at: usize) -> Result<Play, Stop> {
        let tag = |wanted: &str| {
            let is_meant = |tag: &&Tag| tag.name.eq_ignore_ascii_case(wanted.as_bytes());
            self.tags
                .iter()
                .find(is_meant)
                .map(|tag| unescaped(&tag.value))
        };
        let start = board::start(tag("Variant").as_deref(), tag("FEN").as_deref());
        let (here, first_ply) = start.map_err(|what| Stop::at(at, &what))?;
        Ok(Play {
            first_ply,
            played: Vec::new(),
            here,
        })
    }

    fn finish(mut self) -> Found {
        if self.tags.is_empty() && !self.is_begun && self.stop.is_none() {
            return Found::Nothing;
        }
        if self.lines.len() > 1 && self.stop.is_none() {
            self.stop = Some(Stop::at(
                self.text.len(),
                "a variation begins that does not end",
            ));
        }
        while self.lines.len() > 1 {
            self.close(self.text.len());
        }
        let players = players(&self.tags);
        let begun = match self.play.take() {
            Some(play) => Ok(play),
            None => self.begin(self.head),
        };
        let broken = |stop: Stop| Broken {
            players: players.clone(),
            at: stop.at,
            ply: stop.ply,
            what: stop.what,
        };
        let play = match begun {
            Ok(play) => play,
            Err(stop) => return Found::Broken(broken(stop)),
        };
        let unread = self.stop.take().map(broken);
        let mut line = self.lines.pop().unwrap_or_default();
        if line.place == 0 && line.plies.is_empty() {
            line.place = self.head;
        }
        Found::Game(Box::new(Game {
            text: self.text.to_vec(),
            tags: self.tags,
            line,
            result: self.result,
            first_ply: play.first_ply,
            played: play.played,
            end: play.here,
            unread,
        }))
    }
}

impl Places {
    /// What belongs to the move goes on to here, or to its comments where something stood between.
    fn reach(&mut self, end: usize, is_apart: bool) {
        if !is_apart {
            self.glyphs = end;
            self.comments = end;
        }
        self.end = end;
    }
}

/// May a word be a move that is written in another way: with letters of another language, or in another notation?
fn may_be_a_move(word: &[u8]) -> bool {
    let text = decoded(word);
    let is_descriptive = text.starts_with(['K', 'Q', 'R', 'B', 'N', 'P'])
        && text.contains(['-', 'x', '×'])
        && text.len() < 10;
    holds_a_square(word) || is_descriptive || text.eq_ignore_ascii_case("castles")
}

/// `34.`, `34...`
pub fn number(ply: usize) -> String {
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", ply / 2 + 1)
}

#[cfg(test)]
mod tests;
