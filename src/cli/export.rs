//! `arena export`: records in the formats of other programs.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::{Failure, records_file};
use crate::bots::FileError;
use crate::records::pgn::{Place, Unwritable};
use crate::records::{Record, pdn, pgn};

/// Writes records in the formats that programs for chess and draughts read.
///
/// Example: arena export records.jsonl --pgn games.pgn
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("format").required(true).multiple(false))]
pub(super) struct Args {
    /// The records, one JSON object a line, as arena tournament --records writes them.
    file: PathBuf,
    /// Writes chess as Portable Game Notation; - is the standard output.
    #[arg(long, value_name = "OUT", group = "format")]
    pgn: Option<PathBuf>,
    /// Writes draughts as Portable Draughts Notation; - is the standard output.
    #[arg(long, value_name = "OUT", group = "format")]
    pdn: Option<PathBuf>,
}

type Writer = fn(&Record, Place<'_>) -> Result<String, Unwritable>;

pub(super) fn run(args: &Args) -> super::CommandResult {
    let (path, write): (_, Writer) = match (&args.pgn, &args.pdn) {
        (Some(path), _) => (path, pgn::write),
        (None, Some(path)) => (path, pdn::write),
        (None, None) => return Err(Failure::Usage(anyhow::anyhow!("name a format: --pgn OUT or --pdn OUT"))),
    };
    let out: Box<dyn Write> = if path == Path::new("-") {
        Box::new(std::io::stdout())
    } else {
        Box::new(File::create(path).with_context(|| format!("{} cannot be written", path.display()))?)
    };
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let mut round = 0_u64;
    records_file::each(&args.file, |line, record| {
        round += 1;
        let text = write(&record, Place { event: None, round: Some(&round.to_string()) }).map_err(|error| {
            FileError { file: args.file.display().to_string(), line: Some(line), key: None, problem: error.to_string() }
        })?;
        Ok(out.write_all(text.as_bytes())?)
    })?;
    Ok(out.flush()?)
}
