//! `arena bots`: lists the bots.

mod strength;

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use self::strength::Ladder;
use super::Failure;
use super::terminal::{self, beside};
use arena_bots::BotSpec;
use arena_games::GameId;
use arena_tournament::report::text_width::{padded, width};

/// Lists the bots with their settings, from weak to strong.
///
/// With --strength: prints the measured strength in Elo. Each game has its own ladder with a mean of 0. The command
/// printed above each ladder replays the tournament that measured it. The tournament's file contains its limits: a bot
/// that they restrict is stronger without them.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  arena bots tictactoe
  arena bots chess --strength")]
pub(super) struct Args {
    /// Only the bots of this game.
    game: Option<GameId>,
    /// Print the measured strength.
    #[arg(long)]
    strength: bool,
    /// Print JSON: every bot with its whole configuration.
    #[arg(long)]
    json: bool,
}

/// Checks that the files with measured strengths can be read.
pub(super) fn check_strength(config: Option<&Path>) -> super::CommandResult {
    GameId::ALL.iter().try_for_each(|game| Ladder::read(*game, config).map(drop))
}

pub(super) fn run(args: &Args, config: &super::ConfigDir) -> super::CommandResult {
    let roster = super::modules::roster(config)?;
    let wanted = |bot: &&BotSpec| args.game.is_none_or(|game| bot.game == game);
    let mut out = std::io::stdout().lock();
    let wide = terminal::columns().unwrap_or(usize::MAX);
    if args.strength {
        let games = GameId::ALL.iter().copied().filter(|game| args.game.is_none_or(|only| only == *game));
        let ladders = games.map(|game| Ladder::read(game, config.folder()?)).collect::<Result<Vec<_>, Failure>>()?;
        return strength::print(&mut out, &ladders, &roster, args.json, wide);
    }
    if args.json {
        let bots: Vec<Value> = roster.all().iter().filter(wanted).map(BotSpec::to_json).collect();
        writeln!(out, "{}", json!({ "bots": bots }))?;
        return Ok(());
    }
    let columns = roster.all().iter().filter(wanted).map(|bot| width(&bot.name)).max().unwrap_or(0);
    for game in GameId::ALL.iter().filter(|game| args.game.is_none_or(|only| only == **game)) {
        writeln!(out, "{}", game.info().title)?;
        for bot in roster.of(*game) {
            let about = (!bot.about.is_empty()).then(|| bot.about.clone());
            let mut name = bot.name.as_str();
            for text in std::iter::once(bot.summary()).chain(about) {
                let head = format!("  {}  ", padded(std::mem::take(&mut name), columns));
                out.write_all(beside(&head, &text, wide).as_bytes())?;
            }
        }
    }
    Ok(())
}
