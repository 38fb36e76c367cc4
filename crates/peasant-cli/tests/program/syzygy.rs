//! Syzygy tables as the program reads them. The tables are outside the repository; without them the tests that need them
//! say so and pass.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use peasant::notation::fen;
use peasant::tablebase::Tablebase;
use peasant::value::Wdl;
use specification::cases;

// The program's reader of tables.
use verbs::outside::syzygy::{Checks, Tables, checksum, city};

const KPK: &str = "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1";

/// The directory of all tables to four men, if there is one.
fn tables() -> Option<PathBuf> {
    let directory = specification::syzygy_directory();
    if directory.is_none() {
        specification::skip("the program's reading of Syzygy tables: there are none");
    }
    directory
}

/// An empty directory that goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let directory =
            std::env::temp_dir().join(format!("peasant-syzygy-{name}-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("temporary files can be written");
        Scratch(directory)
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.join(name), bytes).expect("temporary files can be written");
    }

    fn open(&self) -> Result<Tables, String> {
        open(&self.0)
    }

    fn open_with(&self, checks: Checks) -> Tables {
        Tables::open(self.0.as_os_str(), checks).expect("tables")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn open(directories: impl AsRef<OsStr>) -> Result<Tables, String> {
    Tables::open(directories.as_ref(), Checks::FirstUse).map_err(|error| error.to_string())
}

fn refusal(result: Result<Tables, String>) -> String {
    result.err().expect("these are no tables")
}

fn probe(tables: &Tables, text: &str) -> Option<Wdl> {
    tables.probe(&fen::parse(text).expect("a legal position"))
}

fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

#[test]
fn directories_without_tables_are_refused() {
    let empty = Scratch::new("empty");
    let name = empty.0.display().to_string();
    assert_says(
        &refusal(open(empty.0.join("none"))),
        &["no directory", "none", "leave out --syzygy"],
    );
    assert_says(&refusal(empty.open()), &[&name, "KPvK.rtbw", "put some"]);
    empty.put("notes.rtbw", b"no table by name");
    assert_says(&refusal(empty.open()), &[&name, "holds no Syzygy tables"]);
    assert_says(&refusal(open(empty.0.join("notes.rtbw"))), &["notes.rtbw"]);
    for nothing in ["", ":", "::"].map(|list| list.replace(':', SEPARATOR)) {
        assert_says(
            &refusal(open(nothing)),
            &["names no directory", "PEASANT_SYZYGY"],
        );
    }
}

const SEPARATOR: &str = if cfg!(windows) { ";" } else { ":" };

#[test]
fn good_tables_answer() {
    let Some(directory) = tables() else { return };
    let tables = open(directory).expect("tables");
    assert_eq!(tables.max_men(), 4);
    cases("good_tables_answer", |case| {
        assert_eq!(probe(&tables, &case.text), Some(case.read("result")));
    });
    assert_eq!(tables.warnings(), [""; 0]);
}

#[test]
fn several_directories_make_one_set_and_missing_tables_are_named() {
    let Some(all) = tables() else { return };
    let (one, two) = (Scratch::new("one"), Scratch::new("two"));
    let copy = |to: &Scratch, name: &str| {
        to.put(name, &fs::read(all.join(name)).expect("a table"));
    };
    copy(&one, "KPvK.rtbw");
    copy(&two, "KQvK.rtbw");
    copy(&two, "KPvKP.rtbw");
    let list = std::env::join_paths([&one.0, &two.0]).expect("no separators in names");
    let tables = open(list).expect("tables");
    assert_eq!(tables.max_men(), 4);
    assert_eq!(probe(&tables, KPK), Some(Wdl::Loss));
    assert_eq!(
        probe(&tables, "8/8/8/3k4/8/8/1Q6/K7 b - - 0 1"),
        Some(Wdl::Loss)
    );
    assert_eq!(tables.missing(), [""; 0]);
    assert_eq!(probe(&tables, "8/8/8/3k4/8/8/1r6/7K b - - 0 1"), None);
    assert_says(
        &tables.warnings().join("\n"),
        &[
            "no table KRvK: put KRvK.rtbw into",
            &one.0.display().to_string(),
        ],
    );
    // More men than any table has: it is named all the same.
    assert_eq!(probe(&tables, "7k/4p3/8/8/8/8/P7/KQ6 b - - 0 1"), None);
    assert_eq!(probe(&tables, "kq6/p7/8/8/8/8/4P3/7K b - - 0 1"), None);
    assert_eq!(tables.missing(), ["KQPvKP", "KRvK"]);
    assert_says(&tables.warnings().join("\n"), &["no tables KQPvKP, KRvK:"]);
}

#[test]
fn damaged_tables_are_named_and_give_no_answer() {
    let Some(all) = tables() else { return };
    let sound = fs::read(all.join("KPvK.rtbw")).expect("a table");
    let scratch = Scratch::new("damaged");
    // Cut short: by its length alone no table.
    scratch.put("KPvK.rtbw", &sound[..1000]);
    assert_says(&refusal(scratch.open()), &["KPvK.rtbw", "is damaged"]);
    scratch.put(
        "KQvK.rtbw",
        &fs::read(all.join("KQvK.rtbw")).expect("a table"),
    );
    let tables = scratch.open().expect("one table is sound");
    assert_eq!(probe(&tables, KPK), None);
    assert_says(
        &tables.warnings().join("\n"),
        &["KPvK.rtbw` is damaged: replace it", "no table KPvK"],
    );
    // Cut short to a possible length, and something else by its first bytes.
    let mut other = sound.clone();
    other[0] ^= 1;
    for (bytes, why) in [
        (&sound[..1024 + 16], "is damaged"),
        (&other, "is no Syzygy table"),
    ] {
        scratch.put("KPvK.rtbw", bytes);
        let tables = scratch.open().expect("its length is possible");
        assert_eq!(probe(&tables, KPK), None);
        let warnings = tables.warnings();
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert_says(&warnings[0], &["KPvK.rtbw`", why, "replace it"]);
    }
}

/// Whatever bytes a table holds, the program lives on, even if told to trust it.
#[test]
fn damage_anywhere_in_a_table_is_no_crash() {
    let Some(all) = tables() else { return };
    let scratch = Scratch::new("bytes");
    let sound = fs::read(all.join("KPvK.rtbw")).expect("a table");
    for place in (0..sound.len()).step_by(7).chain(0..128) {
        let mut bytes = sound.clone();
        bytes[place] ^= 0x55;
        scratch.put("KPvK.rtbw", &bytes);
        let tables = scratch.open_with(Checks::Trust);
        for text in [KPK, "8/8/8/1k6/8/4K3/6P1/8 w - - 0 1"] {
            if probe(&tables, text).is_none() {
                assert_says(&tables.warnings().join("\n"), &["KPvK.rtbw` is"]);
            }
        }
    }
}

/// Words that no table holds, as the vectors count them.
fn words(count: usize) -> Vec<city::Word> {
    let word = |index: u64| (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (0..count as u64).map(word).map(u64::to_le_bytes).collect()
}

/// A line is the width in bits, the count of words and their hash: for lengths that only the largest
/// tables have.
#[test]
fn hashes_are_those_of_the_published_program() {
    let lines = include_str!("syzygy/hashes.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        let words = words(fields[1].parse().expect("a count"));
        let hash = match fields[0] {
            "128" => city::hash128(&words).to_vec(),
            _ => city::hash256(&words).to_vec(),
        };
        let hash: Vec<String> = hash.iter().map(|word| format!("{word:016x}")).collect();
        assert_eq!(hash, fields[2..], "{line}");
    }
}

fn is_sound(bytes: &[u8]) -> bool {
    let read = |buffer: &mut [u8], offset: u64| {
        let from = &bytes[offset as usize..];
        buffer.copy_from_slice(&from[..buffer.len()]);
        Ok(())
    };
    checksum::is_sound(bytes.len() as u64, read).expect("nothing fails in memory")
}

/// Every table of results and of distances: sound as it is, and not when it is damaged.
#[test]
fn sums_show_damage_in_every_table() {
    let Some(all) = tables() else { return };
    let mut checked = 0;
    for entry in fs::read_dir(all).expect("a directory") {
        let path = entry.expect("an entry").path();
        let sound = fs::read(&path).expect("a table");
        assert!(is_sound(&sound), "{}", path.display());
        let refused = |damage: &dyn Fn(&mut Vec<u8>), what: &str| {
            let mut bytes = sound.clone();
            damage(&mut bytes);
            // A tail may be zero already.
            assert!(
                bytes == sound || !is_sound(&bytes),
                "{} {what}",
                path.display()
            );
        };
        for part in [2, 4, 8] {
            let zeroed = |bytes: &mut Vec<u8>| {
                let from = bytes.len() - bytes.len() / part;
                bytes[from..].fill(0);
            };
            refused(&zeroed, "zeros at its end");
        }
        for place in (0..sound.len()).step_by(1 + sound.len() / 50) {
            refused(&|bytes| bytes[place] ^= 1, "one bit");
        }
        for blocks in [1, 2, 9] {
            let shorter = |bytes: &mut Vec<u8>| {
                bytes.truncate(bytes.len().saturating_sub(64 * blocks));
            };
            refused(&shorter, "cut short");
        }
        checked += 1;
    }
    assert!(checked >= 70, "only {checked}");
}

/// A table whose end is zeros may answer, and answer wrongly: it must not be asked.
#[test]
fn a_table_with_zeros_at_its_end_gives_no_answer() {
    let Some(all) = tables() else { return };
    let mut bytes = fs::read(all.join("KPvK.rtbw")).expect("a table");
    let half = bytes.len() / 2;
    bytes[half..].fill(0);
    let scratch = Scratch::new("zeros");
    scratch.put("KPvK.rtbw", &bytes);
    let tables = scratch.open().expect("its length is right");
    // Once and again.
    for _ in 0..2 {
        assert_eq!(probe(&tables, KPK), None);
        let warnings = tables.warnings();
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        let parts = [
            "KPvK.rtbw`",
            "its checksum is wrong",
            "replace it by a sound copy",
        ];
        assert_says(&warnings[0], &parts);
    }
    let directory = scratch.0.display().to_string();
    let args = ["solve", KPK, "--no-cache", "--syzygy", &directory];
    let output = peasant(&args, None);
    assert_eq!(output.status.code(), Some(0));
    assert_says(
        &String::from_utf8_lossy(&output.stderr),
        &["KPvK.rtbw`", "its checksum is wrong"],
    );
    let trusting = peasant(&[&args[..], &["--trust-syzygy"]].concat(), None);
    let error = String::from_utf8_lossy(&trusting.stderr).into_owned();
    assert!(!error.contains("checksum"), "{error}");
}

#[test]
fn what_was_not_checked_is_said() {
    let Some(all) = tables() else { return };
    let directory = all.display().to_string();
    let args = ["solve", KPK, "--no-cache", "--syzygy", &directory];
    let run = |more: &[&str]| {
        let output = peasant(&[&args[..], more].concat(), None);
        [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned())
    };
    let [said, warned] = run(&[]);
    assert!(
        !said.contains("not checked") && !warned.contains("not checked"),
        "{said}{warned}"
    );
    assert!(!run(&["--json"])[0].contains("trusted"));
    let [said, warned] = run(&["--trust-syzygy"]);
    assert_says(&said, &["Trusted: Syzygy tables that were not checked"]);
    assert_says(&warned, &["were not checked", "--trust-syzygy"]);
    assert_says(
        &run(&["--trust-syzygy", "--json"])[0],
        &["\"trusted\":true"],
    );
}

/// A table of 2 MiB: one of the small ones, filled up with zeros and summed up anew.
fn large(all: &Path) -> Vec<u8> {
    let mut bytes = fs::read(all.join("KPvK.rtbw")).expect("a table");
    bytes.truncate(bytes.len() - checksum::SUM);
    bytes.resize(2 << 20, 0);
    let read = |buffer: &mut [u8], offset: u64| {
        let from = &bytes[offset as usize..];
        buffer.copy_from_slice(&from[..buffer.len()]);
        Ok(())
    };
    let sum = checksum::sum(2 << 20, read).expect("nothing fails in memory");
    bytes.extend(sum);
    bytes
}

/// Writes a table as it might have lain there for so many hours.
fn put_old(scratch: &Scratch, bytes: &[u8], hours: u64) {
    scratch.put("KPvK.rtbw", bytes);
    let file = fs::File::options()
        .write(true)
        .open(scratch.0.join("KPvK.rtbw"));
    let then = SystemTime::now() - Duration::from_secs(hours * 60 * 60);
    let set = file.expect("a table").set_modified(then);
    set.expect("it is ours");
}

#[test]
fn large_tables_are_checked_once() {
    let Some(all) = tables() else { return };
    let (scratch, kept) = (Scratch::new("large"), Scratch::new("remembered"));
    let remembered = || scratch.open_with(Checks::Remembered(kept.0.clone()));
    let record = kept.0.join("syzygy-checked.txt");
    let sound = large(&all);
    // What has only just been written may be written again within the same tick of the clock.
    scratch.put("KPvK.rtbw", &sound);
    assert_eq!(probe(&remembered(), KPK), Some(Wdl::Loss));
    assert!(!record.exists());
    put_old(&scratch, &sound, 5);
    let changed = fs::metadata(scratch.0.join("KPvK.rtbw")).and_then(|about| about.modified());
    assert_eq!(probe(&remembered(), KPK), Some(Wdl::Loss));
    let lines = fs::read_to_string(&record).expect("it is remembered");
    assert_says(
        &lines,
        &["peasant syzygy checked 1\n", "2097168 ", "KPvK.rtbw\n"],
    );
    // Damage that leaves length, time and sum is not seen: nothing is read again.
    let mut damaged = sound.clone();
    damaged[1 << 20] = 1;
    scratch.put("KPvK.rtbw", &damaged);
    let file = fs::File::options()
        .write(true)
        .open(scratch.0.join("KPvK.rtbw"));
    let file = file.expect("a table");
    file.set_modified(changed.expect("a time"))
        .expect("it is ours");
    assert_eq!(probe(&remembered(), KPK), Some(Wdl::Loss));
    // Who remembers nothing sees it, and so does everybody when the time is another.
    assert_eq!(probe(&scratch.open().expect("tables"), KPK), None);
    put_old(&scratch, &damaged, 4);
    assert_eq!(probe(&remembered(), KPK), None);
    assert_eq!(fs::read_to_string(&record).expect("it is there"), lines);
    // A sound one again takes the place of its old line.
    put_old(&scratch, &sound, 3);
    assert_eq!(probe(&remembered(), KPK), Some(Wdl::Loss));
    let lines = fs::read_to_string(&record).expect("it is there");
    assert_eq!(lines.lines().count(), 2, "{lines}");
    // What stands in the file's place and is no record of this version is begun anew.
    fs::write(&record, "something else\n").expect("writable");
    assert_eq!(probe(&remembered(), KPK), Some(Wdl::Loss));
    assert_eq!(fs::read_to_string(&record).expect("it is there"), lines);
}

#[test]
fn nothing_is_remembered_without_a_cache() {
    let Some(all) = tables() else { return };
    let (scratch, kept) = (Scratch::new("forget"), Scratch::new("forgotten"));
    put_old(&scratch, &large(&all), 5);
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_peasant"));
        command.args(["solve", KPK, "--syzygy"]).arg(&scratch.0);
        let output = command.args(args).env("XDG_CACHE_HOME", &kept.0).output();
        let output = output.expect("the program starts");
        assert_eq!(output.status.code(), Some(0));
        let record = |directory: &Path| directory.join("syzygy-checked.txt").exists();
        record(&kept.0) || record(&kept.0.join("peasant"))
    };
    assert!(!run(&["--no-cache"]));
    let directory = kept.0.display().to_string();
    assert!(!run(&["--cache", &directory, "--trust-syzygy"]));
    assert!(run(&["--cache", &directory]));
}

/// What cannot be read is not to be replaced.
#[cfg(unix)]
#[test]
fn a_table_that_may_not_be_read_is_to_be_allowed() {
    use std::os::unix::fs::PermissionsExt;
    let Some(all) = tables() else { return };
    let scratch = Scratch::new("forbidden");
    let sound = fs::read(all.join("KPvK.rtbw")).expect("a table");
    scratch.put("KPvK.rtbw", &sound);
    let file = scratch.0.join("KPvK.rtbw");
    let tables = scratch.open().expect("its length is right");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).expect("it is ours");
    if fs::read(&file).is_ok() {
        println!("not tested: this user may read what nobody may");
    } else {
        assert_eq!(probe(&tables, KPK), None);
        let warnings = tables.warnings().join("\n");
        assert_says(
            &warnings,
            &["KPvK.rtbw` cannot be read", "allow it to be read"],
        );
        assert!(!warnings.contains("sound copy"), "{warnings}");
    }
    let denied = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
    let said = verbs::outside::syzygy::unreadable(&denied);
    assert_says(&said, &["permission denied", "allow it to be read"]);
    assert!(!said.contains("sound copy"), "{said}");
}

/// A pipe is not waited for, and a file that has gone is to come back.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_named() {
    let Some(all) = tables() else { return };
    let scratch = Scratch::new("pipe");
    for name in ["KPvK.rtbw", "KQvK.rtbw"] {
        scratch.put(name, &fs::read(all.join(name)).expect("a table"));
    }
    let pipe = scratch.0.join("KRvK.rtbw");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo is there").success());
    let tables = scratch.open().expect("two are tables");
    assert_says(
        &tables.warnings().join("\n"),
        &["KRvK.rtbw` is no regular file"],
    );
    fs::remove_file(scratch.0.join("KPvK.rtbw")).expect("it is ours");
    assert_eq!(probe(&tables, KPK), None);
    assert_says(
        &tables.warnings().join("\n"),
        &["KPvK.rtbw` cannot be read", "put it back"],
    );
}

fn peasant(args: &[&str], directories: Option<OsString>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_peasant"));
    command.args(args).env_remove("PEASANT_SYZYGY");
    if let Some(directories) = directories {
        command.env("PEASANT_SYZYGY", directories);
    }
    command.output().expect("the program starts")
}

#[test]
fn the_program_takes_directories_as_option_and_from_the_environment() {
    let scratch = Scratch::new("program");
    let none = scratch.0.join("none").display().to_string();
    for output in [
        peasant(&["solve", KPK, "--syzygy", &none], None),
        peasant(&["epd", "-", "--syzygy", &none], None),
        peasant(&["solve", KPK], Some(none.clone().into())),
    ] {
        assert_eq!(output.status.code(), Some(2));
        assert_says(
            &String::from_utf8_lossy(&output.stderr),
            &["no directory", &none],
        );
    }
    if let Some(directory) = tables() {
        let output = peasant(&["solve", KPK, "--no-store"], Some(directory.into()));
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[cfg(unix)]
#[test]
fn a_directory_that_may_not_be_read_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("unreadable");
    let set = |mode| fs::set_permissions(&scratch.0, fs::Permissions::from_mode(mode));
    set(0o000).expect("it is ours");
    let readable = fs::read_dir(&scratch.0).is_ok();
    let name = scratch.0.display().to_string();
    let output = peasant(&["solve", KPK, "--syzygy", &name], None);
    set(0o755).expect("it is ours");
    if readable {
        specification::skip(
            "an unreadable directory of tables: this user may read what nobody may",
        );
        return;
    }
    assert_eq!(output.status.code(), Some(2));
    assert_says(
        &String::from_utf8_lossy(&output.stderr),
        &[&name, "denied", "leave out --syzygy"],
    );
}
