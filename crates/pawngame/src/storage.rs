//! Room for very many words that threads share, in pages as large as the system gives.
//!
//! Nearly every access to a table of gigabytes misses all caches. In small pages it misses the address translation as well, so
//! that large pages, and asking for a word some time before it is needed, make the solver several times as fast.

use std::sync::atomic::AtomicU64;

use memmap2::{MmapMut, MmapRaw};

/// A fixed number of words, all zero at first. Memory is taken as it is touched.
pub enum Storage {
    /// Straight from the system.
    Mapped(MmapRaw, usize),
    /// Where the system gives no mapping, or none is needed.
    Heap(Box<[AtomicU64]>),
}

/// Fewer bytes than this are not worth a mapping.
const WORTH_IT: usize = 4 << 20;

impl Storage {
    /// So many words, if the system has room for them.
    pub fn new(count: usize) -> Option<Storage> {
        let bytes = 8 * count;
        let map = if bytes < WORTH_IT {
            None
        } else {
            MmapMut::map_anon(bytes).ok()
        };
        let Some(map) = map else {
            return bytemuck::try_zeroed_slice_box(count)
                .ok()
                .map(Storage::Heap);
        };
        // Advice only: a system that does not take it is slower, nothing else.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Storage::Mapped(MmapRaw::from(map), count))
    }

    #[inline]
    pub fn get(&self) -> &[AtomicU64] {
        match self {
            // SAFETY: the mapping is ours alone, holds `8 * count` bytes, starts at a page and lives as long as `self`. Zeros are
            // words, and all access is by shared references to atomics.
            Storage::Mapped(map, count) => unsafe {
                std::slice::from_raw_parts(map.as_ptr().cast::<AtomicU64>(), *count)
            },
            Storage::Heap(words) => words,
        }
    }

    /// Asks for the words at an index before they are needed.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let word = &self.get()[index];
            // SAFETY: every processor of this kind has the instruction; it reads nothing that the program sees.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }
}
