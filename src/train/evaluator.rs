//! The evaluation of a generation.

use std::path::Path;
use std::sync::Arc;

use arena_games::patterns::{Patterned, Tables};
use arena_games::{Evaluation, EvaluationInfo};

use super::TrainError;

/// The hand-written evaluation, or a model that corrects it.
pub(crate) enum Evaluator<G: Patterned> {
    Base,
    Model(Arc<Tables<G>>),
}

impl<G: Patterned> Evaluator<G> {
    /// Reads a model.
    pub(crate) fn read(path: &Path) -> Result<Self, TrainError> {
        let file = std::fs::read(path).map_err(TrainError::file(path))?;
        let tables = Tables::read(&file).map_err(|problem| TrainError::Model { path: path.to_owned(), problem })?;
        Ok(Self::Model(Arc::new(tables)))
    }
}

impl<G: Patterned> Clone for Evaluator<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Base => Self::Base,
            Self::Model(tables) => Self::Model(Arc::clone(tables)),
        }
    }
}

impl<G: Patterned> std::fmt::Debug for Evaluator<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Base => f.write_str("Base"),
            Self::Model(tables) => tables.fmt(f),
        }
    }
}

impl<G: Patterned> Evaluation<G> for Evaluator<G> {
    const ALL: &'static [EvaluationInfo] = &[EvaluationInfo::ZERO];

    fn new(_: usize, _: &[i32]) -> Self {
        Self::Base
    }

    fn evaluate(&self, position: &G) -> i32 {
        match self {
            Self::Base => position.base(),
            Self::Model(tables) => tables.evaluate(position, 100),
        }
    }
}
