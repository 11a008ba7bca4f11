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
use arena_play::Match;

/// After this time a match is worth a lock at each of its moves.
const SLOW: Duration = Duration::from_millis(20);
/// A spectator that has not looked for this long has left.
const GONE: Duration = Duration::from_secs(10);

/// A match in progress, at its newest position.
#[derive(Clone)]
pub struct Underway {
    /// The pairing.
    pub pairing: Pairing,
    /// The number of moves, including those of the opening.
    pub ply: usize,
    /// The position.
    pub board: Box<dyn Board>,
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

    /// Shows the position of a match that began at `began`. Returns true if the match must be removed at its end.
    pub(super) fn show(&self, pairing: &Pairing, contest: &Match, began: Instant) -> bool {
        let now = Instant::now();
        if !self.watched.load(Ordering::Relaxed) && now.duration_since(began) < SLOW {
            return false;
        }
        let mut seen = self.seen();
        if seen.looked_at.is_none_or(|at| now.duration_since(at) > GONE) {
            self.watched.store(false, Ordering::Relaxed);
        }
        let board = contest.board().boxed_clone();
        seen.matches.insert(pairing.index, Underway { pairing: *pairing, ply: contest.moves().len(), board });
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
