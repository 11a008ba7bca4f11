//! The beginning of what a node says to a client.

use uuid::Uuid;

/// What a message begins with.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Head<'a> {
    pub(super) kind: &'a str,
    /// What it answers.
    pub(super) re: Option<u64>,
    /// The match that it is about.
    pub(super) id: Option<Uuid>,
    /// The number of the match's last event.
    pub(super) seq: Option<u64>,
}

impl<'a> Head<'a> {
    /// Reads the first fields of a message, in the order in which every node writes them, and none of the rest: most of what is
    /// told are events, and they are long.
    pub(super) fn of(text: &'a str) -> Option<Self> {
        let (kind, mut rest) = text.strip_prefix(r#"{"type":""#)?.split_once('"')?;
        let mut head = Self { kind, ..Self::default() };
        if let Some(after) = rest.strip_prefix(r#","re":"#) {
            (head.re, rest) = number(after);
        }
        if let Some(after) = rest.strip_prefix(r#","match":""#) {
            let (id, after) = after.split_once('"')?;
            (head.id, rest) = (id.parse().ok(), after);
        }
        if let Some(after) = rest.strip_prefix(r#","seq":"#) {
            (head.seq, _) = number(after);
        }
        Some(head)
    }
}

fn number(text: &str) -> (Option<u64>, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].parse().ok(), &text[end..])
}
