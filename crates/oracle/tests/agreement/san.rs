//! SAN is shakmaty's, written and read.

use oracle::{random_en_passant, random_position, random_square, to_shakmaty};
use peasant::board::{Color, Move, Position, Role, Setup, Square};
use peasant::notation::{fen, san};
use shakmaty::san::{San, SanPlus};
use shakmaty::{CastlingMode, Chess};
use specification::Dice;

/// How much was compared.
#[derive(Debug, Default)]
struct Count {
    positions: usize,
    moves: usize,
    /// Moves that name the file, the rank or both of the square they leave.
    by_file: usize,
    by_rank: usize,
    by_square: usize,
    /// Texts with a piece's origin left out that fit several moves.
    ambiguous: usize,
    /// Positions left out: shakmaty thinks that no move can have given the check.
    left_out: usize,
}

/// Two kings, five to eight men of one kind for one side, and three men anywhere.
fn crowd(random: &mut Dice, role: Role) -> Position {
    loop {
        let mut setup = Setup::empty(random.pick(&Color::BOTH));
        let mut free: Vec<Square> = Square::all().collect();
        let mut put = |random: &mut Dice, color, role| {
            let square = free.swap_remove(random.roll(free.len()));
            setup.put(color, role, square);
        };
        for color in Color::BOTH {
            put(random, color, Role::King);
        }
        let color = random.pick(&Color::BOTH);
        for _ in 0..5 + random.roll(3) {
            put(random, color, role);
        }
        for _ in 0..3 {
            let piece = random.pick(&[Role::Pawn, Role::Knight, Role::Rook]);
            put(random, !color, piece);
        }
        if let Ok(position) = setup.validate() {
            return position;
        }
    }
}

/// Compares every legal move of a position.
fn compare(position: &Position, count: &mut Count) {
    let text = fen::format(position);
    let setup: shakmaty::fen::Fen = text.parse().expect("our FEN is read");
    if setup
        .into_position::<Chess>(CastlingMode::Standard)
        .is_err()
    {
        count.left_out += 1;
        return;
    }
    count.positions += 1;
    let theirs = to_shakmaty(position);
    let moves = position.legal_moves();
    assert_eq!(moves.len(), shakmaty::Position::legal_moves(&theirs).len());
    for mv in moves {
        let name = compare_move(position, mv, &theirs);
        count_move(&name, count);
        compare_without_origin(position, &name, &theirs, count);
        count.moves += 1;
    }
}

/// Writes a move in both libraries and reads it in both. Returns the text.
fn compare_move(position: &Position, mv: Move, theirs: &Chess) -> String {
    let uci: shakmaty::uci::UciMove = mv.to_string().parse().expect("our UCI is read");
    let their_move = uci.to_move(theirs).expect("our move is legal");
    let expected = SanPlus::from_move(theirs.clone(), their_move).to_string();
    let name = san::format(mv, position);
    assert_eq!(name, expected, "{position}: {mv}");
    assert_eq!(
        san::parse(&expected, position),
        Ok(mv),
        "{position}: {expected}"
    );
    let read: SanPlus = name.parse().expect("our SAN is read");
    assert_eq!(
        read.san.to_move(theirs).ok(),
        Some(their_move),
        "{position}: {name}"
    );
    name
}

fn count_move(name: &str, count: &mut Count) {
    let origin: String = san_origin(name).collect();
    match origin.as_bytes() {
        [] => {}
        [b'a'..=b'h'] => count.by_file += 1,
        [_] => count.by_rank += 1,
        _ => count.by_square += 1,
    }
}

/// What stands between a piece's letter and the square it goes to; nothing for a pawn.
fn san_origin(name: &str) -> impl Iterator<Item = char> {
    let is_piece = name.starts_with(|letter: char| letter.is_ascii_uppercase());
    let body = name.trim_end_matches(['+', '#']);
    let origin = if is_piece {
        &body[1..body.len() - 2]
    } else {
        ""
    };
    origin.chars().filter(|&c| c != 'x')
}

/// Leaves out the origin of a piece: both libraries read the same move, or neither reads one.
fn compare_without_origin(position: &Position, name: &str, theirs: &Chess, count: &mut Count) {
    let origin: String = san_origin(name).collect();
    if origin.is_empty() {
        return;
    }
    let short = name.replacen(&origin, "", 1);
    let ours = san::parse(&short, position);
    let expected = short
        .parse::<SanPlus>()
        .expect("a shape")
        .san
        .to_move(theirs);
    assert!(expected.is_err(), "{position}: {short}");
    let Err(error) = ours else {
        panic!("{position}: {short} is ambiguous, but read");
    };
    assert!(
        matches!(error.problem, san::SanProblem::Ambiguous(_)),
        "{position}: {error}"
    );
    count.ambiguous += 1;
}

#[test]
fn crowds_of_one_kind() {
    let mut random = Dice(7);
    let mut count = Count::default();
    for n in 0..8_000 {
        let role = Role::PROMOTIONS[n % 4];
        compare(&crowd(&mut random, role), &mut count);
    }
    println!("{count:?}");
    assert!(
        count.positions > 5_000 && count.by_square > 100,
        "{count:?}"
    );
}

#[test]
fn random_positions() {
    let mut random = Dice(8);
    let mut count = Count::default();
    for n in 0..8_000 {
        let pawns = n % 17;
        let pieces = [0, 1, 2, 5][n / 17 % 4].min(16 - pawns);
        compare(&random_position(&mut random, pawns, pieces), &mut count);
        compare(
            &random_en_passant(&mut random, n % 11, n / 11 % 4),
            &mut count,
        );
    }
    println!("{count:?}");
    assert!(count.positions > 8_000, "{count:?}");
}

#[test]
fn random_squares_are_read_alike() {
    // A letter and a square, fitting or not: both libraries mean the same move. Ours also reads a
    // capture without `x`, and `x` where nothing is taken.
    let mut random = Dice(9);
    let (mut read, mut refused) = (0, 0);
    for n in 0..20_000 {
        let role = Role::PROMOTIONS[n % 4];
        let position = crowd(&mut random, role);
        let letter = random.pick(&["K", "", ["Q", "R", "B", "N"][n % 4]]);
        let takes = random.pick(&["", "x"]);
        let text = format!("{letter}{takes}{}", random_square(&mut random));
        let Ok(their_san) = text.parse::<San>() else {
            continue;
        };
        let theirs = to_shakmaty(&position);
        let ours = san::parse(&text, &position);
        match their_san.to_move(&theirs) {
            Ok(mv) => {
                let uci = mv.to_uci(CastlingMode::Standard).to_string();
                let ours = ours.unwrap_or_else(|error| panic!("{position}: {error}"));
                assert_eq!(ours.to_string(), uci, "{position}: {text}");
                read += 1;
            }
            Err(_) => {
                let is_sign_wrong = ours
                    .as_ref()
                    .is_ok_and(|&mv| takes.is_empty() == position.is_capture(mv));
                assert!(ours.is_err() || is_sign_wrong, "{position}: {text}");
                refused += 1;
            }
        }
    }
    println!("{read} read, {refused} refused");
    assert!(read > 200 && refused > 1_000, "{read} {refused}");
}
