//! The search: depth-first alpha-beta without iteration and without a limit of depth.
//!
//! Source: Chess Programming Wiki, "PawnKing", "Search", after H. Horacek, "Knowledge-Based Move Selection and Evaluation to Guide the
//! Search in Chess Pawn Endings", ICCA Journal 6(3), 1983. A position ends a line when its value is settled, when it repeats one on the way
//! (balanced), or when the table knows it. Our reading: moves without a plan come last; with [`Options::selective`] only a side that loses
//! otherwise looks at them, so that a win is still claimed against every reply. A draw by repetition may rest on a line that is won
//! after all: then the search is begun again, with the wins that it has found. Promotions are judged as by
//! Newborn's rules ([`peasant::rules`]).

use super::global::{self, Judgement};
use super::grade::{Grade, Value};
use super::memory::{Memories, Reuse};
use super::options::Options;
use super::partial::Partial;
use super::plan::{self, Aim, PlannedMove};
use super::table::{Bound, Entry, Table};
use peasant::board::{Color, Move, Position, Role};
use peasant::limits::{Observer, Stop, Watch};
use peasant::rules::Rules;

/// Counts of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions looked at.
    pub nodes: u64,
    /// Those whose value was settled without search.
    pub settled: u64,
    /// Those found in the table.
    pub known: u64,
    /// Those judged by the same structure with other kings.
    pub reused: u64,
    /// Those that repeat a position on the way.
    pub repeated: u64,
    /// The number of times that the search was begun.
    pub passes: u64,
    /// The longest line, in plies.
    pub deepest: u64,
    /// The most bytes in use for the table and the way, about.
    pub bytes: u64,
}

/// A position on the way, whose moves are being looked at.
struct Frame {
    position: Position,
    partials: Vec<Partial>,
    moves: Vec<PlannedMove>,
    next: usize,
    best: Option<(Value, Move)>,
    /// True if moves without a plan are looked at only if all others lose.
    selective: bool,
    /// Has a line come back to it?
    repeated: bool,
    /// The window it was opened with, and what is left of it.
    window: (Value, Value),
    alpha: Value,
    beta: Value,
}

/// What a look at a position gives.
enum Look {
    Value(Value),
    Open(Box<Frame>),
}

/// One run.
pub(super) struct Searcher<'w> {
    watch: Watch<&'w dyn Observer>,
    table: Table,
    memories: Memories,
    path: Vec<Frame>,
    options: Options,
    pub counts: Counts,
    pub stopped: Option<Stop>,
    /// Was a position, in this pass, called a draw for repeating one that turned out to be won? If not, every draw of the pass is one:
    /// all values of a search are wins, draws and losses, so that no bound of a draw can turn out to be anything else.
    pub misjudged: bool,
}

/// The depth of the position that was asked about: none of the way's.
const ROOT: usize = usize::MAX;

const BEST: Value = Value::exactly(Grade::WhiteWins);
const WORST: Value = Value::exactly(Grade::BlackWins);

impl<'w> Searcher<'w> {
    pub fn new(watch: Watch<&'w dyn Observer>, options: Options) -> Searcher<'w> {
        Searcher {
            watch,
            table: Table::default(),
            memories: Memories::default(),
            path: Vec::new(),
            options,
            counts: Counts::default(),
            stopped: None,
            misjudged: false,
        }
    }

    /// Begins a pass at this position: to meet it again is a repetition. Of earlier passes only the wins are stored.
    pub fn begin(&mut self, position: &Position) {
        self.counts.passes += 1;
        self.misjudged = false;
        self.table.keep_wins();
        self.table.set(position, Entry::OnPath(ROOT));
    }

    /// The value of a position within a window, as White sees it; `None` if the search was stopped.
    pub fn value(&mut self, position: &Position, window: (Value, Value)) -> Option<Value> {
        let mut look = self.look(position, window);
        loop {
            let value = match look {
                Look::Open(frame) => {
                    self.path.push(*frame);
                    None
                }
                Look::Value(value) => Some(value),
            };
            if let Some(value) = value {
                let Some(frame) = self.path.last_mut() else {
                    return Some(value);
                };
                frame.take(value);
            }
            if !self.goes_on() {
                self.abandon();
                return None;
            }
            look = self.step();
        }
    }

    /// The next position to look at below the last one on the way, or the last one's value.
    fn step(&mut self) -> Look {
        let Some(frame) = self.path.last_mut() else {
            return Look::Value(BEST);
        };
        match frame.next_position() {
            Some((position, window)) => self.look(&position, window),
            None => Look::Value(self.finish()),
        }
    }

    /// Takes the last position off the way and keeps its value.
    fn finish(&mut self) -> Value {
        let Some(frame) = self.path.pop() else {
            return BEST;
        };
        let value = frame.best.map_or(WORST, |(value, _)| value);
        let bound = frame.bound(value);
        self.misjudged |= frame.repeated && value.is_decided();
        if frame.position.is_pawn_ending() {
            self.table.set(&frame.position, Entry::Known(value, bound));
            if bound == Bound::Exact && self.may_reuse(&frame.position) {
                let reuse = self.options.reuse;
                self.memories
                    .remember(&frame.position, value, &frame.partials, reuse);
            }
        }
        value
    }

    /// Leaves no position marked as on the way.
    fn abandon(&mut self) {
        for frame in std::mem::take(&mut self.path) {
            self.table.forget(&frame.position);
        }
    }

    fn goes_on(&mut self) -> bool {
        if self.counts.nodes.is_multiple_of(256) {
            let bytes = self.bytes();
            self.counts.bytes = self.counts.bytes.max(bytes);
            self.watch.report(self.counts.nodes, None, bytes);
            let soon = bytes + self.table.growth();
            self.stopped = self.watch.check(self.counts.nodes, soon).err();
        }
        self.stopped.is_none()
    }

    /// About how many bytes are in use.
    pub fn bytes(&self) -> u64 {
        self.table.bytes() + self.memories.bytes() + self.path.len() as u64 * FRAME_BYTES
    }

    fn look(&mut self, position: &Position, window: (Value, Value)) -> Look {
        self.counts.nodes += 1;
        self.counts.deepest = self.counts.deepest.max(self.path.len() as u64 + 1);
        if !position.is_pawn_ending() {
            let look = after_promotion(position, window);
            self.counts.settled += u64::from(matches!(look, Look::Value(_)));
            return look;
        }
        match self.table.get(position) {
            Some(Entry::OnPath(depth)) => {
                self.counts.repeated += 1;
                if let Some(frame) = self.path.get_mut(depth) {
                    frame.repeated = true;
                }
                return Look::Value(Value::exactly(Grade::Balanced));
            }
            Some(Entry::Known(value, bound)) if decides(value, bound, window) => {
                self.counts.known += 1;
                return Look::Value(value);
            }
            _ => {}
        }
        self.judge(position, window)
    }

    fn may_reuse(&self, position: &Position) -> bool {
        self.options.reuse != Reuse::Never && Memories::serve(position)
    }

    /// A position that the table does not know.
    fn judge(&mut self, position: &Position, window: (Value, Value)) -> Look {
        let Judgement {
            value,
            settled,
            partials,
        } = global::judge(position);
        if settled.is_some() {
            self.counts.settled += 1;
            self.table.set(position, Entry::Known(value, Bound::Exact));
            return Look::Value(value);
        }
        if let Some(value) = self
            .may_reuse(position)
            .then(|| self.memories.recall(position))
            .flatten()
        {
            self.counts.reused += 1;
            return Look::Value(value);
        }
        self.table.set(position, Entry::OnPath(self.path.len()));
        let moves = plan::moves(position, &partials);
        let frame = Frame::new(position, partials, moves, window);
        Look::Open(Box::new(Frame {
            selective: self.options.selective,
            ..frame
        }))
    }
}

/// The window in which the next move of a side is looked at, after the best so far.
pub(super) fn window(best: Option<Value>, side: Color) -> (Value, Value) {
    match side {
        Color::White => (best.unwrap_or(WORST), BEST),
        Color::Black => (WORST, best.unwrap_or(BEST)),
    }
}

/// About how many bytes a position on the way takes.
const FRAME_BYTES: u64 = 1024;

/// Does a stored value answer within the window?
fn decides(value: Value, bound: Bound, (alpha, beta): (Value, Value)) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= beta,
        Bound::AtMost => value <= alpha,
    }
}

/// A pawn has just promoted. The side to move may take the queen with its king or promote too; otherwise it has lost. With a queen
/// on both sides it wins if it can do one of these again, else queens are equal.
fn after_promotion(position: &Position, window: (Value, Value)) -> Look {
    let side = position.turn();
    let legal = Rules::Newborn.moves(position);
    if legal.is_empty() {
        return Look::Value(global::end_of_game(position));
    }
    let answers: Vec<Move> = legal
        .into_iter()
        .filter(|m| {
            let takes =
                m.from == position.king(side) && position.pieces(!side, Role::Queen).contains(m.to);
            takes || m.promotion.is_some()
        })
        .collect();
    let second = !position.pieces(side, Role::Queen).is_empty();
    match (answers.is_empty(), second) {
        (true, false) => Look::Value(Value::exactly(Grade::wins(!side))),
        (true, true) => Look::Value(Value::exactly(Grade::Balanced)),
        (false, true) => Look::Value(Value::exactly(Grade::wins(side))),
        (false, false) => {
            let moves = answers.into_iter().map(PlannedMove::answer).collect();
            Look::Open(Box::new(Frame::new(position, Vec::new(), moves, window)))
        }
    }
}

impl Frame {
    fn new(
        position: &Position,
        partials: Vec<Partial>,
        moves: Vec<PlannedMove>,
        window: (Value, Value),
    ) -> Frame {
        Frame {
            position: *position,
            partials,
            moves,
            next: 0,
            best: None,
            selective: false,
            repeated: false,
            window,
            alpha: window.0,
            beta: window.1,
        }
    }

    /// The position after the next move that is worth a look, and its window.
    fn next_position(&mut self) -> Option<(Position, (Value, Value))> {
        if self.is_cut() {
            return None;
        }
        let planned = self.moves.get(self.next)?;
        if self.selective && planned.plan.aim == Aim::Nothing && !self.loses() {
            return None;
        }
        self.next += 1;
        Some((self.position.play(planned.r#move), (self.alpha, self.beta)))
    }

    /// Does every move so far lose, or was there none?
    fn loses(&self) -> bool {
        self.best
            .is_none_or(|(value, _)| value.is_won(!self.position.turn()))
    }

    /// Is the value beyond what the other side allows?
    fn is_cut(&self) -> bool {
        self.best
            .is_some_and(|(value, _)| match self.position.turn() {
                Color::White => value >= self.beta,
                Color::Black => value <= self.alpha,
            })
    }

    /// Takes the value of the move that was looked at last.
    fn take(&mut self, value: Value) {
        let Some(planned) = self
            .next
            .checked_sub(1)
            .and_then(|last| self.moves.get(last))
        else {
            return;
        };
        let side = self.position.turn();
        if self
            .best
            .is_none_or(|(best, _)| value.is_better(best, side))
        {
            self.best = Some((value, planned.r#move));
        }
        match side {
            Color::White => self.alpha = self.alpha.max(value),
            Color::Black => self.beta = self.beta.min(value),
        }
    }

    fn bound(&self, value: Value) -> Bound {
        let (alpha, beta) = self.window;
        if value == BEST || value == WORST {
            return Bound::Exact;
        }
        match (value <= alpha, value >= beta) {
            (true, _) => Bound::AtMost,
            (_, true) => Bound::AtLeast,
            _ => Bound::Exact,
        }
    }
}
