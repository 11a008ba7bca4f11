//! The log of operator actions.

use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::error::ApiError;
use super::time::unix_ms;
use arena_protocol::operator::Proof;
use arena_protocol::peace::{DeedKind, DeedView};
use arena_protocol::word;
use arena_store::peace::{Deed, DeedRow};

/// Creates the log entry for an action of the operator and traces it.
pub(super) fn deed(proof: Proof, kind: DeedKind, subject: Uuid, detail: String) -> Deed {
    let (proof, deed) = (word(proof), word(kind));
    tracing::info!(deed, %subject, detail, proof, "the operator acts");
    Deed { proof, deed, subject, detail, at_ms: i64::try_from(unix_ms()).unwrap_or(i64::MAX) }
}

/// Converts a row of the log to the form that the operator reads.
///
/// # Errors
/// [`ApiError`] if the row contains an unknown word.
pub(super) fn deed_view(row: DeedRow) -> Result<DeedView, ApiError> {
    let DeedRow { at_ms, proof, deed, subject, detail } = row;
    Ok(DeedView { at_ms, by: meant(proof)?, deed: meant(deed)?, subject, detail })
}

fn meant<T: DeserializeOwned>(word: String) -> Result<T, ApiError> {
    serde_json::from_value(word.into()).map_err(|error| ApiError::internal(format!("the operator's log: {error}")))
}
