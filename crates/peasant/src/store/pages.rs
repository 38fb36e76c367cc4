//! Room for very many items, in pages as large as the system gives.
//!
//! A proof may fill gigabytes, and where the first touch of a page of 4 KiB costs microseconds, that is
//! as much as solving the slices in it. Large pages cost far less for each byte.

use memmap2::MmapMut;

/// A fixed number of items, all zero at first.
pub struct Pages<T>(Room<T>);

enum Room<T> {
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
    /// Room for so many items.
    #[must_use]
    pub fn new(count: usize) -> Pages<T> {
        let bytes = count * size_of::<T>();
        let map = if bytes < WORTH_IT {
            None
        } else {
            MmapMut::map_anon(bytes).ok()
        };
        let Some(map) = map else {
            return Pages(Room::Heap(vec![T::zeroed(); count]));
        };
        // Advice only: a system that does not take it is slower, nothing else.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Pages(Room::Mapped(map))
    }

    /// All items.
    #[inline]
    #[must_use]
    pub fn all(&self) -> &[T] {
        match &self.0 {
            Room::Mapped(map) => bytemuck::cast_slice(map),
            Room::Heap(items) => items,
        }
    }

    /// All items, to be changed.
    #[inline]
    #[must_use]
    pub fn all_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Room::Mapped(map) => bytemuck::cast_slice_mut(map),
            Room::Heap(items) => items,
        }
    }
}
