//! A record of an EPD file and what it claims.

use peasant::board::{Move, Position};
use peasant::notation::epd;
use peasant::value::{Bounds, Wdl};
use peasant::{Analysis, ProveError};
use serde::Serialize;

use crate::fault::{Fault, Layout};
use crate::plain::excerpt;
use crate::{reasons, san};

/// One line of an EPD file, read.
pub struct Record {
    /// Its line, from 1.
    pub line_number: usize,
    pub id: String,
    pub position: Position,
    claims: Vec<Claim>,
}

/// What a record says of its position.
enum Claim {
    /// `bm`: this move keeps the result.
    Best(String, Move),
    /// `am`: this move does not.
    Avoid(String, Move),
    /// `c0`: this is the result for the side to move.
    Result(Wdl),
}

/// How an analysis compares with a record or one of its claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
pub struct Row<'r> {
    pub record: &'r Record,
    pub analysis: Result<Analysis, ProveError>,
    pub claims: Vec<(String, Verdict)>,
    pub verdict: Verdict,
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
    /// Reads a line. The error names what is wrong with it.
    pub fn parse(line_number: usize, line: &str) -> Result<Record, Fault> {
        let epd = epd::parse_line(line).map_err(|error| {
            Fault::list("bad EPD", &reasons::of_epd(&error), Layout::Sentence).about(line)
        })?;
        let best = moves(&epd.position, "bm", &epd.best_moves)?;
        let avoid = moves(&epd.position, "am", &epd.avoid_moves)?;
        let result = epd.comments[0].as_deref().and_then(result);
        let claims = best
            .into_iter()
            .map(|(text, m)| Claim::Best(text, m))
            .chain(avoid.into_iter().map(|(text, m)| Claim::Avoid(text, m)))
            .chain(result.map(Claim::Result))
            .collect();
        let id = epd.id.unwrap_or_else(|| format!("line {line_number}"));
        Ok(Record {
            line_number,
            id,
            position: epd.position,
            claims,
        })
    }

    /// The claims in words, each with its verdict.
    pub fn judge(&self, analysis: &Analysis) -> Vec<(String, Verdict)> {
        self.claims
            .iter()
            .map(|claim| claim.judge(analysis))
            .collect()
    }
}

/// The moves of an operation, each with its text.
fn moves(
    position: &Position,
    opcode: &str,
    texts: &[String],
) -> Result<Vec<(String, Move)>, Fault> {
    let read = |text: &String| match san::parse(position, text) {
        Ok(m) => Ok((text.clone(), m)),
        Err(error) => {
            let error = error.to_string().replace(text, &excerpt(text));
            Err(Fault::new(&format!("{opcode}: {error}")).about(text))
        }
    };
    texts.iter().map(read).collect()
}

/// One verdict for all claims.
pub fn sum(claims: &[(String, Verdict)]) -> Verdict {
    let has = |verdict| claims.iter().any(|(_, v)| *v == verdict);
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
    fn judge(&self, analysis: &Analysis) -> (String, Verdict) {
        match self {
            Claim::Best(text, m) => (format!("bm {text}"), verdict(keeps(analysis, *m))),
            Claim::Avoid(text, m) => (
                format!("am {text}"),
                verdict(keeps(analysis, *m).map(|keeps| !keeps)),
            ),
            Claim::Result(result) => (
                format!("c0 {result}"),
                verdict(agrees(analysis.bounds, *result)),
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
pub fn keeps(analysis: &Analysis, m: Move) -> Option<bool> {
    let after = analysis
        .moves
        .iter()
        .find(|other| other.r#move == m)?
        .bounds;
    if after.upper() < analysis.bounds.lower() {
        return Some(false);
    }
    // No move is better than the position.
    if after.lower() >= analysis.bounds.upper() {
        return Some(true);
    }
    Some(after.exact()? == analysis.bounds.exact()?)
}

fn verdict(agrees: Option<bool>) -> Verdict {
    match agrees {
        Some(true) => Verdict::Agree,
        Some(false) => Verdict::Disagree,
        None => Verdict::Unsolved,
    }
}
