use super::*;
use peasant::board::Pawns;
use peasant::kpk::{self, Placement, Side, Verdict};
use peasant::notation::fen;

fn evaluated(text: &str) -> Vec<Partial> {
    evaluate(&fen::parse(text).expect("a legal position"))
}

/// Class, sensitive value and goal distance of one side's element on a square.
fn of(text: &str, element: Element, side: Color, pawn: &str) -> Option<Urgency> {
    let pawn = Square::parse(pawn).expect("a square");
    let all = evaluated(text);
    let found = all
        .iter()
        .find(|p| (p.element, p.side, p.pawn) == (element, side, pawn));
    found.map(Partial::urgency)
}

#[test]
fn the_square_of_a_passed_pawn() {
    let passed = |text| of(text, Element::Passed, Color::White, "a5");
    // With White to move a king on d5 catches the pawn, one on e5 is too late, one on f5 by a move more; Black to move is a move nearer.
    for (text, expected) in [
        ("8/8/8/P2k4/8/8/8/K7 w - -", (Class::Held, Some(0), 3)),
        ("8/8/8/P3k3/8/8/8/K7 w - -", (Class::Decisive, Some(0), 3)),
        ("8/8/8/P4k2/8/8/8/K7 w - -", (Class::Decisive, Some(1), 3)),
        ("8/8/8/P4k2/8/8/8/K7 b - -", (Class::Decisive, Some(0), 3)),
        ("8/8/8/P3k3/8/8/8/K7 b - -", (Class::Held, Some(0), 3)),
    ] {
        assert_eq!(passed(text), Some(expected), "{text}");
    }
}

#[test]
fn the_sensitive_value_says_when_the_class_breaks() {
    // The pawn on a5 and the other king on its rank: nearer by the sensitive value, the class stands; by one move more, it breaks.
    let class_and_margin = |file: u32| {
        let pawns = Pawns {
            white: Square::at(0, 4).set(),
            black: Bitboard::EMPTY,
        };
        let (white, black) = (Square::at(0, 0), Square::at(file, 4));
        let position = Position::pawn_ending(white, black, pawns, Color::White).expect("legal");
        let all = evaluate(&position);
        let passed = all.iter().find(|p| p.element == Element::Passed);
        passed
            .map(|p| (p.class, p.sensitive.unwrap_or(0)))
            .expect("a passed pawn")
    };
    let mut broken = 0;
    for file in 3..8 {
        let (class, margin) = class_and_margin(file);
        let (stands, breaks) = match class {
            Class::Decisive => (file - margin, file - margin - 1),
            _ => (file + margin, file + margin + 1),
        };
        assert_eq!(class_and_margin(stands).0, class, "{file}");
        assert_ne!(class_and_margin(breaks).0, class, "{file}");
        broken += 1;
    }
    assert_eq!(broken, 5);
}

#[test]
fn a_runner_in_king_and_pawn_against_king_is_won() {
    let mut runners = 0;
    for placement in Side::BOTH.into_iter().flat_map(Placement::all) {
        let position = placement.to_position();
        let runs = evaluate(&position)
            .iter()
            .any(|p| p.class == Class::Decisive);
        if runs && !position.is_stalemate() && !position.in_check() {
            assert_eq!(kpk::bitbase().probe(placement), Verdict::Won, "{placement}");
            runners += 1;
        }
    }
    assert!(runners > 100_000, "{runners} runners");
}

#[test]
fn races_are_compared() {
    // Both run: White queens first, Black right after.
    let text = "8/8/8/1P5p/8/8/8/K6k w - -";
    assert_eq!(
        of(text, Element::Passed, Color::White, "b5").map(|p| p.0),
        Some(Class::Runs)
    );
    // Black's pawn is three moves from promotion when White's queen appears.
    let text = "8/8/1P5p/8/8/8/8/K6k w - -";
    assert_eq!(
        of(text, Element::Passed, Color::White, "b6").map(|p| p.0),
        Some(Class::Decisive)
    );
}

#[test]
fn a_king_leads_its_pawn_from_a_key_square() {
    let text = "8/8/4k3/8/2PK4/8/8/8 b - -";
    assert_eq!(
        of(text, Element::Passed, Color::White, "c4").map(|p| p.0),
        Some(Class::Held)
    );
    let text = "8/8/4k3/8/2PK4/8/8/8 w - -";
    assert_eq!(
        of(text, Element::Passed, Color::White, "c4").map(|p| p.0),
        Some(Class::Supported)
    );
}

#[test]
fn weak_pawns_candidates_and_levers() {
    // The black king is too far to guard its pawn, which is blocked.
    let text = "8/8/8/8/p6k/P1K5/8/8 w - -";
    assert_eq!(
        of(text, Element::Weak, Color::White, "a4"),
        Some((Class::Falls, Some(4), 2))
    );
    let text = "4k3/5ppp/8/8/8/8/PPP5/3K4 w - -";
    assert_eq!(
        of(text, Element::Candidate, Color::White, "b2"),
        None,
        "it is passed"
    );
    let text = "k7/p7/8/8/8/8/PP6/K7 w - -";
    assert_eq!(
        of(text, Element::Candidate, Color::White, "b2"),
        Some((Class::Ready, None, 5))
    );
    // 1.b6 breaks through: whichever pawn takes, another runs.
    let text = "8/ppp5/8/PPP5/8/8/7k/K7 w - -";
    assert_eq!(
        of(text, Element::Lever, Color::White, "b5").map(|p| p.0),
        Some(Class::Breakthrough)
    );
}

#[test]
fn both_sides_are_judged_alike() {
    for text in [
        "8/ppp5/8/PPP5/8/8/7k/K7 w - -",
        "8/1p1p4/4k3/2P2p2/4P3/1K6/P7/8 b - -",
        "7K/8/k1P5/7p/8/8/8/8 w - -",
    ] {
        let position = fen::parse(text).expect("a legal position");
        let turned = evaluate(&position.flip());
        for p in evaluate(&position) {
            let like = turned
                .iter()
                .find(|q| (q.element, q.pawn, q.side) == (p.element, p.pawn.flip(), !p.side));
            assert_eq!(
                like.map(Partial::urgency),
                Some(p.urgency()),
                "{text}: {p:?}"
            );
        }
    }
}
