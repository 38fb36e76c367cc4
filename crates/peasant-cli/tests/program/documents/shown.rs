//! What a page shows of the lines that a command prints.

/// Stands for whatever is left out: any lines, or anything within a line.
const CUT: &str = "…";

/// Whether lines are what is shown of them.
pub fn fits(shown: &[String], printed: &[String]) -> bool {
    match shown {
        [] => printed.is_empty(),
        [cut, rest @ ..] if cut == CUT => {
            (0..=printed.len()).any(|skipped| fits(rest, &printed[skipped..]))
        }
        [first, rest @ ..] => {
            printed.first().is_some_and(|line| alike(first, line)) && fits(rest, &printed[1..])
        }
    }
}

/// Whether a line is what is shown of it.
fn alike(shown: &str, printed: &str) -> bool {
    let (shown, printed) = (steady(shown), steady(printed));
    let parts: Vec<&str> = shown.split(CUT).collect();
    let [first, middle @ .., last] = parts.as_slice() else {
        return shown == printed;
    };
    let Some(mut rest) = printed
        .strip_prefix(first)
        .and_then(|rest| rest.strip_suffix(last))
    else {
        return false;
    };
    for part in middle {
        let Some((_, behind)) = rest.split_once(part) else {
            return false;
        };
        rest = behind;
    }
    true
}

/// A line without what differs from run to run: times and memory, and the spaces before them.
fn steady(line: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in line.split(' ') {
        let unit = word.trim_end_matches([',', '.', ';', ')']);
        let measured = ["s", "ms", "us", "MB"].contains(&unit)
            && words
                .last()
                .is_some_and(|last| last.trim_start_matches('(').parse::<f64>().is_ok());
        if measured {
            words.pop();
            while words.last() == Some(&"") {
                words.pop();
            }
        }
        words.push(word);
    }
    words.join(" ")
}

/// What a page shows of these lines if it leaves out what it left out before.
pub fn renew(shown: &[String], printed: &[String]) -> Vec<String> {
    let pieces: Vec<&[String]> = shown.split(|line| line == CUT).collect();
    let mut new = Vec::new();
    for (number, piece) in pieces.iter().enumerate() {
        let size = piece.len().min(printed.len());
        let start = match number {
            0 => 0,
            _ if number + 1 == pieces.len() => printed.len() - size,
            _ => place(piece, printed).min(printed.len() - size),
        };
        let end = if pieces.len() == 1 {
            printed.len()
        } else {
            start + size
        };
        if number > 0 {
            new.push(CUT.to_owned());
        }
        for line in &printed[start..end] {
            let old = piece.iter().find(|old| alike(old, line));
            new.push(old.unwrap_or(line).clone());
        }
    }
    new
}

/// Where a piece of what was shown begins now: by its first line that is still printed.
fn place(piece: &[String], printed: &[String]) -> usize {
    let found = piece.iter().enumerate().find_map(|(number, old)| {
        let place = printed.iter().position(|line| alike(old, line))?;
        place.checked_sub(number)
    });
    found.unwrap_or(0)
}
