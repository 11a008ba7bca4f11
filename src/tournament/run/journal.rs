//! The journal of a run: an append-only file from which an interrupted tournament goes on.
//!
//! The first line is a header that names the plan by its hash; each other line is one finished match, as a JSON array
//! of index, moves, costs, outcome, reason, detail and how often it was void. Lines stand in the order in which the
//! matches finished. They are short, because everything else follows from plan and index. Each ends with a chained
//! checksum: a line that does not fit does not count, and costs its match alone.

mod chain;
mod growth;

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use chain::{Chain, Link};
use serde::{Deserialize, Serialize};

use super::sink::{Batch, Finished, ResultSink, SinkError};
use crate::games::{MoveCode, Side};
use crate::play::{EndReason, GameResult, Verdict};
use crate::records::MoveNote;
use crate::tournament::plan::{Lineage, Plan};
use crate::tournament::results::{MatchResult, MoveCost};

/// The format of the file.
const FORMAT: u32 = 3;
/// The format before lines had checksums; such a file is gone on with, and what is added to it has them.
const BARE: u32 = 2;

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    journal: u32,
    version: String,
    tournament: String,
    plan: String,
    /// What a larger run of the same tournament can go on from; journals of before do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lineage: Option<Lineage>,
}

impl Header {
    fn of(plan: &Plan) -> Self {
        Self {
            journal: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            tournament: plan.config.name.clone(),
            plan: plan.hash.clone(),
            lineage: plan.lineage(),
        }
    }
}

/// Index, moves, costs (0 for the first side, nodes, microseconds, value), outcome, reason, detail, times void; then, where
/// there is any of it, what else a run keeps.
#[derive(Serialize, Deserialize)]
struct Line(
    u64,
    Vec<u32>,
    Vec<(u8, u64, u64, Option<i32>)>,
    Option<GameResult>,
    EndReason,
    Option<String>,
    u32,
    #[serde(default, skip_serializing_if = "More::is_nothing")] More,
);

/// What a line tells besides, which journals of before do not have.
#[derive(Default, PartialEq, Eq, Serialize, Deserialize)]
struct More {
    /// Depths and lines of the searches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<(u16, Vec<u32>)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    late_ms: Option<u64>,
}

impl More {
    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// A match's line, without its checksum and its end.
fn line_of(played: &MatchResult) -> String {
    let moves = played.moves.iter().map(|mv| mv.0).collect();
    let costs = played.costs.iter().map(|cost| (cost.side as u8, cost.nodes, cost.micros, cost.value)).collect();
    let Verdict { outcome, by, detail } = &played.verdict;
    let notes = played.notes.iter().map(|note| (note.depth, note.line.iter().map(|mv| mv.0).collect())).collect();
    let more = More { notes, late_ms: played.late_ms };
    let line = Line(played.index, moves, costs, *outcome, *by, detail.clone(), played.voided, more);
    serde_json::to_string(&line).expect("a line is plain data")
}

/// The match of a line of a journal; none when it is no such line.
fn read_line(text: &str) -> Option<MatchResult> {
    let Line(index, moves, costs, outcome, by, detail, voided, more) = serde_json::from_str(text).ok()?;
    let codes = |moves: Vec<u32>| moves.into_iter().map(MoveCode).collect::<Vec<_>>();
    let side = |number| if number == 0 { Side::First } else { Side::Second };
    Some(MatchResult {
        index,
        moves: codes(moves),
        costs: costs
            .into_iter()
            .map(|(number, nodes, micros, value)| MoveCost { side: side(number), nodes, micros, value })
            .collect(),
        notes: more.notes.into_iter().map(|(depth, line)| MoveNote { depth, line: codes(line) }).collect(),
        late_ms: more.late_ms,
        verdict: Verdict { outcome, by, detail },
        voided,
    })
}

/// The match of a line without its checksum, as it stands in a file.
fn read_bytes(line: &[u8]) -> Option<MatchResult> {
    read_line(std::str::from_utf8(line).ok()?)
}

/// Reads the header, which must be of this plan; whether the lines after it may lack checksums.
fn header(path: &Path, line: &[u8], plan: &Plan, chain: &mut Chain) -> Result<bool, JournalError> {
    let damaged = || JournalError::Damaged(path.to_owned());
    let content = line.split(|byte| *byte == b'\t').next().unwrap_or_default();
    let header: Header = serde_json::from_slice(content).map_err(|_| damaged())?;
    if header.plan != plan.hash || ![FORMAT, BARE].contains(&header.journal) {
        return Err(JournalError::Different(path.to_owned()));
    }
    if header.version != env!("CARGO_PKG_VERSION") {
        return Err(JournalError::Version { path: path.to_owned(), version: header.version });
    }
    match (header.journal, chain.read(line)) {
        (FORMAT, Link::Whole(_)) => Ok(false),
        (BARE, Link::Bare(_)) => Ok(true),
        _ => Err(damaged()),
    }
}

/// A name beside a journal that is free.
fn free_name(path: &Path) -> PathBuf {
    let aside = |number: u32| match number {
        1 => path.with_extension("journal.old"),
        _ => path.with_extension(format!("journal.old.{number}")),
    };
    (1..).map(aside).find(|aside| !aside.exists()).expect("there are numbers enough")
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
    /// It is of the same tournament with other rounds or entrants, which its pairings rest on.
    #[error(
        "the journal {} is of this tournament with other rounds or entrants: a {format} tournament cannot grow, since who \
         meets whom rests on both. Leave --resume out to begin anew",
        path.display()
    )]
    Fixed {
        /// The file.
        path: PathBuf,
        /// The format.
        format: &'static str,
    },
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
    /// Its header does not fit its checksum, or is none.
    #[error("the journal {} is damaged in line 1, which says what it is of. Leave --resume out to begin anew", .0.display())]
    Damaged(PathBuf),
}

/// An open journal of one run.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    chain: Chain,
    /// The lines that do not count, from 1 for the header.
    damaged: BTreeSet<u64>,
}

/// What was found when a journal was opened.
#[derive(Debug)]
pub struct Opened {
    /// The journal, to be appended to.
    pub journal: Journal,
    /// Where the journal that stood there was put, when a new one was begun.
    pub moved_aside: Option<PathBuf>,
    /// How many matches it holds.
    pub matches: u64,
    /// The lines, from 1 for the header, that are damaged and do not count, of this and of earlier interruptions.
    pub damaged: Vec<u64>,
    /// Whether a last line that was not complete was dropped.
    pub torn: bool,
}

impl Journal {
    /// Where the journal of a plan is: `<data>/tournaments/<name>-<hash>.journal`.
    #[must_use]
    pub fn path(data: &Path, plan: &Plan) -> PathBuf {
        data.join("tournaments").join(format!("{}-{}.journal", slug(&plan.config.name), &plan.hash[..16]))
    }

    /// Begins a journal. One that is there is put aside, under a name that is free: `.journal.old`, `.journal.old.2` and
    /// so on; but not one without a match, nor a complete one that would be written again just so.
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
            let lines = BufReader::new(&old).split(b'\n').count() as u64;
            // How many there are in all may depend on the results: then what is there may be unfinished.
            let all = plan.schedule.most() == Some(plan.schedule.len()) && lines > plan.schedule.len();
            if lines >= 2 && !(all && plan.is_reproducible()) {
                let aside = free_name(&path);
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
        let (mut chain, mut line) = (Chain::default(), Vec::new());
        chain.write(&mut line, header.as_bytes());
        file.write_all(&line).map_err(|error| io("written", error))?;
        let journal = Self { path, file, chain, damaged: BTreeSet::new() };
        Ok(Opened { journal, moved_aside, matches: 0, damaged: Vec::new(), torn: false })
    }

    /// Opens the journal of a plan to go on from it; begins one where there is none, with what the journal of a smaller run
    /// has: one with fewer rounds, or without the last entrants. A last line that was not completed
    /// is dropped; other lines that are damaged stay, and do not count.
    ///
    /// # Errors
    /// [`JournalError`] when it is of a different plan or version, its header is damaged, or it is in use.
    pub fn resume(data: &Path, plan: &Plan) -> Result<Opened, JournalError> {
        let path = Self::path(data, plan);
        let io = |what, source| JournalError::Io { path: path.clone(), what, source };
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
        // A write that was torn can end in the middle of a letter, so lines are bytes here.
        let mut line = Vec::new();
        let mut whole = reader.read_until(b'\n', &mut line).map_err(|error| io("read", error))? as u64;
        if line.pop() != Some(b'\n') {
            // Killed before the header was complete: there is nothing to go on from.
            unlock(&file);
            return Self::begin(data, plan);
        }
        let mut chain = Chain::default();
        let bare = header(&path, &line, plan, &mut chain)?;
        let (mut matches, mut damaged, mut torn) = (0, BTreeSet::new(), false);
        for number in 2.. {
            line.clear();
            let read = reader.read_until(b'\n', &mut line).map_err(|error| io("read", error))?;
            if read == 0 || line.pop() != Some(b'\n') {
                torn = read > 0;
                break;
            }
            let last = reader.fill_buf().map_err(|error| io("read", error))?.is_empty();
            if bare && last && std::str::from_utf8(&line).is_err() {
                torn = true;
                break;
            }
            let counts = match chain.read(&line) {
                Link::Whole(_) => true,
                Link::Bare(line) => bare && read_bytes(line).is_some(),
                Link::Broken => false,
            };
            if counts {
                matches += 1;
            } else {
                damaged.insert(number);
            }
            whole += read as u64;
        }
        file.set_len(whole).map_err(|error| io("shortened", error))?;
        file.seek(SeekFrom::End(0)).map_err(|error| io("read", error))?;
        let found = damaged.iter().copied().collect();
        let journal = Self { path, file, chain, damaged };
        Ok(Opened { journal, moved_aside: None, matches, damaged: found, torn })
    }

    /// The same for results of which each rests on those before it: from the first damaged line on nothing counts. The
    /// journal as it was is put aside, and goes on from what is whole.
    ///
    /// # Errors
    /// As [`Journal::resume`].
    pub fn resume_up_to_damage(data: &Path, plan: &Plan) -> Result<Opened, JournalError> {
        let opened = Self::resume(data, plan)?;
        let (Some(first), path) = (opened.damaged.first().copied(), opened.journal.path.clone()) else {
            return Ok(opened);
        };
        let damaged = opened.damaged;
        drop(opened.journal);
        let io = |what, source| JournalError::Io { path: path.clone(), what, source };
        let aside = free_name(&path);
        std::fs::copy(&path, &aside).map_err(|error| io("put aside", error))?;
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

    /// The matches that it holds, read as they are asked for, in the order in which they were kept.
    ///
    /// # Errors
    /// When the file cannot be opened again.
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
            read_bytes(content).ok_or_else(|| unread("it is no match".to_owned()))
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

/// The other journals of tournaments of that name.
fn other_journals(path: &Path, plan: &Plan) -> impl Iterator<Item = PathBuf> {
    let start = format!("{}-", slug(&plan.config.name));
    let hashed =
        move |stem: &str| stem.strip_prefix(&start).is_some_and(|hash| hash.len() == 16 && !hash.contains('-'));
    let entries = path.parent().and_then(|folder| std::fs::read_dir(folder).ok());
    entries.into_iter().flatten().flatten().map(|entry| entry.path()).filter(move |path| {
        path.extension().is_some_and(|extension| extension == "journal")
            && path.file_stem().and_then(|stem| stem.to_str()).is_some_and(&hashed)
    })
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
