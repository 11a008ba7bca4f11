//! The evaluation of a bot, built in or of a module.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::BotSpec;
use super::module::{LoadedModule, ModuleFailure, ModuleRole, ModuleSeat, ModuleSpec, model_of_another_game};
use arena_games::{ByteEvaluation, Evaluation, Game, GameError};

/// The evaluation of a bot, and its module if it uses one.
#[derive(Clone, Debug)]
pub struct Evaluator<G: Game> {
    /// The evaluation for the search.
    pub evaluation: G::Evaluation,
    /// The program, whose turns the owner of the search begins and ends.
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
        if let Some(model) = module.model() {
            let evaluation = model.evaluation::<G>().ok_or_else(|| GameError::Evaluation {
                game: G::INFO.name,
                problem: model_of_another_game(model.game(), spec.game),
            })?;
            return Ok(Self { evaluation: G::Evaluation::from_model(evaluation), module: None, chooses: false });
        }
        let seat = module.seat(start.diagram(None).size());
        let evaluation = G::Evaluation::from_bytes(Arc::clone(&seat) as Arc<dyn ByteEvaluation>);
        Ok(Self { evaluation, module: Some(seat), chooses: module.role() == ModuleRole::Bot })
    }

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
