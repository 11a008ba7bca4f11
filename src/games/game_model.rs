//! The trained models of all games.

use std::any::Any;
use std::sync::Arc;

use super::evaluation::LONGEST_GIVEN;
use super::models::{MAGIC, Model, ModelError, ModelEvaluation, ModelHeader, Trained, TrainedModel, header};
use super::{Game, GameId, beginning, checkers, chess, reversi};

/// The models that the program contains.
pub static ALL_MODELS: [&Model; 3] = [&checkers::MODEL, &chess::MODEL, &reversi::MODEL];

/// A model of any game, from a file.
#[derive(Clone, Debug)]
pub struct GameModel {
    game: GameId,
    /// An `Arc<dyn ModelEvaluation<G>>` for the type `G` of the game.
    evaluation: Arc<dyn Any + Send + Sync>,
}

impl GameModel {
    /// Whether a file is meant to be a model.
    #[must_use]
    pub fn is_one(file: &[u8]) -> bool {
        file.starts_with(MAGIC)
    }

    /// Reads the file of a model.
    ///
    /// # Errors
    /// [`ModelError`] if the file is damaged or not a model.
    pub fn read(file: &[u8]) -> Result<Self, ModelError> {
        let (ModelHeader { game: name, .. }, _) = header(file)?;
        let game = name.parse().map_err(|_| ModelError::NoModels(beginning(&name, LONGEST_GIVEN)))?;
        let read = with_trained_game!(game, G => {
            let model = <G as Trained>::Model::read(file)?;
            let evaluation: Arc<dyn ModelEvaluation<G>> = Arc::new(model);
            Self { game, evaluation: Arc::new(evaluation) }
        });
        read.ok_or(ModelError::NoModels(name))
    }

    /// Returns the game.
    #[must_use]
    pub const fn game(&self) -> GameId {
        self.game
    }

    /// Returns the evaluation, or `None` if `G` is another game.
    #[must_use]
    pub fn evaluation<G: Game>(&self) -> Option<Arc<dyn ModelEvaluation<G>>> {
        self.evaluation.downcast_ref::<Arc<dyn ModelEvaluation<G>>>().cloned()
    }
}
