//! Training fits the model of an evaluation to matches of the program against itself.
//!
//! A generation has three parts. [`data`] plays matches with the best evaluation so far. [`fit`] fits a model to the
//! positions of all generations. [`mod@test`] plays the model against the best one, and accepts it if it is stronger.
//! [`run`] repeats them. [`games_file`] is the format of the matches.
//!
//! The results are functions of the settings and the seed, whatever the number of threads, on machines whose mathematical
//! functions give the same results.

pub mod data;
mod evaluator;
pub mod fit;
pub mod games_file;
mod learner;
mod parallel;
mod player;
pub mod run;
pub mod test;
#[cfg(test)]
mod tests;

use std::io;
use std::path::{Path, PathBuf};

use arena_games::models::ModelError;

/// The settings of a training. They are part of the header of each file of matches.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Determines all random choices.
    pub seed: u64,
    /// The matches of a generation.
    pub games: u64,
    /// The nodes of each search.
    pub nodes: u64,
    /// Each match begins with at most this many random moves.
    pub random_plies: usize,
}

/// Why a training failed.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// A file cannot be read or written.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        problem: io::Error,
    },
    /// A file of matches is not what is expected.
    #[error("{}: {problem}", path.display())]
    Games {
        /// The file.
        path: PathBuf,
        problem: String,
    },
    /// A model is not one of this game.
    #[error("{}: {problem}", path.display())]
    Model {
        /// The file.
        path: PathBuf,
        problem: ModelError,
    },
}

impl TrainError {
    pub(crate) fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        move |problem| Self::File { path: path.to_owned(), problem }
    }

    pub(crate) fn games(path: &Path, problem: impl Into<String>) -> Self {
        Self::Games { path: path.to_owned(), problem: problem.into() }
    }
}
