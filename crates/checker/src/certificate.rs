//! A certificate, read: see docs/certificates.md.

use std::collections::HashMap;
use std::io::Read;

use flate2::read::ZlibDecoder;
use sha2::{Digest, Sha256};

use crate::board::{BLACK, Board, Key, Move};
use crate::bytes::{Bytes, Unreadable, unreadable};

const MAGIC: &[u8] = b"PEASCERT";
const VERSION: u8 = 1;
const CHECKSUM: usize = 32;

/// Nothing larger is unpacked, in bytes.
const LARGEST: u64 = 16 << 30;

/// What a certificate says.
pub struct Certificate {
    /// The program that wrote it.
    pub program: String,
    /// SHA-256 of all that stands before it, the name of the certificate.
    pub checksum: [u8; CHECKSUM],
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
        let Some((before, checksum)) = file.split_last_chunk::<CHECKSUM>() else {
            return unreadable("it is too short");
        };
        let mut head = Bytes::new(before);
        if head.take(MAGIC.len().min(before.len()))? != MAGIC {
            return unreadable("it is no certificate of peasant");
        }
        let sum: [u8; CHECKSUM] = Sha256::digest(before).into();
        if sum != *checksum {
            return unreadable("its checksum is wrong: it was damaged or changed");
        }
        match head.byte(255, "version")? {
            VERSION => {}
            other => {
                return unreadable(format!(
                    "its format is {other}, and this program reads {VERSION}"
                ));
            }
        }
        let length = usize::from(head.byte(255, "length")?);
        let program = String::from_utf8_lossy(head.take(length)?).into_owned();
        let size = head.number()?;
        if size > LARGEST {
            return unreadable(format!("its contents are {size} bytes long"));
        }
        let body = unpack(head.take(head.left())?, size)?;
        let mut bytes = Bytes::new(&body);
        let certificate = Certificate::contents(&mut bytes, program, *checksum)?;
        match bytes.left() {
            0 => Ok(certificate),
            left => unreadable(format!("{left} bytes too many")),
        }
    }

    fn contents(
        bytes: &mut Bytes,
        program: String,
        checksum: [u8; CHECKSUM],
    ) -> Result<Certificate, Unreadable> {
        let root = bytes.position()?;
        let bounds = results(bytes)?;
        let mut assumptions = HashMap::new();
        for _ in 0..bytes.count(37)? {
            let position = bytes.position()?;
            let [lower, upper] = results(bytes)?;
            let source = bytes.byte(4, "source")?;
            assumptions.insert(position.key(), [lower, upper, source]);
        }
        let mut strategies = Vec::new();
        for _ in 0..bytes.byte(3, "number of strategies")? {
            strategies.push(Strategy::read(bytes)?);
        }
        Ok(Certificate { program, checksum, root, bounds, assumptions, strategies })
    }
}

/// The least and the greatest result.
fn results(bytes: &mut Bytes) -> Result<[u8; 2], Unreadable> {
    let [lower, upper] = [bytes.byte(3, "result")?, bytes.byte(3, "result")?];
    if lower > upper {
        return unreadable("a least result is above the greatest");
    }
    Ok([lower, upper])
}

fn unpack(packed: &[u8], size: u64) -> Result<Vec<u8>, Unreadable> {
    let mut body = Vec::new();
    match ZlibDecoder::new(packed).take(size + 1).read_to_end(&mut body) {
        Ok(_) if body.len() as u64 == size => Ok(body),
        Ok(_) => unreadable("it unpacks to another length than it says"),
        Err(error) => unreadable(format!("it cannot be unpacked: {error}")),
    }
}

impl Strategy {
    fn read(bytes: &mut Bytes) -> Result<Strategy, Unreadable> {
        let side = BLACK * bytes.byte(2, "side")?;
        let wins = bytes.byte(2, "aim")? == 1;
        let mut strategy = Strategy { side, wins, positions: Vec::new(), moves: HashMap::new() };
        for _ in 0..bytes.count(9)? {
            strategy.read_block(bytes)?;
        }
        Ok(strategy)
    }

    /// Positions with the same pawns and the same kinds of pieces.
    fn read_block(&mut self, bytes: &mut Bytes) -> Result<(), Unreadable> {
        let mut empty = Board { men: [0; 64], turn: self.side, en_passant: 0 };
        for _ in 0..bytes.byte(17, "number of pawns")? {
            let pawn = bytes.byte(128, "pawn")?;
            empty.men[usize::from(pawn & 63)] =
                crate::board::PAWN | if pawn < 64 { 0 } else { BLACK };
        }
        let mut men = Vec::new();
        for _ in 0..bytes.byte(31, "number of pieces")? {
            men.push(bytes.man()?);
        }
        men.extend([crate::board::KING, BLACK | crate::board::KING]);
        let count = bytes.count(men.len() + 4)?;
        let mut squares = Vec::new();
        for _ in &men {
            squares.push(bytes.column(count, 64, "square")?);
        }
        let en_passant = bytes.column(count, 9, "file of en passant")?;
        let from = bytes.column(count, 64, "square")?;
        let to = bytes.column(count, 64, "square")?;
        let becomes = bytes.column(count, 6, "promotion")?;
        for row in 0..count {
            let mut board = empty;
            board.en_passant = en_passant[row];
            for (&man, column) in men.iter().zip(&squares) {
                let square = &mut board.men[usize::from(column[row])];
                if std::mem::replace(square, man) != 0 {
                    return unreadable("two men stand on one square");
                }
            }
            let rank = if self.wins { bytes.number()? } else { 0 };
            let Ok(rank) = u32::try_from(rank) else {
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
