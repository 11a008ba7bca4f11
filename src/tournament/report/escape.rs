//! Escapes names and sentences for HTML and Markdown.

/// Escapes text for HTML, in an element or in an attribute with double quotes.
pub(crate) fn markup(text: &str) -> String {
    escaped(text, false)
}

/// Escapes text for Markdown, and for HTML inside it.
pub(crate) fn markdown(text: &str) -> String {
    escaped(text, true)
}

fn escaped(text: &str, is_markdown: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' if !is_markdown => out.push_str("&quot;"),
            '\'' if !is_markdown => out.push_str("&#39;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' if is_markdown => out.extend(['\\', letter]),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}
