//! Fits the weights of the search of positions to won endings: see `scripts/search-weights`.

use peasant::notation::fen;
use peasant::prove::fitting::{Cost, Lessons, Weights};
use peasant::{Color, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [most, trials, seed, files @ ..] = &args[..] else {
        eprintln!("usage: fit_search POSITIONS TRIALS SEED FILE...");
        std::process::exit(2);
    };
    let mut won = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file)?;
        let lines: Result<Vec<_>, _> = text.lines().map(lesson).collect();
        won.extend(lines?.into_iter().flatten());
    }
    let mut lessons = Lessons::new(&won, most.parse()?);
    let report = |cost: &Cost, mut weights: Weights| {
        let (mean, proved) = (cost.mean(), cost.proved());
        let mut fields: Vec<String> = Vec::new();
        for (name, value) in weights.each() {
            fields.push(format!("{name}: {value}"));
        }
        let fields = fields.join(", ");
        println!("{proved} of {} proved, {mean:.4}: {fields}", won.len());
    };
    report(&lessons.cost(Weights::FITTED), Weights::FITTED);
    lessons.climb(
        Weights::FITTED,
        trials.parse()?,
        seed.parse()?,
        &mut |cost, weights| report(cost, weights),
    );
    Ok(())
}

/// The ending of a line and who wins it. `None`: a draw, or no result.
fn lesson(line: &str) -> Result<Option<(Position, Color)>, Box<dyn std::error::Error>> {
    let fields: Vec<&str> = line.split_whitespace().take(4).collect();
    let position = fen::parse(&fields.join(" "))?;
    let result = line
        .split("c0 \"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    Ok(match result {
        Some("win") => Some((position, position.turn())),
        Some("loss") => Some((position, !position.turn())),
        _ => None,
    })
}
