//! The journal of a run: an append-only file from which an interrupted tournament goes on.
//!
//! The first line is a header that names the plan by its hash; each other line is one finished match, as a JSON array
//! of index, moves, costs, outcome, reason, detail and how often it was void. Lines stand in the order in which the
//! matches finished. They are short, because everything else follows from plan and index.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::sink::{Batch, Finished, ResultSink, SinkError};
use crate::games::{MoveCode, Side};
use crate::play::{By, Ended, Verdict};
use crate::tournament::plan::Plan;
use crate::tournament::results::{MatchResult, MoveCost};

/// The format of the file; another one is refused.
const FORMAT: u32 = 2;

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    journal: u32,
    version: String,
    tournament: String,
    plan: String,
}

impl Header {
    fn of(plan: &Plan) -> Self {
        Self {
            journal: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            tournament: plan.config.name.clone(),
            plan: plan.hash.clone(),
        }
    }
}

/// Index, moves, costs (0 for the first side, nodes, microseconds, value), outcome, reason, detail, times void.
type Line = (u64, Vec<u32>, Vec<(u8, u64, u64, Option<i32>)>, Option<Ended>, By, Option<String>, u32);

/// Appends a match's line.
fn write_line(text: &mut String, played: &MatchResult) {
    let moves = played.moves.iter().map(|mv| mv.0).collect();
    let costs = played.costs.iter().map(|cost| (cost.side as u8, cost.nodes, cost.micros, cost.value)).collect();
    let Verdict { outcome, by, detail } = &played.verdict;
    let line: Line = (played.index, moves, costs, *outcome, *by, detail.clone(), played.voided);
    text.push_str(&serde_json::to_string(&line).expect("a line is plain data"));
    text.push('\n');
}

/// The match of a line of a journal; none when it is no such line.
fn read_line(text: &str) -> Option<MatchResult> {
    let (index, moves, costs, outcome, by, detail, voided): Line = serde_json::from_str(text).ok()?;
    let side = |number| if number == 0 { Side::First } else { Side::Second };
    Some(MatchResult {
        index,
        moves: moves.into_iter().map(MoveCode).collect(),
        costs: costs
            .into_iter()
            .map(|(number, nodes, micros, value)| MoveCost { side: side(number), nodes, micros, value })
            .collect(),
        verdict: Verdict { outcome, by, detail },
        voided,
    })
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file system refuses.
    #[error("the journal {} cannot be {what}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        what: &'static str,
        /// What the system says.
        source: std::io::Error,
    },
    /// Another run is writing it.
    #[error("the journal {} is in use: this tournament is being played by another process", .0.display())]
    InUse(PathBuf),
    /// It belongs to another plan.
    #[error(
        "the journal {} is of a different tournament: the file, --seed or --rounds have changed since. Take them back \
         to go on, or leave --resume out to begin anew",
        .0.display()
    )]
    Different(PathBuf),
    /// Another version of the program wrote it.
    #[error(
        "the journal {} was written by version {version} of arena, this is {}: bots may play differently. Leave \
         --resume out to begin anew", path.display(), env!("CARGO_PKG_VERSION")
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// The version that wrote it.
        version: String,
    },
    /// A line that was completed cannot be read.
    #[error("the journal {} is damaged in line {line}. Leave --resume out to begin anew", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

/// An open journal of one run.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// What was found when a journal was opened.
#[derive(Debug)]
pub struct Opened {
    /// The journal, to be appended to.
    pub journal: Journal,
    /// Where the unfinished journal that stood there was put, when a new one was begun.
    pub moved_aside: Option<PathBuf>,
    /// How many matches it holds.
    pub matches: u64,
}

impl Journal {
    /// Where the journal of a plan is: `<data>/tournaments/<name>-<hash>.journal`.
    #[must_use]
    pub fn path(data: &Path, plan: &Plan) -> PathBuf {
        data.join("tournaments").join(format!("{}-{}.journal", slug(&plan.config.name), &plan.hash[..16]))
    }

    /// Begins a journal. One that is there, unfinished or not, is put aside, replacing what was put aside before.
    ///
    /// # Errors
    /// [`JournalError`] when the files cannot be written or another run is writing them.
    pub fn begin(data: &Path, plan: &Plan) -> Result<Opened, JournalError> {
        let path = Self::path(data, plan);
        let io = |what, source| JournalError::Io { path: path.clone(), what, source };
        let folder = path.parent().unwrap_or(data);
        std::fs::create_dir_all(folder).map_err(|error| io("created", error))?;
        let mut moved_aside = None;
        if let Ok(old) = File::open(&path) {
            lock(&old, &path)?;
            let lines = BufReader::new(&old).lines().count() as u64;
            // How many there are in all may depend on the results: then what is there may be unfinished.
            let all = if plan.schedule.most() == Some(plan.schedule.len()) { plan.schedule.len() } else { u64::MAX };
            if (2..=all).contains(&lines) {
                let aside = path.with_extension("journal.old");
                std::fs::rename(&path, &aside).map_err(|error| io("put aside", error))?;
                moved_aside = Some(aside);
            }
            unlock(&old);
        }
        let options = OpenOptions::new().write(true).create(true).truncate(false).clone();
        let mut file = options.open(&path).map_err(|error| io("created", error))?;
        lock(&file, &path)?;
        file.set_len(0).map_err(|error| io("emptied", error))?;
        let header = serde_json::to_string(&Header::of(plan)).expect("a header is plain data");
        file.write_all(format!("{header}\n").as_bytes()).map_err(|error| io("written", error))?;
        Ok(Opened { journal: Self { path, file }, moved_aside, matches: 0 })
    }

    /// Opens the journal of a plan to go on from it; begins one where there is none. A last line that was not completed
    /// is dropped.
    ///
    /// # Errors
    /// [`JournalError`] when it is of a different plan or version, damaged, or in use.
    pub fn resume(data: &Path, plan: &Plan) -> Result<Opened, JournalError> {
        let path = Self::path(data, plan);
        let io = |what, source| JournalError::Io { path: path.clone(), what, source };
        let mut file = match OpenOptions::new().read(true).write(true).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return match other_journal(&path, plan) {
                    Some(other) => Err(JournalError::Different(other)),
                    None => Self::begin(data, plan),
                };
            }
            Err(error) => return Err(io("opened", error)),
        };
        lock(&file, &path)?;
        let mut reader = BufReader::new(&file);
        // A write that was torn can end in the middle of a letter, so lines are bytes here.
        let mut line = Vec::new();
        let mut whole = reader.read_until(b'\n', &mut line).map_err(|error| io("read", error))? as u64;
        if !line.ends_with(b"\n") {
            // Killed before the header was complete: there is nothing to go on from.
            unlock(&file);
            return Self::begin(data, plan);
        }
        let damaged = |line| JournalError::Damaged { path: path.clone(), line };
        let header: Header = serde_json::from_slice(&line).map_err(|_| damaged(1))?;
        if header.plan != plan.hash || header.journal != FORMAT {
            return Err(JournalError::Different(path));
        }
        if header.version != env!("CARGO_PKG_VERSION") {
            return Err(JournalError::Version { path, version: header.version });
        }
        let mut matches = 0;
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line).map_err(|error| io("read", error))?;
            if read == 0 || !line.ends_with(b"\n") {
                break;
            }
            let last = reader.fill_buf().map_err(|error| io("read", error))?.is_empty();
            if last && std::str::from_utf8(&line).is_err() {
                break;
            }
            matches += 1;
            whole += read as u64;
        }
        file.set_len(whole).map_err(|error| io("shortened", error))?;
        file.seek(SeekFrom::End(0)).map_err(|error| io("read", error))?;
        Ok(Opened { journal: Self { path, file }, moved_aside: None, matches })
    }

    /// The matches that it holds, read as they are asked for, in the order in which they were kept.
    ///
    /// # Errors
    /// When the file cannot be opened again.
    pub fn matches(&self) -> Result<impl Iterator<Item = Result<MatchResult, SinkError>> + use<>, JournalError> {
        let path = self.path.clone();
        let file = File::open(&path).map_err(|source| JournalError::Io { path: path.clone(), what: "read", source })?;
        let end = file.metadata().map(|data| data.len()).unwrap_or_default();
        let lines = BufReader::new(std::io::Read::take(file, end)).lines().enumerate().skip(1);
        Ok(lines.map(move |(index, line)| {
            let damaged = || SinkError(JournalError::Damaged { path: path.clone(), line: index + 1 }.to_string());
            line.ok().and_then(|line| read_line(&line)).ok_or_else(damaged)
        }))
    }

    /// Where it is.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.path
    }

    /// Keeps a batch.
    ///
    /// # Errors
    /// [`SinkError`] when it cannot be written.
    pub fn append(&mut self, batch: &Batch) -> Result<(), SinkError> {
        let mut lines = String::new();
        for finished in &batch.finished {
            write_line(&mut lines, &finished.played);
        }
        self.file.write_all(lines.as_bytes()).map_err(|source| {
            SinkError(JournalError::Io { path: self.path.clone(), what: "written", source }.to_string())
        })
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        unlock(&self.file);
    }
}

/// The only place for results of a run that writes no records.
impl ResultSink for Journal {
    fn keep(&mut self, batch: &Batch) -> Result<(), SinkError> {
        self.append(batch)
    }

    fn next(&mut self, _: &Finished) -> Result<(), SinkError> {
        Ok(())
    }
}

fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.to_owned())),
        Err(TryLockError::Error(source)) => Err(JournalError::Io { path: path.to_owned(), what: "locked", source }),
    }
}

/// Closing the file is not enough: a program that another thread is just starting holds it open for a moment too.
fn unlock(file: &File) {
    file.unlock().ok();
}

/// Another journal of a tournament of that name, the newest if there are several.
fn other_journal(path: &Path, plan: &Plan) -> Option<PathBuf> {
    let start = format!("{}-", slug(&plan.config.name));
    let hashed = |stem: &str| stem.strip_prefix(&start).is_some_and(|hash| hash.len() == 16 && !hash.contains('-'));
    let entries = std::fs::read_dir(path.parent()?).ok()?.flatten().map(|entry| entry.path());
    let others = entries.filter(|path| {
        path.extension().is_some_and(|extension| extension == "journal")
            && path.file_stem().and_then(|stem| stem.to_str()).is_some_and(hashed)
    });
    others.max_by_key(|path| path.metadata().and_then(|data| data.modified()).ok())
}

/// A name that is a file name everywhere.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for letter in name.chars().take(60) {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "tournament".to_owned() } else { slug.to_owned() }
}
