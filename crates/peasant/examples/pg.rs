use peasant::pawngame::*;
struct P;
impl Observer for P {}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let preset: Preset = a[1].parse().unwrap();
    let files = a[2].parse().unwrap();
    let threads = a[3].parse().unwrap();
    let mb: u64 = a.get(4).map_or(1024, |s| s.parse().unwrap());
    let method = if a.len() > 5 {
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
    let r = s.solve(&Position::start(rules), None, &P);
    let w: Vec<String> = r
        .moves
        .iter()
        .map(|m| format!("{}:{}", m.r#move, m.bounds))
        .collect();
    println!(
        "{} {} {} {:?} nodes {} pos {} {:?} len {}",
        preset.name(),
        files,
        r.bounds,
        w,
        r.stats.nodes,
        r.stats.positions,
        r.stats.elapsed,
        r.line.len()
    );
}
