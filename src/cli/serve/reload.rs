//! SIGHUP: reloads bots and settings while the server runs.

use std::collections::BTreeSet;
use std::path::PathBuf;

use tracing_subscriber::filter::Targets;

use super::flags::{SettingsFlags, settings};
use crate::{ConfigDir, Failure, sentence};
use arena_bots::Roster;
use arena_server::settings::Settings;
use arena_server::settings::reload::Reloaded;
use arena_server::{Running, check_start};

/// The sources of a running server's configuration, and their last content.
pub(super) struct Configuration {
    flags: SettingsFlags,
    folder: Option<PathBuf>,
    /// The settings in use.
    settings: Settings,
    roster: Roster,
    set_filter: Box<dyn Fn(&Settings)>,
}

impl Configuration {
    /// Stores the configuration at the start. `set_filter` applies the log filter of new settings.
    pub(super) fn new(
        flags: SettingsFlags,
        folder: Option<PathBuf>,
        settings: &Settings,
        roster: &Roster,
        set_filter: Box<dyn Fn(&Settings)>,
    ) -> Self {
        Self { flags, folder, settings: settings.clone(), roster: roster.clone(), set_filter }
    }

    /// Reloads the configuration and applies it to the server. Returns the result as a sentence. If anything is
    /// invalid, nothing changes.
    pub(super) fn reload(&mut self, server: &Running) -> String {
        let applied =
            self.read().and_then(|(settings, roster)| Ok((server.reload(&settings, roster.clone())?, roster)));
        match applied {
            Ok((reloaded, roster)) => {
                (self.set_filter)(&reloaded.settings);
                let summary = summary_text(&reloaded, &differing(&self.roster, &roster));
                (self.settings, self.roster) = (reloaded.settings, roster);
                summary
            }
            Err(Failure::Usage(error) | Failure::Work(error) | Failure::Unchecked(error)) => {
                format!(
                    "{}; nothing was changed, but the server would not start with this configuration",
                    sentence(&error)
                )
            }
        }
    }

    fn read(&self) -> Result<(Settings, Roster), Failure> {
        let config = ConfigDir { config_dir: self.folder.clone() };
        let mut settings = settings(self.flags.clone(), &config, |_| true)?;
        if self.flags.listen.is_some() {
            // The listening address was chosen at the start and cannot change.
            settings.server.listen = self.settings.server.listen;
        }
        check_start(&settings).map_err(|error| Failure::Usage(error.into()))?;
        Ok((settings, crate::modules::server_roster(self.folder.as_deref())?))
    }
}

/// The log filter: `RUST_LOG` if it is set and valid, otherwise the setting `server.log`.
pub(super) fn filter(settings: &Settings) -> Targets {
    let environment = std::env::var("RUST_LOG").ok().and_then(|filter| filter.parse().ok());
    environment.unwrap_or_else(|| settings.server.log.parse().expect("the settings were checked"))
}

/// Returns the names of bots that are new, removed or changed, including changes of their books.
fn differing(before: &Roster, now: &Roster) -> Vec<String> {
    let all = [before, now].into_iter().flat_map(|roster| roster.all().iter().chain(roster.engines()));
    let names = all.map(|bot| &bot.name).collect::<BTreeSet<_>>();
    let find = |roster: &'_ Roster, name: &String| roster.find(name).or_else(|| roster.engine(name)).cloned();
    let describe = |name: &String| match (find(before, name), find(now, name)) {
        (None, _) => Some(format!("the new bot {name}")),
        (_, None) => Some(format!("the bot {name} (removed)")),
        (before, now) => (before != now).then(|| format!("the bot {name}")),
    };
    names.into_iter().filter_map(describe).collect()
}

fn summary_text(reloaded: &Reloaded, bots: &[String]) -> String {
    let changed: Vec<&String> = reloaded.changed.iter().chain(bots).collect();
    let mut text = match &changed[..] {
        [] => "nothing else is changed".to_owned(),
        changed => {
            let list: Vec<&str> = changed.iter().map(|name| name.as_str()).collect();
            format!("changed: {}", list.join(", "))
        }
    };
    if reloaded.at_restart.is_empty() {
        if changed.is_empty() {
            "bots and settings are unchanged".clone_into(&mut text);
        }
    } else {
        text = format!("{text}; restart the server to apply {}", reloaded.at_restart.join(", "));
    }
    text
}

/// Receives the signal that requests a reload.
pub(super) struct Hangups {
    #[cfg(unix)]
    signal: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Hangups {
    pub(super) fn new() -> std::io::Result<Self> {
        Ok(Self { signal: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup())? })
    }

    pub(super) async fn next(&mut self) {
        self.signal.recv().await;
    }
}

#[cfg(not(unix))]
impl Hangups {
    pub(super) fn new() -> std::io::Result<Self> {
        Ok(Self {})
    }

    pub(super) async fn next(&mut self) {
        std::future::pending().await
    }
}
