//! A game's options in transit: a JSON object that is validated against the game's own type at the edge.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::objects::Objects;
use super::{Diagnostic, Game, GameError, beginning, diagnostic};

/// A game's options as a JSON object, such as `{"heap": 21}`.
pub type Options = Map<String, Value>;

/// The kind of an option's value.
#[derive(Debug)]
pub enum OptionKind {
    /// An integer within these inclusive bounds.
    Integer {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
        /// The default.
        default: i64,
    },
    /// True or false.
    Boolean {
        /// The default.
        default: bool,
    },
    /// One of several names.
    Choice {
        /// The names.
        names: &'static [&'static str],
        /// The default.
        default: &'static str,
    },
    /// A game tree as nested arrays of leaf values.
    Tree {
        /// The default as JSON.
        default: &'static str,
    },
}

/// An option of a game, for users and forms.
#[derive(Debug)]
pub struct OptionInfo {
    /// The name in files and messages.
    pub name: &'static str,
    /// The description.
    pub about: &'static str,
    /// The kind, bounds and default.
    pub kind: OptionKind,
}

/// The options of a game that has none.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoOptions {}

/// Parses the game's own options from a JSON object.
///
/// # Errors
/// Returns [`GameError::Options`] for an unknown name or a value of the wrong type.
pub fn typed<G: Game>(options: &Options) -> Result<G::Options, GameError> {
    serde_path_to_error::deserialize(Objects(Value::Object(options.clone()))).map_err(|error| {
        if G::INFO.options.is_empty() {
            let given: Vec<&str> = options.keys().map(String::as_str).collect();
            let given = beginning(&given.join(", "), 200);
            let problem = diagnostic!("no_options", "{game} has no options, got {given}", game = G::INFO.name, given);
            return GameError::Options { game: G::INFO.name, problem };
        }
        GameError::Options { game: G::INFO.name, problem: Diagnostic::untranslated(&error.to_string()) }
    })
}

/// Returns the initial position of a match with these options, or the given position.
///
/// ```
/// use arena_games::{Game, GameError, Options, connect4::ConnectFour, options};
///
/// let position: ConnectFour = options::start(&Options::new(), Some("4453"))?;
/// assert!(position.outcome().is_none());
/// # Ok::<(), GameError>(())
/// ```
///
/// # Errors
/// Returns an error if an option or the position is invalid.
pub fn start<G: Game>(options: &Options, position: Option<&str>) -> Result<G, GameError> {
    let options = typed::<G>(options)?;
    match position {
        None => G::initial(&options),
        Some(text) => G::parse(&options, text),
    }
}

/// Returns all options of the game, with defaults for those not given.
pub(super) fn complete<G: Game>(options: &G::Options) -> Options {
    match serde_json::to_value(options) {
        Ok(Value::Object(map)) => map,
        _ => Options::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{OptionKind, Options, Value};
    use crate::GameId;

    #[test]
    fn every_option_is_described_with_its_default() {
        for game in GameId::ALL {
            let info = game.info();
            let described = info.options.iter().map(|option| {
                let default = match option.kind {
                    OptionKind::Integer { default, .. } => default.into(),
                    OptionKind::Boolean { default } => default.into(),
                    OptionKind::Choice { default, .. } => default.into(),
                    OptionKind::Tree { default } => serde_json::from_str(default).expect("the default is JSON"),
                };
                (option.name.to_owned(), default)
            });
            let described: serde_json::Map<String, Value> = described.collect();
            let accepted = game.complete_options(&Options::new()).expect("defaults are valid");
            assert_eq!(described, accepted, "{}", info.name);
        }
    }
}
