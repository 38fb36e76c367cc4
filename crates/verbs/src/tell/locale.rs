//! The user's locale: whether it has Unicode.

use std::ffi::OsString;
use std::sync::LazyLock;

/// Does the locale say that text is UTF-8? Windows has no such word, and its terminals show Unicode.
pub fn has_unicode() -> bool {
    static HAS_UNICODE: LazyLock<bool> =
        LazyLock::new(|| cfg!(windows) || is_utf8(|name| std::env::var_os(name)));
    *HAS_UNICODE
}

/// The first of the variables that says anything decides, as POSIX has it.
fn is_utf8(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let mut values = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().map(variable);
    let locale = values.find_map(|value| value.filter(|value| !value.is_empty()));
    let locale = locale.unwrap_or_default().to_string_lossy().to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        for (all, ctype, lang, has_it) in [
            ("", "", "", false),
            ("", "", "de_DE.UTF-8", true),
            ("", "", "en_US.utf8", true),
            ("", "", "de_DE@euro", false),
            ("", "C", "de_DE.UTF-8", false),
            ("", "C.UTF-8", "C", true),
            ("POSIX", "C.UTF-8", "C.UTF-8", false),
            ("C.UTF-8", "C", "", true),
        ] {
            let value = |name: &str| match name {
                "LC_ALL" => Some(all),
                "LC_CTYPE" => Some(ctype),
                _ => Some(lang),
            };
            assert_eq!(is_utf8(|name| value(name).map(OsString::from)), has_it);
        }
        assert!(!is_utf8(|_| None));
    }
}
