//! Warnings about the figures of a report.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::number_format::grouped;
use crate::plan::Plan;
use crate::rating::{FEW_CLUSTERS, Wdl};
use crate::results::Tally;
use arena_play::EndReason;

/// A warning about the figures, with its values. The English sentence is made from the values. Later versions may have
/// more variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "caution", rename_all = "snake_case")]
pub enum ReportWarning {
    /// Matches repeat earlier ones between bots whose play is not random.
    #[error(
        "{} of {} matches repeat an earlier match move by move, because both bots are deterministic. Scores count repeats, {} not. Use more openings to get different matches.",
        grouped(*repeats), grouped(*matches),
        if *tested { "the errors of Elo and the sequential test do" } else { "the errors of Elo do" }
    )]
    Repeats {
        /// The number of repeats.
        repeats: u64,
        /// The number of matches.
        matches: u64,
        /// Whether there is a sequential test, which does not count repeats either.
        tested: bool,
    },
    /// Matches are the same as earlier ones, and external engines play.
    #[error(
        "{} of {} matches repeat an earlier match move by move. All of them count, because an engine may play at random; if it does not, the errors are too small.",
        grouped(*alike), grouped(*matches)
    )]
    Alike {
        /// The number of such matches.
        alike: u64,
        /// The number of matches.
        matches: u64,
    },
    /// Only a few openings were played.
    #[error(
        "Only {openings} openings were played. Matches from one opening resemble each other, so the result may differ with other openings, and the errors are rough."
    )]
    FewOpenings {
        /// The number of openings.
        openings: usize,
    },
    /// From each opening, the same seat won all matches.
    #[error(
        "The opening decided every match: {}. The result says nothing about the entrants.",
        if *openings == 1 { "the same side won all of them".to_owned() } else { format!("from each of the {} openings, the same side won all of its matches", grouped(*openings as u64)) }
    )]
    OpeningDecided {
        /// The number of openings.
        openings: usize,
    },
    /// Some entrants rank below the others because they have hardly played.
    #[error(
        "Ranked below the others because they played less than half as many matches as most entrants: {}{}.",
        entrants.join(", "), and_more(*more)
    )]
    Sparse {
        /// The first of these entrants.
        entrants: Vec<String>,
        /// The number of further entrants.
        more: usize,
    },
    /// Matches failed because of the arena.
    #[error("{matches} matches failed because of the arena and were replayed.")]
    Void {
        /// The number of matches.
        matches: u64,
    },
    /// Another run may give other results.
    #[error(
        "A player is limited by time, uses several threads, or is a person or an external program, so another run may give other results."
    )]
    NotReproducible,
    /// Matches were lost by bots' failures.
    #[error("{matches} matches were lost because a bot failed; see their records.")]
    Failed {
        /// The number of matches.
        matches: u64,
    },
    /// Matches were lost on time.
    #[error("Lost on time: {}{}.", entrants.iter().map(LateMoves::words).collect::<Vec<_>>().join("; "), and_more(*more))]
    Late {
        /// The entrants that lost most of them.
        entrants: Vec<LateMoves>,
        /// The number of further entrants.
        more: usize,
    },
}

/// An entrant that lost on time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[cfg_attr(feature = "typescript", ts(rename = "LateEntrant"))]
pub struct LateMoves {
    /// The entrant's name.
    pub name: String,
    /// The number of matches that it lost on time.
    pub matches: u64,
    /// The largest known delay in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late_ms: Option<u64>,
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

/// Returns the warnings. `openings` has the results of each opening.
pub(super) fn warnings(plan: &Plan, tally: &Tally, openings: &[Wdl]) -> Vec<ReportWarning> {
    let mut warnings = Vec::new();
    let (matches, repeats) = (tally.played(), tally.repeats());
    if repeats > 0 {
        let tested = tally.pairer().is_some_and(|pairer| pairer.test().is_some());
        warnings.push(ReportWarning::Repeats { repeats, matches, tested });
    }
    let engines = plan.entrants.iter().any(|entrant| entrant.spec.engine.is_some());
    let alike = matches.saturating_sub(tally.distinct() + repeats);
    if engines && alike > 0 {
        warnings.push(ReportWarning::Alike { alike, matches });
    }
    let played = openings.iter().filter(|results| results.played() > 0).count();
    let few = (2..FEW_CLUSTERS).contains(&played) && matches > 2 * played as u64;
    if few && !(played == openings.len() && plan.openings().is_complete()) {
        warnings.push(ReportWarning::FewOpenings { openings: played });
    }
    if played > 0 && openings.iter().all(is_decided) {
        warnings.push(ReportWarning::OpeningDecided { openings: played });
    }
    warnings.extend(sparse(plan, tally));
    if tally.voided() > 0 {
        warnings.push(ReportWarning::Void { matches: tally.voided() });
    }
    if !plan.is_reproducible() {
        warnings.push(ReportWarning::NotReproducible);
    }
    let failed: u64 =
        [EndReason::Crash, EndReason::Stall, EndReason::Illegal].iter().filter_map(|by| tally.ends().get(by)).sum();
    if failed > 0 {
        warnings.push(ReportWarning::Failed { matches: failed });
    }
    warnings.extend(late(plan, tally));
    warnings
}

/// True if one seat won all matches from an opening, of which there are at least two if there is one.
fn is_decided(results: &Wdl) -> bool {
    let played = results.played();
    played == 0 || (played > 1 && (results.wins == played || results.losses == played))
}

/// The most entrants that are named.
const NAMED: usize = 10;

/// Warns about losses on time: which entrants, how often, and by how much.
fn late(plan: &Plan, tally: &Tally) -> Option<ReportWarning> {
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
    (!entrants.is_empty()).then(|| ReportWarning::Late { more: late.len() - entrants.len(), entrants })
}

/// Warns about entrants that rank below the others because they have hardly played.
fn sparse(plan: &Plan, tally: &Tally) -> Option<ReportWarning> {
    let entrants = plan.entrants.iter().enumerate();
    let few: Vec<&str> = entrants.filter(|(at, _)| tally.is_sparse(*at)).map(|(_, entrant)| entrant.name()).collect();
    let entrants: Vec<String> = few.iter().take(NAMED).map(|name| (*name).to_owned()).collect();
    (!entrants.is_empty()).then(|| ReportWarning::Sparse { more: few.len() - entrants.len(), entrants })
}
