//! What a worker has taken on, pure: which jobs are being played, which results wait for the leader's word that they are
//! kept, and what has to be said now. A job is acknowledged to the queue when its results are kept, and not before.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

/// A job is taken from a worker that has not said for so long that it is at it.
pub const ACK_WAIT: Duration = Duration::from_secs(5);
/// So often a worker says that it is.
const EXTEND_EVERY: Duration = Duration::from_millis(1_500);
/// Results are sent again when no answer has come for so long.
const SEND_AGAIN: Duration = Duration::from_secs(2);
/// The jobs of a leader that has not been heard for so long are dropped: it gives them away again when it is back.
pub const LEADER_GONE: Duration = Duration::from_secs(30);

/// The number of a job that this worker holds.
pub type Ticket = u64;

/// What has to be done now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Tell the queue that the job is being worked on.
    Extend(Ticket),
    /// Send this message of results to the leader of the run.
    Send {
        /// The job.
        ticket: Ticket,
        /// Which of its messages.
        part: usize,
        /// The run.
        run: String,
        /// The message.
        message: Vec<u8>,
    },
    /// Tell the queue that the job is done; it is not held any more.
    Done(Ticket),
}

#[derive(Debug)]
struct Held {
    run: String,
    extended: Duration,
    /// The messages of its results; none while it is played.
    results: Option<BTreeMap<usize, Unkept>>,
}

/// A message of results that the leader has not kept yet, and when it was sent last.
type Unkept = (Vec<u8>, Option<Duration>);

/// The jobs of one worker. All times are from any one beginning.
#[derive(Debug, Default)]
pub struct Shift {
    held: BTreeMap<Ticket, Held>,
    tickets: Ticket,
    /// When each run's leader was heard last.
    heard: HashMap<String, Duration>,
}

impl Shift {
    /// Takes a job on.
    pub fn take(&mut self, run: &str, now: Duration) -> Ticket {
        self.tickets += 1;
        self.heard.entry(run.to_owned()).or_insert(now);
        let held = Held { run: run.to_owned(), extended: now, results: None };
        self.held.insert(self.tickets, held);
        self.tickets
    }

    /// A job has been played.
    pub fn played(&mut self, ticket: Ticket, messages: Vec<Vec<u8>>) {
        if let Some(held) = self.held.get_mut(&ticket) {
            let unsent = messages.into_iter().map(|message| (message, None));
            held.results = Some(unsent.enumerate().collect());
        }
    }

    /// The leader has kept what that message brought.
    pub fn kept(&mut self, ticket: Ticket, part: usize, now: Duration) {
        let Some(held) = self.held.get_mut(&ticket) else { return };
        self.heard.insert(held.run.clone(), now);
        if let Some(results) = &mut held.results {
            results.remove(&part);
        }
    }

    /// The leader of a run has been heard.
    pub fn heard(&mut self, run: &str, now: Duration) {
        if let Some(heard) = self.heard.get_mut(run) {
            *heard = now;
        }
    }

    /// A run is over: no result of it is needed.
    pub fn over(&mut self, run: &str) {
        self.heard.remove(run);
    }

    /// A job was given back to the queue.
    pub fn give_back(&mut self, ticket: Ticket) {
        self.held.remove(&ticket);
    }

    /// How many jobs are held.
    #[must_use]
    pub fn held(&self) -> usize {
        self.held.len()
    }

    /// Everything sent is sent anew: the connection was lost meanwhile.
    pub fn reconnected(&mut self) {
        for results in self.held.values_mut().filter_map(|held| held.results.as_mut()) {
            results.values_mut().for_each(|(_, sent)| *sent = None);
        }
    }

    /// What has to be done at this time.
    pub fn due(&mut self, now: Duration) -> Vec<Action> {
        self.heard.retain(|_, heard| now.saturating_sub(*heard) < LEADER_GONE);
        let mut actions = Vec::new();
        for (&ticket, held) in &mut self.held {
            let wanted = self.heard.contains_key(&held.run);
            // A job that is being played stays on the list until its thread has done with it.
            let done = held.results.as_ref().is_some_and(|results| results.is_empty() || !wanted);
            if done {
                actions.push(Action::Done(ticket));
                continue;
            }
            if now.saturating_sub(held.extended) >= EXTEND_EVERY {
                held.extended = now;
                actions.push(Action::Extend(ticket));
            }
            for (&part, (message, sent)) in held.results.iter_mut().flatten() {
                if sent.is_none_or(|sent| now.saturating_sub(sent) >= SEND_AGAIN) {
                    *sent = Some(now);
                    actions.push(Action::Send { ticket, part, run: held.run.clone(), message: message.clone() });
                }
            }
        }
        for action in &actions {
            if let Action::Done(ticket) = action {
                self.held.remove(ticket);
            }
        }
        actions
    }
}
