//! Evaluations: estimates of the value of unfinished positions. They are separate from the rules and have names and
//! weights.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::models::{Model, ModelEvaluation};
use super::{BySide, ByteEvaluation, Diagnostic, Expression, Feature, Game, GameError, beginning, diagnostic};

/// Weights are between `-WEIGHT_LIMIT` and `WEIGHT_LIMIT`.
pub const WEIGHT_LIMIT: i32 = 10_000;

/// Weights by name, as in a bot's file.
pub type Weights = BTreeMap<String, i32>;

/// A named parameter of an evaluation that a bot may change.
#[derive(Debug)]
pub struct WeightInfo {
    /// The name in files.
    pub name: &'static str,
    /// The description.
    pub about: &'static str,
    /// The default value.
    pub default: i32,
}

/// An evaluation that a game offers.
#[derive(Debug)]
pub struct EvaluationInfo {
    /// The name in files.
    pub name: &'static str,
    /// The description, one sentence.
    pub about: &'static str,
    /// The weights, in the order of [`Evaluation::new`].
    pub weights: &'static [WeightInfo],
    /// Whether exchanging the sides negates the value. False only for evaluations that are asymmetric on purpose.
    pub antisymmetric: bool,
    /// The trained model without which it cannot be created.
    pub model: Option<&'static Model>,
}

impl EvaluationInfo {
    /// The evaluation that every game has and that returns 0.
    pub const ZERO: Self = Self {
        name: "zero",
        about: "knows nothing: every unfinished position is worth 0",
        weights: &[],
        antisymmetric: true,
        model: None,
    };

    /// Returns the weights in the order of [`Evaluation::new`]. Missing ones have their defaults.
    fn checked(&self, weights: &Weights) -> Result<Vec<i32>, Diagnostic> {
        if self.model.is_some_and(Model::is_absent) {
            return Err("it needs its trained model; call load_models() first".into());
        }
        for (weight, value) in weights {
            if !self.weights.iter().any(|known| known.name == weight) {
                let known = self.weights.iter().map(|known| known.name).collect::<Vec<_>>().join(", ");
                let given = beginning(weight, LONGEST_GIVEN);
                return Err(diagnostic!(
                    "unknown_weight",
                    "{evaluation:?} has no weight {given:?}; its weights are: {known}",
                    evaluation = self.name,
                    given,
                    known
                ));
            }
            if value.abs() > WEIGHT_LIMIT {
                return Err(diagnostic!(
                    "weight_range",
                    "the weight {weight:?} must be between −{most} and {most}, got {given}",
                    weight = beginning(weight, 40),
                    given = value,
                    most = WEIGHT_LIMIT
                ));
            }
        }
        Ok(self.weights.iter().map(|known| weights.get(known.name).copied().unwrap_or(known.default)).collect())
    }
}

/// Declares the evaluations of a game: an enum with a variant for each, `Zero`, `Expression`, `Encoded` and `Model`, and a
/// struct of named weights for each. [`Evaluation::ALL`] and [`Evaluation::new`] are generated. A weight that an evaluation does not use is
/// therefore an unused field, and a missing weight does not compile.
///
/// `Lines: LinesWeights => Box<Lines> = "lines", antisymmetric: true, "about" { one = 2, "about"; }` declares the
/// variant `Lines(Box<Lines>)`, which is created from its weights by [`From`] and has a method `evaluate`.
///
/// `"about", needs MODEL { … }` names a trained model without which the evaluation cannot be created.
///
/// `features { one = count_one, "about"; }` after the enum declares the features of expressions. `count_one` is a
/// function from a position to a count for each side.
macro_rules! evaluations {
    (
        $(#[$enum_doc:meta])*
        pub enum $Enum:ident for $Game:ty {
            $(
                $(#[$doc:meta])*
                $Variant:ident: $Weights:ident => $Payload:ty = $name:literal, antisymmetric: $antisymmetric:literal,
                $about:literal $(, needs $model:ident)? {
                    $($weight:ident = $default:expr, $weight_about:expr;)+
                }
            )+
        }
        $(features {
            $($feature:ident = $count:expr, $feature_about:expr;)+
        })?
    ) => {
        $(#[$enum_doc])*
        #[derive(Clone, Debug)]
        pub enum $Enum {
            $($(#[$doc])* $Variant($Payload),)+
            /// Returns 0.
            Zero,
            /// Computes an expression over the features.
            Expression(Box<$crate::Expression<$Game>>),
            /// Is computed outside of this program.
            Encoded($crate::EncodedEvaluation),
            /// Is a trained model from a file.
            Model(::std::sync::Arc<dyn $crate::models::ModelEvaluation<$Game>>),
        }

        $(
            #[doc = concat!("The weights of `", $name, "`.")]
            #[derive(Clone, Debug)]
            pub struct $Weights {
                $(pub(crate) $weight: i32,)+
            }

            impl $Weights {
                /// All weights are 0. With one of them set to 1, the evaluation counts a single feature.
                #[allow(dead_code, reason = "not every evaluation is a sum of features")]
                const NONE: Self = Self { $($weight: 0),+ };
            }

            impl Default for $Weights {
                fn default() -> Self {
                    Self { $($weight: $default),+ }
                }
            }
        )+

        impl $crate::Evaluation<$Game> for $Enum {
            const ALL: &'static [$crate::EvaluationInfo] = &[
                $($crate::EvaluationInfo {
                    name: $name,
                    about: $about,
                    weights: &[$($crate::WeightInfo {
                        name: stringify!($weight),
                        about: $weight_about,
                        default: $default,
                    }),+],
                    antisymmetric: $antisymmetric,
                    model: [$(Some(&$model),)? None][0],
                },)+
                $crate::EvaluationInfo::ZERO,
            ];
            $(const FEATURES: &'static [$crate::Feature<$Game>] = &[
                $($crate::Feature {
                    info: $crate::FeatureInfo { name: stringify!($feature), about: $feature_about },
                    count: $count,
                },)+
            ];)?

            fn new(index: usize, weights: &[i32]) -> Self {
                match Self::ALL[index].name {
                    $($name => {
                        let &[$($weight),+] = weights else { panic!("{} has other weights", $name) };
                        Self::$Variant(<$Payload>::from($Weights { $($weight),+ }))
                    })+
                    _ => Self::Zero,
                }
            }

            fn from_expression(expression: $crate::Expression<$Game>) -> Self {
                Self::Expression(Box::new(expression))
            }

            fn from_bytes(evaluation: ::std::sync::Arc<dyn $crate::ByteEvaluation>) -> Self {
                Self::Encoded($crate::EncodedEvaluation(evaluation))
            }

            fn from_model(model: ::std::sync::Arc<dyn $crate::models::ModelEvaluation<$Game>>) -> Self {
                Self::Model(model)
            }

            fn evaluate(&self, position: &$Game) -> i32 {
                match self {
                    $(Self::$Variant(evaluation) => evaluation.evaluate(position),)+
                    Self::Zero => 0,
                    Self::Expression(expression) => expression.evaluate(position),
                    Self::Encoded(evaluation) => evaluation.evaluate(position),
                    Self::Model(model) => model.evaluate(position),
                }
            }
        }
    };
}

pub(super) use evaluations;

/// Counts the right to move.
pub(super) fn turn<G: Game>(position: &G) -> BySide<i32> {
    BySide::from_fn(|side| i32::from(side == position.to_move()))
}

/// Returns whether the text of an unknown evaluation looks like a name rather than an expression.
fn is_name(text: &str) -> bool {
    let begins = |c: char| c.is_alphabetic() || c == '_';
    text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-')) && text.starts_with(begins) || text.is_empty()
}

/// The greatest length of an unknown name in an error.
pub(super) const LONGEST_GIVEN: usize = 80;

/// An estimate of the value of unfinished positions. It never decides a finished game.
pub trait Evaluation<G: Game>: Clone + std::fmt::Debug + Send + Sync + 'static {
    /// The evaluations of the game, including `zero`. The first is the default.
    const ALL: &'static [EvaluationInfo];
    /// The features that an expression can name.
    const FEATURES: &'static [Feature<G>] = &[];

    /// Creates the evaluation `ALL[index]` with weights in the order listed there.
    ///
    /// # Panics
    /// May panic if there is no such evaluation or the number of weights is wrong.
    fn new(index: usize, weights: &[i32]) -> Self;

    /// Creates the evaluation that computes an expression over [`Evaluation::FEATURES`].
    ///
    /// # Panics
    /// May panic if there are no features, because no expression can then be compiled.
    fn from_expression(_: Expression<G>) -> Self {
        unreachable!("there is no expression without features")
    }

    /// Creates the evaluation that is computed from the bytes of a position.
    ///
    /// # Panics
    /// May panic in evaluations that no bot can name.
    fn from_bytes(_: Arc<dyn ByteEvaluation>) -> Self {
        unreachable!("a bot cannot name this evaluation")
    }

    /// Creates the evaluation of a trained model.
    ///
    /// # Panics
    /// May panic in evaluations that no bot can name.
    fn from_model(_: Arc<dyn ModelEvaluation<G>>) -> Self {
        unreachable!("a bot cannot name this evaluation")
    }

    /// Returns the value of an unfinished position for the first side. The search clamps it to [`EVALUATION_LIMIT`](crate::EVALUATION_LIMIT).
    fn evaluate(&self, position: &G) -> i32;

    /// Creates the evaluation with this name and these weights, or the expression if no evaluation has this name.
    /// Missing weights have their defaults.
    ///
    /// # Errors
    /// Returns an error if the evaluation or a weight is unknown, a weight is out of range, or the expression is invalid.
    fn named(name: &str, weights: &Weights) -> Result<Self, GameError> {
        let refuse = |problem| GameError::Evaluation { game: G::INFO.name, problem };
        if let Some(index) = Self::ALL.iter().position(|info| info.name == name) {
            return Ok(Self::new(index, &Self::ALL[index].checked(weights).map_err(refuse)?));
        }
        match Expression::compile(name, Self::FEATURES) {
            Ok(_) if !weights.is_empty() => {
                Err(refuse(diagnostic!("expression_weights", "an expression has no weights besides its numbers")))
            }
            Ok(expression) => Ok(Self::from_expression(expression)),
            Err(_) if is_name(name) => Err(refuse(unknown(name, Self::ALL))),
            Err(problem) => Err(refuse(problem)),
        }
    }
}

/// Returns the error for a name that none of these evaluations has.
fn unknown(name: &str, all: &[EvaluationInfo]) -> Diagnostic {
    let known = all.iter().map(|info| info.name).collect::<Vec<_>>().join(", ");
    let given = beginning(name, LONGEST_GIVEN);
    diagnostic!("unknown_evaluation", "there is no evaluation {given:?}; there are {known}", given, known)
}
