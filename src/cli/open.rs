//! `arena open`: opens a tournament or league for entrants on a running server.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use serde_json::Value;

use super::{CommandResult, ConfigDir, Failure, operator_request, serve};
use arena_bots::{Source, unreadable};
use arena_play::tournament::Terms;
use arena_protocol::live::LiveView;

/// Opens a tournament on the running server that people, their programs, bots and engines can enter.
///
/// The file defines the format and the rules: a schedule, an arena, or an ongoing league. Players enter on the page or
/// with a program; `arena invite` creates keys for them. The command sends a request to the running server, as `arena
/// operator-link` does, so run it as the server's user.
///
/// Example: arena open config/leagues/class.toml --data data
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The TOML file with the terms
    file: PathBuf,
    /// Print the state of the tournament as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: serve::SettingsFlags,
}

pub(super) fn run(args: Args, config: &ConfigDir) -> CommandResult {
    let Args { file, json, server } = args;
    let text = unreadable::toml(&file)?;
    let source = Source { file: &file.display().to_string(), text: &text };
    let terms: Terms = source.read(source.table()?)?;
    terms.check().map_err(|error| Failure::Usage(anyhow::anyhow!("{}: {error}", file.display())))?;
    let settings = serve::settings(server, config, serve::is_served)?;
    let body = serde_json::to_value(&terms).context("the terms cannot be sent")?;
    let answer: Value = operator_request::post(&settings.server, "/api/tournaments/open", Some(&body))?;
    let mut out = std::io::stdout();
    if json {
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    let view: LiveView = serde_json::from_value(answer).context("the answer is not from an arena server")?;
    writeln!(out, "{}", view.tournament)?;
    say!(
        "arena: {:?} is open; programs enter it by that name, and the page shows it under tournaments/",
        view.terms.name
    );
    Ok(())
}
