//! Lines of files, whatever ends them: a line feed, a return, or both.

use std::io::{self, BufRead};

/// Takes the rest of a line with its end, of a very long one so many bytes. Nothing is added at the end of the file.
pub fn read(input: &mut impl BufRead, line: &mut Vec<u8>, most: usize) -> io::Result<()> {
    let mut room = most;
    while room > 0 {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        let Some(&first) = buffer.first() else {
            return Ok(());
        };
        if line.last() == Some(&b'\r') {
            if first == b'\n' {
                line.push(first);
                input.consume(1);
            }
            return Ok(());
        }
        let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let length = end.map_or(buffer.len(), |end| end + 1).min(room);
        let (taken, _) = buffer.split_at(length);
        line.extend_from_slice(taken);
        input.consume(length);
        room -= length;
        if line.last() == Some(&b'\n') {
            return Ok(());
        }
    }
    Ok(())
}

/// Does a line have its end?
pub fn is_ended(line: &[u8]) -> bool {
    matches!(line.last(), Some(b'\n' | b'\r'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, most: usize) -> Vec<String> {
        // A buffer of one byte cuts everything.
        let mut input = io::BufReader::with_capacity(1, text.as_bytes());
        let mut lines = Vec::new();
        loop {
            let mut line = Vec::new();
            read(&mut input, &mut line, most).expect("memory");
            if line.is_empty() {
                return lines;
            }
            lines.push(String::from_utf8(line).expect("UTF-8"));
        }
    }

    #[test]
    fn all_ends_are_ends() {
        let all = lines("a\nb\r\nc\rd\r\re\n\nf", 100);
        assert_eq!(all, ["a\n", "b\r\n", "c\r", "d\r", "\r", "e\n", "\n", "f"]);
        assert_eq!(lines("abcde\nf", 2), ["ab", "cd", "e\n", "f"]);
        assert!(lines("", 3).is_empty());
    }
}
