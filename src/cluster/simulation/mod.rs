//! Deterministic simulation of complete runs from a seed. A leader, workers, NATS and the links between them can all
//! fail.
//!
//! The states of leader and worker are the real code, [`Ledger`](super::ledger::Ledger) and
//! [`Shift`](super::shift::Shift), with the real messages. The links, the journal's disk and the clock are models. The
//! simulation checks that no match counts twice and that a worker holds results until they are stored. At the end it checks that every
//! match has counted. Each fault that is planted into the surrounding code must be detected within a thousand seeds, and
//! its seed must reproduce it.

mod parties;
mod world;

use world::World;

/// A bug that is planted into the code around the states of leader and worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Results that are already stored count again.
    DoubleDeliveryCounts,
    /// The leader acknowledges results before they are stored.
    AnswerBeforeKept,
    /// Results are sent only once.
    SentOnce,
    /// The leader never takes back the jobs of silent workers.
    SilentWorkersKeepJobs,
    /// The hellos of a worker claim every job that the leader gave it.
    LostJobsStayLost,
    /// A restarted worker receives answers to its predecessor.
    AnswersOfThePast,
    /// A resumed leader assumes that workers still have the jobs of its predecessor.
    ResumedLeaderTrusts,
    /// Pending writes of a killed leader are executed while its successor runs.
    LateWriteOfTheDead,
}

const FAULTS: [Fault; 8] = [
    Fault::DoubleDeliveryCounts,
    Fault::AnswerBeforeKept,
    Fault::SentOnce,
    Fault::SilentWorkersKeepJobs,
    Fault::LostJobsStayLost,
    Fault::AnswersOfThePast,
    Fault::ResumedLeaderTrusts,
    Fault::LateWriteOfTheDead,
];

/// Returns the number of seeds to simulate. The environment variable ARENA_SIMULATIONS overrides it.
fn histories() -> u64 {
    std::env::var("ARENA_SIMULATIONS").map_or(1_000, |text| text.parse().unwrap())
}

#[test]
fn every_match_counts_once_despite_failures() {
    for seed in 0..histories() {
        let (wrong, trace) = World::new(seed, None).run();
        assert_eq!(wrong, None, "seed {seed}");
        if seed % 100 == 0 {
            assert_eq!(World::new(seed, None).run().1, trace, "seed {seed} is not reproducible");
        }
    }
}

#[test]
fn each_planted_fault_is_detected_and_reproducible() {
    let mut missed = Vec::new();
    for fault in FAULTS {
        match (0..1_000).find_map(|seed| Some((seed, World::new(seed, Some(fault)).run().0?))) {
            None => missed.push(fault),
            Some((seed, wrong)) => {
                assert_eq!(World::new(seed, Some(fault)).run().0.as_ref(), Some(&wrong), "{fault:?}, seed {seed}");
                println!("{fault:?}: seed {seed}: {wrong}");
            }
        }
    }
    assert!(missed.is_empty(), "undetected faults: {missed:?}");
}
