//! The positions that a book build has found so far, in a file next to its output. An interrupted build continues from
//! there.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use arena_bots::book::{BookMove, BookPosition};

/// The positions found so far, one JSON line each, after a line that describes the search.
pub(super) struct Part {
    path: PathBuf,
    file: File,
    /// Number of positions in the file.
    written: usize,
    /// True once the book is written and the file is no longer needed.
    done: bool,
}

impl Drop for Part {
    fn drop(&mut self) {
        if self.done || self.written == 0 {
            // A leftover file only takes up space.
            std::fs::remove_file(&self.path).ok();
        }
    }
}

impl Part {
    /// Opens the file next to `output` and returns its positions from a build by the same `search`. Positions of
    /// another search, and those after an incomplete line, are discarded.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub(super) fn open(output: &Path, search: &Value) -> std::io::Result<(Self, Vec<BookPosition>)> {
        let mut name = output.as_os_str().to_owned();
        name.push(".part");
        let path = PathBuf::from(name);
        let positions = if path.is_file() { read(&path, search)? } else { Vec::new() };
        let mut part = Self { file: File::create(&path)?, path, written: 0, done: false };
        writeln!(part.file, "{search}")?;
        part.add(&positions)?;
        Ok((part, positions))
    }

    /// Appends those of `lines` that are not in the file yet.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn add(&mut self, lines: &[BookPosition]) -> std::io::Result<()> {
        for line in lines.iter().skip(self.written) {
            writeln!(self.file, "{}", json!(line))?;
            self.written += 1;
        }
        Ok(())
    }

    /// Removes the file after the book has been written.
    pub(super) fn done(mut self) {
        self.done = true;
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

fn read(path: &Path, search: &Value) -> std::io::Result<Vec<BookPosition>> {
    let mut lines = BufReader::new(File::open(path)?).lines();
    let header = lines.next().transpose()?.and_then(|line| serde_json::from_str::<Value>(&line).ok());
    if header.as_ref() != Some(search) {
        return Ok(Vec::new());
    }
    Ok(lines.map_while(|line| position(&line.ok()?)).collect())
}

fn position(line: &str) -> Option<BookPosition> {
    let line: Value = serde_json::from_str(line).ok()?;
    let moves = line["moves"].as_array()?.iter().map(|mv| mv.as_str().map(str::to_owned)).collect::<Option<_>>()?;
    let known = line["known"].as_array()?.iter().map(|known| {
        let value = i32::try_from(known["value"].as_i64()?).ok()?;
        Some(BookMove { mv: known["move"].as_str()?.to_owned(), value, count: known["count"].as_u64() })
    });
    Some(BookPosition { moves, known: known.collect::<Option<_>>()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_resumes_the_complete_positions_of_the_same_search() {
        let folder = tempfile::tempdir().expect("create a temporary folder");
        let output = folder.path().join("book.toml");
        let known = vec![BookMove { mv: "b2".to_owned(), value: 3, count: None }];
        let lines: Vec<_> = ["", "a1"]
            .map(|mv| BookPosition { moves: mv.split_whitespace().map(str::to_owned).collect(), known: known.clone() })
            .into();
        let (mut part, positions) = Part::open(&output, &json!({"nodes": 1})).expect("open the part");
        assert!(positions.is_empty());
        part.add(&lines[..1]).expect("write the part");
        part.add(&lines).expect("write the part");
        let path = part.path().to_owned();
        drop(part);
        let mut text = std::fs::read_to_string(&path).expect("read the part");
        text.push_str("{\"moves\":[");
        std::fs::write(&path, &text).expect("write the part");
        let (part, positions) = Part::open(&output, &json!({"nodes": 1})).expect("open the part");
        assert_eq!(positions, lines);
        part.done();
        assert!(!path.exists());
        std::fs::write(&path, &text).expect("write the part");
        let (_, positions) = Part::open(&output, &json!({"nodes": 2})).expect("open the part");
        assert!(positions.is_empty(), "another search");
    }
}
