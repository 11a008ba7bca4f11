//! States and reports of running and finished tournaments, as clients see them.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as ValueError, StrDeserializer};
use tokio::runtime::Handle;
use uuid::Uuid;

use super::Tournaments;
use super::report_cache::ReportFormat;
use super::shown::{detail, message, shown, total};
use crate::error::ApiError;
use crate::tournament_results::{StoredResults, out_of_place};
use arena_play::tournament::FormatName;
use arena_protocol::listing::TournamentSummary;
use arena_protocol::{FromServer, view};
use arena_store::{Cursor, Tournament, TournamentFilter};
use arena_tournament::live::LiveState;
use arena_tournament::plan::Engines;
use arena_tournament::{SinkError, TournamentReport};

impl Tournaments {
    /// Returns one tournament.
    ///
    /// # Errors
    /// If there is no such tournament.
    pub async fn get(&self, id: Uuid) -> Result<Tournament, ApiError> {
        let known = self.inner.store.tournament(id).await?;
        known.ok_or_else(|| ApiError::no_such_tournament(id))
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
            failure: known.state.failure().cloned(),
            played: known.played,
            total: total(known),
            created_ms: known.row.created_ms,
            concurrency: self.running().get(&known.row.id).and_then(|it| u32::try_from(it.control.concurrency()).ok()),
            leader,
            phase: None,
            by: known.row.by.map(|by| by.player),
        })
    }

    /// Returns the leader or the winner, unless several share the lead. Cached for tournaments that have ended, so that a list of many of them
    /// computes no reports again.
    async fn leader(&self, known: &Tournament) -> Option<String> {
        let (id, played) = (known.row.id, known.played);
        let cached = self.leaders().get(&id).filter(|(of, _)| *of == played).map(|(_, leader)| leader.clone());
        if let Some(cached) = cached {
            return cached;
        }
        if played == 0 {
            return None;
        }
        let report = self.latest(known).await.ok()?;
        let best: Vec<_> = report.entrants.iter().take_while(|entrant| entrant.rank == 1).collect();
        let leader = if let [best] = best[..] { Some(best.name.clone()) } else { None };
        if !known.state.is_under_way() {
            self.leaders().insert(id, (played, leader.clone()));
        }
        leader
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
    /// Concurrent callers share one computation, which continues even if all of them disconnect.
    ///
    /// # Errors
    /// If the results cannot be read.
    pub async fn report(&self, known: &Tournament) -> Result<Arc<TournamentReport>, ApiError> {
        let id = known.row.id;
        if let Some(running) = self.inner.live.get(id) {
            let live = self.inner.live.clone();
            return finished(async move { live.report(&running, true).await }).await;
        }
        let live = self.running().get(&id).and_then(|running| running.report.clone());
        // The live table of a large field omits costly parts, so the full report is computed here.
        if let Some(report) = live.filter(|report| report.conditions.is_some()) {
            return Ok(report);
        }
        let slot = self.inner.reports.slot(id);
        if let Some(report) = slot.fresh(known) {
            return Ok(report);
        }
        let (tournaments, known) = (self.clone(), known.clone());
        finished(async move {
            let _alone = tournaments.inner.reports.adding_up.lock().await;
            if let Some(report) = slot.fresh(&known) {
                return Ok(report);
            }
            let began = Instant::now();
            let report = tournaments.added_up(&known).await?;
            tournaments.inner.reports.added_up.fetch_add(1, Ordering::Relaxed);
            slot.keep(known.played, began.elapsed(), Arc::clone(&report));
            Ok(report)
        })
        .await
    }

    /// Computes the report from the stored results of a tournament.
    async fn added_up(&self, known: &Tournament) -> Result<Arc<TournamentReport>, ApiError> {
        let id = known.row.id;
        if self.inner.store.is_live(id).await? {
            return self.inner.live.ended_report(id).await;
        }
        let planned = self.plan_of(known, Engines::Unseen).await?;
        let (plan, _) = planned.map_err(|error| ApiError::internal(format!("tournament {id}: {error}")))?;
        let (store, runtime) = (self.inner.store.clone(), Handle::current());
        let folded = tokio::task::spawn_blocking(move || {
            let mut tally = plan.tally();
            for played in StoredResults::new(&store, &runtime, id) {
                let played = played?;
                let pairer = tally.pairer().filter(|pairer| !pairer.is_over());
                let Some(pairer) = pairer else { break };
                let pairing = pairer.get(played.index).ok_or_else(|| out_of_place(played.index))?;
                tally.add(&pairing, &played);
            }
            Ok::<_, SinkError>(Arc::new(TournamentReport::new(&plan, &tally, true)))
        });
        let report = folded.await.map_err(ApiError::internal)?;
        report.map_err(|error| ApiError::internal(format!("tournament {id}: {error}")))
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
        let made = tokio::task::spawn_blocking(move || message(id, &known.state, known.played, total(&known), &report));
        made.await.map_err(ApiError::internal)
    }

    /// Returns the state of a tournament.
    ///
    /// # Errors
    /// If there is no such tournament.
    pub(crate) async fn state(&self, id: Uuid) -> Result<view::TournamentState, ApiError> {
        match self.inner.live.get(id) {
            Some(running) => Ok(crate::live::shown(&running.state())),
            None => Ok(shown(&self.get(id).await?.state)),
        }
    }

    /// Returns the report in this format. Requests for the same text share one rendering.
    ///
    /// # Errors
    /// If the results cannot be read.
    pub(crate) async fn rendered(
        &self,
        known: &Tournament,
        format: ReportFormat,
        timings: bool,
    ) -> Result<Bytes, ApiError> {
        let report = self.report(known).await?;
        self.inner.reports.texts.get(&self.inner.rendering, report, format, timings).await
    }

    /// Returns how many reports were computed from stored results.
    pub(crate) fn reports_added_up(&self) -> u64 {
        self.inner.reports.added_up.load(Ordering::Relaxed)
    }

    /// Keeps the report of a tournament that has ended after `played` matches.
    pub(super) fn keep_report(&self, id: Uuid, played: u64, report: Arc<TournamentReport>) {
        self.inner.reports.slot(id).keep(played, Duration::ZERO, report);
    }
}

/// Runs `work` to its end even if the caller disconnects.
async fn finished<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::spawn(work).await.map_err(ApiError::internal)?
}

/// Summarises a tournament that people and programs enter.
fn live_summary(known: &Tournament, state: &LiveState) -> Result<TournamentSummary, ApiError> {
    let shown = crate::live::shown(state);
    let best: Vec<usize> = state.ranking().iter().filter(|(rank, _)| *rank == 1).map(|(_, entrant)| *entrant).collect();
    let leader = if let [best] = best[..] { Some(state.entrants()[best].name().to_owned()) } else { None };
    Ok(TournamentSummary {
        id: known.row.id,
        name: known.row.name.clone(),
        game: known.row.game.name().to_owned(),
        format: format(known)?,
        status: shown.status(),
        state: shown,
        detail: (shown == arena_protocol::view::TournamentState::Paused).then(|| "paused".to_owned()),
        failure: None,
        played: state.results(),
        total: state.total().unwrap_or(state.results()),
        created_ms: known.row.created_ms,
        concurrency: None,
        leader: leader.filter(|_| state.results() > 0),
        phase: Some(state.phase()),
        by: state.opener().map(|opener| opener.player),
    })
}

fn format(known: &Tournament) -> Result<FormatName, ApiError> {
    let word: StrDeserializer<'_, ValueError> = known.row.format.as_str().into_deserializer();
    FormatName::deserialize(word).map_err(|error| ApiError::internal(format!("tournament {}: {error}", known.row.id)))
}
