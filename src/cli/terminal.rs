//! Properties of the terminal, and fitting text to it.

use serde::de::DeserializeOwned;
use serde_json::Value;

use arena_play::characters::{printable, printable_lines};
pub(super) use arena_tournament::report::text_width::beside;
use arena_tournament::report::text_width::wrapped;

/// Returns the width of standard output in columns, or `None` if it is not a terminal or its width is unknown.
pub(super) fn columns() -> Option<usize> {
    #[cfg(unix)]
    {
        let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
        (size.ws_col > 0).then(|| size.ws_col.into())
    }
    #[cfg(not(unix))]
    None
}

/// Makes `text` safe to print, because parts of it may be from files of others, and wraps long lines if standard output is
/// a terminal.
pub(super) fn fitted(text: &str) -> String {
    let text = printable_lines(text);
    columns().map_or_else(|| text.clone(), |columns| wrapped(&text, columns))
}

/// Parses what a server has sent. All its texts become safe to print, because the server may be anybody's, and names are
/// those of other players.
///
/// # Errors
/// If it is not the JSON of a `T`.
pub(super) fn read_safely<T: DeserializeOwned>(json: &[u8]) -> serde_json::Result<T> {
    let mut value = serde_json::from_slice(json)?;
    make_printable(&mut value);
    serde_json::from_value(value)
}

fn make_printable(value: &mut Value) {
    match value {
        Value::String(text) => *text = printable(text),
        Value::Array(values) => values.iter_mut().for_each(make_printable),
        Value::Object(fields) => fields.values_mut().for_each(make_printable),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_protocol::ErrorBody;
    use arena_protocol::account::LoggedInView;

    #[test]
    fn names_and_messages_of_a_server_are_safe_to_print() {
        let answer =
            r#"{"player":{"id":"00000000-0000-0000-0000-000000000000","name":"A\u001b]0;x\u0007\u2028B"},"token":"t"}"#;
        let LoggedInView { player, .. } = read_safely(answer.as_bytes()).expect("it is the answer to a login");
        assert_eq!(player.name, "A\u{fffd}]0;x\u{fffd} B");
        let refusal =
            r#"{"status":403,"code":"banned","args":{"reason":"\u202e"},"message":"you are banned: \u202e\n\u0085x"}"#;
        let ErrorBody { message, .. } = read_safely(refusal.as_bytes()).expect("it is an error");
        assert_eq!(message, "you are banned: \u{fffd}  x");
    }
}
