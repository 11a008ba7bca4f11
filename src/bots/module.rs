//! Modules: evaluations and bots that are WebAssembly programs.
//!
//! A bot names a module by its file, and a [`ModuleRuntime`] finds, checks and compiles it. This crate names no runtime, so
//! that a program without one still reads all configurations; see `arena-modules`.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::spec::{MAX_WIRE_INTEGER, RawEvaluation};
use super::toml_file::integer;
use super::{BotSpec, RawBot};
use arena_games::{ByteEvaluation, Diagnostic, Evaluation, FieldError, Game, GameError, MoveCode, diagnostic};
use arena_play::{EndDetail, EndReason};

/// The time of a turn after which a match is void. Fuel limits a module long before, unless the machine is far too slow.
pub const WALL_CLOCK: Duration = Duration::from_secs(300);
/// The end of the name of a module's file.
pub const SUFFIX: &str = ".wasm";

/// What a module may use. The limits are part of a bot's configuration and of records, because the play depends on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ModuleLimits {
    /// Fuel for one evaluation.
    pub evaluation_fuel: u64,
    /// Fuel for creating an instance, which includes `start`.
    pub start_fuel: u64,
    /// Fuel for one move, which includes that of `start`.
    pub move_fuel: u64,
    /// Fuel for all moves of a match.
    pub match_fuel: u64,
    /// Pages of memory, of 64 KiB each.
    pub pages: u32,
    /// Nested calls.
    pub calls: u32,
}

impl ModuleLimits {
    /// The greatest size of a module's memory.
    #[must_use]
    pub fn memory_bytes(&self) -> u64 {
        u64::from(self.pages) << 16
    }
}

impl Default for ModuleLimits {
    fn default() -> Self {
        Self {
            evaluation_fuel: 100_000,
            start_fuel: 10_000_000,
            move_fuel: 10_000_000_000,
            match_fuel: 200_000_000_000,
            pages: 64,
            calls: 500,
        }
    }
}

/// A module as written in a configuration. The digest and the runtime are those of the record that contains them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawModule {
    /// File of the module.
    pub wasm: String,
    /// SHA-256 of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// Name and version of the runtime, because the fuel that a function uses depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runtime: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation_fuel: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_fuel: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_fuel: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_fuel: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls: Option<i64>,
    /// The compiled module, once [`RawBot::load_modules`] has found it.
    #[serde(skip)]
    loaded: Option<LoadedModule>,
}

/// A compiled module. Two of them are equal if their files are.
#[derive(Clone, Debug)]
pub struct LoadedModule(pub Arc<dyn Module>);

impl PartialEq for LoadedModule {
    fn eq(&self, other: &Self) -> bool {
        self.0.digest() == other.0.digest()
    }
}

/// A module that a bot uses, with its limits.
#[derive(Clone, Debug, PartialEq)]
pub struct ModuleSpec {
    /// Name of the file, without its folder.
    pub name: String,
    pub limits: ModuleLimits,
    pub module: LoadedModule,
}

/// What a module exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleRole {
    /// `evaluate`: it replaces the evaluation of the built-in search.
    Evaluation,
    /// `choose`: it replaces the search.
    Bot,
}

/// Finds, checks and compiles modules.
pub trait ModuleRuntime: Debug + Send + Sync {
    /// Returns the module in the file `wasm`, or the module with this digest if one is given.
    ///
    /// # Errors
    /// If there is no such module, it does not have the exports that the arena calls, or it is damaged.
    fn load(&self, wasm: &str, digest: Option<&str>, limits: ModuleLimits) -> Result<Arc<dyn Module>, Diagnostic>;
}

/// A compiled module.
pub trait Module: Debug + Send + Sync {
    /// SHA-256 of the file.
    fn digest(&self) -> &str;
    /// Name and version of the runtime.
    fn runtime(&self) -> &str;
    /// What it exports.
    fn role(&self) -> ModuleRole;
    /// Seats the module at a board of these columns and rows, both 0 if the game has no board.
    fn seat(&self, board: (u32, u32)) -> Arc<dyn ModuleSeat>;
}

/// A module in one seat of a match. Its fuel of the match is counted here.
pub trait ModuleSeat: ByteEvaluation {
    /// Begins a match with all of its fuel.
    fn begin_match(&self);
    /// Begins a turn with a new instance.
    fn begin_turn(&self);
    /// Set when the module has failed in this turn. The search must stop.
    fn failed(&self) -> &AtomicBool;
    /// Ends the turn and drops the instance.
    ///
    /// # Errors
    /// If the module has failed in this turn.
    fn end_turn(&self) -> Result<(), ModuleFailure>;
    /// Lets the module choose one of `moves`. Returns its index, or `None` if `proceed`, which is called every millisecond or
    /// so, has returned false.
    ///
    /// # Errors
    /// If the module fails or returns no index of a move.
    fn choose(
        &self,
        encode: &dyn Fn(&mut Vec<u8>),
        moves: &[MoveCode],
        proceed: &mut dyn FnMut() -> bool,
    ) -> Result<Option<usize>, ModuleFailure>;
    /// Returns the debug text of the last turn.
    fn debug_text(&self) -> String;
    /// Returns the fuel that was used in this match.
    fn used_fuel(&self) -> u64;
}

/// Why a module loses its match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct ModuleFailure {
    /// The reason for the end of the match.
    pub by: EndReason,
    /// What happened.
    pub detail: EndDetail,
}

impl RawModule {
    /// All keys of a module.
    pub(super) const KEYS: &'static [&'static str] =
        &["wasm", "digest", "runtime", "evaluation_fuel", "start_fuel", "move_fuel", "match_fuel", "pages", "calls"];

    /// The module in a file, with the usual limits.
    #[must_use]
    pub fn file(wasm: &str) -> Self {
        Self { wasm: wasm.to_owned(), ..Self::default() }
    }

    fn limits(&self) -> Result<ModuleLimits, Diagnostic> {
        let usual = ModuleLimits::default();
        let fuel = |key, value, usual| bounded(key, value, 1, MAX_WIRE_INTEGER - 1, usual);
        Ok(ModuleLimits {
            evaluation_fuel: fuel("evaluation_fuel", self.evaluation_fuel, usual.evaluation_fuel)?,
            start_fuel: fuel("start_fuel", self.start_fuel, usual.start_fuel)?,
            move_fuel: fuel("move_fuel", self.move_fuel, usual.move_fuel)?,
            match_fuel: fuel("match_fuel", self.match_fuel, usual.match_fuel)?,
            pages: bounded("pages", self.pages, 32, 256, usual.pages.into())? as u32,
            calls: bounded("calls", self.calls, 16, 1_000, usual.calls.into())? as u32,
        })
    }

    fn load(&mut self, runtime: Option<&dyn ModuleRuntime>) -> Result<(), Diagnostic> {
        if self.loaded.is_some() {
            return Ok(());
        }
        let runtime = runtime.ok_or_else(not_here)?;
        let module = runtime.load(&self.wasm, self.digest.as_deref(), self.limits()?)?;
        if let Some(recorded) = self.runtime.as_deref().filter(|recorded| *recorded != module.runtime()) {
            return Err(diagnostic!(
                "module_runtime",
                "{wasm} was run by {recorded}, but this program has {present}",
                wasm = &self.wasm,
                recorded,
                present = module.runtime()
            ));
        }
        self.loaded = Some(LoadedModule(module));
        Ok(())
    }

    fn check(self) -> Result<ModuleSpec, Diagnostic> {
        let limits = self.limits()?;
        let module = self.loaded.ok_or_else(not_here)?;
        let name = self.wasm.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        Ok(ModuleSpec { name, limits, module })
    }
}

fn not_here() -> Diagnostic {
    diagnostic!("module_not_here", "a module cannot be named here; name a bot that uses it")
}

/// Returns a limit, or the usual one.
fn bounded(key: &'static str, value: Option<i64>, min: i64, max: i64, usual: u64) -> Result<u64, Diagnostic> {
    let value = integer(key, value, min, max).map_err(|error| Diagnostic::in_field(key, &error.problem))?;
    Ok(value.unwrap_or(usual))
}

impl RawBot {
    /// Loads the modules that the bot names. Only then can [`RawBot::check`] accept it.
    ///
    /// # Errors
    /// [`FieldError`] with the key, if there is no runtime here or the module is not accepted.
    pub fn load_modules(&mut self, runtime: Option<&dyn ModuleRuntime>) -> Result<(), FieldError> {
        let of_evaluation = match &mut self.evaluation {
            Some(RawEvaluation::Module(module)) => Some(module),
            _ => None,
        };
        for (key, module) in [("evaluation", of_evaluation), ("module", self.module.as_mut())] {
            module.map_or(Ok(()), |module| module.load(runtime)).map_err(|problem| FieldError::new(key, problem))?;
        }
        Ok(())
    }

    /// Creates a bot from the file of a module: of a whole bot, or of an evaluation, which plays with the usual search.
    ///
    /// # Errors
    /// [`FieldError`] if the module is not accepted.
    pub fn of_module(wasm: &str, usual: Self, runtime: Option<&dyn ModuleRuntime>) -> Result<Self, FieldError> {
        let mut module = RawModule::file(wasm);
        module.load(runtime).map_err(|problem| FieldError::new("bot", problem))?;
        let name = wasm.rsplit(['/', '\\']).next().unwrap_or_default();
        let name = Some(name.strip_suffix(SUFFIX).unwrap_or(name).to_owned());
        Ok(match module.loaded.as_ref().map(|loaded| loaded.0.role()) {
            Some(ModuleRole::Bot) => Self { name, game: usual.game, module: Some(module), ..Self::default() },
            _ => Self { name, about: None, evaluation: Some(RawEvaluation::Module(module)), ..usual },
        })
    }

    /// Takes the module, if the bot has one, and checks the keys beside it.
    pub(super) fn take_module(&mut self) -> Result<Option<ModuleSpec>, FieldError> {
        let wrong = |key: &str| {
            let key = key.to_owned();
            move |problem: Diagnostic| FieldError::new(key, problem)
        };
        let role = |spec: &ModuleSpec| spec.module.0.role();
        if let Some(module) = self.module.take() {
            let spec = module.check().map_err(wrong("module"))?;
            if role(&spec) != ModuleRole::Bot {
                return Err(wrong("module")(no_bot(&spec.name)));
            }
            let others = Self {
                name: None,
                about: None,
                game: None,
                book: None,
                book_digest: None,
                seed: None,
                random_move: None,
                ..self.clone()
            };
            if others != Self::default() {
                let set = serde_json::to_value(&others).unwrap_or_default();
                let keys = set.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
                let keys = keys.map(|(key, _)| key.as_str()).collect::<Vec<_>>().join(", ");
                return Err(wrong("module")(diagnostic!(
                    "module_with_switches",
                    "a module that chooses the moves cannot have {keys}, because the arena does not search for it",
                    keys
                )));
            }
            return Ok(Some(spec));
        }
        if !matches!(self.evaluation, Some(RawEvaluation::Module(_))) {
            return Ok(None);
        }
        let Some(RawEvaluation::Module(module)) = self.evaluation.take() else { return Ok(None) };
        let spec = module.check().map_err(wrong("evaluation"))?;
        if role(&spec) != ModuleRole::Evaluation {
            return Err(wrong("evaluation")(no_evaluation(&spec.name)));
        }
        if self.threads.is_some_and(|threads| threads > 1) {
            return Err(wrong("threads")(diagnostic!(
                "module_threads",
                "a search with the evaluation of a module has a single thread"
            )));
        }
        Ok(Some(spec))
    }
}

fn no_bot(name: &str) -> Diagnostic {
    diagnostic!(
        "module_no_bot",
        "{name} exports evaluate and not choose; name it as {example}",
        name,
        example = "evaluation = { wasm = \"…\" }"
    )
}

fn no_evaluation(name: &str) -> Diagnostic {
    diagnostic!(
        "module_no_evaluation",
        "{name} exports choose and not evaluate, so it is a bot and no evaluation",
        name
    )
}

impl ModuleSpec {
    /// Returns the module as JSON, with all limits.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let ModuleLimits { evaluation_fuel, start_fuel, move_fuel, match_fuel, pages, calls } = self.limits;
        json!({
            "wasm": self.name,
            "digest": self.module.0.digest(),
            "runtime": self.module.0.runtime(),
            "evaluation_fuel": evaluation_fuel,
            "start_fuel": start_fuel,
            "move_fuel": move_fuel,
            "match_fuel": match_fuel,
            "pages": pages,
            "calls": calls,
        })
    }
}

/// The evaluation of a bot, and its module if it uses one.
#[derive(Clone, Debug)]
pub struct Evaluator<G: Game> {
    /// The evaluation for the search.
    pub evaluation: G::Evaluation,
    /// The module, whose turns the owner of the search begins and ends.
    pub module: Option<Arc<dyn ModuleSeat>>,
    /// Whether the module chooses the moves.
    pub chooses: bool,
}

impl<G: Game> Evaluator<G> {
    /// Creates the evaluation of a bot for matches that begin at `start`.
    ///
    /// # Errors
    /// If the evaluation is invalid.
    pub fn new(spec: &BotSpec, start: &G) -> Result<Self, GameError> {
        let Some(ModuleSpec { module: LoadedModule(module), .. }) = &spec.module else {
            let evaluation = G::Evaluation::named(&spec.evaluation.name, &spec.evaluation.weights)?;
            return Ok(Self { evaluation, module: None, chooses: false });
        };
        let seat = module.seat(start.diagram(None).size());
        let evaluation = G::Evaluation::from_bytes(Arc::clone(&seat) as Arc<dyn ByteEvaluation>);
        Ok(Self { evaluation, module: Some(seat), chooses: module.role() == ModuleRole::Bot })
    }

    /// Begins a turn.
    pub fn begin_turn(&self) {
        self.module.as_deref().inspect(|module| module.begin_turn());
    }

    /// Set when the module has failed, for the budget of a search.
    #[must_use]
    pub fn failed(&self) -> Option<&AtomicBool> {
        self.module.as_deref().map(ModuleSeat::failed)
    }

    /// Ends a turn.
    ///
    /// # Errors
    /// If the module has failed.
    pub fn end_turn(&self) -> Result<(), ModuleFailure> {
        self.module.as_deref().map_or(Ok(()), ModuleSeat::end_turn)
    }
}
