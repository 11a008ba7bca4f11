//! Converts the messages of a connection's queue to the texts of its frames.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use uuid::Uuid;

use crate::metrics::Metrics;
use crate::queue::Outgoing;
use arena_play::handle::MatchHandle;
use arena_play::link::Notification;
use arena_play::running_time;
use arena_protocol::notification_text;

/// The followed matches. There are few, so a linear search is enough.
#[derive(Default)]
pub(super) struct Following(Vec<(Uuid, MatchHandle)>);

impl Following {
    fn place(&self, id: Uuid) -> Option<usize> {
        self.0.iter().position(|(known, _)| *known == id)
    }

    pub(super) fn get(&self, id: Uuid) -> Option<&MatchHandle> {
        self.place(id).map(|place| &self.0[place].1)
    }

    /// Adds a match, or replaces its handle.
    pub(super) fn insert(&mut self, handle: MatchHandle) {
        let id = handle.id();
        match self.place(id) {
            Some(place) => self.0[place].1 = handle,
            None => self.0.push((id, handle)),
        }
    }

    pub(super) fn remove(&mut self, id: Uuid) -> Option<MatchHandle> {
        self.place(id).map(|place| self.0.swap_remove(place).1)
    }

    /// Removes stopped matches if there are `most`. Returns true if there is room.
    pub(super) fn has_room(&mut self, most: usize) -> bool {
        if self.0.len() >= most {
            self.0.retain(|(_, handle)| !handle.is_stopped());
        }
        self.0.len() < most
    }

    /// Removes and returns all matches.
    pub(super) fn take(&mut self) -> Vec<MatchHandle> {
        std::mem::take(&mut self.0).into_iter().map(|(_, handle)| handle).collect()
    }
}

/// The part of a session that is needed to write its frames. It is shared by the session's own task and by bursts that
/// write to many connections at once.
pub(crate) struct FrameWriter {
    metrics: Arc<Metrics>,
    /// The player, once identified.
    pub(super) player: OnceLock<Uuid>,
    following: Mutex<Following>,
}

impl FrameWriter {
    pub(super) fn new(metrics: Arc<Metrics>) -> Self {
        Self { metrics, player: OnceLock::new(), following: Mutex::default() }
    }

    /// Returns the matches that the session follows. A match's own lock may be taken while this lock is held, but not
    /// the other way round.
    pub(super) fn following(&self) -> MutexGuard<'_, Following> {
        self.following.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passes the texts of `outgoing` to `send`.
    pub(crate) fn texts(&self, outgoing: Outgoing, mut send: impl FnMut(&str)) {
        match outgoing {
            Outgoing::Text(text) => send(&text),
            Outgoing::Notification(id, notification) => self.notified(id, notification, send),
        }
    }

    /// Passes the texts of a match's notification to `send`.
    fn notified(&self, id: Uuid, notification: Notification, mut send: impl FnMut(&str)) {
        match &notification {
            Notification::Reply { asked, result: Ok(()), .. } => {
                let elapsed = running_time::now().saturating_duration_since(*asked);
                self.metrics.answers.observe(elapsed.as_secs_f64());
            }
            Notification::Reply { result: Err(_), .. } => {
                self.metrics.errors.fetch_add(1, Ordering::Relaxed);
            }
            Notification::Closed => drop(self.following().remove(id)),
            _ => {}
        }
        // An event of a match that the connection has left is dropped.
        let follows = || self.following().get(id).cloned();
        notification_text(id, notification, self.player.get().copied(), follows, &mut send);
    }
}
