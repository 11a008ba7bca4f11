//! HTTP: tournaments that people and programs enter, and invitations to them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::accounts::Accounts;
use super::answer::{Answer, no_store_json};
use super::app::App;
use super::error::{ApiError, ErrorBody};
use super::live::Live;
use super::modules::Modules;
use super::principals::Requester;
use super::request::{OperatorOnly, Query, StrictJson, read, tournament_id};
use crate::settings::Settings;
use arena_games::diagnostic;
use arena_play::tournament::Terms;
use arena_protocol::live::{
    EnterBody, InvitationsBody, InvitationsView, InviteBody, LiveView, MOST_INVITATIONS, NumberedNames, OpeningView,
    SeasonsView,
};
use arena_protocol::operator::Proof;
use arena_store::{PlayerRow, Store};

/// Query of the request to leave a tournament.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct QuitQuery {
    /// A bot of the requester that leaves. Without it, the requester leaves.
    bot: Option<Uuid>,
    /// The bot of a module of the requester that leaves.
    module: Option<String>,
}

/// The caller that opens and controls a tournament: the operator, or a player within the limits that the operator sets.
pub(super) enum Organiser {
    Operator(Proof),
    Player(Box<Requester>),
}

impl FromRequestParts<App> for Organiser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        match OperatorOnly::from_request_parts(parts, app).await {
            Ok(OperatorOnly(proof)) => Ok(Self::Operator(proof)),
            Err(error) if error.code() == "needs_operator" => {
                let requester = Requester::from_request_parts(parts, app).await;
                // A caller without a player's token gets the error for a caller who is not the operator.
                requester.map(|it| Self::Player(Box::new(it))).map_err(|_| ApiError::needs_operator())
            }
            Err(error) => Err(error),
        }
    }
}

impl Organiser {
    /// Checks that the caller is the operator or one of the players to whom the tournament belongs.
    ///
    /// # Errors
    /// [`ApiError`] for all others.
    pub(super) async fn check(&self, accounts: &Accounts, owners: &[Option<Uuid>]) -> Result<(), ApiError> {
        let Self::Player(requester) = self else { return Ok(()) };
        if !owners.contains(&Some(requester.player.id)) {
            return Err(ApiError::needs_operator());
        }
        accounts.admit(requester).await
    }
}

async fn view(live: &Live, text: &str) -> Answer<LiveView> {
    Ok(Json(live.view(tournament_id(text)?).await?))
}

/// Returns what the requester may open, and what is left of the requester's allowance.
#[utoipa::path(get, path = "/api/tournaments/open", tag = "tournaments", responses(
    (status = 200, body = OpeningView), (status = 403, description = "neither a player nor the operator", body = ErrorBody)))]
pub(super) async fn openable(
    State((live, settings)): State<(Live, Arc<Settings>)>,
    organiser: Organiser,
) -> Answer<OpeningView> {
    Ok(Json(match organiser {
        Organiser::Operator(_) => OpeningView { may: true, refusal: None, bounds: None },
        Organiser::Player(requester) => live.openable(&requester, &settings.tournaments).await,
    }))
}

/// Opens a tournament that people and programs can enter. Allowed for the operator, and for players within the limits
/// of `[tournaments]` in the settings.
#[utoipa::path(post, path = "/api/tournaments/open", tag = "tournaments", request_body = Terms, responses(
    (status = 201, body = LiveView), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, description = "there is no such game or bot", body = ErrorBody), (status = 422, body = ErrorBody),
    (status = 429, description = "players have opened as many as they may", body = ErrorBody)))]
pub(super) async fn open(
    State((live, accounts, settings)): State<(Live, Arc<Accounts>, Arc<Settings>)>,
    organiser: Organiser,
    StrictJson(body): StrictJson,
) -> Result<(StatusCode, Json<LiveView>), ApiError> {
    let opened = match organiser {
        Organiser::Operator(_) => live.open(read(body)?).await?,
        Organiser::Player(requester) => {
            accounts.admit(&requester).await?;
            live.open_for(&requester, &settings.tournaments, read(body)?).await?
        }
    };
    Ok((StatusCode::CREATED, Json(opened)))
}

/// Returns the state of a tournament that can be entered: terms, entrants, table and the matches being played.
#[utoipa::path(get, path = "/api/tournaments/{id}/live", tag = "tournaments", params(("id" = String, Path)), responses(
    (status = 200, body = LiveView), (status = 404, body = ErrorBody)))]
pub(super) async fn live(State(tournaments): State<Live>, Path(id): Path<String>) -> Answer<LiveView> {
    view(&tournaments, &id).await
}

/// Ends registration and starts play. Allowed for the operator and the player who opened the tournament.
#[utoipa::path(post, path = "/api/tournaments/{id}/begin", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = LiveView), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 422, description = "too few have entered", body = ErrorBody)))]
pub(super) async fn begin(
    State((live, accounts)): State<(Live, Arc<Accounts>)>,
    organiser: Organiser,
    Path(id): Path<String>,
) -> Answer<LiveView> {
    let tournament = tournament_id(&id)?;
    organiser.check(&accounts, &[live.opener(tournament)]).await?;
    live.begin(tournament).await?;
    view(&live, &id).await
}

/// Returns the player who enters or leaves: the requester or one of the requester's bots.
async fn entrant(store: &Store, requester: Requester, bot: Option<Uuid>) -> Result<PlayerRow, ApiError> {
    let Some(bot) = bot else { return Ok(requester.player) };
    let own = store.player(bot).await?.filter(|row| row.owner() == requester.player.id);
    own.ok_or_else(|| ApiError::forbidden(diagnostic!("not_your_bot", "this is not one of your bots")))
}

/// Enters a tournament. To be paired, the player must also send `enter` over the WebSocket when ready to play.
#[utoipa::path(post, path = "/api/tournaments/{id}/enter", tag = "tournaments", params(("id" = String, Path)),
    request_body = EnterBody, responses((status = 200, body = LiveView),
        (status = 401, description = "no player's token", body = ErrorBody),
        (status = 403, description = "registration is over, or by invitation only", body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn enter(
    State((accounts, live, store)): State<(Arc<Accounts>, Live, Store)>,
    State(modules): State<Modules>,
    requester: Requester,
    Path(id): Path<String>,
    StrictJson(body): StrictJson,
) -> Answer<LiveView> {
    accounts.admit(&requester).await?;
    let EnterBody { version, bot, module } = read(body)?;
    let tournament = tournament_id(&id)?;
    if let Some(module) = module {
        modules.enter(&requester, &tournament.to_string(), &module).await?;
        return view(&live, &id).await;
    }
    let player = entrant(&store, requester, bot).await?;
    live.enter(&tournament.to_string(), &player, version, None).await?;
    view(&live, &id).await
}

/// Leaves a tournament. In a tournament with a schedule, the remaining matches are forfeited.
#[utoipa::path(delete, path = "/api/tournaments/{id}/enter", tag = "tournaments", params(("id" = String, Path), QuitQuery),
    responses((status = 200, body = LiveView), (status = 401, description = "no player's token", body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn quit(
    State((accounts, live, store)): State<(Arc<Accounts>, Live, Store)>,
    State(modules): State<Modules>,
    requester: Requester,
    Path(id): Path<String>,
    Query(QuitQuery { bot, module }): Query<QuitQuery>,
) -> Answer<LiveView> {
    accounts.admit(&requester).await?;
    let tournament = tournament_id(&id)?;
    if let Some(module) = module {
        modules.quit(&requester, &tournament.to_string(), &module).await?;
        return view(&live, &id).await;
    }
    let player = entrant(&store, requester, bot).await?;
    live.quit(&tournament.to_string(), player.id).await?;
    view(&live, &id).await
}

/// Invites players, and enters bots and engines of the server. Allowed for the operator and the player who opened the
/// tournament.
#[utoipa::path(post, path = "/api/tournaments/{id}/invite", tag = "tournaments", params(("id" = String, Path)),
    request_body = InviteBody, responses((status = 200, body = LiveView),
        (status = 400, description = "neither players nor bots", body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn invite(
    State((live, accounts)): State<(Live, Arc<Accounts>)>,
    organiser: Organiser,
    Path(id): Path<String>,
    StrictJson(body): StrictJson,
) -> Answer<LiveView> {
    let tournament = tournament_id(&id)?;
    organiser.check(&accounts, &[live.opener(tournament)]).await?;
    let InviteBody { players, bots } = read(body)?;
    if players.is_empty() && bots.is_empty() {
        return Err(ApiError::bad_request(diagnostic!("players_or_bots", "give players, bots or both")));
    }
    live.invite(&tournament.to_string(), players, &bots).await?;
    view(&live, &id).await
}

/// Closes the season of a league. Its table is kept, and points start again from zero. Allowed for the operator and the
/// player who opened the league.
#[utoipa::path(post, path = "/api/tournaments/{id}/season", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = SeasonsView), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn close_season(
    State((live, accounts)): State<(Live, Arc<Accounts>)>,
    organiser: Organiser,
    Path(id): Path<String>,
) -> Answer<SeasonsView> {
    let tournament = tournament_id(&id)?;
    organiser.check(&accounts, &[live.opener(tournament)]).await?;
    live.close_season(tournament).await?;
    seasons(State(live), Path(id)).await
}

/// Lists the closed seasons of a league with their tables.
#[utoipa::path(get, path = "/api/tournaments/{id}/seasons", tag = "tournaments", params(("id" = String, Path)),
    responses((status = 200, body = SeasonsView), (status = 404, body = ErrorBody)))]
pub(super) async fn seasons(State(live): State<Live>, Path(id): Path<String>) -> Answer<SeasonsView> {
    Ok(Json(SeasonsView { seasons: live.seasons(tournament_id(&id)?).await? }))
}

/// Creates accounts to hand out, each with a claimed name and a key, and invites them to a tournament. If one name is
/// refused, no account is created. Operator only.
#[utoipa::path(post, path = "/api/operator/invitations", tag = "operator", request_body = InvitationsBody, responses(
    (status = 200, body = InvitationsView), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, description = "there is no such tournament", body = ErrorBody),
    (status = 409, description = "a name is taken", body = ErrorBody)))]
pub(super) async fn invitations(
    State((accounts, live)): State<(Arc<Accounts>, Live)>,
    _: OperatorOnly,
    StrictJson(body): StrictJson,
) -> Result<Response, ApiError> {
    let InvitationsBody { mut names, numbered, tournament } = read::<InvitationsBody>(body)?;
    let given = names.len().saturating_add(numbered.as_ref().map_or(0, |it| it.count));
    if !(1..=MOST_INVITATIONS).contains(&given) {
        return Err(ApiError::bad_request(diagnostic!(
            "invitations",
            "the number of names must be between 1 and {most}, got {given}",
            given,
            most = MOST_INVITATIONS
        ))
        .of("names"));
    }
    if let Some(NumberedNames { prefix, count }) = numbered {
        names.extend(accounts.free_numbers(&prefix, count).await?);
    }
    let title = tournament.as_deref().map(|text| live.title(text)).transpose()?;
    let invitations = accounts.invite(names).await?;
    if let Some(tournament) = &tournament {
        live.invite(tournament, invitations.iter().map(|it| it.player).collect(), &[]).await?;
    }
    Ok(no_store_json(InvitationsView { invitations, tournament: title }))
}
