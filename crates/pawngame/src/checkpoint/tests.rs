use std::fs;

use super::*;
use crate::plain::{Dice, pawn_game};
use crate::{Preset, RuleSet};
use peasant::value::{Bounds, Wdl};

/// A directory of its own, removed in the end.
struct Directory(PathBuf);

impl Directory {
    fn new(test: &str) -> Directory {
        let name = format!("peasant-checkpoint-{}-{test}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("writable");
        Directory(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("pawns")
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A table for boards of five files that holds so many positions.
fn filled(memory: u64, positions: usize) -> Table {
    let (table, mut dice) = (Table::new(50, memory).expect("memory"), Dice(13));
    for _ in 0..positions {
        let key = u128::from(dice.number() >> 14);
        let result = [Wdl::Loss, Wdl::Draw, Wdl::Win][dice.roll(3)];
        table.add(
            table.place(key),
            Bounds::exactly(result),
            dice.roll(20) as u32,
        );
    }
    table
}

fn sorted(table: &Table) -> Vec<u128> {
    let mut all: Vec<u128> = table.entries().map(Entry::to_number).collect();
    all.sort_unstable();
    all
}

#[test]
fn tables_of_any_size_take_a_file() {
    let (here, rules) = (Directory::new("sizes"), pawn_game(5, 8));
    let table = filled(32 << 20, 20_000);
    let saved = save(&here.file(), rules, &table).expect("writable");
    assert_eq!(saved, sorted(&table).len() as u64);
    for memory in [2 << 20, 32 << 20, 256 << 20] {
        let mut other = Table::new(50, memory).expect("memory");
        let restored = load(&here.file(), rules, &mut other).expect("it is whole");
        assert_eq!(restored, saved);
        assert_eq!(sorted(&other), sorted(&table), "{memory}");
    }
    let mut tiny = Table::new(50, 1 << 10).expect("memory");
    let restored = load(&here.file(), rules, &mut tiny).expect("it is whole");
    assert_eq!(restored, tiny.entries().count() as u64);
    assert!(restored > 100 && restored <= tiny.capacity());
}

/// More entries than a table begins with room for.
#[test]
fn a_table_grows_for_a_large_file() {
    let (here, rules) = (Directory::new("grows"), pawn_game(5, 8));
    let mut table = Table::new(50, 64 << 20).expect("memory");
    table.make_room(1_000_000);
    let mut dice = Dice(14);
    for _ in 0..400_000 {
        let key = u128::from(dice.number() >> 14);
        table.add(table.place(key), Bounds::exactly(Wdl::Win), 3);
    }
    save(&here.file(), rules, &table).expect("writable");
    let mut other = Table::new(50, 64 << 20).expect("memory");
    load(&here.file(), rules, &mut other).expect("it is whole");
    let (kept, all) = (other.entries().count(), table.entries().count());
    // Where five fall on a bucket, one is lost.
    assert!(kept * 100 > all * 97, "{kept} of {all}");
}

#[test]
fn every_damaged_byte_is_noticed() {
    let (here, rules) = (Directory::new("damaged"), pawn_game(5, 8));
    save(&here.file(), rules, &filled(1 << 10, 30)).expect("writable");
    let whole = fs::read(here.file()).expect("it is there");
    let refused = |bytes: &[u8]| {
        fs::write(here.file(), bytes).expect("writable");
        let mut table = Table::new(50, 1 << 10).expect("memory");
        let result = load(&here.file(), rules, &mut table);
        assert_eq!(
            table.entries().count() == 0,
            result.is_err(),
            "all or nothing"
        );
        result.is_err()
    };
    assert!(!refused(&whole));
    for index in 0..whole.len() {
        for change in [1, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[index] ^= change;
            assert!(refused(&bytes), "byte {index}");
        }
    }
    for length in 0..whole.len() {
        assert!(refused(&whole[..length]), "{length} bytes");
    }
    assert!(refused(&[&whole[..], &[0; 16]].concat()));
}

#[test]
fn files_of_other_games_are_refused() {
    let (here, rules) = (Directory::new("rules"), pawn_game(5, 8));
    let table = filled(1 << 20, 10);
    save(&here.file(), rules, &table).expect("writable");
    let set = rules.get();
    let others = [
        RuleSet { ranks: 7, ..set },
        RuleSet {
            en_passant: false,
            ..set
        },
        RuleSet {
            double_step: false,
            ..set
        },
        RuleSet {
            no_move: NoMove::Loss,
            ..set
        },
        RuleSet::of(Preset::Alburt),
    ];
    for other in others {
        let other = other.validate().expect("rules");
        let error = load(
            &here.file(),
            other,
            &mut Table::new(50, 1 << 20).expect("memory"),
        );
        assert!(error.is_err_and(|error| error.contains("other rules")));
    }
    // Where the pawns stood at first says nothing of what comes.
    let rows = RuleSet { rows: 2, ..set }.validate().expect("rules");
    assert_eq!(
        load(
            &here.file(),
            rows,
            &mut Table::new(50, 1 << 20).expect("memory")
        ),
        Ok(10)
    );
}

#[test]
fn what_is_no_file_is_refused() {
    let (here, rules) = (Directory::new("none"), pawn_game(5, 8));
    let load = |path: &Path| load(path, rules, &mut Table::new(50, 1 << 20).expect("memory"));
    assert!(load(&here.0.join("none")).is_err());
    assert!(load(&here.0).is_err_and(|error| error.contains("name a file")));
}

#[test]
fn a_checkpoint_need_not_ever_be_due() {
    let here = Directory::new("never");
    let checkpoint = Checkpoint {
        file: here.file(),
        every: Duration::MAX,
    };
    let mut keeper = Keeper::new(&checkpoint, pawn_game(5, 8));
    keeper.keep_in_time(&filled(1 << 10, 10));
    assert!(!here.file().exists());
    assert_eq!(keeper.trouble(), None);
}

#[test]
fn it_is_written_in_time() {
    let here = Directory::new("time");
    let checkpoint = Checkpoint {
        file: here.file(),
        every: Duration::ZERO,
    };
    let mut keeper = Keeper::new(&checkpoint, pawn_game(5, 8));
    keeper.keep_in_time(&filled(1 << 10, 10));
    assert!(here.file().exists());
}

/// A file that cannot be replaced stays as it was, and what went wrong is said until it goes right again.
#[test]
fn a_failure_leaves_the_old_file() {
    let (here, rules) = (Directory::new("failure"), pawn_game(5, 8));
    // There is no room beside it for the longer name of an unfinished file.
    let file = here.0.join("p".repeat(250));
    save(&here.file(), rules, &filled(1 << 10, 10)).expect("writable");
    fs::copy(here.file(), &file).expect("writable");
    let checkpoint = Checkpoint {
        file: file.clone(),
        every: Duration::from_secs(60),
    };
    let mut keeper = Keeper::new(&checkpoint, rules);
    keeper.keep(&filled(1 << 10, 30));
    let trouble = keeper.trouble().expect("it cannot be written");
    assert!(trouble.starts_with("cannot write the checkpoint `"));
    let same = |path: &Path| fs::read(path).expect("it is there");
    assert_eq!(same(&file), same(&here.file()));
}

/// A position that is both won and lost: nobody but a forger writes that, and nothing of it is kept.
#[test]
fn a_file_that_contradicts_itself_is_refused() {
    let (here, rules) = (Directory::new("contradiction"), pawn_game(5, 8));
    let entry = |result| Entry {
        mixed: 99,
        bounds: result,
        effort: 3,
    };
    let file = |entries: &[Bounds]| {
        let mut bytes = [&MAGIC[..], &fingerprint(rules)].concat();
        for bounds in entries {
            bytes.extend_from_slice(&entry(*bounds).to_number().to_le_bytes());
        }
        let mut sum = Checksum::new(0);
        sum.add(&bytes);
        bytes.extend_from_slice(&sum.get().to_le_bytes());
        fs::write(here.file(), bytes).expect("writable");
    };
    let mut table = Table::new(50, 1 << 20).expect("memory");
    file(&[Bounds::exactly(Wdl::Win), Bounds::exactly(Wdl::Loss)]);
    let error = load(&here.file(), rules, &mut table);
    assert!(error.is_err_and(|error| error.contains("contradicts itself")));
    assert_eq!(table.entries().count(), 0);
    file(&[Bounds::at_least(Wdl::Draw), Bounds::at_most(Wdl::Draw)]);
    assert_eq!(load(&here.file(), rules, &mut table), Ok(1));
    let known: Vec<Entry> = table.entries().collect();
    assert_eq!(known, [entry(Bounds::exactly(Wdl::Draw))]);
}
