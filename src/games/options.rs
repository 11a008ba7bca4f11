//! A game's options as they travel: a JSON object, checked against the game's own type at the edge.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Game, GameError, Problem, beginning, parser_words};

/// A game's options as a JSON object, such as `{"heap": 21}`.
pub type Options = Map<String, Value>;

/// What kind of value an option takes.
#[derive(Debug)]
pub enum OptionKind {
    /// A whole number within these bounds, both included.
    Integer {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
        /// What it is unless given.
        default: i64,
    },
    /// True or false.
    Boolean {
        /// What it is unless given.
        default: bool,
    },
    /// A game tree as nested arrays of leaf values; the text is the default.
    Tree {
        /// What it is unless given, as JSON.
        default: &'static str,
    },
}

/// An option of a game, for people and forms.
#[derive(Debug)]
pub struct OptionInfo {
    /// The name in files and on the wire.
    pub name: &'static str,
    /// What it sets.
    pub about: &'static str,
    /// Its kind, bounds and default.
    pub kind: OptionKind,
}

/// The options of a game that has none.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoOptions {}

/// The game's own options from a JSON object.
///
/// # Errors
/// [`GameError::Options`] on an unknown name or a value of the wrong type.
pub fn typed<G: Game>(options: &Options) -> Result<G::Options, GameError> {
    parser_words::json(&Value::Object(options.clone())).map_err(|problem| {
        if G::INFO.options.is_empty() {
            let given: Vec<&str> = options.keys().map(String::as_str).collect();
            let given = beginning(&given.join(", "), 200);
            let problem = Problem::NoOptions { game: G::INFO.name.to_owned(), given };
            return GameError::Options { game: G::INFO.name, problem };
        }
        GameError::Options { game: G::INFO.name, problem: beginning(&problem, 500).into() }
    })
}

/// All options of the game, those that were not given with their defaults.
pub(super) fn complete<G: Game>(options: &G::Options) -> Options {
    match serde_json::to_value(options) {
        Ok(Value::Object(map)) => map,
        _ => Options::new(),
    }
}
