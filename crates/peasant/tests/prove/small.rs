//! Small endings: what is kept of them is right, and they are solved only where there is time and room.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use peasant::board::{Color, Role, Setup, Square};
use peasant::limits::Stop;
use peasant::value::Wdl;
use peasant::{Bounds, Limits, Material, Position, Prover, Rules, Store};
use specification::Dice;

/// A store that goes when it is dropped.
struct Scratch {
    directory: PathBuf,
    store: Arc<Store>,
}

impl Scratch {
    fn new(test: &str) -> Scratch {
        let name = format!("peasant-proofs-{}-{test}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let store = Arc::new(Store::new(&directory, 1 << 30));
        Scratch { directory, store }
    }

    fn prover(&self, limits: Limits) -> Prover {
        let builder = Prover::builder().rules(Rules::Chess).limits(limits);
        builder.store(Arc::clone(&self.store)).build()
    }

    fn has(&self, material: &str) -> bool {
        let material: Material = material.parse().expect("a material");
        self.store.holding(material).built
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.directory);
    }
}

/// A legal position of these men, of either colour.
fn random(dice: &mut Dice, material: &str) -> Position {
    loop {
        let mut free: Vec<Square> = Square::all().collect();
        let mut setup = Setup::empty(Color::BOTH[dice.roll(2)]);
        let (white, black) = material.split_once('v').expect("two sides");
        for (color, letters) in Color::BOTH.into_iter().zip([white, black]) {
            for letter in letters.chars() {
                let square = free.swap_remove(dice.roll(free.len()));
                setup.put(color, Role::from_letter(letter).expect("a letter"), square);
            }
        }
        if let Ok(position) = setup.validate() {
            return if dice.roll(2) == 0 {
                position
            } else {
                position.flip()
            };
        }
    }
}

/// The result by one move and the results after it.
fn one_move_deep(prover: &Prover, position: &Position) -> Wdl {
    let moves = position.legal_moves();
    let results = moves.iter().map(|m| -exact(prover, &position.play(*m)));
    match results.max() {
        Some(best) => best,
        None if position.in_check() => Wdl::Loss,
        None => Wdl::Draw,
    }
}

fn exact(prover: &Prover, position: &Position) -> Wdl {
    let bounds = prover.bounds(position).expect("nothing contradicts");
    bounds
        .exact()
        .unwrap_or_else(|| panic!("{position}: {bounds}"))
}

fn assert_keeps_the_rules(scratch: &Scratch, material: &str, count: usize) {
    let prover = scratch.prover(Limits::NONE);
    let mut dice = Dice(7);
    for _ in 0..count {
        let position = random(&mut dice, material);
        let result = exact(&prover, &position);
        assert_eq!(result, one_move_deep(&prover, &position), "{position}");
    }
    assert_eq!(scratch.store.warnings(), Vec::<String>::new());
}

#[test]
fn three_pieces_are_solved_when_they_are_asked_about() {
    let scratch = Scratch::new("three");
    assert_keeps_the_rules(&scratch, "KRvKNN", 2_000);
    assert!(scratch.has("KRvKNN") && scratch.has("KNNvKR"));
}

/// Queen and pawn against queen with every move, promotions included, by what is kept of it.
#[test]
#[ignore = "takes a minute: it builds what queen and pawn against queen needs"]
fn queen_and_pawn_keep_the_rules() {
    let scratch = Scratch::new("pawn");
    for material in ["KQPvKQ", "KQvKQP"] {
        let material: Material = material.parse().expect("a material");
        let holding = scratch.store.build(material, Limits::NONE, Arc::new(()));
        assert!(holding.expect("nothing stops it").built);
    }
    assert_keeps_the_rules(&scratch, "KQPvKQ", 20_000);
}

const ROOK_KNIGHTS: &str = "8/8/3k4/8/8/2n1n3/8/K6R w - -";

fn bounds(scratch: &Scratch, limits: Limits) -> Bounds {
    let position = ROOK_KNIGHTS.parse().expect("a FEN");
    scratch
        .prover(limits)
        .bounds(&position)
        .expect("nothing contradicts")
}

#[test]
fn nothing_is_begun_without_time_or_room() {
    let scratch = Scratch::new("limits");
    let hurried = Limits::NONE.time(Duration::from_secs(1));
    let narrow = Limits::NONE.memory(100 << 20);
    for limits in [hurried, narrow] {
        assert!(bounds(&scratch, limits).exact().is_none());
        assert!(!scratch.has("KRvKNN"));
    }
    assert!(bounds(&scratch, Limits::NONE).exact().is_some());
    // What is there takes neither.
    for limits in [hurried, narrow] {
        assert!(bounds(&scratch, limits).exact().is_some());
    }
}

#[test]
fn a_stop_leaves_nothing_half_made() {
    let scratch = Scratch::new("stop");
    let material: Material = "KRvKNN".parse().expect("a material");
    let cancelled = Arc::new(AtomicBool::new(true));
    let stopped = scratch.store.build(material, Limits::NONE, cancelled);
    assert_eq!(stopped, Err(Stop::Cancelled));
    let hurried = Limits::NONE.time(Duration::from_millis(60));
    assert_eq!(
        scratch.store.build(material, hurried, Arc::new(())),
        Err(Stop::Time)
    );
    assert!(!scratch.has("KRvKNN"));
    assert!(!scratch.store.holding(material).built);
}

#[test]
fn what_is_built_is_used_and_not_built_again() {
    let scratch = Scratch::new("ahead");
    let material: Material = "KQvKR".parse().expect("a material");
    let estimate = scratch.store.holding(material);
    assert!(!estimate.built && estimate.bytes > 0);
    let build = || {
        scratch
            .store
            .build(material, Limits::NONE, Arc::new(()))
            .expect("nothing stops it")
    };
    let first = build();
    assert!(first.built);
    assert_eq!(build(), first);
    let prover = scratch.prover(Limits::NONE);
    // Philidor's position.
    let position: Position = "8/8/8/8/8/2K5/1r6/k2Q4 b - -".parse().expect("a FEN");
    assert_eq!(
        prover.bounds(&position).expect("no contradiction").exact(),
        Some(Wdl::Loss)
    );
}
