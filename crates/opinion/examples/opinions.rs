//! What the search thinks of many positions: a move, the score, the depth, positions and seconds for each.
//!
//! Usage: `cargo run --release -p peasant-opinion --example opinions -- SECONDS <POSITIONS.fen`
//!
//! Standard input has a position a line; a line of the answer is `c5c4 +0.35 23 812345 1.000`.

use std::error::Error;
use std::io::stdin;
use std::time::{Duration, Instant};

use opinion::{Search, Task};
use peasant::notation::fen;

fn main() -> Result<(), Box<dyn Error>> {
    let seconds = std::env::args()
        .nth(1)
        .ok_or("name the seconds for a position")?;
    let time = Duration::from_secs_f64(seconds.parse()?);
    for line in stdin().lines() {
        let position = fen::parse(&line?)?;
        let began = Instant::now();
        let opinion = Search::new(64 << 20).think(&Task::new(position).time(time));
        let seconds = began.elapsed().as_secs_f64();
        match opinion {
            Some(it) => println!(
                "{} {} {} {} {seconds:.3}",
                it.best, it.score, it.depth, it.nodes
            ),
            None => println!("- 0.00 0 0 {seconds:.3}"),
        }
    }
    Ok(())
}
