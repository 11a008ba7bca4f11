//! The tools of a server.

use std::time::Duration;

use axum::http::request::Parts;
use rmcp::model::Tool;
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::position::{MatchState, Place, PositionParts, example_move, refusal};
use crate::requests::{Agent, Call};
use crate::seats::{Seats, turn_or_end};
use crate::toolbox::{Output, ToolError, Toolbox, arguments, tool};
use crate::tournaments::{self, RunTournament, TournamentState, WhichTournament};
use arena_bots::engine::Fallback;
use arena_games::GameId;
use arena_play::handle::MatchHandle;
use arena_play::link::{Role, Snapshot};
use arena_play::{Action, ClockSetting, Detail, EndReason, Seat};
use arena_protocol::SeatChoice;
use arena_protocol::from_client::Create;
use arena_protocol::view::StartView;
use arena_server::accounts;
use arena_server::app::App;
use arena_server::error::ApiError;
use arena_server::linked::Linked;
use arena_server::moderation;

/// Longest and usual time to wait for the turn, in seconds.
const LONGEST_WAIT: u64 = 25;
const USUAL_WAIT: u64 = 20;
/// Time of a request that is left for its answer.
const REST: Duration = Duration::from_secs(2);

/// The tools over a server.
#[derive(Clone)]
pub(crate) struct ServerTools {
    pub app: App,
    pub seats: Seats,
    pub agent: Agent,
}

/// No arguments.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Serialize, JsonSchema)]
struct Games {
    games: Vec<GameEntry>,
}

#[derive(Serialize, JsonSchema)]
struct GameEntry {
    /// Name for the other tools.
    game: &'static str,
    title: &'static str,
    /// The aim of the game.
    about: &'static str,
    /// The two sides; the first one begins.
    sides: [&'static str; 2],
    /// A move as the tools read it.
    example_move: String,
    /// Options of a match, with their meaning.
    options: Vec<String>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct ListBots {
    /// Only bots of this game.
    game: Option<String>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Bots {
    bots: Vec<BotEntry>,
}

/// A bot of the server.
#[derive(Deserialize, Serialize, JsonSchema)]
struct BotEntry {
    /// Name for the other tools.
    name: String,
    game: String,
    about: String,
    /// Strength among the bots of its game, from 1.
    level: u32,
    /// Rating on the server's scale, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rating: Option<i64>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct ListMatches {
    /// `open` (the default) for matches that wait for an opponent, `live` or `finished`.
    status: Option<String>,
    /// Only matches of this game.
    game: Option<String>,
    /// True for your own matches only.
    mine: bool,
}

#[derive(Serialize, JsonSchema)]
struct Matches {
    matches: Vec<MatchEntry>,
}

/// A match in a list.
#[derive(Serialize, JsonSchema)]
struct MatchEntry {
    /// Handle for the other tools.
    #[serde(rename = "match")]
    id: String,
    game: String,
    status: String,
    /// The players, first side first.
    players: [String; 2],
    /// Number of moves so far.
    plies: u64,
    /// How it ended, if it did: the result and the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CreateMatch {
    /// The game, by its name.
    game: String,
    /// Name of the bot to play against. Without it the seat is open, and anybody with the handle can join.
    opponent: Option<String>,
    /// Your side: `first` (the default), `second` or `random`.
    side: Option<String>,
    /// Seconds on the clock of each side. Without it the match has no clock.
    clock_seconds: Option<u64>,
    /// Seconds that each side gets for each move, with a clock.
    increment_seconds: Option<u64>,
    /// Options of the game that differ from the defaults.
    options: Option<Map<String, Value>>,
    /// Position to start from, in the notation of the game.
    position: Option<String>,
    /// True to count for ratings.
    #[serde(default)]
    rated: bool,
    /// True to show an open match to all players.
    #[serde(default)]
    listed: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WhichMatch {
    /// Handle of the match.
    #[serde(rename = "match")]
    id: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReadPosition {
    /// Handle of the match.
    #[serde(rename = "match")]
    id: String,
    /// True to list the legal moves.
    #[serde(default)]
    legal: bool,
    /// True for a picture of the board.
    #[serde(default)]
    picture: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WaitTurn {
    /// Handle of the match.
    #[serde(rename = "match")]
    id: String,
    /// Longest time to wait, 1 to 25 seconds; 20 by default. If it is still not your turn, call the tool again.
    seconds: Option<u64>,
    /// True to list the legal moves.
    #[serde(default)]
    legal: bool,
    /// True for a picture of the board.
    #[serde(default)]
    picture: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MakeMove {
    /// Handle of the match.
    #[serde(rename = "match")]
    id: String,
    /// The move, as in the example of the game.
    #[serde(rename = "move")]
    mv: String,
    /// Number of moves before this one. With it, a repeated call makes the move once.
    ply: Option<usize>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Analyse {
    /// The game, by its name.
    game: String,
    /// Position in the notation of the game; the usual start by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// Moves to play from there first.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    /// Options of the game that differ from the defaults.
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<Map<String, Value>>,
    /// Bot whose search to use.
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<String>,
    /// Depth of the search in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
}

/// What a search found. Values are for the side to move.
#[derive(Deserialize, Serialize, JsonSchema)]
struct Analysis {
    /// The best move; absent if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    /// The value of the position.
    #[serde(default)]
    value: Option<f64>,
    /// The value in words.
    #[serde(default)]
    value_text: Option<String>,
    /// The expected line.
    #[serde(default)]
    line: Vec<String>,
    /// Depth in plies.
    #[serde(default)]
    depth: u32,
    /// Positions searched.
    #[serde(default)]
    nodes: u64,
    /// Each move with its value. If `exact` is false, the value is only an upper bound.
    #[serde(default)]
    root: Vec<MoveValue>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct MoveValue {
    #[serde(rename = "move")]
    mv: String,
    value: f64,
    exact: bool,
}

impl Toolbox for ServerTools {
    const INSTRUCTIONS: &'static str = "Two-player games of perfect information against minimax bots, people and other \
        agents. Start with list_games and list_bots, then create_match. In a match, call wait_turn until your_turn is true, \
        read the position, and call move; repeat until status is over. The pieces of each side are listed by point. An \
        illegal move is refused with its reason and counted, and too many in one turn can lose the match. Matches and \
        tournaments are named by the handles that the tools return.";

    fn tools(&self) -> Vec<Tool> {
        vec![
            tool::<Nothing, Games>("list_games", "Lists the games, their aims and how moves are written.", true),
            tool::<ListBots, Bots>(
                "list_bots",
                "Lists the bots of the arena, for each game from weak to strong.",
                true,
            ),
            tool::<ListMatches, Matches>(
                "list_matches",
                "Lists matches: those that wait for an opponent, are played or are over.",
                true,
            ),
            tool::<CreateMatch, MatchState>(
                "create_match",
                "Creates a match against a bot, or with an open seat, and takes your seat.",
                false,
            ),
            tool::<WhichMatch, MatchState>(
                "join_match",
                "Takes the open seat of a match, or returns to your own.",
                false,
            ),
            tool::<ReadPosition, MatchState>(
                "position",
                "Reads a match: pieces by point, the text of the position, the moves, and the result.",
                true,
            ),
            tool::<WaitTurn, MatchState>(
                "wait_turn",
                "Waits until it is your turn or the match is over, for a bounded time.",
                true,
            ),
            tool::<MakeMove, MatchState>(
                "move",
                "Makes a move in your turn. An illegal move is refused with its reason and counted.",
                false,
            ),
            tool::<WhichMatch, MatchState>("resign", "Resigns a match.", false),
            tool::<Analyse, Analysis>(
                "analyse",
                "Searches a position and returns the best move, the value of each move and the expected line.",
                true,
            ),
            tool::<RunTournament, TournamentState>(
                "run_tournament",
                "Starts a small tournament between bots of one game.",
                false,
            ),
            tool::<WhichTournament, TournamentState>(
                "tournament_results",
                "Reads the state and the table of a tournament.",
                true,
            ),
        ]
    }

    async fn call(&self, tool: &str, given: Value, parts: Option<&Parts>) -> Result<Output, ToolError> {
        let call = self.agent.call(&self.app, parts).await?;
        self.app.accounts.admit(&call.requester).await?;
        match tool {
            "list_games" => arguments(given).and_then(|Nothing {}| Output::of(&games())),
            "list_bots" => {
                let ListBots { game } = arguments(given)?;
                let query = game.map_or_else(String::new, |game| format!("?game={}", encoded(&game)));
                Output::of(&call.get::<Bots>(&format!("/api/bots{query}")).await?)
            }
            "list_matches" => Output::of(&list_matches(&call, arguments(given)?).await?),
            "create_match" => self.create(&call, arguments(given)?).await,
            "join_match" => self.join(&call, arguments(given)?).await,
            "position" => {
                let ReadPosition { id, legal, picture } = arguments(given)?;
                let handle = self.find(&id).await?;
                self.touch(&call, &handle).await?;
                self.read(&call, &handle, PositionParts { legal, picture }).await
            }
            "wait_turn" => self.wait(&call, arguments(given)?).await,
            "move" => self.make_move(&call, arguments(given)?).await,
            "resign" => {
                let WhichMatch { id } = arguments(given)?;
                let handle = self.find(&id).await?;
                check_live(&handle)?;
                self.seats.act(&self.app, &call.requester, &handle, Action::Resign).await?;
                self.read(&call, &handle, PositionParts::default()).await
            }
            "analyse" => {
                let asked: Analyse = arguments(given)?;
                let body = serde_json::to_value(asked).map_err(ApiError::internal)?;
                Output::of(&call.post::<Analysis>("/api/analyse", &body).await?)
            }
            "run_tournament" => Output::of(&tournaments::run(&call, arguments(given)?).await?),
            "tournament_results" => Output::of(&tournaments::results(&call, arguments(given)?).await?),
            other => unreachable!("{other} is not in the list of tools"),
        }
    }
}

fn games() -> Games {
    let entry = |game: &GameId| {
        let info = game.info();
        let option = |option: &arena_games::OptionInfo| format!("{}: {}", option.name, option.about);
        GameEntry {
            game: info.name,
            title: info.title,
            about: info.about,
            sides: [info.sides.first, info.sides.second],
            example_move: example_move(*game),
            options: info.options.iter().map(option).collect(),
        }
    };
    Games { games: GameId::ALL.iter().map(entry).collect() }
}

/// A match that is watched until this is dropped.
struct Watched {
    handle: MatchHandle,
    linked: Linked,
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.linked.leave(&self.handle);
    }
}

/// Rejects an action in a match that is over.
fn check_live(handle: &MatchHandle) -> Result<(), ToolError> {
    if handle.is_over() { Err(ToolError("the match is over".to_owned())) } else { Ok(()) }
}

/// Returns a text for a query.
pub(crate) fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

async fn list_matches(call: &Call<'_>, ListMatches { status, game, mine }: ListMatches) -> Result<Matches, ToolError> {
    let mut path = format!("/api/matches?limit=50&status={}", encoded(status.as_deref().unwrap_or("open")));
    if let Some(game) = game {
        path += &format!("&game={}", encoded(&game));
    }
    if mine {
        path += &format!("&player={}", call.requester.player.id);
    }
    let listed: Value = call.get(&path).await?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let entry = |it: &Value| MatchEntry {
        id: text(&it["match"]),
        game: text(&it["game"]),
        status: text(&it["status"]),
        players: [0, 1].map(|seat| it["seats"][seat]["name"].as_str().unwrap_or("(open)").to_owned()),
        plies: it["plies"].as_u64().unwrap_or(0),
        result: it["verdict"]["by"]
            .as_str()
            .map(|by| format!("{} by {by}", it["verdict"]["outcome"].as_str().unwrap_or("void"))),
    };
    Ok(Matches { matches: listed["matches"].as_array().into_iter().flatten().map(entry).collect() })
}

impl ServerTools {
    async fn find(&self, id: &str) -> Result<MatchHandle, ToolError> {
        let id: Uuid = id
            .trim()
            .parse()
            .map_err(|_| ApiError::no_such_match(format!("{:?}", id.chars().take(64).collect::<String>())))?;
        Ok(self.app.lobby.find(id).await?)
    }

    /// Returns to the agent's own seat, so that it does not count as away.
    async fn touch(&self, call: &Call<'_>, handle: &MatchHandle) -> Result<(), ToolError> {
        if handle.seat_of(call.requester.player.id).is_some() {
            self.seats.hold(&self.app, &call.requester, handle).await?;
        }
        Ok(())
    }

    async fn create(&self, call: &Call<'_>, wanted: CreateMatch) -> Result<Output, ToolError> {
        let CreateMatch { game, opponent, side, clock_seconds, increment_seconds, options, position, rated, listed } =
            wanted;
        let other = opponent.map_or(SeatChoice::Open, SeatChoice::NamedBot);
        let (seats, shuffle) = match side.as_deref() {
            None | Some("first") => ([SeatChoice::Me, other], false),
            Some("second") => ([other, SeatChoice::Me], false),
            Some("random") => ([SeatChoice::Me, other], true),
            Some(side) => return Err(ToolError(format!("side: expected first, second or random, got {side:?}"))),
        };
        let ms = |seconds: u64| seconds.saturating_mul(1_000);
        let clock = clock_seconds.map(|initial| ClockSetting {
            initial_ms: ms(initial),
            increment_ms: ms(increment_seconds.unwrap_or(0)),
            moves: None,
            delay_ms: 0,
            per_move: false,
        });
        let start = position.map(|position| StartView { position: Some(position), moves: None });
        let options = options.map(|options| serde_json::from_value(Value::Object(options))).transpose();
        let options = options.map_err(|error| ToolError(format!("options: {error}")))?;
        let create = Create { game, options, seats, shuffle, clock, rated, listed, seed: None, start };
        let handle = self.app.lobby.create(&accounts::view(&call.requester.player), create).await?;
        self.seats.hold(&self.app, &call.requester, &handle).await?;
        self.read(call, &handle, PositionParts::default()).await
    }

    async fn join(&self, call: &Call<'_>, WhichMatch { id }: WhichMatch) -> Result<Output, ToolError> {
        let handle = self.find(&id).await?;
        moderation::check_company(&self.app.store, &call.requester.player, &handle).await?;
        self.seats.hold(&self.app, &call.requester, &handle).await?;
        self.read(call, &handle, PositionParts::default()).await
    }

    /// Joins a match as a spectator.
    async fn snapshot(&self, call: &Call<'_>, handle: &MatchHandle) -> Result<(Watched, Snapshot), ToolError> {
        let mut handle = handle.clone();
        loop {
            let mut linked = Linked::new(&self.app, call.requester.caller.address);
            match linked.attach(&handle, Role::Watcher).await {
                Ok(snapshot) => return Ok((Watched { handle, linked }, snapshot)),
                // A match that is over is unloaded once nobody watches it, and loaded for the next reader.
                Err(_) if handle.is_stopped() => handle = self.app.lobby.find(handle.id()).await?,
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Describes a match to the agent.
    async fn read(&self, call: &Call<'_>, handle: &MatchHandle, parts: PositionParts) -> Result<Output, ToolError> {
        let (watched, snapshot) = self.snapshot(call, handle).await?;
        let own = watched.handle.seat_of(call.requester.player.id);
        drop(watched);
        let player = call.requester.player.id;
        let setup = &snapshot.setup;
        let mut board = setup.board().map_err(ApiError::from)?;
        for (ply, mv) in snapshot.moves.iter().enumerate() {
            board.play(*mv, ply).map_err(ApiError::from)?;
        }
        let name = |seat: &Seat| match seat {
            Seat::Human { name, .. } | Seat::Bot { name, .. } => name.clone(),
            Seat::Open | Seat::Reserved { .. } => "(open)".to_owned(),
        };
        let place = Place {
            game: setup.game,
            board: &*board,
            phase: &snapshot.phase,
            turn: snapshot.position.turn,
            moves: snapshot.moves.iter().map(|mv| setup.game.move_text(*mv)).collect(),
            names: snapshot.seats.clone().map(|seat| name(&seat)),
            clocks: snapshot.clocks.map(|(_, readings)| readings),
        };
        let tries = self.seats.tries(player, handle.id()).all;
        let state = place.state(handle.id().to_string(), own, tries, parts);
        let picture = match parts.picture {
            true => Some(call.picture(&format!("/api/matches/{}/card.png", handle.id())).await?),
            false => None,
        };
        Ok(Output::of(&state)?.with_picture(picture))
    }

    async fn wait(
        &self,
        call: &Call<'_>,
        WaitTurn { id, seconds, legal, picture }: WaitTurn,
    ) -> Result<Output, ToolError> {
        let handle = self.find(&id).await?;
        self.touch(call, &handle).await?;
        let seconds = seconds.unwrap_or(USUAL_WAIT);
        if !(1..=LONGEST_WAIT).contains(&seconds) {
            return Err(ToolError(format!("seconds: must be between 1 and {LONGEST_WAIT}, got {seconds}")));
        }
        let request = Duration::from_millis(self.app.settings.get().limits.request_ms).saturating_sub(REST);
        let (mut watched, snapshot) = self.snapshot(call, &handle).await?;
        let own = watched.handle.seat_of(call.requester.player.id);
        // A spectator waits for the next move.
        let is_awaited = |side| own.is_none_or(|own| own == side);
        let is_live = matches!(snapshot.phase, arena_play::Phase::Live);
        if !(watched.handle.is_over() || is_live && own.is_some() && snapshot.position.turn == own) {
            let wait = turn_or_end(&mut watched.linked.notified, is_awaited);
            tokio::time::timeout(Duration::from_secs(seconds).min(request), wait).await.ok();
        }
        drop(watched);
        self.read(call, &handle, PositionParts { legal, picture }).await
    }

    async fn make_move(&self, call: &Call<'_>, MakeMove { id, mv, ply }: MakeMove) -> Result<Output, ToolError> {
        let handle = self.find(&id).await?;
        let (watched, snapshot) = self.snapshot(call, &handle).await?;
        drop(watched);
        let (game, player) = (snapshot.setup.game, call.requester.player.id);
        let now = snapshot.moves.len();
        let is_own = snapshot.position.turn.is_some() && snapshot.position.turn == handle.seat_of(player);
        let made = ply.and_then(|ply| snapshot.moves.get(ply)).copied();
        if made.is_some() && made == game.parse_move(&mv).ok() {
            return self.read(call, &handle, PositionParts::default()).await;
        }
        check_live(&handle)?;
        // Out of turn, the match itself says what is wrong.
        if !is_own || ply.is_some_and(|ply| ply != now) {
            let mv = game.parse_move(&mv).map_err(|error| ToolError(error.to_string()))?;
            let action = Action::Move { ply: ply.unwrap_or(now), mv, thought: None };
            self.seats.act(&self.app, &call.requester, &handle, action).await?;
            return self.read(call, &handle, PositionParts::default()).await;
        }
        let mut board = snapshot.setup.board().map_err(ApiError::from)?;
        for (ply, mv) in snapshot.moves.iter().enumerate() {
            board.play(*mv, ply).map_err(ApiError::from)?;
        }
        if let Some(code) = board.read_move(&mv) {
            let action = Action::Move { ply: now, mv: code, thought: None };
            self.seats.act(&self.app, &call.requester, &handle, action).await?;
            return self.read(call, &handle, PositionParts::default()).await;
        }
        let reason = refusal(&*board, &mv);
        let tries = self.seats.count(player, handle.id(), now);
        let agents = self.app.settings.get().agents.clone();
        let (most, left) = (agents.attempts, agents.attempts.saturating_sub(tries.in_turn));
        let all = tries.all;
        if most == 0 || left > 0 {
            let left = if most == 0 { String::new() } else { format!(", {left} left in this turn") };
            return Err(ToolError(format!("{reason}; nothing has changed ({all} illegal so far{left})")));
        }
        let (action, follows) = match agents.fallback {
            Fallback::Forfeit => {
                let detail: Detail = reason.clone().into();
                (Action::Fail { by: EndReason::Illegal, detail }, "you lose the match".to_owned())
            }
            Fallback::Random => {
                let legal = board.legal();
                let mv = legal[(Uuid::new_v4().as_u128() % legal.len() as u128) as usize];
                (
                    Action::Move { ply: now, mv, thought: None },
                    format!("{} is played for you at random", game.move_text(mv)),
                )
            }
        };
        self.seats.act(&self.app, &call.requester, &handle, action).await?;
        Err(ToolError(format!("{reason}; that was attempt {most} of {most} in this turn, so {follows}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_query_are_encoded() {
        assert_eq!(encoded("connect4"), "connect4");
        assert_eq!(encoded("a b&c=ä"), "a%20b%26c%3D%C3%A4");
    }

    #[test]
    fn every_game_is_listed_with_sides_and_a_move() {
        let Games { games } = games();
        assert_eq!(games.len(), GameId::ALL.len());
        assert!(games.iter().all(|game| !game.example_move.is_empty() && game.sides[0] != game.sides[1]));
    }
}
