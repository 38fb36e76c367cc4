//! The board against published counts, and against `shakmaty`.

use checker::board::Board;

use crate::another;

fn perft(board: &Board, depth: u32) -> u64 {
    let moves = board.legal_moves();
    match depth {
        1 => moves.len() as u64,
        _ => moves.into_iter().map(|m| perft(&board.play(m), depth - 1)).sum(),
    }
}

/// Counts of the Chess Programming Wiki, "Perft Results", position 3 (en passant and pins), and of the promotion position that
/// engines are tried with (24, 496, 9,483, 182,838).
#[test]
fn published_counts() {
    let pins = another::board(&another::chess("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"));
    let counts: Vec<u64> = (1..=5).map(|depth| perft(&pins, depth)).collect();
    assert_eq!(counts, [14, 191, 2_812, 43_238, 674_624]);
    let promotions = another::board(&another::chess("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"));
    let counts: Vec<u64> = (1..=4).map(|depth| perft(&promotions, depth)).collect();
    assert_eq!(counts, [24, 496, 9_483, 182_838]);
}

/// Every position of some trees: the same moves, and the same positions after them, en passant included.
#[test]
fn another_program_agrees() {
    use shakmaty::Position;
    let roots = [
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/8/8/8/k1pP4/2P5/K7/8 b - d3 0 1",
        "8/5p2/8/2k3P1/p3K3/8/1P6/8 b - - 0 1",
        "8/1p1p4/8/K1P1P2q/8/8/8/k7 b - - 0 1",
    ];
    for root in roots {
        let mut positions = vec![another::chess(root)];
        for _ in 0..3 {
            let mut next = Vec::new();
            for position in &positions {
                let board = another::board(position);
                assert_eq!(board.fault(), None, "{}", board.fen());
                let legal = position.legal_moves();
                let mut theirs: Vec<_> = legal
                    .iter()
                    .map(|m| (another::short(m), position.clone().play(*m).expect("legal")))
                    .collect();
                let mut ours = board.legal_moves();
                let by_squares = |m: &checker::board::Move| (m.from, m.to, m.becomes);
                theirs.sort_by_key(|(m, _)| by_squares(m));
                ours.sort_by_key(by_squares);
                assert_eq!(
                    ours,
                    theirs.iter().map(|(m, _)| *m).collect::<Vec<_>>(),
                    "{}",
                    board.fen()
                );
                for (m, after) in &theirs {
                    assert_eq!(board.play(*m), another::board(after), "{} {m}", board.fen());
                }
                next.extend(theirs.into_iter().map(|(_, after)| after));
            }
            positions = next;
        }
        assert!(positions.len() > 20);
    }
}

#[test]
fn broken_boards_are_found_out() {
    let board = another::board(&another::chess("8/8/8/8/k1pP4/2P5/K7/8 b - d3 0 1"));
    let fault = |change: &dyn Fn(&mut Board)| {
        let mut broken = board;
        change(&mut broken);
        broken.fault()
    };
    assert_eq!(fault(&|_| {}), None);
    assert!(fault(&|board| board.men[0] = 6).is_some(), "three kings");
    assert!(fault(&|board| board.men[0] = 1).is_some(), "a pawn on the first rank");
    assert!(fault(&|board| board.en_passant = 3).is_some(), "another file");
    assert!(fault(&|board| board.en_passant = 15).is_some(), "no file");
    assert!(fault(&|board| board.turn = 0).is_some(), "en passant for the other side");
}
