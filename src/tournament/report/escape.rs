//! Escapes text of others for HTML, Markdown and CSV. The renderer for a terminal removes what a terminal would obey.

/// Escapes text for HTML, in an element or in an attribute with double quotes.
pub(super) fn markup(text: &str) -> String {
    escaped(text, false)
}

/// Escapes text for Markdown, and for HTML inside it.
pub(super) fn markdown(text: &str) -> String {
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

/// Quotes a field of CSV if necessary. A spreadsheet takes a text that begins with one of these signs for a formula, even
/// after blanks, so such a field gets an apostrophe, as OWASP recommends. Some spreadsheets separate fields by semicolons.
#[must_use]
pub fn csv(text: &str) -> String {
    if text.starts_with('\t') || text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
        return format!("\"'{}\"", text.replace('"', "\"\""));
    }
    if text.contains([',', ';', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped() {
        assert_eq!(markup("<b a=\"'&\u{7}"), "&lt;b a=&quot;&#39;&amp; ");
        assert_eq!(markdown("a|b <i> *c* [d](e)\n`f`"), "a\\|b &lt;i&gt; \\*c\\* \\[d\\](e) \\`f\\`");
    }

    #[test]
    fn csv_fields_are_quoted_and_are_no_formulas() {
        for (name, field) in [
            ("plain", "plain"),
            ("a, \"b\"", "\"a, \"\"b\"\"\""),
            ("=1+1", "\"'=1+1\""),
            ("+49", "\"'+49\""),
            ("-x\"y", "\"'-x\"\"y\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            (" =1+1", "\"' =1+1\""),
            ("\u{a0}＝1", "\"'\u{a0}＝1\""),
            ("x;=1", "\"x;=1\""),
            ("a=b", "a=b"),
        ] {
            assert_eq!(csv(name), field);
        }
    }
}
