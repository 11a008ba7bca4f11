//! A match in the form of the lichess.org Bot API: its state after the last event, updated by the stream that reports
//! it.

use std::sync::Arc;

use serde_json::{Value, json};
use uuid::Uuid;

use super::Lichess;
use super::users::User;
use super::words::{colour, days, perf, speed, status, variant, winner};
use crate::short_id::short;
use arena_games::{BySide, GameError, Side};
use arena_play::link::Snapshot;
use arena_play::{Event, MatchSetup, OfferKind, Phase, Readings, Seat};
use arena_server::error::ApiError;

/// Remaining time that is reported without a clock: the maximum of a 32-bit integer.
const UNLIMITED_MS: u64 = 2_147_483_647;

/// State of a match.
pub(super) struct Game {
    pub(super) setup: Arc<MatchSetup>,
    pub(super) phase: Phase,
    seats: BySide<Seat>,
    moves: Vec<String>,
    clocks: Option<Readings>,
    /// The sides that offer a draw and a takeback.
    offers: [Option<Side>; 2],
}

impl Game {
    /// Creates the state from a snapshot.
    pub(super) fn of(snapshot: &Snapshot) -> Self {
        let game = snapshot.setup.game;
        Self {
            setup: Arc::clone(&snapshot.setup),
            phase: snapshot.phase.clone(),
            seats: snapshot.seats.clone(),
            moves: snapshot.moves.iter().map(|mv| game.move_text(*mv)).collect(),
            clocks: snapshot.clocks.map(|(_, readings)| readings),
            offers: [snapshot.offers[0], snapshot.offers[1]],
        }
    }

    /// Applies an event. Returns true if the reported state has changed.
    pub(super) fn apply(&mut self, event: &Event) -> bool {
        match event {
            Event::Seated { side, seat } => self.seats[*side] = seat.clone(),
            Event::Started { clocks } => {
                self.phase = Phase::Live;
                self.clocks = *clocks;
            }
            Event::Moved { mv, side, clocks, .. } => {
                self.moves.push(self.setup.game.move_text(*mv));
                self.clocks = *clocks;
                // A move declines the opponent's offers.
                self.offers.iter_mut().filter(|offer| **offer == Some(!*side)).for_each(|offer| *offer = None);
            }
            Event::Offered { side, what } => match place(*what) {
                Some(place) => self.offers[place] = Some(*side),
                None => return false,
            },
            Event::Answered { what, .. } => match place(*what) {
                Some(place) => self.offers[place] = None,
                None => return false,
            },
            Event::TakenBack { ply, clocks, .. } => {
                self.moves.truncate(*ply);
                (self.clocks, self.offers) = (*clocks, [None; 2]);
            }
            Event::Ended { verdict, clocks } => {
                self.phase = Phase::Over(verdict.clone());
                (self.clocks, self.offers) = (*clocks, [None; 2]);
            }
            Event::Thought { .. } | Event::Away { .. } | Event::Back { .. } => return false,
        }
        true
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    /// Returns the side whose seat this player holds.
    pub(super) fn side_of(&self, player: Uuid) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.seats[*side].player() == Some(player))
    }

    /// The `gameState` line, which is sent after each change.
    pub(super) fn state(&self) -> Value {
        let clock = self.setup.clock.filter(|clock| !clock.per_move);
        let left = |side: Side| self.clocks.map_or(UNLIMITED_MS, |clocks| clocks[side]);
        let increment = clock.map_or(0, |clock| clock.increment_ms);
        let mut state = json!({
            "type": "gameState",
            "moves": self.moves.join(" "),
            "wtime": left(Side::First),
            "btime": left(Side::Second),
            "winc": increment,
            "binc": increment,
            "status": status(&self.phase).1,
        });
        for (offer, names) in self.offers.iter().zip([["wdraw", "bdraw"], ["wtakeback", "btakeback"]]) {
            if let Some(side) = offer {
                state[names[*side as usize]] = true.into();
            }
        }
        if let Some(winner) = winner(&self.phase) {
            state["winner"] = winner.into();
        }
        state
    }

    /// The `gameFull` line, which is sent first.
    pub(super) async fn full(&self, app: &Lichess) -> Result<Value, ApiError> {
        let speed = speed(self.setup.clock);
        let clock = self.setup.clock.filter(|clock| !clock.per_move);
        let mut sides = Vec::new();
        for (_, seat) in self.seats.iter() {
            sides.push(match User::seated(app, seat).await? {
                Some(user) => user.view(app, speed).await?,
                None => json!({"id": null, "name": "?", "title": null}),
            });
        }
        let [white, black] = [sides[0].take(), sides[1].take()];
        let mut full = json!({
            "type": "gameFull",
            "id": short(self.setup.id),
            "rated": self.setup.rated,
            "variant": variant(&self.setup.options, self.setup.position.as_deref()),
            "clock": clock.map(|clock| json!({"initial": clock.initial_ms, "increment": clock.increment_ms})),
            "speed": speed,
            "perf": perf(speed),
            "createdAt": self.setup.created_ms,
            "white": white,
            "black": black,
            "initialFen": self.start()?,
            "state": self.state(),
        });
        if let Some(clock) = self.setup.clock.filter(|clock| clock.per_move) {
            full["daysPerTurn"] = days(clock).into();
        }
        Ok(full)
    }

    /// Start position: `startpos` for the standard one, otherwise a FEN.
    fn start(&self) -> Result<String, GameError> {
        if variant(&self.setup.options, self.setup.position.as_deref())["key"] == "standard" {
            return Ok("startpos".to_owned());
        }
        Ok(self.setup.board()?.record_notation())
    }

    /// Summary of the match in a list or an event, as seen by this player.
    pub(super) async fn summary(&self, app: &Lichess, player: Uuid) -> Result<Value, ApiError> {
        let side = self.side_of(player).unwrap_or(Side::First);
        let (id, speed) = (short(self.setup.id), speed(self.setup.clock));
        let opponent = match User::seated(app, &self.seats[!side]).await? {
            Some(user) => {
                let view = user.view(app, speed).await?;
                json!({"id": view["id"], "username": view["name"], "title": view["title"], "rating": view["rating"]})
            }
            None => json!({"id": null, "username": "?"}),
        };
        let mut board = self.setup.board()?;
        for (ply, text) in self.moves.iter().enumerate() {
            board.play(self.setup.game.parse_move(text).map_err(GameError::from)?, ply)?;
        }
        let (number, word) = status(&self.phase);
        let is_my_turn = self.phase == Phase::Live && board.outcome().is_none() && board.to_move() == side;
        // Opening moves may belong to either side. The field only decides whether the player may still abort.
        let has_moved = self.moves.len() >= self.setup.opening.len() + if side == Side::First { 1 } else { 2 };
        let mut summary = json!({
            "id": id,
            "gameId": id,
            "fullId": format!("{id}{}", &short(player)[..4]),
            "color": colour(side),
            "fen": board.notation(),
            "hasMoved": has_moved,
            "isMyTurn": is_my_turn,
            "lastMove": self.moves.last().map_or("", String::as_str),
            "opponent": opponent,
            "perf": speed,
            "speed": speed,
            "rated": self.setup.rated,
            "source": "friend",
            "status": {"id": number, "name": word},
            "variant": variant(&self.setup.options, self.setup.position.as_deref()),
            "compat": {"bot": true, "board": true},
        });
        if let Some(clocks) = self.clocks {
            summary["secondsLeft"] = (clocks[side] / 1_000).into();
        }
        if let Some(winner) = winner(&self.phase) {
            summary["winner"] = winner.into();
        }
        Ok(summary)
    }
}

/// Index of an offer in `offers`.
const fn place(what: OfferKind) -> Option<usize> {
    match what {
        OfferKind::Draw => Some(0),
        OfferKind::Takeback => Some(1),
        OfferKind::Rematch => None,
    }
}
