use peasant::pawngame::*;
fn main() {
    for (preset, files, ranks) in [
        (Preset::PawnGame, 1, 8),
        (Preset::PawnGame, 2, 8),
        (Preset::PawnGame, 3, 8),
        (Preset::PawnGame, 4, 8),
        (Preset::Peasants, 1, 8),
        (Preset::Peasants, 2, 8),
        (Preset::Peasants, 3, 8),
        (Preset::Hexapawn, 3, 3),
        (Preset::Hexapawn, 4, 4),
    ] {
        let rules = RuleSet {
            files,
            ranks,
            ..RuleSet::of(preset)
        }
        .validate()
        .unwrap();
        let p = Position::start(rules);
        let mut s = Solver::new(
            rules,
            &Settings {
                method: Method::AlphaBeta,
                threads: 1,
                memory: 1 << 30,
            },
        )
        .unwrap();
        let r = s.solve(&p, None, &());
        let w: Vec<String> = r
            .moves
            .iter()
            .map(|m| format!("{}:{}", m.r#move, m.bounds))
            .collect();
        println!(
            "{} {} {} {:?} nodes {} {:?} len {}",
            preset.name(),
            files,
            r.bounds,
            w,
            r.stats.nodes,
            r.stats.elapsed,
            r.line.len()
        );
    }
}
