//! What leader and workers say to each other: subjects, and messages as text.
//!
//! Everything is said under `arena.v1`. Jobs alone go through a stream, `ARENA_JOBS`; what is lost of the rest is said again.

use serde::{Deserialize, Serialize};

use crate::games::BySide;
use crate::tournament::run::journal::{line_of, read_line};
use crate::tournament::{MatchResult, Pairing};

/// The stream of the jobs.
pub(crate) const STREAM: &str = "ARENA_JOBS";
/// The subjects of that stream: `arena.v1.jobs.SIGNATURE.NEEDS.RUN`.
pub(crate) const JOBS: &str = "arena.v1.jobs.>";
/// Where workers say who they are; leaders answer each.
pub(crate) const HELLO: &str = "arena.v1.hello";
/// Where leaders say that they have come, or that they are over.
pub(crate) const LEADERS: &str = "arena.v1.leaders";

/// What a job needs that no engine plays.
const BUILT_IN: &str = "built-in";
/// A message with results is no longer than this, in bytes, unless one match alone is: servers take 1 MiB unless told otherwise.
const LONGEST_RESULTS: usize = 256 * 1_024;

/// Where the jobs of a run go that need these engines.
pub(crate) fn job_subject(signature: &str, needs: &str, run: &str) -> String {
    format!("arena.v1.jobs.{signature}.{needs}.{run}")
}

/// Where workers ask for the plan of a run, from a byte on.
pub(crate) fn plan_subject(run: &str) -> String {
    format!("arena.v1.plan.{run}")
}

/// Where the results of a run go.
pub(crate) fn result_subject(run: &str) -> String {
    format!("arena.v1.results.{run}")
}

/// The run that a subject is about: its last part.
pub(crate) fn run_of(subject: &str) -> &str {
    subject.rsplit('.').next().unwrap_or_default()
}

/// What a match needs between entrants of which these are played by engines, as a part of a subject.
pub(crate) fn needs_of<'a>(engines: impl Iterator<Item = &'a str>) -> String {
    let mut names: Vec<&str> = engines.collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return BUILT_IN.to_owned();
    }
    names.iter().map(|name| digits(name.as_bytes())).collect::<Vec<_>>().join("-")
}

/// Everything that a worker with these engines can play: without an engine, with one, and with two.
pub(crate) fn all_needs(engines: &[String]) -> Vec<String> {
    let alone = engines.iter().map(|one| needs_of(std::iter::once(one.as_str())));
    let pairs = engines.iter().enumerate().flat_map(|(place, one)| {
        engines[..place].iter().map(|other| needs_of([one.as_str(), other.as_str()].into_iter()))
    });
    std::iter::once(BUILT_IN.to_owned()).chain(alone).chain(pairs).collect()
}

/// The engines of such a part, for people.
pub(crate) fn engines_of(needs: &str) -> Vec<String> {
    if needs == BUILT_IN {
        return Vec::new();
    }
    let byte = |two: &[u8]| std::str::from_utf8(two).ok().and_then(|two| u8::from_str_radix(two, 16).ok());
    let text = |part: &str| part.as_bytes().chunks(2).filter_map(byte).collect::<Vec<_>>();
    needs.split('-').map(|part| String::from_utf8_lossy(&text(part)).into_owned()).collect()
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A worker says who it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// An id of its own.
    pub worker: String,
    /// What people call it.
    pub name: String,
    /// The version of its program.
    pub version: String,
    /// What it plays by: see [`signature`](fn@super::signature).
    pub signature: String,
    /// How many matches it plays at a time.
    pub threads: usize,
    /// The engines that it has, by the names of their programs.
    #[serde(default)]
    pub engines: Vec<String>,
}

/// A leader says who it is: to all when it comes and goes, to a worker in answer to its [`Hello`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leader {
    /// What it leads.
    pub run: String,
    /// The version of its program.
    pub version: String,
    /// What it plays by.
    pub signature: String,
    /// Whether its run needs no more results.
    #[serde(default)]
    pub over: bool,
}

impl Leader {
    /// Why a worker that plays by `signature` cannot work for it, if so.
    #[must_use]
    pub fn refuses(&self, version: &str, signature: &str) -> Option<String> {
        (self.signature != signature).then(|| {
            format!(
                "the leader is another build (version {}, signature {}) than this worker (version {version}, \
                 signature {signature}): they may play differently, so none of its results would count; run the same \
                 build on both",
                self.version, self.signature
            )
        })
    }
}

/// Matches to be played one after another: index, round, leg, and the numbers of the entrants in the first and second seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The run's own number for it.
    pub job: u64,
    matches: Vec<(u64, u64, u8, usize, usize)>,
}

impl Job {
    /// A job of these matches.
    #[must_use]
    pub fn new(job: u64, pairings: &[Pairing]) -> Self {
        let written = |it: &Pairing| (it.index, it.round, it.leg, it.seats.first, it.seats.second);
        Self { job, matches: pairings.iter().map(written).collect() }
    }

    /// The matches, if there are no more than `entrants`.
    #[must_use]
    pub fn pairings(&self, entrants: usize) -> Option<Vec<Pairing>> {
        let read = |&(index, round, leg, first, second): &(u64, u64, u8, usize, usize)| {
            let known = first < entrants && second < entrants && first != second && leg < 2;
            known.then(|| Pairing { index, round, leg, seats: BySide::new(first, second) })
        };
        self.matches.iter().map(read).collect()
    }

    /// The number of its first match.
    #[must_use]
    pub fn first(&self) -> Option<u64> {
        self.matches.first().map(|it| it.0)
    }

    /// As it is sent.
    #[must_use]
    pub fn written(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a job is plain data")
    }

    /// The job that was sent, if this is one.
    #[must_use]
    pub fn read(text: &[u8]) -> Option<Self> {
        serde_json::from_slice(text).ok()
    }
}

/// The first line of a message with results; a line of a journal for each match follows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    /// How long the matches of this message took, in microseconds.
    micros: u64,
    /// The match that could not be played, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failed: Option<(u64, String)>,
}

/// Results on their way to the leader.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// How long they took, in microseconds.
    pub micros: u64,
    /// The matches that were played.
    pub played: Vec<MatchResult>,
    /// The match that could not be played, and why.
    pub failed: Option<(u64, String)>,
}

impl Results {
    /// As messages, of which each can be taken by itself.
    #[must_use]
    pub fn written(&self) -> Vec<Vec<u8>> {
        let mut messages: Vec<(u64, String)> = vec![(0, String::new())];
        for played in &self.played {
            let line = line_of(played);
            if messages.last().is_some_and(|(_, text)| !text.is_empty() && text.len() + line.len() > LONGEST_RESULTS) {
                messages.push((0, String::new()));
            }
            let (count, text) = messages.last_mut().expect("there is one from the beginning");
            *count += 1;
            text.push('\n');
            text.push_str(&line);
        }
        let all = self.played.len().max(1) as u64;
        let whole = |(place, (count, lines)): (usize, (u64, String))| {
            let failed = self.failed.clone().filter(|_| place == 0);
            let head = Head { micros: self.micros * count / all, failed };
            let mut text = serde_json::to_vec(&head).expect("a head is plain data");
            text.extend_from_slice(lines.as_bytes());
            text
        };
        messages.into_iter().enumerate().map(whole).collect()
    }

    /// The results of a message, if it is one. A match without an outcome is none.
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
    use crate::games::MoveCode;
    use crate::play::{EndReason, GameResult, Verdict};

    fn played(index: u64, moves: usize) -> MatchResult {
        let verdict = Verdict { outcome: Some(GameResult::Draw), by: EndReason::Stall, detail: None };
        let moves = vec![MoveCode(7); moves];
        MatchResult { index, moves, costs: Vec::new(), notes: Vec::new(), late_ms: None, verdict, voided: 0 }
    }

    #[test]
    fn results_are_read_as_they_were_written_and_split_before_they_are_too_long() {
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
    fn what_a_match_needs_is_named_alike_by_leader_and_worker() {
        let engines = ["stock fish".to_owned(), "b.c".to_owned()];
        let all = all_needs(&engines);
        for of in [&[][..], &["b.c"], &["stock fish"], &["stock fish", "b.c"], &["b.c", "b.c"]] {
            let needs = needs_of(of.iter().copied());
            assert!(all.contains(&needs) && !needs.contains(['.', ' ']), "{needs}");
            let mut names: Vec<&str> = of.to_vec();
            names.sort_unstable();
            names.dedup();
            assert_eq!(engines_of(&needs), names);
        }
        assert_eq!(all.len(), 4);
    }

    #[test]
    fn a_job_that_names_nobody_is_none() {
        let pairing = Pairing { index: 5, round: 1, leg: 1, seats: BySide::new(2, 0) };
        let job = Job::read(&Job::new(4, &[pairing]).written()).unwrap();
        assert_eq!((job.job, job.pairings(3)), (4, Some(vec![pairing])));
        assert_eq!(job.pairings(2), None);
    }
}
