//! `arena play`: plays a match in the terminal, against a built-in bot or on a server.

mod clock_flag;
mod command;
mod lines;
mod local;
mod remote;
mod save;
mod setup;
mod sign_in;
mod state;
mod view;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::SystemTime;

use serde_json::Value;

use super::board_text::{BoardStyle, glyphs};
use super::{CommandResult, ConfigDir, Failure};
use arena_bots::{BotSpec, Roster};
use arena_games::seed::Rng;
use arena_games::{GameId, Side};
use arena_protocol::challenge::SeatRequest;
use clock_flag::ClockFlag;

/// Plays a match in the terminal, against a built-in bot or on a server.
///
/// Type a move when asked, or help for the other commands: hints, taking back, turning the board, saving. On a
/// terminal, lines can be edited, and the arrow keys recall earlier ones.
///
/// On a server, without --bot, the other seat stays open for a player who knows the match's id, or with --listed for
/// any player. Your identity there is stored in ~/.local/state/arena (or $XDG_STATE_HOME/arena), readable only by you.
/// With it, --again returns to a match that you left, even after a restart of the client or the server.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  arena play tictactoe --bot tictactoe-perfect
  arena play tictactoe --url ws://127.0.0.1:8080 --clock 3+2
  arena play tictactoe --url ws://127.0.0.1:8080 --again
  arena play chess --url ws://127.0.0.1:8080 --name Ann --sign-in --challenge open --clock 5+3
  arena play tictactoe --url ws://127.0.0.1:8080 --watch 019a5b0e-8f7e-7000-8000-5d1f6c3a2b10")]
pub(super) struct Args {
    /// The game.
    game: GameId,
    /// The bot to play against [default: without a server, the strongest one of the game].
    #[arg(long, value_name = "NAME")]
    bot: Option<String>,
    /// The seat to take: first, second or random.
    #[arg(long, default_value = "first", value_parser = seat_request)]
    seat: SeatRequest,
    /// An option of the game, such as heap=21; repeatable.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = super::game_option)]
    options: Vec<(String, Value)>,
    /// Seed of random choices [default: a different one each time].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..1 << 53))]
    seed: Option<u64>,
    /// Show the board from the other side.
    #[arg(long)]
    flip: bool,
    /// Show symbols instead of letters for the pieces.
    #[arg(long)]
    glyphs: bool,
    /// Write the match to a file at its end: .pgn or .pdn for games that use it, or a record as .jsonl.
    #[arg(long, value_name = "FILE", conflicts_with = "url")]
    save: Option<PathBuf>,
    /// Server to play on, such as ws://127.0.0.1:8080.
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Join the open seat of this match on the server, or return to the match, instead of creating one.
    #[arg(long = "match", value_name = "ID", requires = "url", conflicts_with_all = ["bot", "clock", "options", "seed"])]
    join: Option<uuid::Uuid>,
    /// Return to the match that you last left on this server.
    #[arg(long, requires = "url", conflicts_with_all = ["join", "watch", "bot", "clock", "options", "seed"])]
    again: bool,
    /// Watch this match on the server.
    #[arg(long, value_name = "ID", requires = "url", conflicts_with_all = ["join", "bot", "clock", "options", "seed"])]
    watch: Option<uuid::Uuid>,
    /// Challenge the player with this id, or create an open challenge, which any player with its id may accept.
    #[arg(long, value_name = "PLAYER|open", requires = "url", conflicts_with_all = ["join", "again", "watch", "bot", "seed"])]
    challenge: Option<Challenged>,
    /// Accept the challenge with this id.
    #[arg(long, value_name = "ID", requires = "url",
        conflicts_with_all = ["challenge", "join", "again", "watch", "bot", "clock", "options", "seed"])]
    accept: Option<uuid::Uuid>,
    /// Show the open seat or the open challenge to all players of the server.
    #[arg(long, requires = "url", conflicts_with_all = ["bot", "join", "again", "watch", "accept"])]
    listed: bool,
    /// Make the match of the challenge rated.
    #[arg(long, requires = "challenge")]
    rated: bool,
    /// Sign in with the password of --name, which is prompted for; the sign-in lasts until --forget.
    #[arg(long, requires = "name", conflicts_with_all = ["again", "key"])]
    sign_in: bool,
    /// Sign in with a key or another token of a player.
    #[arg(long, value_name = "TOKEN", requires = "url", conflicts_with = "again")]
    key: Option<String>,
    /// Discard the stored identity for this server and connect as a new player.
    #[arg(long, requires = "url", conflicts_with = "again")]
    forget: bool,
    /// Clock on the server: minutes per side, increment in seconds, and delay per turn in seconds, as 3+2 or 5d3; or
    /// days per move, as 3days.
    #[arg(long, value_name = "MINUTES[+SECONDS][dSECONDS]|DAYSdays", requires = "url")]
    clock: Option<ClockFlag>,
    /// Your name on the server.
    #[arg(long, value_name = "NAME", requires = "url")]
    name: Option<String>,
}

/// The opponent of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Challenged {
    Anybody,
    Player(uuid::Uuid),
}

impl FromStr for Challenged {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "open" => Ok(Self::Anybody),
            id => id.parse().map(Self::Player).map_err(|_| "expected a player's id, or open".to_owned()),
        }
    }
}

/// Parses the wanted seat.
fn seat_request(text: &str) -> Result<SeatRequest, String> {
    serde_json::from_value(text.into()).map_err(|_| "expected first, second or random".to_owned())
}

pub(super) fn run(args: &Args, config: &ConfigDir) -> CommandResult {
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let look = look(args, terminal)?;
    if let Some(url) = &args.url {
        return remote::play(args, url, look);
    }
    let roster = super::modules::roster(config)?;
    let bot = opponent(args.game, args.bot.as_deref(), &roster)?;
    let seed = args.seed.unwrap_or_else(seed_of_the_moment);
    let side = args.seat.side().unwrap_or_else(|| Side::BOTH[Rng::new(seed).below(2)]);
    let adviser = opponent(args.game, None, &roster)?;
    let (options, save) = (args.options.iter().cloned().collect(), args.save.clone());
    let setup = setup::Setup { bot, options, side, seed, adviser, look, save };
    let mut output = std::io::stdout();
    if terminal && let Ok(mut edited) = lines::Edited::new() {
        return local::play(&setup, &mut edited, &mut output);
    }
    local::play(&setup, &mut lines::Piped(std::io::stdin().lock()), &mut output)
}

/// Returns how the board is shown at the start.
fn look(args: &Args, terminal: bool) -> Result<BoardStyle, Failure> {
    let glyphs = match (args.glyphs, glyphs(args.game)) {
        (false, _) => None,
        (true, glyphs @ Some(_)) => glyphs,
        (true, None) => {
            return Err(Failure::Usage(anyhow::anyhow!("--glyphs: there are no symbols for {}", args.game)));
        }
    };
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    Ok(BoardStyle { flipped: args.flip, glyphs, colours: terminal && !plain })
}

/// Returns the bot of this name, or the strongest one of the game.
fn opponent(game: GameId, name: Option<&str>, roster: &Roster) -> Result<BotSpec, Failure> {
    let wrong = |problem: String| Failure::Usage(anyhow::anyhow!("--bot: {problem}"));
    let bot = match name {
        None => roster.of(game).last().ok_or_else(|| wrong(format!("there is no bot for {game}; name one")))?,
        Some(name) => roster.find(name).ok_or_else(|| wrong(roster.unknown(name, Some(game)).to_string()))?,
    };
    if bot.game != game {
        return Err(wrong(format!("{:?} plays {}, not {game}", bot.name, bot.game)));
    }
    Ok(bot.clone())
}

/// Returns a seed that differs from match to match.
fn seed_of_the_moment() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    arena_games::seed::mix(u64::from(since.subsec_nanos()) ^ since.as_secs() << 30) >> 11
}
