//! The server's bots: configuration, ceilings, search threads and memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;

use super::error::ApiError;
use super::names::{BotNames, are_alike};
use super::principals::Principals;
use super::reloadable::Reloadable;
use super::thinking::Thinking;
use super::warm_engines::WarmEngines;
use crate::settings::{Bots, Settings};
use arena_bots::analysis::default_search;
use arena_bots::module::{KnownModules, Module, ModuleLimits, RawModule};
use arena_bots::remote::Workers;
use arena_bots::{self as bots, MakePlayer, Pool, RawBot, Roster, SearchMemory};
use arena_games::{Diagnostic, FieldError, GameId, diagnostic};
use arena_play::Seat;
use arena_protocol::bounds::check_bot;
use arena_syzygy::Tablebases;

/// Nodes per move of a bot whose module evaluates positions for the search of the arena.
const MODULE_NODES: i64 = 20_000;

/// The bots, and the names that are reserved because of them.
pub struct Listed {
    /// The configured bots, and after them those of modules that players handed in.
    pub roster: Roster,
    /// The reserved names.
    pub(super) names: BotNames,
    /// The bots of modules that players handed in, and how they are listed.
    handed_in: HashMap<String, Listing>,
    /// Those of modules that are being tested.
    trials: HashMap<String, bots::BotSpec>,
}

/// How the bot of a module is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listing {
    /// It plays its trial matches only.
    Trial,
    /// It can be named, but lists show a newer version.
    Superseded,
    /// It can be chosen.
    Newest,
}

/// A version of a module that a player handed in.
#[derive(Clone, Debug)]
pub(super) struct HandedIn {
    /// Name of its bot.
    pub(super) name: String,
    /// Name of the file in records.
    pub(super) file: String,
    pub(super) game: GameId,
    pub(super) module: Arc<dyn Module>,
    pub(super) listing: Listing,
}

impl Listed {
    /// Creates the list from the configured bots and the modules of players. A module whose bot cannot be made, for example
    /// because its name was taken since, is logged and left out.
    fn of(roster: Roster, modules: &[HandedIn]) -> Self {
        let configured = roster.all().iter().filter_map(|bot| bot.module.as_ref());
        let configured = configured.map(|it| (it.limits, Arc::clone(&it.module.0)));
        let of_players = modules.iter().map(|it| (ModuleLimits::default(), Arc::clone(&it.module)));
        let known: KnownModules = configured.chain(of_players).collect();
        let mut listed = Self {
            names: BotNames::of(&roster),
            roster: roster.with_modules(Some(Arc::new(known))),
            handed_in: HashMap::new(),
            trials: HashMap::new(),
        };
        for it in modules {
            if let Err(error) = listed.add(it) {
                tracing::warn!(bot = it.name, %error, "the bot of a module is left out");
            }
        }
        listed
    }

    fn add(&mut self, it: &HandedIn) -> Result<(), FieldError> {
        let module = RawModule::digested(it.file.clone(), it.module.digest().to_owned());
        let usual = RawBot { game: Some(it.game), nodes: Some(MODULE_NODES), ..default_search(it.game) };
        let raw = RawBot::named_of_module(it.name.clone(), module, usual, self.roster.modules())?;
        if it.listing == Listing::Trial {
            let spec = self.roster.check(raw)?;
            self.trials.insert(it.name.clone(), spec);
        } else {
            self.roster.offer(raw)?;
            self.handed_in.insert(it.name.clone(), it.listing);
        }
        Ok(())
    }

    /// Returns how the bot of a player's module is listed; `None` for any other bot.
    pub(super) fn listing(&self, bot: &str) -> Option<Listing> {
        self.handed_in.get(bot).copied()
    }
}

/// The bots, their search threads and their limits.
pub struct BotService {
    /// The bots. New matches use them.
    pub listed: Reloadable<Listed>,
    /// What the list is made from: the configured bots, and the modules of players.
    offered: Mutex<(Roster, Vec<HandedIn>)>,
    /// The search threads.
    pub pool: Pool,
    /// Assigns searches to the players who are charged for them.
    pub principals: Principals,
    /// The memory budget of searches.
    pub memory: SearchMemory,
    /// Tables of endings, with which tournaments adjudicate matches.
    pub(super) tablebases: Option<Arc<Tablebases>>,
    /// Engine processes that are idle between turns and matches.
    pub(super) engines: WarmEngines,
    /// Maximum number of concurrent searches of this process.
    pub at_once: usize,
    /// The workers that make searches for this server.
    pub workers: Option<Arc<dyn Workers>>,
    /// Who watches the searches while they go on.
    pub thinking: Arc<Thinking>,
    /// The current settings, which contain the ceilings for strangers' bots.
    pub settings: Arc<Reloadable<Settings>>,
    pub make: Box<MakePlayer>,
}

/// What a [`BotService`] is made from.
pub(super) struct BotParts {
    pub(super) roster: Roster,
    pub(super) pool: Pool,
    pub(super) memory: SearchMemory,
    pub(super) tablebases: Option<Arc<Tablebases>>,
    pub(super) at_once: usize,
    pub(super) workers: Option<Arc<dyn Workers>>,
    pub(super) thinking: Arc<Thinking>,
    pub(super) settings: Arc<Reloadable<Settings>>,
    pub(super) make: Box<MakePlayer>,
}

impl BotService {
    pub(super) fn new(parts: BotParts) -> Self {
        let BotParts { roster, pool, memory, tablebases, at_once, workers, thinking, settings, make } = parts;
        Self {
            listed: Reloadable::new(Listed::of(roster.clone(), &[])),
            offered: Mutex::new((roster, Vec::new())),
            pool,
            principals: Principals::default(),
            memory,
            tablebases,
            engines: WarmEngines::new(at_once),
            at_once,
            workers,
            thinking,
            settings,
            make,
        }
    }

    /// Replaces the configured bots. Running matches keep theirs.
    pub(super) fn set_roster(&self, roster: Roster) {
        let mut offered = self.offered();
        offered.0 = roster;
        self.list(&offered);
    }

    /// Replaces the modules of players.
    pub(super) fn set_modules(&self, modules: Vec<HandedIn>) {
        let mut offered = self.offered();
        offered.1 = modules;
        self.list(&offered);
    }

    fn list(&self, (roster, modules): &(Roster, Vec<HandedIn>)) {
        self.listed.set(Listed::of(roster.clone(), modules));
    }

    fn offered(&self) -> MutexGuard<'_, (Roster, Vec<HandedIn>)> {
        self.offered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the seat of a module that is being tested, and the seats of the weakest configured bots of its game.
    ///
    /// # Errors
    /// If it is not being tested any more.
    pub(super) fn trial(&self, bot: &str, game: GameId, opponents: usize) -> Result<(Seat, Vec<Seat>), ApiError> {
        let listed = self.listed.get();
        let seat = |spec: &bots::BotSpec| Seat::Bot { name: spec.name.clone(), spec: spec.to_json() };
        let own = listed.trials.get(bot).map(seat);
        let own = own.ok_or_else(|| ApiError::not_found(listed.roster.unknown(bot, Some(game))))?;
        let weakest = listed.roster.of(game).filter(|spec| listed.listing(&spec.name).is_none());
        Ok((own, weakest.take(opponents).map(seat).collect()))
    }

    /// Returns the seat of a configured bot.
    ///
    /// # Errors
    /// If no bot of this name plays `game`.
    pub fn named(&self, name: &str, game: GameId) -> Result<Seat, ApiError> {
        let listed = self.listed.get();
        let spec = listed.roster.find(name).or_else(|| listed.roster.engine(name)).filter(|spec| spec.game == game);
        let spec = spec.ok_or_else(|| ApiError::not_found(listed.roster.unknown(name, Some(game))))?;
        Ok(Seat::Bot { name: spec.name.clone(), spec: spec.public_json() })
    }

    /// Returns the bot of a seat. An engine is looked up by its name, because a seat does not contain the engine's
    /// command.
    ///
    /// # Errors
    /// If the configuration is invalid, or if the engine no longer exists.
    pub fn seated(&self, spec: &Value, game: GameId) -> Result<bots::BotSpec, ApiError> {
        let listed = self.listed.get();
        if spec.get("engine").is_none() {
            return Ok(listed.roster.from_json(spec.clone(), game)?);
        }
        let name = spec.get("name").and_then(Value::as_str).unwrap_or_default();
        let engine = listed.roster.engine(name).filter(|engine| engine.game == game);
        engine.cloned().ok_or_else(|| ApiError::not_found(listed.roster.unknown(name, Some(game))))
    }

    /// Returns the seat of a bot with a stranger's configuration.
    ///
    /// # Errors
    /// If the configuration is invalid or exceeds a ceiling.
    pub fn custom(&self, spec: Value, game: GameId) -> Result<Seat, ApiError> {
        check_bot(&spec).map_err(|problem| ApiError::invalid(problem).about_field())?;
        let listed = self.listed.get();
        let spec = listed.roster.for_match(spec, game)?;
        self.check_ceilings(&spec)?;
        let known =
            listed.roster.all().iter().chain(listed.roster.engines()).find(|bot| are_alike(&bot.name, &spec.name));
        if known.is_some_and(|known| *known != spec) {
            return Err(ApiError::invalid(diagnostic!(
                "bot_named",
                "name: {name:?} is the name of another bot; choose another name for your configuration",
                name = spec.name
            ))
            .of("name"));
        }
        Ok(Seat::Bot { name: spec.name.clone(), spec: spec.to_json() })
    }

    /// True if this is a bot of the roster in its configured form.
    fn is_configured(&self, spec: &bots::BotSpec) -> bool {
        let listed = self.listed.get();
        [listed.roster.find(&spec.name), listed.roster.engine(&spec.name)].contains(&Some(spec))
    }

    /// Time limit of a bot's search for one move.
    pub(super) fn time_for(&self, spec: &bots::BotSpec) -> Duration {
        let Bots { time_ms, custom_ms, .. } = self.settings.get().bots;
        Duration::from_millis(if self.is_configured(spec) { time_ms } else { custom_ms.min(time_ms) })
    }

    /// Checks that a bot stays below the ceilings for memory and threads.
    ///
    /// # Errors
    /// An error with the bot and the key.
    pub fn check_size(&self, spec: &bots::BotSpec) -> Result<(), Diagnostic> {
        self.largest(spec).map_err(|FieldError { path, problem }| of_entrant(&spec.name, &path, &problem))
    }

    fn largest(&self, spec: &bots::BotSpec) -> Result<(), FieldError> {
        let settings = self.settings.get();
        let ceilings = &settings.bots;
        at_most("table_mb", spec.search.table_mb, ceilings.table_mb)?;
        at_most("threads", spec.search.threads.into(), ceilings.search_threads.into())
    }

    /// Checks that a stranger may use this configuration.
    ///
    /// # Errors
    /// An error that names the key above its ceiling.
    pub fn check_ceilings(&self, spec: &bots::BotSpec) -> Result<(), ApiError> {
        let depth = at_most("depth", spec.search.depth.into(), self.settings.get().bots.depth.into());
        Ok(depth.and_then(|()| self.largest(spec))?)
    }
}

/// Creates the error for an entrant that exceeds the limits of the server.
pub(crate) fn of_entrant(name: &str, key: &str, problem: &Diagnostic) -> Diagnostic {
    diagnostic!("of_entrant", "{name}: {key}: {problem}", name, key, problem)
}

fn at_most(key: &'static str, given: u32, most: u32) -> Result<(), FieldError> {
    if given > most {
        let problem = diagnostic!("ceiling", "must be at most {most} on this server, got {given}", given, most);
        return Err(FieldError::new(key, problem));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_bots::Sharing;

    fn bots() -> BotService {
        let roster = Roster::load(None).expect("the shipped bots are valid");
        let sharing = Sharing { threads: 1, suspended: 0, waiting: 1, slice: Duration::from_millis(20) };
        let pool = Pool::new(sharing).expect("the thread starts");
        BotService::new(BotParts {
            roster,
            pool,
            memory: SearchMemory::unlimited(),
            tablebases: None,
            at_once: 1,
            workers: None,
            thinking: Arc::default(),
            settings: Arc::new(Reloadable::new(Settings::default())),
            make: Box::new(bots::make_player),
        })
    }

    #[test]
    fn custom_bots_get_less_time_than_configured_ones() {
        let bots = bots();
        for bot in bots.listed.get().roster.all() {
            let again = bots
                .listed
                .get()
                .roster
                .from_json(bot.to_json(), bot.game)
                .expect("a bot's own configuration is valid");
            assert_eq!(bots.time_for(&again), Duration::from_secs(10), "{}", bot.name);
            let custom = bots::BotSpec { name: "mine".to_owned(), ..again };
            assert_eq!(bots.time_for(&custom), Duration::from_secs(1));
        }
    }

    #[test]
    fn rejects_a_custom_bot_with_a_configured_name() {
        let bots = bots();
        let listed = bots.listed.get();
        let bot = listed.roster.find("tictactoe-perfect").expect("the bot is shipped");
        assert!(bots.custom(bot.to_json(), bot.game).is_ok());
        for name in [
            "tictactoe-perfect",
            "TicTacToe-Perfect",
            "tictactoe-perf\u{200b}ect",
            "\u{202e}bot",
            "T\u{456}ctactoe perfect",
        ] {
            let mut other = bot.to_json();
            (other["name"], other["depth"]) = (name.into(), 1.into());
            let refused = bots.custom(other, bot.game).expect_err(name);
            // Names with invisible characters are not even compared.
            assert!(["bot_named", "name_form"].contains(&refused.code()), "{refused}");
        }
    }
}
