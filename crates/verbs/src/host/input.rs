//! Files of games and positions as they are read: plain, or packed by gzip, bzip2 or Zstandard. The first bytes tell which.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::face::Face;

/// So many bytes are read at a time.
const BLOCK: usize = 1 << 18;

/// With these bytes packed files begin.
const GZIP: &[u8] = b"\x1f\x8b";
const BZIP2: &[u8] = b"BZh";
const ZSTANDARD: &[u8] = b"\x28\xb5\x2f\xfd";

/// A file that has been opened, or standard input.
pub struct Input {
    /// Its contents, unpacked.
    pub text: Box<dyn BufRead + Send>,
    /// How many bytes the file has on disk; `None` if nobody knows.
    pub bytes: Option<u64>,
    /// How many of them have been read.
    pub read: Arc<AtomicU64>,
}

impl Input {
    /// Opens a file, or standard input if it is called `-`.
    ///
    /// # Errors
    /// Those of the system; damage of a packed file is an error of its reader.
    pub fn open(file: &Path, face: &mut Face) -> io::Result<Input> {
        if file.as_os_str() == "-" {
            return Input::new(face.input(), None);
        }
        let file = File::open(file)?;
        let about = file.metadata()?;
        Input::new(file, Some(about.len()).filter(|_| about.is_file()))
    }

    /// How many bytes of the file have been read.
    pub fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    fn new(file: impl Read + Send + 'static, bytes: Option<u64>) -> io::Result<Input> {
        let read = Arc::new(AtomicU64::new(0));
        let mut file = Counted(file, Arc::clone(&read));
        let head = head(&mut file)?;
        Ok(Input {
            text: unpacked(Headed(head.clone(), file), &head)?,
            bytes,
            read,
        })
    }
}

/// The first bytes, as many as tell how the file is packed: somebody who types need not type more.
fn head(file: &mut impl Read) -> io::Result<Vec<u8>> {
    let is_begun = |head: &[u8]| {
        let magics = [GZIP, BZIP2, ZSTANDARD];
        magics
            .iter()
            .any(|magic| magic.len() > head.len() && magic.starts_with(head))
    };
    let (mut head, mut byte) = (Vec::new(), [0]);
    while is_begun(&head) {
        match file.read(&mut byte) {
            Ok(0) => break,
            Ok(_) => head.extend_from_slice(&byte),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(head)
}

#[cfg(not(target_family = "wasm"))]
fn unpacked(file: impl Read + Send + 'static, head: &[u8]) -> io::Result<Box<dyn BufRead + Send>> {
    let file = BufReader::with_capacity(BLOCK, file);
    // Many programs write packed files as several packed parts.
    let input: Box<dyn Read + Send> = if head == GZIP {
        Box::new(flate2::bufread::MultiGzDecoder::new(file))
    } else if head == BZIP2 {
        Box::new(bzip2::bufread::MultiBzDecoder::new(file))
    } else if head == ZSTANDARD {
        let mut decoder = zstd::stream::read::Decoder::with_buffer(file)?;
        // What `zstd --long=31` writes can be read, too.
        decoder.window_log_max(31)?;
        Box::new(decoder)
    } else {
        return Ok(Box::new(file));
    };
    Ok(Box::new(BufReader::with_capacity(BLOCK, input)))
}

/// In a browser nothing is unpacked.
#[cfg(target_family = "wasm")]
fn unpacked(file: impl Read + Send + 'static, _: &[u8]) -> io::Result<Box<dyn BufRead + Send>> {
    Ok(Box::new(BufReader::with_capacity(BLOCK, file)))
}

/// A file whose first bytes have been read. They come with those that follow, unless somebody types and has ended a line.
struct Headed<R>(Vec<u8>, R);

impl<R: Read> Read for Headed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.len().min(buffer.len());
        let (first, rest) = buffer.split_at_mut(count);
        first.copy_from_slice(&self.0[..count]);
        self.0.drain(..count);
        match first {
            [.., b'\n'] => Ok(count),
            [] => self.1.read(rest),
            // An error comes again, behind what was read before it.
            _ => Ok(count + self.1.read(rest).unwrap_or(0)),
        }
    }
}

/// Counts what is read.
struct Counted<R>(R, Arc<AtomicU64>);

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        self.1.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use std::io::{Cursor, Write};

    use super::*;

    const TEXT: &[u8] = b"[White \"a\"]\n\n1. e4 *\n";

    fn read(file: &[u8]) -> io::Result<Vec<u8>> {
        let mut input = Input::new(Cursor::new(file.to_vec()), None)?;
        let mut text = Vec::new();
        input.text.read_to_end(&mut text)?;
        assert_eq!(input.read(), file.len() as u64);
        Ok(text)
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(text).expect("memory");
        packer.finish().expect("memory")
    }

    fn bzip2(text: &[u8]) -> Vec<u8> {
        let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        packer.write_all(text).expect("memory");
        packer.finish().expect("memory")
    }

    fn zstandard(text: &[u8]) -> Vec<u8> {
        zstd::stream::encode_all(text, 1).expect("memory")
    }

    #[test]
    fn packed_files_are_read_as_plain_ones() {
        for pack in [gzip, bzip2, zstandard, <[u8]>::to_vec] {
            assert_eq!(read(&pack(TEXT)).expect("whole"), TEXT);
            let parts = [pack(TEXT), pack(TEXT)].concat();
            assert_eq!(read(&parts).expect("whole"), [TEXT, TEXT].concat());
        }
        for short in [&b""[..], b"\x1f", b"BZ", b"\x28\xb5\x2f", b"B\n"] {
            assert_eq!(read(short).expect("plain"), short);
        }
    }

    #[test]
    fn a_packed_file_that_is_torn_is_an_error() {
        for pack in [gzip, bzip2, zstandard] {
            let packed = pack(&TEXT.repeat(100));
            assert!(read(&packed[..packed.len() - 3]).is_err());
        }
    }
}
