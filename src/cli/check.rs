//! `arena check`: tries a WebAssembly module out.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, anyhow};

use super::{CommandResult, Failure};
use arena_bots::module::ModuleLimits;
use arena_games::GameId;
use arena_modules::check;

/// Checks a WebAssembly module: its imports, exports and limits, and its answers in positions that random play reaches.
///
/// The limits are the usual ones of a bot. The exit code is 1 if the module would lose a match by its own failure.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  arena check mine.wasm --game connect4")]
pub(super) struct Args {
    /// The module.
    file: PathBuf,
    /// The game that it plays.
    #[arg(long)]
    game: GameId,
    /// An option of the game, such as size=9; repeatable.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = super::game_option)]
    options: Vec<(String, serde_json::Value)>,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let name = args.file.display();
    let wasm = std::fs::read(&args.file).with_context(|| format!("cannot read {name}")).map_err(Failure::Usage)?;
    let options = args.options.iter().cloned().collect();
    let refused = |problem| Failure::Work(anyhow!("{name}: {problem}"));
    let report = check(&wasm, args.game, &options, ModuleLimits::default()).map_err(refused)?;
    writeln!(std::io::stdout(), "{name}: {report}")?;
    match report.failure {
        Some((_, failure)) => Err(Failure::Work(anyhow!("{name}: {failure}"))),
        None => Ok(()),
    }
}
