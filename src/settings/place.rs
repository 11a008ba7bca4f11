//! Locates an invalid value: in the configuration file or in an environment variable.

use std::path::Path;

use toml::de::DeTable;

use super::{PREFIX, SettingsError};

impl SettingsError {
    /// Adds the file and the line of the key to an error for a value from the configuration file.
    pub(super) fn in_file(self, text: &str, path: &Path) -> Self {
        let Self::Range { key, .. } = &self else { return self };
        let problem = line_of(text, key).map_or_else(|| self.to_string(), |line| format!("line {line}: {self}"));
        Self::File { path: path.to_owned(), problem }
    }

    /// Adds the variable to an error for a value from the environment. `set` contains the names of the variables that
    /// are set.
    pub(super) fn in_environment(self, set: &[String]) -> Self {
        let Self::Range { key, .. } = &self else { return self };
        let name = format!("{PREFIX}_{}", key.replace('.', "_").to_uppercase());
        if set.contains(&name) { Self::Environment { name, problem: self.to_string() } } else { self }
    }
}

/// Returns the line number of a section's key, starting at 1.
fn line_of(text: &str, key: &str) -> Option<usize> {
    let (section, key) = key.split_once('.')?;
    let table = DeTable::parse(text).ok()?;
    let section = table.get_ref().get(section)?.get_ref().as_table()?;
    let (found, _) = section.iter().find(|(name, _)| name.get_ref() == key)?;
    Some(text.get(..found.span().start)?.matches('\n').count() + 1)
}
