//! The live side of a worker: takes tasks of servers, does them on its own threads, and reports that it still works.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

use async_nats::Message;
use tokio::runtime::Handle;
use tokio::sync::mpsc;

use super::modules::{self, ModuleCache};
use super::slots::LiveGuard;
use crate::live::{Kind, ToWorker};
use crate::nats::Connection;
use crate::parts::{PART, collect};
use arena_bots::module::KnownModules;
use arena_bots::remote::{Task, TaskRunner};

/// A task for a thread.
struct Work {
    reply: String,
    task: Task,
    stop: Arc<AtomicBool>,
    /// Keeps the threads that play matches from starting a new job.
    busy: LiveGuard,
}

/// Where the threads get the modules of bots.
struct ModuleSource {
    nats: Connection,
    handle: Handle,
    modules: Arc<ModuleCache>,
}

impl ModuleSource {
    /// Returns the module of a task's bot, which the server sends unless this worker has it.
    fn of(&self, task: &Task, reply: &str) -> Result<KnownModules, String> {
        let part = |from: usize| async move {
            let asked = Kind::Module.message(from.to_string().as_bytes());
            let answer = self.nats.client.request(reply.to_owned(), asked.into()).await;
            answer.map(|message| message.payload).map_err(|error| format!("the module does not arrive: {error}"))
        };
        let module = |_: String| collect(modules::LARGEST, part);
        self.handle.block_on(self.modules.of([task.bot()].into_iter(), module))
    }
}

/// The answer to a task, with its reply subject.
pub(super) type Done = (String, Result<Vec<u8>, String>);

/// The tasks of this worker.
pub(super) struct Live {
    nats: Connection,
    runner: Arc<TaskRunner>,
    /// Number of concurrent searches. 0 if the worker takes none.
    pub(super) slots: usize,
    /// The stop flag of each task that is being done, by reply subject.
    doing: HashMap<String, Arc<AtomicBool>>,
    work: std::sync::mpsc::SyncSender<Work>,
}

impl Live {
    /// Starts the threads. Each sends its answers to `done`.
    pub(super) fn open(
        nats: Connection,
        runner: TaskRunner,
        modules: &Arc<ModuleCache>,
        threads: usize,
        done: &mpsc::Sender<Done>,
    ) -> std::io::Result<Self> {
        let runner = Arc::new(runner);
        let (work, waiting) = std::sync::mpsc::sync_channel::<Work>(threads.max(1));
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 0..threads {
            let (runner, waiting, done) = (Arc::clone(&runner), Arc::clone(&waiting), done.clone());
            let source = ModuleSource { nats: nats.clone(), handle: Handle::current(), modules: Arc::clone(modules) };
            let work = move || {
                loop {
                    let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(Work { reply, task, stop, busy }) = next else { return };
                    let answer = catch_unwind(AssertUnwindSafe(|| {
                        let modules = source.of(&task, &reply)?;
                        runner.run(task, &modules, &stop)
                    }));
                    drop(busy);
                    let answer = answer.unwrap_or_else(|_| Err("the search crashed".to_owned()));
                    if done.blocking_send((reply, answer)).is_err() {
                        return;
                    }
                }
            };
            Builder::new().name(format!("live-{number}")).spawn(work)?;
        }
        Ok(Self { nats, runner, slots: threads, doing: HashMap::new(), work })
    }

    /// True if no task is being done.
    pub(super) fn is_idle(&self) -> bool {
        self.doing.is_empty()
    }

    /// Handles a message of a server. `busy` counts a search as running.
    pub(super) async fn hear(&mut self, message: Message, busy: impl FnOnce() -> LiveGuard) {
        let Ok(order) = serde_json::from_slice::<ToWorker>(&message.payload) else { return };
        match order {
            ToWorker::Forget(seat) => self.runner.forget(seat),
            ToWorker::Cancel(reply) => {
                if let Some(stop) = self.doing.get(&reply) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            ToWorker::Do(task) => {
                let Some(reply) = message.reply.map(|reply| reply.to_string()) else { return };
                if self.doing.len() >= self.slots {
                    return self.say(&reply, Kind::Refused, b"all places are taken").await;
                }
                let stop = Arc::new(AtomicBool::new(false));
                let work = Work { reply: reply.clone(), task, stop: Arc::clone(&stop), busy: busy() };
                if self.work.try_send(work).is_ok() {
                    self.say(&reply, Kind::Alive, b"").await;
                    self.doing.insert(reply, stop);
                } else {
                    self.say(&reply, Kind::Refused, b"all places are taken").await;
                }
            }
        }
    }

    /// Reports to the servers that their tasks are being done.
    pub(super) async fn report(&self) {
        for reply in self.doing.keys() {
            self.say(reply, Kind::Alive, b"").await;
        }
    }

    /// Sends an answer to its server.
    pub(super) async fn done(&mut self, (reply, answer): Done) {
        self.doing.remove(&reply);
        let answer = match answer {
            Ok(answer) => answer,
            Err(problem) => return self.say(&reply, Kind::Refused, problem.as_bytes()).await,
        };
        let mut parts = answer.chunks(PART).peekable();
        while let Some(part) = parts.next() {
            let kind = if parts.peek().is_some() { Kind::Part } else { Kind::Last };
            self.say(&reply, kind, part).await;
        }
    }

    async fn say(&self, reply: &str, kind: Kind, content: &[u8]) {
        // The server notices a lost message, because no other follows.
        let _ = self.nats.client.publish(reply.to_owned(), kind.message(content).into()).await;
    }
}
