use peasant::{analysis::*, notation::fen, promote::Rules, prove::Limits};
fn main() {
    let eager = std::env::args().nth(1).unwrap() == "eager";
    for f in std::env::args().skip(2) {
        let p = fen::parse(&f).unwrap();
        let req = Request { rules: Rules::Newborn, method: if eager { Method::Eager } else { Method::OnDemand }, threads: 1 };
        let a = analyse(&p, &req, &Limits { time: Some(std::time::Duration::from_secs(20)), ..Default::default() }, &()).unwrap();
        println!("{f} {} {:?} {:?}", a.bounds, a.stopped, a.statistics);
        for m in &a.moves { print!("  {} {} {:?};", m.r#move, m.bounds, m.distance.map(|d| d.plies())); }
        println!("\n  best {:?}\n  line {}", a.best, a.line.iter().map(|m| m.to_string()).collect::<Vec<_>>().join(" "));
    }
}
