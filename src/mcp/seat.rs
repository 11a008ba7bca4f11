//! One seat of a tournament's match for an agent. The tournament speaks the text protocol with this process
//! (`docs/engine.md`), and the agent, which this process starts, speaks the Model Context Protocol with it over HTTP.
//!
//! The agent is started when it is to move and does not run. It may play a whole match or one move. An agent that ends
//! without a move ends this process, which the tournament counts as a crash.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{Response, StatusCode};
use axum::routing::post;
use rmcp::model::Tool;
use rmcp::schemars::{self, JsonSchema};
use serde::Deserialize;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::over_http;
use crate::position::{MatchState, Place, PositionParts, refusal};
use crate::toolbox::{Output, ToolError, Toolbox, arguments, tool};
use arena_games::board::Board;
use arena_games::{BySide, GameId, Options, Side};
use arena_play::{EndReason, GameResult, Phase, Readings, Verdict};

/// Longest and usual time to wait for the turn, in seconds.
const LONGEST_WAIT: u64 = 55;
const USUAL_WAIT: u64 = 25;
/// Time for the tournament to say what follows an illegal move.
const VERDICT: Duration = Duration::from_secs(5);
/// Interval at which it is checked whether the agent still runs.
const LOOK: Duration = Duration::from_millis(50);
/// Largest request of the agent in bytes.
const LARGEST: usize = 1 << 20;
/// What the handle of the only match is called.
const HANDLE: &str = "this match";

/// The match as the tournament has told it.
struct SeatState {
    game: Option<GameId>,
    options: Options,
    board: Option<Box<dyn Board>>,
    moves: Vec<String>,
    own: Option<Side>,
    /// Whether the tournament waits for a move.
    asked: bool,
    /// Whether the tournament has ended the match.
    over: bool,
    tries: u32,
    /// The attempts left after the last illegal move.
    left: Option<u32>,
    clocks: Option<Readings>,
    /// Whether the agent may list the legal moves.
    gives_legal: bool,
    agent: Option<Child>,
}

#[derive(Clone)]
struct SeatTools {
    state: Arc<Mutex<SeatState>>,
    /// Counts the lines of the tournament.
    changes: watch::Sender<u64>,
    command: Arc<[String]>,
    url: Arc<str>,
    key: Arc<str>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct ReadPosition {
    /// True to list the legal moves, if the tournament permits it.
    legal: bool,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct WaitTurn {
    /// Longest time to wait, 1 to 55 seconds; 25 by default. If it is still not your turn, call the tool again.
    seconds: Option<u64>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MakeMove {
    /// The move, written as in the list of moves.
    #[serde(rename = "move")]
    mv: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Plays one seat for the program `command`, until the tournament ends this process.
///
/// # Errors
/// If the agent cannot be started or ends without a move, or standard input and output cannot be used.
pub async fn play(command: Vec<String>) -> Result<(), String> {
    let failed = |error: std::io::Error| error.to_string();
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(failed)?;
    let url = format!("http://{}/mcp", listener.local_addr().map_err(failed)?);
    let key = format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple());
    let state = SeatState {
        game: None,
        options: Options::new(),
        board: None,
        moves: Vec::new(),
        own: None,
        asked: false,
        over: false,
        tries: 0,
        left: None,
        clocks: None,
        gives_legal: false,
        agent: None,
    };
    let tools = SeatTools {
        state: Arc::new(Mutex::new(state)),
        changes: watch::channel(0).0,
        command: command.into(),
        url: url.into(),
        key: key.into(),
    };
    let router = Router::new().route("/mcp", post(answer)).with_state(tools.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let result = tools.follow().await;
    tools.end_agent();
    result
}

async fn answer(State(tools): State<SeatTools>, request: Request) -> Response<Body> {
    let given = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    if given.and_then(|given| given.strip_prefix("Bearer ")) != Some(&*tools.key) {
        let mut refused = Response::new(Body::from("the key in ARENA_MCP_KEY is needed: Authorization: Bearer <key>"));
        *refused.status_mut() = StatusCode::UNAUTHORIZED;
        return refused;
    }
    over_http(tools, LARGEST, CancellationToken::new(), request).await
}

/// Writes a line to the tournament.
fn say(line: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(|error| error.to_string())
}

impl SeatTools {
    fn lock(&self) -> MutexGuard<'_, SeatState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Follows the lines of the tournament.
    async fn follow(&self) -> Result<(), String> {
        let mut lines = BufReader::new(tokio::io::stdin()).lines();
        let mut look = tokio::time::interval(LOOK);
        loop {
            tokio::select! {
                line = lines.next_line() => {
                    let Some(line) = line.map_err(|error| error.to_string())? else { return Ok(()) };
                    if line.trim() == "quit" {
                        return Ok(());
                    }
                    self.on_line(line.trim())?;
                    self.changes.send_modify(|count| *count += 1);
                }
                _ = look.tick() => self.look_after_agent()?,
            }
        }
    }

    fn on_line(&self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "uci" => {
                say("option name Legal type check default false")?;
                say("uciok")
            }
            "isready" => say("readyok"),
            "setoption" => {
                self.lock().gives_legal = rest.eq_ignore_ascii_case("name Legal value true");
                Ok(())
            }
            "ucinewgame" => {
                self.end_agent();
                let mut state = self.lock();
                (state.over, state.tries, state.left, state.own) = (false, 0, None, None);
                Ok(())
            }
            "game" => {
                let (name, options) = rest.split_once(' ').unwrap_or((rest, "{}"));
                let mut state = self.lock();
                state.game = Some(name.parse().map_err(|error| format!("{error}"))?);
                state.options = serde_json::from_str(options).map_err(|error| error.to_string())?;
                Ok(())
            }
            "position" => self.lock().place(rest),
            "illegal" => {
                let left = rest.rsplit(' ').next().and_then(|left| left.parse().ok());
                let mut state = self.lock();
                state.left = left;
                state.tries += 1;
                Ok(())
            }
            "go" => {
                let mut state = self.lock();
                state.clocks = clocks(rest);
                state.own = state.board.as_ref().map(|board| board.to_move());
                state.asked = true;
                Ok(())
            }
            "over" => {
                let mut state = self.lock();
                (state.over, state.asked) = (true, false);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Starts the agent if it is to move and does not run.
    fn look_after_agent(&self) -> Result<(), String> {
        let mut state = self.lock();
        if let Some(agent) = &mut state.agent
            && let Some(status) = agent.try_wait().map_err(|error| error.to_string())?
        {
            let moved = !state.asked;
            state.agent = None;
            if !moved {
                return Err(format!("the agent {} ended without a move ({status})", self.command[0]));
            }
        }
        if state.asked && state.agent.is_none() {
            state.agent = Some(self.start_agent()?);
        }
        Ok(())
    }

    fn start_agent(&self) -> Result<Child, String> {
        let filled = |word: &String| word.replace("{url}", &self.url).replace("{key}", &self.key);
        let mut command = Command::new(filled(&self.command[0]));
        command.args(self.command[1..].iter().map(filled));
        command.env("ARENA_MCP_URL", &*self.url).env("ARENA_MCP_KEY", &*self.key);
        // Standard output belongs to the tournament.
        #[cfg(unix)]
        {
            use std::os::fd::AsFd;
            let errors = std::io::stderr().as_fd().try_clone_to_owned().map_err(|error| error.to_string())?;
            command.stdout(Stdio::from(errors));
        }
        #[cfg(not(unix))]
        command.stdout(Stdio::null());
        command.stdin(Stdio::null()).spawn().map_err(|error| format!("{} cannot be started: {error}", self.command[0]))
    }

    fn end_agent(&self) {
        if let Some(mut agent) = self.lock().agent.take() {
            // It may have ended already.
            agent.kill().ok();
            agent.wait().ok();
        }
    }

    fn read(&self, legal: bool) -> Result<Output, ToolError> {
        let state = self.lock();
        if legal && !state.gives_legal {
            return Err(ToolError("this tournament gives no list of legal moves".to_owned()));
        }
        Output::of(&state.described(PositionParts { legal, picture: false })?)
    }

    /// Waits until something has changed for which `holds` is true. Returns false if the time was up first.
    async fn until(&self, time: Duration, holds: impl Fn(&SeatState) -> bool + Send) -> bool {
        let mut changes = self.changes.subscribe();
        let waited = async {
            loop {
                let done = holds(&self.lock());
                if done || changes.changed().await.is_err() {
                    return;
                }
            }
        };
        tokio::time::timeout(time, waited).await.is_ok()
    }

    async fn make_move(&self, text: &str) -> Result<Output, ToolError> {
        let (reason, tries) = {
            let mut state = self.lock();
            state.check_turn()?;
            let game = state.game.ok_or_else(no_match)?;
            let ply = state.moves.len();
            let board = state.board.as_mut().ok_or_else(no_match)?;
            if let Some(mv) = board.read_move(text) {
                board.play(mv, ply).map_err(|error| ToolError(error.to_string()))?;
                let written = game.move_text(mv);
                say(&format!("bestmove {written}")).map_err(ToolError)?;
                state.moves.push(written);
                (state.asked, state.left) = (false, None);
                return Output::of(&state.described(PositionParts::default())?);
            }
            let reason = refusal(&**board, text);
            // The tournament counts illegal moves, so it is told of them.
            let word: String = text.chars().filter(char::is_ascii_graphic).take(40).collect();
            state.asked = false;
            say(&format!("bestmove {}", if word.is_empty() { "?" } else { &word })).map_err(ToolError)?;
            (reason, state.tries)
        };
        self.until(VERDICT, move |state| state.over || state.tries > tries && (state.asked || state.left == Some(0)))
            .await;
        let state = self.lock();
        Err(ToolError(match state.left {
            Some(left) if left > 0 && !state.over => {
                format!("{reason}; nothing has changed, {left} attempts left in this turn")
            }
            _ => format!("{reason}; that was the last attempt in this turn, and the tournament decides what follows"),
        }))
    }
}

fn no_match() -> ToolError {
    ToolError("the match has not begun yet; call wait_turn".to_owned())
}

impl SeatState {
    /// Sets up `startpos` or `fen …`, and `moves …`.
    fn place(&mut self, text: &str) -> Result<(), String> {
        let game = self.game.ok_or("a position came before its game")?;
        let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let mut board = game.board(&self.options, start.strip_prefix("fen ")).map_err(|error| error.to_string())?;
        self.moves = moves.split_whitespace().map(str::to_owned).collect();
        for (ply, text) in self.moves.iter().enumerate() {
            let mv = game.parse_move(text).map_err(|error| error.to_string())?;
            board.play(mv, ply).map_err(|error| error.to_string())?;
        }
        self.board = Some(board);
        Ok(())
    }

    fn check_turn(&self) -> Result<(), ToolError> {
        if self.over {
            return Err(ToolError("the match is over".to_owned()));
        }
        if self.asked { Ok(()) } else { Err(ToolError("it is not your turn; call wait_turn".to_owned())) }
    }

    fn described(&self, parts: PositionParts) -> Result<MatchState, ToolError> {
        let (Some(game), Some(board)) = (self.game, &self.board) else { return Err(no_match()) };
        let names = BySide::from_fn(|side| if Some(side) == self.own { "you" } else { "your opponent" }.to_owned());
        // The tournament tells that the match is over, but not how it ended.
        let by_rules = board.outcome().map(|outcome| outcome.winner().map_or(GameResult::Draw, GameResult::from));
        let verdict = Verdict { outcome: by_rules, by: EndReason::Rules, detail: None };
        let phase = if self.over || by_rules.is_some() { Phase::Over(verdict) } else { Phase::Live };
        let (moves, clocks) = (self.moves.clone(), self.clocks);
        let place = Place { game, board: &**board, phase: &phase, turn: Some(board.to_move()), moves, names, clocks };
        let mut state = place.state(HANDLE.to_owned(), self.own, self.tries, parts);
        state.your_turn &= self.asked;
        state.result = state.result.filter(|_| by_rules.is_some());
        Ok(state)
    }
}

/// Reads the clocks of `go`.
fn clocks(text: &str) -> Option<Readings> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let after = |key: &str| words.iter().position(|word| *word == key).and_then(|at| words.get(at + 1)?.parse().ok());
    Some(BySide::new(after("wtime")?, after("btime")?))
}

impl Toolbox for SeatTools {
    const INSTRUCTIONS: &'static str = "You play one match of a tournament. Call wait_turn until your_turn is true, read \
        the position, and call move; repeat until status is over. The pieces of each side are listed by point. An illegal \
        move is refused with its reason and counted, and the last attempt of a turn can lose the match.";

    fn tools(&self) -> Vec<Tool> {
        vec![
            tool::<ReadPosition, MatchState>(
                "position",
                "Reads the match: pieces by point, the text of the position, and the moves.",
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
            tool::<Nothing, MatchState>("resign", "Resigns the match in your turn.", false),
        ]
    }

    async fn call(&self, tool: &str, given: Value, _: Option<&Parts>) -> Result<Output, ToolError> {
        match tool {
            "position" => self.read(arguments::<ReadPosition>(given)?.legal),
            "wait_turn" => {
                let seconds = arguments::<WaitTurn>(given)?.seconds.unwrap_or(USUAL_WAIT);
                if !(1..=LONGEST_WAIT).contains(&seconds) {
                    return Err(ToolError(format!("seconds: must be between 1 and {LONGEST_WAIT}, got {seconds}")));
                }
                self.until(Duration::from_secs(seconds), |state| state.asked || state.over).await;
                self.read(false)
            }
            "move" => self.make_move(&arguments::<MakeMove>(given)?.mv).await,
            "resign" => {
                let Nothing {} = arguments(given)?;
                let mut state = self.lock();
                state.check_turn()?;
                say("resign").map_err(ToolError)?;
                (state.asked, state.over) = (false, true);
                Output::of(&state.described(PositionParts::default())?)
            }
            other => unreachable!("{other} is not in the list of tools"),
        }
    }
}
