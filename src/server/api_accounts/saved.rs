//! HTTP: the bot configurations that a person saves.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use serde_json::Value;
use uuid::Uuid;

use crate::accounts::Accounts;
use crate::answer::{DONE, no_store_json};
use crate::bot_service::BotService;
use crate::error::{ApiError, ErrorBody};
use crate::principals::Requester;
use crate::request::{StrictJson, read};
use crate::time::unix_ms;
use arena_games::{GameId, diagnostic};
use arena_play::Seat;
use arena_protocol::account::{DoneView, SaveBotBody, SaveVersionBody, SavedBotView, SavedBotsView, SavedVersionView};
use arena_store::Store;
use arena_store::accounts::{NewVersion, SavedBot, SavedBotLimits, SavedVersion};

/// Reads the bots that a player saved, last saved first.
pub(super) async fn bots_of(store: &Store, player: Uuid) -> Result<Vec<SavedBotView>, ApiError> {
    let view = |SavedVersion { number, at_ms, body, duel }| {
        let config = serde_json::from_str(&body).map_err(ApiError::internal)?;
        Ok::<_, ApiError>(SavedVersionView { version: number, at_ms, config, duel })
    };
    let bot = |SavedBot { game, name, versions }| {
        let versions = versions.into_iter().map(view).collect::<Result<_, _>>()?;
        Ok::<_, ApiError>(SavedBotView { game, name, versions })
    };
    let bots = store.saved_bots(player).await?;
    let mut bots = bots.into_iter().map(bot).collect::<Result<Vec<_>, _>>()?;
    bots.sort_by_key(|bot| std::cmp::Reverse(bot.versions.last().map(|version| version.at_ms)));
    Ok(bots)
}

/// Lists the bots that the requester saved, with their versions.
#[utoipa::path(get, path = "/api/accounts/saved-bots", tag = "accounts", responses(
    (status = 200, body = SavedBotsView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 403, description = "a guest", body = ErrorBody)))]
pub(crate) async fn list(State(store): State<Store>, requester: Requester) -> Result<Response, ApiError> {
    let bots = bots_of(&store, requester.person()?.id).await?;
    Ok(no_store_json(SavedBotsView { bots }))
}

/// Saves a bot of the requester: appends versions to it, or creates it. The oldest versions beyond the limit are
/// dropped. Returns all saved bots.
#[utoipa::path(post, path = "/api/accounts/saved-bots", tag = "accounts", request_body = SaveBotBody, responses(
    (status = 200, body = SavedBotsView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 403, description = "a guest or a key", body = ErrorBody),
    (status = 404, description = "there is no such game", body = ErrorBody),
    (status = 422, description = "the configuration is not valid", body = ErrorBody)))]
pub(crate) async fn save(
    State((store, accounts, bots)): State<(Store, Arc<Accounts>, Arc<BotService>)>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let SaveBotBody { game, name, versions } = read(body)?;
    let player = requester.owner()?.id;
    accounts.admit(&requester).await?;
    let bounds = accounts.bounds();
    let limits = SavedBotLimits { bots: bounds.saved_bots, versions: bounds.saved_versions, bytes: bounds.saved_bytes };
    if versions.is_empty() || versions.len() > limits.versions {
        let (given, most) = (versions.len(), limits.versions);
        return Err(ApiError::bad_request(diagnostic!(
            "saved_versions",
            "give between 1 and {most} versions of a bot, got {given}",
            given,
            most
        ))
        .of("versions"));
    }
    let game: GameId = game.parse()?;
    let versions = versions.into_iter().enumerate().map(|(at, version)| {
        checked(&bots, game, &name, version).map_err(|error| error.within(&format!("versions[{at}].config")))
    });
    let versions = versions.collect::<Result<_, _>>()?;
    store.save_bot(player, (game.name().to_owned(), name), versions, limits).await?;
    Ok(no_store_json(SavedBotsView { bots: bots_of(&store, player).await? }))
}

/// Checks a configuration like one that is about to play.
fn checked(bots: &BotService, game: GameId, name: &str, version: SaveVersionBody) -> Result<NewVersion, ApiError> {
    let SaveVersionBody { mut config, at_ms, duel } = version;
    let Value::Object(keys) = &mut config else {
        return Err(ApiError::bad_request(diagnostic!("config_object", "config must be an object")));
    };
    keys.insert("game".to_owned(), game.name().into());
    keys.insert("name".to_owned(), name.into());
    let now = unix_ms();
    let at_ms = at_ms.map_or(now, |at_ms| at_ms.min(now));
    match bots.custom(config.clone(), game)? {
        // The given keys are stored, and not the complete configuration: defaults stay defaults.
        Seat::Bot { .. } => Ok(NewVersion { at_ms, body: config.to_string(), duel }),
        _ => Err(ApiError::internal("a configuration is no bot")),
    }
}

/// Deletes a saved bot of the requester with all its versions.
#[utoipa::path(delete, path = "/api/accounts/saved-bots/{game}/{name}", tag = "accounts",
    params(("game" = String, Path), ("name" = String, Path)), responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 403, description = "a guest or a key", body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn remove(
    State(store): State<Store>,
    requester: Requester,
    Path((game, name)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let player = requester.owner()?.id;
    store.delete_saved_bot(player, game, name).await?;
    Ok(no_store_json(DONE.0))
}
