//! Marks: small files beside the database that repeat how much of it, or of its log, was acknowledged.
//!
//! A mark is written when the data are on disk and before the answer. It is not flushed itself: a kill leaves it exact, and
//! after a power failure it may state less than the data, but never more.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use uuid::Uuid;
use uuid::fmt::Hyphenated;

/// A mark of `N` numbers for the database with this id.
#[derive(Debug)]
pub(crate) struct CommitMark<const N: usize> {
    path: PathBuf,
    database: Uuid,
    /// The last text, which begins with the id.
    text: Vec<u8>,
    file: Option<File>,
}

impl<const N: usize> CommitMark<N> {
    pub(crate) fn new(dir: &Path, name: &str, database: Uuid) -> Self {
        let text = database.hyphenated().to_string().into_bytes();
        Self { path: dir.join(name), database, text, file: None }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the mark. A failure leaves it behind the data, which is harmless.
    pub(crate) fn note(&mut self, numbers: [u64; N]) {
        if let Err(error) = self.write(numbers) {
            tracing::debug!(%error, file = %self.path.display(), "what was acknowledged is not noted");
        }
    }

    /// Writes the mark and flushes it to disk, before data that it counts are removed.
    ///
    /// # Errors
    /// An I/O error. The mark may then be as before.
    pub(crate) fn lower(&mut self, numbers: [u64; N]) -> io::Result<()> {
        self.write(numbers)?.sync_data()
    }

    fn write(&mut self, numbers: [u64; N]) -> io::Result<&File> {
        // Lines have a fixed length, so each replaces the one before.
        let line = &mut self.text;
        line.truncate(Hyphenated::LENGTH);
        numbers.iter().for_each(|number| push_hex(line, *number, 16));
        let sum = crc32fast::hash(line);
        push_hex(line, sum.into(), 8);
        line.push(b'\n');
        if self.file.is_none() {
            let file = open(&self.path)?;
            write_at_start(&file, line)?;
            file.sync_all()?;
            return Ok(self.file.insert(file));
        }
        let file = self.file.as_ref().expect("it was opened before");
        write_at_start(file, line)?;
        Ok(file)
    }

    /// Reads the mark. Returns `None` if there is none, or if it belongs to another database: this one was restored from a
    /// copy.
    ///
    /// # Errors
    /// A sentence if the file is damaged.
    pub(crate) fn read(&self) -> Result<Option<[u64; N]>, String> {
        let text = match std::fs::read(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.unwrap_or_default(),
        };
        // A power failure can leave a new file empty.
        if !text.is_empty() && text.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        match parse(&text) {
            Some((database, numbers)) => Ok((database == self.database).then_some(numbers)),
            None => Err(format!("{} is damaged; remove it to go on", self.path.display())),
        }
    }
}

/// Appends a blank and the last `digits` hexadecimal digits of a number. There is a mark for each move, so this does without
/// `format!`.
fn push_hex(line: &mut Vec<u8>, number: u64, digits: u32) {
    line.push(b' ');
    line.extend((0..digits).rev().map(|place| b"0123456789abcdef"[(number >> (4 * place)) as usize & 15]));
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(unix)]
fn write_at_start(file: &File, bytes: &[u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, 0)
}

#[cfg(not(unix))]
fn write_at_start(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    use std::io::{Seek as _, Write as _};
    file.rewind()?;
    file.write_all(bytes)
}

/// Parses the content of a mark: the id of its database and the numbers.
pub(crate) fn parse<const N: usize>(text: &[u8]) -> Option<(Uuid, [u64; N])> {
    let (text, sum) = std::str::from_utf8(text).ok()?.strip_suffix('\n')?.rsplit_once(' ')?;
    if u32::from_str_radix(sum, 16).ok()? != crc32fast::hash(text.as_bytes()) {
        return None;
    }
    let mut words = text.split(' ');
    let database = words.next()?.parse().ok()?;
    let numbers: Vec<u64> = words.map(|word| u64::from_str_radix(word, 16).ok()).collect::<Option<_>>()?;
    Some((database, numbers.try_into().ok()?))
}

/// Renames a mark by appending `suffix`: the data that it counts were moved away.
///
/// # Errors
/// An I/O error.
pub(crate) fn move_away(dir: &Path, name: &str, suffix: &str) -> io::Result<()> {
    let moved = std::fs::rename(dir.join(name), dir.join(format!("{name}{suffix}")));
    moved.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}
