//! A tournament that is not over, as its task and its readers share it. The state is ahead of the store by the entries
//! that are being written.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot, watch};
use uuid::Uuid;

use super::view::of_state;
use crate::error::ApiError;
use crate::queue::Queue;
use arena_games::diagnostic;
use arena_play::Seat;
use arena_play::link::LinkId;
use arena_protocol::live::LiveView;
use arena_records::Record;
use arena_store::PlayerRow;
use arena_tournament::live::{Entry, LiveState};
use arena_tournament::{Plan, Tally, TournamentReport};

/// Maximum time for which a view waits for the store.
const STORED_WITHIN: Duration = Duration::from_secs(1);

/// Receives the result of a command after its effects are stored.
pub(super) type Reply = oneshot::Sender<Result<(), ApiError>>;

/// A command to the runner of a tournament.
pub(super) enum Command {
    /// A player enters or returns.
    Enter { player: PlayerRow, version: Option<String>, link: Option<(LinkId, Queue)>, reply: Reply },
    /// A player is not ready on this link.
    Rest { player: Uuid, link: LinkId, reply: Reply },
    /// A player leaves.
    Quit { player: Uuid, reply: Reply },
    /// A player's account was deleted.
    Forget { player: Uuid, reply: Reply },
    /// Invites players and enters bots.
    Invite { players: Vec<Uuid>, seats: Vec<Seat>, reply: Reply },
    /// A player's module enters.
    EnterModule { player: PlayerRow, seat: Seat, reply: Reply },
    /// A bot leaves.
    QuitBot { bot: String, reply: Reply },
    /// Starts play.
    Begin { reply: Reply },
    /// Pauses or resumes.
    Pause { paused: bool, reply: Reply },
    /// Closes the season of a league.
    Season { reply: Reply },
    /// Starts no further matches.
    Stop { reply: Reply },
    /// A match is over.
    Over { index: u64, record: Box<Record> },
}

/// Sums of the results so far, and the last report.
#[derive(Default)]
pub(super) struct LiveReport {
    pub(super) sums: Option<RunningTally>,
    pub(super) made: Option<(Instant, Duration, Arc<TournamentReport>)>,
    /// The number of entrants, the number of results, and whether play had begun, when the report was made.
    pub(super) of: (usize, u64, bool),
}

pub(super) struct RunningTally {
    pub(super) plan: Plan,
    pub(super) tally: Tally,
    /// Index of the next result to add.
    pub(super) next: u64,
}

/// A tournament that is not over.
pub(crate) struct Running {
    pub(super) id: Uuid,
    pub(super) created_ms: u64,
    pub(super) commands: mpsc::Sender<Command>,
    /// Changed only by the tournament's runner.
    pub(super) state: Mutex<LiveState>,
    /// Number of entries applied to `state`. Changed while its lock is held.
    pub(super) entries: AtomicU64,
    /// Number of stored entries.
    pub(super) stored: watch::Sender<u64>,
    /// The newest connection of each connected entrant.
    pub(super) newest: Mutex<HashMap<usize, Queue>>,
    pub(super) report: tokio::sync::Mutex<LiveReport>,
    pub(super) publishing: AtomicBool,
}

impl Running {
    pub(crate) fn state(&self) -> MutexGuard<'_, LiveState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn newest(&self) -> MutexGuard<'_, HashMap<usize, Queue>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn view(&self) -> LiveView {
        of_state(self.id, self.created_ms, &self.state())
    }

    /// Sends a command to the runner and waits until its effects are stored.
    pub(super) async fn ask(&self, command: impl FnOnce(Reply) -> Command) -> Result<(), ApiError> {
        let (reply, answered) = oneshot::channel();
        let over = || ApiError::forbidden(diagnostic!("tournament_over", "this tournament is over"));
        self.commands.send(command(reply)).await.map_err(|_| over())?;
        answered.await.map_err(|_| ApiError::shutting_down())?
    }

    /// Applies an entry that will be stored.
    ///
    /// # Errors
    /// A message if the entry does not fit. The state is unchanged then.
    pub(super) fn apply(&self, entry: &Entry) -> Result<(), String> {
        let mut state = self.state();
        state.apply(entry)?;
        self.entries.fetch_add(1, Ordering::Release);
        Ok(())
    }

    /// Waits until the current state is stored, so that a crash cannot undo anything that was shown. The wait is
    /// bounded, so that a failing store does not hide tournaments.
    pub(super) async fn wait_stored(&self) {
        let entries = self.entries.load(Ordering::Acquire);
        let mut stored = self.stored.subscribe();
        tokio::time::timeout(STORED_WITHIN, stored.wait_for(|stored| *stored >= entries)).await.ok();
    }
}
