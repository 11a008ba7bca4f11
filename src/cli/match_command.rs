//! `arena match`: plays two bots or engines against each other without a tournament file.
//!
//! The command line is converted to a tournament file, so that both are read, checked and played alike. `--print`
//! prints that file.

mod entrant_text;
mod rules;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use toml::{Table, Value};

use self::entrant_text::EntrantText;
use self::rules::{Draw, Resign, Test};
use super::tournament::{self, RunFlags};
use super::{CommandResult, ConfigDir, Failure};
use arena_bots::charset::Decoded;
use arena_bots::embedded::Files;
use arena_bots::module::module_name;
use arena_bots::suggest::did_you_mean;
use arena_bots::{FileError, Roster, Source, unreadable};
use arena_games::GameId;
use arena_syzygy::MAX_PIECES;

/// Name of the equivalent tournament file in errors. They are reworded before anybody sees it.
const THE_MATCH: &str = "the match";
/// Maximum number of matches if a test ends the run.
const MOST_WITH_TEST: u64 = 40_000;
/// Default number of matches without a test.
const USUAL: u64 = 100;
/// Number of random plies at the start if the game has no list of openings.
const RANDOM_PLIES: i64 = 4;

/// Plays two bots or engines against each other, without a tournament file.
///
/// An entrant is a bot's name, or search switches with the keys of a bot's file, or both: tictactoe-club,depth=4. An
/// engine is cmd=stockfish with name=TEXT, args=TEXT, option.NAME=VALUE, proto=uci (or ucci, xboard, gomocup, gtp, text),
/// dir=FOLDER, stderr=FILE, initstr=TEXT, restart=on and ponder=true. Limits are depth=N, nodes=N, st=SECONDS per move,
/// or tc=MOVES/MINUTES:SECONDS+INCREMENT. For example, tc=10+0.1 is ten seconds for the match plus a tenth per move,
/// tc=40/60 is a minute for every 40 moves, and tc=inf is no clock. timemargin=MS tolerates late moves. Values of --each
/// apply to both entrants unless an entrant sets its own.
///
/// Matches come in pairs from the same opening, with the seats exchanged. Without --openings or --random-plies, the
/// openings are drawn at random from the list embedded for the game, or consist of four random plies if there is none.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  arena match tictactoe-club tictactoe-casual --games 200
  arena match tictactoe-club,depth=6 tictactoe-club --sprt 0,5
  arena match cmd=stockfish,option.Threads=1 cmd=./mine --each tc=10+0.1 --games 1000 --pgn games.pgn
  arena match cmd=./new cmd=./old --each tc=10+0.1 --tb /srv/syzygy
  arena match cmd=./new cmd=./old --each tc=inf,nodes=20000 --openings book.pgn --plies 12 --start 101")]
pub(super) struct Args {
    /// First entrant; a test is about this one.
    first: EntrantText,
    /// Second entrant.
    second: EntrantText,
    /// The game [default: that of the bots; for engines, the one that GUIs play over UCI].
    #[arg(long)]
    game: Option<GameId>,
    /// Number of matches, two per opening [default: 100; with --sprt at most 40000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    games: Option<u64>,
    /// Values for both entrants, such as depth=4 or tc=10+0.1; separated by commas, or repeated.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    each: Vec<EntrantText>,
    /// Stop when a sequential test decides whether the first entrant is no better than ELO0 or better than ELO1, in
    /// normalised Elo: 0,5 or elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Test>,
    /// A file of openings: .epd, .fen, .pgn, .pdn, .txt, .toml or .json.
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,
    /// Cut every opening of the file to N plies.
    #[arg(long, value_name = "N", conflicts_with = "random_plies")]
    plies: Option<i64>,
    /// Order of the openings: random or sequential [default: random; sequential with --start]
    #[arg(long, value_name = "ORDER", conflicts_with = "random_plies", value_parser = ["random", "sequential"])]
    order: Option<String>,
    /// Begin with the N-th opening of the file, in sequential order.
    #[arg(long, value_name = "N", conflicts_with = "random_plies")]
    start: Option<i64>,
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
    /// Adjudicate with the tables of --tb positions with at most N pieces, kings included [default: all in the tables].
    #[arg(long, value_name = "N", requires = "tb")]
    tb_pieces: Option<i64>,
    /// Tolerate moves that are this many milliseconds late [default: 100]
    #[arg(long, value_name = "MS")]
    margin: Option<i64>,
    /// Restart both engines for each match: on, off or auto (off).
    #[arg(long, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_missing_value = "on", value_parser = ["on", "off", "auto"])]
    restart: Option<String>,
    /// Run both engines in this folder.
    #[arg(long, value_name = "FOLDER")]
    dir: Option<String>,
    /// Print the equivalent tournament file and play nothing.
    #[arg(long)]
    print: bool,
    #[command(flatten)]
    run: RunFlags,
}

pub(super) fn run(args: &Args, config: &ConfigDir) -> CommandResult {
    let folder = config.folder()?;
    let roster = super::modules::roster(config)?;
    let text = args.file(&roster, folder)?.to_string();
    if args.print {
        std::io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(());
    }
    let source = Source { file: THE_MATCH, text: &text };
    let open = |path: &str| opened(path, folder);
    let reword = |error| args.reword(&text, error);
    tournament::play(&args.run, &source, &roster, &open, "the same command with --resume", &reword)
}

/// Returns true if all keys of an entrant are known.
#[cfg(test)]
pub(super) fn is_entrant(text: &str) -> bool {
    text.parse::<EntrantText>().is_ok_and(|one| one.unknown_key().is_none())
}

/// Reads a file of openings, given by a path from the working directory or by the path of an embedded file.
fn opened(path: &str, config: Option<&Path>) -> Result<(String, Decoded), String> {
    if Path::new(path).exists() {
        return super::embedded_file::here(path);
    }
    match Files::over(config).decoded(path) {
        Ok(Some(file)) => Ok(file),
        Ok(None) => Err(format!("{path} cannot be read: {}", unreadable::missing(Path::new(path)))),
        Err(error) => Err(error.to_string()),
    }
}

impl Args {
    /// Returns the equivalent tournament file.
    fn file(&self, roster: &Roster, config: Option<&Path>) -> Result<Table, Failure> {
        let usage = |problem: String| Failure::Usage(anyhow!("{problem}"));
        for entrant in [&self.first, &self.second].into_iter().chain(&self.each) {
            if let Some(key) = entrant.unknown_key() {
                let keys = EntrantText::known_keys();
                let meant = did_you_mean(key, keys.iter().copied());
                return Err(usage(format!("{entrant}: unknown key {key:?}; known keys: {}.{meant}", keys.join(", "))));
            }
        }
        for entrant in [&self.first, &self.second].into_iter().chain(&self.each) {
            entrant.check().map_err(|problem| usage(format!("{entrant}: {problem}")))?;
        }
        let game = self.game(roster)?;
        let games = self.games.unwrap_or(if self.sprt.is_some() { MOST_WITH_TEST } else { USUAL });
        if games % 2 == 1 {
            return Err(usage(format!(
                "--games {games}: matches are played in pairs; use {} or {}",
                games - 1,
                games + 1
            )));
        }
        let flags = [("restart", &self.restart), ("dir", &self.dir)];
        let flags = flags.into_iter().filter_map(|(key, value)| Some(EntrantText::of_key(key, value.as_ref()?)));
        let each: Vec<_> = self.each.iter().cloned().chain(flags).collect();
        let over = [&self.first, &self.second].map(|one| each.iter().rev().fold(one.clone(), EntrantText::over));
        let names = EntrantText::names(&over[0], &over[1]);
        let mut entrants = Vec::new();
        for (text, name) in over.iter().zip(&names) {
            let mut entrant = text.table().map_err(|problem| usage(format!("{text}: {problem}")))?;
            entrant.insert("name".to_owned(), name.as_str().into());
            entrants.push(Value::Table(entrant));
        }
        let mut file = Table::new();
        file.insert("name".to_owned(), names.join(" against ").into());
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
        if let Some(margin) = self.margin {
            file.insert("limits".to_owned(), Table::from_iter([("margin_ms".to_owned(), margin.into())]).into());
        }
        file.insert("entrants".to_owned(), entrants.into());
        Ok(file)
    }

    /// Rewords an error in the equivalent tournament file, which nobody has seen, as an error in the command line.
    fn reword(&self, text: &str, error: FileError) -> Failure {
        if error.file != THE_MATCH {
            return error.into();
        }
        let (problem, key) = (&error.problem, error.key.as_deref().unwrap_or_default());
        let before: Vec<&str> = text.lines().take(error.line.unwrap_or(0)).collect();
        let section = before.iter().rfind(|line| line.starts_with('['));
        let is_entrant = section.is_some_and(|section| section.trim_start_matches('[').starts_with("entrants"));
        let typed = match before.iter().filter(|line| **line == "[[entrants]]").count() {
            _ if !is_entrant => self.typed_flag(key),
            place => {
                let entrant = if place == 1 { &self.first } else { &self.second };
                match entrant.typed_key(key).as_str() {
                    "bot" | "engine" | "" => format!("{entrant}: "),
                    key => format!("{entrant}: {key}: "),
                }
            }
        };
        Failure::Usage(anyhow!("{typed}{problem}"))
    }

    /// Returns the flag that sets a key of the tournament file outside its entrants, to stand before a problem.
    fn typed_flag(&self, key: &str) -> String {
        let key = key.rsplit('.').next().unwrap_or_default();
        let flag = match key {
            "elo0" | "elo1" | "alpha" | "beta" | "model" | "pentanomial" | "sprt" => "sprt",
            "file" | "openings" => "openings",
            "random_plies" => "random-plies",
            "max_plies" => "max-plies",
            "margin_ms" => "margin",
            "rounds" => "games",
            "tablebase" | "pieces" => "tb",
            "options" => "game",
            "plies" | "order" | "start" | "draw" | "resign" | "game" => key,
            _ => return if key.is_empty() { String::new() } else { format!("{key}: ") },
        };
        format!("--{flag}: ")
    }

    /// Returns the game of the bots, or the one given by `--game`.
    fn game(&self, roster: &Roster) -> Result<GameId, Failure> {
        let of_bots = [&self.first, &self.second].into_iter().filter_map(|one| one.bot());
        let known = of_bots.filter_map(|name| roster.find(name)).map(|bot| bot.game).next();
        let engine = [&self.first, &self.second].into_iter().any(EntrantText::is_engine);
        let game = self.game.or(known).or_else(|| engine.then(GameId::usual_of_engines));
        let is_named = |one: &&EntrantText| one.bot().is_some_and(|name| module_name(name).is_none());
        for name in [&self.first, &self.second].into_iter().filter(is_named).filter_map(EntrantText::bot) {
            if roster.find(name).is_none() {
                return Err(Failure::Usage(anyhow!("{}", roster.unknown(name, game))));
            }
        }
        for name in [&self.first, &self.second].into_iter().filter_map(|one| one.bot()) {
            if let (Some(bot), Some(game)) = (roster.find(name), game)
                && bot.game != game
            {
                return Err(Failure::Usage(anyhow!("{name} plays {}, not {game}", bot.game)));
            }
        }
        game.ok_or_else(|| Failure::Usage(anyhow!("no game: give --game, or name a bot")))
    }

    fn openings(&self, game: GameId, config: Option<&Path>) -> Result<Table, Failure> {
        let mut openings = Table::new();
        if let Some(file) = &self.openings {
            let path =
                file.to_str().ok_or_else(|| Failure::Usage(anyhow!("--openings: the path is not valid Unicode")))?;
            openings.insert("file".to_owned(), path.into());
            self.choose(&mut openings);
            return Ok(openings);
        }
        let shipped = format!("openings/{game}.txt");
        if self.random_plies.is_none() && Files::over(config).one(&shipped)?.is_some() {
            openings.insert("file".to_owned(), shipped.into());
            self.choose(&mut openings);
            return Ok(openings);
        }
        if self.plies.is_some() || self.order.is_some() || self.start.is_some() {
            return Err(Failure::Usage(anyhow!("--plies, --order and --start need --openings: {game} has no list")));
        }
        match self.random_plies.unwrap_or(RANDOM_PLIES) {
            // Every match begins at the game's own start.
            0 => {}
            plies => drop(openings.insert("random_plies".to_owned(), plies.into())),
        }
        Ok(openings)
    }

    /// Adds which openings of a file are played, and in which order.
    fn choose(&self, openings: &mut Table) {
        let usual = if self.start.is_some() { "sequential" } else { "random" };
        openings.insert("order".to_owned(), self.order.as_deref().unwrap_or(usual).into());
        for (key, value) in [("plies", self.plies), ("start", self.start)] {
            openings.extend(value.map(|value| (key.to_owned(), Value::Integer(value))));
        }
    }

    /// Returns the most pieces of positions that tables adjudicate, if there are tables.
    fn tablebase_pieces(&self) -> Option<i64> {
        self.tb_pieces.or_else(|| self.run.has_tablebases().then_some(MAX_PIECES as i64))
    }

    fn adjudication(&self) -> Table {
        let mut all = Table::new();
        if let Some(Draw(draw)) = &self.draw {
            all.insert("draw".to_owned(), draw.clone().into());
        }
        if let Some(Resign(resign)) = &self.resign {
            all.insert("resign".to_owned(), resign.clone().into());
        }
        if let Some(pieces) = self.tablebase_pieces() {
            all.insert("tablebase".to_owned(), Table::from_iter([("pieces".to_owned(), pieces.into())]).into());
        }
        if let Some(plies) = self.max_plies {
            all.insert("max_plies".to_owned(), plies.into());
        }
        all
    }
}
