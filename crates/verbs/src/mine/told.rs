//! A finding as it is told: EPD for people and other programs, and an object.

use peasant::board::{Color, Move, Position};
use peasant::mine::{Finding, Kind, Measure, What};
use peasant::notation::fen;
use peasant::value::{Distance, Wdl};
use serde::Serialize;
use serde_json::Value;

use crate::tell::json::{self, Named};
use crate::tell::words;

/// What is printed of a finding, as it was made or as it stood in a file.
pub struct Told {
    pub kind: Kind,
    /// How it ranks among those of its kind, if only the best are told.
    pub rank: Option<u16>,
    pub object: Value,
}

#[derive(Serialize)]
struct Answer<'a> {
    kind: &'static str,
    id: &'a str,
    family: &'a str,
    structure: u64,
    fen: String,
    side_to_move: &'static str,
    result: String,
    words: &'a str,
    epd: String,
    only_moves: Vec<Named>,
    zugzwang: Option<Zugzwang>,
    distance: Option<Length>,
    chain: Option<Chain>,
}

#[derive(Serialize)]
struct Zugzwang {
    white_to_move: String,
    black_to_move: String,
}

#[derive(Serialize)]
struct Length {
    plies: u16,
    moves: u16,
    measure: &'static str,
}

#[derive(Serialize)]
struct Chain {
    moves: u16,
    line: Vec<Named>,
}

impl Told {
    pub fn new(finding: &Finding, family: &str) -> Told {
        let position = &finding.position;
        let words = in_words(finding);
        let id = id(finding, family);
        let answer = Answer {
            kind: finding.kind().name(),
            id: &id,
            family,
            structure: finding.structure,
            fen: fen::format(position),
            side_to_move: json::side(position.turn()),
            result: finding.result.to_string(),
            words: &words,
            epd: epd(finding, &id, &words),
            only_moves: named(*position, finding.only_moves(), false),
            zugzwang: match finding.what {
                What::Zugzwang {
                    white_to_move,
                    black_to_move,
                } => Some(Zugzwang {
                    white_to_move: white_to_move.to_string(),
                    black_to_move: black_to_move.to_string(),
                }),
                _ => None,
            },
            distance: match finding.what {
                What::Longest { distance, measure } => Some(Length {
                    plies: distance.plies(),
                    moves: moves(distance),
                    measure: measure.name(),
                }),
                _ => None,
            },
            chain: match &finding.what {
                What::OnlyMoves { length, line } => Some(Chain {
                    moves: *length,
                    line: named(*position, line, true),
                }),
                _ => None,
            },
        };
        Told {
            kind: finding.kind(),
            rank: finding.rank(),
            object: serde_json::to_value(&answer)
                .unwrap_or_else(|error| unreachable!("every field has a name: {error}")),
        }
    }

    /// One that stood in a file; `None` if this is none.
    pub fn read(object: Value) -> Option<Told> {
        let kind = object.get("kind")?.as_str()?.parse().ok()?;
        let rank = match kind {
            Kind::Longest => Some(object.get("distance")?.get("plies")?),
            Kind::OnlyMoves => Some(object.get("chain")?.get("moves")?),
            _ => None,
        };
        let rank = match rank {
            Some(rank) => Some(rank.as_u64()?.try_into().ok()?),
            None => None,
        };
        object.get("epd")?.as_str()?;
        Some(Told { kind, rank, object })
    }

    /// The line of EPD.
    pub fn epd(&self) -> &str {
        self.object["epd"].as_str().unwrap_or_default()
    }
}

/// Moves of one position, or one after the other.
fn named(mut position: Position, moves: &[Move], is_line: bool) -> Vec<Named> {
    let name = |&m: &Move| {
        let named = Named::new(&position, m);
        if is_line {
            position = position.play(m);
        }
        named
    };
    moves.iter().map(name).collect()
}

/// Moves of the side that is to move.
fn moves(distance: Distance) -> u16 {
    distance.plies().div_ceil(2)
}

/// The same for the same finding, whatever else is found.
fn id(finding: &Finding, family: &str) -> String {
    let position = &finding.position;
    let [white, black] = Color::BOTH.map(|color| position.king(color));
    let turn = if position.turn() == Color::White {
        'w'
    } else {
        'b'
    };
    let (number, kind) = (finding.structure, finding.kind());
    format!("{family} #{number} {kind} {white}{black}{turn}")
}

fn epd(finding: &Finding, id: &str, words: &str) -> String {
    let position = &finding.position;
    let fen = fen::format(position);
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    let mut line = fields.join(" ");
    let only = finding.only_moves();
    if !only.is_empty() {
        let names = words::names_of(position, only).join(" ");
        line += &format!(" bm {names};");
    }
    if let What::Longest {
        distance,
        measure: Measure::Mate,
    } = finding.what
    {
        line += &format!(" dm {};", moves(distance));
    }
    let result = finding.result;
    line + &format!(" id \"{id}\"; c0 \"{result}\"; c1 \"{words}\";")
}

fn ends(result: Wdl) -> &'static str {
    match result {
        Wdl::Win => "wins",
        Wdl::Draw => "draws",
        Wdl::Loss => "loses",
    }
}

fn in_words(finding: &Finding) -> String {
    let result = ends(finding.result);
    match &finding.what {
        What::Zugzwang {
            white_to_move: Wdl::Loss,
            black_to_move: Wdl::Loss,
        } => "full-point mutual zugzwang: whoever is to move loses".to_owned(),
        What::Zugzwang {
            white_to_move,
            black_to_move,
        } => {
            let (white, black) = (ends(*white_to_move), ends(*black_to_move));
            format!("mutual zugzwang: White to move {white}, Black to move {black}")
        }
        What::Longest { distance, measure } => {
            let to = match measure {
                Measure::Conversion => "to the next conversion",
                Measure::Mate => "to mate",
                _ => "to the end of the matter",
            };
            let moves = moves(*distance);
            let plural = if moves == 1 { "move" } else { "moves" };
            format!("long win: {moves} {plural} {to}")
        }
        What::Underpromotion { moves } => match moves.len() {
            1 => format!("sole under-promotion: nothing else {result}"),
            _ => format!("under-promotions: nothing else {result}"),
        },
        What::OnlyMoves { length, line } => {
            let names = words::names(&finding.position, line).into_iter();
            let moves = words::numbered(finding.position.turn(), names);
            format!("chain of {length} only moves: {moves}")
        }
        _ => finding.kind().to_string(),
    }
}
