//! The matches that a connection follows, as one who plays or watches.

use std::sync::Arc;
use std::time::Instant;

use uuid::Uuid;

use super::Session;
use crate::play::handle::{Command, MatchHandle, ReplyTo, SendError};
use crate::play::link::{Notification, Rejection, Role};
use crate::protocol::FromServer;
use crate::server::error::ApiError;
use crate::server::relay::RelayedWatch;

/// A match that a connection follows.
pub(super) struct Followed {
    pub(super) handle: MatchHandle,
    /// Where the node that carries the connection tells it what happens, and the match does not.
    pub(super) relayed: Option<Arc<RelayedWatch>>,
}

impl Session {
    pub(super) fn check_followed(&mut self) -> Result<(), ApiError> {
        let most = self.settings.limits.followed;
        if self.followed.len() >= most {
            self.followed.retain(|_, followed| !followed.handle.is_stopped());
        }
        if self.followed.len() >= most {
            return Err(ApiError::OverLimit(format!(
                "a connection may follow {most} matches at once; leave one first"
            )));
        }
        Ok(())
    }

    pub(super) async fn find_and_follow(
        &mut self,
        id: Uuid,
        role: Role,
        since: Option<u64>,
        re: Option<u64>,
        at: Instant,
    ) -> Result<(), ApiError> {
        if !self.followed.contains_key(&id) {
            self.check_followed()?;
        }
        let handle = self.app.lobby.find(id).await?;
        self.follow(handle, role, since, re, at)
    }

    pub(super) fn follow(
        &mut self,
        handle: MatchHandle,
        role: Role,
        since: Option<u64>,
        re: Option<u64>,
        at: Instant,
    ) -> Result<(), ApiError> {
        let id = handle.id();
        let relayed = if role == Role::Watcher { self.relayed(&handle) } else { None };
        let reply_to = match &relayed {
            Some(watch) => ReplyTo { link: watch.link, listener: watch.listener(&self.queue), re, at },
            None => self.reply_to(re, at),
        };
        handle.attach(reply_to, role, since).map_err(|error| match error {
            SendError::Busy(_) => ApiError::from(error),
            SendError::Stopped(_) => ApiError::Rejected(Rejection::Unavailable { kept: false }),
        })?;
        // Who watches goes on watching until it is known to have a seat.
        let before = self.followed.remove(&id).and_then(|before| before.relayed);
        self.followed.insert(id, Followed { handle, relayed: relayed.or(before) });
        Ok(())
    }

    /// What the node that carries this connection is told of a match for all who watch it there, if this one is to hear it so:
    /// not where it follows the match by itself, or its player holds a seat, which is told more.
    fn relayed(&self, handle: &MatchHandle) -> Option<Arc<RelayedWatch>> {
        let carrier = self.carrier.as_ref().filter(|carrier| carrier.follows_frames)?;
        let follows = self.followed.get(&handle.id()).is_some_and(|followed| followed.relayed.is_none());
        let sits = self.player.as_ref().is_some_and(|player| handle.seat_of(player.id).is_some());
        (!follows && !sits).then(|| carrier.relay.watch(handle, self.dialect, || self.app.lobby.new_link()))
    }

    /// Stops following a match.
    pub(super) async fn leave(&mut self, id: Uuid, re: Option<u64>, at: Instant) -> Result<(), ApiError> {
        match self.followed.remove(&id) {
            Some(followed) => {
                if followed.relayed.is_some() {
                    self.queue.send_relayed(id, Notification::Closed);
                }
                let leave = Command::Detach { link: self.link, reply_to: Some(self.reply_to(re, at)) };
                if followed.handle.send(leave).is_ok() {
                    return Ok(());
                }
            }
            None => drop(self.app.lobby.find(id).await?),
        }
        self.queue.send(&FromServer::Ok { re, id: None, seq: None });
        Ok(())
    }
}
