//! Rows of a table, for tests.

use crate::table::row::Row;

/// White wins by Kd6 or Ke6.
pub const WIN: &str = "4k3/8/8/3KP3/8/8/8/8 w - -";

const MOVES_OF_WIN: &str = "Kd6:win Ke6:win Kc6:draw e6:draw Kc5:draw Kc4:draw Kd4:draw Ke4:draw";

/// Black draws by Kd7 alone.
const DRAW: &str = "8/4k3/8/3K4/4P3/8/8/8 b - -";

const MOVES_OF_DRAW: &str = "Kd7:draw Kd8:loss Ke8:loss Kf6:loss Kf7:loss Kf8:loss";

/// Two wins thrown away, a win and a draw kept, and a position that is open: five positions of three games.
pub fn rows() -> [Row; 5] {
    let some = |text: &str| Some(text.to_owned());
    let win = Row {
        begins: true,
        fen: format!("{WIN} 0 1"),
        side: "white".to_owned(),
        pawns: 1,
        result: some("win"),
        lower: "win".to_owned(),
        upper: "win".to_owned(),
        best: "Kd6 Ke6".to_owned(),
        moves: MOVES_OF_WIN.to_owned(),
        ..Row::default()
    };
    let thrown = |san: &str, uci: &str| Row {
        played: some(san),
        played_uci: some(uci),
        after_lower: some("draw"),
        after_upper: some("draw"),
        thrown: some("win"),
        ..win.clone()
    };
    let first = Row {
        game: 1,
        line_number: 1,
        site: some("https://example.org/a?b=1&c=2"),
        white: some("<b>Réti</b>"),
        black: some("\"Tartakower\" & Co"),
        white_elo: Some(1850),
        black_elo: Some(1400),
        date: some("2013"),
        time_control: some("180+2"),
        motive: some("opposition,key square"),
        ..thrown("Ke4", "d5e4")
    };
    let draw = Row {
        begins: false,
        fen: format!("{DRAW} 1 1"),
        side: "black".to_owned(),
        result: some("draw"),
        best: "Kd7".to_owned(),
        moves: MOVES_OF_DRAW.to_owned(),
        played: some("Kd7"),
        played_uci: some("e7d7"),
        after_lower: some("draw"),
        after_upper: some("draw"),
        thrown: None,
        motive: None,
        ..first.clone()
    };
    let second = Row {
        game: 2,
        line_number: 20,
        site: some("javascript:alert(1)"),
        date: some("2014-01-02"),
        ..thrown("Kd4", "d5d4")
    };
    let third = Row {
        game: 3,
        line_number: 40,
        white_elo: Some(1600),
        played: some("Kd6"),
        after_lower: some("win"),
        ..win
    };
    let open = Row {
        begins: false,
        result: None,
        best: String::new(),
        moves: "Kd6:draw..win".to_owned(),
        played: None,
        ..third.clone()
    };
    [first, draw, second, third, open]
}
