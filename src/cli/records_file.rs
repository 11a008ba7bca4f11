//! Reads a file of records, one JSON object per line.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::anyhow;
use serde::Deserialize;
use serde_json::Value;

use super::Failure;
use arena_bots::{FileError, unreadable};
use arena_games::beginning;
use arena_games::objects::Objects;
use arena_play::json::from_json;
use arena_records::Record;

/// Maximum length of a record, in bytes.
const LONGEST: u64 = 16 << 20;

/// Calls `take` with every record and its line number, from 1. Blank lines are skipped.
///
/// # Errors
/// If the file cannot be read, if a line is not a record (with the file and line), or if `take` fails.
pub(super) fn each(path: &Path, mut take: impl FnMut(usize, Record) -> Result<(), Failure>) -> Result<(), Failure> {
    let wrong = |line, problem: String| FileError::new(path.display().to_string(), line, None, problem);
    if path.is_dir() {
        return Err(wrong(None, "is a directory, expected a file".to_owned()).into());
    }
    let file = File::open(path).map_err(|error| wrong(None, unreadable::why(path, &error)))?;
    let mut lines = BufReader::with_capacity(1 << 16, file);
    let mut has_records = false;
    for number in 1.. {
        let mut line = Vec::new();
        let read = std::io::Read::take(&mut lines, LONGEST + 1).read_until(b'\n', &mut line);
        let read = read.map_err(|error| wrong(Some(number), format!("cannot be read: {error}")))?;
        if read == 0 {
            break;
        }
        if read as u64 > LONGEST {
            return Err(wrong(Some(number), format!("the record exceeds {LONGEST} bytes")).into());
        }
        // Editors and shells on Windows begin a file with a byte order mark.
        let text = line.strip_prefix(b"\xEF\xBB\xBF").filter(|_| number == 1).unwrap_or(&line);
        if text.trim_ascii().is_empty() {
            continue;
        }
        let record =
            Record::deserialize(Objects(&mut serde_json::Deserializer::from_slice(text))).map_err(|error| {
                let problem = format!(
                    "not a record: {}; expected one JSON object per line, as written by arena tournament \
                 --records",
                    beginning(&no_record(text, &error), 300)
                );
                wrong(Some(number), problem)
            })?;
        has_records = true;
        take(number, record)?;
    }
    if has_records { Ok(()) } else { Err(Failure::Usage(anyhow!("{}: no record found", path.display()))) }
}

/// Describes what is wrong with a line, with the key at fault if the line is valid JSON.
fn no_record(text: &[u8], error: &serde_json::Error) -> String {
    let value: Option<Value> = serde_json::from_slice(text).ok();
    let problem = value.and_then(|value| from_json::<Record>(&value).err());
    problem.map_or_else(|| error.to_string(), |problem| problem.to_string())
}

#[cfg(test)]
mod tests {
    use super::no_record;
    use arena_records::Record;

    #[test]
    fn a_bad_record_is_reported_with_its_key() {
        let problem = |text: &str| {
            let error = serde_json::from_str::<Record>(text).expect_err("the text is not a record");
            no_record(text.as_bytes(), &error)
        };
        assert_eq!(problem("{\"id\": 3}"), "id: invalid type: integer `3`, expected a formatted UUID string");
        assert_eq!(problem("{\"id\": "), "EOF while parsing a value at line 1 column 7");
    }
}
