//! What HTTP shows of one match, whether it runs, is stored as events, or is a record of a tournament.

use std::time::Instant;

use serde_json::Value;
use uuid::Uuid;

use super::app::App;
use super::error::ApiError;
use crate::games::{BySide, MoveCode, Side};
use crate::play::host::restored;
use crate::play::link::{PositionView, republished};
use crate::play::{Event, Match, MatchSetup, Phase, Seat, Timeouts};
use crate::protocol::listing::{EventsStart, EventsView, MatchView};
use crate::protocol::view::{EventView, MatchSummary, NumberedView};
use crate::records::{Opening, Record, SeatRecord, ShortMove};

/// A match with all that happened in it.
pub(super) struct MatchHistory {
    setup: MatchSetup,
    core: Match,
    tournament: Option<(Uuid, Record)>,
}

impl MatchHistory {
    /// The stored match.
    pub(super) async fn load(app: &App, id: Uuid) -> Result<Self, ApiError> {
        if let Some(setup) = app.store.setup(id).await? {
            let events = app.store.events(id).await?.into_iter().map(|numbered| numbered.event).collect();
            return Self::of_events(setup, events, None);
        }
        let (tournament, record) =
            app.store.record_by_match(id).await?.ok_or_else(|| ApiError::NoSuchMatch(id.to_string()))?;
        let created_ms = app.store.tournament(tournament).await?.map_or(0, |known| known.row.created_ms);
        let (setup, events) = events_of(&record, created_ms)?;
        Self::of_events(setup, events, Some((tournament, record)))
    }

    fn of_events(setup: MatchSetup, events: Vec<Event>, tournament: Option<(Uuid, Record)>) -> Result<Self, ApiError> {
        let core = restored(&setup, events, Timeouts::ENDLESS, Instant::now())
            .map_err(|error| ApiError::Internal(format!("match {} cannot be read: {error}", setup.id)))?;
        Ok(Self { setup, core, tournament })
    }

    fn summary(&self) -> MatchSummary {
        let away = BySide::from_fn(|side| self.core.is_away(side));
        MatchSummary::new(&self.setup, self.core.seats(), away, self.core.phase(), self.core.moves().len())
    }

    /// The match as a page shows it.
    pub(super) fn view(&self) -> Result<MatchView, ApiError> {
        let record = match self.record() {
            Ok(record) => Some(record),
            Err(ApiError::NotFinished(_)) => None,
            Err(error) => return Err(error),
        };
        let tournament = self.tournament.as_ref().map(|(id, _)| *id);
        Ok(MatchView { summary: self.summary(), tournament, record })
    }

    /// The record.
    pub(super) fn record(&self) -> Result<Value, ApiError> {
        serde_json::to_value(self.whole_record()?).map_err(|error| ApiError::Internal(error.to_string()))
    }

    /// The record as it is held.
    pub(super) fn whole_record(&self) -> Result<Record, ApiError> {
        match &self.tournament {
            Some((_, record)) => Ok(Record { ms: None, ..record.clone() }),
            None => self.own_record(),
        }
    }

    fn own_record(&self) -> Result<Record, ApiError> {
        let Phase::Over(verdict) = self.core.phase() else { return Err(ApiError::NotFinished(self.setup.id)) };
        let MatchSetup { id, game, options, position, opening, seed, .. } = &self.setup;
        let seat = |side: Side| match &self.core.seats()[side] {
            Seat::Human { name, .. } => SeatRecord { name: name.clone(), spec: None, clock: self.setup.clock },
            Seat::Bot { name, spec } => {
                SeatRecord { name: name.clone(), spec: Some(spec.clone()), clock: self.setup.clock }
            }
            Seat::Open | Seat::Reserved { .. } => {
                SeatRecord { name: String::new(), spec: None, clock: self.setup.clock }
            }
        };
        let mut nodes = vec![0; self.core.moves().len()];
        let mut values = vec![None; nodes.len()];
        let mut not_reproducible: Vec<ShortMove> = Vec::new();
        for event in self.core.events() {
            // A move that was taken back leaves its thought behind; the last one for a ply is that of its move, unless
            // a person made it.
            match event {
                Event::Thought { ply, side, thought } => {
                    if let Some(table) = thought.table {
                        let table_mb = thought.table_mb;
                        not_reproducible.push(ShortMove { ply: *ply, side: *side, table, table_mb });
                    }
                    if *ply >= nodes.len() {
                        continue;
                    }
                    nodes[*ply] = thought.nodes;
                    values[*ply] = thought.searched_value();
                }
                Event::TakenBack { ply, .. } => {
                    // What the bot knows stays what it came to by the moves that are gone.
                    not_reproducible.iter_mut().for_each(|short| short.ply = short.ply.min(*ply));
                    nodes.iter_mut().skip(*ply).for_each(|nodes| *nodes = 0);
                    values.iter_mut().skip(*ply).for_each(|value| *value = None);
                }
                _ => {}
            }
        }
        Ok(Record {
            id: *id,
            game: *game,
            options: options.clone(),
            opening: Opening { position: position.clone(), moves: opening.clone() },
            seats: Side::BOTH.map(seat),
            seed: *seed,
            moves: self.core.moves().iter().map(|mv| game.move_text(*mv)).collect(),
            verdict: verdict.clone(),
            nodes,
            ms: None,
            values: values.iter().any(Option::is_some).then_some(values),
            not_reproducible,
        })
    }

    /// All events, each with its diagram.
    pub(super) fn events(&self) -> Result<EventsView, ApiError> {
        let opening = &self.core.terms().opening;
        let published = republished(self.core.start(), opening, self.core.events().iter().cloned())?;
        let mut board = self.core.start().boxed_clone();
        for (ply, mv) in opening.iter().enumerate() {
            board.play(*mv, ply)?;
        }
        let position = PositionView::of(&*board);
        let ply = u32::try_from(opening.len()).unwrap_or(u32::MAX);
        let view = |published| NumberedView {
            seq: published_seq(published),
            event: EventView::new(&self.setup, published, None),
        };
        Ok(EventsView {
            id: self.setup.id,
            start: EventsStart { ply, turn: position.turn, diagram: position.diagram },
            events: published.iter().map(view).collect(),
        })
    }
}

const fn published_seq(published: &crate::play::link::Published) -> u64 {
    published.seq
}

/// The setup and the events that a record of a tournament's match stands for.
fn events_of(record: &Record, created_ms: u64) -> Result<(MatchSetup, Vec<Event>), ApiError> {
    let seat =
        |seat: &SeatRecord| Seat::Bot { name: seat.name.clone(), spec: seat.spec.clone().unwrap_or(Value::Null) };
    let setup = MatchSetup {
        id: record.id,
        game: record.game,
        options: record.options.clone(),
        position: record.opening.position.clone(),
        opening: record.opening.moves.clone(),
        seats: BySide::from(record.seats.each_ref().map(seat)),
        clock: None,
        rated: false,
        seed: record.seed,
        created_ms,
    };
    let moves: Result<Vec<MoveCode>, _> = record.moves.iter().map(|text| record.game.parse_move(text)).collect();
    let moves = moves.map_err(crate::games::GameError::from)?;
    let mut board = setup.board()?;
    let mut events = vec![Event::Started { clocks: None }];
    for (ply, mv) in moves.into_iter().enumerate() {
        let side = board.to_move();
        board.play(mv, ply)?;
        if ply >= setup.opening.len() {
            events.push(Event::Moved { ply, side, mv, clocks: None });
        }
    }
    events.push(Event::Ended { verdict: record.verdict.clone(), clocks: None });
    Ok((setup, events))
}
