//! A position in which something was thrown away, as a board with words.

use peasant::board::{Position, Square};
use peasant::diagram::{Diagram, Tone};

use super::missed::{Missed, Played};
use super::table::counted;
use crate::tell::html::escaped;
use crate::tell::words::listed;

/// The width of a board, in pixels.
const WIDTH: u32 = 320;

/// So many right moves are drawn.
const ARROWS: usize = 2;

/// So many moves are named, right ones and wrong ones.
const MOST_MOVES: usize = 6;

/// The rules of style for boards beside each other.
pub const STYLE: &str = "\
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:2rem 1.5rem}
.cards figure{margin:0;break-inside:avoid}
.cards figcaption{margin-top:.4rem}
.cards p{margin:.2rem 0}
.cards code{font-size:.8rem}
";

/// Boards beside each other; nothing if there are none.
pub fn all(missed: &[Missed]) -> String {
    let cards = (1..).zip(missed);
    let cards = cards.filter_map(|(number, missed)| Some(card(number, missed, missed.position()?)));
    match cards.collect::<String>() {
        none if none.is_empty() => none,
        cards => format!("<div class=\"cards\">\n{cards}</div>\n"),
    }
}

fn card(number: usize, missed: &Missed, position: Position) -> String {
    let svg = diagram(missed, position).svg();
    let side = position.turn();
    let thrown = match (missed.errors, &*missed.thrown) {
        (1, thrown) => format!("{side} to move threw a {thrown} away."),
        (errors, thrown) => format!(
            "{side} to move threw a {thrown} away {} times.",
            counted(errors)
        ),
    };
    let mut lines = vec![format!("<b>{number}.</b> {}", escaped(&thrown))];
    lines.extend(moves(missed).map(|line| escaped(&line)));
    lines.extend(games(missed));
    lines.push(format!("<code>{}</code>", escaped(&missed.fen)));
    let lines = lines.iter().filter(|line| !line.is_empty());
    let lines: String = lines.map(|line| format!("<p>{line}</p>\n")).collect();
    format!("<figure>\n{svg}<figcaption>\n{lines}</figcaption>\n</figure>\n")
}

/// The right moves, and the wrong one that was played most often.
fn diagram(missed: &Missed, position: Position) -> Diagram {
    let wrong = missed.wrong.first();
    let wrong = wrong.and_then(|wrong| wrong.r#move(&position));
    let right = missed.right_moves(&position).into_iter();
    let mut right: Vec<(Square, Square)> = right.map(|m| (m.from, m.to)).collect();
    // Promotions to several pieces are one arrow.
    right.dedup();
    let right = right.into_iter().take(ARROWS);
    let right = right.map(|(from, to)| (from, to, Tone::Good));
    let wrong = wrong.map(|m| (m.from, m.to, Tone::Bad));
    let arrows = wrong.into_iter().chain(right);
    arrows.fold(
        Diagram::new(position).width(WIDTH),
        |diagram, (from, to, tone)| diagram.arrow(from, to, tone),
    )
}

/// What was right, what was played, what it is about.
fn moves(missed: &Missed) -> impl Iterator<Item = String> {
    let right = match &missed.right[..] {
        [] => String::new(),
        [only] => format!("Right: only {only}."),
        all if all.len() > MOST_MOVES => {
            format!("Right: {} and others.", all[..MOST_MOVES].join(", "))
        }
        all => format!("Right: {}.", listed(all)),
    };
    let is_once = missed.errors == 1;
    let played = missed.wrong.iter().take(MOST_MOVES);
    let played = played.map(|wrong| match is_once {
        true => wrong.san.clone(),
        false => format!("{} ({})", wrong.san, counted(wrong.count)),
    });
    let played: Vec<String> = played.collect();
    let more = if missed.wrong.len() > MOST_MOVES {
        " and others"
    } else {
        ""
    };
    let played = format!("Played: {}{more}.", played.join(", "));
    let motives = match &missed.motives[..] {
        [] => String::new(),
        motives => format!("About: {}.", motives.join(", ")),
    };
    [right, played, motives].into_iter()
}

/// The first games, each a link where its site is an address.
fn games(missed: &Missed) -> Vec<String> {
    let named = missed.games.iter().map(game);
    let mut named: Vec<String> = named.filter(|game| !game.is_empty()).collect();
    let more = missed.errors - missed.games.len() as u64;
    if let (Some(last), 1..) = (named.last_mut(), more) {
        *last += &format!(", and {} more", counted(more));
    }
    named
}

/// Players and date; the site where nothing else is known.
fn game(game: &Played) -> String {
    let known = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let mut words = match (&game.white, &game.black) {
        (None, None) => game.site.clone().unwrap_or_default(),
        _ => format!("{} – {}", known(&game.white), known(&game.black)),
    };
    if let Some(date) = &game.date {
        words += &format!(", {date}");
    }
    let words = escaped(&words);
    match game.site.as_deref().filter(|site| is_address(site)) {
        Some(site) => format!("<a href=\"{}\">{words}</a>", escaped(site)),
        None => words,
    }
}

/// Does a browser find a page there?
fn is_address(site: &str) -> bool {
    let site = site.to_ascii_lowercase();
    ["https://", "http://"]
        .iter()
        .any(|start| site.starts_with(start))
}
