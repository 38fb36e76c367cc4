#![allow(clippy::unwrap_used)]

use super::*;
use crate::notation::{fen, uci};

/// White's knights share the e-file, the d-pawn can take en passant, the e-pawn can promote on two
/// squares.
const CROWD: &str = "3n3k/4P3/4N3/2pP4/4N3/8/8/6K1 w - c6";

/// White's queens stand in a corner: two share a file, two a rank, and all reach b2 and c3.
const QUEENS: &str = "8/8/8/8/7k/Q7/8/Q1Q3K1 w - -";

fn position(text: &str) -> Position {
    fen::parse(text).unwrap()
}

/// What the text means in a position, in UCI.
fn read(text: &str, at: &str) -> Result<String, SanProblem> {
    parse(text, &position(at))
        .map(|mv| mv.to_string())
        .map_err(|error| error.problem)
}

fn write(mv: &str, at: &str) -> String {
    let position = position(at);
    format(uci::parse(mv, &position).unwrap(), &position)
}

#[test]
fn moves_are_written_as_players_write_them() {
    let table = [
        ("a1a2", "Q1a2", QUEENS),
        ("a3a2", "Q3a2", QUEENS),
        ("a1b1", "Qab1", QUEENS),
        ("a1b2", "Qa1b2", QUEENS),
        ("a3b2", "Q3b2", QUEENS),
        ("c1b2", "Qcb2", QUEENS),
        ("a3h3", "Qh3+", QUEENS),
        ("g1g2", "Kg2", QUEENS),
        ("e4c5", "N4xc5", CROWD),
        ("e6c5", "N6xc5", CROWD),
        ("e4c3", "Nc3", CROWD),
        ("e6d8", "Nxd8", CROWD),
        ("d5c6", "dxc6", CROWD),
        ("d5d6", "d6", CROWD),
        ("e7d8q", "exd8=Q+", CROWD),
        ("e7d8n", "exd8=N", CROWD),
        ("e7e8r", "e8=R+", CROWD),
    ];
    for (mv, san, at) in table {
        assert_eq!(write(mv, at), san, "{mv}");
    }
}

#[test]
fn mate_is_written() {
    assert_eq!(write("a7a8q", "7k/P7/7K/8/8/8/8/8 w - -"), "a8=Q#");
    assert_eq!(write("a7a8n", "7k/P7/7K/8/8/8/8/8 w - -"), "a8=N");
}

#[test]
fn an_illegal_move_is_written_as_uci() {
    let position = position(CROWD);
    for text in ["a1h7", "h8h7", "b5b6", "e7e8", "g1g2q"] {
        let mv: Move = text.parse().unwrap();
        assert_eq!(format(mv, &position), text);
    }
}

#[test]
fn looser_forms_are_read() {
    let table = [
        ("dxc6 e.p.", "d5c6"),
        ("dxc6e.p", "d5c6"),
        ("dc6ep!?", "d5c6"),
        ("d:c6", "d5c6"),
        ("xc6", "d5c6"),
        ("d5xc6 e.p.+", "d5c6"),
        ("d5-d6", "d5d6"),
        ("d5d6", "d5d6"),
        ("Pd6", "d5d6"),
        ("♙d6", "d5d6"),
        ("d6#", "d5d6"),
        (" Ne4c3 ", "e4c3"),
        ("Ne4-c3++!!", "e4c3"),
        ("♘c3†", "e4c3"),
        ("♞\u{fe0e}c3", "e4c3"),
        ("N4c5", "e4c5"),
        ("Ne6xc5", "e6c5"),
        ("Nd8?", "e6d8"),
        ("e8Q", "e7e8q"),
        ("e8=Q+", "e7e8q"),
        ("e7xd8=Q", "e7d8q"),
        ("ed8q", "e7d8q"),
        ("exd8/N", "e7d8n"),
        ("exd8(r)", "e7d8r"),
        ("e×d8♗", "e7d8b"),
        ("exd8 = (Q)", "e7d8q"),
        ("e8 =Q", "e7e8q"),
        ("e8 (Q) mate", "e7e8q"),
        ("e8/Q", "e7e8q"),
        ("e8:Q", "e7e8q"),
        ("e8(=Q)", "e7e8q"),
        ("E7E8Q", "e7e8q"),
        ("EXD8=N", "e7d8n"),
        // Signs for captures may be wrong or missing.
        ("Nxc3", "e4c3"),
        ("xd6", "d5d6"),
        ("d6 e.p.", "d5d6"),
        ("exd8=Q e.p.", "e7d8q"),
        ("dxc", "d5c6"),
        ("dc e.p.", "d5c6"),
        // Numbers, signs and words.
        ("12.d6", "d5d6"),
        ("12...d6", "d5d6"),
        ("12…d6", "d5d6"),
        ("12d6", "d5d6"),
        ("12) d6,", "d5d6"),
        ("d6.", "d5d6"),
        ("d6ch", "d5d6"),
        ("d6 dis ch", "d5d6"),
        ("d6 dbl.ch.", "d5d6"),
        ("d6 check!?", "d5d6"),
        ("Nc3N", "e4c3"),
        ("d6TN±", "d5d6"),
        ("d6+/=", "d5d6"),
        ("d6-+", "d5d6"),
        ("d6⩲□", "d5d6"),
        ("□d6", "d5d6"),
        ("g1g2", "g1g2"),
        ("g1-g2", "g1g2"),
        ("kg2", "g1g2"),
        ("KG2", "g1g2"),
        ("♔–g2", "g1g2"),
        ("\u{feff}Kg\u{200b}2\u{a0}", "g1g2"),
    ];
    for (text, uci) in table {
        assert_eq!(read(text, CROWD), Ok(uci.to_owned()), "{text}");
    }
}

#[test]
fn what_is_illegal_is_refused_with_the_reason() {
    let square = |name| Square::parse(name).unwrap();
    let impossible = |role, to| SanProblem::Impossible(role, square(to));
    let pinned = "4r2k/8/8/8/8/8/4N3/4K3 w - -";
    let in_check = SanProblem::LeavesKingInCheck(Role::Knight, square("c3"));
    let table = [
        ("Kd7", CROWD, impossible(Role::King, "d7")),
        ("d7", CROWD, impossible(Role::Pawn, "d7")),
        ("c6", CROWD, impossible(Role::Pawn, "c6")),
        ("Nec7", QUEENS, SanProblem::NoMan(Role::Knight)),
        ("Ndc7", CROWD, SanProblem::NoMan(Role::Knight)),
        ("d6", QUEENS, SanProblem::NoMan(Role::Pawn)),
        ("Nc3", pinned, in_check),
        ("--", CROWD, SanProblem::Null),
        ("Z0", CROWD, SanProblem::Null),
        ("a1a2", CROWD, SanProblem::NoOrigin),
        ("g1g3", CROWD, impossible(Role::King, "g3")),
        ("ed", QUEENS, SanProblem::NoShortCapture),
        ("O-O", CROWD, SanProblem::Castling),
        ("0-0-0+", CROWD, SanProblem::Castling),
        ("d6=Q", CROWD, SanProblem::Promotion),
        ("Kg2=Q", CROWD, SanProblem::Promotion),
        ("e8", CROWD, SanProblem::NoPromotion(square("e8"))),
        ("exd8+", CROWD, SanProblem::NoPromotion(square("d8"))),
    ];
    for (text, at, problem) in table {
        assert_eq!(read(text, at), Err(problem), "{text}");
    }
}

#[test]
fn errors_name_the_text_the_reason_and_the_cure() {
    let table = [
        (
            "Kd7",
            "\"Kd7\" is illegal: no such king can go to d7; choose a legal move",
        ),
        (
            "e8",
            "\"e8\" does not say what the pawn becomes on e8: add `=Q`, or R, B or N",
        ),
        ("Nc5", "\"Nc5\" is ambiguous: write one of `N4xc5`, `N6xc5`"),
        ("--", "\"--\" is illegal: nobody may pass; move a man"),
    ];
    for (text, words) in table {
        let error = parse(text, &position(CROWD)).unwrap_err();
        assert_eq!(error.to_string(), words);
    }
    let escape = parse("\u{1b}[2J", &position(CROWD)).unwrap_err();
    assert!(!escape.to_string().contains('\u{1b}'), "{escape}");
}

#[test]
fn ambiguous_text_names_the_moves() {
    let ambiguous = |names: &[&str]| {
        let names = names.iter().map(|&name| name.to_owned());
        Err(SanProblem::Ambiguous(names.collect()))
    };
    assert_eq!(read("Qa2", QUEENS), ambiguous(&["Q1a2", "Q3a2"]));
    assert_eq!(read("Q1c3", QUEENS), ambiguous(&["Qa1c3", "Qcc3"]));
    assert_eq!(read("Q1a2", QUEENS), Ok("a1a2".to_owned()));
    let both = "4k3/8/8/8/2p5/1P1P4/8/4K3 w - -";
    assert_eq!(read("xc4", both), ambiguous(&["bxc4", "dxc4"]));
    // Only one of the two knights may go.
    let pinned = "4r2k/8/8/8/8/8/N3N3/4K3 w - -";
    assert_eq!(read("Nc3", pinned), Ok("a2c3".to_owned()));
    assert_eq!(write("a2c3", pinned), "Nc3");
}

#[test]
fn other_text_is_no_move() {
    for text in [
        "",
        " ",
        "K",
        "d",
        "4",
        "d9",
        "i4",
        "Kd",
        "Kd4d5d6",
        "e8=K",
        "e8=P",
        "(Q)",
        "e8Q)",
        "x",
        "e.p.",
        "+",
        "é",
        "aé1",
        "♕",
        "Ké4",
        "d6 d7",
        "Sd6",
        "Dd6",
        "d6 wins",
        "d6)",
        "1-0",
        "1/2",
        "ed9",
        "Ked",
        "\u{1b}[2Jd6",
    ] {
        assert_eq!(read(text, CROWD), Err(SanProblem::Syntax), "{text:?}");
    }
    let long = "♕".repeat(1_000_000);
    let error = parse(&long, &position(CROWD)).unwrap_err();
    assert_eq!(
        (error.text.chars().count(), error.problem),
        (16, SanProblem::Syntax)
    );
}

#[test]
fn no_bytes_make_it_panic() {
    // Every text of up to four of these pieces, which cut each other's shapes short.
    let pieces = [
        "", "K", "Q", "P", "a", "e", "h", "1", "8", "x", "-", "=", "(", ")", "+", "e.p.", "♕", "é",
        "d6", "O-O", "\u{fe0f}",
    ];
    let position = position(CROWD);
    for a in pieces {
        for b in pieces {
            for c in pieces {
                for d in pieces {
                    let _ = parse(&[a, b, c, d].concat(), &position);
                }
            }
        }
    }
}
