use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use super::*;
use crate::notation::fen;
use crate::{Analysis, Limits, Prover, Request, SliceSolver};

/// A queen on both sides: slices with two pieces settle it.
const QUEENS: &str = "8/8/8/4k3/8/1p4q1/1P1Q4/K7 w - -";

/// Others that are threads of this process. They answer in any order, and lose every so many slices.
#[derive(Clone)]
struct Here {
    solver: Arc<SliceSolver>,
    planes: Arc<Mutex<HashMap<String, Vec<u8>>>>,
    solved: Arc<AtomicUsize>,
    loses: usize,
}

impl Here {
    fn losing(loses: usize) -> Arc<Here> {
        Arc::new(Here {
            // Next to nothing is kept, so that much is read again.
            solver: Arc::new(SliceSolver::new(1 << 16)),
            planes: Arc::default(),
            solved: Arc::default(),
            loses,
        })
    }

    fn planes(&self) -> MutexGuard<'_, HashMap<String, Vec<u8>>> {
        self.planes.lock().expect("no panic")
    }

    fn answer(&self, Asked { task, answer }: Asked) {
        let number = self.solved.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(number as u64 * 7 % 5));
        let read = &mut |name: &str| self.planes().get(name).cloned();
        let (name, solved) = self.solver.solve(&task, read).expect("it can be solved");
        self.put(&name, solved.clone());
        if self.loses == 0 || !number.is_multiple_of(self.loses) {
            answer.with(&name, &solved);
        }
    }
}

impl Elsewhere for Here {
    fn side_by_side(&self) -> usize {
        7
    }

    fn wants(&self, name: &str) -> bool {
        !self.planes().contains_key(name)
    }

    fn put(&self, name: &str, planes: Vec<u8>) {
        assert_eq!(digits(&Sha256::digest(&planes)), name);
        self.planes().insert(name.to_owned(), planes);
    }

    fn solve(&self, asked: Vec<Asked>) {
        for asked in asked {
            let here = self.clone();
            std::thread::spawn(move || here.answer(asked));
        }
    }
}

fn solve(others: Option<Arc<Here>>) -> Analysis {
    let limits = Limits::NONE.structures(300);
    let mut builder = Prover::builder().limits(limits);
    if let Some(others) = others {
        builder = builder.elsewhere(others);
    }
    let position = fen::parse(QUEENS).expect("a position");
    builder
        .build()
        .analyse(&Request::new(position).moves(false))
        .expect("nothing contradicts")
}

/// What others solve is what would have been solved here, structure by structure.
#[test]
fn others_solve_what_would_be_solved_here() {
    let alone = solve(None);
    for loses in [0, 0, 3] {
        let here = Here::losing(loses);
        let helped = solve(Some(Arc::clone(&here)));
        let solved = here.solved.load(Ordering::Relaxed);
        assert!(solved > 5, "{solved}");
        assert_eq!(helped.bounds, alone.bounds);
        assert_eq!(helped.statistics.by_pieces, alone.statistics.by_pieces);
    }
}

#[test]
fn what_is_torn_is_no_task_and_no_planes() {
    let here = Here::losing(0);
    solve(Some(Arc::clone(&here)));
    let planes = here.planes();
    let planes = planes.values().next().expect("planes travelled");
    assert!(PackedPlanes::from_bytes(planes).is_some());
    for torn in [
        &planes[..0],
        &planes[..planes.len() - 1],
        &planes[..planes.len() / 2],
    ] {
        assert!(PackedPlanes::from_bytes(torn).is_none());
    }
    // Whatever is taken for planes can be read.
    let begin = planes.len() / 2;
    for at in begin..begin + 400 {
        let mut torn = planes.clone();
        torn[at] ^= 1 << (at % 8);
        if let Some(read) = PackedPlanes::from_bytes(&torn) {
            assert!(Planes::Packed(&read).all().count() > 0);
        }
    }
    assert!(Task::read(&[]).is_none() && Task::read(&[VERSION]).is_none());
    assert!(here.solver.solve(b"nothing", &mut |_| None).is_none());
    assert!(Task::read(&[VERSION + 1, 0]).is_none());
}
