//! A certificate, read: see docs/certificates.md.

use std::collections::HashMap;
use std::io::Read;

use flate2::read::ZlibDecoder;
use sha2::{Digest, Sha256};

use crate::board::{BLACK, Board, KING, Key, Move, PAWN};
use crate::bytes::{Bytes, Unreadable, unreadable};

/// What it begins with: its name, and the version of its format.
const MAGIC: &[u8] = b"PEASCERT\x01";

/// Nothing larger is unpacked, in bytes.
const LARGEST: u64 = 16 << 30;

/// What a certificate says.
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
    pub assumptions: HashMap<Key, [u8; 3]>,
    /// One for each bound that says something.
    pub strategies: Vec<Strategy>,
}

/// What one side plays.
pub struct Strategy {
    /// 0: White; [`BLACK`]: Black.
    pub side: u8,
    /// Does it win, or only not lose?
    pub wins: bool,
    /// The positions in which it is to move, in the order of the file.
    pub positions: Vec<Board>,
    /// What it plays there, and how many moves it needs at most; 0 where it only holds.
    pub moves: HashMap<Key, (Move, u32)>,
}

impl Certificate {
    /// Reads a certificate.
    ///
    /// # Errors
    /// It is none, is damaged, is too large, or was written by a later version.
    pub fn read(file: &[u8]) -> Result<Certificate, Unreadable> {
        let Some((before, &checksum)) = file.split_last_chunk::<32>() else {
            return unreadable("it is too short for a certificate");
        };
        if !before.starts_with(&MAGIC[..8]) {
            return unreadable("it is no certificate of peasant");
        }
        if checksum != <[u8; 32]>::from(Sha256::digest(before)) {
            return unreadable("its checksum is wrong: it was damaged or changed");
        }
        let mut head = Bytes(before);
        if head.take(MAGIC.len())? != MAGIC {
            return unreadable("its format is not 1, the one that this program reads");
        }
        let length = head.byte(255, "length")?;
        let program = String::from_utf8_lossy(head.take(length.into())?).into_owned();
        let body = unpack(head.number()?, head.0)?;
        let mut bytes = Bytes(&body);
        let (root, bounds) = (position(&mut bytes)?, results(&mut bytes)?);
        let mut certificate = Certificate {
            program,
            checksum,
            root,
            bounds,
            assumptions: HashMap::new(),
            strategies: Vec::new(),
        };
        for _ in 0..bytes.number()? {
            let (position, [least, most]) = (position(&mut bytes)?, results(&mut bytes)?);
            let says = [least, most, bytes.byte(4, "source")?];
            certificate.assumptions.insert(position.key(), says);
        }
        for _ in 0..bytes.byte(3, "number of strategies")? {
            certificate.strategies.push(Strategy::read(&mut bytes)?);
        }
        match bytes.0.len() {
            0 => Ok(certificate),
            left => unreadable(format!("{left} bytes too many")),
        }
    }
}

fn unpack(size: u64, packed: &[u8]) -> Result<Vec<u8>, Unreadable> {
    let mut body = Vec::new();
    match ZlibDecoder::new(packed).take(size.min(LARGEST) + 1).read_to_end(&mut body) {
        Ok(unpacked) if unpacked as u64 == size => Ok(body),
        Ok(_) => unreadable("it unpacks to another length than it says, or is too large"),
        Err(error) => unreadable(format!("it cannot be unpacked: {error}")),
    }
}

/// The least and the greatest result.
fn results(bytes: &mut Bytes) -> Result<[u8; 2], Unreadable> {
    let [least, most] = [bytes.byte(3, "result")?, bytes.byte(3, "result")?];
    if least > most {
        unreadable("a least result is above the greatest")
    } else {
        Ok([least, most])
    }
}

/// A position by itself: 64 squares, two a byte, whose turn it is, the file of en passant.
fn position(bytes: &mut Bytes) -> Result<Board, Unreadable> {
    let mut board = Board { men: [0; 64], turn: 0, en_passant: 0 };
    for (pair, byte) in board.men.chunks_exact_mut(2).zip(bytes.take(32)?) {
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
    fn read(bytes: &mut Bytes) -> Result<Strategy, Unreadable> {
        let (side, wins) = (BLACK * bytes.byte(2, "side")?, bytes.byte(2, "aim")? == 1);
        let mut strategy = Strategy { side, wins, positions: Vec::new(), moves: HashMap::new() };
        for _ in 0..bytes.number()? {
            strategy.read_block(bytes)?;
        }
        Ok(strategy)
    }

    /// Positions with the same pawns and the same kinds of pieces.
    fn read_block(&mut self, bytes: &mut Bytes) -> Result<(), Unreadable> {
        let mut empty = Board { men: [0; 64], turn: self.side, en_passant: 0 };
        for _ in 0..bytes.byte(17, "number of pawns")? {
            let pawn = bytes.byte(128, "pawn")?;
            empty.men[usize::from(pawn % 64)] = PAWN | (pawn / 64 * BLACK);
        }
        let pieces = bytes.byte(31, "number of pieces")?;
        let men = [bytes.take(pieces.into())?, &[KING, BLACK | KING]].concat();
        let count = bytes.number()?;
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
