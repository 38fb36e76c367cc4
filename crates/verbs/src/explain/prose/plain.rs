//! Why a side wins where no motive tells it: what its king takes, and the pawn that promotes in the end.

use peasant::Explanation;
use peasant::board::{Color, Move, Pawns, Role, Setup, Square};
use peasant::explain::{Feature, FeatureKind, Motive, Opposition, PassedPawn, Phase};
use peasant::kpk::Placement;

use super::{feature, turns};
use crate::kpk::words::Facts;
use crate::tell::san;
use crate::tell::words::{file_letter, squares};

/// Where there is nothing else to say: a stalemate that is avoided, a majority, what the winner's king takes, or which pawn gets through.
pub(super) fn told(explanation: &Explanation, winner: Color) -> Option<String> {
    let stalemates = stalemating(explanation);
    if let Some(m) = stalemates.filter(|_| explanation.analysis.position.turn() == winner) {
        let what = match m.promotion {
            Some(_) => "a queen at once",
            None => "a pawn move at once",
        };
        return Some(format!(
            "{winner} wins by avoiding stalemate: {what} would leave {} without a move.",
            !winner
        ));
    }
    by_waiting(explanation, winner)
        .or_else(|| Promotion::of(explanation, winner)?.by_a_spare_move(explanation))
        .or_else(|| by_the_rear_pawn(explanation, winner))
        .or_else(|| by_majority(explanation, winner))
        .or_else(|| takes(explanation, winner))
        .or_else(|| Some(Promotion::of(explanation, winner)?.told(explanation)))
}

/// The winner's king makes a move after which the other has none, so that its pawn has to go.
fn by_waiting(explanation: &Explanation, winner: Color) -> Option<String> {
    let position = &explanation.analysis.position;
    let m = *explanation.analysis.line.first()?;
    let next = position.play(m);
    let is_shut_in = |answer: &Move| next.king(!winner) != answer.from;
    let waits = position.turn() == winner && position.king(winner) == m.from;
    let answers = next.legal_moves();
    let is_forced = waits && !answers.is_empty() && answers.iter().all(is_shut_in);
    (is_forced && position.is_pawn_ending() && !position.is_capture(m)).then(|| {
        let name = san::format(position, m);
        format!(
            "{winner} wins by the waiting move {name}: {}'s king has no move, so a pawn must go.",
            !winner
        )
    })
}

/// A promotion to a queen, or another pawn move, that gives stalemate.
pub(super) fn stalemating(explanation: &Explanation) -> Option<Move> {
    let position = &explanation.analysis.position;
    let is_pawns = |m: &Move| position.pawns().occupied().contains(m.from);
    let moves = explanation.analysis.moves.iter().map(|m| m.r#move);
    let mut pushes =
        moves.filter(|m| is_pawns(m) && m.promotion.is_none_or(|to| to == Role::Queen));
    pushes.find(|&m| position.play(m).is_stalemate())
}

/// The first pawn that the winner's king takes in a line.
fn taken(phases: &[Phase], winner: Color) -> Option<Square> {
    phases.iter().find_map(|phase| {
        let mut own = phase.motives.iter();
        own.find_map(|(number, motive)| match motive {
            Motive::PawnWon(square)
                if (phase.start.turn() == winner) == number.is_multiple_of(2) =>
            {
                Some(*square)
            }
            _ => None,
        })
    })
}

/// That it takes it.
fn takes(explanation: &Explanation, winner: Color) -> Option<String> {
    let square = taken(&explanation.phases, winner)
        .or_else(|| taken(&explanation.longest_defence, winner))?;
    let position = &explanation.analysis.position;
    let pawn = match position.pawns().of(!winner).contains(square) {
        true => format!("pawn on {square}"),
        false => format!("{}-pawn", file_letter(square)),
    };
    let tied = tied(explanation, winner).map(|passed| {
        let other = !winner;
        format!(
            ", while {other}'s must stay in the square of the protected passed pawn on {passed}"
        )
    });
    Some(format!(
        "{winner} wins because its king gets the {pawn}{}.",
        tied.unwrap_or_default()
    ))
}

/// The winner's protected passed pawn in whose square the other king is.
fn tied(explanation: &Explanation, winner: Color) -> Option<Square> {
    let is_its =
        |one: &&Feature| one.kind == FeatureKind::ProtectedPassedPawn && one.color == winner;
    let found = explanation.features.iter().find(is_its)?;
    let pawn = *found.pawns.first()?;
    let mut passed = explanation.passed_pawns.iter();
    passed
        .any(|one| one.pawn == pawn && one.in_square)
        .then_some(pawn)
}

/// Two pawns on one file against the bare king: the front one alone would not win, and the rear one has a move to spare in the line.
fn by_the_rear_pawn(explanation: &Explanation, winner: Color) -> Option<String> {
    let position = &explanation.analysis.position;
    let pawns = position.pawns();
    let mut own: Vec<Square> = pawns.of(winner).collect();
    own.sort_by_key(|pawn| pawn.seen_by(winner).rank());
    let [rear, front] = own[..] else {
        return None;
    };
    let lines = [&explanation.phases, &explanation.longest_defence];
    let mut motives = lines.into_iter().flatten().flat_map(|phase| &phase.motives);
    let spares = motives.any(|(_, motive)| matches!(motive, Motive::SpareMove { .. }));
    let is_alone = rear.file() == front.file() && pawns.of(!winner).is_empty();
    let facts = Promotion {
        side: winner,
        ply: 0,
        pawn: front,
    }
    .alone(explanation);
    (is_alone && spares && !facts?.is_won()).then(|| {
        format!("{winner} wins by the rear pawn on {rear}, which has a tempo to spare when it is needed.")
    })
}

/// The pawn that promotes in the line comes from a majority, and the winner's king takes nothing there.
fn by_majority(explanation: &Explanation, winner: Color) -> Option<String> {
    let square = Promotion::of(explanation, winner)?.pawn;
    let is_its = |one: &&Feature| {
        let is_majority = matches!(
            one.kind,
            FeatureKind::Majority | FeatureKind::DoubledMajority
        );
        is_majority && one.color == winner && one.pawns.contains(&square)
    };
    let majority = explanation.features.iter().find(is_its)?;
    let is_there = |taken: Square| (taken.file() < 4) == (square.file() < 4);
    if taken(&explanation.phases, winner).is_some_and(is_there) {
        return None;
    }
    Some(format!(
        "{winner} wins by its majority on the {}, which makes a passed pawn.",
        feature::wing(&majority.pawns)
    ))
}

/// The winner's first promotion in the line.
struct Promotion {
    side: Color,
    /// Its ply.
    ply: usize,
    /// Where the pawn stands now.
    pawn: Square,
}

impl Promotion {
    fn of(explanation: &Explanation, side: Color) -> Option<Promotion> {
        let analysis = &explanation.analysis;
        let moves: Vec<_> = analysis.line.iter().zip(turns(analysis)).collect();
        let ply = moves
            .iter()
            .position(|(m, turn)| *turn == side && m.promotion.is_some())?;
        let own = moves[..ply].iter().rev().filter(|(_, turn)| *turn == side);
        let pawn = own.fold(moves[ply].0.from, |square, (m, _)| {
            if m.to == square { m.from } else { square }
        });
        Some(Promotion { side, ply, pawn })
    }

    fn told(&self, explanation: &Explanation) -> String {
        let (side, pawn) = (self.side, file_letter(self.pawn));
        let races = |one: &PassedPawn| one.color != side;
        if explanation.passed_pawns.iter().any(races) {
            return self.first(explanation);
        }
        let king = explanation.analysis.position.king(side);
        if self.is_led(explanation) {
            return format!(
                "{side} wins because its king stands on a key square of its passed {pawn}-pawn ({king})."
            );
        }
        match self.decoy(explanation) {
            Some(other) => format!(
                "{side} wins because its {pawn}-pawn gets through while {}'s king goes for the {}-pawn.",
                !side,
                file_letter(other)
            ),
            None => match self.connected(explanation) {
                Some(pawns) => format!(
                    "{side} wins because {}'s king cannot stop the connected passed pawns on {pawns}.",
                    !side
                ),
                None => format!("{side} wins because its {pawn}-pawn gets through."),
            },
        }
    }

    /// That it is the first, and what follows from that.
    fn first(&self, explanation: &Explanation) -> String {
        let analysis = &explanation.analysis;
        let line = &analysis.line;
        let here = line[..=self.ply]
            .iter()
            .fold(analysis.position, |here, &m| here.play(m));
        let more = match line[self.ply..]
            .iter()
            .skip(1)
            .step_by(2)
            .any(|m| m.promotion.is_some())
        {
            _ if here.in_check() => ", with check",
            true => "",
            false => ", and the queen stops the other side's",
        };
        format!(
            "{} wins because its {}-pawn promotes first{more}.",
            self.side,
            file_letter(self.pawn)
        )
    }

    /// The connected passed pawns of which it is one.
    fn connected(&self, explanation: &Explanation) -> Option<String> {
        let mut features = explanation.features.iter();
        let found = features.find(|one| {
            one.kind == FeatureKind::ConnectedPassedPawns && one.pawns.contains(&self.pawn)
        })?;
        Some(squares(found.pawns.iter().copied()))
    }

    /// With this passed pawn alone it would be mutual zugzwang, the side to move; but another pawn has a move to spare that wins.
    fn by_a_spare_move(&self, explanation: &Explanation) -> Option<String> {
        let analysis = &explanation.analysis;
        let position = &analysis.position;
        let own = position.pawns().of(self.side);
        let is_spare = |m: &&Move| own.contains(m.from) && m.from != self.pawn;
        let spare = analysis.best.iter().find(is_spare)?;
        let is_zugzwang = self.is_passed(explanation)
            && position.turn() == self.side
            && self.alone(explanation)?.is_zugzwang();
        let [white, black] = Color::BOTH.map(|color| position.king(color));
        let gives = match Opposition::of(white, black) {
            Some(Opposition::Near | Opposition::Distant) => "has to give up the opposition",
            _ => "has to give way",
        };
        is_zugzwang.then(|| {
            format!(
                "{} wins by a spare tempo of the pawn on {}: {} {gives}.",
                self.side, spare.from, !self.side
            )
        })
    }

    /// Would the king win with this passed pawn alone, wherever the other king stood?
    fn is_led(&self, explanation: &Explanation) -> bool {
        self.is_passed(explanation)
            && self
                .alone(explanation)
                .is_some_and(|facts| facts.is_on_key())
    }

    fn is_passed(&self, explanation: &Explanation) -> bool {
        let mut passed = explanation.passed_pawns.iter();
        passed.any(|one| one.pawn == self.pawn)
    }

    /// What is true of the kings and this pawn alone.
    fn alone(&self, explanation: &Explanation) -> Option<Facts> {
        let position = &explanation.analysis.position;
        let mut pawns = Pawns::NONE;
        match self.side {
            Color::White => pawns.white = self.pawn.set(),
            Color::Black => pawns.black = self.pawn.set(),
        }
        let [white, black] = Color::BOTH.map(|color| position.king(color));
        let setup = Setup::pawn_ending(white, black, pawns, position.turn());
        let alone = setup.validate().ok()?;
        Placement::from_position(&alone).map(|placement| Facts::new(&alone, placement))
    }

    /// Another pawn of the side's, files away, that the other king takes before.
    fn decoy(&self, explanation: &Explanation) -> Option<Square> {
        let mut here = explanation.analysis.position;
        for &m in &explanation.analysis.line[..self.ply] {
            let is_theirs = here.turn() != self.side && here.king(!self.side) == m.from;
            if is_theirs && here.is_capture(m) && m.to.file().abs_diff(self.pawn.file()) >= FAR {
                return Some(m.to);
            }
            here = here.play(m);
        }
        None
    }
}

/// A king that goes for a pawn so many files away is away from the other one.
const FAR: u32 = 3;
