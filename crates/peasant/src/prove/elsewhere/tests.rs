use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::*;
use crate::notation::fen;
use crate::{Analysis, Limits, Prover, Request, solve_slice};

/// A queen on both sides: slices with two pieces settle it.
const QUEENS: &str = "8/8/8/4k3/8/1p4q1/1P1Q4/K7 w - -";

/// Others that are this process. They lose every so many slices.
#[derive(Default)]
struct Here {
    planes: Mutex<HashMap<String, Vec<u8>>>,
    solved: AtomicUsize,
    loses: usize,
}

impl Elsewhere for Here {
    fn side_by_side(&self) -> usize {
        7
    }

    fn wants(&self, name: &str) -> bool {
        !self.planes.lock().expect("no panic").contains_key(name)
    }

    fn put(&self, name: &str, planes: Vec<u8>) {
        assert_eq!(planes_name(&planes), name);
        self.planes
            .lock()
            .expect("no panic")
            .insert(name.to_owned(), planes);
    }

    fn solve(&self, tasks: Vec<Vec<u8>>) -> Vec<Option<(String, Vec<u8>)>> {
        let solve = |task: &Vec<u8>| {
            let number = self.solved.fetch_add(1, Ordering::Relaxed);
            let mut planes = self.planes.lock().expect("no panic");
            for name in planes_of_slice(task).expect("a task") {
                assert!(planes.contains_key(&name));
            }
            let is_lost = self.loses > 0 && number.is_multiple_of(self.loses);
            let solved = solve_slice(task, &|name| planes.get(name).map(Vec::as_slice));
            let solved = solved.expect("it can be solved");
            let name = planes_name(&solved);
            planes.insert(name.clone(), solved.clone());
            (!is_lost).then_some((name, solved))
        };
        tasks.iter().map(solve).collect()
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
    for loses in [0, 3] {
        let here = Arc::new(Here {
            loses,
            ..Here::default()
        });
        let helped = solve(Some(Arc::clone(&here)));
        let solved = here.solved.load(Ordering::Relaxed);
        assert!(solved > 5, "{solved}");
        assert_eq!(helped.bounds, alone.bounds);
        assert_eq!(helped.statistics.by_pieces, alone.statistics.by_pieces);
    }
}

#[test]
fn what_is_torn_is_no_task_and_no_planes() {
    let here = Arc::new(Here::default());
    solve(Some(Arc::clone(&here)));
    let planes = here.planes.lock().expect("no panic");
    let planes = planes.values().next().expect("planes travelled");
    assert!(PackedPlanes::from_bytes(planes).is_some());
    for torn in [
        &planes[..0],
        &planes[..planes.len() - 1],
        &planes[..planes.len() / 2],
    ] {
        assert!(PackedPlanes::from_bytes(torn).is_none());
    }
    assert!(Task::read(&[]).is_none() && Task::read(&[VERSION]).is_none());
    assert!(solve_slice(b"nothing", &|_| None).is_none());
    assert!(planes_of_slice(&[VERSION + 1, 0]).is_none());
}
