//! A bot's configuration: every switch of its search, under the keys used in its file.

use std::fmt;
use std::sync::Arc;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer, MapAccess};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use super::Book;
use super::engine::{EngineSpec, RawEngine, unsupported_limit};
use super::module::{ModuleRole, ModuleSpec, RawModule, module_name};
use super::toml_file::{MAX_WIRE_INTEGER, integer};
use arena_games::{
    Diagnostic, Evaluation, FieldError, Game, GameError, GameId, Weights, beginning, diagnostic, with_game,
};
use arena_play::characters::is_unprintable;
pub use arena_search::OneOrMore;
use arena_search::{MAX_DEPTH, Ordering, Pruning, SWITCHES, SearchOptions, Switch, SwitchValue, Ties, search_switches};

/// Maximum length of a bot's name, in characters.
pub const MAX_NAME: usize = 80;

/// Declares a bot's keys: the struct that reads them, the merge of one bot over another, and the options of its search.
/// The search switches follow the bot's own keys.
macro_rules! raw_bot {
    (
        { $(#[$meta:meta])* pub struct RawBot { $($(#[$doc:meta])* pub $key:ident: Option<$type:ty>,)+ } }
        $($(#[doc = $about:literal])+ $switch:ident: $value:ty = $default:expr => { $($facts:tt)* })+
    ) => {
        $(#[$meta])*
        pub struct RawBot {
            $($(#[$doc])* pub $key: Option<$type>,)+
            $($(#[doc = $about])+ pub $switch: Option<<$value as SwitchValue>::Raw>,)+
        }

        impl RawBot {
            /// All keys a bot may have.
            pub const KEYS: &'static [&'static str] = &[$(stringify!($key),)+ $(stringify!($switch),)+];

            /// Returns this bot's keys, with missing ones filled in from `base`.
            #[must_use]
            pub fn over(self, base: Self) -> Self {
                Self { $($key: self.$key.or(base.$key),)+ $($switch: self.$switch.or(base.$switch),)+ }
            }

            /// Returns the switches that are set, within their bounds, and the defaults for the rest.
            fn switches(&self) -> Result<SearchOptions, FieldError> {
                let mut options = SearchOptions::default();
                $(if let Some(written) = &self.$switch {
                    options.$switch = switch(stringify!($switch), written.clone())?;
                })+
                Ok(options)
            }
        }
    };
}

/// Converts a switch from its written form.
fn switch<T: SwitchValue>(key: &'static str, written: T::Raw) -> Result<T, FieldError> {
    let switch = Switch::of(key).expect("every switch of a bot is a search switch");
    T::read(written, switch).map_err(|problem| FieldError::new(key, problem))
}

search_switches!(raw_bot! {
    /// A bot as written in TOML or JSON. All keys are optional and unknown keys are rejected.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct RawBot {
        pub name: Option<String>,
        /// One-sentence description.
        pub about: Option<String>,
        /// Game that the bot plays.
        pub game: Option<GameId>,
        /// External engine that plays instead of the built-in search.
        pub engine: Option<RawEngine>,
        /// WebAssembly module that plays instead of the built-in search.
        pub module: Option<RawModule>,
        /// Maximum number of nodes per move.
        pub nodes: Option<i64>,
        /// Maximum time per move, in milliseconds.
        pub time_ms: Option<i64>,
        /// Evaluation of unfinished positions.
        pub evaluation: Option<RawEvaluation>,
        /// Opening book.
        pub book: Option<RawBook>,
        /// Digest of the book's content. Written configurations contain it so that a record states which book was used.
        /// A bot always plays from the installed book; replaying a record compares the two digests.
        pub book_digest: Option<String>,
        /// Seed of the bot's random choices, combined with the match's seed.
        pub seed: Option<i64>,
        /// Probability of playing a random move, from 0 to 1.
        pub random_move: Option<f64>,
    }
});

/// An evaluation, given by name, as an expression, with weights, or as a module.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum RawEvaluation {
    /// An evaluation with its default weights, or an expression.
    Name(String),
    /// An evaluation with some weights overridden.
    Weighted(EvaluationSpec),
    /// The evaluation of a WebAssembly module or of a trained model.
    Module(RawModule),
}

impl RawEvaluation {
    /// The evaluation with this name, the expression, or the module in this file.
    #[must_use]
    pub fn named(text: &str) -> Self {
        if module_name(text).is_some() { Self::Module(RawModule::file(text)) } else { Self::Name(text.to_owned()) }
    }
}

/// The derived implementation would accept an array as well.
impl<'de> Deserialize<'de> for RawEvaluation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EvaluationVisitor;

        impl<'de> de::Visitor<'de> for EvaluationVisitor {
            type Value = RawEvaluation;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "a name, an expression, { name = \"…\", weights = { … } } with integer weights, { wasm = \"…\" } or { model = \"…\" }",
                )
            }

            fn visit_str<E>(self, name: &str) -> Result<RawEvaluation, E> {
                Ok(RawEvaluation::named(name))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<RawEvaluation, A::Error> {
                // The first key decides, so that errors keep their place in the file.
                let first = entries.next_key::<String>()?;
                let is_module = first.as_deref().is_some_and(|key| RawModule::KEYS.contains(&key));
                let entries = MapAccessDeserializer::new(FromFirst { first, rest: entries });
                if is_module {
                    return RawModule::deserialize(entries).map(RawEvaluation::Module);
                }
                EvaluationSpec::deserialize(entries).map(RawEvaluation::Weighted)
            }
        }

        deserializer.deserialize_any(EvaluationVisitor)
    }
}

/// The entries of a map whose first key was read already.
struct FromFirst<A> {
    first: Option<String>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for FromFirst<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        match self.first.take() {
            Some(first) => seed.deserialize(first.into_deserializer()).map(Some),
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.rest.next_value_seed(seed)
    }
}

/// An evaluation and its weights, or an expression, which has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluationSpec {
    pub name: String,
    /// Weights; missing ones take their defaults.
    #[serde(default)]
    pub weights: Weights,
}

/// An opening book, or none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected true, false or the name of a book")]
pub enum RawBook {
    /// `true` is the game's default book, `false` is no book.
    Default(bool),
    /// A book, given by name.
    Name(String),
}

/// A bot whose configuration has been checked.
#[derive(Clone, Debug, PartialEq)]
pub struct BotSpec {
    pub name: String,
    /// One-sentence description; may be empty.
    pub about: String,
    /// Game that the bot plays.
    pub game: GameId,
    /// Switches of the search.
    pub search: SearchOptions,
    /// External engine that plays instead of the search. It uses its own evaluation and none of the switches.
    pub engine: Option<EngineSpec>,
    /// Maximum number of nodes per move.
    pub nodes: Option<u64>,
    /// Maximum time per move, in milliseconds.
    pub time_ms: Option<u64>,
    /// Evaluation of unfinished positions, with all of its weights. That of a module has the name of its file.
    pub evaluation: EvaluationSpec,
    /// WebAssembly module that evaluates positions or chooses the moves.
    pub module: Option<ModuleSpec>,
    /// Opening book.
    pub book: Option<Arc<Book>>,
    /// Seed of the bot's random choices, combined with the match's seed.
    pub seed: u64,
    /// Probability of playing a random move, from 0 to 1.
    pub random_move: f64,
}

impl RawBot {
    /// Returns the checked search options.
    pub(super) fn search_options(&self) -> Result<SearchOptions, FieldError> {
        let mut options = self.switches()?;
        // A limit on nodes or time needs a shallower result to fall back on.
        if self.deepening.is_none() {
            options.deepening = self.nodes.is_some() || self.time_ms.is_some();
        }
        options.check()?;
        Ok(options)
    }

    /// Checks the whole configuration. A book name is looked up in `books`, which lists the game's default book first.
    ///
    /// # Errors
    /// [`FieldError`] with the key.
    pub fn check(self, books: &[Arc<Book>]) -> Result<BotSpec, FieldError> {
        if self.engine.is_some() {
            let problem = diagnostic!(
                "engine_as_bot",
                "a bot cannot be an external engine; use the engine in a tournament file, or by its name in the server's engines.toml"
            );
            return Err(FieldError::new("engine", problem));
        }
        self.check_entrant(books)
    }

    /// Like [`RawBot::check`], but for a tournament entrant, which may also be an external engine, that is, a program
    /// run on this computer. The source of the configuration must therefore be as trusted as the person who runs the
    /// tournament.
    ///
    /// # Errors
    /// [`FieldError`] with the key.
    pub fn check_entrant(mut self, books: &[Arc<Book>]) -> Result<BotSpec, FieldError> {
        let engine = self.take_engine()?;
        let module = self.take_module()?;
        let search = self.search_options()?;
        let name =
            self.name.ok_or_else(|| FieldError::new("name", diagnostic!("bot_without_name", "a bot needs a name")))?;
        check_name(&name, MAX_NAME).map_err(|problem| FieldError::new("name", problem))?;
        let game =
            self.game.ok_or_else(|| FieldError::new("game", diagnostic!("bot_without_game", "a bot needs a game")))?;
        let nodes = integer("nodes", self.nodes, 1, MAX_WIRE_INTEGER - 1)?;
        let time_ms = integer("time_ms", self.time_ms, 1, 86_400_000)?;
        let seed = integer("seed", self.seed, 0, MAX_WIRE_INTEGER - 1)?.unwrap_or(0);
        let random_move = self.random_move.unwrap_or(0.0);
        if !(0.0..=1.0).contains(&random_move) {
            return Err(FieldError::new(
                "random_move",
                diagnostic!("probability", "must be a probability between 0 and 1, got {given}", given = random_move),
            ));
        }
        let evaluation = match &module {
            Some(module) => EvaluationSpec { name: module.name.clone(), weights: Weights::new() },
            None => evaluation(game, self.evaluation)?,
        };
        let book = book(game, self.book, books)?;
        let about = self.about.unwrap_or_default();
        Ok(BotSpec { name, about, game, search, engine, nodes, time_ms, evaluation, module, book, seed, random_move })
    }
}

/// Checks the name of a bot or a tournament.
///
/// # Errors
/// If the name is empty, longer than `most` characters, or has unprintable characters.
pub fn check_name(name: &str, most: usize) -> Result<(), Diagnostic> {
    if name.trim().is_empty() || name.chars().count() > most || name.chars().any(is_unprintable) {
        return Err(diagnostic!("name_form", "a name must have 1 to {most} printable characters", most));
    }
    Ok(())
}

/// Creates the error for an unknown opening book. `known` are the books of the game.
#[must_use]
pub fn unknown_book(name: &str, game: GameId, known: &[&str]) -> Diagnostic {
    let given = beginning(name, MAX_NAME);
    let [game, known] = [game.name(), &known.join(", ")];
    diagnostic!("unknown_book", "there is no book {given:?} for {game}; there are: {known}", given, game, known)
}

fn evaluation(game: GameId, raw: Option<RawEvaluation>) -> Result<EvaluationSpec, FieldError> {
    let mut spec = match raw {
        None => EvaluationSpec { name: game.evaluations()[0].name.to_owned(), weights: Weights::new() },
        Some(RawEvaluation::Name(name)) => EvaluationSpec { name, weights: Weights::new() },
        Some(RawEvaluation::Weighted(spec)) => spec,
        Some(RawEvaluation::Module(_)) => unreachable!("modules were taken before"),
    };
    let refused = |error| match error {
        // The key already identifies the part that is wrong.
        GameError::Evaluation { problem, .. } => FieldError::new("evaluation", problem),
        error => FieldError::new("evaluation", Diagnostic::from(&error)),
    };
    with_game!(game, G => <G as Game>::Evaluation::named(&spec.name, &spec.weights).map(drop)).map_err(refused)?;
    if let Some(info) = game.evaluations().iter().find(|info| info.name == spec.name) {
        for weight in info.weights {
            spec.weights.entry(weight.name.to_owned()).or_insert(weight.default);
        }
    }
    Ok(spec)
}

fn book(game: GameId, raw: Option<RawBook>, books: &[Arc<Book>]) -> Result<Option<Arc<Book>>, FieldError> {
    let mut known = books.iter().filter(|book| book.game == game);
    match raw {
        None | Some(RawBook::Default(false)) => Ok(None),
        Some(RawBook::Default(true)) => match known.next() {
            Some(book) => Ok(Some(Arc::clone(book))),
            None => Err(FieldError::new(
                "book",
                diagnostic!("no_book", "there is no opening book for {game}", game = game.name()),
            )),
        },
        Some(RawBook::Name(name)) => {
            let names: Vec<&str> = known.clone().map(|book| book.name.as_str()).collect();
            known
                .find(|book| book.name == name)
                .map(|book| Some(Arc::clone(book)))
                .ok_or_else(|| FieldError::new("book", unknown_book(&name, game, &names)))
        }
    }
}

impl BotSpec {
    /// Returns the whole configuration as JSON, with the value of every key. Unset keys are absent.
    #[must_use]
    pub fn to_json(&self) -> Value {
        if let Some(engine) = &self.engine {
            return self.engine_json(engine);
        }
        let mut spec = json!({
            "name": self.name,
            "game": self.game,
            "evaluation": self.evaluation,
            "book": self.book.as_ref().map_or(Value::Bool(false), |book| book.name.clone().into()),
            "seed": self.seed,
            "random_move": self.random_move,
        });
        let own = [
            ("about", (!self.about.is_empty()).then(|| Value::from(self.about.clone()))),
            ("book_digest", self.book.as_ref().map(|book| Value::from(book.digest.clone()))),
            ("nodes", self.nodes.map(Value::from)),
            ("time_ms", self.time_ms.map(Value::from)),
        ];
        let switches = SWITCHES.iter().map(|switch| (switch.key, switch.to_json(&self.search)));
        let switches = switches.filter(|_| !self.chooses_by_module());
        for (key, value) in own.into_iter().chain(switches) {
            if let Some(value) = value {
                spec[key] = value;
            }
        }
        if let Some(module) = &self.module {
            let chooses = self.chooses_by_module();
            spec[if chooses { "module" } else { "evaluation" }] = module.to_json();
            if chooses && let Some(keys) = spec.as_object_mut() {
                keys.remove("evaluation");
            }
        }
        spec
    }

    /// Returns the public part of the configuration: an engine's command and options are left out.
    #[must_use]
    pub fn public_json(&self) -> Value {
        let mut spec = self.to_json();
        if let Some(engine) = &self.engine {
            spec["engine"] = json!({ "protocol": engine.protocol });
        }
        spec
    }

    /// Returns a one-line summary of the bot.
    #[must_use]
    pub fn summary(&self) -> String {
        if let Some(engine) = &self.engine {
            return format!("an engine by the protocol {}", engine.protocol);
        }
        if self.random_move >= 1.0 {
            return "plays at random".to_owned();
        }
        if self.chooses_by_module() {
            return format!("the module {}", self.evaluation.name);
        }
        let mut parts = self.search.summary();
        if let Some(nodes) = self.nodes {
            parts.push(format!("{nodes} nodes a move"));
        }
        if let Some(ms) = self.time_ms {
            parts.push(format!("{ms} ms a move"));
        }
        parts.push(format!("evaluation {}", self.evaluation.name));
        if let Some(book) = &self.book {
            parts.push(format!("book {}", book.name));
        }
        if self.random_move > 0.0 {
            parts.push(format!("{:.0}% of moves at random", self.random_move * 100.0));
        }
        parts.join(", ")
    }

    /// True if the bot's play depends only on the match: no time limit, a single thread, and no external engine.
    #[must_use]
    pub const fn is_reproducible(&self) -> bool {
        self.time_ms.is_none() && self.search.threads == 1 && self.engine.is_none()
    }

    /// True if a module chooses the moves instead of the built-in search.
    #[must_use]
    pub fn chooses_by_module(&self) -> bool {
        self.module.as_ref().is_some_and(|module| module.module.0.role() == ModuleRole::Bot)
    }

    /// Returns the memory in bytes that its module may use during a turn; 0 without a module.
    #[must_use]
    pub fn module_bytes(&self) -> u64 {
        self.program().map_or(0, |module| module.limits.memory_bytes())
    }

    /// True if its player keeps something between two moves of a match: a table, a history, or the fuel of a module.
    #[must_use]
    pub fn remembers(&self) -> bool {
        self.search.remembers() || self.program().is_some()
    }

    /// Returns the module if it is a program, whose limits and failures matter. A trained model is none.
    #[must_use]
    pub fn program(&self) -> Option<&ModuleSpec> {
        self.module.as_ref().filter(|module| module.model().is_none())
    }

    /// True if the seed can change the bot's play.
    #[must_use]
    pub fn is_random(&self) -> bool {
        if self.engine.is_some() {
            return false;
        }
        if self.chooses_by_module() {
            return self.random_move > 0.0;
        }
        self.random_move > 0.0 || self.search.ties == Ties::Random || self.search.ordering.contains(&Ordering::Random)
    }
}

impl RawBot {
    /// Takes the engine, if any, with the depth that limits it. Switches of the built-in search are rejected next to an
    /// engine.
    fn take_engine(&mut self) -> Result<Option<EngineSpec>, FieldError> {
        let Some(engine) = self.engine.take() else { return Ok(None) };
        let about_a_search =
            Self { name: None, about: None, game: None, depth: None, nodes: None, time_ms: None, ..self.clone() };
        if about_a_search != Self::default() {
            let set = serde_json::to_value(&about_a_search).unwrap_or_default();
            let keys = set.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
            let keys = keys.map(|(key, _)| key.as_str()).collect::<Vec<_>>().join(", ");
            let problem = diagnostic!(
                "engine_with_switches",
                "an engine cannot have {keys}; only name, about, depth, nodes and time_ms are allowed beside it, and options of the engine belong in engine.options",
                keys
            );
            return Err(FieldError::new("engine", problem));
        }
        let protocol = engine.protocol;
        if let Some(game) = self.game.filter(|game| !game.is_played_by(protocol)) {
            let right: Vec<_> =
                GameId::ALL.iter().filter(|game| game.is_played_by(protocol)).map(|game| game.name()).collect();
            let right = right.join(", ");
            let [protocol, game] = [protocol.to_string(), game.name().to_owned()];
            let problem = diagnostic!(
                "engine_protocol",
                "the protocol {protocol:?} is for {right}, not for {game}; use \"text\"",
                protocol,
                right,
                game
            );
            return Err(FieldError::new("engine", problem));
        }
        if let Some(problem) = unsupported_limit(protocol, self.depth.is_some(), self.nodes.is_some(), self.time_ms) {
            return Err(FieldError::new("engine", problem));
        }
        let depth = integer("depth", self.depth, 1, i64::from(MAX_DEPTH))?;
        engine.check(depth.and_then(|depth| u16::try_from(depth).ok())).map(Some)
    }
}

impl BotSpec {
    /// Returns an engine's configuration as JSON. Unset keys are absent.
    fn engine_json(&self, engine: &EngineSpec) -> Value {
        let mut spec = json!({ "name": self.name, "game": self.game, "engine": engine.to_json() });
        let optional = [
            ("about", (!self.about.is_empty()).then(|| Value::from(self.about.clone()))),
            ("depth", engine.depth.map(Value::from)),
            ("nodes", self.nodes.map(Value::from)),
            ("time_ms", self.time_ms.map(Value::from)),
        ];
        for (key, value) in optional {
            if let Some(value) = value {
                spec[key] = value;
            }
        }
        spec
    }
}
