//! The matches in progress, for spectators.
//!
//! Fast matches are over before anyone has seen them, and nothing is kept of them unless someone looks. A slow match can
//! always be followed.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::pairing::{NextMatch, Pairer, Pairing, Ready};
use arena_games::board::Board;
use arena_play::{Event, Match};

/// After this time a match is worth a lock at each of its moves.
const SLOW: Duration = Duration::from_millis(20);
/// A spectator that has not looked for this long has left.
const GONE: Duration = Duration::from_secs(10);
/// The number of ended matches to keep if nobody reports which results are stored.
const ENDED: usize = 32;

/// A match in progress, at its newest position.
#[derive(Clone)]
pub struct Underway {
    pub pairing: Pairing,
    /// The number of moves, including those of the opening.
    pub ply: usize,
    /// The position.
    pub board: Box<dyn Board>,
}

/// A match in progress with its events.
struct SpectatedMatch {
    underway: Underway,
    events: Vec<Event>,
}

#[derive(Default)]
struct SpectatedMatches {
    matches: BTreeMap<u64, SpectatedMatch>,
    /// The matches that have ended, the newest at the back. A match stays until its result is stored, so that it can be
    /// read at any time.
    ended: VecDeque<SpectatedMatch>,
    looked_at: Option<Instant>,
    /// The pairings that are known, and whether more follow when all of them have results.
    paired: Option<(Ready, bool)>,
}

/// The matches that threads show to spectators.
#[derive(Default)]
pub struct Spectators {
    admitted: AtomicBool,
    watched: AtomicBool,
    shown: Mutex<SpectatedMatches>,
}

impl std::fmt::Debug for Spectators {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Spectators").field("watched", &self.watched).finish_non_exhaustive()
    }
}

impl Spectators {
    /// Admits spectators to matches that have begun. All matches keep all thoughts from then on, because the stored match
    /// has them too and its events must have the same numbers. The caller must report the stored results by
    /// [`Spectators::stored`].
    pub fn admit(&self) {
        self.admitted.store(true, Ordering::Relaxed);
    }

    /// Returns whether a spectator may come later.
    pub(super) fn may_come(&self) -> bool {
        self.admitted.load(Ordering::Relaxed)
    }

    /// Returns the matches in progress, in the order of the schedule.
    #[must_use]
    pub fn look(&self) -> Vec<Underway> {
        self.looked().matches.values().map(|shown| shown.underway.clone()).collect()
    }

    /// Returns the match that follows these in progress.
    #[must_use]
    pub fn next_match(&self, underway: &[Underway]) -> NextMatch {
        let last = underway.iter().map(|it| it.pairing.index).max();
        let shown = self.shown();
        let (Some(last), Some((ready, more))) = (last, &shown.paired) else { return NextMatch::Unknown };
        match ready.get(last + 1) {
            Some(pairing) => NextMatch::Paired(pairing),
            None if *more => NextMatch::AfterRound,
            None => NextMatch::Unknown,
        }
    }

    /// Notes which pairings are known.
    pub(super) fn paired(&self, pairer: &Pairer) {
        let ready = pairer.ready();
        let more = pairer.total() > ready.end();
        self.shown().paired = Some((ready, more));
    }

    /// Returns the pairing and the events of a match that is in progress or has ended just now.
    #[must_use]
    pub fn follow(&self, is_wanted: impl Fn(&Pairing) -> bool) -> Option<(Pairing, Vec<Event>)> {
        let shown = self.shown();
        let mut all = shown.matches.values().chain(shown.ended.iter().rev());
        let found = all.find(|shown| is_wanted(&shown.underway.pairing))?;
        let found = (found.underway.pairing, found.events.clone());
        drop(shown);
        drop(self.looked());
        Some(found)
    }

    /// Shows a match that began at `began`. Returns true if it is shown until its end.
    pub(super) fn show(&self, pairing: &Pairing, contest: &Match, began: Instant) -> bool {
        let now = Instant::now();
        if !self.watched.load(Ordering::Relaxed) && now.duration_since(began) < SLOW {
            return false;
        }
        let mut shown = self.shown();
        if shown.looked_at.is_none_or(|at| now.duration_since(at) > GONE) {
            self.watched.store(false, Ordering::Relaxed);
        }
        let underway = Underway { pairing: *pairing, ply: contest.moves().len(), board: contest.board().boxed_clone() };
        let events = contest.events();
        match shown.matches.get_mut(&pairing.index) {
            Some(known) => {
                known.events.extend_from_slice(&events[known.events.len()..]);
                known.underway = underway;
            }
            None => {
                shown.matches.insert(pairing.index, SpectatedMatch { underway, events: events.to_vec() });
            }
        }
        true
    }

    /// Ends a match that was shown.
    pub(super) fn over(&self, pairing: &Pairing, contest: &Match) {
        let mut shown = self.shown();
        let Some(mut ended) = shown.matches.remove(&pairing.index) else { return };
        ended.events.extend_from_slice(&contest.events()[ended.events.len()..]);
        if !self.may_come() && shown.ended.len() == ENDED {
            shown.ended.pop_front();
        }
        shown.ended.push_back(ended);
    }

    /// Drops matches whose results can be read from the store from now on.
    pub fn stored(&self, indices: &[u64]) {
        self.shown().ended.retain(|ended| !indices.contains(&ended.underway.pairing.index));
    }

    /// Removes a match that is void.
    pub(super) fn remove(&self, pairing: &Pairing) {
        self.shown().matches.remove(&pairing.index);
    }

    /// Notes that a spectator is looking.
    fn looked(&self) -> MutexGuard<'_, SpectatedMatches> {
        self.watched.store(true, Ordering::Relaxed);
        let mut shown = self.shown();
        shown.looked_at = Some(Instant::now());
        shown
    }

    fn shown(&self) -> MutexGuard<'_, SpectatedMatches> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::Schedule;
    use arena_games::BySide;
    use arena_games::GameId;
    use arena_games::Options;
    use arena_play::{Action, GameResult, Seat, Terms, Timeouts};

    #[test]
    fn a_match_is_followed_to_its_end_and_a_while_after_it() {
        let now = Instant::now();
        let game: GameId = "tictactoe".parse().unwrap();
        let board = || game.board(&Options::new(), None).unwrap();
        let bot = || Seat::Bot { name: String::new(), spec: serde_json::Value::Null };
        let contest = || {
            let terms = Terms { clock: None, timeouts: Timeouts::ENDLESS, opening: Vec::new() };
            Match::new(board(), terms, BySide::new(bot(), bot()), now).unwrap()
        };
        let pairing = |index| Pairing { index, round: 0, leg: 0, seats: BySide::new(0, 1) };
        let spectators = Spectators::default();
        assert!(!spectators.show(&pairing(0), &contest(), now), "a fast match that nobody watches");
        assert!(spectators.look().is_empty());
        let mut first = contest();
        for (ply, text) in ["a1", "a2", "b1", "b2", "c1"].into_iter().enumerate() {
            assert!(spectators.show(&pairing(0), &first, now));
            let side = first.turn().unwrap();
            let mv = game.parse_move(text).unwrap();
            first.handle(side, Action::Move { ply, mv, thought: None }, now).unwrap();
        }
        let followed = |index| spectators.follow(|pairing| pairing.index == index).map(|(_, events)| events);
        assert_eq!(spectators.look()[0].ply, 4);
        assert_eq!(followed(0).unwrap().len(), 5, "the start and four moves");
        spectators.over(&pairing(0), &first);
        assert!(spectators.look().is_empty());
        assert!(matches!(followed(0).unwrap().last(), Some(Event::Ended { .. })));
        assert!(spectators.show(&pairing(1), &contest(), now));
        spectators.remove(&pairing(1));
        assert!(followed(1).is_none(), "a void match");
        for index in 2..2 + ENDED as u64 {
            assert!(spectators.show(&pairing(index), &contest(), now));
            spectators.over(&pairing(index), &contest());
        }
        assert!(followed(0).is_none() && followed(2).is_some(), "the oldest is dropped");
        spectators.admit();
        for index in 100..100 + 2 * ENDED as u64 {
            assert!(spectators.show(&pairing(index), &contest(), now));
            spectators.over(&pairing(index), &contest());
        }
        assert!(followed(2).is_some() && followed(100).is_some(), "none is stored yet");
        spectators.stored(&[100, 102]);
        assert_eq!([100, 101, 102].map(|index| followed(index).is_some()), [false, true, false]);
    }

    #[test]
    fn the_next_pairing_is_named_until_the_round_has_to_end_first() {
        let board = || "tictactoe".parse::<GameId>().unwrap().board(&Options::new(), None).unwrap();
        let mut pairer = Pairer::new(Schedule::swiss(4, 2).unwrap(), None);
        let spectators = Spectators::default();
        let at = |pairer: &Pairer, index| Underway { pairing: pairer.get(index).unwrap(), ply: 0, board: board() };
        assert_eq!(spectators.next_match(&[at(&pairer, 0)]), NextMatch::Unknown, "before the run");
        spectators.paired(&pairer);
        assert_eq!(spectators.next_match(&[at(&pairer, 1), at(&pairer, 0)]), NextMatch::Paired(pairer.get(2).unwrap()));
        assert_eq!(spectators.next_match(&[at(&pairer, 3)]), NextMatch::AfterRound);
        (0..4).for_each(|index| pairer.add(index, GameResult::Draw, false));
        spectators.paired(&pairer);
        assert_eq!(spectators.next_match(&[at(&pairer, 6)]), NextMatch::Paired(pairer.get(7).unwrap()));
        assert_eq!(spectators.next_match(&[at(&pairer, 7)]), NextMatch::Unknown, "the last match");
    }
}
