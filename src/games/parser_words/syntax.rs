//! Rewords the errors for a text that is not JSON, TOML or a number at all.

use crate::problem::SyntaxFault as S;

/// Parts of parsers' messages and their replacements. A part stands alone or before `, expected …`.
const OWN: &[(&str, &str)] = &[
    // JSON.
    ("EOF while parsing a list", "it ends amid a list"),
    ("EOF while parsing an object", "it ends amid an object"),
    ("EOF while parsing a string", "it ends amid a text"),
    ("EOF while parsing a value", "it ends where a value is needed"),
    ("expected `:`", "a colon is missing"),
    ("expected `,` or `]`", "a comma or ] is missing"),
    ("expected `,` or `}`", "a comma or } is missing"),
    ("expected ident", "a word stands here that is none of true, false and null"),
    ("expected value", "no value of JSON stands here"),
    ("expected `\"`", "a quotation mark is missing"),
    ("invalid escape", "no such character is written with a backslash"),
    ("invalid number", "this is no number"),
    ("number out of range", "the number is too large"),
    ("invalid unicode code point", "there is no such character"),
    (
        "control character (\\u0000-\\u001F) found while parsing a string",
        "a text has a line's end or another control character in it, which is written with a backslash",
    ),
    ("key must be a string", "a key needs quotation marks"),
    ("lone leading surrogate in hex escape", "half of a character stands alone"),
    ("trailing comma", "there is a comma too many"),
    ("trailing characters", "something stands after the end"),
    ("unexpected end of hex escape", "a character ends before its last digit"),
    ("recursion limit exceeded", "it is nested too deeply"),
    // Values with several alternative forms.
    ("data did not match any variant", "it has none of the forms that are read here"),
    // Numbers, words and addresses.
    ("invalid digit found in string", "it is no whole number"),
    ("cannot parse integer from empty string", "it is no whole number"),
    ("number too large to fit in target type", "it is too large"),
    ("number too small to fit in target type", "it is too small"),
    ("number would be zero for non-zero type", "it must be 1 or more"),
    ("invalid float literal", "it is no number"),
    ("cannot parse float from empty string", "it is no number"),
    ("provided string was not `true` or `false`", "it is neither true nor false"),
    ("invalid socket address syntax", "it must be an address and a port, as 127.0.0.1:8080"),
    ("invalid IP address syntax", "it must be an address, as 127.0.0.1"),
];

/// The same for the TOML parser, with codes that are sent to clients.
const OF_TOML: &[(&str, S)] = &[
    ("key with no value", S::NoValue),
    ("missing value for key", S::NoValue),
    ("missing value", S::NothingThere),
    ("string values must be quoted", S::Unquoted),
    ("duplicate key", S::Twice),
    ("unclosed table", S::OpenTable),
    ("unclosed array table", S::OpenTable),
    ("unclosed array", S::OpenList),
    ("unclosed inline table", S::OpenBraces),
    ("missing comma between array elements", S::ListComma),
    ("missing comma between key-value pairs", S::KeyComma),
    ("extra comma in array", S::ListCommas),
    ("extra comma in inline table", S::TableCommas),
    ("extra `=`", S::Assignments),
    ("extra assignment between key-value pairs", S::Assignments),
    ("missing assignment between key-value pairs", S::NoValue),
    ("missing key for inline table element", S::NoKey),
    ("invalid inline table element", S::InBraces),
    ("unexpected `=` in array", S::KeyInList),
    ("invalid key-value pair", S::NoPair),
    ("unexpected key or value", S::AfterValue),
    ("unexpected content", S::AfterValue),
    ("unexpected content between comment and newline", S::Comment),
    ("invalid comment character", S::Comment),
    ("invalid unquoted key", S::KeyLetter),
    ("unquoted keys cannot be empty", S::EmptyKey),
    ("missing opening quote", S::Quotation),
    ("invalid value", S::BadValue),
    ("invalid basic string", S::OpenText),
    ("invalid multi-line basic string", S::OpenText),
    ("invalid literal string", S::OpenText),
    ("invalid multi-line literal string", S::OpenText),
    ("invalid escape sequence", S::Escape),
    ("unescaped values are invalid", S::Escape),
    ("missing escaped value", S::Escape),
    ("too few unicode value digits", S::ShortEscape),
    ("keys cannot be multi-line literal strings", S::LongKey),
    ("keys cannot be multi-line basic strings", S::LongKey),
    ("invalid string", S::NoText),
    ("invalid boolean", S::NoBoolean),
    ("invalid date-time", S::NoDate),
    ("invalid date", S::NoDate),
    ("invalid time", S::NoTime),
    ("invalid time offset", S::NoTime),
    ("invalid datetime", S::NoDate),
    ("invalid exponent", S::NoNumber),
    ("invalid mantissa", S::NoNumber),
    ("invalid fraction", S::NoNumber),
    ("invalid key", S::BadKey),
    ("invalid table", S::NoTable),
    ("expected empty table", S::TakesNoKeys),
    ("expected empty array", S::TakesNoEntries),
    ("invalid float", S::NoNumber),
    ("invalid integer number", S::NoWhole),
    ("invalid hexadecimal number", S::NoHexadecimal),
    ("invalid octal number", S::NoOctal),
    ("invalid binary number", S::NoBinary),
    ("`_` may only go between digits", S::Underscore),
    ("integers with a radix cannot be signed", S::SignedBase),
    ("radix must be lowercase", S::LargeBase),
    ("redundant integer number prefix", S::Bases),
    ("unexpected sign", S::Signs),
    ("redundant numeric sign", S::Signs),
    ("unexpected leading zero", S::Zeros),
    ("carriage return must be followed by newline", S::Return),
    ("cannot recurse further; max recursion depth met", S::Deep),
    ("recursion limit", S::Deep),
    ("integer number overflowed", S::Large),
    ("floating-point number overflowed", S::Large),
    ("wanted string or table", S::NotText),
    ("wanted exactly 1 element, found 0 elements", S::NotText),
    ("wanted exactly 1 element, more than 1 element", S::NotText),
];

/// Returns the fault of a text that is not TOML, and the expected character, from the parser's message.
pub(super) fn toml(message: &str) -> Option<(S, Option<String>)> {
    let of = |part: &str| OF_TOML.iter().find(|(theirs, _)| *theirs == part).map(|(_, ours)| *ours);
    if let Some(whole) = of(message) {
        return Some((whole, None));
    }
    let (part, expected) = message.split_once(", expected ")?;
    Some((of(part)?, sign(expected).map(str::to_owned)))
}

/// Returns the expected text if it is a single quoted sign.
fn sign(expected: &str) -> Option<&str> {
    expected.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')).filter(|sign| !sign.contains('`'))
}

/// Rewords a parser's message if it is one of these.
pub(super) fn own(message: &str) -> Option<String> {
    let of = |part: &str| {
        let own = OWN.iter().find(|(theirs, _)| *theirs == part).map(|(_, ours)| (*ours).to_owned());
        own.or_else(|| OF_TOML.iter().find(|(theirs, _)| *theirs == part).map(|(_, ours)| ours.to_string()))
    };
    if let Some(whole) = of(message) {
        return Some(whole);
    }
    if message.starts_with("data did not match any variant") {
        return of("data did not match any variant");
    }
    if let Some((kind, _)) =
        message.strip_prefix("cannot extend value of type ").and_then(|rest| rest.split_once(" with "))
    {
        return Some(format!(
            "the key stands already, and is no table that more is written into: it is {}",
            called(kind)
        ));
    }
    let (part, expected) = message.split_once(", expected ")?;
    let ours = of(part)?;
    Some(sign(expected).map_or_else(|| ours.clone(), |sign| format!("{ours}: {sign} is expected")))
}

/// Rewords the TOML parser's name of a value's type.
fn called(kind: &str) -> &str {
    match kind {
        "array" => "a list",
        "inline table" => "a table in braces",
        "string" => "a text",
        "boolean" => "true or false",
        "integer" | "float" => "a number",
        _ => "a value",
    }
}

/// Rewords messages of number and word parsers within a longer text of the command line parser.
pub(super) fn within(text: &str) -> String {
    const FROM: &str = "invalid digit found in string";
    let at = OWN.iter().position(|(theirs, _)| *theirs == FROM).unwrap_or(OWN.len());
    OWN[at..].iter().fold(text.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours))
}
