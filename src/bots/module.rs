//! Modules: evaluations and bots that are WebAssembly programs, and evaluations that are trained models.
//!
//! A bot names a module by its file, and a [`ModuleRuntime`] finds, checks and compiles it. This crate names no runtime, so
//! that a program without one still reads all configurations; see `arena-modules`.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::toml_file::{MAX_WIRE_INTEGER, integer};
use arena_games::GameModel;
use arena_games::{ByteEvaluation, Diagnostic, GameId, MoveCode, diagnostic};
use arena_play::{EndDetail, EndReason};

/// The time of a turn after which a match is void. Fuel limits a module long before, unless the machine is far too slow.
pub const WALL_CLOCK: Duration = Duration::from_secs(300);
/// The ends of the names of a module's file: of a WebAssembly program, and of a trained model.
const SUFFIXES: [&str; 2] = [".wasm", ".model"];

/// Returns the end of the name of a file with this content.
#[must_use]
pub fn suffix(content: &[u8]) -> &'static str {
    SUFFIXES[usize::from(GameModel::is_one(content))]
}

/// Returns the name of a module's file without its end, or `None` if it is the name of something else.
#[must_use]
pub fn module_name(file: &str) -> Option<&str> {
    SUFFIXES.iter().find_map(|suffix| file.strip_suffix(suffix))
}

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
    #[serde(rename = "wasm", alias = "model")]
    pub file: String,
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
    /// The compiled module, once [`RawBot::load_modules`](super::RawBot::load_modules) has found it.
    #[serde(skip)]
    pub(super) loaded: Option<LoadedModule>,
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
    /// Returns the module in the file, or the module with this digest if one is given.
    ///
    /// # Errors
    /// If there is no such module, it does not have the exports that the arena calls, or it is damaged.
    fn load(&self, file: &str, digest: Option<&str>, limits: ModuleLimits) -> Result<Arc<dyn Module>, Diagnostic>;
}

/// Compiled modules, which configurations name by their digests and limits.
#[derive(Debug, Default)]
pub struct KnownModules(HashMap<(String, ModuleLimits), Arc<dyn Module>>);

impl FromIterator<(ModuleLimits, Arc<dyn Module>)> for KnownModules {
    fn from_iter<T: IntoIterator<Item = (ModuleLimits, Arc<dyn Module>)>>(modules: T) -> Self {
        Self(modules.into_iter().map(|(limits, module)| ((module.digest().to_owned(), limits), module)).collect())
    }
}

impl ModuleRuntime for KnownModules {
    fn load(&self, file: &str, digest: Option<&str>, limits: ModuleLimits) -> Result<Arc<dyn Module>, Diagnostic> {
        let digest = digest.ok_or_else(not_here)?;
        self.0.get(&(digest.to_owned(), limits)).cloned().ok_or_else(|| {
            diagnostic!(
                "module_unknown",
                "this server has no module {file} with the digest {digest} and these limits",
                file,
                digest
            )
        })
    }
}

/// Compiles modules whose bytes others send.
pub trait ModuleChecker: Debug + Send + Sync {
    /// Compiles a module.
    ///
    /// # Errors
    /// If it does not have the exports that the arena calls, or it is damaged.
    fn compile(&self, content: &[u8], limits: ModuleLimits) -> Result<Arc<dyn Module>, Diagnostic>;
    /// Compiles a module with the usual limits and tries it out like `arena check`, until `proceed`, which is called every millisecond or so,
    /// returns false.
    ///
    /// # Errors
    /// Like [`ModuleChecker::compile`].
    fn check(
        &self,
        content: &[u8],
        game: GameId,
        proceed: &mut dyn FnMut() -> bool,
    ) -> Result<CheckedModule, Diagnostic>;
}

/// What a check has found.
#[derive(Clone, Debug)]
pub struct CheckedModule {
    /// The report, word for word that of `arena check`.
    pub report: String,
    /// Why the module would lose a match.
    pub failure: Option<ModuleFailure>,
    pub module: Arc<dyn Module>,
}

/// A compiled module.
pub trait Module: Debug + Send + Sync {
    /// The content of the file.
    fn content(&self) -> &[u8];
    /// SHA-256 of the file.
    fn digest(&self) -> &str;
    /// Name and version of the runtime.
    fn runtime(&self) -> &str;
    /// What it exports.
    fn role(&self) -> ModuleRole;
    /// The trained model, if it is no program. It needs no limits, no turns and no seat.
    fn model(&self) -> Option<&GameModel> {
        None
    }
    /// Seats a program at a board of these columns and rows, both 0 if the game has no board.
    ///
    /// # Panics
    /// Panics if it is a model.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{detail}")]
pub struct ModuleFailure {
    /// The reason for the end of the match.
    pub by: EndReason,
    /// What happened.
    pub detail: EndDetail,
}

impl RawModule {
    /// All keys of a module.
    pub(super) const KEYS: &'static [&'static str] = &[
        "wasm",
        "model",
        "digest",
        "runtime",
        "evaluation_fuel",
        "start_fuel",
        "move_fuel",
        "match_fuel",
        "pages",
        "calls",
    ];

    /// The module in a file, with the usual limits.
    #[must_use]
    pub fn file(file: &str) -> Self {
        Self { file: file.to_owned(), ..Self::default() }
    }

    /// The module with this digest, with the usual limits.
    #[must_use]
    pub fn digested(file: String, digest: String) -> Self {
        Self { file, digest: Some(digest), ..Self::default() }
    }

    /// Returns the limits, with the usual ones where none is set.
    ///
    /// # Errors
    /// If a limit is out of range.
    pub fn limits(&self) -> Result<ModuleLimits, Diagnostic> {
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

    pub(super) fn load(&mut self, runtime: Option<&dyn ModuleRuntime>) -> Result<(), Diagnostic> {
        if self.loaded.is_some() {
            return Ok(());
        }
        let runtime = runtime.ok_or_else(not_here)?;
        let module = runtime.load(&self.file, self.digest.as_deref(), self.limits()?)?;
        if module.model().is_some() && self.limits()? != ModuleLimits::default() {
            return Err(diagnostic!(
                "model_with_limits",
                "{file} is a trained model, which needs no limits",
                file = &self.file
            ));
        }
        if let Some(recorded) = self.runtime.as_deref().filter(|recorded| *recorded != module.runtime()) {
            return Err(diagnostic!(
                "module_runtime",
                "{file} was run by {recorded}, but this program has {present}",
                file = &self.file,
                recorded,
                present = module.runtime()
            ));
        }
        self.loaded = Some(LoadedModule(module));
        Ok(())
    }

    pub(super) fn check(self) -> Result<ModuleSpec, Diagnostic> {
        let limits = self.limits()?;
        let module = self.loaded.ok_or_else(not_here)?;
        let name = self.file.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        Ok(ModuleSpec { name, limits, module })
    }
}

/// The error for a module in a configuration that can name none.
#[must_use]
pub fn not_here() -> Diagnostic {
    diagnostic!("module_not_here", "a module cannot be named here; name a bot that uses it")
}

/// The error for a trained model in another game than its own.
#[must_use]
pub fn model_of_another_game(of: GameId, game: GameId) -> Diagnostic {
    diagnostic!("model_game", "the trained model is of {of}, not of {game}", of = of.name(), game = game.name())
}

/// Returns a limit, or the usual one.
fn bounded(key: &'static str, value: Option<i64>, min: i64, max: i64, usual: u64) -> Result<u64, Diagnostic> {
    let value = integer(key, value, min, max).map_err(|error| Diagnostic::in_field(key, &error.problem))?;
    Ok(value.unwrap_or(usual))
}

impl ModuleSpec {
    /// Returns the trained model, if the module is one.
    #[must_use]
    pub fn model(&self) -> Option<&GameModel> {
        self.module.0.model()
    }

    /// Returns the module as JSON, with all limits of a program.
    #[must_use]
    pub fn to_json(&self) -> Value {
        if self.model().is_some() {
            return json!({ "model": self.name, "digest": self.module.0.digest() });
        }
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
