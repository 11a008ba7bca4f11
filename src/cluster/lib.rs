//! Work on other machines. In a distributed tournament, a leader gives its matches to workers on other machines over NATS.
//!
//! ```text
//! worker  ──  hello, every second: its slots, its engines and the jobs that it has  ──▶  leader
//!         ◀──  jobs, as many as there are slots  ──
//!         ──  results, sent again until the leader has stored them  ──▶
//! ```
//!
//! A job is a batch of match numbers of one run. A worker requests the run's plan from the leader once; the matches are
//! a function of the plan. The leader's journal is authoritative: a result counts when it is in the journal, and only
//! once. It does not matter where, when and how often a match is played, because its result depends only on the plan.
//!
//! NATS only carries messages and stores nothing, because nothing in it needs to survive: a job that a worker does not
//! list in its hello, and the jobs of a worker that is silent, are given out again.
//!
//! A worker requests a module of a bot by its digest: from the leader, or from the server whose search it makes. It keeps
//! the modules that it used last.
//!
//! The same workers make searches for live servers; see [`live`].
//!
//! [`ledger`] and [`shift`] are the states of leader and worker, without I/O. The modules `leader` and `worker` connect
//! them to NATS.

#[macro_use(say)]
extern crate arena_bots;

mod leader;
pub mod ledger;
pub mod live;
pub mod message;
mod nats;
mod parts;
pub mod shift;
mod signature;
#[cfg(test)]
mod simulation;
mod worker;

pub use leader::Nats;
pub use live::LiveWorkers;
pub use nats::NatsError;
pub use signature::signature;
pub use worker::{Equipment, Takes, WorkerError, work};
