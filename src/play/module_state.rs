//! The state of a WebAssembly module that a player handed in.

use serde::{Deserialize, Serialize};

/// How far a version of a module has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ModuleState {
    /// It was handed in and waits for its analysis.
    Waiting,
    /// The analysis found no failure, and the trial matches are being played.
    Analysed,
    /// It has played its trial matches without a failure, and may play.
    Accepted,
    /// It failed, or the operator refused it.
    Refused,
    /// Its owner has deleted it. It was accepted before, so its file stays for the records of its matches.
    Withdrawn,
}
