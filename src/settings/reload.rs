//! Settings that are read again while the server runs.

use serde::Deserialize;
use toml::{Table, Value};

use super::{Settings, SettingsError};

/// The settings that a server takes once, when it starts: what it listens on, where its data is, how many threads
/// and how much memory there are for searches, and how passwords are hashed and attempts counted. All others can change while it runs.
pub const AT_START: [&str; 25] = [
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
    "accounts.claims_per_hour",
    "accounts.logins_per_minute",
    "accounts.logins_per_minute_per_address",
    "accounts.passwords_at_once",
    "accounts.passwords_waiting",
    "accounts.password_memory_kb",
    "accounts.password_passes",
];

/// What becomes of settings that were read again.
#[derive(Debug)]
pub struct Reloaded {
    /// Those that hold from now on.
    pub settings: Settings,
    /// The keys whose values change now, as `limits.messages`.
    pub changed: Vec<String>,
    /// The keys that were given other values, but keep the old ones until a restart.
    pub at_restart: Vec<String>,
}

impl Settings {
    /// The settings that hold when `read` is read while these hold: of what is taken at the start the old values, of all
    /// else the new ones.
    ///
    /// # Errors
    /// [`SettingsError::Range`] where a new value does not go with an old one that stays.
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
        let settings = Self::deserialize(now).expect("each value is one that settings had");
        settings.check()?;
        Ok(Reloaded { settings, changed, at_restart })
    }
}

fn table(settings: &Settings) -> Table {
    Table::try_from(settings).expect("settings are plain tables of numbers, texts and lists")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_at_the_start_stays_and_all_else_changes() {
        let before = Settings::default();
        let mut read = before.clone();
        (read.limits.messages, read.bots.depth, read.bots.threads) = (7, 9, 3);
        read.server.allowed_hosts = vec!["arena.example.org".to_owned()];
        let Reloaded { settings, mut changed, at_restart } = before.reload(&read).expect("they go together");
        changed.sort();
        assert_eq!(changed, ["bots.depth", "limits.messages", "server.allowed_hosts"]);
        assert_eq!(at_restart, ["bots.threads"]);
        read.bots.threads = before.bots.threads;
        assert_eq!(settings, read);
    }

    #[test]
    fn a_new_value_that_does_not_go_with_an_old_one_is_refused() {
        let before = Settings::default();
        let mut read = before.clone();
        (read.limits.request_ms, read.limits.list_ms) = (200_000, 100_000);
        let error = before.reload(&read).expect_err("a list may not take longer than its request").to_string();
        assert!(error.contains("limits.list_ms is 100000, but must be from 1 to 60000"), "{error}");
    }

    /// The table in the documents names each setting that needs a restart, and no other.
    #[test]
    fn the_docs_say_which_settings_need_a_restart() {
        let text = include_str!("../../docs/operating.md");
        let row = text.lines().find(|line| line.starts_with("| at the next start |")).expect("the row");
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
            let (section, key) = name.split_once('.').expect("section and key");
            assert!(all.get(section).and_then(|keys| keys.get(key)).is_some(), "{name} is no setting");
        }
    }
}
