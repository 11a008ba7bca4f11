//! `arena mcp`: the arena as tools of an agent.

use std::path::PathBuf;

use super::{CommandResult, ConfigDir};

/// Serves the Model Context Protocol on standard input and output, for agents of language models: tools that list games and
/// bots, play matches, analyse positions and run tournaments.
///
/// Without --data the arena is empty and is deleted at the end. A browser can watch the matches at the address that is
/// printed to standard error. A running server has the same tools at /mcp for players with a key.
///
/// Example: arena mcp --name my-agent --data agents
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Name under which the agent plays
    #[arg(long, value_name = "NAME", default_value = "agent")]
    name: String,
    /// Data directory to use and keep. It must not be in use by a server [default: a temporary one]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Plays a seat of a tournament by starting this agent; tournaments with agents call it
    #[arg(long, hide = true, conflicts_with = "data")]
    seat: bool,
    /// The agent and its arguments
    #[arg(hide = true, requires = "seat", last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

#[cfg(not(feature = "mcp"))]
pub(super) fn run(_: Args, _: &ConfigDir) -> CommandResult {
    Err(super::Failure::Usage(anyhow::anyhow!(
        "this program was built without the Model Context Protocol; use a release, or build with --features mcp"
    )))
}

#[cfg(feature = "mcp")]
pub(super) fn run(args: Args, config: &ConfigDir) -> CommandResult {
    use anyhow::{Context, anyhow};

    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start the async runtime")?;
    if args.seat {
        if args.command.is_empty() {
            return Err(super::Failure::Usage(anyhow!("--seat needs the agent's command after --")));
        }
        let played = runtime.block_on(arena_mcp::play_seat(args.command));
        // A line that standard input still waits for is not needed.
        runtime.shutdown_background();
        return Ok(played.map_err(|problem| anyhow!(problem))?);
    }
    let temporary = match args.data {
        Some(_) => None,
        None => Some(tempfile::tempdir().context("cannot create a temporary folder")?),
    };
    let folder = temporary.as_ref().map(|folder| folder.path().to_owned()).or(args.data).unwrap_or_default();
    let served = runtime.block_on(serve(args.name, folder, config));
    runtime.shutdown_background();
    served
}

#[cfg(feature = "mcp")]
async fn serve(name: String, data: PathBuf, config: &ConfigDir) -> CommandResult {
    use arena_bots::embedded::Files;
    use arena_server::settings::Settings;
    use arena_server::{Parts, start};

    let mut settings = Settings::default();
    settings.server.data = data;
    settings.server.listen = (std::net::Ipv4Addr::LOCALHOST, 0).into();
    // A bot's move needs no delay for an agent.
    settings.bots.delay_ms = 0;
    settings.tournaments.samples = false;
    let roster = super::modules::server_roster(config.folder()?)?;
    let parts = Parts::new(roster, Files::over(config.folder()?));
    let running = start(settings, parts).await.map_err(|error| super::Failure::Work(error.into()))?;
    say!("arena: matches can be watched at {}", running.url());
    let mut signals = super::serve::Signals::new()?;
    let served = tokio::select! {
        served = arena_mcp::serve_stdio(&running, name) => served,
        () = signals.next() => Ok(()),
    };
    running.shut_down().await.map_err(|error| super::Failure::Work(error.into()))?;
    served.map_err(|error| super::Failure::Work(anyhow::anyhow!("{error}")))
}
