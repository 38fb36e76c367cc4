use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use super::directory::file_name;
use super::*;
use crate::board::{Bitboard, Color, Pawns, Role, Square};
use crate::slice::{Frame, Wins};
use crate::structure::{Pieces, Structure};

/// King and queen against king.
fn queen() -> Ending {
    let (pieces, _) = Pieces::NONE.with(Color::White, Role::Queen).expect("room");
    ending(pieces, Pawns::NONE)
}

fn ending(pieces: Pieces, pawns: Pawns) -> Ending {
    Ending::of(Structure::new(pawns, pieces))
        .expect("it is small")
        .0
}

/// Whatever is legal and on dark squares, which is symmetric.
fn planes(ending: Ending) -> Vec<Wins> {
    let frame = Frame::new(ending.structure());
    let mut planes = frame.all();
    for wins in &mut planes {
        for row in wins.to_move.0.iter_mut().step_by(9) {
            *row &= 0xaa55_aa55_aa55_aa55;
        }
        wins.waiting.0[0] = 0;
        wins.waiting.0[7] = 0;
        wins.waiting.0[56] = 0;
        wins.waiting.0[63] = 0;
    }
    planes
}

fn directory(test: &str) -> PathBuf {
    let name = format!("peasant-base-{}-{test}", std::process::id());
    std::env::temp_dir().join(name)
}

fn nothing_stops() -> Result<(), crate::limits::Stop> {
    Ok(())
}

const TOOK: Duration = Duration::from_millis(12);

#[test]
fn what_is_stored_comes_back() {
    let base = Base::new(directory("back"));
    assert!(base.load(queen()).is_none());
    let solved = base
        .pawnless(queen(), &mut nothing_stops)
        .expect("nothing stops it");
    let solved = solved.expect("nobody else solves").all();
    assert!(base.load(queen()) == solved);
    assert_eq!(base.warnings(), Vec::<String>::new());
    fs::remove_dir_all(directory("back")).expect("it is ours");
}

#[test]
fn every_plane_can_be_read_alone() {
    let base = Base::new(directory("planes"));
    let two = queen()
        .pieces()
        .with(Color::Black, Role::Rook)
        .expect("room")
        .0;
    let mut pawns = Pawns::NONE;
    pawns.black = Bitboard::EMPTY.with(Square::at(2, 3));
    for ending in [queen(), ending(two, pawns)] {
        let planes = ending.expand(ending.reduce(planes(ending)));
        base.store(ending, &planes, TOOK);
        let stored = base.open(ending).expect("it is there");
        assert_eq!(stored.took(), TOOK);
        assert!(stored.all().as_ref() == Some(&planes));
        for placement in Frame::new(ending.structure()).placements() {
            assert!(stored.plane(&placement) == Some(planes[placement.plane()]));
        }
    }
    assert_eq!(base.warnings(), Vec::<String>::new());
    fs::remove_dir_all(directory("planes")).expect("it is ours");
}

#[test]
fn every_damaged_byte_is_noticed() {
    let planes = queen().reduce(planes(queen()));
    let good = file::encode(queen(), &planes, TOOK);
    assert!(Stored::from_bytes(queen(), good.clone()).is_some());
    assert!(Stored::from_bytes(queen(), good[1..].to_vec()).is_none());
    let (rook, _) = Pieces::NONE.with(Color::White, Role::Rook).expect("room");
    assert!(Stored::from_bytes(ending(rook, Pawns::NONE), good.clone()).is_none());
    for index in 0..good.len() {
        let mut bad = good.clone();
        bad[index] ^= 1 << (index % 8);
        assert!(Stored::from_bytes(queen(), bad).is_none(), "byte {index}");
    }
}

/// Somebody writes into a file while it is open.
#[test]
fn what_is_changed_under_us_shows_nothing() {
    let base = Base::new(directory("changed"));
    base.store(queen(), &planes(queen()), TOOK);
    let stored = base.open(queen()).expect("it is there");
    let path = directory("changed").join(file_name(queen()));
    let mut bytes = fs::read(&path).expect("it is there");
    let length = bytes.len();
    bytes[length / 2..length - CHANGED].fill(0x55);
    let mut file = fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .expect("writable");
    file.write_all(&bytes).expect("writable");
    drop(file);
    assert!(stored.all().is_none());
    assert!(base.open(queen()).is_none());
    fs::remove_dir_all(directory("changed")).expect("it is ours");
}

/// Bytes at the end that are left as they are.
const CHANGED: usize = 16;

#[test]
fn a_damaged_file_is_replaced() {
    let base = Base::new(directory("damaged"));
    let planes = planes(queen());
    base.store(queen(), &planes, TOOK);
    fs::write(directory("damaged").join("KQvK.base"), b"nonsense").expect("writable");
    assert!(base.load(queen()).is_none());
    assert!(base.warnings()[0].contains("damaged"));
    base.store(queen(), &planes, TOOK);
    assert!(base.load(queen()).is_some());
    fs::remove_dir_all(directory("damaged")).expect("it is ours");
}

#[test]
fn a_directory_that_cannot_be_made_is_a_warning() {
    let file = directory("file");
    fs::write(&file, b"not a directory").expect("writable");
    let base = Base::new(file.join("below"));
    // What cannot be stored is there for this proof all the same.
    let solved = base
        .pawnless(queen(), &mut nothing_stops)
        .expect("nothing stops it");
    assert!(solved.is_some_and(|stored| stored.memory() > 1000));
    let directory = file.join("below").display().to_string();
    assert_eq!(
        base.warnings(),
        [format!(
            "cannot keep for later proofs (there is a file where the directory should be): \
             KQvK.base in `{directory}`"
        )]
    );
    fs::remove_file(file).expect("it is ours");
}

#[test]
fn nothing_is_kept_of_what_was_stopped() {
    let base = Base::new(directory("stopped"));
    let stop = crate::limits::Stop::Cancelled;
    let stopped = base.pawnless(queen(), &mut || Err(stop));
    assert!(stopped.is_err());
    assert!(base.open(queen()).is_none());
    assert!(!directory("stopped").exists());
}

/// Nothing is written, and what was solved is there for the next proof.
#[test]
fn a_base_in_memory_keeps_what_it_has_solved() {
    let base = Base::in_memory();
    assert!(base.open(queen()).is_none());
    let solved = base.pawnless(queen(), &mut nothing_stops);
    let solved = solved
        .expect("nothing stops it")
        .expect("nobody else solves");
    assert!(base.load(queen()) == solved.all());
    assert_eq!(base.warnings(), Vec::<String>::new());
}
