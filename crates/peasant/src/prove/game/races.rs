//! First bounds: what can be said of a structure before any exit is looked at. Races.
//!
//! A *runner* is a passed pawn that its owner X does nothing but push. It arrives if the other king Y
//! is outside its square, no pawn of Y can ever stand on, attack or check from its way, and X's king
//! is never checked. If it arrives so much before Y's pawns that Y can neither promote first nor in
//! reply, X has won; if Y merely cannot promote first, Y has not.
//! (The square of the pawn is as old as the game; that X's king may not be where it could be
//! checked, and that Y must not end up stalemated, are what make the rule a proof.)

use crate::board::{Bitboard, Pawns, Square, attacks};
use crate::slice::{Frame, NEAR, Placement, Wins};
use crate::structure::Structure;

/// The first bounds of a claim.
pub(crate) struct Seed {
    /// Wins that are proved, if any.
    pub lower: Option<Wins>,
    /// Wins that are not refuted.
    pub upper: Upper,
}

impl Seed {
    /// These wins, if any, and no others.
    fn exactly(wins: Option<Wins>) -> Seed {
        Seed {
            lower: wins,
            upper: Upper::Lower,
        }
    }

    /// Nothing is won but what is proved.
    pub fn held(self) -> Seed {
        Seed::exactly(self.lower)
    }

    /// Everything is won.
    pub fn won(view: Pawns) -> Seed {
        Seed::exactly(Some(legal(view)))
    }
}

/// A first upper bound.
pub(crate) enum Upper {
    /// The attacker cannot win at all.
    None,
    /// No more than what is proved.
    Lower,
    /// Nothing is refuted.
    All,
    /// This much is left.
    Some(Box<Wins>),
}

/// First bounds for the attacker (White) of a structure.
pub(crate) fn seed(view: Pawns) -> Seed {
    if view.white.is_empty() {
        return Seed {
            lower: None,
            upper: Upper::None,
        };
    }
    let mut lower = None;
    for_each_runner(view, |runner, race| {
        runner.add_wins(race, lower.get_or_insert(Wins::NONE))
    });
    let mut holds = None;
    for_each_runner(view.flip(), |runner, race| {
        runner.add_holds(race, holds.get_or_insert(Wins::NONE));
    });
    Seed {
        lower: lower.map(|wins| wins.and(&legal(view))),
        upper: match holds {
            None => Upper::All,
            Some(holds) => Upper::Some(Box::new(holds.complement().and(&legal(view)))),
        },
    }
}

/// Every legal placement of the kings.
fn legal(view: Pawns) -> Wins {
    Frame::new(Structure::from(view)).plane(&Placement::NONE)
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
    /// `slow[t]`: the squares of Y's king with which Y needs more than `t` moves to promote.
    slow: [Bitboard; 9],
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

/// White's pawns with no black one ahead of them, on their file or beside.
pub(super) fn passed(Pawns { white, black }: Pawns) -> Bitboard {
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
        let mut slow = [Bitboard::ALL; 9];
        for from in black {
            let steps = steps(from);
            let ahead = Bitboard(Bitboard::file(from.file()).0 & (from.set().0 - 1));
            let levers = (ahead.with(from)).black_pawn_attacks() & white;
            let blocker = if levers.is_empty() {
                (ahead & white).first()
            } else {
                None
            };
            for (t, slow) in slow.iter_mut().enumerate().skip(steps as usize) {
                *slow = match blocker {
                    Some(blocker) => *slow - ball(blocker, t as u32 - steps),
                    None => Bitboard::EMPTY,
                };
            }
        }
        Race {
            pawns,
            reach,
            danger,
            slow,
        }
    }

    /// The squares of Y's king with which Y needs more than `moves` moves to promote.
    fn slower_than(&self, moves: u32) -> Bitboard {
        self.slow[moves.min(8) as usize]
    }

    /// Can Y have promoted one pawn and be about to promote another within fewer than `tempi` moves?
    fn promotes_twice(&self, tempi: u32) -> bool {
        let mut steps: Vec<u32> = self.pawns.black.map(steps).collect();
        steps.sort_unstable();
        matches!(steps[..], [first, second, ..] if first + second <= tempi)
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

    /// Adds the placements in which X, the attacker, wins the race.
    fn add_wins(&self, race: &Race, wins: &mut Wins) {
        for x_to_move in [true, false] {
            if !x_to_move && self.hanging {
                continue;
            }
            let tempi = self.tempi(x_to_move);
            let kings = race.slower_than(tempi) - self.caught(x_to_move);
            if kings.is_empty() {
                continue;
            }
            let relation = if x_to_move {
                &mut wins.to_move
            } else {
                &mut wins.waiting
            };
            for king in !(race.danger | self.way | race.pawns.occupied()) {
                let w = king.index();
                relation.0[w] |= (kings - race.smothered(self.goal, w, tempi - 1)).0;
            }
        }
    }

    /// Adds the placements in which X, here the defender, at least does not lose: Y cannot promote
    /// first, or can by a single move, and X then promotes in reply. `race` is seen from the
    /// defender's side, `holds` from the attacker's.
    fn add_holds(&self, race: &Race, holds: &mut Wins) {
        let own = !(race.danger | self.way | race.pawns.occupied());
        for x_to_move in [true, false] {
            if !x_to_move && self.hanging {
                continue;
            }
            let tempi = self.tempi(x_to_move);
            // The attacker is to move when the defender is not.
            let relation = if x_to_move {
                &mut holds.waiting
            } else {
                &mut holds.to_move
            };
            let far = !self.caught(x_to_move);
            let mut add = |kings: Bitboard, own: Bitboard| {
                for king in kings & far {
                    relation.0[king.flip().index()] |= own.flip().0;
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::eager::Solved;

    /// Bounds of every structure below this one are compared with its exact wins. Returns how many bounds there were.
    fn bounds_below(pawns: Pawns) -> usize {
        let mut bounds = 0;
        Solved::below(pawns).for_each(|view, wins| {
            let seed = seed(view);
            if let Some(lower) = seed.lower {
                bounds += 1;
                assert_eq!(first_outside(&lower, wins), None, "not won: {view:?}");
            }
            let upper = match seed.upper {
                Upper::None => Wins::NONE,
                Upper::Lower => panic!("no race says so much"),
                Upper::All => return,
                Upper::Some(upper) => *upper,
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
