//! Several pieces of work at once, taken from one source and handed on in order, with few of them in the air.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

/// For each thread so many pieces are taken or wait to be handed on.
const IN_THE_AIR: usize = 4;

/// Where the work stands.
struct State<S> {
    source: S,
    taken: usize,
    handed_on: usize,
    /// The source is empty, or nobody wants more.
    is_over: bool,
    trouble: Option<io::Error>,
}

/// Works on all that `next` takes from a source, with so many threads, and hands on what comes of it in order. Pieces that are
/// taken once it is cancelled are not worked on: `pass` makes of them what is handed on, behind all that is in work.
///
/// # Errors
/// Those of `next`, when everything before is handed on, and those of `hand_on`, at once.
pub fn run<S: Send, P: Send, T: Send>(
    source: S,
    threads: usize,
    cancelled: &AtomicBool,
    next: impl Fn(&mut S) -> io::Result<Option<P>> + Sync,
    work: impl Fn(P) -> T + Sync,
    pass: impl Fn(P) -> T + Sync,
    mut hand_on: impl FnMut(T) -> io::Result<()>,
) -> Result<(), Trouble> {
    let queue = Queue::new(source, IN_THE_AIR * threads);
    let written = std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..threads {
            let (send, queue, next, work, pass) = (send.clone(), &queue, &next, &work, &pass);
            scope.spawn(move || {
                let _alarm = Alarm(queue);
                while let Some((index, piece, is_passed)) = queue.take(next, cancelled) {
                    let done = match is_passed {
                        true => pass(piece),
                        false => work(piece),
                    };
                    if send.send((index, done)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut first = 0;
        for (index, done) in receive {
            waiting.insert(index, done);
            while let Some(done) = waiting.remove(&first) {
                let handed = hand_on(done);
                first += 1;
                queue.one_is_handed_on(handed.is_err());
                if let Err(error) = handed {
                    cancelled.store(true, Ordering::Relaxed);
                    return Err(Trouble::Output(error));
                }
            }
        }
        Ok(())
    });
    written?;
    let trouble = queue.lock().trouble.take();
    trouble.map_or(Ok(()), |error| Err(Trouble::Input(error)))
}

/// The source, and how much of it is in the air.
struct Queue<S> {
    most: usize,
    state: Mutex<State<S>>,
    room: Condvar,
}

impl<S> Queue<S> {
    fn new(source: S, most: usize) -> Queue<S> {
        Queue {
            most,
            state: Mutex::new(State {
                source,
                taken: 0,
                handed_on: 0,
                is_over: false,
                trouble: None,
            }),
            room: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next piece with its number, and whether it is only passed. `None`: there is none any more, or none is wanted.
    fn take<P>(
        &self,
        next: impl Fn(&mut S) -> io::Result<Option<P>>,
        cancelled: &AtomicBool,
    ) -> Option<(usize, P, bool)> {
        let is_full =
            |state: &mut State<S>| !state.is_over && state.taken >= state.handed_on + self.most;
        let waited = self.room.wait_while(self.lock(), is_full);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.is_over {
            return None;
        }
        match next(&mut state.source) {
            Ok(Some(piece)) => {
                state.taken += 1;
                // Asked while nobody else takes one: behind a piece that is passed all are.
                let is_passed = cancelled.load(Ordering::Relaxed);
                return Some((state.taken - 1, piece, is_passed));
            }
            Ok(None) => {}
            Err(error) => state.trouble = Some(error),
        }
        state.is_over = true;
        None
    }

    fn one_is_handed_on(&self, is_last: bool) {
        let mut state = self.lock();
        state.handed_on += 1;
        state.is_over |= is_last;
        self.room.notify_all();
    }
}

/// A thread that panics leaves a gap that nobody fills: the others must not wait for it.
struct Alarm<'q, S>(&'q Queue<S>);

impl<S> Drop for Alarm<'_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().is_over = true;
            self.0.room.notify_all();
        }
    }
}

/// What ended the work too early.
#[derive(Debug)]
pub enum Trouble {
    Input(io::Error),
    Output(io::Error),
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    use super::*;

    #[test]
    fn all_is_handed_on_in_order_and_little_is_in_the_air() {
        let never = AtomicBool::new(false);
        let (taken, most, mut seen) = (AtomicUsize::new(0), AtomicUsize::new(0), Vec::new());
        let handed = AtomicUsize::new(0);
        let next = |numbers: &mut std::ops::Range<u64>| {
            let air = taken.fetch_add(1, Ordering::SeqCst) + 1 - handed.load(Ordering::SeqCst);
            most.fetch_max(air, Ordering::SeqCst);
            Ok(numbers.next())
        };
        let work = |number: u64| {
            // The first takes long: the others must wait for it.
            std::thread::sleep(Duration::from_millis(if number == 0 {
                60
            } else {
                number % 3
            }));
            number
        };
        let pass = |_| panic!("nobody has cancelled");
        let done = run(0..100, 3, &never, next, work, pass, |number| {
            seen.push(number);
            handed.fetch_add(1, Ordering::SeqCst);
            Ok(())
        });
        assert!(done.is_ok());
        assert_eq!(seen, (0..100).collect::<Vec<u64>>());
        let most = most.load(Ordering::SeqCst);
        assert!(most <= 3 * IN_THE_AIR + 1, "{most}");
    }

    /// What is in work is finished, and all behind it is passed.
    #[test]
    fn once_cancelled_the_rest_is_passed() {
        let cancelled = AtomicBool::new(false);
        let work = |number: u64| {
            if number == 10 {
                cancelled.store(true, Ordering::Relaxed);
            }
            (number, true)
        };
        let (next, mut seen) = (
            |numbers: &mut std::ops::Range<u64>| Ok(numbers.next()),
            vec![],
        );
        let done = run(
            0..100,
            3,
            &cancelled,
            next,
            work,
            |n| (n, false),
            |done| {
                seen.push(done);
                Ok(())
            },
        );
        assert!(done.is_ok());
        assert!(seen.iter().map(|&(number, _)| number).eq(0..100));
        let worked = seen.iter().take_while(|(_, is_worked)| *is_worked).count();
        assert!((11..=23).contains(&worked), "{worked}");
        assert!(seen[worked..].iter().all(|(_, is_worked)| !is_worked));
    }

    /// A fault of the program is not a standstill.
    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_ends_it() {
        let never = AtomicBool::new(false);
        let next = |numbers: &mut std::ops::Range<u64>| Ok(numbers.next());
        let work = |number: u64| assert_ne!(number, 3, "a fault");
        _ = run(0..1000, 3, &never, next, work, |_| (), |()| Ok(()));
    }

    #[test]
    fn troubles_end_it() {
        let never = AtomicBool::new(false);
        let next = |left: &mut u32| match *left {
            0 => Err(io::Error::other("torn")),
            _ => {
                *left -= 1;
                Ok(Some(*left))
            }
        };
        let mut seen = 0;
        let torn = run(
            5,
            2,
            &never,
            next,
            |n| n,
            |n| n,
            |_| {
                seen += 1;
                Ok(())
            },
        );
        assert!(matches!(torn, Err(Trouble::Input(_))));
        assert_eq!(seen, 5, "what was read before is handed on");
        let full = |_| Err(io::Error::other("full"));
        let full = run(5, 2, &never, next, |n| n, |n| n, full);
        assert!(matches!(full, Err(Trouble::Output(_))));
        assert!(never.load(Ordering::Relaxed));
    }
}
