//! One match for HTTP: a stored one, a tournament record, or a match that a tournament between bots is playing.

use std::net::IpAddr;
use std::time::Instant;

use serde_json::Value;
use uuid::Uuid;

use super::edge::Caller;
use super::error::ApiError;
use super::rendering::Rendering;
use super::tournaments::Tournaments;
use arena_games::{BySide, GameId, MoveCode, Options};
use arena_play::host::restored;
use arena_play::{Event, Match, MatchSetup, Phase, Seat, Timeouts, Verdict};
use arena_protocol::listing::{EventsView, MatchView};
use arena_protocol::rating::Unrated;
use arena_protocol::view::MatchSummary;
use arena_records::{Record, events_of, of_match, so_far};
use arena_store::{PlayerKind, Store, StoreError};

/// A match with all its events.
pub struct MatchHistory {
    setup: MatchSetup,
    core: Match,
    tournament: Option<Uuid>,
    /// The stored record of a tournament match.
    stored: Option<Record>,
}

/// What a match is read from.
pub struct MatchSource {
    setup: MatchSetup,
    events: Vec<Event>,
    tournament: Option<Uuid>,
    record: Option<Record>,
}

impl MatchSource {
    /// Reads a match that a tournament between bots is playing, or a stored match.
    pub(super) async fn find(store: &Store, tournaments: &Tournaments, id: Uuid) -> Result<Self, ApiError> {
        match tournaments.running_match(id) {
            Some((tournament, setup, events)) => Ok(Self { setup, events, tournament: Some(tournament), record: None }),
            None => Self::stored(store, id).await,
        }
    }

    /// Reads a stored match.
    pub async fn stored(store: &Store, id: Uuid) -> Result<Self, ApiError> {
        if let Some(setup) = store.setup(id).await? {
            let events = store.events(id).await?.into_iter().map(|numbered| numbered.event).collect();
            return Ok(Self { setup, events, tournament: None, record: None });
        }
        let (tournament, record) = store.record_by_match(id).await?.ok_or_else(|| ApiError::no_such_match(id))?;
        let created_ms = store.tournament(tournament).await?.map_or(0, |known| known.row.created_ms);
        let (setup, events) = events_of(&record, created_ms)?;
        Ok(Self { setup, events, tournament: Some(tournament), record: Some(record) })
    }

    /// Returns a key for pictures of this state of the match, and whether it is over.
    pub(super) fn picture_key(&self, what: &str) -> (String, bool) {
        (format!("{what} {}", self.events.len()), self.verdict().is_some())
    }

    /// Returns the game, the names in the seats, and the verdict if there is one.
    pub(super) fn brief(&self) -> (GameId, BySide<&Seat>, Option<&Verdict>) {
        let mut seats = BySide::from_fn(|side| &self.setup.seats[side]);
        for event in &self.events {
            if let Event::Seated { side, seat } = event {
                seats[*side] = seat;
            }
        }
        (self.setup.game, seats, self.verdict())
    }

    fn verdict(&self) -> Option<&Verdict> {
        self.events.iter().rev().find_map(|event| match event {
            Event::Ended { verdict, .. } => Some(verdict),
            _ => None,
        })
    }
}

impl MatchHistory {
    /// Replays a match, for a client at `address`.
    pub async fn load(source: MatchSource, rendering: &Rendering, address: IpAddr) -> Result<Self, ApiError> {
        rendering.run_for(address, move || Self::of_source(source)).await
    }

    /// Replays and renders a match on the rendering threads.
    pub(super) async fn render<T: Send + 'static>(
        source: MatchSource,
        rendering: &Rendering,
        caller: Caller,
        render: impl FnOnce(Self) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        rendering.render(caller, move || render(Self::of_source(source)?)).await
    }

    pub(super) fn of_source(MatchSource { setup, events, tournament, record }: MatchSource) -> Result<Self, ApiError> {
        let core = restored(&setup, events, Timeouts::ENDLESS, Instant::now())
            .map_err(|error| ApiError::internal(format!("match {} cannot be read: {error}", setup.id)))?;
        Ok(Self { setup, core, tournament, stored: record })
    }

    pub const fn setup(&self) -> &MatchSetup {
        &self.setup
    }

    /// The moves so far, beginning with the opening.
    pub(super) fn moves(&self) -> &[MoveCode] {
        self.core.moves()
    }

    pub(super) const fn phase(&self) -> &Phase {
        self.core.phase()
    }

    /// The players in the seats.
    pub const fn seats(&self) -> &BySide<Seat> {
        self.core.seats()
    }

    /// Returns the time left to the mover after each move after the opening. Empty without a clock.
    pub fn clocks_after_moves(&self) -> Vec<u64> {
        let mut clocks = Vec::new();
        for event in self.core.events() {
            match event {
                Event::Moved { side, clocks: Some(left), .. } => clocks.push(left[*side]),
                Event::TakenBack { ply, .. } => clocks.truncate(ply.saturating_sub(self.setup.opening.len())),
                _ => {}
            }
        }
        clocks
    }

    fn summary(&self) -> MatchSummary {
        let away = BySide::from_fn(|side| self.core.is_away(side));
        MatchSummary::new(&self.setup, self.core.seats(), away, self.core.phase(), self.core.moves().len())
    }

    /// Returns the match in the form for HTTP.
    pub(super) fn view(&self) -> Result<MatchView, ApiError> {
        let record = match self.record() {
            Ok(record) => Some(record),
            Err(error) if error.code() == "not_finished" => None,
            Err(error) => return Err(error),
        };
        Ok(MatchView { summary: self.summary(), tournament: self.tournament, unrated: None, ratings: None, record })
    }

    /// Returns the reason why the match counts for no rating. `None` if it counts, or if nothing known so far prevents
    /// that. Also `None` for a tournament of bots.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) async fn unrated(&self, store: &Store) -> Result<Option<Unrated>, StoreError> {
        if self.tournament.is_some() {
            return Ok(None);
        }
        let MatchSetup { id, game, rated, position, opening, options, .. } = &self.setup;
        if !rated {
            return Ok(Some(Unrated::NotAgreed));
        }
        if position.is_some() || !opening.is_empty() {
            return Ok(Some(Unrated::Start));
        }
        if !game.complete_options(&Options::new()).is_ok_and(|usual| usual == *options) {
            return Ok(Some(Unrated::Options));
        }
        let mut owners = Vec::new();
        for (_, seat) in self.core.seats().iter() {
            match seat {
                Seat::Human { player, .. } => {
                    let known = store.player(*player).await?;
                    let Some(known) = known.filter(|row| row.kind != PlayerKind::Guest) else {
                        return Ok(Some(Unrated::Guest));
                    };
                    owners.push(known.owner());
                }
                Seat::Bot { name, .. } if store.anchors(*game).await?.iter().all(|measured| measured.bot != *name) => {
                    return Ok(Some(Unrated::Unmeasured));
                }
                Seat::Bot { .. } | Seat::Open | Seat::Reserved { .. } => {}
            }
        }
        if owners.len() == 2 && owners[0] == owners[1] {
            return Ok(Some(Unrated::OnePerson));
        }
        Ok((self.is_over() && !store.is_rated(*id).await?).then_some(Unrated::NotCounted))
    }

    /// Returns the record as JSON.
    pub(super) fn record(&self) -> Result<Value, ApiError> {
        serde_json::to_value(self.whole_record()?).map_err(ApiError::internal)
    }

    /// Returns the record of a match that may be running as JSON. While it runs, it has neither `verdict` nor `seed`.
    pub(super) fn record_so_far_json(&self) -> Result<Value, ApiError> {
        let mut record = serde_json::to_value(self.record_so_far()?).map_err(ApiError::internal)?;
        if !self.is_over()
            && let Some(fields) = record.as_object_mut()
        {
            // A player who knows the seed could predict a bot's moves.
            fields.remove("seed");
            fields.remove("verdict");
        }
        Ok(record)
    }

    /// Returns the record of a match that may be running, with what a watcher may know.
    pub(super) fn record_so_far(&self) -> Result<Record, ApiError> {
        if self.is_over() || self.stored.is_some() {
            return self.whole_record();
        }
        let mut record = so_far(&self.setup, &self.core);
        if self.setup.withholds_thoughts() {
            record.values = None;
            record.nodes.fill(0);
        }
        Ok(record)
    }

    fn is_over(&self) -> bool {
        matches!(self.core.phase(), Phase::Over(_))
    }

    /// Returns the record as a value, for conversions.
    pub fn whole_record(&self) -> Result<Record, ApiError> {
        match &self.stored {
            Some(record) => Ok(Record { ms: None, ..record.clone() }),
            None => of_match(&self.setup, &self.core).ok_or_else(|| ApiError::not_finished(self.setup.id)),
        }
    }

    /// Returns up to `limit` events after number `since` as JSON.
    pub(super) fn events_json(&self, since: u64, limit: usize) -> Result<Vec<u8>, ApiError> {
        let page = EventsView::page(&self.setup, &self.core, since, limit)?;
        serde_json::to_vec(&page).map_err(ApiError::internal)
    }
}
