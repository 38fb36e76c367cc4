//! What the exits of a slice with promoted pieces are worth, plane by plane.

use super::slide::radiate;
use super::{Buffer, PieceFrame, Placement, placements};
use crate::board::{Bitboard, Color, Pawns, Pieces, Role, Square, Structure};
use crate::slice::exits::Children;
use crate::slice::{Exit, ExitKind, Relation, for_each_chess_exit, passed_square, simd};

/// What one exit is worth to its mover: where it wins for the attacker, or holds for the defender. `None`:
/// nowhere.
pub(crate) fn worth<C>(
    frame: &PieceFrame,
    exit: &Exit<C>,
    children: &impl Children<C>,
) -> Option<Buffer> {
    // With an en-passant answer a child that looks like stalemate may not be one.
    if exit.en_passant[0].is_none() && children.is_worthless(&exit.child, exit.mover) {
        return None;
    }
    Some(simd::widest(Worth {
        frame,
        exit,
        children,
    }))
}

/// Where the defender, to move, has a legal move, en passant apart.
pub(crate) fn legal_moves(frame: &PieceFrame) -> Buffer {
    simd::widest(LegalMoves(frame))
}

struct Worth<'a, C, K> {
    frame: &'a PieceFrame,
    exit: &'a Exit<C>,
    children: &'a K,
}

/// What a move is worth to its mover, by the placement before it with the moving piece already where it goes.
trait Value {
    fn at(&self, placement: &Placement) -> Relation;
}

impl<C, K: Children<C>> simd::Work for Worth<'_, C, K> {
    type Output = Buffer;

    #[inline(always)]
    fn run(self) -> Buffer {
        let Worth {
            frame,
            exit,
            children,
        } = self;
        let mut sum = Buffer::new(frame.planes());
        let after = &After::new(frame, exit);
        if exit.mover == Color::White {
            let value = Wins {
                exit,
                after,
                children,
                double: AttackersDoubleStep::new(frame, exit),
            };
            add_exit(frame, exit, &mut sum, &value);
        } else {
            let value = Holds {
                exit,
                after,
                children,
            };
            add_exit(frame, exit, &mut sum, &value);
        }
        if let Some(taken) = &exit.taken {
            let answers = recaptures(after, frame.pieces, exit, taken, children);
            for (sum, answers) in sum.iter_mut().zip(&answers[..]) {
                remove(sum, answers);
            }
        }
        sum
    }
}

/// Where a move of the attacker wins.
struct Wins<'a, C, K> {
    exit: &'a Exit<C>,
    after: &'a After,
    children: &'a K,
    double: Option<AttackersDoubleStep>,
}

impl<C, K: Children<C>> Value for Wins<'_, C, K> {
    #[inline(always)]
    fn at(&self, placement: &Placement) -> Relation {
        let scratch = &mut None;
        let child = self.after.place(placement);
        let mut value = self
            .children
            .plane(&self.exit.child, &child, scratch)
            .waiting;
        if let Some(double) = &self.double {
            double.answer(self.exit, &child, self.children, &mut value);
        }
        value
    }
}

/// Where a move of the defender holds.
struct Holds<'a, C, K> {
    exit: &'a Exit<C>,
    after: &'a After,
    children: &'a K,
}

impl<C, K: Children<C>> Value for Holds<'_, C, K> {
    #[inline(always)]
    fn at(&self, placement: &Placement) -> Relation {
        let child = self.after.place(placement);
        let mut value = self.after.frame.attacking(&child);
        let scratch = &mut None;
        remove(
            &mut value,
            &self
                .children
                .plane(&self.exit.child, &child, scratch)
                .to_move,
        );
        for taken in self.exit.en_passant.iter().flatten() {
            let scratch = &mut None;
            remove(
                &mut value,
                &self.children.plane(taken, &child, scratch).waiting,
            );
        }
        value
    }
}

/// Where a move of the defender is legal.
struct Legal<'a>(&'a After);

impl Value for Legal<'_> {
    #[inline(always)]
    fn at(&self, placement: &Placement) -> Relation {
        self.0.frame.attacking(&self.0.place(placement))
    }
}

/// Where taking a new piece is good for the side that takes it.
struct Recapture<'a, C, K> {
    mover: Color,
    frame: &'a PieceFrame,
    taken: &'a C,
    children: &'a K,
}

impl<C, K: Children<C>> Value for Recapture<'_, C, K> {
    #[inline(always)]
    fn at(&self, placement: &Placement) -> Relation {
        let scratch = &mut None;
        let wins = self.children.plane(self.taken, placement, scratch);
        match self.mover {
            Color::White => wins.waiting,
            Color::Black => {
                let mut holds = self.frame.attacking(placement);
                remove(&mut holds, &wins.to_move);
                holds
            }
        }
    }
}

/// Where the other side answers a promotion by taking the new piece, and that is good for it.
#[inline(always)]
fn recaptures<C>(
    after: &After,
    before: Pieces,
    exit: &Exit<C>,
    taken: &C,
    children: &impl Children<C>,
) -> Buffer {
    let pieces = after.removed.map_or(before, |place| before.without(place));
    let frame = PieceFrame::new(after.frame.base.pawns, pieces);
    let capture = Exit {
        mover: !exit.mover,
        kind: ExitKind::TakesPawn,
        ..exit.bare()
    };
    let mut answers = Buffer::new(frame.planes());
    let value = Recapture {
        mover: capture.mover,
        frame: &frame,
        taken,
        children,
    };
    add_exit(&frame, &capture, &mut answers, &value);
    if after.removed.is_none() {
        return answers;
    }
    // The piece that the pawn took stood where it promotes.
    let mut listed = Buffer::new(after.planes_before);
    for placement in placements(pieces.len(), Bitboard(frame.base.occupied)) {
        if let Some(place) = after.removed {
            listed[placement.with(place, exit.to).plane()] = answers[placement.plane()];
        }
    }
    listed
}

struct LegalMoves<'a>(&'a PieceFrame);

impl simd::Work for LegalMoves<'_> {
    type Output = Buffer;

    #[inline(always)]
    fn run(self) -> Buffer {
        let frame = self.0;
        let pawns = Bitboard(frame.base.occupied);
        let mut legal = Buffer::new(frame.planes());
        let mut moves = legal.clone();
        for placement in placements(frame.pieces.len(), pawns) {
            let plane = placement.plane();
            legal[plane] = frame.attacking(&placement);
            for w in 0..64 {
                moves[plane].0[w] = Bitboard(legal[plane].0[w]).king_steps().0;
            }
        }
        super::equations::add_moves(frame, Color::Black, &legal, &mut moves);
        let structure = Structure {
            pawns: frame.base.pawns,
            pieces: frame.pieces,
        };
        for_each_chess_exit(structure, |exit| {
            // Where one promotion is legal, all are.
            let same = matches!(exit.kind, ExitKind::Promotes(role) | ExitKind::PromotesTaking(_, role)
                if role != Role::Queen);
            if exit.mover == Color::Black && !same {
                let after = After::new(frame, &exit);
                add_exit(frame, &exit, &mut moves, &Legal(&after));
            }
        });
        moves
    }
}

#[inline(always)]
fn remove(value: &mut Relation, other: &Relation) {
    for w in 0..64 {
        value.0[w] &= !other.0[w];
    }
}

/// The structure after an exit, and where its pieces come from.
struct After {
    frame: PieceFrame,
    removed: Option<usize>,
    added: Option<(usize, Square)>,
    planes_before: usize,
}

impl After {
    fn new<C>(frame: &PieceFrame, exit: &Exit<C>) -> After {
        let (pieces, removed, added) = exit.pieces_after(frame.pieces);
        After {
            frame: PieceFrame::new(exit.after(frame.base.pawns), pieces),
            removed,
            added: added.map(|place| (place, exit.to)),
            planes_before: frame.planes(),
        }
    }

    /// The pieces after the exit, but those that it takes still in the list that comes in.
    #[inline(always)]
    fn place(&self, before: &Placement) -> Placement {
        let left = match self.removed {
            Some(place) => before.without(place),
            None => *before,
        };
        match self.added {
            Some((place, square)) => left.with(place, square),
            None => left,
        }
    }
}

/// Adds the value of an exit to every placement in which it can be played.
#[inline(always)]
fn add_exit<C>(frame: &PieceFrame, exit: &Exit<C>, sum: &mut [Relation], value: &impl Value) {
    let pawns = Bitboard(frame.base.occupied);
    let count = frame.pieces.len();
    match exit.kind {
        ExitKind::Pawn | ExitKind::Promotes(_) | ExitKind::Promotion => {
            for placement in placements(count, pawns.with(exit.to)) {
                sum[placement.plane()].add(&value.at(&placement));
            }
        }
        ExitKind::DoubleStep => {
            let passed = passed_square(exit.from, exit.to);
            for placement in placements(count, pawns.with(exit.to).with(passed)) {
                let mut value = value.at(&placement);
                for row in &mut value.0 {
                    *row &= !passed.set().0;
                }
                value.0[passed.index()] = 0;
                sum[placement.plane()].add(&value);
            }
        }
        ExitKind::TakesPawn => {
            for placement in placements(count, pawns) {
                add_king_capture(exit, &value.at(&placement), &mut sum[placement.plane()]);
            }
            for (place, role) in movers(frame.pieces, exit.mover) {
                for there in placements(count, pawns.without(exit.to)) {
                    if there.squares()[place] == exit.to {
                        let blocked = pawns | there.without(place).occupied();
                        radiate(
                            role,
                            exit.to,
                            &value.at(&there),
                            blocked,
                            |from, reached| {
                                sum[there.moved(place, from).plane()].add(reached);
                            },
                        );
                    }
                }
            }
        }
        ExitKind::TakesPiece(taken) => {
            let taken = usize::from(taken);
            for placement in placements(count, pawns) {
                let to = placement.squares()[taken];
                let capture = Exit { to, ..exit.bare() };
                add_king_capture(&capture, &value.at(&placement), &mut sum[placement.plane()]);
            }
            for (place, role) in movers(frame.pieces, exit.mover) {
                add_piece_captures(frame, place, role, taken, sum, value);
            }
        }
        ExitKind::PawnTakesPiece(taken) | ExitKind::PromotesTaking(taken, _) => {
            for placement in placements(count, pawns) {
                if placement.squares()[usize::from(taken)] == exit.to {
                    sum[placement.plane()].add(&value.at(&placement));
                }
            }
        }
    }
}

/// The mover's pieces.
fn movers(pieces: Pieces, mover: Color) -> impl Iterator<Item = (usize, Role)> {
    let numbered = pieces.iter().enumerate();
    numbered.filter_map(move |(place, (owner, role))| (owner == mover).then_some((place, role)))
}

/// The mover's king takes on the exit's square.
#[inline(always)]
fn add_king_capture<C>(exit: &Exit<C>, value: &Relation, sum: &mut Relation) {
    let around = exit.to.set().king_steps();
    match exit.mover {
        Color::White => {
            let after = value.0[exit.to.index()];
            for w in around {
                sum.0[w.index()] |= after;
            }
        }
        Color::Black => {
            for w in 0..64 {
                let took = (value.0[w] >> exit.to.index() & 1).wrapping_neg();
                sum.0[w] |= around.0 & took;
            }
        }
    }
}

/// One piece takes another, wherever they stand.
#[inline(always)]
fn add_piece_captures(
    frame: &PieceFrame,
    place: usize,
    role: Role,
    taken: usize,
    sum: &mut [Relation],
    value: &impl Value,
) {
    let pawns = Bitboard(frame.base.occupied);
    // Both on one square: that is the placement after the capture, the taken piece still listed.
    for rest in placements(frame.pieces.len() - 1, pawns) {
        let left = place - usize::from(place > taken);
        let to = rest.squares()[left];
        let there = rest.with(taken, to);
        let blocked = pawns | rest.without(left).occupied();
        radiate(role, to, &value.at(&there), blocked, |from, reached| {
            sum[there.moved(place, from).plane()].add(reached);
        });
    }
}

/// The answers en passant to a double step of the attacker.
struct AttackersDoubleStep {
    /// The structures after the captures, in the order of the exit.
    after: [Option<PieceFrame>; 2],
    /// Where the defender has a move without en passant.
    mobile: Buffer,
    next: PieceFrame,
}

impl AttackersDoubleStep {
    fn new<C>(frame: &PieceFrame, exit: &Exit<C>) -> Option<AttackersDoubleStep> {
        exit.en_passant[0].as_ref()?;
        let next = PieceFrame::new(exit.after(frame.base.pawns), frame.pieces);
        let Pawns { white, black } = next.base.pawns;
        let beside = exit.to.set().left() | exit.to.set().right();
        let mut takers = beside & black;
        let mut answer = || {
            takers.next().map(|taker| {
                let pawns = Pawns {
                    white: white.without(exit.to),
                    black: black.without(taker).with(passed_square(exit.from, exit.to)),
                };
                PieceFrame::new(pawns, frame.pieces)
            })
        };
        Some(AttackersDoubleStep {
            after: [answer(), answer()],
            mobile: legal_moves(&next),
            next,
        })
    }

    /// The defender may also take en passant: it must where it has nothing else, and may not where
    /// that exposes its king.
    #[inline(always)]
    fn answer<C>(
        &self,
        exit: &Exit<C>,
        placement: &Placement,
        children: &impl Children<C>,
        value: &mut Relation,
    ) {
        let stuck = self.stalemates(placement);
        let (mut takes, mut holds) = (Relation::EMPTY, Relation::EMPTY);
        for (taken, frame) in exit.en_passant.iter().zip(&self.after) {
            let (Some(taken), Some(frame)) = (taken, frame) else {
                continue;
            };
            let scratch = &mut None;
            let won = &children.plane(taken, placement, scratch).to_move;
            let legal = frame.attacking(placement);
            for w in 0..64 {
                takes.0[w] |= legal.0[w];
                holds.0[w] |= legal.0[w] & !won.0[w];
            }
        }
        for w in 0..64 {
            value.0[w] = (value.0[w] | stuck.0[w] & takes.0[w]) & !holds.0[w];
        }
    }

    #[inline(always)]
    fn stalemates(&self, placement: &Placement) -> Relation {
        let mut stuck = self.next.waiting(placement);
        remove(&mut stuck, &self.next.checks(placement));
        remove(&mut stuck, &self.mobile[placement.plane()]);
        stuck
    }
}
