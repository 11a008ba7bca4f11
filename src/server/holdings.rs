//! The table in `docs/operating.md` of everything that one network can hold, made from the default settings.

use std::fmt::Write as _;
use std::path::Path;

use crate::limits::{analyses, connections, sockets};
use crate::live::quota_bounds;
use crate::lobby::bounds;
use crate::origin::PREFIXES;
use crate::quota::Bounds;
use crate::settings::Settings;

/// The lines around the table.
const BEGIN: &str = "<!-- what a network can hold: begin -->\n";
const END: &str = "<!-- what a network can hold: end -->\n";

/// A row: what is held, the settings, and how much each network and all together may hold.
struct Row {
    what: &'static str,
    settings: &'static str,
    networks: [u64; 3],
    total: Option<u64>,
}

fn quota(what: &'static str, settings: &'static str, bounds: Bounds) -> Row {
    let networks = PREFIXES.map(|(_, multiple)| bounds.of_network(multiple) as u64);
    let total = (bounds.total < usize::MAX).then_some(bounds.total as u64);
    Row { what, settings, networks, total }
}

/// A row of a budget that has a multiple for wider networks, at most half of the total.
fn budget(what: &'static str, settings: &'static str, per_address: u64, total: Option<u64>) -> Row {
    let of = |(_, multiple): (u8, usize)| {
        (per_address * multiple as u64).min(total.map_or(u64::MAX, |total| total / 2)).max(per_address)
    };
    Row { what, settings, networks: PREFIXES.map(of), total }
}

fn rows(settings: &Settings) -> Vec<Row> {
    let Settings { limits, tournaments, composing, accounts, .. } = settings;
    let open = crate::settings::Tournaments { open: tournaments.open.max(30), ..tournaments.clone() };
    let runs = Bounds::shared(composing.running_per_address, composing.running + composing.waiting);
    let shared = |per_address: usize, total: usize| Bounds::shared(per_address, total);
    vec![
        quota("WebSocket connections", "`connections_per_address`, `connections`", connections(limits)),
        quota("all connections", "`sockets_per_address`, `sockets`", sockets(limits)),
        quota("unfinished matches of guests", "`matches_per_address`, `matches`", bounds(limits, true)),
        quota("unfinished matches of players with a name", "`matches_per_address`, `matches`", bounds(limits, false)),
        quota(
            "standing challenges",
            "`challenges_per_address`, `challenges`",
            shared(limits.challenges_per_address, limits.challenges),
        ),
        quota(
            "standing challenges to one player",
            "`challenges_to_player_per_address`, `challenges_to_player`",
            shared(limits.challenges_to_player_per_address, limits.challenges_to_player),
        ),
        quota(
            "analyses that run or wait",
            "`analyses_per_address`, `analyses` and sixteen times as many that wait",
            analyses(limits),
        ),
        quota(
            "logins that wait",
            "`[accounts]` `passwords_waiting`",
            shared(accounts.passwords_waiting, accounts.passwords_waiting),
        ),
        quota("bot tournaments that run or wait", "`[composing]` `running_per_address`, `running`, `waiting`", runs),
        quota("open tournaments, if `open` is 30", "`[tournaments]` `open_per_address`, `open`", quota_bounds(&open)),
        quota(
            "entrants of a tournament with 100 places",
            "`[tournaments]` `entrants_per_address`",
            shared(tournaments.entrants_per_address, 100),
        ),
        quota(
            "modules that are tested",
            "`[modules]` `waiting_per_address`, `waiting`",
            crate::modules::waiting_bounds(&settings.modules),
        ),
        quota("lectures that a class follows", "fixed", crate::lectures::BOUNDS),
        quota("downloads of own data", "fixed", crate::accounts::DOWNLOADS),
        budget("eighths of each part of `[limits] memory_mb`", "fixed", 1, Some(8)),
        budget("new matches per day", "`matches_per_day_per_address`", limits.matches_per_day_per_address, None),
        budget("MiB of events per day", "`stored_mb_per_address`", limits.stored_mb_per_address, None),
        budget(
            "seconds of bot tournaments per day",
            "`[composing]` `budget_ms_per_address`, `budget_ms`",
            composing.budget_ms_per_address / 1_000,
            Some(composing.budget_ms / 1_000),
        ),
        budget(
            "matches of guests' bot tournaments per day",
            "`[composing]` `guest_matches`",
            composing.guest_matches,
            None,
        ),
        budget(
            "requests per minute",
            "`requests`",
            u64::from(limits.requests) * 60_000 / limits.requests_window_ms,
            None,
        ),
        budget(
            "new matches per minute",
            "`matches_per_minute_per_address`",
            limits.matches_per_minute_per_address.into(),
            None,
        ),
        budget("new players per minute", "`players_per_minute`", limits.players_per_minute.into(), None),
        budget("claimed names per hour", "`[accounts]` `claims_per_hour`", accounts.claims_per_hour.into(), None),
        budget(
            "wrong passwords per minute",
            "`[accounts]` `logins_per_minute_per_address`",
            accounts.logins_per_minute_per_address.into(),
            None,
        ),
        budget("answers to the position of the day", "fixed", crate::daily::PER_ADDRESS.into(), None),
        budget("reports per day", "`reports_per_address`", limits.reports_per_address.into(), None),
        budget("moves per second", "`moves_per_second_per_address`", limits.moves_per_second_per_address.into(), None),
        budget(
            "KiB of answers per second",
            "`answer_bytes_per_address`",
            limits.answer_bytes_per_address as u64 >> 10,
            None,
        ),
    ]
}

/// The table as Markdown.
fn table(settings: &Settings) -> String {
    let mut text = String::from(
        "| what | settings | IPv4 address, /64 | /56 | /48 | all |\n| --- | --- | ---: | ---: | ---: | ---: |\n",
    );
    for Row { what, settings, networks: [narrow, wide, widest], total } in rows(settings) {
        let total = total.map_or_else(|| "–".to_owned(), |total| total.to_string());
        let _ = writeln!(text, "| {what} | {settings} | {narrow} | {wide} | {widest} | {total} |");
    }
    text
}

#[test]
fn docs_list_what_a_network_can_hold() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operating.md");
    let text = std::fs::read_to_string(&path).expect("the document can be read");
    let (before, rest) = text.split_once(BEGIN).expect("the document has the table");
    let (found, after) = rest.split_once(END).expect("the table has an end");
    let table = table(&Settings::default());
    if std::env::var_os("DOCS_UPDATE").is_some() {
        std::fs::write(&path, [before, BEGIN, &table, END, after].concat()).expect("the document can be written");
        return;
    }
    assert_eq!(found, table, "renew it with DOCS_UPDATE=1 cargo test --workspace --lib holdings");
}
