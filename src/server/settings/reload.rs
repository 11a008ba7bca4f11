//! Reloading settings while the server runs.

use serde::Deserialize;
use toml::{Table, Value};

use super::{Settings, SettingsError};

/// Settings that are only read at startup: listening, data directory, threads and memory for searches, password hashing
/// and limits of attempts. All others can change while the server runs.
pub const AT_START: [&str; 27] = [
    "server.listen",
    "server.tls_certificate",
    "server.tls_key",
    "server.data",
    "server.operator_token",
    "server.unix_socket",
    "server.operator_link_ms",
    "server.operator_session_ms",
    "server.backlog",
    "limits.sockets",
    "limits.request_ms",
    "limits.body_bytes",
    "limits.matches_per_minute_per_address",
    "bots.threads",
    "bots.slice_ms",
    "bots.suspended",
    "bots.queue",
    "bots.memory_mb",
    "bots.nats",
    "bots.syzygy",
    "accounts.claims_per_hour",
    "accounts.logins_per_minute",
    "accounts.logins_per_minute_per_address",
    "accounts.passwords_at_once",
    "accounts.passwords_waiting",
    "accounts.password_memory_kb",
    "accounts.password_passes",
];

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
                if AT_START.contains(&name.as_str()) {
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
        assert_eq!(named, AT_START);
        let all = table(&Settings::default());
        for name in AT_START {
            let (section, key) = name.split_once('.').expect("the name has section and key");
            assert!(all.get(section).and_then(|keys| keys.get(key)).is_some(), "{name} is no setting");
        }
    }
}
