//! Threads that solve slices side by side.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::slice::buffer_bytes;

/// Threads that work for one prover, or none beside the caller's. What they compute does not depend on how many they are.
#[derive(Clone, Default)]
pub(crate) struct Workers(Option<Arc<Pool>>);

struct Pool {
    threads: ThreadPool,
    /// Bytes of the buffers that each thread keeps.
    buffers: Vec<AtomicU64>,
}

impl Workers {
    /// So many threads; with one, or if the system gives none, the caller works itself.
    pub fn new(threads: usize) -> Workers {
        if threads <= 1 {
            return Workers(None);
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        Workers(pool.ok().map(|pool| {
            let buffers = (0..threads).map(|_| AtomicU64::new(0)).collect();
            Arc::new(Pool {
                threads: pool,
                buffers,
            })
        }))
    }

    /// How many work at the same time.
    pub fn count(&self) -> usize {
        self.0.as_ref().map_or(1, |pool| pool.buffers.len())
    }

    /// Bytes of the buffers that they keep beside the caller's.
    pub fn bytes(&self) -> u64 {
        let buffers = self.0.iter().flat_map(|pool| &pool.buffers);
        buffers.map(|bytes| bytes.load(Ordering::Relaxed)).sum()
    }

    /// The work on every item, in the order of the items; a thread takes no fewer than `least`.
    pub fn map<T: Sync, R: Send>(
        &self,
        items: &[T],
        least: usize,
        work: impl Fn(&T) -> R + Sync,
    ) -> Vec<R> {
        let Some(pool) = self.0.as_ref().filter(|_| items.len() > least) else {
            return items.iter().map(work).collect();
        };
        let counted = |item: &T| {
            let result = work(item);
            let thread = rayon::current_thread_index();
            if let Some(bytes) = thread.and_then(|thread| pool.buffers.get(thread)) {
                bytes.store(buffer_bytes(), Ordering::Relaxed);
            }
            result
        };
        pool.threads
            .install(|| items.par_iter().with_min_len(least).map(counted).collect())
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Workers").field(&self.count()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slice::Buffer;

    #[test]
    fn any_number_of_threads_gives_the_same_in_the_same_order() {
        let items: Vec<u64> = (0..1000).collect();
        let squares: Vec<u64> = items.iter().map(|item| item * item).collect();
        for threads in [0, 1, 2, 5] {
            let workers = Workers::new(threads);
            assert_eq!(workers.count(), threads.max(1));
            assert_eq!(workers.map(&items, 7, |item| item * item), squares);
        }
    }

    #[test]
    fn what_threads_keep_is_counted() {
        let workers = Workers::new(2);
        assert_eq!(workers.bytes(), 0);
        workers.map(&[64, 64, 64], 1, |&len| drop(Buffer::new(len)));
        assert!(workers.bytes() > 0);
        assert_eq!(Workers::new(1).bytes(), 0);
    }
}
