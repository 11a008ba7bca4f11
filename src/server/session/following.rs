//! The matches that a connection follows as a player or watcher.

use std::time::Instant;

use uuid::Uuid;

use super::Session;
use crate::error::ApiError;
use arena_games::diagnostic;
use arena_play::handle::{Command, MatchHandle, SendError};
use arena_play::link::{Rejection, Role};
use arena_protocol::FromServer;

impl Session {
    pub(super) fn check_followed(&self) -> Result<(), ApiError> {
        let most = self.settings.limits.followed;
        if self.writer.following().has_room(most) {
            return Ok(());
        }
        Err(ApiError::over_limit(diagnostic!(
            "followed",
            "a connection can follow at most {most} matches; leave one first",
            most
        )))
    }

    /// Returns an error if the connection follows too many matches, or if the client has exceeded its rate of answers.
    fn check_catching_up(&self, id: Uuid) -> Result<(), ApiError> {
        if self.followed(id).is_none() {
            self.check_followed()?;
        }
        self.queue.admit_history().map_err(ApiError::too_much_sent)
    }

    pub(super) async fn find_and_follow(
        &self,
        id: Uuid,
        role: Role,
        since: Option<u64>,
        re: Option<u64>,
        at: Instant,
    ) -> Result<(), ApiError> {
        self.check_catching_up(id)?;
        let handle = self.app.lobby.find(id).await?;
        self.follow(handle, role, since, re, at)
    }

    /// Returns a running match in which the player may take a seat without further queries.
    pub(super) fn running(&self, id: Uuid) -> Option<MatchHandle> {
        let own = self.row().ok()?;
        let handle = self.app.lobby.get(id)?;
        let is_welcome = handle.seat_of(own.id).is_some()
            || handle.other_person(own.id).is_none()
            || !self.app.store.may_be_apart(own);
        is_welcome.then_some(handle)
    }

    /// Joins a match as a player who wants a seat.
    pub(super) fn join(
        &self,
        handle: &MatchHandle,
        since: Option<u64>,
        re: Option<u64>,
        at: Instant,
    ) -> Result<(), ApiError> {
        let role = self.person_in(handle.id())?;
        self.check_catching_up(handle.id())?;
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
        handle.attach(self.reply_to(re, at), role, since).map_err(|error| match error {
            SendError::Busy(_) => ApiError::from(error),
            SendError::Stopped(_) => Rejection::Unavailable { kept: false }.into(),
        })?;
        self.writer.following().insert(handle);
        Ok(())
    }

    /// Returns the match if this connection follows it.
    pub(super) fn followed(&self, id: Uuid) -> Option<MatchHandle> {
        self.writer.following().get(id).cloned()
    }

    /// Stops following a match. Returns false if this connection did not follow it.
    pub(super) fn stop_following(&self, id: Uuid, re: Option<u64>, at: Instant) -> bool {
        // Dropped outside the lock.
        let left = self.writer.following().remove(id);
        let Some(handle) = left else { return false };
        let leave = Command::Detach { link: self.link, reply_to: Some(self.reply_to(re, at)) };
        if handle.send(leave).is_err() {
            self.queue.send(&FromServer::Ok { re, id: None, seq: None });
        }
        true
    }
}
