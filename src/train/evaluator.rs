//! The evaluation of a generation.

use std::path::Path;
use std::sync::Arc;

use arena_games::models::{ModelEvaluation, Trained, TrainedModel};
use arena_games::{Evaluation, EvaluationInfo};

use super::TrainError;

/// The hand-written evaluation, or a model that corrects it.
pub(crate) enum Evaluator<G: Trained> {
    Base,
    Model(Arc<G::Model>),
}

impl<G: Trained> Evaluator<G> {
    /// Reads a model.
    pub(crate) fn read(path: &Path) -> Result<Self, TrainError> {
        let file = std::fs::read(path).map_err(TrainError::file(path))?;
        let model = G::Model::read(&file).map_err(|problem| TrainError::Model { path: path.to_owned(), problem })?;
        Ok(Self::Model(Arc::new(model)))
    }
}

impl<G: Trained> Clone for Evaluator<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Base => Self::Base,
            Self::Model(model) => Self::Model(Arc::clone(model)),
        }
    }
}

impl<G: Trained> std::fmt::Debug for Evaluator<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Base => f.write_str("Base"),
            Self::Model(model) => model.fmt(f),
        }
    }
}

impl<G: Trained> Evaluation<G> for Evaluator<G> {
    const ALL: &'static [EvaluationInfo] = &[EvaluationInfo::ZERO];

    fn new(_: usize, _: &[i32]) -> Self {
        Self::Base
    }

    fn evaluate(&self, position: &G) -> i32 {
        match self {
            Self::Base => position.base(),
            Self::Model(model) => model.evaluate(position),
        }
    }
}
