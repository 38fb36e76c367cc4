//! The games of a file that there is something to do for, so that others judge them: [`super::annotator`] tells of all others without
//! any proof.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::filter::FilterArgs;
use super::judged;
use super::options::AnnotateArgs;
use crate::pgn::read::{self, Found};
use crate::pgn::stream::{Stream, Text};
use crate::pgn::{game::Game, plain};
use crate::{Face, Failure};

/// Reads a file for games with pawn endings.
pub struct Endings {
    stream: Stream<Box<dyn BufRead + Send>>,
    /// Texts that have been read and wait.
    waiting: std::vec::IntoIter<Text>,
    filter: FilterArgs,
    /// Bytes of the file on disk; `None` if nobody knows.
    pub bytes: Option<u64>,
    pub far: Arc<Far>,
}

/// How far a file has been read.
#[derive(Default)]
pub struct Far {
    /// Bytes on disk.
    pub bytes: Arc<AtomicU64>,
    /// Games.
    pub games: AtomicU64,
    /// Games that the filters left out.
    pub left_out: AtomicU64,
}

impl Endings {
    /// Opens the file that `annotate` would judge with these options.
    ///
    /// # Errors
    /// Those of `annotate`, for options that do not go together and files that hold no games.
    pub fn open(args: &AnnotateArgs, face: &mut Face) -> Result<Endings, Failure> {
        args.check()?;
        let input = super::open(args, face)?;
        Ok(Endings {
            stream: Stream::new(input.text),
            waiting: Vec::new().into_iter(),
            filter: args.filter.clone(),
            bytes: input.bytes,
            far: Arc::new(Far {
                bytes: input.read,
                ..Far::default()
            }),
        })
    }

    /// The next game with a pawn ending that the filters take, or one that cannot be read to its end; `None` behind the last, or once
    /// it is cancelled.
    ///
    /// # Errors
    /// Those of the file.
    pub fn next(&mut self, is_cancelled: &dyn Fn() -> bool) -> io::Result<Option<Text>> {
        while !is_cancelled() {
            match self.waiting.next() {
                Some(text) if self.is_wanted(&text) => return Ok(Some(text)),
                Some(_) => {}
                None => match self.stream.texts()? {
                    Some(texts) => self.waiting = texts.into_iter(),
                    None => return Ok(None),
                },
            }
        }
        Ok(None)
    }

    /// Is there something to do for a text? It is decided as in [`super::annotator::Annotator::annotate`].
    fn is_wanted(&self, text: &Text) -> bool {
        let bytes = &text.bytes;
        if text.is_rest {
            return false;
        }
        if text.is_plain
            && let Some(look) = plain::look(bytes)
        {
            return self.takes(&|name| look.tag(name), bytes) && look.has_ending;
        }
        // A game that is too long cannot be read, either.
        match if text.is_cut {
            None
        } else {
            Some(read::read(bytes))
        } {
            Some(Found::Nothing) => false,
            Some(Found::Game(game)) => self.takes(&|name| game.tag(name), bytes) && is_open(&game),
            Some(Found::Broken(_)) | None => {
                count(&self.far.games);
                true
            }
        }
    }

    /// Counts a game. Do the filters take it?
    fn takes(&self, tag: &dyn Fn(&str) -> Option<String>, text: &[u8]) -> bool {
        count(&self.far.games);
        let is_taken = self.filter.takes(tag, text);
        if !is_taken {
            count(&self.far.left_out);
        }
        is_taken
    }
}

fn count(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

/// Has a game an ending, or moves that cannot be read?
fn is_open(game: &Game) -> bool {
    judged::has_ending(game) || game.unread.is_some()
}
