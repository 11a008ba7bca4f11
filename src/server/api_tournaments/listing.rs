//! HTTP: the list of tournaments.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::answer::Answer;
use crate::api::page_limit;
use crate::edge::Caller;
use crate::error::{ApiError, ErrorBody};
use crate::request::{Query, parameter};
use crate::tournaments::Tournaments;
use arena_protocol::bounds;
use arena_protocol::listing::TournamentsView;
use arena_store::TournamentFilter;

#[derive(Default, PartialEq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TournamentsQuery {
    /// Only tournaments of this game.
    game: Option<String>,
    /// `running` (including paused), `finished`, `stopped` or `failed` (including blocked).
    status: Option<String>,
    /// Only tournaments whose name contains each of these words, ignoring case.
    name: Option<String>,
    /// `true` selects unfinished tournaments that people and programs can enter.
    live: Option<bool>,
    /// Maximum number of tournaments, 1 to 100. The default is 50.
    limit: Option<u32>,
    /// The value of `next` from the previous page.
    before: Option<String>,
}

impl TournamentsQuery {
    fn filter(self) -> Result<TournamentFilter, ApiError> {
        if let Some(name) = &self.name {
            bounds::check_word("name", name)?;
        }
        Ok(TournamentFilter {
            game: self.game.as_deref().map(str::parse).transpose()?,
            status: parameter("status", self.status.as_deref())?,
            name: self.name,
            live: self.live.unwrap_or(false),
            before: parameter("before", self.before.as_deref())?,
            limit: page_limit(self.limit)?,
        })
    }
}

/// Lists tournaments, newest first, and the files that can be started. Without parameters the list has all tournaments.
/// With parameters it is a page of the matching ones.
#[utoipa::path(get, path = "/api/tournaments", tag = "tournaments", params(TournamentsQuery), responses(
    (status = 200, body = TournamentsView), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn list(
    State(tournaments): State<Tournaments>,
    caller: Caller,
    Query(query): Query<TournamentsQuery>,
) -> Answer<TournamentsView> {
    // Without parameters, all tournaments are returned in one response.
    let (listed, next) = match query == TournamentsQuery::default() {
        true => (tournaments.all().await?, None),
        false => tournaments.page(&query.filter()?).await?,
    };
    let (available, operator) = (tournaments.available().await?, caller.is_operator());
    Ok(Json(TournamentsView { tournaments: listed, next: next.map(|cursor| cursor.to_string()), available, operator }))
}
