//! The command line of `peasant mine`.

use crate::options::MACHINE;
use std::ops::Range;
use std::path::PathBuf;

use peasant::Rules;
use peasant::mine::{Family, Files, Kind, Materials, Measure, Pattern, Search};

use crate::Failure;
use crate::host::fault::Fault;
use crate::options::proof::ProofArgs;
use crate::options::{one_of, parse_name, parse_threads};

#[derive(clap::Args)]
#[command(mut_arg("time", |time| time.default_value("10").help(
        "Stop after so many seconds for each structure and count what is open; `none` sets no limit")),
    mut_arg("structures", |structures| structures.help("Stop after so many structures in the proof of each")),
    after_help = "Examples: peasant mine --pawns 1v0 --find zugzwang\n          \
    peasant mine --pattern 8/8/8/3p4/3P4/8/8/8 --find full-point --json\n          \
    peasant mine --pawns 1v1 --files ab --find longest --keep 3\n\n\
    Each structure is taken once up to left and right and, where that is the same family, exchange of colours, in an order \
    that never changes. EPD goes to standard output, one position a line, the summary to standard error; c0 is the result, so \
    that `peasant epd` can check the file. What is longest is told at the end.\n\
    Exit status 4 if no structure could be solved. Ctrl-C ends with what is found; a second one ends the program.")]
pub struct MineArgs {
    /// White's pawns and Black's, such as 2v1 or 1-2v1 [default: those of the pattern]
    #[arg(long, value_name = "NvM", value_parser = parse_name::<Materials>)]
    pub pawns: Option<Materials>,
    /// Put pawns on these files only, such as a-d or ac; those of the pattern stand where they stand
    #[arg(long, value_name = "FILES", value_parser = parse_name::<Files>)]
    pub files: Option<Files>,
    /// Fixed men, as the board of a FEN; `?` is a square where another pawn may stand, if there is any
    #[arg(long, value_name = "BOARD")]
    pub pattern: Option<Pattern>,
    /// What to look for, repeatable: full-point, zugzwang, longest, underpromotion, only-moves [default: all]
    #[arg(long, value_name = "KIND", value_parser = one_of(Kind::ALL.map(Kind::name), parse_name::<Kind>), hide_possible_values = true)]
    pub find: Vec<Kind>,
    /// Where a win ends: at the next conversion, at mate or a promotion that decides, or at mate
    #[arg(long, value_name = "WHAT", default_value = "conversion", value_parser = one_of(Measure::ALL.map(Measure::name), parse_name::<Measure>))]
    pub measure: Measure,
    /// Tell so many of the longest wins, and of the longest chains
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_keep)]
    pub keep: usize,
    /// Only structures with these numbers, the last excluded: a piece of the work
    #[arg(long, value_name = "FROM..TO", value_parser = parse_range)]
    pub range: Option<Range<u64>>,
    #[command(flatten)]
    pub proof: ProofArgs,
    /// Structures solved side by side; they share --memory
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads, help_heading = MACHINE)]
    pub threads: usize,
    /// Add what every structure yields to this file, and go on from what stands there
    #[arg(long, value_name = "OUT.jsonl", help_heading = MACHINE)]
    pub resume: Option<PathBuf>,
}

impl MineArgs {
    /// The family.
    pub fn family(&self) -> Result<Family, Failure> {
        let family = Family::new(self.pawns.clone(), self.files, self.pattern.clone());
        let fault =
            |error: peasant::mine::FamilyError| Fault::from_sentence(&error.to_string(), ": ");
        Ok(family.map_err(fault)?)
    }

    /// What is looked for: by Newborn's rules all that they know.
    pub fn kinds(&self) -> Result<Vec<Kind>, Failure> {
        let is_newborn = self.proof.rules == Rules::Newborn;
        if is_newborn && self.find.contains(&Kind::Underpromotion) {
            return Err(chess_only("--find underpromotion", "leave it out").into());
        }
        let wanted = |kind: &Kind| match self.find.is_empty() {
            true => !is_newborn || *kind != Kind::Underpromotion,
            false => self.find.contains(kind),
        };
        Ok(Kind::ALL.into_iter().filter(wanted).collect())
    }

    /// How wins are measured: Newborn's rules know neither queen endings nor mates.
    pub fn measure(&self) -> Result<Measure, Failure> {
        let is_newborn = self.proof.rules == Rules::Newborn;
        if is_newborn && self.measure != Measure::ZeroingMove {
            return Err(chess_only("--measure", "write --measure conversion").into());
        }
        Ok(self.measure)
    }

    /// What is asked of each structure.
    pub fn search(&self) -> Result<Search, Failure> {
        let mut search = Search::new(self.kinds()?);
        search.measure = self.measure()?;
        search.keep = self.keep;
        Ok(search)
    }
}

fn chess_only(option: &str, cure: &str) -> Fault {
    let fault = Fault::new(&format!("{option} is for the rules of chess"));
    fault.and_cure(": ", cure).about(option)
}

fn parse_keep(text: &str) -> Result<usize, String> {
    let number = text.parse().ok();
    let number = number.filter(|number| (1..=10_000).contains(number));
    number.ok_or_else(|| "give a number from 1 to 10000".to_owned())
}

/// `100..200`
fn parse_range(text: &str) -> Result<Range<u64>, String> {
    let read = text.split_once("..").and_then(|(from, to)| {
        let range = from.parse().ok()?..to.parse().ok()?;
        (range.start <= range.end).then_some(range)
    });
    read.ok_or_else(|| "give two numbers of structures, such as 0..1000".to_owned())
}
