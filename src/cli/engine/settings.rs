//! The options of the engine: the game, the bot and its search.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;

use super::session::{UciSession, session};
use arena_bots::embedded::Files;
use arena_bots::{BotSpec, Roster};
use arena_games::conventions::EngineProtocol;
use arena_games::{GameId, Options};
use arena_play::glicko::Strength;
use arena_search::{MAX_TABLE_MB, MAX_THREADS};
use arena_syzygy::{MAX_PIECES, Tablebases};
use arena_tournament::rating::ladder::rungs;

/// Maximum number of variations.
const MOST_LINES: u16 = 250;
/// The option that selects the game in engines for several games.
const VARIANT: &str = "UCI_Variant";
/// Games for which cutechess has its own UCI notation under the same name.
const UNANNOUNCED: [&str; 1] = ["gomoku"];
/// The game option that UCI_Chess960 sets.
const CHESS960: &str = "chess960";
/// The option with the folders of Syzygy tables, and its value without any.
const SYZYGY_PATH: &str = "SyzygyPath";
const NO_FOLDER: &str = "<empty>";
/// Any of the start positions in which castling is written by the rook's square.
const A_CHESS960: u32 = 0;

/// The effect of a changed option.
pub(super) enum Change {
    Nothing,
    Search,
    /// The stored search results, which are cleared.
    Memory,
    /// The bot, in the same game.
    Bot,
    Game,
    /// The tables of endings.
    Tablebases,
}

/// The options and their effect.
pub(super) struct Settings {
    roster: Roster,
    /// Folder with ladder results that override the embedded ones.
    config: Option<PathBuf>,
    /// The bot selected by name.
    chosen: BotSpec,
    /// The bot that plays, with all options applied. Differs from the selected one if the strength is limited.
    spec: BotSpec,
    /// The protocol whose notation is used for positions and moves.
    notation: EngineProtocol,
    /// Whether the strength is limited, and to which Elo.
    limited: bool,
    elo: Option<i64>,
    hash: Option<u32>,
    threads: Option<u16>,
    lines: u16,
    shows_wdl: bool,
    tablebases: Option<Arc<Tablebases>>,
    /// The most pieces of positions that are looked up in them.
    probe_limit: usize,
    /// Options of the game that differ from its defaults.
    options: Options,
}

impl Settings {
    /// Creates the options for this bot, or for the last one listed for the game.
    ///
    /// # Errors
    /// If there is no such bot.
    pub(super) fn new(roster: Roster, config: Option<&Path>, game: GameId, bot: Option<&str>) -> anyhow::Result<Self> {
        let spec = match bot {
            Some(name) => {
                let named = roster.find(name).filter(|named| named.game == game);
                named.ok_or_else(|| anyhow!("--bot: {}", roster.unknown(name, Some(game))))?.clone()
            }
            None => strongest(&roster, game).ok_or_else(|| anyhow!("there is no bot for {game}"))?,
        };
        Ok(Self {
            roster,
            config: config.map(Path::to_owned),
            chosen: spec.clone(),
            spec,
            notation: EngineProtocol::Text,
            limited: false,
            elo: None,
            hash: None,
            threads: None,
            lines: 1,
            shows_wdl: false,
            tablebases: None,
            probe_limit: MAX_PIECES,
            options: Options::new(),
        })
    }

    /// Returns the bot with all options applied.
    pub(super) fn spec(&self) -> &BotSpec {
        &self.spec
    }

    /// Returns the number of variations to report.
    pub(super) const fn lines(&self) -> u16 {
        self.lines
    }

    /// True if the chances of a win, a draw and a loss are reported.
    pub(super) const fn shows_wdl(&self) -> bool {
        self.shows_wdl
    }

    /// Returns the tables of endings.
    pub(super) const fn tablebases(&self) -> Option<&Arc<Tablebases>> {
        self.tablebases.as_ref()
    }

    /// Returns the most pieces of positions that are looked up in the tables of endings.
    pub(super) const fn probe_limit(&self) -> usize {
        self.probe_limit
    }

    /// Creates a session of the game with these options.
    pub(super) fn session(&self) -> Box<dyn UciSession> {
        let mut made = session(&self.spec, &self.options, self.notation).expect("the bot and the options were checked");
        made.set(&self.spec, self.lines, self.shows_wdl);
        made.set_tablebases(self.tablebases(), self.probe_limit);
        made
    }

    fn has_chess960(&self) -> bool {
        self.spec.game.info().options.iter().any(|option| option.name == CHESS960)
    }

    /// Returns the answer to `uci`.
    pub(super) fn introduction(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        let mut text =
            format!("id name {} (minimax-arena {version})\nid author the minimax-arena authors\n", self.spec.name);
        let search = &self.spec.search;
        let mut option = |line: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "option name {line}");
        };
        option(format!("Hash type spin default {} min 0 max {MAX_TABLE_MB}", search.table_mb));
        option(format!("Threads type spin default {} min 1 max {MAX_THREADS}", search.threads));
        option(format!("MultiPV type spin default 1 min 1 max {MOST_LINES}"));
        option("Ponder type check default false".to_owned());
        option("Clear Hash type button".to_owned());
        if self.has_chess960() {
            option("UCI_Chess960 type check default false".to_owned());
            option("UCI_ShowWDL type check default false".to_owned());
            option(format!("{SYZYGY_PATH} type string default {NO_FOLDER}"));
            option(format!("SyzygyProbeLimit type spin default {MAX_PIECES} min 0 max {MAX_PIECES}"));
        }
        if let Some((_, most)) = self.measured().last() {
            let least = self.measured().first().map_or(*most, |(_, least)| *least);
            option("UCI_LimitStrength type check default false".to_owned());
            option(format!("UCI_Elo type spin default {most} min {least} max {most}"));
        }
        let mut games: Vec<&str> = Vec::new();
        let announced =
            |game: &&GameId| strongest(&self.roster, **game).is_some() && !UNANNOUNCED.contains(&game.name());
        for game in GameId::ALL.iter().filter(announced) {
            games.push(game.name());
            games.extend(variants(*game).filter(|name| *name != game.name()));
        }
        let games: String = games.iter().map(|game| format!(" var {game}")).collect();
        option(format!("UCI_Variant type combo default {}{games}", self.spec.game));
        let bots: String = self.roster.of(self.spec.game).map(|bot| format!(" var {}", bot.name)).collect();
        option(format!("Bot type combo default {}{bots}", self.spec.name));
        text + "uciok\n"
    }

    /// Sets an option.
    ///
    /// # Errors
    /// An error message; nothing changes in that case.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = Some(number(name, value, 0, MAX_TABLE_MB)?),
            "threads" => self.threads = u16::try_from(number(name, value, 1, MAX_THREADS.into())?).ok(),
            "multipv" => {
                self.lines = u16::try_from(number(name, value, 1, MOST_LINES.into())?).unwrap_or(MOST_LINES);
            }
            // Accepted without effect: `go ponder` alone starts pondering.
            "ponder" => return truth(name, value).map(|_| Change::Nothing),
            "clear hash" => return Ok(Change::Memory),
            "uci_chess960" if self.has_chess960() => {
                let is_on = truth(name, value)?;
                self.options.clear();
                if is_on {
                    self.options.insert(CHESS960.to_owned(), A_CHESS960.into());
                }
                return Ok(Change::Game);
            }
            "uci_showwdl" if self.has_chess960() => self.shows_wdl = truth(name, value)?,
            "syzygypath" if self.has_chess960() => {
                self.tablebases = match value {
                    "" | NO_FOLDER => None,
                    folders => {
                        let folders: Vec<PathBuf> = std::env::split_paths(folders).collect();
                        // A closed output ends the engine elsewhere.
                        let warn = Box::new(|warning: &str| drop(super::output::tell(warning)));
                        Some(Arc::new(Tablebases::open(&folders, warn).map_err(|error| error.to_string())?))
                    }
                };
                return Ok(Change::Tablebases);
            }
            "syzygyprobelimit" if self.has_chess960() => {
                self.probe_limit = number(name, value, 0, MAX_PIECES as u32)? as usize;
                return Ok(Change::Tablebases);
            }
            "uci_variant" => {
                // Another engine's name for a game also selects that engine's notation.
                let of_others = GameId::ALL.iter().find(|game| variants(**game).any(|known| known == value));
                let (game, notation) = match of_others {
                    Some(game) => (game.name(), EngineProtocol::Uci),
                    None => (value, EngineProtocol::Text),
                };
                return self.play(game, "", notation).map_err(|problem| format!("{name}: {problem}"));
            }
            "uci_limitstrength" if !self.measured().is_empty() => {
                self.limited = truth(name, value)?;
                self.refine()?;
                return Ok(Change::Bot);
            }
            "uci_elo" if !self.measured().is_empty() => {
                let elo = value.parse().map_err(|_| format!("{name}: {value:?} is not a whole number"))?;
                self.elo = Some(elo);
                self.refine()?;
                return Ok(if self.limited { Change::Bot } else { Change::Nothing });
            }
            "bot" => {
                let bot = self.roster.find(value).filter(|bot| bot.game == self.spec.game);
                let unknown = || format!("{name}: {}", self.roster.unknown(value, Some(self.spec.game)));
                self.chosen = bot.ok_or_else(unknown)?.clone();
                self.refine()?;
                return Ok(Change::Bot);
            }
            _ => return Err(format!("there is no option {name:?}; uci lists the options")),
        }
        self.refine()?;
        Ok(Change::Search)
    }

    /// Selects a game with these options, given as JSON, and the notation of a protocol. The bot stays selected if it
    /// plays that game.
    ///
    /// # Errors
    /// An error message; nothing changes in that case.
    pub(super) fn play(&mut self, game: &str, options: &str, notation: EngineProtocol) -> Result<Change, String> {
        let game: GameId = game.parse().map_err(|error| format!("{error}"))?;
        let completed = if options.is_empty() { Ok(Options::new()) } else { serde_json::from_str(options) };
        let completed = completed.map_err(|error| format!("{options:?} are not options of a game: {error}"))?;
        let completed = game.complete_options(&completed).map_err(|error| error.to_string())?;
        let notation_stays = std::mem::replace(&mut self.notation, notation) == notation;
        if self.spec.game != game {
            self.chosen = strongest(&self.roster, game).ok_or_else(|| format!("there is no bot for {game}"))?;
            self.elo = None;
            self.refine()?;
        } else if self.options == completed && notation_stays {
            // Earlier search results remain valid.
            return Ok(Change::Nothing);
        }
        self.options = completed;
        Ok(Change::Game)
    }

    /// Returns the bots of the game that were measured without extra limits, the weakest first, with their ratings.
    fn measured(&self) -> Vec<(String, i64)> {
        let name = format!("strength/{}.csv", self.chosen.game);
        let file = Files::over(self.config.as_deref()).one(&name).ok().flatten();
        let rungs = file.and_then(|(_, text)| rungs(&text).ok()).unwrap_or_default();
        let known = |name: &str| self.roster.find(name).is_some_and(|bot| bot.game == self.chosen.game);
        let mut all: Vec<(String, i64)> = Vec::new();
        for rung in rungs.into_iter().filter(|rung| !rung.is_limited() && known(&rung.name)) {
            let Some((elo, error)) = rung.rating else { continue };
            #[expect(clippy::cast_possible_truncation, reason = "ratings are small")]
            all.push((rung.name, Strength::measured(elo, error).rating.round() as i64));
        }
        all.sort_by_key(|(_, elo)| *elo);
        all
    }

    /// Returns the measured bot nearest to the requested strength, if the strength is limited.
    fn of_strength(&self) -> Option<BotSpec> {
        let measured = self.measured();
        let asked = self.elo.or_else(|| measured.last().map(|(_, elo)| *elo))?;
        let (name, _) = measured.iter().min_by_key(|(_, elo)| elo.abs_diff(asked))?;
        self.roster.find(name).filter(|_| self.limited).cloned()
    }

    /// Applies the options to the bot's own configuration.
    fn refine(&mut self) -> Result<(), String> {
        self.spec = self.of_strength().unwrap_or_else(|| self.chosen.clone());
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

/// True if an option selects the game.
pub(super) fn chooses_game(option: &str) -> bool {
    option.eq_ignore_ascii_case(VARIANT)
}

/// Returns the names that other engines use for a game.
fn variants(game: GameId) -> impl Iterator<Item = &'static str> {
    game.engine_variants().filter(|variant| variant.option == VARIANT).map(|variant| variant.value)
}

/// Returns the last of the game's bots. They are listed from weak to strong.
fn strongest(roster: &Roster, game: GameId) -> Option<BotSpec> {
    roster.of(game).last().cloned()
}

fn number(name: &str, value: &str, min: u32, max: u32) -> Result<u32, String> {
    let number = value.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| format!("{name}: {value:?} is not a whole number from {min} to {max}"))
}

fn truth(name: &str, value: &str) -> Result<bool, String> {
    value.parse().map_err(|_| format!("{name}: expected true or false, got {value:?}"))
}
