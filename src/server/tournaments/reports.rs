//! States and reports of running and finished tournaments, as clients see them.

use std::sync::Arc;

use serde::Deserialize;
use tokio::runtime::Handle;
use uuid::Uuid;

use super::shown::{detail, message, shown, total};
use super::{REPORTS, Tournaments};
use crate::protocol::FromServer;
use crate::protocol::listing::TournamentSummary;
use crate::server::error::ApiError;
use crate::server::tournament_results::{Earlier, out_of_place};
use crate::store::{Cursor, Tournament, TournamentFilter};
use crate::tournament::live::LiveState;
use crate::tournament::pairing::FormatName;
use crate::tournament::plan::Engines;
use crate::tournament::{Failure, SinkError, TournamentReport};

impl Tournaments {
    /// Returns one tournament.
    ///
    /// # Errors
    /// If there is no such tournament.
    pub async fn get(&self, id: Uuid) -> Result<Tournament, ApiError> {
        let known = self.inner.store.tournament(id).await?;
        known.ok_or_else(|| ApiError::NotFound(format!("there is no tournament {id}")))
    }

    /// Returns the state of a tournament.
    ///
    /// # Errors
    /// If there is no such tournament.
    pub async fn summary(&self, id: Uuid) -> Result<TournamentSummary, ApiError> {
        let known = self.get(id).await?;
        self.summarise(&known).await
    }

    /// Returns all tournaments, newest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn all(&self) -> Result<Vec<TournamentSummary>, ApiError> {
        let mut all = Vec::new();
        for known in self.inner.store.tournaments().await? {
            all.push(self.summarise(&known).await?);
        }
        Ok(all)
    }

    /// Returns a page of the tournaments that match the filter, newest first, and the cursor of the next page.
    ///
    /// # Errors
    /// If the store cannot be read, or not in time.
    pub async fn page(&self, filter: &TournamentFilter) -> Result<(Vec<TournamentSummary>, Option<Cursor>), ApiError> {
        let page = self.inner.store.tournaments_page(filter).await?;
        let mut shown = Vec::with_capacity(page.items.len());
        for known in &page.items {
            shown.push(self.summarise(known).await?);
        }
        Ok((shown, page.next))
    }

    async fn summarise(&self, known: &Tournament) -> Result<TournamentSummary, ApiError> {
        if let Some(running) = self.inner.live.get(known.row.id) {
            return live_summary(known, &running.state());
        }
        let leader = self.leader(known).await;
        Ok(TournamentSummary {
            id: known.row.id,
            name: known.row.name.clone(),
            game: known.row.game.name().to_owned(),
            format: format(known)?,
            status: shown(&known.state).status(),
            state: shown(&known.state),
            detail: detail(&known.state),
            failure: known.state.failure().and_then(|failure| Failure::deserialize(&failure.values).ok()),
            played: known.played,
            total: total(known),
            created_ms: known.row.created_ms,
            concurrency: self.running().get(&known.row.id).and_then(|it| u32::try_from(it.control.concurrency()).ok()),
            leader,
            phase: None,
            by: known.row.by.map(|by| by.player),
        })
    }

    /// Returns the leader or the winner. Cached for tournaments that have ended, so that a list of many of them
    /// computes no reports again.
    async fn leader(&self, known: &Tournament) -> Option<String> {
        let (id, played) = (known.row.id, known.played);
        let kept = self.leaders().get(&id).filter(|(of, _)| *of == played).map(|(_, leader)| leader.clone());
        if kept.is_some() || played == 0 {
            return kept;
        }
        let report = self.latest(known).await.ok()?;
        let leader = report.entrants.first()?.name.clone();
        if !known.state.is_under_way() {
            self.leaders().insert(id, (played, leader.clone()));
        }
        Some(leader)
    }

    /// Returns the live table of a running tournament, or else its report.
    async fn latest(&self, known: &Tournament) -> Result<Arc<TournamentReport>, ApiError> {
        let live = self.running().get(&known.row.id).and_then(|running| running.report.clone());
        match live {
            Some(report) => Ok(report),
            None => self.report(known).await,
        }
    }

    /// Returns the report of a tournament's results.
    ///
    /// # Errors
    /// If the results cannot be read.
    pub async fn report(&self, known: &Tournament) -> Result<Arc<TournamentReport>, ApiError> {
        let id = known.row.id;
        if let Some(running) = self.inner.live.get(id) {
            return self.inner.live.report(&running, true).await;
        }
        let live = self.running().get(&id).and_then(|running| running.report.clone());
        // The live table of a large field omits costly parts, so the full report is computed here.
        if let Some(report) = live.filter(|report| report.conditions.is_some()) {
            return Ok(report);
        }
        if let Some(report) = self.reports().get(&id) {
            return Ok(Arc::clone(report));
        }
        if self.inner.store.is_live(id).await? {
            let report = self.inner.live.ended_report(id).await?;
            self.keep_report(id, Arc::clone(&report));
            return Ok(report);
        }
        let planned = self.plan_of(known, Engines::Unseen).await?;
        let (plan, _) = planned.map_err(|error| ApiError::Internal(format!("tournament {id}: {error}")))?;
        let (store, runtime) = (self.inner.store.clone(), Handle::current());
        let folded = tokio::task::spawn_blocking(move || {
            let mut tally = plan.tally();
            for played in Earlier::new(&store, &runtime, id) {
                let played = played?;
                let pairer = tally.pairer().filter(|pairer| !pairer.is_over());
                let Some(pairer) = pairer else { break };
                let pairing = pairer.get(played.index).ok_or_else(|| out_of_place(played.index))?;
                tally.add(&pairing, &played);
            }
            Ok::<_, SinkError>(Arc::new(TournamentReport::new(&plan, &tally, true)))
        });
        let report = folded.await.map_err(|error| ApiError::Internal(error.to_string()))?;
        let report = report.map_err(|error| ApiError::Internal(format!("tournament {id}: {error}")))?;
        if !known.state.is_under_way() {
            self.keep_report(id, Arc::clone(&report));
        }
        Ok(report)
    }

    /// Returns the message for new subscribers of a tournament.
    ///
    /// # Errors
    /// If there is no such tournament, or its results cannot be read.
    pub async fn message(&self, id: Uuid) -> Result<FromServer, ApiError> {
        if let Some(running) = self.inner.live.get(id) {
            return self.inner.live.message(&running).await;
        }
        let known = self.get(id).await?;
        let report = self.latest(&known).await?;
        Ok(message(id, &known.state, known.played, total(&known), &report))
    }

    pub(super) fn keep_report(&self, id: Uuid, report: Arc<TournamentReport>) {
        let mut reports = self.reports();
        if reports.len() >= REPORTS {
            reports.clear();
        }
        reports.insert(id, report);
    }
}

/// Summarises a tournament that people and programs enter.
fn live_summary(known: &Tournament, state: &LiveState) -> Result<TournamentSummary, ApiError> {
    let shown = crate::server::live::shown(state);
    let first = state.ranking().first().map(|(_, entrant)| &state.entrants()[*entrant]);
    Ok(TournamentSummary {
        id: known.row.id,
        name: known.row.name.clone(),
        game: known.row.game.name().to_owned(),
        format: format(known)?,
        status: shown.status(),
        state: shown,
        detail: (shown == crate::protocol::view::TournamentState::Paused).then(|| "paused".to_owned()),
        failure: None,
        played: state.results(),
        total: state.total().unwrap_or(state.results()),
        created_ms: known.row.created_ms,
        concurrency: None,
        leader: first.filter(|it| it.season.played() > 0).map(|it| it.name().to_owned()),
        phase: Some(state.phase()),
        by: state.opener().map(|opener| opener.player),
    })
}

fn format(known: &Tournament) -> Result<FormatName, ApiError> {
    let format = known.row.format.parse();
    format.map_err(|error| ApiError::Internal(format!("tournament {}: {error}", known.row.id)))
}
