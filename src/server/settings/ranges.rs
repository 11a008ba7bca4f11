//! Checks of values: ranges, and what is expected of texts.

use std::collections::HashSet;
use std::fmt::Display;
use std::ops::RangeInclusive;

use tracing_subscriber::filter::Targets;

use super::{Settings, SettingsError};
use arena_games::beginning;

/// Least number of different characters in the operator's token.
const LEAST_LETTERS: usize = 6;

/// Checks that a number is in its range.
pub(super) fn within(
    key: &'static str,
    value: impl TryInto<u64> + Display + Copy,
    range: RangeInclusive<u64>,
) -> Result<(), SettingsError> {
    if value.try_into().is_ok_and(|value| range.contains(&value)) {
        return Ok(());
    }
    let expected = format!("from {} to {}", range.start(), range.end());
    Err(SettingsError::Range { key, value: value.to_string(), expected })
}

impl Settings {
    /// Rejects values that are out of range.
    ///
    /// # Errors
    /// [`SettingsError::Range`] for the first invalid value.
    pub fn check(&self) -> Result<(), SettingsError> {
        let Self { server, limits, matches, bots, accounts, tournaments, composing, modules, agents } = self;
        server.check_ranges()?;
        limits.check_ranges()?;
        matches.check_ranges()?;
        bots.check_ranges()?;
        accounts.check_ranges()?;
        tournaments.check_ranges()?;
        composing.check_ranges()?;
        modules.check_ranges()?;
        agents.check_ranges()?;
        within("limits.ping_ms", limits.ping_ms, 1..=limits.dead_ms)?;
        within("limits.list_ms", limits.list_ms, 1..=limits.request_ms)?;
        let token = server.operator_token.reveal();
        if !token.is_empty() && token.len() < 16 {
            let expected = "empty, or at least 16 characters long".to_owned();
            let value = format!("{} characters long", token.len());
            return Err(SettingsError::Range { key: "server.operator_token", value, expected });
        }
        // A client sends the token in a header, whose outer blanks do not count.
        let is_sent_whole = token.bytes().all(|letter| letter.is_ascii_graphic());
        if !is_sent_whole || (!token.is_empty() && token.bytes().collect::<HashSet<_>>().len() < LEAST_LETTERS) {
            let expected = format!("ASCII without blanks, with at least {LEAST_LETTERS} different characters");
            let value = "a token that can be guessed or not be sent".to_owned();
            return Err(SettingsError::Range { key: "server.operator_token", value, expected });
        }
        if server.data.as_os_str().is_empty() {
            let expected = "a folder, such as \"data\"".to_owned();
            return Err(SettingsError::Range { key: "server.data", value: "empty".to_owned(), expected });
        }
        let files = [&server.tls_certificate, &server.tls_key];
        if files.iter().any(|path| path.as_os_str().is_empty()) && server.tls_certificate != server.tls_key {
            let expected = "a file where the other one of tls_certificate and tls_key is".to_owned();
            let has_certificate = !server.tls_certificate.as_os_str().is_empty();
            let key = if has_certificate { "server.tls_key" } else { "server.tls_certificate" };
            return Err(SettingsError::Range { key, value: "empty".to_owned(), expected });
        }
        if server.log.parse::<Targets>().is_err() {
            let expected =
                "a filter such as \"info\" or \"info,arena_server=debug\", with the levels off, error, warn, \
                            info, debug and trace"
                    .to_owned();
            return Err(SettingsError::Range { key: "server.log", value: beginning(&server.log, 200), expected });
        }
        for host in &server.allowed_hosts {
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
            if host != "*" && (host.is_empty() || !host.bytes().all(is_name)) {
                let expected = "names such as arena.example.org, without scheme, port or path, or * for all".to_owned();
                return Err(SettingsError::Range { key: "server.allowed_hosts", value: host.clone(), expected });
            }
        }
        for origin in &server.origins {
            let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            if host.is_none_or(|host| host.is_empty() || host.contains('/')) {
                let expected = "origins such as https://example.org, without a path".to_owned();
                return Err(SettingsError::Range { key: "server.origins", value: beginning(origin, 200), expected });
            }
        }
        Ok(())
    }
}
