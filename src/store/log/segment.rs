//! Writing the files of the log: appending, claiming room, taking away what is no longer needed.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::line::{self, Draft};
use super::{End, FORMAT, Header};

/// The room of a segment.
const ROOM: u64 = 4 << 20;

/// So much is written at once where room is claimed.
const BLOCK: usize = 1 << 18;

/// How segments are written: as the system does it, or failing as a test wants.
pub(in crate::store) trait Disk: Send + 'static {
    /// Makes the new file at `path` with room for `room` bytes, on the disk, and goes to its start.
    ///
    /// # Errors
    /// The system's.
    fn create(&self, path: &Path, room: u64) -> io::Result<File>;

    /// Writes `bytes` and waits until they are on the disk.
    ///
    /// # Errors
    /// The system's.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()>;
}

/// The system's.
pub(in crate::store) struct SystemDisk;

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
        // The file's name is to outlive a power cut as well.
        #[cfg(unix)]
        File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()?;
        Ok(file)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)?;
        file.sync_data()
    }
}

/// The segment that is written to.
struct Open {
    file: File,
    /// Bytes written.
    written: u64,
}

/// The segments of a log, as whoever writes them sees them.
pub(in crate::store) struct Segments<D> {
    disk: D,
    dir: PathBuf,
    database: Uuid,
    open: Option<Open>,
    /// Where the log ends: what lies behind it was not kept.
    end: Option<End>,
    /// The number of the last segment.
    number: u64,
    /// The segments that are there, each with how many entries had been written when it was left; the last one of them is
    /// open, or was given up.
    there: VecDeque<(u64, u64)>,
    /// Entries written, and those that were there.
    entries: u64,
}

impl<D: Disk> Segments<D> {
    /// The log of a directory, which holds so many entries and ends there; the next group begins another segment.
    ///
    /// # Errors
    /// The system's, when the directory cannot be read.
    pub(in crate::store) fn new(
        disk: D,
        dir: &Path,
        database: Uuid,
        entries: u64,
        end: Option<End>,
    ) -> io::Result<Self> {
        let there: VecDeque<_> = super::segments(dir)?.into_iter().map(|(number, _)| (number, entries)).collect();
        let number = there.back().map_or(0, |(number, _)| *number);
        Ok(Self { disk, dir: dir.to_owned(), database, open: None, end, number, there, entries })
    }

    /// Appends a group and waits until it is on the disk.
    ///
    /// # Errors
    /// The system's; nothing counts as written then, and the next call begins another segment.
    pub(in crate::store) fn append(&mut self, group: Draft) -> io::Result<()> {
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
        self.open = Some(open);
        self.entries += entries;
        if let Some((_, until)) = self.there.back_mut() {
            *until = self.entries;
        }
        Ok(())
    }

    /// Leaves the segment that is written to.
    pub(in crate::store) fn leave(&mut self) {
        self.open = None;
    }

    /// Begins the next segment, with room for these bytes at least.
    fn begin(&mut self, bytes: u64) -> io::Result<Open> {
        let mut header = serde_json::to_vec(&Header { format: FORMAT, database: self.database, after: self.end })?;
        line::seal(&mut header);
        self.number += 1;
        let path = super::path(&self.dir, self.number);
        let made = self.disk.create(&path, (header.len() as u64 + bytes).max(ROOM)).and_then(|mut file| {
            self.disk.write(&mut file, &header)?;
            Ok(Open { file, written: header.len() as u64 })
        });
        match made {
            Ok(open) => {
                self.there.push_back((self.number, self.entries));
                Ok(open)
            }
            Err(error) => {
                // It may fill the disk. Where it cannot be removed, the next one passes over it, and it goes in its turn.
                if std::fs::remove_file(&path).is_err() && path.exists() {
                    self.there.push_back((self.number, self.entries));
                }
                Err(error)
            }
        }
    }

    /// Takes away the segments that hold only the first `done` entries, but for the one that is written to.
    pub(in crate::store) fn drop_until(&mut self, done: u64) {
        while let Some((number, until)) = self.there.front().copied() {
            let is_open = self.open.is_some() && number == self.number;
            // What cannot be removed now is read and removed at the next start.
            if until > done || is_open || std::fs::remove_file(super::path(&self.dir, number)).is_err() {
                return;
            }
            self.there.pop_front();
        }
    }
}
