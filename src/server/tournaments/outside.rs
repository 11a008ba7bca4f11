//! A tournament that this process plays outside the server and shows on the server's page.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use tokio::runtime::Handle;

use super::{Display, Running, Tournaments};
use crate::error::ApiError;
use crate::time::unix_ms;
use arena_records::Record;
use arena_store::{TournamentRow, TournamentState};
use arena_tournament::{Control, Finished, Plan, Progress, RunOutcome, TournamentReport};

/// Maximum number of results per write.
const AT_ONCE: usize = 256;

/// A tournament that a shell command plays and the page shows. Results are only sent to the page. If storing them
/// fails, the run continues without the page.
pub struct OutsideRun {
    tournaments: Tournaments,
    runtime: Handle,
    plan: Arc<Plan>,
    control: Arc<Control>,
    display: Display,
    waiting: Vec<(u64, Record)>,
    problem: Option<String>,
}

impl Tournaments {
    /// Shows a tournament with this file. Its id is the plan's identity.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn show(&self, plan: Arc<Plan>, file: String, control: &Arc<Control>) -> Result<OutsideRun, ApiError> {
        let id = plan.identity;
        let row = TournamentRow {
            id,
            name: plan.config.name.clone(),
            game: plan.config.game,
            format: plan.config.format.name().word().to_owned(),
            source_toml: file,
            seed: plan.config.seed,
            total: plan.schedule.len(),
            created_ms: unix_ms(),
            plan_hash: Some(plan.hash.clone()),
            by: None,
        };
        self.inner.store.create_tournament(row, BTreeMap::new()).await?;
        control.spectators().admit();
        let running =
            Running { control: Arc::clone(control), by_operator: false, report: None, plan: Arc::clone(&plan) };
        self.running().insert(id, running);
        let display = Display { tournaments: self.clone(), id, with_ratings: true, next: Instant::now() };
        let (tournaments, runtime) = (self.clone(), Handle::current());
        let control = Arc::clone(control);
        Ok(OutsideRun { tournaments, runtime, plan, control, display, waiting: Vec::new(), problem: None })
    }
}

impl OutsideRun {
    /// Adds the next match in schedule order.
    pub fn add(&mut self, finished: &Finished) {
        if self.problem.is_some() {
            self.control.spectators().stored(&[finished.pairing.index]);
        } else {
            self.waiting.push((finished.pairing.index, self.plan.record(&finished.pairing, &finished.played, true)));
            if self.waiting.len() >= AT_ONCE {
                self.store();
            }
        }
    }

    fn store(&mut self) {
        let results = std::mem::take(&mut self.waiting);
        if results.is_empty() {
            return;
        }
        let indices: Vec<u64> = results.iter().map(|(index, _)| *index).collect();
        let stored = self.runtime.block_on(self.tournaments.inner.store.put_results(self.plan.identity, results));
        // Without a page nobody reads the matches any more.
        self.control.spectators().stored(&indices);
        self.problem = stored.err().map(|error| error.to_string());
    }

    /// Publishes the current table.
    pub fn progress(&mut self, progress: &Progress<'_>) {
        if self.problem.is_none() && self.display.is_due(progress) {
            self.store();
            self.display.show(&self.plan, progress);
        }
    }

    /// Publishes the final table. Returns the reason if the page does not have all results.
    #[must_use]
    pub fn end(mut self, outcome: &RunOutcome) -> Option<String> {
        self.store();
        let id = self.plan.identity;
        let state = if outcome.complete { TournamentState::Finished } else { TournamentState::Stopped };
        let stored = self.runtime.block_on(self.tournaments.inner.store.set_tournament_state(id, state.clone()));
        let report = Arc::new(TournamentReport::new(&self.plan, &outcome.tally, true));
        self.tournaments.publish(id, &state, outcome.tally.played(), outcome.total, &report);
        self.tournaments.keep_report(id, outcome.tally.played(), report);
        self.tournaments.running().remove(&id);
        self.problem.or_else(|| stored.err().map(|error| error.to_string()))
    }
}
