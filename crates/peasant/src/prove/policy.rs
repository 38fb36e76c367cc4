//! The constants that steer a proof, with the measurement behind them where one is on record; the others were chosen by trial. None
//! of them can make an answer wrong: they say what is tried first, and when it is enough. `docs/laboratory.md` tells more.

use super::effort::Effort;

pub(crate) use crate::rules::MAX_PIECES;

/// What the work on a structure costs, by its promoted pieces. Each multiplies the planes by 64; measured, a bound takes some
/// 1 us, 0.45 ms and 65 ms.
pub(crate) const WEIGHT: [Effort; 4] = [Effort(1), Effort(64), Effort(4096), Effort::AGES];

/// By how much children with promoted pieces count as dearer in a descent, in quarters of a power of two. Less than what they
/// cost, with three pieces more than can ever be spent. By trial.
pub(crate) const DEARER_BY_PIECES: [u32; 4] = [0, 8, 32, 160];

/// An attacker with a promoted piece seldom needs to move its pawns: such exits count as dearer, in quarters of a power of two.
pub(crate) const DEARER_PUSH: u32 = 16;

/// And so does anything but a queen: under-promotion comes last in the order of work.
pub(crate) const DEARER_UNDERPROMOTION: u32 = 48;

/// An exit of which nothing is known turns out well for its mover so many times in ten.
pub(crate) const FIRST_CHANCE: u32 = 3;

/// What is expected of an exit weighs as much as so many tries.
pub(crate) const EXPERIENCE: u32 = 8;

/// A child is dearer by this power of the pushes that must be answered there.
pub(crate) const DEARER_BY_PUSHES: u32 = 2;

// How a question is worked on.

/// What a small matter may cost, some 50 ms: half of an explanation, the way to an end, a search before all else. Pawn endings whose question
/// is worth less are not searched: slices prove them sooner.
pub(crate) const SMALL_MATTER: Effort = Effort(1 << 13);

/// What was tried in vain is tried again for so many times more.
pub(crate) const AGAIN: u64 = 4;

/// The first try at each of a position's two questions; every further try has twice as much. An exact distance may cost four times that, and
/// as much again as there are structures in the proof.
pub(crate) const FIRST_TRY: Effort = Effort(64);

/// A child may be worked on for half as much again as it has had, and so much.
pub(crate) const FIRST_VISIT: Effort = Effort(4);

/// Goals that were left unresolved after so much effort are disabled: what they hang on cannot be solved.
pub(crate) const DISABLE: Effort = Effort(1 << 22);

// Refinement.

/// Leaves are looked into at so many depths: by themselves, one exit deep, two, ...
pub(crate) const LEAF_DEPTH: u8 = 5;

/// A search for a strategy ends when the relaxed game was mistaken in so many structures.
pub(crate) const MOST_GAPS: usize = 16;

/// A leaf may cost so much at first: so many slices with one piece at each depth.
pub(crate) const FIRST_LEAF: Effort = Effort(64 * WEIGHT[1].0);

/// And so much before slices with two pieces are solved. With the first price alone two draws of seven pawns, proved in 5 s with three
/// such slices, stayed open after 15 s and 600 of them when nothing but the order of work was another; four times as much is as good.
pub(crate) const BEFORE_QUEENS: Effort = Effort(1024 * WEIGHT[1].0);

/// Slices with two pieces are solved for the leaves of a strategy if they cost no more than so many times what has been spent.
pub(crate) const FAMILY_GROWS: u64 = 4;

/// Newborn's game may take so many times what a question is worth: as long as it is open nothing can be proved by it, and a draw
/// needs both players' games. With one, a wide draw was half proved while nothing was known of the other half. The pessimistic game may take
/// this part of it.
pub(crate) const RELAXED: u64 = 4;

/// Descents have this part of what a question about a pawn ending is worth: what refinement has left, if that is more.
pub(crate) const DESCENT_PART: u64 = 8;

/// What it takes to find a strategy in one structure.
pub(crate) const STRATEGY: Effort = Effort(8);

/// The same where mate is what is counted: queen against pawn, and single pieces against each other.
pub(crate) const MATES: Effort = Effort(1 << 16);

// Search of positions.

/// So many positions cost as much as a structure without pieces that is expanded: some 8 us. Measured, a position takes 2.3 to 4.5.
pub(crate) const POSITIONS: u64 = 2;

/// An end of a search is solved from so many slices: those that its pawns lead to.
pub(crate) const SIMPLE: usize = 64;

/// But only when the search has met so many of its positions: most are won or left before. Of queen-leaves.epd the median is proved in
/// 20 ms so, in 32 ms if slices are made at once; with 1024 three fewer are proved in a second.
pub(crate) const MET: u32 = 256;

/// A question in which the player who is to win has a piece is searched for so many times what it is worth: what is proved at all is then
/// proved soon.
pub(crate) const SEARCH_AHEAD: u64 = 8;

/// For so many times what it is worth. Of 63 studies that are open after 2 s otherwise 19 are proved with one, 24 with two, 23 with four.
pub(crate) const SEARCH_PAWNS: u64 = 2;

/// As long as a win's proof number is at most so many times the disproof's. Of 108 studies that were searched for 12,000 positions nearly
/// all that were proved later had less than ten, and most others more.
pub(crate) const NEAR: u32 = 10;

/// And where the games claim that it is held. What they are mistaken in is found at the first try, or comes this near: of 55 hard endings
/// from games 21 are proved in 10 s, and 19 if searched as the others; of 123 of a trainer 61 in 2 s, 62 as the others, 46 without a
/// first try.
pub(crate) const NEAR_THOUGH_HELD: u32 = 4;

/// Or for this part of it, where no proof is near: else one ending in twenty from games was lost.
pub(crate) const FAR_FROM_PROOF: u64 = 16;

// Bottom-up solving.

/// Everything below a goal with a piece is solved when it costs at most so many times what has been spent on it: exact slices cost that
/// much less than a descent.
pub(crate) const SUBTREE_GAIN: u64 = 8;

/// So many goals that a look below comes by cost as much as one that is solved.
pub(crate) const LOOKS: u64 = 16;

/// An attacker with a promoted piece is first tried with its pawns fixed, if that costs no more; so are the pawn endings that are left
/// when a piece is taken, for a leaf that is to be won. With half of it Fine no. 70 hung on queens on both sides, with twice as much
/// it takes 879 structures and not 514.
pub(crate) const MAX_FIXED_PAWNS: Effort = Effort(8 * WEIGHT[1].0);

/// Slices with two promoted pieces are solved if all of them, for a leaf or below a goal, cost no more: 40. Without that floor for leaves
/// an ending of four pawns took 0.4 s and not 0.14; with 256 it took as long.
pub(crate) const MAX_LARGE: Effort = Effort(40 * WEIGHT[2].0);
