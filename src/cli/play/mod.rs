//! `arena play`: a match in the terminal, against a built-in bot or on a server.

mod command;
mod local;

use std::io::IsTerminal;
use std::str::FromStr;
use std::time::SystemTime;

use serde_json::Value;

use super::{CommandResult, ConfigDir, Failure};
use crate::bots::{BotSpec, Roster};
use crate::games::seed::Rng;
use crate::games::{GameId, Side};

/// Plays in the terminal against a bot.
///
/// Type a move when asked, or help for what else there is.
///
/// Example: arena play tictactoe --bot tictactoe-perfect
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game.
    game: GameId,
    /// The bot to play against; the strongest one of the game unless given.
    #[arg(long, value_name = "NAME")]
    bot: Option<String>,
    /// The seat to take: first, second or random.
    #[arg(long, default_value = "first")]
    seat: SeatWish,
    /// An option of the game, as heap=21; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = super::game_option)]
    options: Vec<(String, Value)>,
    /// What random choices come from; another one each time unless given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..1 << 53))]
    seed: Option<u64>,
}

/// The seat that a person wants.
#[derive(Clone, Copy, Debug)]
enum SeatWish {
    Side(Side),
    Random,
}

impl FromStr for SeatWish {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "first" => Ok(Self::Side(Side::First)),
            "second" => Ok(Self::Side(Side::Second)),
            "random" => Ok(Self::Random),
            _ => Err("a seat is first, second or random".to_owned()),
        }
    }
}

pub(super) fn run(args: &Args, config: &ConfigDir) -> CommandResult {
    let roster = Roster::load(config.folder())?;
    let bot = opponent(args.game, args.bot.as_deref(), &roster)?;
    let seed = args.seed.unwrap_or_else(seed_of_the_moment);
    let side = match args.seat {
        SeatWish::Side(side) => side,
        SeatWish::Random => Side::BOTH[Rng::new(seed).below(2)],
    };
    let setup = local::Setup { bot, options: args.options.iter().cloned().collect(), side, seed };
    let prompt = std::io::stdin().is_terminal();
    local::play(&setup, &mut std::io::stdin().lock(), &mut std::io::stdout().lock(), prompt)
}

/// The bot by name, or the strongest one of the game.
fn opponent(game: GameId, name: Option<&str>, roster: &Roster) -> Result<BotSpec, Failure> {
    let wrong = |problem: String| Failure::Usage(anyhow::anyhow!("--bot: {problem}"));
    let bot = match name {
        None => roster.of(game).last().ok_or_else(|| wrong(format!("there is no bot for {game}; name one")))?,
        Some(name) => roster.find(name).ok_or_else(|| wrong(roster.unknown(name, Some(game))))?,
    };
    if bot.game != game {
        return Err(wrong(format!("{:?} plays {}, not {game}", bot.name, bot.game)));
    }
    Ok(bot.clone())
}

/// A seed that differs from one match to the next.
fn seed_of_the_moment() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    crate::games::seed::mix(u64::from(since.subsec_nanos()) ^ since.as_secs() << 30) >> 11
}
