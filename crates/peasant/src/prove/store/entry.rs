//! A long proof on disk: bounds that are proved, taken up again by the next run.
//!
//! ```text
//! magic (16 bytes) | rules (8 bytes) | goals | checksum (8 bytes)
//! a goal: structure (19) | form (1) | effort (8) | bytes of its bounds (4) | their checksum (4) | bounds
//! ```
//!
//! Numbers are little-endian. A goal is named by the structure as its attacker sees it, who plays White. Its bounds are the planes
//! of the lower bound, or those of what is legal and not won if that is less, and, where bounds differ, of what is open between
//! them, compressed (LZ4). What a relaxed game says is never saved.
//!
//! The file is read once, for its checksum and for where each goal stands; bounds are read when a goal is first named, or named again
//! after they were forgotten. It is written whole, under another name: first what has been proved since, then what stood there, as
//! far as `MOST_BYTES` goes.
//!
//! The checksum shows damage. It is no seal: a file that somebody forged with the right sum is believed.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::Instant;

use crate::board::{Bitboard, Pawns};
use crate::prove::effort::Effort;
use crate::prove::policy::MAX_PIECES;
use crate::rules::Rules;
use crate::slice::{Frame, Wins};
use crate::store::durable::{self, Checksum};
use crate::store::packed;
use crate::store::regular::{self, Links};
use crate::structure::{Pieces, Structure, StructureMap};

/// The first bytes of every file; the number is the version of the format and of the equations.
const MAGIC: &[u8; 16] = b"peasant proof 1\n";

/// Bytes before the goals.
const HEADER: u64 = 24;

/// Bytes of a goal before its bounds.
const LINE: usize = 36;

/// Bytes of the checksum at the end.
const CHECKSUM: u64 = 8;

/// A file does not grow any more when it has so many bytes: writing them takes a second or two.
const MOST_BYTES: u64 = 512 << 20;

/// The longest and the shortest time between the end of one saving and the beginning of the next. The first ones come sooner.
const PAUSE: Duration = Duration::from_secs(30);
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// Saving takes this part of the time at most, unless that makes the pause longer than `LONGEST_PAUSE`.
const SHARE: u32 = 20;
const LONGEST_PAUSE: Duration = Duration::from_secs(50);

/// In the form of a goal: both bounds are the same.
const EXACT: u8 = 1;
/// There is no upper bound but what is legal and not refuted.
const NO_UPPER: u8 = 2;
/// [`SavedBounds::frozen`].
const FIXED_PAWNS: u8 = 4;

/// The lower bound is told by what is legal and not won.
const BY_REST: u8 = 8;

/// A hand on the file that a proof is stored in, if there is one. Proofs side by side have one each on the same file. A copy of
/// what is known has none.
#[derive(Default)]
pub(crate) struct Saved(Option<Box<Hand>>);

impl Clone for Saved {
    fn clone(&self) -> Saved {
        Saved(None)
    }
}

/// One proof's hand on a file, and when it saves.
struct Hand {
    file: Arc<Mutex<Open>>,
    since: Instant,
    next: Instant,
}

/// A file that is read, and written again in time.
struct Open {
    path: PathBuf,
    rules: Rules,
    file: File,
    goals: StructureMap<Structure, Place>,
    trouble: Option<String>,
}

/// Where the bounds of a goal stand.
#[derive(Clone, Copy)]
struct Place {
    offset: u64,
    line: Line,
}

/// What is said of a goal before its bounds.
#[derive(Clone, Copy)]
struct Line {
    form: u8,
    effort: u64,
    bytes: u32,
    sum: u32,
}

/// What is saved of a goal.
#[derive(Clone)]
pub(crate) struct SavedBounds {
    pub lower: Vec<Wins>,
    /// `None`: what is legal and not refuted.
    pub upper: Option<Vec<Wins>>,
    /// What has been spent on it.
    pub effort: Effort,
    /// It has been solved with its pawns fixed.
    pub fixed_pawns: bool,
}

impl Line {
    fn write(&self, view: Structure) -> [u8; LINE] {
        let mut line = [0; LINE];
        line[..8].copy_from_slice(&view.pawns.white.0.to_le_bytes());
        line[8..16].copy_from_slice(&view.pawns.black.0.to_le_bytes());
        line[16..19].copy_from_slice(&view.pieces.to_codes());
        line[19] = self.form;
        line[20..28].copy_from_slice(&self.effort.to_le_bytes());
        line[28..32].copy_from_slice(&self.bytes.to_le_bytes());
        line[32..].copy_from_slice(&self.sum.to_le_bytes());
        line
    }

    /// `None`: there is no such structure, or it has no such bounds.
    #[expect(
        clippy::indexing_slicing,
        reason = "the places are those of a line of this length"
    )]
    fn read(line: &[u8; LINE]) -> Option<(Structure, Line)> {
        let number = |from: usize, to: usize| {
            let mut bytes = [0; 8];
            bytes[..to - from].copy_from_slice(&line[from..to]);
            u64::from_le_bytes(bytes)
        };
        let pieces = Pieces::from_codes([line[16], line[17], line[18]])?;
        let pawns = Pawns {
            white: Bitboard(number(0, 8)),
            black: Bitboard(number(8, 16)),
        };
        let read = Line {
            form: line[19],
            effort: number(20, 28),
            bytes: number(28, 32) as u32,
            sum: number(32, 36) as u32,
        };
        let fits = pieces.len() <= MAX_PIECES && read.bytes as usize <= most_bytes(pieces);
        fits.then_some((Structure::new(pawns, pieces), read))
    }

    fn is(&self, bit: u8) -> bool {
        self.form & bit != 0
    }
}

/// What both bounds of a structure take at most.
fn most_bytes(pieces: Pieces) -> usize {
    packed::most_bytes((2 * size_of::<Wins>()) << (6 * pieces.len()))
}

impl Open {
    /// What stands in the file of a goal. A file that was changed since says nothing.
    fn read(&self, view: Structure) -> Option<SavedBounds> {
        let place = self.goals.get(&view)?;
        let mut packed = vec![0; place.line.bytes as usize];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(place.offset)).ok()?;
        file.read_exact(&mut packed).ok()?;
        unpack(&Frame::new(view).all(), &place.line, &packed)
    }

    /// Writes the file anew: goals with what stood there of them, and then the others that stood there.
    fn write(&mut self, news: impl Iterator<Item = (Structure, SavedBounds)>) -> io::Result<()> {
        let mut goals = StructureMap::default();
        durable::replace(&self.path, |file| {
            let mut writer = Writer::new(file, self.rules)?;
            for (view, mut bounds) in news {
                // A goal may have been worked on without what is saved of it.
                if let Some(before) = self.read(view) {
                    bounds.narrow(before);
                }
                let (line, packed) = pack(view, bounds);
                writer.add(&mut goals, view, line, &packed)?;
            }
            copy(self, &mut writer, &mut goals)?;
            writer.end()
        })?;
        (self.file, _) = regular::open(&self.path, Links::Refuse)?;
        self.goals = goals;
        Ok(())
    }
}

impl Hand {
    fn new(file: Arc<Mutex<Open>>) -> Hand {
        let now = Instant::now();
        Hand {
            file,
            since: now,
            next: now + FIRST_PAUSE,
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When to save next, if it took so long.
    fn pause(&mut self, took: Duration) {
        let usual = self.since.elapsed().clamp(FIRST_PAUSE, PAUSE);
        let pause = usual.max((took * SHARE).min(LONGEST_PAUSE));
        self.next = Instant::now() + pause;
    }
}

impl Saved {
    /// Opens a file, or begins one: so it does where the file is empty.
    ///
    /// # Errors
    /// What is wrong with it and what to do, in words.
    pub fn open(path: &Path, rules: Rules) -> Result<Saved, String> {
        let in_words = |error| explain(&error);
        let path = durable::target(path).map_err(in_words)?;
        let is_new = match std::fs::metadata(&path) {
            Ok(about) => about.is_file() && about.len() == 0,
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            Err(error) => return Err(in_words(error)),
        };
        if is_new {
            durable::replace(&path, |file| Writer::new(file, rules)?.end()).map_err(in_words)?;
        }
        let (file, about) = regular::open(&path, Links::Refuse).map_err(in_words)?;
        let goals = index(&file, about.len(), rules).map_err(in_words)??;
        let file = Arc::new(Mutex::new(Open {
            path,
            rules,
            file,
            goals,
            trouble: None,
        }));
        Ok(Saved(Some(Box::new(Hand::new(file)))))
    }

    /// Another hand on the same file.
    pub fn share(&self) -> Saved {
        let hand = self.0.as_ref();
        Saved(hand.map(|hand| Box::new(Hand::new(Arc::clone(&hand.file)))))
    }

    /// Is it time to save?
    pub fn is_due(&self) -> bool {
        self.0
            .as_ref()
            .is_some_and(|hand| Instant::now() >= hand.next)
    }

    /// What is saved of a goal.
    pub fn read(&self, view: Structure) -> Option<SavedBounds> {
        self.0.as_ref()?.open().read(view)
    }

    /// Saves goals, if there is a file. Could it?
    pub fn write(&mut self, goals: impl Iterator<Item = (Structure, SavedBounds)>) -> bool {
        let Some(hand) = &mut self.0 else {
            return false;
        };
        let start = Instant::now();
        let mut open = hand.open();
        let error = open.write(goals).err();
        open.trouble = error.as_ref().map(|error| {
            let (path, reason) = (open.path.display(), explain(error));
            format!("cannot save the proof in `{path}`: {reason}")
        });
        drop(open);
        hand.pause(start.elapsed());
        error.is_none()
    }

    /// Why the file is not up to date, if it is not.
    pub fn trouble(&self) -> Option<String> {
        self.0.as_ref()?.open().trouble.clone()
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        let Some(hand) = &self.0 else {
            return 0;
        };
        let bytes = hand.open().goals.capacity() * (size_of::<(Structure, Place)>() + 1);
        // The other hands count their part.
        (bytes / Arc::strong_count(&hand.file)) as u64
    }
}

impl SavedBounds {
    /// Narrows bounds by others of the same goal.
    fn narrow(&mut self, before: SavedBounds) {
        each(&mut self.lower, &before.lower, Wins::or);
        match (&mut self.upper, before.upper) {
            (Some(upper), Some(before)) => each(upper, &before, Wins::and),
            (upper @ None, before) => *upper = before,
            (Some(_), None) => {}
        }
    }
}

/// The bounds of a goal as they are written.
#[expect(
    clippy::indexing_slicing,
    reason = "ours is written: bounds have a plane for each legal one"
)]
fn pack(view: Structure, bounds: SavedBounds) -> (Line, Vec<u8>) {
    let (mut lower, mut form) = (
        bounds.lower,
        if bounds.fixed_pawns { FIXED_PAWNS } else { 0 },
    );
    match bounds.upper {
        None => form |= NO_UPPER,
        Some(upper) if upper == lower => form |= EXACT,
        Some(mut upper) => {
            each(&mut upper, &lower, |upper, lower| {
                upper.and(&lower.complement())
            });
            lower.extend(upper);
        }
    }
    let legal = Frame::new(view).all();
    if 2 * count(&lower[..legal.len()]) > count(&legal) {
        form |= BY_REST;
        each(&mut lower, &legal, rest);
    }
    little_endian(&mut lower);
    let packed = packed::compress(bytemuck::cast_slice(&lower));
    let line = Line {
        form,
        effort: bounds.effort.0,
        bytes: packed.len() as u32,
        sum: short_sum(&packed),
    };
    (line, packed)
}

/// What is legal and not won.
fn rest(won: Wins, legal: &Wins) -> Wins {
    won.complement().and(legal)
}

/// How many points there are.
fn count(planes: &[Wins]) -> u32 {
    let words: &[u64] = bytemuck::cast_slice(planes);
    words.iter().map(|word| word.count_ones()).sum()
}

/// Combines planes with others, one by one.
fn each(planes: &mut [Wins], others: &[Wins], combine: fn(Wins, &Wins) -> Wins) {
    for (plane, other) in planes.iter_mut().zip(others) {
        *plane = combine(*plane, other);
    }
}

/// Copies what stands in a file and has not been written anew.
fn copy(
    open: &Open,
    writer: &mut Writer<impl Write>,
    goals: &mut StructureMap<Structure, Place>,
) -> io::Result<()> {
    let mut old: Vec<_> = open
        .goals
        .iter()
        .map(|(view, place)| (*view, *place))
        .collect();
    old.retain(|(view, _)| !goals.contains_key(view));
    old.sort_unstable_by_key(|(_, place)| place.offset);
    let mut file = BufReader::with_capacity(1 << 20, &open.file);
    let mut at = file.seek(SeekFrom::Start(HEADER))?;
    let mut packed = Vec::new();
    for (view, Place { offset, line }) in old {
        file.seek_relative((offset - at) as i64)?;
        packed.resize(line.bytes as usize, 0);
        file.read_exact(&mut packed)?;
        at = offset + u64::from(line.bytes);
        if short_sum(&packed) == line.sum {
            writer.add(goals, view, line, &packed)?;
        }
    }
    Ok(())
}

/// Writes a file.
struct Writer<W> {
    file: W,
    sum: Checksum,
    length: u64,
}

impl<W: Write> Writer<W> {
    fn new(file: W, rules: Rules) -> io::Result<Writer<W>> {
        let mut writer = Writer {
            file,
            sum: Checksum::new(0),
            length: 0,
        };
        writer.put(MAGIC)?;
        writer.put(&name(rules))?;
        Ok(writer)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.add(bytes);
        self.length += bytes.len() as u64;
        self.file.write_all(bytes)
    }

    /// Adds a goal, if there is room.
    fn add(
        &mut self,
        goals: &mut StructureMap<Structure, Place>,
        view: Structure,
        line: Line,
        packed: &[u8],
    ) -> io::Result<()> {
        if self.length + (LINE + packed.len()) as u64 > MOST_BYTES {
            return Ok(());
        }
        self.put(&line.write(view))?;
        let offset = self.length;
        goals.insert(view, Place { offset, line });
        self.put(packed)
    }

    fn end(mut self) -> io::Result<()> {
        self.file.write_all(&self.sum.get().to_le_bytes())
    }
}

/// Where the bounds of each goal stand, if the file is whole and of these rules.
fn index(
    file: &File,
    length: u64,
    rules: Rules,
) -> io::Result<Result<StructureMap<Structure, Place>, String>> {
    let damaged = || Ok(Err("it is damaged: delete it to start anew".to_owned()));
    let mut file = BufReader::with_capacity(1 << 20, file);
    let mut head = [0; HEADER as usize];
    if length >= HEADER {
        file.read_exact(&mut head)?;
    }
    if head[..16] != MAGIC[..] {
        let what = "it is no proof saved by this version: name another file";
        return Ok(Err(what.to_owned()));
    }
    if head[16..] != name(rules) {
        let what = "it was saved by other rules: name another file, or give the same --rules";
        return Ok(Err(what.to_owned()));
    }
    if length > MOST_BYTES + CHECKSUM {
        return damaged();
    }
    let mut sum = Checksum::new(0);
    // As it is summed up when it is written.
    sum.add(&head[..16]);
    sum.add(&head[16..]);
    let (mut goals, mut at, mut packed) = (StructureMap::default(), HEADER, Vec::new());
    while at + CHECKSUM < length {
        let mut bytes = [0; LINE];
        if at + LINE as u64 + CHECKSUM > length {
            return damaged();
        }
        file.read_exact(&mut bytes)?;
        at += LINE as u64;
        let Some((view, line)) = Line::read(&bytes) else {
            return damaged();
        };
        if at + u64::from(line.bytes) + CHECKSUM > length {
            return damaged();
        }
        packed.resize(line.bytes as usize, 0);
        file.read_exact(&mut packed)?;
        sum.add(&bytes);
        sum.add(&packed);
        goals.insert(view, Place { offset: at, line });
        at += u64::from(line.bytes);
    }
    let mut end = [0; CHECKSUM as usize];
    file.read_exact(&mut end)?;
    if u64::from_le_bytes(end) == sum.get() {
        Ok(Ok(goals))
    } else {
        damaged()
    }
}

/// Bounds as they were before they were written, of legal placements only. `None`: they are damaged.
fn unpack(legal: &[Wins], line: &Line, packed: &[u8]) -> Option<SavedBounds> {
    if short_sum(packed) != line.sum {
        return None;
    }
    let holds_one = line.is(EXACT | NO_UPPER);
    let mut lower = vec![Wins::NONE; if holds_one { 1 } else { 2 } * legal.len()];
    let room: &mut [u8] = bytemuck::cast_slice_mut(&mut lower);
    packed::decompress(packed, room)?;
    little_endian(&mut lower);
    let open = lower.split_off(legal.len());
    let of_legal = if line.is(BY_REST) { rest } else { Wins::and };
    each(&mut lower, legal, of_legal);
    let upper = if line.is(NO_UPPER) {
        None
    } else {
        let mut upper = lower.clone();
        each(&mut upper, &open, Wins::or);
        each(&mut upper, legal, Wins::and);
        Some(upper)
    };
    Some(SavedBounds {
        lower,
        upper,
        effort: Effort(line.effort),
        fixed_pawns: line.is(FIXED_PAWNS),
    })
}

/// Rows as they are on disk, and back.
fn little_endian(planes: &mut [Wins]) {
    if cfg!(target_endian = "big") {
        let words: &mut [u64] = bytemuck::cast_slice_mut(planes);
        words.iter_mut().for_each(|word| *word = word.swap_bytes());
    }
}

fn short_sum(bytes: &[u8]) -> u32 {
    let mut sum = Checksum::new(bytes.len() as u64);
    sum.add(bytes);
    (sum.get() >> 32 ^ sum.get()) as u32
}

/// The rules as they stand in a file.
fn name(rules: Rules) -> [u8; 8] {
    match rules {
        Rules::Chess => *b"chess   ",
        Rules::Newborn => *b"newborn ",
    }
}

/// What is wrong with a file, in words.
fn explain(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => {
            "there is no such directory: make it, or name another file".to_owned()
        }
        ErrorKind::IsADirectory => "it is a directory: name a file".to_owned(),
        ErrorKind::InvalidInput if error.raw_os_error().is_none() => {
            format!("{error}: name another file")
        }
        ErrorKind::UnexpectedEof => "it is damaged: delete it to start anew".to_owned(),
        _ => format!("{error}: name another file, or put that right"),
    }
}
