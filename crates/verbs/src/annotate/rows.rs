//! The positions of a judged game as rows of a table.

use peasant::Analysis;
use peasant::board::{Color, Move};
use peasant::notation::{fen, san};
use shakmaty::Position as _;

use super::course::Course;
use super::event::{Change, Event, Kind};
use super::filter::Date;
use super::judge;
use crate::pgn::game::Game;
use crate::table::row::Row;
use crate::tell::words;

/// What every row of a game has.
pub(super) fn game(game: &Game, number: usize, line: usize) -> Row {
    let said = |name| {
        let value = game.tag(name);
        value.filter(|value| !matches!(value.trim(), "" | "?"))
    };
    let rating = |name| said(name).and_then(|rating| rating.trim().parse().ok());
    let date = |name| said(name).and_then(|date| date.parse::<Date>().ok());
    Row {
        site: said("Site"),
        event: said("Event"),
        date: date("Date")
            .or_else(|| date("UTCDate"))
            .map(|date| date.to_string()),
        white: said("White"),
        black: said("Black"),
        white_elo: rating("WhiteElo"),
        black_elo: rating("BlackElo"),
        time_control: said("TimeControl"),
        game_result: game.result.map(str::to_owned),
        game: number as u64,
        line_number: line as u64,
        ..Row::default()
    }
}

/// A row for each position that was judged.
pub(super) fn rows(course: &Course, game: &Row) -> Vec<Row> {
    let known = course.known.iter().enumerate();
    let known = known.filter_map(|(slot, known)| Some((slot, known.as_ref()?)));
    known
        .map(|(slot, analysis)| row(course, slot, analysis, game))
        .collect()
}

fn row(course: &Course, slot: usize, analysis: &Analysis, game: &Row) -> Row {
    let (position, ply) = (&analysis.position, course.ply(slot));
    let played = course.played(slot, analysis);
    let change = played.map(|(_, known)| {
        Change::of(
            analysis,
            known.bounds,
            course.known.get(slot + 1).and_then(Option::as_ref),
        )
    });
    let event = |kind| {
        course
            .moments
            .iter()
            .find(|event| event.ply == ply && event.kind == kind)
    };
    let error = event(Kind::Error);
    let likely = analysis
        .likelihood
        .filter(|_| analysis.bounds.exact().is_none());
    let after = change.as_ref().map(|change| change.after);
    Row {
        ply: ply as u32,
        move_number: (ply / 2 + 1) as u32,
        side: match position.turn() {
            Color::White => "white".to_owned(),
            Color::Black => "black".to_owned(),
        },
        fen: fen::format(position),
        pawns: course.at(slot).board().pawns().count() as u32,
        pieces: judge::pieces(course.at(slot)) as u32,
        begins: course.begins(slot),
        result: analysis.bounds.exact().map(|result| result.to_string()),
        lower: analysis.bounds.lower().to_string(),
        upper: analysis.bounds.upper().to_string(),
        best: best(analysis),
        moves: moves(analysis),
        played: played.map(|(m, _)| san::format(m, position)),
        played_uci: played.map(|(m, _)| m.to_string()),
        after_lower: after.map(|after| after.lower().to_string()),
        after_upper: after.map(|after| after.upper().to_string()),
        thrown: error.map(|error| error.before.lower().to_string()),
        only_move: event(Kind::OnlyMove).is_some(),
        motive: error.map(motive).filter(|motive| !motive.is_empty()),
        mistake: event(Kind::Opinion).and_then(|event| event.mistake),
        win: likely.map(|likely| rounded(likely.win)),
        draw: likely.map(|likely| rounded(likely.draw)),
        loss: likely.map(|likely| rounded(likely.loss)),
        seconds: rounded(course.seconds[slot]),
        ..game.clone()
    }
}

/// The moves that keep the result, where it is proved.
fn best(analysis: &Analysis) -> String {
    match analysis.bounds.exact() {
        Some(_) => words::names_of(&analysis.position, &analysis.best).join(" "),
        None => String::new(),
    }
}

/// `Kd4:win Ke3:draw Kf3:loss..draw`
fn moves(analysis: &Analysis) -> String {
    let names: Vec<Move> = analysis.moves.iter().map(|m| m.r#move).collect();
    let names = words::names_of(&analysis.position, &names);
    let moves = names.iter().zip(&analysis.moves);
    let moves: Vec<String> = moves
        .map(|(name, m)| format!("{name}:{}", m.bounds))
        .collect();
    moves.join(" ")
}

fn motive(error: &Event) -> String {
    error.motives.join(",")
}

/// In thousandths.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
