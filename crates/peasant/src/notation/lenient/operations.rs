//! The operations behind a position, as engines' people write them. What is not understood is handed back.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::row::{is_result, without_signs};
use super::{cut, moves};
use crate::board::Position;
use crate::notation::epd::{Epd, Operation, is_opcode, split_word};
use crate::notation::written::Written;

/// Reads operations, and what is no operation.
pub(super) fn read(position: Position, text: &str) -> (Epd, Vec<String>) {
    let (mut epd, mut others) = (bare(position), Vec::new());
    for operation in split(text) {
        if !add(&mut epd, operation) && !is_result(operation) {
            others.push(cut(operation));
        }
    }
    (epd, others)
}

/// The columns of a table behind a position: only the result of a game is known among them.
pub(super) fn columns(position: Position, text: &str) -> (Epd, Vec<String>) {
    let text = text.trim_start_matches('"');
    let rest = without_signs(text);
    let is_known = rest.is_empty() || is_result(rest);
    (
        bare(position),
        Vec::from_iter((!is_known).then(|| cut(rest))),
    )
}

/// A position without operations.
fn bare(position: Position) -> Epd {
    Epd {
        position,
        id: None,
        best_moves: Vec::new(),
        avoid_moves: Vec::new(),
        comments: Default::default(),
        others: Vec::new(),
    }
}

/// Cuts a text at the semicolons that stand in no quotes. A quotation mark ends what it began where a semicolon follows it, or
/// nothing: so quotes may stand within quotes.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let end = end_of_operation(rest);
        let (part, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
        parts.push(without_signs(part).trim());
        rest = behind.get(1..).unwrap_or_default();
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Where the first operation ends.
fn end_of_operation(text: &str) -> usize {
    let semicolon = text.find(';').unwrap_or(text.len());
    let Some(open) = text.find('"').filter(|&open| open < semicolon) else {
        return semicolon;
    };
    let closes = |&(at, _): &(usize, &str)| {
        let behind = text.get(at + 1..).unwrap_or_default().trim_start();
        at > open && (behind.is_empty() || behind.starts_with(';'))
    };
    match text.match_indices('"').find(closes) {
        Some((close, _)) => text
            .get(close..)
            .and_then(|behind| behind.find(';'))
            .map_or(text.len(), |length| close + length),
        None => semicolon,
    }
}

/// Adds an operation; `false` if it is none.
fn add(epd: &mut Epd, text: &str) -> bool {
    let (word, operands) = split_word(text);
    let opcode = word.trim_end_matches([':', '=']);
    let (small, operands) = (opcode.to_ascii_lowercase(), operands.trim());
    match (small.as_str(), small.as_bytes()) {
        ("bm", _) => add_moves(&mut epd.best_moves, operands),
        ("am", _) => add_moves(&mut epd.avoid_moves, operands),
        ("id", _) => add_text(&mut epd.id, operands),
        (_, [b'c', digit @ b'0'..=b'9']) => {
            let slot = epd.comments.get_mut(usize::from(digit - b'0'));
            slot.is_some_and(|slot| add_text(slot, operands))
        }
        _ if is_opcode(opcode) && !is_move(opcode) => {
            epd.others.push(Operation {
                opcode: opcode.to_owned(),
                operands: operands.to_owned(),
            });
            true
        }
        _ => false,
    }
}

/// Is a word a move, which stands there for itself?
fn is_move(word: &str) -> bool {
    // `D1` counts positions.
    let is_step = |written| matches!(written, Written::Step(step) if step.to_rank.is_some());
    word.len() > 2 && Written::parse(word).is_some_and(is_step)
}

/// Adds moves to those that stand there; there must be one.
fn add_moves(slot: &mut Vec<String>, operands: &str) -> bool {
    let words: Vec<String> = operands
        .split_whitespace()
        .map(|word| word.replace('"', ""))
        .filter(|word| !word.is_empty())
        .collect();
    let moves = moves::joined(&words);
    let is_something = !moves.is_empty();
    for mv in moves {
        if !slot.contains(&mv) {
            slot.push(mv);
        }
    }
    is_something
}

/// Sets a text that does not stand there yet, without the quotes around it.
fn add_text(slot: &mut Option<String>, operands: &str) -> bool {
    let text = operands.strip_prefix('"').unwrap_or(operands);
    let text = text.strip_suffix('"').unwrap_or(text);
    let is_new = slot.is_none() && !operands.is_empty();
    if is_new {
        *slot = Some(text.to_owned());
    }
    is_new
}
