//! What the writer is asked to write, ready for the database: encoding happens in the tasks that ask, so that it runs
//! beside the writing.

use uuid::Uuid;

use super::players::NewPlayer;
use super::tournaments::{NewTournament, ResultRow, TournamentState};
use super::{StoreError, event_json, matches};
use crate::games::{GameId, Side};
use crate::play::{Event, MatchSetup, NumberedEvent, Verdict};

/// Something to write.
pub(super) enum Write {
    Match(Box<NewMatch>),
    Events(NewEvents),
    Player(NewPlayer),
    Name { player: Uuid, name: String },
    Tournament(Box<NewTournament>),
    State { tournament: Uuid, state: TournamentState },
    Results { tournament: Uuid, rows: Vec<ResultRow> },
    DropResults { tournament: Uuid, from: i64 },
    Close,
}

/// A match to be made.
pub(super) struct NewMatch {
    pub(super) setup: MatchSetup,
    pub(super) body: String,
    pub(super) plies: i64,
    pub(super) created_ms: i64,
}

impl NewMatch {
    pub(super) fn new(setup: &MatchSetup) -> Result<Self, StoreError> {
        let body =
            serde_json::to_string(setup).map_err(|error| refused(format!("the setup of {}", setup.id), error))?;
        let plies = signed(setup.opening.len() as u64, "the opening's length")?;
        Ok(Self { body, plies, created_ms: signed(setup.created_ms, "created_ms")?, setup: setup.clone() })
    }
}

/// Events to be appended.
pub(super) struct NewEvents {
    pub(super) id: Uuid,
    pub(super) game: GameId,
    pub(super) rows: Vec<EventRow>,
}

impl NewEvents {
    pub(super) fn new(id: Uuid, game: GameId, events: &[NumberedEvent]) -> Result<Self, StoreError> {
        let rows = events.iter().map(|numbered| {
            EventRow::new(game, numbered)
                .map_err(|problem| refused(format!("event {} of match {id}", numbered.seq), problem))
        });
        Ok(Self { id, game, rows: rows.collect::<Result<_, _>>()? })
    }
}

/// An event to be appended.
pub(super) struct EventRow {
    pub(super) seq: i64,
    pub(super) kind: String,
    pub(super) body: String,
    pub(super) list_update: ListUpdate,
}

/// What an event changes in the list of matches.
pub(super) enum ListUpdate {
    None,
    Live,
    Seated { side: Side, player: Option<Uuid>, name: Option<String>, seat: String },
    Ended(Verdict),
}

impl EventRow {
    fn new(game: GameId, numbered: &NumberedEvent) -> Result<Self, String> {
        let number = |n: u64| i64::try_from(n).map_err(|_| format!("the number {n} is too large"));
        let list_update = match &numbered.event {
            Event::Started { .. } => ListUpdate::Live,
            Event::Seated { side, seat } => {
                let (player, name) = matches::holder(seat);
                let name = name.map(str::to_owned);
                let seat = serde_json::to_string(seat).map_err(|error| error.to_string())?;
                ListUpdate::Seated { side: *side, player, name, seat }
            }
            Event::Ended { verdict, .. } => ListUpdate::Ended(verdict.clone()),
            // Nothing is changed by a move: the plies of a match that is not over are read from its events.
            Event::Moved { .. }
            | Event::TakenBack { .. }
            | Event::Thought { .. }
            | Event::Offered { .. }
            | Event::Answered { .. }
            | Event::Away { .. }
            | Event::Back { .. } => ListUpdate::None,
        };
        let (kind, body) = event_json::encode(game, &numbered.event)?;
        Ok(Self { seq: number(numbered.seq)?, kind, body, list_update })
    }
}

/// `n` as the database holds it.
pub(super) fn signed(n: u64, what: &str) -> Result<i64, StoreError> {
    i64::try_from(n).map_err(|_| refused(what, format_args!("{n} is too large")))
}

/// `n` as the database holds it, back again.
pub(super) fn unsigned(n: i64, what: &str) -> Result<u64, StoreError> {
    u64::try_from(n).map_err(|_| StoreError::unreadable(what, format_args!("{n} is below zero")))
}

pub(super) fn refused(what: impl std::fmt::Display, problem: impl std::fmt::Display) -> StoreError {
    StoreError::Refused(format!("{what} cannot be stored: {problem}"))
}
