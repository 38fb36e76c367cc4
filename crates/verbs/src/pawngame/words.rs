//! A solution in words.

use pawngame::{Ending, Move, MoveAnswer, Position, Solution};
use peasant::value::Wdl;

use crate::tell::words::open::interval;
use crate::tell::words::{numbered, right_of, stopped};

/// Bytes of a MiB.
pub const MIB: f64 = (1u32 << 20) as f64;

/// The result in a sentence, from the mover's side.
pub fn verdict(solution: &Solution) -> String {
    let position = &solution.position;
    if let Some(over) = ending(position) {
        return over;
    }
    let mover = position.turn();
    match solution.bounds.exact() {
        Some(Wdl::Win) => format!("{mover} to move wins: {}.", best(solution)),
        Some(Wdl::Draw) => format!("{mover} to move draws: {}.", best(solution)),
        Some(Wdl::Loss) => format!("{mover} to move loses."),
        None => format!(
            "{mover} to move: {}{}.",
            interval(solution.bounds),
            stopped(solution.stopped)
        ),
    }
}

/// The moves that keep the result.
fn best(solution: &Solution) -> String {
    let result = solution.bounds.lower();
    let names = |wanted: &dyn Fn(&MoveAnswer) -> bool| -> Vec<String> {
        let answers = solution.moves.iter().filter(|answer| wanted(answer));
        answers.map(|answer| answer.r#move.to_string()).collect()
    };
    let keeping = names(&|answer| answer.bounds.lower() >= result);
    let open = names(&|answer| answer.bounds.lower() < result && answer.bounds.upper() >= result);
    match (keeping.len(), open.is_empty()) {
        (1, true) => format!("only {}", keeping[0]),
        (_, true) => keeping.join(", "),
        (0, false) => format!("by one of {}", open.join(", ")),
        (_, false) => format!("{} (not decided: {})", keeping.join(", "), open.join(", ")),
    }
}

/// Who has won and why, if the game is over.
pub fn ending(position: &Position) -> Option<String> {
    let mover = position.turn();
    let winner = match position.ended()? {
        Wdl::Win => Some(mover),
        Wdl::Loss => Some(!mover),
        Wdl::Draw => None,
    };
    let result = winner.map_or("a draw".to_owned(), |winner| format!("{winner} has won"));
    Some(match position.ending()? {
        Ending::Arrived(color) => format!("{color} has a pawn on the last rank: {result}."),
        Ending::NoPawns(color) => format!("{color} has no pawns left: {result}."),
        Ending::NoMove(color) => format!("{color} has no move: {result}."),
    })
}

/// A hint of how to play on, after so many others: how many moves are right, which pawn moves, and at last the move.
pub fn hint(solution: &Solution, given: usize) -> String {
    let Some(result) = solution.bounds.exact() else {
        return format!("It is not settled: {}.", interval(solution.bounds));
    };
    let right = solution
        .moves
        .iter()
        .filter(|answer| answer.bounds.exact() == Some(result));
    let right: Vec<Move> = right.map(|answer| answer.r#move).collect();
    let Some(first) = right.first() else {
        return verdict(solution);
    };
    match (result, given) {
        (Wdl::Loss, 0) => "All moves lose.".to_owned(),
        (_, 0) => right_of(right.len(), solution.moves.len(), result),
        (_, 1) => format!("Look at the pawn on {}.", first.from),
        _ => format!("Play {first}."),
    }
}

/// The moves, best first.
pub fn table(solution: &Solution) -> String {
    let mover = solution.position.turn();
    let mut text = format!("Move     Result for {mover}\n");
    for answer in &solution.moves {
        let name = answer.r#move.to_string();
        text.push_str(&format!("{name:<8} {}\n", answer.bounds));
    }
    text
}

/// The line, with move numbers.
pub fn line(solution: &Solution) -> String {
    let moves = solution.line.iter().map(Move::to_string);
    numbered(solution.position.turn(), moves)
}

/// What the result took.
pub fn effort(solution: &Solution) -> String {
    let stats = &solution.stats;
    format!(
        "{} nodes, {} positions in the table, {:.1} MiB, {:.3} s{}.\n\
         Results are those of {}, who is to move.",
        stats.nodes,
        stats.positions,
        stats.peak_memory as f64 / MIB,
        stats.elapsed.as_secs_f64(),
        stopped(solution.stopped),
        solution.position.turn(),
    )
}

/// The legal moves, in one line.
pub fn legal(position: &Position) -> String {
    let moves: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
    format!("Legal moves: {}", moves.join(" "))
}
