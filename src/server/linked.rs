//! A link to a match for a caller that has no connection of its own.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use arena_play::handle::{MatchHandle, ReplyTo};
use arena_play::link::{LinkId, Notification, Role, Snapshot};

use super::app::Components;
use super::error::{ApiError, ErrorBody};
use super::meter::Meter;
use super::queue::{Outgoing, Queue, Receiver, WasFull};

/// Time limit for the match to answer.
const ANSWER: Duration = Duration::from_secs(30);

/// A link and the queue of its notifications.
pub struct Linked {
    pub link: LinkId,
    pub queue: Queue,
    pub notified: Receiver,
    pub full: WasFull,
}

impl Linked {
    #[must_use]
    pub fn new(app: &Components, address: IpAddr) -> Self {
        let (queue, notified, full) = Queue::new(app.settings.get().limits.outgoing, Meter::new(&app.limiter, address));
        Self { link: app.lobby.new_link(), queue, notified, full }
    }

    /// Lets `link` send a command whose result comes to this queue.
    #[must_use]
    pub fn reply_to(&self, link: LinkId) -> ReplyTo {
        ReplyTo::now(link, Arc::new(self.queue.clone()), None)
    }

    /// Joins a match and returns its state.
    ///
    /// # Errors
    /// If the match refuses the role or does not answer.
    pub async fn attach(&mut self, handle: &MatchHandle, role: Role) -> Result<Snapshot, ApiError> {
        handle.attach(self.reply_to(self.link), role, None)?;
        loop {
            match self.next().await? {
                Notification::Snapshot { snapshot, .. } => return Ok(*snapshot),
                Notification::Reply { result: Err(rejection), .. } => return Err(rejection.into()),
                _ => {}
            }
        }
    }

    /// Leaves a match.
    pub fn leave(&self, handle: &MatchHandle) {
        handle.detach(self.link, None);
    }

    /// Waits for the result of a command.
    ///
    /// # Errors
    /// If the command was rejected or the match does not answer.
    pub async fn answer(&mut self) -> Result<(), ApiError> {
        loop {
            if let Notification::Reply { result, .. } = self.next().await? {
                return Ok(result?);
            }
        }
    }

    async fn next(&mut self) -> Result<Notification, ApiError> {
        loop {
            match tokio::time::timeout(ANSWER, self.notified.recv()).await {
                Ok(Some(Outgoing::Notification(_, Notification::Closed) | Outgoing::Text(_))) => {}
                Ok(Some(Outgoing::Notification(_, notification))) => return Ok(notification),
                Ok(None) | Err(_) => return Err(ErrorBody::match_busy().into()),
            }
        }
    }
}
