//! Syzygy tables: results of positions with few men, read from files by `shakmaty-syzygy`.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use peasant::board::{Color, Position, Role};
use peasant::tablebase::Tablebase;
use peasant::value::Wdl;
use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, FromSetup, PositionError};
use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};
use shakmaty_syzygy::{ProbeError, SyzygyError};

/// The tables of one or several directories, and what was wrong with them.
pub struct Tables {
    directories: Vec<PathBuf>,
    tables: shakmaty_syzygy::Tablebase<Chess>,
    /// The file of each table, by material.
    files: BTreeMap<String, PathBuf>,
    troubles: Mutex<Troubles>,
}

/// What has been found wrong so far.
#[derive(Default)]
struct Troubles {
    /// Materials for which there is no table.
    missing: BTreeSet<String>,
    /// Files that cannot be used, and why.
    unusable: BTreeMap<PathBuf, String>,
}

/// Why no tables can be used. The message names the directory and the cure.
#[derive(Debug, PartialEq, Eq)]
pub struct NoTables(String);

impl fmt::Display for NoTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Tables {
    /// Opens the tables of directories that are separated as in `PATH`: by `:`, on Windows by `;`.
    /// If several hold the same table the first one counts.
    ///
    /// # Errors
    /// A directory that does not exist, cannot be read or holds no tables.
    pub fn open(directories: &OsStr) -> Result<Tables, NoTables> {
        let mut tables = Tables {
            directories: split(directories)?,
            tables: shakmaty_syzygy::Tablebase::with_filesystem(Arc::new(Files::default())),
            files: BTreeMap::new(),
            troubles: Mutex::default(),
        };
        for directory in tables.directories.clone() {
            tables.add(&directory)?;
        }
        Ok(tables)
    }

    fn add(&mut self, directory: &Path) -> Result<(), NoTables> {
        let mut usable = 0;
        for file in files(directory)? {
            usable += usize::from(self.add_file(file));
        }
        if usable > 0 {
            return Ok(());
        }
        let name = directory.display();
        Err(NoTables(match self.unusable().as_slice() {
            [] => format!(
                "--syzygy: `{name}` holds no Syzygy tables of results (such as KPvK.rtbw): put some there, or name the directory that holds them"
            ),
            reasons => format!(
                "--syzygy: `{name}` holds no usable tables: {}",
                reasons.join("; ")
            ),
        }))
    }

    /// Adds one file. Does its directory hold a table, this one?
    fn add_file(&mut self, file: PathBuf) -> bool {
        let Some(material) = file.file_stem().and_then(OsStr::to_str) else {
            return false;
        };
        if self.files.contains_key(material) {
            return true;
        }
        match self.tables.add_file(&file) {
            Ok(()) => {
                self.files.insert(material.to_owned(), file);
                true
            }
            // The name of a file that is no table.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => false,
            Err(error) => {
                let why = match error.kind() {
                    io::ErrorKind::InvalidData => DAMAGED.to_owned(),
                    _ => format!("cannot be read ({error})"),
                };
                self.troubles().unusable.insert(file, why);
                false
            }
        }
    }

    /// The materials for which a table was asked for and missing, such as `KQPvKP`.
    pub fn missing(&self) -> Vec<String> {
        self.troubles().missing.iter().cloned().collect()
    }

    /// What a user should know once the work is done, a sentence each: tables that were missing or cannot be used.
    pub fn warnings(&self) -> Vec<String> {
        let missing = self.missing();
        let mut warnings = self.unusable();
        if let (Some(first), Some(directory)) = (missing.first(), self.directories.first()) {
            let directory = directory.display();
            warnings.push(match missing.len() {
                1 => format!("no table {first}: put {first}.rtbw into `{directory}`, or leave out --syzygy"),
                _ => format!(
                    "no tables {}: put their files, such as {first}.rtbw, into `{directory}`, or leave out --syzygy",
                    listed(&missing)
                ),
            });
        }
        warnings
    }

    /// The files that cannot be used, a sentence each.
    fn unusable(&self) -> Vec<String> {
        let sentence = |(file, why): (&PathBuf, &String)| {
            format!(
                "the table `{}` {why}: replace it by a sound copy",
                file.display()
            )
        };
        self.troubles().unusable.iter().map(sentence).collect()
    }

    fn troubles(&self) -> MutexGuard<'_, Troubles> {
        self.troubles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps in mind why a table gave no answer.
    fn note(&self, position: &Position, error: &SyzygyError) {
        match error {
            SyzygyError::MissingTable { material, .. } => {
                self.troubles().missing.insert(material.to_string());
            }
            SyzygyError::ProbeFailed {
                material, error, ..
            } => self.note_unusable(&material.to_string(), reason(error)),
            _ => _ = self.troubles().missing.insert(material(position)),
        }
    }

    fn note_unusable(&self, material: &str, why: String) {
        let file = self.files.get(material).cloned();
        let file = file.unwrap_or_else(|| PathBuf::from(format!("{material}.rtbw")));
        self.troubles().unusable.entry(file).or_insert(why);
    }
}

impl Tablebase for Tables {
    fn max_men(&self) -> usize {
        self.tables.max_pieces()
    }

    fn probe(&self, position: &Position) -> Option<Wdl> {
        let chess = chess(position)?;
        // A table that is damaged inside may make its decoder's arithmetic panic.
        let probe = AssertUnwindSafe(|| self.tables.probe_wdl_after_zeroing(&chess));
        match panic::catch_unwind(probe) {
            Ok(Ok(result)) => Some(wdl(result)),
            Ok(Err(error)) => {
                self.note(position, &error);
                None
            }
            Err(_) => {
                self.note_unusable(&material(position), DAMAGED.to_owned());
                None
            }
        }
    }
}

/// What is said of a file whose bytes are not what they should be.
const DAMAGED: &str = "is damaged";

/// Why a table cannot be used, to follow its name.
fn reason(error: &ProbeError) -> String {
    match error {
        ProbeError::Read { error } => format!("cannot be read ({error})"),
        ProbeError::Magic { .. } => "is no Syzygy table of results".to_owned(),
        ProbeError::CorruptedTable { .. } => DAMAGED.to_owned(),
    }
}

/// The result without the 50-move rule.
fn wdl(result: shakmaty_syzygy::Wdl) -> Wdl {
    use shakmaty_syzygy::Wdl as Syzygy;
    match result {
        Syzygy::Loss | Syzygy::BlessedLoss => Wdl::Loss,
        Syzygy::Draw => Wdl::Draw,
        Syzygy::CursedWin | Syzygy::Win => Wdl::Win,
    }
}

/// The directories of a list.
fn split(list: &OsStr) -> Result<Vec<PathBuf>, NoTables> {
    let directories: Vec<PathBuf> = std::env::split_paths(list)
        .filter(|directory| !directory.as_os_str().is_empty())
        .collect();
    if directories.is_empty() {
        let list = list.display();
        return Err(NoTables(format!(
            "--syzygy: `{list}` names no directory: give the one that holds the tables, or leave out --syzygy (and PEASANT_SYZYGY)"
        )));
    }
    Ok(directories)
}

/// The files of a directory that are tables of results by name, in order.
fn files(directory: &Path) -> Result<Vec<PathBuf>, NoTables> {
    let read = || -> io::Result<Vec<PathBuf>> {
        std::fs::read_dir(directory)?
            .map(|entry| Ok(entry?.path()))
            .collect()
    };
    let name = directory.display();
    let mut files = read().map_err(|error| {
        NoTables(match error.kind() {
            io::ErrorKind::NotFound => format!(
                "--syzygy: there is no directory `{name}`: name the one that holds the tables, or leave out --syzygy"
            ),
            io::ErrorKind::NotADirectory => format!(
                "--syzygy: `{name}` is no directory: name the one that holds the tables, or leave out --syzygy"
            ),
            _ => format!(
                "--syzygy: cannot read `{name}` ({error}): allow it to be read, or leave out --syzygy"
            ),
        })
    })?;
    files.retain(|file| file.extension() == Some(OsStr::new("rtbw")));
    files.sort();
    Ok(files)
}

/// The first names of a long list.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<&str> = names.iter().take(SHOWN).map(String::as_str).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// The name of the table that a position belongs to, such as `KQPvKP`: the side with more, then dearer, men first.
fn material(position: &Position) -> String {
    let side = |color| {
        let roles = Role::ALL.into_iter().rev();
        roles
            .flat_map(|role| std::iter::repeat_n(role, position.pieces(color, role).len()))
            .collect::<Vec<Role>>()
    };
    let mut sides = Color::BOTH.map(side);
    sides.sort_by(|a, b| (b.len(), b).cmp(&(a.len(), a)));
    let name = |side: &Vec<Role>| -> String {
        side.iter()
            .map(|role| role.letter().to_ascii_uppercase())
            .collect()
    };
    sides.each_ref().map(name).join("v")
}

/// `shakmaty`'s form of a position, which may have arisen by a check that no move can have given.
fn chess(position: &Position) -> Option<Chess> {
    let side = |color| Bitboard(position.men(color).0);
    let role = |role| {
        Bitboard((position.pieces(Color::White, role) | position.pieces(Color::Black, role)).0)
    };
    let roles = ByRole {
        pawn: role(Role::Pawn),
        knight: role(Role::Knight),
        bishop: role(Role::Bishop),
        rook: role(Role::Rook),
        queen: role(Role::Queen),
        king: role(Role::King),
    };
    let sides = ByColor {
        white: side(Color::White),
        black: side(Color::Black),
    };
    let mut setup = shakmaty::Setup::empty();
    setup.board = Board::try_from_bitboards(roles, sides).ok()?;
    setup.turn = shakmaty::Color::from_white(position.turn() == Color::White);
    setup.ep_square = match position.en_passant() {
        Some(square) => Some(shakmaty::Square::try_from(square.index()).ok()?),
        None => None,
    };
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// Files read whole if they are small: a probe then takes no calls to the system.
#[derive(Default)]
struct Files(OsFilesystem);

/// How large a file may be, in bytes, to be read whole.
const WHOLE: u64 = 32 << 20;

impl Filesystem for Files {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.0.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.0.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        if self.0.regular_file_size(path)? > WHOLE {
            return self.0.open(path);
        }
        Ok(Box::new(Whole(std::fs::read(path)?)))
    }
}

/// A file in memory.
struct Whole(Vec<u8>);

impl RandomAccessFile for Whole {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let rest = usize::try_from(offset)
            .ok()
            .and_then(|offset| self.0.get(offset..));
        io::Read::read(&mut rest.unwrap_or_default(), buffer)
    }
}
