//! One structure solved, and looked through for everything that is wanted.

use super::family::{Family, Structure};
use super::kind::Kind;
use super::open::Open;
use super::results::{Results, count};
use super::search::{Mined, Search};
use super::survey::Survey;
use super::{longest, only_moves, underpromotion, zugzwang};
use crate::analysis::{Crossed, Inquiry, Statistics};
use crate::board::{Color, Position};
use crate::limits::Watch;
use crate::prove::{Effort, legal_placements};
use crate::slice::Point;

/// As much as a limit allows.
const ALL: Effort = Effort(1 << 48);

/// Looks through a structure.
pub(crate) fn mine(
    inquiry: &mut Inquiry,
    family: &Family,
    structure: Structure,
    search: &Search,
    watch: &Watch,
) -> Result<Mined, Crossed> {
    let (before, searched) = (inquiry.proof.structures(), inquiry.proof.positions());
    let (mut findings, mut open) = (Vec::new(), Open::default());
    let mut stopped = None;
    if let Some(results) = solved(inquiry, structure)? {
        for turn in &results.turns {
            open.positions += count(&turn.open());
        }
        let mut survey = Survey {
            inquiry,
            watch,
            family,
            structure,
            search,
            results,
        };
        if search.wants(Kind::FullPoint) || search.wants(Kind::Zugzwang) {
            let (found, more) = zugzwang::zugzwangs(&survey.results, family, structure, search);
            findings.extend(found);
            open.zugzwangs = more;
        }
        if search.wants(Kind::Longest) {
            let (found, more) = longest::longest(&mut survey);
            findings.extend(found);
            open.distances = more;
        }
        if search.wants(Kind::Underpromotion) {
            let (found, more) = underpromotion::underpromotions(&mut survey)?;
            findings.extend(found);
            open.underpromotions = more;
        }
        if search.wants(Kind::OnlyMoves) {
            let (found, more) = only_moves::chains(&mut survey)?;
            findings.extend(found);
            open.chains = more;
        }
        stopped = survey.stopped();
    }
    let after = inquiry.proof.structures();
    let by_pieces = std::array::from_fn(|pieces| after[pieces] - before[pieces]);
    let statistics = Statistics {
        structures: by_pieces.iter().sum(),
        by_pieces,
        positions: inquiry.proof.positions() - searched,
        stored_structures: after.iter().sum(),
        bytes: inquiry.proof.bytes(),
        time: watch.elapsed(),
        ..Statistics::default()
    };
    Ok(Mined {
        findings,
        open,
        stopped,
        statistics,
    })
}

/// Works on all placements, with either side to move. `None`: the kings have no place, or nothing is known.
fn solved(inquiry: &mut Inquiry, structure: Structure) -> Result<Option<Results>, Crossed> {
    let Some(position) = some_position(structure) else {
        return Ok(None);
    };
    let mut slices = Vec::with_capacity(2);
    for attacker in Color::BOTH {
        let points: Vec<Point> = legal_placements(&position, attacker).points().collect();
        let slice = inquiry.proof.slice(&position, attacker, &points, ALL);
        slices.extend(slice.map_err(|_| Crossed(position))?);
    }
    let slices = slices.try_into().ok();
    Ok(slices.map(|slices| Results::new(structure.pawns, &slices)))
}

/// Any position with these pawns.
fn some_position(structure: Structure) -> Option<Position> {
    use crate::board::{Setup, Square};
    let pawns = structure.pawns;
    let mut placements = Square::all().flat_map(|white| Square::all().map(move |b| (white, b)));
    placements.find_map(|(white, black)| {
        let mut turns = Color::BOTH.into_iter();
        turns.find_map(|turn| {
            Setup::pawn_ending(white, black, pawns, turn)
                .validate()
                .ok()
        })
    })
}
