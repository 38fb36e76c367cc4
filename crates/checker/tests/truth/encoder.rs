//! Writes certificates again, to lie with a right checksum.

use std::io::{Read, Write};

use checker::board::{BLACK, Board, KING, PAWN};
use checker::certificate::{Certificate, Strategy};
use sha2::{Digest, Sha256};

/// Contents as a file, with its checksum.
pub fn file(contents: &[u8]) -> Vec<u8> {
    let mut file = b"PEASCERT\x02\x00".to_vec();
    number(&mut file, contents.len() as u64);
    let mut packer = flate2::write::ZlibEncoder::new(file, flate2::Compression::fast());
    packer.write_all(contents).expect("memory");
    with_checksum(packer.finish().expect("memory"))
}

pub fn with_checksum(mut file: Vec<u8>) -> Vec<u8> {
    let sum = Sha256::digest(&file);
    file.extend(sum);
    file
}

/// The contents of a file that is known to be right.
pub fn contents_of(file: &[u8]) -> Vec<u8> {
    let start = 10 + usize::from(file[9]);
    let length = file[start..].iter().take_while(|&&byte| byte > 127).count() + 1;
    let mut contents = Vec::new();
    let packed = &file[start + length..file.len() - 32];
    flate2::read::ZlibDecoder::new(packed).read_to_end(&mut contents).expect("it is right");
    contents
}

/// The contents of a certificate, every position in a block of its own.
pub fn contents(certificate: &Certificate) -> Vec<u8> {
    assert!(certificate.trusted.is_empty(), "not needed yet");
    let mut bytes = Vec::new();
    position(&mut bytes, &certificate.root);
    bytes.extend(certificate.bounds);
    bytes.push(0);
    bytes.push(certificate.strategies.len() as u8);
    for strategy in &certificate.strategies {
        bytes.extend([strategy.side / BLACK, u8::from(strategy.wins)]);
        number(&mut bytes, strategy.positions.len() as u64);
        strategy.positions.iter().for_each(|board| block(&mut bytes, strategy, board));
    }
    bytes
}

fn block(bytes: &mut Vec<u8>, strategy: &Strategy, board: &Board) {
    let men = || {
        (0..64u8)
            .map(|square| (square, board.men[usize::from(square)]))
            .filter(|&(_, man)| man != 0)
    };
    let pawns: Vec<u8> = men()
        .filter(|(_, man)| man & 7 == PAWN)
        .map(|(square, man)| square | ((man / BLACK) << 6))
        .collect();
    let pieces: Vec<(u8, u8)> =
        men().filter(|(_, man)| ![PAWN, KING].contains(&(man & 7))).collect();
    let king = |side| men().find(|&(_, man)| man == side | KING).map_or(0, |(square, _)| square);
    bytes.push(pawns.len() as u8);
    bytes.extend(pawns);
    bytes.push(pieces.len() as u8);
    bytes.extend(pieces.iter().map(|(_, man)| man));
    bytes.push(1);
    bytes.extend(pieces.iter().map(|(square, _)| square));
    let (m, rank) = strategy.moves[&board.key()];
    bytes.extend([king(0), king(BLACK), board.en_passant, m.from, m.to, m.becomes]);
    if strategy.wins {
        number(bytes, u64::from(rank));
    }
}

fn position(bytes: &mut Vec<u8>, board: &Board) {
    bytes.extend(board.men.chunks_exact(2).map(|pair| pair[0] | (pair[1] << 4)));
    bytes.extend([board.turn / BLACK, board.en_passant]);
}

pub fn number(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        bytes.push((number as u8 & 127) | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}
