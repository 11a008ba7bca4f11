//! The task beside a match: it comes when the time asks for something, when the log is to be asked again and when a rematch
//! is to be made. Moves do without it.

use std::sync::Arc;
use std::time::Instant;

use futures::future::BoxFuture;

use super::hosted::Hosted;
use super::{HostTimeouts, Next};
use crate::games::BySide;
use crate::play::handle::MatchHandle;
use crate::play::{EventLog, Match, MatchSetup, Seat};

/// Makes rematches. Whoever keeps all matches implements it for the host.
pub trait Rematches: Send + Sync + 'static {
    /// Makes the rematch of `setup`, whose seats were `seats` at the end. Doing it twice makes one match.
    fn rematch<'a>(&'a self, setup: &'a MatchSetup, seats: BySide<Seat>) -> BoxFuture<'a, ()>;
}

/// Keeps a match until it rests.
pub struct Keeper {
    hosted: Arc<Hosted>,
}

/// A running match, and its keeper, without whom it would not know the time.
#[must_use]
pub fn host(
    setup: Arc<MatchSetup>,
    core: Match,
    event_log: Arc<dyn EventLog>,
    timeouts: HostTimeouts,
) -> (MatchHandle, Keeper) {
    let hosted = Hosted::new(setup, core, event_log, timeouts);
    (MatchHandle::new(Arc::clone(&hosted)), Keeper { hosted })
}

impl Keeper {
    /// Keeps the match until it is over and nobody watches it any more, until it rests because all its people have left, or
    /// until `stop` resolves.
    pub async fn run(self, rematches: impl Rematches, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        let mut timer = std::pin::pin!(tokio::time::sleep(std::time::Duration::ZERO));
        loop {
            let next = self.hosted.with(|host| host.attend(Instant::now()));
            let wait = async {
                match next {
                    Next::Rest => false,
                    Next::Rematch(seats) => {
                        rematches.rematch(&self.hosted.setup, seats).await;
                        self.hosted.with(|host| host.rematched(Instant::now()));
                        true
                    }
                    Next::Sleep(until) => {
                        timer.as_mut().reset(until.into());
                        tokio::select! {
                            () = self.hosted.bell.notified() => {}
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
        self.hosted.with(super::Host::stop);
    }
}
