//! A finding as it is told: EPD for people and other programs, and an object.

use peasant::board::{Color, Move, Position};
use peasant::mine::{Finding, Kind, Measure, What};
use peasant::notation::fen;
use peasant::value::{Distance, Wdl};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::tell::json::SanFirst;
use crate::tell::words;

/// What is printed of a finding, as it was made or as it stood in a file.
pub struct Rendered {
    pub kind: Kind,
    /// How it ranks among those of its kind, if only the best are told.
    pub rank: Option<u16>,
    pub object: Value,
}

/// What is found of a structure comes when the structure is done; the longest wins and chains come at the end.
/// [mining.md](../mining.md) defines the kinds.
#[derive(Serialize, JsonSchema)]
pub struct Answer<'a> {
    /// For a chain of only moves.
    chain: Option<Chain>,
    /// For a long win.
    distance: Option<Length>,
    /// The line that is printed without `--json`.
    epd: String,
    /// The family.
    family: &'a str,
    /// The position.
    fen: Position,
    /// Family, number of the structure, kind, kings, side to move: the same in every run.
    id: &'a str,
    /// `full-point`, `zugzwang`, `longest`, `underpromotion` or `only-moves`.
    kind: &'static str,
    /// The moves that keep the result, for `underpromotion` and `only-moves`; else empty.
    only_moves: Vec<SanFirst>,
    /// What is proved of the position.
    result: Wdl,
    /// Who is to move.
    side_to_move: Color,
    /// The structure's number in the family.
    structure: u64,
    /// What it is.
    words: &'a str,
    /// For a mutual zugzwang.
    zugzwang: Option<Zugzwang>,
}

#[derive(Serialize, JsonSchema)]
struct Zugzwang {
    /// Black's result with Black to move.
    black_to_move: Wdl,
    /// White's result with White to move.
    white_to_move: Wdl,
}

#[derive(Serialize, JsonSchema)]
struct Length {
    /// What it is counted to: `conversion`, `end` or `mate`.
    measure: &'static str,
    /// Moves of the winner.
    moves: u16,
    /// The same in plies.
    plies: u16,
}

#[derive(Serialize, JsonSchema)]
struct Chain {
    /// A line of play with the whole chain.
    line: Vec<SanFirst>,
    /// How many moves of the winner it has.
    moves: u16,
}

impl Rendered {
    pub fn new(finding: &Finding, family: &str) -> Rendered {
        let position = &finding.position;
        let words = in_words(finding);
        let id = id(finding, family);
        let answer = Answer {
            kind: finding.kind().name(),
            id: &id,
            family,
            structure: finding.structure,
            fen: *position,
            side_to_move: position.turn(),
            result: finding.result,
            words: &words,
            epd: epd(finding, &id, &words),
            only_moves: named(*position, finding.only_moves(), false),
            zugzwang: match finding.what {
                What::Zugzwang {
                    white_to_move,
                    black_to_move,
                } => Some(Zugzwang {
                    white_to_move,
                    black_to_move,
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
        Rendered {
            kind: finding.kind(),
            rank: finding.rank(),
            object: serde_json::to_value(&answer)
                .unwrap_or_else(|error| unreachable!("every field has a name: {error}")),
        }
    }

    /// One that stood in a file; `None` if this is none.
    pub fn read(object: Value) -> Option<Rendered> {
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
        Some(Rendered { kind, rank, object })
    }

    /// The line of EPD.
    pub fn epd(&self) -> &str {
        self.object["epd"].as_str().unwrap_or_default()
    }
}

/// Moves of one position, or one after the other.
fn named(mut position: Position, moves: &[Move], is_line: bool) -> Vec<SanFirst> {
    let name = |&m: &Move| {
        let named = SanFirst::new(&position, m);
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
                Measure::ZeroingMove => "to the next conversion",
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
