//! Evaluations: estimates of the value of unfinished positions. They are separate from the rules and have names and
//! weights.

use std::collections::BTreeMap;

use super::{Game, GameError, beginning, diagnostic};

/// Evaluations are between `-EVALUATION_LIMIT` and `EVALUATION_LIMIT`. Wins are always beyond.
pub const EVALUATION_LIMIT: i32 = 900_000;

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
}

impl EvaluationInfo {
    /// The evaluation that every game has and that returns 0.
    pub const ZERO: Self = Self {
        name: "zero",
        about: "knows nothing: every unfinished position is worth 0",
        weights: &[],
        antisymmetric: true,
    };
}

/// Declares the evaluations of a game: an enum with a variant for each and `Zero`, and a struct of named weights for
/// each. [`Evaluation::ALL`] and [`Evaluation::new`] are generated. A weight that an evaluation does not use is
/// therefore an unused field, and a missing weight does not compile.
///
/// `Lines: LinesWeights => Box<Lines> = "lines", antisymmetric: true, "about" { one = 2, "about"; }` declares the
/// variant `Lines(Box<Lines>)`, which is created from its weights by [`From`] and has a method `evaluate`.
macro_rules! evaluations {
    (
        $(#[$enum_doc:meta])*
        pub enum $Enum:ident for $Game:ty {
            $(
                $(#[$doc:meta])*
                $Variant:ident: $Weights:ident => $Payload:ty = $name:literal, antisymmetric: $antisymmetric:literal,
                $about:literal {
                    $($weight:ident = $default:expr, $weight_about:expr;)+
                }
            )+
        }
    ) => {
        $(#[$enum_doc])*
        #[derive(Clone, Debug)]
        pub enum $Enum {
            $($(#[$doc])* $Variant($Payload),)+
            /// Returns 0.
            Zero,
        }

        $(
            #[doc = concat!("The weights of `", $name, "`.")]
            #[derive(Clone, Debug)]
            pub struct $Weights {
                $(pub(crate) $weight: i32,)+
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
                },)+
                $crate::EvaluationInfo::ZERO,
            ];

            fn new(index: usize, weights: &[i32]) -> Self {
                match Self::ALL[index].name {
                    $($name => {
                        let &[$($weight),+] = weights else { panic!("{} has other weights", $name) };
                        Self::$Variant(<$Payload>::from($Weights { $($weight),+ }))
                    })+
                    _ => Self::Zero,
                }
            }

            fn evaluate(&self, position: &$Game) -> i32 {
                match self {
                    $(Self::$Variant(evaluation) => evaluation.evaluate(position),)+
                    Self::Zero => 0,
                }
            }
        }
    };
}

pub(super) use evaluations;

/// The greatest length of an unknown name in an error.
const LONGEST_GIVEN: usize = 80;

/// An estimate of the value of unfinished positions. It never decides a finished game.
pub trait Evaluation<G: Game>: Clone + std::fmt::Debug + Send + Sync + 'static {
    /// The evaluations of the game, including `zero`. The first is the default.
    const ALL: &'static [EvaluationInfo];

    /// Creates the evaluation `ALL[index]` with weights in the order listed there.
    ///
    /// # Panics
    /// May panic if there is no such evaluation or the number of weights is wrong.
    fn new(index: usize, weights: &[i32]) -> Self;

    /// Returns the value of an unfinished position for the first side. The search clamps it to [`EVALUATION_LIMIT`].
    fn evaluate(&self, position: &G) -> i32;

    /// Creates the evaluation with this name and these weights. Missing weights have their defaults.
    ///
    /// # Errors
    /// Returns an error if the evaluation or a weight is unknown, or a weight is out of range.
    fn named(name: &str, weights: &Weights) -> Result<Self, GameError> {
        let refuse = |problem| GameError::Evaluation { game: G::INFO.name, problem };
        let Some(index) = Self::ALL.iter().position(|info| info.name == name) else {
            let known = Self::ALL.iter().map(|info| info.name).collect::<Vec<_>>().join(", ");
            let given = beginning(name, LONGEST_GIVEN);
            return Err(refuse(diagnostic!(
                "unknown_evaluation",
                "there is no evaluation {given:?}; there are {known}",
                given,
                known
            )));
        };
        let info = &Self::ALL[index];
        for (weight, value) in weights {
            if !info.weights.iter().any(|known| known.name == weight) {
                let known = info.weights.iter().map(|known| known.name).collect::<Vec<_>>().join(", ");
                let given = beginning(weight, LONGEST_GIVEN);
                return Err(refuse(diagnostic!(
                    "unknown_weight",
                    "{evaluation:?} has no weight {given:?}; its weights are: {known}",
                    evaluation = name,
                    given,
                    known
                )));
            }
            if value.abs() > WEIGHT_LIMIT {
                return Err(refuse(diagnostic!(
                    "weight_range",
                    "the weight {weight:?} must be between −{most} and {most}, got {given}",
                    weight = beginning(weight, 40),
                    given = value,
                    most = WEIGHT_LIMIT
                )));
            }
        }
        let weights: Vec<i32> =
            info.weights.iter().map(|known| weights.get(known.name).copied().unwrap_or(known.default)).collect();
        Ok(Self::new(index, &weights))
    }
}
