//! Matches: one contest of a game between two seats.
//!
//! [`match_core`] and [`clock`] are pure: no I/O, no clock reads, no randomness. A match's state is a fold over its
//! events, so that replay, reconnection, watching, crash recovery and the record are one mechanism. [`host`] connects a
//! match with its time, its storage and its [`link`]s.

pub mod action;
pub mod burst;
pub mod characters;
pub mod clock;
mod command;
pub mod end_detail;
pub mod event;
pub mod event_json;
pub mod event_log;
pub mod glicko;
pub mod handle;
pub mod host;
mod hosted;
pub mod json;
pub mod json_text;
pub mod link;
pub mod match_core;
pub mod match_id;
pub mod match_timer;
mod module_state;
pub mod notation;
mod overview;
pub mod running_time;
pub mod seat;
pub mod setup;
mod speed;
pub mod terms;
pub mod tournament;

#[cfg(test)]
mod tests;

pub use action::{Action, Claim, Refusal};
pub use clock::{Clock, ClockSetting, Readings};
pub use end_detail::{Detail, EndDetail, FuelScope};
pub use event::{Event, NumberedEvent, OfferKind, TableLoss, Thought, ThoughtSource, ValueScale};
pub use event_log::{EventLog, EventLogError, OnStored};
pub use match_core::{Match, Phase};
pub use module_state::ModuleState;
pub use notation::NotationWriter;
pub use seat::{EndReason, GameResult, Seat, Verdict};
pub use setup::MatchSetup;
pub use speed::Speed;
pub use terms::{Terms, Timeouts};
