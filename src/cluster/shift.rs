//! State of a worker, without I/O: the jobs that it is playing, the results that the leader has not yet stored, and the
//! messages that are due. A worker holds a job until its results have been stored.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

/// Time without an answer after which results are sent again.
const SEND_AGAIN: Duration = Duration::from_secs(2);
/// Time without a message from a leader after which its jobs are dropped. A leader that returns gives them out again.
pub const LEADER_GONE: Duration = Duration::from_secs(30);

/// Number of a job that this worker holds.
pub type Ticket = u64;

/// A message that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// Number of the job.
    pub ticket: Ticket,
    /// Index of the message among those of the job.
    pub part: usize,
    /// Id of the run, whose leader receives the message.
    pub run: String,
    pub message: Vec<u8>,
}

#[derive(Debug)]
struct Held {
    run: String,
    /// The leader's number of the job.
    job: u64,
    /// Messages with results that the leader has not stored; `None` while the job is being played.
    results: Option<BTreeMap<usize, Unkept>>,
}

/// A message that the leader has not stored, and the time when it was last sent.
type Unkept = (Vec<u8>, Option<Duration>);

/// The jobs of a worker. All times are relative to an arbitrary start.
#[derive(Debug, Default)]
pub struct Shift {
    held: BTreeMap<Ticket, Held>,
    tickets: Ticket,
    /// Time of the last message from each run's leader.
    heard: HashMap<String, Duration>,
}

impl Shift {
    /// Adds a job and returns its number.
    pub fn take(&mut self, run: &str, job: u64, now: Duration) -> Ticket {
        self.tickets += 1;
        self.heard.insert(run.to_owned(), now);
        self.held.insert(self.tickets, Held { run: run.to_owned(), job, results: None });
        self.tickets
    }

    /// Records the results of a job.
    pub fn played(&mut self, ticket: Ticket, messages: Vec<Vec<u8>>) {
        if let Some(held) = self.held.get_mut(&ticket) {
            let unsent = messages.into_iter().map(|message| (message, None));
            held.results = Some(unsent.enumerate().collect());
        }
    }

    /// Records that the leader has stored the results of this message.
    pub fn kept(&mut self, ticket: Ticket, part: usize, now: Duration) {
        let Some(held) = self.held.get_mut(&ticket) else { return };
        self.heard.insert(held.run.clone(), now);
        if let Some(results) = &mut held.results {
            results.remove(&part);
        }
    }

    /// Records a message from the leader of a run.
    pub fn heard(&mut self, run: &str, now: Duration) {
        if let Some(heard) = self.heard.get_mut(run) {
            *heard = now;
        }
    }

    /// Records that a run is over, so that its results are not needed.
    pub fn over(&mut self, run: &str) {
        self.heard.remove(run);
    }

    /// Drops a job that will not be played here.
    pub fn drop_job(&mut self, ticket: Ticket) {
        self.held.remove(&ticket);
    }

    /// Returns the leaders' numbers of the jobs that the worker holds.
    #[must_use]
    pub fn holds(&self) -> Vec<u64> {
        self.held.values().map(|held| held.job).collect()
    }

    /// Marks all results as unsent, because the connection was lost.
    pub fn reconnected(&mut self) {
        for results in self.held.values_mut().filter_map(|held| held.results.as_mut()) {
            results.values_mut().for_each(|(_, sent)| *sent = None);
        }
    }

    /// Returns the messages that are due at `now`, and drops the jobs that are done.
    pub fn due(&mut self, now: Duration) -> Vec<Due> {
        self.heard.retain(|_, heard| now.saturating_sub(*heard) < LEADER_GONE);
        let heard = &self.heard;
        // A job that is being played is kept until its thread has finished.
        self.held.retain(|_, held| {
            !held.results.as_ref().is_some_and(|results| results.is_empty() || !heard.contains_key(&held.run))
        });
        let mut due = Vec::new();
        for (&ticket, held) in &mut self.held {
            for (&part, (message, sent)) in held.results.iter_mut().flatten() {
                if sent.is_none_or(|sent| now.saturating_sub(sent) >= SEND_AGAIN) {
                    *sent = Some(now);
                    due.push(Due { ticket, part, run: held.run.clone(), message: message.clone() });
                }
            }
        }
        due
    }
}
