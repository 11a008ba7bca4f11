//! The switches of the search as data, built from the declarations in the macro `search_switches`.

use serde_json::Value;

use arena_games::{Diagnostic, FieldError, diagnostic};

use super::options::{OneOrMore, Ordering, Pruning, SearchOptions, Ties, listed};

/// Builds a switch from its declaration.
macro_rules! switch {
    ($key:ident: $type:ty = $default:expr, $about:expr) => {
        $crate::switch::Switch::new::<$type>(
            stringify!($key),
            $about,
            |options| $crate::SwitchValue::to_json(&options.$key),
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
        /// All switches of a search, in the order of the documentation.
        pub static SWITCHES: &[Switch] = &[
            $(switch!($key: $type = $default, concat!($($about, "\n"),+)) $($facts)*),+
        ];
    };
}

search_switches!(switch_list! {});

/// The kind of value that a switch takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwitchKind {
    /// On or off.
    Bool,
    /// An integer from the first to the second bound.
    Number(i64, i64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of these words.
    Words(&'static [&'static str]),
}

/// How a switch changes the value that plain minimax finds at the same depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Positions at the horizon are evaluated differently.
    Horizon,
    /// Some moves are searched deeper than others.
    Selective,
}

type Of<T> = fn(&SearchOptions) -> T;

/// A switch of the search.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// The name in files and JSON. The command line flag has `-` for `_`.
    pub key: &'static str,
    /// The kind of value.
    pub kind: SwitchKind,
    about: &'static str,
    default: Option<&'static str>,
    change: Option<Change>,
    unwritten_by_default: bool,
    summary: (u8, Of<Option<String>>),
    refusal: Of<Option<Diagnostic>>,
    value: Of<Option<Value>>,
    differs: Of<bool>,
}

/// Methods that declare a switch.
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

    /// Sets the bounds of a number.
    pub(super) const fn within(self, min: i64, max: i64) -> Self {
        Self { kind: SwitchKind::Number(min, max), ..self }
    }

    /// Sets the text that the help shows as the default, if the default is not a value of the switch.
    pub(super) const fn default_is(self, sentence: &'static str) -> Self {
        Self { default: Some(sentence), ..self }
    }

    pub(super) const fn changes_value(self, change: Change) -> Self {
        Self { change: Some(change), ..self }
    }

    /// Omits the switch from JSON if it has its default value.
    pub(super) const fn unwritten_by_default(self) -> Self {
        Self { unwritten_by_default: true, ..self }
    }

    /// Sets the text of the switch in a bot's summary. Parts of a summary are sorted by `place`.
    pub(super) const fn summarised(self, place: u8, sentence: Of<Option<String>>) -> Self {
        Self { summary: (place, sentence), ..self }
    }

    /// Sets the check that rejects the switch if the other switches leave it without effect. It is an error because a
    /// user who sets a switch expects an effect.
    pub(super) const fn refused(self, refusal: Of<Option<Diagnostic>>) -> Self {
        Self { refusal, ..self }
    }
}

/// Methods that read a declaration.
impl Switch {
    /// Returns the switch with this key.
    #[must_use]
    pub fn of(key: &str) -> Option<&'static Self> {
        SWITCHES.iter().find(|switch| switch.key == key)
    }

    /// Returns the description, one sentence without its full stop.
    #[must_use]
    pub fn about(&self) -> String {
        let paragraph = self.about.split("\n\n").next().unwrap_or_default();
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        words.join(" ").trim_end_matches('.').to_owned()
    }

    /// Lists the possible values, as in the documentation.
    #[must_use]
    pub fn values(&self) -> String {
        match self.kind {
            SwitchKind::Bool => listed(&["true", "false"]),
            SwitchKind::Number(min, max) => format!("{min} to {max}"),
            SwitchKind::Word(words) | SwitchKind::Words(words) => listed(words),
        }
    }

    /// Returns the default, or `None` if the switch is off by default.
    #[must_use]
    pub fn default(&self) -> Option<String> {
        let default = self.default.map(str::to_owned);
        default.or_else(|| match (self.value)(&SearchOptions::default())? {
            Value::Bool(false) => None,
            Value::String(word) => Some(word),
            other => Some(other.to_string()),
        })
    }

    /// Returns whether the switch changes the value that plain minimax finds at the same depth.
    #[must_use]
    pub const fn alters_value(&self) -> bool {
        self.change.is_some()
    }

    /// Returns the help text: description, possible values, and default.
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

    /// Returns the value as JSON, or `None` if it is omitted.
    #[must_use]
    pub fn to_json(&self, options: &SearchOptions) -> Option<Value> {
        let silent = self.unwritten_by_default && !self.is_set(options);
        (self.value)(options).filter(|_| !silent)
    }

    /// Returns whether the value differs from the default.
    #[must_use]
    pub fn is_set(&self, options: &SearchOptions) -> bool {
        (self.differs)(options)
    }
}

/// Reads, writes and describes the values of a switch's type.
pub trait SwitchValue: Sized {
    /// The type of the value in a file.
    type Raw;

    /// The kind of value. For a number, `within` narrows the bounds.
    const KIND: SwitchKind;

    /// Converts the value from a file.
    ///
    /// # Errors
    /// Describes what is wrong and what would be valid.
    fn read(written: Self::Raw, switch: &Switch) -> Result<Self, Diagnostic>;

    /// Returns the value as JSON, or `None` if it is not set.
    fn to_json(&self) -> Option<Value>;
}

impl SwitchValue for bool {
    type Raw = Self;
    const KIND: SwitchKind = SwitchKind::Bool;

    fn read(written: Self, _: &Switch) -> Result<Self, Diagnostic> {
        Ok(written)
    }

    fn to_json(&self) -> Option<Value> {
        Some((*self).into())
    }
}

macro_rules! numbers {
    ($($type:ty),+) => { $(
        impl SwitchValue for $type {
            type Raw = i64;
            const KIND: SwitchKind = SwitchKind::Number(0, 0);

            fn read(written: i64, switch: &Switch) -> Result<Self, Diagnostic> {
                let SwitchKind::Number(min, max) = switch.kind else { unreachable!("a number has bounds") };
                let number = Self::try_from(written).ok().filter(|_| (min..=max).contains(&written));
                number.ok_or_else(|| Diagnostic::range(written, min, max))
            }

            fn to_json(&self) -> Option<Value> {
                Some((*self).into())
            }
        }
    )+ };
}
numbers!(u16, u32, i32);

/// A switch that is off by default.
impl<T: SwitchValue> SwitchValue for Option<T> {
    type Raw = T::Raw;
    const KIND: SwitchKind = T::KIND;

    fn read(written: T::Raw, switch: &Switch) -> Result<Self, Diagnostic> {
        T::read(written, switch).map(Some)
    }

    fn to_json(&self) -> Option<Value> {
        self.as_ref().and_then(T::to_json)
    }
}

macro_rules! choices {
    ($($type:ty),+) => { $(
        impl SwitchValue for $type {
            type Raw = Self;
            const KIND: SwitchKind = SwitchKind::Word(Self::WORDS);

            fn read(written: Self, _: &Switch) -> Result<Self, Diagnostic> {
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
    type Raw = OneOrMore;
    const KIND: SwitchKind = SwitchKind::Words(Ordering::WORDS);

    fn read(written: OneOrMore, _: &Switch) -> Result<Self, Diagnostic> {
        let keys = match written {
            OneOrMore::One(key) => vec![key],
            OneOrMore::More(keys) => keys,
        };
        match keys.iter().enumerate().find(|(index, key)| keys[..*index].contains(key)) {
            Some((_, key)) => Err(diagnostic!("ordering_twice", "{key} is listed twice", key = key.to_string())),
            None => Ok(keys),
        }
    }

    fn to_json(&self) -> Option<Value> {
        Some(self.iter().map(ToString::to_string).collect())
    }
}

impl SearchOptions {
    /// Returns whether the value is that of plain minimax at the same depth.
    #[must_use]
    pub fn keeps_value(&self) -> bool {
        !self.changes(|_| true)
    }

    /// Returns whether some moves are searched deeper than others.
    #[must_use]
    pub fn is_selective(&self) -> bool {
        self.changes(|change| change == Change::Selective)
    }

    fn changes(&self, which: impl Fn(Change) -> bool) -> bool {
        self.changing().any(|switch| switch.change.is_some_and(&which))
    }

    /// Returns the switches that are set and change the value.
    fn changing(&self) -> impl Iterator<Item = &'static Switch> {
        SWITCHES.iter().filter(|switch| switch.change.is_some() && switch.is_set(self))
    }

    /// Rejects switches that have no effect in combination with the others.
    ///
    /// ```
    /// use arena_search::{Pruning, SearchOptions};
    ///
    /// let options = SearchOptions { pruning: Pruning::Pvs, depth: 6, ..SearchOptions::default() };
    /// assert!(options.check().is_ok());
    /// let error = SearchOptions { symmetry: true, ..options }.check().expect_err("symmetry needs a table");
    /// assert_eq!(error.path, "symmetry");
    /// ```
    ///
    /// # Errors
    /// Returns the key of such a switch and the reason.
    pub fn check(&self) -> Result<(), FieldError> {
        let refusal = |switch: &Switch| (switch.refusal)(self).map(|why| FieldError::new(switch.key, why));
        if let Some(refusal) = SWITCHES.iter().find_map(refusal) {
            return Err(refusal);
        }
        match self.changing().next().filter(|_| self.pruning == Pruning::None) {
            None => Ok(()),
            Some(switch) => {
                let why = diagnostic!(
                    "selective_minimax",
                    "plain minimax searches every move to the same depth; set another kind of pruning"
                );
                Err(FieldError::new(switch.key, why))
            }
        }
    }

    /// Describes the search in parts of a line.
    #[must_use]
    pub fn summary(&self) -> Vec<String> {
        let describe = |switch: &Switch| (switch.summary.1)(self).map(|part| (switch.summary.0, part));
        let mut parts: Vec<_> = SWITCHES.iter().filter_map(describe).collect();
        parts.sort_by_key(|(place, _)| *place);
        parts.into_iter().map(|(_, part)| part).collect()
    }
}
