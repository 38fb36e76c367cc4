#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use super::entry::{self, Domain, SavedBounds};
use super::{Endings, Saved, Store, StoreContents};
use crate::board::{Color, Pawns, Position, Role};
use crate::limits::Stop;
use crate::prove::effort::Effort;
use crate::prove::tried::Tried;
use crate::slice::{Frame, Wins, pawnless};
use crate::structure::{Pieces, Structure};
use crate::value::{Bounds, Wdl};
use crate::{Prover, Request};

const CHESS: Domain = Domain::CHESS;

/// A directory that goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("peasant-store-{name}-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        _ = fs::remove_dir_all(&directory);
        Scratch(directory)
    }

    fn store(&self, mebibytes: u64) -> Store {
        Store::new(&self.0, mebibytes << 20)
    }

    fn file(&self) -> PathBuf {
        self.0.join("store.db")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

/// A white pawn and a black one, by number.
fn structure(number: u64) -> Structure {
    let square = |number: u64| crate::board::Bitboard(1 << (8 + number % 48));
    let pawns = Pawns {
        white: square(number),
        black: square(number / 48 + number + 1),
    };
    Structure::new(pawns, Pieces::NONE)
}

/// What this effort has tried, in vain or not.
fn tried(effort: u64) -> Tried {
    Tried {
        more_than: Effort(effort / 2),
        looked: [Some(effort as u8), None],
        fixed_pawns: effort.is_multiple_of(2),
        ..Tried::effort(Effort(effort))
    }
}

/// The attacker wins on a part of the legal placements, and it is open on another.
fn bounds(view: Structure, effort: u64) -> SavedBounds {
    let legal = Frame::new(view).all();
    let part = |row: u64| {
        let of = |wins: &Wins| {
            let mut wins = *wins;
            for relation in [&mut wins.to_move, &mut wins.waiting] {
                for place in &mut relation.0 {
                    *place &= row;
                }
            }
            wins
        };
        legal.iter().map(of).collect()
    };
    SavedBounds {
        lower: part(0x0f0f),
        upper: Some(part(0xff_ffff)),
        tried: tried(effort),
    }
}

fn put(store: &Store, from: u64, to: u64, effort: u64) -> bool {
    let goals = (from..to).map(|number| (structure(number), bounds(structure(number), effort)));
    store.write(CHESS, goals)
}

#[test]
fn a_fact_is_read_as_it_was_written() {
    let scratch = Scratch::new("again");
    let view = structure(100);
    assert!(put(&scratch.store(64), 100, 101, 7));
    let store = scratch.store(64);
    let (read, written) = (store.read(CHESS, view).unwrap(), bounds(view, 7));
    assert!(read.lower == written.lower && read.upper == written.upper);
    assert_eq!(read.tried, tried(7));
    assert!(store.read(Domain::TABLES, view).is_none(), "by other means");
    let saved = |domain| Saved::new(vec![Arc::new(scratch.store(64))], domain);
    assert!(
        saved(Domain::TABLES).read(view).is_some(),
        "holds with tables"
    );
    assert!(
        saved(Domain::NEWBORN).read(view).is_none(),
        "by other rules"
    );
    assert!(store.read(CHESS, structure(101)).is_none());
    assert_eq!(store.warnings(), [""; 0]);
}

/// Goals that differ in little have numbers of their own.
#[test]
fn numbers_are_distinct() {
    let numbers = (0..2304).map(|number| entry::number(&entry::name(CHESS, structure(number))));
    assert_eq!(
        numbers.collect::<std::collections::BTreeSet<_>>().len(),
        2304
    );
}

#[test]
fn what_is_written_twice_is_narrowed() {
    let scratch = Scratch::new("narrowed");
    let (store, view) = (scratch.store(64), structure(5));
    assert!(put(&store, 5, 6, 3));
    let mut wider = bounds(view, 9);
    wider.lower = vec![Wins::NONE];
    wider.upper = None;
    assert!(store.write(CHESS, std::iter::once((view, wider))));
    let read = store.read(CHESS, view).unwrap();
    let first = bounds(view, 3);
    assert!(read.lower == first.lower && read.upper == first.upper);
    assert_eq!(read.tried.effort, Effort(9));
}

/// Pieces by the letters of White's and Black's.
fn pieces(white: &str, black: &str) -> Pieces {
    let sides = [(Color::White, white), (Color::Black, black)];
    let men = sides.into_iter().flat_map(|(color, letters)| {
        let roles = letters.chars().map(Role::from_letter);
        roles.map(move |role| (color, role.unwrap()))
    });
    men.fold(Pieces::NONE, |pieces, (color, role)| {
        pieces.with(color, role).unwrap().0
    })
}

/// With one and two pieces, open or exact; without pawns only what the symmetries of the board need is there.
#[test]
fn facts_with_pieces_come_back() {
    let pawns = structure(30).pawns;
    let few = [pieces("Q", ""), pieces("R", "N"), pieces("", "Q")];
    let open = few.map(|pieces| {
        let view = Structure::new(pawns, pieces);
        (view, bounds(view, 5))
    });
    let exact = [pieces("Q", ""), pieces("Q", "R"), pieces("BN", "")].map(|pieces| {
        let planes = pawnless::all_planes(pieces).unwrap();
        let exact = SavedBounds {
            upper: Some(planes.clone()),
            lower: planes,
            tried: tried(1),
        };
        (Structure::new(Pawns::NONE, pieces), exact)
    });
    for (view, written) in open.into_iter().chain(exact) {
        let name = entry::name(CHESS, view);
        let fact = entry::pack(&name, view, written.clone());
        let read = entry::unpack(&name, view, &fact).unwrap();
        assert!(read.lower == written.lower && read.upper == written.upper);
    }
}

/// Endings that nobody uses any more are read again; without a store they stay.
#[test]
fn endings_with_three_pieces_are_shared() {
    let scratch = Scratch::new("endings");
    let rook = pieces("R", "NN");
    let solved = {
        let store = Arc::new(scratch.store(64));
        let saved = Saved::new(vec![Arc::clone(&store)], CHESS);
        let (one, other) = (
            store.endings().get(rook, &saved, &mut || Ok(())),
            store.endings().find(rook, &saved),
        );
        let one = one.unwrap().unwrap();
        assert!(Arc::ptr_eq(&one, &other.unwrap()) && !one.was_read);
        one
    };
    let store = Arc::new(scratch.store(64));
    let saved = Saved::new(vec![Arc::clone(&store)], CHESS);
    let read = store.endings().find(rook, &saved).unwrap();
    assert!(read.was_read && read.fact() == solved.fact());
    for placement in Frame::new(Structure::new(Pawns::NONE, rook))
        .placements()
        .step_by(997)
    {
        assert!(read.plane(&placement) == solved.plane(&placement));
    }
    let alone = Endings::default();
    let stopped = alone.get(rook, &Saved::default(), &mut || Err(Stop::Cancelled));
    assert!(stopped.is_err() && alone.find(rook, &Saved::default()).is_none());
}

/// Every byte of a fact counts.
#[test]
fn a_damaged_fact_is_none() {
    for view in [structure(77), Structure::new(Pawns::NONE, pieces("Q", ""))] {
        assert_damage_shows(view);
    }
}

fn assert_damage_shows(view: Structure) {
    let name = entry::name(CHESS, view);
    let fact = entry::pack(&name, view, bounds(view, 1));
    assert!(entry::unpack(&name, view, &fact).is_some());
    for place in 0..fact.len() {
        let mut damaged = fact.clone();
        damaged[place] ^= 1 << (place % 8);
        assert!(
            entry::unpack(&name, view, &damaged).is_none(),
            "byte {place}"
        );
        assert!(entry::unpack(&name, view, &fact[..place]).is_none());
    }
}

/// Full, it gives up the facts that cost least; new ones find room.
#[test]
fn the_cheapest_facts_go_first() {
    let scratch = Scratch::new("full");
    let store = scratch.store(12);
    assert!(put(&store, 0, 300, 1_000_000));
    for round in 1..12 {
        assert!(put(&store, 600 * round, 600 * round + 600, 1));
    }
    let StoreContents { bytes, facts } = store.contents().unwrap();
    assert!(bytes <= 12 << 20, "{bytes} bytes, {facts} facts");
    let kept = |from: u64, to: u64| {
        let found = (from..to).filter(|&number| store.read(CHESS, structure(number)).is_some());
        found.count()
    };
    assert_eq!(kept(0, 300), 300, "the dear ones stay");
    assert!(facts < 300 + 11 * 600, "{facts} facts");
    assert_eq!(store.warnings(), [""; 0]);
}

/// Two stores on one file, as two processes have them.
#[test]
fn two_write_side_by_side() {
    let scratch = Scratch::new("two");
    let stores = [scratch.store(64), scratch.store(64)];
    std::thread::scope(|scope| {
        for (side, store) in stores.iter().enumerate() {
            scope.spawn(move || {
                for round in 0..20 {
                    let from = 40 * round + 20 * side as u64;
                    assert!(put(store, from, from + 20, 1), "{:?}", store.warnings());
                }
            });
        }
    });
    for store in &stores {
        let found = |number: &u64| store.read(CHESS, structure(*number)).is_none();
        let missing: Vec<u64> = (0..800).filter(found).collect();
        assert_eq!((missing, store.warnings()), (Vec::new(), Vec::new()));
    }
}

#[test]
fn what_is_no_store_is_left_alone() {
    let scratch = Scratch::new("foreign");
    fs::create_dir_all(&scratch.0).unwrap();
    let letter = b"a letter to my aunt, which must not be lost, however long it is";
    fs::write(scratch.file(), letter).unwrap();
    let store = scratch.store(64);
    assert!(!put(&store, 0, 1, 1));
    assert!(store.read(CHESS, structure(0)).is_none());
    let warnings = store.warnings().concat();
    assert!(
        warnings.contains("it is no store of this version"),
        "{warnings}"
    );
    assert_eq!(fs::read(scratch.file()).unwrap(), letter);
}

#[test]
fn an_older_store_is_begun_anew() {
    let scratch = Scratch::new("older");
    assert!(put(&scratch.store(64), 0, 10, 1));
    let older = rusqlite::Connection::open(scratch.file()).unwrap();
    older.pragma_update(None, "user_version", 0).unwrap();
    drop(older);
    let store = scratch.store(64);
    assert!(store.read(CHESS, structure(3)).is_none());
    let warnings = store.warnings().concat();
    assert!(warnings.contains("begun anew"), "{warnings}");
    assert!(put(&store, 0, 10, 1));
    assert!(scratch.store(64).read(CHESS, structure(3)).is_some());
}

/// Wherever a byte is changed, what is read is what was written, or nothing; and the store goes on.
#[test]
fn a_damaged_store_says_nothing_false() {
    let scratch = Scratch::new("damaged");
    assert!(put(&scratch.store(64), 0, 200, 1));
    let whole = fs::read(scratch.file()).unwrap();
    let mut dice = specification::Dice(3);
    for _ in 0..60 {
        let mut damaged = whole.clone();
        for _ in 0..1 + dice.roll(40) {
            let place = dice.roll(damaged.len());
            damaged[place] = dice.roll(256) as u8;
        }
        for beside in ["store.db-wal", "store.db-shm"] {
            _ = fs::remove_file(scratch.0.join(beside));
        }
        fs::write(scratch.file(), &damaged).unwrap();
        let store = scratch.store(64);
        for number in 0..200 {
            let view = structure(number);
            if let Some(read) = store.read(CHESS, view) {
                let written = bounds(view, 1);
                assert!(read.lower == written.lower && read.upper == written.upper);
            }
        }
        put(&store, 0, 10, 1);
        drop(store);
        let again = scratch.store(64);
        _ = again.read(CHESS, structure(3));
    }
}

/// A second prover takes its word, whatever the first has spent on it.
#[test]
fn what_one_prover_has_proved_another_knows() {
    let scratch = Scratch::new("provers");
    let position: Position = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -".parse().unwrap();
    let solve = || {
        let store = Arc::new(scratch.store(64));
        let prover = Prover::builder().store(store).build();
        let analysis = prover.analyse(&Request::new(position)).unwrap();
        assert_eq!(analysis.bounds, Bounds::exactly(Wdl::Win));
        analysis.statistics.structures
    };
    let (first, second) = (solve(), solve());
    assert!(second < first / 2, "{second} of {first} structures");
}
