//! Fits the weights of the search of positions to won endings by hill climbing: see `scripts/search-weights`.

use peasant::notation::fen;
use peasant::prove::fitting::{Lessons, Weights};
use peasant::{Color, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [most, trials, seed, files @ ..] = &args[..] else {
        eprintln!("usage: fit_search POSITIONS TRIALS SEED FILE...");
        std::process::exit(2);
    };
    let (most, trials, seed): (u64, u64, u64) = (most.parse()?, trials.parse()?, seed.parse()?);
    let mut won = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file)?;
        let lines: Result<Vec<_>, _> = text.lines().map(lesson).collect();
        won.extend(lines?.into_iter().flatten());
    }
    let mut lessons = Lessons::new(&won);
    let mut best = Weights::FITTED;
    let cost = lessons.cost(best, most);
    let mut least = mean(&cost, most);
    report(&cost, least, best);
    let mut dice = Dice(seed | 1);
    for _ in 0..trials {
        let mut changed = best;
        for _ in 0..=dice.roll(2) {
            dice.change(&mut changed);
        }
        let cost = lessons.cost(changed, most);
        let mean = mean(&cost, most);
        if mean < least {
            (least, best) = (mean, changed);
            report(&cost, least, best);
        }
    }
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

/// The mean of the logarithms. What is not proved counts for four times as many positions as were allowed; 300 are added to each, since
/// what is proved at once matters little.
fn mean(cost: &[Option<u64>], most: u64) -> f64 {
    let log = |count: &Option<u64>| (count.unwrap_or(most * 4) as f64 + 300.0).ln();
    cost.iter().map(log).sum::<f64>() / cost.len() as f64
}

/// Prints how much is proved and with which weights.
fn report(cost: &[Option<u64>], mean: f64, mut weights: Weights) {
    let (proved, all) = (cost.iter().flatten().count(), cost.len());
    let fields: Vec<String> = weights
        .each()
        .into_iter()
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    println!("{proved} of {all} proved, {mean:.4}: {}", fields.join(", "));
}

/// Marsaglia's xorshift.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    /// Changes one weight by a little or by much.
    fn change(&mut self, weights: &mut Weights) {
        let mut all = weights.each();
        let at = self.roll(all.len() as u64) as usize;
        let (name, value) = &mut all[at];
        let changed = match self.roll(6) {
            0 => **value + 1,
            1 => value.saturating_sub(1),
            2 => **value + **value / 4 + 1,
            3 => **value - **value / 4,
            4 => **value + **value / 2 + 2,
            _ => **value / 2,
        };
        // A part is one in so many.
        **value = changed.max(u32::from(name.ends_with("_part")));
    }
}
