//! Positions with promoted pieces, asked through the facade: results of the position and of every move are those of the Syzygy
//! tables, distances those of their DTZ, and lines lead where they say. What has five men is held against its moves one ply deep.
//!
//! The tables are outside the repository; without them the tests say so and pass.

use oracle::{random_en_passant, random_position, random_square, to_shakmaty};
use peasant::board::{Color, Move, Position, Role, Setup, Square};
use peasant::notation::fen;
use peasant::tablebase::Tablebase;
use peasant::{Analysis, Bounds, LineEnd, Prover, Request, Wdl};
use shakmaty_syzygy::MaybeRounded;
use specification::{Dice, rounds};

use crate::tables;

/// A random position of three or four men, some of them pieces.
fn few_men(random: &mut Dice) -> Position {
    let pieces = 1 + random.roll(2);
    let pawns = random.roll(3 - pieces);
    random_position(random, pawns, pieces)
}

fn ask(prover: &Prover, request: &Request) -> Analysis {
    let analysis = prover.analyse(request).expect("two pieces at most");
    let text = fen::format(request.position());
    assert_eq!(analysis.stopped, None, "{text}");
    assert!(analysis.reasons.is_empty(), "{text}");
    analysis
}

#[test]
fn every_move_of_few_men_is_that_of_the_tables() {
    let Some(tables) = tables("promoted pieces at the root") else {
        return;
    };
    let (mut random, prover, mut moves) = (Dice(12), Prover::default(), 0);
    for _ in 0..2_000 {
        let position = few_men(&mut random);
        let request = Request::new(position).distances(false).line(false);
        let analysis = ask(&prover, &request);
        let text = fen::format(&position);
        let theirs = tables.probe(&position).expect("four men at most");
        assert_eq!(analysis.bounds, Bounds::exactly(theirs), "{text}");
        for m in &analysis.moves {
            let after = tables.probe(&position.play(m.r#move));
            let theirs = -after.expect("four men at most");
            assert_eq!(m.bounds, Bounds::exactly(theirs), "{text}: {}", m.r#move);
            moves += 1;
        }
    }
    assert!(moves > 20_000, "{moves}");
}

/// Is the move a pawn move or a capture?
fn zeroes(position: &Position, m: Move) -> bool {
    position.is_capture(m) || position.pawns().occupied().contains(m.from)
}

#[test]
fn distances_are_those_of_the_tables() {
    let Some(directory) = specification::syzygy_directory() else {
        return specification::skip("distances with pieces: there are no Syzygy tables");
    };
    let mut tables = shakmaty_syzygy::Tablebase::<shakmaty::Chess>::new();
    tables.add_directory(directory).expect("readable");
    let (mut random, prover) = (Dice(13), Prover::default());
    let (mut told, mut decided) = (0, 0);
    let rounds = rounds(24, 70);
    for _ in 0..rounds {
        let position = few_men(&mut random);
        let analysis = ask(&prover, &Request::new(position).line(false));
        for m in &analysis.moves {
            if m.bounds.exact() == Some(Wdl::Draw) {
                assert_eq!(m.distance, None);
                continue;
            }
            decided += 1;
            let Some(ours) = m.distance.map(|distance| i32::from(distance.plies())) else {
                continue;
            };
            told += 1;
            let after = position.play(m.r#move);
            let context = format!("{} {}", fen::format(&position), m.r#move);
            if zeroes(&position, m.r#move) || after.is_checkmate() {
                assert_eq!(ours, 1, "{context}");
                continue;
            }
            let dtz = tables.probe_dtz(&to_shakmaty(&after)).expect("a table");
            let plies = |dtz: shakmaty_syzygy::Dtz| i32::from(dtz).abs();
            match dtz {
                MaybeRounded::Precise(dtz) => assert_eq!(ours - 1, plies(dtz), "{context}"),
                // Such tables count moves: a ply more or less is lost.
                MaybeRounded::Rounded(dtz) => {
                    assert!((ours - 1).abs_diff(plies(dtz)) <= 1, "{context}");
                }
            }
        }
    }
    println!("{told} of {decided} distances");
    assert!(
        told > 4 * rounds && told * 10 > decided * 9,
        "{told} of {decided}"
    );
}

#[test]
fn lines_of_few_men_lead_where_they_say() {
    let Some(tables) = tables("lines with promoted pieces at the root") else {
        return;
    };
    let (mut random, prover, mut mates) = (Dice(14), Prover::default(), 0);
    for _ in 0..rounds(20, 40) {
        let position = few_men(&mut random);
        let request = Request::new(position).moves(false);
        let analysis = ask(&prover, &request);
        let result = analysis.bounds.exact().expect("no limits");
        let text = fen::format(&position);
        let (mut here, mut expected) = (position, result);
        for &m in &analysis.line {
            assert!(here.is_legal(m), "{text}: {m}");
            (here, expected) = (here.play(m), -expected);
            assert_eq!(tables.probe(&here), Some(expected), "{text}: {m}");
        }
        match analysis.line_end.expect("the result is exact") {
            LineEnd::Mate => {
                assert!(here.is_checkmate(), "{text}");
                mates += 1;
            }
            LineEnd::PlainlyWon { winner } => {
                assert_eq!(here.men(!winner).count(), 1, "{text}");
                assert_ne!(result, Wdl::Draw, "{text}");
            }
            LineEnd::Drawn
            | LineEnd::PawnsHold { .. }
            | LineEnd::Repetition
            | LineEnd::Stalemate => {
                assert_eq!(result, Wdl::Draw, "{text}");
            }
            LineEnd::PawnsStopped { .. } => assert_ne!(result, Wdl::Draw, "{text}"),
            end => panic!("{text}: {end}"),
        }
    }
    assert!(mates > rounds(2, 5), "{mates}");
}

/// The result of a position is that of its best move: exits, checks and pins mean the same to slices and to single moves. En
/// passant too, which slices know as an answer to a double step only.
#[test]
fn positions_of_five_men_are_worth_their_best_move() {
    let mut random = Dice(15);
    let (prover, mut exact, mut en_passant) = (Prover::default(), 0, 0);
    let rounds = rounds(2, 16);
    for n in 0..rounds {
        let (white, black) = double_step_pawns(&mut random);
        let role = random.pick(&Role::PROMOTIONS);
        for _ in 0..12 {
            let position = placed(&mut random, white, black, role, n % 2 == 0);
            exact += usize::from(assert_worth_best_move(&prover, &position));
            en_passant += usize::from(position.en_passant().is_some());
        }
    }
    println!("{exact} exact, {en_passant} en passant");
    assert!(exact > 9 * rounds && en_passant > 3 * rounds);
}

/// Two pawns of which the black one has passed, or may pass, the white one by a double step.
fn double_step_pawns(random: &mut Dice) -> (Square, Square) {
    let file = random.roll(8) as u32;
    let beside = if file == 0 { 1 } else { file - 1 };
    (Square::at(beside, 4), Square::at(file, 6))
}

/// Kings and a piece anywhere; after the double step, if it is legal, or before it.
fn placed(random: &mut Dice, white: Square, black: Square, role: Role, stepped: bool) -> Position {
    loop {
        let mut setup = Setup::empty(Color::Black);
        let men = [
            (Color::White, Role::King),
            (Color::Black, Role::King),
            (random.pick(&Color::BOTH), role),
        ];
        let squares: Vec<Square> = men.iter().map(|_| random_square(random)).collect();
        for (&(color, role), &square) in men.iter().zip(&squares) {
            setup.put(color, role, square);
        }
        setup.put(Color::White, Role::Pawn, white);
        setup.put(Color::Black, Role::Pawn, black);
        let Ok(position) = setup.validate() else {
            continue;
        };
        let far = Square::at(black.file(), 4);
        let step = position
            .legal_moves()
            .into_iter()
            .find(|m| m.from == black && m.to == far);
        match step {
            Some(step) if stepped => return position.play(step),
            _ if stepped => {}
            _ => return position,
        }
    }
}

/// Was it exact?
fn assert_worth_best_move(prover: &Prover, position: &Position) -> bool {
    let text = fen::format(position);
    let bounds = prover.bounds(position).expect("two pieces at most");
    let moves = position.legal_moves();
    let worth = |m: &Move| {
        -prover
            .bounds(&position.play(*m))
            .expect("two pieces at most")
    };
    let Some(best) = moves.iter().map(worth).reduce(Bounds::max) else {
        let lost = position.in_check();
        let result = if lost { Wdl::Loss } else { Wdl::Draw };
        assert_eq!(bounds, Bounds::exactly(result), "{text}");
        return true;
    };
    assert!(
        bounds.narrow(best).is_ok(),
        "{text}: {bounds}, by its moves {best}"
    );
    if let (Some(ours), Some(best)) = (bounds.exact(), best.exact()) {
        assert_eq!(ours, best, "{text}");
    }
    bounds.exact().is_some()
}

/// After the capture en passant four men are left, which the tables know.
#[test]
fn captures_en_passant_lead_to_what_the_tables_say() {
    let Some(tables) = tables("en passant with a promoted piece") else {
        return;
    };
    let (mut random, prover) = (Dice(16), Prover::default());
    for _ in 0..rounds(20, 40) {
        let position = random_en_passant(&mut random, 0, 1);
        let request = Request::new(position).distances(false).line(false);
        let analysis = prover.analyse(&request).expect("one piece");
        let text = fen::format(&position);
        let taken = analysis
            .moves
            .iter()
            .filter(|m| position.is_en_passant(m.r#move));
        for m in taken {
            let theirs = tables.probe(&position.play(m.r#move)).expect("four men");
            assert_eq!(m.bounds, Bounds::exactly(-theirs), "{text}");
        }
    }
}
