//! Topics that connections may hear of: the lobby, and each tournament.
//!
//! What changed is gathered and told a few times a second, however much it was; a connection that does not keep up is
//! closed, as for everything else it hears.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use uuid::Uuid;

use super::lobby::{Lobby, summary};
use super::queue::Queue;
use crate::play::player::LinkId;
use crate::protocol::FromServer;
use crate::protocol::view::{MatchSummary, Status};

/// How often changes are told.
const EVERY: Duration = Duration::from_millis(250);

/// A topic that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The matches that are open or live.
    Lobby,
    /// A tournament.
    Tournament(Uuid),
}

impl Topic {
    /// The topic with this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name.split_once(':') {
            None if name == "lobby" => Some(Self::Lobby),
            Some(("tournament", id)) => id.parse().ok().map(Self::Tournament),
            _ => None,
        }
    }
}

/// Who hears of what.
#[derive(Default)]
pub struct Topics {
    hearers: Mutex<HashMap<Topic, HashMap<LinkId, Queue>>>,
}

impl Topics {
    /// Tells `queue` how the lobby stands, and from then on what changes.
    pub fn hear_lobby(&self, lobby: &Lobby, most: usize, link: LinkId, queue: &Queue) {
        // Under the lock, so that no change falls between the list and the first difference.
        let mut hearers = self.hearers();
        let mut matches: Vec<MatchSummary> = lobby.all().iter().map(summary).collect();
        matches.retain(|summary| summary.status != Status::Finished);
        matches.sort_by_key(|summary| std::cmp::Reverse((summary.created_ms, summary.id)));
        matches.truncate(most);
        queue.say(&FromServer::Lobby { matches, gone: Vec::new() });
        hearers.entry(Topic::Lobby).or_default().insert(link, queue.clone());
    }

    /// Tells `queue` of a topic from now on.
    pub fn hear(&self, topic: Topic, link: LinkId, queue: &Queue) {
        self.hearers().entry(topic).or_default().insert(link, queue.clone());
    }

    /// Tells a link nothing more of a topic.
    pub fn leave(&self, topic: Topic, link: LinkId) {
        let mut hearers = self.hearers();
        if let Some(of_topic) = hearers.get_mut(&topic) {
            of_topic.remove(&link);
            if of_topic.is_empty() {
                hearers.remove(&topic);
            }
        }
    }

    /// Tells everybody who hears of `topic`.
    pub fn tell(&self, topic: Topic, message: &FromServer) {
        if let Some(of_topic) = self.hearers().get(&topic) {
            tell_all(of_topic, message);
        }
    }

    /// Whether anybody hears of `topic`.
    #[must_use]
    pub fn is_heard(&self, topic: Topic) -> bool {
        self.hearers().contains_key(&topic)
    }

    /// Tells the changes of the lobby, for ever.
    pub async fn run_lobby(&self, lobby: &Lobby) {
        let mut ticks = tokio::time::interval(EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.tell_lobby(lobby);
        }
    }

    fn tell_lobby(&self, lobby: &Lobby) {
        let hearers = self.hearers();
        let mut gone = lobby.take_left();
        let Some(of_topic) = hearers.get(&Topic::Lobby) else { return };
        let mut matches = Vec::new();
        for handle in lobby.all() {
            if handle.take_changed() {
                let summary = summary(&handle);
                if summary.status == Status::Finished { gone.push(summary.id) } else { matches.push(summary) }
            }
        }
        if !matches.is_empty() || !gone.is_empty() {
            tell_all(of_topic, &FromServer::Lobby { matches, gone });
        }
    }

    fn hearers(&self) -> MutexGuard<'_, HashMap<Topic, HashMap<LinkId, Queue>>> {
        self.hearers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn tell_all(hearers: &HashMap<LinkId, Queue>, message: &FromServer) {
    let text: Arc<str> = message.text().into();
    for queue in hearers.values() {
        queue.say_text(Arc::clone(&text));
    }
}
