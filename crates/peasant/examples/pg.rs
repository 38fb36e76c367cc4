use peasant::pawngame::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
struct P(AtomicU64);
impl Observer for P {
    fn progress(&self, p: &Progress) {
        let m = p.elapsed.as_secs() / 30;
        if self.0.swap(m, Ordering::Relaxed) != m {
            eprintln!(
                "{:?} nodes {} positions {} decided {}/{}",
                p.elapsed, p.nodes, p.positions, p.decided, p.moves
            );
        }
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let preset: Preset = a[1].parse().unwrap();
    let files = a[2].parse().unwrap();
    let threads = a[3].parse().unwrap();
    let mb: u64 = a.get(4).map_or(1024, |s| s.parse().unwrap());
    let method = if a.len() > 5 && a[5] == "pn" {
        Method::ProofNumber
    } else {
        Method::AlphaBeta
    };
    let rules = RuleSet {
        files,
        ..RuleSet::of(preset)
    }
    .validate()
    .unwrap();
    let mut s = Solver::new(
        rules,
        &Settings {
            method,
            threads,
            memory: mb << 20,
        },
    )
    .unwrap();
    if a.len() > 5 && a[5] != "pn" {
        s = s
            .with_checkpoint(Checkpoint {
                file: a[5].clone().into(),
                every: Duration::from_secs(300),
            })
            .unwrap();
    }
    let r = s.solve(&Position::start(rules), None, &P(AtomicU64::new(0)));
    let w: Vec<String> = r
        .moves
        .iter()
        .map(|m| format!("{}:{}", m.r#move, m.bounds))
        .collect();
    println!(
        "{} {} {} {:?} nodes {} pos {} {:?} line {}",
        preset.name(),
        files,
        r.bounds,
        w,
        r.stats.nodes,
        r.stats.positions,
        r.stats.elapsed,
        r.line
            .iter()
            .map(|m| m.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    );
}
