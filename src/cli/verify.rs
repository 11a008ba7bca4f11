//! `arena verify`: whether records are what their bots play and the rules allow.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::anyhow;
use serde_json::{Value, json};

use super::{Failure, records_file};
use crate::bots::Roster;
use crate::records::Verifier;
use crate::tournament::report::number_format::grouped;

/// So many differences are printed; --json has them all.
const SHOWN: usize = 20;

/// Replays every match of a file of records with the same bots and seeds, and says which move differs, if any.
///
/// Bots that a clock limits, people and other programs do not play the same way twice: their moves are checked by the
/// rules only. So are those of a bot from the move on at which a server had not as much memory for it as it asks for, which
/// the record says. The exit code is 1 when anything differs.
///
/// Example: arena verify records.jsonl
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The records, one JSON object a line, as arena tournament --records writes them.
    file: PathBuf,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, config: &super::ConfigDir) -> super::CommandResult {
    let roster = Roster::load(config.folder()?)?;
    let mut verifier = Verifier::new(roster.books().to_vec());
    let (mut matches, mut by_bots, mut by_rules) = (0_u64, 0_u64, 0_u64);
    let (mut short_matches, mut short_moves) = (0_u64, 0_u64);
    let mut differences: Vec<Value> = Vec::new();
    let mut shown = Vec::new();
    records_file::each(&args.file, |line, record| {
        matches += 1;
        short_matches += u64::from(!record.not_reproducible.is_empty());
        match verifier.check(&record, Instant::now()) {
            Ok(checked) => {
                by_bots += checked.by_bots;
                by_rules += checked.by_rules;
                short_moves += checked.not_reproducible;
            }
            Err(difference) => {
                let ply = difference.ply.map_or(String::new(), |ply| format!(", ply {ply}"));
                if shown.len() < SHOWN {
                    shown.push(format!("line {line}, match {}{ply}: {}", record.id, difference.what));
                }
                differences
                    .push(json!({"line": line, "id": record.id, "ply": difference.ply, "difference": difference.what}));
            }
        }
        Ok(())
    })?;
    let differ = differences.len();
    let mut out = std::io::stdout().lock();
    if args.json {
        let report = json!({
            "matches": matches,
            "verified": matches - differ as u64,
            "moves_by_bots": by_bots,
            "moves_by_rules": by_rules,
            "matches_not_reproducible": short_matches,
            "moves_not_reproducible": short_moves,
            "differences": differences,
        });
        writeln!(out, "{report:#}")?;
    } else {
        shown.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        if differ > shown.len() {
            writeln!(out, "and {} more; --json lists all", differ - shown.len())?;
        }
        writeln!(
            out,
            "{} of {} matches verified: {} moves made again by their bots, {} checked by the rules only.",
            grouped(matches - differ as u64),
            grouped(matches),
            grouped(by_bots),
            grouped(by_rules)
        )?;
        if short_matches > 0 {
            let (matches, moves) = (grouped(short_matches), grouped(short_moves));
            writeln!(
                out,
                "Marked as not reproducible, since the server was short of memory: {matches} of them, with {moves} of the \
                 moves that were checked by the rules only."
            )?;
        }
    }
    if differ == 0 { Ok(()) } else { Err(Failure::Work(anyhow!("{differ} of {matches} matches differ"))) }
}
