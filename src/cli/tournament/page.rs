//! `--serve`: a run on the page while it is played.
//!
//! It is the whole server, on a folder of its own that goes when the run is over, with no room for matches and analyses of
//! whoever looks: they would take the processors from the run.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, anyhow};
use tokio::runtime::Runtime;
use uuid::Uuid;

use super::{Failure, Plan};
use crate::bots::Roster;
use crate::bots::embedded::Files;
use crate::server::tournaments::OutsideRun;
use crate::server::{Parts, Running, start};
use crate::settings::{self, Settings};
use crate::store::LOCK;
use crate::tournament::run::{Control, Finished, Progress, RunOutcome};

/// What the names of the folders begin with, in the system's folder for what is temporary.
const FOLDER: &str = "arena-run-";
/// No process takes longer from making its folder to locking it.
const SETTLED: Duration = Duration::from_secs(60);
/// The folder of this process's page, for a process that ends without leaving the page first.
static OPEN: Mutex<Option<PathBuf>> = Mutex::new(None);

/// The page of a run. It goes when this is dropped.
pub(super) struct Page {
    /// None before it is shown and when it is over.
    shown: RefCell<Option<OutsideRun>>,
    runtime: Runtime,
    running: Option<Running>,
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
        let temporary = std::env::temp_dir();
        remove_left_behind(&temporary, SETTLED);
        let folder = temporary.join(format!("{FOLDER}{}", Uuid::new_v4()));
        *OPEN.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder.clone());
        let parts = Parts::new(roster.clone(), Files::over(None));
        let mut page = Self { shown: RefCell::default(), runtime, running: None };
        let running = page.runtime.block_on(start(settings(address, folder), parts));
        let running = page.running.insert(running.map_err(|error| Failure::Work(anyhow!(error).context("--serve")))?);
        let shown = page.runtime.block_on(running.show(Arc::clone(plan), text.to_owned(), control));
        let shown = shown.map_err(|error| Failure::Work(anyhow!("--serve: {}", error.sentence())))?;
        say!("The run is shown at {}/tournaments/{}", running.url(), plan.identity);
        page.shown = RefCell::new(Some(shown));
        Ok(page)
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
            say!("--serve: the page did not show all of it: {problem}");
        }
    }
}

/// Nobody who looks gets anything but answers.
fn settings(listen: SocketAddr, data: PathBuf) -> Settings {
    let usual = Settings::default();
    Settings {
        server: settings::Server { listen, data, unix_socket: PathBuf::new(), drain_ms: 1_000, ..usual.server },
        bots: settings::Bots { threads: 1, memory_mb: 64, ..usual.bots },
        limits: settings::Limits { matches: 0, matches_per_player: 0, analyses: 0, ..usual.limits },
        ..usual
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if let Some(running) = self.running.take()
            && let Err(error) = self.runtime.block_on(running.shut_down())
        {
            say!("--serve: {error}");
        }
        remove_folder();
    }
}

/// Removes the folder of this process's page: nothing in it is needed again.
pub(super) fn remove_folder() {
    if let Some(folder) = OPEN.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// Removes the folders of runs whose process was killed: nobody has them locked. What is younger than `settled` may not
/// be locked yet; what cannot be removed belongs to somebody else.
fn remove_left_behind(temporary: &Path, settled: Duration) {
    let entries = std::fs::read_dir(temporary).into_iter().flatten().filter_map(Result::ok);
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(FOLDER)) {
        let own = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let Ok(lock) = std::fs::File::open(entry.path().join(LOCK)) else { continue };
        let old = lock
            .metadata()
            .and_then(|about| about.modified())
            .is_ok_and(|made| made.elapsed().is_ok_and(|age| age >= settled));
        if own && old && lock.try_lock().is_ok() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_the_dead_are_removed_and_those_of_the_living_stay() {
        let temporary = tempfile::tempdir().expect("a folder");
        let make = |name: &str| {
            let folder = temporary.path().join(name);
            std::fs::create_dir(&folder).expect("it is made");
            let lock = std::fs::File::create(folder.join(LOCK)).expect("it is written");
            (folder, lock)
        };
        let (dead, lock) = make("arena-run-1");
        drop(lock);
        let (living, lock) = make("arena-run-2");
        lock.lock().expect("it is free");
        let (other, _) = make("arena-data");
        let left = || [&dead, &living, &other].map(|folder| folder.exists());
        remove_left_behind(temporary.path(), SETTLED);
        assert_eq!(left(), [true; 3], "they may be about to be locked");
        remove_left_behind(temporary.path(), Duration::ZERO);
        assert_eq!(left(), [false, true, true]);
    }
}
