//! Library calls on known positions, and the rules of chess below them: `cargo bench`. For the tables, large positions and games
//! included, see `scripts/measure`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use peasant::board::{Position, perft};
use peasant::notation::{epd, fen, san};
use peasant::{Prover, Request};
use specification::data;

/// The names of the benchmarks, and of their positions in `data/positions/benchmarks.epd`.
const POSITIONS: [(&str, &str); 2] = [("reti", "Réti 1921"), ("fine_70", "Fine #70")];

fn position(id: &str) -> Position {
    let file = data("benchmarks.epd");
    let mut records = file.lines().map(|line| epd::parse_line(line).expect("EPD"));
    let record = records.find(|record| record.id.as_deref() == Some(id));
    record.expect("a position of the file").position
}

fn prover(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("prover");
    group.sample_size(10);
    for (name, id) in POSITIONS {
        let request = Request::new(black_box(position(id)));
        group.bench_function(name, |b| b.iter(|| Prover::default().analyse(&request)));
    }
    group.finish();
}

/// Move generation, FEN and SAN, on a position with pieces and pawns of both sides.
fn rules_of_chess(criterion: &mut Criterion) {
    // The third position of the Chess Programming Wiki's page "Perft Results": 674,624 sequences of five moves.
    let text = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    let position = fen::parse(text).expect("a legal position");
    let mut group = criterion.benchmark_group("rules of chess");
    group.bench_function("perft 4", |b| b.iter(|| perft(black_box(&position), 4)));
    group.bench_function("read FEN", |b| b.iter(|| fen::parse(black_box(text))));
    group.bench_function("write SAN", |b| {
        let moves = position.legal_moves();
        b.iter(|| {
            moves
                .iter()
                .map(|&m| san::format(m, black_box(&position)).len())
                .sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(benches, rules_of_chess, prover);
criterion_main!(benches);
