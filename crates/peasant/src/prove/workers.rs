//! Threads that solve slices side by side.

use std::fmt;
use std::sync::Arc;

use pool::Pool;

/// Threads that work for one prover, or none beside the caller's. What they compute does not depend on how many they are.
#[derive(Clone, Default)]
pub(crate) struct Workers(Option<Arc<Pool>>);

impl Workers {
    /// So many threads; with one, or if there are none to have, the caller works itself.
    pub fn new(threads: usize) -> Workers {
        let pool = Some(threads).filter(|&threads| threads > 1);
        Workers(pool.and_then(Pool::new).map(Arc::new))
    }

    /// How many work at the same time.
    pub fn count(&self) -> usize {
        self.0.as_ref().map_or(1, |pool| pool.count())
    }

    /// Bytes of the buffers that they keep beside the caller's.
    pub fn bytes(&self) -> u64 {
        self.0.as_ref().map_or(0, |pool| pool.bytes())
    }

    /// The work on every item, in the order of the items; a thread takes no fewer than `least`.
    pub fn map<T: Sync, R: Send>(
        &self,
        items: &[T],
        least: usize,
        work: impl Fn(&T) -> R + Sync,
    ) -> Vec<R> {
        match self.0.as_ref().filter(|_| items.len() > least) {
            Some(pool) => pool.map(items, least, work),
            None => items.iter().map(work).collect(),
        }
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Workers").field(&self.count()).finish()
    }
}

#[cfg(feature = "threads")]
mod pool {
    use std::sync::atomic::{AtomicU64, Ordering};

    use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
    use rayon::{ThreadPool, ThreadPoolBuilder};

    use crate::slice::buffer_bytes;

    pub struct Pool {
        threads: ThreadPool,
        /// Bytes of the buffers that each thread keeps.
        buffers: Vec<AtomicU64>,
    }

    impl Pool {
        pub fn new(threads: usize) -> Option<Pool> {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            Some(Pool {
                threads: pool.ok()?,
                buffers: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            })
        }

        pub fn count(&self) -> usize {
            self.buffers.len()
        }

        pub fn bytes(&self) -> u64 {
            let buffers = self.buffers.iter();
            buffers.map(|bytes| bytes.load(Ordering::Relaxed)).sum()
        }

        pub fn map<T: Sync, R: Send>(
            &self,
            items: &[T],
            least: usize,
            work: impl Fn(&T) -> R + Sync,
        ) -> Vec<R> {
            let counted = |item: &T| {
                let result = work(item);
                let thread = rayon::current_thread_index();
                if let Some(bytes) = thread.and_then(|thread| self.buffers.get(thread)) {
                    bytes.store(buffer_bytes(), Ordering::Relaxed);
                }
                result
            };
            self.threads
                .install(|| items.par_iter().with_min_len(least).map(counted).collect())
        }
    }
}

/// Without the feature `threads` there is none.
#[cfg(not(feature = "threads"))]
mod pool {
    pub enum Pool {}

    impl Pool {
        pub fn new(_: usize) -> Option<Pool> {
            None
        }

        pub fn count(&self) -> usize {
            match *self {}
        }

        pub fn bytes(&self) -> u64 {
            match *self {}
        }

        pub fn map<T, R>(&self, _: &[T], _: usize, _: impl Fn(&T) -> R) -> Vec<R> {
            match *self {}
        }
    }
}

#[cfg(all(test, feature = "threads"))]
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
