//! `arena verify`: checks that records match the play of their bots and the rules.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::anyhow;
use serde_json::{Value, json};
use uuid::Uuid;

use super::embedded_file::{beside, find};
use super::{Failure, records_file, tablebases, terminal};
use arena_bots::{Roster, Source};
use arena_games::Diagnostic;
use arena_play::EndReason;
use arena_records::{Difference, Verifier};
use arena_tournament::plan::file::read_with;
use arena_tournament::plan::{Engines, Overrides, Plan};
use arena_tournament::report::number_format::{counted, grouped};
use arena_tournament::run::{Adjudicator, Audit, AuditError, Audited, Misplaced, Missing, is_adjudicated};

/// Maximum number of lines of each kind to print; --json prints all.
const SHOWN: usize = 20;

/// Replays every match in a file of records with the same bots and seeds, and reports each difference.
///
/// Bots with time_ms or several threads, people and external programs are not reproducible, so their moves are only
/// checked against the rules. A search that a clock stopped is repeated up to the recorded number of nodes. A bot is not
/// reproducible either after the move at which the record reports that the server was short of memory.
/// Verdicts by the rules are checked. If a bot moves in the replay, the record must not say that it failed there.
///
/// Adjudications depend on the tournament file: --tournament checks them, and --tb also those by Syzygy tables. It also
/// checks that the records contain every match of the tournament exactly once, with its id, seed, seats, opening and
/// options, and reports missing, duplicate and foreign matches. Losses on time, crashes and decisions of people cannot
/// be checked.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit codes:
  0  every match was verified
  1  a match differs, or is missing, duplicate or foreign
  2  the command line or a file is wrong
  3  nothing differs, but the listed adjudications could not be checked

Examples:
  arena verify records.jsonl
  arena verify records.jsonl --tournament tictactoe-depths")]
pub(super) struct Args {
    /// The records, one JSON object per line, as written by arena tournament --records.
    file: PathBuf,
    /// The tournament file or the name of an embedded one: check adjudications, and that these are its matches.
    #[arg(long, value_name = "FILE")]
    tournament: Option<PathBuf>,
    /// The seed, if it was changed by arena tournament --seed.
    #[arg(long, value_name = "N", requires = "tournament", value_parser = clap::value_parser!(u64).range(..1 << 53))]
    seed: Option<u64>,
    /// The number of rounds, if it was changed by arena tournament --rounds.
    #[arg(long, value_name = "N", requires = "tournament", value_parser = clap::value_parser!(u64).range(1..))]
    rounds: Option<u64>,
    /// Id of the tournament on the server that played it; the ids of matches depend on it.
    #[arg(long, value_name = "ID", requires = "tournament")]
    id: Option<Uuid>,
    /// Folders with the Syzygy tables of the tournament, separated as in the PATH: check adjudications by tables.
    #[arg(long, value_name = "FOLDERS", requires = "tournament")]
    tb: Option<OsString>,
    /// Folders with the WebAssembly modules of the bots, separated as in the PATH, besides the folder of the records. A
    /// module is found by its digest.
    #[arg(long, value_name = "FOLDERS")]
    modules: Option<OsString>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The findings of all records.
#[derive(Default)]
struct VerifyTotals {
    matches: u64,
    /// Moves repeated by their bots.
    by_bots: u64,
    /// Moves checked only against the rules.
    by_rules: u64,
    /// Matches in which a server was short of memory.
    short_matches: u64,
    /// Moves checked only against the rules for that reason.
    short_moves: u64,
    verdicts: Verdicts,
    /// The first problem of each line.
    differences: BTreeMap<usize, Differing>,
    /// Adjudications that were not checked.
    unchecked: Vec<Unchecked>,
    audited: Option<Audited>,
}

/// A record with a problem.
struct Differing {
    id: Uuid,
    kind: &'static str,
    ply: Option<usize>,
    what: String,
}

impl Differing {
    fn replayed(id: Uuid, Difference { ply, what }: Difference) -> Self {
        Self { id, kind: "differs", ply, what }
    }

    fn audited(id: Uuid, error: &AuditError) -> Self {
        let kind = match error {
            AuditError::Doubled(_) => "doubled",
            AuditError::Foreign(_) => "foreign",
            AuditError::Changed(_) => "differs",
        };
        Self { id, kind, ply: None, what: error.to_string() }
    }
}

/// A match whose adjudication was not checked.
struct Unchecked {
    line: usize,
    id: Uuid,
    by: EndReason,
}

impl VerifyTotals {
    fn json(&self) -> Value {
        let differences = self.differences.iter().map(|(line, Differing { id, kind, ply, what })| {
            json!({ "line": line, "id": id, "kind": kind, "ply": ply, "difference": what })
        });
        let unchecked =
            self.unchecked.iter().map(|Unchecked { line, id, by }| json!({ "line": line, "id": id, "by": by }));
        let mut json = json!({
            "matches": self.matches,
            "verified": self.verified(),
            "moves_by_bots": self.by_bots,
            "moves_by_rules": self.by_rules,
            "matches_not_reproducible": self.short_matches,
            "moves_not_reproducible": self.short_moves,
            "verdicts": {
                "by_rules": self.verdicts.rules,
                "adjudicated_again": self.verdicts.adjudicated_again,
                "adjudicated_unchecked": self.unchecked.len(),
                "unrepeatable": self.verdicts.unrepeatable,
            },
            "differences": differences.collect::<Vec<_>>(),
            "unchecked": unchecked.collect::<Vec<_>>(),
        });
        if let Some(audited) = &self.audited {
            let missing = audited.missing.iter().map(|Missing { index, id, seats: [first, second] }| {
                json!({ "match": index + 1, "id": id, "first": first, "second": second })
            });
            json["tournament"] = json!({
                "matches": audited.matches,
                "missing": missing.collect::<Vec<_>>(),
                "more_may_be_missing": audited.open,
            });
        }
        json
    }

    fn verified(&self) -> u64 {
        self.matches - self.differences.len() as u64
    }

    fn missing(&self) -> &[Missing] {
        self.audited.as_ref().map_or(&[], |audited| &audited.missing)
    }

    fn text(&self) -> String {
        let differences = self.differences.iter().map(|(line, Differing { id, ply, what, .. })| {
            let ply = ply.map_or(String::new(), |ply| format!(", ply {ply}"));
            format!("line {line}, match {id}{ply}: {what}")
        });
        let missing = self.missing().iter().map(|Missing { index, id, seats: [first, second] }| {
            format!("missing: match {} of the tournament, {id}, {first} against {second}", index + 1)
        });
        let unchecked = self.unchecked.iter().map(|Unchecked { line, id, by }| {
            format!("line {line}, match {id}: not checked, it ended by {}", json!(by).as_str().unwrap_or_default())
        });
        let mut text = listed(differences) + &listed(missing) + &listed(unchecked);
        let _ = writeln!(
            text,
            "{} of {} matches verified: {} moves repeated by their bots, {} checked against the rules only.",
            grouped(self.verified()),
            grouped(self.matches),
            grouped(self.by_bots),
            grouped(self.by_rules)
        );
        if let Some(audited) = &self.audited {
            let of_kind = |kind| self.differences.values().filter(|differing| differing.kind == kind).count() as u64;
            let _ = writeln!(
                text,
                "The tournament has {}{}: {} missing; of the records, {} duplicate and {} foreign.",
                if audited.open { "at least " } else { "" },
                counted(audited.matches, "match", "matches"),
                grouped(self.missing().len() as u64),
                grouped(of_kind("doubled")),
                grouped(of_kind("foreign"))
            );
        }
        let _ = writeln!(text, "{}", self.verdicts.text(self.unchecked.len() as u64));
        if self.short_matches > 0 {
            let (matches, moves) = (grouped(self.short_matches), grouped(self.short_moves));
            let _ = writeln!(
                text,
                "Marked as not reproducible, because the server was short of memory: {matches} of them, with {moves} of \
                 the moves that were checked against the rules only."
            );
        }
        text
    }

    fn result(&self) -> super::CommandResult {
        let differ = self.differences.len() as u64;
        let of_matches = |count: u64| format!("{} of {} matches", grouped(count), grouped(self.matches));
        let mut wrong = Vec::new();
        if differ > 0 {
            wrong.push(format!("{} differ", of_matches(differ)));
        }
        if !self.missing().is_empty() {
            wrong.push(format!("{} missing", counted(self.missing().len() as u64, "match is", "matches are")));
        }
        if !wrong.is_empty() {
            return Err(Failure::Work(anyhow!("{}", wrong.join(", "))));
        }
        if !self.unchecked.is_empty() {
            let unchecked = of_matches(self.unchecked.len() as u64);
            return Err(Failure::Unchecked(anyhow!(
                "{unchecked} were adjudicated by unknown rules or tables; give the tournament's file with --tournament, \
                 and its Syzygy tables with --tb"
            )));
        }
        Ok(())
    }
}

/// Lists the first lines, and how many more there are.
fn listed(mut lines: impl Iterator<Item = String>) -> String {
    let mut text = lines.by_ref().take(SHOWN).map(|line| line + "\n").collect::<String>();
    let more = lines.count();
    if more > 0 {
        let _ = writeln!(text, "and {more} more; --json lists all");
    }
    text
}

/// What the verdicts of the verified matches are based on.
#[derive(Default)]
struct Verdicts {
    /// The rules of the game.
    rules: u64,
    /// The tournament's rules of adjudication, applied again.
    adjudicated_again: u64,
    /// Events that cannot be repeated: a clock, a crash or a person.
    unrepeatable: u64,
}

impl Verdicts {
    const fn count(&mut self, by: EndReason) {
        match by {
            EndReason::Rules => self.rules += 1,
            by if is_adjudicated(by) => self.adjudicated_again += 1,
            _ => self.unrepeatable += 1,
        }
    }

    fn text(&self, unchecked: u64) -> String {
        let describe = |(count, (one, many), what): (u64, (&str, &str), &str)| {
            format!("{} {} {what}", grouped(count), if count == 1 { one } else { many })
        };
        let were = ("was", "were");
        let more = [
            (self.adjudicated_again, were, "adjudicated again with the same result"),
            (unchecked, were, "adjudicated by rules or tables that are not known here (see --tournament and --tb)"),
            (
                self.unrepeatable,
                ("depends", "depend"),
                "on a clock, a crash, a resignation or a person and cannot be repeated",
            ),
        ];
        let mut parts = vec![describe((self.rules, ("follows", "follow"), "from the rules of the game"))];
        parts.extend(more.into_iter().filter(|(count, ..)| *count > 0).map(describe));
        format!("Of their verdicts, {}.", parts.join("; "))
    }
}

/// Reads the plan of the tournament file, if one is given.
fn plan(args: &Args, config: &super::ConfigDir, roster: &Roster) -> Result<Option<Plan>, Failure> {
    let Some(path) = &args.tournament else { return Ok(None) };
    let (name, text) = find(path, config.folder()?, "tournaments", "tournament")?;
    let open =
        |named: &str| beside(path, named, config.folder().ok().flatten(), "tournaments").map_err(Diagnostic::from);
    let overrides =
        Overrides { engines: Engines::Unseen, seed: args.seed, rounds: args.rounds, ..Overrides::default() };
    let mut plan = read_with(&Source { file: &name, text: &text }, roster, overrides, &open)?.plan;
    plan.identity = args.id.unwrap_or(plan.identity);
    Ok(Some(plan))
}

pub(super) fn run(args: &Args, config: &super::ConfigDir) -> super::CommandResult {
    let near = args.tournament.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
    let roster = super::modules::roster_near(near, config)?;
    let folders = args.modules.iter().flat_map(std::env::split_paths).chain(args.file.parent().map(Path::to_owned));
    let modules = super::modules::files(folders.chain([PathBuf::new()]).collect(), config)?;
    let mut verifier = Verifier::new(roster.books().to_vec()).with_modules(modules);
    let plan = plan(args, config, &roster)?;
    let tablebases = args.tb.as_deref().map(tablebases::open).transpose()?;
    let mut adjudicator = plan.as_ref().map(|plan| Adjudicator::new(plan.config.adjudication, tablebases));
    let mut audit = plan.as_ref().map(Audit::new);
    let mut lines: HashMap<Uuid, usize> = HashMap::new();
    let mut totals = VerifyTotals::default();
    records_file::each(&args.file, |line, record| {
        let (id, now) = (record.id, Instant::now());
        totals.matches += 1;
        totals.short_matches += u64::from(!record.not_reproducible.is_empty());
        let placed = match (&mut audit, lines.get(&id)) {
            (Some(audit), _) => audit.take(line, &record),
            (None, Some(earlier)) => Err(AuditError::Doubled(*earlier)),
            (None, None) => Ok(()),
        };
        lines.entry(id).or_insert(line);
        if let Err(error) = placed {
            totals.differences.insert(line, Differing::audited(id, &error));
            return Ok(());
        }
        let checked = verifier.check(&record, now).and_then(|checked| {
            let able = adjudicator.as_mut().filter(|adjudicator| adjudicator.can_check(record.verdict.by));
            let again = able.map_or(Ok(()), |adjudicator| adjudicator.check(&record, now));
            let what = |problem| format!("by the tournament's rules of adjudication, {problem}");
            again.map(|()| checked).map_err(|problem| Difference { ply: None, what: what(problem) })
        });
        match checked {
            Ok(checked) => {
                let by = record.verdict.by;
                let checks = adjudicator.as_ref().is_some_and(|adjudicator| adjudicator.can_check(by));
                if is_adjudicated(by) && !checks {
                    totals.unchecked.push(Unchecked { line, id, by });
                } else {
                    totals.verdicts.count(by);
                }
                totals.by_bots += checked.by_bots;
                totals.by_rules += checked.by_rules;
                totals.short_moves += checked.not_reproducible;
            }
            Err(difference) => {
                totals.differences.insert(line, Differing::replayed(id, difference));
            }
        }
        Ok(())
    })?;
    totals.audited = audit.map(Audit::finish);
    for Misplaced { line, id, error } in totals.audited.iter().flat_map(|audited| &audited.misplaced) {
        // A changed seed or opening explains the difference found by the replay.
        if totals.differences.get(line).is_none_or(|known| known.kind == "differs") {
            totals.differences.insert(*line, Differing::audited(*id, error));
        }
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", totals.json())?;
    } else {
        out.write_all(terminal::fitted(&totals.text()).as_bytes())?;
    }
    totals.result()
}
