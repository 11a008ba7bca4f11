//! Runs a training, or one of its parts, and keeps its files in a folder.
//!
//! Generation `n` plays `generation-n.games`, which `generation-n.model` is fitted to together with the earlier matches.
//! `generation-n.json` is the result of the model's test. What exists is not made again, so an interrupted training
//! continues where it was.

use std::path::{Path, PathBuf};

use arena_games::{GameId, Options, with_trained_game};
use sha2::{Digest, Sha256};

use super::evaluator::Evaluator;
use super::fit::{FitSettings, Fitted, fit, hex};
use super::games_file::{GamesFile, Header};
use super::player::Trainable;
use super::test::{TestSettings, Tested, test};
use super::{Settings, TrainError, data};

/// A part of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Plays matches.
    Data,
    /// Fits a model.
    Fit,
    /// Tests the model.
    Test,
}

#[derive(Clone, Debug)]
pub struct Training {
    pub game: GameId,
    /// The folder of its files.
    pub folder: PathBuf,
    /// How matches are played.
    pub settings: Settings,
    /// How models are fitted.
    pub fit: FitSettings,
    /// How models are tested.
    pub test: TestSettings,
    /// The number of generations.
    pub generations: u64,
    /// The number of threads. The results do not depend on it.
    pub threads: usize,
    /// The command, which is recorded in the models.
    pub command: String,
}

/// What a training reports.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<'a> {
    /// So many matches of a generation are played.
    Played {
        generation: u64,
        /// The number of matches.
        games: u64,
    },
    /// An epoch is done.
    Epoch {
        generation: u64,
        /// The number of epochs.
        epochs: u64,
        /// The mean loss on the positions learned from.
        loss: f64,
    },
    /// A model was written.
    Fitted {
        generation: u64,
        /// The result of the fit.
        fitted: &'a Fitted,
        /// The file of the model.
        path: &'a Path,
    },
    /// So many encounters of a test are played.
    Testing {
        generation: u64,
        /// The number of encounters.
        encounters: u64,
        /// The model's share of the points.
        score: f64,
    },
    /// A test is over.
    Tested {
        generation: u64,
        /// The result.
        tested: &'a Tested,
        /// The best model so far. `None` if it is the hand-written evaluation.
        best: Option<&'a Path>,
    },
}

/// Runs all generations, or one part of each that has its input. Returns false if the game has no model.
///
/// # Errors
/// [`TrainError`]; what was written stays.
pub fn train(training: &Training, parts: &[Part], progress: &mut dyn FnMut(Event<'_>)) -> Result<bool, TrainError> {
    let done = with_trained_game!(training.game, G => Run::<G>::new(training, progress).all(parts));
    done.transpose().map(|done| done.is_some())
}

struct Run<'a, G: Trainable> {
    training: &'a Training,
    progress: &'a mut dyn FnMut(Event<'_>),
    /// The best evaluation so far, its file and its name in files.
    best: (Evaluator<G>, Option<PathBuf>, String),
}

impl<'a, G: Trainable> Run<'a, G> {
    fn new(training: &'a Training, progress: &'a mut dyn FnMut(Event<'_>)) -> Self {
        Self { training, progress, best: (Evaluator::Base, None, "base".to_owned()) }
    }

    fn all(mut self, parts: &[Part]) -> Result<(), TrainError> {
        let folder = &self.training.folder;
        std::fs::create_dir_all(folder).map_err(TrainError::file(folder))?;
        for generation in 0..self.training.generations {
            if parts.contains(&Part::Data) {
                self.data(generation)?;
            }
            if parts.contains(&Part::Fit) {
                self.fit(generation)?;
            }
            if parts.contains(&Part::Test) {
                self.test(generation)?;
            }
            self.advance(generation)?;
        }
        Ok(())
    }

    fn path(&self, kind: &str, generation: u64) -> PathBuf {
        self.training.folder.join(format!("generation-{generation}.{kind}"))
    }

    fn data(&mut self, generation: u64) -> Result<(), TrainError> {
        let header = Header {
            game: self.training.game,
            options: Options::new(),
            generation,
            evaluation: self.best.2.clone(),
            settings: self.training.settings.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let mut file = GamesFile::resume(&self.path("games", generation), &header)?;
        let Training { settings, threads, .. } = self.training;
        let mut played = |games| (self.progress)(Event::Played { generation, games });
        data::play(&mut file, &self.best.0, settings, *threads, &mut played)
    }

    fn fit(&mut self, generation: u64) -> Result<(), TrainError> {
        let path = self.path("model", generation);
        if path.exists() {
            return Ok(());
        }
        let files = (0..=generation).map(|generation| GamesFile::open(&self.path("games", generation)));
        let mut files = files.collect::<Result<Vec<_>, _>>()?;
        if files.iter().all(|file| file.blocks() == 0) {
            return Err(TrainError::games(files[0].path(), "there are no matches to learn from"));
        }
        let Training { fit: settings, command, .. } = self.training;
        let mut learned = |epochs, loss| (self.progress)(Event::Epoch { generation, epochs, loss });
        let fitted = fit::<G>(&mut files, settings, command, &mut learned)?;
        std::fs::write(&path, &fitted.model).map_err(TrainError::file(&path))?;
        (self.progress)(Event::Fitted { generation, fitted: &fitted, path: &path });
        Ok(())
    }

    fn test(&mut self, generation: u64) -> Result<(), TrainError> {
        let path = self.path("json", generation);
        if path.exists() {
            return Ok(());
        }
        let model = self.path("model", generation);
        let candidate = Evaluator::<G>::read(&model)?;
        let Training { test: settings, threads, .. } = self.training;
        let mut played = |encounters, score| (self.progress)(Event::Testing { generation, encounters, score });
        let (encounters, accepted) = test(&candidate, &self.best.0, settings, *threads, &mut played);
        let tested =
            Tested { model: digest(&model)?, opponent: self.best.2.clone(), encounters: encounters.0, accepted };
        let text = serde_json::to_vec(&tested).expect("a result is serializable");
        std::fs::write(&path, text).map_err(TrainError::file(&path))?;
        Ok(())
    }

    /// Makes the model of a generation the best one if its test accepted it.
    fn advance(&mut self, generation: u64) -> Result<(), TrainError> {
        let Some(tested) = Tested::read(&self.path("json", generation))? else { return Ok(()) };
        if tested.accepted {
            let path = self.path("model", generation);
            let found = digest(&path)?;
            if found != tested.model {
                return Err(TrainError::games(&path, "the model is not the one that was tested; remove its test"));
            }
            self.best = (Evaluator::read(&path)?, Some(path), found);
        }
        (self.progress)(Event::Tested { generation, tested: &tested, best: self.best.1.as_deref() });
        Ok(())
    }
}

/// Returns the SHA-256 digest of a file.
fn digest(path: &Path) -> Result<String, TrainError> {
    let content = std::fs::read(path).map_err(TrainError::file(path))?;
    Ok(hex(&Sha256::digest(&content)))
}
