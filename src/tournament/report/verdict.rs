//! The verdict of a report: who is first, whether the differences are significant, and whether time decided them.

mod words;

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::format_report::Stage;
use super::rows::{EntrantRow, PairRow, SURE, TournamentReport};
use crate::plan::Format;
use crate::rating::Wdl;

/// The most opponents that one sentence names.
const NAMED: usize = 4;

/// A finding of the verdict, with its values. The English sentence is made from the values.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(tag = "finding", rename_all = "snake_case")]
pub enum Finding {
    /// A knockout was won.
    Final {
        /// The winner.
        winner: String,
        /// The other finalist.
        second: String,
        /// Their half points in the final.
        half_points: (u64, u64),
        /// Whether the seeds decided an even tie.
        by_seed: bool,
    },
    /// One or more entrants are first.
    First {
        /// The entrants that share the first place.
        winners: Vec<String>,
        /// The points of each.
        points: f64,
        /// The number of matches of each.
        matches: u64,
        /// The number of byes, which count as won.
        byes: u64,
        /// Points per match; absent if byes count too.
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<f64>,
        /// Whether matches are left.
        under_way: bool,
        /// The next entrant, unless the first place is shared.
        #[serde(skip_serializing_if = "Option::is_none")]
        second: Option<String>,
        /// The difference between their ratings.
        #[serde(skip_serializing_if = "Option::is_none")]
        elo: Option<f64>,
    },
    /// The result of the entrant that plays all matches of a gauntlet.
    Challenger {
        /// The entrant.
        name: String,
        /// Its points.
        points: f64,
        /// The number of its matches.
        matches: u64,
        /// Points per match.
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<f64>,
        /// Whether matches are left.
        under_way: bool,
        /// The number of opponents that it outscored.
        ahead: usize,
        /// The number of opponents with as many points.
        level: usize,
        /// The number of opponents that outscored it.
        behind: usize,
        /// The first of those, the most clearly lost first.
        lost: Vec<LostTo>,
    },
    /// The differences to all others are significant.
    Significant {
        /// The stronger entrant.
        name: String,
        /// The lowest likelihood that it is stronger than another one.
        least: f64,
        /// The number of others.
        others: usize,
        /// Whether the sign test gave some of the likelihoods.
        sign_test: bool,
        /// The number of others without a likelihood.
        unknown: usize,
    },
    /// The differences to these are not significant.
    Insignificant {
        /// The entrant.
        name: String,
        /// The first of the others, the least certain first.
        others: Vec<Likelihood>,
        /// The number of further ones.
        more: usize,
    },
    /// Losses on time are a large share of a result.
    OnTime {
        /// The results.
        shares: Vec<LateShare>,
        /// The number of further ones.
        more: usize,
    },
}

/// An opponent that outscored an entrant.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LostTo {
    /// The opponent.
    pub name: String,
    /// The half points against it, and its own.
    pub half_points: (u64, u64),
}

/// The likelihood of being stronger than an opponent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Likelihood {
    /// The opponent.
    pub name: String,
    /// The likelihood.
    pub likelihood: f64,
    /// Whether it is a bound by the sign test: the true one is farther from ½.
    pub bound: bool,
}

/// The share of losses on time among the losses of one entrant against another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LateShare {
    /// The entrant that lost on time.
    pub name: String,
    /// Its opponent.
    pub against: String,
    /// The number of losses on time.
    pub late: u64,
    /// The number of all losses.
    pub losses: u64,
    /// Whether the pairing has another winner without the losses on time of both.
    pub decisive: bool,
}

/// The findings of a report; none before the first match.
pub(super) fn findings(report: &TournamentReport) -> Vec<Finding> {
    if report.matches == 0 {
        return Vec::new();
    }
    let under_way = report.matches < report.scheduled;
    let own = challenger(report);
    let (winners, mut found) = match own {
        Some(row) => (vec![row.name.clone()], vec![challenge(report, row, under_way)]),
        None => {
            let (winners, finding) = first(report, under_way);
            (winners, finding.into_iter().collect())
        }
    };
    if let Some(winner) = winners.first() {
        found.extend(significance(report, winner, &winners, own.is_some()));
    }
    found.extend(on_time(report));
    found
}

/// The entrant that plays every match of a gauntlet, if there is one.
fn challenger(report: &TournamentReport) -> Option<&EntrantRow> {
    let mut in_all = report.entrants.iter().filter(|row| row.played == report.matches);
    match (in_all.next(), in_all.next()) {
        (Some(row), None) if matches!(report.format, Format::Gauntlet { .. }) => Some(row),
        _ => None,
    }
}

fn row<'a>(report: &'a TournamentReport, name: &str) -> Option<&'a EntrantRow> {
    report.entrants.iter().find(|row| row.name == name)
}

/// Returns those in the first place, and the finding about it.
fn first(report: &TournamentReport, under_way: bool) -> (Vec<String>, Option<Finding>) {
    let last = report.placing.knockout.iter().find(|row| row.stage == Stage::Final).and_then(|row| row.ties.first());
    if let Some(tie) = last
        && let (Some(winner), Some(b)) = (&tie.winner, &tie.b)
    {
        let (one, other) = tie.half_points;
        let (second, half_points) = if *winner == tie.a { (b, (one, other)) } else { (&tie.a, (other, one)) };
        let (winner, second) = (winner.clone(), second.clone());
        let finding = Finding::Final { winner: winner.clone(), second, half_points, by_seed: tie.by_seed };
        return (vec![winner], Some(finding));
    }
    // A bye counts as won in a Swiss tournament only.
    let counts = |row: &&EntrantRow| row.played > 0 || !report.placing.swiss.is_empty();
    let ranked = || report.entrants.iter().filter(counts);
    let winners: Vec<String> = ranked().filter(|row| row.rank == 1).map(|row| row.name.clone()).collect();
    let second = ranked().find(|row| row.rank > 1).filter(|_| winners.len() == 1);
    let second = second.map(|row| row.name.clone());
    let Some(winner) = winners.first().and_then(|name| row(report, name)) else { return (winners, None) };
    let swiss = report.placing.swiss.iter().find(|row| row.name == winner.name);
    let rating = |name: &String| row(report, name).and_then(|row| row.rating);
    let finding = Finding::First {
        points: swiss.map_or(winner.points, |row| row.points),
        matches: winner.played,
        byes: swiss.map_or(0, |row| row.byes),
        score: winner.score.filter(|_| swiss.is_none()),
        under_way,
        elo: second.as_ref().and_then(|second| Some(winner.rating? - rating(second)?)),
        winners: winners.clone(),
        second,
    };
    (winners, Some(finding))
}

fn turned(pair: &PairRow) -> PairRow {
    PairRow {
        a: pair.b.clone(),
        b: pair.a.clone(),
        results: pair.results.reversed(),
        pentanomial: pair.pentanomial.reversed(),
        superiority: pair.superiority.map(|likelihood| 1.0 - likelihood),
        sign_test: pair.sign_test.map(|likelihood| 1.0 - likelihood),
        late: pair.late.map(|(a, b)| (b, a)),
    }
}

/// The results of an entrant against each other one, from its view.
fn of_entrant(report: &TournamentReport, name: &str) -> Vec<PairRow> {
    let seen = |pair: &PairRow| match (pair.a == name, pair.b == name) {
        (true, _) => Some(pair.clone()),
        (_, true) => Some(turned(pair)),
        _ => None,
    };
    report.pairs.iter().filter_map(seen).collect()
}

fn challenge(report: &TournamentReport, own: &EntrantRow, under_way: bool) -> Finding {
    let met: Vec<PairRow> =
        of_entrant(report, &own.name).into_iter().filter(|pair| pair.results.played() > 0).collect();
    let mut lost: Vec<&PairRow> = met.iter().filter(|pair| pair.results.wins < pair.results.losses).collect();
    lost.sort_by(|one, other| one.results.score().unwrap_or(0.5).total_cmp(&other.results.score().unwrap_or(0.5)));
    let ahead = met.iter().filter(|pair| pair.results.wins > pair.results.losses).count();
    let lost_to = |pair: &&PairRow| LostTo {
        name: pair.b.clone(),
        half_points: (pair.results.half_points(), pair.results.reversed().half_points()),
    };
    Finding::Challenger {
        name: own.name.clone(),
        points: own.points,
        matches: own.played,
        score: own.score,
        under_way,
        ahead,
        level: met.len() - ahead - lost.len(),
        behind: lost.len(),
        lost: lost.iter().take(NAMED).map(lost_to).collect(),
    }
}

/// The likelihood that `pair.a` is stronger. It is the one of the ratings. Where there is none, because one side won
/// everything, the sign test bounds it. With equal ratings, draws only or a single win, both are as likely.
fn likelihood(report: &TournamentReport, pair: &PairRow) -> Option<Likelihood> {
    let known = |likelihood, bound| Some(Likelihood { name: pair.b.clone(), likelihood, bound });
    if let Some(likelihood) = pair.superiority {
        return known(likelihood, false);
    }
    if let Some(bound) = pair.sign_test {
        return known(bound, true);
    }
    let [a, b] = [&pair.a, &pair.b].map(|name| row(report, name).and_then(|row| row.rating));
    let Wdl { wins, losses, draws } = pair.results;
    let even = wins == losses || wins + losses == 1;
    (a.is_some() && a == b || even && wins + draws + losses > 0).then(|| known(0.5, false)).flatten()
}

/// Whether the entrant is stronger than the others. Those that share the first place with it are not compared. The one
/// that plays a gauntlet may be the weaker one.
fn significance(report: &TournamentReport, name: &str, winners: &[String], gauntlet: bool) -> Option<Finding> {
    let against: Vec<PairRow> =
        of_entrant(report, name).into_iter().filter(|pair| !winners.contains(&pair.b)).collect();
    let known: Vec<Likelihood> = against.iter().filter_map(|pair| likelihood(report, pair)).collect();
    let open = |it: &&Likelihood| it.likelihood < SURE && (!gauntlet || it.likelihood > 1.0 - SURE);
    let mut others: Vec<Likelihood> = known.iter().filter(open).cloned().collect();
    others.sort_by(|one, other| one.likelihood.total_cmp(&other.likelihood));
    if !others.is_empty() {
        let more = others.len().saturating_sub(NAMED);
        others.truncate(NAMED);
        return Some(Finding::Insignificant { name: name.to_owned(), others, more });
    }
    // The one that plays a gauntlet is described by the opponents that it outscored.
    let least = known.iter().map(|it| it.likelihood).reduce(f64::min).filter(|&least| least >= SURE)?;
    Some(Finding::Significant {
        name: name.to_owned(),
        least,
        others: known.len(),
        sign_test: known.iter().any(|it| it.bound),
        unknown: against.len() - known.len(),
    })
}

/// The pairings in which losses on time are at least a quarter of one side's losses, or change the winner.
fn on_time(report: &TournamentReport) -> Option<Finding> {
    let mut shares = Vec::new();
    for pair in &report.pairs {
        let Some((late_a, late_b)) = pair.late else { continue };
        let Wdl { wins, losses, .. } = pair.results;
        let decisive = wins.cmp(&losses) != (wins - late_b).cmp(&(losses - late_a));
        for (name, against, late, losses) in [(&pair.a, &pair.b, late_a, losses), (&pair.b, &pair.a, late_b, wins)] {
            if late > 0 && (decisive || 4 * late >= losses) {
                shares.push(LateShare { name: name.clone(), against: against.clone(), late, losses, decisive });
            }
        }
    }
    shares.sort_by_key(|share| std::cmp::Reverse((share.decisive, share.late)));
    let more = shares.len().saturating_sub(NAMED);
    shares.truncate(NAMED);
    (!shares.is_empty()).then_some(Finding::OnTime { shares, more })
}

#[cfg(test)]
mod tests;
