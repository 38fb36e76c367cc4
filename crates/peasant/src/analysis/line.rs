//! A line of best play, no move of which is shown before it is proved to keep the result.

mod defence;
mod draw;

use super::answer::{LineEnd, MoveAnalysis};
use super::end::{by_checks, has_piece, holder, is_plain};
use super::inquiry::{Crossed, Inquiry, is_zeroing};
use super::natural::{gives_a_pawn, is_free, keeps_up, may_promote, runs, to_a_queen};
use super::passed_pawn::PassedPawn;
use crate::board::{Color, Move, Pawns, Position, Role, Square};
use crate::prove::{Aim, Effort, MAX_PIECES, Measure, WEIGHT};
use crate::rules::Rules;
use crate::value::{Bounds, Wdl};

/// A line goes on after a promotion with moves that cost no more to prove: two slices with a promoted piece.
const LINE_MOVE: Effort = Effort(2 * WEIGHT[1].0);

/// A line ends after so many plies, wherever it is.
const LONGEST: usize = 400;

/// Against a bare king the winner may take so many plies longer in all to keep the pawns.
const SAFELY: u16 = 8;

/// And so many against pawns: there a pawn is often what the win costs, sooner or later.
const SAFELY_AGAINST_PAWNS: u16 = 2;

/// So many plies longer a way is that begins with a move too many.
const A_MOVE: u16 = 2;

/// The winner may give up so many plies to take something.
const AS_SOON: u16 = 2;

/// With so many checks a winner may take what the loser has promoted.
const CHECKS: u8 = 2;

/// Moves, and why they end; `None` if there is nothing to show.
pub(crate) type Line = (Vec<Move>, Option<LineEnd>);

/// Best play from a position whose result is proved, and why it ends.
pub(super) fn line(inquiry: &mut Inquiry, start: &Position, result: Wdl) -> Result<Line, Crossed> {
    let begun = Begun {
        shows_traps: true,
        ..Begun::new(inquiry, start, result)
    };
    go_on(inquiry, start, result, begun)
}

/// The same for a line that begins with a move, whose result for the side that makes it is proved.
pub(crate) fn after(
    inquiry: &mut Inquiry,
    start: &Position,
    first: Move,
    result: Wdl,
) -> Result<Line, Crossed> {
    let begun = Begun::new(inquiry, start, result);
    let (rest, end) = go_on(inquiry, &start.play(first), -result, begun)?;
    Ok(([vec![first], rest].concat(), end))
}

/// The same where the loser holds out as long as it is known to, and does nothing else.
pub(crate) fn longest_after(
    inquiry: &mut Inquiry,
    start: &Position,
    first: Move,
    result: Wdl,
) -> Result<Line, Crossed> {
    let begun = Begun {
        only_longest: true,
        ..Begun::new(inquiry, start, result)
    };
    let (rest, end) = go_on(inquiry, &start.play(first), -result, begun)?;
    Ok(([vec![first], rest].concat(), end))
}

/// The same for a line that has begun elsewhere.
pub(super) fn go_on(
    inquiry: &mut Inquiry,
    here: &Position,
    result: Wdl,
    begun: Begun,
) -> Result<Line, Crossed> {
    let mut course = Course {
        begun,
        result,
        here: *here,
        moves: Vec::new(),
        seen: vec![*here],
        quiet: 0,
        offered: None,
        given_up: 0,
        critical: Vec::new(),
    };
    let end = loop {
        if let Some(end) = course.ended(inquiry) {
            break end;
        }
        if course.moves.len() == LONGEST {
            break LineEnd::TooLong;
        }
        let Some(next) = course.next_move(inquiry)? else {
            break if course.result == Wdl::Draw && !course.here.is_pawn_ending() {
                LineEnd::Drawn
            } else {
                LineEnd::Unproved
            };
        };
        if course.play(next) {
            break LineEnd::Repetition;
        }
    };
    Ok((course.moves, Some(end)))
}

/// A line as far as it goes.
struct Course {
    begun: Begun,
    here: Position,
    /// For the side to move.
    result: Wdl,
    moves: Vec<Move>,
    seen: Vec<Position>,
    /// Plies since the men on the board have changed.
    quiet: usize,
    /// The square of the pawn that the last move has offered.
    offered: Option<Square>,
    /// By how many plies the loser's moves were shorter than the longest, or the winner's longer than the shortest to keep its pawns.
    given_up: u16,
    /// What is left of the critical way of a draw, the last move first.
    critical: Vec<Move>,
}

/// What a line began with.
#[derive(Clone, Copy)]
pub(super) struct Begun {
    /// Pieces beside kings and pawns.
    pieces: usize,
    /// What the winner is after, if somebody wins.
    aim: Option<Aim>,
    /// The loser looks for the longest defence alone.
    only_longest: bool,
    /// In a draw whoever tries does so where the other may go wrong.
    shows_traps: bool,
}

impl Begun {
    pub fn new(inquiry: &mut Inquiry, start: &Position, result: Wdl) -> Begun {
        Begun {
            pieces: pieces(start),
            aim: winner(start, result).map(|winner| inquiry.aim(start, winner)),
            only_longest: false,
            shows_traps: false,
        }
    }

    /// How to measure ways: after pawn endings the tables of two pieces would take more than all the rest.
    fn measure(self, here: &Position) -> Measure {
        if self.pieces == 0 && pieces(here) == MAX_PIECES {
            Measure::AtSight
        } else {
            Measure::Proved
        }
    }

    /// Has a pawn become a piece since? What was there from the beginning plays on like kings and pawns.
    fn promoted(self, here: &Position) -> bool {
        pieces(here) > self.pieces
    }
}

/// How many pieces there are beside kings and pawns.
pub(super) fn pieces(here: &Position) -> usize {
    let pieces = here.occupied() - here.pawns().occupied();
    pieces.count() as usize - 2
}

/// Who wins, if anybody does.
pub(super) fn winner(here: &Position, result: Wdl) -> Option<Color> {
    match result {
        Wdl::Win => Some(here.turn()),
        Wdl::Draw => None,
        Wdl::Loss => Some(!here.turn()),
    }
}

impl Course {
    /// Goes on. Has the position been there before?
    fn play(&mut self, m: Move) -> bool {
        self.quiet = if is_zeroing(&self.here, m) {
            0
        } else {
            self.quiet + 1
        };
        self.offered = gives_a_pawn(&self.here, m).then_some(m.to);
        self.here = self.here.play(m);
        self.result = -self.result;
        self.moves.push(m);
        let repeated = self.seen.contains(&self.here);
        self.seen.push(self.here);
        repeated
    }

    /// Is there nothing left to show?
    fn ended(&self, inquiry: &mut Inquiry) -> Option<LineEnd> {
        let here = &self.here;
        if here.is_checkmate() {
            return Some(LineEnd::Mate);
        }
        if here.is_stalemate() {
            return Some(LineEnd::Stalemate);
        }
        if here.is_pawn_ending() {
            return (here.pawns() == Pawns::NONE).then_some(LineEnd::Drawn);
        }
        match inquiry.rules {
            Rules::Newborn => {
                let a_queen_up = !here.pieces(here.turn(), Role::Queen).is_empty();
                (a_queen_up || self.result == Wdl::Loss).then_some(LineEnd::Promotion)
            }
            Rules::Chess => match winner(here, self.result) {
                Some(winner) => self.won(inquiry, winner),
                // The other side's queen comes first.
                None if self.begun.promoted(here) && !may_promote(here) => {
                    holder(here).map(|defender| LineEnd::PawnsHold { defender })
                }
                None => None,
            },
        }
    }

    /// Is the rest in every book?
    fn won(&self, inquiry: &mut Inquiry, winner: Color) -> Option<LineEnd> {
        let aim = self.begun.aim?;
        if aim == Aim::Mate {
            return None;
        }
        if is_plain(&self.here, winner) {
            return Some(LineEnd::PlainlyWon { winner });
        }
        if has_piece(&self.here, !winner) {
            return None;
        }
        let end = inquiry.end_in(&self.here, winner, aim)?;
        (end.plies == 0).then_some(LineEnd::PawnsStopped { winner })
    }

    /// The move that the line goes on with, if one is proved to keep the result and leads on.
    fn next_move(&mut self, inquiry: &mut Inquiry) -> Result<Option<Move>, Crossed> {
        let moves = inquiry.rules.moves(&self.here);
        let mut choices = self.keeping(inquiry, &moves)?;
        // Proved without a look at these moves: look now.
        let unseen: Vec<Move> = moves
            .iter()
            .filter(|m| !choices.contains(m))
            .copied()
            .collect();
        let before = choices.len();
        for m in unseen {
            let next = self.here.play(m);
            let defends = self.here.is_capture(m) || keeps_up(&self.here, m) == Some(true);
            let is_told = before == 0 || self.result == Wdl::Loss && defends;
            if next.is_pawn_ending() && is_told {
                inquiry.settle(&next)?;
            } else if is_told || self.is_to_the_point(m) {
                inquiry.work(&next, LINE_MOVE)?;
            }
        }
        choices = self.keeping(inquiry, &moves)?;
        match self.result {
            Wdl::Win => {
                let is_new = |m: &Move| !self.seen.contains(&self.here.play(*m));
                if choices.iter().any(is_new) {
                    choices.retain(is_new);
                }
                let best = self.winning_move(inquiry, &choices);
                Ok(best.map(|m| to_a_queen(m, &choices)))
            }
            Wdl::Draw => self.drawing_move(inquiry, choices, moves.len()),
            Wdl::Loss => self.losing_move(inquiry, &choices),
        }
    }

    /// Is a move worth a short look: does the winner take or push a pawn, or a pawn of the loser run?
    fn is_to_the_point(&self, m: Move) -> bool {
        match self.result {
            Wdl::Win => is_zeroing(&self.here, m),
            Wdl::Draw => m.promotion == Some(Role::Queen),
            Wdl::Loss => runs(&self.here, m),
        }
    }

    /// The moves that are known to keep the result.
    fn keeping(&self, inquiry: &mut Inquiry, moves: &[Move]) -> Result<Vec<Move>, Crossed> {
        let mut choices = Vec::new();
        for &m in moves {
            if inquiry.known(&self.here.play(m))?.exact() == Some(-self.result) {
                choices.push(m);
            }
        }
        Ok(choices)
    }

    /// In how many plies the end comes after a move, if that can be told: also where the loser's new queen falls by checks.
    fn end_after(&self, inquiry: &mut Inquiry, m: Move) -> Option<u16> {
        let winner = winner(&self.here, self.result)?;
        let aim = self.begun.aim?;
        let next = self.here.play(m);
        if aim == Aim::Promotion
            && has_piece(&next, !winner)
            && let Some(plies) = by_checks(inquiry, &next, winner, CHECKS)
        {
            return Some(plies);
        }
        inquiry.end_in(&next, winner, aim).map(|end| end.plies)
    }

    /// A move with the way to the next zeroing move.
    fn measured(&self, inquiry: &mut Inquiry, m: Move) -> MoveAnalysis {
        let measure = self.begun.measure(&self.here);
        MoveAnalysis {
            distance: inquiry.distance(&self.here, m, self.result, measure),
            ..MoveAnalysis::new(m, Bounds::exactly(self.result))
        }
    }

    /// The shortest way to the end that is known, or else to the next zeroing move: best to a promotion, or towards one.
    fn winning_move(&mut self, inquiry: &mut Inquiry, choices: &[Move]) -> Option<Move> {
        let to_end = choices.iter().filter_map(|&m| {
            let plies = self.end_after(inquiry, m)?;
            Some((plies, kind(&self.here, m), m))
        });
        let to_end: Vec<(u16, u8, Move)> = to_end.collect();
        let soonest = to_end.iter().min_by_key(|&&(plies, kind, _)| (plies, kind));
        if let Some(runs) = self.free_run(choices, soonest.map(|&(plies, ..)| plies)) {
            return Some(runs);
        }
        if let Some(&(soonest, _, best)) = soonest {
            let takes = to_end.iter().filter(|&&(plies, _, m)| {
                let takes = self.here.is_pawn_ending() && self.here.is_capture(m);
                takes && plies <= soonest + AS_SOON && !runs(&self.here, best)
            });
            let takes = takes.min_by_key(|&&(plies, ..)| plies);
            let best = takes.map_or(best, |&(.., m)| m);
            return Some(self.without_loss(inquiry, &to_end, best).unwrap_or(best));
        }
        let measured: Vec<_> = choices.iter().map(|&m| self.measured(inquiry, m)).collect();
        if measured.iter().all(|m| m.distance.is_none())
            && let Some(found) = self.searched_move(inquiry, choices)
        {
            return Some(found);
        }
        // With a piece a winner who does not know the way might go round in circles.
        let known = measured
            .into_iter()
            .filter(|m| m.distance.is_some() || self.here.is_pawn_ending());
        let best = known.min_by_key(|m| {
            let kind = kind(&self.here, m.r#move);
            (m.rank(), kind, self.to_promotion(m.r#move))
        });
        best.map(|best| best.r#move)
    }

    /// Where the best move gives a pawn away: one that does not, if it wins about as soon. Against a bare king no pawn is left to it either.
    fn without_loss(
        &mut self,
        inquiry: &mut Inquiry,
        to_end: &[(u16, u8, Move)],
        best: Move,
    ) -> Option<Move> {
        let here = &self.here;
        let is_bare = here.men(!here.turn()).count() == 1;
        if !here.is_pawn_ending() || !is_bare && !gives_a_pawn(here, best) {
            return None;
        }
        let leaves = |m: Move| {
            let next = here.play(m);
            let mut answers = next.legal_moves().into_iter();
            let matters = |answer: &Move| m.promotion.is_none() || answer.to == m.to;
            answers.any(|answer| matters(&answer) && is_free(&next, answer))
        };
        let goes_on = |m: Move| {
            let next = here.play(m);
            let mut answers = next.legal_moves().into_iter();
            !self.seen.contains(&next) && !answers.any(|m| self.seen.contains(&next.play(m)))
        };
        let loses = |m: Move| match is_bare {
            true => leaves(m),
            false => gives_a_pawn(here, m),
        };
        let keeps = |m: Move| goes_on(m) && !loses(m);
        let soonest = to_end.iter().map(|&(plies, ..)| plies).min()?;
        let safely = match is_bare {
            true => SAFELY,
            false => SAFELY_AGAINST_PAWNS,
        };
        let most = soonest + safely.saturating_sub(self.given_up);
        let safe = to_end
            .iter()
            .filter(|&&(plies, _, m)| plies <= most && keeps(m));
        let &(plies, _, m) = safe.min_by_key(|&&(plies, kind, _)| (plies, kind))?;
        if !is_bare && plies == soonest + A_MOVE && self.puts_off(inquiry, m, best) {
            return None;
        }
        self.given_up += plies - soonest;
        Some(m)
    }

    /// Does a king's step only put a sacrifice off: is that the soonest after the longest answer all the same?
    fn puts_off(&self, inquiry: &mut Inquiry, m: Move, sacrifice: Move) -> bool {
        let Some(aim) = self.begun.aim else {
            return false;
        };
        let (rules, winner, next) = (inquiry.rules, self.here.turn(), self.here.play(m));
        let mut end = |here: &Position| inquiry.end_in(here, winner, aim).map(|end| end.plies);
        let answers = rules.moves(&next).into_iter();
        let longest = answers.max_by_key(|&answer| end(&next.play(answer)));
        let Some(there) = longest.map(|answer| next.play(answer)) else {
            return false;
        };
        let moves = rules.moves(&there).into_iter();
        let ends = moves.filter_map(|m| Some((end(&there.play(m))?, m)));
        ends.min().is_some_and(|(_, soonest)| soonest == sacrifice)
    }

    /// The step of a pawn that nobody can catch, if it promotes no later than the end comes otherwise.
    fn free_run(&self, choices: &[Move], soonest: Option<u16>) -> Option<Move> {
        let runs = choices.iter().filter_map(|&m| {
            let pawn = PassedPawn::uncaught(&self.here.play(m)).filter(|pawn| pawn.pawn == m.to)?;
            let is_king = self.here.king(self.here.turn()) == m.from;
            (!is_king).then_some((2 * pawn.moves as u16, m))
        });
        let (plies, first) = runs.min_by_key(|&(plies, _)| plies)?;
        soonest
            .is_none_or(|soonest| plies < soonest)
            .then_some(first)
    }

    /// The move of a way that a search has found.
    fn searched_move(&self, inquiry: &mut Inquiry, choices: &[Move]) -> Option<Move> {
        let winner = self.here.turn();
        let plies =
            |inquiry: &mut Inquiry, m| inquiry.proof.searched_way(&self.here.play(m), winner);
        let ways = choices
            .iter()
            .filter_map(|&m| Some((plies(inquiry, m)?, m)));
        ways.min().map(|(_, m)| m)
    }

    /// How many steps from its promotion a passed pawn is after its move; more than any for other moves.
    fn to_promotion(&self, m: Move) -> u32 {
        if runs(&self.here, m) {
            7 - m.to.seen_by(self.here.turn()).rank()
        } else {
            u32::MAX
        }
    }
}

/// Of moves that are as good: mate first, then what changes the men on the board.
pub(super) fn kind(here: &Position, m: Move) -> u8 {
    if here.play(m).is_checkmate() {
        0
    } else if !here.is_pawn_ending() && here.is_capture(m) {
        1
    } else if is_zeroing(here, m) {
        2 + u8::from(m.promotion.is_some_and(|role| role != Role::Queen))
    } else {
        4
    }
}
