//! Topics that connections may hear of: the lobby, boards in view, and each tournament.
//!
//! What changed is gathered and told a few times a second. However much it was, a viewer is told so many bytes a second
//! and no more: of a board and of a tournament's table the newest waits, of the lobby the ids of what changed.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::allowance::Allowance;
use super::boards::{Boards, InView};
use super::feed::Feed;
use super::lobby::Lobby;
use super::queue::Queue;
use crate::play::handle::MatchHandle;
use crate::play::player::LinkId;
use crate::protocol::FromServer;

/// How often changes are told.
const EVERY: Duration = Duration::from_millis(250);

/// A topic that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The matches that are open or live.
    Lobby,
    /// The boards that the connection has in view.
    Boards,
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
            Some(("tournament", id)) => id.parse().ok().map(Self::Tournament),
            _ => None,
        }
    }
}

/// Whether a viewer hears of the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hears {
    No,
    /// The first message waits until there is room for it.
    Soon,
    Yes,
}

/// A connection that hears of something, or did: what it may be told is counted as long as it lasts.
struct Viewer {
    queue: Queue,
    allowance: Allowance,
    lobby: Hears,
    /// Its tournaments, and the newest that waits to be told of each.
    tournaments: BTreeMap<Uuid, Option<Arc<str>>>,
    /// The boards in view, the one that was told of last at the end.
    boards: VecDeque<InView>,
}

impl Viewer {
    /// Tells `text`; whether there was room for it.
    fn offer(&mut self, text: &Arc<str>, now: Instant) -> bool {
        let admitted = self.allowance.room(now) > 0;
        if admitted {
            self.tell(text);
        }
        admitted
    }

    fn tell(&mut self, text: &Arc<str>) {
        self.allowance.spend(text.len());
        self.queue.say_text(Arc::clone(text));
    }

    fn tell_boards(&mut self, boards: &Boards, now: Instant) {
        for _ in 0..self.boards.len() {
            if self.allowance.room(now) == 0 || !self.queue.is_at_ease() {
                return;
            }
            let Some(mut view) = self.boards.pop_front() else { return };
            let news = boards.news(&mut view);
            self.boards.push_back(view);
            if let Some(text) = news {
                self.tell(&text);
            }
        }
    }

    fn tell_what_waits(&mut self, now: Instant) {
        for waiting in self.tournaments.values_mut() {
            if waiting.is_some() && self.allowance.room(now) > 0 {
                let text = waiting.take().unwrap_or_default();
                self.allowance.spend(text.len());
                self.queue.say_text(text);
            }
        }
    }
}

struct Audience {
    viewers: HashMap<LinkId, Viewer>,
    feed: Feed,
    boards: Boards,
}

/// Who hears of what.
pub struct Topics {
    viewer_bytes: usize,
    audience: Mutex<Audience>,
}

impl Topics {
    /// Topics of which a viewer is told `viewer_bytes` a second; of the lobby at first at most `rows` matches.
    #[must_use]
    pub fn new(viewer_bytes: usize, rows: usize) -> Self {
        let feed = Feed::new(rows, viewer_bytes, Instant::now());
        let audience = Audience { viewers: HashMap::new(), feed, boards: Boards::default() };
        Self { viewer_bytes, audience: Mutex::new(audience) }
    }

    /// Tells `queue` how the lobby stands, and from then on what changes.
    pub fn hear_lobby(&self, lobby: &Lobby, link: LinkId, queue: &Queue) {
        let mut audience = self.audience();
        self.viewer(&mut audience, link, queue).lobby = Hears::Soon;
        self.begin(&mut audience, lobby, Instant::now());
    }

    /// Tells `queue` of these boards from now on, in place of those that it had in view.
    pub fn hear_boards(&self, lobby: &Lobby, handles: Vec<MatchHandle>, link: LinkId, queue: &Queue) {
        let mut audience = self.audience();
        let views = audience.boards.look(lobby, handles);
        let before = std::mem::replace(&mut self.viewer(&mut audience, link, queue).boards, views.into());
        audience.boards.look_away(before);
    }

    /// Tells `queue` `first`, and from now on what is told of a tournament.
    pub fn hear_tournament(&self, id: Uuid, link: LinkId, queue: &Queue, first: &FromServer) {
        let text: Arc<str> = first.text().into();
        let mut audience = self.audience();
        let viewer = self.viewer(&mut audience, link, queue);
        let waiting = if viewer.offer(&text, Instant::now()) { None } else { Some(text) };
        viewer.tournaments.insert(id, waiting);
    }

    /// Tells a link nothing more of a topic.
    pub fn leave(&self, topic: Topic, link: LinkId) {
        let mut audience = self.audience();
        let Audience { viewers, boards, .. } = &mut *audience;
        if let Some(viewer) = viewers.get_mut(&link) {
            match topic {
                Topic::Lobby => viewer.lobby = Hears::No,
                Topic::Boards => boards.look_away(viewer.boards.drain(..)),
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

    /// Tells everybody who hears of a tournament.
    pub fn tell_tournament(&self, id: Uuid, message: &FromServer) {
        let text: Arc<str> = message.text().into();
        let now = Instant::now();
        for viewer in self.audience().viewers.values_mut() {
            if viewer.tournaments.contains_key(&id) {
                let waiting = if viewer.offer(&text, now) { None } else { Some(Arc::clone(&text)) };
                viewer.tournaments.insert(id, waiting);
            }
        }
    }

    /// Whether anybody hears of a tournament.
    #[must_use]
    pub fn is_heard(&self, id: Uuid) -> bool {
        self.audience().viewers.values().any(|viewer| viewer.tournaments.contains_key(&id))
    }

    /// Tells what changes, for ever.
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
        if viewers.values().all(|viewer| viewer.lobby == Hears::No) {
            feed.rest(lobby);
        } else if let Some(text) = feed.tick(lobby, now) {
            viewers.values_mut().filter(|viewer| viewer.lobby == Hears::Yes).for_each(|viewer| viewer.tell(&text));
        }
        self.begin(&mut audience, lobby, now);
        let Audience { viewers, boards, .. } = &mut *audience;
        boards.refresh(lobby, now);
        for viewer in viewers.values_mut() {
            viewer.tell_what_waits(now);
            viewer.tell_boards(boards, now);
        }
    }

    /// Sends the first message of the lobby to those who wait for it and have room. Under the lock, so that no change
    /// falls between it and the first difference.
    fn begin(&self, audience: &mut Audience, lobby: &Lobby, now: Instant) {
        let Audience { viewers, feed, .. } = audience;
        for viewer in viewers.values_mut().filter(|viewer| viewer.lobby == Hears::Soon) {
            if viewer.offer(&feed.first(lobby), now) {
                viewer.lobby = Hears::Yes;
            }
        }
    }

    fn viewer<'a>(&self, audience: &'a mut Audience, link: LinkId, queue: &Queue) -> &'a mut Viewer {
        audience.viewers.entry(link).or_insert_with(|| Viewer {
            queue: queue.clone(),
            allowance: Allowance::new(self.viewer_bytes, Instant::now()),
            lobby: Hears::No,
            tournaments: BTreeMap::new(),
            boards: VecDeque::new(),
        })
    }

    fn audience(&self) -> MutexGuard<'_, Audience> {
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
