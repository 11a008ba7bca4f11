//! `arena export`: converts records to the formats of other programs.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::output_files::OutputFile;
use super::{Failure, records_file};
use arena_bots::FileError;
use arena_records::pgn::{ExtraTags, Unwritable};
use arena_records::{Record, pdn, pgn, samples};

/// One line per format, because a single line would not fit a narrow terminal.
const USAGE: &str = "arena export [OPTIONS] --pgn <OUT> <FILE>
       arena export [OPTIONS] --pdn <OUT> <FILE>
       arena export [OPTIONS] --samples <OUT> <FILE>";

/// Converts records to the formats of other programs.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  arena export records.jsonl --pgn games.pgn
  arena export records.jsonl --samples positions.csv --share 0.1")]
#[command(group = clap::ArgGroup::new("format").required(true).multiple(false))]
#[command(override_usage = USAGE)]
pub(super) struct Args {
    /// The records, one JSON object per line, as written by arena tournament --records.
    file: PathBuf,
    /// Write Portable Game Notation, for games that use it; - is standard output.
    #[arg(long, value_name = "OUT", group = "format")]
    pgn: Option<PathBuf>,
    /// Write Portable Draughts Notation, for games that use it; - is standard output.
    #[arg(long, value_name = "OUT", group = "format")]
    pdn: Option<PathBuf>,
    /// Write the searched positions as CSV for training: position, value and result (2 win, 1 draw, 0 loss), both for
    /// the side to move; - is standard output.
    #[arg(long, value_name = "OUT", group = "format")]
    samples: Option<PathBuf>,
    /// Probability that a position becomes a sample [default: 1]
    #[arg(long, value_name = "SHARE", requires = "samples", value_parser = share)]
    share: Option<f64>,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a probability between 0 and 1".to_owned())
}

/// Converts a record, given its number in the file, to text.
type Writer = Box<dyn Fn(&Record, u64) -> Result<String, String>>;

pub(super) fn run(args: &Args) -> super::CommandResult {
    let (path, write): (_, Writer) = match (&args.pgn, &args.pdn, &args.samples) {
        (Some(path), ..) => (path, Box::new(|record, round| tagged(pgn::write, record, round))),
        (_, Some(path), _) => (path, Box::new(|record, round| tagged(pdn::write, record, round))),
        (.., Some(path)) => {
            let share = args.share.unwrap_or(1.0);
            (path, Box::new(move |record, _| samples::write(record, share).map_err(|error| error.to_string())))
        }
        _ => return Err(Failure::Usage(anyhow::anyhow!("name a format: --pgn OUT, --pdn OUT or --samples OUT"))),
    };
    let write = &write;
    if path == Path::new("-") {
        return export(args, write, &mut std::io::stdout());
    }
    let unwritable = || format!("{} cannot be written", path.display());
    // A target that is not a regular file, such as /dev/null, is written directly.
    if path.exists() && !path.is_file() {
        return export(args, write, &mut OutputFile::create(path, path.display().to_string())?);
    }
    // The old file is kept until the new one is complete. A symbolic link keeps its target.
    let target = path.canonicalize().unwrap_or_else(|_| path.clone());
    if args.file.canonicalize().is_ok_and(|records| records == target) {
        return Err(Failure::Usage(anyhow::anyhow!("{} is the input: name another file to write", path.display())));
    }
    let mut name = target.clone().into_os_string();
    name.push(".part");
    let part = PathBuf::from(name);
    let mut file = OutputFile::create(&part, path.display().to_string())?;
    let done = export(args, write, &mut file);
    let done = done.and_then(|()| Ok(std::fs::rename(&part, &target).with_context(unwritable)?));
    if done.is_err() {
        // The first error is reported, not one from removing the unfinished file.
        let _ = std::fs::remove_file(&part);
    }
    done
}

/// Writes a record with its number as the round.
fn tagged(
    write: fn(&Record, ExtraTags<'_>) -> Result<String, Unwritable>,
    record: &Record,
    round: u64,
) -> Result<String, String> {
    let round = round.to_string();
    write(record, ExtraTags { round: Some(&round), ..ExtraTags::default() }).map_err(|error| error.to_string())
}

fn export(args: &Args, write: &Writer, out: &mut impl Write) -> super::CommandResult {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let mut round = 0_u64;
    records_file::each(&args.file, |line, record| {
        round += 1;
        let text = write(&record, round)
            .map_err(|problem| FileError::new(args.file.display().to_string(), Some(line), None, problem))?;
        Ok(out.write_all(text.as_bytes())?)
    })?;
    Ok(out.flush()?)
}
