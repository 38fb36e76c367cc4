use peasant::{Limits, Prover, Request, notation::fen};
fn main() {
    let time = std::env::var("T").map_or(60, |t| t.parse().unwrap());
    let limits = Limits::NONE
        .time(std::time::Duration::from_secs(time))
        .memory(8 << 30);
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let out = args.remove(0);
    if args.len() == 1 && args[0].ends_with(".epd") {
        args = std::fs::read_to_string(&args[0])
            .unwrap()
            .lines()
            .map(|l| l.split_whitespace().take(4).collect::<Vec<_>>().join(" "))
            .collect();
    }
    for (i, fen) in args.iter().enumerate() {
        let mut prover = Prover::builder().limits(limits).build().unwrap();
        let Ok(p) = fen::parse(&fen) else {
            println!("bad {fen}");
            continue;
        };
        let t = std::time::Instant::now();
        let first = Limits::NONE
            .time(std::time::Duration::from_secs(10))
            .memory(8 << 30);
        let mut request = Request::new(p)
            .line(false)
            .moves(false)
            .distances(false)
            .conditional(std::env::var("COND").is_ok());
        if std::env::var("COND").is_err() {
            request = request.limits(first);
        }
        let a = prover.analyse(&request).unwrap();
        if a.bounds.exact().is_none() && std::env::var("COND").is_err() {
            println!("{i} {fen}: open");
            continue;
        }
        let t1 = t.elapsed();
        match prover.certify(&request.limits(limits), &a) {
            Ok(c) => {
                let mut b = Vec::new();
                c.write(&mut b).unwrap();
                println!(
                    "{i} {fen}: {} {} positions {} bytes {:.2}/pos trusted {} proof {t1:.2?} all {:.2?}",
                    c.bounds,
                    c.positions(),
                    b.len(),
                    b.len() as f64 / c.positions() as f64,
                    c.trusted.len(),
                    t.elapsed()
                );
                std::fs::write(format!("{out}/{i}.cert"), b).unwrap();
            }
            Err(e) => println!("{i} {fen}: {} {e} after {:.2?}", a.bounds, t.elapsed()),
        }
    }
}
