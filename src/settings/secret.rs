//! A text that nothing prints.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A secret of the settings. It shows itself as dots only, so that no log and no error shows it; code that needs the
/// text asks for it by name.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// The text itself.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether there is none.
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

/// A line of a settings' file as an error may show it: of a line that seems to set a secret, the key alone.
pub(super) fn shown(line: &str) -> &str {
    let key = line.split('=').next().unwrap_or_default();
    let is_secret = ["token", "secret", "password"].iter().any(|word| line.to_lowercase().contains(word));
    if is_secret { key.trim() } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_not_shown() {
        assert_eq!(format!("{:?}", Secret::from("hidden from all")), "…");
        assert_eq!(format!("{:?}", Secret::default()), "none");
    }
}
