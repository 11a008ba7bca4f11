//! A running match shared by its connections, its log and its timer: the host under a lock, and a signal for the
//! timer.

use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::Notify;

use super::host::{Host, HostTimeouts};
use super::{EventLog, Match, MatchSetup, running_time};

pub(crate) struct Hosted {
    pub(crate) setup: Arc<MatchSetup>,
    host: Mutex<Host>,
    event_log: Arc<dyn EventLog>,
    /// Wakes the timer.
    pub(super) notify: Notify,
}

impl Hosted {
    pub(crate) fn new(
        setup: Arc<MatchSetup>,
        core: Match,
        event_log: Arc<dyn EventLog>,
        timeouts: HostTimeouts,
    ) -> Arc<Self> {
        let host = Mutex::new(Host::new(Arc::clone(&setup), core, timeouts, running_time::now()));
        let hosted = Arc::new(Self { setup, host, event_log, notify: Notify::new() });
        hosted.with(|_| ());
        hosted
    }

    /// Reads from the match.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Host) -> T) -> T {
        look(&self.lock())
    }

    /// Runs `act` on the match and passes the resulting events to the log.
    pub(crate) fn with<T>(self: &Arc<Self>, act: impl FnOnce(&mut Host) -> T) -> T {
        let mut host = self.lock();
        let done = act(&mut host);
        self.hand_on(host);
        done
    }

    /// Passes pending events to the log, and wakes the timer if necessary.
    fn hand_on(self: &Arc<Self>, mut host: MutexGuard<'_, Host>) {
        if let Some(events) = host.take_unasked() {
            let hosted = Arc::clone(self);
            let kept = Box::new(move |kept| hosted.with(|host| host.stored(kept, running_time::now())));
            // Called under the lock, so that later events cannot be logged first. The log answers after this call
            // returns.
            self.event_log.log(self.setup.id, self.setup.game, events, kept);
        }
        let rings = host.wants_timer();
        drop(host);
        if rings {
            self.notify.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Host> {
        self.host.lock().unwrap_or_else(|poisoned| {
            // A panic interrupted a change. The stored events are correct, so stop the match; the next user reloads it.
            let mut host = poisoned.into_inner();
            host.stop();
            host
        })
    }
}
