//! Reads the log when the store opens and when a backup is made.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::line::{self, Group};
use super::{End, FORMAT, Header, MARK};
use crate::error::StoreError;
use crate::mark::CommitMark;

/// Upper limit for the length of a header line in bytes.
const LONGEST_HEADER: usize = 1_024;

/// Contents of a log.
#[derive(Default)]
pub(crate) struct Contents {
    /// All groups, in order.
    pub(crate) groups: Vec<Group>,
    /// File of the newest segment if that does not end with a whole line, and the number of bytes to ignore.
    pub(crate) torn: Option<(PathBuf, usize)>,
    /// End of the log; `None` if there is no segment.
    pub(crate) end: Option<End>,
}

/// Reads the log of a data directory that belongs to the database with this id.
///
/// A segment that another process removes at the same time is skipped, because its entries are in the database.
///
/// # Errors
/// [`StoreError::Unreadable`] with the file and line if a part that counts is damaged or missing, if the log belongs to
/// another database, or if the file system fails.
pub(crate) fn read(dir: &Path, database: Uuid) -> Result<Contents, StoreError> {
    let mark = CommitMark::new(dir, MARK, database);
    // The mark is read first: later groups are in the log before they are in the mark.
    let acknowledged = mark.read().map_err(|problem| unreadable(dir, &problem))?;
    let files: BTreeMap<u64, PathBuf> =
        super::segments(dir).map_err(|error| unreadable(dir, &error.to_string()))?.into_iter().collect();
    let mut headers = BTreeMap::new();
    for (&number, path) in &files {
        if let Some(header) = read_header(path)
            .and_then(|header| check(header, number, database))
            .map_err(|problem| unreadable(path, &problem))?
        {
            headers.insert(number, header);
        }
    }
    let mut contents = Contents::default();
    for (number, until) in chain(&headers)
        .map_err(|missing| unreadable(&super::path(dir, missing), "it is missing, but later files of the log exist"))?
    {
        let path = &files[&number];
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            read => read.map_err(|error| unreadable(path, &error.to_string()))?,
        };
        let counting = until.map(|until| usize::try_from(until).unwrap_or(usize::MAX));
        let length = groups(&bytes, counting, &mut contents.groups).map_err(|problem| unreadable(path, &problem))?;
        contents.end = Some(End { segment: number, bytes: length as u64 });
        let torn = written(&bytes).len().saturating_sub(length);
        contents.torn = (until.is_none() && torn > 0).then(|| (path.clone(), torn));
    }
    let acknowledged = acknowledged.filter(|numbers| *numbers != [0; 2]);
    match acknowledged.map(|[segment, bytes]| End { segment, bytes }) {
        Some(acknowledged) if contents.end < Some(acknowledged) => {
            Err(lost(dir, mark.path(), acknowledged, contents.end))
        }
        _ => Ok(contents),
    }
}

/// Describes a log that ends before what was acknowledged.
fn lost(dir: &Path, mark: &Path, acknowledged: End, end: Option<End>) -> StoreError {
    let End { segment, bytes } = acknowledged;
    let found = match end {
        Some(end) if end.segment == segment => format!("it ends at byte {}", end.bytes),
        Some(end) => format!("it is missing, and the log ends with {}", super::path(dir, end.segment).display()),
        None => "it is missing".to_owned(),
    };
    let remedy = format!("restore a copy, or remove {} to go on without the moves after that", mark.display());
    let problem = format!("{found}, but moves up to its byte {bytes} were acknowledged; {remedy}");
    unreadable(&super::path(dir, segment), &problem)
}

fn unreadable(path: &Path, problem: &str) -> StoreError {
    StoreError::unreadable(path.display().to_string(), problem)
}

/// Returns the segments that count, in order, each with its end if a later segment states it. A segment that no later
/// header refers to was abandoned before anything was committed to it.
///
/// # Errors
/// The number of a segment that is missing between others.
fn chain(headers: &BTreeMap<u64, Header>) -> Result<Vec<(u64, Option<u64>)>, u64> {
    let mut chain = Vec::new();
    let mut next = headers.keys().next_back().map(|newest| (*newest, None));
    while let Some((number, until)) = next {
        let Some(header) = headers.get(&number) else {
            // The oldest segments are removed once the database has their entries.
            if headers.range(..number).next().is_some() {
                return Err(number);
            }
            break;
        };
        chain.push((number, until));
        next = header.after.map(|end| (end.segment, Some(end.bytes)));
    }
    chain.reverse();
    Ok(chain)
}

/// Reads the header of a segment; `None` if it was not written completely.
fn read_header(path: &Path) -> Result<Option<Header>, String> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|error| error.to_string())?,
    };
    match lines(&bytes).next() {
        Some(Ok(json)) => serde_json::from_slice(json).map(Some).map_err(|error| format!("line 1: {error}")),
        Some(Err(rest)) if any_whole(rest) => Err(damaged(1)),
        // This is more than a first line that was cut off, so the file has other content.
        Some(Err(rest)) if written(rest).len() > LONGEST_HEADER => Err(damaged(1)),
        _ => Ok(None),
    }
}

fn check(header: Option<Header>, number: u64, database: Uuid) -> Result<Option<Header>, String> {
    let Some(header) = header else { return Ok(None) };
    if header.format != FORMAT {
        return Err(format!("it has format {}, but this version of the arena reads {FORMAT}", header.format));
    }
    if header.database != database {
        return Err("it is the log of another database; move it away, or put that database next to it".to_owned());
    }
    if header.after.is_some_and(|end| end.segment >= number) {
        return Err("its header names itself or a later file as its predecessor".to_owned());
    }
    Ok(Some(header))
}

/// Reads the groups of a segment that has a valid header, and returns the number of bytes that count. If `until` is
/// given, all lines up to that position must be valid.
fn groups(bytes: &[u8], until: Option<usize>, groups: &mut Vec<Group>) -> Result<usize, String> {
    let counting = match until {
        Some(until) => {
            bytes.get(..until).ok_or_else(|| format!("expected at least {until} bytes, got {}", bytes.len()))?
        }
        None => written(bytes),
    };
    let mut length = 0;
    for (number, line) in (1..).zip(lines(counting)) {
        match line {
            Ok(json) => {
                if number > 1 {
                    groups.push(line::parse(json).map_err(|problem| format!("line {number}: {problem}"))?);
                }
                length += json.len() + line::SEAL;
            }
            Err(rest) if until.is_some() || any_whole(rest) || was_whole(rest) => return Err(damaged(number)),
            Err(_) => break,
        }
    }
    Ok(length)
}

fn damaged(line: u32) -> String {
    format!("line {line} is damaged; restore a copy, or move the file away to continue without it")
}

/// Returns the bytes without the zeros at the end.
fn written(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1)]
}

/// Iterates over the lines without their checksums. Yields the rest of the bytes as an error at the first invalid line,
/// and then ends.
fn lines(bytes: &[u8]) -> impl Iterator<Item = Result<&[u8], &[u8]>> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.iter().position(|byte| *byte == b'\n');
        match end.and_then(|end| line::unsealed(&rest[..end]).map(|json| (json, end))) {
            Some((json, end)) => {
                rest = &rest[end + 1..];
                Some(Ok(json))
            }
            None => Some(Err(std::mem::take(&mut rest))),
        }
    })
}

/// Returns true if the last line was written completely and then changed. Without that change its group was perhaps
/// acknowledged. A write that was interrupted leaves a line without its end, or with zeros in the place of whole sectors.
fn was_whole(line: &[u8]) -> bool {
    let zeros = line.iter().filter(|byte| **byte == 0).count();
    let is_written = zeros == 0 || (zeros == 1 && line[0] != 0);
    let has_end = line.ends_with(b"\n") || line.split_last().is_some_and(|(_, line)| line::unsealed(line).is_some());
    is_written && has_end
}

/// Returns true if a valid line follows the first one.
fn any_whole(bytes: &[u8]) -> bool {
    bytes.split(|byte| *byte == b'\n').skip(1).any(|line| line::unsealed(line).is_some())
}
