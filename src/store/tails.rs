//! What is in the log and not in the database yet, by match. Readers look here as well as into the database; what was
//! taken into the database leaves.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use super::log::{Entry, Group, now_ms};
use super::tables::events::{EventRow, LoggedEvent, NewEvents, TailOfMatch};
use super::tables::matches::{ListUpdate, NewMatch};
use crate::games::GameId;

/// So many matches with an empty tail are kept.
const MOST_EMPTY: usize = 1 << 16;

/// What is to be taken into the database at once.
#[derive(Default)]
pub(super) struct Pending {
    pub(super) matches: Vec<TailOfMatch>,
    /// The last entry of the log with which everything up to it is in the database then; 0 where that is not so.
    pub(super) until: u64,
}

impl Pending {
    /// One match alone.
    pub(super) fn of(tail: &TailOfMatch) -> Self {
        Self { matches: vec![tail.clone()], ..Self::default() }
    }
}

struct Tail {
    game: GameId,
    /// The number of the last event that was logged.
    last: i64,
    made: Option<Arc<NewMatch>>,
    events: VecDeque<LoggedEvent>,
}

impl Tail {
    fn is_empty(&self) -> bool {
        self.made.is_none() && self.events.is_empty()
    }
}

#[derive(Default)]
struct Inner {
    /// Those with an empty tail are kept for their last number.
    of: HashMap<Uuid, Tail>,
    /// Matches whose tail is not empty, in the order in which that came to be, without those that were set aside.
    order: Vec<Uuid>,
    /// Matches that the database does not take.
    aside: HashSet<Uuid>,
    /// The bytes that wait.
    bytes: usize,
    /// Entries that were logged.
    entries: u64,
    /// When matches were forgotten last, in Unix milliseconds; 0 if never.
    forgot_ms: i64,
}

impl Inner {
    /// Forgets the matches with an empty tail where there are too many of them.
    fn forget(&mut self) {
        if self.of.len().saturating_sub(self.order.len()) >= MOST_EMPTY {
            self.of.retain(|_, tail| !tail.is_empty());
            // In a table that is only emptied places remain that cannot be used again, until it has to be twice as large.
            self.of.shrink_to_fit();
            self.forgot_ms = now_ms();
        }
    }
}

/// The tails of all matches.
#[derive(Default)]
pub(super) struct Tails(Mutex<Inner>);

/// What the tail of a match says about it.
pub(super) struct StoredMatch {
    pub(super) game: GameId,
    pub(super) made: Option<Arc<NewMatch>>,
    /// The events that are not in the database.
    pub(super) events: Vec<Arc<EventRow>>,
}

impl Tails {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in what a log holds.
    pub(super) fn load(&self, groups: Vec<Group>) {
        for Group { at_ms, entries } in groups {
            for entry in entries {
                match entry {
                    Entry::Match(new) => self.make(Arc::from(new)),
                    Entry::Events(new) => self.append(&new, 0, at_ms),
                }
            }
        }
    }

    /// Notes a match that was logged.
    pub(super) fn make(&self, new: Arc<NewMatch>) {
        let mut inner = self.inner();
        inner.entries += 1;
        if inner.of.contains_key(&new.setup.id) {
            return;
        }
        inner.forget();
        inner.bytes += new.body.len();
        inner.order.push(new.setup.id);
        let (id, game) = (new.setup.id, new.setup.game);
        inner.of.insert(id, Tail { game, last: 0, made: Some(new), events: VecDeque::new() });
    }

    /// Notes events that were logged, those after the first `known` of them.
    pub(super) fn append(&self, new: &NewEvents, known: usize, at_ms: i64) {
        let mut inner = self.inner();
        inner.entries += 1;
        let Inner { of, order, bytes, entries, aside, .. } = &mut *inner;
        let tail = of.entry(new.id).or_insert_with(|| Tail {
            game: new.game,
            last: new.rows.first().map_or(0, |row| row.seq - 1),
            made: None,
            events: VecDeque::new(),
        });
        let was_empty = tail.is_empty();
        for row in new.rows[known..].iter().filter(|row| row.seq > tail.last) {
            *bytes += row.json.len();
            tail.events.push_back(LoggedEvent { row: Arc::clone(row), at_ms, place: *entries });
        }
        tail.last = tail.events.back().map_or(tail.last, |logged| logged.row.seq.max(tail.last));
        if was_empty && !tail.is_empty() && !aside.contains(&new.id) {
            order.push(new.id);
        }
    }

    /// Notes where the events of a match of the database end.
    pub(super) fn remember(&self, id: Uuid, game: GameId, last: i64) {
        let mut inner = self.inner();
        inner.forget();
        inner.of.entry(id).or_insert_with(|| Tail { game, last, made: None, events: VecDeque::new() });
    }

    /// What is known of a match, unless nothing is.
    pub(super) fn known(&self, id: Uuid) -> Option<StoredMatch> {
        let inner = self.inner();
        let tail = inner.of.get(&id)?;
        let events = tail.events.iter().map(|logged| Arc::clone(&logged.row)).collect();
        Some(StoredMatch { game: tail.game, made: tail.made.clone(), events })
    }

    /// The game and the number of the last event of a match, unless nothing is known of it.
    pub(super) fn last(&self, id: Uuid) -> Option<(GameId, i64)> {
        self.inner().of.get(&id).map(|tail| (tail.game, tail.last))
    }

    /// When matches were forgotten last, in Unix milliseconds; 0 if never. One that was made before may be in the database alone.
    pub(super) fn forgot_ms(&self) -> i64 {
        self.inner().forgot_ms
    }

    /// Matches that are to be made and are not over, and the ids of all that have ended.
    pub(super) fn unfinished(&self) -> (Vec<Arc<NewMatch>>, HashSet<Uuid>) {
        let inner = self.inner();
        let (mut made, mut ended) = (Vec::new(), HashSet::new());
        for (id, tail) in &inner.of {
            if tail.events.iter().any(|logged| matches!(logged.row.list_update, ListUpdate::Ended(_))) {
                ended.insert(*id);
            } else {
                made.extend(tail.made.clone());
            }
        }
        made.sort_by_key(|new| new.setup.created_ms);
        (made, ended)
    }

    /// Whether everything is in the database.
    pub(super) fn is_empty(&self) -> bool {
        self.inner().order.is_empty()
    }

    /// The bytes that are not in the database.
    pub(super) fn bytes(&self) -> usize {
        self.inner().bytes
    }

    /// What is to be taken into the database: everything but what was set aside. All of it at once, so that results count
    /// in the order in which they were logged.
    pub(super) fn pending(&self) -> Pending {
        let inner = self.inner();
        // What was set aside lies between entries that are taken.
        let until = if inner.aside.is_empty() { inner.entries } else { 0 };
        let filled = inner.order.iter().filter_map(|id| inner.of.get(id).map(|tail| (id, tail)));
        let matches = filled.map(|(id, tail)| TailOfMatch {
            id: *id,
            game: tail.game,
            made: tail.made.clone(),
            events: tail.events.iter().cloned().collect(),
        });
        Pending { matches: matches.collect(), until }
    }

    /// Leaves out a match that the database does not take: it stays in the log.
    pub(super) fn set_aside(&self, id: Uuid) {
        let mut inner = self.inner();
        if inner.aside.insert(id) {
            inner.order.retain(|other| *other != id);
        }
    }

    /// Entries that were logged.
    pub(super) fn entries(&self) -> u64 {
        self.inner().entries
    }

    /// Lets go of what was taken into the database.
    pub(super) fn taken(&self, pending: &Pending) {
        let mut inner = self.inner();
        let Inner { of, order, bytes, .. } = &mut *inner;
        let mut gone = HashSet::with_capacity(pending.matches.len());
        for TailOfMatch { id, made, events, .. } in &pending.matches {
            let Some(tail) = of.get_mut(id) else { continue };
            if let Some(new) = made {
                *bytes -= new.body.len();
                tail.made = None;
            }
            for logged in tail.events.drain(..events.len()) {
                *bytes -= logged.row.json.len();
            }
            if tail.is_empty() {
                // Room for further events would be more than all else that is kept of it.
                tail.events = VecDeque::new();
                gone.insert(*id);
            }
        }
        order.retain(|id| !gone.contains(id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{BySide, Options, Side};
    use crate::play::{Event, MatchSetup, NumberedEvent, Seat};

    #[test]
    fn of_matches_that_the_database_has_little_is_kept_and_not_of_all() {
        let tails = Tails::default();
        let game = GameId::TicTacToe;
        let back = |seq| NumberedEvent { seq, event: Event::Back { side: Side::First } };
        let events: Vec<NumberedEvent> = (1..=10).map(back).collect();
        for n in 0..MOST_EMPTY as u64 + 2_000 {
            assert!(n > MOST_EMPTY as u64 || tails.forgot_ms() == 0);
            let id = Uuid::from_u64_pair(1, n);
            let setup = MatchSetup {
                id,
                game,
                options: game.complete_options(&Options::new()).unwrap(),
                position: None,
                opening: Vec::new(),
                seats: BySide::new(Seat::Open, Seat::Open),
                clock: None,
                rated: false,
                seed: n,
                created_ms: 1_700_000_000_000 + n,
            };
            tails.make(Arc::new(NewMatch::new(&setup).unwrap()));
            tails.append(&NewEvents::new(id, game, &events).unwrap(), 0, 1);
            if n % 1_000 == 999 {
                let room: usize = tails.inner().of.values().map(|tail| tail.events.capacity()).sum();
                assert!((10_000..100_000).contains(&room), "{room} events have room");
                tails.taken(&tails.pending());
            }
        }
        assert!(tails.forgot_ms() > 0);
        let inner = tails.inner();
        assert!(inner.of.len() <= MOST_EMPTY + 1_000, "{} matches are kept", inner.of.len());
        assert!(inner.of.capacity() < MOST_EMPTY / 4, "there is room for {} matches", inner.of.capacity());
        assert!(inner.of.values().all(|tail| !tail.is_empty() || tail.events.capacity() == 0));
        assert_eq!(inner.order.len(), (MOST_EMPTY + 2_000) % 1_000);
    }
}
