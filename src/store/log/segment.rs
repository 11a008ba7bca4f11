//! Writing the files of the log: appending, claiming room, taking away what is no longer needed.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use uuid::Uuid;

use super::line::{self, Draft};
use super::{End, FORMAT, Header};

/// The room of a segment.
const ROOM: u64 = 4 << 20;

/// The name of a file whose room is claimed, and that is no segment yet.
const SPARE: &str = "arena.log-next";

/// So much is written at once where room is claimed.
const BLOCK: usize = 1 << 18;

/// How segments are written: as the system does it, or failing as a test wants.
pub(in crate::store) trait Disk: Clone + Send + 'static {
    /// Makes a new file at `path` with room for `room` bytes, on the disk, and goes to its start.
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
#[derive(Clone)]
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

/// Forces the names of the files in a folder to the disk.
fn sync_names(dir: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(dir)?.sync_all()?;
    Ok(())
}

/// The segments of a log, as whoever writes them sees them.
pub(in crate::store) struct Segments<D> {
    disk: D,
    dir: PathBuf,
    database: Uuid,
    open: Option<Open>,
    /// The room of the next segment, claimed by a thread of its own so that nobody who waits for the log waits for it.
    spare: Option<JoinHandle<io::Result<File>>>,
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
        // Left over by a process that was killed.
        std::fs::remove_file(dir.join(SPARE)).ok();
        Ok(Self { disk, dir: dir.to_owned(), database, open: None, spare: None, end, number, there, entries })
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
        let made = self.room(&path, header.len() as u64 + bytes).and_then(|mut file| {
            self.disk.write(&mut file, &header)?;
            // The file's name is to outlive a power cut as well.
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
                // It may fill the disk. Where it cannot be removed, the next one passes over it, and it goes in its turn.
                if std::fs::remove_file(&path).is_err() && path.exists() {
                    self.there.push_back((self.number, self.entries));
                }
                Err(error)
            }
        }
    }

    /// A file of this name with room for so many bytes at least: the spare one, if it is there and large enough.
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

    /// Has the room of the next segment claimed. Where that fails, it is claimed when it is needed.
    fn prepare(&mut self) {
        let (disk, path) = (self.disk.clone(), self.dir.join(SPARE));
        let claim = move || {
            // One that was too small, or could not be renamed.
            std::fs::remove_file(&path).ok();
            disk.create(&path, ROOM).inspect_err(|_| drop(std::fs::remove_file(&path)))
        };
        self.spare = thread::Builder::new().name("log room".to_owned()).spawn(claim).ok();
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

impl<D> Drop for Segments<D> {
    /// The thread that claims room ends before whoever holds the directory lets it go.
    fn drop(&mut self) {
        if let Some(spare) = self.spare.take() {
            spare.join().ok();
            std::fs::remove_file(self.dir.join(SPARE)).ok();
        }
    }
}
