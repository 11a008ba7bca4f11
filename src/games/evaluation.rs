//! Evaluations: estimates of the value of a position that is not finished, apart from the rules, named, with weights.

use std::collections::BTreeMap;

use super::nearest::known_names;
use super::{Game, GameError, Known, Problem, beginning};

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

/// Declares the evaluations that a game offers, once: an enum with a variant for each and `Zero`, and for each a struct of
/// its weights by name. [`Evaluation::ALL`] and [`Evaluation::new`] follow from that, so a weight that an evaluation does
/// not use is an unused field, and one that it lacks does not compile.
///
/// `Lines: LinesWeights => Box<Lines> = "lines", antisymmetric: true, "about" { one = 2, "about"; }` declares the variant
/// `Lines(Box<Lines>)`, which is made from its weights by [`From`] and has a method `evaluate`.
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
            /// Knows nothing.
            Zero,
        }

        $(
            #[doc = concat!("The weights of `", $name, "`.")]
            #[derive(Clone, Debug)]
            pub struct $Weights {
                $(pub(in $crate::games) $weight: i32,)+
            }

            impl Default for $Weights {
                fn default() -> Self {
                    Self { $($weight: $default),+ }
                }
            }
        )+

        impl $crate::games::Evaluation<$Game> for $Enum {
            const ALL: &'static [$crate::games::EvaluationInfo] = &[
                $($crate::games::EvaluationInfo {
                    name: $name,
                    about: $about,
                    weights: &[$($crate::games::WeightInfo {
                        name: stringify!($weight),
                        about: $weight_about,
                        default: $default,
                    }),+],
                    antisymmetric: $antisymmetric,
                },)+
                $crate::games::EvaluationInfo::ZERO,
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

/// An estimate of the value of unfinished positions. It never decides a finished game.
pub trait Evaluation<G: Game>: Clone + std::fmt::Debug + Send + Sync + 'static {
    /// What the game offers, `zero` among them; the first is the default.
    const ALL: &'static [EvaluationInfo];

    /// The evaluation `ALL[index]` with its weights in the order listed there.
    ///
    /// # Panics
    /// May panic when there is no such evaluation or the weights are not as many as its own.
    fn new(index: usize, weights: &[i32]) -> Self;

    /// The value for the first side of an unfinished position; the search clamps it to [`EVALUATION_LIMIT`].
    fn evaluate(&self, position: &G) -> i32;

    /// The evaluation with that name and those weights; a weight that is not given keeps its default.
    ///
    /// # Errors
    /// When the game has no such evaluation or the evaluation no such weight, or a weight is out of range.
    fn named(name: &str, weights: &Weights) -> Result<Self, GameError> {
        let refuse = |problem| GameError::Evaluation { game: G::INFO.name, problem };
        let Some(index) = Self::ALL.iter().position(|info| info.name == name) else {
            let known = known_names(name, Self::ALL.iter().map(|info| info.name));
            let sentence = format!("there is no {name:?}; there are {known}");
            return Err(refuse(Known::Evaluation.lacks(name, Self::ALL.iter().map(|info| info.name), sentence)));
        };
        let info = &Self::ALL[index];
        for (weight, value) in weights {
            if !info.weights.iter().any(|known| known.name == weight) {
                let known = known_names(weight, info.weights.iter().map(|known| known.name));
                let sentence = format!("{name:?} has no weight {weight:?}; it has {known}");
                return Err(refuse(Known::Weight.lacks(weight, info.weights.iter().map(|known| known.name), sentence)));
            }
            if value.abs() > WEIGHT_LIMIT {
                let (weight, given) = (beginning(weight, 40), *value);
                return Err(refuse(Problem::Weight { weight, given, most: WEIGHT_LIMIT }));
            }
        }
        let weights: Vec<i32> =
            info.weights.iter().map(|known| weights.get(known.name).copied().unwrap_or(known.default)).collect();
        Ok(Self::new(index, &weights))
    }
}
