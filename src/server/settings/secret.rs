//! A string that is never printed.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A secret setting. Its debug output hides the text, so that no log or error shows it. Code that needs the text calls
/// [`Self::reveal`].
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Returns the text.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// True if there is no text.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_empty() { "none" } else { "…" })
    }
}

/// Returns the part of a line in a configuration file that an error may show. For a line that seems to set a secret,
/// this is the key only.
pub(super) fn shown(line: &str) -> &str {
    let key = line.split('=').next().unwrap_or_default();
    let is_secret = ["token", "secret", "password", "nats"].iter().any(|word| line.to_lowercase().contains(word));
    if is_secret { key.trim() } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_hides_the_secret() {
        assert_eq!(format!("{:?}", Secret::from("hidden from all")), "…");
        assert_eq!(format!("{:?}", Secret::default()), "none");
    }
}
