//! The search options for clients that build a form or a file, generated from the declarations of the switches.

use serde::Serialize;
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use arena_search::{SWITCHES, SearchOptions, Switch, SwitchKind};

/// Type of a switch's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", ts(rename = "SwitchType"))]
pub enum SwitchType {
    /// True or false.
    Bool,
    /// An integer.
    Number,
    /// One of the switch's words.
    Word,
    /// An ordered list of the switch's words.
    Words,
}

/// A search option.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct SwitchView {
    /// Key in the configuration of a bot.
    key: String,
    /// Description.
    about: String,
    /// Type of the value.
    kind: SwitchType,
    /// Minimum of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<i64>,
    /// Maximum of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<i64>,
    /// The permitted words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    words: Vec<String>,
    /// Default value. Absent if the option is off by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "unknown"))]
    default: Option<Value>,
    /// True if the option can change the value that plain minimax finds at the same depth.
    alters_value: bool,
}

/// The options from which bots are configured.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CatalogView {
    /// The search options.
    switches: Vec<SwitchView>,
}

impl SwitchView {
    fn of(switch: &Switch) -> Self {
        let (kind, bounds, words) = match switch.kind {
            SwitchKind::Bool => (SwitchType::Bool, None, &[][..]),
            SwitchKind::Number(min, max) => (SwitchType::Number, Some((min, max)), &[][..]),
            SwitchKind::Word(words) => (SwitchType::Word, None, words),
            SwitchKind::Words(words) => (SwitchType::Words, None, words),
        };
        Self {
            key: switch.key.to_owned(),
            about: switch.about(),
            kind,
            min: bounds.map(|(min, _)| min),
            max: bounds.map(|(_, max)| max),
            words: words.iter().map(|&word| word.to_owned()).collect(),
            default: switch.to_json(&SearchOptions::default()),
            alters_value: switch.alters_value(),
        }
    }
}

impl CatalogView {
    /// Returns all options.
    #[must_use]
    pub fn all() -> Self {
        Self { switches: SWITCHES.iter().map(SwitchView::of).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_switch_has_bounds_or_words_for_its_type() {
        let switches: Vec<SwitchView> = SWITCHES.iter().map(SwitchView::of).collect();
        for switch in &switches {
            let numbers = switch.min.is_some() && switch.max.is_some();
            assert!(!switch.about.is_empty(), "{}", switch.key);
            assert_eq!(numbers, switch.kind == SwitchType::Number, "{}", switch.key);
            assert_eq!(switch.words.is_empty(), matches!(switch.kind, SwitchType::Bool | SwitchType::Number));
        }
        let of = |key: &str| switches.iter().find(|switch| switch.key == key).expect("the key is a switch");
        assert_eq!(of("depth").default, Some(6.into()));
        assert!(of("null_move").alters_value && !of("hints").alters_value);
    }
}
