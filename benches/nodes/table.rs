//! One table: two players and two who watch, match after match, a move a second.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use minimax_arena::games::seed::Rng;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::line::{Heard, Home, Line, until};
use super::place::Nodes;
use super::subjects::Subjects;
use super::sums::Sums;

/// A move is made so long after the one before it.
const A_MOVE: Duration = Duration::from_secs(1);
/// What was not answered for so long is said again.
const AGAIN: Duration = Duration::from_secs(2);

/// A match, and its moves that were acknowledged, by their plies.
pub(crate) type Played = (String, HashMap<usize, String>);

/// A move that is under way.
struct Move {
    ply: usize,
    text: String,
    due: Instant,
    said: Instant,
}

pub(crate) struct Table {
    rng: Rng,
    sums: Arc<Sums>,
    /// Where what is seen at the match's own node is passed on.
    subjects: Option<Subjects>,
    /// The node at which the match lives, while it is certain.
    home: Option<usize>,
    /// The two players and the two who watch: at a node of their own, and where the match is made.
    lines: [Line; 4],
    played: Vec<Played>,
    /// What `id` the last message had.
    asked: u64,
    id: Option<String>,
    /// When the next match is to be asked for, and the number of the question.
    making: (Instant, u64),
    under_way: Option<Move>,
    /// Whose turn it is, at which ply, what they may do, and from when on.
    turn: Option<(usize, usize, Vec<String>, Instant)>,
    /// A ply, and when the one before it was acknowledged: who is to make it may learn of that late.
    answered: Option<(usize, Instant)>,
    /// When the moves of the match were said first.
    said: HashMap<usize, Instant>,
    /// Since when no line of this table was made again.
    calm: Instant,
    ended: bool,
}

impl Table {
    pub(crate) fn new(
        number: usize,
        all: usize,
        nodes: Arc<Nodes>,
        sums: Arc<Sums>,
        subjects: Option<Subjects>,
    ) -> Self {
        let home = |seat: usize| Home::Node((number + seat % 3) % nodes.addresses.len());
        let lines = std::array::from_fn(|seat| Line::new(home(seat), Arc::clone(&nodes), Arc::clone(&sums)));
        let begins = Instant::now() + A_MOVE * u32::try_from(number).unwrap_or(0) / u32::try_from(all).unwrap_or(1);
        Self {
            rng: Rng::new(number as u64),
            sums,
            subjects,
            home: None,
            lines,
            played: Vec::new(),
            asked: 0,
            id: None,
            making: (begins, 0),
            under_way: None,
            turn: None,
            answered: None,
            said: HashMap::new(),
            calm: Instant::now(),
            ended: false,
        }
    }

    /// Plays until it is to stop; what was played.
    pub(crate) async fn play(mut self, mut stop: watch::Receiver<bool>) -> Vec<Played> {
        loop {
            let due = self.due();
            let [a, b, c, d] = &mut self.lines;
            let (seat, heard) = tokio::select! {
                () = async { drop(stop.wait_for(|stop| *stop).await) } => break,
                heard = a.heard.recv() => (0, heard),
                heard = b.heard.recv() => (1, heard),
                heard = c.heard.recv() => (2, heard),
                heard = d.heard.recv() => (3, heard),
                () = until(due) => {
                    self.pass_time().await;
                    continue;
                }
            };
            match heard {
                Some(Heard::Said { at, node, message }) => self.hears(seat, at, node, &message).await,
                Some(Heard::Welcome) => self.asks_again(),
                None => break,
            }
            self.pass_time().await;
        }
        // What was never answered, or never begun, counts as long as it took by now.
        let due = self.under_way.as_ref().map(|it| it.due).or(self.turn.as_ref().map(|turn| turn.3));
        let due = due.or(self.answered.map(|(_, since)| since + A_MOVE));
        if let Some(due) = due.filter(|due| !self.ended && *due < Instant::now()) {
            self.sums.made(due.elapsed());
        }
        self.played
    }

    /// After a line was made again, what is under way may be lost, and the match may live at another node.
    fn asks_again(&mut self) {
        (self.calm, self.home) = (Instant::now(), None);
        if let Some(under_way) = &mut self.under_way {
            under_way.said = Instant::now().checked_sub(AGAIN).unwrap_or(under_way.said);
        }
    }

    /// When something is to be said next.
    fn due(&self) -> Option<Instant> {
        let making = (self.id.is_none() || self.ended).then_some(self.making.0);
        let playing = match &self.under_way {
            Some(under_way) => Some(under_way.said + AGAIN),
            None => self.turn.as_ref().map(|turn| turn.3),
        };
        making.into_iter().chain(playing).min()
    }

    /// Says what is due.
    async fn pass_time(&mut self) {
        let now = Instant::now();
        if (self.id.is_none() || self.ended) && self.making.0 <= now {
            self.asked += 1;
            self.making = (now + AGAIN, self.asked);
            let create = json!({"type": "create", "id": self.asked, "game": "connect4", "seats": ["me", "open"]});
            self.lines[0].say(create).await;
        }
        if let Some(under_way) = &mut self.under_way {
            if now >= under_way.said + AGAIN {
                under_way.said = now;
                self.say_move().await;
            }
            return;
        }
        if let Some((_, ply, legal, due)) = self.turn.as_ref().filter(|turn| turn.3 <= now) {
            let text = legal[self.rng.below(legal.len())].clone();
            self.under_way = Some(Move { ply: *ply, text, due: *due, said: now });
            self.said.entry(*ply).or_insert(now);
            self.say_move().await;
        }
    }

    async fn say_move(&mut self) {
        let (Some(id), Some(Move { ply, text, .. })) = (&self.id, &self.under_way) else { return };
        // The number of a move's message says which ply it is of.
        let message = json!({"type": "move", "id": 1_000_000 + ply, "match": id, "ply": ply, "move": text});
        self.lines[ply % 2].say(message).await;
    }

    async fn hears(&mut self, seat: usize, at: Instant, node: usize, message: &Value) {
        match message["type"].as_str().unwrap_or_default() {
            "created" if seat == 0 && message["re"] == self.making.1 && (self.id.is_none() || self.ended) => {
                let Some(id) = message["match"].as_str() else { return };
                (self.id, self.ended, self.home) = (Some(id.to_owned()), false, Some(node));
                (self.under_way, self.turn, self.answered) = (None, None, None);
                self.said.clear();
                self.played.push((id.to_owned(), HashMap::new()));
                for (seat, line) in self.lines.iter().enumerate() {
                    line.follow(id, seat < 2).await;
                }
            }
            "ok" => self.acknowledged(message),
            "event" => self.happened(seat, at, node, &message["event"]),
            "snapshot" => {
                let state = &message["state"];
                if seat < 2 && state["status"] == "finished" {
                    self.ends();
                } else if seat < 2 && state["you"] == state["turn"] {
                    self.may_move(seat, &state["ply"], state, at);
                }
            }
            _ => {}
        }
    }

    /// A move is on disk.
    fn acknowledged(&mut self, message: &Value) {
        let ply = message["re"].as_u64().and_then(|re| re.checked_sub(1_000_000));
        let Some(under_way) = self.under_way.take_if(|it| Some(it.ply as u64) == ply) else { return };
        self.sums.made(under_way.due.elapsed());
        self.answered = Some((under_way.ply + 1, Instant::now()));
        self.turn.take_if(|turn| turn.1 == under_way.ply);
        if let Some((_, moves)) = self.played.last_mut() {
            moves.insert(under_way.ply, under_way.text);
        }
    }

    fn happened(&mut self, seat: usize, at: Instant, node: usize, event: &Value) {
        match event["kind"].as_str().unwrap_or_default() {
            "started" | "moved" => {
                let ply = event["ply"].as_u64().unwrap_or(0) as usize;
                let is_move = event["kind"] == "moved";
                if is_move
                    && seat >= 2
                    && let Some(home) = self.home
                    && let Some(said) = self.said.get(&ply).filter(|said| **said >= self.calm)
                {
                    self.sums.seen(node == home, at.saturating_duration_since(*said));
                    if let (Some(subjects), Some(id), true) = (&self.subjects, &self.id, node == home) {
                        subjects.pass_on(id.clone(), *said, event.to_string());
                    }
                }
                if seat < 2 && event["legal"].is_array() {
                    self.may_move(seat, &json!(ply + usize::from(is_move)), event, at);
                }
            }
            "ended" if seat < 2 => self.ends(),
            _ => {}
        }
    }

    /// It is this player's turn, unless that is known already.
    fn may_move(&mut self, seat: usize, ply: &Value, from: &Value, at: Instant) {
        let (Some(ply), Some(legal)) = (ply.as_u64(), from["legal"].as_array()) else { return };
        let ply = ply as usize;
        if ply % 2 != seat || self.turn.as_ref().is_some_and(|turn| turn.1 >= ply) || legal.is_empty() {
            return;
        }
        let legal = legal.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect();
        let since = self.answered.filter(|answered| answered.0 == ply).map_or(at, |(_, since)| since.min(at));
        self.turn = Some((seat, ply, legal, since + A_MOVE));
    }

    fn ends(&mut self) {
        // The acknowledgement of the last move may be lost; the move is not known to be kept, then.
        (self.ended, self.turn, self.under_way) = (true, None, None);
        self.making.0 = Instant::now() + A_MOVE;
    }
}
