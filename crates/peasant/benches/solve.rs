//! Library calls on known positions: `cargo bench`. For the tables, large positions and games included, see
//! `scripts/benchmarks`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use peasant::notation::fen;
use peasant::prove::Solved;
use peasant::{Prover, Request, Rules};

const POSITIONS: [(&str, &str); 5] = [
    ("reti", "7K/8/k1P5/7p/8/8/8/8 w - -"),
    ("fine_70", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -"),
    ("lockock", "6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - -"),
    ("three_against_three", "8/ppp2k2/8/8/8/8/PPP2K2/8 w - -"),
    (
        "blocked_wings",
        "8/8/1p2k1p1/3p3p/1p1P1P1P/1P2PK2/8/8 w - -",
    ),
];

fn on_demand(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("on demand");
    group.sample_size(10);
    for (name, text) in POSITIONS {
        let position = fen::parse(text).expect("a legal position");
        group.bench_function(name, |b| {
            let request = Request::new(black_box(position));
            b.iter(|| Prover::new(Rules::Newborn).analyse(&request));
        });
    }
    group.finish();
}

fn eager(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("eager");
    group.sample_size(10);
    // The last has 897,318 structures: too many for a statistic.
    for (name, text) in &POSITIONS[..4] {
        let position = fen::parse(text).expect("a legal position");
        for threads in [1, 2] {
            group.bench_function(format!("{name}/{threads} threads"), |b| {
                b.iter(|| Solved::below(black_box(position.pawns()), threads));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, on_demand, eager);
criterion_main!(benches);
