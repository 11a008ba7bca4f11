//! The durable log of the data directory. Matches and their events are written here before the database applies them.
//!
//! The log consists of the segments `arena.log-1`, `arena.log-2`, and so on. A segment has a header line and one line
//! per group of entries; each line ends with a checksum. A segment is deleted once the database has all its entries, so
//! the log stays short. Each segment is filled with zeros when it is created, so that appending a group changes only
//! its own bytes on disk. Zeros after the last line are space that is not yet used.
//!
//! After an error the writer abandons the segment and starts the next one. The failed write may have left part of a
//! line, or a whole line that was never acknowledged. Each header therefore states where the log ended before its
//! segment: the older segment counts up to that position and must be intact up to there. Only the newest segment may
//! end within a line, for example after a kill.
//!
//! The mark `arena.logged` repeats the end of the log after each group. It detects that the newest segments were removed or
//! lines at the end were cut off.

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

/// Format version of the log that this program writes.
const FORMAT: u32 = 1;

const PREFIX: &str = "arena.log-";

/// Name of the file with the end of the log: segment and bytes, both 0 while no segment is needed.
pub(super) const MARK: &str = "arena.logged";

/// Returns the current time in Unix milliseconds.
pub(super) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// First line of a segment.
#[derive(Serialize, Deserialize)]
struct Header {
    format: u32,
    /// Id of the database that owns this log.
    database: Uuid,
    /// End of the log before this segment; `None` if the log was empty.
    after: Option<End>,
}

/// Position where the log ends: the first `bytes` bytes of `segment` count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct End {
    segment: u64,
    bytes: u64,
}

/// Returns the segments of a data directory with their numbers, in order.
fn segments(dir: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut segments = Vec::new();
    for entry in dir.read_dir()? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if let Some(number) = name.strip_prefix(PREFIX).and_then(|number| number.parse().ok()) {
            segments.push((number, path));
        }
    }
    segments.sort_unstable();
    Ok(segments)
}

fn path(dir: &Path, number: u64) -> PathBuf {
    dir.join(format!("{PREFIX}{number}"))
}

/// Renames all segments by appending `suffix`, so that they are no longer read as a log.
///
/// # Errors
/// An I/O error.
pub(super) fn move_away(dir: &Path, suffix: &str) -> io::Result<()> {
    for (_, from) in segments(dir)? {
        let mut to = from.clone().into_os_string();
        to.push(suffix);
        std::fs::rename(from, to)?;
    }
    Ok(())
}
