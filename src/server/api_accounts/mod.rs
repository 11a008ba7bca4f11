//! HTTP: claiming a name, login, recovery, logout and deletion of accounts.

pub(super) mod download;
pub(super) mod keys;
pub(super) mod saved;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use uuid::Uuid;

use super::accounts::passwords::NewPassword;
use super::accounts::{Accounts, class, code_hash, new_codes, rated_from, view};
use super::answer::{DONE, no_store_json};
use super::audit::audit_entry;
use super::bot_service::BotService;
use super::challenges::Challenges;
use super::edge::Caller;
use super::error::{ApiError, ErrorBody};
use super::live::Live;
use super::modules::Modules;
use super::names::looks;
use super::principals::Requester;
use super::request::{OperatorOnly, StrictJson, read};
use super::time::unix_ms;
use arena_games::diagnostic;
use arena_protocol::account::{
    AccountView, ClaimBody, ClaimedView, ConfirmBody, DoneView, LoggedInView, LoginBody, LogoutBody, NameBody,
    OwnedBotView, PasswordBody, RecoverBody, RecoveryCodesView, Scope,
};
use arena_protocol::moderation::AuditAction;
use arena_protocol::name;
use arena_store::accounts::{Change, Claim, Conflict, NoticeKind, TokenKind};
use arena_store::{PlayerKind, PlayerRow, Store};

/// Maximum number of notices to read. An account has at most one of each kind.
const NOTICES: u32 = 10;

/// Claims a name permanently, with a password or with a new key if no password is given. The requester becomes a
/// person.
#[utoipa::path(post, path = "/api/accounts/claim", tag = "accounts", request_body = ClaimBody, responses(
    (status = 200, body = ClaimedView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 409, description = "the name is taken, or the player has one", body = ErrorBody)))]
pub(super) async fn claim(
    State((accounts, bots)): State<(Arc<Accounts>, Arc<BotService>)>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    accounts.admit(&requester).await?;
    let ClaimBody { name, password } = read(body)?;
    if requester.player.kind != PlayerKind::Guest {
        return Err(Conflict::HasAccount.into());
    }
    let name = accounts.free_name(&name, requester.caller.address).await.map_err(|error| error.of("name"))?;
    let address = requester.caller.address;
    accounts.check_claims(address)?;
    let (password, (key, token)) = match password {
        Some(password) => {
            let password = NewPassword::new(password, &name)?;
            (Some(accounts.passwords.turn(address).await?.hash(password).await?), (None, None))
        }
        None => {
            let (key, token) = accounts.new_key("", &Scope::ALL, None);
            (None, (Some(key), Some(token)))
        }
    };
    let (recovery_codes, codes) = new_codes();
    let (player, looks, at_ms) = (requester.player.id, looks(&name).into(), unix_ms());
    let rated_ms = rated_from(&accounts.bounds(), at_ms);
    let claim = Claim { player, name: name.clone(), looks, owner: None, password, codes, token, at_ms, rated_ms };
    accounts.claim_from(address, claim).await?;
    let row = PlayerRow { kind: PlayerKind::Person, ..requester.player };
    bots.principals.arrives(&row, address);
    accounts.note_network(&row, address).await?;
    let player = arena_protocol::PlayerView { id: player, name };
    Ok(no_store_json(ClaimedView { player, recovery_codes, key }))
}

/// Logs in by name and password.
#[utoipa::path(post, path = "/api/accounts/login", tag = "accounts", request_body = LoginBody, responses(
    (status = 200, body = LoggedInView),
    (status = 401, description = "name and password do not belong together", body = ErrorBody)))]
pub(super) async fn login(
    State(accounts): State<Arc<Accounts>>,
    caller: Caller,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let LoginBody { name, password } = read(body)?;
    let player = accounts.with_password(&name, password, &caller).await?;
    Ok(no_store_json(accounts.log_in(player, Change::default()).await?))
}

/// Logs in with a recovery code, which is valid once, and sets a new password. All sessions and keys end.
#[utoipa::path(post, path = "/api/accounts/recover", tag = "accounts", request_body = RecoverBody, responses(
    (status = 200, body = LoggedInView),
    (status = 401, description = "name and code do not belong together", body = ErrorBody)))]
pub(super) async fn recover(
    State(accounts): State<Arc<Accounts>>,
    caller: Caller,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let RecoverBody { name, code, password } = read(body)?;
    let password = NewPassword::new(password, &name)?;
    let (player, _, tried) = accounts.by_name(&name, &caller).await?;
    let turn = accounts.passwords.turn(caller.address).await?;
    let attempt = accounts.attempts.count(tried)?;
    // Hashed before the code is checked, so that every attempt costs the same.
    let hash = turn.hash(password).await?;
    let change = Change {
        spent: Some(code_hash(&code)),
        password: Some(Some(hash)),
        ends_sessions: true,
        ends_keys: true,
        ..Change::default()
    };
    let done = accounts.log_in(player.unwrap_or_default(), change).await;
    if matches!(&done, Err(error) if error.code() == "recovery_code") {
        return Err(ApiError::wrong_login());
    }
    attempt.give_back();
    done.map(no_store_json)
}

/// Sets another password. All sessions end, and the requester gets a new one.
#[utoipa::path(post, path = "/api/accounts/password", tag = "accounts", request_body = PasswordBody, responses(
    (status = 200, body = LoggedInView), (status = 401, description = "not this player", body = ErrorBody)))]
pub(super) async fn password(
    State(accounts): State<Arc<Accounts>>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let PasswordBody { password, new_password } = read(body)?;
    let player = requester.owner()?.id;
    accounts.confirm(&requester, password).await?;
    let password = NewPassword::new(new_password, &requester.player.name).map_err(|error| error.of("new_password"))?;
    let hash = accounts.passwords.turn(requester.caller.address).await?.hash(password).await?;
    let change = Change { password: Some(Some(hash)), ends_sessions: true, ..Change::default() };
    Ok(no_store_json(accounts.log_in(player, change).await?))
}

/// Creates new recovery codes. The previous codes become invalid.
#[utoipa::path(post, path = "/api/accounts/codes", tag = "accounts", request_body = ConfirmBody, responses(
    (status = 200, body = RecoveryCodesView), (status = 401, description = "not this player", body = ErrorBody)))]
pub(super) async fn codes(
    State(accounts): State<Arc<Accounts>>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let ConfirmBody { password } = read(body)?;
    let player = requester.owner()?.id;
    accounts.confirm(&requester, password).await?;
    let (recovery_codes, hashes) = new_codes();
    accounts.change(player, Change { codes: Some(hashes), ..Change::default() }).await?;
    Ok(no_store_json(RecoveryCodesView { recovery_codes }))
}

/// Revokes the token of the request. With `everywhere`, all sessions and keys of the account are revoked.
#[utoipa::path(post, path = "/api/accounts/logout", tag = "accounts", request_body = LogoutBody, responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody)))]
pub(super) async fn logout(
    State(accounts): State<Arc<Accounts>>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let LogoutBody { everywhere } = read(body)?;
    let player = requester.known()?.id;
    if everywhere {
        requester.owner()?;
        accounts.change(player, Change { ends_sessions: true, ends_keys: true, ..Change::default() }).await?;
    } else {
        accounts.revoke(player, requester.token).await?;
    }
    Ok(no_store_json(DONE.0))
}

/// Returns the requester's account with its keys, sessions and bots.
#[utoipa::path(get, path = "/api/accounts/me", tag = "accounts", responses(
    (status = 200, body = AccountView), (status = 401, description = "no player's token", body = ErrorBody)))]
pub(super) async fn me(State(store): State<Store>, requester: Requester) -> Result<Response, ApiError> {
    Ok(no_store_json(account(&store, &requester).await?))
}

/// Reads everything that belongs to the requester's account.
async fn account(store: &Store, requester: &Requester) -> Result<AccountView, ApiError> {
    let player = &requester.player;
    let row = store.account(player.id).await?;
    let mut bots = Vec::new();
    for bot in store.bots_of(player.id).await? {
        let keys = keys::key_views(store.tokens(bot.id, TokenKind::Key).await?);
        let key_spread_ms = key_spread(store, bot.id).await?;
        bots.push(OwnedBotView { player: view(&bot), created_ms: bot.created_ms, keys, key_spread_ms });
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
        keys: keys::key_views(store.tokens(player.id, TokenKind::Key).await?),
        key_spread_ms: key_spread(store, player.id).await?,
        sessions: keys::key_views(store.tokens(player.id, TokenKind::Session).await?),
        session: requester.token.filter(|_| requester.scopes.is_none()).and_then(|key| u64::try_from(key).ok()),
        bots,
    })
}

/// Returns the last time that a key of this account was used from very many addresses.
async fn key_spread(store: &Store, player: Uuid) -> Result<Option<u64>, ApiError> {
    let notices = store.notices(Some(player), NOTICES).await?;
    Ok(notices.into_iter().find(|row| row.kind == NoticeKind::KeyAddresses).map(|row| row.last_ms))
}

/// Deletes the requester's account with its bots. Matches stay, without the name; the name is free again.
#[utoipa::path(post, path = "/api/accounts/delete", tag = "accounts", request_body = ConfirmBody, responses(
    (status = 200, body = DoneView), (status = 401, description = "not this player", body = ErrorBody)))]
pub(super) async fn delete(
    State(services): State<(Arc<Accounts>, Live, Arc<Challenges>)>,
    State(modules): State<Modules>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let ConfirmBody { password } = read(body)?;
    match requester.player.kind {
        PlayerKind::Guest => {}
        _ => {
            requester.owner()?;
            services.0.confirm(&requester, password).await?;
        }
    }
    let deleted = delete_player(&services, requester.player.id).await?;
    modules.forget(requester.player.id).await;
    Ok(deleted)
}

/// Deletes a player with its bots, from the server's tables too.
async fn delete_player(
    (accounts, live, challenges): &(Arc<Accounts>, Live, Arc<Challenges>),
    player: Uuid,
) -> Result<Response, ApiError> {
    let deleted = accounts.remove(player).await?;
    live.finish_deletions().await?;
    deleted.into_iter().for_each(|it| challenges.forget(it));
    Ok(no_store_json(DONE.0))
}

/// Resets an account whose owner has lost the password, the key and the recovery codes. The password, all sessions and
/// all keys end, and the response has one recovery code. Operator only.
#[utoipa::path(post, path = "/api/accounts/reset", tag = "accounts", request_body = NameBody, responses(
    (status = 200, body = RecoveryCodesView), (status = 403, body = ErrorBody),
    (status = 404, description = "nobody has claimed this name", body = ErrorBody)))]
pub(super) async fn reset(
    State((store, accounts)): State<(Store, Arc<Accounts>)>,
    OperatorOnly(proof): OperatorOnly,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let NameBody { name } = read(body)?;
    let player = store.claimed_by(&looks(&name::shown(&name)), unix_ms()).await?;
    let unclaimed = || ApiError::not_found(diagnostic!("unclaimed_name", "nobody has claimed this name"));
    let player = player.ok_or_else(unclaimed)?;
    let known = store.player(player).await?.map(|row| row.kind);
    match known {
        Some(PlayerKind::Bot { .. }) => {
            return Err(ApiError::bad_request(diagnostic!(
                "bot_keys",
                "this is a bot; only its owner can create and revoke its keys"
            )));
        }
        Some(PlayerKind::Deleted) => return Err(unclaimed()),
        _ => {}
    }
    let (mut recovery_codes, mut hashes) = new_codes();
    recovery_codes.truncate(1);
    hashes.truncate(1);
    let change =
        Change { password: Some(None), codes: Some(hashes), ends_sessions: true, ends_keys: true, ..Change::default() };
    accounts.change(player, change).await?;
    store.log_action(audit_entry(proof, AuditAction::Reset, player, name)).await?;
    Ok(no_store_json(RecoveryCodesView { recovery_codes }))
}
