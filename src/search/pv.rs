//! Principal variations, collected as the search returns.

/// The triangular table: the principal variation at each ply of the current path.
pub(super) struct PvTable<M> {
    by_ply: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    pub(super) const fn new() -> Self {
        Self { by_ply: Vec::new() }
    }

    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        match self.by_ply.get_mut(ply) {
            Some(line) => line.clear(),
            None => self.reach(ply),
        }
    }

    /// Makes room for the variations down to `ply`.
    #[cold]
    fn reach(&mut self, ply: usize) {
        self.by_ply.resize_with(ply + 1, Vec::new);
    }

    /// Sets the variation at `ply` to `mv` followed by the variation of the next ply.
    pub(super) fn update(&mut self, ply: usize, mv: M) {
        let (above, below) = self.by_ply.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend_from_slice(below.first().map_or(&[], Vec::as_slice));
    }

    pub(super) fn at(&self, ply: usize) -> &[M] {
        self.by_ply.get(ply).map_or(&[], Vec::as_slice)
    }
}
