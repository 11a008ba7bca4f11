//! Conversion of numbers and enum names to and from database values.

use serde::Serialize;
use serde::de::value::{Error as ValueError, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};
use serde_json::Value;

use super::error::StoreError;

pub(super) fn signed(n: u64, what: &str) -> Result<i64, StoreError> {
    i64::try_from(n).map_err(|_| StoreError::unstorable(what, format_args!("{n} is too large")))
}

pub(super) fn unsigned(n: i64, what: &str) -> Result<u64, StoreError> {
    u64::try_from(n).map_err(|_| StoreError::unreadable(what, format_args!("{n} is below zero")))
}

/// Returns the JSON string of an enum value.
pub(super) fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        // Callers pass only enums without fields.
        other => unreachable!("{other:?} is not a string"),
    }
}

/// Parses an enum value from its name.
pub(super) fn from_word<T: DeserializeOwned>(word: &str, what: impl FnOnce() -> String) -> Result<T, StoreError> {
    let word: StrDeserializer<'_, ValueError> = word.into_deserializer();
    T::deserialize(word).map_err(|error| StoreError::unreadable(what(), error))
}
