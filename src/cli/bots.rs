//! `arena bots`: which bots there are, and what they do.

use std::io::Write;

use serde_json::{Value, json};

use crate::bots::{BotSpec, Roster};
use crate::games::GameId;
use crate::tournament::report::text_width::{padded, width};

/// Lists the bots, from weak to strong, with what they do.
///
/// Example: arena bots tictactoe
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only the bots of this game.
    game: Option<GameId>,
    /// Prints JSON: every bot with its whole configuration.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, config: &super::ConfigDir) -> super::CommandResult {
    let roster = Roster::load(config.folder()?)?;
    let wanted = |bot: &&BotSpec| args.game.is_none_or(|game| bot.game == game);
    let mut out = std::io::stdout().lock();
    if args.json {
        let bots: Vec<Value> = roster.all().iter().filter(wanted).map(BotSpec::to_json).collect();
        writeln!(out, "{}", json!({ "bots": bots }))?;
        return Ok(());
    }
    let columns = roster.all().iter().filter(wanted).map(|bot| width(&bot.name)).max().unwrap_or(0);
    for game in GameId::ALL.iter().filter(|game| args.game.is_none_or(|only| only == **game)) {
        writeln!(out, "{}", game.info().title)?;
        for bot in roster.of(*game) {
            writeln!(out, "  {}  {}", padded(&bot.name, columns), bot.summary())?;
            if !bot.about.is_empty() {
                writeln!(out, "  {}  {}", padded("", columns), bot.about)?;
            }
        }
    }
    Ok(())
}
