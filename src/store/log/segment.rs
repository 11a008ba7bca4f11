//! Writes the files of the log: appends groups, preallocates segments and removes obsolete ones.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use uuid::Uuid;

use super::line::{self, Draft};
use super::{End, FORMAT, Header, MARK};
use crate::mark::CommitMark;

/// Size of a preallocated segment in bytes.
const ROOM: u64 = 4 << 20;

/// Name of the preallocated file that becomes the next segment.
const SPARE: &str = "arena.log-next";

/// Block size in bytes for preallocation.
const BLOCK: usize = 1 << 18;

/// File operations that segments need. Tests substitute a disk that fails.
pub(crate) trait Disk: Clone + Send + 'static {
    /// Creates a file at `path` with `room` bytes of zeros, flushes it to disk and seeks to its start.
    ///
    /// # Errors
    /// An I/O error.
    fn create(&self, path: &Path, room: u64) -> io::Result<File>;

    /// Writes `bytes` and blocks until they are on disk.
    ///
    /// # Errors
    /// An I/O error.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()>;
}

#[derive(Clone)]
pub(crate) struct SystemDisk;

impl Disk for SystemDisk {
    fn create(&self, path: &Path, room: u64) -> io::Result<File> {
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        let zeros = vec![0; BLOCK];
        for _ in 0..room.div_ceil(BLOCK as u64) {
            file.write_all(&zeros)?;
        }
        file.sync_all()?;
        io::Seek::rewind(&mut file)?;
        Ok(file)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)?;
        file.sync_data()
    }
}

/// The segment that is being written.
struct Open {
    file: File,
    written: u64,
}

/// Flushes a directory, so that the names of new files survive a power failure.
fn sync_names(dir: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(dir)?.sync_all()?;
    Ok(())
}

/// The segments of a log, for the log writer.
pub(crate) struct Segments<D> {
    disk: D,
    dir: PathBuf,
    database: Uuid,
    open: Option<Open>,
    /// Preallocates the next segment on a thread of its own, so that requests do not wait for it.
    spare: Option<JoinHandle<io::Result<File>>>,
    /// End of the log. Bytes after it were not committed.
    end: Option<End>,
    /// Number of the last segment.
    number: u64,
    /// Existing segments with the total number of entries at their end. The last one is open or was abandoned.
    there: VecDeque<(u64, u64)>,
    /// Total number of entries in the log, including those that it had when it was opened.
    entries: u64,
    /// Repeats `end`.
    mark: CommitMark<2>,
}

impl<D: Disk> Segments<D> {
    /// Continues the log of a directory that has `entries` entries and ends at `end`. The next group starts a new
    /// segment.
    ///
    /// # Errors
    /// An I/O error if the directory cannot be read.
    pub(crate) fn new(disk: D, dir: &Path, database: Uuid, entries: u64, end: Option<End>) -> io::Result<Self> {
        let there: VecDeque<_> = super::segments(dir)?.into_iter().map(|(number, _)| (number, entries)).collect();
        let number = there.back().map_or(0, |(number, _)| *number);
        // A process that was killed may have left this file behind.
        std::fs::remove_file(dir.join(SPARE)).ok();
        let (mark, dir) = (CommitMark::new(dir, MARK, database), dir.to_owned());
        Ok(Self { disk, dir, database, open: None, spare: None, end, number, there, entries, mark })
    }

    /// Appends a group and blocks until it is on disk.
    ///
    /// # Errors
    /// An I/O error. In this case the group is not committed, and the next call starts a new segment.
    pub(crate) fn append(&mut self, group: Draft) -> io::Result<()> {
        let entries = group.entries();
        let line = group.into_line();
        if self.open.as_ref().is_some_and(|open| open.written + line.len() as u64 > ROOM) {
            self.open = None;
        }
        let mut open = match self.open.take() {
            Some(open) => open,
            None => self.begin(line.len() as u64)?,
        };
        self.disk.write(&mut open.file, &line)?;
        open.written += line.len() as u64;
        self.end = Some(End { segment: self.number, bytes: open.written });
        self.mark.note([self.number, open.written]);
        self.open = Some(open);
        self.entries += entries;
        if let Some((_, until)) = self.there.back_mut() {
            *until = self.entries;
        }
        Ok(())
    }

    /// Stops writing to the open segment.
    pub(crate) fn leave(&mut self) {
        self.open = None;
    }

    /// Starts the next segment with space for its header and `bytes` bytes.
    fn begin(&mut self, bytes: u64) -> io::Result<Open> {
        let mut header = serde_json::to_vec(&Header { format: FORMAT, database: self.database, after: self.end })?;
        line::seal(&mut header);
        self.number += 1;
        let path = super::path(&self.dir, self.number);
        let made = self.room(&path, header.len() as u64 + bytes).and_then(|mut file| {
            self.disk.write(&mut file, &header)?;
            // Without this, a power failure could lose the new file's name.
            sync_names(&self.dir)?;
            Ok(Open { file, written: header.len() as u64 })
        });
        match made {
            Ok(open) => {
                self.there.push_back((self.number, self.entries));
                self.prepare();
                Ok(open)
            }
            Err(error) => {
                // The file may fill the disk. If it cannot be removed, later headers skip it and `drop_until` removes
                // it.
                if std::fs::remove_file(&path).is_err() && path.exists() {
                    self.there.push_back((self.number, self.entries));
                }
                Err(error)
            }
        }
    }

    /// Returns a file at `path` with space for `bytes` bytes. Uses the preallocated one if it exists and is large
    /// enough.
    fn room(&mut self, path: &Path, bytes: u64) -> io::Result<File> {
        if let Some(spare) = self.spare.take()
            && let Ok(Ok(file)) = spare.join()
            && bytes <= ROOM
            && std::fs::rename(self.dir.join(SPARE), path).is_ok()
        {
            return Ok(file);
        }
        self.disk.create(path, bytes.max(ROOM))
    }

    /// Preallocates the next segment in the background. If that fails, `room` creates it on demand.
    fn prepare(&mut self) {
        let (disk, path) = (self.disk.clone(), self.dir.join(SPARE));
        let claim = move || {
            // The previous file was too small or could not be renamed.
            std::fs::remove_file(&path).ok();
            disk.create(&path, ROOM).inspect_err(|_| drop(std::fs::remove_file(&path)))
        };
        self.spare = thread::Builder::new().name("log room".to_owned()).spawn(claim).ok();
    }

    /// Removes the segments that hold only the first `done` entries, except the open one.
    pub(crate) fn drop_until(&mut self, done: u64) {
        while let Some((number, until)) = self.there.front().copied() {
            let is_open = self.open.is_some() && number == self.number;
            if until > done || is_open {
                return;
            }
            // The mark must never state more than there is.
            let is_marked = self.end.is_some_and(|end| end.segment == number);
            let lowered = if is_marked { self.mark.lower([0; 2]) } else { Ok(()) };
            // The next start reads a segment that cannot be removed now, and removes it.
            if lowered.and_then(|()| std::fs::remove_file(super::path(&self.dir, number))).is_err() {
                return;
            }
            self.there.pop_front();
        }
    }
}

impl<D> Drop for Segments<D> {
    /// Joins the preallocation thread before the directory lock is released.
    fn drop(&mut self) {
        if let Some(spare) = self.spare.take() {
            spare.join().ok();
            std::fs::remove_file(self.dir.join(SPARE)).ok();
        }
    }
}
