//! Positions in text.

use pawngame::{Illegal, Position, Preset, RuleSet, Rules, TextError, parse, read};

use crate::{convert, games};
use specification::Dice;
use specification::pawngame::{NaivePosition, Side, sample};

fn rules(files: u32) -> Rules {
    let set = RuleSet {
        files,
        ..RuleSet::of(Preset::PawnGame)
    };
    set.validate().expect("a number of files that there can be")
}

/// White's pawns, a slash, Black's, and whose turn it is.
fn list(here: &NaivePosition) -> String {
    let pawns = |side| {
        let names: Vec<String> = here
            .pawns(side)
            .into_iter()
            .map(|pawn| pawn.name())
            .collect();
        names.join(" ")
    };
    let (white, black) = (pawns(Side::White), pawns(Side::Black));
    format!("{white}/{black} {}", fields(here))
}

/// Whose turn it is, and en passant.
fn fields(here: &NaivePosition) -> String {
    let fen = here.fen();
    let (_, fields) = fen.split_once(' ').expect("FEN has fields");
    fields.to_owned()
}

fn check(here: &NaivePosition, rules: Rules) {
    let position = convert::position(here, rules);
    assert_eq!(position.to_string(), here.fen());
    assert_eq!(position.to_peasant_form(), here.peasant_form());
    assert_eq!(
        format!("{} {}", position.to_squares(), fields(here)),
        list(here)
    );
    for text in [
        here.fen(),
        here.peasant_form(),
        list(here),
        here.fen() + " 0 1",
    ] {
        assert_eq!(parse(&text, rules), Ok(position), "{text}");
    }
}

#[test]
fn every_form_is_read_as_it_was_written() {
    let mut dice = Dice(8);
    let mut games = games::games(1..=8, 3..=8, 1..=2, 1);
    games.extend(games::games(1..=8, 4..=8, 1..=2, 2));
    for rules in games {
        let game = convert::game(rules);
        check(&game.start(), rules);
        for pawns in [1, 3, 6, 9, 20, 40] {
            check(&sample::random_position(&mut dice, game, pawns), rules);
            check(&sample::random_play(&mut dice, game.start(), pawns), rules);
        }
    }
}

#[test]
fn every_set_up_is_read_as_it_was_written() {
    for rules in games::games(2..=2, 5..=5, 1..=1, 2) {
        for position in sample::every_set_up(convert::game(rules)) {
            check(&position, rules);
        }
    }
}

/// What may be left out, and how else it may be written.
#[test]
fn short_forms_are_read() {
    let rules = rules(2);
    let full = parse("2/pp/2/2/2/2/PP/2 w - -", rules).expect("the first position");
    assert_eq!(full, Position::start(rules));
    for text in [
        "2/pp/2/2/2/2/PP/2",
        "2/pp/2/2/2/2/PP/2 w",
        "  11/Xx/2/2/2/2/oO/2   w  - ",
        "2/pp/2/2/2/2/PP/2_w_-_-_0_1",
        "a2 b2/a7 b7",
        "b2 a2 / b7 a7 w - - 0 12",
        "a2_b2/a7_b7_w_-_-",
    ] {
        assert_eq!(parse(text, rules), Ok(full), "{text}");
    }
    let black = parse("a2 b2/a7 b7 b", rules);
    assert_eq!(black, parse("2/pp/2/2/2/2/PP/2 b - -", rules));
}

/// A square for en passant that no pawn can use is left out, as it makes no difference.
#[test]
fn useless_rights_are_forgotten() {
    let rules = rules(3);
    let useless = parse("3/1pp/3/p2/2P/3/PP1/3 w - a6", rules);
    assert_eq!(useless, parse("3/1pp/3/p2/2P/3/PP1/3 w - -", rules));
    let useful = parse("3/1pp/3/pP1/2P/3/P2/3 w - a6", rules).expect("a7-a5 was just played");
    assert_eq!(useful.en_passant(), peasant::board::Square::parse("a6"));
    assert_eq!(useful.to_string(), "3/1pp/3/pP1/2P/3/P2/3 w - a6");
    assert_eq!(useful.to_peasant_form(), "3/1XX/3/Xo1/2o/3/o2/3 w a6");
}

/// A text, how the error begins, and what its message must say.
const BAD: [(&str, &str, &str); 24] = [
    ("", "Empty", "there is no position"),
    (" \n\t", "Empty", "there is no position"),
    ("_ _", "Empty", "there is no position"),
    ("2/pp/2/2/2/2/PP/2 w - - 0 1 x7", "Surplus", "`x7`"),
    ("2/pp/2/2/2/2/PP/2 w - - 12345", "Surplus", "`12345`"),
    ("a2 b2/a7 b7 w - - ?", "Surplus", "`?`"),
    ("hello", "Ranks(1", "the board `hello` has 1 rank:"),
    ("2/pp", "Ranks(2", "`2/pp` has 2 ranks:"),
    ("2/pp/2/2/2/2/2/PP/2", "Ranks(9", "9 ranks"),
    (
        "2/\u{1b}[2J/2",
        "Letter('\\u{1b}'",
        "`\\u{1b}` in rank `\\u{1b}[2J`",
    ),
    ("2/pp/2/2/2/2/PP/2 \u{7}", "Side", "`\\u{7}`"),
    ("2/pp/2/3/2/2/PP/2", "RankLength", "`3`"),
    ("2/ppp/2/2/2/2/PP/2", "RankLength", "`ppp`"),
    ("2/pp//2/2/2/PP/2", "RankLength", "``"),
    ("8p/8/8/8/8/8/8/8", "RankLength", "`8p`"),
    ("2/pp/2/2/2/Pk/PP/2", "Letter('k'", "`k` in rank `Pk`"),
    ("2/pp/2/0/2/2/PP/2", "Letter('0'", "`0` in rank `0`"),
    ("2/pp/2/9/2/2/PP/2", "Letter('9'", "`9` in rank `9`"),
    ("2/pp/2/♙1/2/2/PP/2", "Letter('♙'", "`♙` in rank `♙1`"),
    ("2/pp/2/2/2/2/PP/2 W - -", "Side", "`W`"),
    ("2/pp/2/2/2/2/PP/2 white", "Side", "`white`"),
    ("2/pp/2/2/2/2/PP/2 w - i6", "EnPassant", "`i6`"),
    ("2/pp/2/2/2/2/PP/2 w KQkq -", "EnPassant", "`KQkq`"),
    ("a2 b2/a7 b7 w - a66", "EnPassant", "`a66`"),
];

#[test]
fn errors_name_what_is_wrong() {
    for (text, kind, says) in BAD {
        let error = parse(text, rules(2)).expect_err(text);
        assert!(format!("{error:?}").starts_with(kind), "{text}: {error:?}");
        assert!(error.to_string().contains(says), "{text}: {error}");
    }
    let long = "a2 ".repeat(200);
    let error = parse(&long, rules(2)).expect_err("too long");
    assert_eq!(error, TextError::TooLong(600));
    let message = error.to_string();
    assert!(
        message.contains("600 bytes") && message.contains("256 at most"),
        "{message}"
    );
}

/// Every reason is given, with the square.
#[test]
fn illegal_positions_are_refused_with_every_reason() {
    let cases: [(&str, &[&str]); 12] = [
        ("3/ppp/3/3/3/3/PPP/3 w", &["3 files and 8 ranks", "2 and 8"]),
        ("2/pp/2/2/2/PP/2 w", &["2 files and 7 ranks", "2 and 8"]),
        ("a2 b2/a2 b7", &["two pawns on a2"]),
        ("a2 a2/a7", &["two pawns on a2"]),
        ("1/p/1/1/1/1/P/1 w", &["1 file and 8 ranks"]),
        ("2/2/2/2/2/2/2/2 w", &["there is no pawn"]),
        ("/", &["there is no pawn"]),
        ("2/pp/2/2/2/2/PP/P1 w", &["White cannot stand on a1"]),
        ("2/pp/2/2/2/2/PP/1p w", &["Black's pawn on b1 has won"]),
        ("P1/pp/2/2/2/2/PP/2 b", &["White's pawn on a8 has won"]),
        (
            "a2 c2/b7 b8",
            &["White cannot stand on c2", "Black cannot stand on b8"],
        ),
        ("2/p1/2/1p/P1/2/2/2 w - a6", &["over a6", "write `-`"]),
    ];
    for (text, reasons) in cases {
        let error = parse(text, rules(2)).expect_err(text);
        assert!(matches!(error, TextError::Illegal(_)), "{text}: {error:?}");
        for reason in reasons {
            assert!(error.to_string().contains(reason), "{text}: {error}");
        }
    }
}

/// Without the right to take, a square for it is as wrong as one that nobody stepped over.
#[test]
fn games_without_en_passant_refuse_a_right() {
    let set = RuleSet {
        en_passant: false,
        ..rules(2).get()
    };
    let text = "2/1p/2/pP/2/2/2/2 w - a6";
    assert!(parse(text, rules(2)).is_ok());
    let a6 = peasant::board::Square::parse("a6").expect("a square");
    assert_eq!(
        parse(text, set.validate().expect("fewer rights")),
        Err(TextError::Illegal(vec![Illegal::NoEnPassant(a6)]))
    );
    assert!(
        Illegal::NoEnPassant(a6)
            .to_string()
            .contains("instead of a6")
    );
}

#[test]
fn a_problem_is_told_once() {
    let error = parse("a2 a2/a2", rules(2)).expect_err("three pawns on one square");
    let a2 = peasant::board::Square::parse("a2").expect("a square");
    assert_eq!(error, TextError::Illegal(vec![Illegal::Shared(a2)]));
}

/// A description keeps its own size, a list of squares gets the one it is given.
#[test]
fn sizes_are_those_of_the_text() {
    let size = |text| read(text, (5, 6)).map(|raw| (raw.files, raw.ranks));
    assert_eq!(size("3/ppp/3/3/PPP/3"), Ok((3, 6)));
    assert_eq!(size("ppp/3/PPP"), Ok((3, 3)));
    assert_eq!(size("a2/a5"), Ok((5, 6)));
}

/// Whatever is read, nothing panics, and what is accepted can be written and read again.
#[test]
fn scrambled_text_is_refused_or_understood() {
    let letters: Vec<char> = "Ppox12348/ wb-_aeh36789é\n0".chars().collect();
    let mut dice = Dice(9);
    let (mut accepted, rules) = (0, rules(2));
    for _ in 0..20_000 {
        let mut text: Vec<char> = "2/pp/2/2/2/2/PP/2 w - -".chars().collect();
        for _ in 0..=dice.roll(3) {
            let place = dice.roll(text.len());
            text[place] = letters[dice.roll(letters.len())];
        }
        let text: String = text.into_iter().collect();
        let _ = read(&text, (2, 8)).map(|raw| raw.validate(rules));
        if let Ok(position) = parse(&text, rules) {
            accepted += 1;
            assert_eq!(parse(&position.to_string(), rules), Ok(position), "{text}");
        }
    }
    assert!(accepted > 500, "only {accepted}");
}
