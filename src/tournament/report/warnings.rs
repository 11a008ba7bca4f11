//! What a reader should know before trusting the figures.

use super::number_format::grouped;
use crate::play::EndReason;
use crate::tournament::plan::Plan;
use crate::tournament::rating::{FEW_CLUSTERS, Wdl};
use crate::tournament::results::Tally;

/// `openings` is what each opening came to.
pub(super) fn warnings(plan: &Plan, tally: &Tally, openings: &[Wdl]) -> Vec<String> {
    let mut warnings = Vec::new();
    let tested = tally.pairer().is_some_and(|pairer| pairer.test().is_some());
    if tally.repeats() > 0 {
        warnings.push(format!(
            "{} of {} matches repeat an earlier one move by move, between bots that leave nothing to chance: scores \
             count them, {} not. More openings would make them different.",
            grouped(tally.repeats()),
            grouped(tally.played()),
            if tested { "the errors of Elo and the sequential test do" } else { "the errors of Elo do" }
        ));
    }
    let engines = plan.entrants.iter().any(|entrant| entrant.spec.engine.is_some());
    let alike = tally.played().saturating_sub(tally.distinct() + tally.repeats());
    if engines && alike > 0 {
        warnings.push(format!(
            "{} of {} matches are like an earlier one move by move. All count, since an engine may use chance; where it \
             uses none, the errors are too small.",
            grouped(alike),
            grouped(tally.played())
        ));
    }
    let played = openings.iter().filter(|results| results.played() > 0).count();
    if (2..FEW_CLUSTERS).contains(&played) && tally.played() > 2 * played as u64 {
        warnings.push(format!(
            "Only {played} openings were played, and matches from one opening are alike: what holds for these need not \
             hold for others, and the errors are rough."
        ));
    }
    warnings.extend(sparse(plan, tally));
    if tally.voided() > 0 {
        warnings.push(format!("{} matches failed by the arena's own fault and were played again.", tally.voided()));
    }
    if !plan.is_reproducible() {
        warnings.push(
            "A bot is limited by the clock, searches with several threads or is an external engine: another run may \
             give other results."
                .to_owned(),
        );
    }
    let failed: u64 =
        [EndReason::Crash, EndReason::Stall, EndReason::Illegal].iter().filter_map(|by| tally.ends().get(by)).sum();
    if failed > 0 {
        warnings.push(format!("{failed} matches were lost by a bot's failure; their records say how."));
    }
    warnings.extend(late(plan, tally));
    warnings
}

/// So many entrants are named.
const NAMED: usize = 10;

/// Who lost on time, how often, and by how much the time was passed.
fn late(plan: &Plan, tally: &Tally) -> Option<String> {
    let mut late: Vec<_> = plan.entrants.iter().zip(tally.standings()).map(|(who, it)| (who, it.failures)).collect();
    late.retain(|(_, failures)| failures.late > 0);
    late.sort_by_key(|(_, failures)| std::cmp::Reverse(failures.late));
    let named = late.iter().take(NAMED).map(|(entrant, failures)| {
        let by = failures.late_ms.map_or_else(String::new, |ms| format!(", by {} ms at most", grouped(ms)));
        format!("{} {} ({})", entrant.name(), grouped(failures.late), by.trim_start_matches(", ")).replace(" ()", "")
    });
    let named: Vec<String> = named.collect();
    let more = if late.len() > NAMED { format!(" and {} more", late.len() - NAMED) } else { String::new() };
    (!named.is_empty()).then(|| format!("Lost on time: {}{more}.", named.join("; ")))
}

/// Who stands below the others because it has hardly played.
fn sparse(plan: &Plan, tally: &Tally) -> Option<String> {
    let entrants = plan.entrants.iter().enumerate();
    let few: Vec<&str> = entrants.filter(|(at, _)| tally.is_sparse(*at)).map(|(_, entrant)| entrant.name()).collect();
    let more = if few.len() > NAMED { format!(" and {} more", few.len() - NAMED) } else { String::new() };
    let named = few.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    (!few.is_empty()).then(|| {
        format!("Fewer than half as many matches as most have played, and so stand below the others, whatever they scored: {named}{more}.")
    })
}
