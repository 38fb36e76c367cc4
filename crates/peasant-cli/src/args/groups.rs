//! The verbs in groups: who reads the help meets first what is for players.

use clap::Command;

/// A heading, and its verbs, each with a sentence that fits the line of a terminal; the verb's own help says more.
type Group = (&'static str, &'static [(&'static str, &'static str)]);

/// In the order of the help. A verb that the program is built without is passed over.
const GROUPS: [Group; 4] = [
    (
        "For players",
        &[
            (
                "solve",
                "Prove a position: its result, every move's result, a line",
            ),
            ("explain", "Say why a position is won, drawn or lost"),
            (
                "play",
                "Play an ending against the prover, which names your errors",
            ),
            (
                "serve",
                "The page in your browser: results, reasons, games, exercises",
            ),
            ("annotate", "Judge the pawn endings of games (PGN)"),
            (
                "report",
                "A page about many endings: who errs how often, and where",
            ),
            ("study", "Say whether a composed study is sound"),
            (
                "epd",
                "Prove every position of an EPD file, and judge its remarks",
            ),
            ("diagram", "Draw a position as SVG or PNG"),
            ("uci", "The engine for graphical programs"),
            (
                "kpk",
                "King and pawn against king: the result, the rules that apply",
            ),
        ],
    ),
    (
        "Tools",
        &[
            (
                "mine",
                "Search families of structures for composers' material",
            ),
            (
                "store",
                "What is proved, on disk: list it, check it, fill it, empty it",
            ),
            ("perft", "Count the legal lines of play of a given length"),
            (
                "completions",
                "What a shell reads to complete commands and options",
            ),
            ("man", "The manual, as man pages"),
            ("schema", "JSON Schema of what --json prints"),
            (HELP, "This text, or the help of a command"),
        ],
    ),
    (
        "The museum",
        &[
            ("classic", "Newborn's program PEASANT of 1977, rebuilt"),
            ("pawnking", "Horacek's program PAWNKING of 1982, rebuilt"),
            ("compare", "Both against the prover, on an EPD file"),
            (
                "kpk-rules",
                "How often each rule of king and pawn against king is right",
            ),
        ],
    ),
    (
        "Games with pawns alone",
        &[("pawngame", "Solve, count and play them")],
    ),
];

/// Clap makes this verb itself, when it reads the command line.
const HELP: &str = "help";

/// The same command line, whose help lists the verbs in their groups.
pub fn grouped(command: Command) -> Command {
    let names = GROUPS.iter().flat_map(|(_, verbs)| *verbs);
    let command = names
        .enumerate()
        .fold(command, |command, (place, (name, _))| {
            match command.find_subcommand(name) {
                Some(_) => command.mut_subcommand(name, |verb| verb.display_order(place)),
                None => command,
            }
        });
    let template = template(&command);
    command.help_template(template)
}

/// Clap's own template, with a heading above each group of verbs.
fn template(command: &Command) -> String {
    let heading = command.get_styles().get_header();
    let literal = command.get_styles().get_literal();
    let names = command.get_subcommands().map(Command::get_name);
    let width = names.map(str::len).max().unwrap_or(0);
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (name, verbs) in GROUPS {
        text += &format!("\n{heading}{name}:{heading:#}\n");
        for (verb, says) in verbs {
            if *verb == HELP || command.find_subcommand(verb).is_some() {
                text += &format!("  {literal}{verb:width$}{literal:#}  {says}\n");
            }
        }
    }
    text += &format!("\n{heading}Options:{heading:#}\n{{options}}{{after-help}}");
    text
}
