use std::collections::{HashMap, HashSet};

use super::*;
use crate::plain::Dice;

/// All bounds that a table keeps.
fn kept(number: usize) -> Bounds {
    unpack(number as u64 % 5 + 1)
}

fn key(dice: &mut Dice, bits: u32) -> u128 {
    let number = u128::from(dice.number()) << 64 | u128::from(dice.number());
    number & ((1 << bits) - 1)
}

#[test]
fn scrambling_is_one_to_one() {
    for bits in [1, 7, 10, 17, 20] {
        let mut met = vec![false; 1 << bits];
        for key in 0..1 << bits {
            let mixed = scramble(key, bits);
            assert!(mixed < 1 << bits && !met[mixed as usize], "{key}");
            met[mixed as usize] = true;
        }
    }
    let mut dice = Dice(10);
    for bits in [30, 50, 64, 70, 80] {
        let keys: HashSet<u128> = (0..20_000).map(|_| key(&mut dice, bits)).collect();
        let mixed: HashSet<u128> = keys.iter().map(|&key| scramble(key, bits)).collect();
        assert_eq!(mixed.len(), keys.len());
        assert!(mixed.iter().all(|mixed| mixed >> bits == 0));
        // Keys that differ in one bit only: neighbours on the board.
        let near: HashSet<u128> = (0..bits).map(|bit| scramble(1 << bit, bits)).collect();
        assert_eq!(near.len(), bits as usize);
    }
}

#[test]
fn bounds_survive_packing() {
    for number in 1..=5 {
        assert_eq!(pack(unpack(number)), number);
    }
}

/// Every key of a table with room for all of them, or of one that is far too small: what is found was added.
#[test]
fn nothing_is_found_for_another_key() {
    for (bits, memory) in [
        (10, 1),
        (10, 1 << 10),
        (10, 1 << 20),
        (20, 1 << 16),
        (20, 64 << 20),
    ] {
        let table = Table::new(bits, memory).expect("memory");
        assert!(table.bytes() <= memory.max(Table::least(bits)));
        let (mut dice, mut added) = (Dice(11), HashMap::new());
        for round in 0..20_000 {
            let key = key(&mut dice, bits);
            let bounds = kept(key as usize);
            table.add(table.place(key), bounds, dice.roll(40) as u32);
            assert_eq!(table.get(table.place(key)), Some(bounds), "at once");
            added.insert(key, bounds);
            if round % 100 == 0 {
                let other = self::key(&mut dice, bits);
                let found = table.get(table.place(other));
                assert!(found.is_none() || found == added.get(&other).copied());
            }
        }
        let found = added.iter().filter(|&(&key, &bounds)| {
            let found = table.get(table.place(key));
            assert!(found.is_none() || found == Some(bounds));
            found.is_some()
        });
        let found = found.count();
        assert!(found > 0 && found as u64 <= table.capacity());
        assert!(
            memory < 1 << 20 || bits > 10 || found == added.len(),
            "there is room"
        );
    }
}

#[test]
fn bounds_are_narrowed_and_effort_grows() {
    let table = Table::new(30, 1 << 20).expect("memory");
    let place = table.place(12_345);
    assert_eq!((table.get(place), table.effort(place)), (None, 0));
    assert!(table.add(place, kept(3), 5));
    assert!(!table.add(place, kept(4), 2), "no new word");
    assert_eq!(table.get(place), Some(Bounds::exactly(Wdl::Draw)));
    assert_eq!(table.effort(place), 5);
    table.add(place, Bounds::exactly(Wdl::Draw), 1000);
    assert_eq!(table.effort(place), 63, "the most there is room for");
}

/// In a full bucket what took least work makes room.
#[test]
fn cheap_results_make_room() {
    let table = Table::new(40, 1 << 10).expect("memory");
    let place = |tag| Place { bucket: 3, tag };
    for tag in 0..4 {
        assert!(table.add(place(tag), kept(0), 10 + tag as u32));
    }
    assert!(!table.add(place(9), kept(1), 1));
    assert_eq!(table.get(place(0)), None);
    assert!((1..4).all(|tag| table.get(place(tag)) == Some(kept(0))));
    assert!(!table.add(place(8), kept(2), 50));
    assert_eq!(table.get(place(9)), None);
}

fn sorted(table: &Table) -> Vec<(u128, u64, u32)> {
    let entries = table.entries();
    let plain = entries.map(|entry| (entry.mixed, pack(entry.bounds), entry.effort));
    let mut all: Vec<_> = plain.collect();
    all.sort_unstable();
    all
}

#[test]
fn growing_loses_nothing() {
    for bits in [18, 30, 60, 80] {
        let mut table = Table::new(bits, 64 << 20).expect("memory");
        let start = table.capacity();
        let mut dice = Dice(u64::from(bits));
        let keys: Vec<u128> = (0..50_000).map(|_| key(&mut dice, bits)).collect();
        for &key in &keys {
            // An effort for which there is room in every table.
            table.add(table.place(key), kept(key as usize), 0);
        }
        let before = sorted(&table);
        while table.bucket_bits < table.max_bits {
            table.grow();
            assert_eq!(sorted(&table), before, "{bits} bits");
        }
        assert!(bits == 80 || table.capacity() > start);
        assert!(table.bytes() <= 64 << 20);
        let found = keys
            .iter()
            .filter(|&&key| table.get(table.place(key)).is_some());
        assert!(found.count() > 40_000);
    }
}

/// The effort survives growing as well, as far as there was room for it.
#[test]
fn tables_of_other_sizes_take_entries() {
    let bits = 60;
    let small = Table::new(bits, 2 << 20).expect("memory");
    let mut dice = Dice(12);
    for _ in 0..5000 {
        let key = key(&mut dice, bits);
        small.add(small.place(key), kept(key as usize), dice.roll(30) as u32);
    }
    let entries = sorted(&small);
    let mut large = Table::new(bits, 256 << 20).expect("memory");
    large.grow();
    for entry in small.entries() {
        let number = Entry::from_number(entry.to_number(), bits);
        assert_eq!(number, Some(entry));
        assert_eq!(large.restore(&entry), Ok(true));
    }
    assert_eq!(sorted(&large), entries);
    let tiny = Table::new(bits, Table::least(bits)).expect("memory");
    let restored = large
        .entries()
        .filter(|entry| tiny.restore(entry) == Ok(true))
        .count();
    assert_eq!(tiny.entries().count(), restored);
    let all: HashSet<_> = entries.iter().map(|entry| (entry.0, entry.1)).collect();
    assert!(
        tiny.entries()
            .all(|entry| all.contains(&(entry.mixed, pack(entry.bounds))))
    );
}

#[test]
fn numbers_that_are_no_entries_are_refused() {
    let entry = Entry {
        mixed: 1 << 29,
        bounds: kept(2),
        effort: 7,
    };
    assert_eq!(Entry::from_number(entry.to_number(), 30), Some(entry));
    assert_eq!(Entry::from_number(entry.to_number(), 29), None, "too long");
    for known in [0, 6, 7] {
        let number = entry.to_number() & !7 | known;
        assert_eq!(Entry::from_number(number, 30), None, "{known}");
    }
}

/// A word holds what the bucket does not say of a key: the more bits, the more buckets there must be.
#[test]
fn wide_keys_need_large_tables() {
    for bits in [10, 20, 60, 61, 62, 70, 80] {
        let table = Table::new(bits, 0).expect("memory");
        assert_eq!(table.bytes(), Table::least(bits), "{bits}");
        assert!(bits - table.bucket_bits + BOUNDS + table.effort_bits <= 64);
        let key = (1 << bits) - 1;
        table.add(table.place(key), kept(2), 3);
        assert_eq!(table.get(table.place(key)), Some(kept(2)));
        assert_eq!(table.get(table.place(key - 1)), None);
    }
    assert_eq!(Table::least(80), 16 << 20);
}
