//! What a terminal player sees of a match on a server: converts messages to text.

mod challenge;
mod commands;

use std::io::Write;

use uuid::Uuid;

use crate::board_text::{BoardStyle, board_in, glyphs};
use arena_bots::tree::{grouped, signed};
use arena_games::board::Board;
use arena_games::{BySide, Diagram, GameId, MoveCode, Options, Side};
use arena_play::{EndReason, GameResult, OfferKind, ThoughtSource};
use arena_protocol::view::{Clocks, ClocksLeft, EventView, MatchState, SeatView, Status, ThoughtView, VerdictView};
use arena_protocol::{ErrorBody, FromServer, word};

/// Status of an error for a token that the server does not know.
const UNAUTHORIZED: u16 = 401;

/// The state of a match as sent by the server.
pub(super) struct View {
    game: GameId,
    /// Id of the match, once known.
    pub id: Option<Uuid>,
    /// Number of the last event received.
    pub seq: u64,
    /// The secret token for returning as this player.
    pub token: Option<String>,
    /// The challenge that was sent, until it is answered.
    pub(super) challenge: Option<Uuid>,
    you: Option<Side>,
    turn: Option<Side>,
    /// True while a seat is free.
    open: bool,
    waits: ExpectedReply,
    ply: u32,
    /// The start position and the moves since. They are needed to read moves typed in other notations.
    start: Option<Box<dyn Board>>,
    options: Options,
    from: Option<String>,
    moves: Vec<String>,
    legal: Vec<String>,
    names: BySide<String>,
    diagram: Option<Diagram>,
    look: BoardStyle,
    /// The open offer of the other side.
    offered: Option<OfferKind>,
}

/// What the server has to send before the next line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExpectedReply {
    No,
    /// The answer to the last message.
    Answer,
    /// The event that the answer announces: the move, or the end of the match.
    Event,
}

/// The effect of a message on the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ReplyEffect {
    /// The conversation continues.
    On,
    /// The server has identified the player, who can now create or join the match.
    Welcome,
    /// A challenge was accepted; its match can be joined.
    Accepted(Uuid),
    /// The match is over.
    Over,
    /// The server does not know the token.
    Unknown,
    /// There will be no match, for this reason.
    Failed(String),
}

impl View {
    pub(super) fn new(game: GameId, look: BoardStyle) -> Self {
        Self {
            game,
            id: None,
            seq: 0,
            token: None,
            challenge: None,
            you: None,
            turn: None,
            open: false,
            waits: ExpectedReply::No,
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

    /// Turns the board around, or switches to symbols if the game has them.
    fn toggle(&mut self, flip: bool) {
        if flip {
            self.look.flipped = !self.look.flipped;
        } else {
            let symbols = glyphs(self.game);
            self.look.glyphs = if self.look.glyphs.is_some() { None } else { symbols };
        }
    }

    /// Returns the match in which this player has a seat, if any.
    pub(super) fn seated(&self) -> Option<Uuid> {
        self.you.and(self.id)
    }

    /// True if it is this player's turn.
    pub(super) fn is_my_turn(&self) -> bool {
        self.waits == ExpectedReply::No && self.turn.is_some() && self.turn == self.you
    }

    /// True if the match only waits for a player to take the other seat.
    pub(super) fn is_alone(&self) -> bool {
        self.waits == ExpectedReply::No && self.you.is_some() && self.open
    }

    pub(super) fn prompt(&self) -> String {
        self.you.map_or_else(String::new, |side| format!("{}> ", self.game.info().sides[side]))
    }

    /// Processes a message of the server and shows the changes. Unknown content is ignored, as the protocol requires.
    pub(super) fn on_message(&mut self, message: FromServer, out: &mut impl Write) -> std::io::Result<ReplyEffect> {
        match message {
            FromServer::Welcome { token, .. } => {
                self.token = token.or_else(|| self.token.take());
                return Ok(ReplyEffect::Welcome);
            }
            FromServer::Ok { .. } if self.waits == ExpectedReply::Answer => self.waits = ExpectedReply::No,
            FromServer::Created { id, .. } => self.id = Some(id),
            FromServer::Challenge { re, challenge } => return self.challenge(re.is_some(), &challenge, out),
            FromServer::Error { error, .. } => return self.refused(&error, out),
            FromServer::Snapshot { id, seq, state, .. } => {
                (self.id, self.seq) = (Some(id), seq);
                return self.snapshot(*state, out);
            }
            FromServer::Event { seq, event, .. } if seq > self.seq => {
                self.seq = seq;
                return self.event(*event, out);
            }
            FromServer::Superseded { .. } => {
                self.you = None;
                writeln!(out, "You now play this seat from another connection; this one only watches.")?;
            }
            FromServer::Bye { reason } => writeln!(out, "The server closes: {reason}")?,
            _ => {}
        }
        Ok(ReplyEffect::On)
    }

    fn refused(&mut self, error: &ErrorBody, out: &mut impl Write) -> std::io::Result<ReplyEffect> {
        self.waits = ExpectedReply::No;
        if error.status == UNAUTHORIZED {
            return Ok(ReplyEffect::Unknown);
        }
        let problem = error.message.clone();
        // There is no match to continue.
        if self.diagram.is_none() {
            return Ok(ReplyEffect::Failed(problem));
        }
        writeln!(out, "{problem}")?;
        Ok(ReplyEffect::On)
    }

    fn snapshot(&mut self, state: MatchState, out: &mut impl Write) -> std::io::Result<ReplyEffect> {
        self.you = state.you;
        self.open = state.status == Status::Open;
        self.ply = state.ply;
        self.options = state.options;
        self.from = state.start.position;
        self.start = self.game.board(&self.options, self.from.as_deref()).ok();
        self.moves = state.moves;
        let [first, second] = &state.seats;
        self.names = BySide::new(seat_name(first), seat_name(second));
        let offers = [(OfferKind::Draw, state.offers.draw), (OfferKind::Takeback, state.offers.takeback)];
        self.offered = offers.into_iter().find(|(_, by)| by.is_some() && *by != self.you).map(|(what, _)| what);
        let sides = self.game.info().sides;
        writeln!(out, "{} ({}) against {} ({})", self.names.first, sides.first, self.names.second, sides.second)?;
        if let Some(id) = self.id.filter(|_| self.open) {
            let game = self.game;
            writeln!(out, "The match waits for an opponent: arena play {game} --url … --match {id}")?;
        }
        let clocks = state.clocks.map(|Clocks { first, second, running, .. }| ClocksLeft { first, second, running });
        self.position(state.turn, state.legal, state.diagram, clocks, out)?;
        state.verdict.map_or(Ok(ReplyEffect::On), |verdict| self.end(&verdict, out))
    }

    fn event(&mut self, event: EventView, out: &mut impl Write) -> std::io::Result<ReplyEffect> {
        match event {
            EventView::Seated { side, seat } => {
                self.names[side] = seat_name(&seat);
                writeln!(out, "{} joined", self.names[side])?;
            }
            EventView::Started { turn, diagram, clocks, legal, .. } => {
                self.open = false;
                self.position(turn, legal, diagram, clocks, out)?;
            }
            EventView::Moved { ply, side, mv, turn, changed, diagram, clocks, legal, .. } => {
                self.ply = ply + 1;
                self.offered = None;
                if Some(side) != self.you {
                    writeln!(out, "{} plays {}", self.names[side], self.written(std::slice::from_ref(&mv)))?;
                }
                self.moves.push(mv);
                let diagram = match changed {
                    Some(changed) => self.diagram.take().and_then(|before| changed.apply(before)),
                    None => diagram,
                };
                let Some(diagram) = diagram else {
                    return Ok(ReplyEffect::Failed("the changes of a move do not fit the board".to_owned()));
                };
                self.position(turn, legal, diagram, clocks, out)?;
            }
            EventView::TakenBack { ply, side, turn, diagram, clocks, legal, .. } => {
                self.ply = ply;
                self.moves.truncate(usize::try_from(ply).unwrap_or(usize::MAX));
                writeln!(out, "{} took a move back", self.names[side])?;
                self.position(turn, legal, diagram, clocks, out)?;
            }
            EventView::Thought(thought) => {
                let line = self.written(&thought.line);
                writeln!(out, "{} thought: {}", self.names[thought.side], thought_text(&thought, &line))?;
            }
            EventView::Offered { side, what } if Some(side) != self.you => {
                self.offered = Some(what);
                writeln!(out, "{} offers a {}: accept or decline", self.names[side], word(what))?;
            }
            EventView::Offered { .. } => {}
            EventView::Answered { side, accept, .. } => {
                self.offered = None;
                writeln!(out, "{} {}", self.names[side], if accept { "agrees" } else { "declines" })?;
            }
            EventView::Away { side, .. } => {
                writeln!(out, "{} lost the connection; the seat is held for a while", self.names[side])?;
            }
            EventView::Back { side } => writeln!(out, "{} is back", self.names[side])?,
            EventView::Ended { verdict, .. } => return self.end(&verdict, out),
        }
        Ok(ReplyEffect::On)
    }

    /// Updates turn, legal moves, diagram and clocks, and shows the board.
    fn position(
        &mut self,
        turn: Option<Side>,
        legal: Option<Vec<String>>,
        diagram: Diagram,
        clocks: Option<ClocksLeft>,
        out: &mut impl Write,
    ) -> std::io::Result<()> {
        self.turn = turn;
        self.waits = ExpectedReply::No;
        self.legal = legal.unwrap_or_default();
        self.diagram = Some(diagram);
        self.show(out)?;
        let Some(ClocksLeft { first, second, .. }) = clocks else { return Ok(()) };
        let seconds = |ms: u64| format!("{}:{:02}", ms / 60_000, ms / 1_000 % 60);
        let names = &self.names;
        writeln!(out, "{} {}   {} {}", names.first, seconds(first), names.second, seconds(second))
    }

    fn show(&self, out: &mut impl Write) -> std::io::Result<()> {
        match &self.diagram {
            Some(diagram) => writeln!(out, "{}", board_in(self.game, diagram, self.look)),
            None => writeln!(out, "The server has shown no board yet."),
        }
    }

    fn end(&mut self, verdict: &VerdictView, out: &mut impl Write) -> std::io::Result<ReplyEffect> {
        self.turn = None;
        let result = match verdict.outcome.map(GameResult::winner) {
            None => "The match is void".to_owned(),
            Some(None) => "A draw".to_owned(),
            Some(Some(winner)) if Some(winner) == self.you => "You win".to_owned(),
            Some(Some(winner)) => format!("{} wins", self.names[winner]),
        };
        let by = if verdict.by == EndReason::Rules { String::new() } else { format!(" ({})", word(verdict.by)) };
        let detail = verdict.detail.as_ref().map_or_else(String::new, |detail| format!(": {detail}"));
        writeln!(out, "{result}{by}{detail}.")?;
        Ok(ReplyEffect::Over)
    }

    /// Formats moves from the current position in the usual notation, or unchanged if they cannot be read.
    fn written(&self, moves: &[String]) -> String {
        let codes = |moves: &[String]| -> Option<Vec<MoveCode>> {
            moves.iter().map(|mv| self.game.parse_move(mv).ok()).collect()
        };
        let written = codes(&self.moves)
            .zip(codes(moves))
            .map(|(before, codes)| self.game.written(&self.options, self.from.as_deref(), &before, &codes))
            .filter(|written| written.len() == moves.len());
        written.unwrap_or_else(|| moves.to_vec()).join(" ")
    }
}

fn seat_name(seat: &SeatView) -> String {
    match seat {
        SeatView::Human { name, .. } | SeatView::Bot { name, .. } => name.clone(),
        SeatView::Open | SeatView::Reserved { .. } => "an open seat".to_owned(),
    }
}

fn thought_text(thought: &ThoughtView, line: &str) -> String {
    match thought.from {
        ThoughtSource::Book => return "a move from the book".to_owned(),
        ThoughtSource::Random => return "a move at random".to_owned(),
        ThoughtSource::Forced => return "the only move".to_owned(),
        ThoughtSource::Search => {}
    }
    let value = match thought.win_in {
        Some(plies) if plies >= 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => thought.value.map_or("no value".to_owned(), |value| format!("value {}", signed(value))),
    };
    format!("{value}, depth {}, {} nodes, line {line}", thought.depth, grouped(thought.nodes))
}
