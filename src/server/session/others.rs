//! Messages that concern other players: challenges, pairing, offers and tournaments.

use std::time::{Duration, Instant};

use uuid::Uuid;

use super::Session;
use crate::error::ApiError;
use crate::quota::Holder;
use crate::topics::Topic;
use crate::{lectures, moderation};
use arena_play::handle::MatchHandle;
use arena_play::link::Rejection;
use arena_play::{Action, OfferKind};
use arena_protocol::challenge::{ChallengeBody, PairRequest};
use arena_protocol::{FromServer, Phrase};
use arena_store::PlayerRow;

/// Shortest time between two phrases of a connection.
const PHRASE_PAUSE: Duration = Duration::from_secs(3);

impl Session {
    pub(super) fn row(&self) -> Result<&PlayerRow, ApiError> {
        self.row.as_ref().ok_or_else(ApiError::no_hello)
    }

    /// Returns the reason why the session was ended.
    pub(crate) async fn why_out(&self) -> String {
        let ban = match &self.row {
            Some(row) => self.app.accounts.ban(row).await.ok().flatten(),
            None => None,
        };
        ban.map_or_else(|| "the token is no longer valid; log in again".to_owned(), |ban| ban.to_string())
    }

    fn done(&self, re: Option<u64>) -> Result<(), ApiError> {
        self.queue.send(&FromServer::Ok { re, id: None, seq: None });
        Ok(())
    }

    pub(super) async fn challenge(&self, re: Option<u64>, body: ChallengeBody) -> Result<(), ApiError> {
        let challenge = self.app.challenges.create(self.row()?, body).await?;
        self.queue.send(&FromServer::Challenge { re, challenge: Box::new(challenge) });
        Ok(())
    }

    pub(super) async fn accept(&mut self, re: Option<u64>, id: Uuid, at: Instant) -> Result<(), ApiError> {
        self.check_followed()?;
        let handle = self.app.challenges.accept(self.row()?, id).await?;
        self.queue.send(&FromServer::Created { re, id: handle.id() });
        let role = self.person()?;
        self.follow(handle, role, None, None, at)
    }

    pub(super) async fn decline(&self, re: Option<u64>, id: Uuid, reason: Option<String>) -> Result<(), ApiError> {
        self.app.challenges.decline(self.row()?.id, id, reason).await?;
        self.done(re)
    }

    pub(super) async fn withdraw(&self, re: Option<u64>, id: Uuid) -> Result<(), ApiError> {
        self.app.challenges.withdraw(self.row()?.id, id).await?;
        self.done(re)
    }

    pub(super) async fn pair(&self, re: Option<u64>, request: PairRequest) -> Result<(), ApiError> {
        self.app.challenges.pool.wait(self.row()?, self.link, &self.queue, request).await?;
        self.done(re)
    }

    pub(super) fn unpair(&self, re: Option<u64>) -> Result<(), ApiError> {
        self.app.challenges.pool.leave(self.link);
        self.done(re)
    }

    pub(super) async fn enter(
        &self,
        re: Option<u64>,
        tournament: &str,
        version: Option<String>,
    ) -> Result<(), ApiError> {
        self.queue.forget_pairings();
        let link = Some((self.link, self.queue.clone()));
        self.app.live.enter(tournament, self.row()?, version, link).await?;
        self.done(re)
    }

    pub(super) async fn rest(&self, re: Option<u64>, tournament: &str) -> Result<(), ApiError> {
        self.app.live.rest(tournament, self.row()?.id, self.link).await?;
        self.done(re)
    }

    pub(super) async fn quit(&self, re: Option<u64>, tournament: &str) -> Result<(), ApiError> {
        self.app.live.quit(tournament, self.row()?.id).await?;
        self.done(re)
    }

    /// Says a set phrase in a match that this player plays.
    pub(super) async fn say(&mut self, re: Option<u64>, id: Uuid, phrase: Phrase, at: Instant) -> Result<(), ApiError> {
        let handle = self.seated(id).await?;
        if handle.seat_of(self.row()?.id).is_none() {
            return Err(Rejection::NotSeated.into());
        }
        let since = self.last_chat.map(|last| at.saturating_duration_since(last));
        if let Some(wait) = since.and_then(|since| PHRASE_PAUSE.checked_sub(since)).filter(|wait| !wait.is_zero()) {
            return Err(ApiError::rate_limited(wait));
        }
        self.last_chat = Some(at);
        moderation::say(&self.app, &handle, self.row()?, "player", phrase.text().to_owned(), Some(phrase)).await?;
        self.done(re)
    }

    /// Opens a lecture, or moves one, and tells its followers.
    pub(super) fn lecture(&self, re: Option<u64>, id: Option<Uuid>, path: String, at: Instant) -> Result<(), ApiError> {
        let holder = Holder::new(self.row()?.id, Some(self.caller.address));
        let id = self.app.lectures.show(id, holder, path.clone(), at)?;
        let followers = self.app.topics.publish(Topic::Lecture(id), &lectures::message(None, id, &path, None));
        self.queue.send(&lectures::message(re, id, &path, Some(followers)));
        Ok(())
    }

    /// Refuses an offer that the opponent does not accept.
    pub(super) async fn check_offer(&self, id: Uuid) -> Result<(), ApiError> {
        if moderation::has_blocked(&self.app.store, &self.seated(id).await?, self.row()?).await? {
            return Err(ApiError::no_offers());
        }
        Ok(())
    }

    /// Refuses to offer or accept a rematch if this player has no room for another match.
    pub(super) fn check_rematch(&self, action: &Action) -> Result<(), ApiError> {
        let wanted = matches!(
            action,
            Action::Offer(OfferKind::Rematch) | Action::Answer { what: OfferKind::Rematch, accept: true }
        );
        if !wanted {
            return Ok(());
        }
        let player = self.row()?.id;
        self.app.lobby.check_room(player)?;
        self.app.lobby.admit_making(player)
    }

    /// Like [`moderation::check_company`], for this player.
    pub(super) async fn check_company(&self, handle: &MatchHandle) -> Result<(), ApiError> {
        moderation::check_company(&self.app.store, self.row()?, handle).await
    }
}
