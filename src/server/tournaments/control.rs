//! Control of running tournaments by the operator and at shutdown.

use std::sync::Arc;
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::Tournaments;
use crate::audit::audit_entry;
use crate::error::ApiError;
use crate::time::unix_ms;
use arena_games::{BySide, diagnostic};
use arena_play::{Event, MatchSetup};
use arena_protocol::compose::{NextPairing, UnderwayMatch, UnderwayView};
use arena_protocol::listing::TournamentSummary;
use arena_protocol::moderation::AuditAction;
use arena_protocol::operator::Proof;
use arena_protocol::view;
use arena_store::TournamentState;
use arena_tournament::NextMatch;

/// Maximum number of boards in the view of a tournament.
const IN_VIEW: usize = 24;

fn underway(matches: Vec<UnderwayMatch>, next: NextMatch, name: impl Fn(usize) -> String) -> UnderwayView {
    let (next, awaits_round) = match next {
        NextMatch::Paired(pairing) => {
            let BySide { first, second } = pairing.seats.map(name);
            (Some(NextPairing { first, second }), false)
        }
        NextMatch::AfterRound => (None, true),
        NextMatch::Unknown => (None, false),
    };
    UnderwayView { matches, next, awaits_round }
}

impl Tournaments {
    /// Pauses or resumes a running tournament, or changes its number of concurrent matches. A tournament that is not
    /// running stays unchanged.
    ///
    /// # Errors
    /// If there is no such tournament, the number is out of range, or the pause cannot be stored.
    pub async fn steer(
        &self,
        id: Uuid,
        paused: Option<bool>,
        concurrency: Option<usize>,
    ) -> Result<TournamentSummary, ApiError> {
        let most = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        if let Some(wanted) = concurrency.filter(|wanted| !(1..=most).contains(wanted)) {
            return Err(ApiError::bad_request(diagnostic!(
                "concurrency",
                "concurrency must be between 1 and {most}, got {given}",
                given = wanted,
                most
            ))
            .of("concurrency"));
        }
        if let Some(paused) = paused.filter(|_| self.inner.live.is_running(id)) {
            let state = if paused { TournamentState::Paused } else { TournamentState::Running };
            self.inner.live.pause(id, paused).await?;
            self.inner.store.set_tournament_state(id, state).await?;
        }
        let control = self.running().get(&id).map(|running| Arc::clone(&running.control));
        if let Some(control) = control.filter(|control| !control.is_stopped()) {
            if let Some(paused) = paused {
                // Stored first, so that a failure changes nothing.
                let state = if paused { TournamentState::Paused } else { TournamentState::Running };
                self.inner.store.set_tournament_state(id, state).await?;
                if paused {
                    control.pause();
                } else {
                    control.go_on();
                }
                self.take_turns();
                self.publish_as_stored(id).await;
            }
            if let Some(concurrency) = concurrency {
                control.set_concurrency(concurrency);
            }
        }
        self.summary(id).await
    }

    /// Logs an action of the operator if it has an effect, so that repeated requests leave one entry.
    ///
    /// # Errors
    /// If there is no such tournament, or the entry cannot be stored.
    pub(crate) async fn log_action(&self, proof: Proof, kind: AuditAction, id: Uuid) -> Result<(), ApiError> {
        let (known, state) = (self.get(id).await?, self.state(id).await?);
        let is_closing = self.inner.live.get(id).is_some_and(|running| running.state().is_stopped());
        let has_effect = match (kind, state) {
            (AuditAction::PauseTournament, view::TournamentState::Running)
            | (AuditAction::ResumeTournament, view::TournamentState::Paused) => true,
            (AuditAction::StopTournament, view::TournamentState::Running | view::TournamentState::Paused) => {
                !is_closing
            }
            _ => false,
        };
        if has_effect {
            self.inner.store.log_action(audit_entry(proof, kind, id, known.row.name)).await?;
        }
        Ok(())
    }

    /// Returns the matches of a tournament that are being played.
    ///
    /// # Errors
    /// If there is no such tournament.
    pub async fn underway(&self, id: Uuid) -> Result<UnderwayView, ApiError> {
        self.get(id).await?;
        if let Some(running) = self.inner.live.get(id) {
            let matches = self.inner.live.underway(&running, IN_VIEW).await;
            let state = running.state();
            let name = |entrant: usize| state.entrants()[entrant].name().to_owned();
            return Ok(underway(matches, state.next_match(), name));
        }
        let running = self.running().get(&id).map(|it| (Arc::clone(&it.control), Arc::clone(&it.plan)));
        let Some((control, plan)) = running else {
            return Ok(underway(Vec::new(), NextMatch::Unknown, |_| String::new()));
        };
        let name = |entrant: usize| plan.entrants[entrant].name().to_owned();
        let view = |it: arena_tournament::Underway| UnderwayMatch {
            index: it.pairing.index,
            id: plan.match_id(&it.pairing),
            first: name(it.pairing.seats.first),
            second: name(it.pairing.seats.second),
            ply: it.ply,
            turn: it.board.to_move(),
            diagram: it.board.diagram(),
        };
        let played = control.spectators().look();
        let next = control.spectators().next_match(&played);
        Ok(underway(played.into_iter().take(IN_VIEW).map(view).collect(), next, name))
    }

    /// Returns a match that a tournament between bots is playing, or whose result is not stored yet: the tournament, the
    /// setup and the events.
    pub(crate) fn running_match(&self, id: Uuid) -> Option<(Uuid, MatchSetup, Vec<Event>)> {
        let running: Vec<_> = self
            .running()
            .iter()
            .map(|(tournament, it)| (*tournament, Arc::clone(&it.control), Arc::clone(&it.plan)))
            .collect();
        running.into_iter().find_map(|(tournament, control, plan)| {
            let (pairing, events) = control.spectators().follow(|pairing| plan.match_id(pairing) == id)?;
            Some((tournament, plan.setup(&pairing, unix_ms()), events))
        })
    }

    /// Stops a tournament. Results so far are kept.
    ///
    /// # Errors
    /// If there is no such tournament.
    pub async fn stop(&self, id: Uuid) -> Result<TournamentSummary, ApiError> {
        if self.inner.live.is_running(id) {
            self.inner.live.stop(id).await?;
        }
        let is_running = self.running().contains_key(&id);
        if is_running {
            // Stored first, because the process may be killed before the running matches are finished.
            self.inner.store.set_tournament_state(id, TournamentState::Stopped).await?;
        }
        if let Some(running) = self.running().get_mut(&id) {
            running.by_operator = true;
            running.control.stop();
        }
        // The running matches are finished first.
        let until = Instant::now() + Duration::from_secs(10);
        let is_running = || self.running().contains_key(&id) || self.inner.live.is_running(id);
        while is_running() && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.summary(id).await
    }

    /// Stops all tournaments at shutdown, after their running matches are finished.
    pub async fn halt(&self) {
        self.running().values().for_each(|running| running.control.stop());
        self.inner.tasks.close();
        self.inner.tasks.wait().await;
    }
}
