//! Encoding of log lines: a group of entries as JSON, a tab, and the CRC-32 of the JSON in eight hex digits.
//!
//! Each group is written and flushed to disk before the next one. A crash can therefore tear only the last line.

use serde::Deserialize;
use uuid::Uuid;

use crate::games::GameId;
use crate::play::{Event, MatchSetup};
use crate::store::tables::events::NewEvents;
use crate::store::tables::matches::NewMatch;

const DIGITS: usize = 8;

/// Bytes that a line has in addition to its JSON: the tab, the checksum and the newline.
pub(super) const SEAL: usize = DIGITS + 2;

/// An entry of the log.
pub(in crate::store) enum Entry {
    /// A match was created.
    Match(Box<NewMatch>),
    /// Events were appended to a match.
    Events(NewEvents),
}

/// Entries that were logged together.
pub(in crate::store) struct Group {
    /// Time of logging, in Unix milliseconds.
    pub(in crate::store) at_ms: i64,
    pub(in crate::store) entries: Vec<Entry>,
}

/// A group that is being encoded.
pub(in crate::store) struct Draft {
    text: Vec<u8>,
    entries: u64,
}

impl Draft {
    /// Starts an empty group with this time in Unix milliseconds.
    pub(in crate::store) fn new(at_ms: i64) -> Self {
        Self { text: format!("{{\"at\":{at_ms},\"entries\":[").into_bytes(), entries: 0 }
    }

    /// Adds the creation of a match.
    pub(in crate::store) fn add_match(&mut self, new: &NewMatch) {
        self.next();
        self.text.extend_from_slice(b"{\"made\":");
        self.text.extend_from_slice(new.body.as_bytes());
        self.text.push(b'}');
    }

    /// Adds events of a match, without the first `known` ones.
    pub(in crate::store) fn add_events(&mut self, new: &NewEvents, known: usize) {
        self.next();
        let (id, game, from) = (new.id, new.game.name(), new.rows.get(known).map_or(1, |row| row.seq));
        let head = format!("{{\"events\":{{\"id\":\"{id}\",\"game\":\"{game}\",\"from\":{from},\"events\":[");
        self.text.extend_from_slice(head.as_bytes());
        for (place, row) in new.rows[known..].iter().enumerate() {
            self.text.extend_from_slice(if place == 0 { b"" } else { b"," });
            self.text.extend_from_slice(row.json.as_bytes());
        }
        self.text.extend_from_slice(b"]}}");
    }

    fn next(&mut self) {
        if self.entries > 0 {
            self.text.push(b',');
        }
        self.entries += 1;
    }

    pub(in crate::store) const fn entries(&self) -> u64 {
        self.entries
    }

    pub(in crate::store) fn into_line(mut self) -> Vec<u8> {
        self.text.extend_from_slice(b"]}");
        seal(&mut self.text);
        self.text
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
    text.extend_from_slice(format!("\t{sum:0DIGITS$x}\n").as_bytes());
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
