//! Distributed tournaments: a leader publishes its matches over NATS, and workers on other machines play them.
//!
//! ```text
//! leader  ──  jobs: a JetStream work queue, each acknowledged or redelivered  ──▶  workers
//!         ◀──  results, sent again until the leader has stored them  ──
//! ```
//!
//! A job is a batch of match numbers of one run. A worker requests the run's plan from the leader once; the matches are
//! a function of the plan. The leader's journal is authoritative: a result counts when it is in the journal, and only
//! once. The queue and the workers may be killed at any time. Lost matches are published again. It does not matter
//! where, when and how often a match is played, because its result depends only on the plan.
//!
//! [`ledger`] and [`shift`] are the states of leader and worker, without I/O. The modules `leader` and `worker` connect
//! them to NATS.

mod leader;
pub mod ledger;
pub mod message;
mod nats;
pub mod shift;
mod signature;
#[cfg(test)]
mod simulation;
mod worker;

pub use leader::Nats;
pub use nats::QueueError;
pub use signature::signature;
pub use worker::{Equipment, WorkerError, work};
