//! Positions in text.

use pawngame::{Illegal, Position, Preset, RuleSet, Rules, TextError, parse, read};

use crate::{convert, games};
use specification::pawngame::{NaivePosition, Side, sample};
use specification::{Dice, cases};

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
    cases("short_forms_are_read", |case| {
        assert_eq!(parse(&case.text, rules), Ok(full));
    });
    assert_eq!(parse("  11/Xx/2/2/2/2/oO/2   w  - ", rules), Ok(full));
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

/// How the error begins, and what its message must say.
fn refused(text: &str, kind: &str, says: &str) {
    let error = parse(text, rules(2)).expect_err(text);
    assert!(format!("{error:?}").starts_with(kind), "{text}: {error:?}");
    assert!(error.to_string().contains(says), "{text}: {error}");
}

#[test]
fn errors_name_what_is_wrong() {
    cases("errors_name_what_is_wrong", |case| {
        refused(&case.text, case.get("kind"), case.get("says"));
    });
    refused(" \n\t", "Empty", "there is no position");
    let escape = "`\\u{1b}` in rank `\\u{1b}[2J`";
    refused("2/\u{1b}[2J/2", "Letter('\\u{1b}'", escape);
    refused("2/pp/2/2/2/2/PP/2 \u{7}", "Side", "`\\u{7}`");
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
    cases("illegal_positions_are_refused_with_every_reason", |case| {
        let error = parse(&case.text, rules(2)).expect_err("it is illegal");
        assert!(matches!(error, TextError::Illegal(_)), "{error:?}");
        for reason in case.all("reason") {
            assert!(error.to_string().contains(reason), "{error}");
        }
    });
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
