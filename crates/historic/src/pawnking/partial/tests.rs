use super::*;
use peasant::board::Pawns;
use peasant::kpk::{self, Placement, Side, Verdict};
use peasant::notation::fen;
use specification::cases;

fn evaluated(text: &str) -> Vec<Partial> {
    evaluate(&fen::parse(text).expect("a legal position"))
}

/// White's elements: the pawn, the class, and as far as they are given the sensitive value and the distance to the goal.
#[test]
fn elements_of_white() {
    let elements = [
        ("passed", Element::Passed),
        ("weak", Element::Weak),
        ("candidate", Element::Candidate),
        ("lever", Element::Lever),
    ];
    let number = |number: Option<u32>| number.map_or("-".to_owned(), |number| number.to_string());
    cases("elements_of_white", |case| {
        let asked =
            |&(name, element): &(&str, Element)| Some((element, case.find(name)?.to_owned()));
        let (element, pawn) = elements.iter().find_map(asked).expect("a kind");
        let all = evaluated(&case.text);
        let found = all.iter().find(|p| {
            (p.element, p.side, p.pawn.to_string()) == (element, Color::White, pawn.clone())
        });
        let urgency = found.map(Partial::urgency);
        let class = urgency.map_or("-".to_owned(), |(class, ..)| format!("{class:?}"));
        assert_eq!(class, case.get("class"));
        if let (Some((_, margin, goal)), Some(expected)) = (urgency, case.find("margin")) {
            assert_eq!(
                (number(margin).as_str(), goal),
                (expected, case.read("goal"))
            );
        }
    });
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
fn both_sides_are_judged_alike() {
    cases("both_sides_are_judged_alike", |case| {
        let position = fen::parse(&case.text).expect("a legal position");
        let turned = evaluate(&position.flip());
        for p in evaluate(&position) {
            let like = turned
                .iter()
                .find(|q| (q.element, q.pawn, q.side) == (p.element, p.pawn.flip(), !p.side));
            assert_eq!(like.map(Partial::urgency), Some(p.urgency()), "{p:?}");
        }
    });
}
