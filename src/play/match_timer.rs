//! The task of a match: handles deadlines, retries the log and creates rematches. Moves do not involve it.

use std::sync::Arc;

use futures::future::BoxFuture;

use super::handle::MatchHandle;
pub use super::host::Next;
use super::host::{Host, HostTimeouts};
use super::hosted::Hosted;
use super::{EventLog, Match, MatchSetup, Seat, running_time};
use arena_games::BySide;

/// Creates rematches. Implemented by the registry of all matches.
pub trait Rematches: Send + Sync + 'static {
    /// Creates the rematch of `setup`, whose seats at the end were `seats`. Calling it twice creates one match.
    fn rematch<'a>(&'a self, setup: &'a MatchSetup, seats: BySide<Seat>) -> BoxFuture<'a, ()>;
}

/// The task of a match.
pub struct MatchTimer {
    hosted: Arc<Hosted>,
}

/// Creates a running match and its timer. Without the timer, no deadline takes effect.
#[must_use]
pub fn host(
    setup: Arc<MatchSetup>,
    core: Match,
    event_log: Arc<dyn EventLog>,
    timeouts: HostTimeouts,
) -> (MatchHandle, MatchTimer) {
    let hosted = Hosted::new(setup, core, event_log, timeouts);
    (MatchHandle::new(Arc::clone(&hosted)), MatchTimer { hosted })
}

impl MatchTimer {
    /// Runs until the match is over and unwatched, until a match that all its people have left is unloaded, or until
    /// `stop` resolves.
    pub async fn run(self, rematches: impl Rematches, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        let mut timer = std::pin::pin!(tokio::time::sleep(std::time::Duration::ZERO));
        loop {
            let next = self.attend();
            let wait = async {
                match next {
                    Next::Rest => false,
                    Next::Rematch(seats) => {
                        rematches.rematch(&self.hosted.setup, seats).await;
                        self.rematched();
                        true
                    }
                    Next::Sleep(until) => {
                        timer.as_mut().reset(running_time::timer(until).into());
                        tokio::select! {
                            () = self.hosted.notify.notified() => {}
                            () = &mut timer => {}
                        }
                        true
                    }
                }
            };
            let goes_on = tokio::select! {
                biased;
                () = &mut stop => false,
                goes_on = wait => goes_on,
            };
            if !goes_on {
                break;
            }
        }
        self.stop();
    }

    /// Performs what is due now. Returns the next task, for a caller that has no tasks of tokio.
    #[must_use]
    pub fn attend(&self) -> Next {
        self.hosted.with(|host| host.attend(running_time::now()))
    }

    /// Continues after the rematch was created, or could not be.
    pub fn rematched(&self) {
        self.hosted.with(|host| host.rematched(running_time::now()));
    }

    /// Stops the match.
    pub fn stop(&self) {
        self.hosted.with(Host::stop);
    }
}
