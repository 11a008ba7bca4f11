//! Tails: the part of each match that is logged but not yet in the database. Readers consult them in addition to the
//! database. Applied entries are removed.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use super::log::{Entry, Group, now_ms};
use super::tables::events::{EventRow, LoggedEvent, NewEvents, TailOfMatch};
use super::tables::matches::{ListUpdate, NewMatch};
use arena_games::GameId;

/// Maximum number of matches with an empty tail to keep.
const MOST_EMPTY: usize = 1 << 16;

/// Logged entries to apply to the database in one transaction.
#[derive(Default)]
pub(super) struct Pending {
    pub(super) matches: Vec<TailOfMatch>,
    /// Number of log entries that the database has completely applied afterwards; 0 if that is unknown.
    pub(super) until: u64,
}

impl Pending {
    pub(super) fn of(tail: &TailOfMatch) -> Self {
        Self { matches: vec![tail.clone()], ..Self::default() }
    }
}

struct Tail {
    game: GameId,
    /// Number of the last event that was logged.
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
struct TailTable {
    /// Matches with an empty tail are kept for their last event number.
    of: HashMap<Uuid, Tail>,
    /// Matches with a non-empty tail, in the order in which their tails became non-empty, without those that were set
    /// aside.
    order: Vec<Uuid>,
    /// Matches that the database rejected.
    aside: HashSet<Uuid>,
    /// Size of all tails in bytes.
    bytes: usize,
    /// Total number of entries in the log.
    entries: u64,
    /// Time of the last call that forgot matches, in Unix milliseconds; 0 if there was none.
    forgot_ms: i64,
}

impl TailTable {
    /// Forgets the matches with an empty tail if there are too many.
    fn forget(&mut self) {
        if self.of.len().saturating_sub(self.order.len()) >= MOST_EMPTY {
            self.of.retain(|_, tail| !tail.is_empty());
            // Removing entries leaves tombstones that use up capacity, so that the table would grow without this.
            self.of.shrink_to_fit();
            self.forgot_ms = now_ms();
        }
    }
}

#[derive(Default)]
pub(super) struct Tails(Mutex<TailTable>);

/// Information about a match from its tail.
pub(super) struct StoredMatch {
    pub(super) game: GameId,
    pub(super) made: Option<Arc<NewMatch>>,
    /// Events that are not yet in the database.
    pub(super) events: Vec<Arc<EventRow>>,
}

impl Tails {
    fn inner(&self) -> MutexGuard<'_, TailTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

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

    /// Records events that were logged, without the first `known` ones.
    pub(super) fn append(&self, new: &NewEvents, known: usize, at_ms: i64) {
        let mut inner = self.inner();
        inner.entries += 1;
        let TailTable { of, order, bytes, entries, aside, .. } = &mut *inner;
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

    /// Records the last event number of a match that the database holds completely.
    pub(super) fn remember(&self, id: Uuid, game: GameId, last: i64) {
        let mut inner = self.inner();
        inner.forget();
        inner.of.entry(id).or_insert_with(|| Tail { game, last, made: None, events: VecDeque::new() });
    }

    /// Returns the tail of a match; `None` if the match is not in memory.
    pub(super) fn known(&self, id: Uuid) -> Option<StoredMatch> {
        let inner = self.inner();
        let tail = inner.of.get(&id)?;
        let events = tail.events.iter().map(|logged| Arc::clone(&logged.row)).collect();
        Some(StoredMatch { game: tail.game, made: tail.made.clone(), events })
    }

    /// Returns the game and the last event number of a match; `None` if the match is not in memory.
    pub(super) fn last(&self, id: Uuid) -> Option<(GameId, i64)> {
        self.inner().of.get(&id).map(|tail| (tail.game, tail.last))
    }

    /// Returns the time when matches were last forgotten, in Unix milliseconds; 0 if never. A match created before it
    /// may be in the database only.
    pub(super) fn forgot_ms(&self) -> i64 {
        self.inner().forgot_ms
    }

    /// Returns the matches whose creation is not yet in the database and that have not ended in their tail, and the ids
    /// of those that have ended there.
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

    /// Returns true if nothing waits to be applied, apart from matches that were set aside.
    pub(super) fn is_empty(&self) -> bool {
        self.inner().order.is_empty()
    }

    /// Returns the number of bytes that are not yet in the database.
    pub(super) fn bytes(&self) -> usize {
        self.inner().bytes
    }

    /// Returns everything that waits to be applied, except matches that were set aside. It must be applied at once, so
    /// that results count in the order of the log.
    pub(super) fn pending(&self) -> Pending {
        let inner = self.inner();
        // Entries of matches that were set aside lie between those that are applied.
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

    /// Excludes a match that the database rejected. It stays in the log.
    pub(super) fn set_aside(&self, id: Uuid) {
        let mut inner = self.inner();
        if inner.aside.insert(id) {
            inner.order.retain(|other| *other != id);
        }
    }

    pub(super) fn entries(&self) -> u64 {
        self.inner().entries
    }

    /// Removes the entries that the database has applied.
    pub(super) fn taken(&self, pending: &Pending) {
        let mut inner = self.inner();
        let TailTable { of, order, bytes, .. } = &mut *inner;
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
                // Unused capacity for events would outweigh the rest of the tail.
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
    use arena_games::{BySide, Options, Side};
    use arena_play::{Event, MatchSetup, NumberedEvent, Seat};

    #[test]
    fn matches_with_an_empty_tail_are_small_and_limited_in_number() {
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
                made_by: None,
                listed: false,
            };
            tails.make(Arc::new(NewMatch::new(&setup).unwrap()));
            tails.append(&NewEvents::new(id, game, &events).unwrap(), 0, 1);
            if n % 1_000 == 999 {
                let room: usize = tails.inner().of.values().map(|tail| tail.events.capacity()).sum();
                assert!((10_000..100_000).contains(&room), "capacity for {room} events");
                tails.taken(&tails.pending());
            }
        }
        assert!(tails.forgot_ms() > 0);
        let inner = tails.inner();
        assert!(inner.of.len() <= MOST_EMPTY + 1_000, "{} matches are kept", inner.of.len());
        assert!(inner.of.capacity() < MOST_EMPTY / 4, "capacity for {} matches", inner.of.capacity());
        assert!(inner.of.values().all(|tail| !tail.is_empty() || tail.events.capacity() == 0));
        assert_eq!(inner.order.len(), (MOST_EMPTY + 2_000) % 1_000);
    }
}
