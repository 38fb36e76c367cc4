//! Room for the planes of a computation, used again and again.

use std::cell::{Cell, RefCell};
use std::ops::{Deref, DerefMut};

use super::{Relation, Wins};

thread_local! {
    /// Planes that are free: room for a slice with most pieces, or none.
    static PLANES: Cell<Vec<Wins>> = const { Cell::new(Vec::new()) };
    /// Room that is free.
    static FREE: RefCell<Vec<Vec<Relation>>> = const { RefCell::new(Vec::new()) };
    /// Relations for which this thread's buffers have room, free ones included.
    static ROOM: Cell<usize> = const { Cell::new(0) };
}

/// Bytes that this thread's buffers take, free ones included.
pub(crate) fn bytes() -> u64 {
    (ROOM.get() * size_of::<Relation>()) as u64
}

/// More free room than this is given back to the system, in relations.
const KEEP: usize = 1 << 17;

/// So many planes, all empty: those that were given back to this thread, if there are as many.
pub(super) fn planes(len: usize) -> Vec<Wins> {
    let mut planes = PLANES.take();
    if planes.len() != len {
        PLANES.set(planes);
        return bytemuck::zeroed_vec(len);
    }
    ROOM.set(ROOM.get() - 2 * len);
    planes.fill(Wins::NONE);
    planes
}

/// Gives planes back, for the next slice with as many.
pub(crate) fn give_back(planes: Vec<Wins>) {
    ROOM.set(ROOM.get() + 2 * planes.len());
    let before = PLANES.replace(planes);
    ROOM.set(ROOM.get() - 2 * before.len());
}

/// Some relations. Asking the system for megabytes at every turn costs more than filling them.
pub(crate) struct Buffer {
    /// All of the room.
    room: Vec<Relation>,
    /// How much of it is used.
    len: usize,
}

impl Buffer {
    /// All of them empty.
    pub fn new(len: usize) -> Buffer {
        let mut buffer = Buffer::unset(len);
        buffer.fill(Relation::EMPTY);
        buffer
    }

    /// With whatever was there before, for those who write before they read.
    pub fn unset(len: usize) -> Buffer {
        let room = FREE.with_borrow_mut(|free| take(free, len));
        Buffer { room, len }
    }

    /// The same relations.
    pub fn copy_of(relations: &[Relation]) -> Buffer {
        let mut copy = Buffer::unset(relations.len());
        copy.copy_from_slice(relations);
        copy
    }
}

/// Of free rooms that are large enough, but not much larger, the one that was used last.
fn take(free: &mut Vec<Vec<Relation>>, len: usize) -> Vec<Relation> {
    let fits = len..=4 * len.max(64);
    match free.iter().rposition(|room| fits.contains(&room.len())) {
        Some(index) => free.swap_remove(index),
        None => {
            ROOM.set(ROOM.get() + len);
            bytemuck::zeroed_vec(len)
        }
    }
}

impl Clone for Buffer {
    fn clone(&self) -> Buffer {
        Buffer::copy_of(self)
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let room = std::mem::take(&mut self.room);
        // At the end of a thread its pool may be gone already.
        let _ = FREE.try_with(|free| {
            let mut free = free.borrow_mut();
            let stored: usize = free.iter().map(Vec::len).sum();
            if stored + room.len() <= KEEP {
                free.push(room);
            } else {
                ROOM.set(ROOM.get().saturating_sub(room.len()));
            }
        });
    }
}

impl Deref for Buffer {
    type Target = [Relation];

    #[inline(always)]
    fn deref(&self) -> &[Relation] {
        &self.room[..self.len]
    }
}

impl DerefMut for Buffer {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Relation] {
        &mut self.room[..self.len]
    }
}
