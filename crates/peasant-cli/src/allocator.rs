//! The allocator of the program: the system's with a reserve, and what it keeps for itself.

use verbs::host::memory::Reserving;

#[global_allocator]
static ALLOCATOR: Reserving = Reserving;

/// What takes so many bytes or more goes back to the system as soon as it is free, where that can be told.
#[cfg(all(feature = "serve", target_os = "linux", target_env = "gnu"))]
const LARGE: i32 = 256 << 10;

/// The allocator keeps one room for all threads, and no large blocks in it, where it can be told: two questions side by side take 102 % of
/// their memory then, else 113, and 5 % longer. To be said before there are threads.
#[cfg(feature = "serve")]
pub fn keep_together() {
    // SAFETY: it changes only what is made from now on.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}
