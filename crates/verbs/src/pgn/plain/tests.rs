use std::io::BufReader;

use shakmaty::san::SanPlus;
use specification::Dice;

use super::*;
use crate::pgn::read::{self, Found};
use crate::pgn::stream::{Stream, Text};

/// Pieces of files, as programs and people write them.
const PARTS: [&str; 30] = [
    "[Event \"a\"]\n[White \"b\"]\n\n1. e4 { good } e5 1-0\n\n",
    "[Event \"c\"]\n[White \"d\"]\n\n1. e4 e5\n2. Nf3 {two\nlines} *\n\n",
    "[Event \"e\"]\n[White \"f\"]\n\n1. e4 e5 1/2-1/2\n\n\n",
    "[Event \"g\"]\r\n[White \"h\"]\r\n\r\n1. e4 e5 0-1\r\n\r\n",
    "[Event \"i\"]\n\n1. e4 (1. d4) e5 *\n\n",
    "[Event \"j\"]\n[Event \"k\"]\n\n1. e4 *\n\n",
    "[Event \"a\"]\n",
    "[Event \"b\"]\n[White \"c\"]\n",
    "[White \"d [e] f\"]\n",
    "[Site \"https://example.org/1\"]\r\n",
    "[Board \"1\"]\n",
    "[White \"g\" ]\n",
    "\n",
    "\n",
    "\r\n",
    " \n",
    "1. e4 e5 2. Nf3 { good } Nc6 1-0\n\n",
    "1. e4 { [%clk 0:03:00] } 1... e5 { [%clk 0:02:59] } *\n\n",
    "1. e4 {a comment\nof two lines} e5 1/2-1/2\n",
    "1. e4 {a comment\n\n[Event \"within\"]\n\n} e5 1/2-1/2\n\n",
    "1. e4 e5\n2. Nf3 $1 Nc6 $14 0-1\n\n",
    "1. e4 (1. d4 d5) e5 0-1\n\n",
    "1. e4 e5 ; not over: 1-0\n\n",
    "1. e4 e5 1-0\n\nsaid behind it\n\n",
    "{ said before } 1. e4 *\n\n",
    "% for other programs\n",
    "1. e4 1-0 [White \"h\"]\n",
    "{ never closed\n",
    "1. \u{e9}4 *\n\n",
    "*\n\n",
];

/// All texts of a file, plain games cut by themselves or not.
fn cut(file: &str, is_quick: bool) -> Vec<Text> {
    // A small buffer ends within games.
    let mut stream = Stream::new(BufReader::with_capacity(300, file.as_bytes()));
    let mut texts = Vec::new();
    loop {
        let next = match is_quick {
            true => stream.texts().expect("memory").unwrap_or_default(),
            false => stream.text().expect("memory").into_iter().collect(),
        };
        if next.is_empty() {
            return texts;
        }
        texts.extend(next);
    }
}

#[test]
fn plain_games_are_cut_where_others_are() {
    let (mut dice, mut plain) = (Dice(66), 0);
    for _ in 0..4000 {
        let parts = 1 + dice.roll(20);
        let file: String = (0..parts).map(|_| dice.pick(&PARTS)).collect();
        let all = |texts: &[Text]| -> Vec<_> {
            let one = |text: &Text| {
                let bytes = String::from_utf8_lossy(&text.bytes).into_owned();
                (
                    text.number,
                    text.line,
                    bytes,
                    text.end,
                    text.is_game,
                    text.is_rest,
                )
            };
            texts.iter().map(one).collect()
        };
        let (quick, slow) = (cut(&file, true), cut(&file, false));
        assert_eq!(all(&quick), all(&slow), "{file}");
        plain += quick.iter().filter(|text| text.is_plain).count();
    }
    assert!(plain > 500, "{plain}");
}

/// A game of random moves that likes captures, with what programs write beside them, and now and then with something else.
fn game(dice: &mut Dice) -> String {
    let mut text = "[Event \"?\"]\n[White \"R\u{e9}ti\"]\n[Black \"?\"]\n\n".to_owned();
    let (mut here, plies) = (Chess::default(), dice.roll(260));
    for ply in 0..plies {
        let legal = here.legal_moves();
        let captures: Vec<_> = legal.iter().filter(|m| m.is_capture()).copied().collect();
        let choices = if captures.is_empty() {
            &legal[..]
        } else {
            &captures
        };
        if choices.is_empty() {
            break;
        }
        let m = dice.pick(choices);
        if ply % 2 == 0 || dice.roll(4) == 0 {
            let dots = if ply % 2 == 0 { "." } else { "..." };
            let blank = dice.pick(&["", " "]);
            text += &format!("{}{dots}{blank}", ply / 2 + 1);
        }
        text += &SanPlus::from_move(here.clone(), m).to_string();
        text += dice.pick(&["", "", "", "!?", " $6", " { a } {b}", "{ [%clk 0:01] }"]);
        text += dice.pick(&[" ", " ", " ", "\n"]);
        if dice.roll(400) == 0 {
            text += dice.pick(&[
                "Ke9 ", "(1. e4) ", "e2e4 ", "N ", "1-0 ", "; rest\n", "12 ", "-- ",
            ]);
        }
        here.play_unchecked(m);
    }
    text + dice.pick(&["1-0\n\n", "*\n\n", "1/2-1/2\n\n", "\n"])
}

#[test]
fn what_is_looked_through_is_what_is_read() {
    let (mut dice, mut looked, mut endings) = (Dice(6), 0, 0);
    for _ in 0..1500 {
        let text = game(&mut dice);
        let Some(look) = look(text.as_bytes()) else {
            continue;
        };
        let Found::Game(game) = read::read(text.as_bytes()) else {
            panic!("a game: {text}");
        };
        let mut positions = game
            .played
            .iter()
            .map(|played| &played.before)
            .chain([&game.end]);
        let has_ending = positions.any(|position| is_ending(position.board()));
        assert!(game.unread.is_none(), "{text}");
        assert_eq!(look.has_ending, has_ending, "{text}");
        assert_eq!(Some(look.result), game.result, "{text}");
        assert_eq!(look.tag("white"), game.tag("White"));
        looked += 1;
        endings += usize::from(has_ending);
    }
    assert!(looked > 500 && endings > 50, "{looked} {endings}");
}

#[test]
fn games_that_begin_elsewhere_are_read_in_full() {
    let text = "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n\n";
    assert!(look(text.as_bytes()).is_none());
    assert!(look(text.replace("[FEN", "[Opening").as_bytes()).is_some());
}
