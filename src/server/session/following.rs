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

/// All matches that a connection follows: a few, so that they are looked through.
#[derive(Default)]
pub(super) struct Following(Vec<(Uuid, Followed)>);

impl Following {
    fn place(&self, id: Uuid) -> Option<usize> {
        self.0.iter().position(|(known, _)| *known == id)
    }

    pub(super) fn get(&self, id: Uuid) -> Option<&Followed> {
        self.place(id).map(|place| &self.0[place].1)
    }

    pub(super) fn get_mut(&mut self, id: Uuid) -> Option<&mut Followed> {
        self.place(id).map(|place| &mut self.0[place].1)
    }

    /// Follows a match, in the place of what was known of it.
    fn insert(&mut self, id: Uuid, followed: Followed) {
        match self.get_mut(id) {
            Some(known) => *known = followed,
            None => self.0.push((id, followed)),
        }
    }

    pub(super) fn remove(&mut self, id: Uuid) -> Option<Followed> {
        self.place(id).map(|place| self.0.swap_remove(place).1)
    }

    /// Makes room where there are `most`, by what has stopped; whether there is room then.
    fn has_room(&mut self, most: usize) -> bool {
        if self.0.len() >= most {
            self.0.retain(|(_, followed)| !followed.handle.is_stopped());
        }
        self.0.len() < most
    }

    /// All of them; none is followed any more.
    pub(super) fn take(&mut self) -> Vec<Followed> {
        std::mem::take(&mut self.0).into_iter().map(|(_, followed)| followed).collect()
    }
}

impl Session {
    pub(super) fn check_followed(&self) -> Result<(), ApiError> {
        let most = self.settings.limits.followed;
        if self.writer.following().has_room(most) {
            return Ok(());
        }
        Err(ApiError::OverLimit(format!("a connection may follow {most} matches at once; leave one first")))
    }

    pub(super) async fn find_and_follow(
        &self,
        id: Uuid,
        role: Role,
        since: Option<u64>,
        re: Option<u64>,
        at: Instant,
    ) -> Result<(), ApiError> {
        if self.followed(id).is_none() {
            self.check_followed()?;
        }
        let handle = self.app.lobby.find(id).await?;
        self.follow(handle, role, since, re, at)
    }

    /// A match that runs, where nothing has to be looked up about who may sit down there.
    pub(super) fn running(&self, id: Uuid) -> Option<MatchHandle> {
        let own = self.row().ok()?;
        let handle = self.app.lobby.get(id)?;
        let is_welcome = handle.seat_of(own.id).is_some()
            || handle.other_person(own.id).is_none()
            || !self.app.store.may_be_apart(own);
        is_welcome.then_some(handle)
    }

    /// Comes to a match as one who wants a seat.
    pub(super) fn join(
        &self,
        handle: &MatchHandle,
        since: Option<u64>,
        re: Option<u64>,
        at: Instant,
    ) -> Result<(), ApiError> {
        let role = self.person_in(handle.id())?;
        if self.followed(handle.id()).is_none() {
            self.check_followed()?;
        }
        self.follow(handle.clone(), role, since, re, at)
    }

    pub(super) fn follow(
        &self,
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
        let mut following = self.writer.following();
        // Who watches goes on watching until it is known to have a seat.
        let before = following.remove(id).and_then(|before| before.relayed);
        following.insert(id, Followed { handle, relayed: relayed.or(before) });
        Ok(())
    }

    /// The match, where this connection follows it.
    pub(super) fn followed(&self, id: Uuid) -> Option<MatchHandle> {
        self.writer.following().get(id).map(|followed| followed.handle.clone())
    }

    /// What the node that carries this connection is told of a match for all who watch it there, if this one is to hear it so:
    /// not where it follows the match by itself, or its player holds a seat, which is told more.
    fn relayed(&self, handle: &MatchHandle) -> Option<Arc<RelayedWatch>> {
        let carrier = self.carrier.as_ref().filter(|carrier| carrier.follows_frames)?;
        let follows = self.writer.following().get(handle.id()).is_some_and(|followed| followed.relayed.is_none());
        let sits = self.player.as_ref().is_some_and(|player| handle.seat_of(player.id).is_some());
        (!follows && !sits).then(|| carrier.relay.watch(handle, self.writer.dialect, || self.app.lobby.new_link()))
    }

    /// Stops following a match, if this connection follows it.
    pub(super) fn stop_following(&self, id: Uuid, re: Option<u64>, at: Instant) -> bool {
        // Let go of outside the lock.
        let left = self.writer.following().remove(id);
        let Some(followed) = left else { return false };
        if followed.relayed.is_some() {
            self.queue.send_relayed(id, Notification::Closed);
        }
        let leave = Command::Detach { link: self.link, reply_to: Some(self.reply_to(re, at)) };
        if followed.handle.send(leave).is_err() {
            self.queue.send(&FromServer::Ok { re, id: None, seq: None });
        }
        true
    }
}
