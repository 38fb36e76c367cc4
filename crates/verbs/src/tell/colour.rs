//! Colour on a terminal, and only there: what goes into a pipe or a file has no escapes.

use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::sync::LazyLock;

use peasant::value::Wdl;

/// Is standard output a terminal that shows colours, whose user has not asked for none (<https://no-color.org>)?
pub fn is_on() -> bool {
    static IS_ON: LazyLock<bool> = LazyLock::new(|| {
        let variable = |name| std::env::var_os(name);
        io::stdout().is_terminal()
            && is_wanted(variable("NO_COLOR").as_deref(), variable("TERM").as_deref())
            // Old consoles of Windows print escapes as they are.
            && (cfg!(unix) || variable("WT_SESSION").is_some() || variable("TERM").is_some())
    });
    *IS_ON
}

/// An empty `NO_COLOR` says nothing.
fn is_wanted(no_color: Option<&OsStr>, term: Option<&OsStr>) -> bool {
    no_color.is_none_or(OsStr::is_empty) && term != Some(OsStr::new("dumb"))
}

/// A text in the colour of a result: green for a win, yellow for a draw, red for a loss; as it is where there are no colours.
/// The escapes take no room: pad the text before, with `{:<12}` or the like.
pub fn result(text: &str, result: Wdl) -> String {
    if is_on() {
        painted(text, result)
    } else {
        text.to_owned()
    }
}

/// The spaces around a text stay unpainted.
fn painted(text: &str, result: Wdl) -> String {
    let code = match result {
        Wdl::Win => 32,
        Wdl::Draw => 33,
        Wdl::Loss => 31,
    };
    let word = text.trim();
    if word.is_empty() {
        return text.to_owned();
    }
    text.replacen(word, &format!("\x1b[{code}m{word}\x1b[0m"), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_can_be_refused() {
        for (no_color, term, wanted) in [
            (None, None, true),
            (None, Some("xterm"), true),
            (Some(""), Some("xterm"), true),
            (Some("1"), Some("xterm"), false),
            (None, Some("dumb"), false),
        ] {
            let [no_color, term] = [no_color, term].map(|text| text.map(OsStr::new));
            assert_eq!(is_wanted(no_color, term), wanted, "{no_color:?} {term:?}");
        }
    }

    #[test]
    fn a_result_is_painted_and_its_padding_is_not() {
        assert_eq!(painted("win   ", Wdl::Win), "\x1b[32mwin\x1b[0m   ");
        assert_eq!(painted(" draw", Wdl::Draw), " \x1b[33mdraw\x1b[0m");
        assert_eq!(painted("loss", Wdl::Loss), "\x1b[31mloss\x1b[0m");
        assert_eq!(painted("  ", Wdl::Loss), "  ");
    }
}
