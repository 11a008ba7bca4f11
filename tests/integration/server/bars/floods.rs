//! Attacks from a few addresses; each continues for a given time.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures::future::join_all;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use super::super::client::Client;

/// The kinds of floods. Each uses its own addresses, so that the limits of one do not spare another.
#[derive(Clone, Copy, Debug)]
pub(super) enum Flood {
    Matches,
    Lobby,
    Readers,
    Searches,
    Reads,
    Logins,
    HalfSent,
    Held,
}

pub(super) const ALL: [Flood; 8] = [
    Flood::Matches,
    Flood::Lobby,
    Flood::Readers,
    Flood::Searches,
    Flood::Reads,
    Flood::Logins,
    Flood::HalfSent,
    Flood::Held,
];

/// The target, amount and end of a flood.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) address: SocketAddr,
    pub(super) until: Instant,
    /// Relative to the short version; the long one has several times as much.
    pub(super) times: usize,
}

impl Flood {
    /// Floods the server and returns a description.
    pub(super) async fn pours(self, target: Target) -> String {
        let flooder = Flooder { target, kind: self as u8 };
        match self {
            Self::Matches => flooder.matches().await,
            Self::Lobby => flooder.lobby().await,
            Self::Readers => flooder.readers().await,
            Self::Searches => flooder.searches().await,
            Self::Reads => flooder.reads().await,
            Self::Logins => flooder.logins().await,
            Self::HalfSent => flooder.half_sent().await,
            Self::Held => flooder.held().await,
        }
    }
}

#[derive(Clone, Copy)]
struct Flooder {
    target: Target,
    kind: u8,
}

/// Bots with long searches and large tables.
fn strongest(number: usize) -> Value {
    let bots = [
        ("connect4", json!("connect4-master")),
        ("chess", json!("chess-champion")),
        ("reversi", json!("reversi-master")),
        (
            "connect4",
            json!({"name": "greedy", "depth": 40, "pruning": "pvs", "table_mb": 64, "ordering": ["table", "history"]}),
        ),
    ];
    let (game, bot) = &bots[number % bots.len()];
    json!({"type": "create", "game": game, "seats": [{"bot": bot}, "me"]})
}

impl Flooder {
    fn from(self, number: usize) -> Ipv4Addr {
        let number = u16::try_from(number).unwrap();
        Ipv4Addr::new(127, 2 + self.kind, (number / 250) as u8, (number % 250) as u8 + 1)
    }

    fn is_over(self) -> bool {
        Instant::now() >= self.target.until
    }

    /// Guests, `each` per address.
    async fn guests(self, guests: usize, each: usize) -> Vec<Client> {
        let come = (0..guests).map(|number| async move {
            let mut client = Client::connect_from(self.target.address, self.from(number / each)).await.ok()?;
            let hello = json!({"type": "hello", "name": format!("Guest {number}")}).to_string();
            client.try_send(&hello).await.ok()?;
            Some(client)
        });
        join_all(come).await.into_iter().flatten().collect()
    }

    /// Reads until the end of the flood or of the connection; returns the number of messages of each type.
    async fn reads_on(self, client: &mut Client, mut each: impl FnMut(&Value)) -> bool {
        loop {
            let left = self.target.until.saturating_duration_since(Instant::now());
            match tokio::time::timeout(left, client.next_frame()).await {
                Ok(Some(told)) => each(&told),
                Ok(None) => return false,
                Err(_) => return true,
            }
        }
    }

    /// A thousand matches within seconds against bots with large tables.
    async fn matches(self) -> String {
        let guests = self.guests(28 * self.target.times, 55).await;
        let (made, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (making, refusing) = (&made, &refused);
        let play = guests.into_iter().map(|mut guest| async move {
            for number in 0..20 {
                if guest.try_send(&strongest(number).to_string()).await.is_err() {
                    break;
                }
            }
            self.reads_on(&mut guest, |told| {
                making.fetch_add(usize::from(told["type"] == "created"), Ordering::Relaxed);
                refusing.fetch_add(usize::from(told["type"] == "error"), Ordering::Relaxed);
            })
            .await;
        });
        join_all(play).await;
        format!("{} matches made, {} refused", made.into_inner(), refused.into_inner())
    }

    /// Open matches with the longest texts, and many lobby viewers, none of which may be disconnected.
    async fn lobby(self) -> String {
        let viewers = self.guests(40 * self.target.times, 40).await;
        let looked = viewers.len();
        let (bytes, made) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (reading, making) = (&bytes, &made);
        let look = viewers.into_iter().map(|mut viewer| async move {
            viewer.try_send(&json!({"type": "subscribe", "topic": "lobby"}).to_string()).await.unwrap();
            let read = |told: &Value| {
                reading.fetch_add(told.to_string().len(), Ordering::Relaxed);
            };
            assert!(self.reads_on(&mut viewer, read).await, "nobody who looks at the lobby is closed");
        });
        let elsewhere = Self { kind: self.kind + 100, ..self };
        let makers = elsewhere.guests(10 * self.target.times, 20).await;
        let spec = json!({"name": "n".repeat(80), "about": "a".repeat(500), "game": "tictactoe", "depth": 1});
        let create = json!({"type": "create", "game": "tictactoe", "seats": [{"bot": spec}, "open"]}).to_string();
        let create = &create;
        let make = makers.into_iter().map(|mut maker| async move {
            for _ in 0..20 {
                let _ = maker.try_send(create).await;
            }
            self.reads_on(&mut maker, |told| {
                making.fetch_add(usize::from(told["type"] == "created"), Ordering::Relaxed);
            })
            .await;
        });
        tokio::join!(join_all(look), join_all(make));
        format!("{looked} viewers of {} open matches read {} KiB", made.into_inner(), bytes.into_inner() / 1_024)
    }

    /// A connection with a small receive buffer.
    async fn stream(self, number: usize) -> Option<TcpStream> {
        let socket = TcpSocket::new_v4().ok()?;
        socket.set_recv_buffer_size(4_096).ok()?;
        socket.bind((self.from(number), 0).into()).ok()?;
        socket.connect(self.target.address).await.ok()
    }

    /// Holds `sockets` connections from `addresses` addresses after sending `bytes`, until the flood is over.
    async fn holds(self, sockets: usize, addresses: usize, bytes: impl Fn(usize) -> Vec<u8>) -> usize {
        let mut held = Vec::new();
        for number in 0..sockets {
            let Some(mut stream) = self.stream(number % addresses).await else { continue };
            let bytes = bytes(number);
            // A server that accepts no more must not block the flood.
            let _ = tokio::time::timeout(Duration::from_millis(100), stream.write_all(&bytes)).await;
            held.push(stream);
        }
        tokio::time::sleep_until(self.target.until.into()).await;
        held.len()
    }

    /// Pipelined requests for large responses that are never read.
    async fn readers(self) -> String {
        let get = b"GET /api/bots HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(200);
        let held = self.holds(100 * self.target.times, 20 * self.target.times, |_| get.clone()).await;
        format!("{held} connections of 200 requests, never read")
    }

    /// One person's matches against strong bots, and the maximum number of analyses.
    async fn searches(self) -> String {
        let analysed = AtomicUsize::new(0);
        let url = format!("http://{}/api/analyse", self.target.address);
        let question = json!({"game": "connect4", "depth": 40, "pruning": "alpha-beta", "table_mb": 64});
        let analyse = (0..20).map(|number| {
            let (url, question, analysed) = (url.clone(), question.clone(), &analysed);
            async move {
                let http = reqwest::Client::builder().local_address(std::net::IpAddr::V4(self.from(number / 2)));
                let http = http.build().unwrap();
                while !self.is_over() {
                    let left = self.target.until.saturating_duration_since(Instant::now());
                    let asked = http.post(&url).json(&question).timeout(left).send().await;
                    match asked {
                        Ok(answer) if answer.status() == 200 => analysed.fetch_add(1, Ordering::Relaxed),
                        _ => {
                            tokio::time::sleep(Duration::from_millis(100)).await;
                            0
                        }
                    };
                }
            }
        });
        let mut one = self.guests(1, 1).await;
        let made = AtomicUsize::new(0);
        let play = one.iter_mut().map(|guest| async {
            for number in 0..20 {
                let _ = guest.try_send(&strongest(number).to_string()).await;
            }
            self.reads_on(guest, |told| {
                made.fetch_add(usize::from(told["type"] == "created"), Ordering::Relaxed);
            })
            .await;
        });
        tokio::join!(join_all(analyse), join_all(play));
        format!("one person's {} matches, {} analyses ended", made.into_inner(), analysed.into_inner())
    }

    /// Leaderboards and lists, as fast as possible.
    async fn reads(self) -> String {
        let paths = [
            "/api/leaderboard/connect4",
            "/api/matches?limit=100",
            "/api/matches?game=connect4&status=finished",
            "/api/bots",
            "/api/tournaments",
        ];
        let mut readers = JoinSet::new();
        let (read, limited) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        for number in 0..16 * self.target.times {
            let (read, limited) = (Arc::clone(&read), Arc::clone(&limited));
            readers.spawn(async move {
                let http = reqwest::Client::builder().local_address(std::net::IpAddr::V4(self.from(number)));
                let http = http.build().unwrap();
                for path in paths.iter().cycle().skip(number) {
                    if self.is_over() {
                        break;
                    }
                    let Ok(answer) = http.get(format!("http://{}{path}", self.target.address)).send().await else {
                        continue;
                    };
                    let limit = answer.status() == 429;
                    let _ = answer.bytes().await;
                    if limit {
                        limited.fetch_add(1, Ordering::Relaxed);
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    } else {
                        read.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
        readers.join_all().await;
        format!("{} requests answered, {} refused", read.load(Ordering::Relaxed), limited.load(Ordering::Relaxed))
    }

    /// New players from many addresses, and invalid tokens.
    async fn logins(self) -> String {
        let (taken, number) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let come = (0..16).map(|_| async {
            while !self.is_over() {
                let number = number.fetch_add(1, Ordering::Relaxed);
                let Ok(mut client) = Client::connect_from(self.target.address, self.from(number / 50)).await else {
                    continue;
                };
                let hello = match number % 4 {
                    0 => json!({"type": "hello", "token": "x".repeat(43)}),
                    _ => json!({"type": "hello", "name": format!("Newcomer {number}")}),
                };
                if client.try_send(&hello.to_string()).await.is_ok()
                    && tokio::time::timeout(Duration::from_secs(5), client.next_frame())
                        .await
                        .is_ok_and(|told| told.is_some_and(|told| told["type"] == "welcome"))
                {
                    taken.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
        join_all(come).await;
        format!("{} logins tried, {} new players", number.load(Ordering::Relaxed), taken.load(Ordering::Relaxed))
    }

    /// Requests, bodies and handshakes that stop in the middle.
    async fn half_sent(self) -> String {
        let halves = [
            "GET /api/matches HTTP/1.1\r\nHost: local",
            "POST /api/analyse HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{",
            "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
            "G",
        ];
        let held =
            self.holds(200 * self.target.times, 2 * self.target.times, |n| halves[n % 4].as_bytes().to_vec()).await;
        format!("{held} connections with half a request")
    }

    /// Silent connections and idle players.
    async fn held(self) -> String {
        let elsewhere = Self { kind: self.kind + 100, ..self };
        let players = elsewhere.guests(50 * self.target.times, 50).await;
        let silent = self.holds(250 * self.target.times, self.target.times, |_| Vec::new()).await;
        format!("{silent} silent connections, {} idle players", players.len())
    }
}
