//! A certificate, read: see docs/certificates.md.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use std::collections::HashMap;
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom, Write};

use flate2::read::ZlibDecoder;
use sha2::{Digest, Sha256};

use crate::board::{BLACK, Board, KING, Key, Move, PAWN};
use crate::bytes::{Bytes, Unreadable, unreadable};

/// What it begins with.
const MAGIC: &[u8] = b"PEASCERT";

/// The last version of its format. The first, which is read alike, holds endings of four men too.
const FORMAT: u8 = 2;

/// The memory that a certificate may take if nobody says otherwise, in bytes.
pub const MEMORY: u64 = 1 << 30;
/// What a result that is believed takes, in bytes: a table may be half empty, and is copied when it grows.
const BELIEVED: u64 = 4 * size_of::<(Key, [u8; 3])>() as u64;

/// Who said so in certificates of a kind that is gone: nobody, it was supposed.
const SUPPOSED: u8 = 2;
const GONE: &str = "it leans on results that were supposed, and certificates of that kind are gone: \
    prove the position again";

/// The contents of a certificate.
pub struct Certificate {
    /// The program that wrote it.
    pub program: String,
    /// SHA-256 of all that stands before it, the name of the certificate.
    pub checksum: [u8; 32],
    /// The position.
    pub root: Board,
    /// The least and the greatest result that is claimed for the side to move: 0 loss, 1 draw, 2 win.
    pub bounds: [u8; 2],
    /// Results that are not proved here, for the side to move: least, greatest, and who says so.
    pub trusted: HashMap<Key, [u8; 3]>,
    /// One for each bound that says something.
    pub strategies: Vec<Strategy>,
}

/// The moves of one side.
pub struct Strategy {
    /// 0: White; [`BLACK`]: Black.
    pub side: u8,
    /// True if it wins, false if it only does not lose.
    pub wins: bool,
    /// The positions in which it is to move, in the order of the file.
    pub positions: Vec<Board>,
    /// Moves by position, and how many moves each needs at most; 0 where it only holds.
    pub moves: HashMap<Key, (Move, u32)>,
}

impl Certificate {
    /// Reads a certificate that is in memory, in [`MEMORY`] more.
    ///
    /// # Errors
    /// It is none, is damaged, takes too much memory, or was written by a later version.
    pub fn read(file: &[u8]) -> Result<Certificate, Unreadable> {
        Certificate::read_within(Cursor::new(file), MEMORY)
    }

    /// Reads a certificate piece by piece, twice: for its checksum, and for what it says. It takes so many bytes of memory,
    /// or is refused before it takes more.
    ///
    /// # Errors
    /// As [`read`](Certificate::read); and what the system says of the file.
    pub fn read_within(mut file: impl Read + Seek, memory: u64) -> Result<Certificate, Unreadable> {
        let (length, checksum) = checked(&mut file)?;
        let mut head = Bytes::new(BufReader::new(file), length, memory);
        head.take(MAGIC.len() as u64)?;
        if !(1..=FORMAT).contains(&head.byte(255, "format")?) {
            return unreadable("its format is not 1 or 2, those that this program reads");
        }
        let name = head.byte(255, "length")?;
        let program = String::from_utf8_lossy(&head.take(name.into())?).into_owned();
        let size = head.number()?;
        let mut bytes = head.through(size, |packed| BufReader::new(ZlibDecoder::new(packed)));
        let (root, bounds) = (position(&mut bytes)?, results(&mut bytes)?);
        let mut certificate = Certificate {
            program,
            checksum,
            root,
            bounds,
            trusted: HashMap::new(),
            strategies: Vec::new(),
        };
        for _ in 0..bytes.number()? {
            bytes.keep(BELIEVED, 0)?;
            let (position, [least, most]) = (position(&mut bytes)?, results(&mut bytes)?);
            let source = bytes.byte(3, "source")?;
            if source == SUPPOSED {
                return unreadable(GONE);
            }
            let says = [least, most, source];
            certificate.trusted.insert(position.key(), says);
        }
        for _ in 0..bytes.byte(3, "number of strategies")? {
            certificate.strategies.push(Strategy::read(&mut bytes)?);
        }
        bytes.end()?;
        Ok(certificate)
    }
}

/// Sums up what is written to it.
struct Summed<'s>(&'s mut Sha256);

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Is the checksum right? What it is, and how many bytes stand before it; the file is at its beginning again.
fn checked(file: &mut (impl Read + Seek)) -> Result<(u64, [u8; 32]), Unreadable> {
    let unreadable_file = |error: std::io::Error| Unreadable(error.to_string());
    let length = file.seek(SeekFrom::End(0)).map_err(unreadable_file)?;
    file.rewind().map_err(unreadable_file)?;
    let Some(before) = length.checked_sub(32) else {
        return unreadable("it is too short for a certificate");
    };
    let mut magic = Vec::new();
    file.take(before.min(8)).read_to_end(&mut magic).map_err(unreadable_file)?;
    if magic != MAGIC {
        return unreadable("it is no certificate of peasant");
    }
    let mut sum = Sha256::new();
    sum.update(&magic);
    std::io::copy(&mut file.take(before - 8), &mut Summed(&mut sum)).map_err(unreadable_file)?;
    let mut checksum = [0; 32];
    file.read_exact(&mut checksum).map_err(unreadable_file)?;
    if checksum != <[u8; 32]>::from(sum.finalize()) {
        return unreadable("its checksum is wrong: it was damaged or changed");
    }
    file.rewind().map_err(unreadable_file)?;
    Ok((before, checksum))
}

/// The least and the greatest result.
fn results(bytes: &mut Bytes<impl Read>) -> Result<[u8; 2], Unreadable> {
    let [least, most] = [bytes.byte(3, "result")?, bytes.byte(3, "result")?];
    if least > most {
        unreadable("a least result is above the greatest")
    } else {
        Ok([least, most])
    }
}

/// A position by itself: 64 squares, two a byte, whose turn it is, the file of en passant.
fn position(bytes: &mut Bytes<impl Read>) -> Result<Board, Unreadable> {
    let mut board = Board { men: [0; 64], turn: 0, en_passant: 0 };
    for pair in board.men.chunks_exact_mut(2) {
        let byte = bytes.byte(255, "pair of men")?;
        pair.copy_from_slice(&[byte & 15, byte >> 4]);
    }
    board.turn = BLACK * bytes.byte(2, "turn")?;
    board.en_passant = bytes.byte(9, "file of en passant")?;
    match board.fault() {
        Some(fault) => unreadable(format!("`{}` is no position: {fault}", board.fen())),
        None => Ok(board),
    }
}

impl Strategy {
    fn read(bytes: &mut Bytes<impl Read>) -> Result<Strategy, Unreadable> {
        let (side, wins) = (BLACK * bytes.byte(2, "side")?, bytes.byte(2, "aim")? == 1);
        let mut strategy = Strategy { side, wins, positions: Vec::new(), moves: HashMap::new() };
        for _ in 0..bytes.number()? {
            strategy.read_block(bytes)?;
        }
        Ok(strategy)
    }

    /// Positions with the same pawns and the same kinds of pieces.
    #[expect(
        clippy::indexing_slicing,
        reason = "a column has as many values as rows, each below its bound"
    )]
    fn read_block(&mut self, bytes: &mut Bytes<impl Read>) -> Result<(), Unreadable> {
        let mut empty = Board { men: [0; 64], turn: self.side, en_passant: 0 };
        for _ in 0..bytes.byte(17, "number of pawns")? {
            let pawn = bytes.byte(128, "pawn")?;
            empty.men[usize::from(pawn % 64)] = PAWN | (pawn / 64 * BLACK);
        }
        let pieces = bytes.byte(31, "number of pieces")?;
        let men = [bytes.take(pieces.into())?, vec![KING, BLACK | KING]].concat();
        let count = bytes.number()?;
        let before = self.positions.len() as u64;
        let columns = count.saturating_mul(men.len() as u64 + 4);
        bytes.keep(memory_of(before.saturating_add(count)) - memory_of(before), columns)?;
        let mut squares = Vec::new();
        for _ in &men {
            squares.push(bytes.column(count, 64, "square")?);
        }
        let en_passant = bytes.column(count, 9, "file of en passant")?;
        let (from, to) = (bytes.column(count, 64, "square")?, bytes.column(count, 64, "square")?);
        let becomes = bytes.column(count, 6, "promotion")?;
        for row in 0..en_passant.len() {
            let mut board = Board { en_passant: en_passant[row], ..empty };
            for (&man, column) in men.iter().zip(&squares) {
                let square = &mut board.men[usize::from(column[row])];
                if std::mem::replace(square, man) != 0 {
                    return unreadable("two men stand on one square");
                }
            }
            let Ok(rank) = u32::try_from(if self.wins { bytes.number()? } else { 0 }) else {
                return unreadable("a rank is too large");
            };
            let m = Move { from: from[row], to: to[row], becomes: becomes[row] };
            self.positions.push(board);
            if self.moves.insert(board.key(), (m, rank)).is_some() {
                return unreadable(format!("`{}` stands twice in it", board.fen()));
            }
        }
        Ok(())
    }
}

/// How much memory so many positions of a strategy take at most, in bytes: the table is up to half empty, and what is too
/// small is copied.
fn memory_of(positions: u64) -> u64 {
    let slot = size_of::<(Key, (Move, u32))>() as u64 + 1;
    let slots = positions.saturating_mul(8) / 7;
    let slots = slots.checked_next_power_of_two().unwrap_or(u64::MAX);
    let list = positions.saturating_mul(size_of::<Board>() as u64);
    slots.saturating_mul(slot).saturating_add(list).saturating_mul(3) / 2
}
