//! The options of the engine: which bot of which game searches, and with what.

use std::fmt::Write as _;

use anyhow::anyhow;

use super::session::{UciSession, session};
use crate::bots::{BotSpec, Roster};
use crate::games::{GameId, Options};
use crate::search::{MAX_TABLE_MB, MAX_THREADS};

/// More variations than anybody looks at.
const MOST_LINES: u16 = 250;
/// The option of the game that UCI_Chess960 sets.
const CHESS960: &str = "chess960";
/// Any of the starts whose castling is written by the rook's square.
const A_CHESS960: u32 = 0;

/// What a changed option changes.
pub(super) enum Change {
    Nothing,
    /// How it searches.
    Search,
    /// What it remembers: nothing any more.
    Memory,
    /// Who searches, in the same game.
    Bot,
    /// What it plays.
    Game,
}

/// The options and what they come to.
pub(super) struct Settings {
    roster: Roster,
    spec: BotSpec,
    hash: Option<u32>,
    threads: Option<u16>,
    lines: u16,
    /// Those of the game that differ from its defaults.
    options: Options,
}

impl Settings {
    /// The options of this bot, or of the last one that is listed for the game.
    ///
    /// # Errors
    /// When there is no such bot.
    pub(super) fn new(roster: Roster, game: GameId, bot: Option<&str>) -> anyhow::Result<Self> {
        let spec = match bot {
            Some(name) => {
                let found = roster.find(name).filter(|found| found.game == game);
                found.ok_or_else(|| anyhow!("--bot: {}", roster.unknown(name, Some(game))))?.clone()
            }
            None => strongest(&roster, game).ok_or_else(|| anyhow!("there is no bot for {game}"))?,
        };
        Ok(Self { roster, spec, hash: None, threads: None, lines: 1, options: Options::new() })
    }

    /// The bot as the options leave it.
    pub(super) fn spec(&self) -> &BotSpec {
        &self.spec
    }

    /// How many variations are sent.
    pub(super) const fn lines(&self) -> u16 {
        self.lines
    }

    /// A session of the game with these options.
    pub(super) fn session(&self) -> Box<dyn UciSession> {
        let mut made = session(&self.spec, &self.options).expect("the bot and the options have been checked");
        made.set(&self.spec, self.lines);
        made
    }

    fn has_chess960(&self) -> bool {
        self.spec.game.info().options.iter().any(|option| option.name == CHESS960)
    }

    /// What answers `uci`.
    pub(super) fn introduction(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        let mut text =
            format!("id name {} (minimax-arena {version})\nid author the minimax-arena authors\n", self.spec.name);
        let search = &self.spec.search;
        let mut option = |line: String| {
            // Writing into a string cannot fail.
            let _ = writeln!(text, "option name {line}");
        };
        option(format!("Hash type spin default {} min 0 max {MAX_TABLE_MB}", search.table_mb));
        option(format!("Threads type spin default {} min 1 max {MAX_THREADS}", search.threads));
        option(format!("MultiPV type spin default 1 min 1 max {MOST_LINES}"));
        option("Ponder type check default false".to_owned());
        option("Clear Hash type button".to_owned());
        if self.has_chess960() {
            option("UCI_Chess960 type check default false".to_owned());
        }
        let games = GameId::ALL.iter().filter(|game| strongest(&self.roster, **game).is_some());
        let games: String = games.map(|game| format!(" var {game}")).collect();
        option(format!("UCI_Variant type combo default {}{games}", self.spec.game));
        let bots: String = self.roster.of(self.spec.game).map(|bot| format!(" var {}", bot.name)).collect();
        option(format!("Bot type combo default {}{bots}", self.spec.name));
        text + "uciok\n"
    }

    /// Sets an option.
    ///
    /// # Errors
    /// A sentence about what is wrong; nothing has changed.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = Some(number(name, value, 0, MAX_TABLE_MB)?),
            "threads" => self.threads = u16::try_from(number(name, value, 1, MAX_THREADS.into())?).ok(),
            "multipv" => {
                self.lines = u16::try_from(number(name, value, 1, MOST_LINES.into())?).unwrap_or(MOST_LINES);
            }
            // Accepted without effect: `go ponder` alone makes it ponder.
            "ponder" => return truth(name, value).map(|_| Change::Nothing),
            "clear hash" => return Ok(Change::Memory),
            "uci_chess960" if self.has_chess960() => {
                self.options.clear();
                if truth(name, value)? {
                    self.options.insert(CHESS960.to_owned(), A_CHESS960.into());
                }
                return Ok(Change::Game);
            }
            "uci_variant" => return self.play(value, "").map_err(|problem| format!("{name}: {problem}")),
            "bot" => {
                let found = self.roster.find(value).filter(|bot| bot.game == self.spec.game);
                let unknown = || format!("{name}: {}", self.roster.unknown(value, Some(self.spec.game)));
                self.spec = found.ok_or_else(unknown)?.clone();
                self.refine()?;
                return Ok(Change::Bot);
            }
            _ => return Err(format!("there is no option {name:?}; uci lists those that there are")),
        }
        self.refine()?;
        Ok(Change::Search)
    }

    /// Plays a game with these options, written as JSON; the bot stays where it plays that game.
    ///
    /// # Errors
    /// A sentence about what is wrong; nothing has changed.
    pub(super) fn play(&mut self, game: &str, options: &str) -> Result<Change, String> {
        let game: GameId = game.parse().map_err(|error| format!("{error}"))?;
        let given = if options.is_empty() { Ok(Options::new()) } else { serde_json::from_str(options) };
        let given = given.map_err(|error| format!("{options:?} are no options of a game: {error}"))?;
        let given = game.complete_options(&given).map_err(|error| error.to_string())?;
        if self.spec.game != game {
            self.spec = strongest(&self.roster, game).ok_or_else(|| format!("there is no bot for {game}"))?;
            self.refine()?;
        } else if self.options == given {
            // What earlier searches have found stays of use.
            return Ok(Change::Nothing);
        }
        self.options = given;
        Ok(Change::Game)
    }

    /// Lays what was set over the bot's own configuration.
    fn refine(&mut self) -> Result<(), String> {
        let search = &mut self.spec.search;
        search.table_mb = self.hash.unwrap_or(search.table_mb);
        search.threads = self.threads.unwrap_or(search.threads);
        if search.threads > 1 && search.table_mb == 0 {
            search.threads = 1;
            return Err("several threads need a table: set Hash first".to_owned());
        }
        Ok(())
    }
}

/// The last of the game's bots: they are listed from weak to strong.
fn strongest(roster: &Roster, game: GameId) -> Option<BotSpec> {
    roster.of(game).last().cloned()
}

fn number(name: &str, value: &str, min: u32, max: u32) -> Result<u32, String> {
    let number = value.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| format!("{name}: {value:?} is no whole number from {min} to {max}"))
}

fn truth(name: &str, value: &str) -> Result<bool, String> {
    value.parse().map_err(|_| format!("{name}: {value:?} is neither true nor false"))
}
