//! An EPD line that is read is, written from its parts, a line that says the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peasant::notation::{epd, fen};

fuzz_target!(|line: &str| {
    let read = match epd::parse_line(line) {
        Ok(read) => read,
        Err(error) => {
            assert!(!error.problems.is_empty());
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let again = write(&read);
    // Quotes that the line did without may make it too long.
    if again.len() <= epd::MAX_LENGTH {
        assert_eq!(epd::parse_line(&again), Ok(read), "{again}");
    }
});

fn write(epd: &epd::Epd) -> String {
    let mut line = fen::format_epd(&epd.position);
    for (opcode, moves) in [("bm", &epd.best_moves), ("am", &epd.avoid_moves)] {
        if !moves.is_empty() {
            line += &format!(" {opcode} {};", moves.join(" "));
        }
    }
    if let Some(id) = &epd.id {
        line += &format!(" id \"{id}\";");
    }
    for (number, comment) in epd.comments.iter().enumerate() {
        if let Some(comment) = comment {
            line += &format!(" c{number} \"{comment}\";");
        }
    }
    for operation in &epd.others {
        line += &format!(" {} {};", operation.opcode, operation.operands);
    }
    line
}
