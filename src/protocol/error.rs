//! Errors on the wire.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

/// An error: the body of an HTTP response and the content of a WebSocket `error` message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct ErrorBody {
    /// HTTP status, which classifies the error.
    pub status: u16,
    /// Identifies the message.
    pub code: String,
    /// The values in the message, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "Record<string, unknown>"))]
    pub args: BTreeMap<String, Value>,
    /// The message in English.
    pub message: String,
    /// Path of the invalid key of the request, such as `clock.initial_ms` or `names[1]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Time in milliseconds after which a retry is worthwhile, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}
