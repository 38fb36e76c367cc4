use super::*;
use crate::pawnking::span;
use peasant::notation::fen;
use specification::Dice;

/// Random boards.
struct Random(Dice);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0.roll(bound as usize) as u32
    }

    /// Two kings and up to eight pawns a side, anywhere.
    fn board(&mut self) -> Quad {
        let mut board = Quad::EMPTY;
        let pawns = 1 + self.below(12);
        let men = [Man::OwnKing, Man::EnemyKing].into_iter();
        let pawns = (0..pawns).map(|n| {
            if n % 2 == 0 {
                Man::OwnPawn
            } else {
                Man::EnemyPawn
            }
        });
        for man in men.chain(pawns).collect::<Vec<_>>() {
            let rank = if matches!(man, Man::OwnKing | Man::EnemyKing) {
                self.below(8)
            } else {
                1 + self.below(6)
            };
            let square = Square::at(self.below(8), rank);
            if !board.occupied().contains(square) {
                board = board.with(man, square.set());
            }
        }
        board
    }
}

#[test]
fn spans_say_the_same_as_patterns() {
    let mut random = Random(Dice(1));
    let mut seen = [0; 9];
    for _ in 0..20_000 {
        let board = random.board();
        let found = find_own(board);
        for identity in Identity::ALL {
            let by_pattern: Bitboard = found
                .iter()
                .filter(|f| f.1 == identity)
                .map(|f| f.0)
                .collect();
            assert_eq!(
                by_pattern,
                span::pawns(board, identity),
                "{identity:?} in {board:?}"
            );
            seen[identity as usize] += by_pattern.count();
        }
    }
    assert!(
        seen.iter().all(|&count| count > 1000),
        "every identity occurs: {seen:?}"
    );
}

#[test]
fn fixed_must_be_a_subset_of_the_position() {
    let position = fen::parse("4k3/8/8/8/3P4/8/8/4K3 w - -").expect("a legal position");
    let board = Quad::of(&position, Color::White);
    let d4 = Square::parse("d4").expect("a square");
    let passed = CATALOGUE[0].at(d4).expect("on the board").boards;
    assert!(passed.matches(board));
    // The printed fragment asks that nothing but the fixed men stands on the board.
    assert_ne!(board & passed.fixed, board);
}

/// What a pawn is called, in a row.
fn names(text: &str, pawn: &str) -> Vec<&'static str> {
    let position = fen::parse(text).expect("a legal position");
    let pawn = Square::parse(pawn).expect("a square");
    find(&position)
        .iter()
        .filter(|m| m.pawn == pawn)
        .map(|m| m.identity.name())
        .collect()
}

#[test]
fn a_pawn_has_several_identities() {
    let connected = "4k3/8/8/3P4/2P5/8/8/4K3 w - -";
    assert_eq!(names(connected, "d5"), ["passed", "protected"]);
    assert_eq!(names(connected, "c4"), ["passed"]);
    let majority = "8/1p6/8/PP6/8/8/1k5K/8 w - -";
    assert_eq!(names(majority, "a5"), ["candidate", "lever"]);
    assert_eq!(names(majority, "b7"), ["isolated", "backward", "lever"]);
    let doubled = "4k3/8/8/3p4/3P4/3P4/8/4K3 w - -";
    assert_eq!(names(doubled, "d3"), ["isolated", "doubled", "blocked"]);
    assert_eq!(
        names("8/8/8/3pk3/8/8/8/K7 b - -", "d5"),
        ["passed", "isolated"]
    );
    assert_eq!(
        names("8/8/8/3p4/4K3/8/8/k7 w - -", "d5"),
        ["passed", "isolated", "hanging"]
    );
}

#[test]
fn keys_are_turned_with_the_board() {
    let position = fen::parse("4k3/8/8/3p4/8/8/8/4K3 w - -").expect("a legal position");
    let passed = find(&position)[0];
    assert_eq!(
        (passed.side, passed.identity),
        (Color::Black, Identity::Passed)
    );
    assert_eq!(format!("{:?}", passed.keys), "{d1 d2 d3 d4}");
}
