//! A certificate as bytes; `docs/certificates.md` is the reference.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha256};

use super::contents::{Certificate, Strategy, Trust, Trusted};
use super::walk::stratum;
use crate::board::{Color, Move, Position, Role, Square};
use crate::value::{Bounds, Wdl};

const MAGIC: &[u8] = b"PEASCERT";
const VERSION: u8 = 2;

impl Certificate {
    /// Writes the certificate, packed and with its checksum, and returns that: the SHA-256 of all that stands before it.
    ///
    /// # Errors
    /// Those of writing.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<[u8; 32]> {
        let contents = self.contents();
        let mut file = MAGIC.to_vec();
        let program = concat!("peasant ", env!("CARGO_PKG_VERSION"));
        file.extend([VERSION, program.len() as u8]);
        file.extend(program.as_bytes());
        put_number(&mut file, contents.len() as u64);
        let mut packer = ZlibEncoder::new(file, Compression::best());
        packer.write_all(&contents)?;
        let file = packer.finish()?;
        let sum: [u8; 32] = Sha256::digest(&file).into();
        out.write_all(&file)?;
        out.write_all(&sum)?;
        Ok(sum)
    }

    fn contents(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_position(&mut bytes, &self.position);
        put_bounds(&mut bytes, self.bounds);
        put_number(&mut bytes, self.trusted.len() as u64);
        for Trusted {
            position,
            bounds,
            by,
        } in &self.trusted
        {
            put_position(&mut bytes, position);
            put_bounds(&mut bytes, *bounds);
            bytes.push(match by {
                Trust::Table => 0,
                Trust::Slice => 1,
            });
        }
        bytes.push(self.strategies.len() as u8);
        for strategy in &self.strategies {
            put_strategy(&mut bytes, strategy);
        }
        bytes
    }
}

fn put_strategy(bytes: &mut Vec<u8>, strategy: &Strategy) {
    bytes.extend([strategy.side as u8, u8::from(strategy.wins)]);
    let blocks: Vec<_> = strategy
        .steps
        .chunk_by(|a, b| stratum(&a.0) == stratum(&b.0))
        .collect();
    put_number(bytes, blocks.len() as u64);
    for block in blocks {
        put_block(bytes, block, strategy.wins);
    }
}

/// Positions with the same pawns and the same kinds of pieces: what they share, then a column for everything else.
fn put_block(bytes: &mut Vec<u8>, block: &[(Position, Move, u32)], wins: bool) {
    let Some((first, ..)) = block.first() else {
        return;
    };
    put_pawns(bytes, first);
    let men: Vec<u8> = pieces(first).map(|(man, _)| man).collect();
    bytes.push(men.len() as u8);
    bytes.extend(&men);
    put_number(bytes, block.len() as u64);
    for index in 0..men.len() + 2 {
        put_column(
            bytes,
            block.iter().map(|(position, ..)| {
                squares(position)
                    .nth(index)
                    .map_or(0, |square| square.index() as u8)
            }),
        );
    }
    put_column(
        bytes,
        block
            .iter()
            .map(|(position, ..)| file_of_en_passant(position)),
    );
    put_column(bytes, block.iter().map(|(_, m, _)| m.from.index() as u8));
    put_column(bytes, block.iter().map(|(_, m, _)| m.to.index() as u8));
    put_column(
        bytes,
        block.iter().map(|(_, m, _)| m.promotion.map_or(0, kind)),
    );
    if wins {
        block
            .iter()
            .for_each(|&(.., rank)| put_number(bytes, u64::from(rank)));
    }
}

/// The pawns: how many, then each with its square, Black's with 64 more.
fn put_pawns(bytes: &mut Vec<u8>, position: &Position) {
    let pawns = position.pawns();
    bytes.push(pawns.occupied().count() as u8);
    bytes.extend(pawns.white.into_iter().map(|square| square.index() as u8));
    bytes.extend(
        pawns
            .black
            .into_iter()
            .map(|square| 64 + square.index() as u8),
    );
}

/// The men that are neither kings nor pawns, and where they stand.
fn pieces(position: &Position) -> impl Iterator<Item = (u8, Square)> {
    Color::BOTH.into_iter().flat_map(move |color| {
        Role::PROMOTIONS.into_iter().flat_map(move |role| {
            let man = 8 * color as u8 + kind(role);
            position
                .pieces(color, role)
                .into_iter()
                .map(move |square| (man, square))
        })
    })
}

/// The squares that differ inside a block: those of the pieces, White's king's, Black's king's.
pub(super) fn squares(position: &Position) -> impl Iterator<Item = Square> {
    let kings = Color::BOTH.map(|color| position.king(color));
    pieces(position).map(|(_, square)| square).chain(kings)
}

/// The number of a kind of man.
fn kind(role: Role) -> u8 {
    role as u8 + 1
}

/// 1 to 8, or 0 where nothing can be taken en passant.
fn file_of_en_passant(position: &Position) -> u8 {
    position
        .en_passant()
        .map_or(0, |square| square.index() as u8 % 8 + 1)
}

/// A position by itself: 64 squares, two a byte, whose turn it is, the file of en passant.
fn put_position(bytes: &mut Vec<u8>, position: &Position) {
    let mut men = [0; 32];
    for square in Square::all() {
        if let Some((color, role)) = position.piece_at(square) {
            let man = 8 * color as u8 + kind(role);
            men[square.index() / 2] |= man << (4 * (square.index() % 2));
        }
    }
    bytes.extend(men);
    bytes.extend([position.turn() as u8, file_of_en_passant(position)]);
}

fn put_bounds(bytes: &mut Vec<u8>, bounds: Bounds) {
    let number = |result| match result {
        Wdl::Loss => 0,
        Wdl::Draw => 1,
        Wdl::Win => 2,
    };
    bytes.extend([number(bounds.lower()), number(bounds.upper())]);
}

/// Values of one kind, each as the difference to the one before.
fn put_column(bytes: &mut Vec<u8>, values: impl Iterator<Item = u8>) {
    let mut before = 0u8;
    for value in values {
        bytes.push(value.wrapping_sub(before));
        before = value;
    }
}

/// A number of seven bits a byte, the lowest first.
fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        bytes.push(number as u8 & 127 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}
