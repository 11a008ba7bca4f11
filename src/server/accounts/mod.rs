//! Identity of players: guests, people who claimed a name with a password or a key, and bots that belong to a person.

mod attempts;
mod keys;
mod logins;
mod online;
pub(super) mod passwords;
mod seen;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use uuid::Uuid;

use super::auth;
use super::bot_service::BotService;
use super::edge::Caller;
use super::error::ApiError;
use super::limits::ConnectionLimiter;
use super::machine;
use super::names::{as_guest, is_reserved, looks};
use super::origin::{NetworkPrefix, Origin};
use super::principals::{Requester, check_scope};
use super::quota::{self, Quota};
use super::reloadable::Reloadable;
use super::time::{DAY_MS, confirmed_ms, unix_ms};
use crate::settings::{Accounts as Bounds, Settings};
use arena_games::diagnostic;
use arena_protocol::account::{PlayerClass, Scope};
use arena_protocol::{PlayerView, name};
use arena_store::accounts::{Change, NewToken, NoticeKind, TokenKind, Whereabouts};
use arena_store::{PlayerKind, PlayerRow, Store, StoreError, TokenHolder};
use attempts::Attempts;
use online::Online;
use passwords::Passwords;
use seen::{KeyUse, RecentPrefixes};

/// Number of recovery codes of an account.
const CODES: usize = 8;

/// Minimum interval between two updates of the time when a token was last used.
const NOTED_EVERY_MS: u64 = 60_000;

/// The limits on concurrent downloads of own data.
pub(crate) const DOWNLOADS: quota::Bounds = quota::Bounds { per_key: 1, ..quota::Bounds::shared(2, 64) };

/// Accounts, their credentials and their connections.
pub struct Accounts {
    store: Store,
    settings: Arc<Reloadable<Settings>>,
    bots: Arc<BotService>,
    limiter: Arc<ConnectionLimiter>,
    pub(super) passwords: Passwords,
    pub(super) attempts: Attempts,
    /// The open connections of each player.
    pub online: Online,
    pub(super) downloads: Quota,
    /// Recent network prefixes of keys and of accounts.
    key_use: KeyUse,
    recent_prefixes: RecentPrefixes,
    /// Number of names that were ever claimed.
    claimed: AtomicU64,
}

/// A player who has been identified.
pub(super) struct IdentifiedPlayer {
    pub(super) player: PlayerRow,
    /// The number of the token that was presented. `None` for a player's first token.
    pub(super) token: Option<i64>,
    /// The first token of a new player.
    pub(super) new_token: Option<String>,
}

impl Accounts {
    /// Creates the service for this store, which has `claimed` claimed names.
    pub(super) fn new(
        store: Store,
        settings: Arc<Reloadable<Settings>>,
        bots: Arc<BotService>,
        limiter: Arc<ConnectionLimiter>,
        claimed: u64,
    ) -> Self {
        let bounds = &settings.get().accounts;
        Self {
            store,
            passwords: Passwords::new(bounds, machine::memory()),
            attempts: Attempts::new(bounds),
            bots,
            limiter,
            online: Online::default(),
            downloads: Quota::default(),
            key_use: KeyUse::default(),
            recent_prefixes: RecentPrefixes::default(),
            claimed: claimed.into(),
            settings,
        }
    }

    /// The account settings that are in effect now.
    pub(super) fn bounds(&self) -> Bounds {
        self.settings.get().accounts.clone()
    }

    /// Identifies the player who holds `token`, or creates a guest if there is no token.
    ///
    /// # Errors
    /// [`ApiError`] if the token is unknown, or if too many new guests arrive.
    pub(super) async fn arrive(
        &self,
        caller: &Caller,
        token: Option<String>,
        requested: Option<String>,
    ) -> Result<IdentifiedPlayer, ApiError> {
        let requested = requested.map(|requested| name::shown(&requested));
        let Some(token) = token else {
            let admitted = self.limiter.admit_newcomer(caller.address);
            admitted.map_err(|wait| {
                let wait_s = wait.as_secs() + 1;
                let message = diagnostic!(
                    "too_many_players",
                    "too many new players from your address; retry in {wait_s} s, or use a token",
                    wait_s
                );
                ApiError::over_limit(message).after(wait)
            })?;
            let name = self.name_of_guest(requested.unwrap_or_else(|| name::shown(""))).await?;
            let (id, token, created_ms) = (Uuid::new_v4(), auth::new_token(), unix_ms());
            let network = Some(Origin::of(caller.address).to_bytes());
            self.store.create_guest(id, &name, auth::hash(&token), created_ms, network).await?;
            let player = PlayerRow { id, name, created_ms, kind: PlayerKind::Guest };
            return Ok(IdentifiedPlayer { player, token: None, new_token: Some(token) });
        };
        let TokenHolder { mut player, token, scopes, .. } = self.known(&token, caller.address).await?;
        check_scope(scopes.as_deref().map(scopes_of).as_deref(), Scope::Play)?;
        self.ban(&player).await?.map_or(Ok(()), Err)?;
        if player.kind == PlayerKind::Guest {
            // A guest also loses a name that another player has claimed since. A claimed name never changes.
            let name = self.name_of_guest(requested.unwrap_or_else(|| player.name.clone())).await?;
            if name != player.name {
                self.store.rename_player(player.id, &name).await?;
                player.name = name;
            }
        }
        Ok(IdentifiedPlayer { player, token, new_token: None })
    }

    /// Returns an error if the operator has banned the player.
    pub(super) async fn ban(&self, player: &PlayerRow) -> Result<Option<ApiError>, ApiError> {
        let held = self.store.ban(player, unix_ms()).await?;
        Ok(held.map(|ban| {
            let (reason, until_ms) = (ban.reason, ban.until_ms);
            ApiError::forbidden(match until_ms {
                Some(until_ms) => diagnostic!(
                    "banned_until",
                    "you are banned until {until}: {reason}",
                    reason,
                    until = arena_protocol::date::utc(until_ms)
                ),
                None => diagnostic!("banned", "you are banned: {reason}", reason),
            })
        }))
    }

    /// Counts an HTTP request that other players are notified of as a message of the player.
    ///
    /// # Errors
    /// [`ApiError`] if there are too many, or if the player is banned.
    pub async fn admit(&self, requester: &Requester) -> Result<(), ApiError> {
        let player = &requester.player;
        self.limiter.rate_limit(player.id, player.kind).admit().map_err(ApiError::rate_limited)?;
        self.ban(player).await?.map_or(Ok(()), Err)
    }

    /// Returns the holder of this token, and records that the token was used.
    ///
    /// # Errors
    /// [`ApiError`] if the token is unknown.
    pub async fn known(&self, token: &str, address: IpAddr) -> Result<TokenHolder, ApiError> {
        let known = self.holder(token).await?.ok_or_else(ApiError::unknown_token)?;
        let now = unix_ms();
        self.note_network(&known.player, address).await?;
        if let (Some(key), true) = (known.token, known.scopes.is_some())
            && self.key_use.note(key, address, self.bounds().key_addresses)
        {
            let (player, name) = (known.player.id, &known.player.name);
            tracing::warn!(%player, name, key, "a key is used from very many addresses");
            self.store.note(player, NoticeKind::KeyAddresses, now).await?;
        }
        if let Some(key) = known.token
            && known.used_ms.is_none_or(|used| now.saturating_sub(used) >= NOTED_EVERY_MS)
        {
            self.store.note_use(key, now).await?;
        }
        Ok(known)
    }

    /// Returns the holder of a token that has not expired.
    async fn holder(&self, token: &str) -> Result<Option<TokenHolder>, StoreError> {
        let first_lasts = u64::from(self.bounds().session_days) * DAY_MS;
        let holder = self.store.player_by_token(&auth::hash(token)).await?;
        Ok(holder.filter(|known| {
            // A guest's first token does not expire. An account's first token is a session.
            let first_expires = || known.claimed_ms.map(|claimed| claimed.saturating_add(first_lasts));
            known.expires_ms.or_else(first_expires).is_none_or(|expires| expires > unix_ms())
        }))
    }

    /// Stores the address and the network of the person behind an account, at most once an hour. Does nothing if matches between players
    /// of one address are rated.
    pub(super) async fn note_network(&self, player: &PlayerRow, address: IpAddr) -> Result<(), StoreError> {
        let is_account = matches!(player.kind, PlayerKind::Person | PlayerKind::Bot { .. });
        let (owner, narrowest) = (player.owner(), NetworkPrefix::narrowest(address));
        if !is_account || self.bounds().rated_same_address || !self.recent_prefixes.is_due(owner, narrowest) {
            return Ok(());
        }
        let hash = |text: String| auth::hash(text).first_chunk().copied().expect("a SHA-256 is longer than 16 bytes");
        let prefix = hash(format!("household {}", narrowest.first()));
        let network = hash(format!("network {}", NetworkPrefix::site(address).first()));
        let at = Whereabouts { prefix, network };
        self.store.note_whereabouts(owner, at, confirmed_ms()).await
    }

    /// Returns true if a token that was accepted before is still valid. First tokens of guests always are.
    pub(super) async fn still_counts(&self, arrival: &IdentifiedPlayer, token: Option<&str>) -> Result<bool, ApiError> {
        let Some(token) = token.filter(|_| arrival.player.kind != PlayerKind::Guest) else { return Ok(true) };
        Ok(self.holder(token).await?.is_some())
    }

    /// Returns the name for a guest who asks for this one. A suffix is added if it resembles the name of a bot or a
    /// claimed name.
    async fn name_of_guest(&self, requested: String) -> Result<String, StoreError> {
        let name = self.bots.listed.get().names.of_person(requested);
        if is_reserved(&name) {
            return Ok(as_guest(&name));
        }
        let none_is_claimed = self.claimed.load(Ordering::Relaxed) == 0;
        if none_is_claimed || self.store.claimed_by(&looks(&name), unix_ms()).await?.is_none() {
            return Ok(name);
        }
        Ok(as_guest(&name))
    }

    /// Applies a change to an account. Closes the player's connections if the change ends sessions or keys.
    pub(super) async fn change(&self, player: Uuid, change: Change) -> Result<(), StoreError> {
        let ends = change.ends_sessions || change.ends_keys;
        self.store.change_account(player, change).await?;
        if ends {
            // Clients whose key is still valid reconnect by themselves.
            self.online.cut(player);
        }
        Ok(())
    }

    /// Deletes an account with its bots and closes all their connections. Returns the ids of the deleted players.
    pub(super) async fn remove(&self, player: Uuid) -> Result<Vec<Uuid>, StoreError> {
        let bots = self.store.bots_of(player).await?;
        self.store.delete_account(player, unix_ms()).await?;
        let deleted: Vec<Uuid> = bots.iter().map(|bot| bot.id).chain([player]).collect();
        deleted.iter().for_each(|it| self.online.cut(*it));
        Ok(deleted)
    }

    /// Drops rate limiter state that is no longer needed.
    pub(super) fn tidy(&self) {
        self.attempts.tidy();
        self.key_use.tidy();
        self.recent_prefixes.tidy();
    }

    /// Creates a session. Returns the token and the row to store.
    fn new_session(&self) -> (String, NewToken) {
        let bounds = self.bounds();
        self.new_token(TokenKind::Session, String::new(), String::new(), bounds.sessions, bounds.session_days)
    }

    /// Creates a key with this label. Returns the token and the row to store.
    pub(super) fn new_key(&self, label: &str, scopes: &[Scope], days: Option<u32>) -> (String, NewToken) {
        let bounds = self.bounds();
        let label = label.chars().filter(|letter| !letter.is_control()).take(64).collect();
        let words: Vec<&str> = Scope::ALL.iter().filter(|scope| scopes.contains(scope)).map(|it| it.word()).collect();
        let days = days.map_or(bounds.key_days, |days| days.min(bounds.key_days));
        self.new_token(TokenKind::Key, label, words.join(" "), bounds.keys, days)
    }

    fn new_token(&self, kind: TokenKind, label: String, scopes: String, most: usize, days: u32) -> (String, NewToken) {
        let (token, at_ms) = (auth::new_token(), unix_ms());
        let expires_ms = at_ms + u64::from(days) * DAY_MS;
        let stored = NewToken { hash: auth::hash(&token), kind, label, scopes, most, at_ms, expires_ms };
        (token, stored)
    }
}

/// Returns the scopes as the store's words.
pub(super) fn scopes_of(words: &str) -> Vec<Scope> {
    Scope::ALL.into_iter().filter(|scope| words.split(' ').any(|word| word == scope.word())).collect()
}

/// Returns the time from which matches of a newly claimed account are rated.
pub(super) fn rated_from(bounds: &Bounds, at_ms: u64) -> u64 {
    at_ms + u64::from(bounds.rated_after_hours) * 3_600_000
}

/// Converts a player to the form used in messages.
pub fn view(player: &PlayerRow) -> PlayerView {
    PlayerView { id: player.id, name: player.name.clone() }
}

/// Converts the kind of a player to the form used in messages.
pub(super) const fn class(kind: PlayerKind) -> PlayerClass {
    match kind {
        PlayerKind::Guest | PlayerKind::Deleted => PlayerClass::Guest,
        PlayerKind::Person => PlayerClass::Person,
        PlayerKind::Bot { .. } => PlayerClass::Bot,
    }
}

/// Creates recovery codes with 80 random bits each, and their hashes.
pub(super) fn new_codes() -> (Vec<String>, Vec<auth::TokenHash>) {
    let codes = (0..CODES).map(|_| {
        let digits = &auth::new_token()[..20];
        [&digits[..5], &digits[5..10], &digits[10..15], &digits[15..]].join("-")
    });
    let codes: Vec<String> = codes.collect();
    let hashes = codes.iter().map(|code| code_hash(code)).collect();
    (codes, hashes)
}

/// Hashes a recovery code. Case and separators do not matter.
pub(super) fn code_hash(code: &str) -> auth::TokenHash {
    let digits: String = code.chars().take(100).filter(char::is_ascii_hexdigit).collect();
    auth::hash(digits.to_ascii_lowercase())
}
