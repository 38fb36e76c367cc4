//! Tests only: random positions, and the translation to shakmaty's types.

use peasant::board::{Color, Position, Role, Setup, Square};
use peasant::notation::fen;
use shakmaty::CastlingMode;

/// The generator splitmix64: the same numbers everywhere and always for the same seed.
pub struct Random(u64);

impl Random {
    /// A generator that starts here.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `end - 1`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A random square.
    pub fn square(&mut self) -> Square {
        Square::new(self.below(64) as u32)
    }
}

/// Two kings, so many pawns, and so many pieces that pawns have become, anywhere and of any colour:
/// often illegal, but never two men on one square and no pawn on an edge.
pub fn random_setup(random: &mut Random, pawns: usize, pieces: usize) -> Setup {
    let mut setup = Setup::empty(random.pick(&Color::BOTH));
    let mut free: Vec<Square> = Square::all().collect();
    for color in Color::BOTH {
        let king = free.swap_remove(random.below(free.len()));
        setup.put(color, Role::King, king);
    }
    for _ in 0..pieces {
        let square = free.swap_remove(random.below(free.len()));
        let role = random.pick(&Role::PROMOTIONS);
        setup.put(random.pick(&Color::BOTH), role, square);
    }
    free.retain(|square| (1..7).contains(&square.rank()));
    let white = random_share(random, pawns);
    for n in 0..pawns {
        let square = free.swap_remove(random.below(free.len()));
        let color = Color::BOTH[usize::from(n >= white)];
        setup.put(color, Role::Pawn, square);
    }
    setup
}

/// How many of the pawns are White's: half of them or, as often, any number that leaves no side
/// with more than eight if that is possible.
fn random_share(random: &mut Random, pawns: usize) -> usize {
    if random.below(2) == 0 {
        return (pawns + random.below(2)) / 2;
    }
    let least = pawns.saturating_sub(8).min(8);
    least + random.below(pawns.min(8) - least + 1)
}

/// A legal position with so many pawns and promoted pawns, divided at random.
pub fn random_position(random: &mut Random, pawns: usize, pieces: usize) -> Position {
    loop {
        if let Ok(position) = random_setup(random, pawns, pieces).validate() {
            return position;
        }
    }
}

/// A legal position in which an en passant capture is legal, with so many pawns and pieces more
/// than the two pawns that this takes.
pub fn random_en_passant(random: &mut Random, pawns: usize, pieces: usize) -> Position {
    loop {
        let mut setup = random_setup(random, pawns, pieces);
        setup.turn = Color::White;
        let file = random.below(7) as u32;
        let (own, other) = random.pick(&[(file, file + 1), (file + 1, file)]);
        setup.put(Color::White, Role::Pawn, Square::at(own, 4));
        setup.put(Color::Black, Role::Pawn, Square::at(other, 4));
        setup.en_passant = Some(Square::at(other, 5));
        let Ok(position) = setup.validate() else {
            continue;
        };
        if position.en_passant().is_some() {
            return random.pick(&[position, position.flip()]);
        }
    }
}

/// shakmaty's form of a position.
///
/// # Panics
/// If shakmaty does not accept the position even with checks that no move can have given.
#[must_use]
pub fn to_shakmaty(position: &Position) -> shakmaty::Chess {
    let text = fen::format(position);
    let setup: shakmaty::fen::Fen = text.parse().expect("our FEN is read");
    setup
        .into_position(CastlingMode::Standard)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}
