//! The settings of a search as written: every switch under the key that it has in a bot's file.

use arena_games::{FieldError, Weights};
use arena_search::{Ordering, Pruning, SearchOptions, Switch, SwitchValue, Ties, search_switches};
use serde::Deserialize;
use serde_json::Value;

/// The depth of a search that is limited by nodes or time.
const DEEPEST: u16 = 60;

/// Declares the settings from the list of switches.
macro_rules! settings {
    (
        { $(#[$meta:meta])* pub struct Settings { $($(#[$doc:meta])* pub $key:ident: Option<$type:ty>,)+ } }
        $($(#[doc = $about:literal])+ $switch:ident: $value:ty = $default:expr => { $($facts:tt)* })+
    ) => {
        $(#[$meta])*
        pub struct Settings {
            $($(#[$doc])* pub $key: Option<$type>,)+
            $($(#[doc = $about])+ pub $switch: Option<<$value as SwitchValue>::Raw>,)+
        }

        impl Settings {
            /// Returns the switches that are set, within their bounds, and `options` for the rest.
            fn over(&self, mut options: SearchOptions) -> Result<SearchOptions, FieldError> {
                $(if let Some(written) = &self.$switch {
                    options.$switch = read(stringify!($switch), written.clone())?;
                })+
                Ok(options)
            }
        }
    };
}

fn read<T: SwitchValue>(key: &'static str, written: T::Raw) -> Result<T, FieldError> {
    let switch = Switch::of(key).expect("every setting of the list is a switch");
    T::read(written, switch).map_err(|problem| FieldError::new(key, problem))
}

search_switches!(settings! {
    /// The settings of a search. All are optional, and unknown ones are rejected.
    #[derive(Clone, Debug, Default, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Settings {
        /// The evaluation by name, or an expression. By default the game's first.
        pub evaluation: Option<String>,
        /// Weights of the evaluation. Missing ones have their defaults.
        pub weights: Option<Weights>,
        /// The greatest number of nodes.
        pub nodes: Option<u64>,
        /// The longest time in milliseconds.
        pub time_ms: Option<u64>,
        /// The seed of random choices. By default 0.
        pub seed: Option<u64>,
        /// The number of plies of the searched tree to keep. By default none is kept.
        pub tree: Option<usize>,
    }
});

impl Settings {
    /// Reads settings from a JSON object.
    ///
    /// # Errors
    /// Returns an error with the key if a setting is unknown or of the wrong type.
    pub fn from_json(json: &Value) -> Result<Self, FieldError> {
        serde_path_to_error::deserialize(json).map_err(|error| {
            let path = error.path().to_string();
            FieldError::new(if path == "." { String::new() } else { path }, error.inner().to_string())
        })
    }

    /// Returns the checked options of the search. Without other settings, ties go to the first move. A search with a limit
    /// deepens, because it needs a shallower result to fall back on.
    ///
    /// # Errors
    /// Returns the key of a setting that is out of range or has no effect in combination with the others.
    pub fn options(&self) -> Result<SearchOptions, FieldError> {
        let limited = self.nodes.is_some() || self.time_ms.is_some();
        let mut usual = SearchOptions { ties: Ties::First, deepening: limited, ..SearchOptions::default() };
        if limited {
            usual.depth = DEEPEST;
        }
        let options = self.over(usual)?;
        options.check()?;
        Ok(options)
    }
}
