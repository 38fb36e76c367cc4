//! What is held in the worst case is played out on a board, by the rules of chess alone: whatever the pawns' side tries, the other has
//! a move of its king or its piece to a position that is held again.

use super::*;
use crate::board::{Color, Position, Role};
use crate::limits::Watch;
use crate::notation::fen;
use crate::prove::game::Played;
use crate::prove::graph::interval::Bound;
use crate::prove::outside_help::Resources;
use crate::prove::question::place;
use crate::prove::solve::goal_prover::GoalProver;
use crate::rules::Rules;
use crate::slice::Frame;
use specification::Dice;

/// Black has a piece; its pawns include some that are free to be taken, one that blocks, one beside a double step.
const ENDINGS: [&str; 6] = [
    "8/8/8/2p5/p1p2P2/P1P2k2/3K4/7q w - - 0 1",
    "8/8/p7/2p5/5p2/8/P3P3/1K1k3q w - - 0 1",
    "4k3/3p4/2r5/8/1p1p4/8/2P5/4K3 w - - 0 1",
    "8/5p2/8/4n3/3P1p2/2k5/8/4K3 w - - 0 1",
    "8/P7/1p6/8/2p5/3k4/1P6/K6q w - - 0 1",
    "8/8/1p3p2/2b1P3/8/3k4/6P1/4K3 w - - 0 1",
];

struct Table {
    prover: GoalProver,
    /// Black's pawns that may be gone, but for those where a white pawn has been.
    expendable: Bitboard,
    at_first: Bitboard,
}

impl Table {
    fn new(position: &Position) -> Table {
        let (game, resources) = (Played::by(Rules::Chess), Resources::default());
        let mut prover = GoalProver::new(game, Watch::idle(), resources);
        let (view, _) = place(position, Color::White).expect("one piece");
        let goal = prover.known.name(view).goal();
        let worst = prover.known.worst_case(goal, Claim::Hold);
        for depth in 0..4 {
            let looked = prover.look_into(&[worst.goal], Bound::Upper, depth, 2000);
            assert_eq!(looked, Ok(true));
        }
        let expendable = view.pawns.black - view.pawns.white.ahead();
        Table {
            prover,
            expendable,
            at_first: expendable,
        }
    }

    /// Is it held in the worst case? A promoted pawn of White's is not held, nor is anything without the piece.
    fn is_held(&mut self, position: &Position) -> bool {
        let pawns = position.pawns();
        let Some((seen, point)) = place(position, Color::White) else {
            return false;
        };
        if pawns.white.is_empty() && !seen.pieces.any_of(Color::White) {
            return true;
        }
        if seen.pieces.len() != 1 || seen.pieces.any_of(Color::White) {
            return false;
        }
        self.expendable = self.expendable - pawns.white;
        let expendable = self.expendable;
        let view = Structure {
            pawns: pawns.with(Color::Black, pawns.black | expendable),
            expendable,
            ..seen
        };
        Frame::new(view).is_legal(point) && self.prover.known.result(view, point) == Some(false)
    }

    /// A move of Black's king or piece after which it is held still.
    fn answer(&mut self, position: &Position) -> Option<Position> {
        let pawns = position.pawns().black;
        let men = position.legal_moves().into_iter();
        let men = men.filter(|m| !pawns.contains(m.from));
        let mut after = men.map(|m| position.play(m));
        after.find(|next| self.is_held(next))
    }
}

#[test]
fn what_is_held_in_the_worst_case_is_held_on_the_board() {
    let mut dice = Dice(7);
    let mut plies = 0;
    for text in ENDINGS {
        let from = fen::parse(text).expect("a legal position");
        let mut table = Table::new(&from);
        for _ in 0..150 {
            let mut position = scattered(&from, &mut dice);
            table.expendable = table.at_first;
            for _ in 0..40 {
                if !table.is_held(&position) {
                    break;
                }
                if position.turn() == Color::Black {
                    let answer = table.answer(&position);
                    position = answer.unwrap_or_else(|| panic!("{}", fen::format(&position)));
                    plies += 1;
                    continue;
                }
                let moves = position.legal_moves();
                let Some(&m) = moves.get(dice.roll(moves.len().max(1))) else {
                    break;
                };
                let next = position.play(m);
                let promoted = !next.pieces(Color::White, Role::Queen).is_empty()
                    || next.pawns().white.count() + 1 == position.pawns().white.count();
                // Whoever promotes is taken at once, or it was not held.
                assert!(
                    table.is_held(&next) || promoted && table.answer(&next).is_some(),
                    "{} {m}",
                    fen::format(&position)
                );
                position = match promoted {
                    true => table.answer(&next).unwrap_or(next),
                    false => next,
                };
            }
        }
    }
    assert!(plies > 2000, "{plies}");
}

/// The same pawns, kings and piece elsewhere.
fn scattered(position: &Position, dice: &mut Dice) -> Position {
    let pawns = position.pawns();
    let mut square = || crate::board::Square::new(dice.roll(64) as u32);
    loop {
        let [white, black, piece] = [square(), square(), square()];
        let (color, role) = Role::PROMOTIONS
            .into_iter()
            .map(|role| (Color::Black, role))
            .find(|&(color, role)| !position.pieces(color, role).is_empty())
            .expect("a piece");
        let taken = pawns.occupied().with(white).with(black).with(piece);
        if taken.count() != pawns.occupied().count() + 3 {
            continue;
        }
        let turn = if square().rank() < 4 {
            Color::White
        } else {
            Color::Black
        };
        let mut setup = crate::board::Setup::pawn_ending(white, black, pawns, turn);
        setup.put(color, role, piece);
        if let Ok(position) = setup.validate() {
            return position;
        }
    }
}
