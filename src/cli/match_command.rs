//! `arena match`: plays two bots or engines against each other without a tournament file.
//!
//! The command line is converted to a tournament file, so that both are read, checked and played alike. `--print`
//! prints that file.

mod contestant;
mod rules;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use toml::{Table, Value};

use self::contestant::Contestant;
use self::rules::{Draw, Resign, Test};
use super::tournament::{self, RunFlags};
use super::{CommandResult, ConfigDir, Failure};
use crate::bots::charset::Decoded;
use crate::bots::embedded::Files;
use crate::bots::{Roster, Source, unreadable};
use crate::games::GameId;

/// Maximum number of matches if a test ends the run.
const MOST_WITH_TEST: u64 = 40_000;
/// Default number of matches without a test.
const USUAL: u64 = 100;
/// Number of random plies at the start if the game has no list of openings.
const RANDOM_PLIES: i64 = 4;

/// Plays two bots or engines against each other, without a tournament file.
///
/// A contestant is a bot's name, or search switches with the keys of a bot's file, or both: tictactoe-club,depth=4. An
/// engine is cmd=stockfish with name=TEXT, args=TEXT and option.NAME=VALUE. Limits are depth=N, nodes=N, st=SECONDS per
/// move, or tc=MOVES/MINUTES:SECONDS+INCREMENT. For example, tc=10+0.1 is ten seconds for the match plus a tenth per
/// move, and tc=40/60 is a minute for every 40 moves. Values of --each apply to both contestants unless a contestant
/// sets its own.
///
/// Matches come in pairs from the same opening, with the seats exchanged. Without --openings or --random-plies, the
/// openings are drawn at random from the list embedded for the game, or consist of four random plies if there is none.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  arena match tictactoe-club tictactoe-casual --games 200
  arena match tictactoe-club,depth=6 tictactoe-club --sprt 0,5
  arena match cmd=stockfish,option.Threads=1 cmd=./mine --each tc=10+0.1 --games 1000 --pgn games.pgn")]
pub(super) struct Args {
    /// First contestant; a test is about this one.
    first: Contestant,
    /// Second contestant.
    second: Contestant,
    /// The game [default: that of the bots; for engines, the one that GUIs play over UCI].
    #[arg(long)]
    game: Option<GameId>,
    /// Number of matches, two per opening [default: 100; with --sprt at most 40000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    games: Option<u64>,
    /// Values for both contestants, such as depth=4 or tc=10+0.1; separated by commas, or repeated.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    each: Vec<Contestant>,
    /// Stop when a sequential test decides whether the first contestant is no better than ELO0 or better than ELO1, in
    /// normalised Elo: 0,5 or elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Test>,
    /// A file of openings: .epd, .fen, .pgn, .pdn, .txt, .toml or .json.
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,
    /// Start with N random plies, derived from the seed.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(0..=200))]
    random_plies: Option<i64>,
    /// Adjudicate a draw if both values stay within VALUE of 0 for MOVES moves each, from ply PLY on:
    /// movenumber=40,movecount=8,score=10 (in moves of both), or MOVES,VALUE, or PLY,MOVES,VALUE.
    #[arg(long, value_name = "MOVES,VALUE")]
    draw: Option<Draw>,
    /// Adjudicate a loss for the side whose value was -VALUE or worse for MOVES moves in a row:
    /// movecount=4,score=600,twosided=true, or MOVES,VALUE.
    #[arg(long, value_name = "MOVES,VALUE")]
    resign: Option<Resign>,
    /// Adjudicate a draw after this many plies.
    #[arg(long, value_name = "PLIES")]
    max_plies: Option<i64>,
    /// Print the equivalent tournament file and play nothing.
    #[arg(long)]
    print: bool,
    #[command(flatten)]
    run: RunFlags,
}

pub(super) fn run(args: &Args, config: &ConfigDir) -> CommandResult {
    let folder = config.folder()?;
    let roster = Roster::load(folder)?;
    let text = args.file(&roster, folder)?.to_string();
    if args.print {
        std::io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(());
    }
    let source = Source { file: "the match", text: &text };
    let open = |path: &str| opened(path, folder);
    tournament::play(&args.run, &source, &roster, &open, "the same command with --resume")
}

/// Returns true if all keys of a contestant are known.
#[cfg(test)]
pub(super) fn is_contestant(text: &str) -> bool {
    text.parse::<Contestant>().is_ok_and(|one| one.knows_its_keys())
}

/// Reads a file of openings, given by a path from the working directory or by the path of an embedded file.
fn opened(path: &str, config: Option<&Path>) -> Result<(String, Decoded), String> {
    if Path::new(path).exists() {
        return super::embedded_file::here(path);
    }
    match Files::over(config).decoded(path) {
        Ok(Some(found)) => Ok(found),
        Ok(None) => Err(format!("{path} cannot be read: {}", unreadable::missing(Path::new(path)))),
        Err(error) => Err(error.to_string()),
    }
}

impl Args {
    /// Returns the equivalent tournament file.
    fn file(&self, roster: &Roster, config: Option<&Path>) -> Result<Table, Failure> {
        let usage = |problem: String| Failure::Usage(anyhow!("{problem}"));
        let game = self.game(roster)?;
        let games = self.games.unwrap_or(if self.sprt.is_some() { MOST_WITH_TEST } else { USUAL });
        if games % 2 == 1 {
            return Err(usage(format!("--games {games}: matches come in pairs; {} or {}", games - 1, games + 1)));
        }
        let mut entrants = Vec::new();
        for contestant in [&self.first, &self.second] {
            let over = self.each.iter().rev().fold(contestant.clone(), Contestant::over);
            entrants.push(Value::Table(over.table().map_err(usage)?));
        }
        let mut file = Table::new();
        file.insert("name".to_owned(), format!("{} against {}", self.first, self.second).into());
        file.insert("game".to_owned(), game.name().into());
        file.insert("format".to_owned(), "match".into());
        file.insert("rounds".to_owned(), Value::Integer((games / 2).cast_signed()));
        if let Some(Test(test)) = &self.sprt {
            file.insert("sprt".to_owned(), test.clone().into());
        }
        file.insert("openings".to_owned(), self.openings(game, config)?.into());
        let adjudication = self.adjudication();
        if !adjudication.is_empty() {
            file.insert("adjudication".to_owned(), adjudication.into());
        }
        file.insert("entrants".to_owned(), entrants.into());
        Ok(file)
    }

    /// Returns the game of the bots, or the one given by `--game`.
    fn game(&self, roster: &Roster) -> Result<GameId, Failure> {
        let of_bots = [&self.first, &self.second].into_iter().filter_map(|one| one.bot());
        let known = of_bots.filter_map(|name| roster.find(name)).map(|bot| bot.game).next();
        let engine = [&self.first, &self.second].into_iter().any(Contestant::is_engine);
        let game = self.game.or(known).or_else(|| engine.then(GameId::usual_of_engines));
        for name in [&self.first, &self.second].into_iter().filter_map(|one| one.bot()) {
            if roster.find(name).is_none() {
                return Err(Failure::Usage(anyhow!("{}", roster.unknown(name, game))));
            }
        }
        game.ok_or_else(|| Failure::Usage(anyhow!("which game? no bot is named that says it: give --game")))
    }

    fn openings(&self, game: GameId, config: Option<&Path>) -> Result<Table, Failure> {
        let mut openings = Table::new();
        if let Some(file) = &self.openings {
            let path = file.to_str().ok_or_else(|| Failure::Usage(anyhow!("--openings: the path is no Unicode")))?;
            openings.insert("file".to_owned(), path.into());
            openings.insert("order".to_owned(), "random".into());
            return Ok(openings);
        }
        let shipped = format!("openings/{game}.txt");
        if self.random_plies.is_none() && Files::over(config).one(&shipped)?.is_some() {
            openings.insert("file".to_owned(), shipped.into());
            openings.insert("order".to_owned(), "random".into());
            return Ok(openings);
        }
        match self.random_plies.unwrap_or(RANDOM_PLIES) {
            // Every match begins at the game's own start.
            0 => {}
            plies => drop(openings.insert("random_plies".to_owned(), plies.into())),
        }
        Ok(openings)
    }

    fn adjudication(&self) -> Table {
        let mut all = Table::new();
        if let Some(Draw(draw)) = &self.draw {
            all.insert("draw".to_owned(), draw.clone().into());
        }
        if let Some(Resign(resign)) = &self.resign {
            all.insert("resign".to_owned(), resign.clone().into());
        }
        if let Some(plies) = self.max_plies {
            all.insert("max_plies".to_owned(), plies.into());
        }
        all
    }
}
