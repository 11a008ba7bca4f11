//! Bots that use modules: how a configuration names them, and which keys may stand beside them.

use super::RawBot;
use super::module::{ModuleRole, ModuleRuntime, ModuleSpec, RawModule, model_of_another_game, module_name};
use super::spec::RawEvaluation;
use arena_games::{Diagnostic, FieldError, diagnostic};

impl RawBot {
    /// Loads the modules that the bot names. Only then can [`RawBot::check`] accept it.
    ///
    /// # Errors
    /// [`FieldError`] with the key, if there is no runtime here or the module is not accepted.
    pub fn load_modules(&mut self, runtime: Option<&dyn ModuleRuntime>) -> Result<(), FieldError> {
        for (key, module) in self.modules_mut() {
            module.load(runtime).map_err(|problem| FieldError::new(key, problem))?;
        }
        Ok(())
    }

    /// Returns the modules that the bot names, with their keys.
    pub fn modules_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut RawModule)> {
        let of_evaluation = match &mut self.evaluation {
            Some(RawEvaluation::Module(module)) => Some(("evaluation", module)),
            _ => None,
        };
        of_evaluation.into_iter().chain(self.module.as_mut().map(|module| ("module", module)))
    }

    /// Creates a bot from the file of a module: of a whole bot, or of an evaluation, which plays with the usual search.
    ///
    /// # Errors
    /// [`FieldError`] if the module is not accepted.
    pub fn of_module(file: &str, usual: Self, runtime: Option<&dyn ModuleRuntime>) -> Result<Self, FieldError> {
        let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
        let name = module_name(name).unwrap_or(name).to_owned();
        Self::named_of_module(name, RawModule::file(file), usual, runtime)
    }

    /// Like [`RawBot::of_module`], for a bot with another name than its module.
    ///
    /// # Errors
    /// [`FieldError`] if the module is not accepted.
    pub fn named_of_module(
        name: String,
        mut module: RawModule,
        usual: Self,
        runtime: Option<&dyn ModuleRuntime>,
    ) -> Result<Self, FieldError> {
        module.load(runtime).map_err(|problem| FieldError::new("bot", problem))?;
        let name = Some(name);
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
        if let Some(model) = spec.model() {
            if let Some(game) = self.game.filter(|game| *game != model.game()) {
                return Err(wrong("evaluation")(model_of_another_game(model.game(), game)));
            }
            return Ok(Some(spec));
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
