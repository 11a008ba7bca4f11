//! HTTP of accounts: claiming a name, getting in, getting in again, and getting out.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::response::Response;
use uuid::Uuid;

use super::keys::key_views;
use super::{Accounts, class, code_hash, new_codes, view};
use crate::protocol::Reason;
use crate::protocol::account::{
    AccountView, ClaimBody, ClaimedView, ConfirmBody, DoneView, LoggedInView, LoginBody, LogoutBody, NameBody,
    OwnedBotView, PasswordBody, RecoverBody, RecoveryCodesView,
};
use crate::protocol::name;
use crate::protocol::peace::DeedKind;
use crate::server::answer::{DONE, no_store_json};
use crate::server::app::App;
use crate::server::deeds::deed;
use crate::server::edge::Caller;
use crate::server::error::{ApiError, ErrorBody};
use crate::server::names::{check_claim, looks};
use crate::server::principals::Requester;
use crate::server::request::{OperatorOnly, StrictJson, read};
use crate::server::time::unix_ms;
use crate::store::PlayerKind;
use crate::store::StoreError;
use crate::store::accounts::{AccountRow, Change, Claim, Conflict, TokenKind};

/// Claims a name for good: with a password, or else with a key that is made for it. The requester becomes a person.
#[utoipa::path(post, path = "/api/accounts/claim", tag = "accounts", request_body = ClaimBody, responses(
    (status = 200, body = ClaimedView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 409, description = "the name is taken, or the player has one", body = ErrorBody)))]
pub(in crate::server) async fn claim(
    State(app): State<Arc<App>>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let ClaimBody { name, password } = read(body)?;
    let accounts = &app.accounts;
    if requester.player.kind != PlayerKind::Guest {
        return Err(StoreError::Conflict(Conflict::HasAccount).into());
    }
    let name = accounts.free_name(&name, requester.caller.address).await?;
    accounts.attempts.admit_claim(requester.caller.address)?;
    let (password, (key, token)) = match password {
        Some(password) => (Some(accounts.passwords.hash(password).await?), (None, None)),
        None => {
            let (key, token) = accounts.new_key("");
            (None, (Some(key), Some(token)))
        }
    };
    let (recovery_codes, codes) = new_codes();
    let (player, looks, at_ms) = (requester.player.id, looks(&name).into(), unix_ms());
    let claim = Claim { player, name: name.clone(), looks, owner: None, password, codes, token, at_ms };
    accounts.store.claim(claim).await?;
    accounts.claimed.fetch_add(1, Ordering::Relaxed);
    let player = crate::protocol::PlayerView { id: player, name };
    Ok(no_store_json(ClaimedView { player, recovery_codes, key }))
}

impl Accounts {
    /// `wished` as it is shown, if nobody has claimed it; one's own wish for another address does not count.
    pub(super) async fn free_name(&self, wished: &str, address: IpAddr) -> Result<String, ApiError> {
        // As it was wished: shown, a name of nothing has become that of a guest.
        check_claim(wished)?;
        let name = name::shown(wished);
        check_claim(&name)?;
        if self.bots.listed.get().names.of_person(name.clone()) != name
            || self.store.claimed_by(&looks(&name)).await?.is_some()
        {
            return Err(StoreError::Conflict(Conflict::NameTaken).into());
        }
        let most = self.bounds().most;
        if self.claimed.load(Ordering::Relaxed) >= most {
            tracing::warn!(most, %address, "as many names are claimed as may be");
            return Err(ApiError::OverLimit(format!("this server keeps {most} claimed names at most")));
        }
        Ok(name)
    }

    /// The account with this name, if its password is this one. An unknown name takes the same time.
    async fn with_password(&self, name: &str, password: String, caller: &Caller) -> Result<Uuid, ApiError> {
        let (player, row) = self.by_name(name, caller).await?;
        let hash = row.and_then(|row| row.password);
        let fits = self.passwords.fits(password, hash).await?;
        player.filter(|_| fits).ok_or(ApiError::WrongLogin)
    }

    /// The account with this name, after counting the attempt.
    async fn by_name(&self, name: &str, caller: &Caller) -> Result<(Option<Uuid>, Option<AccountRow>), ApiError> {
        let looks = looks(&name::shown(name));
        self.attempts.admit(&looks[0], caller.address)?;
        let player = self.store.claimed_by(&looks).await?;
        // Looked up even where there is nobody, for the time that it takes.
        let row = self.store.account(player.unwrap_or_default()).await?;
        Ok((player, row))
    }

    /// Refuses whoever cannot say the account's password, where it has one.
    async fn confirm(&self, requester: &Requester, password: Option<String>) -> Result<AccountRow, ApiError> {
        let row = self.store.account(requester.player.id).await?.ok_or(ApiError::NoAccount)?;
        if row.password.is_none() {
            return Ok(row);
        }
        self.attempts.admit(&looks(&requester.player.name)[0], requester.caller.address)?;
        let password = password.ok_or(ApiError::WrongLogin)?;
        if self.passwords.fits(password, row.password.clone()).await? { Ok(row) } else { Err(ApiError::WrongLogin) }
    }

    async fn logged_in(&self, player: Uuid, change: Change) -> Result<Response, ApiError> {
        let (token, stored) = self.new_session();
        self.change(player, Change { token: Some(stored), ..change }).await?;
        let row = self.store.player(player).await?.ok_or(StoreError::NoSuch { what: "player", id: player })?;
        Ok(no_store_json(LoggedInView { player: view(&row), token }))
    }
}

/// Logs in by name and password.
#[utoipa::path(post, path = "/api/accounts/login", tag = "accounts", request_body = LoginBody, responses(
    (status = 200, body = LoggedInView),
    (status = 401, description = "name and password do not belong together", body = ErrorBody)))]
pub(in crate::server) async fn login(
    State(app): State<Arc<App>>,
    caller: Caller,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let LoginBody { name, password } = read(body)?;
    let player = app.accounts.with_password(&name, password, &caller).await?;
    app.accounts.logged_in(player, Change::default()).await
}

/// Gets in by a recovery code, which counts once, and sets a new password. All sessions and keys end.
#[utoipa::path(post, path = "/api/accounts/recover", tag = "accounts", request_body = RecoverBody, responses(
    (status = 200, body = LoggedInView),
    (status = 401, description = "name and code do not belong together", body = ErrorBody)))]
pub(in crate::server) async fn recover(
    State(app): State<Arc<App>>,
    caller: Caller,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let RecoverBody { name, code, password } = read(body)?;
    let accounts = &app.accounts;
    let (player, _) = accounts.by_name(&name, &caller).await?;
    // Hashed before the code is looked at, so that every attempt costs the same.
    let hash = accounts.passwords.hash(password).await?;
    let change = Change {
        spent: Some(code_hash(&code)),
        password: Some(Some(hash)),
        ends_sessions: true,
        ends_keys: true,
        ..Change::default()
    };
    let done = accounts.logged_in(player.unwrap_or_default(), change).await;
    done.map_err(|error| match error {
        ApiError::Store(StoreError::Conflict(Conflict::NoSuchCode)) => ApiError::WrongLogin,
        error => error,
    })
}

/// Sets another password. All sessions end, and the requester gets a new one.
#[utoipa::path(post, path = "/api/accounts/password", tag = "accounts", request_body = PasswordBody, responses(
    (status = 200, body = LoggedInView), (status = 401, description = "not this player", body = ErrorBody)))]
pub(in crate::server) async fn password(
    State(app): State<Arc<App>>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let PasswordBody { password, new_password } = read(body)?;
    let player = requester.person()?.id;
    app.accounts.confirm(&requester, password).await?;
    let hash = app.accounts.passwords.hash(new_password).await?;
    app.accounts
        .logged_in(player, Change { password: Some(Some(hash)), ends_sessions: true, ..Change::default() })
        .await
}

/// Draws new recovery codes; the ones before count no more.
#[utoipa::path(post, path = "/api/accounts/codes", tag = "accounts", request_body = ConfirmBody, responses(
    (status = 200, body = RecoveryCodesView), (status = 401, description = "not this player", body = ErrorBody)))]
pub(in crate::server) async fn codes(
    State(app): State<Arc<App>>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let ConfirmBody { password } = read(body)?;
    let player = requester.person()?.id;
    app.accounts.confirm(&requester, password).await?;
    let (recovery_codes, hashes) = new_codes();
    app.accounts.change(player, Change { codes: Some(hashes), ..Change::default() }).await?;
    Ok(no_store_json(RecoveryCodesView { recovery_codes }))
}

/// Ends the token that asks, or everywhere every session and every key of the account.
#[utoipa::path(post, path = "/api/accounts/logout", tag = "accounts", request_body = LogoutBody, responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody)))]
pub(in crate::server) async fn logout(
    State(app): State<Arc<App>>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let LogoutBody { everywhere } = read(body)?;
    let player = requester.known()?.id;
    if everywhere {
        requester.person()?;
        app.accounts.change(player, Change { ends_sessions: true, ends_keys: true, ..Change::default() }).await?;
    } else {
        app.accounts.store.revoke_token(player, requester.token).await?;
        app.accounts.online.cut_token(player, requester.token);
    }
    Ok(no_store_json(DONE.0))
}

/// The requester, with keys, sessions and bots.
#[utoipa::path(get, path = "/api/accounts/me", tag = "accounts", responses(
    (status = 200, body = AccountView), (status = 401, description = "no player's token", body = ErrorBody)))]
pub(in crate::server) async fn me(State(app): State<Arc<App>>, requester: Requester) -> Result<Response, ApiError> {
    Ok(no_store_json(account(&app, &requester).await?))
}

/// All that is known of the requester's account.
pub(super) async fn account(app: &App, requester: &Requester) -> Result<AccountView, ApiError> {
    let store = &app.store;
    let player = &requester.player;
    let row = store.account(player.id).await?;
    let mut bots = Vec::new();
    for bot in store.bots_of(player.id).await? {
        let keys = key_views(store.tokens(bot.id, TokenKind::Key).await?);
        bots.push(OwnedBotView { player: view(&bot), created_ms: bot.created_ms, keys });
    }
    let owner = match player.kind {
        PlayerKind::Bot { owner } => Some(owner),
        PlayerKind::Guest | PlayerKind::Person | PlayerKind::Deleted => None,
    };
    Ok(AccountView {
        player: view(player),
        class: class(player.kind),
        owner,
        created_ms: player.created_ms,
        claimed_ms: row.as_ref().map(|row| row.claimed_ms),
        has_password: row.as_ref().is_some_and(|row| row.password.is_some()),
        recovery_codes: row.map_or(0, |row| row.codes),
        keys: key_views(store.tokens(player.id, TokenKind::Key).await?),
        sessions: key_views(store.tokens(player.id, TokenKind::Session).await?),
        bots,
    })
}

/// Deletes the requester's account with its bots. Matches stay, without the name; the name is free again.
#[utoipa::path(post, path = "/api/accounts/delete", tag = "accounts", request_body = ConfirmBody, responses(
    (status = 200, body = DoneView), (status = 401, description = "not this player", body = ErrorBody)))]
pub(in crate::server) async fn delete(
    State(app): State<Arc<App>>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let ConfirmBody { password } = read(body)?;
    match requester.player.kind {
        PlayerKind::Guest => {}
        _ => {
            requester.person()?;
            app.accounts.confirm(&requester, password).await?;
        }
    }
    let gone = app.accounts.remove(requester.player.id, &app.live).await?;
    gone.into_iter().for_each(|it| app.challenges.forget(it));
    Ok(no_store_json(DONE.0))
}

/// Lets the owner of a name in who has lost password, key and recovery codes: the password, all sessions and all keys end,
/// and one recovery code is told. The operator only.
#[utoipa::path(post, path = "/api/accounts/reset", tag = "accounts", request_body = NameBody, responses(
    (status = 200, body = RecoveryCodesView), (status = 403, body = ErrorBody),
    (status = 404, description = "nobody has claimed this name", body = ErrorBody)))]
pub(in crate::server) async fn reset(
    State(app): State<Arc<App>>,
    OperatorOnly(proof): OperatorOnly,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let NameBody { name } = read(body)?;
    let player = app.store.claimed_by(&looks(&name::shown(&name))).await?;
    let player = player.ok_or_else(|| ApiError::NotFound("nobody has claimed this name".to_owned()))?;
    let known = app.store.player(player).await?.map(|row| row.kind);
    if let Some(PlayerKind::Bot { .. }) = known {
        return Err(Reason::BotKeys.into());
    }
    let (mut recovery_codes, mut hashes) = new_codes();
    recovery_codes.truncate(1);
    hashes.truncate(1);
    let change =
        Change { password: Some(None), codes: Some(hashes), ends_sessions: true, ends_keys: true, ..Change::default() };
    app.accounts.change(player, change).await?;
    app.store.log_deed(deed(proof, DeedKind::Reset, player, name)).await?;
    Ok(no_store_json(RecoveryCodesView { recovery_codes }))
}
