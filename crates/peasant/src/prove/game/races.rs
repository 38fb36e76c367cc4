//! First bounds: what can be said of a structure before any exit is looked at. Races.
//!
//! A *runner* is a passed pawn that its owner X does nothing but push. It arrives if the other king Y
//! is outside its square, no pawn of Y can ever stand on, attack or check from its way, and X's king
//! is never checked. If it arrives so much before Y's pawns that Y can neither promote first nor in
//! reply, X has won; if Y merely cannot promote first, Y has not.
//! (The square of the pawn is as old as the game; that X's king may not be where it could be
//! checked, and that Y must not end up stalemated, are what make the rule a proof.)

use crate::board::{Bitboard, Color, Pawns, Square, attacks};
use crate::slice::{Frame, NEAR, Placement, Relation};
use crate::structure::Structure;

/// The first bounds of the attacker's wins. They are told again whenever they are read: that takes less than keeping them.
pub(crate) struct Seed {
    /// Wins that are proved.
    pub lower: First,
    /// Wins that are not refuted.
    pub upper: First,
}

/// A first bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    /// No wins.
    None,
    /// Those that a race decides ([`won`]).
    Won,
    /// Those where no race of the defender's is in time ([`not_held`]).
    NotHeld,
    /// Every legal placement of the kings.
    All,
}

impl Seed {
    /// These wins and no others.
    pub fn exactly(wins: First) -> Seed {
        Seed {
            lower: wins,
            upper: wins,
        }
    }
}

/// First bounds for the attacker (White) of a structure.
pub(crate) fn seed(view: Pawns) -> Seed {
    if view.white.is_empty() {
        return Seed::exactly(First::None);
    }
    let told = |of, told, untold| if has_runner(of) { told } else { untold };
    Seed {
        lower: told(view, First::Won, First::None),
        upper: told(view.flip(), First::NotHeld, First::All),
    }
}

/// Where the attacker wins a race, with this side to move.
pub(crate) fn won(view: Pawns, mover: Color) -> Relation {
    let mut won = Relation::EMPTY;
    for_each_runner(view, |runner, race| runner.add_wins(race, mover, &mut won));
    let legal = legal(view, mover);
    for (won, legal) in won.0.iter_mut().zip(&legal.0) {
        *won &= legal;
    }
    won
}

/// Where no race of the defender's is in time, with this side to move.
pub(crate) fn not_held(view: Pawns, mover: Color) -> Relation {
    let mut holds = Relation::EMPTY;
    for_each_runner(view.flip(), |runner, race| {
        runner.add_holds(race, mover, &mut holds);
    });
    let mut left = legal(view, mover);
    left.remove(&holds);
    left
}

/// Every legal placement of the kings, with this side to move.
fn legal(view: Pawns, mover: Color) -> Relation {
    Frame::new(Structure::from(view)).legal(mover, &Placement::NONE)
}

/// The squares within so many king steps.
static BALLS: [[u64; 64]; 8] = {
    let mut balls = [[!0; 64]; 8];
    let mut index = 0;
    while index < 64 {
        let mut set = Square::new(index as u32).set();
        let mut steps = 0;
        while steps < 8 {
            balls[steps][index] = set.0;
            set = Bitboard(set.0 | set.king_steps().0);
            steps += 1;
        }
        index += 1;
    }
    balls
};

fn ball(square: Square, steps: u32) -> Bitboard {
    Bitboard(BALLS[steps.min(7) as usize][square.index()])
}

/// What a race in one structure looks like, whichever pawn runs. X plays White.
struct Race {
    pawns: Pawns,
    /// Where a pawn of Y may ever stand while X only runs.
    reach: Bitboard,
    /// What those pawns may ever attack.
    danger: Bitboard,
}

/// A passed pawn of X on its way to promotion.
struct Runner {
    /// The squares that it passes, the last one included.
    way: Bitboard,
    /// Where it starts.
    from: Square,
    /// Where it promotes.
    goal: Square,
    /// X's moves until it has promoted.
    moves: u32,
    /// Can a pawn of Y take it before it starts?
    hanging: bool,
}

/// Does a pawn of White run, as far as can be seen without the kings?
fn has_runner(view: Pawns) -> bool {
    let mut found = false;
    for_each_runner(view, |_, _| found = true);
    found
}

/// White's pawns with no black one ahead of them, on their file or beside.
fn passed(Pawns { white, black }: Pawns) -> Bitboard {
    let stopping = black | black.left() | black.right();
    white - stopping.flip().ahead().flip()
}

fn for_each_runner(view: Pawns, mut visit: impl FnMut(&Runner, &Race)) {
    // A cheap first test.
    let passed = passed(view);
    if passed.is_empty() {
        return;
    }
    let race = Race::new(view);
    for from in passed {
        let file = Bitboard::file(from.file());
        let way = Bitboard(file.0 & !(from.set().0 | (from.set().0 - 1)));
        if !(way & (view.white | race.reach | race.danger)).is_empty() {
            continue;
        }
        let moves = 7 - from.rank() - u32::from(from.rank() == 1);
        let goal = Square::at(from.file(), 7);
        let hanging = race.danger.contains(from);
        visit(
            &Runner {
                way,
                from,
                goal,
                moves,
                hanging,
            },
            &race,
        );
    }
}

/// Where black pawns may ever stand if the white ones stay where they are, whoever else moves.
fn reach(black: Bitboard, white: Bitboard) -> Bitboard {
    let mut reach = black;
    loop {
        let more = reach | reach.down() | (reach.black_pawn_attacks() & white);
        if more == reach {
            return reach;
        }
        reach = more;
    }
}

/// The fewest moves in which a black pawn can promote.
fn steps(from: Square) -> u32 {
    from.rank() - u32::from(from.rank() == 6)
}

impl Race {
    fn new(pawns: Pawns) -> Race {
        let Pawns { white, black } = pawns;
        let reach = reach(black, white);
        let danger = reach.black_pawn_attacks();
        Race {
            pawns,
            reach,
            danger,
        }
    }

    /// The squares of Y's king with which Y needs more than `moves` moves to promote.
    fn slower_than(&self, moves: u32) -> Bitboard {
        let Pawns { white, black } = self.pawns;
        let near = black.filter(|&from| steps(from) <= moves);
        near.fold(Bitboard::ALL, |slow, from| {
            let ahead = Bitboard(Bitboard::file(from.file()).0 & (from.set().0 - 1));
            let levers = (ahead.with(from)).black_pawn_attacks() & white;
            match (ahead & white).first().filter(|_| levers.is_empty()) {
                Some(blocker) => slow - ball(blocker, moves - steps(from)),
                None => Bitboard::EMPTY,
            }
        })
    }

    /// Can Y have promoted one pawn and be about to promote another within fewer than `tempi` moves?
    fn promotes_twice(&self, tempi: u32) -> bool {
        let (mut first, mut second) = (tempi + 1, tempi + 1);
        for steps in self.pawns.black.map(steps) {
            if steps < first {
                (first, second) = (steps, first);
            } else {
                second = second.min(steps);
            }
        }
        first + second <= tempi
    }

    /// The lines of every queen that Y can have within so many moves, on an empty board.
    fn first_queen_lines(&self, moves: u32) -> Bitboard {
        let runners = self.pawns.black.filter(|&from| steps(from) <= moves);
        let goals = reach(runners.collect(), self.pawns.white) & Bitboard::rank(0);
        goals.fold(goals, |lines, goal| {
            lines | attacks::queen_attacks(goal, Bitboard::EMPTY)
        })
    }

    /// The squares of Y's king from which it might be stalemated within so many moves when a queen
    /// appears on `goal`; X's king stands on `king`.
    fn smothered(&self, goal: Square, king: usize, moves: u32) -> Bitboard {
        let queen = attacks::queen_attacks(goal, Bitboard::EMPTY).with(goal);
        let free =
            !(queen | self.reach | self.pawns.white.white_pawn_attacks() | Bitboard(NEAR[king]));
        let mut risk = !free.king_steps();
        for _ in 0..moves {
            if risk.is_empty() {
                break;
            }
            risk |= risk.king_steps();
        }
        risk
    }
}

impl Runner {
    /// Y moves so many times before it could answer the promotion, that answer included.
    fn tempi(&self, x_to_move: bool) -> u32 {
        self.moves + u32::from(!x_to_move)
    }

    /// The squares of Y's king from which it takes the pawn on its way or on arrival.
    fn caught(&self, x_to_move: bool) -> Bitboard {
        let square = ball(self.goal, self.tempi(x_to_move));
        // A pawn that may step twice outruns the kings behind it, but not before it has moved.
        if x_to_move {
            square
        } else {
            square | ball(self.from, 1)
        }
    }

    /// Adds the placements in which X, the attacker, wins the race, with this side to move.
    fn add_wins(&self, race: &Race, mover: Color, wins: &mut Relation) {
        let x_to_move = mover == Color::White;
        if !x_to_move && self.hanging {
            return;
        }
        let tempi = self.tempi(x_to_move);
        let kings = race.slower_than(tempi) - self.caught(x_to_move);
        if kings.is_empty() {
            return;
        }
        for king in !(race.danger | self.way | race.pawns.occupied()) {
            let w = king.index();
            wins.0[w] |= (kings - race.smothered(self.goal, w, tempi - 1)).0;
        }
    }

    /// Adds the placements in which X, here the defender, at least does not lose, with this side to move: Y cannot promote
    /// first, or can by a single move, and X then promotes in reply. `race` is seen from the
    /// defender's side, `mover` and `holds` from the attacker's.
    fn add_holds(&self, race: &Race, mover: Color, holds: &mut Relation) {
        let x_to_move = mover == Color::Black;
        if !x_to_move && self.hanging {
            return;
        }
        let own = !(race.danger | self.way | race.pawns.occupied());
        let tempi = self.tempi(x_to_move);
        let far = !self.caught(x_to_move);
        let mut add = |kings: Bitboard, own: Bitboard| {
            for king in kings & far {
                holds.0[king.flip().index()] |= own.flip().0;
            }
        };
        add(race.slower_than(tempi - 1), own);
        if tempi >= 2 && !race.promotes_twice(tempi) {
            add(
                race.slower_than(tempi - 2),
                own - race.first_queen_lines(tempi - 1),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::eager::Solved;
    use crate::slice::Wins;

    /// Bounds of every structure below this one are compared with its exact wins. Returns how many bounds there were.
    fn bounds_below(pawns: Pawns) -> usize {
        let mut bounds = 0;
        Solved::below(pawns).for_each(|view, wins| {
            let seed = seed(view);
            let told = |by: fn(Pawns, Color) -> Relation| {
                let [to_move, waiting] = Color::BOTH.map(|mover| by(view, mover));
                Wins { to_move, waiting }
            };
            match seed.lower {
                First::None => assert!(told(won) == Wins::NONE, "{view:?}"),
                First::Won => {
                    bounds += 1;
                    assert_eq!(first_outside(&told(won), wins), None, "not won: {view:?}");
                }
                other => panic!("{other:?} of {view:?}"),
            }
            let upper = match seed.upper {
                First::None => Wins::NONE,
                First::NotHeld => told(not_held),
                First::All => return,
                First::Won => panic!("no race says so much of {view:?}"),
            };
            bounds += 1;
            assert_eq!(first_outside(wins, &upper), None, "won: {view:?}");
        });
        bounds
    }

    /// A point of one set that is not in the other: the attacker's king, the defender's, and whether
    /// the attacker is to move.
    fn first_outside(part: &Wins, whole: &Wins) -> Option<(Square, Square, bool)> {
        let rows = [
            (&part.to_move, &whole.to_move, true),
            (&part.waiting, &whole.waiting, false),
        ];
        rows.into_iter().find_map(|(part, whole, to_move)| {
            Square::all().find_map(|w| {
                let outside = Bitboard(part.0[w.index()] & !whole.0[w.index()]);
                Some((w, outside.first()?, to_move))
            })
        })
    }

    #[test]
    fn races_of_a_pawn_each_are_true() {
        let pawns = || (8..56).map(|index| Square::new(index).set());
        for white in pawns() {
            for black in pawns().filter(|&black| black != white) {
                bounds_below(Pawns { white, black });
            }
        }
    }

    #[test]
    fn races_of_random_structures_are_true() {
        let mut state = 1_u64;
        let mut roll = |faces: u64| {
            // Knuth's linear congruential generator (MMIX).
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % faces
        };
        let mut bounds = 0;
        for round in 0..400 {
            let mut pawns = Pawns::NONE;
            for _ in 0..2 + round % 5 {
                let square = Square::new(8 + roll(48) as u32);
                if pawns.occupied().contains(square) {
                    continue;
                }
                let side = match roll(2) {
                    0 => &mut pawns.white,
                    _ => &mut pawns.black,
                };
                *side = side.with(square);
            }
            bounds += bounds_below(pawns);
        }
        assert!(bounds > 1_000_000);
    }
}
