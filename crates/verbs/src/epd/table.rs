//! The rows of `epd` for people: a table of 79 columns.

use peasant::board::Move;
use peasant::wire;

use super::record::{Row, Verdict};
use crate::host::plain::plain;
use crate::tell::san;
use crate::tell::words::open;

/// Columns of a terminal that nobody has widened, less the last one.
const WIDTH: usize = 79;

/// What is said of a row stands below it, so far to the right.
const INDENT: usize = 4;

/// The widths of name, result, best moves, verdict and time.
const NAME: usize = 30;
const RESULT: usize = 9;
const BEST: usize = 14;
const VERDICT: usize = 9;
const TIME: usize = 9;

/// The first line.
pub fn head() -> String {
    line("position", "result", "best", "verdict", "time")
}

/// A row of the table, and below it what the columns have no room for.
pub fn row(row: &Row, findings: &wire::Answer) -> String {
    let name = cut(&plain(&row.record.id), NAME);
    let best = cut_between(&best(findings), BEST);
    let seconds = findings.stats.seconds;
    let digits = if seconds < 1000.0 { 3 } else { 1 };
    let mut text = line(
        &name,
        &findings.result.to_string(),
        &best,
        row.verdict.name(),
        &format!("{seconds:.digits$} s"),
    );
    let likely = findings.likelihood.filter(|_| !findings.exact);
    let likely = likely.map(|of| open::likely(findings.side_to_move, of.into()));
    for line in likely.into_iter().chain(wrapped(&claims(row).join("; "))) {
        text += &format!("\n{:INDENT$}{line}", "");
    }
    text
}

fn line(name: &str, result: &str, best: &str, verdict: &str, time: &str) -> String {
    format!("{name:<NAME$}  {result:<RESULT$}  {best:<BEST$}  {verdict:<VERDICT$}  {time:>TIME$}")
}

fn best(findings: &wire::Answer) -> String {
    let name = |&m: &Move| san::format(&findings.fen, m);
    let names: Vec<String> = findings.best.iter().map(name).collect();
    names.join(" ")
}

/// The claims, unless the verdict says all of it.
fn claims(row: &Row) -> Vec<String> {
    match row.verdict {
        Verdict::Agree | Verdict::NoClaim => Vec::new(),
        Verdict::Disagree | Verdict::Unsolved => row.claims_in_words(),
    }
}

/// The beginning of a text that is longer than this, with an ellipsis.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let begin: String = text.chars().take(width - 1).collect();
    begin.trim_end().to_owned() + "…"
}

/// The same between words, if there is room for one.
fn cut_between(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let begin: String = text.chars().take(width - 1).collect();
    match begin.rsplit_once(' ') {
        Some((words, _)) => format!("{words} …"),
        None => cut(text, width),
    }
}

/// The words of a remark on lines that fit.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let word = cut(word, WIDTH - INDENT);
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH - INDENT => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use peasant::wire::LikelihoodAnswer;

    use super::*;
    use crate::epd::record::tests::{open, record, row as a_row};

    #[test]
    fn nothing_is_wider_than_a_terminal() {
        let mut record = record();
        record.id = "Réti, Kagans Neueste Schachnachrichten 1921 \u{1b}[2J".to_owned();
        let mut analysis = open(&record);
        analysis.best = analysis.moves.iter().map(|m| m.r#move).collect();
        analysis.statistics.time = std::time::Duration::from_secs(123_456);
        let mut findings = wire::Answer::from(&analysis);
        let share = 0.334;
        findings.likelihood = Some(LikelihoodAnswer {
            win: share,
            draw: share,
            loss: share,
        });
        let text = row(&a_row(&record, analysis), &findings);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() > 1, "{text}");
        assert!(lines[0].contains("Schachna…  loss..win"), "{text}");
        assert!(lines[0].ends_with("123456.0 s"), "{text}");
        let likely = "    Likely: White wins (33 %), a draw (33 %), White loses (33 %).";
        assert_eq!(lines[1], likely);
        assert!(lines[2].starts_with("    bm Kg7: unsolved"));
        for line in lines.iter().skip(1).chain([&&*head()]) {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
    }

    #[test]
    fn a_word_is_cut_and_a_remark_wrapped() {
        assert_eq!(cut("abcdef", 6), "abcdef");
        assert_eq!(cut("abcdefg", 6), "abcde…");
        assert_eq!(cut_between("Ke3 Kc3 Kc2 Kd2", 14), "Ke3 Kc3 Kc2 …");
        assert_eq!(cut_between("Ke3 Kc3 Kc2 Kd2", 15), "Ke3 Kc3 Kc2 Kd2");
        let text = "word ".repeat(40);
        let lines = wrapped(&text);
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0].chars().count(), 74);
        assert!(wrapped(&"x".repeat(500))[0].ends_with('…'));
    }
}
