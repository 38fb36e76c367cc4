//! The constants that steer a proof, with the measurement behind them where one is on record; the others were chosen by trial. None
//! of them can make an answer wrong: they say what is tried first, and when it is enough. `docs/laboratory.md` tells more.

use super::effort::Effort;

/// Slices with more promoted pieces are not solved: three would take 262,144 planes, 256 MiB a bound. Without pawns the base
/// has them.
pub(crate) const MAX_PIECES: usize = 2;

/// What the work on a structure costs, by its promoted pieces. Each multiplies the planes by 64; measured, a bound takes some
/// 1 us, 0.45 ms and 65 ms.
pub(crate) const WEIGHT: [Effort; 4] = [Effort(1), Effort(64), Effort(4096), Effort(1 << 40)];

/// By how much children with promoted pieces count as dearer in a descent, in quarters of a power of two. Less than what they
/// cost, with three pieces more than can ever be spent. By trial.
pub(crate) const DEARER_BY_PIECES: [u32; 4] = [0, 8, 32, 160];

/// An attacker with a promoted piece seldom needs to move its pawns: such exits count as dearer, in quarters of a power of two.
pub(crate) const DEARER_PUSH: u32 = 16;

/// And so does anything but a queen: under-promotion comes last in the order of work.
pub(crate) const DEARER_UNDERPROMOTION: u32 = 48;

/// Chances are counted in so many parts.
pub(crate) const CERTAIN: u32 = 1 << 12;

/// An exit of which nothing is known turns out well for its mover three times in ten.
pub(crate) const FIRST_CHANCE: u32 = CERTAIN * 3 / 10;

/// What is expected of an exit weighs as much as so many tries.
pub(crate) const EXPERIENCE: u32 = 8;

/// A child is dearer by this power of the pushes that must be answered there.
pub(crate) const DEARER_BY_PUSHES: u32 = 2;

// How a question is worked on.

/// The first try at each of a position's two questions; every further try has twice as much.
pub(crate) const FIRST_TRY: Effort = Effort(64);

/// A child may be worked on for half as much again as it has had, and so much.
pub(crate) const FIRST_VISIT: Effort = Effort(4);

/// An exact distance may cost so much, and as much again as there are structures in the proof.
pub(crate) const DISTANCE: Effort = Effort(200);

/// Goals that were left unresolved after so much effort are disabled: what they hang on cannot be solved.
pub(crate) const DISABLE: Effort = Effort(1 << 16);

/// More endings than this are not remembered as unresolved.
pub(crate) const MAX_UNRESOLVED: usize = 12;

/// A line goes on after a promotion with moves that cost no more to prove: two slices with a promoted piece.
pub(crate) const LINE_MOVE: Effort = Effort(2 * WEIGHT[1].0);

// Explaining.

/// What an explanation may cost, shared among its parts: some 100 ms to half a second.
pub(crate) const EXPLAINING: Effort = Effort(1 << 14);

// Refinement.

/// Leaves are looked into so many exits deep.
pub(crate) const LEAF_DEPTH: usize = 5;

/// A search for a strategy ends when the relaxed game was mistaken in so many structures.
pub(crate) const MOST_GAPS: usize = 16;

/// A leaf may cost so much at first: so many slices with one piece at each depth.
pub(crate) const FIRST_LEAF: Effort = Effort(64 * WEIGHT[1].0);

/// And so many times more when nothing else is left to try.
pub(crate) const LEAF_AGAIN: u64 = 4;

/// Slices with two pieces are solved for the leaves of a strategy if these are all that can follow: 17 s.
pub(crate) const FAMILY: u64 = 256;

/// Or so many times what has been spent.
pub(crate) const FAMILY_GROWS: u64 = 4;

/// And no more are counted.
pub(crate) const FAMILY_COUNTED: usize = 1 << 14;

/// They are counted for so many leaves.
pub(crate) const FAMILY_LEAVES: usize = 4096;

/// The pawn endings that are left when a piece is taken are solved for a leaf that is to be won, if it costs no more. With 256 Fine no. 70
/// hung on queens on both sides; with 1,024 it took as long.
pub(crate) const TRADE: Effort = Effort(1 << 9);

/// Newborn's game may take so many times what a question is worth: as long as it is open nothing can be proved by it, and a draw
/// needs both players' games. With one, a wide draw was half proved while nothing was known of the other half.
pub(crate) const RELAXED_FIRST: u64 = 4;

/// The pessimistic game may take this part of what a question is worth.
pub(crate) const PESSIMISTIC_PART: u64 = 4;

/// The first try at each point of a structure of which the map is wanted.
pub(crate) const EACH_POINT: Effort = Effort(128);

/// Descents have this part of what a question about a pawn ending is worth: what refinement has left, if that is more.
pub(crate) const DESCENT_PART: u64 = 8;

/// What it takes to find a strategy in one structure.
pub(crate) const STRATEGY: Effort = Effort(8);

/// What it costs to count how far the end is in one structure, by its promoted pieces: 34 us without, so many times as much as
/// there are planes with.
pub(crate) const COUNT_DOWN: [Effort; 4] = [Effort(4), Effort(256), Effort(16384), Effort(1 << 40)];

/// The same for the mates of an ending without pawns, one plane in six of which is counted: 50 ms with two pieces.
pub(crate) const COUNT_MATES: [Effort; 4] = [Effort(1), Effort(64), Effort(6000), Effort(1 << 40)];

/// Counting how far the end is may cost so much, and as much as the proof.
pub(crate) const ENDS: Effort = Effort(1 << 13);

/// Everything below a position is solved before, so that what is counted is exact, if it costs no more to count all of it.
pub(crate) const WHOLE: Effort = Effort(1 << 12);

/// The same where mate is what is counted: queen against pawn, and single pieces against each other.
pub(crate) const MATES: Effort = Effort(1 << 16);

// Search of positions.

/// So many positions cost as much as a structure without pieces that is expanded: some 8 us.
pub(crate) const POSITIONS: u64 = 6;

/// The table of a search may grow by this part of the memory that is left.
pub(crate) const SEARCH_ROOM: u64 = 4;

/// An end of a search is solved from so many slices: those that its pawns lead to.
pub(crate) const SIMPLE: usize = 64;

/// But only when the search has met so many of its positions: most are won or left before. Of queen-leaves.epd the median is proved in
/// 20 ms so, in 32 ms if slices are made at once; with 1024 three fewer are proved in a second.
pub(crate) const MET: u32 = 256;

/// Where structures are limited so many positions count as one: they take as long as a slice with a piece.
pub(crate) const POSITIONS_A_STRUCTURE: u64 = 512;

/// A question in which the player who is to win has a piece is searched for so many times what it is worth: what is proved at all is then
/// proved soon.
pub(crate) const SEARCH_AHEAD: u64 = 8;

/// But for no more than this, or what it is worth.
pub(crate) const SEARCH_AHEAD_MOST: Effort = Effort(1 << 13);

/// Pawn endings are searched when their question is worth so much: others are proved sooner by slices.
pub(crate) const SEARCH_FROM: Effort = Effort(1 << 13);

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

/// Everything below a goal is solved when it costs at most so many times what has been spent on it: exact
/// slices cost that much less than a descent. 16 cost more in searching below than it gained.
pub(crate) const SUBTREE_GAIN: u64 = 8;

/// But never more than so many goals like it: a look from a root came by 55 million in 40 s, in vain.
pub(crate) const MAX_SUBTREE: u64 = 1 << 16;

/// So many goals that a look below comes by cost as much as one that is solved.
pub(crate) const LOOKS: u64 = 16;

/// After a vain try the next must be worth so many times more.
pub(crate) const TRY_AGAIN: u64 = 4;

/// An attacker with a promoted piece is first tried with its pawns fixed, if that costs no more.
pub(crate) const MAX_FIXED_PAWNS: Effort = Effort(16 * WEIGHT[1].0);

/// Or if it costs no more than this part of all work so far.
pub(crate) const FIXED_PAWNS_PART: u64 = 256;

/// A slice with two promoted pieces is solved if everything below costs no more: 40 slices like it.
pub(crate) const MAX_LARGE: Effort = Effort(40 * WEIGHT[2].0);

/// Or if it costs no more than this part of all work so far.
pub(crate) const LARGE_PART: u64 = 8;

/// What solving an ending of three pieces for the base counts for: two seconds. It is done for a goal below which it lies when
/// the proof has cost as much.
pub(crate) const BUILD: Effort = Effort(64 * WEIGHT[2].0);

// Threads.

/// So many slices without pieces, and with one, are solved at a time, side by side where there are threads. A number
/// that does not depend on the threads: then neither does what is found.
pub(crate) const BATCH: [usize; MAX_PIECES] = [256, 32];

/// No thread takes fewer of them: a slice without pieces takes less time than handing it over.
pub(crate) const LEAST: [usize; MAX_PIECES + 1] = [32, 1, 1];

/// Both players' attacks are worked on at the same time when each may cost so much: less takes less time than a thread.
pub(crate) const SIDE_BY_SIDE: Effort = Effort(256);

/// The stack of the second thread, in bytes.
pub(crate) const STACK: usize = 8 << 20;

// Memory and reports.

/// Room that is kept free for solving one more structure, by promoted pieces, in bytes, beside the buffers that are in use: with two,
/// eight buffers of 2 MiB, two solutions of 4 MiB, and as much again. So the peak stayed within 4 % of limits from 128 to 1024 MiB.
pub(crate) const WORK_ROOM: [u64; 3] = [1 << 20, 4 << 20, 48 << 20];

/// So much is made free by a proof when a relaxed game beside it has no room left.
pub(crate) const RELAXED_ROOM: u64 = 16 << 20;

/// Progress is reported every so many structures.
pub(crate) const REPORT: u64 = 512;
