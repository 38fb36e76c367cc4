//! A move as people write it, read apart from any position: which man goes from where to where, what it becomes, and what is said
//! beside it. Every reader of moves begins here; a position's legal moves then say which move is meant.
//!
//! ```text
//!  12...  K     e1   -   f2          !?  ch  ±
//!  12.          e    x   d8   (Q)    e.p.  +-
//! number man  origin mark to becomes signs
//! ```
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use crate::board::{Role, Square};

/// The longest text that is looked at, in bytes: more than any way to write a move takes.
pub const MAX_LENGTH: usize = 64;

/// How programs and people write that a side passes.
const NULL: [&str; 8] = ["--", "z0", "0000", "@@@@", "null", "<>", "pass", "(null)"];

/// Words that may stand behind a move; what is longer stands before what it begins with.
const WORDS: [&str; 20] = [
    "en passant",
    "enpassant",
    "e.p.",
    "e.p",
    "ep",
    "checkmate",
    "check",
    "mate",
    "chm",
    "ch",
    "discovered",
    "disc",
    "dis",
    "double",
    "dbl",
    "db",
    "dp",
    "tn",
    "n",
    "d",
];

/// What a text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Written {
    /// A man goes somewhere.
    Step(Step),
    /// The king castles, to the queen's side if this is true.
    Castling(bool),
    /// The side to move passes.
    Null,
}

/// What a text says of a man that goes somewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The man. `None`: any, as the square that it leaves is named.
    pub role: Option<Role>,
    /// The file that it leaves, from 0.
    pub file: Option<u32>,
    /// The rank that it leaves, from 0.
    pub rank: Option<u32>,
    /// There is a sign for a capture.
    pub capture: bool,
    /// "En passant" is said.
    pub en_passant: bool,
    /// The file to which it goes, from 0.
    pub to_file: u32,
    /// The rank to which it goes, from 0. `None`: `ed` is short for `exd5`.
    pub to_rank: Option<u32>,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
}

/// A legal move, as far as texts speak of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "every board fills it in")]
pub struct Candidate {
    /// The man that moves.
    pub role: Role,
    /// The square that it leaves.
    pub from: Square,
    /// The square to which it goes; of a castling king that of UCI.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
    /// Something is taken.
    pub is_capture: bool,
    /// A pawn is taken en passant.
    pub is_en_passant: bool,
    /// The king castles, to the queen's side if this is true.
    pub castling: Option<bool>,
}

impl Written {
    /// Reads a text. `None` if it does not have the shape of a move.
    #[must_use]
    pub fn parse(text: &str) -> Option<Written> {
        if text.len() > MAX_LENGTH {
            return None;
        }
        let plain: String = text.chars().filter_map(plain).collect();
        let text = plain.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '.'));
        if NULL.contains(&text.to_lowercase().as_str()) {
            return Some(Written::Null);
        }
        let text = without_number(text);
        if let Some(castling) = castling(text) {
            return Some(castling);
        }
        let step = Step::parse(text).or_else(|| Step::parse(&other_case(text)?));
        step.map(Written::Step)
    }

    /// Those of the legal moves that the text means: that agree with all it says; if there is none, those that agree with all but
    /// the signs for captures.
    pub fn meant<M>(self, legal: impl IntoIterator<Item = (Candidate, M)>) -> Vec<M> {
        let (mut exact, mut loose) = (Vec::new(), Vec::new());
        for (candidate, mv) in legal {
            if self.fits(&candidate, true) {
                exact.push(mv);
            } else if self.fits(&candidate, false) {
                loose.push(mv);
            }
        }
        if exact.is_empty() { loose } else { exact }
    }

    fn fits(self, candidate: &Candidate, with_signs: bool) -> bool {
        match self {
            Written::Step(step) => {
                step.is_about(candidate, with_signs)
                    && step.promotion == candidate.promotion
                    && (!with_signs || step.signs_fit(candidate))
            }
            Written::Castling(long) => candidate.castling == Some(long),
            Written::Null => false,
        }
    }
}

impl Step {
    /// Does the move agree with what the text says about the man and its way?
    #[must_use]
    pub fn is_about(&self, candidate: &Candidate, with_signs: bool) -> bool {
        // `e5` is a step on the e-file: a capture names where the pawn comes from, or has a sign.
        let changes_file =
            self.role != Some(Role::Pawn) || self.capture && with_signs || self.file.is_some();
        candidate.to.file() == self.to_file
            && self.to_rank.is_none_or(|rank| rank == candidate.to.rank())
            && (changes_file || candidate.from.file() == candidate.to.file())
            && self.role.is_none_or(|role| role == candidate.role)
            && self.starts_on(candidate.from)
            && (candidate.castling.is_none() || self.rank.is_some())
    }

    /// Does the text allow a man that comes from this square?
    #[must_use]
    pub fn starts_on(&self, from: Square) -> bool {
        self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
    }

    /// Do the signs for captures agree?
    fn signs_fit(&self, candidate: &Candidate) -> bool {
        (!self.capture || candidate.is_capture) && (!self.en_passant || candidate.is_en_passant)
    }

    /// The square to which the man goes, if all of it is named.
    #[must_use]
    pub fn to(&self) -> Option<Square> {
        self.to_rank.map(|rank| Square::at(self.to_file, rank))
    }

    /// Reads a text in letters of SAN.
    fn parse(text: &str) -> Option<Step> {
        let role = Role::ALL
            .into_iter()
            .find_map(|role| Some((role, text.strip_prefix(role.letter().to_ascii_uppercase())?)));
        let (man, rest) = match role {
            Some((role, rest)) => (Some(role), rest),
            None => (None, text),
        };
        // The longest origin first, so that the goal is what stands last.
        [2, 1, 0].into_iter().find_map(|length| {
            let (origin, rest) = rest.split_at_checked(length)?;
            let (file, rank) = parse_origin(origin)?;
            Step {
                role: man.or((length < 2).then_some(Role::Pawn)),
                file,
                rank,
                ..Step::default()
            }
            .with_goal(rest)
        })
    }

    /// Reads what stands behind the origin.
    fn with_goal(mut self, text: &str) -> Option<Step> {
        let behind = text.trim_start_matches(['x', 'X', '-']);
        if text.len() - behind.len() > 2 {
            return None;
        }
        self.capture = text.len() > behind.len() && text.starts_with(['x', 'X']);
        let mut characters = behind.chars();
        self.to_file = file(characters.next()?)?;
        let behind = characters.as_str();
        self.to_rank = characters.next().and_then(rank);
        let Some(to_rank) = self.to_rank else {
            return self.short(behind);
        };
        let is_last =
            matches!(to_rank, 0 | 7) && !matches!(self.role, Some(role) if role != Role::Pawn);
        let (promotion, behind) = match promotion(characters.as_str()) {
            // `N` behind a move that cannot promote is a novelty.
            Some((Role::Knight, false, _)) if !is_last => (None, characters.as_str()),
            Some((role, _, behind)) => (Some(role), behind),
            None => (None, characters.as_str()),
        };
        self.promotion = promotion;
        self.with_signs(behind)
    }

    /// `ed`: a pawn of the e-file takes on the d-file.
    fn short(mut self, behind: &str) -> Option<Step> {
        let is_next = |file: u32| file.abs_diff(self.to_file) == 1;
        let is_short =
            self.role == Some(Role::Pawn) && self.rank.is_none() && self.file.is_some_and(is_next);
        self.capture = true;
        is_short.then(|| self.with_signs(behind))?
    }

    /// Reads what is said behind the move; `None` if it is something else.
    fn with_signs(mut self, text: &str) -> Option<Step> {
        let words = signs(text)?;
        self.en_passant = words.iter().any(|word| word.starts_with('e'));
        self.capture |= self.en_passant;
        Some(self)
    }
}

/// The words of a text that holds only such words and signs as stand behind moves.
#[must_use]
pub fn signs(text: &str) -> Option<Vec<&'static str>> {
    let (mut rest, mut words) = (text, Vec::new());
    while let Some(first) = rest.chars().next() {
        let word = WORDS.into_iter().find_map(|word| {
            let (head, behind) = rest.split_at_checked(word.len())?;
            head.eq_ignore_ascii_case(word).then_some((word, behind))
        });
        rest = match word {
            Some((word, behind)) => {
                words.push(word);
                behind
            }
            None if is_sign(first) => rest.get(first.len_utf8()..)?,
            None => return None,
        };
    }
    Some(words)
}

/// A character that is no part of any word, and no bracket.
fn is_sign(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_control() && !matches!(c, '(' | ')' | '[' | ']' | '{' | '}')
}

/// The letter of SAN that a character stands for; nothing for what takes no ink.
fn plain(c: char) -> Option<char> {
    Some(match c {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '×' | ':' | '✕' | '✖' | '⨯' => 'x',
        '‐' | '‑' | '‒' | '–' | '—' | '−' | '→' => '-',
        '†' | '‡' => '+',
        '…' => '.',
        c if takes_no_ink(c) => return None,
        _ => c,
    })
}

/// Marks of encodings, joiners, and what chooses how a symbol looks.
#[must_use]
pub const fn takes_no_ink(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{fe0e}' | '\u{fe0f}' | '\u{feff}'
    )
}

/// The text without the number of the move, or a sign that stands before it.
fn without_number(text: &str) -> &str {
    if castling(text).is_some() {
        return text;
    }
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = behind.strip_prefix(')').unwrap_or(behind);
    behind.trim_start_matches(|c: char| is_sign(c) || c.is_whitespace())
}

/// `O-O`, `0-0-0`, `o-o`
fn castling(text: &str) -> Option<Written> {
    let o = |c: char| {
        if matches!(c, '0' | 'o' | 'О' | 'о') {
            'O'
        } else {
            c
        }
    };
    let (mut letters, mut end) = (0, 0);
    for (i, c) in text.char_indices() {
        match (o(c), letters) {
            ('O', 0..3) => (letters, end) = (letters + 1, i + c.len_utf8()),
            ('-', _) => {}
            _ => break,
        }
    }
    let behind = text.get(end..)?;
    let is_parted = text.contains('-') || text.starts_with(['O', 'o']);
    (letters >= 2 && is_parted && signs(behind).is_some())
        .then_some(Written::Castling(letters == 3))
}

/// A text in small letters only, or in capitals only, in the letters of SAN.
fn other_case(text: &str) -> Option<String> {
    let first = text.chars().next()?;
    let is_man = match first.to_ascii_uppercase() {
        'K' | 'Q' | 'R' | 'N' | 'P' => true,
        // `b` is a file too, and a capital one a bishop's if a whole square follows.
        'B' => first == 'B' && text.chars().nth(1).is_some_and(|c| c.is_ascii_alphabetic()),
        _ => false,
    };
    let small = text.to_ascii_lowercase();
    match is_man {
        true => Some(first.to_ascii_uppercase().to_string() + small.get(1..)?),
        // `Dd4`: the man of another language.
        false if first.is_ascii_uppercase() && text.contains(|c: char| c.is_ascii_lowercase()) => {
            None
        }
        false => Some(small),
    }
}

/// What a pawn becomes, whether a sign says so, and the text behind it: `Q`, `q`, `=Q`, `/Q`, `:Q`, `(Q)` or `(=Q)`.
fn promotion(text: &str) -> Option<(Role, bool, &str)> {
    let text = text.trim_start();
    let inner = text.trim_start_matches(['=', '/', 'x', '(', '[', ' ', '>', '-']);
    let is_bracketed = text.get(..text.len() - inner.len())?.contains(['(', '[']);
    let is_signed = inner.len() < text.len();
    let letter = inner.chars().next()?;
    let role = Role::from_letter(letter)?;
    let mut behind = inner.get(letter.len_utf8()..)?;
    if is_bracketed {
        behind = behind.trim_start().strip_prefix([')', ']'])?;
    }
    // `b8Qd4` is nothing, and `e4 dis ch` no promotion.
    let ends = !behind.starts_with(|c: char| matches!(c, 'a'..='h' | '1'..='8')) || is_bracketed;
    let is_word = signs(behind).is_some();
    (Role::PROMOTIONS.contains(&role) && (ends || is_word)).then_some((role, is_signed, behind))
}

/// Reads nothing, a file, a rank or a square.
fn parse_origin(text: &str) -> Option<(Option<u32>, Option<u32>)> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (None, _) => Some((None, None)),
        (Some(c), None) => match (file(c), rank(c)) {
            (None, None) => None,
            named => Some(named),
        },
        (Some(first), Some(second)) => Some((Some(file(first)?), Some(rank(second)?))),
    }
}

fn file(c: char) -> Option<u32> {
    matches!(c, 'a'..='h').then(|| u32::from(c) - u32::from('a'))
}

fn rank(c: char) -> Option<u32> {
    matches!(c, '1'..='8').then(|| u32::from(c) - u32::from('1'))
}
