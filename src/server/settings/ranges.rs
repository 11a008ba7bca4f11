//! Permitted range of each setting.

use std::collections::HashSet;

use tracing_subscriber::filter::Targets;

use super::{Settings, SettingsError};
use arena_games::beginning;
use arena_search::MAX_THREADS;

/// Least number of different characters in the operator's token.
const LEAST_LETTERS: usize = 6;

impl Settings {
    /// Rejects values that are out of range.
    ///
    /// # Errors
    /// [`SettingsError::Range`] for the first invalid value.
    pub fn check(&self) -> Result<(), SettingsError> {
        const WEEK_MS: u64 = 7 * 86_400_000;
        let Self { server, limits, matches, bots, accounts, tournaments, composing } = self;
        let size = |n: usize| n as u64;
        let ranges: &[(&'static str, u64, u64, u64)] = &[
            ("server.drain_ms", server.drain_ms, 0, 600_000),
            ("server.backlog", server.backlog.into(), 1, 65_535),
            ("server.operator_link_ms", server.operator_link_ms, 1, WEEK_MS),
            ("server.operator_session_ms", server.operator_session_ms, 1, 52 * WEEK_MS),
            ("limits.connections", limits.connections.into(), 1, 1_000_000),
            ("limits.connections_per_address", limits.connections_per_address.into(), 1, 1_000_000),
            ("limits.sockets", limits.sockets.into(), 1, 1_000_000),
            ("limits.sockets_per_address", limits.sockets_per_address.into(), 1, 1_000_000),
            ("limits.message_bytes", size(limits.message_bytes), 1_024, 16 << 20),
            ("limits.messages", limits.messages.into(), 1, 1_000_000_000),
            ("limits.bot_messages", limits.bot_messages.into(), 1, 1_000_000_000),
            ("limits.messages_window_ms", limits.messages_window_ms, 1, 3_600_000),
            ("limits.moves_per_second", limits.moves_per_second.into(), 1, 1_000_000_000),
            ("limits.moves_per_second_per_address", limits.moves_per_second_per_address.into(), 1, 1_000_000_000),
            ("limits.bad_messages", limits.bad_messages.into(), 1, 1_000_000),
            ("limits.outgoing", size(limits.outgoing), 8, 1_000_000),
            ("limits.outgoing_bytes", size(limits.outgoing_bytes), 65_536, 1 << 30),
            ("limits.memory_mb", limits.memory_mb.into(), 0, 1 << 24),
            ("limits.answer_bytes", size(limits.answer_bytes), 1_024, 1 << 40),
            ("limits.answer_bytes_per_address", size(limits.answer_bytes_per_address), 1_024, 1 << 40),
            ("limits.write_ms", limits.write_ms, 1, 600_000),
            ("limits.slowest_rate", limits.slowest_rate.into(), 1, 1 << 30),
            ("limits.hello_ms", limits.hello_ms, 1, 600_000),
            ("limits.ping_ms", limits.ping_ms, 1, limits.dead_ms),
            ("limits.dead_ms", limits.dead_ms, 2, 3_600_000),
            ("limits.header_ms", limits.header_ms, 1, 600_000),
            ("limits.request_ms", limits.request_ms, 1, 3_600_000),
            ("limits.body_bytes", size(limits.body_bytes), 1_024, 64 << 20),
            ("limits.requests", limits.requests.into(), 1, 100_000_000),
            ("limits.requests_window_ms", limits.requests_window_ms, 1, 3_600_000),
            ("limits.list_ms", limits.list_ms, 1, limits.request_ms),
            ("limits.followed", size(limits.followed), 1, 100_000),
            ("limits.matches_per_player", size(limits.matches_per_player), 1, 1_000_000),
            ("limits.matches_per_address", size(limits.matches_per_address), 1, 10_000_000),
            ("limits.matches", size(limits.matches), 1, 10_000_000),
            ("limits.matches_per_minute_per_address", limits.matches_per_minute_per_address.into(), 1, 1_000_000_000),
            ("limits.matches_per_day_per_address", limits.matches_per_day_per_address, 1, 1_000_000_000),
            ("limits.stored_mb_per_address", limits.stored_mb_per_address, 1, 1 << 24),
            ("limits.finished", size(limits.finished), 1, 10_000_000),
            ("limits.challenges_per_player", size(limits.challenges_per_player), 1, 100_000),
            ("limits.challenges_to_player", size(limits.challenges_to_player), 1, 100_000),
            ("limits.challenges_to_player_per_address", size(limits.challenges_to_player_per_address), 1, 100_000),
            ("limits.challenges_per_address", size(limits.challenges_per_address), 1, 10_000_000),
            ("limits.challenges", size(limits.challenges), 1, 10_000_000),
            ("limits.reports_per_address", limits.reports_per_address.into(), 1, 1_000_000),
            ("limits.players_per_minute", limits.players_per_minute.into(), 1, 1_000_000),
            ("limits.lobby", size(limits.lobby), 1, 100_000),
            ("limits.boards", size(limits.boards), 1, 1_000),
            ("limits.viewer_bytes", size(limits.viewer_bytes), 1_024, 1 << 30),
            ("limits.analyses", limits.analyses.into(), 1, 1_000_000),
            ("limits.analyses_per_address", limits.analyses_per_address.into(), 1, 1_000_000),
            ("limits.analysis_turn_ms", limits.analysis_turn_ms, 1, 3_600_000),
            ("matches.grace_ms", matches.grace_ms, 1, WEEK_MS),
            ("matches.first_move_ms", matches.first_move_ms, 1, WEEK_MS),
            ("matches.unbegun_ms", matches.unbegun_ms, 1, WEEK_MS),
            ("matches.abandoned_ms", matches.abandoned_ms, 1, 52 * WEEK_MS),
            ("matches.guests_mb", matches.guests_mb, 0, 1 << 24),
            ("matches.open_seat_ms", matches.open_seat_ms, 1, 52 * WEEK_MS),
            ("matches.move_ms", matches.move_ms, 1, 52 * WEEK_MS),
            ("matches.presence_ms", matches.presence_ms, 1, WEEK_MS),
            ("matches.linger_ms", matches.linger_ms, 0, WEEK_MS),
            ("matches.keep_days", matches.keep_days.into(), 0, 36_500),
            ("matches.keep_finished", matches.keep_finished, 0, 1 << 40),
            ("accounts.most", accounts.most, 1, 1 << 40),
            ("accounts.claims_per_hour", accounts.claims_per_hour.into(), 1, 1_000_000),
            ("accounts.logins_per_minute", accounts.logins_per_minute.into(), 1, 1_000_000),
            ("accounts.logins_per_minute_per_address", accounts.logins_per_minute_per_address.into(), 1, 1_000_000),
            ("accounts.sessions", size(accounts.sessions), 1, 1_000),
            ("accounts.keys", size(accounts.keys), 1, 1_000),
            ("accounts.bots", size(accounts.bots), 0, 1_000),
            ("accounts.saved_bots", size(accounts.saved_bots), 0, 10_000),
            ("accounts.saved_versions", size(accounts.saved_versions), 1, 1_000),
            ("accounts.saved_bytes", accounts.saved_bytes, 0, 1 << 30),
            ("accounts.session_days", accounts.session_days.into(), 1, 36_500),
            ("accounts.key_days", accounts.key_days.into(), 1, 36_500),
            ("accounts.key_addresses", size(accounts.key_addresses), 2, 10_000),
            ("accounts.rated_after_hours", accounts.rated_after_hours.into(), 0, 87_600),
            ("accounts.passwords_at_once", size(accounts.passwords_at_once), 1, 64),
            ("accounts.passwords_waiting", size(accounts.passwords_waiting), 0, 10_000),
            ("accounts.password_memory_kb", accounts.password_memory_kb.into(), 64, 1 << 22),
            ("accounts.password_passes", accounts.password_passes.into(), 1, 100),
            ("tournaments.open", size(tournaments.open), 0, 10_000),
            ("tournaments.open_per_address", size(tournaments.open_per_address), 1, 10_000),
            ("tournaments.open_per_player", size(tournaments.open_per_player), 1, 10_000),
            ("tournaments.opened_per_day", size(tournaments.opened_per_day), 1, 10_000),
            ("tournaments.entrants", tournaments.entrants.into(), 2, 1_000),
            ("tournaments.entrants_per_address", size(tournaments.entrants_per_address), 1, 10_000),
            ("tournaments.matches", tournaments.matches, 1, 10_000_000),
            ("tournaments.lasts_ms", tournaments.lasts_ms, 60_000, 52 * WEEK_MS),
            ("composing.running", size(composing.running), 0, 1_000),
            ("composing.waiting", size(composing.waiting), 0, 1_000),
            ("composing.turn_ms", composing.turn_ms, 1, 3_600_000),
            ("composing.running_per_address", size(composing.running_per_address), 1, 1_000),
            ("composing.running_per_player", size(composing.running_per_player), 1, 1_000),
            ("composing.budget_ms", composing.budget_ms, 1_000, 1 << 40),
            ("composing.budget_ms_per_address", composing.budget_ms_per_address, 1_000, 1 << 40),
            ("composing.budget_ms_per_player", composing.budget_ms_per_player, 1_000, 1 << 40),
            ("composing.guest_matches", composing.guest_matches, 0, 10_000_000),
            ("composing.entrants", composing.entrants.into(), 2, 1_000),
            ("composing.matches", composing.matches, 2, 10_000_000),
            ("composing.nodes", composing.nodes, 1, 1 << 50),
            ("composing.concurrency", size(composing.concurrency), 1, 1_000),
            ("bots.nodes", bots.nodes, 1, 1 << 50),
            ("bots.time_ms", bots.time_ms, 1, 3_600_000),
            ("bots.custom_ms", bots.custom_ms, 1, 3_600_000),
            ("bots.analysis_ms", bots.analysis_ms, 1, 3_600_000),
            ("bots.depth", bots.depth.into(), 1, 1_000),
            ("bots.memory_mb", bots.memory_mb.into(), 0, 1 << 24),
            ("bots.table_mb", bots.table_mb.into(), 0, 4_096),
            ("bots.search_threads", bots.search_threads.into(), 1, MAX_THREADS.into()),
            ("bots.slice_ms", bots.slice_ms, 1, 60_000),
            ("bots.suspended", size(bots.suspended), 0, 4_096),
            ("bots.queue", size(bots.queue), 1, 10_000_000),
            ("bots.delay_ms", bots.delay_ms, 0, 600_000),
            ("bots.stall_ms", bots.stall_ms, 0, 600_000),
        ];
        for &(key, value, least, most) in ranges {
            if !(least..=most).contains(&value) {
                let expected = format!("from {least} to {most}");
                return Err(SettingsError::Range { key, value: value.to_string(), expected });
            }
        }
        if bots.threads > 1_024 {
            let expected = "from 0 to 1024".to_owned();
            return Err(SettingsError::Range { key: "bots.threads", value: bots.threads.to_string(), expected });
        }
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
