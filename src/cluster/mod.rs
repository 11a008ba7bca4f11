//! Tournaments past one machine: a leader gives its matches away over NATS, and workers anywhere play them.
//!
//! ```text
//! leader  ──  jobs: a JetStream work queue, each acknowledged or given to another worker  ──▶  workers
//!         ◀──  results, sent again until the leader says that they are kept  ──
//! ```
//!
//! A job is a few matches of one run, by their numbers; what they are a function of, the run's plan, a worker asks the leader
//! for once. The leader's journal is the truth: a result counts when it stands there, once. The queue and the workers may be
//! killed at any time: what is lost is given away again, and since a match is a function of its plan, it does not matter
//! where, when and how often it is played.
//!
//! [`ledger`] and [`shift`] are what leader and worker know, pure; `leader` and `worker` say it over NATS.

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
