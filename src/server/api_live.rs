//! HTTP: tournaments that people and programs enter, and invitations to them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::answer::{Answer, no_store_json};
use super::app::App;
use super::error::{ApiError, ErrorBody};
use super::principals::Requester;
use super::request::{OperatorOnly, StrictJson, read, tournament_id};
use crate::protocol::live::{
    EnterBody, InvitationsBody, InvitationsView, InviteBody, LiveView, MOST_INVITATIONS, SeasonsView,
};
use crate::store::PlayerRow;
use crate::tournament::live::Terms;

/// Who leaves.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct QuitQuery {
    /// A bot of the requester's, in the requester's place.
    bot: Option<Uuid>,
}

async fn view(app: &App, text: &str) -> Answer<LiveView> {
    Ok(Json(app.live.view(tournament_id(text)?).await?))
}

/// Opens a tournament that people and programs can enter; for the operator.
#[utoipa::path(post, path = "/api/tournaments/open", tag = "tournaments", request_body = Terms, responses(
    (status = 201, body = LiveView), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, description = "there is no such game or bot", body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn open(
    State(app): State<Arc<App>>,
    _: OperatorOnly,
    StrictJson(body): StrictJson,
) -> Result<(StatusCode, Json<LiveView>), ApiError> {
    let terms: Terms = read(body)?;
    Ok((StatusCode::CREATED, Json(app.live.open(terms).await?)))
}

/// How a tournament that can be entered stands: its terms, its entrants and their table, and what is being played.
#[utoipa::path(get, path = "/api/tournaments/{id}/live", tag = "tournaments", params(("id" = String, Path)), responses(
    (status = 200, body = LiveView), (status = 404, body = ErrorBody)))]
pub(super) async fn live(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<LiveView> {
    view(&app, &id).await
}

/// Ends registration and begins to play; for the operator.
#[utoipa::path(post, path = "/api/tournaments/{id}/begin", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = LiveView), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 422, description = "too few have entered", body = ErrorBody)))]
pub(super) async fn begin(State(app): State<Arc<App>>, _: OperatorOnly, Path(id): Path<String>) -> Answer<LiveView> {
    app.live.begin(tournament_id(&id)?).await?;
    view(&app, &id).await
}

/// Who enters or leaves: the requester, or a bot's account of the requester's.
async fn contender(app: &App, requester: Requester, bot: Option<Uuid>) -> Result<PlayerRow, ApiError> {
    let Some(bot) = bot else { return Ok(requester.player) };
    let own = app.store.player(bot).await?.filter(|row| row.owner() == requester.player.id);
    own.ok_or_else(|| ApiError::Forbidden("this is no bot of yours".to_owned()))
}

/// Enters a tournament. Who wants to play in it says `enter` over the WebSocket, too, when it is there and ready.
#[utoipa::path(post, path = "/api/tournaments/{id}/enter", tag = "tournaments", params(("id" = String, Path)),
    request_body = EnterBody, responses((status = 200, body = LiveView),
        (status = 401, description = "no player's token", body = ErrorBody),
        (status = 403, description = "registration is over, or by invitation only", body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn enter(
    State(app): State<Arc<App>>,
    requester: Requester,
    Path(id): Path<String>,
    StrictJson(body): StrictJson,
) -> Answer<LiveView> {
    app.admit(&requester).await?;
    let EnterBody { version, bot } = read(body)?;
    let tournament = tournament_id(&id)?;
    let player = contender(&app, requester, bot).await?;
    app.live.enter(&tournament.to_string(), &player, version, None).await?;
    view(&app, &id).await
}

/// Leaves a tournament. In a schedule, what the requester had still to play is forfeited.
#[utoipa::path(delete, path = "/api/tournaments/{id}/enter", tag = "tournaments", params(("id" = String, Path), QuitQuery),
    responses((status = 200, body = LiveView), (status = 401, description = "no player's token", body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn quit(
    State(app): State<Arc<App>>,
    requester: Requester,
    Path(id): Path<String>,
    Query(QuitQuery { bot }): Query<QuitQuery>,
) -> Answer<LiveView> {
    app.admit(&requester).await?;
    let tournament = tournament_id(&id)?;
    let player = contender(&app, requester, bot).await?;
    app.live.quit(&tournament.to_string(), player.id).await?;
    view(&app, &id).await
}

/// Invites players, and lets bots and engines of the server enter; for the operator.
#[utoipa::path(post, path = "/api/tournaments/{id}/invite", tag = "tournaments", params(("id" = String, Path)),
    request_body = InviteBody, responses((status = 200, body = LiveView), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn invite(
    State(app): State<Arc<App>>,
    _: OperatorOnly,
    Path(id): Path<String>,
    StrictJson(body): StrictJson,
) -> Answer<LiveView> {
    let InviteBody { players, bots } = read(body)?;
    let tournament = tournament_id(&id)?;
    app.live.invite(&tournament.to_string(), players, &bots).await?;
    view(&app, &id).await
}

/// Closes the season of a league: its table is kept, and points are counted anew; for the operator.
#[utoipa::path(post, path = "/api/tournaments/{id}/season", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = SeasonsView), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn close_season(
    State(app): State<Arc<App>>,
    _: OperatorOnly,
    Path(id): Path<String>,
) -> Answer<SeasonsView> {
    app.live.close_season(tournament_id(&id)?).await?;
    seasons(State(app), Path(id)).await
}

/// The seasons of a league that were closed, with their tables.
#[utoipa::path(get, path = "/api/tournaments/{id}/seasons", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = SeasonsView), (status = 404, body = ErrorBody)))]
pub(super) async fn seasons(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<SeasonsView> {
    Ok(Json(SeasonsView { seasons: app.live.seasons(tournament_id(&id)?).await? }))
}

/// Makes accounts to hand out, each with a claimed name and a key, and invites them to a tournament; for the operator. All
/// or none are made.
#[utoipa::path(post, path = "/api/operator/invitations", tag = "operator", request_body = InvitationsBody, responses(
    (status = 200, body = InvitationsView), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, description = "there is no such tournament", body = ErrorBody),
    (status = 409, description = "a name is taken", body = ErrorBody)))]
pub(super) async fn invitations(
    State(app): State<Arc<App>>,
    _: OperatorOnly,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let InvitationsBody { names, tournament } = read::<InvitationsBody>(body)?;
    if !(1..=MOST_INVITATIONS).contains(&names.len()) {
        let problem = format!("names: there are {}, but must be 1 to {MOST_INVITATIONS}", names.len());
        return Err(ApiError::BadRequest(problem));
    }
    let title = tournament.as_deref().map(|text| app.live.title(text)).transpose()?;
    let invitations = app.accounts.invite(names).await?;
    if let Some(tournament) = &tournament {
        app.live.invite(tournament, invitations.iter().map(|it| it.player).collect(), &[]).await?;
    }
    Ok(no_store_json(InvitationsView { invitations, tournament: title }))
}
