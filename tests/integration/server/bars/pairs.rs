//! Two people with many matches, who record what was acknowledged and check it after each start.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::super::client::Client;

/// Delay before a rejected move is sent again.
const AGAIN: Duration = Duration::from_millis(200);
/// Number of finished matches to check after the next start.
const REMEMBERED: usize = 20;
/// Exceeds the plies of a match of connect four. A move's message id is made of its match and its ply.
const PLIES: usize = 100;
/// The id of all other messages, of which one is pending at a time.
const ASKED: u64 = 1 << 40;

#[derive(Default)]
pub(super) struct Counts {
    pub(super) acknowledged: AtomicUsize,
    /// Moves that were answered with `unavailable`.
    not_stored: AtomicUsize,
    /// Matches checked after a start.
    found: AtomicUsize,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |it: &AtomicUsize| it.load(Ordering::Relaxed);
        let (moves, found, not) = (count(&self.acknowledged), count(&self.found), count(&self.not_stored));
        write!(f, "{moves} moves acknowledged, {not} not stored at first, {found} times a match was found whole")
    }
}

/// A sent move without acknowledgement.
struct Pending {
    seat: usize,
    ply: usize,
    mv: String,
    since: Instant,
}

/// A match as its players know it.
struct Contest {
    key: usize,
    id: String,
    bot: bool,
    /// Acknowledged or received moves.
    moves: Vec<String>,
    pending: Option<Pending>,
    /// The seat to move, the ply, and a legal move.
    legal: Option<(usize, usize, Vec<String>)>,
    /// True if a move was acknowledged in this run of the server, or the match ended.
    moved: bool,
    over: bool,
    /// True if its players follow it on their connections.
    followed: bool,
}

impl Contest {
    fn seats(&self) -> usize {
        if self.bot { 1 } else { 2 }
    }

    /// Asserts that everything acknowledged exists. Beyond it there may be a move that was stored before its answer
    /// arrived, and a bot's answer.
    fn is_whole(&self, state: &Value) {
        let stored: Vec<String> = serde_json::from_value(state["moves"].clone()).unwrap();
        let known = self.moves.len();
        assert!(
            stored.starts_with(&self.moves),
            "{}: {:?} was acknowledged, {stored:?} is stored",
            self.id,
            self.moves
        );
        let mut more = &stored[known..];
        if let (Some(pending), [first, rest @ ..]) = (&self.pending, more)
            && pending.ply == known
            && pending.mv == *first
        {
            more = rest;
        }
        assert!(more.len() <= usize::from(self.bot), "{}: unknown moves {more:?} are stored", self.id);
        assert!(!self.over || state["status"] == "finished", "{} has ended: {state}", self.id);
    }

    /// A durable move.
    fn knows(&mut self, ply: usize, mv: &str) {
        if ply == self.moves.len() {
            self.moves.push(mv.to_owned());
        } else {
            assert_eq!(self.moves.get(ply).map(String::as_str), Some(mv), "{} at ply {ply}", self.id);
        }
    }

    /// Applies a state or an event that a seat received.
    fn hears(&mut self, news: &Value, seat: usize) {
        let ply = news["ply"].as_u64().map(|ply| usize::try_from(ply).unwrap());
        let mut next = ply;
        if let Some(moves) = news["moves"].as_array() {
            self.moves = moves.iter().map(|mv| mv.as_str().unwrap().to_owned()).collect();
            self.over = news["status"] == "finished";
        } else if let (Some(ply), "moved") = (ply, news["kind"].as_str().unwrap_or_default()) {
            self.knows(ply, news["move"].as_str().unwrap());
            next = Some(ply + 1);
        } else if news["kind"] == "ended" {
            assert_eq!(news["verdict"]["by"], "rules", "{}", self.id);
            self.over = true;
        }
        if let (Some(legal), Some(ply)) = (news["legal"].as_array(), next) {
            self.legal = Some((seat, ply, legal.iter().map(|mv| mv.as_str().unwrap().to_owned()).collect()));
        }
    }

    /// The next move to send: a new one, or a rejected one again.
    fn next_move(&mut self, random: usize) -> Option<(usize, Value)> {
        if self.over {
            return None;
        }
        let now = Instant::now();
        if self.pending.as_ref().is_some_and(|pending| pending.ply < self.moves.len()) {
            self.pending = None;
        }
        if let Some(pending) = &mut self.pending {
            if now - pending.since < AGAIN {
                return None;
            }
            pending.since = now;
        } else {
            let (seat, ply, legal) = self.legal.as_ref().filter(|(_, ply, _)| *ply == self.moves.len())?;
            let mv = legal.get(random % legal.len().max(1))?.clone();
            self.pending = Some(Pending { seat: *seat, ply: *ply, mv, since: now });
        }
        let Pending { seat, ply, mv, .. } = self.pending.as_ref()?;
        let id = self.key * PLIES + ply;
        Some((*seat, json!({"type": "move", "id": id, "match": self.id, "ply": ply, "move": mv})))
    }

    /// Applies the answer to a move.
    fn is_answered(&mut self, ply: usize, answer: &Value, counts: &Counts) {
        if answer["type"] == "error" {
            // The move is sent again. Meanwhile the match may have ended, or continued with this move.
            let known =
                ["not_stored", "stored_later", "match_busy", "no_storage", "not_your_turn", "stale_ply", "match_over"];
            assert!(known.iter().any(|code| answer["code"] == *code), "{answer}");
            counts.not_stored.fetch_add(usize::from(answer["status"] == 503), Ordering::Relaxed);
        } else if let Some(pending) = self.pending.take_if(|pending| pending.ply == ply) {
            counts.acknowledged.fetch_add(1, Ordering::Relaxed);
            self.knows(ply, &pending.mv);
            self.moved = true;
        }
    }
}

/// Error: the connection is closed because the server was killed.
struct ConnectionClosed;

/// Its players stop following this match.
async fn leave(contest: &Contest, life: &mut Life) -> Result<(), ConnectionClosed> {
    for seat in 0..contest.seats() {
        let leave = json!({"type": "leave", "match": contest.id});
        life.clients[seat].try_send(&leave.to_string()).await.map_err(|_| ConnectionClosed)?;
    }
    Ok(())
}

/// Two people and their matches: half against each other, half of the first against a bot.
pub(super) struct Pair {
    number: usize,
    each: usize,
    tokens: Vec<String>,
    contests: Vec<Contest>,
    made: usize,
    random: u64,
}

/// A run of the server, as the two see it.
struct Life {
    clients: Vec<Client>,
    counts: Arc<Counts>,
}

impl Pair {
    pub(super) fn new(number: usize, each: usize) -> Self {
        Self { number, each, tokens: Vec::new(), contests: Vec::new(), made: 0, random: number as u64 * 2 + 1 }
    }

    /// Plays until the server is killed.
    pub(super) async fn plays(mut self, address: SocketAddr, joined: Arc<AtomicUsize>, counts: Arc<Counts>) -> Self {
        let Ok(mut life) = self.comes_back(address, counts).await else { return self };
        joined.fetch_add(1, Ordering::Relaxed);
        while self.step(&mut life).await.is_ok() {}
        self
    }

    /// Plays until a move was accepted in every match.
    pub(super) async fn moves_everywhere(mut self, address: SocketAddr, counts: Arc<Counts>) {
        let mut life = self.comes_back(address, counts).await.ok().expect("the server is running");
        self.each = 0;
        while self.contests.iter().any(|contest| !contest.moved && !contest.over) {
            self.step(&mut life).await.ok().expect("the server is running");
        }
    }

    /// Connects both, joins every match, and checks its state.
    async fn comes_back(&mut self, address: SocketAddr, counts: Arc<Counts>) -> Result<Life, ConnectionClosed> {
        let mut life = Life { clients: Vec::new(), counts };
        for seat in 0..2 {
            let headers = [("sec-websocket-protocol", "arena.v1")];
            let mut client = Client::try_connect(address, &headers).await.map_err(|_| ConnectionClosed)?;
            let hello = match self.tokens.get(seat) {
                Some(token) => json!({"type": "hello", "token": token}),
                None => json!({"type": "hello", "name": format!("Pair {} {seat}", self.number)}),
            };
            client.try_send(&hello.to_string()).await.map_err(|_| ConnectionClosed)?;
            let welcome = client.next_frame().await.ok_or(ConnectionClosed)?;
            assert_eq!(welcome["type"], "welcome", "an acknowledged player must be known: {welcome}");
            if let Some(token) = welcome["token"].as_str() {
                self.tokens.push(token.to_owned());
            }
            life.clients.push(client);
        }
        for place in 0..self.contests.len() {
            for seat in 0..self.contests[place].seats() {
                let contest = &self.contests[place];
                // A player watches a finished match.
                let kind = if contest.over { "watch" } else { "join" };
                let message = json!({"type": kind, "match": contest.id});
                let told = self.asks(&mut life, seat, message).await?;
                assert_eq!(told["type"], "snapshot", "{told}");
                let contest = &mut self.contests[place];
                contest.is_whole(&told["state"]);
                contest.hears(&told["state"], seat);
            }
            let contest = &mut self.contests[place];
            (contest.pending, contest.moved, contest.followed) = (None, false, true);
            life.counts.found.fetch_add(1, Ordering::Relaxed);
        }
        for contest in self.contests.extract_if(.., |contest| contest.over) {
            leave(&contest, &mut life).await?;
        }
        Ok(life)
    }

    /// Sends one move or creates one match, and reads pending messages.
    async fn step(&mut self, life: &mut Life) -> Result<(), ConnectionClosed> {
        if self.contests.iter().filter(|contest| !contest.over).count() < self.each {
            return self.makes_a_match(life).await;
        }
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let random = usize::try_from(self.random >> 32).unwrap();
        let count = self.contests.len();
        if let Some((seat, message)) = self.contests[random % count].next_move(random / count) {
            life.clients[seat].try_send(&message.to_string()).await.map_err(|_| ConnectionClosed)?;
        }
        // Short waits, because other matches continue.
        let [one, two] = &mut life.clients[..] else { unreachable!("they are two") };
        let (seat, told) = tokio::select! {
            told = one.next_frame() => (0, told.ok_or(ConnectionClosed)?),
            told = two.next_frame() => (1, told.ok_or(ConnectionClosed)?),
            () = tokio::time::sleep(Duration::from_millis(2)) => return Ok(()),
        };
        self.hears(&told, seat, &life.counts);
        Ok(())
    }

    async fn makes_a_match(&mut self, life: &mut Life) -> Result<(), ConnectionClosed> {
        // The last finished matches are checked in the next run; the number that a connection follows is limited.
        for contest in self.contests.iter_mut().filter(|contest| contest.over && contest.followed) {
            contest.followed = false;
            leave(contest, life).await?;
        }
        let over = self.contests.iter().filter(|contest| contest.over).count();
        let mut superfluous = over.saturating_sub(REMEMBERED);
        self.contests.retain(|contest| {
            let forget = contest.over && superfluous > 0;
            superfluous -= usize::from(forget);
            !forget
        });
        self.made += 1;
        let bot = self.made.is_multiple_of(2);
        let remembers = json!({"name": "remembers", "depth": 3, "table_mb": 4, "ordering": ["table", "history"]});
        let other = if bot { json!({"bot": remembers}) } else { json!("open") };
        let create = json!({"type": "create", "game": "connect4", "seats": ["me", other]});
        let made = self.asks(life, 0, create).await?;
        let Some(id) = made["match"].as_str().map(str::to_owned) else {
            assert_eq!(made["status"], 503, "{made}");
            tokio::time::sleep(AGAIN).await;
            return Ok(());
        };
        let (moves, pending, legal) = (Vec::new(), None, None);
        let (moved, over, followed) = (false, false, true);
        let contest = Contest { key: self.made, id: id.clone(), bot, moves, pending, legal, moved, over, followed };
        let seats = contest.seats();
        self.contests.push(contest);
        for seat in (0..seats).rev() {
            let told = loop {
                let told = self.asks(life, seat, json!({"type": "join", "match": id})).await?;
                if told["type"] == "snapshot" {
                    break told;
                }
                assert_eq!(told["status"], 503, "{told}");
                tokio::time::sleep(AGAIN).await;
            };
            if let Some(contest) = self.contests.last_mut() {
                contest.hears(&told["state"], seat);
            }
        }
        Ok(())
    }

    /// Sends a message and returns its answer; other messages are applied.
    async fn asks(&mut self, life: &mut Life, seat: usize, mut message: Value) -> Result<Value, ConnectionClosed> {
        message["id"] = ASKED.into();
        life.clients[seat].try_send(&message.to_string()).await.map_err(|_| ConnectionClosed)?;
        loop {
            let told = life.clients[seat].next_frame().await.ok_or(ConnectionClosed)?;
            if told["re"] == ASKED {
                return Ok(told);
            }
            self.hears(&told, seat, &life.counts);
        }
    }

    fn hears(&mut self, told: &Value, seat: usize, counts: &Counts) {
        if let Some(re) = told["re"].as_u64() {
            let re = usize::try_from(re).unwrap();
            if let Some(contest) = self.contests.iter_mut().find(|contest| contest.key == re / PLIES) {
                contest.is_answered(re % PLIES, told, counts);
            }
        } else if let Some(contest) = self.contests.iter_mut().find(|contest| told["match"] == contest.id.as_str()) {
            let news = if told["type"] == "snapshot" { &told["state"] } else { &told["event"] };
            contest.hears(news, seat);
        }
    }
}
