//! `peasant completions` and `peasant man`: what shells and readers of manuals want, made from the command line itself.

use std::io::{self, Write};
use std::path::Path;

use crate::args::{self, CompletionsArgs, ManArgs};
use verbs::host::fault::Fault;
use verbs::host::plain::plain;
use verbs::{Failure, Outcome};

/// What a shell reads so that it completes commands and options.
pub fn completions(args: &CompletionsArgs) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "peasant", &mut script);
    print(&script)
}

/// The manual: one page on standard output, or all of them in a directory.
pub fn man(args: &ManArgs) -> Result<Outcome, Failure> {
    let Some(directory) = &args.directory else {
        let mut page = Vec::new();
        clap_mangen::Man::new(args::command().disable_help_subcommand(true)).render(&mut page)?;
        return print(&page);
    };
    write_all(directory).map_err(|error| {
        let name = directory.display().to_string();
        let fault = Fault::new(&format!("cannot write to `{}`: {error}", plain(&name)));
        fault
            .and_cure(": ", "name a directory that you may write")
            .about(&name)
    })?;
    Ok(Outcome::Answered)
}

fn write_all(directory: &Path) -> io::Result<()> {
    std::fs::create_dir_all(directory)?;
    clap_mangen::generate_to(args::command(), directory)
}

fn print(text: &[u8]) -> Result<Outcome, Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(Outcome::Answered)
}
