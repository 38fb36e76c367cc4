//! Memory and the system: what is free goes back; where there is no more, a proof is stopped and its answer given, where otherwise the
//! program would be aborted.
//!
//! The allocator keeps a reserve. When the system refuses memory the reserve goes back to it, the request is made again, and
//! whoever watches a proof stops it ([`mind`]). That helps where the system refuses (a limit on the address space, no
//! overcommitment); where it promises more than it has and then ends the program, nothing can.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::time::Duration;

use peasant::clock::Instant;
use peasant::limits::Stop;

use super::stderr;

/// What a proof may still take between the refusal and its end. Until then nobody touches it, so that it is an address, no
/// memory.
const RESERVE: usize = 96 << 20;

/// Less is never refused for its size: it is the rest that is used up.
const ALIGN: usize = 4096;

/// What is free goes back so often, but at most a fiftieth of the time is spent on that. Where it was kept a proof with two threads and
/// 256 MiB took 370 of the system.
const EVERY: Duration = Duration::from_millis(100);
const PART: u32 = 50;

/// When free memory goes back next.
static DUE: Mutex<Option<Instant>> = Mutex::new(None);

static STORED: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());
static SHORT: AtomicBool = AtomicBool::new(false);

/// The system's allocator with a reserve. It serves the program that names it its `#[global_allocator]`; in others nothing is ever short.
pub struct Reserving;

fn layout() -> Layout {
    Layout::from_size_align(RESERVE, ALIGN).unwrap_or(Layout::new::<u8>())
}

/// Lays in the reserve, if there is none. Without room for it there is none.
pub fn reserve() {
    if !STORED.load(Ordering::Acquire).is_null() {
        return;
    }
    // SAFETY: the layout has a size.
    let new = unsafe { System.alloc(layout()) };
    let kept = STORED.compare_exchange(ptr::null_mut(), new, Ordering::AcqRel, Ordering::Acquire);
    if kept.is_err() && !new.is_null() {
        // SAFETY: it was allocated above, with this layout, and nobody else has it.
        unsafe { System.dealloc(new, layout()) };
    }
    SHORT.store(false, Ordering::Relaxed);
}

/// Gives back from time to time what is free, as whoever works asks. Must he stop? So it is where the system has refused memory since the
/// reserve was laid in.
pub fn mind() -> bool {
    if let Ok(mut due) = DUE.try_lock() {
        let now = Instant::now();
        if now >= *due.get_or_insert(now + EVERY) {
            give_back();
            let pause = EVERY.max(now.elapsed() * PART);
            *due = Some(Instant::now() + pause);
        }
    }
    SHORT.load(Ordering::Relaxed)
}

/// Gives back to the system what the allocator keeps for later, where it can be asked to. That takes about a millisecond.
pub fn give_back() {
    // SAFETY: it may be called at any time; it touches only what is free.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Gives the reserve back to the system.
fn release() -> bool {
    SHORT.store(true, Ordering::Relaxed);
    let kept = STORED.swap(ptr::null_mut(), Ordering::AcqRel);
    if kept.is_null() {
        return false;
    }
    // SAFETY: it was allocated with this layout, and the exchange leaves it to us alone.
    unsafe { System.dealloc(kept, layout()) };
    true
}

/// The memory, or what a second request brings when the reserve is free.
fn or_again(given: *mut u8, again: impl FnOnce() -> *mut u8) -> *mut u8 {
    if given.is_null() && release() {
        return again();
    }
    given
}

// SAFETY: every request goes to the system's allocator as it is; what that returns is passed on.
unsafe impl GlobalAlloc for Reserving {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let request = || unsafe { System.alloc(layout) };
        or_again(request(), request)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let request = || unsafe { System.alloc_zeroed(layout) };
        or_again(request(), request)
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises; a request that fails leaves the block as it was.
        let request = || unsafe { System.realloc(block, layout, size) };
        or_again(request(), request)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) };
    }
}

/// What stopped a proof: the user, or memory that the system refused.
pub fn stopped(stop: Option<Stop>) -> Option<Stop> {
    match stop {
        Some(Stop::Cancelled) if SHORT.load(Ordering::Relaxed) => {
            stderr::warn("the system gave no more memory: the proof was stopped");
            Some(Stop::Memory)
        }
        other => other,
    }
}
