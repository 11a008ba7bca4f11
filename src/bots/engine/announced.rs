//! The options that an engine announces, and the check of values for them.

use super::{printable, whole_number};

/// An option that an engine announces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Announced {
    pub(super) name: String,
    pub(super) kind: OptionKind,
}

/// The allowed values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A whole number in a range.
    Spin { min: i64, max: i64 },
    /// One of these texts.
    Combo(Vec<String>),
    /// No value: the option is a button.
    Button,
    /// Any text.
    Text,
}

impl Announced {
    /// Reads the text after `option`: `name Skill Level type spin default 20 min 0 max 20`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (name, rest) = text.trim_start().strip_prefix("name ")?.split_once(" type ")?;
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let number = |key: &str| {
            let at = words.iter().position(|word| *word == key)?;
            words.get(at + 1)?.parse().ok()
        };
        let kind = match *words.first()? {
            "check" => OptionKind::Check,
            "spin" => {
                OptionKind::Spin { min: number("min").unwrap_or(i64::MIN), max: number("max").unwrap_or(i64::MAX) }
            }
            "combo" => OptionKind::Combo(rest.split(" var ").skip(1).map(|choice| choice.trim().to_owned()).collect()),
            "button" => OptionKind::Button,
            _ => OptionKind::Text,
        };
        Some(Self { name: name.trim().to_owned(), kind })
    }

    /// Returns why this option cannot be set to `value`, or `None` if it can.
    pub(super) fn objection(&self, value: &str) -> Option<String> {
        let fits = match &self.kind {
            OptionKind::Check => ["true", "false"].contains(&value),
            OptionKind::Spin { min, max } => whole_number(value).is_some_and(|number| (min..=max).contains(&&number)),
            OptionKind::Combo(choices) => choices.iter().any(|choice| choice.eq_ignore_ascii_case(value)),
            OptionKind::Button => value == "true",
            OptionKind::Text => true,
        };
        (!fits).then(|| match &self.kind {
            OptionKind::Check => format!("expected true or false, got {value:?}"),
            OptionKind::Spin { min, max } if whole_number(value).is_some() => {
                format!("expected a whole number from {min} to {max}, got {value}")
            }
            OptionKind::Spin { min, max } => format!("expected a whole number from {min} to {max}, got {value:?}"),
            OptionKind::Combo(choices) => format!("{value:?} is not one of {}", choices.join(", ")),
            OptionKind::Button | OptionKind::Text => "expected true, which presses the button".to_owned(),
        })
    }

    /// Returns the command that sets the option.
    pub(super) fn command(&self, value: &str) -> String {
        match self.kind {
            OptionKind::Button => format!("setoption name {}\n", self.name),
            // Engines read decimal numbers only.
            OptionKind::Spin { .. } => {
                let number = whole_number(value).map_or_else(|| value.to_owned(), |number| number.to_string());
                format!("setoption name {} value {number}\n", self.name)
            }
            _ => format!("setoption name {} value {value}\n", self.name),
        }
    }
}

/// Finds an option by name, ignoring case.
pub(super) fn find<'a>(announced: &'a [Announced], name: &str) -> Option<&'a Announced> {
    announced.iter().find(|option| option.name.eq_ignore_ascii_case(name.trim()))
}

/// Returns the error for an unknown option, with the options that the engine has.
pub(super) fn no_such_option(announced: &[Announced]) -> String {
    let mut names: Vec<String> = announced.iter().take(100).map(|option| printable(&option.name)).collect();
    names.sort();
    let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    format!("the engine has no such option; it has {names}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_with_their_ranges_and_reject_bad_values() {
        let option = |text: &str| Announced::read(text.strip_prefix("option ").expect("valid")).expect("valid");
        let hash = option("option name Hash type spin default 16 min 1 max 33554432");
        assert_eq!(hash, Announced { name: "Hash".into(), kind: OptionKind::Spin { min: 1, max: 33_554_432 } });
        assert_eq!(
            (hash.objection("16"), hash.objection("0").as_deref()),
            (None, Some("expected a whole number from 1 to 33554432, got 0"))
        );
        for text in ["much", "", "0x", "0x-1", "--0x1", "1.5"] {
            let expected = format!("expected a whole number from 1 to 33554432, got {text:?}");
            assert_eq!(hash.objection(text), Some(expected), "{text}");
        }
        assert_eq!((hash.objection("0x10"), &*hash.command("0x10")), (None, "setoption name Hash value 16\n"));
        assert_eq!(hash.objection("0x0").as_deref(), Some("expected a whole number from 1 to 33554432, got 0x0"));
        assert_eq!(["-0x10", "-16", "0X10"].map(whole_number), [Some(-16), Some(-16), Some(16)]);
        assert_eq!(hash.command("16"), "setoption name Hash value 16\n");
        let style = option("option name Playing Style type combo default Normal var Solid var Normal var Very Risky");
        assert_eq!(style.kind, OptionKind::Combo(vec!["Solid".into(), "Normal".into(), "Very Risky".into()]));
        assert!(style.objection("very risky").is_none() && style.objection("Wild").is_some());
        let clear = option("option name Clear Hash type button");
        assert_eq!(
            (clear.kind.clone(), clear.command("true")),
            (OptionKind::Button, "setoption name Clear Hash\n".into())
        );
        assert!(option("option name Ponder type check default false").objection("yes").is_some());
        let log = option("option name Debug Log File type string default");
        assert_eq!((log.objection("x"), log.objection("")), (None, None));
        assert_eq!(log.command("0x10"), "setoption name Debug Log File value 0x10\n", "a text stays as it is");
        assert_eq!(Announced::read("name"), None);
        assert_eq!(
            option("option name x type spin max"),
            Announced { name: "x".into(), kind: OptionKind::Spin { min: i64::MIN, max: i64::MAX } }
        );
    }
}
