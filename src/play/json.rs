//! Deserializes JSON values with errors that name the key.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Deserializes a JSON value.
///
/// # Errors
/// Returns the parser's message after the key to which it applies.
pub fn from_json<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    serde_path_to_error::deserialize(value).map_err(|error| error.to_string())
}
