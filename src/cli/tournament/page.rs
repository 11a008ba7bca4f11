//! `--serve`: a run on the page while it is played.
//!
//! It is the whole server, on a folder of its own that goes when the run is over, with no room for matches and analyses of
//! whoever looks: they would take the processors from the run.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use tokio::runtime::Runtime;
use uuid::Uuid;

use super::{Failure, Plan};
use crate::bots::Roster;
use crate::bots::embedded::Files;
use crate::server::edge::reachable;
use crate::server::tournaments::OutsideRun;
use crate::server::{Parts, Running, start};
use crate::settings::{self, Settings};
use crate::tournament::run::{Control, Finished, Progress, RunOutcome};

/// The page of a run. It goes when this is dropped.
pub(super) struct Page {
    /// None before it is shown and when it is over.
    shown: RefCell<Option<OutsideRun>>,
    runtime: Runtime,
    running: Option<Running>,
    folder: PathBuf,
}

impl Page {
    /// Listens on that address, port 0 picks a free one, and shows a run of a file there.
    ///
    /// # Errors
    /// When the address or the folder for its data cannot be used.
    pub(super) fn open(
        address: SocketAddr,
        roster: &Roster,
        (plan, text): (&Arc<Plan>, &str),
        control: &Arc<Control>,
    ) -> Result<Self, Failure> {
        let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = threads.context("no runtime to serve the page in")?;
        let folder = std::env::temp_dir().join(format!("arena-{}", Uuid::new_v4()));
        let parts = Parts::new(roster.clone(), Files::over(None));
        let mut page = Self { shown: RefCell::default(), runtime, running: None, folder };
        let running = page.runtime.block_on(start(page.settings(address), parts));
        let running = page.running.insert(running.map_err(|error| Failure::Work(anyhow!(error).context("--serve")))?);
        let shown = page.runtime.block_on(running.show(Arc::clone(plan), text.to_owned(), control));
        let shown = shown.map_err(|error| Failure::Work(anyhow!("--serve: {}", error.sentence())))?;
        eprintln!("The run is shown at http://{}/tournaments/{}", reachable(running.address), plan.identity);
        page.shown = RefCell::new(Some(shown));
        Ok(page)
    }

    /// Nobody who looks gets anything but answers.
    fn settings(&self, listen: SocketAddr) -> Settings {
        let usual = Settings::default();
        Settings {
            server: settings::Server {
                listen,
                data: self.folder.clone(),
                unix_socket: PathBuf::new(),
                drain_ms: 1_000,
                ..usual.server
            },
            bots: settings::Bots { threads: 1, memory_mb: 64, ..usual.bots },
            limits: settings::Limits { matches: 0, matches_per_player: 0, analyses: 0, ..usual.limits },
            ..usual
        }
    }

    /// Takes the next match in the order of the schedule.
    pub(super) fn add(&self, finished: &Finished) {
        if let Some(shown) = &mut *self.shown.borrow_mut() {
            shown.add(finished);
        }
    }

    /// Shows how it stands.
    pub(super) fn progress(&self, progress: &Progress<'_>) {
        if let Some(shown) = &mut *self.shown.borrow_mut() {
            shown.progress(progress);
        }
    }

    /// Shows what came of it.
    pub(super) fn end(&self, outcome: &RunOutcome) {
        if let Some(problem) = self.shown.take().and_then(|shown| shown.end(outcome)) {
            eprintln!("--serve: the page did not show all of it: {problem}");
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if let Some(running) = self.running.take()
            && let Err(error) = self.runtime.block_on(running.shut_down())
        {
            eprintln!("--serve: {error}");
        }
        // Nothing in it is needed again.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
