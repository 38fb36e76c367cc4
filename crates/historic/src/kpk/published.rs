//! Rules of thumb for king and pawn against king, as they are published, each with a claim that can
//! be measured.
//!
//! The source is the page "KPK" of the Chess Programming Wiki, section "Imperfect Heuristics"
//! (2018), if nothing else is said. It gives no author for most of them. Where its words leave
//! something open, the item says so: *our reading*.

use peasant::board::{Bitboard, Square};
use peasant::kpk::bitbase;
use peasant::kpk::{Placement, Side, Verdict};

/// A rule: where it applies, the position is said to be won or drawn.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// A short name.
    pub name: &'static str,
    /// The rule in a sentence.
    pub text: &'static str,
    /// The claim.
    pub claim: Verdict,
    applies: fn(Placement) -> bool,
}

impl Rule {
    /// True if the rule applies to the position.
    #[must_use]
    pub fn applies(&self, placement: Placement) -> bool {
        (self.applies)(placement)
    }

    /// Counts how often the rule applies, and how often it is wrong, over every position with this side to
    /// move.
    #[must_use]
    pub fn measure(&self, turn: Side) -> Measure {
        measure(std::slice::from_ref(self), turn)
    }
}

/// Counts of what rules say about every position with one side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// Legal positions.
    pub positions: u32,
    /// Positions said to be won that are.
    pub won: u32,
    /// Positions said to be drawn that are.
    pub drawn: u32,
    /// Positions said to be won that are drawn.
    pub wrongly_won: u32,
    /// Positions said to be drawn that are won.
    pub wrongly_drawn: u32,
    /// Positions about which nothing is said.
    pub undecided: u32,
}

impl Measure {
    /// Positions about which something wrong is said.
    #[must_use]
    pub const fn wrong(&self) -> u32 {
        self.wrongly_won + self.wrongly_drawn
    }

    /// Positions about which something is said.
    #[must_use]
    pub const fn decided(&self) -> u32 {
        self.positions - self.undecided
    }

    /// Counts one position.
    pub(crate) fn add(&mut self, said: Option<Verdict>, truth: Verdict) {
        self.positions += 1;
        *match (said, truth) {
            (None, _) => &mut self.undecided,
            (Some(Verdict::Won), Verdict::Won) => &mut self.won,
            (Some(Verdict::Drawn), Verdict::Drawn) => &mut self.drawn,
            (Some(Verdict::Won), Verdict::Drawn) => &mut self.wrongly_won,
            (Some(Verdict::Drawn), Verdict::Won) => &mut self.wrongly_drawn,
        } += 1;
    }
}

/// Counts what the first rule that applies says, over every position with this side to move.
#[must_use]
pub fn measure(rules: &[Rule], turn: Side) -> Measure {
    let mut measure = Measure::default();
    for placement in Placement::all(turn) {
        let rule = rules.iter().find(|rule| rule.applies(placement));
        measure.add(rule.map(|rule| rule.claim), bitbase().probe(placement));
    }
    measure
}

/// "Seven, eight, nine" without the exclusion of the last rank that the page demands: why it does.
pub const SEVEN_EIGHT_NINE_ALL_RANKS: Rule = drawn(
    "seven, eight, nine, all ranks",
    "the same with the defender on any rank: not sound",
    seven_eight_nine,
);

/// The rules, those that claim a draw first.
pub const RULES: [Rule; 10] = [
    drawn(
        "pawn falls",
        "the defender, to move, takes the pawn",
        pawn_falls,
    ),
    drawn(
        "king before, king behind",
        "the defender stands on the stop square, the attacker's king right behind the pawn, defender to move",
        |p| p.turn() == Side::Defender && king_before(p) && is_at(p.attacker(), p, 0, -1),
    ),
    drawn(
        "king before, king diagonally behind",
        "the defender stands on the stop square, the attacker's king diagonally behind the pawn, attacker to move",
        |p| p.turn() == Side::Attacker && king_before(p) && beside(p.attacker(), p, -1),
    ),
    drawn(
        "opposition, pawn beside",
        "the kings in vertical opposition, the pawn beside the attacker's king, attacker to move",
        |p| p.turn() == Side::Attacker && opposition(p) && beside(p.attacker(), p, 0),
    ),
    drawn(
        "opposition, pawn checks",
        "the same after the pawn's step, which gives check: defender to move",
        |p| p.turn() == Side::Defender && opposition(p) && beside(p.attacker(), p, -1),
    ),
    drawn(
        "seven, eight, nine",
        "the attacker's king on one of the three squares behind the pawn, the defender on one of the three two ranks ahead but not on the last rank, attacker to move",
        |p| seven_eight_nine(p) && p.defender().rank() < 7,
    ),
    drawn(
        "rook pawn, king shut in",
        "a rook pawn, the attacker's king ahead of it on its file, and the defender two files away on the same rank, or a rank beside that with the move",
        shut_in,
    ),
    won(
        "guarded path",
        "the attacker's king guards every square ahead of the pawn, three at most, the pawn cannot be taken, and it is not the stalemate of the knight pawn on the sixth with the defender in the corner",
        guarded_path,
    ),
    won(
        "outside the square",
        "the defender cannot reach the square of the pawn, nor take it, and nothing stands ahead of it",
        |p| !ahead(p).contains(p.attacker()) && is_outside(p, 0),
    ),
    won(
        "outside the square, own king ahead",
        "the same with the attacker's king ahead of the pawn, which costs a move",
        |p| ahead(p).contains(p.attacker()) && is_outside(p, 1),
    ),
];

const fn drawn(name: &'static str, text: &'static str, applies: fn(Placement) -> bool) -> Rule {
    Rule {
        name,
        text,
        claim: Verdict::Drawn,
        applies,
    }
}

const fn won(name: &'static str, text: &'static str, applies: fn(Placement) -> bool) -> Rule {
    Rule {
        name,
        text,
        claim: Verdict::Won,
        applies,
    }
}

/// Is the square so many files to the right of the pawn, and so many ranks ahead of it?
fn is_at(square: Square, p: Placement, files: i32, ranks: i32) -> bool {
    let apart = |a: u32, b: u32| a as i32 - b as i32;
    (
        apart(square.file(), p.pawn().file()),
        apart(square.rank(), p.pawn().rank()),
    ) == (files, ranks)
}

/// Is the square on a file beside the pawn's, so many ranks ahead of it?
fn beside(square: Square, p: Placement, ranks: i32) -> bool {
    is_at(square, p, -1, ranks) || is_at(square, p, 1, ranks)
}

/// The squares ahead of the pawn on its file, the stop square first.
pub(super) fn ahead(p: Placement) -> Bitboard {
    let mut ahead = p.pawn().set().up();
    for _ in 0..6 {
        ahead |= ahead.up();
    }
    ahead
}

/// Can the defender, to move, take the pawn?
pub(super) fn pawn_falls(p: Placement) -> bool {
    p.turn() == Side::Defender
        && p.defender().distance(p.pawn()) == 1
        && p.attacker().distance(p.pawn()) > 1
}

/// Does the defender stand on the stop square?
fn king_before(p: Placement) -> bool {
    is_at(p.defender(), p, 0, 1)
}

/// Do the kings face each other on a file, the attacker's below?
fn opposition(p: Placement) -> bool {
    p.defender().index() == p.attacker().index() + 16
}

/// The page numbers the squares from h1 and compares differences, so that the edges of the board
/// are joined; our reading takes squares of the board.
fn seven_eight_nine(p: Placement) -> bool {
    let near = |square, ranks| (-1..=1).any(|files| is_at(square, p, files, ranks));
    p.turn() == Side::Attacker && near(p.attacker(), -1) && near(p.defender(), 2)
}

/// The page says only that the defender "prevents the king from leaving the rook file"; the squares
/// are our reading.
fn shut_in(p: Placement) -> bool {
    let rook_pawn = matches!(p.pawn().file(), 0 | 7);
    let (attacker, defender) = (p.attacker(), p.defender());
    let ranks = attacker.rank().abs_diff(defender.rank());
    rook_pawn
        && ahead(p).contains(attacker)
        && attacker.file().abs_diff(defender.file()) == 2
        && (ranks == 0 || ranks == 1 && p.turn() == Side::Defender)
}

/// The stalemate is one of the defender's; with the attacker to move it is none.
pub(super) fn guarded_path(p: Placement) -> bool {
    let unguarded = ahead(p) - p.attacker().set().king_steps();
    let corner = matches!((p.pawn().file(), p.defender().file()), (1, 0) | (6, 7));
    let stalemate =
        p.turn() == Side::Defender && corner && p.pawn().rank() == 5 && p.defender().rank() == 7;
    unguarded.is_empty() && !pawn_falls(p) && !stalemate
}

/// The rule of the square: the defender needs more steps to the promotion square than the pawn, and
/// the pawn cannot be taken at once. `lost` moves go to clearing the file.
fn is_outside(p: Placement, lost: u32) -> bool {
    outside_by(p, lost) > 0 && !pawn_falls(p)
}

/// How many steps the defender needs more than the pawn, which takes a double step if it can and
/// loses so many moves.
pub(super) fn outside_by(p: Placement, lost: u32) -> i32 {
    let double = u32::from(p.pawn().rank() == 1);
    let tempo = u32::from(p.turn() == Side::Defender);
    let steps = 7 - p.pawn().rank() - double + lost + tempo;
    let promotion = Square::at(p.pawn().file(), 7);
    p.defender().distance(promotion) as i32 - steps as i32
}
