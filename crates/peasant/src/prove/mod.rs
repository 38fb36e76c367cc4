//! Many slices: which structures to solve, in which order, and what is known when the proof stops.

pub(crate) mod eager;
mod ledger;
mod limits;
mod ondemand;
mod parallel;
pub(crate) mod proof;
pub(crate) mod question;
mod seeds;
mod solved;
pub(crate) mod structure;
mod table;

pub(crate) use limits::Watch;
pub use limits::{Limits, Observer, Progress, Stop};
pub use solved::Solved;

#[doc(hidden)]
pub fn scratch(args: &[String]) {
    use crate::board::{Pawns, Square};
    use crate::slice::point::Point;
    let mode = args[0].as_str();
    let threads: usize = std::env::var("T").ok().and_then(|t| t.parse().ok()).unwrap_or(1);
    let secs: f64 = std::env::var("S").ok().and_then(|t| t.parse().ok()).unwrap_or(5.0);
    let mut fens: Vec<String> = args[1..].to_vec();
    if mode == "epd" {
        fens = std::fs::read_to_string(&args[1]).unwrap().lines().map(str::to_owned).collect();
    }
    let mut times = vec![]; let mut total = 0;
    for fen in &fens {
        let mut it = fen.split_whitespace();
        let board = it.next().unwrap();
        let white_turn = it.next().unwrap() == "w";
        let mut pawns = Pawns::NONE;
        let (mut wk, mut bk) = (Square::new(0), Square::new(0));
        for (r, row) in board.split('/').enumerate() {
            let mut f = 0;
            for c in row.chars() {
                let sq = Square::at(f, 7 - r as u32);
                match c {
                    'K' => wk = sq,
                    'k' => bk = sq,
                    'P' => pawns.white = pawns.white.with(sq),
                    'p' => pawns.black = pawns.black.with(sq),
                    d => f += d.to_digit(10).unwrap() - 1,
                }
                f += 1;
            }
        }
        let limits = Limits { time: Some(std::time::Duration::from_secs_f64(secs)), memory: Some(2 << 30), structures: std::env::var("N").ok().and_then(|t| t.parse().ok()) };
        let watch = limits::Watch::new(limits, &());
        let w = Point { attacker: wk, defender: bk, to_move: white_turn };
        let b = Point { attacker: bk.flip(), defender: wk.flip(), to_move: !white_turn };
        if mode == "eager" {
            let e = eager::Eager::solve(pawns, threads, &limits::Watch::new(Limits::default(), &())).unwrap();
            let t = watch.elapsed().as_secs_f64();
            let q = |p: Pawns, pt: Point| e.wins(p, pt).unwrap();
            println!("{fen}: {} structures {:.1} ms {:.2} us each: W {} B {}", e.len(), t * 1e3, t * 1e6 / e.len() as f64, q(pawns, w), q(pawns.flip(), b));
        } else {
            let mut p = ondemand::Prover::new(&watch);
            let (mut rw, mut rb) = (Ok(None), Ok(None));
            let mut budget: u32 = 64;
            let first: u32 = std::env::var("B").ok().and_then(|t| t.parse().ok()).unwrap_or(2);
            while rw.is_ok() && rb.is_ok() && (rw == Ok(None) || rb == Ok(None)) {
                rw = p.ask(pawns, w, budget);
                if rw == Ok(Some(true)) { rb = Ok(Some(false)); } else if rw.is_ok() { rb = p.ask(pawns.flip(), b, budget); if rb == Ok(Some(true)) { rw = Ok(Some(false)); } }
                budget = budget.saturating_mul(first);
            }
            let (rw, rb): (Result<bool, Stop>, Result<bool, Stop>) = (rw.and_then(|x| x.ok_or(Stop::Time)), rb.and_then(|x| x.ok_or(Stop::Time)));
            let t = watch.elapsed().as_secs_f64();
            if mode != "epd" || t > 0.1 {
            println!("{fen}: W {rw:?} B {rb:?} {:.1} ms; expanded {} solves {} settled {} nodes {} {:.1} MiB", t * 1e3, p.structures(), p.solved(), p.settled, p.table.len(), p.table.bytes() as f64 / 1048576.0);
            }
            total += p.structures();
            times.push((rw.is_ok() && rb.is_ok(), t));
        }
    }
    if !times.is_empty() {
        let n = times.len() as f64;
        let share = |t: f64| times.iter().filter(|x| x.0 && x.1 <= t).count() as f64 / n * 100.0;
        println!("solved {} expanded {}; 10ms {:.1}% 100ms {:.1}% 1s {:.1}% 5s {:.1}% total {:.1}s", times.iter().filter(|t| t.0).count(), total, share(0.01), share(0.1), share(1.0), share(1e9), times.iter().map(|t| t.1).sum::<f64>());
    }
}
