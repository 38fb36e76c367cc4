use std::collections::{HashMap, HashSet};

use super::*;
use crate::plain::{Dice, Plain, boards, every_file, pawn_game, pawns, variants};
use crate::rules::Rules;

/// Gamelets by their definitions: one number of moves after the other is tried.
struct Slow {
    geometry: Geometry,
    promotes: HashMap<(Board, u8), bool>,
}

impl Slow {
    fn new(geometry: &Geometry) -> Slow {
        Slow {
            geometry: *geometry,
            promotes: HashMap::new(),
        }
    }

    fn gamelet(&mut self, board: &Board) -> Gamelet {
        let turned = self.turned(board);
        let moves = 1..NEVER;
        Gamelet {
            begins: { moves.clone() }
                .find(|&n| self.promotes(board, n))
                .unwrap_or(NEVER),
            follows: { moves }
                .find(|&n| !self.holds(&turned, n))
                .unwrap_or(NEVER),
            answered: !self.gets_through(board),
            quickest: self.quickest(&turned),
            tempi: self.tempi(&turned),
        }
    }

    fn turned(&self, board: &Board) -> Board {
        Board {
            us: self.geometry.turn(board.them),
            them: self.geometry.turn(board.us),
            passed: 0,
        }
    }

    /// The boards that moves lead to, and whether they promote.
    fn moves(&self, board: &Board) -> Vec<(Board, bool)> {
        let geometry = &self.geometry;
        let moves = board.steps(geometry);
        let after = |step: Step| (board.after(step, geometry), step.to & geometry.goal != 0);
        moves.map(after).collect()
    }

    /// The attacker moves: does it promote within so many moves?
    fn promotes(&mut self, board: &Board, within: u8) -> bool {
        if within == 0 {
            return false;
        }
        if let Some(&known) = self.promotes.get(&(*board, within)) {
            return known;
        }
        let moves = self.moves(board).into_iter();
        let found = { moves }.any(|(after, done)| done || !self.holds(&after, within - 1));
        self.promotes.insert((*board, within), found);
        found
    }

    /// The defender moves or passes: can it prevent that?
    fn holds(&mut self, board: &Board, within: u8) -> bool {
        let passes = self.turned(board);
        let moves = self.moves(board);
        moves.iter().any(|&(_, done)| done)
            || !self.promotes(&passes, within)
            || moves
                .into_iter()
                .any(|(after, _)| !self.promotes(&after, within))
    }

    /// The attacker moves, the defender must answer at once: does the attacker get through, now or after a pause?
    fn gets_through(&mut self, board: &Board) -> bool {
        { self.moves(board).into_iter() }.any(|(after, done)| {
            let answers = self.moves(&after);
            let fails = |answer: &Board| {
                let paused = Board {
                    passed: 0,
                    ..*answer
                };
                self.gets_through(answer) || self.gets_through(&paused)
            };
            let lost = { answers.iter() }.all(|&(_, done)| !done) && {
                answers.iter().map(|(answer, _)| answer)
            }
            .all(fails);
            done || lost
        })
    }

    /// Boards after each number of moves that only this player makes, until one of them is as asked.
    fn moves_until(&self, board: &Board, is_it: impl Fn(&[(Board, bool)]) -> bool) -> u8 {
        let mut boards = HashSet::from([*board]);
        for moves in 0..NEVER {
            let choices = boards.iter().map(|board| self.moves(board));
            let choices: Vec<Vec<(Board, bool)>> = choices.collect();
            if choices.iter().any(|choice| is_it(choice)) {
                return moves;
            }
            let on = choices.iter().flatten().filter(|(_, done)| !done);
            // It is its turn again.
            boards = on.map(|(after, _)| self.turned(after)).collect();
        }
        NEVER
    }

    fn quickest(&self, board: &Board) -> u8 {
        let promotes = |choice: &[(Board, bool)]| choice.iter().any(|&(_, done)| done);
        NEVER.min(self.moves_until(board, promotes) + 1)
    }

    fn tempi(&self, board: &Board) -> u8 {
        self.moves_until(board, <[_]>::is_empty)
    }
}

fn check(rules: Rules, islands: impl IntoIterator<Item = (u64, u64)>) -> usize {
    let geometry = Geometry::new(rules);
    let (gamelets, mut slow) = (
        Gamelets::new(&geometry).expect("memory"),
        Slow::new(&geometry),
    );
    let mut coupled = 0;
    for (us, them) in islands {
        let board = Board {
            us,
            them,
            passed: 0,
        };
        let gamelet = gamelets.get(us, them);
        assert_eq!(gamelet, slow.gamelet(&board), "{board:?} {rules:?}");
        assert_eq!(gamelet, gamelets.get(us, them), "{board:?}");
        coupled += usize::from(gamelet.begins < NEVER && gamelet.quickest < NEVER);
    }
    coupled
}

#[test]
fn gamelets_are_what_they_are_said_to_be() {
    for (ranks, home_rank) in [(4, 2), (6, 2), (8, 2), (3, 1), (5, 1), (8, 1)] {
        for rules in variants(1, ranks, home_rank).into_iter().take(3) {
            check(rules, every_file(&Geometry::new(rules)));
        }
    }
    let (mut dice, mut races) = (Dice(5), 0);
    for (files, ranks, home_rank) in [
        (2, 5, 2),
        (2, 8, 2),
        (3, 6, 2),
        (3, 8, 2),
        (3, 5, 1),
        (3, 8, 1),
    ] {
        for rules in variants(files, ranks, home_rank).into_iter().take(3) {
            let geometry = Geometry::new(rules);
            let islands = boards(&mut dice, &geometry, files, 5, 120).into_iter();
            races += check(rules, islands.map(|board| (board.us, board.them)));
        }
    }
    assert!(races > 100, "only {races}");
}

/// Sums of islands that stand beside each other, an empty file between them.
struct Sums {
    gamelets: Gamelets,
    plain: Plain,
    /// How many there were; how many were won, lost, at most drawn by the rules for sums.
    count: usize,
    decided: [usize; 3],
}

impl Sums {
    fn new(rules: Rules) -> Sums {
        let plain = Plain::new(rules);
        Sums {
            gamelets: Gamelets::new(&plain.geometry).expect("memory"),
            plain,
            count: 0,
            decided: [0; 3],
        }
    }

    /// Compares the bounds of a sum with the result of the board. Islands are given with their files.
    fn check(&mut self, islands: &[((u64, u64), u32)]) {
        let geometry = self.plain.geometry;
        let (mut us, mut them, mut file) = (0, 0, 0);
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for &((attacker, defender), files) in islands {
            us |= attacker << (8 * file);
            them |= defender << (8 * file);
            file += files + 1;
            ours.push(self.gamelets.get(attacker, defender));
            let turn = |pawns| geometry.turn(pawns);
            theirs.push(self.gamelets.get(turn(defender), turn(attacker)));
        }
        let board = Board {
            us,
            them,
            passed: 0,
        };
        if board.ended(&geometry).is_some() {
            return;
        }
        let sum = Sum {
            ours: &ours,
            theirs: &theirs,
        };
        let bounds = sum.bounds(geometry.no_move);
        self.count += 1;
        if bounds == Bounds::UNKNOWN {
            return;
        }
        let result = self.plain.result(&board);
        let holds = bounds.lower() <= result && result <= bounds.upper();
        assert!(holds, "{bounds}, but {result}: {board:?} {:?}", geometry);
        self.decided[match bounds.exact() {
            Some(Wdl::Win) => 0,
            Some(Wdl::Loss) => 1,
            _ => 2,
        }] += 1;
    }
}

#[test]
fn sums_of_single_files_are_within_their_bounds() {
    let mut decided = [0; 3];
    for (ranks, home_rank) in [(4, 2), (5, 2), (6, 2), (3, 1), (5, 1)] {
        for rules in variants(3, ranks, home_rank) {
            let files = every_file(&Geometry::new(rules));
            let mut sums = Sums::new(rules);
            for (index, &one) in files.iter().enumerate() {
                for &other in &files[index..] {
                    sums.check(&[(one, 1), (other, 1)]);
                }
            }
            assert!(
                4 * sums.decided.iter().sum::<usize>() > sums.count,
                "{rules:?}"
            );
            for (all, here) in decided.iter_mut().zip(sums.decided) {
                *all += here;
            }
        }
    }
    assert!(decided.iter().all(|&count| count > 500), "{decided:?}");
}

#[test]
fn sums_of_three_files_are_within_their_bounds() {
    let mut dice = Dice(6);
    for rules in variants(5, 7, 2).into_iter().step_by(2) {
        let files = every_file(&Geometry::new(rules));
        let mut sums = Sums::new(rules);
        for _ in 0..10_000 {
            let islands = [0; 3].map(|_| (files[dice.roll(files.len())], 1));
            let pawns = islands.map(|((us, them), _)| (us | them).count_ones());
            if pawns.iter().sum::<u32>() <= 7 {
                sums.check(&islands);
            }
        }
        let decided: usize = sums.decided.iter().sum();
        assert!(
            sums.count > 500 && decided > sums.count / 5,
            "{decided} of {}",
            sums.count
        );
    }
}

#[test]
fn sums_of_wide_islands_are_within_their_bounds() {
    let mut dice = Dice(7);
    for (ranks, home_rank) in [(5, 2), (6, 2), (7, 2), (4, 1), (8, 1)] {
        for rules in variants(6, ranks, home_rank) {
            let geometry = Geometry::new(rules);
            let mut sums = Sums::new(rules);
            for _ in 0..specification::rounds(300, 600) {
                let widths = [2, 2 + dice.roll(2) as u32];
                let islands = widths.map(|files| (pawns(&mut dice, &geometry, files, 7), files));
                sums.check(&islands);
            }
            let decided: usize = sums.decided.iter().sum();
            assert!(
                decided > sums.count / 8,
                "{decided} of {}: {rules:?}",
                sums.count
            );
        }
    }
}

/// Pawns that cannot pass each other only give moves.
#[test]
fn a_file_with_two_pawns() {
    let gamelets = Gamelets::new(&Geometry::new(pawn_game(1, 8))).expect("memory");
    // a2 and a7. The defender has four single steps, or a double step and two more. To each move of the attacker it has an
    // answer that leaves an even number of squares.
    let file = gamelets.get(1 << 1, 1 << 6);
    let expected = Gamelet {
        begins: NEVER,
        follows: NEVER,
        answered: true,
        quickest: NEVER,
        tempi: 3,
    };
    assert_eq!(file, expected);
}
