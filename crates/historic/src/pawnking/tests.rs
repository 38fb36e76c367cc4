use super::*;
use peasant::board::Color;
use peasant::notation::fen;
use specification::cases;

fn position(text: &str) -> Position {
    fen::parse(text).expect("a legal position")
}

fn searched(text: &str, options: Options) -> Search {
    let limits = Limits::NONE.structures(200_000);
    search(&position(text), &options, &limits, &()).expect("a pawn ending")
}

#[test]
fn what_is_claimed() {
    cases("what_is_claimed", |case| {
        let search = searched(&case.text, Options::default());
        assert_eq!(search.claim(), Some(case.read("claim")));
        if let Some(best) = case.find("best") {
            assert_eq!(search.best.map(|m| m.to_string()).as_deref(), Some(best));
        }
    });
}

#[test]
fn en_passant_is_a_capture() {
    let taken = searched("k7/8/8/8/Pp6/8/8/7K b - a3", Options::default());
    let by_the_way = taken.moves.iter().find(|m| m.r#move.to.to_string() == "a3");
    assert_eq!(by_the_way.map(|m| m.plan.aim), Some(Aim::Capture));
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

/// Positions in which something was once claimed at a glance that is not so.
#[test]
fn what_looks_settled_and_is_not() {
    cases("what_looks_settled_and_is_not", |case| {
        let (position, result) = (position(&case.text), Some(case.read("claim")));
        let judged = global::judge(&position);
        let claim = judged.value.claim(position.turn());
        assert!(claim.is_none() || claim == result, "at a glance");
        let search = searched(&case.text, Options::default());
        assert_eq!(search.claim(), result);
    });
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
    cases("both_colours_and_both_wings_are_alike", |case| {
        let position = position(&case.text);
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
        assert_eq!(claim(&position), claim(&position.flip()));
        assert_eq!(claim(&position), claim(&position.mirror()));
        let sides = [position, position.flip()].map(|p| global::judge(&p).value);
        assert_eq!(
            sides[0].pessimistic().number(),
            -sides[1].optimistic().number(),
        );
    });
}
