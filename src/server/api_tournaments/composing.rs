//! HTTP: tournaments between bots, composed and started by the operator, and by players within the limits of
//! `[composing]` in the settings.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use crate::accounts::Accounts;
use crate::answer::Answer;
use crate::api::shared;
use crate::api_live::Organiser;
use crate::bot_service::BotService;
use crate::error::{ApiError, ErrorBody};
use crate::fair_play::AssistanceRequester;
use crate::limits::ConnectionLimiter;
use crate::lobby::Lobby;
use crate::principals::Requester;
use crate::request::{StrictJson, read};
use crate::settings::Settings;
use crate::tournaments::Tournaments;
use crate::tournaments::players::check_composer;
use arena_bots::Reach;
use arena_games::diagnostic;
use arena_protocol::compose::{ComposeBody, ComposedView, ComposingView};
use arena_protocol::listing::TournamentSummary;
use arena_tournament::Plan;

/// The tournament to start: the name of a configured one, or a complete description.
#[derive(Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", ts(optional_fields))]
pub(crate) struct StartBody {
    /// Name of a configured tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Complete text of a tournament file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    toml: Option<String>,
}

/// Starts a tournament. The operator may start any; players may start a described one within their limits.
#[utoipa::path(post, path = "/api/tournaments", tag = "tournaments", request_body = StartBody, responses(
    (status = 201, body = TournamentSummary), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 422, body = ErrorBody),
    (status = 429, description = "players have as many played as they may, or their time is used up", body = ErrorBody)))]
pub(crate) async fn start(
    State((tournaments, bots, limiter)): State<(Tournaments, Arc<BotService>, Arc<ConnectionLimiter>)>,
    State((settings, accounts, lobby)): State<(Arc<Settings>, Arc<Accounts>, Lobby)>,
    organiser: Organiser,
    StrictJson(body): StrictJson,
) -> Result<(StatusCode, Json<TournamentSummary>), ApiError> {
    let one = || ApiError::bad_request(diagnostic!("file_or_toml", "give either file or toml"));
    let summary = match organiser {
        Organiser::Operator(_) => match read(body)? {
            StartBody { file: Some(file), toml: None } => tournaments.start_file(&file).await?,
            StartBody { file: None, toml: Some(toml) } => tournaments.start_described(toml).await?,
            _ => return Err(one()),
        },
        Organiser::Player(requester) => {
            let bounds = settings.composing.clone();
            check_composer(&requester, &bounds)?;
            accounts.admit(&requester).await?;
            // Configured tournaments may name engines, so only the operator starts them.
            let toml = match read(body)? {
                StartBody { file: None, toml: Some(toml) } => toml,
                StartBody { file: Some(_), toml: None } => return Err(ApiError::needs_operator()),
                _ => return Err(one()),
            };
            let (composer, within) = (tournaments.clone(), bounds.clone());
            let prepared = shared((&bots, &limiter), &requester.caller, (1, Reach::Here), move |_| {
                composer.prepared(toml, &within)
            })
            .await?;
            check_now(&lobby, &bots, &requester, prepared.plan())?;
            tournaments.start_for(&requester, prepared, &bounds).await?
        }
    };
    Ok((StatusCode::CREATED, Json(summary)))
}

/// Checks that a player can start this plan now, apart from the budget.
fn check_now(lobby: &Lobby, bots: &BotService, requester: &Requester, plan: &Plan) -> Result<(), ApiError> {
    if lobby.is_draining() {
        return Err(ApiError::draining());
    }
    AssistanceRequester::player(&bots.principals, requester.player.id).check_plan(lobby.principals(), lobby.all(), plan)
}

/// Checks a tournament file and returns its plan with expanded grids and its estimated duration, or its errors with
/// their places. The response also has the file as TOML and as JSON, and its cost in the player's budget. Nothing is
/// started or stored.
#[utoipa::path(post, path = "/api/tournaments/plan", tag = "tournaments", request_body = ComposeBody, responses(
    (status = 200, body = ComposedView), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 429, description = "too much is worked out at once", body = ErrorBody),
    (status = 503, description = "all search threads are busy", body = ErrorBody)))]
pub(crate) async fn plan(
    State((tournaments, bots, limiter)): State<(Tournaments, Arc<BotService>, Arc<ConnectionLimiter>)>,
    State((settings, accounts, lobby)): State<(Arc<Settings>, Arc<Accounts>, Lobby)>,
    organiser: Organiser,
    StrictJson(body): StrictJson,
) -> Answer<ComposedView> {
    let body: ComposeBody = read(body)?;
    let requester = match organiser {
        Organiser::Operator(_) => return Ok(Json(tournaments.compose(body).await?)),
        Organiser::Player(requester) => requester,
    };
    let bounds = settings.composing.clone();
    check_composer(&requester, &bounds)?;
    accounts.admit(&requester).await?;
    let caller = requester.caller;
    let starting = Arc::clone(&bots);
    let composed = shared((&bots, &limiter), &caller, (1, Reach::Here), move |_| {
        let check = |plan: &Plan| check_now(&lobby, &starting, &requester, plan);
        tournaments.composed_for(body, &requester, &bounds, check)
    });
    Ok(Json(composed.await?))
}

/// Returns whether the requester may start tournaments of bots, and what is left of the requester's budget.
#[utoipa::path(get, path = "/api/tournaments/plan", tag = "tournaments", responses(
    (status = 200, body = ComposingView), (status = 403, description = "neither a player nor the operator", body = ErrorBody)))]
pub(crate) async fn composable(
    State((tournaments, settings)): State<(Tournaments, Arc<Settings>)>,
    organiser: Organiser,
) -> Answer<ComposingView> {
    Ok(Json(match organiser {
        Organiser::Operator(_) => ComposingView { may: true, refusal: None, bounds: None },
        Organiser::Player(requester) => tournaments.composable(&requester, &settings.composing),
    }))
}
