//! Warnings about the figures of a report.

use serde::Serialize;

use super::number_format::grouped;
use crate::plan::Plan;
use crate::rating::{FEW_CLUSTERS, Wdl};
use crate::results::Tally;
use arena_games::{Diagnostic, diagnostic};
use arena_play::EndReason;

/// An entrant that lost on time.
#[derive(Serialize)]
struct LateMoves {
    name: String,
    /// The number of matches that it lost on time.
    matches: u64,
    /// The largest known delay in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    late_ms: Option<u64>,
}

impl LateMoves {
    fn words(&self) -> String {
        let by = self.late_ms.map_or_else(String::new, |ms| format!(" (up to {} ms late)", grouped(ms)));
        format!("{} {}{by}", self.name, grouped(self.matches))
    }
}

fn and_more(more: usize) -> String {
    if more > 0 { format!(" and {more} more") } else { String::new() }
}

/// Returns the warnings, in full sentences. `openings` has the results of each opening.
pub(super) fn warnings(plan: &Plan, tally: &Tally, openings: &[Wdl]) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    let (matches, repeats) = (tally.played(), tally.repeats());
    if repeats > 0 {
        warnings.push(repeated(matches, repeats, tally.pairer().is_some_and(|pairer| pairer.test().is_some())));
    }
    let engines = plan.entrants.iter().any(|entrant| entrant.spec.engine.is_some());
    let alike = matches.saturating_sub(tally.distinct() + repeats);
    if engines && alike > 0 {
        let (some, all) = (grouped(alike), grouped(matches));
        warnings.push(diagnostic!(
            "warning_alike",
            "{some} of {all} matches repeat an earlier match move by move. All of them count, because an engine may play at random; if it does not, the errors are too small.",
            alike,
            matches
        ));
    }
    let played = openings.iter().filter(|results| results.played() > 0).count();
    let few = (2..FEW_CLUSTERS).contains(&played) && matches > 2 * played as u64;
    if few && !(played == openings.len() && plan.openings().is_complete()) {
        warnings.push(diagnostic!(
            "warning_few_openings",
            "Only {openings} openings were played. Matches from one opening resemble each other, so the result may differ with other openings, and the errors are rough.",
            openings = played
        ));
    }
    if played > 0 && openings.iter().all(is_decided) {
        let why = match played {
            1 => "the same side won all of them".to_owned(),
            _ => {
                let each = grouped(played as u64);
                format!("from each of the {each} openings, the same side won all of its matches")
            }
        };
        warnings.push(diagnostic!(
            "warning_opening_decided",
            "The opening decided every match: {why}. The result says nothing about the entrants.",
            openings = played
        ));
    }
    warnings.extend(sparse(plan, tally));
    if tally.voided() > 0 {
        warnings.push(diagnostic!(
            "warning_void",
            "{matches} matches failed because of the arena and were replayed.",
            matches = tally.voided()
        ));
    }
    if !plan.is_reproducible() {
        warnings.push(diagnostic!(
            "warning_not_reproducible",
            "A player is limited by time, uses several threads, or is a person or an external program, so another run may give other results."
        ));
    }
    let failed: u64 =
        [EndReason::Crash, EndReason::Stall, EndReason::Illegal].iter().filter_map(|by| tally.ends().get(by)).sum();
    if failed > 0 {
        warnings.push(diagnostic!(
            "warning_failed",
            "{matches} matches were lost because a bot failed; see their records.",
            matches = failed
        ));
    }
    warnings.extend(late(plan, tally));
    warnings
}

/// Warns about matches that repeat earlier ones between bots whose play is not random. `tested` is true if there is a
/// sequential test, which does not count repeats.
fn repeated(matches: u64, repeats: u64, tested: bool) -> Diagnostic {
    let (some, all) = (grouped(repeats), grouped(matches));
    let affected = if tested { "the errors of Elo and the sequential test do" } else { "the errors of Elo do" };
    diagnostic!(
        "warning_repeats",
        "{some} of {all} matches repeat an earlier match move by move, because both bots are deterministic. Scores count repeats, {affected} not. Use more openings to get different matches.",
        repeats,
        matches,
        tested
    )
}

/// True if one seat won all matches from an opening, of which there are at least two if there is one.
fn is_decided(results: &Wdl) -> bool {
    let played = results.played();
    played == 0 || (played > 1 && (results.wins == played || results.losses == played))
}

/// The most entrants that are named.
const NAMED: usize = 10;

/// Warns about losses on time: which entrants, how often, and by how much.
fn late(plan: &Plan, tally: &Tally) -> Option<Diagnostic> {
    let mut late: Vec<_> = plan.entrants.iter().zip(tally.standings()).map(|(who, it)| (who, it.failures)).collect();
    late.retain(|(_, failures)| failures.late > 0);
    late.sort_by_key(|(_, failures)| std::cmp::Reverse(failures.late));
    let entrants: Vec<LateMoves> = late
        .iter()
        .take(NAMED)
        .map(|(entrant, failures)| {
            let name = entrant.name().to_owned();
            LateMoves { name, matches: failures.late, late_ms: failures.late_ms }
        })
        .collect();
    let more = late.len() - entrants.len();
    let list = entrants.iter().map(LateMoves::words).collect::<Vec<_>>().join("; ") + &and_more(more);
    (!entrants.is_empty()).then(|| diagnostic!("warning_late", "Lost on time: {list}.", entrants, more))
}

/// Warns about entrants that rank below the others because they have hardly played.
fn sparse(plan: &Plan, tally: &Tally) -> Option<Diagnostic> {
    let entrants = plan.entrants.iter().enumerate();
    let few: Vec<&str> = entrants.filter(|(at, _)| tally.is_sparse(*at)).map(|(_, entrant)| entrant.name()).collect();
    let entrants = &few[..few.len().min(NAMED)];
    let more = few.len() - entrants.len();
    let list = entrants.join(", ") + &and_more(more);
    (!entrants.is_empty()).then(|| {
        diagnostic!(
            "warning_sparse",
            "Ranked below the others because they played less than half as many matches as most entrants: {list}.",
            entrants,
            more
        )
    })
}
