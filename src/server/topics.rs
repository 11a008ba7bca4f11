//! Topics that connections may subscribe to: the lobby, boards in view, and each tournament.
//!
//! Changes are gathered and sent a few times a second. However many there were, a viewer is sent so many bytes a second
//! and no more: of a board and of a tournament's table the newest waits, of the lobby the ids of what changed.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::boards::{Boards, InView};
use super::feed::Feed;
use super::lobby::Lobby;
use super::queue::Queue;
use super::token_bucket::TokenBucket;
use crate::play::handle::MatchHandle;
use crate::play::link::LinkId;
use crate::protocol::FromServer;

/// How often changes are sent.
const EVERY: Duration = Duration::from_millis(250);

/// A topic that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The matches that are open or live.
    Lobby,
    /// The boards that the connection has in view.
    Boards,
    /// The challenges of the player; who is told of them is kept with the challenges.
    Challenges,
    /// What the operator announces.
    Announcements,
    /// A tournament.
    Tournament(Uuid),
}

impl Topic {
    /// The topic with this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name.split_once(':') {
            None if name == "lobby" => Some(Self::Lobby),
            None if name == "boards" => Some(Self::Boards),
            None if name == "challenges" => Some(Self::Challenges),
            None if name == "announcements" => Some(Self::Announcements),
            Some(("tournament", id)) => id.parse().ok().map(Self::Tournament),
            _ => None,
        }
    }
}

/// Whether a viewer is subscribed to the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LobbySubscription {
    No,
    /// The first message waits until there is room for it.
    Soon,
    Yes,
}

/// A connection with a subscription, now or before: the bytes that it may be sent are counted as long as it lasts.
struct Viewer {
    queue: Queue,
    bucket: TokenBucket,
    lobby: LobbySubscription,
    /// Its tournaments, and the newest message that waits to be sent for each.
    tournaments: BTreeMap<Uuid, Option<Arc<str>>>,
    /// The boards in view, the one that was sent last at the end.
    boards: VecDeque<InView>,
    hears_announcements: bool,
}

impl Viewer {
    /// Sends `text` if there is room for it, and says whether there was.
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

    fn send_what_waits(&mut self, now: Instant) {
        for waiting in self.tournaments.values_mut() {
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

/// Who is subscribed to what.
pub struct Topics {
    viewer_bytes: AtomicUsize,
    audience: Mutex<Audience>,
}

impl Topics {
    /// Topics of which a viewer is sent `viewer_bytes` a second; of the lobby at first at most `rows` matches.
    #[must_use]
    pub fn new(viewer_bytes: usize, rows: usize) -> Self {
        let feed = Feed::new(rows, viewer_bytes, Instant::now());
        let audience = Audience { viewers: HashMap::new(), feed, boards: Boards::default(), announced: None };
        Self { viewer_bytes: AtomicUsize::new(viewer_bytes), audience: Mutex::new(audience) }
    }

    /// From now on new viewers are sent so many bytes a second, and of the lobby at first so many matches.
    pub fn reload(&self, viewer_bytes: usize, rows: usize) {
        self.viewer_bytes.store(viewer_bytes, Ordering::Relaxed);
        self.audience().feed.reload(rows, viewer_bytes, Instant::now());
    }

    /// Sends `queue` the lobby, and from then on what changes.
    pub fn subscribe_lobby(&self, lobby: &Lobby, link: LinkId, queue: &Queue) {
        let mut audience = self.audience();
        self.viewer(&mut audience, link, queue).lobby = LobbySubscription::Soon;
        self.begin(&mut audience, lobby, Instant::now());
    }

    /// Sends `queue` these boards from now on, in place of those that it had in view.
    pub(super) fn subscribe_boards(&self, lobby: &Lobby, matches: Vec<MatchHandle>, link: LinkId, queue: &Queue) {
        let mut audience = self.audience();
        let views = audience.boards.look(lobby, matches);
        let before = std::mem::replace(&mut self.viewer(&mut audience, link, queue).boards, views.into());
        audience.boards.look_away(before);
    }

    /// Sends `queue` `first`, and from now on what is published about a tournament.
    pub fn subscribe_tournament(&self, id: Uuid, link: LinkId, queue: &Queue, first: Arc<str>) {
        let mut audience = self.audience();
        let viewer = self.viewer(&mut audience, link, queue);
        let waiting = if viewer.offer(&first, Instant::now()) { None } else { Some(first) };
        viewer.tournaments.insert(id, waiting);
    }

    /// Sends `queue` what is announced, and from now on whenever that changes.
    pub fn subscribe_announcements(&self, link: LinkId, queue: &Queue) {
        let mut audience = self.audience();
        let text = announcement(audience.announced.as_ref());
        let viewer = self.viewer(&mut audience, link, queue);
        viewer.hears_announcements = true;
        viewer.send(&text);
    }

    /// Announces this to all who hear it, and to those who come, or nothing any more.
    pub fn announce(&self, text: Option<String>) {
        let mut audience = self.audience();
        let told = announcement(text.as_ref());
        audience.announced = text;
        audience.viewers.values_mut().filter(|viewer| viewer.hears_announcements).for_each(|viewer| viewer.send(&told));
    }

    /// What is announced.
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
                Topic::Tournament(id) => drop(viewer.tournaments.remove(&id)),
            }
        }
    }

    /// Forgets a link whose connection has ended.
    pub fn forget(&self, link: LinkId) {
        let mut audience = self.audience();
        if let Some(viewer) = audience.viewers.remove(&link) {
            audience.boards.look_away(viewer.boards);
        }
    }

    /// Sends a message to all subscribers of a tournament.
    pub fn publish_tournament(&self, id: Uuid, message: &FromServer) {
        let text: Arc<str> = message.text().into();
        let now = Instant::now();
        for viewer in self.audience().viewers.values_mut() {
            if viewer.tournaments.contains_key(&id) {
                let waiting = if viewer.offer(&text, now) { None } else { Some(Arc::clone(&text)) };
                viewer.tournaments.insert(id, waiting);
            }
        }
    }

    /// Whether a tournament has subscribers.
    #[must_use]
    pub fn has_subscribers(&self, id: Uuid) -> bool {
        self.audience().viewers.values().any(|viewer| viewer.tournaments.contains_key(&id))
    }

    /// Sends what changes, for ever.
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
        for viewer in viewers.values_mut() {
            viewer.send_what_waits(now);
            viewer.send_boards(boards, now);
        }
    }

    /// Sends the first message of the lobby to those who wait for it and have room. Under the lock, so that no change
    /// falls between it and the first difference.
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
            tournaments: BTreeMap::new(),
            boards: VecDeque::new(),
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
