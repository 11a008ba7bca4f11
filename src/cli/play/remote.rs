//! A match on a server: a terminal client of `arena.v1`.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use anyhow::Context;
use futures::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use uuid::Uuid;

use super::command::Command;
use super::state::{Identity, StoredIdentity, Unfinished};
use super::view::{ReplyEffect, View};
use super::{Args, Challenged, sign_in};
use crate::board_text::BoardStyle;
use crate::terminal::read_safely;
use crate::{CommandResult, Failure};
use arena_games::Options;
use arena_protocol::challenge::{ChallengeBody, SeatRequest};
use arena_protocol::from_client::Create;
use arena_protocol::{FromClient, FromServer, SUBPROTOCOL, SeatChoice};

/// Timeout for connecting to a server.
const CONNECT_WITHIN: Duration = Duration::from_secs(10);
/// Number of connection retries, and the delay before each.
const RETRIES: u32 = 5;
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// Shown to a player who leaves a seat.
const LEAVING: &str = "You left. Your seat is held for a while; return with --again.";
/// Maximum number of lines typed ahead; further ones wait in the terminal.
const TYPED_AHEAD: usize = 16;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// How a connection ended.
enum End {
    /// The match is over, or the person left.
    Done,
    /// The connection was lost.
    Lost,
    /// The server does not know the stored token.
    Unknown,
}

pub(super) fn play(args: &Args, url: &str, look: BoardStyle) -> CommandResult {
    let url = address(url)?;
    let mut stored = StoredIdentity::of(&url)?;
    if args.forget {
        stored.set(Identity::default());
    }
    let again = if args.again { Some(left_there(args, &url, &stored)?) } else { None };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        if let Some(token) = sign_in::token(args, &url).await? {
            stored.set(Identity { token: Some(token), unfinished: None });
        }
        converse(args, &url, look, stored, again).await
    });
    // A thread may still be blocked on reading a line.
    runtime.shutdown_background();
    result
}

/// Returns the address of the server's WebSocket.
fn address(url: &str) -> Result<String, Failure> {
    let rest = url.strip_prefix("ws://").or_else(|| url.strip_prefix("http://"));
    let rest = rest.map(|rest| rest.trim_end_matches('/')).filter(|rest| !rest.is_empty());
    let Some(rest) = rest else {
        return Err(Failure::Usage(anyhow::anyhow!(
            "--url {url}: expected ws://HOST:PORT, such as ws://127.0.0.1:8080"
        )));
    };
    Ok(if rest.contains('/') { format!("ws://{rest}") } else { format!("ws://{rest}/ws") })
}

/// Returns the match that was left on this server.
fn left_there(args: &Args, url: &str, stored: &StoredIdentity) -> Result<Uuid, Failure> {
    let usage = |problem: String| Failure::Usage(anyhow::anyhow!("--again: {problem}"));
    let Some(Unfinished { id, game }) = &stored.identity().unfinished else {
        return Err(usage(format!("no unfinished match of yours is known at {url}")));
    };
    if *game != args.game {
        return Err(usage(format!("the match that you left there is of {game}: arena play {game} --url … --again")));
    }
    Ok(*id)
}

/// The identity of the player, and how to open the conversation.
struct Guest<'a> {
    args: &'a Args,
    /// The match to return to.
    again: Option<Uuid>,
    stored: StoredIdentity,
}

async fn converse(
    args: &Args,
    url: &str,
    look: BoardStyle,
    stored: StoredIdentity,
    again: Option<Uuid>,
) -> CommandResult {
    let mut typed = Typed { lines: typed_lines(), next: None };
    let mut view = View::new(args.game, look);
    view.token.clone_from(&stored.identity().token);
    let mut guest = Guest { args, again, stored };
    let mut socket = connect(url).await?;
    let mut tries = 0;
    loop {
        let known = view.seq;
        let lost = match session(&mut guest, &mut socket, &mut view, &mut typed).await? {
            End::Done => return Ok(()),
            End::Unknown if guest.again.is_none() && view.token.take().is_some() => {
                say!("arena: {url} does not know your stored identity; continuing as a new player");
                guest.stored.set(Identity::default());
                socket = connect(url).await?;
                continue;
            }
            End::Unknown => {
                return Err(Failure::Work(anyhow::anyhow!(
                    "{url} does not know your stored identity; use --forget to continue as a new player"
                )));
            }
            End::Lost => Failure::Work(anyhow::anyhow!("the connection to {url} was lost")),
        };
        tries = if view.seq > known { 1 } else { tries + 1 };
        if view.id.is_none() || view.token.is_none() || tries > RETRIES {
            return Err(lost);
        }
        say!("arena: the connection was lost; reconnecting");
        tokio::time::sleep(RETRY_AFTER).await;
        match connect(url).await {
            Ok(again) => socket = again,
            Err(_) if tries < RETRIES => {}
            Err(error) => return Err(error),
        }
    }
}

/// The typed input.
struct Typed {
    lines: mpsc::Receiver<String>,
    /// A command that has been read but has to wait.
    next: Option<Command>,
}

/// Returns the typed lines until the end of the input. Reading a terminal blocks, so a separate thread reads it.
/// Nothing can wake that thread, so it is never joined.
fn typed_lines() -> mpsc::Receiver<String> {
    let (sender, lines) = mpsc::channel(TYPED_AHEAD);
    std::thread::spawn(move || {
        for line in std::io::stdin().lines() {
            let Ok(line) = line else { return };
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    });
    lines
}

async fn connect(url: &str) -> Result<Socket, Failure> {
    let mut request =
        url.into_client_request().map_err(|error| Failure::Usage(anyhow::anyhow!("--url {url}: {error}")))?;
    request.headers_mut().insert("Sec-WebSocket-Protocol", HeaderValue::from_static(SUBPROTOCOL));
    let answer = tokio::time::timeout(CONNECT_WITHIN, connect_async(request)).await;
    let answer = answer.with_context(|| format!("{url} did not answer within {} s", CONNECT_WITHIN.as_secs()))?;
    let (socket, _) = answer.with_context(|| format!("{url} cannot be reached; is a server running there?"))?;
    Ok(socket)
}

/// Handles one connection until it ends.
async fn session(
    guest: &mut Guest<'_>,
    socket: &mut Socket,
    view: &mut View,
    typed: &mut Typed,
) -> Result<End, Failure> {
    if !send(socket, &hello(guest.args, view)).await? {
        return Ok(End::Lost);
    }
    let terminal = std::io::stdin().is_terminal();
    let mut asked = false;
    loop {
        // A person may resign at any time. Input from a file waits for its turn or, if no opponent has joined yet, for
        // an opponent, unless it aborts the match.
        let goes = |command: &mut Command| {
            terminal || view.is_my_turn() || (view.is_alone() && matches!(command, Command::Quit | Command::Abort))
        };
        if let Some(command) = typed.next.take_if(goes) {
            asked = false;
            if command == Command::Quit {
                writeln!(std::io::stdout(), "{}", if view.seated().is_some() { LEAVING } else { "You left." })?;
                return leave(socket, view).await;
            }
            let message = view.message_for(command, &mut std::io::stdout())?;
            if let Some(message) = message
                && !send(socket, &message).await?
            {
                return Ok(End::Lost);
            }
        }
        if terminal && view.is_my_turn() && !asked {
            let mut out = std::io::stdout();
            write!(out, "{}", view.prompt())?;
            out.flush()?;
            asked = true;
        }
        tokio::select! {
            heard = socket.next() => {
                let message = match heard {
                    Some(Ok(Message::Text(text))) => message_of(&text),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(End::Lost),
                    Some(Ok(_)) => continue,
                };
                let Some(message) = message else { continue };
                let mut news = Vec::new();
                let heard = view.on_message(message, &mut news)?;
                tell(&news, &mut asked)?;
                asked &= view.is_my_turn();
                guest.keep(view, &heard);
                match heard {
                    ReplyEffect::On => {}
                    ReplyEffect::Welcome => {
                        for message in guest.opening(view) {
                            if !send(socket, &message).await? {
                                return Ok(End::Lost);
                            }
                        }
                    }
                    ReplyEffect::Accepted(id) => {
                        if !send(socket, &FromClient::Join { id, since: None }).await? {
                            return Ok(End::Lost);
                        }
                    }
                    ReplyEffect::Over => return leave(socket, view).await,
                    ReplyEffect::Unknown => return Ok(End::Unknown),
                    ReplyEffect::Failed(why) => return Err(Failure::Work(anyhow::anyhow!("the server refused: {why}"))),
                }
            }
            line = typed.lines.recv(), if typed.next.is_none() => {
                typed.next = Some(line.map_or(Command::Quit, |line| Command::read(&line)));
            }
        }
    }
}

/// Writes a message of the server on its own line. If the prompt is already shown, it is repeated afterwards.
fn tell(news: &[u8], asked: &mut bool) -> std::io::Result<()> {
    if news.is_empty() {
        return Ok(());
    }
    let mut out = std::io::stdout();
    if std::mem::take(asked) {
        writeln!(out)?;
    }
    out.write_all(news)?;
    out.flush()
}

/// Returns the greeting. A returning player is identified by the token.
fn hello(args: &Args, view: &View) -> FromClient {
    // The name is sent only once: a reconnection does not change it.
    let name = args.name.clone().filter(|_| view.id.is_none());
    FromClient::Hello { token: view.token.clone(), name, capabilities: None }
}

impl Guest<'_> {
    /// Stores the identity, and the match in which this player has a seat until it is over.
    fn keep(&mut self, view: &View, heard: &ReplyEffect) {
        let mut unfinished = self.stored.identity().unfinished.clone();
        if let Some(id) = view.seated() {
            unfinished = Some(Unfinished { id, game: self.args.game });
        }
        let is_over = *heard == ReplyEffect::Over || (matches!(heard, ReplyEffect::Failed(_)) && self.again.is_some());
        if is_over && unfinished.as_ref().is_some_and(|left| view.id.or(self.again) == Some(left.id)) {
            unfinished = None;
        }
        if *heard != ReplyEffect::Unknown {
            self.stored.set(Identity { token: view.token.clone(), unfinished });
        }
    }

    /// Returns the first messages after the greeting. They create or join the match, or send a challenge.
    fn opening(&self, view: &View) -> Vec<FromClient> {
        let Self { args, again, .. } = self;
        let known = view.id.map(|id| (id, Some(view.seq)));
        let named = again.or(args.join).or(args.watch).map(|id| (id, None));
        let message = match (known.or(named), args.accept, args.challenge) {
            (Some((id, since)), _, _) if args.watch.is_some() => FromClient::Watch { id, since },
            (Some((id, since)), _, _) => FromClient::Join { id, since },
            (None, Some(challenge), _) => FromClient::Accept { challenge },
            (None, None, Some(challenged)) => {
                // The challenge may have ended while the connection was down.
                let made = view.challenge.map(|id| vec![id]);
                let new = made.is_none().then(|| FromClient::Challenge(challenge(args, challenged)));
                let topic = "challenges".to_owned();
                let subscribe = FromClient::Subscribe { topic, matches: None, challenges: made };
                return [subscribe].into_iter().chain(new).collect();
            }
            (None, None, None) => FromClient::Create(creation(args)),
        };
        vec![message]
    }
}

/// Returns the challenge described by the arguments.
fn challenge(args: &Args, challenged: Challenged) -> ChallengeBody {
    ChallengeBody {
        opponent: match challenged {
            Challenged::Player(id) => Some(id),
            Challenged::Anybody => None,
        },
        game: args.game.name().to_owned(),
        options: options(args),
        clock: args.clock.map(|clock| clock.0),
        seat: Some(args.seat),
        rated: args.rated,
        listed: args.listed,
        stands_ms: None,
    }
}

/// Returns the match described by the arguments.
fn creation(args: &Args) -> Create {
    let other = args.bot.clone().map_or(SeatChoice::Open, SeatChoice::NamedBot);
    Create {
        game: args.game.name().to_owned(),
        options: options(args),
        seats: if args.seat == SeatRequest::Second { [other, SeatChoice::Me] } else { [SeatChoice::Me, other] },
        shuffle: args.seat == SeatRequest::Random,
        clock: args.clock.map(|clock| clock.0),
        rated: false,
        listed: args.listed,
        seed: args.seed,
        start: None,
    }
}

fn options(args: &Args) -> Option<Options> {
    (!args.options.is_empty()).then(|| args.options.iter().cloned().collect())
}

async fn leave(socket: &mut Socket, view: &View) -> Result<End, Failure> {
    if let Some(id) = view.id {
        send(socket, &FromClient::Leave { id }).await?;
    }
    // The server may have closed the connection already.
    let _ = socket.close(None).await;
    Ok(End::Done)
}

/// Sends a message. Returns false if the connection is gone. A challenge gets a number, so that its answer can be told
/// apart from the challenges of others.
async fn send(socket: &mut Socket, message: &FromClient) -> Result<bool, Failure> {
    let mut json = serde_json::to_value(message).map_err(|error| Failure::Work(error.into()))?;
    if matches!(message, FromClient::Challenge(_)) {
        json["id"] = 1.into();
    }
    match socket.send(Message::text(json.to_string())).await {
        Ok(()) => Ok(true),
        Err(Error::ConnectionClosed | Error::AlreadyClosed | Error::Io(_) | Error::Protocol(_)) => Ok(false),
        Err(error) => Err(Failure::Work(error.into())),
    }
}

/// Parses a message of the server. Its texts may be anybody's.
fn message_of(text: &str) -> Option<FromServer> {
    read_safely(text.as_bytes()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_server_do_not_control_the_terminal() {
        let evil = "{\"type\":\"error\",\"status\":500,\"code\":\"internal\",\"message\":\"a\\u001b[2Jb\\u202ec\\u0007 d\\ne\\u2028f\"}";
        let Some(FromServer::Error { error, .. }) = message_of(evil) else { panic!("it is an error") };
        assert_eq!(error.message, "a\u{fffd}[2Jb\u{fffd}c\u{fffd} d e f");
    }
}
