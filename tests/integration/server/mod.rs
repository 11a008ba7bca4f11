//! The server on a free port with short timeouts, and real WebSocket clients.

mod accounts;
#[cfg(target_os = "linux")]
mod bars;
mod bot_api;
mod challenges;
mod cheats;
pub(crate) mod client;
mod composers;
mod documented;
mod engines;
mod entered;
mod fairness;
mod faults;
mod formats;
mod greedy;
#[cfg(unix)]
mod guide;
mod http;
#[cfg(unix)]
mod inherited;
mod kill;
mod lectures;
mod lists;
mod load;
mod lobby;
mod making;
mod matches;
mod memory;
mod metrics;
mod modules;
mod namesakes;
mod operations;
mod operators;
mod organisers;
mod players;
mod previews;
mod process;
mod protocol;
mod proxy;
mod readers;
#[cfg(unix)]
mod reload;
mod resting;
mod saved_bots;
mod shares;
mod storage;
mod thinking;
mod tls;
mod tournaments;
mod values;

use std::net::SocketAddr;
use std::sync::Arc;

use arena_bots::Roster;
use arena_bots::embedded::Files;
use arena_server::settings::Settings;
use arena_server::{Parts, Running, start};
use tempfile::TempDir;

use client::Client;

/// A change of a server's settings, as `settings!(matches.grace_ms = 50)`.
macro_rules! settings {
    ($($($part:ident).+ = $value:expr),+ $(,)?) => {
        |settings: &mut arena_server::settings::Settings| {
            $(settings.$($part).+ = $value;)+
        }
    };
}
pub(crate) use settings;

/// The operator's token.
const TOKEN: &str = "the-operator-of-the-tests";

/// A server with its own data directory.
pub(crate) struct Server {
    pub(crate) running: Running,
    data: TempDir,
}

impl Server {
    /// A server with cheap password hashes and without waits, adjusted by the test.
    pub(crate) async fn start(change: impl FnOnce(&mut Settings)) -> Self {
        Self::with(TempDir::new().unwrap(), change, |_| {}).await
    }

    pub(crate) async fn with(
        data: TempDir,
        change: impl FnOnce(&mut Settings),
        parts: impl FnOnce(&mut Parts),
    ) -> Self {
        let mut settings = Settings::default();
        settings.server.listen = SocketAddr::from(([127, 0, 0, 1], 0));
        settings.server.data = data.path().to_owned();
        settings.server.operator_token = TOKEN.into();
        settings.bots.delay_ms = 0;
        settings.accounts.password_memory_kb = 64;
        settings.accounts.logins_per_minute = 1_000;
        settings.accounts.logins_per_minute_per_address = 1_000;
        settings.accounts.claims_per_hour = 1_000;
        settings.accounts.rated_after_hours = 0;
        settings.accounts.rated_same_address = true;
        settings.tournaments.samples = false;
        settings.limits.matches_per_minute_per_address = 1_000_000;
        change(&mut settings);
        let mut made = Parts::new(Roster::load(None).unwrap(), Files::over(None));
        made.modules = Some(Arc::new(arena_modules::Checker));
        made.extensions.push(Box::new(arena_lichess::BotApi::default()));
        parts(&mut made);
        Self { running: start(settings, made).await.unwrap(), data }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.running.address)
    }

    /// A value of `/metrics`.
    pub(crate) async fn metric(&self, name: &str) -> u64 {
        let text = reqwest::get(self.url("/metrics")).await.unwrap().text().await.unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("arena_{name} ")));
        line.unwrap_or_else(|| panic!("{name}")).parse().unwrap()
    }

    /// A POST request by the operator.
    fn operator_posts(&self, path: &str) -> reqwest::RequestBuilder {
        reqwest::Client::new().post(self.url(path)).bearer_auth(TOKEN)
    }

    /// Returns a client that has sent hello.
    pub(crate) async fn player(&self, name: &str) -> Client {
        Client::player(self.running.address, name).await
    }

    pub(crate) async fn stop(self) -> TempDir {
        self.running.shut_down().await.unwrap();
        self.data
    }
}
