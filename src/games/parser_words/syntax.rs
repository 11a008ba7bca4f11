//! What parsers say of a text that is no JSON, no TOML or no number at all.

/// The parts of a parser's sentence, ours for each. A part stands alone, or before `, expected …`.
const OWN: &[(&str, &str)] = &[
    // Of JSON.
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
    // Of TOML.
    ("key with no value", "a key needs a value after it"),
    ("missing value for key", "a key needs a value after it"),
    ("missing value", "a value is missing"),
    ("string values must be quoted", "a text needs quotation marks"),
    ("duplicate key", "this key stands twice"),
    ("unclosed table", "the name of a table is not closed"),
    ("unclosed array table", "the name of a table is not closed"),
    ("unclosed array", "a list is not closed"),
    ("unclosed inline table", "a table in braces is not closed"),
    ("missing comma between array elements", "a comma is missing in a list"),
    ("missing comma between key-value pairs", "a comma is missing between two keys"),
    ("extra comma in array", "there is a comma too many in a list"),
    ("extra comma in inline table", "there is a comma too many in a table"),
    ("extra `=`", "there is one = too many"),
    ("extra assignment between key-value pairs", "there is one = too many"),
    ("missing assignment between key-value pairs", "a key needs a value after it"),
    ("missing key for inline table element", "a value needs a key before it"),
    ("invalid inline table element", "a table in braces holds keys with values"),
    ("unexpected `=` in array", "a list holds values, not keys"),
    ("invalid key-value pair", "this is neither a table nor a key with its value"),
    ("unexpected key or value", "something stands after the value"),
    ("unexpected content", "something stands after the value"),
    ("unexpected content between comment and newline", "a comment has a control character in it"),
    ("invalid comment character", "a comment has a control character in it"),
    ("invalid unquoted key", "the name of a key has a character that needs quotation marks"),
    ("unquoted keys cannot be empty", "a key has no name"),
    ("missing opening quote", "a quotation mark is missing"),
    ("invalid value", "this is no value"),
    ("invalid basic string", "a text is not closed, or has a character that may not stand in it"),
    ("invalid multi-line basic string", "a text is not closed, or has a character that may not stand in it"),
    ("invalid literal string", "a text is not closed, or has a character that may not stand in it"),
    ("invalid multi-line literal string", "a text is not closed, or has a character that may not stand in it"),
    ("invalid escape sequence", "no such character is written with a backslash"),
    ("unescaped values are invalid", "no such character is written with a backslash"),
    ("missing escaped value", "no such character is written with a backslash"),
    ("too few unicode value digits", "a character ends before its last digit"),
    ("keys cannot be multi-line literal strings", "the name of a key stands on one line"),
    ("keys cannot be multi-line basic strings", "the name of a key stands on one line"),
    ("invalid string", "this is no text"),
    ("invalid boolean", "this is neither true nor false"),
    ("invalid date-time", "this is no date"),
    ("invalid date", "this is no date"),
    ("invalid time", "this is no time of day"),
    ("invalid time offset", "this is no time of day"),
    ("invalid datetime", "this is no date"),
    ("invalid exponent", "this is no number"),
    ("invalid mantissa", "this is no number"),
    ("invalid fraction", "this is no number"),
    ("invalid key", "this is no name of a key"),
    ("invalid table", "this is no table"),
    ("expected empty table", "this takes no keys"),
    ("expected empty array", "this takes no entries"),
    ("invalid float", "this is no number"),
    ("invalid integer number", "this is no whole number"),
    ("invalid hexadecimal number", "this is no number of base 16"),
    ("invalid octal number", "this is no number of base 8"),
    ("invalid binary number", "this is no number of base 2"),
    ("`_` may only go between digits", "a _ in a number stands between digits"),
    ("integers with a radix cannot be signed", "a number of another base has no sign"),
    ("radix must be lowercase", "the letter of a number's base is a small one"),
    ("redundant integer number prefix", "a number has one base"),
    ("unexpected sign", "a number has one sign at most"),
    ("redundant numeric sign", "a number has one sign at most"),
    ("unexpected leading zero", "a number begins with no needless 0"),
    ("carriage return must be followed by newline", "a carriage return stands alone, without a line's end"),
    ("cannot recurse further; max recursion depth met", "it is nested too deeply"),
    ("recursion limit", "it is nested too deeply"),
    ("integer number overflowed", "the number is too large"),
    ("floating-point number overflowed", "the number is too large"),
    ("wanted string or table", "it must be text in quotes"),
    ("wanted exactly 1 element, found 0 elements", "it must be text in quotes"),
    ("wanted exactly 1 element, more than 1 element", "it must be text in quotes"),
    // Of what is read into one of several forms.
    ("data did not match any variant", "it has none of the forms that are read here"),
    // Of numbers, words and addresses.
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

/// Our words for a sentence of a parser that is one of these.
pub(super) fn own(message: &str) -> Option<String> {
    let of = |part: &str| OWN.iter().find(|(theirs, _)| *theirs == part).map(|(_, ours)| (*ours).to_owned());
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
    // What would be right is said where it is a sign.
    let sign = expected.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')).filter(|sign| !sign.contains('`'));
    Some(sign.map_or_else(|| ours.clone(), |sign| format!("{ours}: {sign} is expected")))
}

/// What TOML's parser calls a value.
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

/// Sentences of the parsers of numbers and words within a longer text, as the reader of the command line writes them.
pub(super) fn within(text: &str) -> String {
    const FROM: &str = "invalid digit found in string";
    let at = OWN.iter().position(|(theirs, _)| *theirs == FROM).unwrap_or(OWN.len());
    OWN[at..].iter().fold(text.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours))
}
