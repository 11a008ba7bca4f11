//! A running match as all who have something for it share it: the match under a lock, its log, and a bell for its keeper.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use tokio::sync::Notify;

use super::{Host, HostTimeouts};
use crate::play::{EventLog, Match, MatchSetup};

/// A running match.
pub(in crate::play) struct Hosted {
    pub(in crate::play) setup: Arc<MatchSetup>,
    host: Mutex<Host>,
    event_log: Arc<dyn EventLog>,
    /// Rings for the keeper.
    pub(super) bell: Notify,
}

impl Hosted {
    pub(in crate::play) fn new(
        setup: Arc<MatchSetup>,
        core: Match,
        event_log: Arc<dyn EventLog>,
        timeouts: HostTimeouts,
    ) -> Arc<Self> {
        let host = Mutex::new(Host::new(Arc::clone(&setup), core, timeouts, Instant::now()));
        let hosted = Arc::new(Self { setup, host, event_log, bell: Notify::new() });
        hosted.with(|_| ());
        hosted
    }

    /// Looks at the match.
    pub(in crate::play) fn look<T>(&self, look: impl FnOnce(&Host) -> T) -> T {
        look(&self.lock())
    }

    /// Has the match do something; what has happened by that goes to the log.
    pub(in crate::play) fn with<T>(self: &Arc<Self>, act: impl FnOnce(&mut Host) -> T) -> T {
        let mut host = self.lock();
        let done = act(&mut host);
        self.hand_on(host);
        done
    }

    /// Hands to the log what has happened, and rings for the keeper where it is wanted.
    fn hand_on(self: &Arc<Self>, mut host: MutexGuard<'_, Host>) {
        if let Some(events) = host.take_unasked() {
            let hosted = Arc::clone(self);
            let kept = Box::new(move |kept| hosted.with(|host| host.stored(kept, Instant::now())));
            // In the lock, so that what happens next is not logged before; the answer comes when this has returned.
            self.event_log.log(self.setup.id, self.setup.game, events, kept);
        }
        let rings = host.wants_keeper();
        drop(host);
        if rings {
            self.bell.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Host> {
        self.host.lock().unwrap_or_else(|poisoned| {
            // Something panicked amid a change: what is stored is right, and whoever comes next brings it back from there.
            let mut host = poisoned.into_inner();
            host.stop();
            host
        })
    }
}
