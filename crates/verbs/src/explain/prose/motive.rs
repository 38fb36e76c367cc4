//! A motive in words, a row each: how much it tells, its sentence beside the move, and the idea that it is.

use peasant::board::{Color, Square};
use peasant::explain::{Motive, Opposition, Race};

use super::map::MOST_SQUARES;
use crate::kpk::words::key_squares_named;
use crate::tell::words::{file_letter, moves_of, squares as named};

/// What weighs so much is no idea.
pub(super) const NO_IDEA: usize = 100;

/// A motive of one side's, which has the move.
pub(super) struct Rendered {
    /// The less, the more it tells.
    pub weight: usize,
    /// A trick at the end of a manoeuvre, which is not what that is about.
    pub is_trick: bool,
    /// What the move does; empty if that is not worth a sentence.
    sentence: String,
    /// By what the result is brought about, behind "White wins"; empty if it is no idea.
    pub by: String,
}

impl Rendered {
    fn new(weight: usize, sentence: impl Into<String>, by: impl Into<String>) -> Rendered {
        Rendered {
            weight,
            is_trick: false,
            sentence: sentence.into(),
            by: by.into(),
        }
    }

    fn trick(weight: usize, sentence: impl Into<String>, by: impl Into<String>) -> Rendered {
        Rendered {
            is_trick: true,
            ..Rendered::new(weight, sentence, by)
        }
    }
}

/// A motive of a side's.
pub(super) fn told(motive: &Motive, side: Color) -> Rendered {
    let other = !side;
    match motive {
        Motive::OnlyMove => Rendered::new(NO_IDEA, "", ""),
        Motive::PromotionWithCheck => {
            Rendered::new(NO_IDEA, format!("{side} promotes with check."), "")
        }
        Motive::TriangulationAgainst(..) => Rendered::trick(NO_IDEA, "", ""),
        Motive::Breakthrough { on, .. } => Rendered::trick(
            0,
            format!("Breakthrough: the pawn on {on} is given up so that another one gets through."),
            format!("by a breakthrough: the pawn given up on {on} clears the way for another"),
        ),
        Motive::Triangulation(route) => {
            let route: Vec<String> = route.iter().map(ToString::to_string).collect();
            let route = route.join("-");
            Rendered::new(
                1,
                format!(
                    "{side}'s king makes the triangle {route}: the same position with {other} to move."
                ),
                format!("by triangulation: the king goes round to leave the move to {other}"),
            )
        }
        Motive::TwoAims { catch, support } => Rendered::new(
            1,
            format!(
                "Two aims in one walk. If {other}'s king goes for the pawn on {support}, {side}'s catches the one on {catch}. \
                 If that pawn runs, {side}'s king helps its own."
            ),
            format!(
                "because {side}'s king walks with two aims: the square of the pawn on {catch}, and its own pawn on {support}"
            ),
        ),
        Motive::UnderPromotion(role) => Rendered::new(
            2,
            format!("Not a queen but a {role} is right."),
            format!("by promoting to a {role}"),
        ),
        Motive::Skewer(square) => Rendered::trick(
            3,
            format!("The check wins what stands on {square}."),
            format!("by a skewer: what stands on {square} is won by a check"),
        ),
        Motive::Decoy(file) => {
            let pawn = format!("{}-pawn", file_letter(Square::at(*file, 0)));
            Rendered::new(
                4,
                format!(
                    "While {other}'s king takes the {pawn}, {side}'s takes what is left on the other wing."
                ),
                format!(
                    "by a decoy: {other}'s king has to go for the {pawn} while the other wing falls"
                ),
            )
        }
        Motive::Stalemate => Rendered::trick(5, format!("{other} is stalemated."), "by stalemate"),
        Motive::SavedByStalemate => {
            // The next move says so.
            Rendered::trick(5, "", "by stalemate")
        }
        Motive::StalemateTrap(answer) => Rendered::trick(
            5,
            format!(
                "If {other} comes to {} now, {side} is stalemated.",
                answer.to
            ),
            "by stalemate",
        ),
        Motive::Trebuchet(white, black) => Rendered::new(
            5,
            format!(
                "The trébuchet at {white} and {black}: whoever has to move loses the pawn and the game."
            ),
            format!(
                "by the trébuchet at {white} and {black}: whoever has to move loses, and {other} has to"
            ),
        ),
        Motive::ShutIn(square) => Rendered::new(
            5,
            format!("{other}'s king is shut in on {square}, before its own pawn."),
            format!("because {other}'s king is shut in on {square}, before its own pawn"),
        ),
        Motive::IntoTheSquare(square) => Rendered::new(
            6,
            format!("{side}'s king steps into the square of the pawn on {square}, just in time."),
            format!("because {side}'s king gets into the square of the pawn on {square} in time"),
        ),
        Motive::Shouldering { instead, barred } => Rendered::new(
            7,
            format!(
                "{side}'s king shoulders {other}'s away. The way over {instead} is as short, but then {other}'s king comes to {}.",
                named(barred.iter().copied())
            ),
            format!(
                "by shouldering: {side}'s king bars the way of {other}'s while it goes its own"
            ),
        ),
        Motive::HoldsAgainstQueen { pawn, defender } => Rendered::new(
            6,
            format!(
                "The pawn on {pawn} holds against the queen{}.",
                in_the_corner(*pawn, *defender)
            ),
            format!(
                "because the {}'s pawn on {pawn} holds against the queen",
                if matches!(pawn.file(), 0 | 7) {
                    "rook"
                } else {
                    "bishop"
                }
            ),
        ),
        Motive::Fortress(squares) => {
            let squares = named(squares.iter().copied());
            Rendered::new(
                6,
                format!("A fortress: {side}'s king needs only {squares}, whatever {other} does."),
                format!("by a fortress: {side}'s king needs only {squares}"),
            )
        }
        Motive::NoWayIn => Rendered::new(
            6,
            format!("A fortress: {other}'s king finds no way in, and its pawns force none."),
            format!("by a fortress: {other}'s king finds no way in, and its pawns force none"),
        ),
        Motive::RookPawn(_) => Rendered::new(
            6,
            format!(
                "Against a rook's pawn that is enough: {side}'s king cannot be driven from the corner."
            ),
            format!("because {side}'s king holds the corner against the rook's pawn"),
        ),
        Motive::CorrespondingSquares(mine, theirs) => Rendered::new(
            7,
            format!(
                "The kings stand on the corresponding squares {mine} and {theirs}, and {other} is to move."
            ),
            format!(
                "by corresponding squares: {side}'s king comes to each of them with {other} to move"
            ),
        ),
        Motive::FullPointZugzwang => Rendered::new(
            7,
            "Whoever has to move in such a place loses.",
            format!("by zugzwang: whoever has to move loses, and {other} has to"),
        ),
        Motive::NearerToThePawn(pawn) => Rendered::new(
            7,
            format!("{other}'s king stands before its own pawn: {side}'s has time to come nearer."),
            format!(
                "because {side}'s king comes nearer while {other}'s stands before its pawn on {pawn}"
            ),
        ),
        Motive::Opposition(shape, king, theirs) => {
            let (kind, apart) = match shape {
                Opposition::Distant => ("distant ", apart(*king, *theirs)),
                _ => ("", String::new()),
            };
            Rendered::new(
                8,
                format!(
                    "{side} takes the {kind}opposition{apart}: {other} is to move and must give way."
                ),
                format!("by the {kind}opposition{apart}: {other} has to give way"),
            )
        }
        // From the sixth rank: whether it would also wait elsewhere nobody asks.
        Motive::SpareMove { from, .. } if from.seen_by(side).rank() == 5 => Rendered::new(
            9,
            format!(
                "The pawn comes to the seventh rank without check: {other} is to move and must give way."
            ),
            format!(
                "because the pawn comes to the seventh rank without check: {other} has to give way"
            ),
        ),
        Motive::SpareMove {
            not_to: Some(other_square),
            ..
        } => Rendered::new(
            9,
            format!(
                "A tempo move, and not to {other_square}: {other} is to move and must give way."
            ),
            format!(
                "by a tempo: the {}-pawn chooses between one step and two, so that {other} has to give way",
                file_letter(*other_square)
            ),
        ),
        Motive::SpareMove { .. } => Rendered::new(
            9,
            format!("A spare pawn move: {other} is to move and must give way."),
            format!("by a spare pawn move: {other} has to give way"),
        ),
        Motive::Outflanking(_) => Rendered::new(
            9,
            format!("{side}'s king goes round {other}'s: outflanking."),
            format!("by outflanking: {side}'s king goes round {other}'s"),
        ),
        Motive::Blockade(pawn) => Rendered::new(
            9,
            format!("{side}'s king must stay before the pawn on {pawn}."),
            format!("because {side}'s king stays before the pawn on {pawn}"),
        ),
        Motive::ProtectedPassedPawn { pawn, protector } => Rendered::new(
            9,
            format!(
                "{other}'s king may not take on {protector}: the passed pawn on {pawn} would run."
            ),
            format!("because the protected passed pawn on {pawn} ties {other}'s king"),
        ),
        Motive::KeySquare(square) => Rendered::new(
            10,
            format!("{side}'s king has reached the key square {square}."),
            format!("because {side}'s king reaches the key square {square}"),
        ),
        Motive::Race(race) => Rendered::new(11, in_a_race(race), by_a_race(race)),
        Motive::KeySquaresHeld(squares) if squares.len() > MOST_SQUARES => {
            Rendered::new(NO_IDEA, "", "")
        }
        Motive::KeySquaresHeld(squares) => {
            let keys = key_squares_named(squares.iter().copied());
            Rendered::new(
                14,
                "",
                format!("because {other}'s king cannot get to {keys} without loss"),
            )
        }
        Motive::PawnWon(square) => Rendered::trick(
            13,
            format!("The pawn on {square} falls."),
            format!("because {side}'s king wins the pawn on {square}"),
        ),
    }
}

/// What a motive of a side's is in a sentence, if it is worth one.
pub(super) fn sentence(motive: &Motive, side: Color) -> Option<String> {
    let sentence = told(motive, side).sentence;
    (!sentence.is_empty()).then_some(sentence)
}

/// Why a rook's or bishop's pawn holds against the queen, where it is about to promote.
fn in_the_corner(pawn: Square, defender: Color) -> String {
    if pawn.seen_by(defender).rank() < 6 {
        return String::new();
    }
    let file = if pawn.file() < 4 { 0 } else { 7 };
    let corner = Square::at(file, 7).seen_by(defender);
    match pawn.file() {
        0 | 7 => format!(": {defender}'s king, shut in before it on {corner}, would be stalemated"),
        _ => format!(": whoever takes it with {defender}'s king on {corner} gives stalemate"),
    }
}

/// Where two kings stand in distant opposition: ` on the e-file, e3 against e7 with three squares between them`.
fn apart(king: Square, other: Square) -> String {
    let along = match king.file() == other.file() {
        true => format!("{}-file", file_letter(king)),
        false => format!("{} rank", RANKS[king.rank() as usize]),
    };
    let between = match king.distance(other) {
        4 => "three",
        _ => "five",
    };
    format!(" on the {along}, {king} against {other} with {between} squares between them")
}

const RANKS: [&str; 8] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
];

/// How a race goes.
fn in_a_race(race: &Race) -> String {
    let Some(first) = race.first else {
        return "Both sides run with their pawns.".to_owned();
    };
    let of = |color| match color {
        Color::White => race.white,
        Color::Black => race.black,
    };
    let check = if race.check { ", with check" } else { "" };
    let own = moves_of(of(first).unwrap_or_default());
    match of(!first) {
        Some(theirs) if Some(theirs) == of(first) => format!(
            "A race: {first} promotes first{check}, in {own}, and {} right after.",
            !first
        ),
        Some(theirs) => format!(
            "A race: {first} promotes first{check}, in {own}; {} in {}.",
            !first,
            moves_of(theirs)
        ),
        None => format!("A race: {first} promotes first{check}, in {own}."),
    }
}

/// The same as a reason of the winner's.
fn by_a_race(race: &Race) -> String {
    let then = match race.first {
        None => "",
        Some(_) if race.check => ": it promotes first, with check",
        Some(_) if race.white.is_none() || race.black.is_none() => {
            ": it promotes first, and the queen stops the other side's pawn"
        }
        Some(_) => ": it promotes first",
    };
    format!("in a race of pawns{then}")
}
