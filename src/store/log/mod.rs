//! The log of the data directory: where matches and their events are first on disk, before the database takes them in.
//!
//! It consists of segments, `arena.log-1`, `arena.log-2` …, each with a header and then a line for each group of entries,
//! which ends with a checksum. A segment whose entries are all in the database is removed, so the log is short. The room
//! of a segment is claimed when it is made, so that a group changes no more than its own bytes on the disk; what was not
//! written yet are zeros.
//!
//! After an error a segment is given up and the next one begun. What the failed write left behind may be a part of a line,
//! or a whole one that nobody was told to be kept, so each header says where the log ended before it: that much of the
//! older segment counts, and must be whole. Only the newest segment may end amid a line, as after a kill.

mod line;
mod reading;
mod segment;

pub(super) use line::{Draft, Entry, Group};
pub(super) use reading::{Contents, read};
pub(super) use segment::{Disk, Segments, SystemDisk};

use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The form of the log that this version writes.
const FORMAT: u32 = 1;

const PREFIX: &str = "arena.log-";

/// Now, in Unix milliseconds, as groups of entries bear it.
pub(super) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// What a segment begins with.
#[derive(Serialize, Deserialize)]
struct Header {
    format: u32,
    /// What the database of this log calls itself.
    database: Uuid,
    /// Where the log ended before this segment; none where there was none.
    after: Option<End>,
}

/// Where the log ends: so many bytes of a segment count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct End {
    segment: u64,
    bytes: u64,
}

/// The segments of a data directory by their numbers, in order.
fn segments(dir: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut found = Vec::new();
    for entry in dir.read_dir()? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if let Some(number) = name.strip_prefix(PREFIX).and_then(|number| number.parse().ok()) {
            found.push((number, path));
        }
    }
    found.sort_unstable();
    Ok(found)
}

fn path(dir: &Path, number: u64) -> PathBuf {
    dir.join(format!("{PREFIX}{number}"))
}

/// Renames all segments so that they are no log any more; `suffix` is put after their names.
///
/// # Errors
/// The system's.
pub(super) fn move_away(dir: &Path, suffix: &str) -> io::Result<()> {
    for (_, from) in segments(dir)? {
        let mut to = from.clone().into_os_string();
        to.push(suffix);
        std::fs::rename(from, to)?;
    }
    Ok(())
}
