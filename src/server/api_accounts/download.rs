//! Download of everything that is stored about a player, one JSON object per line.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{account, saved};
use crate::accounts::{Accounts, DOWNLOADS};
use crate::api_ratings;
use crate::error::{ApiError, ErrorBody};
use crate::match_history::{MatchHistory, MatchSource};
use crate::principals::Requester;
use crate::quota::Holder;
use crate::rendering::Rendering;
use arena_games::diagnostic;
use arena_protocol::PlayerView;
use arena_store::accounts::OwnData;
use arena_store::{Cursor, MatchFilter, Store};

/// Number of matches that are read at a time.
const PAGE: u32 = 20;

/// The part of the download that is sent next.
enum Next {
    Account,
    Rest,
    Matches(Option<Cursor>),
    End,
}

/// Returns everything that is stored about the requester. The first line is the account. Saved bots, ratings, rules,
/// blocks, mutes, reports, challenges, tournaments and composed tournaments follow with one line each, then one line per
/// match, newest first.
#[utoipa::path(get, path = "/api/accounts/me/data", tag = "accounts", responses(
    (status = 200, content_type = "application/x-ndjson", body = String),
    (status = 401, description = "no player's token", body = ErrorBody)))]
pub(crate) async fn data(
    State((accounts, store, rendering)): State<(Arc<Accounts>, Store, Arc<Rendering>)>,
    requester: Requester,
) -> Result<Response, ApiError> {
    let holder = Holder::new(requester.player.id, Some(requester.caller.address));
    let permit = accounts.downloads.take(holder, 1, &DOWNLOADS).map_err(|_| {
        ApiError::over_limit(diagnostic!("downloads", "too many downloads at the moment; wait for one to end"))
            .after(Duration::from_secs(1))
    })?;
    let parts = futures::stream::try_unfold((Next::Account, permit), move |(next, permit)| {
        let (store, rendering, requester) = (store.clone(), Arc::clone(&rendering), requester.clone());
        async move {
            let part = part((&store, &rendering), &requester, next).await.map_err(std::io::Error::other)?;
            Ok::<_, std::io::Error>(part.map(|(text, next)| (text, (next, permit))))
        }
    });
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(parts)).into_response())
}

async fn part(
    (store, rendering): (&Store, &Rendering),
    requester: &Requester,
    next: Next,
) -> Result<Option<(String, Next)>, ApiError> {
    let before = match next {
        Next::Account => {
            let view = account(store, requester).await?;
            return Ok(Some((line(&json!({ "account": view }))?, Next::Rest)));
        }
        Next::Rest => return Ok(Some((rest(store, requester.player.id).await?, Next::Matches(None)))),
        Next::Matches(before) => before,
        Next::End => return Ok(None),
    };
    let filter = MatchFilter { player: Some(requester.player.id), before, limit: PAGE, ..MatchFilter::default() };
    let page = store.matches(&filter).await?;
    let mut text = String::new();
    for row in &page.items {
        let source = MatchSource::stored(store, row.id).await?;
        let view = MatchHistory::load(source, rendering, requester.caller.address).await?.view()?;
        text += &line(&json!({ "match": view }))?;
    }
    Ok(Some((text, page.next.map_or(Next::End, |next| Next::Matches(Some(next))))))
}

/// Reads everything except the account and the matches, one line for each kind.
async fn rest(store: &Store, player: Uuid) -> Result<String, ApiError> {
    let OwnData { mutes, reports, challenges, tournaments, composed } = store.own_data(player).await?;
    let parsed = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let blocked = store.blocks(player).await?.into_iter().map(|(id, name)| PlayerView { id, name });
    let lines = [
        json!({ "saved_bots": saved::bots_of(store, player).await? }),
        json!({ "modules": store.modules_of(player).await?.iter().map(|it| json!({
            "game": it.game, "name": it.name, "version": it.version, "digest": it.digest, "at_ms": it.at_ms,
            "state": it.state, "report": it.report,
        })).collect::<Vec<_>>() }),
        json!({ "ratings": api_ratings::of_player(store, player).await? }),
        json!({ "rules": store.challenge_rules(player).await?.map(|rules| parsed(&rules)) }),
        json!({ "blocks": blocked.collect::<Vec<_>>() }),
        json!({ "mutes": mutes }),
        json!({ "reports": reports.iter().map(|it| json!({
            "at_ms": it.at_ms, "reported": it.reported, "match": it.match_id, "reason": it.reason,
        })).collect::<Vec<_>>() }),
        json!({ "challenges": challenges.iter().map(|it| json!({
            "id": it.id, "end": it.end, "reason": it.reason, "challenge": parsed(&it.body),
        })).collect::<Vec<_>>() }),
        json!({ "tournaments": tournaments.iter().map(|(id, name, entered_as)| json!({
            "id": id, "name": name, "entered_as": entered_as,
        })).collect::<Vec<_>>() }),
        json!({ "composed": composed.iter().map(|(id, name, source)| json!({
            "id": id, "name": name, "source": source,
        })).collect::<Vec<_>>() }),
    ];
    lines.iter().map(line).collect()
}

fn line(value: &impl Serialize) -> Result<String, ApiError> {
    let text = serde_json::to_string(value).map_err(ApiError::internal)?;
    Ok(text + "\n")
}
