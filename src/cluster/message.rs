//! Messages between leaders and workers, and their NATS subjects.
//!
//! All subjects start with `arena.v1`. Every message that is lost is sent again or replaced by a later one.

use std::path::Path;

use serde::{Deserialize, Serialize};

use arena_games::BySide;
use arena_tournament::run::journal::{line_of, read_line};
use arena_tournament::{MatchResult, Pairing};

/// Subject for the hellos of workers, which leaders answer.
pub(crate) const HELLO: &str = "arena.v1.hello";
/// Subject for announcements of leaders.
pub(crate) const LEADERS: &str = "arena.v1.leaders";

/// Maximum size of a message with results in bytes, unless a single match is larger. The default limit of NATS servers
/// is 1 MiB.
const LONGEST_RESULTS: usize = 256 * 1_024;

/// Number of jobs to hold per thread: one that is being played and two that wait.
pub(crate) const JOBS_A_THREAD: usize = 3;

/// Maximum number of refused workers to remember.
pub(crate) const MOST_REFUSED: usize = 10_000;

/// Returns the subject for requests for a part of a run's plan, or of a module: an offset, and for a module its digest.
pub(crate) fn plan_subject(run: &str) -> String {
    format!("arena.v1.plan.{run}")
}

pub(crate) fn result_subject(run: &str) -> String {
    format!("arena.v1.results.{run}")
}

/// Returns the file name of an external engine's program. Workers identify engines by it.
pub(crate) fn program(spec: &arena_bots::BotSpec) -> Option<&str> {
    let command = spec.engine.as_ref()?.command.first()?;
    Path::new(command).file_name()?.to_str()
}

/// Makes untrusted text safe for one line of a terminal.
pub(crate) fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(80).collect()
}

/// Returns the reason why two builds must not work together, if they differ. `other` describes the sender.
pub(crate) fn other_build(other: (&str, &str, &str), own: (&str, &str, &str)) -> Option<String> {
    let ((who, version, signature), (we, own_version, own_signature)) = (other, own);
    (signature != own_signature).then(|| {
        format!(
            "the {who} is another build (version {version}, signature {signature}) than this {we} (version \
             {own_version}, signature {own_signature}): they may play differently, so none of its results would count; \
             run the same build on both"
        )
    })
}

/// A worker introduces itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// Unique id.
    pub worker: String,
    /// Display name.
    pub name: String,
    /// Version of the program.
    pub version: String,
    /// Signature of its search and games; see [`signature`](fn@super::signature).
    pub signature: String,
    /// Number of concurrent matches.
    pub threads: usize,
    /// Maximum number of jobs. 0 if the worker is leaving.
    pub slots: usize,
    /// Available engines, by the file names of their programs.
    #[serde(default)]
    pub engines: Vec<String>,
    /// Numbers of the jobs that it has.
    #[serde(default)]
    pub holds: Vec<u64>,
}

/// A leader introduces itself: on start and end to all workers, and in answer to a [`Hello`]. Jobs come the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leader {
    /// Id of the run.
    pub run: String,
    /// Version of the program.
    pub version: String,
    /// Signature of its search and games.
    pub signature: String,
    /// True if the run is over and needs no more results.
    #[serde(default)]
    pub over: bool,
    /// Jobs for the receiver.
    #[serde(default)]
    pub jobs: Vec<Job>,
}

impl Leader {
    /// Returns the reason why a worker with this version and signature is rejected, if it is.
    #[must_use]
    pub fn refuses(&self, version: &str, signature: &str) -> Option<String> {
        other_build(("leader", &self.version, &self.signature), ("worker", version, signature))
    }
}

/// Matches to play in sequence. Each has an index, a round, a leg, and the numbers of the entrants in the first and the
/// second seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Number of the job, unique among the leaders of all runs.
    pub job: u64,
    matches: Vec<(u64, u64, u8, usize, usize)>,
}

impl Job {
    /// Creates a job with these matches.
    #[must_use]
    pub fn new(job: u64, pairings: &[Pairing]) -> Self {
        let written = |it: &Pairing| (it.index, it.round, it.leg, it.seats.first, it.seats.second);
        Self { job, matches: pairings.iter().map(written).collect() }
    }

    /// Returns the matches; `None` if one is invalid for this number of entrants.
    #[must_use]
    pub fn pairings(&self, entrants: usize) -> Option<Vec<Pairing>> {
        let read = |&(index, round, leg, first, second): &(u64, u64, u8, usize, usize)| {
            let known = first < entrants && second < entrants && first != second && leg < 2;
            known.then(|| Pairing { index, round, leg, seats: BySide::new(first, second) })
        };
        self.matches.iter().map(read).collect()
    }

    /// Returns the index of the first match.
    #[must_use]
    pub fn first(&self) -> Option<u64> {
        self.matches.first().map(|it| it.0)
    }
}

/// First line of a message with results. A journal line for each match follows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    /// Duration of the matches in this message, in microseconds.
    micros: u64,
    /// Index of a match that could not be played, and the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failed: Option<(u64, String)>,
}

/// Results for a leader.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Total duration in microseconds.
    pub micros: u64,
    pub played: Vec<MatchResult>,
    /// Index of a match that could not be played, and the reason.
    pub failed: Option<(u64, String)>,
}

impl Results {
    /// Encodes the results as one or more independent messages.
    #[must_use]
    pub fn written(&self) -> Vec<Vec<u8>> {
        let mut messages: Vec<(u64, String)> = vec![(0, String::new())];
        for played in &self.played {
            let line = line_of(played);
            if messages.last().is_some_and(|(_, text)| !text.is_empty() && text.len() + line.len() > LONGEST_RESULTS) {
                messages.push((0, String::new()));
            }
            let (count, text) = messages.last_mut().expect("the list starts with one message");
            *count += 1;
            text.push('\n');
            text.push_str(&line);
        }
        let all = self.played.len().max(1) as u64;
        let encode = |(place, (count, lines)): (usize, (u64, String))| {
            let failed = self.failed.clone().filter(|_| place == 0);
            let head = Head { micros: self.micros * count / all, failed };
            let mut text = serde_json::to_vec(&head).expect("a head serialises");
            text.extend_from_slice(lines.as_bytes());
            text
        };
        messages.into_iter().enumerate().map(encode).collect()
    }

    /// Decodes a message; `None` if it is invalid or a match has no outcome.
    #[must_use]
    pub fn read(message: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(message).ok()?;
        let (head, lines) = text.split_once('\n').unwrap_or((text, ""));
        let Head { micros, failed } = serde_json::from_str(head).ok()?;
        let read = |line| read_line(line).filter(|played| played.verdict.outcome.is_some());
        let played = lines.lines().map(read).collect::<Option<Vec<_>>>()?;
        Some(Self { micros, played, failed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_games::MoveCode;
    use arena_play::{EndReason, GameResult, Verdict};

    fn played(index: u64, moves: usize) -> MatchResult {
        let verdict = Verdict { outcome: Some(GameResult::Draw), by: EndReason::Stall, detail: None };
        let moves = vec![MoveCode(7); moves];
        MatchResult {
            index,
            moves,
            costs: Vec::new(),
            notes: Vec::new(),
            late_ms: None,
            tries: Default::default(),
            verdict,
            voided: 0,
        }
    }

    #[test]
    fn results_round_trip_and_are_split_at_the_size_limit() {
        let results = Results { micros: 300, played: vec![played(3, 4), played(1, 0)], failed: Some((9, "x".into())) };
        let written = results.written();
        assert_eq!(written.len(), 1);
        assert_eq!(Results::read(&written[0]), Some(results));
        let long = Results { micros: 30, played: (0..3).map(|index| played(index, 100_000)).collect(), failed: None };
        let parts: Vec<Results> = long.written().iter().map(|part| Results::read(part).unwrap()).collect();
        assert_eq!(parts.iter().map(|part| part.played.len()).collect::<Vec<_>>(), [1, 1, 1]);
        assert_eq!(parts.iter().map(|part| part.micros).sum::<u64>(), 30);
        assert_eq!(Results::read(b"{\"micros\":1}\nnonsense"), None);
        assert_eq!(Results::read(b"\xff"), None);
    }

    #[test]
    fn rejects_a_job_with_an_unknown_entrant() {
        let pairing = Pairing { index: 5, round: 1, leg: 1, seats: BySide::new(2, 0) };
        let job: Job = serde_json::from_slice(&serde_json::to_vec(&Job::new(4, &[pairing])).unwrap()).unwrap();
        assert_eq!((job.job, job.pairings(3)), (4, Some(vec![pairing])));
        assert_eq!(job.pairings(2), None);
    }
}
