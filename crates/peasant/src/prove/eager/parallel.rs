//! The same work on many items, by several threads.

use std::sync::Mutex;

/// Below so many items the threads cost more than they save.
const WORTH_IT: usize = 64;

/// Work is handed to threads in pieces of so many items.
const PIECE: usize = 32;

/// Calls `work` with pieces of `items`, each with the matching piece of `slots`. Every thread has a
/// state of its own, made by `begin` and given to `end` when there is no more work.
pub(crate) fn in_pieces<I: Sync, S: Send, T>(
    items: &[I],
    slots: &mut [S],
    threads: usize,
    begin: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, &I, &mut S) + Sync,
    end: impl Fn(T) + Sync,
) {
    let pieces = Mutex::new(items.chunks(PIECE).zip(slots.chunks_mut(PIECE)));
    let run = || {
        let mut state = begin();
        loop {
            // A thread that panicked ends the scope with a panic: the lock is never left poisoned.
            let piece = pieces.lock().ok().and_then(|mut pieces| pieces.next());
            let Some((items, slots)) = piece else { break };
            items
                .iter()
                .zip(slots)
                .for_each(|(item, slot)| work(&mut state, item, slot));
        }
        end(state);
    };
    if threads <= 1 || items.len() < WORTH_IT {
        return run();
    }
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| _ = scope.spawn(run));
        run();
    });
}
