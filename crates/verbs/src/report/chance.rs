//! A position in which a proved win or draw can be thrown away.

use peasant::value::Wdl;

use crate::table::row::Row;

/// A position in which the side to move can throw a proved result away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// What can be thrown away: a win or a draw.
    pub result: Wdl,
    /// What the move of the game did.
    pub outcome: Outcome,
}

/// What the move of the game did to the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is proved that the move keeps it.
    Kept,
    /// It is proved that the move throws it away.
    Thrown,
    /// Neither is proved.
    Open,
}

impl Chance {
    /// The chance of a row. `None`: its result is not proved or a loss, its move is not known, or no move is proved to spoil the
    /// result.
    pub fn of(row: &Row) -> Option<Chance> {
        let result = named(row.result.as_deref()).filter(|&result| result != Wdl::Loss)?;
        row.played.as_ref()?;
        let outcome = match named(row.after_lower.as_deref()) {
            _ if row.thrown.is_some() => Outcome::Thrown,
            Some(after) if after >= result => Outcome::Kept,
            _ => Outcome::Open,
        };
        let can_spoil = || moves(row).any(|(_, _, most)| most < result);
        (outcome == Outcome::Thrown || can_spoil()).then_some(Chance { result, outcome })
    }
}

/// A result by its name.
pub fn named(name: Option<&str>) -> Option<Wdl> {
    name?.parse().ok()
}

/// The legal moves of a row in SAN, each with the least and the most that is proved of it.
pub fn moves(row: &Row) -> impl Iterator<Item = (&str, Wdl, Wdl)> {
    row.moves.split_ascii_whitespace().filter_map(|text| {
        let (san, bounds) = text.rsplit_once(':')?;
        let (least, most) = bounds.split_once("..").unwrap_or((bounds, bounds));
        Some((san, named(Some(least))?, named(Some(most))?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(result: &str, moves: &str, after: &str, thrown: &str) -> Row {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Row {
            result: some(result),
            moves: moves.to_owned(),
            played: Some("Kd4".to_owned()),
            after_lower: some(after),
            thrown: some(thrown),
            ..Row::default()
        }
    }

    #[test]
    fn a_chance_is_a_result_that_a_move_spoils() {
        let chance = |result, outcome| Some(Chance { result, outcome });
        for (row, expected) in [
            (
                row("win", "Kd4:win Ke3:draw", "win", ""),
                chance(Wdl::Win, Outcome::Kept),
            ),
            (
                row("win", "Kd4:draw Ke3:win", "draw", "win"),
                chance(Wdl::Win, Outcome::Thrown),
            ),
            (
                row("draw", "Kd4:loss..win Ke3:loss", "loss", ""),
                chance(Wdl::Draw, Outcome::Open),
            ),
            // Proved by the position behind it, which the moves do not tell.
            (
                row("draw", "Kd4:loss..win", "loss", "draw"),
                chance(Wdl::Draw, Outcome::Thrown),
            ),
            (row("win", "Kd4:win Ke3:draw..win", "win", ""), None),
            (row("loss", "Kd4:loss", "loss", ""), None),
            (row("", "Kd4:draw..win Ke3:loss", "draw", ""), None),
        ] {
            assert_eq!(Chance::of(&row), expected, "{}", row.moves);
        }
        let last = Row {
            played: None,
            ..row("win", "Kd4:win Ke3:draw", "", "")
        };
        assert_eq!(Chance::of(&last), None);
    }
}
