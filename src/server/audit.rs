//! The log of operator actions.

use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::error::ApiError;
use super::time::unix_ms;
use arena_protocol::moderation::{AuditAction, AuditEntryView};
use arena_protocol::operator::Proof;
use arena_protocol::word;
use arena_store::moderation::{AuditEntry, AuditRow};

/// Creates the log entry for an action of the operator and traces it.
pub(super) fn audit_entry(proof: Proof, kind: AuditAction, subject: Uuid, detail: String) -> AuditEntry {
    let (proof, action) = (word(proof), word(kind));
    tracing::info!(action, %subject, detail, proof, "the operator acts");
    AuditEntry { proof, action, subject, detail, at_ms: i64::try_from(unix_ms()).unwrap_or(i64::MAX) }
}

/// Converts a row of the log to the form that the operator reads.
///
/// # Errors
/// [`ApiError`] if the row contains an unknown word.
pub(super) fn entry_view(row: AuditRow) -> Result<AuditEntryView, ApiError> {
    let AuditRow { at_ms, proof, action, subject, detail } = row;
    Ok(AuditEntryView { at_ms, by: meant(proof)?, action: meant(action)?, subject, detail })
}

fn meant<T: DeserializeOwned>(word: String) -> Result<T, ApiError> {
    serde_json::from_value(word.into()).map_err(|error| ApiError::internal(format!("the operator's log: {error}")))
}
