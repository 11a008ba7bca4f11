//! Searches at workers, which are other processes, usually on other machines.
//!
//! The server decides which search goes to which worker; see [`pool`](super::pool). It sends the task and waits for the
//! answer. The worker reports regularly that it still works on the task. If it refuses the task, is silent, or exceeds
//! the task's time, the server makes the search itself, with the same limits.
//!
//! A bot that remembers something between two moves, such as a transposition table, stays at the worker of its first
//! move. The worker keeps its player until the match ends, in the same way and under the same kind of memory budget as
//! the server does for its own searches. A match therefore has the same moves and node counts at a worker as on the
//! server. If the worker disappears, the table is lost, and the next move records that in [`Thought::table`], as it does
//! when the server itself runs short of memory. Another worker or the server then keeps the new table.
//!
//! A task names a module by its digest. A worker that does not have the module asks the server for it.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::analysis::{AnalysisLimits, PortableQuestion, analyse_within};
use super::module::{LoadedModule, ModuleFailure, ModuleRuntime};
use super::pool::WorkerId;
use super::seat_player::SeatPlayer;
use super::{
    BotSpec, Choice, OwnClock, PlayerError, RawBot, Roster, SearchFigures, SearchMemory, TurnLimits, make_player,
};
use arena_games::{MoveCode, Options};
use arena_play::Thought;

/// Time without a message after which a worker counts as gone.
const SILENCE: Duration = Duration::from_secs(2);
/// Time by which an answer may exceed the time of its task.
const LATE: Duration = Duration::from_secs(2);
/// Interval for checking whether the answer is still needed.
const LOOK_EVERY: Duration = Duration::from_millis(40);
/// Maximum number of seats whose players a worker keeps. The memory budget usually limits them first.
const MOST_SEATS: usize = 10_000;

/// A seat of a match: the match and the side.
pub type SeatId = (Uuid, u8);

/// Receives the number of searches that a worker takes at a time, whenever it changes. 0 if the worker is gone.
pub type Announce = Box<dyn Fn(WorkerId, usize) + Send + Sync>;

/// The workers of a server.
pub trait Workers: Send + Sync {
    /// Begins to look for workers. Called once, within the server's runtime.
    fn watch(&self, announce: Announce);
    /// Sends a task to a worker.
    fn begin(&self, worker: WorkerId, task: &Task) -> Call;
    /// Lets a worker forget the player of a seat.
    fn forget(&self, worker: WorkerId, seat: SeatId);
}

/// A task that was sent to a worker.
pub struct Call {
    /// The worker's messages.
    pub replies: Receiver<Reply>,
    /// The task. Further messages about it are ignored once this is dropped.
    pub sent: Box<dyn Cancel>,
}

/// A task that can be cancelled.
pub trait Cancel: Send {
    /// Tells the worker that the answer is not needed any more.
    fn cancel(&self);
}

/// A message of a worker about a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The worker still works on it.
    Alive,
    /// The result, as [`TaskRunner::run`] returns it.
    Answer(Vec<u8>),
    /// The worker cannot do it, for this reason.
    Refused(String),
}

/// Reason why a task has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The answer was not needed any more.
    Stopped,
    /// The worker did not answer, for this reason.
    Lost(String),
}

/// A search for a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Task {
    /// The next move of a match.
    Move(Box<MoveTask>),
    Analysis(PortableQuestion, AnalysisLimits),
}

impl Task {
    /// The configuration of the bot that searches.
    #[must_use]
    pub fn bot(&self) -> &Value {
        match self {
            Self::Move(task) => &task.bot,
            Self::Analysis(question, _) => question.bot(),
        }
    }

    /// The bot's module, on the side of the server.
    #[must_use]
    pub fn module(&self) -> Option<&LoadedModule> {
        match self {
            Self::Move(task) => task.module.as_ref(),
            Self::Analysis(question, _) => question.module(),
        }
    }
}

/// A search for the next move of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MoveTask {
    pub seat: SeatId,
    pub bot: Value,
    /// The bot's module. It is not sent with the task.
    #[serde(skip)]
    pub module: Option<LoadedModule>,
    /// The options of the game.
    pub options: Options,
    /// The start position, unless it is the game's own.
    pub position: Option<String>,
    /// The seed of the seat.
    pub seed: u64,
    /// All moves of the match, as codes.
    pub moves: Vec<u32>,
    /// Whether this seat has searched in this match before.
    pub searched: bool,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum time.
    pub time: Option<Duration>,
    /// The bot's clock.
    pub clock: Option<OwnClock>,
}

/// Returns the shipped bots and books, which are the same in all processes of a build.
fn shipped() -> &'static Roster {
    static SHIPPED: OnceLock<Roster> = OnceLock::new();
    SHIPPED.get_or_init(|| Roster::load(None).expect("the shipped bots are valid"))
}

/// True if a worker can run this bot's search: it uses no external engine, and no book of this machine.
#[must_use]
pub fn is_portable(bot: &BotSpec) -> bool {
    let is_shipped = |book: &super::Book| {
        shipped()
            .books()
            .iter()
            .any(|known| (known.game, &known.name, &known.digest) == (book.game, &book.name, &book.digest))
    };
    bot.engine.is_none() && bot.book.as_deref().is_none_or(is_shipped)
}

/// Reads the configuration of a bot that [`is_portable`], with its module from `modules`.
///
/// # Errors
/// The reason why it is invalid.
pub fn read_bot(bot: Value, modules: &dyn ModuleRuntime) -> Result<BotSpec, String> {
    let mut raw: RawBot = serde_json::from_value(bot).map_err(|error| error.to_string())?;
    raw.load_modules(Some(modules)).map_err(|error| error.to_string())?;
    raw.check(shipped().books()).map_err(|error| error.to_string())
}

/// The fields of a [`Choice`] as a worker sends them.
type PortableChoice = (u32, Thought<u32>, Duration, SearchFigures);

/// The move that a worker chose, `None` if the game is over, or the failure of the bot's module.
pub type WorkerChoice = Result<Option<Choice>, ModuleFailure>;

/// Reads the answer to a [`MoveTask`]; `None` if it is invalid.
#[must_use]
pub fn read_choice(answer: &[u8]) -> Option<WorkerChoice> {
    let choice: Result<Option<PortableChoice>, ModuleFailure> = serde_json::from_slice(answer).ok()?;
    let read = |(mv, thought, elapsed, figures): PortableChoice| {
        let Ok(thought) = thought.try_map(|mv| Ok::<_, Infallible>(MoveCode(mv)));
        Choice { mv: MoveCode(mv), thought, elapsed, figures }
    };
    Some(choice.map(|choice| choice.map(read)))
}

/// The next action of a server that waits for an answer.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Wait,
    /// Tell the worker that the answer is not needed.
    Cancel,
    Done(Result<Vec<u8>, NoAnswer>),
}

/// A wait for an answer, without I/O. All times are relative to the time at which the task was sent.
#[derive(Debug)]
struct Wait {
    /// Time at which an answer is too late.
    due: Duration,
    /// Time of the last message.
    heard: Duration,
    /// Time of the cancellation.
    cancelled: Option<Duration>,
}

impl Wait {
    /// Begins a wait for the answer to a task with this time limit.
    const fn new(limit: Duration) -> Self {
        Self { due: limit.saturating_add(LATE), heard: Duration::ZERO, cancelled: None }
    }

    /// Handles a message, if there is one, at the time `now`. `stopped` is true if the answer is not needed.
    fn next(&mut self, reply: Option<Reply>, stopped: bool, now: Duration) -> Step {
        let unneeded = stopped || self.cancelled.is_some();
        match reply {
            // A cancelled search ends soon. The next search of the seat must not begin before.
            Some(Reply::Answer(_) | Reply::Refused(_)) if unneeded => return Step::Done(Err(NoAnswer::Stopped)),
            Some(Reply::Answer(answer)) => return Step::Done(Ok(answer)),
            Some(Reply::Refused(problem)) => return Step::Done(Err(NoAnswer::Lost(problem))),
            Some(Reply::Alive) => self.heard = now,
            None => {}
        }
        match self.cancelled {
            Some(since) if now.saturating_sub(since) >= SILENCE => Step::Done(Err(NoAnswer::Stopped)),
            Some(_) => Step::Wait,
            None if stopped => {
                self.cancelled = Some(now);
                Step::Cancel
            }
            None if now.saturating_sub(self.heard) >= SILENCE => {
                Step::Done(Err(NoAnswer::Lost("the worker stopped answering".to_owned())))
            }
            None if now >= self.due => Step::Done(Err(NoAnswer::Lost("the worker exceeded the time".to_owned()))),
            None => Step::Wait,
        }
    }
}

/// Sends a task with this time limit to a worker, and waits for its answer until `stop` is set.
///
/// # Errors
/// [`NoAnswer`] if the answer is not needed any more or does not come.
pub fn ask(
    workers: &dyn Workers,
    worker: WorkerId,
    task: &Task,
    limit: Duration,
    stop: &AtomicBool,
) -> Result<Vec<u8>, NoAnswer> {
    let began = Instant::now();
    let call = workers.begin(worker, task);
    let mut wait = Wait::new(limit);
    loop {
        let reply = match call.replies.recv_timeout(LOOK_EVERY) {
            Ok(reply) => Some(reply),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Reply::Refused("the connection is closed".to_owned())),
        };
        match wait.next(reply, stop.load(Ordering::Relaxed), began.elapsed()) {
            Step::Wait => {}
            Step::Cancel => call.sent.cancel(),
            Step::Done(done) => {
                if matches!(done, Err(NoAnswer::Lost(_))) {
                    call.sent.cancel();
                }
                return done;
            }
        }
    }
}

/// A worker's side: does tasks, and keeps the players of seats between two moves.
pub struct TaskRunner {
    memory: SearchMemory,
    seats: Mutex<Seats>,
}

#[derive(Default)]
struct Seats {
    /// The players of seats that are not searching, each with the number of its last use.
    idle: HashMap<SeatId, (u64, SeatPlayer)>,
    uses: u64,
}

impl TaskRunner {
    /// Creates a runner whose searches share this memory.
    #[must_use]
    pub fn new(memory: SearchMemory) -> Self {
        Self { memory, seats: Mutex::default() }
    }

    /// Does a task until it is finished or `stop` is set. `modules` has the module of its bot. Returns the answer in its
    /// encoded form.
    ///
    /// # Errors
    /// The reason why the task cannot be done. The server then does it itself and reports its own error.
    pub fn run(&self, task: Task, modules: &dyn ModuleRuntime, stop: &AtomicBool) -> Result<Vec<u8>, String> {
        match task {
            Task::Move(task) => self.choose(*task, modules, stop),
            Task::Analysis(question, limits) => {
                let question = question.question(modules)?;
                let limits = TurnLimits { stop: Some(stop), ..limits.turn() };
                let answer = analyse_within(question, limits, &self.memory).map_err(|error| error.to_string())?;
                Ok(serde_json::to_vec(&answer).expect("a JSON value serialises"))
            }
        }
    }

    fn choose(&self, task: MoveTask, modules: &dyn ModuleRuntime, stop: &AtomicBool) -> Result<Vec<u8>, String> {
        let MoveTask { seat, bot, module: _, options, position, seed, moves, searched, nodes, time, clock } = task;
        let spec = read_bot(bot, modules)?;
        let remembered =
            self.lock().idle.remove(&seat).map(|(_, player)| player).filter(|player| *player.spec() == spec);
        let new = || SeatPlayer::new(self.memory.clone(), spec, options, position, seed);
        let mut player = remembered.unwrap_or_else(new);
        let limits = TurnLimits { nodes, time, clock, stop: Some(stop), ..TurnLimits::default() };
        let moves: Vec<MoveCode> = moves.into_iter().map(MoveCode).collect();
        let choice = match player.choose(&make_player, &moves, limits, searched) {
            Ok(choice) => Ok(choice),
            Err(PlayerError::Module(failure)) => Err(failure),
            Err(error) => return Err(error.to_string()),
        };
        if player.has_played() {
            self.keep(seat, player);
        }
        let written = |Choice { mv, thought, elapsed, figures }| -> PortableChoice {
            let Ok(thought) = thought.try_map(|mv: MoveCode| Ok::<_, Infallible>(mv.0));
            (mv.0, thought, elapsed, figures)
        };
        let choice = choice.map(|choice| choice.map(written));
        Ok(serde_json::to_vec(&choice).expect("a choice serialises"))
    }

    fn keep(&self, seat: SeatId, player: SeatPlayer) {
        let mut seats = self.lock();
        seats.uses += 1;
        let uses = seats.uses;
        seats.idle.insert(seat, (uses, player));
        if seats.idle.len() > MOST_SEATS {
            let oldest = seats.idle.iter().min_by_key(|(_, (used, _))| *used).map(|(seat, _)| *seat);
            oldest.and_then(|oldest| seats.idle.remove(&oldest));
        }
    }

    /// Drops the player of a seat, because its match is over.
    pub fn forget(&self, seat: SeatId) {
        self.lock().idle.remove(&seat);
    }

    fn lock(&self) -> MutexGuard<'_, Seats> {
        // No code panics while it holds the lock.
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
