//! HTTP: WebAssembly modules that players hand in.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::accounts::Accounts;
use super::answer::{Answer, DONE};
use super::api_ratings::whole;
use super::audit::audit_entry;
use super::challenges::reason;
use super::error::{ApiError, ErrorBody};
use super::lobby::row_summary;
use super::modules::{LARGEST, Modules};
use super::principals::Requester;
use super::request::{OperatorOnly, Query, StrictJson, limit_error, parameter, read};
use arena_bots::module::suffix;
use arena_games::GameModel;
use arena_games::diagnostic;
use arena_play::ModuleState;
use arena_protocol::PlayerView;
use arena_protocol::account::DoneView;
use arena_protocol::challenge::ReasonBody;
use arena_protocol::moderation::AuditAction;
use arena_protocol::modules::{ModuleRatingView, ModuleVersionView, ModuleView, ModulesView, bot_name};
use arena_protocol::rating::TallyView;
use arena_store::Store;
use arena_store::modules::{BotRecord, ModuleFilter, ModuleRow};

/// Maximum and default number of modules in a page.
const LARGEST_PAGE: u32 = 20;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ModulesQuery {
    /// Only modules of this game.
    game: Option<String>,
    /// Only modules of this player.
    player: Option<Uuid>,
    /// Maximum number of modules, 1 to 20. The default is 20.
    limit: Option<u32>,
    /// The value of `next` from the previous page.
    before: Option<String>,
}

/// Lists modules that players handed in, with the ratings, results and failures of their bots. Others see the accepted
/// versions only.
#[utoipa::path(get, path = "/api/modules", tag = "modules", params(ModulesQuery), responses(
    (status = 200, body = ModulesView), (status = 400, body = ErrorBody),
    (status = 404, description = "there is no such game", body = ErrorBody)))]
pub(super) async fn list(
    State(store): State<Store>,
    requester: Option<Requester>,
    Query(query): Query<ModulesQuery>,
) -> Answer<ModulesView> {
    let limit = query.limit.unwrap_or(LARGEST_PAGE);
    if !(1..=LARGEST_PAGE).contains(&limit) {
        return Err(limit_error(limit, LARGEST_PAGE));
    }
    let filter = ModuleFilter {
        game: query.game.as_deref().map(str::parse).transpose()?,
        player: query.player,
        reader: requester.map(|requester| requester.player.id),
        before: parameter("before", query.before.as_deref())?,
        limit,
    };
    let page = store.modules(&filter).await?;
    let mut modules = Vec::new();
    for versions in page.items {
        modules.extend(view(&store, versions).await?);
    }
    Ok(Json(ModulesView { modules, next: page.next.map(|next| next.to_string()) }))
}

/// Describes the versions of a module. Returns `None` if there are none.
async fn view(store: &Store, versions: Vec<ModuleRow>) -> Result<Option<ModuleView>, ApiError> {
    let Some(newest) = versions.first() else { return Ok(None) };
    let player = PlayerView { id: newest.player, name: newest.owner.clone() };
    let (game, name) = (newest.game.name().to_owned(), newest.name.clone());
    let bots = versions.iter().map(|row| (row.game, bot_name(&row.owner, &row.name, row.version))).collect();
    let records = store.bot_records(bots).await?;
    let versions = versions.into_iter().zip(records).map(|(row, record)| version(row, record));
    let versions = versions.collect::<Result<_, serde_json::Error>>().map_err(ApiError::internal)?;
    Ok(Some(ModuleView { player, game, name, versions }))
}

fn version(row: ModuleRow, record: BotRecord) -> Result<ModuleVersionView, serde_json::Error> {
    let BotRecord { tally, strength, failures } = record;
    let rating = strength.map(|(strength, matches)| ModuleRatingView {
        rating: whole(strength.rating),
        deviation: whole(strength.deviation).unsigned_abs(),
        provisional: strength.is_provisional(),
        matches,
    });
    Ok(ModuleVersionView {
        version: row.version,
        bot: bot_name(&row.owner, &row.name, row.version),
        digest: row.digest,
        bytes: row.bytes,
        at_ms: row.at_ms,
        state: row.state,
        report: (!row.report.is_empty()).then_some(row.report),
        failure: row.failure.as_deref().map(serde_json::from_str).transpose()?,
        trial: serde_json::from_str(&row.trial)?,
        tally: TallyView { wins: tally.wins, draws: tally.draws, losses: tally.losses },
        rating,
        failures: failures.iter().map(row_summary).collect(),
    })
}

/// Hands in a module: its bytes, as a new version of the requester's module of this name. The newest version again is no new
/// one. Returns the module.
#[utoipa::path(post, path = "/api/modules/{game}/{name}", tag = "modules",
    params(("game" = String, Path), ("name" = String, Path)),
    request_body(content = String, content_type = "application/octet-stream"), responses(
    (status = 202, description = "it is being analysed and tested", body = ModuleView),
    (status = 401, description = "no player's token", body = ErrorBody),
    (status = 403, description = "a guest, or the operator allows no modules or not this one", body = ErrorBody),
    (status = 404, description = "there is no such game", body = ErrorBody),
    (status = 429, description = "a limit is reached, or the last one is still being tested", body = ErrorBody)))]
pub(super) async fn hand_in(
    State((accounts, modules, store)): State<(Arc<Accounts>, Modules, Store)>,
    requester: Requester,
    Path((game, name)): Path<(String, String)>,
    request: Request,
) -> Result<(StatusCode, Json<ModuleView>), ApiError> {
    accounts.admit(&requester).await?;
    let game = game.parse()?;
    let wasm = bytes_of(request.into_body()).await?;
    let row = modules.hand_in(&requester, game, name, wasm).await?;
    let module = view(&store, vec![row]).await?.ok_or_else(|| ApiError::internal("a module has no versions"))?;
    Ok((StatusCode::ACCEPTED, Json(module)))
}

/// Reads the bytes of a module.
async fn bytes_of(body: Body) -> Result<Vec<u8>, ApiError> {
    let bytes = to_bytes(body, LARGEST).await;
    bytes.map(Into::into).map_err(|_| {
        ApiError::too_large(diagnostic!(
            "module_body",
            "the module could not be read; it may have at most {most} bytes",
            most = LARGEST
        ))
    })
}

/// Deletes a module of the requester. Its bots play no more. The files of accepted versions stay for the records of their
/// matches.
#[utoipa::path(delete, path = "/api/modules/{game}/{name}", tag = "modules",
    params(("game" = String, Path), ("name" = String, Path)), responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 403, description = "a guest", body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn remove(
    State((accounts, modules)): State<(Arc<Accounts>, Modules)>,
    requester: Requester,
    Path((game, name)): Path<(String, String)>,
) -> Answer<DoneView> {
    accounts.admit(&requester).await?;
    let player = requester.person()?.id;
    modules.withdraw(player, game.parse()?, &name).await?;
    Ok(DONE)
}

/// Returns the file of a version that was accepted, by its SHA-256, to verify the records of its matches.
#[utoipa::path(get, path = "/api/modules/files/{digest}", tag = "modules", params(("digest" = String, Path)), responses(
    (status = 200, content_type = "application/wasm", body = Vec<u8>), (status = 404, body = ErrorBody)))]
pub(super) async fn file(State(store): State<Store>, Path(digest): Path<String>) -> Result<Response, ApiError> {
    let versions = store.modules_with(&digest).await?;
    let public = [ModuleState::Accepted, ModuleState::Withdrawn];
    let version = versions.iter().find(|row| public.contains(&row.state)).ok_or_else(no_such_module)?;
    let content = store.module_file(version.key).await?;
    let name = format!("attachment; filename=\"{}{}\"", version.digest, suffix(&content));
    let kind = if GameModel::is_one(&content) { "application/octet-stream" } else { "application/wasm" };
    let headers = [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, &*name), (CACHE_CONTROL, "public, max-age=3600")];
    Ok((headers, content).into_response())
}

fn no_such_module() -> ApiError {
    ApiError::not_found(diagnostic!("no_such_module", "there is no such module"))
}

/// Refuses a file for good: its bots play no more, it cannot be downloaded, and nobody can hand it in again. Operator only.
#[utoipa::path(post, path = "/api/operator/modules/{digest}/refuse", tag = "operator", params(("digest" = String, Path)),
    request_body = ReasonBody, responses((status = 200, body = DoneView), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody)))]
pub(super) async fn refuse(
    State((store, modules)): State<(Store, Modules)>,
    OperatorOnly(proof): OperatorOnly,
    Path(digest): Path<String>,
    StrictJson(body): StrictJson,
) -> Answer<DoneView> {
    let ReasonBody { reason: given } = read(body)?;
    let missing = || ApiError::bad_request(diagnostic!("say_why", "reason: must not be empty")).of("reason");
    let reason = reason(given).ok_or_else(missing)?;
    let owner = store.modules_with(&digest).await?.first().map(|row| row.player).ok_or_else(no_such_module)?;
    let entry = audit_entry(proof, AuditAction::RefuseModule, owner, format!("{digest}: {reason}"));
    modules.refuse(&digest, &reason, entry).await?;
    Ok(DONE)
}
