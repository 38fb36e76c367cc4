//! A certificate: whatever the bytes are, the checker reads and judges them without panic. To get past the checksum, the
//! input is also taken as the contents of a file whose head and sum are right; and with one byte changed that file is refused.
#![no_main]

use std::cell::RefCell;
use std::io::Write;

use checker::board::{BLACK, Board, KING, PAWN, QUEEN, ROOK};
use checker::certificate::Certificate;
use checker::check::check;
use checker::small::Small;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

thread_local! {
    static SMALL: RefCell<Small> = RefCell::default();
}

/// Tables of three men are found before there is an input.
fn warm_up() {
    for man in [PAWN, ROOK, QUEEN] {
        let mut board = Board {
            men: [0; 64],
            turn: 0,
            en_passant: 0,
        };
        (board.men[0], board.men[63], board.men[9]) = (KING, BLACK | KING, man);
        SMALL.with_borrow_mut(|small| small.wins(&board, 0));
    }
}

fuzz_target!(init: warm_up(), |bytes: &[u8]| {
    judge(bytes);
    let mut file = sealed(bytes);
    judge(&file);
    let place = match *bytes {
        [.., high, low] => usize::from(u16::from_be_bytes([high, low])) % file.len(),
        _ => 0,
    };
    file[place] ^= 1;
    assert!(Certificate::read(&file).is_err(), "byte {place} changed");
});

/// What is right claims something, and it has looked at every position.
fn judge(file: &[u8]) {
    let Ok(certificate) = Certificate::read(file) else {
        return;
    };
    assert_eq!(certificate.root.fault(), None);
    let judged = SMALL.with_borrow_mut(|small| check(&certificate, small));
    match judged {
        Ok(checked) => {
            assert_ne!(certificate.bounds, [0, 2]);
            let least = certificate
                .strategies
                .iter()
                .map(|strategy| strategy.positions.len())
                .min();
            assert!(least.is_some_and(|least| checked.positions >= least as u64));
        }
        Err(wrong) => assert!(!wrong.to_string().is_empty()),
    }
}

/// A file with these contents.
fn sealed(contents: &[u8]) -> Vec<u8> {
    let mut file = b"PEASCERT\x01\x00".to_vec();
    let mut size = contents.len();
    while size > 127 {
        file.push(size as u8 | 128);
        size >>= 7;
    }
    file.push(size as u8);
    let mut packer = ZlibEncoder::new(file, Compression::fast());
    packer.write_all(contents).expect("there is memory");
    let mut file = packer.finish().expect("there is memory");
    file.extend(Sha256::digest(&file));
    file
}
