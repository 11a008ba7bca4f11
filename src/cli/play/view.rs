//! What a player in the terminal sees of a match on a server: from messages to text, and from commands to messages.

mod challenge;

use std::io::Write;

use serde_json::{Value, json};

use super::command::{Command, HELP};
use crate::bots::tree::{grouped, signed};
use crate::cli::board_text::{Look, board_in, glyphs};
use crate::games::board::Board;
use crate::games::{BySide, Diagram, GameId, MoveCode, Options, Side};
use crate::play::{EndReason, GameResult, Verdict};

/// A match as far as the server has sent it.
pub(super) struct View {
    game: GameId,
    /// The match, once it is known.
    pub id: Option<String>,
    /// The number of the last event that was received.
    pub seq: u64,
    /// The secret that brings this player back.
    pub token: Option<String>,
    /// The challenge that was made, until it is answered.
    challenge: Option<String>,
    you: Option<Side>,
    turn: Option<Side>,
    waits: Waits,
    ply: u64,
    /// Where the match began, and what was played since: a move that is typed in another customary form is read by them.
    start: Option<Box<dyn Board>>,
    options: Options,
    from: Option<String>,
    moves: Vec<String>,
    legal: Vec<String>,
    names: BySide<String>,
    diagram: Option<Diagram>,
    look: Look,
    /// What the other side offers, by its word on the wire.
    offered: Option<String>,
}

/// What has to come from the server before the next line is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waits {
    No,
    /// The answer to what was said.
    Answer,
    /// What the answer only promises: the move on the board, or the end of the match.
    Event,
}

/// What a message means for the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// It goes on.
    On,
    /// The server knows who this is: time to make or join the match.
    Welcome,
    /// A challenge was accepted: this match is to be joined.
    Accepted(String),
    /// The match is over.
    Over,
    /// The server does not know the token.
    Unknown,
    /// There will be no match, for this reason.
    Failed(String),
}

impl View {
    pub(super) fn new(game: GameId, look: Look) -> Self {
        Self {
            game,
            id: None,
            seq: 0,
            token: None,
            challenge: None,
            you: None,
            turn: None,
            waits: Waits::No,
            ply: 0,
            start: None,
            options: Options::new(),
            from: None,
            moves: Vec::new(),
            legal: Vec::new(),
            names: BySide::new(String::new(), String::new()),
            diagram: None,
            look,
            offered: None,
        }
    }

    /// Shows the board from the other side, or with symbols where there are any.
    fn toggle(&mut self, flip: bool) {
        if flip {
            self.look.flipped = !self.look.flipped;
        } else {
            let symbols = self.game.record_format().map(glyphs);
            self.look.glyphs = if self.look.glyphs.is_some() { None } else { symbols };
        }
    }

    /// The match in which this player has a seat, and whose id it goes by.
    pub(super) fn seated(&self) -> Option<&str> {
        self.you.and(self.id.as_deref())
    }

    /// Whether it is this player's turn.
    pub(super) fn is_my_turn(&self) -> bool {
        self.waits == Waits::No && self.turn.is_some() && self.turn == self.you
    }

    /// What to ask a person with.
    pub(super) fn prompt(&self) -> String {
        self.you.map_or_else(String::new, |side| format!("{}> ", self.game.info().sides[side]))
    }

    /// Takes in a message from the server and shows what is new. What it does not know it ignores, as the protocol
    /// asks.
    pub(super) fn on_message(&mut self, message: &Value, out: &mut impl Write) -> std::io::Result<Heard> {
        match message["type"].as_str().unwrap_or_default() {
            "welcome" => {
                self.token = message["token"].as_str().map(str::to_owned).or_else(|| self.token.take());
                Ok(Heard::Welcome)
            }
            "ok" => {
                if self.waits == Waits::Answer {
                    self.waits = Waits::No;
                }
                Ok(Heard::On)
            }
            "created" => {
                self.id = message["match"].as_str().map(str::to_owned);
                Ok(Heard::On)
            }
            "challenge" => self.challenge(message, out),
            "error" => {
                let text = clean(message["message"].as_str().unwrap_or("the server refused without saying why"));
                self.waits = Waits::No;
                if message["code"] == "unauthorised" {
                    return Ok(Heard::Unknown);
                }
                // Without a match there is nothing to go on with.
                if self.diagram.is_none() {
                    return Ok(Heard::Failed(text));
                }
                writeln!(out, "{text}")?;
                Ok(Heard::On)
            }
            "snapshot" => {
                self.id = message["match"].as_str().map(str::to_owned);
                self.seq = message["seq"].as_u64().unwrap_or(0);
                self.snapshot(&message["state"], out)
            }
            "event" => {
                let seq = message["seq"].as_u64().unwrap_or(0);
                if seq <= self.seq {
                    return Ok(Heard::On);
                }
                self.seq = seq;
                self.event(&message["event"], out)
            }
            "superseded" => {
                self.you = None;
                writeln!(out, "You play this seat from another connection now; this one only watches.")?;
                Ok(Heard::On)
            }
            "bye" => {
                writeln!(out, "The server closes: {}", clean(message["reason"].as_str().unwrap_or_default()))?;
                Ok(Heard::On)
            }
            _ => Ok(Heard::On),
        }
    }

    fn snapshot(&mut self, state: &Value, out: &mut impl Write) -> std::io::Result<Heard> {
        self.you = side(&state["you"]);
        self.ply = state["ply"].as_u64().unwrap_or(0);
        self.options = state["options"].as_object().cloned().unwrap_or_default();
        self.from = state["start"]["position"].as_str().map(str::to_owned);
        self.start = self.game.board(&self.options, self.from.as_deref()).ok();
        self.moves = strings(&state["moves"]);
        for (index, which) in Side::BOTH.into_iter().enumerate() {
            self.names[which] = seat_name(&state["seats"][index]);
        }
        let offers = [("draw", &state["offers"]["draw"]), ("takeback", &state["offers"]["takeback"])];
        let open = offers.iter().find(|(_, by)| side(by).is_some() && side(by) != self.you);
        self.offered = open.map(|(what, _)| (*what).to_owned());
        let sides = self.game.info().sides;
        writeln!(out, "{} ({}) against {} ({})", self.names.first, sides.first, self.names.second, sides.second)?;
        if let Some(id) = self.id.as_ref().filter(|_| state["status"] == "open") {
            let game = self.game;
            writeln!(out, "The match waits for somebody to join: arena play {game} --url … --match {id}")?;
        }
        self.position(state, out)?;
        match serde_json::from_value::<Verdict>(state["verdict"].clone()) {
            Ok(verdict) => self.end(&verdict, out),
            Err(_) => Ok(Heard::On),
        }
    }

    fn event(&mut self, event: &Value, out: &mut impl Write) -> std::io::Result<Heard> {
        let by = side(&event["side"]);
        let name = by.map_or_else(String::new, |side| self.names[side].clone());
        let mine = by.is_some() && by == self.you;
        match event["kind"].as_str().unwrap_or_default() {
            "seated" => {
                if let Some(side) = by {
                    self.names[side] = seat_name(&event["seat"]);
                    writeln!(out, "{} sits down", self.names[side])?;
                }
            }
            "started" => self.position(event, out)?,
            "moved" => {
                self.ply = event["ply"].as_u64().unwrap_or(self.ply) + 1;
                self.offered = None;
                if !mine {
                    writeln!(
                        out,
                        "{name} plays {}",
                        self.written(&[event["move"].as_str().unwrap_or("?").to_owned()])
                    )?;
                }
                self.moves.extend(event["move"].as_str().map(str::to_owned));
                self.position(event, out)?;
            }
            "taken_back" => {
                self.ply = event["ply"].as_u64().unwrap_or(0);
                self.moves.truncate(usize::try_from(self.ply).unwrap_or(usize::MAX));
                writeln!(out, "{name} took back")?;
                self.position(event, out)?;
            }
            "thought" => {
                let line = self.written(&strings(&event["line"]));
                writeln!(out, "{name} thought: {}", thought_text(event, &line))?;
            }
            "offered" => {
                let what = event["what"].as_str().unwrap_or_default();
                if !mine {
                    self.offered = Some(what.to_owned());
                    writeln!(out, "{name} offers a {}: accept or decline", clean(what))?;
                }
            }
            "answered" => {
                let word = if event["accept"] == true { "agrees" } else { "declines" };
                self.offered = None;
                writeln!(out, "{name} {word}")?;
            }
            "away" => writeln!(out, "{name} lost the connection; the seat is held for a while")?,
            "back" => writeln!(out, "{name} is back")?,
            "ended" => {
                if let Ok(verdict) = serde_json::from_value::<Verdict>(event["verdict"].clone()) {
                    return self.end(&verdict, out);
                }
            }
            _ => {}
        }
        Ok(Heard::On)
    }

    /// Takes over turn, legal moves, diagram and clocks, and shows the board.
    fn position(&mut self, from: &Value, out: &mut impl Write) -> std::io::Result<()> {
        self.turn = side(&from["turn"]);
        self.waits = Waits::No;
        self.legal = strings(&from["legal"]);
        if let Ok(diagram) = serde_json::from_value(from["diagram"].clone()) {
            self.diagram = Some(diagram);
        }
        self.show(out)?;
        let seconds =
            |key: &str| from["clocks"][key].as_u64().map(|ms| format!("{}:{:02}", ms / 60_000, ms / 1_000 % 60));
        if let (Some(first), Some(second)) = (seconds("first"), seconds("second")) {
            writeln!(out, "{} {first}   {} {second}", self.names.first, self.names.second)?;
        }
        Ok(())
    }

    fn show(&self, out: &mut impl Write) -> std::io::Result<()> {
        match &self.diagram {
            Some(diagram) => writeln!(out, "{}", clean_lines(&board_in(diagram, self.look))),
            None => writeln!(out, "The server has shown no board yet."),
        }
    }

    fn end(&mut self, verdict: &Verdict, out: &mut impl Write) -> std::io::Result<Heard> {
        self.turn = None;
        let result = match verdict.outcome.map(GameResult::winner) {
            None => "The match is void".to_owned(),
            Some(None) => "A draw".to_owned(),
            Some(Some(winner)) if Some(winner) == self.you => "You win".to_owned(),
            Some(Some(winner)) => format!("{} wins", self.names[winner]),
        };
        let by = if verdict.by == EndReason::Rules { String::new() } else { format!(" ({})", word(verdict.by)) };
        let detail = verdict.detail.as_ref().map_or_else(String::new, |detail| format!(": {}", clean(detail)));
        writeln!(out, "{result}{by}{detail}.")?;
        Ok(Heard::Over)
    }

    /// Moves from here on as people write them, or as the server told them where they are not understood.
    fn written(&self, moves: &[String]) -> String {
        let codes = |moves: &[String]| -> Option<Vec<MoveCode>> {
            moves.iter().map(|mv| self.game.parse_move(mv).ok()).collect()
        };
        let written = codes(&self.moves)
            .zip(codes(moves))
            .map(|(before, codes)| self.game.written(&self.options, self.from.as_deref(), &before, &codes))
            .filter(|written| written.len() == moves.len());
        clean(&written.unwrap_or_else(|| moves.to_vec()).join(" "))
    }

    /// The text that the server knows the move by; none where it is not legal here: the server says why.
    fn canonical(&self, text: &str) -> Option<String> {
        let mut board = self.start.clone()?;
        for (ply, mv) in self.moves.iter().enumerate() {
            board.play(self.game.parse_move(mv).ok()?, ply).ok()?;
        }
        board.read_move(text).map(|mv| self.game.move_text(mv))
    }

    /// The message that a command makes; none where it was answered here.
    pub(super) fn message_for(&mut self, command: Command, out: &mut impl Write) -> std::io::Result<Option<Value>> {
        let id = &self.id;
        let offer = |what: &str| Some(json!({"type": "offer", "match": id, "what": what}));
        let answer = |accept: bool| {
            self.offered.as_ref().map(|what| json!({"type": "answer", "match": id, "what": what, "accept": accept}))
        };
        let ends_turn = matches!(command, Command::Move(_) | Command::Resign | Command::Abort);
        let waits = if ends_turn { Waits::Event } else { Waits::Answer };
        let said = match command {
            Command::Nothing | Command::Quit => None,
            Command::Help => {
                write!(out, "{HELP}")?;
                None
            }
            Command::Moves if self.is_my_turn() => {
                writeln!(out, "{}", self.legal.join(" "))?;
                None
            }
            Command::Moves => {
                writeln!(out, "It is not your turn.")?;
                None
            }
            Command::Board => {
                self.show(out)?;
                None
            }
            Command::Flip | Command::Glyphs => {
                self.toggle(command == Command::Flip);
                self.show(out)?;
                None
            }
            Command::Hint | Command::Save(_) => {
                writeln!(out, "Not on a server; the page has the match's record when it is over.")?;
                None
            }
            Command::Undo => offer("takeback"),
            Command::Draw => offer("draw"),
            Command::Accept | Command::Decline => {
                let message = answer(command == Command::Accept);
                if message.is_none() {
                    writeln!(out, "Nothing has been offered.")?;
                }
                message
            }
            Command::Resign => Some(json!({"type": "resign", "match": id})),
            Command::Abort => Some(json!({"type": "abort", "match": id})),
            Command::Move(text) => {
                let mv = self.canonical(&text).unwrap_or(text);
                Some(json!({"type": "move", "match": id, "ply": self.ply, "move": mv}))
            }
        };
        if said.is_some() {
            self.waits = waits;
        }
        Ok(said)
    }
}

/// A list of texts; what is none of them is left out.
fn strings(list: &Value) -> Vec<String> {
    list.as_array().map_or_else(Vec::new, |list| list.iter().filter_map(Value::as_str).map(clean).collect())
}

fn side(value: &Value) -> Option<Side> {
    serde_json::from_value(value.clone()).ok()
}

fn seat_name(seat: &Value) -> String {
    clean(seat["name"].as_str().unwrap_or("an open seat"))
}

fn word(by: EndReason) -> String {
    serde_json::to_value(by).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}

fn thought_text(thought: &Value, line: &str) -> String {
    match thought["from"].as_str() {
        Some("book") => return "a move from the book".to_owned(),
        Some("random") => return "a move at random".to_owned(),
        _ => {}
    }
    let value = match thought["win_in"].as_i64() {
        Some(plies) if plies >= 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => format!("value {}", signed(thought["value"].as_i64().and_then(|v| i32::try_from(v).ok()).unwrap_or(0))),
    };
    let count = |key: &str| grouped(thought[key].as_u64().unwrap_or(0));
    format!("{value}, depth {}, {} nodes, line {line}", count("depth"), count("nodes"))
}

/// A server's text without the characters that could steer a terminal.
fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

fn clean_lines(text: &str) -> String {
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_sent_as_the_server_writes_it_however_it_was_typed() {
        let mut view = View::new(GameId::Chess, Look::default());
        let start = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
        let state = json!({"options": {}, "start": {"position": start}, "moves": ["e2e4", "e8d8"], "ply": 2});
        let mut hear = |message: Value| view.on_message(&message, &mut Vec::new()).expect("a vector takes all");
        hear(json!({"type": "snapshot", "match": "m", "seq": 1, "state": state}));
        hear(json!({"type": "event", "seq": 2, "event": {"kind": "moved", "ply": 2, "move": "e4e5"}}));
        hear(json!({"type": "event", "seq": 3, "event": {"kind": "taken_back", "ply": 2}}));
        assert_eq!(view.written(&["e1g1".to_owned(), "d8e8".to_owned()]), "O-O Ke8");
        assert_eq!(view.written(&["e1g1".to_owned(), "a1a8".to_owned()]), "e1g1 a1a8", "one of them is not legal");
        for (typed, sent) in [("O-O", "e1g1"), ("Rh8+", "h1h8"), ("e5", "e4e5"), ("h1h2", "h1h2"), ("Nf3", "Nf3")] {
            let said = view.message_for(Command::Move(typed.to_owned()), &mut Vec::new()).expect("a vector takes all");
            assert_eq!(said, Some(json!({"type": "move", "match": "m", "ply": 2, "move": sent})), "{typed}");
        }
    }
}
