//! Players in the form of the lichess.org Bot API: accounts of people and bots, and the bots of the server.

use std::collections::HashMap;

use axum::Json;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::IntoParams;
use uuid::Uuid;

use super::Lichess;
use super::requests::{Account, Answer, OK, ndjson, too_many};
use super::words::{GAME, SPEEDS};
use arena_games::diagnostic;
use arena_play::{Seat, Speed};
use arena_server::edge::Caller;
use arena_server::error::{ApiError, ErrorBody};
use arena_server::names::looks;
use arena_server::request::Query;
use arena_server::time::unix_ms;
use arena_store::{PlayerKind, PlayerRow};

/// Maximum number of accounts per request.
const MOST: usize = 100;
/// Maximum number of tokens per request.
const MOST_TOKENS: usize = 20;

/// A player.
pub(super) enum User {
    /// A guest, or the account of a person or a bot.
    Player(PlayerRow),
    /// A bot of the server.
    Bot(String),
}

/// A rating with its deviation, the number of rated matches and whether it is provisional.
#[derive(Clone, Copy)]
struct Strength {
    rating: i64,
    deviation: i64,
    matches: u64,
    provisional: bool,
}

impl Default for Strength {
    fn default() -> Self {
        Self { rating: 1_500, deviation: 500, matches: 0, provisional: true }
    }
}

impl User {
    /// Finds the player with this name or id.
    ///
    /// # Errors
    /// [`ApiError`] if there is none.
    pub(super) async fn find(app: &Lichess, text: &str) -> Result<Self, ApiError> {
        let known = text.chars().take(100).collect::<String>();
        let nobody = || ApiError::no_such_player(format!("{known:?}"));
        if let Some(bot) = bots(app).into_iter().find(|bot| bot.eq_ignore_ascii_case(&known)) {
            return Ok(Self::Bot(bot));
        }
        let id = match known.parse::<Uuid>() {
            Ok(id) => Some(id),
            Err(_) => app.store.claimed_by(&looks(&known), unix_ms()).await?,
        };
        let row = match id {
            Some(id) => app.store.player(id).await?,
            None => None,
        };
        row.filter(|row| row.kind != PlayerKind::Deleted).map(Self::Player).ok_or_else(nobody)
    }

    /// Returns the player in a seat.
    pub(super) async fn seated(app: &Lichess, seat: &Seat) -> Result<Option<Self>, ApiError> {
        Ok(match seat {
            Seat::Human { player, .. } | Seat::Reserved { player } => {
                app.store.player(*player).await?.map(Self::Player)
            }
            Seat::Bot { name, .. } => Some(Self::Bot(name.clone())),
            Seat::Open => None,
        })
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Self::Player(row) => &row.name,
            Self::Bot(name) => name,
        }
    }

    /// The id: the name in lower case, or the server's id for guests, whose names are not unique.
    pub(super) fn id(&self) -> String {
        match self {
            Self::Player(row) if row.kind == PlayerKind::Guest => row.id.to_string(),
            _ => self.name().to_lowercase(),
        }
    }

    fn is_bot(&self) -> bool {
        matches!(self, Self::Bot(_) | Self::Player(PlayerRow { kind: PlayerKind::Bot { .. }, .. }))
    }

    fn is_online(&self, app: &Lichess) -> bool {
        match self {
            Self::Player(row) => app.accounts.online.is_here(row.id),
            Self::Bot(_) => true,
        }
    }

    /// The strengths with and without a clock.
    async fn strengths(&self, app: &Lichess) -> Result<[Strength; 2], ApiError> {
        let mut strengths = [Strength::default(); 2];
        match self {
            Self::Player(row) => {
                for known in app.store.ratings_of(row.id, unix_ms()).await?.iter().filter(|known| known.game == *GAME) {
                    strengths[usize::from(known.speed == Speed::Untimed)] = Strength {
                        rating: known.strength.rating.round() as i64,
                        deviation: known.strength.deviation.round() as i64,
                        matches: known.matches,
                        provisional: known.is_provisional,
                    };
                }
            }
            Self::Bot(name) => {
                if let Some(known) = app.store.anchors(*GAME).await?.into_iter().find(|known| known.bot == *name) {
                    let (rating, deviation) = (known.strength.rating.round(), known.strength.deviation.round());
                    // The rating was measured in a bot ladder. Clients expect at least one match.
                    strengths = [Strength {
                        rating: rating as i64,
                        deviation: deviation as i64,
                        matches: 1,
                        provisional: false,
                    }; 2];
                }
            }
        }
        Ok(strengths)
    }

    /// The current rating. `None` without rated matches.
    pub(super) async fn rating(&self, app: &Lichess, speed: &str) -> Result<Option<i64>, ApiError> {
        let strength = self.strengths(app).await?[usize::from(speed == SPEEDS[5])];
        Ok((strength.matches > 0).then_some(strength.rating))
    }

    /// The player as a side of a match or challenge.
    pub(super) async fn view(&self, app: &Lichess, speed: &str) -> Result<Value, ApiError> {
        let strength = self.strengths(app).await?[usize::from(speed == SPEEDS[5])];
        let mut view = json!({
            "id": self.id(),
            "name": self.name(),
            "title": self.is_bot().then_some("BOT"),
            "rating": strength.rating,
            "online": self.is_online(app),
        });
        if strength.provisional {
            view["provisional"] = true.into();
        }
        Ok(view)
    }

    /// The full description of an account.
    async fn profile(&self, app: &Lichess) -> Result<Value, ApiError> {
        let [clock, untimed] = self.strengths(app).await?;
        let mut perfs = serde_json::Map::new();
        for speed in SPEEDS {
            let Strength { rating, deviation, matches, provisional } = if speed == SPEEDS[5] { untimed } else { clock };
            let mut perf = json!({"games": matches, "rating": rating, "rd": deviation, "prog": 0});
            if provisional {
                perf["prov"] = true.into();
            }
            perfs.insert(speed.to_owned(), perf);
        }
        let mut view = json!({"id": self.id(), "username": self.name(), "perfs": perfs});
        if self.is_bot() {
            view["title"] = "BOT".into();
        }
        if let Self::Player(row) = self {
            view["createdAt"] = row.created_ms.into();
            view["seenAt"] = if self.is_online(app) { unix_ms() } else { row.created_ms }.into();
        } else {
            (view["createdAt"], view["seenAt"]) = (0.into(), unix_ms().into());
        }
        Ok(view)
    }
}

/// Returns the names of the server's bots, from weak to strong.
pub(super) fn bots(app: &Lichess) -> Vec<String> {
    let listed = app.bots.listed.get();
    let engines = listed.roster.engines().iter().filter(|bot| bot.game == *GAME);
    listed.roster.of(*GAME).chain(engines).map(|bot| bot.name.clone()).collect()
}

/// Returns the requester's own account.
#[utoipa::path(get, path = "/api/account", tag = "lichess", responses(
    (status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody)))]
pub(super) async fn account(app: Lichess, Account(requester): Account) -> Answer {
    Ok(Json(User::Player(requester.player).profile(&app).await?))
}

/// Returns an account by name or by the server's id.
#[utoipa::path(get, path = "/api/user/{username}", tag = "lichess", params(("username" = String, Path)), responses(
    (status = 200, body = Value), (status = 404, body = ErrorBody)))]
pub(super) async fn one(app: Lichess, Path(name): Path<String>) -> Answer {
    Ok(Json(User::find(&app, &name).await?.profile(&app).await?))
}

/// Splits a comma-separated list of names.
fn listed(text: &str, most: usize) -> Result<Vec<&str>, ApiError> {
    let names: Vec<&str> = text.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    if names.len() > most {
        return Err(too_many(names.len(), most));
    }
    Ok(names)
}

/// Decodes a plain-text body.
pub(super) fn plain(body: &Bytes) -> Result<&str, ApiError> {
    std::str::from_utf8(body).map_err(|_| ApiError::not_utf8())
}

/// Takes names separated by commas and returns the accounts. Unknown names are skipped.
#[utoipa::path(post, path = "/api/users", tag = "lichess", request_body(content = String, content_type = "text/plain"),
    responses((status = 200, body = Vec<Value>), (status = 403, body = ErrorBody)))]
pub(super) async fn several(app: Lichess, body: Bytes) -> Result<Json<Vec<Value>>, ApiError> {
    let mut found = Vec::new();
    for name in listed(plain(&body)?, MOST)? {
        match User::find(&app, name).await {
            Ok(user) => found.push(user.profile(&app).await?),
            Err(error) if error.status() == StatusCode::NOT_FOUND => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Json(found))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StatusQuery {
    /// Names, separated by commas.
    #[serde(default)]
    ids: String,
}

/// Returns which of these players are online and playing.
#[utoipa::path(get, path = "/api/users/status", tag = "lichess", params(StatusQuery), responses(
    (status = 200, body = Vec<Value>)))]
pub(super) async fn statuses(app: Lichess, Query(query): Query<StatusQuery>) -> Result<Json<Vec<Value>>, ApiError> {
    let mut views = Vec::new();
    for name in listed(&query.ids, MOST)? {
        let user = match User::find(&app, name).await {
            Err(error) if error.status() == StatusCode::NOT_FOUND => continue,
            found => found?,
        };
        let mut view = json!({"id": user.id(), "name": user.name()});
        if user.is_bot() {
            view["title"] = "BOT".into();
        }
        if user.is_online(&app) {
            view["online"] = true.into();
        }
        if let User::Player(row) = &user
            && app.lobby.under_way(row.id) > 0
        {
            view["playing"] = true.into();
        }
        views.push(view);
    }
    Ok(Json(views))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OnlineQuery {
    /// Maximum number of bots, 1 to 100. The default is 100.
    nb: Option<usize>,
}

/// Lists the bots that can be challenged now, one line of JSON each: the server's bots, then connected bot accounts.
#[utoipa::path(get, path = "/api/bot/online", tag = "lichess", params(OnlineQuery), responses(
    (status = 200, content_type = "application/x-ndjson", body = String)))]
pub(super) async fn online(app: Lichess, Query(query): Query<OnlineQuery>) -> Result<Response, ApiError> {
    let most = query.nb.unwrap_or(MOST).min(MOST);
    let mut lines = String::new();
    let mut count = 0;
    for bot in bots(&app).into_iter().take(most) {
        lines += &format!("{}\n", User::Bot(bot).profile(&app).await?);
        count += 1;
    }
    for id in app.accounts.online.bots(most - count) {
        let Some(row) = app.store.player(id).await? else { continue };
        lines += &format!("{}\n", User::Player(row).profile(&app).await?);
    }
    Ok(ndjson(lines))
}

/// Takes tokens separated by commas and returns their owners. The token of a bot has the scope for playing as a bot.
#[utoipa::path(post, path = "/api/token/test", tag = "lichess",
    request_body(content = String, content_type = "text/plain"),
    responses((status = 200, body = Value), (status = 403, body = ErrorBody)))]
pub(super) async fn tokens(app: Lichess, caller: Caller, body: Bytes) -> Answer {
    let mut owners: HashMap<&str, Value> = HashMap::new();
    for token in listed(plain(&body)?, MOST_TOKENS)? {
        let known = match app.accounts.known(token, caller.address).await {
            Err(error) if error.code() == "unknown_token" => None,
            known => Some(known?.player),
        };
        let view = known.map(|row| {
            let mut scopes = vec!["challenge:read", "challenge:write"];
            if matches!(row.kind, PlayerKind::Bot { .. }) {
                scopes.push("bot:play");
            }
            json!({"userId": User::Player(row).id(), "scopes": scopes.join(","), "expires": null})
        });
        owners.insert(token, view.into());
    }
    Ok(Json(json!(owners)))
}

/// Reports whether the requester is a bot. A person's account cannot be upgraded, because bot accounts are created by
/// their owners.
#[utoipa::path(post, path = "/api/bot/account/upgrade", tag = "lichess", responses(
    (status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody)))]
pub(super) async fn upgrade(Account(requester): Account) -> Result<(StatusCode, Json<Value>), ApiError> {
    match requester.player.kind {
        PlayerKind::Bot { .. } => Ok((StatusCode::OK, Json(OK.clone()))),
        _ => Err(ApiError::bad_request(diagnostic!(
            "no_upgrade",
            "a person's account cannot become a bot; create a bot on your account page or with POST \
             /api/accounts/bots, and use its key"
        ))),
    }
}
