//! Challenges to one player or to anyone who has the link, and the notifications about them.
//!
//! Changes are made one at a time, and each is stored before clients are notified. If several players accept, withdraw
//! or decline at the same moment, exactly one of them succeeds. The id of a challenge's match derives from the id of
//! the challenge. The match is therefore created once, even if the server is killed in between.

mod agreed;
mod making;
mod pairing;
pub(super) mod pool;
mod rules;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use super::accounts::Accounts;
use super::error::ApiError;
use super::lobby::Lobby;
use super::origin::Origin;
use super::queue::Queue;
use super::quota::{Bounds, Holder, Permit, Quota, Scope};
use super::reloadable::Reloadable;
use super::time::{confirmed_ms, unix_ms};
use crate::settings::{Limits, Settings};
use agreed::{Agreed, view_of};
use arena_games::{GameId, Side, diagnostic};
use arena_play::Speed;
use arena_play::handle::MatchHandle;
use arena_play::link::LinkId;
use arena_protocol::FromServer;
use arena_protocol::challenge::{ChallengeState, ChallengeView, LONGEST_REASON};
use arena_store::challenges::{ChallengeEnd, ChallengeRow};
use arena_store::{PlayerRow, Store, StoreError};
use pool::Pool;
use rules::check_interests;

/// Maximum number of ended challenges that are reported to a client when it subscribes.
const MOST_KNOWN: usize = 100;

/// Pending challenges and their subscribers.
pub struct Challenges {
    store: Store,
    lobby: Lobby,
    accounts: Arc<Accounts>,
    settings: Arc<Reloadable<Settings>>,
    standing: Mutex<OpenChallenges>,
    listeners: Mutex<HashMap<Uuid, Vec<(LinkId, Queue)>>>,
    /// Held during each change.
    changing: tokio::sync::Mutex<()>,
    /// Players who wait for quick pairing.
    pub(super) pool: Pool,
}

#[derive(Default)]
struct OpenChallenges {
    challenges: HashMap<Uuid, Counted>,
    /// The ids of the pending challenges by and to each player.
    of: HashMap<Uuid, HashSet<Uuid>>,
    /// Counts challenges by their challengers.
    quota: Quota,
    /// Counts the challenges to each player who has some.
    inboxes: HashMap<Uuid, Quota>,
}

/// A pending challenge and what it counts in.
struct Counted {
    view: ChallengeView,
    is_guests: bool,
    _permits: [Option<Permit>; 2],
}

/// A challenge that expires to make room for another one.
type Evicted = Option<ChallengeView>;

impl OpenChallenges {
    fn insert(&mut self, view: ChallengeView, is_guests: bool, holder: Holder) {
        let id = view.challenge;
        let inbox = view.opponent.as_ref().map(|opponent| self.inboxes.entry(opponent.id).or_default());
        let inbox = inbox.map(|inbox| inbox.restore(holder, 1));
        for player in parties(&view) {
            self.of.entry(player).or_default().insert(id);
        }
        let permits = [Some(self.quota.restore(holder, 1)), inbox];
        self.challenges.insert(id, Counted { view, is_guests, _permits: permits });
    }

    fn remove(&mut self, id: Uuid) {
        let Some(Counted { view, _permits: permits, .. }) = self.challenges.remove(&id) else { return };
        drop(permits);
        if let Some(opponent) = &view.opponent
            && self.inboxes.get(&opponent.id).is_some_and(|inbox| inbox.held() == 0)
        {
            self.inboxes.remove(&opponent.id);
        }
        for player in parties(&view) {
            if let Some(ids) = self.of.get_mut(&player) {
                ids.remove(&id);
                if ids.is_empty() {
                    self.of.remove(&player);
                }
            }
        }
    }

    fn of(&self, player: Uuid) -> impl Iterator<Item = &ChallengeView> {
        self.of.get(&player).into_iter().flatten().filter_map(move |id| self.challenges.get(id)).map(|it| &it.view)
    }

    fn views(&self) -> impl Iterator<Item = &ChallengeView> {
        self.challenges.values().map(|it| &it.view)
    }

    /// Returns the oldest challenge of a guest, among those to `opponent` if it is given.
    fn oldest_of_guests(&self, opponent: Option<Uuid>) -> Evicted {
        let to = |view: &ChallengeView| opponent.is_none_or(|id| view.opponent.as_ref().is_some_and(|it| it.id == id));
        let of_guests = self.challenges.values().filter(|it| it.is_guests && to(&it.view)).map(|it| &it.view);
        of_guests.min_by_key(|view| (view.created_ms, view.challenge)).cloned()
    }

    /// Checks the limits per challenger, per opponent, per network and for the whole server. Returns a challenge that has
    /// to make room first, if there is one.
    fn check_room(
        &self,
        new: &ChallengeView,
        (holder, is_guests): (&Holder, bool),
        limits: &Limits,
    ) -> Result<Evicted, ApiError> {
        let inbox = new.opponent.as_ref().and_then(|opponent| Some((opponent.id, self.inboxes.get(&opponent.id)?)));
        let mut evicted = None;
        if let Some((opponent, inbox)) = inbox {
            let bounds = Bounds::shared(limits.challenges_to_player_per_address, limits.challenges_to_player);
            let mut room = inbox.room(holder, &bounds, 0);
            // The inbox of a player is never closed to players with a name by guests.
            if room == Err(Scope::Total) && !is_guests {
                evicted = self.oldest_of_guests(Some(opponent));
                room = inbox.room(holder, &bounds, usize::from(evicted.is_some()));
            }
            room.map_err(|full| {
                ApiError::over_limit(match full {
                    Scope::Key | Scope::Network => diagnostic!(
                        "their_challenges_from_address",
                        "this player already has {count} challenges from your address; try again later",
                        count = inbox.held_at(holder)
                    ),
                    Scope::Total => {
                        diagnostic!("their_challenges", "this player has too many open challenges; try again later")
                    }
                })
            })?;
        }
        let shared = Bounds::shared(limits.challenges_per_address, limits.challenges);
        let bounds = Bounds { per_key: limits.challenges_per_player, ..shared };
        let mut room = self.quota.room(holder, &bounds, usize::from(evicted.is_some()));
        if room == Err(Scope::Total) {
            evicted = self.oldest_of_guests(None);
            room = self.quota.room(holder, &bounds, usize::from(evicted.is_some()));
        }
        room.map(|_| evicted).map_err(|full| {
            ApiError::over_limit(match full {
                Scope::Key => diagnostic!(
                    "own_challenges",
                    "you already have {made} open challenges; withdraw one first",
                    made = bounds.per_key
                ),
                Scope::Network => diagnostic!(
                    "address_challenges",
                    "your address already has {most} open challenges; withdraw one first",
                    most = self.quota.held_at(holder)
                ),
                Scope::Total => diagnostic!(
                    "server_challenges",
                    "the server already has {most} open challenges; try again later",
                    most = bounds.total
                ),
            })
        })
    }
}

/// Returns the challenger and, if the challenge has one, the opponent.
fn parties(challenge: &ChallengeView) -> impl Iterator<Item = Uuid> + use<> {
    [Some(challenge.challenger.id), challenge.opponent.as_ref().map(|opponent| opponent.id)].into_iter().flatten()
}

/// Returns the id of a challenge's match. Both end with the same bytes, so they have the same short id.
fn match_of(challenge: Uuid) -> Uuid {
    let mut bytes = Uuid::new_v5(&challenge, b"match").into_bytes();
    bytes[10..].copy_from_slice(&challenge.as_bytes()[10..]);
    Uuid::from_bytes(bytes)
}

/// Returns the challenger's seat in the match. A random seat is derived from the first byte of the challenge's id,
/// which is random and cannot be chosen by a client.
pub fn seat_of(challenge: &ChallengeView) -> Side {
    let by_chance = if challenge.challenge.as_bytes()[0] & 1 == 0 { Side::First } else { Side::Second };
    challenge.seat.side().unwrap_or(by_chance)
}

/// Sanitises a reason: removes control characters and limits the length.
pub(super) fn reason(given: Option<String>) -> Option<String> {
    let shown = |letter: &char| !letter.is_control();
    let text: String = given?.chars().filter(shown).take(LONGEST_REASON).collect();
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

impl Challenges {
    /// Creates an empty set of challenges.
    pub(super) fn new(
        store: Store,
        lobby: Lobby,
        accounts: Arc<Accounts>,
        settings: Arc<Reloadable<Settings>>,
    ) -> Self {
        Self {
            pool: Pool::new(store.clone(), lobby.clone()),
            store,
            lobby,
            accounts,
            settings,
            standing: Mutex::default(),
            listeners: Mutex::default(),
            changing: tokio::sync::Mutex::default(),
        }
    }

    /// Loads the challenges that were pending when the server stopped.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) async fn restore(&self) -> Result<(), StoreError> {
        for row in self.store.standing_challenges().await? {
            let (id, is_guests) = (row.id, row.is_guests);
            let origin = row.network.as_deref().and_then(Origin::from_bytes);
            match closed_view(row) {
                Some(challenge) => {
                    let holder = Holder { key: Some(challenge.challenger.id), origin };
                    self.standing().insert(challenge, is_guests, holder);
                }
                None => tracing::error!(%id, "a challenge cannot be read, and is left alone"),
            }
        }
        Ok(())
    }

    /// Accepts a challenge and creates its match. A player who has already accepted it gets the same match.
    ///
    /// # Errors
    /// [`ApiError`] if it is not pending or not addressed to this player.
    pub async fn accept(&self, who: &PlayerRow, id: Uuid) -> Result<MatchHandle, ApiError> {
        let _alone = self.changing.lock().await;
        let Some(challenge) = self.get(id) else {
            let made = self.lobby.find(match_of(id)).await.map_err(no_such_challenge)?;
            return if made.seat_of(who.id).is_some() { Ok(made) } else { Err(ApiError::no_such_challenge()) };
        };
        if challenge.challenger.id == who.id {
            return Err(ApiError::forbidden(diagnostic!("own_challenge", "you cannot accept your own challenge")));
        }
        if challenge.opponent.as_ref().is_some_and(|opponent| opponent.id != who.id) {
            return Err(ApiError::no_such_challenge());
        }
        let challenger = self.store.player(challenge.challenger.id).await?.ok_or_else(ApiError::no_such_challenge)?;
        check_interests(who, &challenger, challenge.rated)?;
        if self.store.are_apart(who, &challenger).await? || self.accounts.ban(&challenger).await?.is_some() {
            return Err(ApiError::no_such_challenge());
        }
        if Speed::of(challenge.clock) == Speed::Clock && !self.accounts.online.is_here(challenger.id) {
            return Err(ApiError::conflict(diagnostic!(
                "not_here",
                "the challenger is offline and the match has a running clock; try again when they are online"
            )));
        }
        let made = match self.lobby.find(match_of(id)).await {
            Err(error) if error.code() == "no_such_match" => self.make(&challenge, who).await?,
            // The match was created before the server was killed.
            found => found?,
        };
        self.close(ChallengeEnd::Accepted, ChallengeView { id: Some(made.id()), ..challenge }).await?;
        Ok(made)
    }

    async fn make(&self, challenge: &ChallengeView, who: &PlayerRow) -> Result<MatchHandle, ApiError> {
        let game: GameId = challenge.game.parse()?;
        let seats = [challenge.challenger.clone(), view_of(who)];
        let agreed = Agreed {
            id: match_of(challenge.challenge),
            game,
            options: challenge.options.clone(),
            clock: challenge.clock,
            rated: challenge.rated,
        };
        let setup = agreed.setup(seats, Some(seat_of(challenge) as usize));
        self.lobby.make(challenge.challenger.id, setup).await
    }

    /// Declines a challenge.
    ///
    /// # Errors
    /// [`ApiError`] if no pending challenge with this id is addressed to this player.
    pub async fn decline(&self, who: Uuid, id: Uuid, reason: Option<String>) -> Result<(), ApiError> {
        let _alone = self.changing.lock().await;
        let meant = |challenge: &ChallengeView| challenge.opponent.as_ref().is_some_and(|opponent| opponent.id == who);
        let challenge = self.get(id).filter(meant).ok_or_else(ApiError::no_such_challenge)?;
        self.close(ChallengeEnd::Declined, ChallengeView { reason: self::reason(reason), ..challenge }).await
    }

    /// Withdraws a challenge.
    ///
    /// # Errors
    /// [`ApiError`] if this player has no pending challenge with this id.
    pub async fn withdraw(&self, who: Uuid, id: Uuid) -> Result<(), ApiError> {
        let _alone = self.changing.lock().await;
        let own = |challenge: &ChallengeView| challenge.challenger.id == who;
        let challenge = self.get(id).filter(own).ok_or_else(ApiError::no_such_challenge)?;
        self.close(ChallengeEnd::Withdrawn, challenge).await
    }

    /// Closes expired challenges.
    pub(super) async fn expire(&self) {
        let now = confirmed_ms();
        let due: Vec<ChallengeView> =
            self.standing().views().filter(|known| known.expires_ms <= now).cloned().collect();
        for challenge in due {
            let _alone = self.changing.lock().await;
            if !self.standing().challenges.contains_key(&challenge.challenge) {
                continue;
            }
            let id = challenge.challenge;
            if let Err(error) = self.close(ChallengeEnd::Expired, challenge).await {
                tracing::warn!(%id, %error, "a challenge that has expired cannot be closed yet");
            }
        }
    }

    /// Removes the challenges of a deleted player.
    pub(super) fn forget(&self, player: Uuid) {
        let mut standing = self.standing();
        let ids: Vec<Uuid> = standing.of(player).map(|challenge| challenge.challenge).collect();
        ids.into_iter().for_each(|id| standing.remove(id));
    }

    /// Stores how a challenge ended and notifies its players. The caller must hold `changing`.
    async fn close(&self, end: ChallengeEnd, challenge: ChallengeView) -> Result<(), ApiError> {
        let challenge = ChallengeView { state: state_of(end), ..challenge };
        self.store.close_challenge(challenge.challenge, end, challenge.reason.clone()).await?;
        self.standing().remove(challenge.challenge);
        self.notify(&challenge);
        Ok(())
    }

    /// Returns a challenge that is pending.
    pub(super) fn get(&self, id: Uuid) -> Option<ChallengeView> {
        self.standing().challenges.get(&id).map(|it| it.view.clone()).filter(|view| view.expires_ms > unix_ms())
    }

    /// Returns the pending challenges by and to a player, oldest first.
    pub fn of(&self, player: Uuid) -> Vec<ChallengeView> {
        let mut all: Vec<ChallengeView> = self.standing().of(player).cloned().collect();
        all.sort_unstable_by_key(|challenge| (challenge.created_ms, challenge.challenge));
        all
    }

    /// Returns a pending challenge for which `fits` holds: one by or to this player, or else an open one.
    pub fn find(&self, player: Uuid, fits: impl Fn(&ChallengeView) -> bool) -> Option<ChallengeView> {
        let now = unix_ms();
        let standing = self.standing();
        let fits = |known: &&ChallengeView| known.expires_ms > now && fits(known);
        let open = || standing.views().filter(|known| known.opponent.is_none()).find(fits);
        standing.of(player).find(fits).or_else(open).cloned()
    }

    /// Returns the newest public open challenges, at most `most`.
    pub(super) fn listed(&self, most: usize) -> Vec<ChallengeView> {
        let now = unix_ms();
        let shown = |known: &&ChallengeView| known.listed && known.expires_ms > now;
        let mut all: Vec<ChallengeView> = self.standing().views().filter(shown).cloned().collect();
        all.sort_unstable_by_key(|challenge| std::cmp::Reverse((challenge.created_ms, challenge.challenge)));
        all.truncate(most);
        all
    }

    /// Subscribes a link to a player's challenges. The pending ones are sent first, then each change. Returns the ids
    /// in `known` that are no longer pending.
    pub fn listen(&self, player: Uuid, link: LinkId, queue: &Queue, mut known: Vec<Uuid>) -> Vec<Uuid> {
        let mut listeners = self.listeners();
        let links = listeners.entry(player).or_default();
        links.retain(|(other, _)| *other != link);
        links.push((link, queue.clone()));
        // The lock is held, so that no change falls between this list and the next notification.
        let challenges = self.of(player);
        known.retain(|id| challenges.iter().all(|standing| standing.challenge != *id));
        queue.send(&FromServer::Challenges { challenges });
        known
    }

    /// Reports to a player how these challenges ended.
    pub(super) async fn tell_ended(&self, player: Uuid, mut ended: Vec<Uuid>, queue: &Queue) {
        ended.sort_unstable();
        ended.dedup();
        ended.truncate(MOST_KNOWN);
        for id in ended {
            match self.store.challenge(id).await {
                Ok(row) => {
                    let own = row.and_then(closed_view).filter(|it| parties(it).any(|party| party == player));
                    own.iter().for_each(|challenge| queue.send(&message_of(challenge)));
                }
                Err(error) => tracing::warn!(%id, %error, "how a challenge ended cannot be read, and is not told"),
            }
        }
    }

    /// Ends the subscription of a link.
    pub fn leave(&self, player: Uuid, link: LinkId) {
        let mut listeners = self.listeners();
        if let Some(links) = listeners.get_mut(&player) {
            links.retain(|(known, _)| *known != link);
            if links.is_empty() {
                listeners.remove(&player);
            }
        }
    }

    fn notify(&self, challenge: &ChallengeView) {
        let listeners = self.listeners();
        let links = parties(challenge).filter_map(|player| listeners.get(&player)).flatten();
        for (_, queue) in links {
            queue.send(&message_of(challenge));
        }
    }

    fn standing(&self) -> MutexGuard<'_, OpenChallenges> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn listeners(&self) -> MutexGuard<'_, HashMap<Uuid, Vec<(LinkId, Queue)>>> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The message about a challenge that has changed.
fn message_of(challenge: &ChallengeView) -> FromServer {
    FromServer::Challenge { re: None, challenge: Box::new(challenge.clone()) }
}

/// A missing match means that the challenge does not exist either.
fn no_such_challenge(error: ApiError) -> ApiError {
    if error.code() == "no_such_match" { ApiError::no_such_challenge() } else { error }
}

/// Converts the stored end of a challenge to the state that clients see.
const fn state_of(end: ChallengeEnd) -> ChallengeState {
    match end {
        ChallengeEnd::Accepted => ChallengeState::Accepted,
        ChallengeEnd::Declined => ChallengeState::Declined,
        ChallengeEnd::Withdrawn => ChallengeState::Withdrawn,
        ChallengeEnd::Expired => ChallengeState::Expired,
    }
}

/// Converts a stored challenge to the form used in messages.
pub(super) fn closed_view(row: ChallengeRow) -> Option<ChallengeView> {
    let challenge: ChallengeView = serde_json::from_str(&row.body).ok()?;
    let state = row.end.map_or(ChallengeState::Standing, state_of);
    let id = (state == ChallengeState::Accepted).then(|| match_of(challenge.challenge));
    Some(ChallengeView { state, reason: row.reason, id, ..challenge })
}

#[cfg(test)]
mod tests;
