//! Topics for subscriptions: the lobby, boards, challenges, announcements, tournaments, thinking bots and lectures.
//!
//! Changes are collected and sent a few times a second. The rate per viewer is limited in bytes. Only the newest state
//! of a board or of a tournament's table is kept for sending, and for the lobby only the ids of changed matches.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::boards::{Boards, InView};
use super::feed::Feed;
use super::lobby::Lobby;
use super::queue::Queue;
use super::thinking::{self, Thinking};
use super::token_bucket::TokenBucket;
use arena_games::GameId;
use arena_play::handle::MatchHandle;
use arena_play::link::LinkId;
use arena_protocol::FromServer;

/// Interval at which changes are sent.
const EVERY: Duration = Duration::from_millis(250);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The open and live matches.
    Lobby,
    /// The boards that the connection has in view.
    Boards,
    /// The player's challenges. `Challenges` keeps the subscribers.
    Challenges,
    /// Announcements of the operator.
    Announcements,
    Tournament(Uuid),
    /// The bots of a match while they think.
    Thinking(Uuid),
    /// The place that a lecture shows.
    Lecture(Uuid),
}

impl Topic {
    /// Parses the name of a topic.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name.split_once(':') {
            None if name == "lobby" => Some(Self::Lobby),
            None if name == "boards" => Some(Self::Boards),
            None if name == "challenges" => Some(Self::Challenges),
            None if name == "announcements" => Some(Self::Announcements),
            Some(("tournament", id)) => id.parse().ok().map(Self::Tournament),
            Some(("thinking", id)) => id.parse().ok().map(Self::Thinking),
            Some(("lecture", id)) => id.parse().ok().map(Self::Lecture),
            _ => None,
        }
    }
}

/// State of a viewer's subscription to the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LobbySubscription {
    No,
    /// The first message waits until there is room for it.
    Soon,
    Yes,
}

/// A connection that is or was subscribed to a topic. Its bytes are counted until it ends.
struct Viewer {
    queue: Queue,
    bucket: TokenBucket,
    lobby: LobbySubscription,
    /// The subscribed tournaments and lectures, each with the newest message that waits.
    newest: HashMap<Topic, Option<Arc<str>>>,
    /// The boards in view, with the most recently sent one at the end.
    boards: VecDeque<InView>,
    /// The matches whose bots are watched while they think.
    thinking: Vec<thinking::InView>,
    hears_announcements: bool,
}

impl Viewer {
    /// Sends `text` if there is room for it. Returns whether it was sent.
    fn offer(&mut self, text: &Arc<str>, now: Instant) -> bool {
        let admitted = self.bucket.room(now) > 0;
        if admitted {
            self.send(text);
        }
        admitted
    }

    fn send(&mut self, text: &Arc<str>) {
        self.bucket.spend(text.len());
        self.queue.send_text(Arc::clone(text));
    }

    fn send_boards(&mut self, boards: &Boards, now: Instant) {
        for _ in 0..self.boards.len() {
            if self.bucket.room(now) == 0 || !self.queue.has_slack() {
                return;
            }
            let Some(mut view) = self.boards.pop_front() else { return };
            let news = boards.news(&mut view);
            self.boards.push_back(view);
            if let Some(text) = news {
                self.send(&text);
            }
        }
    }

    /// Sends the new results of searches, except of games of which the person plays a rated match.
    fn send_thinking(&mut self, thinking: &Thinking, rated: &HashSet<(GameId, Uuid)>, now: Instant) {
        for view in &mut self.thinking {
            let is_barred = rated.contains(&(view.game, view.person));
            if !is_barred
                && self.bucket.room(now) > 0
                && self.queue.has_slack()
                && let Some(text) = thinking.news(view)
            {
                self.bucket.spend(text.len());
                self.queue.send_text(text);
            }
        }
    }

    fn send_what_waits(&mut self, now: Instant) {
        for waiting in self.newest.values_mut() {
            if waiting.is_some() && self.bucket.room(now) > 0 {
                let text = waiting.take().unwrap_or_default();
                self.bucket.spend(text.len());
                self.queue.send_text(text);
            }
        }
    }
}

struct Audience {
    viewers: HashMap<LinkId, Viewer>,
    feed: Feed,
    boards: Boards,
    announced: Option<String>,
}

/// The subscriptions of all connections.
pub struct Topics {
    viewer_bytes: AtomicUsize,
    thinking: Arc<Thinking>,
    audience: Mutex<Audience>,
}

impl Topics {
    /// Creates the topics. Each viewer gets at most `viewer_bytes` per second. The first message of the lobby has at
    /// most `rows` matches.
    #[must_use]
    pub fn new(viewer_bytes: usize, rows: usize, thinking: Arc<Thinking>) -> Self {
        let feed = Feed::new(rows, viewer_bytes, Instant::now());
        let audience = Audience { viewers: HashMap::new(), feed, boards: Boards::default(), announced: None };
        Self { viewer_bytes: AtomicUsize::new(viewer_bytes), thinking, audience: Mutex::new(audience) }
    }

    /// Applies new limits to new viewers and to the lobby's feed.
    pub fn reload(&self, viewer_bytes: usize, rows: usize) {
        self.viewer_bytes.store(viewer_bytes, Ordering::Relaxed);
        self.audience().feed.reload(rows, viewer_bytes, Instant::now());
    }

    /// Subscribes `queue` to the lobby. The current state is sent first, then changes.
    pub fn subscribe_lobby(&self, lobby: &Lobby, link: LinkId, queue: &Queue) {
        let mut audience = self.audience();
        self.viewer(&mut audience, link, queue).lobby = LobbySubscription::Soon;
        self.begin(&mut audience, lobby, Instant::now());
    }

    /// Subscribes `queue` to these boards. They replace the boards that were in view before.
    pub(super) fn subscribe_boards(&self, lobby: &Lobby, matches: Vec<MatchHandle>, link: LinkId, queue: &Queue) {
        let mut audience = self.audience();
        let views = audience.boards.look(lobby, matches);
        let before = std::mem::replace(&mut self.viewer(&mut audience, link, queue).boards, views.into());
        audience.boards.look_away(before);
    }

    /// Sends `first` to `queue`, then everything that is published about the tournament or lecture.
    pub fn subscribe_newest(&self, topic: Topic, link: LinkId, queue: &Queue, first: Arc<str>) {
        let mut audience = self.audience();
        let viewer = self.viewer(&mut audience, link, queue);
        let waiting = if viewer.offer(&first, Instant::now()) { None } else { Some(first) };
        viewer.newest.insert(topic, waiting);
    }

    /// Subscribes `queue` to what the bots of a match think.
    pub(super) fn subscribe_thinking(&self, handle: &MatchHandle, person: Uuid, link: LinkId, queue: &Queue) {
        let mut audience = self.audience();
        let viewer = self.viewer(&mut audience, link, queue);
        if viewer.thinking.iter().all(|view| view.id != handle.id()) {
            viewer.thinking.push(self.thinking.look(handle, person));
        }
    }

    /// Subscribes `queue` to announcements and sends the current one.
    pub fn subscribe_announcements(&self, link: LinkId, queue: &Queue) {
        let mut audience = self.audience();
        let text = announcement(audience.announced.as_ref());
        let viewer = self.viewer(&mut audience, link, queue);
        viewer.hears_announcements = true;
        viewer.send(&text);
    }

    /// Sets or removes the announcement, and sends it to all subscribers.
    pub fn announce(&self, text: Option<String>) {
        let mut audience = self.audience();
        let notice = announcement(text.as_ref());
        audience.announced = text;
        audience
            .viewers
            .values_mut()
            .filter(|viewer| viewer.hears_announcements)
            .for_each(|viewer| viewer.send(&notice));
    }

    /// Returns the current announcement.
    #[must_use]
    pub fn announced(&self) -> Option<String> {
        self.audience().announced.clone()
    }

    /// Ends the subscription of a link to a topic.
    pub fn leave(&self, topic: Topic, link: LinkId) {
        let mut audience = self.audience();
        let Audience { viewers, boards, .. } = &mut *audience;
        if let Some(viewer) = viewers.get_mut(&link) {
            match topic {
                Topic::Lobby => viewer.lobby = LobbySubscription::No,
                Topic::Boards => boards.look_away(viewer.boards.drain(..)),
                Topic::Challenges => {}
                Topic::Announcements => viewer.hears_announcements = false,
                Topic::Tournament(_) | Topic::Lecture(_) => drop(viewer.newest.remove(&topic)),
                Topic::Thinking(id) => self.thinking.look_away(viewer.thinking.extract_if(.., |view| view.id == id)),
            }
        }
    }

    /// Removes a link whose connection has ended.
    pub fn forget(&self, link: LinkId) {
        let mut audience = self.audience();
        if let Some(viewer) = audience.viewers.remove(&link) {
            audience.boards.look_away(viewer.boards);
            self.thinking.look_away(viewer.thinking);
        }
    }

    /// Sends a message to all subscribers of a tournament.
    pub fn publish_tournament(&self, id: Uuid, message: &FromServer) {
        self.publish(Topic::Tournament(id), message);
    }

    /// Sends a message to all subscribers of a tournament or lecture. Returns their number.
    pub(super) fn publish(&self, topic: Topic, message: &FromServer) -> u32 {
        let mut subscribers = 0;
        let text: Arc<str> = message.text().into();
        let now = Instant::now();
        for viewer in self.audience().viewers.values_mut() {
            if viewer.newest.contains_key(&topic) {
                let waiting = if viewer.offer(&text, now) { None } else { Some(Arc::clone(&text)) };
                viewer.newest.insert(topic, waiting);
                subscribers += 1;
            }
        }
        subscribers
    }

    /// True if a tournament has subscribers.
    #[must_use]
    pub fn has_subscribers(&self, id: Uuid) -> bool {
        self.audience().viewers.values().any(|viewer| viewer.newest.contains_key(&Topic::Tournament(id)))
    }

    /// Sends changes in an endless loop.
    pub async fn run(&self, lobby: &Lobby) {
        let mut ticks = tokio::time::interval(EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.tick(lobby, Instant::now());
        }
    }

    fn tick(&self, lobby: &Lobby, now: Instant) {
        let mut audience = self.audience();
        let Audience { viewers, feed, .. } = &mut *audience;
        if viewers.values().all(|viewer| viewer.lobby == LobbySubscription::No) {
            feed.pause(lobby);
        } else if let Some(text) = feed.tick(lobby, now) {
            viewers
                .values_mut()
                .filter(|viewer| viewer.lobby == LobbySubscription::Yes)
                .for_each(|viewer| viewer.send(&text));
        }
        self.begin(&mut audience, lobby, now);
        let Audience { viewers, boards, .. } = &mut *audience;
        boards.refresh(lobby, now);
        // Results that a viewer had no room for are sent with the next ones.
        let rated = if self.thinking.refresh() { Some(lobby.rated_people()) } else { None };
        for viewer in viewers.values_mut() {
            viewer.send_what_waits(now);
            viewer.send_boards(boards, now);
            if let Some(rated) = &rated {
                viewer.send_thinking(&self.thinking, rated, now);
            }
        }
    }

    /// Sends the first message of the lobby to viewers who wait for it and have room. The lock is held, so that no
    /// change falls between this message and the next one.
    fn begin(&self, audience: &mut Audience, lobby: &Lobby, now: Instant) {
        let Audience { viewers, feed, .. } = audience;
        for viewer in viewers.values_mut().filter(|viewer| viewer.lobby == LobbySubscription::Soon) {
            if viewer.offer(&feed.first(lobby), now) {
                viewer.lobby = LobbySubscription::Yes;
            }
        }
    }

    fn viewer<'a>(&self, audience: &'a mut Audience, link: LinkId, queue: &Queue) -> &'a mut Viewer {
        audience.viewers.entry(link).or_insert_with(|| Viewer {
            queue: queue.clone(),
            bucket: TokenBucket::new(self.viewer_bytes.load(Ordering::Relaxed), Instant::now()),
            lobby: LobbySubscription::No,
            newest: HashMap::new(),
            boards: VecDeque::new(),
            thinking: Vec::new(),
            hears_announcements: false,
        })
    }

    fn audience(&self) -> MutexGuard<'_, Audience> {
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn announcement(text: Option<&String>) -> Arc<str> {
    FromServer::Announcement { text: text.cloned() }.text().into()
}
