//! The words of a game's text. Strangers' bytes are read here: nothing may panic.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

/// How a game may end.
pub const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// A word of a game's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    /// A tag: its name, and its value as it stands there, escapes included.
    Tag(&'t [u8], &'t [u8]),
    /// What stands between braces.
    Comment(&'t [u8]),
    /// What stands behind a semicolon, to the end of the line.
    Rest(&'t [u8]),
    /// A line that begins with a percent sign, without it.
    Escape(&'t [u8]),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$4`, or `??`, which means the same.
    Nag(u16),
    /// `12.`, `12...`
    Number,
    /// One of [`RESULTS`].
    Result(&'static str),
    /// A move, or nobody knows what.
    Word(&'t [u8]),
}

/// Marks that are written for numbers. What is longer stands before what it begins with.
const MARKS: [(&[u8], u16); 6] = [
    (b"!!", 3),
    (b"??", 4),
    (b"!?", 5),
    (b"?!", 6),
    (b"!", 1),
    (b"?", 2),
];

/// Verdicts on positions that some programs write as they are.
const VERDICTS: [(&[u8], u16); 7] = [
    (b"=", 10),
    (b"+=", 14),
    (b"=+", 15),
    (b"+/-", 16),
    (b"-/+", 17),
    (b"+-", 18),
    (b"-+", 19),
];

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// How many bytes of the text stand before it.
    pub at: usize,
    pub what: String,
}

/// Takes a text to pieces. Each word comes with how many bytes stand before it.
pub struct Tokens<'t> {
    text: &'t [u8],
    at: usize,
    /// Tags stand before moves only.
    in_tags: bool,
}

impl<'t> Tokens<'t> {
    pub fn new(text: &'t [u8]) -> Tokens<'t> {
        Tokens {
            text,
            at: 0,
            in_tags: true,
        }
    }

    fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Takes what comes before any of these bytes, or all there is.
    fn until(&mut self, is_end: impl Fn(u8) -> bool) -> &'t [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|&byte| is_end(byte));
        let (taken, _) = rest.split_at(length.unwrap_or(rest.len()));
        self.at += taken.len();
        taken
    }

    fn skip_space(&mut self) {
        self.until(|byte| !byte.is_ascii_whitespace() && byte != b'.');
        // An ellipsis in one character, as some write it before Black's move.
        while self.rest().starts_with("…".as_bytes()) {
            self.at += "…".len();
            self.skip_space();
        }
    }

    fn is_at_line_start(&self) -> bool {
        self.at == 0 || self.text.get(self.at - 1) == Some(&b'\n')
    }

    fn token(&mut self, first: u8) -> Result<Token<'t>, String> {
        if first == b'%' && self.is_at_line_start() {
            self.at += 1;
            return Ok(Token::Escape(self.until(|byte| byte == b'\n')));
        }
        match first {
            b'[' if self.in_tags => return self.tag(),
            b'{' => return self.comment(),
            b';' => {
                self.at += 1;
                return Ok(Token::Rest(self.until(|byte| byte == b'\n')));
            }
            _ => self.in_tags = false,
        }
        match first {
            b'(' => Ok(self.one(Token::Open)),
            b')' => Ok(self.one(Token::Close)),
            b'}' => Err("a comment ends that did not begin".to_owned()),
            b'$' => {
                self.at += 1;
                let digits = self.until(|byte| !byte.is_ascii_digit());
                let number = std::str::from_utf8(digits).ok();
                let number = number.and_then(|digits| digits.parse().ok());
                number
                    .map(Token::Nag)
                    .ok_or_else(|| "`$` is not followed by a number".to_owned())
            }
            b'!' | b'?' => Ok(self.mark()),
            _ => Ok(self.word()),
        }
    }

    fn one(&mut self, token: Token<'t>) -> Token<'t> {
        self.at += 1;
        token
    }

    fn mark(&mut self) -> Token<'t> {
        let rest = self.rest();
        let mark = MARKS.iter().find(|(text, _)| rest.starts_with(text));
        let (text, number) = mark.copied().unwrap_or((b"?", 2));
        self.at += text.len();
        Token::Nag(number)
    }

    fn comment(&mut self) -> Result<Token<'t>, String> {
        self.at += 1;
        let text = self.until(|byte| byte == b'}');
        if self.rest().is_empty() {
            return Err("a comment begins that does not end".to_owned());
        }
        self.at += 1;
        Ok(Token::Comment(text))
    }

    /// `[White "Réti \"the\" player"]`
    fn tag(&mut self) -> Result<Token<'t>, String> {
        self.at += 1;
        let bad = || "this is no tag: [Name \"value\"] is one".to_owned();
        let name = self.until(|byte| matches!(byte, b'"' | b'\n' | b']'));
        let name = name.trim_ascii();
        if !self.rest().starts_with(b"\"") || name.is_empty() {
            return Err(bad());
        }
        self.at += 1;
        // A quotation mark that nothing but the bracket follows is the last: some forget to escape the others.
        let line = self.rest();
        let line = line.split(|&byte| byte == b'\n').next().unwrap_or(line);
        let parts = (0..line.len()).map(|i| line.split_at(i));
        let mut ends = parts.filter_map(|(value, rest)| Some((value, rest.strip_prefix(b"\"")?)));
        let end = ends.find(|(value, behind)| {
            let escapes = value.iter().rev().take_while(|&&byte| byte == b'\\');
            escapes.count() % 2 == 0 && behind.trim_ascii_start().starts_with(b"]")
        });
        let (value, _) = end.ok_or_else(bad)?;
        self.at += value.len() + 1;
        self.until(|byte| byte == b']');
        self.at += 1;
        Ok(Token::Tag(name, value))
    }

    fn word(&mut self) -> Token<'t> {
        let start = self.at;
        let word = self.until(ends_word);
        let result = RESULTS.iter().find(|result| result.as_bytes() == word);
        if let Some(result) = result {
            return Token::Result(result);
        }
        if let Some(&(_, number)) = VERDICTS.iter().find(|(text, _)| *text == word) {
            return Token::Nag(number);
        }
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_number = digits > 0 && word.get(digits).is_none_or(|&byte| byte == b'.');
        if is_number {
            // The move may follow without a space.
            self.at = start + digits;
            return Token::Number;
        }
        if word.is_empty() {
            // A control character is no end of a word, but something must be taken.
            self.at += 1;
        }
        Token::Word(word)
    }
}

fn ends_word(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || matches!(byte, b'{' | b'}' | b'(' | b')' | b';' | b'$' | b'!' | b'?')
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Result<(usize, Token<'t>), Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_space();
        let at = self.at;
        let first = *self.rest().first()?;
        let token = self.token(first);
        if token.is_err() {
            // Nothing that follows can be trusted.
            self.at = self.text.len();
        }
        Some(match token {
            Ok(token) => Ok((at, token)),
            Err(what) => Err(Problem { at, what }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let tokens = Tokens::new(text.as_bytes());
        tokens.map(|token| token.expect("a token").1).collect()
    }

    #[test]
    fn everything_is_a_word() {
        use Token::{Close, Comment, Escape, Nag, Number, Open, Rest, Result, Tag, Word};
        assert_eq!(
            tokens(
                "[White \"A \\\"B\\\" ]\"] [Round \"\"]\n%x\n{c [a]}12.Kb2!?(12...e8=Q+$16 )…Kc3?? ;d\n0-0 +- 1/2-1/2"
            ),
            [
                Tag(b"White", b"A \\\"B\\\" ]"),
                Tag(b"Round", b""),
                Escape(b"x"),
                Comment(b"c [a]"),
                Number,
                Word(b"Kb2"),
                Nag(5),
                Open,
                Number,
                Word(b"e8=Q+"),
                Nag(16),
                Close,
                Word(b"Kc3"),
                Nag(4),
                Rest(b"d"),
                Word(b"0-0"),
                Nag(18),
                Result("1/2-1/2"),
            ]
        );
    }

    #[test]
    fn what_is_wrong_is_told_by_its_place() {
        for (text, at) in [
            ("1. e4 {", 6),
            ("e4 } e5", 3),
            ("[White]", 0),
            ("[White \"x]\n1. e4", 0),
            ("e4 $x", 3),
        ] {
            let problem = Tokens::new(text.as_bytes()).find_map(Result::err);
            assert_eq!(problem.map(|problem| problem.at), Some(at), "{text}");
        }
    }

    /// Every byte, and every pair of bytes that mean something, ends.
    #[test]
    fn all_bytes_are_read() {
        for first in 0..=u8::MAX {
            for second in *b"[]{}();%$!?.\"\\\n 1a*-" {
                let text = [second, first, second, first];
                assert!(Tokens::new(&text).count() <= text.len());
            }
        }
    }
}
