//! PAWNKING against the exact prover: what its search claims without reuse is right by the rules that it judges promotions by.

use historic::pawnking::{self, Options, Reuse, global};
use peasant::board::{Color, Pawns, Position, Square};
use peasant::limits::Limits;
use peasant::notation::fen;
use peasant::value::Wdl;
use specification::Dice;

use crate::support::{Exact, position};

/// Random positions.
struct Random(Dice);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0.roll(bound as usize) as u32
    }

    /// A legal position with up to so many pawns, as many on both sides or White one more.
    fn position(&mut self, most: u32) -> Position {
        loop {
            let mut pawns = Pawns::NONE;
            for n in 0..=self.below(most) {
                let square = Square::at(self.below(8), 1 + self.below(6));
                if !pawns.occupied().contains(square) {
                    let side = if n % 2 == 0 {
                        &mut pawns.white
                    } else {
                        &mut pawns.black
                    };
                    *side = side.with(square);
                }
            }
            let kings = [0; 2].map(|_| Square::new(self.below(64)));
            let turn = if self.below(2) == 0 {
                Color::White
            } else {
                Color::Black
            };
            if let Ok(position) = Position::pawn_ending(kings[0], kings[1], pawns, turn) {
                return position;
            }
        }
    }
}

#[test]
fn claims_agree_with_the_prover() {
    let mut random = Random(Dice(0x0123_4567));
    let mut prover = Exact::new();
    let options = Options {
        reuse: Reuse::Never,
        selective: false,
    };
    let limits = Limits::NONE.structures(30_000);
    let (mut claims, mut at_a_glance) = (0, 0);
    for _ in 0..400 {
        let position = random.position(4);
        let text = fen::format(&position);
        let exact = prover.result(&position);
        assert!(exact.is_some(), "{text}");
        let judged = global::judge(&position);
        if judged.settled.is_some() {
            at_a_glance += 1;
            assert_eq!(
                judged.value.claim(position.turn()),
                exact,
                "at a glance: {text}"
            );
        }
        let search = pawnking::search(&position, &options, &limits, &()).expect("a pawn ending");
        if let Some(claim) = search.claim() {
            claims += 1;
            assert_eq!(Some(claim), exact, "{text}");
        }
    }
    assert!(
        claims > 300 && at_a_glance > 100,
        "{claims} claims, {at_a_glance} at a glance"
    );
}

/// How much reuse saves, and how many claims of each way to reuse are not the prover's, by Newborn's rules:
/// `cargo test --release -p peasant-historic --test historic measure_the_reuse -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn measure_the_reuse() {
    let limits = Limits::NONE.structures(200_000);
    for reuse in Reuse::ALL {
        let mut random = Random(Dice(0x0123_4567));
        let mut prover = Exact::new();
        let options = Options {
            reuse,
            selective: false,
        };
        let (mut claims, mut wrong, mut nodes) = (0, Vec::new(), 0);
        for _ in 0..3000 {
            let position = random.position(5);
            let exact = prover.result(&position);
            let search =
                pawnking::search(&position, &options, &limits, &()).expect("a pawn ending");
            nodes += search.counts.nodes;
            claims += u32::from(search.claim().is_some());
            if search.claim().is_some_and(|claim| Some(claim) != exact) {
                wrong.push(fen::format(&position));
            }
        }
        let name = reuse.name();
        println!(
            "{name}: {claims} claims, {} wrong, {nodes} nodes: {wrong:?}",
            wrong.len()
        );
        assert!(
            reuse != Reuse::Never || wrong.len() < 5,
            "knowledge and promotions alone"
        );
    }
}

/// Both are right by the rules of chess, where Newborn's see a draw: by a mate after both have queened, and by an under-promotion.
#[test]
fn where_newborns_rules_see_less() {
    for text in [
        "4k3/8/P3K2P/8/8/p7/p7/8 w - -",
        "8/8/6P1/8/6Pk/4K3/5p2/8 w - -",
    ] {
        let position = position(text);
        let search = pawnking::search(&position, &Options::default(), &Limits::default(), &());
        let claim = search.expect("a pawn ending").claim();
        assert_eq!(
            claim.map(|claim| claim.to_string()).as_deref(),
            Some("win"),
            "{text}"
        );
        let newborn = Exact::new().result(&position);
        assert_eq!(newborn, Some(Wdl::Draw), "{text}");
    }
}
