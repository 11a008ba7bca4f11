//! The outputs of a run: files, standard output and the journal.

use std::cell::RefCell;
use std::io::{BufWriter, ErrorKind, Write};

use anyhow::{Context, anyhow};

use super::flags::RunFlags;
use super::lines::JsonLines;
use super::page::Page;
use crate::Failure;
use crate::output_files::{self, OutputFile, is_stdout};
use arena_games::conventions::RecordFormat;
use arena_games::{BySide, GameId};
use arena_records::pgn::{ExtraTags, Unwritable};
use arena_records::{Record, pdn, pgn};
use arena_tournament::report::{GameTags, WIDTH};
use arena_tournament::run::journal::Journal;
use arena_tournament::run::{Batch, Finished, ResultSink, SinkError};
use arena_tournament::{Plan, Tally, TournamentReport};

/// The writer of a report format.
type Format = fn(&TournamentReport) -> String;

/// The journal of a run and its file of records.
pub(super) struct Outputs<'a> {
    journal: Journal,
    records: Option<BufWriter<Box<dyn Write>>>,
    notation: Option<Notation<'a>>,
    /// The error that ended the writing of records, for example a closed pipe.
    gone: Option<std::io::Error>,
    live: LiveOutputs<'a>,
}

/// Outputs that are updated as matches are counted.
#[derive(Clone, Copy)]
pub(super) struct LiveOutputs<'a> {
    pub(super) lines: Option<&'a RefCell<JsonLines>>,
    pub(super) page: Option<&'a Page>,
}

/// A file of matches in the format of other programs.
struct Notation<'a> {
    plan: &'a Plan,
    timings: bool,
    out: BufWriter<Box<dyn Write>>,
    flag: &'static str,
    write: fn(&Record, ExtraTags<'_>) -> Result<String, Unwritable>,
    event: String,
    tags: GameTags,
    /// Names of the first and the second side in the format.
    sides: BySide<&'static str>,
}

impl Notation<'_> {
    fn add(&mut self, finished: &Finished) -> Result<(), SinkError> {
        let wrong = |problem: String| SinkError(format!("{}: {problem}", self.flag));
        let record = self.plan.record(&finished.pairing, &finished.played, self.timings);
        let round = format!("{}.{}", finished.pairing.round + 1, finished.pairing.leg + 1);
        let tags = self.tags.of(&finished.pairing, self.sides);
        let place = ExtraTags {
            event: Some(&self.event),
            round: Some(&round),
            tags: &tags,
            notes: &finished.played.notes,
            ..ExtraTags::default()
        };
        let text = (self.write)(&record, place).map_err(|error| wrong(error.to_string()))?;
        self.out.write_all(text.as_bytes()).map_err(|error| wrong(error.to_string()))
    }
}

/// Rejects outputs that cannot be written, before the journal is changed or a match is played. `read` lists the input
/// files of the tournament.
pub(super) fn check(args: &RunFlags, game: GameId, read: &[String]) -> Result<(), Failure> {
    for (flag, path, format) in [("--pgn", &args.pgn, RecordFormat::Pgn), ("--pdn", &args.pdn, RecordFormat::Pdn)] {
        if path.is_some() && game.record_format() != Some(format) {
            let right = format.games();
            return Err(Failure::Usage(anyhow!("{flag} is for {right}, but the tournament is of {game}")));
        }
    }
    if args.log.as_deref().is_some_and(is_stdout) {
        return Err(Failure::Usage(anyhow!("--log cannot write to standard output: name a file")));
    }
    let outputs = [
        ("--log", &args.log),
        ("--json", &args.json),
        ("--csv", &args.csv),
        ("--markdown", &args.markdown),
        ("--html", &args.html),
        ("--records", &args.records),
        ("--pgn", &args.pgn),
        ("--pdn", &args.pdn),
    ];
    let requested = || outputs.iter().filter_map(|(flag, path)| path.as_deref().map(|path| (*flag, path)));
    let to_stdout = requested().filter(|(_, path)| is_stdout(path)).map(|(flag, _)| flag);
    let to_stdout: Vec<&str> = args.json_lines.then_some("--json-lines").into_iter().chain(to_stdout).collect();
    if to_stdout.len() > 1 {
        let flags = to_stdout.join(" and ");
        return Err(Failure::Usage(anyhow!("{flags} cannot both write to standard output: name a file")));
    }
    output_files::check(&requested().collect::<Vec<_>>(), read)
}

impl<'a> Outputs<'a> {
    pub(super) fn open(
        args: &RunFlags,
        plan: &'a Plan,
        journal: Journal,
        live: LiveOutputs<'a>,
    ) -> Result<Self, Failure> {
        let records: Option<Box<dyn Write>> = match args.records.as_deref() {
            None => None,
            Some(path) if is_stdout(path) => Some(Box::new(std::io::stdout())),
            Some(path) => Some(Box::new(OutputFile::create(path, format!("--records: {}", path.display()))?)),
        };
        let notation = match (args.pgn.as_deref(), args.pdn.as_deref()) {
            (Some(path), _) => {
                Some(("--pgn", path, pgn::write as fn(&Record, ExtraTags<'_>) -> Result<String, Unwritable>))
            }
            (None, Some(path)) => {
                Some(("--pdn", path, pdn::write as fn(&Record, ExtraTags<'_>) -> Result<String, Unwritable>))
            }
            (None, None) => None,
        };
        let notation = notation.map(|(flag, path, write)| {
            let out: Box<dyn Write> = if is_stdout(path) {
                Box::new(std::io::stdout())
            } else {
                Box::new(OutputFile::create(path, format!("{flag}: {}", path.display()))?)
            };
            let out = BufWriter::with_capacity(1 << 16, out);
            let [first, second] = plan.config.game.player_tags().unwrap_or(["White", "Black"]);
            let sides = BySide::new(first, second);
            Ok::<_, Failure>(Notation {
                plan,
                timings: args.timings,
                out,
                flag,
                write,
                event: plan.config.name.clone(),
                tags: GameTags::new(plan),
                sides,
            })
        });
        let records = records.map(|out| BufWriter::with_capacity(1 << 16, out));
        Ok(Self { journal, records, notation: notation.transpose()?, gone: None, live })
    }

    pub(super) const fn journal(&self) -> &Journal {
        &self.journal
    }

    pub(super) const fn wants_records(&self) -> bool {
        self.records.is_some()
    }

    /// True if depths and lines of searches are needed.
    pub(super) const fn wants_notes(&self) -> bool {
        self.notation.is_some()
    }

    /// Takes the error to end the command with, if the reader of the records closed the pipe.
    pub(super) const fn unwritten(&mut self) -> Option<std::io::Error> {
        self.gone.take()
    }

    /// Writes the final outputs. Damage of the journal is only reported below the table. It does not change any result,
    /// so the files are identical to those of an undisturbed run.
    pub(super) fn finish(
        self,
        plan: &Plan,
        tally: &Tally,
        args: &RunFlags,
        damage: Option<&str>,
    ) -> Result<(), Failure> {
        if let Some(mut records) = self.records {
            records.flush()?;
        }
        if let Some(mut notation) = self.notation {
            notation.out.flush()?;
        }
        let streams = [&args.records, &args.pgn, &args.pdn];
        let mut table = !args.json_lines && !streams.into_iter().any(|path| path.as_deref().is_some_and(is_stdout));
        let timed = TournamentReport::new(plan, tally, true);
        let report = if args.timings { timed.clone() } else { timed.without_timings() };
        let written: [(_, Format); 4] = [
            (&args.json, TournamentReport::to_json),
            (&args.csv, TournamentReport::to_csv),
            (&args.markdown, |report| report.document().to_markdown()),
            (&args.html, |report| report.document().to_html()),
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
            let columns = crate::terminal::columns().unwrap_or(WIDTH);
            print(&timed.document().to_text(columns, args.explain))?;
            if let Some(damage) = damage {
                print(&crate::terminal::fitted(&format!("{damage}\n")))?;
            }
        }
        Ok(())
    }
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
        if let Some(notation) = &mut self.notation {
            notation.add(finished)?;
        }
        if let Some(page) = self.live.page {
            page.add(finished);
        }
        if let Some(lines) = self.live.lines {
            let mut lines = lines.borrow_mut();
            lines.finished(finished);
            if let Some(error) = lines.gone() {
                let problem = SinkError(format!("--json-lines: {error}"));
                self.gone = (error.kind() == ErrorKind::BrokenPipe).then_some(error);
                return Err(problem);
            }
        }
        let (Some(out), Some(record)) = (&mut self.records, &finished.record) else { return Ok(()) };
        let written = out.write_all(record.as_bytes()).and_then(|()| out.write_all(b"\n"));
        written.map_err(|error| {
            let problem = SinkError(format!("--records: {error}"));
            self.gone = (error.kind() == ErrorKind::BrokenPipe).then_some(error);
            problem
        })
    }
}
