//! The command line of `peasant report`.

use std::path::PathBuf;

use crate::options::OUTPUT;

#[derive(clap::Args)]
#[command(after_help = "Example: peasant report endings.csv -o report.html\n\
    The page needs nothing from outside: it can be sent, kept and printed as it is.")]
pub struct ReportArgs {
    /// The table of endings that `peasant annotate --table` has written: .parquet, .csv or .jsonl
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Show so many of the positions in which most was thrown away, up to 1000
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = parse_top)]
    pub top: usize,
    /// Where to put the page (HTML); - is standard output [default: standard output]
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// Print the figures as JSON; the page is written only with --output
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}

fn parse_top(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number <= 1000);
    number.ok_or_else(|| "give a whole number of positions from 0 to 1000".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_shows_a_thousand_positions_at_most() {
        assert_eq!((parse_top("0"), parse_top("1000")), (Ok(0), Ok(1000)));
        for wrong in ["1001", "-1", "many"] {
            assert!(parse_top(wrong).is_err(), "{wrong}");
        }
    }
}
