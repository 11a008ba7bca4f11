//! The positions before the searched one, which are needed to detect repetitions.

use arena_games::{Game, Outcome};

/// The keys of the match's positions before the root, then of those from the root to the searched node, and the moves
/// between them.
#[derive(Clone, Debug, Default)]
pub(super) struct Path<M> {
    keys: Vec<u64>,
    /// The move from each position to the next, or `None` for a null move.
    moves: Vec<Option<M>>,
    /// The index of the root's key.
    root: usize,
    /// Whether a position has occurred twice before the search, so that one more repetition may lose.
    pub(super) may_lose: bool,
}

impl<M: Copy> Path<M> {
    pub(super) const fn new() -> Self {
        Self { keys: Vec::new(), moves: Vec::new(), root: 0, may_lose: false }
    }

    /// Begins a search. `history` holds the positions of the match before the root, the earliest first, each with the
    /// move that was played there.
    pub(super) fn begin(&mut self, history: &[(u64, M)]) {
        self.keys.clear();
        self.moves.clear();
        self.keys.extend(history.iter().map(|(key, _)| key));
        self.moves.extend(history.iter().map(|(_, mv)| Some(*mv)));
        (self.root, self.may_lose) = (history.len(), false);
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

    /// Puts `position`, to which `mv` has led, on the path, `ply` plies below the root. Returns the outcome if it ends
    /// the game by repetition.
    ///
    /// A position that repeats one within the search ends it at once, because a side that can force the repetition once
    /// can force it again. A position that repeats only positions before the root must occur as often as the rules
    /// require. If it does, the game is judged by all moves since the first of these occurrences.
    pub(super) fn push<G: Game<Move = M>>(&mut self, position: &G, mv: Option<M>, ply: usize) -> Option<Outcome> {
        let needed = G::REPETITION?;
        let key = position.key();
        let index = self.root + ply;
        self.keys.truncate(index);
        if ply > 0 {
            self.moves.truncate(index - 1);
            self.moves.push(mv);
        }
        let mut occurrences = 1;
        let mut first = None;
        if ply > 0 {
            for (index, _) in self
                .keys
                .iter()
                .enumerate()
                .rev()
                .take(position.reversible_plies())
                .filter(|(_, earlier)| **earlier == key)
            {
                occurrences += 1;
                if occurrences >= needed || (index >= self.root && first.is_none()) {
                    first = Some(index);
                }
                if occurrences >= needed || !G::LOSING_REPETITIONS && first.is_some() {
                    break;
                }
            }
        }
        self.keys.push(key);
        first.map(|first| self.judge(position, first))
    }

    #[cold]
    fn judge<G: Game<Move = M>>(&self, position: &G, first: usize) -> Outcome {
        let cycle: Option<Vec<M>> = self.moves[first..].iter().copied().collect();
        cycle.map_or(Outcome::DRAW, |cycle| position.repeated(&cycle))
    }
}
