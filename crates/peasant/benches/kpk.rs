//! King and pawn against king, by set algebra and one position at a time: `cargo bench --bench kpk`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use peasant::board::Square;
use peasant::kpk::{self, Bitbase, Placement, Side, Verdict};
use specification::kpk::PerPosition;

fn generate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("kpk");
    group.bench_function("generate/set algebra", |b| b.iter(Bitbase::generate));
    group.sample_size(10);
    let plain = PerPosition::generate;
    group.bench_function("generate/one position at a time", |b| b.iter(plain));
    // A prime step: positions that follow each other in the loop do not share a word.
    let all: Vec<Placement> = Placement::all(Side::Attacker).collect();
    let sample: Vec<Placement> = (0..1000).map(|n| all[n * 7919 % all.len()]).collect();
    let bitbase = kpk::bitbase();
    let known = plain();
    for p in &sample {
        let squares = [p.attacker(), p.defender(), p.pawn()].map(Square::index);
        let won = known.won(0, squares[0], squares[1], squares[2]);
        assert_eq!(won, Some(bitbase.probe(*p) == Verdict::Won), "{p}");
    }
    group.bench_function("probe 1000 positions", |b| {
        b.iter(|| {
            for &placement in black_box(&sample) {
                black_box(bitbase.probe(placement));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, generate);
criterion_main!(benches);
