//! A server for one person inside a page: it answers the requests and messages of the page without a network, and bots
//! play against the person. The static site runs it as a WebAssembly module in a worker.
//!
//! Nothing is kept: matches last as long as the page. There are no threads, so a search blocks the worker, and
//! [`Site::attend`] runs one search at a time.

mod events;
mod matches;
mod requests;
mod seat;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use uuid::Uuid;

use self::events::EventStore;
use self::matches::RunningMatch;
pub use self::requests::{Answer, Request};
use arena_bots::{BotSpec, FileError, Roster, SearchMemory};
use arena_games::diagnostic;
use arena_play::link::{LinkId, Listener, ListenerClosed, Notification};
use arena_protocol::{ErrorBody, PlayerView, name};

/// Memory of all searches, in bytes. A WebAssembly module has at most 4 GiB.
const MEMORY: u64 = 512 << 20;

/// The link of the page.
const PAGE: LinkId = LinkId(0);

/// The arena of one page.
pub struct Site {
    roster: Roster,
    memory: SearchMemory,
    player: PlayerView,
    /// Whether the page has said hello.
    is_known: bool,
    events: Arc<EventStore>,
    /// The matches in memory. Others are restored from their events.
    running: BTreeMap<Uuid, RunningMatch>,
    /// The next link of a bot.
    next_link: u64,
    inbox: Arc<Inbox>,
}

/// What matches have told the page and is not yet written.
#[derive(Default)]
struct Inbox(Mutex<Vec<(Uuid, Notification)>>);

impl Inbox {
    fn take(&self) -> Vec<(Uuid, Notification)> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Listener for Inbox {
    fn notify(&self, id: Uuid, notification: Notification) -> Result<(), ListenerClosed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((id, notification));
        Ok(())
    }
}

/// Texts for the page, and when to call [`Site::attend`] next.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The messages, in order.
    pub texts: Vec<String>,
    /// The time until then; `None` if only a message of the page can change anything.
    pub wait: Option<Duration>,
}

impl Site {
    /// Creates the arena with the bots and books that the program ships.
    ///
    /// # Errors
    /// If a bot needs a trained model that is not there.
    pub fn new() -> Result<Self, FileError> {
        Ok(Self {
            roster: Roster::load(None)?,
            memory: SearchMemory::new(MEMORY, 1),
            player: PlayerView { id: Uuid::new_v4(), name: name::NAMELESS.to_owned() },
            is_known: false,
            events: Arc::default(),
            running: BTreeMap::new(),
            next_link: PAGE.0 + 1,
            inbox: Arc::default(),
        })
    }

    /// Returns the bot with a configuration that this arena can run: a module has no threads.
    fn of_one_thread(mut spec: BotSpec) -> BotSpec {
        spec.search.threads = 1;
        spec
    }
}

/// The error for what only a server can do.
fn needs_server() -> ErrorBody {
    ErrorBody::not_found(diagnostic!("needs_server", "this page works without a server, which this needs"))
}

/// Returns the present time in Unix milliseconds.
fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
