//! The longest chains of only moves.
//!
//! The chain of a won position with the winner to move is 0 if two moves win. If just one does it is 1 and, unless that move is a
//! promotion or leaves the loser without a reply, the longest chain that follows any of the loser's replies: the composer chooses the
//! defence. A chain cannot go round: the only winning move leads nearer to the end.

use std::collections::HashMap;

use super::best::Best;
use super::finding::{Finding, What};
use super::results::placements;
use super::survey::Survey;
use super::underpromotion::keeps;
use crate::analysis::Crossed;
use crate::board::{Color, Move, Position, Square};
use crate::value::Wdl;

/// A single move is no chain.
const SHORTEST: u16 = 2;

/// Chains that are not forgotten before the next structure.
const REMEMBERED: usize = 1 << 20;

/// A chain that is known, and where it begins.
#[derive(Clone, Copy, Default)]
struct Chain {
    length: u16,
    /// The only move, and the reply after which the chain is longest.
    next: Option<(Move, Option<Move>)>,
    /// It is not known whether it is longer.
    is_open: bool,
}

/// The longest chains, and how many positions have one that is not known.
pub(super) fn chains(survey: &mut Survey) -> Result<(Vec<Finding>, u64), Crossed> {
    let mut best = Best::new(survey.search.keep);
    let mut open = 0;
    let mut search = Chains {
        survey,
        known: HashMap::new(),
    };
    for turn in Color::BOTH {
        let won = *search.survey.results.turn(turn).won(turn);
        for kings in placements(&won) {
            let survey = &mut search.survey;
            if survey.stopped().is_some() {
                open += 1;
                continue;
            }
            let position = survey.results.position(kings, turn);
            if !survey.family.represents(&position, true) {
                continue;
            }
            let number = survey.structure.number;
            let chain = search.chain(&position)?;
            if chain.is_open {
                open += 1;
            } else if chain.length >= SHORTEST && best.wants(chain.length) {
                let line = search.line(position)?;
                let finding = Finding {
                    structure: number,
                    position,
                    result: Wdl::Win,
                    what: What::OnlyMoves {
                        length: chain.length,
                        line,
                    },
                };
                best.add(chain.length, finding);
            }
        }
    }
    Ok((best.into_iter().collect(), open))
}

struct Chains<'s, 'a, 'p> {
    survey: &'s mut Survey<'a, 'p>,
    known: HashMap<Position, Chain>,
}

impl Chains<'_, '_, '_> {
    /// The chain of a position that the side to move wins.
    fn chain(&mut self, position: &Position) -> Result<Chain, Crossed> {
        if self.has_two_steps(position) {
            return Ok(Chain::default());
        }
        if let Some(&chain) = self.known.get(position) {
            return Ok(chain);
        }
        let chain = match self.only_move(position)? {
            None => Chain {
                is_open: true,
                ..Chain::default()
            },
            Some(None) => Chain::default(),
            Some(Some(only)) => self.after(position, only)?,
        };
        if self.known.len() < REMEMBERED {
            self.known.insert(*position, chain);
        }
        Ok(chain)
    }

    /// The only move has been made.
    fn after(&mut self, position: &Position, only: Move) -> Result<Chain, Crossed> {
        let next = position.play(only);
        let mut chain = Chain {
            length: 1,
            next: Some((only, None)),
            is_open: false,
        };
        if !next.is_pawn_ending() {
            return Ok(chain);
        }
        for reply in self.survey.inquiry.rules.moves(&next) {
            let then = next.play(reply);
            if !then.is_pawn_ending() {
                continue;
            }
            let rest = self.chain(&then)?;
            chain.is_open |= rest.is_open;
            if rest.length >= chain.length {
                chain.length = rest.length + 1;
                chain.next = Some((only, Some(reply)));
            }
        }
        Ok(chain)
    }

    /// The only move that wins. `Some(None)`: there are several. `None`: not known.
    fn only_move(&mut self, position: &Position) -> Result<Option<Option<Move>>, Crossed> {
        let (mut only, mut is_open) = (None, false);
        for m in self.survey.inquiry.rules.moves(position) {
            match keeps(self.survey, position, m, Wdl::Win)? {
                Some(true) if only.is_some() => return Ok(Some(None)),
                Some(true) => only = Some(m),
                Some(false) => {}
                None => is_open = true,
            }
        }
        // Where nothing is open one move wins at least.
        Ok(only.filter(|_| !is_open).map(Some))
    }

    /// Do two steps of the king win in the structure at hand? Most positions are passed over so.
    fn has_two_steps(&self, position: &Position) -> bool {
        let results = &self.survey.results;
        if position.pawns() != results.pawns {
            return false;
        }
        let winner = position.turn();
        let won = results.turn(!winner).won(winner);
        let other = position.king(!winner);
        let wins = |to: &Square| match winner {
            Color::White => won.contains(*to, other),
            Color::Black => won.contains(other, *to),
        };
        let steps = position.king(winner).set().king_steps();
        steps.filter(wins).nth(1).is_some()
    }

    /// The line of a chain.
    fn line(&mut self, mut position: Position) -> Result<Vec<Move>, Crossed> {
        let mut line = Vec::new();
        while let Some((only, reply)) = self.chain(&position)?.next {
            line.push(only);
            let Some(reply) = reply else { break };
            line.push(reply);
            position = position.play(only).play(reply);
        }
        Ok(line)
    }
}
