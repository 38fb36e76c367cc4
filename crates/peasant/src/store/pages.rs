//! Room for very many items, in pages as large as the system gives.
//!
//! A proof may fill gigabytes, and where the first touch of a page of 4 KiB costs microseconds, that is
//! as much as solving the slices in it. Large pages cost far less for each byte.

use memmap2::MmapMut;

/// A fixed number of items, all zero at first.
pub(crate) enum Pages<T> {
    /// Straight from the system.
    Mapped(MmapMut),
    /// Where the system gives no mapping, or none is needed.
    Heap(Vec<T>),
}

/// Fewer bytes than this are not worth a mapping.
const WORTH_IT: usize = 4 << 20;

impl<T: bytemuck::Pod> Clone for Pages<T> {
    fn clone(&self) -> Pages<T> {
        let items = self.all();
        let mut copy = Pages::new(items.len());
        copy.all_mut().copy_from_slice(items);
        copy
    }
}

impl<T: bytemuck::Pod> Pages<T> {
    pub fn new(count: usize) -> Pages<T> {
        let bytes = count * size_of::<T>();
        let map = if bytes < WORTH_IT {
            None
        } else {
            MmapMut::map_anon(bytes).ok()
        };
        let Some(map) = map else {
            return Pages::Heap(vec![T::zeroed(); count]);
        };
        // Advice only: a system that does not take it is slower, nothing else.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Pages::Mapped(map)
    }

    #[inline]
    pub fn all(&self) -> &[T] {
        match self {
            Pages::Mapped(map) => bytemuck::cast_slice(map),
            Pages::Heap(items) => items,
        }
    }

    #[inline]
    pub fn all_mut(&mut self) -> &mut [T] {
        match self {
            Pages::Mapped(map) => bytemuck::cast_slice_mut(map),
            Pages::Heap(items) => items,
        }
    }
}
