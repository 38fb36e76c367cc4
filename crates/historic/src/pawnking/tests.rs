use super::*;
use peasant::board::Color;
use peasant::notation::fen;

fn position(text: &str) -> Position {
    fen::parse(text).expect("a legal position")
}

fn searched(text: &str, options: Options) -> Search {
    let limits = Limits::NONE.structures(200_000);
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

/// Positions in which something was once claimed at a glance that is not so.
#[test]
fn what_looks_settled_and_is_not() {
    for (text, result) in [
        // The blocker of the other pawn falls to the king.
        ("8/8/8/8/8/1p2P3/1P5K/2k5 w - -", Wdl::Draw),
        ("8/6Kp/1k5P/8/5p2/8/3P4/8 w - -", Wdl::Draw),
        // A guard that the king can take guards nothing, nor does one that rests on the runner.
        ("8/6K1/8/3p4/3P4/P3k3/8/8 w - -", Wdl::Draw),
        ("8/6k1/8/1P6/8/4p3/5pK1/8 b - -", Wdl::Loss),
        ("8/6k1/8/1P6/8/4p1K1/5p2/8 w - -", Wdl::Win),
        // A check by a pawn gains the move that the race needs.
        ("8/8/7P/8/2Pp4/8/2k1K3/8 w - -", Wdl::Draw),
    ] {
        let judged = global::judge(&position(text));
        let claim = judged.value.claim(position(text).turn());
        assert!(
            claim.is_none_or(|claim| claim == result),
            "at a glance: {text}"
        );
        assert_eq!(claimed(text), Some(result), "{text}");
    }
}

/// Positions in which a win for other kings was once taken for one here.
#[test]
fn other_kings_do_not_speak_for_these() {
    for text in [
        "8/8/8/4k3/5p2/8/5P2/5K2 b - -",
        "8/p7/P6k/8/8/3K4/8/8 w - -",
        "3K4/p7/8/8/8/3P4/4k3/8 w - -",
        "8/8/8/p7/8/4K2k/P7/8 w - -",
        "8/8/8/5k1p/6p1/4K1P1/8/8 w - -",
        "8/8/8/1K6/8/p7/P1k5/8 w - -",
    ] {
        assert_eq!(claimed(text), Some(Wdl::Draw), "{text}");
    }
}

#[test]
fn a_stopped_search_prefers_what_is_not_lost_yet() {
    let text = "6K1/8/5P2/3k4/1p1p3P/8/8/8 b - -";
    for nodes in [256, 512, 1024, 4096] {
        let limits = Limits::NONE.structures(nodes);
        let search =
            search(&position(text), &Options::default(), &limits, &()).expect("a pawn ending");
        let played = search
            .moves
            .iter()
            .find(|c| Some(c.r#move) == search.best)
            .expect("a move");
        let is_lost = |c: &Candidate| c.value.is_some_and(|v| v.is_won(Color::White));
        assert!(
            !is_lost(played) || search.moves.iter().all(is_lost),
            "{nodes} nodes"
        );
    }
}

#[test]
fn who_has_no_pawns_does_not_win() {
    let judged = global::judge(&position("7k/5K2/4P3/8/8/8/8/8 b - -")).value;
    assert!(judged.pessimistic() >= Grade::Balanced, "{judged}");
}

#[test]
fn a_stopped_search_claims_nothing() {
    let limits = Limits::NONE.structures(1);
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
