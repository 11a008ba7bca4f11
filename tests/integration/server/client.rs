//! A WebSocket client that queues messages until a test asks for them.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async, connect_async};

/// Timeout of every wait.
const NEVER: Duration = Duration::from_secs(20);

pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) kept: VecDeque<Value>,
    next_id: u64,
    pub(crate) id: String,
    pub(crate) token: String,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        Self::try_connect(address, &[("sec-websocket-protocol", "arena.v1")]).await.unwrap()
    }

    pub(crate) async fn try_connect(address: SocketAddr, headers: &[(&'static str, &str)]) -> Result<Self, Error> {
        let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let (socket, _) = connect_async(request).await?;
        Ok(Self { socket, kept: VecDeque::new(), next_id: 1, id: String::new(), token: String::new() })
    }

    /// Connects from another address of this machine.
    pub(crate) async fn connect_from(address: SocketAddr, from: Ipv4Addr) -> Result<Self, Error> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(IpAddr::V4(from), 0))?;
        let stream = socket.connect(address).await?;
        let request = format!("ws://{address}/ws").into_client_request()?;
        let (socket, _) = client_async(request, MaybeTlsStream::Plain(stream)).await?;
        Ok(Self { socket, kept: VecDeque::new(), next_id: 1, id: String::new(), token: String::new() })
    }

    /// Connects a new player from another address of this machine.
    pub(crate) async fn player_from(address: SocketAddr, from: Ipv4Addr, name: &str) -> Self {
        let mut client = Self::connect_from(address, from).await.unwrap();
        let welcome = client.ask(json!({"type": "hello", "name": name})).await;
        welcome["token"].as_str().expect("a new player is welcome").clone_into(&mut client.token);
        client
    }

    pub(crate) async fn player(address: SocketAddr, name: &str) -> Self {
        let mut client = Self::connect(address).await;
        let welcome = client.ask(json!({"type": "hello", "name": name})).await;
        welcome["player"]["id"].as_str().unwrap().clone_into(&mut client.id);
        welcome["token"].as_str().unwrap().clone_into(&mut client.token);
        client
    }

    /// Connects the same player again.
    pub(crate) async fn again(address: SocketAddr, token: &str) -> Self {
        let mut client = Self::connect(address).await;
        let welcome = client.ask(json!({"type": "hello", "token": token})).await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        welcome["player"]["id"].as_str().unwrap().clone_into(&mut client.id);
        token.clone_into(&mut client.token);
        client
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    /// Sends to a server that may have closed the connection.
    pub(crate) async fn try_send(&mut self, text: &str) -> Result<(), Error> {
        self.socket.send(Message::text(text)).await
    }

    /// The next message without a timeout; `None` once the connection is closed.
    pub(crate) async fn next_frame(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// Sends a message and returns its answer; other messages are queued.
    pub(crate) async fn ask(&mut self, mut message: Value) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        message["id"] = id.into();
        self.send(&message).await;
        self.find(|told| told["re"] == id).await
    }

    /// The first message, queued or to come, for which `fits` is true.
    pub(crate) async fn find(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(place) = self.kept.iter().position(&fits) {
            return self.kept.remove(place).unwrap();
        }
        loop {
            let message = match self.next().await {
                Ok(message) => message,
                Err(code) => panic!("the connection has ended ({code:?}) after {:?}", self.kept),
            };
            if fits(&message) {
                return message;
            }
            self.kept.push_back(message);
        }
    }

    /// The next message, queued or from the wire, or the close code.
    pub(crate) async fn told(&mut self) -> Result<Value, Option<u16>> {
        match self.kept.pop_front() {
            Some(message) => Ok(message),
            None => self.next().await,
        }
    }

    /// The next message from the wire, or the close code.
    pub(crate) async fn next(&mut self) -> Result<Value, Option<u16>> {
        loop {
            let frame = tokio::time::timeout(NEVER, self.socket.next()).await.expect("a message arrives");
            match frame {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    /// All messages up to the close, and its code.
    pub(crate) async fn rest(&mut self) -> (Vec<Value>, Option<u16>) {
        let mut all: Vec<Value> = self.kept.drain(..).collect();
        loop {
            match self.next().await {
                Ok(message) => all.push(message),
                Err(code) => return (all, code),
            }
        }
    }

    /// Returns the next event of this kind.
    pub(crate) async fn event(&mut self, kind: &str) -> Value {
        self.find(|told| told["type"] == "event" && told["event"]["kind"] == kind).await
    }

    /// Creates a match and returns its id.
    pub(crate) async fn create(&mut self, message: Value) -> String {
        let created = self.ask(message).await;
        assert_eq!(created["type"], "created", "{created}");
        self.find(|told| told["type"] == "snapshot").await;
        created["match"].as_str().unwrap().to_owned()
    }

    /// Creates a match that `other` joins, and returns its id.
    pub(crate) async fn against(&mut self, other: &mut Self, message: Value) -> String {
        let id = self.create(message).await;
        other.ask(json!({"type": "join", "match": id})).await;
        id
    }

    pub(crate) async fn play(&mut self, id: &str, ply: usize, mv: &str) -> Value {
        self.ask(json!({"type": "move", "match": id, "ply": ply, "move": mv})).await
    }

    /// Makes a move and asserts that it is accepted.
    pub(crate) async fn plays(&mut self, id: &str, ply: usize, mv: &str) {
        let answer = self.play(id, ply, mv).await;
        assert_eq!(answer["type"], "ok", "{answer}");
    }

    /// All events of a match up to its end in order, without differences between readers.
    pub(crate) async fn events_to_the_end(&mut self, seen: &mut Vec<Value>) {
        loop {
            let mut told = self.find(|told| told["type"] == "event").await;
            let event = told["event"].as_object_mut().unwrap();
            for own in ["legal", "legal_notation"] {
                event.remove(own);
            }
            let over = told["event"]["kind"] == "ended";
            seen.push(told);
            if over {
                return;
            }
        }
    }
}

/// Returns a tic-tac-toe match with these seats.
pub(crate) fn tictactoe(seats: Value) -> Value {
    json!({"type": "create", "game": "tictactoe", "seats": seats})
}

/// The same new match, which lists show while a seat is free.
pub(crate) fn listed(mut wanted: Value) -> Value {
    wanted["listed"] = true.into();
    wanted
}

/// The status of an error.
pub(super) fn status_of(answer: &Value) -> u64 {
    assert_eq!(answer["type"], "error", "{answer}");
    answer["status"].as_u64().unwrap()
}

/// The code of an error.
pub(crate) fn code(answer: &Value) -> &str {
    assert_eq!(answer["type"], "error", "{answer}");
    answer["code"].as_str().unwrap()
}
