//! The positions on the way to the one that is searched: a game that is drawn by repetition depends on them.

use crate::games::Game;

/// The keys of the positions of the match before the root, then of those on the path that is being searched.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    keys: Vec<u64>,
    /// Where the root stands among them.
    root: usize,
}

impl Path {
    pub(super) const fn new() -> Self {
        Self { keys: Vec::new(), root: 0 }
    }

    /// Begins anew with the positions before the root, the earliest first.
    pub(super) fn begin(&mut self, history: &[u64]) {
        self.keys.clear();
        self.keys.extend_from_slice(history);
        self.root = history.len();
    }

    /// The position `ply` plies below the root is `position`. Says whether that is a draw by repetition.
    ///
    /// Within the search the first return counts as a draw already: whoever can force it once can force it again.
    /// Before the root as many occurrences are needed as the rules say.
    pub(super) fn visit<G: Game>(&mut self, position: &G, ply: usize) -> bool {
        let Some(needed) = G::REPETITION else { return false };
        let key = position.key();
        self.keys.truncate(self.root + ply);
        let mut occurrences = 1;
        let repeats = ply > 0
            && self.keys.iter().enumerate().rev().take(position.reversible_plies()).any(|(index, &earlier)| {
                occurrences += usize::from(earlier == key);
                earlier == key && (index >= self.root || occurrences >= needed)
            });
        self.keys.push(key);
        repeats
    }
}
