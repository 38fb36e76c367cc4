//! Who is worked for, and who waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use peasant::limits::Observer;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task;

use super::reply::Refusal;
use verbs::host::memory;

/// So many may wait; who comes then is refused.
const WAITING: usize = 64;

/// So many seats, before them a queue.
pub struct Queue {
    seats: Arc<Semaphore>,
    /// Those who sit and those who wait.
    here: Arc<Semaphore>,
    /// How many seats there are.
    all: usize,
    /// Somebody has sat since the desk was empty.
    was_used: AtomicBool,
    closing: &'static AtomicBool,
}

/// A seat: as long as it is held somebody else may have to wait.
pub struct Seat {
    _seat: OwnedSemaphorePermit,
    _here: OwnedSemaphorePermit,
}

/// Is the work still wanted?
pub struct Wanted {
    has_left: AtomicBool,
    closing: &'static AtomicBool,
}

/// Somebody who waits for an answer. When the future or the stream that holds it is dropped, the client has gone.
pub struct Client(Arc<Wanted>);

impl Queue {
    pub fn new(seats: usize, closing: &'static AtomicBool) -> Queue {
        Queue {
            seats: Arc::new(Semaphore::new(seats)),
            here: Arc::new(Semaphore::new(seats + WAITING)),
            all: seats,
            was_used: AtomicBool::new(false),
            closing,
        }
    }

    /// Is nobody there any more, for the first time since somebody was?
    pub fn was_left(&self) -> bool {
        self.free() == self.all && self.was_used.swap(false, Ordering::Relaxed)
    }

    /// How many seats are free.
    pub fn free(&self) -> usize {
        self.seats.available_permits()
    }

    /// A seat, when it is one's turn, unless too many wait.
    pub async fn seat(&self) -> Result<Seat, Refusal> {
        let here = Arc::clone(&self.here).try_acquire_owned();
        let here = here.map_err(|_| Refusal::Busy)?;
        let seat = Arc::clone(&self.seats).acquire_owned().await;
        self.was_used.store(true, Ordering::Relaxed);
        Ok(Seat {
            _seat: seat.map_err(|_| Refusal::Busy)?,
            _here: here,
        })
    }

    /// Somebody has come.
    pub fn client(&self) -> Client {
        Client(Arc::new(Wanted {
            has_left: AtomicBool::new(false),
            closing: self.closing,
        }))
    }

    /// Does something that takes time, when it is its turn, until the client goes.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(Arc<Wanted>) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let seat = self.seat().await?;
        let client = self.client();
        let wanted = client.wanted();
        let done = task::spawn_blocking(move || {
            let done = work(wanted);
            memory::reserve();
            drop(seat);
            done
        });
        done.await.map_err(|_| Refusal::Broken)
    }
}

impl Client {
    /// Watches work for it.
    pub fn wanted(&self) -> Arc<Wanted> {
        Arc::clone(&self.0)
    }
}

impl Observer for Wanted {
    fn is_cancelled(&self) -> bool {
        self.has_left.load(Ordering::Relaxed)
            || self.closing.load(Ordering::Relaxed)
            || memory::mind()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.0.has_left.store(true, Ordering::Relaxed);
    }
}
