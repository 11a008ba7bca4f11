//! OpenAPI schemas of types of `arena-games`, which does not depend on `utoipa`.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A side of a match: the one that moves first, or the other.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

/// An error message: a code for programs, the values in the message, and the message in English.
#[derive(Serialize, ToSchema)]
pub struct Diagnostic {
    /// Identifies the message, for example `illegal_move`.
    pub code: String,
    /// The values in the message, by name. A value may be another message.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, Value>,
    /// The message in English.
    pub message: String,
}
