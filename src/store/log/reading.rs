//! Reading the log: at a start, and for a copy of the data.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::line::{self, Group};
use super::{End, FORMAT, Header};
use crate::store::error::StoreError;

/// The first line of a segment has fewer bytes.
const LONGEST_HEADER: usize = 1_024;

/// What a log holds.
#[derive(Default)]
pub(in crate::store) struct Contents {
    /// All groups, in order.
    pub(in crate::store) groups: Vec<Group>,
    /// The newest segment, where it does not end with a whole line: its file, and how many bytes do not count.
    pub(in crate::store) torn: Option<(PathBuf, usize)>,
    /// Where the log ends, unless it has no segment.
    pub(in crate::store) end: Option<End>,
}

/// Reads the log of a data directory, which belongs to the database with this id.
///
/// A segment that another process removes meanwhile, because its entries are in the database, is left out.
///
/// # Errors
/// [`StoreError::Unreadable`] naming file and line where something is damaged or missing that counts, where the log belongs
/// to another database, or the system's error.
pub(in crate::store) fn read(dir: &Path, database: Uuid) -> Result<Contents, StoreError> {
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
        .map_err(|missing| unreadable(&super::path(dir, missing), "it is missing, and the log goes on after it"))?
    {
        let path = &files[&number];
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            read => read.map_err(|error| unreadable(path, &error.to_string()))?,
        };
        let counting = until.map(|until| usize::try_from(until).unwrap_or(usize::MAX));
        let whole = groups(&bytes, counting, &mut contents.groups).map_err(|problem| unreadable(path, &problem))?;
        contents.end = Some(End { segment: number, bytes: whole as u64 });
        let torn = written(&bytes).len().saturating_sub(whole);
        contents.torn = (until.is_none() && torn > 0).then(|| (path.clone(), torn));
    }
    Ok(contents)
}

fn unreadable(path: &Path, problem: &str) -> StoreError {
    StoreError::unreadable(path.display().to_string(), problem)
}

/// The segments that count, in order, each with where it ends as far as a later one says it. A segment that the later ones
/// pass over was given up before anything was kept in it.
///
/// # Errors
/// The number of a segment that is missing between others.
fn chain(headers: &BTreeMap<u64, Header>) -> Result<Vec<(u64, Option<u64>)>, u64> {
    let mut chain = Vec::new();
    let mut next = headers.keys().next_back().map(|newest| (*newest, None));
    while let Some((number, until)) = next {
        let Some(header) = headers.get(&number) else {
            // The oldest ones have been removed when their entries were in the database.
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

/// The header of a segment; none where it was not written whole.
fn read_header(path: &Path) -> Result<Option<Header>, String> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|error| error.to_string())?,
    };
    match lines(&bytes).next() {
        Some(Ok(json)) => serde_json::from_slice(json).map(Some).map_err(|error| format!("line 1: {error}")),
        Some(Err(rest)) if any_whole(rest) => Err(damaged(1)),
        // More than a first line that was cut off: something else stands there.
        Some(Err(rest)) if written(rest).len() > LONGEST_HEADER => Err(damaged(1)),
        _ => Ok(None),
    }
}

fn check(header: Option<Header>, number: u64, database: Uuid) -> Result<Option<Header>, String> {
    let Some(header) = header else { return Ok(None) };
    if header.format != FORMAT {
        return Err(format!("it has format {}, and this version of the arena reads {FORMAT}", header.format));
    }
    if header.database != database {
        return Err("it is the log of another database; move it away, or put its own database beside it".to_owned());
    }
    if header.after.is_some_and(|end| end.segment >= number) {
        return Err("it says that it follows itself or a later one".to_owned());
    }
    Ok(Some(header))
}

/// Takes the groups out of a segment whose header is whole; how many bytes count. Up to `until`, where it is known, all
/// must be whole.
fn groups(bytes: &[u8], until: Option<usize>, groups: &mut Vec<Group>) -> Result<usize, String> {
    let counting = match until {
        Some(until) => {
            bytes.get(..until).ok_or_else(|| format!("{until} bytes of it count, and it has {}", bytes.len()))?
        }
        None => written(bytes),
    };
    let mut whole = 0;
    for (number, line) in (1..).zip(lines(counting)) {
        match line {
            Ok(json) => {
                if number > 1 {
                    groups.push(line::parse(json).map_err(|problem| format!("line {number}: {problem}"))?);
                }
                whole += json.len() + line::SEAL;
            }
            Err(rest) if until.is_some() || any_whole(rest) => return Err(damaged(number)),
            Err(_) => break,
        }
    }
    Ok(whole)
}

fn damaged(line: u32) -> String {
    format!("line {line} is damaged, and the log goes on after it; move the file away to go on without it")
}

/// What is not merely claimed.
fn written(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1)]
}

/// The lines without their checksums; where one is not whole, all that is left, and then no more.
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

/// Whether there is a whole line behind the first one.
fn any_whole(bytes: &[u8]) -> bool {
    bytes.split(|byte| *byte == b'\n').skip(1).any(|line| line::unsealed(line).is_some())
}
