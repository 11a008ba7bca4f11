//! Where the results go: files, the standard output, the journal.

use std::cell::RefCell;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::{Args, Failure, Journal, Lines, Plan, Report, text};
use crate::tournament::Tally;
use crate::tournament::run::{Batch, Finished, ResultSink, SinkError};

/// How a report is written.
type Format = fn(&Report) -> String;

/// The journal of a run and the file of its records.
pub(super) struct Outputs<'a> {
    journal: Journal,
    records: Option<BufWriter<Box<dyn Write>>>,
    /// Why no more records can be written, where nobody reads them any more.
    gone: Option<std::io::Error>,
    /// Where matches are told as they are counted.
    lines: Option<&'a RefCell<Lines>>,
}

/// Refuses what cannot be written, before a journal is touched or a match played.
pub(super) fn check(args: &Args) -> Result<(), Failure> {
    let outputs = [
        ("--json", &args.json),
        ("--csv", &args.csv),
        ("--markdown", &args.markdown),
        ("--html", &args.html),
        ("--records", &args.records),
    ];
    let given = || outputs.iter().filter_map(|(flag, path)| path.as_deref().map(|path| (*flag, path)));
    let to_stdout = given().filter(|(_, path)| is_stdout(path)).map(|(flag, _)| flag);
    let to_stdout: Vec<&str> = args.json_lines.then_some("--json-lines").into_iter().chain(to_stdout).collect();
    if to_stdout.len() > 1 {
        let flags = to_stdout.join(" and ");
        return Err(Failure::Usage(anyhow!("{flags} cannot both write to the standard output: name a file")));
    }
    let files: Vec<_> = given().filter(|(_, path)| !is_stdout(path)).collect();
    for (at, (flag, path)) in files.iter().enumerate() {
        if let Some((other, _)) = files[..at].iter().find(|(_, earlier)| same_file(earlier, path)) {
            let path = path.display();
            return Err(Failure::Usage(anyhow!("{other} and {flag} cannot both write to {path}: name another file")));
        }
    }
    for (flag, path) in files {
        let opened = File::options().append(true).create(true).open(path);
        opened.with_context(|| format!("{flag}: {} cannot be written", path.display()))?;
    }
    Ok(())
}

impl<'a> Outputs<'a> {
    pub(super) fn open(args: &Args, journal: Journal, lines: Option<&'a RefCell<Lines>>) -> Result<Self, Failure> {
        let records: Option<Box<dyn Write>> = match args.records.as_deref() {
            None => None,
            Some(path) if is_stdout(path) => Some(Box::new(std::io::stdout())),
            Some(path) => {
                let file = File::create(path);
                Some(Box::new(file.with_context(|| format!("--records: {} cannot be written", path.display()))?))
            }
        };
        let records = records.map(|out| BufWriter::with_capacity(1 << 16, out));
        Ok(Self { journal, records, gone: None, lines })
    }

    pub(super) const fn journal(&self) -> &Journal {
        &self.journal
    }

    pub(super) const fn wants_records(&self) -> bool {
        self.records.is_some()
    }

    /// What ended the run, where it was that the reader of the records went away.
    pub(super) const fn unwritten(&mut self) -> Option<std::io::Error> {
        self.gone.take()
    }

    /// Writes what is told once at the end.
    pub(super) fn finish(self, plan: &Plan, tally: &Tally, args: &Args) -> Result<(), Failure> {
        if let Some(mut records) = self.records {
            records.flush()?;
        }
        let mut table = !args.json_lines && !args.records.as_deref().is_some_and(is_stdout);
        let timed = Report::new(plan, tally, true);
        let report = if args.timings { timed.clone() } else { timed.without_timings() };
        let written: [(_, Format); 4] = [
            (&args.json, Report::to_json),
            (&args.csv, Report::to_csv),
            (&args.markdown, Report::to_markdown),
            (&args.html, Report::to_html),
        ];
        for (path, content) in written {
            match path.as_deref() {
                None => {}
                Some(path) if is_stdout(path) => {
                    table = false;
                    print(&content(&report))?;
                }
                Some(path) => {
                    let written = std::fs::write(path, content(&report));
                    written.with_context(|| format!("{} cannot be written", path.display()))?;
                }
            }
        }
        if table {
            print(&text::crosstable(&timed))?;
        }
        Ok(())
    }
}

/// Whether both name one file, there or not. What is no regular file, as /dev/null, takes whatever comes.
fn same_file(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| -> Option<PathBuf> { path.canonicalize().or_else(|_| std::path::absolute(path)).ok() };
    whole(one) == whole(other) && (one.is_file() || !one.exists())
}

fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

fn print(content: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(content.as_bytes())?;
    out.flush()
}

impl ResultSink for Outputs<'_> {
    fn keep(&mut self, batch: &Batch) -> Result<(), SinkError> {
        self.journal.append(batch)
    }

    fn next(&mut self, finished: &Finished) -> Result<(), SinkError> {
        if let Some(lines) = self.lines {
            let mut lines = lines.borrow_mut();
            lines.finished(finished);
            if let Some(error) = lines.gone() {
                let said = SinkError(format!("--json-lines: {error}"));
                self.gone = (error.kind() == ErrorKind::BrokenPipe).then_some(error);
                return Err(said);
            }
        }
        let (Some(out), Some(record)) = (&mut self.records, &finished.record) else { return Ok(()) };
        let written = out.write_all(record.as_bytes()).and_then(|()| out.write_all(b"\n"));
        written.map_err(|error| {
            let said = SinkError(format!("--records: {error}"));
            self.gone = (error.kind() == ErrorKind::BrokenPipe).then_some(error);
            said
        })
    }
}
