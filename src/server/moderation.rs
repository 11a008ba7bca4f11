//! HTTP for moderation: players block others, mute offers in a match and report players. The operator bans players and
//! voids matches. Operator actions are logged.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::accounts::Accounts;
use super::answer::{Answer, DONE};
use super::app::App;
use super::audit::{audit_entry, entry_view};
use super::challenges::reason;
use super::error::{ApiError, ErrorBody};
use super::extension::Said;
use super::limits::ConnectionLimiter;
use super::lobby::Lobby;
use super::principals::Requester;
use super::request::{OperatorOnly, Query, StrictJson, id, match_id, read};
use super::time::{check_ahead, unix_ms};
use arena_games::diagnostic;
use arena_play::handle::{Command, MatchHandle};
use arena_play::link::Rejection;
use arena_play::{Detail, EndDetail};
use arena_protocol::account::DoneView;
use arena_protocol::challenge::ReasonBody;
use arena_protocol::moderation::{
    AuditAction, AuditLogView, BanBody, BanView, BansView, BlocksView, MuteBody, NoticeView, NoticeWord, NoticesView,
    PlayerBody, ReportBody, ReportView, ReportsView,
};
use arena_protocol::{FromServer, Phrase, PlayerView, date};
use arena_store::accounts::NoticeKind;
use arena_store::moderation::NewReport;
use arena_store::{PlayerKind, PlayerRow, Store};

/// Maximum number of days until a ban ends, if it ends.
const FARTHEST_BAN_DAYS: u64 = 36_500;

/// Maximum number of players that a player may block.
const MOST_BLOCKS: i64 = 200;

/// Maximum number of reports by a player per day, and of open reports in total.
const MOST_REPORTS: (i64, i64) = (20, 10_000);

/// Reports in a page of the operator's list.
const REPORTS_PAGE: u32 = 200;

/// Notices in the operator's list.
const NOTICES: u32 = 200;
/// Maximum number of accounts of one network to name in a notice.
const GROUP: u32 = 50;

/// Returns true if the opponent of this player has muted offers and chat in the match.
pub async fn has_blocked(store: &Store, handle: &MatchHandle, who: &PlayerRow) -> Result<bool, ApiError> {
    let Some(other) = handle.other_person(who.id) else { return Ok(false) };
    Ok(store.is_muted(handle.id(), other).await? || are_apart(store, who, other).await?)
}

/// Sends a text to the other side of a match, unless it is muted or one of the two has blocked the other, and to the
/// extensions of the server.
///
/// # Errors
/// [`ApiError`] if the store cannot be read.
pub async fn say(
    app: &App,
    handle: &MatchHandle,
    who: &PlayerRow,
    room: &str,
    text: String,
    phrase: Option<Phrase>,
) -> Result<(), ApiError> {
    let mut readers = vec![who.id];
    if let Some(opponent) = handle.other_person(who.id)
        && !has_blocked(&app.store, handle, who).await?
    {
        readers.push(opponent);
        let said = FromServer::Said { id: handle.id(), name: who.name.clone(), text: text.clone(), phrase };
        app.accounts.online.say(opponent, &said);
    }
    let said = Said { id: handle.id(), readers: &readers, name: &who.name, room, text: &text };
    app.extensions.iter().for_each(|extension| extension.said(&said));
    Ok(())
}

/// Returns true if one of the two players has blocked the other.
async fn are_apart(store: &Store, who: &PlayerRow, other: Uuid) -> Result<bool, ApiError> {
    Ok(match store.player(other).await? {
        Some(other) => store.are_apart(who, &other).await?,
        None => false,
    })
}

/// Refuses a seat next to a player if one of the two has blocked the other.
///
/// # Errors
/// [`ApiError`] if it is refused or the store cannot be read.
pub async fn check_company(store: &Store, own: &PlayerRow, handle: &MatchHandle) -> Result<(), ApiError> {
    let is_new = handle.seat_of(own.id).is_none();
    match handle.other_person(own.id) {
        Some(other) if is_new && store.may_be_apart(own) && are_apart(store, own, other).await? => {
            Err(Rejection::NO_SEAT.into())
        }
        _ => Ok(()),
    }
}

/// Blocks a player. The two can no longer challenge each other, make each other offers or be paired.
#[utoipa::path(post, path = "/api/blocks", tag = "moderation", request_body = PlayerBody, responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 404, body = ErrorBody)))]
pub(super) async fn block(
    State((accounts, store)): State<(Arc<Accounts>, Store)>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Answer<DoneView> {
    accounts.admit(&requester).await?;
    let PlayerBody { player } = read(body)?;
    if player == requester.player.id {
        return Err(ApiError::bad_request(diagnostic!("block_yourself", "you cannot block yourself")).of("player"));
    }
    store.block(requester.player.id, player, unix_ms(), MOST_BLOCKS).await?;
    Ok(DONE)
}

/// Unblocks a player.
#[utoipa::path(delete, path = "/api/blocks/{player}", tag = "moderation", params(("player" = String, Path)), responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn unblock(
    State(store): State<Store>,
    requester: Requester,
    Path(player): Path<String>,
) -> Answer<DoneView> {
    store.unblock(requester.player.id, id(&player)?).await?;
    Ok(DONE)
}

/// Lists the players that the requester has blocked.
#[utoipa::path(get, path = "/api/blocks", tag = "moderation", responses(
    (status = 200, body = BlocksView), (status = 401, description = "no player's token", body = ErrorBody)))]
pub(super) async fn blocks(State(store): State<Store>, requester: Requester) -> Answer<BlocksView> {
    let players = store.blocks(requester.player.id).await?;
    Ok(Json(BlocksView { players: players.into_iter().map(|(id, name)| PlayerView { id, name }).collect() }))
}

/// Mutes or unmutes the opponent's offers and chat in a match.
#[utoipa::path(post, path = "/api/matches/{id}/mute", tag = "moderation", params(("id" = String, Path)),
    request_body = MuteBody, responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 404, body = ErrorBody)))]
pub(super) async fn mute(
    State((lobby, store)): State<(Lobby, Store)>,
    requester: Requester,
    Path(of): Path<String>,
    StrictJson(body): StrictJson,
) -> Answer<DoneView> {
    let MuteBody { muted } = read(body)?;
    let handle = lobby.find(match_id(&of)?).await?;
    if handle.seat_of(requester.player.id).is_none() {
        return Err(ApiError::forbidden(diagnostic!("no_seat_here", "you do not play in this match")));
    }
    store.mute(handle.id(), requester.player.id, muted).await?;
    Ok(DONE)
}

/// Returns whether the requester has muted the opponent in a match.
#[utoipa::path(get, path = "/api/matches/{id}/mute", tag = "moderation", params(("id" = String, Path)), responses(
    (status = 200, body = MuteBody), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 404, body = ErrorBody)))]
pub(super) async fn muted(
    State(store): State<Store>,
    requester: Requester,
    Path(of): Path<String>,
) -> Answer<MuteBody> {
    let muted = store.is_muted(match_id(&of)?, requester.player.id).await?;
    Ok(Json(MuteBody { muted }))
}

/// Reports a player to the operator.
#[utoipa::path(post, path = "/api/reports", tag = "moderation", request_body = ReportBody, responses(
    (status = 200, body = DoneView), (status = 401, description = "no player's token", body = ErrorBody),
    (status = 404, body = ErrorBody)))]
pub(super) async fn report(
    State((accounts, store, limiter)): State<(Arc<Accounts>, Store, Arc<ConnectionLimiter>)>,
    requester: Requester,
    StrictJson(body): StrictJson,
) -> Answer<DoneView> {
    accounts.admit(&requester).await?;
    let ReportBody { player, id, reason } = read(body)?;
    let reason = checked_reason(reason)?;
    if let Some(id) = id
        && store.setup(id).await?.is_none()
    {
        return Err(ApiError::no_such_match(id));
    }
    let admitted = limiter.admit_report(requester.caller.address);
    admitted.map_err(ApiError::too_many_requests)?;
    let (reporter, reported, match_id) = (requester.player.id, player, id);
    let is_guests = requester.player.kind == PlayerKind::Guest;
    let at_ms = i64::try_from(unix_ms()).unwrap_or(i64::MAX);
    let new = NewReport { reporter, reported, match_id, reason, is_guests, at_ms, most: MOST_REPORTS };
    store.report(new).await?;
    Ok(DONE)
}

/// Checks that a reason is given.
fn checked_reason(given: String) -> Result<String, ApiError> {
    let missing = || ApiError::bad_request(diagnostic!("say_why", "reason: must not be empty")).of("reason");
    reason(Some(given)).ok_or_else(missing)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReportsQuery {
    /// `next` of the previous page.
    after: Option<i64>,
}

/// Returns a page of open reports: first those by players with a claimed name, then those by guests, each oldest first.
/// Operator only.
#[utoipa::path(get, path = "/api/operator/reports", tag = "operator", params(ReportsQuery), responses(
    (status = 200, body = ReportsView), (status = 403, body = ErrorBody)))]
pub(super) async fn reports(
    State(store): State<Store>,
    _: OperatorOnly,
    Query(query): Query<ReportsQuery>,
) -> Answer<ReportsView> {
    let mut rows = store.open_reports(query.after, REPORTS_PAGE + 1).await?;
    let more = rows.len() > REPORTS_PAGE as usize;
    rows.truncate(REPORTS_PAGE as usize);
    let next = rows.last().filter(|_| more).and_then(|row| u64::try_from(row.key).ok());
    let rows = rows.into_iter().map(|row| ReportView {
        id: u64::try_from(row.key).unwrap_or_default(),
        at_ms: row.at_ms,
        reporter: row.reporter,
        player: row.reported,
        match_id: row.match_id,
        reason: row.reason,
        guest: row.is_guests,
    });
    Ok(Json(ReportsView { reports: rows.collect(), next }))
}

/// Lists notices of suspicious accounts, newest first. Operator only.
#[utoipa::path(get, path = "/api/operator/notices", tag = "operator", responses(
    (status = 200, body = NoticesView), (status = 403, body = ErrorBody)))]
pub(super) async fn notices(State(store): State<Store>, _: OperatorOnly) -> Answer<NoticesView> {
    let mut notices = Vec::new();
    for row in store.notices(None, NOTICES).await? {
        let group = match row.kind {
            NoticeKind::OneNetwork => store.opponents_of_one_network(row.player, unix_ms(), GROUP).await?,
            _ => Vec::new(),
        };
        notices.push(NoticeView {
            player: PlayerView { id: row.player, name: row.name },
            notice: match row.kind {
                NoticeKind::KeyAddresses => NoticeWord::KeyAddresses,
                NoticeKind::SameAddress => NoticeWord::SameAddress,
                NoticeKind::FewOpponents => NoticeWord::FewOpponents,
                NoticeKind::OneNetwork => NoticeWord::OneNetwork,
            },
            times: row.times,
            last_ms: row.last_ms,
            group: group.into_iter().map(|(id, name)| PlayerView { id, name }).collect(),
        });
    }
    Ok(Json(NoticesView { notices }))
}

/// Closes a report. Operator only.
#[utoipa::path(post, path = "/api/operator/reports/{id}/close", tag = "operator", params(("id" = String, Path)),
    request_body = ReasonBody, responses((status = 200, body = DoneView), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody)))]
pub(super) async fn close_report(
    State(store): State<Store>,
    OperatorOnly(proof): OperatorOnly,
    Path(report): Path<String>,
    StrictJson(body): StrictJson,
) -> Answer<DoneView> {
    let ReasonBody { reason: given } = read(body)?;
    let row = match report.parse() {
        Ok(key) => store.open_report(key).await?,
        Err(_) => None,
    };
    let row = row.ok_or_else(|| {
        ApiError::not_found(diagnostic!("no_such_report", "there is no open report with this number"))
    })?;
    let entry = audit_entry(proof, AuditAction::CloseReport, row.reported, reason(given).unwrap_or_default());
    store.close_report(row.key, entry).await?;
    Ok(DONE)
}

/// Bans a player, including all bots of a person. Operator only.
#[utoipa::path(post, path = "/api/operator/bans", tag = "operator", request_body = BanBody, responses(
    (status = 200, body = DoneView), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn ban(
    State((store, accounts)): State<(Store, Arc<Accounts>)>,
    OperatorOnly(proof): OperatorOnly,
    StrictJson(body): StrictJson,
) -> Answer<DoneView> {
    let BanBody { player, reason, until } = read(body)?;
    let until_ms = until.as_deref().map(date::parse).transpose();
    let until_ms = until_ms.map_err(|problem| ApiError::bad_request(problem).at("until"))?;
    if let Some(ms) = until_ms {
        check_ahead(ms, FARTHEST_BAN_DAYS).map_err(|problem| ApiError::bad_request(problem).at("until"))?;
    }
    let until_ms = until_ms.map(|ms| i64::try_from(ms).unwrap_or(i64::MAX));
    store.set_ban(until_ms, audit_entry(proof, AuditAction::Ban, player, checked_reason(reason)?)).await?;
    let bots = store.bots_of(player).await?;
    for gone in bots.iter().map(|bot| bot.id).chain([player]) {
        accounts.online.cut(gone);
    }
    Ok(DONE)
}

/// Lifts a ban. Operator only.
#[utoipa::path(delete, path = "/api/operator/bans/{player}", tag = "operator", params(("player" = String, Path)),
    responses((status = 200, body = DoneView), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn unban(
    State(store): State<Store>,
    OperatorOnly(proof): OperatorOnly,
    Path(player): Path<String>,
) -> Answer<DoneView> {
    store.lift_ban(audit_entry(proof, AuditAction::Unban, id(&player)?, String::new())).await?;
    Ok(DONE)
}

/// Lists all bans in effect. Operator only.
#[utoipa::path(get, path = "/api/operator/bans", tag = "operator", responses(
    (status = 200, body = BansView), (status = 403, body = ErrorBody)))]
pub(super) async fn bans(State(store): State<Store>, _: OperatorOnly) -> Answer<BansView> {
    let rows = store.bans(unix_ms()).await?.into_iter();
    let bans =
        rows.map(|row| BanView { player: row.player, reason: row.reason, at_ms: row.at_ms, until_ms: row.until_ms });
    Ok(Json(BansView { bans: bans.collect() }))
}

/// Voids a match. A match in progress ends without a result. For a finished match, everything that it counted for,
/// including ratings, is taken back. Operator only.
#[utoipa::path(post, path = "/api/operator/matches/{id}/void", tag = "operator", params(("id" = String, Path)),
    request_body = ReasonBody, responses((status = 200, body = DoneView), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody)))]
pub(super) async fn void(
    State((lobby, store)): State<(Lobby, Store)>,
    OperatorOnly(proof): OperatorOnly,
    Path(of): Path<String>,
    StrictJson(body): StrictJson,
) -> Answer<DoneView> {
    let ReasonBody { reason: given } = read(body)?;
    let handle = lobby.find(match_id(&of)?).await?;
    let detail = reason(given).map_or_else(|| EndDetail::Void {}.into(), Detail::from);
    let entry = audit_entry(proof, AuditAction::Void, handle.id(), detail.to_string());
    if handle.is_over() {
        store.void_match(entry).await?;
        lobby.unload(&handle).await;
        return Ok(DONE);
    }
    // A match in progress ends by an event, like everything else that happens in it.
    store.log_action(entry).await?;
    handle.send(Command::CallOff { detail, reply_to: None })?;
    Ok(DONE)
}

/// Lists the operator's actions, newest first. Operator only.
#[utoipa::path(get, path = "/api/operator/log", tag = "operator", responses(
    (status = 200, body = AuditLogView), (status = 403, body = ErrorBody)))]
pub(super) async fn log(State(store): State<Store>, _: OperatorOnly) -> Answer<AuditLogView> {
    let entries = store.audit_log().await?.into_iter().map(entry_view).collect::<Result<_, _>>()?;
    Ok(Json(AuditLogView { entries }))
}
