//! `--serve`: shows a run on the page while it is played.
//!
//! This is the whole server on a temporary folder. It accepts no matches or analyses of visitors, because they would
//! compete with the run for the processors.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, anyhow};
use tokio::runtime::Runtime;
use uuid::Uuid;

use crate::Failure;
use arena_bots::Roster;
use arena_bots::embedded::Files;
use arena_server::settings::{self, Settings};
use arena_server::tournaments::OutsideRun;
use arena_server::{Parts, Running, start};
use arena_store::LOCK;
use arena_tournament::Plan;
use arena_tournament::run::{Control, Finished, Progress, RunOutcome};

/// Prefix of the folders' names, in the system's temporary folder.
const FOLDER: &str = "arena-run-";
/// Upper bound for the time between creating a folder and locking it.
const SETTLED: Duration = Duration::from_secs(60);
/// The folder of this process's page, for an exit that does not drop the page.
static OPEN: Mutex<Option<PathBuf>> = Mutex::new(None);

/// The page of a run. It closes on drop.
pub(super) struct Page {
    /// `None` before the run is shown and after it is over.
    shown: RefCell<Option<OutsideRun>>,
    runtime: Runtime,
    running: Option<Running>,
}

impl Page {
    /// Listens on `address` (port 0 picks a free one) and shows a run of a file there.
    ///
    /// # Errors
    /// If the address or the data folder cannot be used.
    pub(super) fn open(
        address: SocketAddr,
        roster: &Roster,
        (plan, text): (&Arc<Plan>, &str),
        control: &Arc<Control>,
    ) -> Result<Self, Failure> {
        let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = threads.context("cannot create a runtime for the page")?;
        let temporary = std::env::temp_dir();
        remove_left_behind(&temporary, SETTLED);
        let folder = temporary.join(format!("{FOLDER}{}", Uuid::new_v4()));
        *OPEN.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder.clone());
        let parts = Parts::new(roster.clone(), Files::over(None));
        let mut page = Self { shown: RefCell::default(), runtime, running: None };
        let running = page.runtime.block_on(start(settings(address, folder), parts));
        let running = page.running.insert(running.map_err(|error| Failure::Work(anyhow!(error).context("--serve")))?);
        let shown = page.runtime.block_on(running.show(Arc::clone(plan), text.to_owned(), control));
        let shown = shown.map_err(|error| Failure::Work(anyhow!("--serve: {error}")))?;
        say!("The run is shown at {}/tournaments/{}", running.url(), plan.identity);
        page.shown = RefCell::new(Some(shown));
        Ok(page)
    }

    /// Adds the next match in the order of the schedule.
    pub(super) fn add(&self, finished: &Finished) {
        if let Some(shown) = &mut *self.shown.borrow_mut() {
            shown.add(finished);
        }
    }

    /// Shows the progress.
    pub(super) fn progress(&self, progress: &Progress<'_>) {
        if let Some(shown) = &mut *self.shown.borrow_mut() {
            shown.progress(progress);
        }
    }

    /// Shows the result.
    pub(super) fn end(&self, outcome: &RunOutcome) {
        if let Some(problem) = self.shown.take().and_then(|shown| shown.end(outcome)) {
            say!("--serve: the page is incomplete: {problem}");
        }
    }
}

/// Settings under which visitors can only read.
fn settings(listen: SocketAddr, data: PathBuf) -> Settings {
    let usual = Settings::default();
    Settings {
        server: settings::Server { listen, data, unix_socket: PathBuf::new(), drain_ms: 1_000, ..usual.server },
        bots: settings::Bots { threads: 1, memory_mb: 64, ..usual.bots },
        tournaments: settings::Tournaments { samples: false, ..usual.tournaments },
        composing: settings::Composing { running: 0, ..usual.composing },
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

/// Removes the folder of this process's page, which is no longer needed.
pub(super) fn remove_folder() {
    if let Some(folder) = OPEN.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// Removes the folders of killed runs, which are no longer locked. Folders younger than `settled` may not be locked
/// yet. Folders that cannot be removed belong to another user.
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
    fn unlocked_folders_are_removed_and_locked_ones_stay() {
        let temporary = tempfile::tempdir().expect("create a temporary folder");
        let make = |name: &str| {
            let folder = temporary.path().join(name);
            std::fs::create_dir(&folder).expect("create the folder");
            let lock = std::fs::File::create(folder.join(LOCK)).expect("create the lock file");
            (folder, lock)
        };
        let (dead, lock) = make("arena-run-1");
        drop(lock);
        let (living, lock) = make("arena-run-2");
        lock.lock().expect("the lock is free");
        let (other, _) = make("arena-data");
        let left = || [&dead, &living, &other].map(|folder| folder.exists());
        remove_left_behind(temporary.path(), SETTLED);
        assert_eq!(left(), [true; 3], "new folders may not be locked yet");
        remove_left_behind(temporary.path(), Duration::ZERO);
        assert_eq!(left(), [false, true, true]);
    }
}
