//! Files of matches with the values of their positions.
//!
//! The first line is `arena-games 1`, the second is a [`Header`] as JSON. Blocks follow, each of [`BLOCK`] matches; the
//! last one of a generation may have fewer. A block is the length of its content and its CRC-32, both as little-endian
//! 32-bit numbers, and the content. Its matches are sequences of integers in LEB128, seven bits a byte with the lowest
//! first. Signed ones are in zigzag order (0, −1, 1, −2, …).
//!
//! | part | content |
//! | --- | --- |
//! | result | the payoff for the first side (signed) |
//! | plies | the number of moves |
//! | each move | twice its code, plus one if the position before it is kept |
//! | after the move of a kept position | the value of the search for the side to move (signed) |
//!
//! A file only grows, by whole blocks. A reader keeps the place of each block and reads blocks in any order. An incomplete
//! block at the end, as after a crash, is removed when the file is continued.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use arena_games::{GameId, MoveCode, Options};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Settings, TrainError};

/// The number of matches in a block.
pub const BLOCK: u64 = 32;
/// The first line, which includes the version of the format.
const MAGIC: &str = "arena-games 1\n";
/// No block is longer.
const MAX_BLOCK: u32 = 1 << 24;

/// The conditions under which the matches were played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The game.
    pub game: GameId,
    /// The options of the game.
    pub options: Options,
    /// The number of the generation, from 0.
    pub generation: u64,
    /// The digest of the model that played, or `base` for the hand-written evaluation.
    pub evaluation: String,
    /// The settings of the training.
    #[serde(flatten)]
    pub settings: Settings,
    /// The version of the program.
    pub version: String,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The payoff for the first side.
    pub payoff: i32,
    /// The moves, each with the value of the position before it for the side to move if that position is kept.
    pub plies: Vec<(MoveCode, Option<i32>)>,
}

/// An open file of matches.
pub struct GamesFile {
    path: PathBuf,
    file: File,
    header: Header,
    /// The first byte and the length of each block's content.
    blocks: Vec<(u64, u32)>,
    end: u64,
}

impl GamesFile {
    /// Opens a file to read it.
    ///
    /// # Errors
    /// [`TrainError`] if the file cannot be read or is not a file of matches.
    pub fn open(path: &Path) -> Result<Self, TrainError> {
        let file = File::open(path).map_err(TrainError::file(path))?;
        Self::scan(path, file)
    }

    /// Opens a file to continue it, or creates it.
    ///
    /// # Errors
    /// [`TrainError`] if the file cannot be read or written, or has another header.
    pub fn resume(path: &Path, header: &Header) -> Result<Self, TrainError> {
        let wrong = TrainError::file(path);
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(&wrong)?;
        if file.metadata().map_err(&wrong)?.len() == 0 {
            let text = serde_json::to_string(header).expect("a header is serializable");
            writeln!(file, "{MAGIC}{text}").map_err(&wrong)?;
            file.rewind().map_err(&wrong)?;
        }
        let opened = Self::scan(path, file)?;
        if opened.header != *header {
            let shown = |header: &Header| serde_json::to_string(header).expect("a header is serializable");
            let problem = format!(
                "was played under other conditions; remove it or use its settings\n  it has {}\n  expected {}",
                shown(&opened.header),
                shown(header)
            );
            return Err(TrainError::games(path, problem));
        }
        opened.file.set_len(opened.end).map_err(&wrong)?;
        Ok(opened)
    }

    /// Reads the header and the places of the blocks.
    fn scan(path: &Path, file: File) -> Result<Self, TrainError> {
        let wrong = TrainError::file(path);
        let length = file.metadata().map_err(&wrong)?.len();
        let mut reader = BufReader::new(&file);
        let mut lines = [String::new(), String::new()];
        for line in &mut lines {
            (&mut reader).take(1 << 16).read_line(line).map_err(&wrong)?;
        }
        let [magic, json] = &lines;
        if magic != MAGIC {
            return Err(TrainError::games(path, "not a file of matches: it does not begin with \"arena-games 1\""));
        }
        let header = serde_json::from_str(json)
            .map_err(|error| TrainError::games(path, format!("the header is invalid: {error}")))?;
        let mut end = (magic.len() + json.len()) as u64;
        let mut blocks = Vec::new();
        let mut file = file;
        let mut head = [0; 8];
        while end + 8 <= length {
            file.seek(SeekFrom::Start(end)).and_then(|_| file.read_exact(&mut head)).map_err(&wrong)?;
            let bytes = u32::from_le_bytes([head[0], head[1], head[2], head[3]]);
            if bytes > MAX_BLOCK {
                let problem = format!("block {} at byte {end} is damaged: its length is {bytes}", blocks.len());
                return Err(TrainError::games(path, problem));
            }
            if end + 8 + u64::from(bytes) > length {
                break;
            }
            blocks.push((end + 8, bytes));
            end += 8 + u64::from(bytes);
        }
        Ok(Self { path: path.to_owned(), file, header, blocks, end })
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the number of blocks.
    #[must_use]
    pub const fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Appends a block.
    ///
    /// # Errors
    /// [`TrainError::File`] if it cannot be written.
    pub fn append(&mut self, records: &[Record]) -> Result<(), TrainError> {
        let mut content = Vec::new();
        records.iter().for_each(|record| record.write(&mut content));
        let bytes = u32::try_from(content.len()).ok().filter(|bytes| *bytes <= MAX_BLOCK).expect("a block is small");
        let mut block = bytes.to_le_bytes().to_vec();
        block.extend(crc32fast::hash(&content).to_le_bytes());
        block.extend(content);
        let write = self.file.seek(SeekFrom::Start(self.end)).and_then(|_| self.file.write_all(&block));
        write.map_err(TrainError::file(&self.path))?;
        self.blocks.push((self.end + 8, bytes));
        self.end += block.len() as u64;
        Ok(())
    }

    /// Reads a block.
    ///
    /// # Errors
    /// [`TrainError`] if it cannot be read or is damaged.
    pub fn read(&mut self, block: usize) -> Result<Vec<Record>, TrainError> {
        let (start, bytes) = self.blocks[block];
        let mut content = vec![0; bytes as usize + 4];
        let read = self.file.seek(SeekFrom::Start(start - 4)).and_then(|_| self.file.read_exact(&mut content));
        read.map_err(TrainError::file(&self.path))?;
        let (sum, mut rest) = content.split_at(4);
        let damaged = || TrainError::games(&self.path, format!("block {block} at byte {} is damaged", start - 8));
        if sum != crc32fast::hash(rest).to_le_bytes() {
            return Err(damaged());
        }
        let mut records = Vec::new();
        while !rest.is_empty() {
            records.push(Record::read(&mut rest).ok_or_else(damaged)?);
        }
        Ok(records)
    }

    /// Adds the content of the file to a digest.
    ///
    /// # Errors
    /// [`TrainError::File`] if it cannot be read.
    pub fn digest(&mut self, digest: &mut Sha256) -> Result<(), TrainError> {
        let wrong = TrainError::file(&self.path);
        self.file.rewind().map_err(&wrong)?;
        let mut content = BufReader::new((&self.file).take(self.end));
        loop {
            let part = content.fill_buf().map_err(&wrong)?;
            if part.is_empty() {
                return Ok(());
            }
            digest.update(part);
            let length = part.len();
            content.consume(length);
        }
    }
}

impl Record {
    fn write(&self, content: &mut Vec<u8>) {
        put_signed(content, self.payoff);
        put(content, self.plies.len() as u64);
        for (mv, value) in &self.plies {
            put(content, u64::from(mv.0) << 1 | u64::from(value.is_some()));
            value.iter().for_each(|value| put_signed(content, *value));
        }
    }

    fn read(content: &mut &[u8]) -> Option<Self> {
        let payoff = take_signed(content)?;
        let count = take(content)?;
        let mut plies = Vec::new();
        for _ in 0..count {
            let code = take(content)?;
            let value = if code & 1 == 1 { Some(take_signed(content)?) } else { None };
            plies.push((MoveCode(u32::try_from(code >> 1).ok()?), value));
        }
        Some(Self { payoff, plies })
    }
}

fn put(content: &mut Vec<u8>, mut value: u64) {
    while value > 0x7f {
        content.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    content.push(value.to_le_bytes()[0]);
}

fn put_signed(content: &mut Vec<u8>, value: i32) {
    put(content, u64::from(((value << 1) ^ (value >> 31)).cast_unsigned()));
}

fn take(content: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..63).step_by(7) {
        let (byte, rest) = content.split_first()?;
        *content = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

fn take_signed(content: &mut &[u8]) -> Option<i32> {
    let value = u32::try_from(take(content)?).ok()?;
    Some((value >> 1).cast_signed() ^ -(value & 1).cast_signed())
}
