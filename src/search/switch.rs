//! A switch of the search as data: what is known of each switch that
//! [`search_switches`] declares.

use serde_json::Value;

use crate::games::{Problem, Unfit};

use super::options::{OneOrMore, Ordering, Pruning, SearchOptions, Ties, listed};
use super::switches::search_switches;

/// A switch from its declaration.
macro_rules! switch {
    ($key:ident: $type:ty = $default:expr, $about:expr) => {
        $crate::search::switch::Switch::new::<$type>(
            stringify!($key),
            $about,
            |options| $crate::search::SwitchValue::to_json(&options.$key),
            |options| {
                let default: $type = $default;
                options.$key != default
            },
        )
    };
}

/// Declares the list of all switches as data.
macro_rules! switch_list {
    ({} $($(#[doc = $about:literal])+ $key:ident: $type:ty = $default:expr => { $($facts:tt)* })+) => {
        /// The switches of a search, in the order of the documentation.
        pub static SWITCHES: &[Switch] = &[
            $(switch!($key: $type = $default, concat!($($about, "\n"),+)) $($facts)*),+
        ];
    };
}

search_switches!(switch_list! {});

/// What a switch can be set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwitchKind {
    /// On or off.
    Bool,
    /// A whole number, from the first to the second.
    Number(i64, i64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// Several of these words.
    Words(&'static [&'static str]),
}

/// How a switch changes the value that plain minimax finds at the same depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Positions at the horizon are judged in another way.
    Horizon,
    /// Some moves are searched deeper than others.
    Selective,
}

type Of<T> = fn(&SearchOptions) -> T;

/// A switch of the search, read from its declaration.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// Its name in files and JSON; as a flag with `-` for `_`.
    pub key: &'static str,
    /// What it can be set to.
    pub kind: SwitchKind,
    about: &'static str,
    default: Option<&'static str>,
    change: Option<Change>,
    unwritten_by_default: bool,
    summary: (u8, Of<Option<String>>),
    refusal: Of<Option<Problem>>,
    value: Of<Option<Value>>,
    differs: Of<bool>,
}

/// The methods that declare a switch.
impl Switch {
    pub(super) const fn new<T: SwitchValue>(
        key: &'static str,
        about: &'static str,
        value: Of<Option<Value>>,
        differs: Of<bool>,
    ) -> Self {
        Self {
            key,
            kind: T::KIND,
            about,
            default: None,
            change: None,
            unwritten_by_default: false,
            summary: (0, |_| None),
            refusal: |_| None,
            value,
            differs,
        }
    }

    /// A number's bounds.
    pub(super) const fn within(self, min: i64, max: i64) -> Self {
        Self { kind: SwitchKind::Number(min, max), ..self }
    }

    /// What the help says of the default, where it is not a value of the switch.
    pub(super) const fn default_is(self, sentence: &'static str) -> Self {
        Self { default: Some(sentence), ..self }
    }

    pub(super) const fn changes_value(self, change: Change) -> Self {
        Self { change: Some(change), ..self }
    }

    /// JSON leaves it out where it has its default.
    pub(super) const fn unwritten_by_default(self) -> Self {
        Self { unwritten_by_default: true, ..self }
    }

    /// What the summary of a bot says of the switch; the parts of a summary are ordered by `place`.
    pub(super) const fn summarised(self, place: u8, sentence: Of<Option<String>>) -> Self {
        Self { summary: (place, sentence), ..self }
    }

    /// Why the switch would have no effect beside the other switches, where that is so. It is then refused, since
    /// somebody who sets it expects an effect.
    pub(super) const fn refused(self, refusal: Of<Option<Problem>>) -> Self {
        Self { refusal, ..self }
    }
}

/// The methods that read a declaration.
impl Switch {
    /// The switch called so.
    #[must_use]
    pub fn of(key: &str) -> Option<&'static Self> {
        SWITCHES.iter().find(|switch| switch.key == key)
    }

    /// What it does, in a sentence without its full stop.
    #[must_use]
    pub fn about(&self) -> String {
        let paragraph = self.about.split("\n\n").next().unwrap_or_default();
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        words.join(" ").trim_end_matches('.').to_owned()
    }

    /// What it can be set to, as the documentation lists it.
    #[must_use]
    pub fn values(&self) -> String {
        match self.kind {
            SwitchKind::Bool => listed(&["true", "false"]),
            SwitchKind::Number(min, max) => format!("{min} to {max}"),
            SwitchKind::Word(words) | SwitchKind::Words(words) => listed(words),
        }
    }

    /// What it is unless it is set; none where it is off.
    #[must_use]
    pub fn default(&self) -> Option<String> {
        let said = self.default.map(str::to_owned);
        said.or_else(|| match (self.value)(&SearchOptions::default())? {
            Value::Bool(false) => None,
            Value::String(word) => Some(word),
            other => Some(other.to_string()),
        })
    }

    /// Whether it changes the value that plain minimax finds at the same depth.
    #[must_use]
    pub const fn alters_value(&self) -> bool {
        self.change.is_some()
    }

    /// Its help: what it does, what it may be, and its default.
    #[must_use]
    pub fn help(&self) -> String {
        let values = match self.kind {
            SwitchKind::Bool => String::new(),
            SwitchKind::Number(..) => format!(", {}", self.values()),
            SwitchKind::Word(_) => format!(": {}", self.values()),
            SwitchKind::Words(_) => format!(": {}; several with commas", self.values()),
        };
        let changes = if self.change.is_some() { "; changes the value" } else { "" };
        let default = self.default().map(|default| format!(" [default: {default}]")).unwrap_or_default();
        format!("{}{values}{changes}{default}", self.about())
    }

    /// Its value as JSON; none where it is left out.
    #[must_use]
    pub fn to_json(&self, options: &SearchOptions) -> Option<Value> {
        let silent = self.unwritten_by_default && !self.is_set(options);
        (self.value)(options).filter(|_| !silent)
    }

    /// Whether it has another value than by default.
    #[must_use]
    pub fn is_set(&self, options: &SearchOptions) -> bool {
        (self.differs)(options)
    }
}

/// How values of a switch's type are written, read and described.
pub trait SwitchValue: Sized {
    /// How it stands in a file.
    type Written;

    /// What it can be set to; for a number, the bounds of its type, which `within` narrows.
    const KIND: SwitchKind;

    /// The value that was written.
    ///
    /// # Errors
    /// What is wrong, and what would be right.
    fn read(written: Self::Written, switch: &Switch) -> Result<Self, Problem>;

    /// As JSON; none where it is not set.
    fn to_json(&self) -> Option<Value>;
}

impl SwitchValue for bool {
    type Written = Self;
    const KIND: SwitchKind = SwitchKind::Bool;

    fn read(written: Self, _: &Switch) -> Result<Self, Problem> {
        Ok(written)
    }

    fn to_json(&self) -> Option<Value> {
        Some((*self).into())
    }
}

macro_rules! numbers {
    ($($type:ty),+) => { $(
        impl SwitchValue for $type {
            type Written = i64;
            const KIND: SwitchKind = SwitchKind::Number(0, 0);

            fn read(written: i64, switch: &Switch) -> Result<Self, Problem> {
                let SwitchKind::Number(min, max) = switch.kind else { unreachable!("a number has bounds") };
                let number = Self::try_from(written).ok().filter(|_| (min..=max).contains(&written));
                number.ok_or_else(|| Problem::outside(written, min, max))
            }

            fn to_json(&self) -> Option<Value> {
                Some((*self).into())
            }
        }
    )+ };
}
numbers!(u16, u32, i32);

/// A switch that is off unless it is given.
impl<T: SwitchValue> SwitchValue for Option<T> {
    type Written = T::Written;
    const KIND: SwitchKind = T::KIND;

    fn read(written: T::Written, switch: &Switch) -> Result<Self, Problem> {
        T::read(written, switch).map(Some)
    }

    fn to_json(&self) -> Option<Value> {
        self.as_ref().and_then(T::to_json)
    }
}

macro_rules! choices {
    ($($type:ty),+) => { $(
        impl SwitchValue for $type {
            type Written = Self;
            const KIND: SwitchKind = SwitchKind::Word(Self::WORDS);

            fn read(written: Self, _: &Switch) -> Result<Self, Problem> {
                Ok(written)
            }

            fn to_json(&self) -> Option<Value> {
                Some(self.to_string().into())
            }
        }
    )+ };
}
choices!(Pruning, Ties);

impl SwitchValue for Vec<Ordering> {
    type Written = OneOrMore;
    const KIND: SwitchKind = SwitchKind::Words(Ordering::WORDS);

    fn read(written: OneOrMore, _: &Switch) -> Result<Self, Problem> {
        let keys = match written {
            OneOrMore::One(key) => vec![key],
            OneOrMore::More(keys) => keys,
        };
        match keys.iter().enumerate().find(|(index, key)| keys[..*index].contains(key)) {
            Some((_, key)) => Err(format!("{key} stands there twice").into()),
            None => Ok(keys),
        }
    }

    fn to_json(&self) -> Option<Value> {
        Some(self.iter().map(ToString::to_string).collect())
    }
}

impl SearchOptions {
    /// Whether the value is that of plain minimax at the same depth.
    #[must_use]
    pub fn keeps_value(&self) -> bool {
        !self.changes(|_| true)
    }

    /// Whether some moves are searched deeper than others.
    #[must_use]
    pub fn is_selective(&self) -> bool {
        self.changes(|change| change == Change::Selective)
    }

    fn changes(&self, which: impl Fn(Change) -> bool) -> bool {
        self.changing().any(|switch| switch.change.is_some_and(&which))
    }

    /// The switches that are set and change the value.
    fn changing(&self) -> impl Iterator<Item = &'static Switch> {
        SWITCHES.iter().filter(|switch| switch.change.is_some() && switch.is_set(self))
    }

    /// Refuses switches that would have no effect beside the others.
    ///
    /// # Errors
    /// The key of such a switch, and why.
    pub fn check(&self) -> Result<(), (&'static str, Problem)> {
        let refusal = |switch: &Switch| (switch.refusal)(self).map(|why| (switch.key, why));
        if let Some(refusal) = SWITCHES.iter().find_map(refusal) {
            return Err(refusal);
        }
        match self.changing().next().filter(|_| self.pruning == Pruning::None) {
            None => Ok(()),
            Some(switch) => {
                let why = "plain minimax searches every move to the same depth: it goes with the other ways of pruning";
                Err((switch.key, Unfit::Plain.because(why)))
            }
        }
    }

    /// What the search does, in parts of a line.
    #[must_use]
    pub fn summary(&self) -> Vec<String> {
        let told = |switch: &Switch| (switch.summary.1)(self).map(|part| (switch.summary.0, part));
        let mut parts: Vec<_> = SWITCHES.iter().filter_map(told).collect();
        parts.sort_by_key(|(place, _)| *place);
        parts.into_iter().map(|(_, part)| part).collect()
    }
}
