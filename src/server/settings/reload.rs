//! Reloading settings while the server runs.

use serde::Deserialize;
use toml::{Table, Value};

use super::{
    Accounts, Agents, Bots, Composing, Limits, Matches, Modules, Server, Settings, SettingsError, Tournaments,
};

/// Result of reloading settings.
#[derive(Debug)]
pub struct Reloaded {
    /// The settings that are in effect now.
    pub settings: Settings,
    /// Keys whose values have changed, such as `limits.messages`.
    pub changed: Vec<String>,
    /// Keys with new values that take effect at the next restart.
    pub at_restart: Vec<String>,
}

impl Settings {
    /// Combines the current settings with `read`. Settings that are only read at startup keep their values, all others
    /// get the new ones.
    ///
    /// # Errors
    /// [`SettingsError::Range`] if a new value conflicts with an old one that stays.
    pub fn reload(&self, read: &Self) -> Result<Reloaded, SettingsError> {
        let (mut before, mut now) = (table(self), table(read));
        let (mut changed, mut at_restart) = (Vec::new(), Vec::new());
        for (section, keys) in &mut now {
            let (Value::Table(keys), Some(Value::Table(old))) = (keys, before.get_mut(section)) else { continue };
            for (key, value) in keys {
                let Some(old) = old.get(key).filter(|old| *old != value) else { continue };
                let name = format!("{section}.{key}");
                if at_start().any(|key| key == name) {
                    *value = old.clone();
                    at_restart.push(name);
                } else {
                    changed.push(name);
                }
            }
        }
        let settings = Self::deserialize(now).expect("each value comes from valid settings");
        settings.check()?;
        Ok(Reloaded { settings, changed, at_restart })
    }
}

/// Returns the keys that are read only at startup. All others can change while the server runs.
fn at_start() -> impl Iterator<Item = &'static str> {
    let sections = [
        Server::AT_START,
        Limits::AT_START,
        Matches::AT_START,
        Bots::AT_START,
        Accounts::AT_START,
        Tournaments::AT_START,
        Composing::AT_START,
        Modules::AT_START,
        Agents::AT_START,
    ];
    sections.into_iter().flatten().copied()
}

fn table(settings: &Settings) -> Table {
    Table::try_from(settings).expect("settings are tables of numbers, strings and lists")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn startup_settings_stay_and_all_others_change() {
        let before = Settings::default();
        let mut read = before.clone();
        (read.limits.messages, read.bots.depth, read.bots.threads) = (7, 9, 3);
        read.server.allowed_hosts = vec!["arena.example.org".to_owned()];
        let Reloaded { settings, mut changed, at_restart } = before.reload(&read).expect("the settings are consistent");
        changed.sort();
        assert_eq!(changed, ["bots.depth", "limits.messages", "server.allowed_hosts"]);
        assert_eq!(at_restart, ["bots.threads"]);
        read.bots.threads = before.bots.threads;
        assert_eq!(settings, read);
    }

    #[test]
    fn rejects_a_new_value_that_conflicts_with_a_fixed_one() {
        let before = Settings::default();
        let mut read = before.clone();
        (read.limits.request_ms, read.limits.list_ms) = (200_000, 100_000);
        let error = before.reload(&read).expect_err("a list may not take longer than its request").to_string();
        assert!(error.contains("limits.list_ms is 100000, but must be from 1 to 60000"), "{error}");
    }

    /// The table in the documentation names exactly the settings that need a restart.
    #[test]
    fn docs_list_the_settings_that_need_a_restart() {
        let text = include_str!("../../../docs/operating.md");
        let row = text.lines().find(|line| line.starts_with("| at the next start |")).expect("the table has this row");
        let mut section = "";
        let mut named = Vec::new();
        for word in row.split('`').skip(1).step_by(2) {
            match word.strip_prefix('[').and_then(|word| word.strip_suffix(']')) {
                Some(name) => section = name,
                None => named.push(format!("{section}.{word}")),
            }
        }
        let mut keys: Vec<_> = at_start().collect();
        named.sort();
        keys.sort_unstable();
        assert_eq!(named, keys);
    }
}
