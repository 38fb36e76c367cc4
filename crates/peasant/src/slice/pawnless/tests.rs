//! The kept planes against the solver that works out all of them.

use std::collections::HashMap;

use super::*;
use crate::slice::{self, Children, stalemates};
use crate::structure::exits::for_each_chess;

/// Everything below an ending, solved without a symmetry.
#[derive(Default)]
struct Plain(HashMap<Pieces, Vec<Wins>>);

impl Children<Structure> for Plain {
    fn plane<'a>(
        &'a self,
        child: &Structure,
        placement: &Placement,
        _: &'a mut Option<Wins>,
    ) -> &'a Wins {
        &self.0[&child.pieces][placement.plane()]
    }
}

impl Plain {
    fn solve(&mut self, pieces: Pieces) {
        if self.0.contains_key(&pieces) {
            return;
        }
        let frame = frame(pieces);
        let structure = Structure {
            pieces,
            pawns: frame.pawns,
        };
        let mut exits = Vec::new();
        for_each_chess(structure, |exit| exits.push(exit));
        let (mut won, mut escapes) = (Buffer::new(frame.planes()), stalemates(&frame));
        for exit in exits {
            self.solve(exit.child.pieces);
            let sum = match exit.mover {
                Color::White => &mut won,
                Color::Black => &mut escapes,
            };
            slice::add_worth(&frame, &exit, self, sum);
        }
        let solved = slice::solve(&frame, &won, &escapes);
        self.0.insert(pieces, solved);
    }
}

fn frame(pieces: Pieces) -> Frame {
    Frame::new(Structure {
        pieces,
        ..Structure::from(crate::board::Pawns::NONE)
    })
}

fn pieces(list: &[(Color, Role)]) -> Pieces {
    list.iter().fold(Pieces::NONE, |all, &(color, role)| {
        all.with(color, role).expect("room").0
    })
}

/// Solves an ending both ways.
fn compare(plain: &mut Plain, list: &[(Color, Role)]) {
    let pieces = pieces(list);
    plain.solve(pieces);
    let is_armed = |place| place < pieces.len() && pieces.without(place).any_of(White);
    (0..3)
        .filter(|&place| is_armed(place))
        .for_each(|place| plain.solve(pieces.without(place)));
    let taken: Taken =
        std::array::from_fn(|place| is_armed(place).then(|| &plain.0[&pieces.without(place)][..]));
    let solved = solve_pawnless(pieces, &taken, &mut || Ok(())).expect("nothing stops it");
    assert_eq!(solved, reduce(pieces.len(), &plain.0[&pieces]), "{list:?}");
    assert!(
        expand(pieces.len(), &solved) == plain.0[&pieces],
        "{list:?}"
    );
}

use Color::{Black, White};
use Role::{Bishop, Knight, Queen, Rook};

#[test]
fn two_pieces_and_fewer() {
    let mut plain = Plain::default();
    for role in Role::PROMOTIONS {
        compare(&mut plain, &[(White, role)]);
    }
    for list in [
        [(White, Queen), (Black, Queen)],
        [(White, Queen), (Black, Knight)],
        [(White, Rook), (Black, Bishop)],
        [(White, Knight), (Black, Rook)],
        [(White, Bishop), (White, Knight)],
        [(White, Queen), (White, Rook)],
    ] {
        compare(&mut plain, &list);
    }
}

/// Takes 2 GiB.
#[test]
#[ignore = "takes half a minute and 2 GiB"]
fn three_pieces() {
    let mut plain = Plain::default();
    for list in [
        [(White, Queen), (White, Queen), (Black, Queen)],
        [(White, Rook), (White, Bishop), (Black, Rook)],
        [(White, Rook), (Black, Knight), (Black, Bishop)],
        [(White, Bishop), (White, Knight), (White, Knight)],
    ] {
        compare(&mut plain, &list);
    }
}
