//! `arena config`: the effective settings of a server.

use std::io::Write;

use anyhow::Context;
use clap::Subcommand;
use toml::{Table, Value};

use super::{CommandResult, ConfigDir, Failure, serve};
use arena_server::check_start;
use arena_server::settings::{SHIPPED, Settings};

/// Checks or prints the settings of a server. They are merged as in `arena serve`: flags override environment
/// variables, which override the settings file, which overrides the defaults.
///
/// Example: arena config check --config /etc/arena/arena.toml
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Checks settings, certificate, bots and books, and prints the first error (exit code 2)
    Check {
        #[command(flatten)]
        settings: serve::SettingsFlags,
    },
    /// Prints every setting as TOML, with the default next to each changed one; secrets are masked
    Show {
        #[command(flatten)]
        settings: serve::SettingsFlags,
        /// Only the settings that differ from their defaults
        #[arg(long)]
        changed: bool,
    },
}

pub(super) fn run(args: Args, config: &ConfigDir) -> CommandResult {
    let mut out = std::io::stdout().lock();
    match args.action {
        Action::Check { settings } => {
            let settings = serve::settings(settings, config, |_| true)?;
            let wrong = |error| Failure::Usage(anyhow::Error::from(error).context("the server would not start"));
            check_start(&settings).map_err(wrong)?;
            super::modules::server_roster(config.folder()?)?;
            super::bots::check_strength(config.folder()?)?;
            writeln!(out, "settings and bots are valid")?;
        }
        Action::Show { settings, changed } => {
            let settings = serve::settings(settings, config, |_| true)?;
            out.write_all(shown(&settings, changed)?.as_bytes())?;
        }
    }
    Ok(())
}

/// Returns the settings as a settings file. Reading it gives the same settings, except for secrets.
fn shown(settings: &Settings, changed: bool) -> anyhow::Result<String> {
    let (present, defaults) = (table(settings)?, table(&Settings::default())?);
    let mut text = String::new();
    for (section, keys) in in_order(&present, |section| format!("\n[{section}]\n")) {
        let Value::Table(keys) = keys else { continue };
        let default_of = |key: &str| defaults.get(section).and_then(|keys| keys.get(key));
        let mut lines = String::new();
        for (key, value) in in_order(keys, |key| format!("\n{key} =")) {
            let is_default = default_of(key) == Some(value);
            if changed && is_default {
                continue;
            }
            lines.push_str(&format!("{key} = {value}"));
            if let Some(default) = default_of(key).filter(|_| !is_default) {
                lines.push_str(&format!("  # default: {default}"));
            }
            lines.push('\n');
        }
        if !lines.is_empty() {
            let gap = if text.is_empty() { "" } else { "\n" };
            text.push_str(&format!("{gap}[{section}]\n{lines}"));
        }
    }
    Ok(text)
}

/// Returns the entries of `table` in the order of the default settings file.
fn in_order(table: &Table, written: impl Fn(&str) -> String) -> Vec<(&String, &Value)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(name, _)| SHIPPED.find(&written(name)));
    entries
}

/// Converts settings to TOML, without secrets.
fn table(settings: &Settings) -> anyhow::Result<Table> {
    let mut settings = settings.clone();
    if !settings.server.operator_token.is_empty() {
        settings.server.operator_token = "…".into();
    }
    Table::try_from(settings).context("settings are plain tables")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn printed_settings_read_back_unchanged() {
        let mut settings = Settings::default();
        settings.limits.messages = 7;
        settings.server.origins = vec!["https://example.org".to_owned()];
        for changed in [false, true] {
            let text = shown(&settings, changed).expect("the settings are plain values");
            assert!(text.contains("messages = 7  # default: 100\n"), "{text}");
            assert_eq!(Settings::from_toml(&text, Path::new("shown")).expect(&text), settings);
            assert_eq!(text.contains("ping_ms"), !changed);
        }
        assert_eq!(shown(&Settings::default(), true).expect("the settings are plain values"), "");
    }

    #[test]
    fn the_operator_token_is_masked() {
        let mut settings = Settings::default();
        settings.server.operator_token = "sesame-of-the-test".into();
        let text = shown(&settings, true).expect("the settings are plain values");
        assert!(text.contains("operator_token = \"…\"") && !text.contains("sesame"), "{text}");
    }
}
