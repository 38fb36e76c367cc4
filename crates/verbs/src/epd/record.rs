//! A record of an EPD file and what it claims.

use peasant::board::{Move, Position};
use peasant::notation::lenient;
use peasant::value::{Bounds, Wdl};
use peasant::{ProveError, wire};
use schemars::JsonSchema;
use serde::Serialize;

use crate::host::fault::{Fault, Layout};
use crate::host::plain::{excerpt, plain};
use crate::host::stderr;
use crate::tell::{refusal, san};

/// One line of an EPD file, read.
#[derive(Clone)]
pub struct Record {
    /// Its line, from 1.
    pub line_number: usize,
    pub id: String,
    pub position: Position,
    /// What was supposed so that the line could be read.
    pub notes: Vec<String>,
    claims: Vec<Claim>,
}

/// What a record says of its position.
#[derive(Clone)]
enum Claim {
    /// `bm`: this move keeps the result.
    Best(String, Move),
    /// `am`: this move does not.
    Avoid(String, Move),
    /// `c0`: this is the result for the side to move.
    Result(Wdl),
}

/// How an analysis compares with a record or one of its claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Verdict {
    #[serde(rename = "agree")]
    Agree,
    #[serde(rename = "disagree")]
    Disagree,
    #[serde(rename = "unsolved")]
    Unsolved,
    #[serde(rename = "no claim")]
    NoClaim,
}

/// One record, solved.
pub struct Row {
    pub record: Record,
    pub findings: Result<wire::Answer, ProveError>,
    /// Did the answer stand in a file?
    pub kept: bool,
    pub claims: Vec<(String, Verdict)>,
    pub verdict: Verdict,
}

impl Row {
    /// A record and what was found, judged.
    pub fn new(record: Record, findings: Result<wire::Answer, ProveError>) -> Row {
        let (claims, verdict) = match &findings {
            Ok(findings) => {
                let claims = record.judge(findings);
                let verdicts: Vec<Verdict> = claims.iter().map(|(_, verdict)| *verdict).collect();
                (claims, sum(&verdicts))
            }
            Err(_) => (Vec::new(), Verdict::Unsolved),
        };
        Row {
            record,
            findings,
            kept: false,
            claims,
            verdict,
        }
    }

    /// The claims in words.
    pub fn claims_in_words(&self) -> Vec<String> {
        let claims = self.claims.iter();
        let words = claims.map(|(claim, verdict)| format!("{}: {}", plain(claim), verdict.name()));
        words.collect()
    }
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Agree => "agree",
            Verdict::Disagree => "disagree",
            Verdict::Unsolved => "unsolved",
            Verdict::NoClaim => "no claim",
        }
    }
}

impl Record {
    /// Reads a line; nothing if it is blank or a comment. The error names what is wrong with it.
    pub fn parse(line_number: usize, line: &str) -> Result<Option<Record>, Fault> {
        let read = lenient::line(line);
        let read = read.map_err(|refusal| refusal::fault(&refusal, line, Layout::Sentence))?;
        let Some(lenient::Line {
            epd,
            castles,
            notes,
            ..
        }) = read
        else {
            return Ok(None);
        };
        if let Some(fault) = refusal::castling(&castles, &epd.position) {
            return Err(fault.about(line));
        }
        let mut notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
        let best = moves(&epd.position, "bm", &epd.best_moves, &mut notes);
        let avoid = moves(&epd.position, "am", &epd.avoid_moves, &mut notes);
        let result = epd.comments[0].as_deref().and_then(result);
        let claims = best
            .into_iter()
            .map(|(text, m)| Claim::Best(text, m))
            .chain(avoid.into_iter().map(|(text, m)| Claim::Avoid(text, m)))
            .chain(result.map(Claim::Result))
            .collect();
        let id = epd.id.unwrap_or_else(|| format!("line {line_number}"));
        Ok(Some(Record {
            line_number,
            id,
            position: epd.position,
            notes,
            claims,
        }))
    }

    /// Says on standard error what was supposed.
    pub fn warn(&self) {
        for note in &self.notes {
            stderr::warn(format!("line {}: {note}", self.line_number));
        }
    }

    /// The claims in words, each with its verdict.
    fn judge(&self, findings: &wire::Answer) -> Vec<(String, Verdict)> {
        self.claims
            .iter()
            .map(|claim| claim.judge(findings))
            .collect()
    }
}

/// The moves of an operation, each with its text. What is none claims nothing, and is noted.
fn moves(
    position: &Position,
    opcode: &str,
    texts: &[String],
    notes: &mut Vec<String>,
) -> Vec<(String, Move)> {
    let mut read = |text: &String| match san::parse(position, text) {
        Ok(m) => Some((text.clone(), m)),
        Err(error) => {
            let error = error.replace(text, &excerpt(text));
            notes.push(format!("{opcode}: {error}; nothing is claimed by it"));
            None
        }
    };
    texts.iter().filter_map(&mut read).collect()
}

/// One verdict for all claims.
pub fn sum(claims: &[Verdict]) -> Verdict {
    let has = |verdict| claims.contains(&verdict);
    if has(Verdict::Disagree) {
        Verdict::Disagree
    } else if has(Verdict::Unsolved) {
        Verdict::Unsolved
    } else if claims.is_empty() {
        Verdict::NoClaim
    } else {
        Verdict::Agree
    }
}

fn result(comment: &str) -> Option<Wdl> {
    [Wdl::Win, Wdl::Draw, Wdl::Loss]
        .into_iter()
        .find(|result| result.to_string() == comment)
}

impl Claim {
    fn judge(&self, findings: &wire::Answer) -> (String, Verdict) {
        match self {
            Claim::Best(text, m) => (format!("bm {text}"), verdict(keeps(findings, *m))),
            Claim::Avoid(text, m) => (
                format!("am {text}"),
                verdict(keeps(findings, *m).map(|keeps| !keeps)),
            ),
            Claim::Result(result) => (
                format!("c0 {result}"),
                verdict(agrees(findings.result, *result)),
            ),
        }
    }
}

/// Is this the result? `None` if the bounds leave it open.
pub fn agrees(bounds: Bounds, result: Wdl) -> Option<bool> {
    if result < bounds.lower() || result > bounds.upper() {
        return Some(false);
    }
    bounds.exact().map(|exact| exact == result)
}

/// Does the move keep the position's result? `None` if that is not proved.
pub fn keeps(findings: &wire::Answer, m: Move) -> Option<bool> {
    let mut moves = findings.moves.iter();
    let after = moves.find(|other| other.proved.uci == m)?.proved.result;
    if after.upper() < findings.result.lower() {
        return Some(false);
    }
    // No move is better than the position.
    if after.lower() >= findings.result.upper() {
        return Some(true);
    }
    Some(after.exact()? == findings.result.exact()?)
}

fn verdict(agrees: Option<bool>) -> Verdict {
    match agrees {
        Some(true) => Verdict::Agree,
        Some(false) => Verdict::Disagree,
        None => Verdict::Unsolved,
    }
}

#[cfg(test)]
pub mod tests {
    use peasant::{Analysis, Limits, Prover, Request};

    use super::*;

    const LINE: &str = "7K/8/k1P5/7p/8/8/8/8 w - - bm Kg7; am Kh7; c0 \"draw\"; id \"Reti\";";

    pub fn record() -> Record {
        let record = Record::parse(1, LINE).expect("a good line");
        record.expect("no comment")
    }

    /// An answer of which nothing is proved.
    pub fn open(record: &Record) -> Analysis {
        let limits = Limits::NONE.structures(1);
        let request = Request::new(record.position).limits(limits);
        let mut analysis = Prover::default().analyse(&request).expect("an answer");
        analysis.bounds = Bounds::UNKNOWN;
        analysis.best.clear();
        analysis.statistics.result_time = None;
        for m in &mut analysis.moves {
            m.bounds = Bounds::UNKNOWN;
        }
        analysis
    }

    pub fn row(record: &Record, analysis: Analysis) -> Row {
        Row::new(record.clone(), Ok(wire::Answer::from(&analysis)))
    }

    #[test]
    fn what_is_not_proved_judges_no_record() {
        let record = record();
        let row = row(&record, open(&record));
        assert_eq!(row.verdict, Verdict::Unsolved);
        assert_eq!(
            row.claims_in_words(),
            ["bm Kg7: unsolved", "am Kh7: unsolved", "c0 draw: unsolved"]
        );
    }
}
