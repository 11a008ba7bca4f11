//! Evaluations: guesses at the value of a position that is not finished, apart from the rules, named, with weights.

use std::collections::BTreeMap;

use super::{Game, GameError};

/// No evaluation is above this or below its negation; a win is always further out.
pub const EVALUATION_LIMIT: i32 = 900_000;

/// No weight is above this or below its negation.
pub const WEIGHT_LIMIT: i32 = 10_000;

/// Weights by name, as a bot's file gives them.
pub type Weights = BTreeMap<String, i32>;

/// A named number of an evaluation that a bot may change.
#[derive(Debug)]
pub struct WeightInfo {
    /// The name in files.
    pub name: &'static str,
    /// What it weighs.
    pub about: &'static str,
    /// What it is unless given.
    pub default: i32,
}

/// An evaluation that a game offers.
#[derive(Debug)]
pub struct EvaluationInfo {
    /// The name in files.
    pub name: &'static str,
    /// One sentence: how it judges.
    pub about: &'static str,
    /// Its weights, in the order that [`Evaluation::new`] takes them.
    pub weights: &'static [WeightInfo],
    /// Whether exchanging the sides negates its value, as it should unless asymmetric on purpose.
    pub antisymmetric: bool,
}

impl EvaluationInfo {
    /// The evaluation that every game has: it knows nothing.
    pub const ZERO: Self = Self {
        name: "zero",
        about: "knows nothing: every unfinished position is worth 0",
        weights: &[],
        antisymmetric: true,
    };
}

/// A guess at unfinished positions. It never decides a finished game.
pub trait Evaluation<G: Game>: Clone + std::fmt::Debug + Send + Sync + 'static {
    /// What the game offers, `zero` among them; the first is the default.
    const ALL: &'static [EvaluationInfo];

    /// The evaluation `ALL[index]` with its weights in the order listed there.
    fn new(index: usize, weights: &[i32]) -> Self;

    /// The value for the first side of an unfinished position; the search clamps it to [`EVALUATION_LIMIT`].
    fn evaluate(&self, position: &G) -> i32;

    /// The evaluation with that name and those weights; a weight that is not given keeps its default.
    ///
    /// # Errors
    /// When the game has no such evaluation or the evaluation no such weight, or a weight is out of range.
    fn named(name: &str, weights: &Weights) -> Result<Self, GameError> {
        let refuse = |problem| GameError::Evaluation { game: G::INFO.name, problem };
        let list = |names: Vec<&str>| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let Some(index) = Self::ALL.iter().position(|info| info.name == name) else {
            let known = list(Self::ALL.iter().map(|info| info.name).collect());
            return Err(refuse(format!("there is no {name:?}; there are {known}")));
        };
        let info = &Self::ALL[index];
        for (weight, value) in weights {
            if !info.weights.iter().any(|known| known.name == weight) {
                let known = list(info.weights.iter().map(|known| known.name).collect());
                return Err(refuse(format!("{name:?} has no weight {weight:?}; it has {known}")));
            }
            if value.abs() > WEIGHT_LIMIT {
                return Err(refuse(format!(
                    "the weight {weight:?} is {value}, outside −{WEIGHT_LIMIT} to {WEIGHT_LIMIT}"
                )));
            }
        }
        let weights: Vec<i32> =
            info.weights.iter().map(|known| weights.get(known.name).copied().unwrap_or(known.default)).collect();
        Ok(Self::new(index, &weights))
    }
}
