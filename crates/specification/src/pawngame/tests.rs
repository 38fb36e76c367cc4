//! The specification itself, against what is known of these games. The data:
//! `data/positions/pawn-games.txt`.

use super::{Game, Naive, NaivePosition, NoMove, Outcome, Side, Square, descendants};
use crate::records;

/// A game's name, and how it differs: `pawn-game files=4 no-move=loss`.
fn game(text: &str) -> Game {
    let mut words = text.split(' ');
    let name = words.next().expect("a game's name");
    let mut game = Game {
        files: 8,
        ranks: 8,
        rows: if name == "peasants" { 2 } else { 1 },
        home_rank: 2,
        double_step: true,
        en_passant: true,
        no_move: match name {
            "alburt" => NoMove::LossUnlessBothAreBlocked,
            _ => NoMove::Draw,
        },
    };
    if name == "hexapawn" {
        (game.files, game.ranks, game.home_rank) = (3, 3, 1);
        (game.double_step, game.en_passant) = (false, false);
        game.no_move = NoMove::Loss;
    }
    for (key, value) in words.filter_map(|word| word.split_once('=')) {
        match (key, value) {
            ("files", number) => game.files = number.parse().expect("a number"),
            ("ranks", number) => game.ranks = number.parse().expect("a number"),
            ("en-passant", "no") => game.en_passant = false,
            ("double-step", "no") => game.double_step = false,
            ("no-move", "loss") => game.no_move = NoMove::Loss,
            _ => panic!("{text}: {key}={value}"),
        }
    }
    game
}

/// `start`, or ranks of `P` and `p` or of `o` and `X`, whose turn it is, and perhaps the square for
/// en passant.
fn position(text: &str, game: Game) -> NaivePosition {
    if text == "start" {
        return game.start();
    }
    let fields: Vec<&str> = text.split(' ').collect();
    let to_move = match fields[1] {
        "w" => Side::White,
        _ => Side::Black,
    };
    let mut position = NaivePosition::empty(game, to_move);
    for (row, letters) in (0..).zip(fields[0].split('/')) {
        let mut square = Square {
            file: 1,
            rank: game.ranks - row,
        };
        for letter in letters.chars() {
            if let Some(gap) = letter.to_digit(10) {
                square.file += gap as i32;
                continue;
            }
            let side = if "Po".contains(letter) {
                Side::White
            } else {
                Side::Black
            };
            position.put(square, Some(side));
            square.file += 1;
        }
        assert_eq!(square.file, game.files + 1, "{text}");
    }
    let right = fields.last().filter(|field| field.len() == 2);
    let named = |name: &&&str| game.squares().find(|square| square.name() == **name);
    position.with_stepped_over(right.as_ref().and_then(named))
}

/// The moves that win, in alphabetical order.
fn winning(here: &NaivePosition) -> Vec<String> {
    let won = Outcome::won_by(here.to_move);
    let moves = Naive::default().moves(here).into_iter();
    let winning = moves.filter(|(_, outcome)| *outcome == won);
    let mut names: Vec<String> = winning.map(|(played, _)| played.name()).collect();
    names.sort_unstable();
    names
}

/// Is the claim true? `None` if that takes too long to find out.
fn holds(here: &NaivePosition, claim: &str) -> Option<bool> {
    let (key, rest) = claim.split_once(' ').unwrap_or((claim, ""));
    if key == "counts" {
        let counts = rest.split(' ').map(|count| count.parse().expect("a count"));
        let mut counts = (1..=5).zip(counts);
        return Some(counts.all(|(depth, count): (u32, u64)| here.perft(depth) == count));
    }
    if key == "count" {
        return None;
    }
    descendants(here, 50_000)?;
    match key {
        "result" => {
            let outcome = match rest {
                "white" => Outcome::WhiteWins,
                "draw" => Outcome::Draw,
                _ => Outcome::BlackWins,
            };
            Some(Naive::default().outcome(here) == outcome)
        }
        "wins" => Some(winning(here) == rest.split_whitespace().collect::<Vec<_>>()),
        other => panic!("{other}"),
    }
}

#[test]
fn known_results_are_specified() {
    let mut checked = 0;
    for record in records("pawn-games.txt") {
        if record.len() > 3 {
            continue; // Large.
        }
        let here = position(&record[1], game(&record[0]));
        if let Some(holds) = holds(&here, &record[2]) {
            assert!(holds, "{record:?}");
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked}");
}
