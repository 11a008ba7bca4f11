//! HTTP of keys, and of the bots that belong to a person.

use std::collections::HashSet;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{Path, State};
use axum::response::Response;
use uuid::Uuid;

use super::Accounts;
use crate::protocol::account::{DoneView, KeyBody, KeyView, NameBody, NewBotView, NewKeyView};
use crate::protocol::live::InvitationView;
use crate::protocol::{PlayerView, Reason, name};
use crate::server::answer::no_store_json;
use crate::server::app::App;
use crate::server::auth;
use crate::server::error::{ApiError, ErrorBody};
use crate::server::names::looks;
use crate::server::principals::Requester;
use crate::server::request::{StrictJson, id, read};
use crate::server::time::unix_ms;
use crate::store::StoreError;
use crate::store::accounts::{Change, Claim, Conflict, TokenRow};

/// Tokens as their owner sees them.
pub(super) fn key_views(rows: Vec<TokenRow>) -> Vec<KeyView> {
    let view = |TokenRow { key, label, created_ms, used_ms }| KeyView {
        id: u64::try_from(key).unwrap_or_default(),
        label,
        created_ms,
        used_ms,
    };
    rows.into_iter().map(view).collect()
}

/// The number of a key in the path.
fn number(text: &str) -> Result<i64, ApiError> {
    text.parse().map_err(|_| ApiError::NotFound("a key is named by its number".to_owned()))
}

/// Makes a key for the requester: a program's way to be known as this person.
#[utoipa::path(post, path = "/api/accounts/keys", tag = "accounts", request_body = KeyBody, responses(
    (status = 200, body = NewKeyView), (status = 401, description = "no player's token", body = ErrorBody)))]
pub(in crate::server) async fn make(
    State(app): State<Arc<App>>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let KeyBody { label } = read(body)?;
    let key = app.accounts.add_key(requester.person()?.id, &label).await?;
    Ok(no_store_json(NewKeyView { key }))
}

/// Revokes a key or a session of the requester's. Connections that came with it end.
#[utoipa::path(delete, path = "/api/accounts/keys/{key}", tag = "accounts", params(("key" = String, Path)), responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(in crate::server) async fn revoke(
    State(app): State<Arc<App>>,
    requester: Requester,
    Path(key): Path<String>,
) -> Result<Response, ApiError> {
    app.accounts.revoke(requester.person()?.id, number(&key)?).await
}

/// Makes a bot that belongs to the requester, with a name of its own and a first key.
#[utoipa::path(post, path = "/api/accounts/bots", tag = "accounts", request_body = NameBody, responses(
    (status = 200, body = NewBotView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 409, description = "the name is taken", body = ErrorBody)))]
pub(in crate::server) async fn make_bot(
    State(app): State<Arc<App>>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let NameBody { name } = read(body)?;
    let (accounts, owner) = (&app.accounts, requester.person()?.id);
    let name = accounts.free_name(&name, requester.caller.address).await?;
    accounts.attempts.admit_claim(requester.caller.address)?;
    let (key, token) = accounts.new_key("");
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
    };
    accounts.store.claim(claim).await?;
    accounts.claimed.fetch_add(1, Ordering::Relaxed);
    Ok(no_store_json(NewBotView { player: PlayerView { id: player, name }, key }))
}

/// Makes another key for a bot of the requester's.
#[utoipa::path(post, path = "/api/accounts/bots/{id}/keys", tag = "accounts", params(("id" = String, Path)),
    request_body = KeyBody, responses(
    (status = 200, body = NewKeyView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 404, description = "the requester has no such bot", body = ErrorBody)))]
pub(in crate::server) async fn make_for_bot(
    State(app): State<Arc<App>>,
    requester: Requester,
    Path(bot): Path<String>,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let KeyBody { label } = read(body)?;
    let bot = app.accounts.own_bot(&requester, &bot).await?;
    Ok(no_store_json(NewKeyView { key: app.accounts.add_key(bot, &label).await? }))
}

/// Revokes a key of a bot of the requester's. Connections that came with it end.
#[utoipa::path(delete, path = "/api/accounts/bots/{id}/keys/{key}", tag = "accounts",
    params(("id" = String, Path), ("key" = String, Path)), responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(in crate::server) async fn revoke_of_bot(
    State(app): State<Arc<App>>,
    requester: Requester,
    Path((bot, key)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let bot = app.accounts.own_bot(&requester, &bot).await?;
    app.accounts.revoke(bot, number(&key)?).await
}

/// Deletes a bot of the requester's. Its matches stay, without its name.
#[utoipa::path(delete, path = "/api/accounts/bots/{id}", tag = "accounts", params(("id" = String, Path)), responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(in crate::server) async fn delete_bot(
    State(app): State<Arc<App>>,
    requester: Requester,
    Path(bot): Path<String>,
) -> Result<Response, ApiError> {
    let bot = app.accounts.own_bot(&requester, &bot).await?;
    let gone = app.accounts.remove(bot, &app.live).await?;
    gone.into_iter().for_each(|it| app.challenges.forget(it));
    Ok(no_store_json(DoneView { done: true }))
}

impl Accounts {
    /// So many names with this prefix and the next numbers that nobody has.
    ///
    /// # Errors
    /// When such a name would be shown otherwise, as one that is too long is cut off before its number.
    pub(in crate::server) async fn free_numbers(&self, prefix: &str, count: usize) -> Result<Vec<String>, ApiError> {
        let mut free = Vec::with_capacity(count);
        for number in 1_u64.. {
            if free.len() == count {
                break;
            }
            let name = format!("{prefix}-{number:02}");
            if name::shown(&name) != name {
                return Err(ApiError::BadRequest(format!("numbered.prefix: {name} is no name that can be shown")));
            }
            if self.store.claimed_by(&looks(&name)).await?.is_none() {
                free.push(name);
            }
        }
        Ok(free)
    }

    /// Makes an account with a key for each of these names, all or none of which are free.
    ///
    /// # Errors
    /// When a name cannot be claimed, or stands twice; then none is.
    pub(in crate::server) async fn invite(&self, names: Vec<String>) -> Result<Vec<InvitationView>, ApiError> {
        let (mut free, mut seen) = (Vec::with_capacity(names.len()), HashSet::new());
        for name in names {
            let nowhere = IpAddr::V4(Ipv4Addr::LOCALHOST);
            let shown = self.free_name(&name, nowhere).await.map_err(|error| match error {
                ApiError::BadRequest(problem) => ApiError::BadRequest(format!("{name}: {problem}")),
                ApiError::Told(why) => Reason::Invited { name, why: Box::new(why) }.into(),
                ApiError::Store(StoreError::Conflict(Conflict::NameTaken)) => ApiError::NameTaken(name),
                error => error,
            })?;
            // The two looks of one name may be the same.
            let looks = looks(&shown);
            if looks.iter().any(|look| seen.contains(look)) {
                return Err(Reason::Alike { name: shown }.into());
            }
            seen.extend(looks);
            free.push(shown);
        }
        let mut invitations = Vec::with_capacity(free.len());
        for name in free {
            let (player, at_ms) = (Uuid::new_v4(), unix_ms());
            // Nobody knows this first token; the key is what is handed out.
            self.store.create_player(player, &name, auth::hash(auth::new_token()), at_ms).await?;
            let (key, token) = self.new_key("invitation");
            let looks = looks(&name).into();
            let (owner, password, codes, token) = (None, None, Vec::new(), Some(token));
            self.store.claim(Claim { player, name: name.clone(), looks, owner, password, codes, token, at_ms }).await?;
            self.claimed.fetch_add(1, Ordering::Relaxed);
            invitations.push(InvitationView { name, player, key });
        }
        Ok(invitations)
    }

    async fn add_key(&self, player: Uuid, label: &str) -> Result<String, ApiError> {
        let (key, token) = self.new_key(label);
        self.change(player, Change { token: Some(token), ..Change::default() }).await?;
        Ok(key)
    }

    async fn revoke(&self, player: Uuid, key: i64) -> Result<Response, ApiError> {
        self.store.revoke_token(player, Some(key)).await?;
        self.online.cut_token(player, Some(key));
        Ok(no_store_json(DoneView { done: true }))
    }

    /// The bot with this id, if it is the requester's.
    async fn own_bot(&self, requester: &Requester, text: &str) -> Result<Uuid, ApiError> {
        let (owner, bot) = (requester.person()?.id, id(text)?);
        let bots = self.store.bots_of(owner).await?;
        let own = bots.iter().any(|row| row.id == bot);
        if own { Ok(bot) } else { Err(ApiError::NotFound(format!("you have no bot {bot}"))) }
    }
}
