//! `arena verify`: whether records are what their bots play and the rules allow.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::anyhow;
use serde_json::{Value, json};

use super::embedded_file::{beside, find};
use super::{Failure, records_file, terminal};
use crate::bots::{Roster, Source};
use crate::games::Problem;
use crate::play::EndReason;
use crate::records::{Difference, Verifier};
use crate::tournament::plan::file::read_with;
use crate::tournament::plan::{Engines, Overrides};
use crate::tournament::report::number_format::grouped;
use crate::tournament::run::{Adjudicator, is_adjudicated};

/// So many differences are printed; --json has them all.
const SHOWN: usize = 20;

/// Replays every match of a file of records with the same bots and seeds, and says which move differs, if any.
///
/// Bots that a clock limits, people and other programs do not play the same way twice: their moves are checked by the
/// rules only. So are those of a bot from the move on at which a server had not as much memory for it as it asks for, which
/// the record says. A verdict that the rules give is checked. One by adjudication rests on rules that stand in the
/// tournament's file: with --tournament it is judged again. One by the clock, a crash or a person is nobody's to repeat.
/// The exit code is 1 when anything differs.
///
/// Example: arena verify records.jsonl
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The records, one JSON object a line, as arena tournament --records writes them.
    file: PathBuf,
    /// The tournament's file (or the name of one that ships): adjudicates every match again by its rules.
    #[arg(long, value_name = "FILE")]
    tournament: Option<PathBuf>,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// What was found in all records.
#[derive(Default)]
struct Found {
    matches: u64,
    /// Moves that their bots made again.
    by_bots: u64,
    /// Moves that were checked by the rules only.
    by_rules: u64,
    /// Matches in which a server was short of memory.
    short_matches: u64,
    /// Moves that for this reason were checked by the rules only.
    short_moves: u64,
    verdicts: Verdicts,
    differences: Vec<Value>,
    /// The first of them, as sentences.
    shown: Vec<String>,
}

impl Found {
    fn json(&self) -> Value {
        json!({
            "matches": self.matches,
            "verified": self.matches - self.differences.len() as u64,
            "moves_by_bots": self.by_bots,
            "moves_by_rules": self.by_rules,
            "matches_not_reproducible": self.short_matches,
            "moves_not_reproducible": self.short_moves,
            "verdicts": {
                "by_rules": self.verdicts.rules,
                "adjudicated_again": self.verdicts.adjudicated_again,
                "adjudicated_unchecked": self.verdicts.adjudicated_unchecked,
                "unrepeatable": self.verdicts.unrepeatable,
            },
            "differences": self.differences,
        })
    }

    fn text(&self) -> String {
        let mut text = self.shown.iter().map(|line| format!("{line}\n")).collect::<String>();
        let differ = self.differences.len();
        if differ > self.shown.len() {
            let _ = writeln!(text, "and {} more; --json lists all", differ - self.shown.len());
        }
        let _ = writeln!(
            text,
            "{} of {} matches verified: {} moves made again by their bots, {} checked by the rules only.",
            grouped(self.matches - differ as u64),
            grouped(self.matches),
            grouped(self.by_bots),
            grouped(self.by_rules)
        );
        let _ = writeln!(text, "{}", self.verdicts.text());
        if self.short_matches > 0 {
            let (matches, moves) = (grouped(self.short_matches), grouped(self.short_moves));
            let _ = writeln!(
                text,
                "Marked as not reproducible, since the server was short of memory: {matches} of them, with {moves} of the \
                 moves that were checked by the rules only."
            );
        }
        text
    }
}

/// What the verdicts of the verified matches rest on.
#[derive(Default)]
struct Verdicts {
    /// The rules of the game.
    rules: u64,
    /// The tournament's rules, applied again.
    adjudicated_again: u64,
    /// The tournament's rules, which are not at hand.
    adjudicated_unchecked: u64,
    /// What nobody can repeat: a clock, a crash, a person.
    unrepeatable: u64,
}

impl Verdicts {
    const fn count(&mut self, by: EndReason, again: bool) {
        match by {
            EndReason::Rules => self.rules += 1,
            by if is_adjudicated(by) && again => self.adjudicated_again += 1,
            by if is_adjudicated(by) => self.adjudicated_unchecked += 1,
            _ => self.unrepeatable += 1,
        }
    }

    fn text(&self) -> String {
        let told = |(count, (one, many), what): (u64, (&str, &str), &str)| {
            format!("{} {} {what}", grouped(count), if count == 1 { one } else { many })
        };
        let were = ("was", "were");
        let more = [
            (self.adjudicated_again, were, "adjudicated again, alike"),
            (
                self.adjudicated_unchecked,
                were,
                "adjudicated by rules that are not known here (--tournament names their file)",
            ),
            (
                self.unrepeatable,
                ("rests", "rest"),
                "on a clock, a crash, a resignation or a person, which nobody can repeat",
            ),
        ];
        let mut parts = vec![told((self.rules, ("follows", "follow"), "from the rules of the game"))];
        parts.extend(more.into_iter().filter(|(count, ..)| *count > 0).map(told));
        format!("Of their verdicts, {}.", parts.join("; "))
    }
}

/// The adjudicator by the rules of the tournament's file, where one is named.
fn adjudicator(args: &Args, config: &super::ConfigDir, roster: &Roster) -> Result<Option<Adjudicator>, Failure> {
    let Some(path) = &args.tournament else { return Ok(None) };
    let (name, text) = find(path, config.folder()?, "tournaments", "tournament")?;
    let open = |named: &str| beside(path, named, config.folder().ok().flatten(), "tournaments").map_err(Problem::from);
    let overrides = Overrides { engines: Engines::Unseen, ..Overrides::default() };
    let file = read_with(&Source { file: &name, text: &text }, roster, overrides, &open)?;
    Ok(Some(Adjudicator::new(file.plan.config.adjudication)))
}

pub(super) fn run(args: &Args, config: &super::ConfigDir) -> super::CommandResult {
    let roster = Roster::load(config.folder()?)?;
    let mut verifier = Verifier::new(roster.books().to_vec());
    let mut adjudicator = adjudicator(args, config, &roster)?;
    let mut found = Found::default();
    records_file::each(&args.file, |line, record| {
        found.matches += 1;
        found.short_matches += u64::from(!record.not_reproducible.is_empty());
        let checked = verifier.check(&record, Instant::now()).and_then(|checked| {
            let again = adjudicator.as_mut().map_or(Ok(()), |adjudicator| adjudicator.check(&record));
            let what = |problem| format!("by the tournament's rules of adjudication {problem}");
            again.map(|()| checked).map_err(|problem| Difference { ply: None, what: what(problem) })
        });
        match checked {
            Ok(checked) => {
                found.verdicts.count(record.verdict.by, adjudicator.is_some());
                found.by_bots += checked.by_bots;
                found.by_rules += checked.by_rules;
                found.short_moves += checked.not_reproducible;
            }
            Err(difference) => {
                let ply = difference.ply.map_or(String::new(), |ply| format!(", ply {ply}"));
                if found.shown.len() < SHOWN {
                    found.shown.push(format!("line {line}, match {}{ply}: {}", record.id, difference.what));
                }
                let told = json!({
                    "line": line, "id": record.id, "ply": difference.ply, "difference": difference.what,
                });
                found.differences.push(told);
            }
        }
        Ok(())
    })?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", found.json())?;
    } else {
        out.write_all(terminal::fitted(&found.text()).as_bytes())?;
    }
    let (differ, matches) = (found.differences.len(), found.matches);
    if differ == 0 { Ok(()) } else { Err(Failure::Work(anyhow!("{differ} of {matches} matches differ"))) }
}
