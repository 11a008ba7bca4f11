//! The lobby feed: one stream for all subscribers, with a limited rate in bytes per second.
//!
//! Changes wait as match ids, each at most once, and a match is read when it is sent. The backlog is therefore never
//! larger than the number of matches, and sent data is current. Changes that consist of moves alone are sent in rounds,
//! after everything else.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::lobby::{Lobby, summary};
use super::token_bucket::TokenBucket;
use arena_play::handle::MatchHandle;
use arena_protocol::FromServer;
use arena_protocol::view::MatchSummary;

/// Interval at which the number of moves of a match is sent.
const ROUND: Duration = Duration::from_secs(10);

/// Size of a removed match in a message: its id, quotes and a comma.
const GONE_BYTES: usize = 39;

/// A queue of distinct ids.
#[derive(Default)]
struct UniqueQueue {
    order: VecDeque<Uuid>,
    waiting: HashSet<Uuid>,
}

impl UniqueQueue {
    fn push(&mut self, id: Uuid) {
        if self.waiting.insert(id) {
            self.order.push_back(id);
        }
    }

    fn pop(&mut self) -> Option<Uuid> {
        loop {
            let id = self.order.pop_front()?;
            if self.waiting.remove(&id) {
                return Some(id);
            }
        }
    }

    /// The entry stays in `order` and is skipped when it reaches the front.
    fn remove(&mut self, id: Uuid) {
        self.waiting.remove(&id);
    }
}

/// The stream of lobby changes.
pub(super) struct Feed {
    /// Maximum number of matches in the first message.
    rows: usize,
    /// Maximum size of the first message in bytes.
    bytes: usize,
    bucket: TokenBucket,
    changed: UniqueQueue,
    gone: UniqueQueue,
    /// Matches with unsent moves, and those among them that belong to the current round.
    moved: UniqueQueue,
    round: UniqueQueue,
    round_ends: Instant,
    /// Matches that subscribers know. Only the removal of these must be reported.
    sent: HashSet<Uuid>,
    /// The first message, cached until the next tick.
    first: Option<Arc<str>>,
    idle: bool,
}

impl Feed {
    /// Creates a feed that sends half of `viewer_bytes` per second. The first message has at most `rows` matches and
    /// `viewer_bytes` bytes.
    pub(super) fn new(rows: usize, viewer_bytes: usize, now: Instant) -> Self {
        Self {
            rows,
            bytes: viewer_bytes,
            bucket: TokenBucket::new(viewer_bytes / 2, now),
            changed: UniqueQueue::default(),
            gone: UniqueQueue::default(),
            moved: UniqueQueue::default(),
            round: UniqueQueue::default(),
            round_ends: now + ROUND,
            sent: HashSet::new(),
            first: None,
            idle: true,
        }
    }

    /// Applies new limits.
    pub(super) fn reload(&mut self, rows: usize, viewer_bytes: usize, now: Instant) {
        if (self.rows, self.bytes) != (rows, viewer_bytes) {
            (self.rows, self.bytes) = (rows, viewer_bytes);
            self.bucket = TokenBucket::new(viewer_bytes / 2, now);
        }
    }

    /// Stops collecting changes while there are no subscribers. A new subscriber receives the whole state.
    pub(super) fn pause(&mut self, lobby: &Lobby) {
        drop(lobby.take_left());
        if !self.idle {
            self.changed = UniqueQueue::default();
            self.gone = UniqueQueue::default();
            self.moved = UniqueQueue::default();
            self.round = UniqueQueue::default();
            self.sent.clear();
            self.first = None;
            self.idle = true;
        }
    }

    /// Returns the first message for a new subscriber: the newest matches and the number of the others.
    pub(super) fn first(&mut self, lobby: &Lobby) -> Arc<str> {
        if let Some(first) = &self.first {
            return Arc::clone(first);
        }
        let mut handles: Vec<MatchHandle> = lobby.all();
        if self.idle {
            for handle in &handles {
                // A new subscriber receives the whole state, so older changes are dropped.
                let _ = handle.take_changes();
            }
            self.idle = false;
        }
        handles.retain(|handle| !handle.is_over() && handle.is_public());
        // A dormant match that is restored at this moment follows with the next changes.
        let dormant = lobby.newest_dormant();
        let all = handles.len() + lobby.dormant();
        let mut newest: Vec<(u64, Uuid, Row<'_>)> = handles
            .iter()
            .map(|handle| (handle.setup().created_ms, handle.id(), Row::Running(handle)))
            .chain(dormant.iter().map(|dormant| (dormant.created_ms, dormant.id, Row::Dormant(dormant))))
            .collect();
        newest.sort_by_key(|(created_ms, id, _)| std::cmp::Reverse((*created_ms, *id)));
        let (mut matches, mut bytes) = (Vec::new(), 0);
        for (_, _, row) in newest.into_iter().take(self.rows) {
            let summary = match row {
                Row::Running(handle) => summary(handle).brief(),
                Row::Dormant(summary) => summary.clone(),
            };
            bytes += size(&summary);
            if bytes > self.bytes {
                break;
            }
            self.sent.insert(summary.id);
            matches.push(summary);
        }
        let more = all.saturating_sub(matches.len());
        let more = (more > 0).then(|| u32::try_from(more).unwrap_or(u32::MAX));
        let text: Arc<str> = FromServer::Lobby { matches, gone: Vec::new(), more }.text().into();
        self.first = Some(Arc::clone(&text));
        text
    }

    /// Returns the changes to send at `now`, if there are any.
    pub(super) fn tick(&mut self, lobby: &Lobby, now: Instant) -> Option<Arc<str>> {
        if self.idle {
            drop(lobby.take_left());
            return None;
        }
        self.first = None;
        self.gather(lobby, now);
        let room = self.bucket.room(now);
        let (mut matches, mut gone, mut bytes) = (Vec::new(), Vec::new(), 0);
        while bytes < room
            && let Some(id) = self.gone.pop()
        {
            bytes += GONE_BYTES;
            gone.push(id);
        }
        while bytes < room
            && let Some(id) = self.changed.pop().or_else(|| self.round.pop())
        {
            // A match that has ended since is reported at the next tick.
            let Some(handle) = lobby.get(id).filter(|handle| !handle.is_over() && handle.is_public()) else { continue };
            let summary = summary(&handle).brief();
            self.round.remove(id);
            self.sent.insert(id);
            bytes += size(&summary);
            matches.push(summary);
        }
        if matches.is_empty() && gone.is_empty() {
            return None;
        }
        let text: Arc<str> = FromServer::Lobby { matches, gone, more: None }.text().into();
        self.bucket.spend(text.len());
        Some(text)
    }

    fn gather(&mut self, lobby: &Lobby, now: Instant) {
        for id in lobby.take_left() {
            self.unload(id);
        }
        for handle in lobby.all() {
            let changes = handle.take_changes();
            if changes.of_standing() && handle.is_over() {
                self.unload(handle.id());
            } else if changes.of_standing() {
                self.changed.push(handle.id());
            } else if changes.of_moves() {
                self.moved.push(handle.id());
            }
        }
        if now >= self.round_ends {
            self.round_ends = now + ROUND;
            while let Some(id) = self.moved.pop() {
                self.round.push(id);
            }
        }
    }

    fn unload(&mut self, id: Uuid) {
        for queue in [&mut self.changed, &mut self.moved, &mut self.round] {
            queue.remove(id);
        }
        if self.sent.remove(&id) {
            self.gone.push(id);
        }
    }
}

/// A match in the first message.
enum Row<'a> {
    Running(&'a MatchHandle),
    Dormant(&'a MatchSummary),
}

/// Size of a match in a message, in bytes.
fn size(summary: &MatchSummary) -> usize {
    serde_json::to_vec(summary).map_or(0, |json| json.len() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queue_keeps_each_id_once_in_order() {
        let [a, b, c] = [1, 2, 3].map(Uuid::from_u128);
        let mut queue = UniqueQueue::default();
        [a, b, a, c, b].into_iter().for_each(|id| queue.push(id));
        queue.remove(b);
        queue.remove(b);
        assert_eq!(queue.pop(), Some(a));
        queue.push(a);
        assert_eq!([queue.pop(), queue.pop(), queue.pop()], [Some(c), Some(a), None]);
    }
}
