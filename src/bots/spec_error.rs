//! Errors in a bot's configuration.

use arena_games::Diagnostic;

/// An error in a bot's configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {problem}")]
pub struct SpecError {
    /// Path of the key that is wrong or missing.
    pub key: String,
    /// What is wrong and what is expected.
    pub problem: Diagnostic,
}

impl SpecError {
    pub(super) fn new(key: impl Into<String>, problem: impl Into<Diagnostic>) -> Self {
        Self { key: key.into(), problem: problem.into() }
    }
}

/// Checks that an optional integer lies within its bounds.
pub(super) fn integer(key: &'static str, value: Option<i64>, min: i64, max: i64) -> Result<Option<u64>, SpecError> {
    match value {
        None => Ok(None),
        Some(value) if (min..=max).contains(&value) => Ok(u64::try_from(value).ok()),
        Some(value) => Err(SpecError::new(key, Diagnostic::range(value, min, max))),
    }
}
