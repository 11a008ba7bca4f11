//! HTTP: challenges.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use uuid::Uuid;

use super::accounts::Accounts;
use super::answer::Answer;
use super::challenges::{Challenges, closed_view};
use super::error::{ApiError, ErrorBody};
use super::principals::Requester;
use super::request::{StrictJson, read};
use arena_games::{GameId, diagnostic};
use arena_protocol::account::DoneView;
use arena_protocol::challenge::{
    AcceptedView, ChallengeBody, ChallengeRules, ChallengeView, ChallengesView, ReasonBody,
};
use arena_store::Store;

/// Maximum number of rows in a list.
const MOST: usize = 100;

/// Parses the id of a challenge in the path. A text that is not a UUID names no challenge.
fn challenge(text: &str) -> Result<Uuid, ApiError> {
    text.parse().map_err(|_| ApiError::no_such_challenge())
}

/// Lists the public open challenges, newest first.
#[utoipa::path(get, path = "/api/challenges", tag = "challenges", responses((status = 200, body = ChallengesView)))]
pub(super) async fn listed(State(challenges): State<Arc<Challenges>>) -> Json<ChallengesView> {
    Json(ChallengesView { challenges: challenges.listed(MOST) })
}

/// Lists the pending challenges by and to the requester, then the newest closed challenges of the requester.
#[utoipa::path(get, path = "/api/challenges/mine", tag = "challenges", responses(
    (status = 200, body = ChallengesView), (status = 401, description = "no player's token", body = ErrorBody)))]
pub(super) async fn mine(
    State((challenges, store)): State<(Arc<Challenges>, Store)>,
    requester: Requester,
) -> Answer<ChallengesView> {
    let mut challenges = challenges.of(requester.player.id);
    challenges.extend(store.closed_challenges(requester.player.id).await?.into_iter().filter_map(closed_view));
    Ok(Json(ChallengesView { challenges }))
}

/// Returns a pending open challenge, for clients that were given its id.
#[utoipa::path(get, path = "/api/challenges/{id}", tag = "challenges", params(("id" = String, Path)), responses(
    (status = 200, body = ChallengeView), (status = 404, body = ErrorBody)))]
pub(super) async fn one(State(challenges): State<Arc<Challenges>>, Path(id): Path<String>) -> Answer<ChallengeView> {
    let found = challenges.get(challenge(&id)?).filter(|challenge| challenge.opponent.is_none());
    found.map(Json).ok_or_else(ApiError::no_such_challenge)
}

/// Challenges a player, or creates an open challenge.
#[utoipa::path(post, path = "/api/challenges", tag = "challenges", request_body = ChallengeBody, responses(
    (status = 200, body = ChallengeView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 409, description = "the opponent's rules decline it", body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn make(
    State((accounts, challenges)): State<(Arc<Accounts>, Arc<Challenges>)>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Answer<ChallengeView> {
    accounts.admit(&requester).await?;
    let body: ChallengeBody = read(body)?;
    Ok(Json(challenges.create(&requester.player, body).await?))
}

/// Accepts a challenge and creates its match. Accepting it twice creates one match.
#[utoipa::path(post, path = "/api/challenges/{id}/accept", tag = "challenges", params(("id" = String, Path)), responses(
    (status = 200, body = AcceptedView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, description = "the challenger is not there", body = ErrorBody)))]
pub(super) async fn accept(
    State((accounts, challenges)): State<(Arc<Accounts>, Arc<Challenges>)>,
    requester: Requester,
    Path(id): Path<String>,
) -> Answer<AcceptedView> {
    accounts.admit(&requester).await?;
    let made = challenges.accept(&requester.player, challenge(&id)?).await?;
    Ok(Json(AcceptedView { id: made.id() }))
}

/// Declines a challenge.
#[utoipa::path(post, path = "/api/challenges/{id}/decline", tag = "challenges", params(("id" = String, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 404, body = ErrorBody)))]
pub(super) async fn decline(
    State(challenges): State<Arc<Challenges>>,
    requester: Requester,
    Path(id): Path<String>,
    StrictJson(body): StrictJson,
) -> Answer<DoneView> {
    let ReasonBody { reason } = read(body)?;
    challenges.decline(requester.player.id, challenge(&id)?, reason).await?;
    Ok(Json(DoneView { done: true }))
}

/// Withdraws a challenge.
#[utoipa::path(delete, path = "/api/challenges/{id}", tag = "challenges", params(("id" = String, Path)), responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn withdraw(
    State(challenges): State<Arc<Challenges>>,
    requester: Requester,
    Path(id): Path<String>,
) -> Answer<DoneView> {
    challenges.withdraw(requester.player.id, challenge(&id)?).await?;
    Ok(Json(DoneView { done: true }))
}

/// Returns the requester's rules for incoming challenges.
#[utoipa::path(get, path = "/api/challenges/rules", tag = "challenges", responses(
    (status = 200, body = ChallengeRules), (status = 401, description = "no player's token", body = ErrorBody)))]
pub(super) async fn rules(State(challenges): State<Arc<Challenges>>, requester: Requester) -> Answer<ChallengeRules> {
    Ok(Json(challenges.rules(requester.player.id).await?.unwrap_or_default()))
}

/// Replaces the requester's rules for incoming challenges.
#[utoipa::path(post, path = "/api/challenges/rules", tag = "challenges", request_body = ChallengeRules, responses(
    (status = 200, body = ChallengeRules), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 404, description = "there is no such game", body = ErrorBody)))]
pub(super) async fn set_rules(
    State((accounts, store)): State<(Arc<Accounts>, Store)>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Answer<ChallengeRules> {
    accounts.admit(&requester).await?;
    let rules: ChallengeRules = read(body)?;
    if rules.games.len() > GameId::ALL.len() {
        return Err(ApiError::bad_request(diagnostic!(
            "too_many_games",
            "games: must have at most {most} entries",
            most = GameId::ALL.len()
        ))
        .of("games"));
    }
    for (at, game) in rules.games.iter().enumerate() {
        game.parse::<GameId>().map_err(|error| ApiError::from(error).of(format!("games[{at}]")))?;
    }
    let rating = rules.rating.map(|range| range.map(u64::from));
    for (key, range) in [("initial_ms", rules.initial_ms), ("rating", rating)] {
        if let Some([least, most]) = range.filter(|[least, most]| least > most) {
            let problem =
                diagnostic!("empty_range", "must not begin above its end, got {least} to {most}", least, most);
            return Err(ApiError::bad_request(problem).at(key));
        }
    }
    let stored = serde_json::to_string(&rules).map_err(ApiError::internal)?;
    let stored = Some(stored).filter(|_| rules != ChallengeRules::default());
    store.set_challenge_rules(requester.player.id, stored).await?;
    Ok(Json(rules))
}
