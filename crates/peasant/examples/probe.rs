use peasant::analysis::{Method, Request, Solver, analyse};
use peasant::notation::fen;
use peasant::promote::Rules;
use peasant::prove::Limits;
use std::time::{Duration, Instant};
fn main() {
    let mut solver = Solver::new(Rules::Chess);
    for text in std::env::args().skip(1) {
        let position = fen::parse(&text).unwrap();
        let t = Instant::now();
        if position.is_pawn_ending() {
            let limits = Limits {
                time: Some(Duration::from_secs(10)),
                memory: Some(4 << 30),
                structures: None,
            };
            let a = analyse(
                &position,
                &Request {
                    rules: Rules::Chess,
                    method: Method::OnDemand,
                    threads: 1,
                },
                &limits,
                &(),
            )
            .unwrap();
            println!(
                "{text}: {:?} stopped {:?} {:?} {:?}",
                a.bounds,
                a.stopped,
                a.statistics,
                t.elapsed()
            );
            for m in &a.moves {
                println!("   {} {:?} {:?}", m.r#move, m.bounds, m.distance);
            }
        } else {
            println!("{text}: {:?} {:?}", solver.bounds(&position), t.elapsed());
        }
    }
}
