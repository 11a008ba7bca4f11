//! HTTP: the list of tournaments.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::protocol::bounds;
use crate::protocol::listing::TournamentsView;
use crate::server::api::page_limit;
use crate::server::app::App;
use crate::server::edge::Caller;
use crate::server::error::{ApiError, ErrorBody};
use crate::store::{BadCursor, BadTournamentStatus, TournamentFilter};

#[derive(Default, PartialEq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::server) struct TournamentsQuery {
    /// Of this game only.
    game: Option<String>,
    /// `running` (also in a pause), `finished`, `stopped` or `failed` (also while it is blocked).
    status: Option<String>,
    /// Those in whose name each of these words stands, in any case.
    name: Option<String>,
    /// With `true`, those that people and programs enter and that are not over.
    live: Option<bool>,
    /// How many at most, 1 to 100; 50 unless given.
    limit: Option<u32>,
    /// `next` of the page before.
    before: Option<String>,
}

impl TournamentsQuery {
    fn filter(self) -> Result<TournamentFilter, ApiError> {
        let bad = |key: &str, problem: String| ApiError::BadRequest(format!("{key}: {problem}"));
        if let Some(name) = &self.name {
            bounds::check_word("name", name).map_err(|error| ApiError::BadRequest(error.to_string()))?;
        }
        let status = self.status.as_deref().map(str::parse).transpose();
        let before = self.before.as_deref().map(str::parse).transpose();
        Ok(TournamentFilter {
            game: self.game.as_deref().map(str::parse).transpose()?,
            status: status.map_err(|error: BadTournamentStatus| bad("status", error.to_string()))?,
            name: self.name,
            live: self.live.unwrap_or(false),
            before: before.map_err(|error: BadCursor| bad("before", error.to_string()))?,
            limit: page_limit(self.limit)?,
        })
    }
}

/// Tournaments, the newest first, and the files that can be started. Without any parameter all tournaments; with one, a
/// page of those that fit.
#[utoipa::path(get, path = "/api/tournaments", tag = "tournaments", params(TournamentsQuery), responses(
    (status = 200, body = TournamentsView), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(in crate::server) async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(query): Query<TournamentsQuery>,
) -> Result<Json<TournamentsView>, ApiError> {
    // Programs of before there were pages name none of the parameters.
    let (tournaments, next) = match query == TournamentsQuery::default() {
        true => (app.tournaments.all().await?, None),
        false => app.tournaments.page(&query.filter()?).await?,
    };
    let (available, operator) = (app.tournaments.available().await?, caller.is_operator());
    Ok(Json(TournamentsView { tournaments, next: next.map(|cursor| cursor.to_string()), available, operator }))
}
