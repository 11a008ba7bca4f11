//! Encoding of log lines: a group of entries as JSON, a tab, and the CRC-32 of the JSON in eight hex digits.
//!
//! Each group is written and flushed to disk before the next one. A crash can therefore tear only the last line.

use serde::Deserialize;
use uuid::Uuid;

use crate::tables::events::NewEvents;
use crate::tables::matches::NewMatch;
use arena_games::GameId;
use arena_play::json_text::JsonText;
use arena_play::{Event, MatchSetup};

const DIGITS: usize = 8;

/// Bytes that a line has in addition to its JSON: the tab, the checksum and the newline.
pub(super) const SEAL: usize = DIGITS + 2;

/// An entry of the log.
pub(crate) enum Entry {
    /// A match was created.
    Match(Box<NewMatch>),
    /// Events were appended to a match.
    Events(NewEvents),
}

/// Entries that were logged together.
pub(crate) struct Group {
    /// Time of logging, in Unix milliseconds.
    pub(crate) at_ms: i64,
    pub(crate) entries: Vec<Entry>,
}

/// Bytes to reserve for a group with one event.
const GROUP_BYTES: usize = 256;

/// A group that is being encoded.
pub(crate) struct Draft {
    text: JsonText,
    entries: u64,
}

impl Draft {
    /// Starts an empty group with this time in Unix milliseconds.
    pub(crate) fn new(at_ms: i64) -> Self {
        let mut text = JsonText::with_capacity(GROUP_BYTES);
        text.raw("{\"at\":").signed(at_ms).raw(",\"entries\":[");
        Self { text, entries: 0 }
    }

    /// Adds the creation of a match.
    pub(crate) fn add_match(&mut self, new: &NewMatch) {
        self.next();
        self.text.raw("{\"made\":").raw(&new.body).raw("}");
    }

    /// Adds events of a match, without the first `known` ones.
    pub(crate) fn add_events(&mut self, new: &NewEvents, known: usize) {
        self.next();
        let from = new.rows.get(known).map_or(1, |row| row.seq);
        self.text.raw("{\"events\":{\"id\":").id(new.id).raw(",\"game\":").text(new.game.name());
        self.text.raw(",\"from\":").signed(from).raw(",\"events\":[");
        for (place, row) in new.rows[known..].iter().enumerate() {
            self.text.raw(if place == 0 { "" } else { "," }).raw(&row.json);
        }
        self.text.raw("]}}");
    }

    fn next(&mut self) {
        if self.entries > 0 {
            self.text.raw(",");
        }
        self.entries += 1;
    }

    pub(crate) const fn entries(&self) -> u64 {
        self.entries
    }

    pub(crate) fn into_line(mut self) -> Vec<u8> {
        self.text.raw("]}");
        let mut line = self.text.into_string().into_bytes();
        seal(&mut line);
        line
    }
}

/// A group as it is stored in JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredGroup {
    at: i64,
    entries: Vec<StoredEntry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum StoredEntry {
    Made(Box<MatchSetup>),
    Events { id: Uuid, game: GameId, from: u64, events: Vec<Event<String>> },
}

/// Appends the checksum and the newline to a JSON text.
pub(super) fn seal(text: &mut Vec<u8>) {
    let sum = crc32fast::hash(text);
    let mut end = *b"\t00000000\n";
    for (place, digit) in end[1..=DIGITS].iter_mut().rev().enumerate() {
        *digit = b"0123456789abcdef"[(sum >> (4 * place) & 0xf) as usize];
    }
    text.extend_from_slice(&end);
}

/// Returns the JSON of a line if its checksum is correct. `line` has no newline.
pub(super) fn unsealed(line: &[u8]) -> Option<&[u8]> {
    let (json, end) = line.split_at_checked(line.len().checked_sub(DIGITS + 1)?)?;
    let sum = end.strip_prefix(b"\t").and_then(|digits| std::str::from_utf8(digits).ok())?;
    (u32::from_str_radix(sum, 16) == Ok(crc32fast::hash(json))).then_some(json)
}

/// Parses the JSON of a line.
///
/// # Errors
/// A sentence that describes the problem.
pub(super) fn parse(json: &[u8]) -> Result<Group, String> {
    let StoredGroup { at, entries } = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    let entries = entries.into_iter().map(|entry| match entry {
        StoredEntry::Made(made) => {
            NewMatch::new(&made).map(Box::new).map(Entry::Match).map_err(|error| error.to_string())
        }
        StoredEntry::Events { id, game, from, events } => NewEvents::stored(id, game, from, events).map(Entry::Events),
    });
    Ok(Group { at_ms: at, entries: entries.collect::<Result<_, _>>()? })
}
