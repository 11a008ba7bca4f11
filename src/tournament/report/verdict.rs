//! The verdict of a report: who is first, whether the differences are significant, and whether time decided them.

use std::fmt;

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::facts::{EntrantRow, PairRow, SURE, TournamentReport};
use super::format_report::Stage;
use super::number_format::{self, counted, grouped, halves};
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
    let (winners, second) = match &report.placing.swiss[..] {
        [first, second, ..] => (vec![first.name.clone()], Some(second.name.clone())),
        _ => {
            let ranked = || report.entrants.iter().filter(|row| row.played > 0);
            let winners: Vec<String> = ranked().filter(|row| row.rank == 1).map(|row| row.name.clone()).collect();
            let second = ranked().find(|row| row.rank > 1).filter(|_| winners.len() == 1);
            (winners, second.map(|row| row.name.clone()))
        }
    };
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

/// Joins items as in `a, b and c`.
fn listed(mut items: Vec<String>, more: usize) -> String {
    if more > 0 {
        items.push(format!("{more} more"));
    }
    let last = items.pop().unwrap_or_default();
    if items.is_empty() { last } else { format!("{} and {last}", items.join(", ")) }
}

fn percent(likelihood: f64) -> String {
    match likelihood {
        it if it > 0.9995 => "more than 99.9%".to_owned(),
        it if it < 0.0005 => "less than 0.1%".to_owned(),
        it => number_format::percent(Some(it)),
    }
}

fn from_matches(points: f64, matches: u64, byes: u64) -> String {
    let unit = if points > 0.0 && points <= 1.0 { "point" } else { "points" };
    let byes = if byes > 0 { format!(" and {}", counted(byes, "bye", "byes")) } else { String::new() };
    format!("{} {unit} from {}{byes}", number_format::points(points), counted(matches, "match", "matches"))
}

fn in_brackets(score: Option<f64>) -> String {
    score.map_or_else(String::new, |score| format!(" ({})", number_format::percent(Some(score))))
}

fn margin(second: Option<&String>, elo: Option<f64>) -> String {
    let Some(second) = second else { return String::new() };
    match elo.map(f64::round) {
        None => format!(", ahead of {second}"),
        Some(elo) if elo > 0.0 => format!(", {elo:.0} Elo ahead of {second}"),
        Some(elo) if elo < 0.0 => format!(", although its rating is {:.0} Elo below that of {second}", -elo),
        Some(_) => format!(", level with {second} in Elo"),
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Final { winner, second, half_points: (own, other), by_seed } => {
                let seed = if *by_seed { ", as the better seed after an even tie" } else { "" };
                let [own, other] = [own, other].map(|&half| halves(half));
                write!(f, "{winner} won the knockout: {own}–{other} against {second} in the final{seed}.")
            }
            Self::First { winners, points, matches, byes, score, under_way, second, elo } => {
                let result = from_matches(*points, *matches, *byes);
                if let [winner] = &winners[..] {
                    let verb = if *under_way { "leads" } else { "is first" };
                    let (score, margin) = (in_brackets(*score), margin(second.as_ref(), *elo));
                    return write!(f, "{winner} {verb} with {result}{score}{margin}.");
                }
                let verb = if *under_way { "share the lead" } else { "share first place" };
                let more = winners.len().saturating_sub(NAMED);
                let named = winners.iter().take(NAMED).cloned().collect();
                write!(f, "{} {verb} with {result} each.", listed(named, more))
            }
            Self::Challenger { name, points, matches, score, under_way, ahead, level, behind, lost } => {
                let verb = if *under_way { "has" } else { "scored" };
                let (result, score) = (from_matches(*points, *matches, 0), in_brackets(*score));
                write!(f, "{name} {verb} {result}{score}.")?;
                let parts = [(ahead, "outscored"), (level, "is level with"), (behind, "is behind")];
                let parts = parts.iter().filter(|(count, _)| **count > 0);
                let parts: Vec<String> = parts.map(|(count, verb)| format!("{verb} {count}")).collect();
                if parts.is_empty() {
                    return Ok(());
                }
                let opponents = counted((ahead + level + behind) as u64, "opponent", "opponents");
                let points =
                    |it: &LostTo| format!("{} ({}–{})", it.name, halves(it.half_points.0), halves(it.half_points.1));
                let to = listed(lost.iter().map(points).collect(), behind - lost.len());
                let to = if lost.is_empty() { String::new() } else { format!(": {to}") };
                write!(f, " Of {opponents}, it {}{to}.", listed(parts, 0))
            }
            Self::Significant { name, least, others, sign_test, unknown } => {
                let whom = if *others == 1 { "the other entrant" } else { &format!("each of {others} others") };
                let whom = if *others == 1 && *unknown > 0 { "one other entrant" } else { whom };
                let least = percent(*least);
                let at = if (*others > 1 || *sign_test) && !least.starts_with("more") { "at least " } else { "" };
                write!(f, "{name} is significantly stronger than {whom}: the likelihood is {at}{least}")?;
                if *sign_test {
                    f.write_str(" (by the sign test where one side won everything)")?;
                }
                match unknown {
                    0 => f.write_str("."),
                    1 => f.write_str("; for 1 other it is unknown."),
                    many => write!(f, "; for {many} others it is unknown."),
                }
            }
            Self::Insignificant { name, others, more } => {
                let likelihood = |(place, it): (usize, &Likelihood)| {
                    let what = if place == 0 { format!("likelihood that {name} is stronger: ") } else { String::new() };
                    let bound = match it.bound {
                        false => "",
                        true if it.likelihood < 0.5 => "at most ",
                        true => "at least ",
                    };
                    format!("{} ({what}{bound}{})", it.name, percent(it.likelihood))
                };
                let others = others.iter().enumerate().map(likelihood).collect();
                let others = listed(others, *more);
                write!(f, "No significant difference between {name} and {others}; significant means 97.5%.")
            }
            Self::OnTime { shares, more } => {
                let share = |it: &LateShare| {
                    let LateShare { name, against, late, losses, decisive } = it;
                    let [late, losses] = [late, losses].map(|&count| grouped(count));
                    let decisive = if *decisive { ", which decided the pairing" } else { "" };
                    format!("{late} of {losses} losses of {name} against {against}{decisive}")
                };
                let more = if *more > 0 { format!("; {more} more pairings") } else { String::new() };
                let shares: Vec<String> = shares.iter().map(share).collect();
                write!(f, "Lost on time: {}{more}.", shares.join("; "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use arena_bots::RawBot;
    use arena_games::{GameId, MoveCode, Options};
    use arena_play::{EndReason, GameResult, Verdict};

    use super::*;
    use crate::MatchResult;
    use crate::plan::{Adjudication, Limits, OpeningTerms, Per, Plan, TournamentConfig};

    /// The report of a tournament whose matches end as `winner` says for the entrants of the first and the second seat,
    /// and the number of the match. No two matches are alike.
    fn report(
        format: Format,
        names: &[&str],
        rounds: u64,
        winner: impl Fn(usize, usize, u64) -> (Option<usize>, EndReason),
    ) -> TournamentReport {
        let bot = |name: &&str| {
            let raw = RawBot { name: Some((*name).to_owned()), game: Some(GameId::ConnectFour), ..RawBot::default() };
            (raw.check(&[]).expect("the bot is valid"), Limits::default())
        };
        let plan = Plan::new(TournamentConfig {
            name: "N".to_owned(),
            game: GameId::ConnectFour,
            options: Options::new(),
            format,
            rounds,
            seed: 1,
            openings: OpeningTerms::Random { plies: 0 },
            openings_per: Per::Round,
            entrants: names.iter().map(bot).collect(),
            adjudication: Adjudication::default(),
        })
        .expect("the plan is valid");
        let mut tally = plan.tally();
        for pairing in plan.schedule.iter() {
            let seats = pairing.seats;
            let (won, by) = winner(seats.first, seats.second, pairing.index);
            let outcome =
                won.map_or(
                    GameResult::Draw,
                    |won| {
                        if won == seats.first { GameResult::First } else { GameResult::Second }
                    },
                );
            let moves = vec![MoveCode(u32::try_from(pairing.index).expect("few matches"))];
            let verdict = Verdict { outcome: Some(outcome), by, detail: None };
            let (costs, notes) = (Vec::new(), Vec::new());
            tally.add(
                &pairing,
                &MatchResult { index: pairing.index, moves, costs, notes, late_ms: None, verdict, voided: 0 },
            );
        }
        TournamentReport::new(&plan, &tally, false)
    }

    #[test]
    fn eight_wins_of_eight_are_significant_by_the_sign_test() {
        let all_won = |rounds| report(Format::RoundRobin, &["a", "b"], rounds, |_, _, _| (Some(0), EndReason::Rules));
        let eight = all_won(4);
        assert_eq!(
            eight.verdict,
            [
                "a is first with 8 points from 8 matches (100.0%), ahead of b.",
                "a is significantly stronger than the other entrant: the likelihood is at least 99.6% (by the sign \
                 test where one side won everything)."
            ]
        );
        assert!(eight.pairs[0].sign_test.is_some_and(|bound| (bound - 0.996_1).abs() < 1e-4));
        let two = all_won(1);
        assert!(two.verdict[1].contains("b (likelihood that a is stronger: at least 75.0%)"), "{:?}", two.verdict);
    }

    #[test]
    fn a_leader_by_a_few_points_is_not_called_stronger() {
        let found = report(Format::RoundRobin, &["depth-9", "depth-3"], 10, |_, _, index| {
            (Some(usize::from(index < 12)), EndReason::Rules)
        });
        assert!(
            found.verdict[0].starts_with("depth-3 is first with 12 points from 20 matches (60.0%)"),
            "{:?}",
            found.verdict
        );
        assert!(
            found.verdict[1].starts_with("No significant difference between depth-3 and depth-9"),
            "{:?}",
            found.verdict
        );
        for text in [found.to_markdown(), found.to_html(), super::super::terminal::crosstable(&found)] {
            let [verdict, standings] = ["No significant difference", "Nodes/move"].map(|part| text.find(part));
            assert!(verdict.is_some() && verdict < standings, "{text}");
        }
        assert_eq!(found.verdict, found.findings.iter().map(ToString::to_string).collect::<Vec<_>>());
    }

    #[test]
    fn equal_entrants_share_the_first_place() {
        let found = report(Format::RoundRobin, &["a", "b"], 4, |_, _, _| (None, EndReason::Rules));
        assert_eq!(found.verdict, ["a and b share first place with 4 points from 8 matches each."]);
    }

    #[test]
    fn the_verdict_on_a_gauntlet_is_about_the_entrant_that_meets_the_others() {
        let format = Format::Gauntlet { champions: 1 };
        let found = report(format, &["mine", "club", "master", "random"], 2, |first, second, index| {
            let other = first.max(second);
            let won = [0, [0, other][usize::try_from(index % 2).unwrap()], other, 0][other];
            (Some(won), EndReason::Rules)
        });
        let [first, second] = &found.verdict[..] else { panic!("{:?}", found.verdict) };
        assert!(
            first.starts_with("mine scored 6 points from 12 matches (50.0%). Of 3 opponents, it outscored 1"),
            "{first}"
        );
        assert!(first.ends_with("is behind 1: master (0–4)."), "{first}");
        assert!(second.starts_with("No significant difference between mine and"), "{second}");
    }

    #[test]
    fn losses_on_time_that_decide_a_pairing_are_named() {
        let late = |late: u64, won: u64| {
            report(Format::RoundRobin, &["engine", "bot"], 10, move |_, _, index| {
                let by = if index < late { EndReason::Timeout } else { EndReason::Rules };
                (Some(usize::from(index < late.max(20 - won))), by)
            })
        };
        let decisive = "Lost on time: 10 of 12 losses of engine against bot, which decided the pairing.";
        assert_eq!(late(10, 8).verdict.last().map(String::as_str), Some(decisive));
        let large = "Lost on time: 2 of 4 losses of engine against bot.";
        assert_eq!(late(2, 16).verdict.last().map(String::as_str), Some(large));
        assert!(
            !late(1, 12).verdict.iter().any(|text| text.contains("on time")),
            "one of eight losses is a small share"
        );
    }

    fn insignificant(likelihood: f64, bound: bool) -> String {
        let others = vec![Likelihood { name: "depth-9".to_owned(), likelihood, bound }];
        Finding::Insignificant { name: "depth-3".to_owned(), others, more: 0 }.to_string()
    }

    #[test]
    fn a_difference_that_may_be_chance_is_called_insignificant() {
        assert_eq!(
            insignificant(0.61, false),
            "No significant difference between depth-3 and depth-9 (likelihood that depth-3 is stronger: 61.0%); \
             significant means 97.5%."
        );
        assert!(insignificant(0.75, true).contains("stronger: at least 75.0%"));
        assert!(insignificant(0.25, true).contains("stronger: at most 25.0%"));
    }

    #[test]
    fn a_leader_with_a_lower_rating_is_not_called_stronger() {
        let first = |elo| Finding::First {
            winners: vec!["a".to_owned()],
            points: 5.5,
            matches: 10,
            byes: 0,
            score: Some(0.55),
            under_way: false,
            second: Some("b".to_owned()),
            elo,
        };
        assert_eq!(
            first(Some(35.4)).to_string(),
            "a is first with 5½ points from 10 matches (55.0%), 35 Elo ahead of b."
        );
        assert!(first(Some(-20.0)).to_string().ends_with("although its rating is 20 Elo below that of b."));
        assert!(first(Some(0.2)).to_string().ends_with("level with b in Elo."));
        assert!(first(None).to_string().ends_with("ahead of b."));
    }

    #[test]
    fn losses_on_time_are_named_with_their_share() {
        let share =
            |decisive| LateShare { name: "a".to_owned(), against: "b".to_owned(), late: 10, losses: 14, decisive };
        let text = |decisive| Finding::OnTime { shares: vec![share(decisive)], more: 0 }.to_string();
        assert_eq!(text(false), "Lost on time: 10 of 14 losses of a against b.");
        assert_eq!(text(true), "Lost on time: 10 of 14 losses of a against b, which decided the pairing.");
    }
}
