//! Where a value stands that is out of range: in the settings' file, or in a variable of the environment.

use std::path::Path;

use toml::de::DeTable;

use super::{PREFIX, SettingsError};

impl SettingsError {
    /// The same of a value that the settings' file gives, with the file, and with the line where its key stands there.
    pub(super) fn in_file(self, text: &str, path: &Path) -> Self {
        let Self::Range { key, .. } = &self else { return self };
        let problem = line_of(text, key).map_or_else(|| self.to_string(), |line| format!("line {line}: {self}"));
        Self::File { path: path.to_owned(), problem }
    }

    /// The same of a value that the environment gives, with its variable; `set` are those that are set.
    pub(super) fn in_environment(self, set: &[String]) -> Self {
        let Self::Range { key, .. } = &self else { return self };
        let name = format!("{PREFIX}_{}", key.replace('.', "_").to_uppercase());
        if set.contains(&name) { Self::Environment { name, problem: self.to_string() } } else { self }
    }
}

/// The line of this section's key, from 1.
fn line_of(text: &str, key: &str) -> Option<usize> {
    let (section, key) = key.split_once('.')?;
    let table = DeTable::parse(text).ok()?;
    let section = table.get_ref().get(section)?.get_ref().as_table()?;
    let (found, _) = section.iter().find(|(name, _)| name.get_ref() == key)?;
    Some(text.get(..found.span().start)?.matches('\n').count() + 1)
}
