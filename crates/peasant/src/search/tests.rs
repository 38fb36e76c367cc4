//! What a search says of positions that everybody knows, and its ways followed to their ends; `prove/solve/positions.rs` holds it against
//! slices.

use super::*;
use crate::Prover;
use crate::board::{Role, Setup, Square};
use crate::notation::fen;
use crate::value::Wdl;

/// Nothing is known, and no limit reached.
pub(crate) struct Alone;

impl Outside for Alone {
    fn known(&mut self, _position: &Position) -> Option<bool> {
        None
    }

    fn mind(&mut self, _positions: u64, _bytes: u64) -> Result<(), Stop> {
        Ok(())
    }
}

const TABLE: u64 = 64 << 20;

fn search(text: &str, positions: u64) -> (PositionSearch, Position, Option<bool>) {
    let position = fen::parse(text).expect("a FEN");
    let mut search = PositionSearch::new(Weights::FITTED);
    let found = search.wins(&position, positions, TABLE, &mut Alone);
    (search, position, found.expect("there is no limit"))
}

/// En passant, under-promotion, stalemate, a repetition.
#[test]
fn special_moves_count() {
    for (text, won) in [
        // A queen would be stalemate.
        ("8/5P1k/8/7K/8/8/8/8 w - - 0 1", true),
        // The pawn on the bishop's file holds against the queen.
        ("8/8/8/8/6K1/8/2p5/1k2Q3 b - - 0 1", false),
    ] {
        let (.., found) = search(text, 200_000);
        assert!(found.is_none_or(|found| found == won), "{text}: {found:?}");
    }
    let (.., found) = search("8/5P1k/8/7K/8/8/8/8 w - - 0 1", 20_000);
    assert_eq!(found, Some(true));
}

/// What is found of a position is known of its mirror image, ways included: slices are named up to that.
#[test]
fn a_mirror_image_is_the_same() {
    let (search, position, found) = search("8/5P1k/8/7K/8/8/8/8 w - - 0 1", 20_000);
    assert_eq!(found, Some(true));
    assert_eq!(search.known(&position.mirror()), Some(true));
    assert_eq!(search.plies(&position.mirror()), search.plies(&position));
}

/// Wins stay while there is room, however full their buckets are: a way goes through them all.
#[test]
fn wins_are_not_forgotten() {
    let mut table = Table::new();
    table.limit(TABLE);
    let squares = || Square::all().filter(|square| square.file() < 4);
    let positions = squares().flat_map(|king| Square::all().map(move |other| (king, other)));
    let positions = positions.filter_map(|(king, other)| {
        Setup::pawn_ending(king, other, crate::board::Pawns::NONE, Color::White)
            .validate()
            .ok()
    });
    let keys: Vec<Key> = positions.map(|position| Key::of(&position)).collect();
    for key in &keys {
        table.put(*key, Numbers::of(true), 1);
    }
    assert!(keys.len() > 1500);
    for key in &keys {
        assert!(
            table
                .get(key)
                .is_some_and(|numbers| numbers.result() == Some(true))
        );
    }
}

/// Queen or rook against the bare king, all placements but for symmetry: what is told without a search is what the prover finds.
#[test]
fn a_bare_king_loses_as_the_prover_finds() {
    let prover = Prover::default();
    let mut count = 0;
    let kings = Square::all().filter(|s| s.file() < 4 && s.rank() <= s.file());
    let places = kings.flat_map(|king| Square::all().map(move |piece| (king, piece)));
    for ((king, piece), other) in places.flat_map(|two| Square::all().map(move |one| (two, one))) {
        for (role, turn) in [Role::Queen, Role::Rook]
            .into_iter()
            .flat_map(|role| Color::BOTH.map(|turn| (role, turn)))
        {
            let mut setup = Setup::empty(turn);
            setup.put(Color::White, Role::King, king);
            setup.put(Color::White, role, piece);
            setup.put(Color::Black, Role::King, other);
            let Ok(position) = setup.validate() else {
                continue;
            };
            let bounds = prover.bounds(&position).expect("an answer");
            let wins = match turn {
                Color::White => Wdl::Win,
                Color::Black => Wdl::Loss,
            };
            let found = bounds.exact().map(|result| result == wins);
            assert_eq!(ends::result(&position), found, "{position:?}");
            count += 1;
        }
    }
    assert!(count > 100_000, "{count}");
}

/// Positions that differ in whose move it is, or in the right to take en passant, are not the same.
#[test]
fn keys_tell_positions_apart() {
    let keys = [
        "7k/8/8/5pP1/2K5/8/8/8 w - f6 0 1",
        "7k/8/8/5pP1/2K5/8/8/8 w - - 0 1",
        "7k/8/8/5pP1/2K5/8/8/8 b - - 0 1",
        "7K/8/8/5pP1/2k5/8/8/8 b - - 0 1",
        "7k/8/8/5PP1/2K5/8/8/8 w - - 0 1",
    ]
    .map(|text| Key::of(&fen::parse(text).expect("a FEN")));
    for (index, key) in keys.iter().enumerate() {
        assert!(!keys[..index].contains(key), "{index}");
    }
}

/// Whoever follows the shortest way that is known comes to an end in time, whatever is answered.
#[test]
fn a_way_that_was_found_ends() {
    let mut met = 0;
    for text in [
        "8/8/8/8/3k4/6p1/8/K6Q b - - 0 1",
        "8/8/8/3k4/7p/8/8/K6Q b - - 0 1",
        "8/8/8/8/2k5/4p3/8/K5Q1 b - - 0 1",
    ] {
        let (search, start, found) = search(text, 20_000);
        if found == Some(true) {
            met += follow(&search, start);
        }
    }
    assert!(met > 10, "{met}");
}

/// Follows a way to all its ends. Returns how many positions it came to.
fn follow(search: &PositionSearch, start: Position) -> usize {
    let mut open = vec![start];
    let mut met = 0;
    while let Some(position) = open.pop() {
        met += 1;
        let Some(plies) = search.plies(&position) else {
            assert_eq!(ends::result(&position), Some(true));
            continue;
        };
        let moves = position.legal_moves();
        let mut next: Vec<Position> = moves.iter().map(|&m| position.play(m)).collect();
        let way = |next: &Position| match ends::result(next) {
            Some(won) => won.then_some(0),
            None => search.plies(next),
        };
        if position.turn() == ATTACKER {
            next.sort_by_key(|next| way(next).unwrap_or(u16::MAX));
            next.truncate(1);
        }
        for next in next {
            let further = way(&next).expect("a win is kept");
            assert!(further < plies, "{}", fen::format(&next));
            open.push(next);
        }
    }
    met
}

/// A limit ends a search, and what was found out stays.
#[test]
fn a_limit_ends_a_search() {
    struct Limited;
    impl Outside for Limited {
        fn known(&mut self, _position: &Position) -> Option<bool> {
            None
        }
        fn mind(&mut self, _positions: u64, _bytes: u64) -> Result<(), Stop> {
            Err(Stop::Time)
        }
    }
    let position = fen::parse("7Q/ppp2pK1/8/8/8/5k2/8/8 b - - 0 1").expect("a FEN");
    let mut search = PositionSearch::new(Weights::FITTED);
    let found = search.wins(&position, 1 << 20, TABLE, &mut Limited);
    assert_eq!(found, Err(Stop::Time));
    assert!(search.bytes() > 0);
}
