//! Challenges: creating, showing and answering them. A challenge to a bot of the server starts the match at once.

use axum::Json;
use axum::extract::Path;
use serde_json::{Value, json};
use uuid::Uuid;

use super::Lichess;
use super::ids;
use super::requests::{Account, Answer, Base, Fields, OK};
use super::seat::act;
use super::users::{User, bots};
use super::words::{GAME, clock, colour, options, perf, reason, speed, time_control, variant};
use crate::short_id::{ShortId, short};
use arena_games::{FieldError, Options, Side, diagnostic};
use arena_play::handle::MatchHandle;
use arena_play::{Action, ClockSetting, Phase};
use arena_protocol::SeatChoice;
use arena_protocol::challenge::{ChallengeBody, ChallengeState, ChallengeView, SeatRequest};
use arena_protocol::from_client::Create;
use arena_protocol::view::StartView;
use arena_server::accounts;
use arena_server::challenges::seat_of;
use arena_server::error::{ApiError, ErrorBody};
use arena_server::principals::Requester;
use arena_server::time::unix_ms;

/// Lifetime of a challenge with a clock. Both players must be connected when it is accepted.
const STANDS_MS: u64 = 5 * 60_000;

/// Number of computer levels.
const LEVELS: usize = 8;

/// Describes a challenge for this player.
pub(super) async fn view(
    app: &Lichess,
    challenge: &ChallengeView,
    player: Uuid,
    base: &Base,
) -> Result<Value, ApiError> {
    let speed = speed(challenge.clock);
    let user = |id: Uuid| async move {
        match app.store.player(id).await? {
            Some(row) => User::Player(row).view(app, speed).await,
            None => Ok(Value::Null),
        }
    };
    let challenger = user(challenge.challenger.id).await?;
    let opponent = match &challenge.opponent {
        Some(opponent) => user(opponent.id).await?,
        None => Value::Null,
    };
    let status = match challenge.state {
        ChallengeState::Standing => "created",
        ChallengeState::Accepted => "accepted",
        ChallengeState::Declined => "declined",
        ChallengeState::Withdrawn | ChallengeState::Expired => "canceled",
    };
    let seat = seat_of(challenge);
    let pending = || format!("challenges/{}", challenge.challenge);
    let page = challenge.id.map_or_else(pending, |made| format!("match/{made}"));
    Ok(json!({
        "id": short(challenge.challenge),
        "url": format!("{}/{page}", base.0),
        "status": status,
        "challenger": challenger,
        "destUser": opponent,
        "variant": variant(&challenge.options, None),
        "rated": challenge.rated,
        "speed": speed,
        "timeControl": time_control(challenge.clock),
        "color": challenge.seat.side().map_or("random", colour),
        "finalColor": colour(seat),
        "perf": perf(speed),
        "direction": if challenge.challenger.id == player { "out" } else { "in" },
    }))
}

/// The match that a form asks for.
struct ChallengeForm {
    options: Options,
    clock: Option<ClockSetting>,
    seat: SeatRequest,
    rated: bool,
    position: Option<String>,
}

impl ChallengeForm {
    fn of(fields: &Fields) -> Result<Self, ApiError> {
        let bad = |FieldError { path, problem }: FieldError| {
            let problem = problem.message;
            let error = ApiError::bad_request(diagnostic!("bad_field", "{problem}", problem));
            if path.is_empty() { error } else { error.at(path) }
        };
        let clock = clock(fields.get("clock.limit"), fields.get("clock.increment"), fields.get("days")).map_err(bad)?;
        let seat = match fields.get("color").unwrap_or("random") {
            "white" => SeatRequest::First,
            "black" => SeatRequest::Second,
            "random" => SeatRequest::Random,
            _ => return Err(bad(FieldError::new("color", "must be white, black or random"))),
        };
        let variant = fields.get("variant").unwrap_or("standard");
        Ok(Self {
            options: options(variant, Uuid::new_v4().as_u128()).map_err(bad)?,
            clock,
            seat,
            rated: fields.is_true("rated"),
            position: fields.get("fen").map(str::to_owned),
        })
    }

    /// Creates a challenge to this player, or an open challenge.
    fn challenge(self, opponent: Option<Uuid>) -> Result<ChallengeBody, ApiError> {
        let Self { options, clock, seat, rated, position } = self;
        if position.is_some() {
            return Err(ApiError::bad_request(diagnostic!(
                "fen_against_person",
                "fen: only a match against a bot of the server can start from a custom position"
            ))
            .of("fen"));
        }
        Ok(ChallengeBody {
            opponent,
            game: GAME.name().to_owned(),
            options: Some(options),
            clock,
            seat: Some(seat),
            rated,
            listed: false,
            stands_ms: clock.is_some_and(|clock| !clock.per_move).then_some(STANDS_MS),
        })
    }

    /// Starts a match against a bot of the server.
    async fn begin(self, app: &Lichess, requester: &Requester, bot: String) -> Result<MatchHandle, ApiError> {
        let Self { options, clock, seat, rated, position } = self;
        let (own, other) = (SeatChoice::Me, SeatChoice::NamedBot(bot));
        let wanted = Create {
            game: GAME.name().to_owned(),
            options: Some(options),
            seats: if seat == SeatRequest::Second { [other, own] } else { [own, other] },
            shuffle: seat == SeatRequest::Random,
            clock,
            rated,
            listed: false,
            seed: None,
            start: position.map(|position| StartView { position: Some(position), moves: None }),
        };
        app.lobby.create(&accounts::view(&requester.player), wanted).await
    }
}

/// Challenges a player by name. A bot of the server accepts at once.
#[utoipa::path(post, path = "/api/challenge/{id}", tag = "lichess", params(("id" = String, Path, description = "the name")),
    request_body(content = Value, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, description = "the opponent's rules decline it", body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn create(
    app: Lichess,
    Account(requester): Account,
    Path(name): Path<String>,
    base: Base,
    fields: Fields,
) -> Answer {
    app.accounts.admit(&requester).await?;
    let wanted = ChallengeForm::of(&fields)?;
    let bot = match User::find(&app, &name).await? {
        User::Player(row) => {
            let made = app.challenges.create(&requester.player, wanted.challenge(Some(row.id))?).await?;
            return Ok(Json(view(&app, &made, requester.player.id, &base).await?));
        }
        User::Bot(bot) => bot,
    };
    let handle = wanted.begin(&app, &requester, bot.clone()).await?;
    // The match is reported as an accepted challenge, although no challenge was stored.
    let setup = handle.setup();
    let side = handle.seat_of(requester.player.id).unwrap_or(Side::First);
    let stood = ChallengeView {
        challenge: setup.id,
        challenger: accounts::view(&requester.player),
        opponent: None,
        game: GAME.name().to_owned(),
        options: setup.options.clone(),
        clock: setup.clock,
        seat: if side == Side::First { SeatRequest::First } else { SeatRequest::Second },
        rated: setup.rated,
        listed: false,
        created_ms: setup.created_ms,
        expires_ms: setup.created_ms,
        state: ChallengeState::Accepted,
        reason: None,
        id: Some(setup.id),
    };
    let mut json = view(&app, &stood, requester.player.id, &base).await?;
    json["destUser"] = User::Bot(bot).view(&app, speed(setup.clock)).await?;
    Ok(Json(json))
}

/// Plays against the computer: a bot of the server, chosen by a level from 1 to 8.
#[utoipa::path(post, path = "/api/challenge/ai", tag = "lichess",
    request_body(content = Value, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn create_ai(app: Lichess, Account(requester): Account, fields: Fields) -> Answer {
    app.accounts.admit(&requester).await?;
    let level = fields.get("level").unwrap_or("1").parse().ok().filter(|level| (1..=LEVELS).contains(level));
    let level: usize = level.ok_or_else(|| {
        ApiError::bad_request(diagnostic!("level", "level must be between 1 and {most}", most = LEVELS)).of("level")
    })?;
    let mut bots = bots(&app);
    if bots.is_empty() {
        return Err(ApiError::not_found(diagnostic!("no_bots", "this server has no bots")));
    }
    let bot = bots.swap_remove((level - 1) * (bots.len() - 1) / (LEVELS - 1));
    let handle = ChallengeForm::of(&fields)?.begin(&app, &requester, bot).await?;
    let (setup, id) = (handle.setup(), short(handle.id()));
    let side = handle.seat_of(requester.player.id).unwrap_or(Side::First);
    let speed = speed(setup.clock);
    Ok(Json(json!({
        "id": id,
        "fullId": format!("{id}{}", &short(requester.player.id)[..4]),
        "variant": variant(&setup.options, setup.position.as_deref()),
        "speed": speed,
        "perf": speed,
        "rated": setup.rated,
        "fen": setup.board()?.notation(),
        "player": colour(side),
        "source": "ai",
        "status": {"id": 20, "name": "started"},
        "createdAt": setup.created_ms,
    })))
}

/// Creates an open challenge. Anyone who has its id can accept it and play against the requester.
#[utoipa::path(post, path = "/api/challenge/open", tag = "lichess",
    request_body(content = Value, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn create_open(app: Lichess, Account(requester): Account, base: Base, fields: Fields) -> Answer {
    app.accounts.admit(&requester).await?;
    let body = ChallengeForm::of(&fields)?.challenge(None)?;
    let made = app.challenges.create(&requester.player, body).await?;
    let mut json = view(&app, &made, requester.player.id, &base).await?;
    // Full id, with which the server's own clients accept the challenge.
    json["challenge"] = made.challenge.to_string().into();
    Ok(Json(json))
}

/// Lists the requester's pending challenges, incoming and outgoing.
#[utoipa::path(get, path = "/api/challenge", tag = "lichess", responses(
    (status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody)))]
pub(super) async fn mine(app: Lichess, Account(requester): Account, base: Base) -> Answer {
    let (now, player) = (unix_ms(), requester.player.id);
    let (mut to, mut of) = (Vec::new(), Vec::new());
    for known in app.challenges.of(player) {
        if known.game == GAME.name() && known.expires_ms > now {
            let json = view(&app, &known, player, &base).await?;
            if known.challenger.id == player { of.push(json) } else { to.push(json) }
        }
    }
    Ok(Json(json!({"in": to, "out": of})))
}

/// Returns the pending challenge with this id, if it is open or involves this player.
fn pending(app: &Lichess, player: Uuid, text: &str) -> Result<ChallengeView, ApiError> {
    let id = ShortId::parse(text).ok_or_else(ApiError::no_such_challenge)?;
    let is_meant = |known: &ChallengeView| known.game == GAME.name() && id.is(known.challenge);
    app.challenges.find(player, is_meant).ok_or_else(ApiError::no_such_challenge)
}

/// Returns a pending challenge.
#[utoipa::path(get, path = "/api/challenge/{id}/show", tag = "lichess", params(("id" = String, Path)), responses(
    (status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn show(app: Lichess, Account(requester): Account, Path(text): Path<String>, base: Base) -> Answer {
    let known = pending(&app, requester.player.id, &text)?;
    Ok(Json(view(&app, &known, requester.player.id, &base).await?))
}

/// Accepts a challenge and starts its match, which has the same id. Accepting it twice creates one match.
#[utoipa::path(post, path = "/api/challenge/{id}/accept", tag = "lichess", params(("id" = String, Path)), responses(
    (status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, description = "the challenger is not there", body = ErrorBody)))]
pub(super) async fn accept(app: Lichess, Account(requester): Account, Path(text): Path<String>) -> Answer {
    app.accounts.admit(&requester).await?;
    match pending(&app, requester.player.id, &text) {
        Ok(known) => drop(app.challenges.accept(&requester.player, known.challenge).await?),
        Err(error) => {
            // The challenge may already have become a match.
            let made = ids::find(&app, &text).await.map_err(|_| error)?;
            let is_in_it = app.lobby.find(made).await.is_ok_and(|made| made.seat_of(requester.player.id).is_some());
            if !is_in_it {
                return Err(ApiError::no_such_challenge());
            }
        }
    }
    Ok(Json(OK.clone()))
}

/// Declines a challenge.
#[utoipa::path(post, path = "/api/challenge/{id}/decline", tag = "lichess", params(("id" = String, Path)),
    request_body(content = Value, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn decline(
    app: Lichess,
    Account(requester): Account,
    Path(text): Path<String>,
    fields: Fields,
) -> Answer {
    app.accounts.admit(&requester).await?;
    let known = pending(&app, requester.player.id, &text)?;
    let reason = reason(fields.get("reason").unwrap_or_default()).to_owned();
    app.challenges.decline(requester.player.id, known.challenge, Some(reason)).await?;
    Ok(Json(OK.clone()))
}

/// Withdraws a challenge of the requester, or aborts its match if that has just begun.
#[utoipa::path(post, path = "/api/challenge/{id}/cancel", tag = "lichess", params(("id" = String, Path)), responses(
    (status = 200, body = Value), (status = 401, description = "no account's token", body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(super) async fn cancel(app: Lichess, Account(requester): Account, Path(text): Path<String>) -> Answer {
    app.accounts.admit(&requester).await?;
    match pending(&app, requester.player.id, &text) {
        Ok(known) => app.challenges.withdraw(requester.player.id, known.challenge).await?,
        Err(error) => {
            let made = ids::find(&app, &text).await.map_err(|_| error)?;
            let handle = app.lobby.find(made).await?;
            if handle.seat_of(requester.player.id).is_none() || matches!(handle.overview().phase, Phase::Over(_)) {
                return Err(ApiError::no_such_challenge());
            }
            act(&app, &requester, &handle, Action::Abort).await?;
        }
    }
    Ok(Json(OK.clone()))
}
