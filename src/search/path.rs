//! The positions before the searched one, which are needed to detect draws by repetition.

use arena_games::Game;

/// The keys of the match's positions before the root, then of those from the root to the searched node.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    keys: Vec<u64>,
    /// The index of the root's key.
    root: usize,
}

impl Path {
    pub(super) const fn new() -> Self {
        Self { keys: Vec::new(), root: 0 }
    }

    /// Begins a search. `history` holds the positions of the match before the root, the earliest first.
    pub(super) fn begin(&mut self, history: &[u64]) {
        self.keys.clear();
        self.keys.extend_from_slice(history);
        self.root = history.len();
    }

    /// Returns the number of known positions before the one `ply` plies below the root.
    pub(super) const fn before(&self, ply: usize) -> usize {
        self.root + ply
    }

    /// Returns whether a position since the last irreversible move before the root, or the root itself, has occurred
    /// twice.
    pub(super) fn has_repetition<G: Game>(&self, position: &G) -> bool {
        let begin = self.root.saturating_sub(position.reversible_plies());
        let mut keys = self.keys[begin..self.root].to_vec();
        keys.push(position.key());
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Puts `position` on the path, `ply` plies below the root, and returns whether it is drawn by repetition.
    ///
    /// A position that repeats one within the search is a draw at once, because a side that can force the repetition
    /// once can force it again. A position that repeats only positions before the root must occur as often as the rules
    /// require.
    pub(super) fn push<G: Game>(&mut self, position: &G, ply: usize) -> bool {
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
