//! The best of many findings, in constant memory.

/// The first so many by rank, the highest first; of equals those that came first.
///
/// ```
/// let mut best = peasant::mine::Best::new(2);
/// for (rank, name) in [(3, "a"), (5, "b"), (3, "c")] {
///     best.add(rank, name);
/// }
/// assert_eq!(best.into_iter().collect::<Vec<_>>(), ["b", "a"]);
/// ```
#[derive(Clone, Debug)]
pub struct Best<T> {
    keep: usize,
    found: Vec<(u16, T)>,
}

impl<T> Best<T> {
    /// Nothing yet, and never more than this.
    #[must_use]
    pub fn new(keep: usize) -> Best<T> {
        let found = Vec::new();
        Best { keep, found }
    }

    /// Adds one, if it is good enough.
    pub fn add(&mut self, rank: u16, one: T) {
        let place = self.found.partition_point(|(other, _)| *other >= rank);
        if place < self.keep {
            self.found.insert(place, (rank, one));
            self.found.truncate(self.keep);
        }
    }

    /// Would one of this rank be kept?
    #[must_use]
    pub fn wants(&self, rank: u16) -> bool {
        let is_full = self.found.len() == self.keep;
        !is_full || self.found.last().is_some_and(|(last, _)| *last < rank)
    }
}

impl<T> IntoIterator for Best<T> {
    type Item = T;
    type IntoIter = std::iter::Map<std::vec::IntoIter<(u16, T)>, fn((u16, T)) -> T>;

    /// They, the best first.
    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter().map(|(_, one)| one)
    }
}
