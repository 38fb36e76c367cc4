//! The memory of proofs that work side by side under one limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Room that is kept free for solving one more structure, by promoted pieces, in bytes, beside the buffers that are in use: with two,
/// eight buffers of 2 MiB, two solutions of 4 MiB, and as much again. So the peak stayed within 4 % of limits from 128 to 1024 MiB.
pub(in crate::prove) const WORK_ROOM: [u64; 3] = [1 << 20, 4 << 20, 48 << 20];

/// What one proof takes, and all together. Each clone is one more proof, which takes nothing yet.
#[derive(Default)]
pub(in crate::prove) struct SharedMemory {
    all: Arc<AtomicU64>,
    mine: AtomicU64,
}

impl SharedMemory {
    /// This proof takes so many bytes now. Returns what all take.
    pub fn set(&self, bytes: u64) -> u64 {
        let before = self.mine.swap(bytes, Ordering::Relaxed);
        // Modulo 2^64 a difference may be added that is negative.
        let change = bytes.wrapping_sub(before);
        self.all
            .fetch_add(change, Ordering::Relaxed)
            .wrapping_add(change)
    }
}

impl Clone for SharedMemory {
    fn clone(&self) -> SharedMemory {
        SharedMemory {
            all: Arc::clone(&self.all),
            mine: AtomicU64::new(0),
        }
    }
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        self.set(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_added_up_until_they_go() {
        let chess = SharedMemory::default();
        assert_eq!(chess.set(100), 100);
        let beside = chess.clone();
        assert_eq!(beside.set(30), 130);
        assert_eq!(chess.set(50), 80);
        drop(beside);
        assert_eq!(chess.set(50), 50);
    }
}
