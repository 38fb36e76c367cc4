//! What tests hold the solver against: boards of every kind, and their results by trying every move.

pub use specification::Dice;

use std::collections::HashMap;

use super::board::{Board, Geometry, rank, squares};
use super::rules::{NoMove, Preset, RuleSet, Rules};
use peasant::value::Wdl;

/// Results of whole boards.
pub struct Plain {
    pub geometry: Geometry,
    known: HashMap<Board, Wdl>,
}

impl Plain {
    pub fn new(rules: Rules) -> Plain {
        Plain {
            geometry: Geometry::new(rules),
            known: HashMap::new(),
        }
    }

    /// The result for the player to move.
    pub fn result(&mut self, board: &Board) -> Wdl {
        let geometry = self.geometry;
        if let Some(result) = board.ended(&geometry) {
            return result;
        }
        if let Some(&known) = self.known.get(board) {
            return known;
        }
        let results = board
            .steps(&geometry)
            .map(|step| -self.result(&board.after(step, &geometry)));
        let best = results.max().expect("a game that is not over has moves");
        self.known.insert(*board, best);
        best
    }
}

/// Every rule for a player without a move, each with single steps, double steps, and en passant.
pub fn variants(files: u32, ranks: u32, home_rank: u32) -> Vec<Rules> {
    let steps = [(false, false), (true, false), (true, true)];
    let of = |no_move| {
        steps.map(|(double_step, en_passant)| {
            let set = RuleSet {
                files,
                ranks,
                rows: 1,
                home_rank,
                double_step,
                en_passant,
                no_move,
            };
            set.validate().expect("a size that there is")
        })
    };
    let no_moves = [NoMove::Draw, NoMove::Loss, NoMove::Alburt];
    no_moves.into_iter().flat_map(of).collect()
}

/// The pawn game, with double steps and en passant.
pub fn pawn_game(files: u32, ranks: u32) -> Rules {
    let set = RuleSet {
        files,
        ranks,
        ..RuleSet::of(Preset::PawnGame)
    };
    set.validate().expect("a size that there is")
}

/// Every way to fill the a-file: our pawns and theirs.
pub fn every_file(geometry: &Geometry) -> Vec<(u64, u64)> {
    let (ours, theirs) = (standing(geometry), geometry.turn(standing(geometry)));
    let mut all = vec![(0, 0)];
    for square in squares(0xff & (ours | theirs)) {
        for (us, them) in all.clone() {
            if square & ours != 0 {
                all.push((us | square, them));
            }
            if square & theirs != 0 {
                all.push((us, them | square));
            }
        }
    }
    all
}

/// Squares on which our pawns may stand.
fn standing(geometry: &Geometry) -> u64 {
    let goal = (geometry.goal & 0xff).trailing_zeros();
    (geometry.lowest..goal).fold(0, |set, number| set | rank(number))
}

/// Every board of so many files, with every right to take en passant, on which the game goes on.
pub fn every_board(geometry: &Geometry, files: u32) -> impl Iterator<Item = Board> {
    let all = every_file(geometry);
    let geometry = *geometry;
    (0..all.len().pow(files)).flat_map(move |mut number| {
        let (mut us, mut them) = (0, 0);
        for file in 0..files {
            let (ours, theirs) = all[number % all.len()];
            number /= all.len();
            us |= ours << (8 * file);
            them |= theirs << (8 * file);
        }
        with_rights(us, them, &geometry)
    })
}

/// These pawns without a right and with every right, if the game goes on.
pub fn with_rights(us: u64, them: u64, geometry: &Geometry) -> Vec<Board> {
    let board = |passed| Board { us, them, passed };
    let taken = us | them;
    // Whoever may take en passant in this game learns it from a step that gives the right.
    let before = |square: u64| Board {
        us: geometry.turn(them & !(square >> 1) | square << 1),
        them: geometry.turn(us),
        passed: 0,
    };
    let stepped = |square: u64| {
        let before = before(square);
        let from = geometry.turn(square << 1);
        let mut steps = before.steps(geometry);
        let double = steps.find(|step| step.from == from && step.to == from << 2)?;
        let after = before.after(double, geometry);
        (after.passed != 0).then_some(after)
    };
    let passed = (geometry.their_home >> 1) & (them << 1) & !taken & !(taken >> 1);
    let rights = squares(passed).filter_map(stepped);
    let all = std::iter::once(board(0)).chain(rights);
    all.filter(|board| board.ended(geometry).is_none())
        .collect()
}

/// So many pawns at most on so many files: ours and theirs.
pub fn pawns(dice: &mut Dice, geometry: &Geometry, files: u32, most: usize) -> (u64, u64) {
    let board = u64::MAX >> (64 - 8 * files);
    let ours = standing(geometry) & board;
    let theirs = geometry.turn(standing(geometry)) & board;
    let (mut us, mut them) = (0, 0);
    for _ in 0..=dice.roll(most) {
        let square = 1 << dice.roll(8 * files as usize);
        let free = square & !us & !them;
        if dice.roll(2) == 0 {
            us |= free & ours;
        } else {
            them |= free & theirs;
        }
    }
    (us, them)
}

/// So many boards with about so many pawns, most of them with a right to take en passant if they can have one.
pub fn boards(
    dice: &mut Dice,
    geometry: &Geometry,
    files: u32,
    men: usize,
    count: usize,
) -> Vec<Board> {
    let mut boards = Vec::new();
    while boards.len() < count {
        let (us, them) = pawns(dice, geometry, files, 3 * men);
        if (us | them).count_ones() as usize <= men {
            boards.extend(with_rights(us, them, geometry).pop());
        }
    }
    boards
}
