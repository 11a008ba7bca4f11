//! Finished matches as PGN and as JSON.

use std::net::IpAddr;

use axum::Json;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::IntoParams;

use super::Lichess;
use super::ids;
use super::requests::too_many;
use super::streams::{self, Ended, Lines};
use super::users::{User, plain};
use super::words::{GAME, perf, speed, status, variant, winner};
use crate::short_id::short;
use arena_games::{BySide, Side};
use arena_play::Phase;
use arena_protocol::date;
use arena_records::Record;
use arena_records::pgn::{self, ExtraTags};
use arena_records::search_comment::Score;
use arena_server::edge::Caller;
use arena_server::error::{ApiError, ErrorBody};
use arena_server::http::NDJSON;
use arena_server::match_history::{MatchHistory, MatchSource};
use arena_server::request::{Query, accepts};
use arena_store::{MatchFilter, MatchStatus};

/// Media type of PGN.
const PGN: &str = "application/x-chess-pgn";

/// Maximum number of matches in one response, and the page size for reading them.
const MOST: usize = 300;
const PAGE: u32 = 20;

/// A finished match and its players.
struct Played {
    history: MatchHistory,
    users: BySide<Option<User>>,
    /// The rating of each side before the match and its change. The change is known if the match counted.
    ratings: BySide<Option<(i64, Option<i64>)>>,
    finished_ms: Option<u64>,
}

impl Played {
    async fn load(app: &Lichess, address: IpAddr, id: uuid::Uuid) -> Result<Self, ApiError> {
        let history = MatchHistory::load(MatchSource::stored(&app.store, id).await?, &app.rendering, address).await?;
        if history.setup().game != *GAME {
            return Err(ApiError::no_such_match(id));
        }
        let seats = history.seats();
        let users = BySide::new(User::seated(app, &seats.first).await?, User::seated(app, &seats.second).await?);
        let changes = if history.setup().rated { app.store.rating_changes(id).await? } else { None };
        let speed = speed(history.setup().clock);
        let mut ratings = BySide::default();
        for (side, user) in users.iter() {
            ratings[side] = match (&changes, user) {
                (Some(changes), _) => {
                    let (before, after) = changes[side];
                    Some((before.round() as i64, Some(after.round() as i64 - before.round() as i64)))
                }
                (None, Some(user)) => user.rating(app, speed).await?.map(|rating| (rating, None)),
                (None, None) => None,
            };
        }
        let finished_ms = app.store.finished_ms(id).await?;
        Ok(Self { history, users, ratings, finished_ms })
    }

    /// Formats the match as PGN. Without tags, only the moves.
    fn pgn(&self, options: &ExportQuery) -> Result<String, ApiError> {
        let (setup, mut record) = (self.history.setup(), self.history.whole_record()?);
        if !options.has(&options.evals) {
            record.values = None;
        }
        let created = |form| date::format(setup.created_ms, form);
        let date = created("%Y.%m.%d");
        let tag = |name: &str, value: String| (name.to_owned(), value);
        let mut tags =
            vec![tag("GameId", short(setup.id)), tag("UTCDate", date.clone()), tag("UTCTime", created("%H:%M:%S"))];
        for (name, rating) in ["White", "Black"].into_iter().zip(self.ratings.into_array()) {
            if let Some((rating, _)) = rating {
                tags.push((format!("{name}Elo"), rating.to_string()));
            }
        }
        for (name, rating) in ["White", "Black"].into_iter().zip(self.ratings.into_array()) {
            if let Some((_, Some(change))) = rating {
                tags.push((format!("{name}RatingDiff"), format!("{change:+}")));
            }
        }
        // `pgn::write` adds the tag itself for a variant that PGN can name.
        if variant(&setup.options, None)["key"] == "standard" {
            let variant = variant(&setup.options, setup.position.as_deref());
            tags.push(tag("Variant", variant["name"].as_str().unwrap_or("?").to_owned()));
        }
        if options.opening.as_deref() == Some("true") {
            tags.extend(["ECO", "Opening"].map(|name| tag(name, "?".to_owned())));
        }
        let clocks = if options.has(&options.clocks) { self.history.clocks_after_moves() } else { Vec::new() };
        let kind = if setup.rated { "Rated" } else { "Casual" };
        let event = format!("{kind} {} game", speed(setup.clock));
        let place =
            ExtraTags { event: Some(&event), date: Some(&date), tags: &tags, clocks: &clocks, ..ExtraTags::default() };
        let text = pgn::write(&record, place).map_err(ApiError::internal)?;
        // An empty line separates the tags from the moves.
        let (tags, moves) = text.split_once("\n\n").unwrap_or(("", &text));
        Ok(match (options.has(&options.tags), options.has(&options.moves)) {
            (true, true) => text.clone(),
            (true, false) => format!("{tags}\n\n{}\n\n", moves.split_whitespace().last().unwrap_or("*")),
            (false, true) => moves.to_owned(),
            (false, false) => format!("{}\n\n", moves.split_whitespace().last().unwrap_or("*")),
        })
    }

    fn json(&self, options: &ExportQuery) -> Result<Value, ApiError> {
        let (setup, record) = (self.history.setup(), self.history.whole_record()?);
        let phase = Phase::Over(record.verdict.clone());
        let speed = speed(setup.clock);
        let side = |side: Side| {
            let mut seat = json!({});
            if let Some(user) = &self.users[side] {
                seat["user"] = json!({"id": user.id(), "name": user.name()});
            }
            if let Some((rating, change)) = self.ratings[side] {
                seat["rating"] = rating.into();
                if let Some(change) = change {
                    seat["ratingDiff"] = change.into();
                }
            }
            seat
        };
        let mut game = json!({
            "id": short(setup.id),
            "rated": setup.rated,
            "variant": variant(&setup.options, setup.position.as_deref())["key"],
            "speed": speed,
            "perf": speed,
            "perfName": perf(speed)["name"],
            "createdAt": setup.created_ms,
            "lastMoveAt": self.finished_ms.unwrap_or(setup.created_ms),
            "status": status(&phase).1,
            "players": {
                "white": side(Side::First),
                "black": side(Side::Second),
            },
        });
        if let Some(winner) = winner(&phase) {
            game["winner"] = winner.into();
        }
        if variant(&setup.options, setup.position.as_deref())["key"] != "standard" {
            game["initialFen"] = setup.board()?.record_notation().into();
        }
        if let Some(clock) = setup.clock.filter(|clock| !clock.per_move) {
            let (initial, increment) = (clock.initial_ms / 1_000, clock.increment_ms / 1_000);
            game["clock"] = json!({"initial": initial, "increment": increment, "totalTime": initial + 40 * increment});
        }
        let text = pgn::write(&record, ExtraTags::default()).map_err(ApiError::internal)?;
        if options.has(&options.moves)
            && let Some(Ok(read)) = pgn::games(&text).next()
        {
            let moves: Vec<String> = read.moves.into_iter().map(|(mv, _)| mv).collect();
            game["moves"] = moves.join(" ").into();
        }
        let clocks = self.history.clocks_after_moves();
        if options.has(&options.clocks) && !clocks.is_empty() {
            game["clocks"] = clocks.iter().map(|left| left / 10).collect::<Vec<_>>().into();
        }
        if options.has(&options.evals) && record.values.is_some() {
            game["analysis"] = analysis(&record).into();
        }
        if options.pgn_in_json.as_deref() == Some("true") {
            game["pgn"] = self.pgn(options)?.into();
        }
        Ok(game)
    }
}

/// Returns the bots' evaluation of each move, from White's point of view.
fn analysis(record: &Record) -> Vec<Value> {
    let shown = |eval: &Option<Score>| match *eval {
        Some(Score::Mate { won, moves }) => json!({"mate": if won { i64::from(moves) } else { -i64::from(moves) }}),
        Some(Score::Hundredths(value)) => json!({"eval": value}),
        None => json!({}),
    };
    pgn::evals(record).iter().map(shown).collect()
}

/// Options of an export.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ExportQuery {
    /// `false` omits the moves.
    moves: Option<String>,
    /// `false` omits the PGN tags.
    tags: Option<String>,
    /// `false` omits the clocks.
    clocks: Option<String>,
    /// `false` omits the bots' evaluations.
    evals: Option<String>,
    /// `true` adds the PGN tags `ECO` and `Opening` with `?`, because openings have no names here.
    opening: Option<String>,
    /// `true` adds the PGN as a field of the JSON.
    #[serde(rename = "pgnInJson")]
    pgn_in_json: Option<String>,
}

impl ExportQuery {
    /// True unless an optional part is switched off.
    #[expect(clippy::unused_self, reason = "it reads as a question to the options")]
    fn has(&self, field: &Option<String>) -> bool {
        field.as_deref() != Some("false")
    }
}

/// Returns a finished match as PGN, or as JSON with `Accept: application/json`.
#[utoipa::path(get, path = "/game/export/{game}", tag = "lichess", params(("game" = String, Path), ExportQuery), responses(
    (status = 200, content((String = "application/x-chess-pgn"), (Value = "application/json"))),
    (status = 404, body = ErrorBody), (status = 409, description = "the match is not finished", body = ErrorBody)))]
pub(super) async fn one(
    app: Lichess,
    caller: Caller,
    Path(text): Path<String>,
    Query(options): Query<ExportQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let played = Played::load(&app, caller.address, ids::find(&app, &text).await?).await?;
    if accepts(&headers, "application/json") {
        return Ok(Json(played.json(&options)?).into_response());
    }
    Ok(([(CONTENT_TYPE, PGN)], played.pgn(&options)?).into_response())
}

/// Selects matches of a player.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PlayerQuery {
    /// Maximum number of matches, 1 to 300. The default is 300.
    max: Option<usize>,
    /// Only matches created at or after this moment, in Unix milliseconds.
    since: Option<u64>,
    /// Only matches created at or before this moment, in Unix milliseconds.
    until: Option<u64>,
    /// `true` selects rated matches, `false` unrated ones.
    rated: Option<String>,
    /// `white` or `black` selects matches in which the player has this colour.
    color: Option<String>,
    /// Only matches against the player with this name.
    vs: Option<String>,
}

/// Writes matches in the requested format.
struct Writer {
    lines: Lines,
    options: ExportQuery,
    as_json: bool,
}

impl Writer {
    async fn write(&self, played: &Played) -> Result<(), Ended> {
        if self.as_json {
            self.lines.send(played.json(&self.options)?).await?;
        } else {
            self.lines.send(played.pgn(&self.options)?).await?;
        }
        Ok(())
    }

    fn ended(result: Result<(), Ended>) {
        if let Err(Ended::Failed(error)) = result {
            tracing::warn!(%error, "an export ends before its end");
        }
    }
}

/// Streams matches in the format that the client prefers. Each match is replayed, so exports share the limit of
/// analyses.
async fn answer<F>(
    app: &Lichess,
    caller: &Caller,
    headers: &HeaderMap,
    options: ExportQuery,
    work: impl FnOnce(Writer) -> F + Send,
) -> Result<Response, ApiError>
where
    F: Future<Output = ()> + Send + 'static,
{
    let permit = app.limiter.analyse(caller.address).await.ok_or_else(ApiError::analyses)?;
    let as_json = accepts(headers, NDJSON) || accepts(headers, "application/json");
    let mut response = streams::answer(app, |lines| {
        let work = work(Writer { lines, options, as_json });
        async move {
            work.await;
            drop(permit);
        }
    });
    if !as_json {
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(PGN));
    }
    Ok(response)
}

/// Returns the finished matches of a player, newest first, as PGN, or as one line of JSON each with `Accept:
/// application/x-ndjson`.
#[utoipa::path(get, path = "/api/games/user/{username}", tag = "lichess",
    params(("username" = String, Path), PlayerQuery, ExportQuery), responses(
    (status = 200, content((String = "application/x-chess-pgn"), (String = "application/x-ndjson"))),
    (status = 404, body = ErrorBody)))]
pub(super) async fn of_player(
    app: Lichess,
    caller: Caller,
    Path(name): Path<String>,
    Query(query): Query<PlayerQuery>,
    Query(options): Query<ExportQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let user = User::find(&app, &name).await?;
    let mut filter =
        MatchFilter { game: Some(*GAME), status: Some(MatchStatus::Finished), limit: PAGE, ..MatchFilter::default() };
    match &user {
        User::Player(row) => filter.player = Some(row.id),
        User::Bot(bot) => filter.bot = Some(bot.clone()),
    }
    let task = app.clone();
    answer(&app, &caller, &headers, options, move |writer| async move {
        Writer::ended(write_page_by_page((&task, caller.address), &writer, &user, filter, &query).await);
    })
    .await
}

async fn write_page_by_page(
    (app, address): (&Lichess, IpAddr),
    writer: &Writer,
    user: &User,
    mut filter: MatchFilter,
    query: &PlayerQuery,
) -> Result<(), Ended> {
    let most = query.max.unwrap_or(MOST).min(MOST);
    let (mut written, mut read) = (0, 0);
    let own = |seated: &Option<User>| seated.as_ref().is_some_and(|seated| seated.id() == user.id());
    // Limits the number of rows that are examined.
    while written < most && read < 10 * MOST {
        let page = app.store.matches(&filter).await?;
        for row in page.items {
            read += 1;
            if query.since.is_some_and(|since| row.created_ms < since) {
                return Ok(());
            }
            let is_told = query.until.is_none_or(|until| row.created_ms <= until)
                && query.rated.as_deref().is_none_or(|rated| rated == row.rated.to_string());
            if !is_told || written == most {
                continue;
            }
            let played = Played::load(app, address, row.id).await?;
            let (own, other) =
                if own(&played.users.first) { ("white", &played.users.second) } else { ("black", &played.users.first) };
            let fits_vs = |vs: &str| other.as_ref().is_some_and(|other| other.name().eq_ignore_ascii_case(vs));
            if query.color.as_deref().is_none_or(|color| color == own) && query.vs.as_deref().is_none_or(fits_vs) {
                writer.write(&played).await?;
                written += 1;
            }
        }
        let Some(next) = page.next else { return Ok(()) };
        filter.before = Some(next);
    }
    Ok(())
}

/// Takes ids separated by commas and returns the matches. Missing and unfinished matches are skipped.
#[utoipa::path(post, path = "/api/games/export/_ids", tag = "lichess", params(ExportQuery),
    request_body(content = String, content_type = "text/plain"), responses(
    (status = 200, content((String = "application/x-chess-pgn"), (String = "application/x-ndjson"))),
    (status = 403, body = ErrorBody)))]
pub(super) async fn several(
    app: Lichess,
    caller: Caller,
    Query(options): Query<ExportQuery>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    let texts: Vec<String> = plain(&body)?.split(',').map(|id| id.trim().to_owned()).collect();
    if texts.len() > MOST {
        return Err(too_many(texts.len(), MOST));
    }
    let task = app.clone();
    answer(&app, &caller, &headers, options, move |writer| async move {
        let work = async {
            for text in texts {
                let played = match ids::find(&task, &text).await {
                    Ok(id) => Played::load(&task, caller.address, id).await,
                    Err(error) => Err(error),
                };
                match played {
                    Ok(played) if played.history.whole_record().is_ok() => writer.write(&played).await?,
                    Ok(_) => {}
                    Err(error) if error.code() == "no_such_match" => {}
                    Err(error) => return Err(error.into()),
                }
            }
            Ok(())
        };
        Writer::ended(work.await);
    })
    .await
}
