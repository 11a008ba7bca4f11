//! The bots of this server: who they are, what they may use, and the threads and the memory that they search with.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::current::Current;
use super::error::ApiError;
use super::names::{BotNames, are_alike};
use super::principals::Principals;
use super::warm_engines::WarmEngines;
use crate::bots::{self, Player, Pool, Roster, SearchMemory, SpecError};
use crate::games::{FileFault, GameError, GameId, Options, Problem};
use crate::play::Seat;
use crate::protocol::bounds::check_bot;
use crate::protocol::{Code, Reason};
use crate::settings::{Bots, Settings};

/// Makes the player of a bot.
pub(super) type MakePlayer =
    dyn Fn(&bots::BotSpec, &Options, Option<&str>) -> Result<Box<dyn Player>, GameError> + Send + Sync;

/// The configured bots, and the names that no person may have because of them.
pub struct Listed {
    /// The bots.
    pub roster: Roster,
    /// Their names.
    pub(super) names: BotNames,
}

impl Listed {
    /// The bots of this roster.
    #[must_use]
    pub fn of(roster: Roster) -> Self {
        Self { names: BotNames::of(&roster), roster }
    }
}

/// The bots, the threads that they search on, and what they may use.
pub struct BotService {
    /// The configured bots, as new matches have them.
    pub listed: Current<Listed>,
    /// The threads.
    pub pool: Pool,
    /// Who searches are charged to.
    pub principals: Principals,
    /// The memory that they search with.
    pub memory: SearchMemory,
    /// The engines that rest between turns and matches.
    pub(super) engines: WarmEngines,
    /// How many searches run at a time at most.
    pub at_once: usize,
    /// The current settings, which hold the ceilings for bots of strangers.
    pub settings: Arc<Current<Settings>>,
    /// How a player is made.
    pub make: Box<MakePlayer>,
}

impl BotService {
    /// The seat of a configured bot.
    ///
    /// # Errors
    /// When there is none of this name that plays `game`.
    pub fn named(&self, name: &str, game: GameId) -> Result<Seat, ApiError> {
        let listed = self.listed.get();
        let spec = listed.roster.find(name).or_else(|| listed.roster.engine(name)).filter(|spec| spec.game == game);
        let spec = spec.ok_or_else(|| ApiError::NoSuchBot(listed.roster.unknown(name, Some(game)).to_string()))?;
        Ok(Seat::Bot { name: spec.name.clone(), spec: spec.public_json() })
    }

    /// The bot of a seat. An engine is the one that has this name now: a seat does not tell its command.
    ///
    /// # Errors
    /// When the configuration is not understood, or there is no such engine any more.
    pub fn seated(&self, spec: &Value, game: GameId) -> Result<bots::BotSpec, ApiError> {
        let listed = self.listed.get();
        if spec.get("engine").is_none() {
            return Ok(listed.roster.from_json(spec.clone(), game)?);
        }
        let name = spec.get("name").and_then(Value::as_str).unwrap_or_default();
        let engine = listed.roster.engine(name).filter(|engine| engine.game == game);
        engine.cloned().ok_or_else(|| ApiError::NoSuchBot(listed.roster.unknown(name, Some(game)).to_string()))
    }

    /// The seat of a bot with a stranger's configuration.
    ///
    /// # Errors
    /// When the configuration is wrong or asks for more than a stranger may use.
    pub fn custom(&self, spec: Value, game: GameId) -> Result<Seat, ApiError> {
        check_bot(&spec).map_err(|error| ApiError::Wrong { code: Code::BadBot, problem: error.into() })?;
        let listed = self.listed.get();
        let spec = listed.roster.from_json(spec, game)?;
        if spec.game != game {
            return Err(Reason::OtherGame { given: spec.game.to_string(), game: game.to_string() }.into());
        }
        self.check_ceilings(&spec)?;
        let known =
            listed.roster.all().iter().chain(listed.roster.engines()).find(|bot| are_alike(&bot.name, &spec.name));
        if known.is_some_and(|known| *known != spec) {
            return Err(Reason::BotNamed { name: spec.name }.into());
        }
        Ok(Seat::Bot { name: spec.name.clone(), spec: spec.to_json() })
    }

    /// Whether this is a bot of the roster, as it is configured.
    fn is_configured(&self, spec: &bots::BotSpec) -> bool {
        let listed = self.listed.get();
        [listed.roster.find(&spec.name), listed.roster.engine(&spec.name)].contains(&Some(spec))
    }

    /// Longest search of a bot for one move.
    pub(super) fn time_for(&self, spec: &bots::BotSpec) -> Duration {
        let Bots { time_ms, custom_ms, .. } = self.settings.get().bots;
        Duration::from_millis(if self.is_configured(spec) { time_ms } else { custom_ms.min(time_ms) })
    }

    /// Whether a bot takes no more memory and threads than this server allows.
    ///
    /// # Errors
    /// [`FileFault::OfEntrant`] naming the bot and the key.
    pub fn check_size(&self, spec: &bots::BotSpec) -> Result<(), Problem> {
        self.largest(spec).map_err(|SpecError { key, problem }| {
            let (name, inner, problem) = (spec.name.clone(), key.to_owned(), Box::new(problem));
            FileFault::OfEntrant { name, inner, problem }.into()
        })
    }

    fn largest(&self, spec: &bots::BotSpec) -> Result<(), SpecError> {
        let settings = self.settings.get();
        let ceilings = &settings.bots;
        at_most("table_mb", spec.search.table_mb, ceilings.table_mb)?;
        at_most("threads", spec.search.threads.into(), ceilings.search_threads.into())
    }

    /// Whether a stranger may ask for this configuration.
    ///
    /// # Errors
    /// An error naming the key that asks for too much.
    pub fn check_ceilings(&self, spec: &bots::BotSpec) -> Result<(), ApiError> {
        let depth = at_most("depth", spec.search.depth.into(), self.settings.get().bots.depth.into());
        Ok(depth.and_then(|()| self.largest(spec))?)
    }
}

fn at_most(key: &'static str, given: u32, most: u32) -> Result<(), SpecError> {
    if given <= most { Ok(()) } else { Err(SpecError { key, problem: Problem::Ceiling { given, most } }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Sharing;
    use crate::protocol::Code;

    fn bots() -> BotService {
        let roster = Roster::load(None).expect("the shipped bots are right");
        let sharing = Sharing { threads: 1, suspended: 0, waiting: 1, slice: Duration::from_millis(20) };
        let pool = Pool::new(sharing).expect("a thread");
        let (principals, memory) = (Principals::default(), SearchMemory::unlimited());
        let settings = Arc::new(Current::new(Settings::default()));
        let listed = Current::new(Listed::of(roster));
        let engines = WarmEngines::new(1);
        BotService {
            listed,
            pool,
            principals,
            memory,
            engines,
            at_once: 1,
            settings,
            make: Box::new(bots::make_player),
        }
    }

    #[test]
    fn configured_bots_keep_their_time_and_others_get_less() {
        let bots = bots();
        for bot in bots.listed.get().roster.all() {
            let again = bots.listed.get().roster.from_json(bot.to_json(), bot.game).expect("its own configuration");
            assert_eq!(bots.time_for(&again), Duration::from_secs(10), "{}", bot.name);
            let custom = bots::BotSpec { name: "mine".to_owned(), ..again };
            assert_eq!(bots.time_for(&custom), Duration::from_secs(1));
        }
    }

    #[test]
    fn the_name_of_a_configured_bot_is_its_own() {
        let bots = bots();
        let listed = bots.listed.get();
        let bot = listed.roster.find("tictactoe-perfect").expect("it ships");
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
            assert_eq!(refused.code_and_status().0, Code::BadBot, "{refused}");
            assert!(refused.to_string().starts_with("name: "), "{refused}");
        }
    }
}
