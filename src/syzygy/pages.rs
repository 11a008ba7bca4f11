//! Positioned reads of files through a cache of pages, which all tables and threads share.

use std::fs::File;
use std::io;
use std::sync::{Mutex, PoisonError};

/// Bytes of a page, and the number of pages kept: 32 MiB in all.
const PAGE: usize = 4096;
const PAGES: usize = 8192;

/// A page of a file, at the place that its number gives it.
struct Page {
    /// The file's number and the page's number within it.
    key: Option<(u32, u64)>,
    bytes: Vec<u8>,
}

/// A cache in which each page has one possible place.
pub(crate) struct PageCache(Vec<Mutex<Page>>);

impl PageCache {
    pub(crate) fn new() -> Self {
        Self((0..PAGES).map(|_| Mutex::new(Page { key: None, bytes: Vec::new() })).collect())
    }

    /// Fills `buffer` from the position `at` of the file with this number.
    pub(crate) fn read(&self, file: &File, number: u32, mut at: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        while !buffer.is_empty() {
            let (page, offset) = (at / PAGE as u64, at as usize % PAGE);
            let key = (number, page);
            let place = (page as usize).wrapping_add(number as usize * 0x9e37) % PAGES;
            let mut held = self.0[place].lock().unwrap_or_else(PoisonError::into_inner);
            if held.key != Some(key) {
                held.key = None;
                held.bytes.resize(PAGE, 0);
                let len = read_at(file, &mut held.bytes, page * PAGE as u64)?;
                held.bytes.truncate(len);
                held.key = Some(key);
            }
            let found = held.bytes.get(offset..).filter(|found| !found.is_empty());
            let found = found.ok_or(io::ErrorKind::UnexpectedEof)?;
            let len = found.len().min(buffer.len());
            let (filled, rest) = buffer.split_at_mut(len);
            filled.copy_from_slice(&found[..len]);
            (at, buffer) = (at + len as u64, rest);
        }
        Ok(())
    }
}

/// Reads from `at` until `buffer` is full or the file ends, and returns the number of bytes.
pub(crate) fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    let mut len = 0;
    while len < buffer.len() {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(file, &mut buffer[len..], at + len as u64);
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(file, &mut buffer[len..], at + len as u64);
        // A page has no threads that could move the file's position in between.
        #[cfg(target_family = "wasm")]
        let read = {
            use std::io::{Read, Seek, SeekFrom};
            let mut file = file;
            file.seek(SeekFrom::Start(at + len as u64)).and_then(|_| file.read(&mut buffer[len..]))
        };
        match read {
            Ok(0) => break,
            Ok(more) => len += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(len)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn reads_across_pages_and_stops_at_the_end() {
        let mut file = tempfile::tempfile().unwrap();
        let content: Vec<u8> = (0..PAGE as u32 + 100).flat_map(|number| [number as u8, (number >> 8) as u8]).collect();
        file.write_all(&content).unwrap();
        let cache = PageCache::new();
        for at in [0, PAGE - 3, 2 * PAGE - 1, content.len() - 20] {
            for _ in 0..2 {
                let mut buffer = [0; 20];
                cache.read(&file, 1, at as u64, &mut buffer).unwrap();
                assert_eq!(buffer, content[at..at + 20]);
            }
        }
        let beyond = cache.read(&file, 1, content.len() as u64 - 19, &mut [0; 20]);
        assert_eq!(beyond.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }
}
