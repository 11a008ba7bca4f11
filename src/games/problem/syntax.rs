//! What is wrong with a text that is no TOML.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

/// What is wrong with a text that is no TOML. Later versions may have more of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum SyntaxFault {
    /// A key without a value.
    #[error("a key needs a value after it")]
    NoValue,
    /// No value stands where one is needed.
    #[error("a value is missing")]
    NothingThere,
    /// A text without quotation marks.
    #[error("a text needs quotation marks")]
    Unquoted,
    /// A key stands twice.
    #[error("this key stands twice")]
    Twice,
    /// The name of a table is not closed.
    #[error("the name of a table is not closed")]
    OpenTable,
    /// A list is not closed.
    #[error("a list is not closed")]
    OpenList,
    /// A table in braces is not closed.
    #[error("a table in braces is not closed")]
    OpenBraces,
    /// A comma is missing in a list.
    #[error("a comma is missing in a list")]
    ListComma,
    /// A comma is missing between keys.
    #[error("a comma is missing between two keys")]
    KeyComma,
    /// A list has a comma too many.
    #[error("there is a comma too many in a list")]
    ListCommas,
    /// A table has a comma too many.
    #[error("there is a comma too many in a table")]
    TableCommas,
    /// An equals sign too many.
    #[error("there is one = too many")]
    Assignments,
    /// A value without a key.
    #[error("a value needs a key before it")]
    NoKey,
    /// Something else stands in a table in braces.
    #[error("a table in braces holds keys with values")]
    InBraces,
    /// A key stands in a list.
    #[error("a list holds values, not keys")]
    KeyInList,
    /// A line is neither a table nor a key with its value.
    #[error("this is neither a table nor a key with its value")]
    NoPair,
    /// Something stands after a value.
    #[error("something stands after the value")]
    AfterValue,
    /// A comment has a control character in it.
    #[error("a comment has a control character in it")]
    Comment,
    /// The name of a key needs quotation marks.
    #[error("the name of a key has a character that needs quotation marks")]
    KeyLetter,
    /// A key has no name.
    #[error("a key has no name")]
    EmptyKey,
    /// A quotation mark is missing.
    #[error("a quotation mark is missing")]
    Quotation,
    /// What stands there is no value.
    #[error("this is no value")]
    BadValue,
    /// A text is not closed, or has a character that it may not have.
    #[error("a text is not closed, or has a character that may not stand in it")]
    OpenText,
    /// There is no such character with a backslash.
    #[error("no such character is written with a backslash")]
    Escape,
    /// A character by number has too few digits.
    #[error("a character ends before its last digit")]
    ShortEscape,
    /// The name of a key goes over several lines.
    #[error("the name of a key stands on one line")]
    LongKey,
    /// What stands there is no text.
    #[error("this is no text")]
    NoText,
    /// What stands there is neither true nor false.
    #[error("this is neither true nor false")]
    NoBoolean,
    /// What stands there is no date.
    #[error("this is no date")]
    NoDate,
    /// What stands there is no time of day.
    #[error("this is no time of day")]
    NoTime,
    /// What stands there is no number.
    #[error("this is no number")]
    NoNumber,
    /// What stands there is no name of a key.
    #[error("this is no name of a key")]
    BadKey,
    /// What stands there is no table.
    #[error("this is no table")]
    NoTable,
    /// What stands there takes no keys.
    #[error("this takes no keys")]
    TakesNoKeys,
    /// What stands there takes no entries.
    #[error("this takes no entries")]
    TakesNoEntries,
    /// What stands there is no whole number.
    #[error("this is no whole number")]
    NoWhole,
    /// What stands there is no number of base 16.
    #[error("this is no number of base 16")]
    NoHexadecimal,
    /// What stands there is no number of base 8.
    #[error("this is no number of base 8")]
    NoOctal,
    /// What stands there is no number of base 2.
    #[error("this is no number of base 2")]
    NoBinary,
    /// An underscore of a number stands at its end.
    #[error("a _ in a number stands between digits")]
    Underscore,
    /// A number of another base has a sign.
    #[error("a number of another base has no sign")]
    SignedBase,
    /// The letter of a base is a capital.
    #[error("the letter of a number's base is a small one")]
    LargeBase,
    /// A number has two bases.
    #[error("a number has one base")]
    Bases,
    /// A number has two signs.
    #[error("a number has one sign at most")]
    Signs,
    /// A number begins with a needless zero.
    #[error("a number begins with no needless 0")]
    Zeros,
    /// A carriage return stands alone.
    #[error("a carriage return stands alone, without a line's end")]
    Return,
    /// It is nested too deeply.
    #[error("it is nested too deeply")]
    Deep,
    /// A number is too large.
    #[error("the number is too large")]
    Large,
    /// A text in quotation marks is needed.
    #[error("it must be text in quotes")]
    NotText,
}
