//! Several pieces of work at once, taken from one source and handed on in order, with few of them in the air.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

/// For each thread so many batches have been taken from the source and wait to be handed on.
const IN_THE_AIR: usize = 8;

/// How soon a cancelled run is seen to be one while it waits for its source.
const PATIENCE: Duration = Duration::from_millis(100);

/// Works on all that `next` takes from a source, batch by batch, with so many threads, piece by piece, and hands on what comes of it in order, as soon as it and
/// all before it are there. Pieces that are taken once it is cancelled are not worked on: `pass` makes of them what is handed on;
/// without it nothing more is taken then. The source is read on a thread of its own, for which nobody waits: it may block for ever.
///
/// # Errors
/// Those of `next`, when everything before is handed on, and those of `hand_on`, at once.
pub fn run<P: Send + 'static, T: Send, E>(
    next: impl FnMut() -> io::Result<Option<Vec<P>>> + Send + 'static,
    threads: usize,
    cancelled: &AtomicBool,
    work: impl Fn(P) -> T + Sync,
    pass: Option<fn(P) -> T>,
    mut hand_on: impl FnMut(T) -> Result<(), E>,
) -> Result<(), Trouble<E>> {
    let queue = Arc::new(Queue::new(IN_THE_AIR * threads));
    let filled = Arc::clone(&queue);
    std::thread::spawn(move || filled.fill(next));
    let (send, receive) = mpsc::channel();
    let ended = std::thread::scope(|scope| {
        for _ in 0..threads {
            let (send, queue, work) = (send.clone(), &queue, &work);
            scope.spawn(move || {
                let _alarm = Alarm(queue);
                while let Some((piece, is_passed)) = queue.take(cancelled, pass.is_some()) {
                    let Piece {
                        index,
                        is_last,
                        piece,
                    } = piece;
                    let done = match pass.filter(|_| is_passed) {
                        Some(pass) => pass(piece),
                        None => work(piece),
                    };
                    let done = Piece {
                        index,
                        is_last,
                        piece: done,
                    };
                    if send.send(done).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let ended = in_order(&receive, |done| {
            let handed = hand_on(done.piece);
            if done.is_last {
                queue.change(|state| state.handed_on += 1);
            }
            handed
        });
        if ended.is_err() {
            cancelled.store(true, Ordering::Relaxed);
            queue.close();
        }
        ended
    });
    queue.close();
    ended.map_err(Trouble::Output)?;
    let trouble = queue.lock().trouble.take();
    trouble.map_or(Ok(()), |error| Err(Trouble::Input(error)))
}

/// Hands on what comes, by its number, from 0 on.
fn in_order<T, E>(
    receive: &mpsc::Receiver<Piece<T>>,
    mut hand_on: impl FnMut(Piece<T>) -> Result<(), E>,
) -> Result<(), E> {
    let (mut waiting, mut first) = (BTreeMap::new(), 0);
    for done in receive {
        waiting.insert(done.index, done);
        while let Some(done) = waiting.remove(&first) {
            hand_on(done)?;
            first += 1;
        }
    }
    Ok(())
}

/// What ended the work too early.
#[derive(Debug)]
pub enum Trouble<E> {
    Input(io::Error),
    Output(E),
}

/// A piece, or what came of it.
struct Piece<P> {
    /// From 0.
    index: usize,
    /// It is the last of its batch.
    is_last: bool,
    piece: P,
}

/// Pieces that wait for a thread; never more than a few batches beyond those that are handed on.
struct Queue<P> {
    most: usize,
    state: Mutex<State<P>>,
    changed: Condvar,
}

struct State<P> {
    pieces: VecDeque<Piece<P>>,
    /// So many pieces have come.
    come: usize,
    /// So many batches have.
    taken: usize,
    handed_on: usize,
    /// Nothing more will come.
    has_ended: bool,
    /// Nothing more is wanted.
    is_closed: bool,
    /// Why the source ended.
    trouble: Option<io::Error>,
}

impl<P> State<P> {
    fn add(&mut self, batch: Vec<P>) {
        let last = batch.len().saturating_sub(1);
        for (place, piece) in batch.into_iter().enumerate() {
            self.pieces.push_back(Piece {
                index: self.come,
                is_last: place == last,
                piece,
            });
            self.come += 1;
        }
        self.taken += 1;
    }
}

impl<P> Queue<P> {
    fn new(most: usize) -> Queue<P> {
        Queue {
            most,
            state: Mutex::new(State {
                pieces: VecDeque::new(),
                come: 0,
                taken: 0,
                handed_on: 0,
                has_ended: false,
                is_closed: false,
                trouble: None,
            }),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State<P>)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    fn close(&self) {
        self.change(|state| state.is_closed = true);
    }

    /// Takes all from the source, as there is room.
    fn fill(&self, mut next: impl FnMut() -> io::Result<Option<Vec<P>>>) {
        while self.has_room() {
            match next() {
                Ok(Some(batch)) => self.change(|state| state.add(batch)),
                Ok(None) => break,
                Err(error) => {
                    self.change(|state| state.trouble = Some(error));
                    break;
                }
            }
        }
        self.change(|state| state.has_ended = true);
    }

    /// Waits for room. `false`: nobody wants more.
    fn has_room(&self) -> bool {
        let is_full =
            |state: &mut State<P>| !state.is_closed && state.taken >= state.handed_on + self.most;
        let waited = self.changed.wait_while(self.lock(), is_full);
        !waited.unwrap_or_else(PoisonError::into_inner).is_closed
    }

    /// The next piece, and whether the run is cancelled. `None`: there is none any more, or none is wanted.
    fn take(&self, cancelled: &AtomicBool, goes_on: bool) -> Option<(Piece<P>, bool)> {
        let mut state = self.lock();
        loop {
            // Asked while nobody else takes one: behind a piece that is passed all are.
            let is_cancelled = cancelled.load(Ordering::Relaxed);
            if state.is_closed || is_cancelled && !goes_on {
                return None;
            }
            if let Some(piece) = state.pieces.pop_front() {
                return Some((piece, is_cancelled));
            }
            if state.has_ended {
                return None;
            }
            let waited = self.changed.wait_timeout(state, PATIENCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// A thread that panics leaves a gap that nobody fills: the others must not wait for it.
struct Alarm<'q, P>(&'q Queue<P>);

impl<P> Drop for Alarm<'_, P> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// The numbers below.
    fn numbers(count: u64) -> impl FnMut() -> io::Result<Option<Vec<u64>>> + Send + 'static {
        let mut numbers = 0..count;
        move || Ok(numbers.next().map(|number| vec![number]))
    }

    #[test]
    fn all_is_handed_on_in_order_and_little_is_in_the_air() {
        let never = AtomicBool::new(false);
        let (taken, handed) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let most = Arc::new(AtomicUsize::new(0));
        let mut seen = Vec::new();
        let mut source = numbers(100);
        let next = {
            let (taken, handed, most) =
                (Arc::clone(&taken), Arc::clone(&handed), Arc::clone(&most));
            move || {
                let air = taken.fetch_add(1, Ordering::SeqCst) + 1 - handed.load(Ordering::SeqCst);
                most.fetch_max(air, Ordering::SeqCst);
                source()
            }
        };
        // The first takes long: the others must wait for it.
        let work = |number: u64| {
            let time = if number == 0 { 60 } else { number % 3 };
            std::thread::sleep(Duration::from_millis(time));
            number
        };
        let done = run(next, 3, &never, work, None, |number| {
            seen.push(number);
            handed.fetch_add(1, Ordering::SeqCst);
            io::Result::Ok(())
        });
        assert!(done.is_ok());
        assert_eq!(seen, (0..100).collect::<Vec<u64>>());
        let most = most.load(Ordering::SeqCst);
        assert!(most <= 3 * IN_THE_AIR + 1, "{most}");
    }

    /// What is in work is finished, and all behind it is passed, or nothing more is taken.
    #[test]
    fn once_cancelled_the_rest_is_passed_or_left() {
        for pass in [
            Some((|number| (number, false)) as fn(u64) -> (u64, bool)),
            None,
        ] {
            let cancelled = AtomicBool::new(false);
            let work = |number: u64| {
                if number == 10 {
                    cancelled.store(true, Ordering::Relaxed);
                }
                (number, true)
            };
            let mut seen = Vec::new();
            let done = run(numbers(100), 3, &cancelled, work, pass, |done| {
                seen.push(done);
                io::Result::Ok(())
            });
            assert!(done.is_ok());
            let worked = seen.iter().take_while(|(_, is_worked)| *is_worked).count();
            assert!((11..=13 + 3 * IN_THE_AIR).contains(&worked), "{worked}");
            let all = if pass.is_some() { 100 } else { worked };
            assert!(seen.iter().map(|&(number, _)| number).eq(0..all as u64));
            assert!(seen[worked..].iter().all(|(_, is_worked)| !is_worked));
        }
    }

    #[test]
    fn batches_are_worked_on_piece_by_piece() {
        let never = AtomicBool::new(false);
        let mut batches = (0..50u64).map(|batch| (batch * 3..batch * 3 + 3).collect::<Vec<u64>>());
        let mut seen = Vec::new();
        let done = run(
            move || Ok(batches.next()),
            2,
            &never,
            |number| number,
            None,
            |number| {
                seen.push(number);
                io::Result::Ok(())
            },
        );
        assert!(done.is_ok());
        assert_eq!(seen, (0..150).collect::<Vec<u64>>());
    }

    /// A source that never comes back holds nobody who wants no more.
    #[test]
    fn a_source_that_blocks_is_left_alone() {
        let cancelled = AtomicBool::new(true);
        let blocked = || {
            std::thread::park();
            Ok(None::<Vec<u64>>)
        };
        assert!(run(blocked, 2, &cancelled, |n| n, None, |_| io::Result::Ok(())).is_ok());
    }

    /// A fault of the program is not a standstill.
    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_ends_it() {
        let never = AtomicBool::new(false);
        let work = |number: u64| assert_ne!(number, 3, "a fault");
        _ = run(
            numbers(1000),
            3,
            &never,
            work,
            None,
            |()| io::Result::Ok(()),
        );
    }

    #[test]
    fn troubles_end_it() {
        let never = AtomicBool::new(false);
        let mut left = 5;
        let torn = move || {
            left -= 1;
            match left {
                0.. => Ok(Some(vec![left])),
                _ => Err(io::Error::other("torn")),
            }
        };
        let mut seen = 0;
        let torn = run(
            torn,
            2,
            &never,
            |n: i32| n,
            None,
            |_| {
                seen += 1;
                io::Result::Ok(())
            },
        );
        assert!(matches!(torn, Err(Trouble::Input(_))));
        assert_eq!(seen, 5, "what was read before is handed on");
        let full = run(numbers(5), 2, &never, |n| n, None, |_| Err("full"));
        assert!(matches!(full, Err(Trouble::Output("full"))));
        assert!(never.load(Ordering::Relaxed));
    }
}
