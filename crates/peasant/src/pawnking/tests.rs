use super::*;
use crate::notation::fen;

fn position(text: &str) -> Position {
    fen::parse(text).expect("a legal position")
}

fn searched(text: &str, options: Options) -> Search {
    let limits = Limits {
        structures: Some(200_000),
        ..Limits::default()
    };
    search(&position(text), &options, &limits, &()).expect("a pawn ending")
}

fn claimed(text: &str) -> Option<Wdl> {
    searched(text, Options::default()).claim()
}

#[test]
fn stalemate_en_passant_and_mate() {
    assert_eq!(
        claimed("k7/P7/K7/8/8/8/8/8 b - -"),
        Some(Wdl::Draw),
        "stalemate at the root"
    );
    assert_eq!(
        claimed("8/8/8/8/8/5k1p/7P/7K w - -"),
        Some(Wdl::Draw),
        "Kg1 holds the blocked pawns"
    );
    let taken = searched("k7/8/8/8/Pp6/8/8/7K b - a3", Options::default());
    let by_the_way = taken.moves.iter().find(|m| m.r#move.to.to_string() == "a3");
    assert_eq!(by_the_way.map(|m| m.plan.aim), Some(Aim::Capture));
    // A pawn's step mates.
    let mated = searched("7k/5K1p/6P1/8/8/8/8/8 w - -", Options::default());
    assert_eq!(mated.best.map(|m| m.to_string()).as_deref(), Some("g6g7"));
    assert_eq!(mated.claim(), Some(Wdl::Win));
}

#[test]
fn a_promotion_is_answered() {
    // Black queens next move.
    assert_eq!(claimed("8/1P6/8/8/8/K7/6p1/7k w - -"), Some(Wdl::Draw));
    // The new queen is taken, and Black's pawn decides.
    assert_eq!(claimed("8/kP6/8/8/8/7p/8/K7 w - -"), Some(Wdl::Loss));
    // No answer is left.
    assert_eq!(claimed("8/1P6/8/8/7p/K7/8/7k w - -"), Some(Wdl::Win));
}

#[test]
fn a_fortress_needs_no_search() {
    let locked = "8/8/1k6/1p1p1p1p/1P1P1P1P/1K6/8/8 w - -";
    let judged = global::judge(&position(locked));
    assert_eq!(
        (judged.settled, judged.value),
        (Some(Settled::Fortress), Value::exactly(Grade::Balanced))
    );
    // A hole on the a-file lets the king in.
    assert_eq!(
        global::judge(&position("8/8/k7/2p1p1p1/2P1P1P1/8/8/K7 w - -")).settled,
        None
    );
}

#[test]
fn what_nothing_settles_is_an_interval() {
    let judged = global::judge(&position("8/1p1p4/4k3/2P2p2/4P3/1K6/P7/8 b - -"));
    assert!(judged.settled.is_none() && judged.value.pessimistic() < judged.value.optimistic());
}

#[test]
fn reti_is_drawn_and_its_move_is_found() {
    let search = searched("7K/8/k1P5/7p/8/8/8/8 w - -", Options::default());
    assert_eq!(search.claim(), Some(Wdl::Draw));
    assert_eq!(search.best.map(|m| m.to_string()).as_deref(), Some("h8g7"));
}

#[test]
fn a_stopped_search_claims_nothing() {
    let limits = Limits {
        structures: Some(1),
        ..Limits::default()
    };
    let fine = position("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -");
    let search = search(&fine, &Options::default(), &limits, &()).expect("a pawn ending");
    assert_eq!(
        (search.claim(), search.stopped),
        (None, Some(Stop::Structures))
    );
    assert!(search.best.is_some());
}

#[test]
fn other_pieces_are_refused() {
    let queen = position("7k/8/8/8/8/8/2Q5/K7 w - -");
    let refused = search(&queen, &Options::default(), &Limits::default(), &());
    assert_eq!(refused, Err(NotAPawnEnding));
}

/// Position, reuse, nodes, claim: a change of the search shows here, and the message has the new lines.
#[test]
fn the_signature() {
    let kept = include_str!("../../../../data/positions/pawnking-signature.txt");
    let lines = kept.lines().filter(|line| !line.starts_with('#'));
    let again = lines.clone().map(|line| {
        let mut fields = line.split("; ");
        let text = fields.next().expect("a position");
        let reuse = fields.next().expect("a way to reuse");
        let options = Options {
            reuse: Reuse::ALL
                .into_iter()
                .find(|r| r.name() == reuse)
                .expect("a way to reuse"),
            ..Options::default()
        };
        let search = searched(text, options);
        let claim = search
            .claim()
            .map_or("none".to_owned(), |claim| claim.to_string());
        format!("{text}; {reuse}; {}; {claim}", search.counts.nodes)
    });
    assert_eq!(
        again.collect::<Vec<_>>().join("\n"),
        lines.collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn both_colours_and_both_wings_are_alike() {
    for text in [
        "8/8/1p6/8/8/6P1/k1K5/8 w - -",
        "8/kp6/8/PP6/1K6/8/8/8 w - -",
        "8/6p1/5p2/5P1K/4k2P/8/8/8 b - -",
    ] {
        let position = position(text);
        let claim = |p: &Position| {
            search(
                p,
                &Options {
                    reuse: Reuse::Never,
                    selective: false,
                },
                &Limits::default(),
                &(),
            )
            .map(|s| s.claim())
        };
        assert_eq!(claim(&position), claim(&position.flip()), "{text}");
        assert_eq!(claim(&position), claim(&position.mirror()), "{text}");
        let sides = [position, position.flip()].map(|p| global::judge(&p).value);
        assert_eq!(
            sides[0].pessimistic().number(),
            -sides[1].optimistic().number(),
            "{text}"
        );
    }
}
