//! An analysis in words.

pub mod open;
pub mod opinion;

use peasant::board::{Color, Move, Position, Role, Square};
use peasant::limits::Stop;
use peasant::notation::fen;
use peasant::rules::Rules;
use peasant::value::{Bounds, Wdl};
use peasant::{Analysis, End, EndKind, LineEnd, MoveAnalysis, Variation};

use super::{colour, san};

/// The result in a sentence, from the mover's side; where it is not exact, what is proved of it.
pub fn verdict(analysis: &Analysis) -> String {
    let position = &analysis.position;
    let mover = position.turn();
    if position.is_checkmate() {
        return format!("{mover} is checkmated: {mover} has lost.");
    }
    if position.is_stalemate() {
        return format!("{mover} is stalemated: a draw.");
    }
    let best = || match moves(analysis, &analysis.best).replace(' ', ", ") {
        none if none.is_empty() => "; by which move is not proved yet".to_owned(),
        best if is_only(analysis) => format!(": only {best}"),
        best => match analysis.best.len() {
            all if all > MOST_MOVES => {
                format!(": {all} moves, {} among them", first_moves(analysis))
            }
            _ => format!(": {best}"),
        },
    };
    let said = match analysis.bounds.exact() {
        Some(Wdl::Win) => format!("{mover} to move wins{}.", best()),
        Some(Wdl::Draw) => format!("{mover} to move draws{}.", best()),
        Some(Wdl::Loss) => format!("{mover} to move loses."),
        None => open::proved(analysis),
    };
    match analysis.trusted {
        true => said + " Trusted: Syzygy tables that were not checked (--trust-syzygy).",
        false => said,
    }
}

/// Of more moves a verdict names the first few.
const MOST_MOVES: usize = 8;

/// So many then.
const FIRST_MOVES: usize = 3;

/// The first few of the best moves.
fn first_moves(analysis: &Analysis) -> String {
    let first = moves(analysis, &analysis.best[..FIRST_MOVES]);
    let first: Vec<String> = first.split(' ').map(str::to_owned).collect();
    listed(&first)
}

/// The letter of a square's file.
pub fn file_letter(square: Square) -> char {
    char::from(b'a' + square.file() as u8)
}

/// Is one move proved best, and no other may be as good?
fn is_only(analysis: &Analysis) -> bool {
    let result = analysis.bounds.lower();
    let rivals = analysis.moves.iter();
    let rivals = rivals.filter(|m| m.bounds.upper() >= result);
    analysis.best.len() == 1 && rivals.count() == 1
}

/// The answer in lines: the verdict, or of an open position all that there is to say.
pub fn headlines(analysis: &Analysis) -> Vec<String> {
    match analysis.bounds.exact() {
        // That there is mate or stalemate needs no proof.
        Some(_) if analysis.position.legal_moves().is_empty() || analysis.trusted => {
            vec![verdict(analysis)]
        }
        Some(_) => vec![format!("Proved: {}", verdict(analysis))],
        None => open::lines(analysis),
    }
}

/// The result as far as it is known while a proof goes on.
pub fn result_so_far(analysis: &Analysis) -> String {
    match analysis.bounds.exact() {
        Some(result) => format!("{} to move {}", analysis.position.turn(), does(result)),
        None => open::interval(analysis.bounds).to_owned(),
    }
}

/// What is known while a proof goes on, in a line that is short enough for a terminal.
pub fn so_far(analysis: &Analysis) -> String {
    let settled = settled(analysis).count();
    let all = analysis.position.legal_moves().len();
    let opinion = analysis.opinion.as_ref();
    let opinion = opinion.map(|opinion| opinion::brief(&analysis.position, opinion));
    let opinion = opinion.map_or(String::new(), |brief| format!("; {brief}"));
    let result = match (analysis.bounds.lower(), analysis.bounds.upper()) {
        (Wdl::Draw, Wdl::Win) => "a draw or a win".to_owned(),
        (Wdl::Loss, Wdl::Draw) => "a loss or a draw".to_owned(),
        _ => result_so_far(analysis),
    };
    format!("{result}; {settled} of {all} moves settled{opinion}")
}

/// The moves whose results are known.
pub fn settled(analysis: &Analysis) -> impl Iterator<Item = &MoveAnalysis> {
    let moves = analysis.moves.iter();
    moves.filter(|m| m.bounds.exact().is_some())
}

fn does(result: Wdl) -> &'static str {
    match result {
        Wdl::Win => "wins",
        Wdl::Draw => "draws",
        Wdl::Loss => "loses",
    }
}

/// What ended a proof early, and the cure.
pub fn stopped(stop: Option<Stop>) -> &'static str {
    match stop {
        None => "",
        Some(Stop::Time) => " (stopped by the time limit; --time allows more)",
        Some(Stop::Memory) => " (stopped by the memory limit; --memory allows more)",
        Some(Stop::Structures) => " (stopped by the limit on structures; --structures allows more)",
        Some(Stop::Cancelled) => " (cancelled)",
        Some(_) => " (stopped)",
    }
}

/// The moves, best first.
pub fn table(analysis: &Analysis) -> String {
    let mut text = String::from("Move     Result       The end\n");
    let from_pawns = analysis.position.is_pawn_ending();
    let to_play = analysis
        .opinion
        .as_ref()
        .and_then(|opinion| opinion.line.first());
    let (first, others): (Vec<&MoveAnalysis>, Vec<&MoveAnalysis>) = analysis
        .moves
        .iter()
        .partition(|m| to_play == Some(&m.r#move));
    for m in first.into_iter().chain(others) {
        let way = match m.likelihood {
            Some(likelihood) => open::likeliest(likelihood),
            None => distance(m, from_pawns),
        };
        let name = san::format(&analysis.position, m.r#move);
        let result = format!("{:<12}", open::range(m.bounds));
        let result = match m.bounds.exact() {
            Some(exact) => colour::result(&result, exact),
            None => result,
        };
        let row = format!("{name:<8} {result} {way}");
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

/// How far the end of the matter is, or else the next conversion, unless that is the move itself.
fn distance(m: &MoveAnalysis, from_pawns: bool) -> String {
    if let Some(plies) = m.mate_in {
        return format!("mate in {}", moves_of(plies.div_ceil(2)));
    }
    match (m.end, m.distance) {
        (Some(end), _) => ending(end, from_pawns),
        (None, Some(distance)) if distance.plies() > 1 => format!("next conversion in {distance}"),
        (None, _) => String::new(),
    }
}

/// What the end of the matter is and how far.
fn ending(end: End, from_pawns: bool) -> String {
    let what = match end.kind {
        EndKind::Mate => "mate",
        _ if from_pawns => "promotion",
        _ => "bare king",
    };
    let within = if end.exact { "in" } else { "within" };
    format!("{what} {within} {}", moves_of(end.moves))
}

/// How many of how many moves keep a result that is no loss.
pub fn right_of(right: usize, all: usize, result: Wdl) -> String {
    let one = match result {
        Wdl::Win => "wins",
        _ => "holds the draw",
    };
    let many = match result {
        Wdl::Win => "win",
        _ => "hold the draw",
    };
    match (right, all) {
        (1, 1) => "There is only one move.".to_owned(),
        (right, all) if right == all => format!("All {all} moves {many}."),
        (1, all) => format!("Only one of {all} moves {one}."),
        (right, all) => format!("{right} of {all} moves {many}."),
    }
}

/// `1 structure`, `2 structures`
pub fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// `1 move`, `2 moves`
pub fn moves_of(count: impl Into<u32>) -> String {
    match count.into() {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    }
}

/// `d6, e6 and f6`
pub fn listed(names: &[String]) -> String {
    match names.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// Squares in a sentence.
pub fn squares(squares: impl IntoIterator<Item = Square>) -> String {
    let names = squares.into_iter().map(|square| square.to_string());
    listed(&names.collect::<Vec<String>>())
}

/// The line in SAN, with move numbers, and how it ends.
pub fn line(analysis: &Analysis) -> String {
    told(&analysis.position, &analysis.line, analysis.line_end)
}

/// A line that begins with another move than the best, and its result.
pub fn variation(analysis: &Analysis, variation: &Variation) -> String {
    let line = told(
        &analysis.position,
        &variation.line,
        Some(variation.line_end),
    );
    let result = match variation.result {
        Wdl::Win => "wins",
        Wdl::Draw => "draws",
        Wdl::Loss => "loses",
    };
    format!("Or ({result}): {line}")
}

fn told(start: &Position, line: &[Move], end: Option<LineEnd>) -> String {
    let mut position = *start;
    for &m in line {
        position = position.play(m);
    }
    let moves = numbered(start.turn(), names(start, line).into_iter());
    let end = end.map_or(String::new(), |end| line_end(end, &position));
    moves + &end
}

/// The moves of a line in SAN, one after the other.
pub fn names(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *position;
    let name = |&m: &Move| {
        let name = san::format(&position, m);
        position = position.play(m);
        name
    };
    line.iter().map(name).collect()
}

/// Several moves of one position in SAN.
pub fn names_of(position: &Position, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&m| san::format(position, m)).collect()
}

/// What a board in the middle of a line shows: after which move it comes, and the arrows of the next two moves.
pub fn before(start: &Position, begun: usize, here: &Position, next: &[Move]) -> String {
    let moves = names(here, &next[..next.len().min(2)]);
    let moves = numbered_from(start.turn(), begun, moves.into_iter());
    let number = (begun + usize::from(start.turn() == Color::Black)).div_ceil(2);
    format!(
        "After move {number}, {} to move. The arrows: {moves}.",
        here.turn()
    )
}

/// What the board at the end of a line shows.
pub fn after(analysis: &Analysis) -> String {
    let names = names(&analysis.position, &analysis.line);
    let begun = names.len().saturating_sub(1);
    let last = names.last().cloned().into_iter();
    let last = numbered_from(analysis.position.turn(), begun, last);
    format!("The end of the line, after {last}.")
}

/// The pawn that is left beside its king against a queen of this side, if it has come to its fifth rank or further: there a rook's or
/// bishop's pawn has a rank to go before it may hold, and others seldom hold.
fn against_queen(position: &Position, side: Color) -> Option<Square> {
    let men = |color| position.men(color).count();
    let has_queen = !position.pieces(side, Role::Queen).is_empty();
    let pawn = position.pawns().of(!side).first()?;
    let rank = pawn.seen_by(!side).rank();
    let is_told = match pawn.file() {
        0 | 2 | 5 | 7 => (4..6).contains(&rank),
        _ => rank >= 5,
    };
    (men(side) == 2 && men(!side) == 2 && has_queen && is_told).then_some(pawn)
}

/// How a line ends in a position; a mate shows of itself.
pub fn line_end(end: LineEnd, position: &Position) -> String {
    let men = |color| material(position, color, true);
    let both = || format!("{} against {}", men(Color::White), men(Color::Black));
    match end {
        LineEnd::Mate => String::new(),
        LineEnd::Stalemate => ", stalemate".to_owned(),
        LineEnd::PlainlyWon { winner } => format!(
            ", and {winner} wins with {} against {}",
            men(winner),
            men(!winner)
        ),
        LineEnd::PawnsStopped { winner } if let Some(pawn) = against_queen(position, winner) => {
            let only = match pawn.file() {
                0 | 2 | 5 | 7 => "on its seventh rank",
                _ => "if it is a rook's or bishop's",
            };
            format!(", and {winner} wins: as a rule a pawn holds against a queen only {only}")
        }
        LineEnd::PawnsStopped { winner } => format!(
            ", and {winner} wins: {} against {}, which cannot get through",
            men(winner),
            men(!winner)
        ),
        LineEnd::PawnsHold { defender } => format!(
            ", and {} against {} is a draw",
            men(defender),
            men(!defender)
        ),
        LineEnd::Drawn if position.is_pawn_ending() => {
            ", and nothing is left to win with".to_owned()
        }
        LineEnd::Drawn => format!(", and it is a draw with {}", both()),
        LineEnd::Promotion => ", and by Newborn's rules the promotion decides".to_owned(),
        LineEnd::Repetition => ", and the position repeats".to_owned(),
        _ => " …".to_owned(),
    }
}

/// What a side has besides its king, in words, its pawns only if they are asked for; or that it has nothing else.
fn material(position: &Position, color: Color, with_pawns: bool) -> String {
    const NAMES: [(Role, &str); 5] = [
        (Role::Queen, "queen"),
        (Role::Rook, "rook"),
        (Role::Bishop, "bishop"),
        (Role::Knight, "knight"),
        (Role::Pawn, "pawn"),
    ];
    let count = |(role, name): (Role, &str)| match position.pieces(color, role).count() {
        0 => None,
        1 => Some(name.to_owned()),
        many => Some(format!("{many} {name}s")),
    };
    let asked = |&(role, _): &(Role, &str)| with_pawns || role != Role::Pawn;
    let men: Vec<String> = NAMES.into_iter().filter(asked).filter_map(count).collect();
    if men.is_empty() {
        "king".to_owned()
    } else {
        men.join(" and ")
    }
}

/// Moves with their numbers; `first` makes the first one.
pub fn numbered(first: Color, names: impl Iterator<Item = String>) -> String {
    numbered_from(first, 0, names)
}

/// The same for a part of a line before which so many moves have been made.
pub fn numbered_from(first: Color, begun: usize, names: impl Iterator<Item = String>) -> String {
    let offset = begun + usize::from(first == Color::Black);
    let numbered = names.enumerate().map(|(ply, name)| {
        let number = (ply + offset) / 2 + 1;
        match ((ply + offset) % 2, ply) {
            (0, _) => format!("{number}.{name}"),
            (_, 0) => format!("{number}...{name}"),
            _ => name,
        }
    });
    numbered.collect::<Vec<String>>().join(" ")
}

/// Syzygy tables exist for so many men.
pub const SYZYGY_MEN: u32 = 7;

/// The endings that kept bounds open. That there are no tables for one is of use to those who have some.
pub fn reasons(analysis: &Analysis, has_tables: bool) -> String {
    let why = match analysis.stopped {
        Some(Stop::Memory) => ", too large for so little memory",
        _ => "",
    };
    let mut text = format!("The proof waits for endings such as these{why}:\n");
    for position in &analysis.reasons {
        let men = position.occupied().count();
        let cure = match men <= SYZYGY_MEN {
            true => ": Syzygy tables have it (--syzygy)",
            false if has_tables => ": no tables exist",
            false => "",
        };
        text.push_str(&format!("  {}  {men} men{cure}\n", fen::format(position)));
    }
    text
}

/// How the result is known, in a line: by which rules, after how long, and what stopped it if the verdict does not say so.
pub fn proof(analysis: &Analysis) -> String {
    let seconds = analysis.statistics.time.as_secs_f64();
    let is_exact = analysis.bounds.exact().is_some();
    let proved = match analysis.bounds != Bounds::UNKNOWN {
        true => "Proved",
        false => "Searched",
    };
    let stopped = match is_exact {
        true => stopped(analysis.stopped),
        false => "",
    };
    format!("{proved} by {} in {seconds:.2} s{stopped}.", name(analysis))
}

/// What the proof took, and what it leaves out.
pub fn effort(analysis: &Analysis) -> String {
    let statistics = analysis.statistics;
    let [_, one, two] = statistics.by_pieces;
    let with_pieces = match (one, two) {
        (0, 0) => String::new(),
        _ => format!(" ({one} of them with a promoted piece, {two} with two)"),
    };
    let searched = match statistics.positions {
        0 => String::new(),
        positions => format!(", {}", counted(positions, "position")),
    };
    format!(
        "On demand: {}{with_pieces}{searched}, {:.1} MiB. Draws by fifty moves are not modelled.",
        counted(statistics.structures, "structure"),
        statistics.bytes as f64 / f64::from(1 << 20),
    )
}

fn name(analysis: &Analysis) -> &'static str {
    match analysis.rules {
        Rules::Chess => "the rules of chess",
        Rules::Newborn => "Newborn's rules",
        other => other.name(),
    }
}

/// Moves in SAN, for one position.
pub fn moves(analysis: &Analysis, moves: &[Move]) -> String {
    let names: Vec<String> = moves
        .iter()
        .map(|&m| san::format(&analysis.position, m))
        .collect();
    names.join(" ")
}
