//! Reports of tournaments that people enter, computed from their records like all other reports.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use tokio::runtime::Handle;
use uuid::Uuid;

use super::running::{Running, RunningTally};
use super::services::Live;
use crate::error::ApiError;
use crate::tournament_results::StoredResults;
use arena_games::BySide;
use arena_play::tournament::Phase;
use arena_protocol::FromServer;
use arena_protocol::view::TournamentState;
use arena_records::SeatRecord;
use arena_tournament::live::LiveState;
use arena_tournament::pairing::Pairing;
use arena_tournament::{MatchResult, Plan, SinkError, TournamentReport};

/// A report is rebuilt at the earliest after this multiple of the time that building it took.
const REST: u32 = 20;

/// Largest field for which the live table has joint ratings and pairs. Their cost grows with the square of the field.
const LIVE_JOINT: usize = 40;

impl Live {
    /// Returns the report of an unfinished tournament. The report of a large field may be slightly out of date.
    ///
    /// # Errors
    /// If the results cannot be read.
    pub(crate) async fn report(
        &self,
        running: &Running,
        with_ratings: bool,
    ) -> Result<Arc<TournamentReport>, ApiError> {
        let mut cached = running.report.lock().await;
        let now = {
            let state = running.state();
            (state.field().len(), state.results(), state.began_ms().is_some())
        };
        let with_ratings = with_ratings || now.0 <= LIVE_JOINT;
        if let Some((at, took, report)) = &cached.made {
            let is_same = cached.of == now && (!with_ratings || report.conditions.is_some());
            let is_fresh = at.elapsed() < *took * REST && report.conditions.is_some() >= with_ratings;
            if is_same || (is_fresh && cached.of.0 == now.0) {
                return Ok(Arc::clone(report));
            }
        }
        let state = running.state().clone();
        // Results of a schedule arrive out of order, so they are all added again. In other formats results are numbered
        // in the order of their arrival, so only new ones are added.
        let goes_on = !state.terms().format.is_scheduled() && (cached.of.0, cached.of.2) == (now.0, now.2);
        let sums = cached.sums.take().filter(|_| goes_on);
        let began = Instant::now();
        let (sums, report) = self.added_up(running.id, state, sums, with_ratings).await?;
        cached.sums = Some(sums);
        cached.made = Some((Instant::now(), began.elapsed(), Arc::clone(&report)));
        cached.of = now;
        Ok(report)
    }

    /// Returns the report of a finished tournament.
    ///
    /// # Errors
    /// If the results cannot be read.
    pub(crate) async fn ended_report(&self, id: Uuid) -> Result<Arc<TournamentReport>, ApiError> {
        let (state, _) = self.ended(id).await?;
        Ok(self.added_up(id, state, None, true).await?.1)
    }

    async fn added_up(
        &self,
        id: Uuid,
        state: LiveState,
        sums: Option<RunningTally>,
        with_ratings: bool,
    ) -> Result<(RunningTally, Arc<TournamentReport>), ApiError> {
        let (live, runtime) = (self.clone(), Handle::current());
        let failed = move |problem: String| ApiError::internal(format!("tournament {id}: {problem}"));
        let made = tokio::task::spawn_blocking(move || {
            let mut sums = match sums {
                Some(sums) => sums,
                None => {
                    let game = state.terms().game;
                    let bot = |spec: &serde_json::Value| live.inner.bots.seated(spec, game).ok();
                    let plan = Plan::entered(&state, id, bot).map_err(|error| error.to_string())?;
                    let tally = plan.entered_tally(&state);
                    RunningTally { plan, tally, next: 0 }
                }
            };
            let is_scheduled = state.terms().format.is_scheduled();
            let numbers = Numbers::new(&sums.plan);
            let mut earlier = StoredResults::after(&live.inner.store, &runtime, id, sums.next);
            while let Some(played) = earlier.next_with_seats() {
                let (played, seats) = played.map_err(|error: SinkError| error.to_string())?;
                // A result that came after `state` was read may belong to a round that it does not know.
                if is_scheduled && !state.has_result(played.index) {
                    continue;
                }
                sums.next = played.index + 1;
                let pairing = match is_scheduled {
                    true => sums.tally.pairer().and_then(|pairer| pairer.get(played.index)),
                    false => numbers.pairing(&seats, &played),
                };
                // Beyond a gap in the results, the pairing may not be known yet.
                let Some(pairing) = pairing else { continue };
                for (&entrant, seat) in pairing.seats.as_ref().into_array().into_iter().zip(seats) {
                    sums.plan.entrants[entrant].count_version(seat.version);
                }
                sums.tally.add(&pairing, &played);
            }
            sums.plan.rank_as_entered(&mut sums.tally, &state);
            let report = match with_ratings {
                true => TournamentReport::new(&sums.plan, &sums.tally, true),
                false => TournamentReport::live(&sums.plan, &sums.tally),
            };
            Ok::<_, String>((sums, Arc::new(report)))
        });
        let made = made.await.map_err(ApiError::internal)?;
        made.map_err(failed)
    }

    /// Builds the message with the current state of a tournament.
    ///
    /// # Errors
    /// If the results cannot be read.
    pub(crate) async fn message(&self, running: &Running) -> Result<FromServer, ApiError> {
        let report = self.report(running, false).await?;
        let table = tokio::task::spawn_blocking(move || serde_json::to_value(&*report).unwrap_or_default()).await;
        let table = table.map_err(ApiError::internal)?;
        let view = running.view();
        let count = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        let state = shown(&running.state());
        Ok(FromServer::Tournament {
            tournament: running.id,
            status: state.status(),
            state: Some(state),
            played: count(view.played),
            total: count(view.total.unwrap_or(view.played)),
            table,
            live: Some(Box::new(view)),
        })
    }

    /// Sends the current state to the subscribers of a tournament.
    pub(super) async fn publish(&self, running: &Running) {
        if !self.inner.topics.has_subscribers(running.id) {
            return;
        }
        match self.message(running).await {
            Ok(message) => self.inner.topics.publish_tournament(running.id, &message),
            Err(error) => tracing::warn!(id = %running.id, %error, "a tournament's table was not published"),
        }
    }
}

/// Entrants' indices by player id, and by name for entrants without one.
struct Numbers {
    players: HashMap<Uuid, usize>,
    names: HashMap<String, usize>,
}

impl Numbers {
    fn new(plan: &Plan) -> Self {
        let entrants = || plan.entrants.iter().enumerate();
        Self {
            players: entrants().filter_map(|(number, it)| Some((it.player?, number))).collect(),
            names: entrants().map(|(number, it)| (it.name().to_owned(), number)).collect(),
        }
    }

    /// Returns the index of the entrant in a seat. Bots have a name and no player id.
    fn of(&self, seat: &SeatRecord) -> Option<usize> {
        let by_id = seat.player.map(|player| self.players.get(&player));
        by_id.unwrap_or_else(|| self.names.get(&seat.name)).copied()
    }

    /// Builds the pairing of a result in a format without a schedule.
    fn pairing(&self, [first, second]: &[SeatRecord; 2], played: &MatchResult) -> Option<Pairing> {
        let seats = BySide::new(self.of(first)?, self.of(second)?);
        Some(Pairing { index: played.index, round: 0, leg: 0, seats })
    }
}

/// Converts the state to the common states of all tournaments.
pub(crate) fn shown(state: &LiveState) -> TournamentState {
    match state.phase() {
        Phase::Closed if state.is_stopped() => TournamentState::Stopped,
        Phase::Closed => TournamentState::Finished,
        _ if state.is_paused() => TournamentState::Paused,
        _ => TournamentState::Running,
    }
}
