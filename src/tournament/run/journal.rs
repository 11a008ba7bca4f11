//! The journal of a run: an append-only file from which an interrupted tournament resumes.
//!
//! The first line is a header that names the plan by its hash. Each other line is one finished match, as a JSON array
//! of index, moves, costs, outcome, reason, detail and number of void attempts. Lines are in the order in which the
//! matches finished. They are short, because everything else follows from the plan and the index. Each line ends with a
//! chained checksum. A damaged line is ignored, so only its match is lost.

mod chain;
mod error;
mod files;
mod growth;
mod lines;

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use chain::{Chain, Link};
use files::{check_kind, free_name, journal_name, lock, other_journals, unlock};
use lines::{Header, read_bytes};

pub use error::JournalError;
pub use lines::{line_of, read_line};

use super::sink::{Batch, Finished, ResultSink, SinkError};
use crate::plan::Plan;
use crate::results::MatchResult;

/// An open journal of one run.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    chain: Chain,
    /// The lines that are ignored, counted from 1 for the header.
    damaged: BTreeSet<u64>,
}

/// The result of opening a journal.
#[derive(Debug)]
pub struct Opened {
    /// The journal, ready to be appended to.
    pub journal: Journal,
    /// The new path of an existing journal that was moved aside.
    pub moved_aside: Option<PathBuf>,
    /// The number of matches in the journal.
    pub matches: u64,
    /// The damaged lines that are ignored, counted from 1 for the header. They may be from earlier interruptions.
    pub damaged: Vec<u64>,
    /// Whether an incomplete last line was dropped.
    pub torn: bool,
}

impl Journal {
    /// The path of a plan's journal: `<data>/tournaments/<name>-<hash>.journal`.
    #[must_use]
    pub fn path(data: &Path, plan: &Plan) -> PathBuf {
        data.join("tournaments").join(journal_name(plan))
    }

    /// Begins a journal. An existing one is renamed to the first free name of `.journal.old`, `.journal.old.2` and so
    /// on. It is overwritten if it has no match, or if it is complete and a new run would write the same again.
    ///
    /// # Errors
    /// [`JournalError`] when the files cannot be written or another run is writing them.
    pub fn begin(data: &Path, plan: &Plan) -> Result<Opened, JournalError> {
        let path = Self::path(data, plan);
        let io = |what, source| JournalError::Io { path: path.clone(), what, source };
        let folder = path.parent().unwrap_or(data);
        std::fs::create_dir_all(folder).map_err(|error| io("created", error))?;
        check_kind(&path).map_err(|error| io("read", error))?;
        let mut moved_aside = None;
        if let Ok(old) = File::open(&path) {
            lock(&old, &path)?;
            let count = |lines: u64, line: std::io::Result<Vec<u8>>| line.map(|_| lines + 1);
            let lines = BufReader::new(&old).split(b'\n').try_fold(0, count).map_err(|error| io("read", error))?;
            // If the number of matches depends on results, a journal of any length may be unfinished.
            let all = plan.schedule.most() == Some(plan.schedule.len()) && lines > plan.schedule.len();
            if lines >= 2 && !(all && plan.is_reproducible()) {
                let aside = free_name(&path);
                std::fs::rename(&path, &aside).map_err(|error| io("renamed", error))?;
                moved_aside = Some(aside);
            }
            unlock(&old);
        }
        let options = OpenOptions::new().write(true).create(true).truncate(false).clone();
        let mut file = options.open(&path).map_err(|error| io("created", error))?;
        lock(&file, &path)?;
        file.set_len(0).map_err(|error| io("emptied", error))?;
        let header = serde_json::to_string(&Header::of(plan)).expect("a header is plain data");
        let (mut chain, mut line) = (Chain::default(), Vec::new());
        chain.write(&mut line, header.as_bytes());
        file.write_all(&line).map_err(|error| io("written", error))?;
        let journal = Self { path, file, chain, damaged: BTreeSet::new() };
        Ok(Opened { journal, moved_aside, matches: 0, damaged: Vec::new(), torn: false })
    }

    /// Opens the journal of a plan to resume it. If there is none, begins one with the matches in the journal of a
    /// smaller run: one with fewer rounds, or without the last entrants. An incomplete last line is dropped. Other
    /// damaged lines stay and are ignored.
    ///
    /// # Errors
    /// [`JournalError`] when it is of a different plan or version, its header is damaged, or it is in use.
    pub fn resume(data: &Path, plan: &Plan) -> Result<Opened, JournalError> {
        let path = Self::path(data, plan);
        let io = |what, source| JournalError::Io { path: path.clone(), what, source };
        check_kind(&path).map_err(|error| io("read", error))?;
        let mut file = match OpenOptions::new().read(true).write(true).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if let Some(smaller) = growth::smaller(other_journals(&path, plan), plan)? {
                    return Self::grown(data, plan, &smaller);
                }
                let newest = |path: &PathBuf| path.metadata().and_then(|data| data.modified()).ok();
                return match other_journals(&path, plan).max_by_key(newest) {
                    Some(other) => Err(JournalError::Different(other)),
                    None => Self::begin(data, plan),
                };
            }
            Err(error) => return Err(io("opened", error)),
        };
        lock(&file, &path)?;
        let mut reader = BufReader::new(&file);
        // A torn write can end in the middle of a character, so lines are read as bytes.
        let mut line = Vec::new();
        let mut whole = reader.read_until(b'\n', &mut line).map_err(|error| io("read", error))? as u64;
        if line.pop() != Some(b'\n') {
            // The run was killed before the header was complete, so there are no matches to resume from.
            unlock(&file);
            return Self::begin(data, plan);
        }
        let mut chain = Chain::default();
        Header::check(&path, &line, plan, &mut chain)?;
        let (mut matches, mut damaged, mut torn) = (0, BTreeSet::new(), false);
        for number in 2.. {
            line.clear();
            let read = reader.read_until(b'\n', &mut line).map_err(|error| io("read", error))?;
            if read == 0 || line.pop() != Some(b'\n') {
                torn = read > 0;
                break;
            }
            match chain.read(&line) {
                Link::Whole(_) => matches += 1,
                Link::Broken => drop(damaged.insert(number)),
            }
            whole += read as u64;
        }
        file.set_len(whole).map_err(|error| io("shortened", error))?;
        file.seek(SeekFrom::End(0)).map_err(|error| io("read", error))?;
        let found = damaged.iter().copied().collect();
        let journal = Self { path, file, chain, damaged };
        Ok(Opened { journal, moved_aside: None, matches, damaged: found, torn })
    }

    /// Like [`Journal::resume`], for tournaments whose pairings depend on earlier results. Everything from the first
    /// damaged line on is ignored. The damaged journal is copied to another name, and the journal is cut before that line.
    ///
    /// # Errors
    /// As for [`Journal::resume`].
    pub fn resume_up_to_damage(data: &Path, plan: &Plan) -> Result<Opened, JournalError> {
        let opened = Self::resume(data, plan)?;
        let (Some(first), path) = (opened.damaged.first().copied(), opened.journal.path.clone()) else {
            return Ok(opened);
        };
        let damaged = opened.damaged;
        drop(opened.journal);
        let io = |what, source| JournalError::Io { path: path.clone(), what, source };
        let aside = free_name(&path);
        std::fs::copy(&path, &aside).map_err(|error| io("renamed", error))?;
        let text = std::fs::read(&path).map_err(|error| io("read", error))?;
        let whole = text.split_inclusive(|byte| *byte == b'\n').zip(1..).take_while(|(_, number)| *number < first);
        let whole = whole.map(|(line, _)| line.len() as u64).sum();
        let file = OpenOptions::new().write(true).open(&path).map_err(|error| io("opened", error))?;
        file.set_len(whole).map_err(|error| io("shortened", error))?;
        let again = Self::resume(data, plan)?;
        Ok(Opened { moved_aside: Some(aside), damaged, ..again })
    }

    fn write_all(&mut self, text: &[u8]) -> Result<(), JournalError> {
        let io = |source| JournalError::Io { path: self.path.clone(), what: "written", source };
        self.file.write_all(text).map_err(io)
    }

    /// Reads the matches from the file one by one, in the order in which they were kept.
    ///
    /// # Errors
    /// [`JournalError`] when the file cannot be opened again.
    pub fn matches(&self) -> Result<impl Iterator<Item = Result<MatchResult, SinkError>> + use<>, JournalError> {
        let path = self.path.clone();
        let file = File::open(&path).map_err(|source| JournalError::Io { path: path.clone(), what: "read", source })?;
        let end = file.metadata().map(|data| data.len()).unwrap_or_default();
        let damaged = self.damaged.clone();
        let lines = BufReader::new(std::io::Read::take(file, end)).split(b'\n');
        let lines = (1..).zip(lines).skip(1).filter(move |(number, _)| !damaged.contains(number));
        Ok(lines.map(move |(number, line)| {
            let unread = |problem: String| SinkError(format!("line {number} of {}: {problem}", path.display()));
            let line = line.map_err(|error| unread(error.to_string()))?;
            let content = line.split(|byte| *byte == b'\t').next().unwrap_or_default();
            read_bytes(content).ok_or_else(|| unread("it is not a match".to_owned()))
        }))
    }

    #[must_use]
    pub fn file(&self) -> &Path {
        &self.path
    }

    /// Appends a batch.
    ///
    /// # Errors
    /// [`SinkError`] when it cannot be written.
    pub fn append(&mut self, batch: &Batch) -> Result<(), SinkError> {
        let (mut chain, mut text) = (self.chain.clone(), Vec::new());
        for finished in &batch.finished {
            chain.write(&mut text, line_of(&finished.played).as_bytes());
        }
        self.file.write_all(&text).map_err(|source| {
            SinkError(JournalError::Io { path: self.path.clone(), what: "written", source }.to_string())
        })?;
        self.chain = chain;
        Ok(())
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        unlock(&self.file);
    }
}

/// The sink of a run that writes no records.
impl ResultSink for Journal {
    fn keep(&mut self, batch: &Batch) -> Result<(), SinkError> {
        self.append(batch)
    }

    fn next(&mut self, _: &Finished) -> Result<(), SinkError> {
        Ok(())
    }
}
