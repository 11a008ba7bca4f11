//! The matches in progress, for spectators.
//!
//! Fast matches are over before anyone has seen them, and nothing is kept of them unless someone looks. The newest
//! position of a slow match is always available.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::pairing::Pairing;
use arena_games::board::Board;
use arena_games::{BySide, MoveCode};
use arena_play::{Match, Thought};

/// After this time a match is worth a lock at each of its moves.
const SLOW: Duration = Duration::from_millis(20);
/// A spectator that has not looked for this long has left.
const GONE: Duration = Duration::from_secs(10);

/// The last thought of an entrant in a match.
#[derive(Clone, Debug)]
pub struct ShownThought {
    /// The ply of its move.
    pub ply: usize,
    /// The thought.
    pub thought: Thought,
    /// Its line in the usual notation. Empty if the game uses its canonical move texts.
    pub written: Vec<String>,
}

impl ShownThought {
    /// Returns the place in the line of the next move after `moves`, as long as the match follows the line.
    #[must_use]
    pub fn next(&self, moves: &[MoveCode]) -> Option<usize> {
        let played = moves.get(self.ply..)?;
        let follows = self.thought.line.starts_with(played) && self.thought.line.len() > played.len();
        follows.then_some(played.len())
    }
}

/// A match in progress, at its newest position.
#[derive(Clone)]
pub struct Underway {
    /// The pairing.
    pub pairing: Pairing,
    /// The number of moves, including those of the opening.
    pub ply: usize,
    /// The position.
    pub board: Box<dyn Board>,
    /// The last thought of each side since the match is shown, with the place in its line of the expected next move.
    pub thoughts: BySide<Option<(ShownThought, Option<usize>)>>,
}

#[derive(Default)]
struct ShownMatch {
    matches: BTreeMap<u64, Underway>,
    looked_at: Option<Instant>,
}

/// The matches that threads show to spectators.
#[derive(Default)]
pub struct Spectators {
    watched: AtomicBool,
    seen: Mutex<ShownMatch>,
}

impl std::fmt::Debug for Spectators {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Onlookers").field("watched", &self.watched).finish_non_exhaustive()
    }
}

impl Spectators {
    /// Returns the matches in progress, in the order of the schedule.
    #[must_use]
    pub fn look(&self) -> Vec<Underway> {
        self.watched.store(true, Ordering::Relaxed);
        let mut seen = self.seen();
        seen.looked_at = Some(Instant::now());
        seen.matches.values().cloned().collect()
    }

    /// Shows the position of a match that began at `began`, and the last thoughts of both sides. Returns true if the
    /// match must be removed at its end.
    pub(super) fn show(
        &self,
        pairing: &Pairing,
        contest: &Match,
        began: Instant,
        thoughts: &BySide<Option<ShownThought>>,
    ) -> bool {
        let now = Instant::now();
        if !self.watched.load(Ordering::Relaxed) && now.duration_since(began) < SLOW {
            return false;
        }
        let mut seen = self.seen();
        if seen.looked_at.is_none_or(|at| now.duration_since(at) > GONE) {
            self.watched.store(false, Ordering::Relaxed);
        }
        let (moves, board) = (contest.moves(), contest.board().boxed_clone());
        let thoughts = BySide::from_fn(|side| thoughts[side].as_ref().map(|shown| (shown.clone(), shown.next(moves))));
        seen.matches.insert(pairing.index, Underway { pairing: *pairing, ply: moves.len(), board, thoughts });
        true
    }

    /// Removes a match that was shown and is over.
    pub(super) fn over(&self, pairing: &Pairing) {
        self.seen().matches.remove(&pairing.index);
    }

    fn seen(&self) -> MutexGuard<'_, ShownMatch> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_play::ThoughtSource;

    #[test]
    fn a_line_tells_the_next_move_as_long_as_the_match_follows_it() {
        let codes = |codes: &[u32]| codes.iter().copied().map(MoveCode).collect::<Vec<_>>();
        let (from, line) = (ThoughtSource::Search, codes(&[3, 4, 5]));
        let thought =
            Thought { from, value: None, win_in: None, depth: 3, nodes: 1, line, ms: 0, table: None, table_mb: None };
        let shown = ShownThought { ply: 1, thought, written: Vec::new() };
        assert_eq!(shown.next(&codes(&[9, 3])), Some(1));
        assert_eq!(shown.next(&codes(&[9, 3, 4])), Some(2));
        assert_eq!(shown.next(&codes(&[9, 3, 7])), None, "the match has left the line");
        assert_eq!(shown.next(&codes(&[9, 3, 4, 5])), None, "the line has ended");
    }
}
