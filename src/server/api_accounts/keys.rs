//! HTTP: keys, and the bots that belong to a person.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use uuid::Uuid;

use super::delete_player;
use crate::accounts::{Accounts, scopes_of};
use crate::answer::{DONE, no_store_json};
use crate::challenges::Challenges;
use crate::error::{ApiError, ErrorBody};
use crate::live::Live;
use crate::names::looks;
use crate::principals::Requester;
use crate::request::{StrictJson, id, read};
use crate::time::unix_ms;
use arena_games::diagnostic;
use arena_protocol::PlayerView;
use arena_protocol::account::{DoneView, KeyBody, KeyView, NameBody, NewBotView, NewKeyView, Scope};
use arena_store::accounts::{Claim, TokenRow};

/// Converts token rows to the form that their owner sees. Expired ones are left out.
pub(super) fn key_views(rows: Vec<TokenRow>) -> Vec<KeyView> {
    let view = |TokenRow { key, label, scopes, created_ms, used_ms, expires_ms }| KeyView {
        id: u64::try_from(key).unwrap_or_default(),
        label,
        scopes: Some(scopes_of(&scopes)).filter(|scopes| !scopes.is_empty()),
        created_ms,
        expires_ms,
        used_ms,
    };
    let now = unix_ms();
    rows.into_iter().filter(|row| row.expires_ms > now).map(view).collect()
}

/// Parses the number of a key in the path.
fn number(text: &str) -> Result<i64, ApiError> {
    text.parse().map_err(|_| ApiError::not_found(diagnostic!("key_number", "a key is identified by its number")))
}

/// Returns the bot in the path if it belongs to the requester.
async fn own_bot(accounts: &Accounts, requester: &Requester, text: &str) -> Result<Uuid, ApiError> {
    let owner = requester.owner()?.id;
    accounts.own_bot(owner, id(text)?).await
}

/// Creates a key for the requester. Programs use keys to authenticate as this person. With `replace`, the earlier keys
/// are revoked.
#[utoipa::path(post, path = "/api/accounts/keys", tag = "accounts", request_body = KeyBody, responses(
    (status = 200, body = NewKeyView), (status = 400, description = "no scope, or days out of range", body = ErrorBody),
    (status = 401, description = "no player's token", body = ErrorBody)))]
pub(crate) async fn make(
    State(accounts): State<Arc<Accounts>>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    accounts.admit(&requester).await?;
    let key = accounts.add_key(requester.owner()?.id, read(body)?).await?;
    Ok(no_store_json(NewKeyView { key }))
}

/// Revokes a key or a session of the requester and closes the connections that use it.
#[utoipa::path(delete, path = "/api/accounts/keys/{key}", tag = "accounts", params(("key" = String, Path)), responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn revoke(
    State(accounts): State<Arc<Accounts>>,
    requester: Requester,
    Path(key): Path<String>,
) -> Result<Response, ApiError> {
    accounts.revoke(requester.owner()?.id, Some(number(&key)?)).await?;
    Ok(no_store_json(DONE.0))
}

/// Creates a bot that belongs to the requester, with a name of its own and a first key.
#[utoipa::path(post, path = "/api/accounts/bots", tag = "accounts", request_body = NameBody, responses(
    (status = 200, body = NewBotView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 409, description = "the name is taken", body = ErrorBody)))]
pub(crate) async fn make_bot(
    State(accounts): State<Arc<Accounts>>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let NameBody { name } = read(body)?;
    accounts.admit(&requester).await?;
    let owner = requester.owner()?.id;
    let name = accounts.free_name(&name, requester.caller.address).await.map_err(|error| error.of("name"))?;
    accounts.check_claims(requester.caller.address)?;
    let (key, token) = accounts.new_key("", &Scope::ALL, None);
    let player = Uuid::new_v4();
    let claim = Claim {
        player,
        name: name.clone(),
        looks: looks(&name).into(),
        owner: Some((owner, accounts.bounds().bots)),
        password: None,
        codes: Vec::new(),
        token: Some(token),
        at_ms: unix_ms(),
        // The owner's claim decides from when its matches are rated.
        rated_ms: 0,
    };
    accounts.claim_from(requester.caller.address, claim).await?;
    Ok(no_store_json(NewBotView { player: PlayerView { id: player, name }, key }))
}

/// Creates another key for a bot of the requester. With `replace`, its earlier keys are revoked, which replaces a lost
/// one.
#[utoipa::path(post, path = "/api/accounts/bots/{id}/keys", tag = "accounts", params(("id" = String, Path)),
    request_body = KeyBody, responses(
    (status = 200, body = NewKeyView), (status = 400, description = "no scope, or days out of range", body = ErrorBody),
    (status = 401, description = "no player's token", body = ErrorBody),
    (status = 404, description = "the requester has no such bot", body = ErrorBody)))]
pub(crate) async fn make_for_bot(
    State(accounts): State<Arc<Accounts>>,
    requester: Requester,
    Path(bot): Path<String>,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    accounts.admit(&requester).await?;
    let bot = own_bot(&accounts, &requester, &bot).await?;
    Ok(no_store_json(NewKeyView { key: accounts.add_key(bot, read(body)?).await? }))
}

/// Revokes a key of one of the requester's bots and closes the connections that use it.
#[utoipa::path(delete, path = "/api/accounts/bots/{id}/keys/{key}", tag = "accounts",
    params(("id" = String, Path), ("key" = String, Path)), responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn revoke_of_bot(
    State(accounts): State<Arc<Accounts>>,
    requester: Requester,
    Path((bot, key)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let bot = own_bot(&accounts, &requester, &bot).await?;
    accounts.revoke(bot, Some(number(&key)?)).await?;
    Ok(no_store_json(DONE.0))
}

/// Deletes a bot of the requester. Its matches stay, without its name.
#[utoipa::path(delete, path = "/api/accounts/bots/{id}", tag = "accounts", params(("id" = String, Path)), responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn delete_bot(
    State(services): State<(Arc<Accounts>, Live, Arc<Challenges>)>,
    requester: Requester,
    Path(bot): Path<String>,
) -> Result<Response, ApiError> {
    let bot = own_bot(&services.0, &requester, &bot).await?;
    delete_player(&services, bot).await
}
