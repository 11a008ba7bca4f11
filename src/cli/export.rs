//! `arena export`: converts records to the formats of other programs.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::{Failure, records_file};
use crate::bots::FileError;
use crate::records::pgn::{ExtraTags, Unwritable};
use crate::records::{Record, pdn, pgn};

/// One line per format, because a single line would not fit a narrow terminal.
const USAGE: &str = "arena export [OPTIONS] --pgn <OUT> <FILE>
       arena export [OPTIONS] --pdn <OUT> <FILE>";

/// Converts records to the formats of other programs.
///
/// Example: arena export records.jsonl --pgn games.pgn
#[derive(Debug, clap::Args)]
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
}

type Writer = fn(&Record, ExtraTags<'_>) -> Result<String, Unwritable>;

pub(super) fn run(args: &Args) -> super::CommandResult {
    let (path, write): (_, Writer) = match (&args.pgn, &args.pdn) {
        (Some(path), _) => (path, pgn::write),
        (None, Some(path)) => (path, pdn::write),
        (None, None) => return Err(Failure::Usage(anyhow::anyhow!("name a format: --pgn OUT or --pdn OUT"))),
    };
    if path == Path::new("-") {
        return export(args, write, &mut std::io::stdout());
    }
    let unwritable = || format!("{} cannot be written", path.display());
    // A target that is not a regular file, such as /dev/null, is written directly.
    if path.exists() && !path.is_file() {
        return export(args, write, &mut File::create(path).with_context(unwritable)?);
    }
    // The old file is kept until the new one is complete. A symbolic link keeps its target.
    let whole = path.canonicalize().unwrap_or_else(|_| path.clone());
    if args.file.canonicalize().is_ok_and(|records| records == whole) {
        return Err(Failure::Usage(anyhow::anyhow!(
            "{} holds the records: name another file to write",
            path.display()
        )));
    }
    let mut name = whole.clone().into_os_string();
    name.push(".part");
    let part = PathBuf::from(name);
    let mut file = File::create(&part).with_context(unwritable)?;
    let done = export(args, write, &mut file);
    let done = done.and_then(|()| Ok(std::fs::rename(&part, &whole).with_context(unwritable)?));
    if done.is_err() {
        // The first error is reported, not one from removing the unfinished file.
        let _ = std::fs::remove_file(&part);
    }
    done
}

fn export(args: &Args, write: Writer, out: &mut impl Write) -> super::CommandResult {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let mut round = 0_u64;
    records_file::each(&args.file, |line, record| {
        round += 1;
        let text = write(&record, ExtraTags { round: Some(&round.to_string()), ..ExtraTags::default() })
            .map_err(|error| FileError::new(args.file.display().to_string(), Some(line), None, error.to_string()))?;
        Ok(out.write_all(text.as_bytes())?)
    })?;
    Ok(out.flush()?)
}
