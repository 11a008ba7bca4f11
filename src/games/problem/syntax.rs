//! The syntax errors of TOML.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

/// A syntax error of TOML. Later versions may add variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum SyntaxFault {
    /// A key without a value.
    #[error("a key needs a value after it")]
    NoValue,
    /// A value is missing.
    #[error("a value is missing")]
    NothingThere,
    /// A string has no quotation marks.
    #[error("a text needs quotation marks")]
    Unquoted,
    /// A key is repeated.
    #[error("this key stands twice")]
    Twice,
    /// The name of a table is not closed.
    #[error("the name of a table is not closed")]
    OpenTable,
    /// A list is not closed.
    #[error("a list is not closed")]
    OpenList,
    /// An inline table is not closed.
    #[error("a table in braces is not closed")]
    OpenBraces,
    /// A comma is missing in a list.
    #[error("a comma is missing in a list")]
    ListComma,
    /// A comma is missing between keys.
    #[error("a comma is missing between two keys")]
    KeyComma,
    /// A list has an extra comma.
    #[error("there is a comma too many in a list")]
    ListCommas,
    /// A table has an extra comma.
    #[error("there is a comma too many in a table")]
    TableCommas,
    /// There is an extra equals sign.
    #[error("there is one = too many")]
    Assignments,
    /// A value without a key.
    #[error("a value needs a key before it")]
    NoKey,
    /// An inline table contains something other than keys with values.
    #[error("a table in braces holds keys with values")]
    InBraces,
    /// A list contains a key.
    #[error("a list holds values, not keys")]
    KeyInList,
    /// A line is neither a table nor a key with its value.
    #[error("this is neither a table nor a key with its value")]
    NoPair,
    /// A value is followed by other text.
    #[error("something stands after the value")]
    AfterValue,
    /// A comment contains a control character.
    #[error("a comment has a control character in it")]
    Comment,
    /// A key needs quotation marks.
    #[error("the name of a key has a character that needs quotation marks")]
    KeyLetter,
    /// A key is empty.
    #[error("a key has no name")]
    EmptyKey,
    /// A quotation mark is missing.
    #[error("a quotation mark is missing")]
    Quotation,
    /// The text is not a value.
    #[error("this is no value")]
    BadValue,
    /// A string is not closed, or contains an invalid character.
    #[error("a text is not closed, or has a character that may not stand in it")]
    OpenText,
    /// The escape sequence is unknown.
    #[error("no such character is written with a backslash")]
    Escape,
    /// A numeric escape has too few digits.
    #[error("a character ends before its last digit")]
    ShortEscape,
    /// A key extends over several lines.
    #[error("the name of a key stands on one line")]
    LongKey,
    /// The text is not a string.
    #[error("this is no text")]
    NoText,
    /// The text is not a Boolean.
    #[error("this is neither true nor false")]
    NoBoolean,
    /// The text is not a date.
    #[error("this is no date")]
    NoDate,
    /// The text is not a time.
    #[error("this is no time of day")]
    NoTime,
    /// The text is not a number.
    #[error("this is no number")]
    NoNumber,
    /// The text is not a key.
    #[error("this is no name of a key")]
    BadKey,
    /// The text is not a table.
    #[error("this is no table")]
    NoTable,
    /// The value does not take keys.
    #[error("this takes no keys")]
    TakesNoKeys,
    /// The value does not take entries.
    #[error("this takes no entries")]
    TakesNoEntries,
    /// The text is not an integer.
    #[error("this is no whole number")]
    NoWhole,
    /// The text is not a hexadecimal number.
    #[error("this is no number of base 16")]
    NoHexadecimal,
    /// The text is not an octal number.
    #[error("this is no number of base 8")]
    NoOctal,
    /// The text is not a binary number.
    #[error("this is no number of base 2")]
    NoBinary,
    /// An underscore in a number is not between digits.
    #[error("a _ in a number stands between digits")]
    Underscore,
    /// A number with a base prefix has a sign.
    #[error("a number of another base has no sign")]
    SignedBase,
    /// The base prefix is in upper case.
    #[error("the letter of a number's base is a small one")]
    LargeBase,
    /// A number has two base prefixes.
    #[error("a number has one base")]
    Bases,
    /// A number has two signs.
    #[error("a number has one sign at most")]
    Signs,
    /// A number has a redundant leading zero.
    #[error("a number begins with no needless 0")]
    Zeros,
    /// A carriage return is not followed by a newline.
    #[error("a carriage return stands alone, without a line's end")]
    Return,
    /// The nesting is too deep.
    #[error("it is nested too deeply")]
    Deep,
    /// A number is too large.
    #[error("the number is too large")]
    Large,
    /// A string is required.
    #[error("it must be text in quotes")]
    NotText,
}
