//! Makes the results of a tournament from its plan and its tally.

use super::conditions::Conditions;
use super::format_report::FormatReport;
use super::labels::short_names;
use super::number_format::{each, rounded};
use super::openings;
use super::rows::{EntrantRow, PairRow, SURE, TournamentReport};
use super::strength::{self, CurvePoint, JointRow, RatingBound, ToField};
use super::switches;
use super::verdict;
use super::warnings::warnings;
use crate::pairing::Pairer;
use crate::plan::{Entrant, OpeningTerms, Plan};
use crate::rating::{Cluster, EloBound, Joint, Meeting, Rating, Wdl, sign_test};
use crate::results::{EntrantScore, Tally, of_entrants};
use arena_games::BySide;

impl TournamentReport {
    /// Creates the report of a tally.
    #[must_use]
    pub fn new(plan: &Plan, tally: &Tally, timings: bool) -> Self {
        let by_opening = tally.clusters().by_opening(|turn| plan.openings().number(turn) as u64);
        let joint = strength::joint(plan, &tally.pairs().meetings(), &by_opening);
        Self::from_joint(plan, tally, timings, joint, Some(&by_opening))
    }

    /// Creates a report with timings, but without the parts whose cost grows with the square of the field or faster:
    /// ratings of the whole field, and pairs.
    #[must_use]
    pub fn live(plan: &Plan, tally: &Tally) -> Self {
        let mut report = Self::from_joint(plan, tally, true, strength::joint(plan, &[], &[]), None);
        report.joint.note = None;
        for row in &mut report.entrants {
            (row.rating, row.rating_error, row.rating_bound, row.rating_note) = (None, None, None, None);
        }
        report
    }

    fn from_joint(
        plan: &Plan,
        tally: &Tally,
        timings: bool,
        (joint, joint_row): (Joint, JointRow),
        whole: Option<&[Vec<Meeting>]>,
    ) -> Self {
        let ranking = tally.ranking();
        let name = |entrant: usize| plan.entrants[entrant].name().to_owned();
        let frontier = switches::frontier(plan, tally, strengths(tally, &joint), |stronger, weaker| {
            // Without ratings of both there is no error to compare with.
            joint.superiority(stronger, weaker).map_or(true, |likely| likely >= SURE)
        });
        let clusters = of_entrants(plan.entrants.len(), whole.unwrap_or_default());
        let row = |&(rank, entrant): &(usize, usize)| {
            let sums = (&tally.standings()[entrant], &*clusters[entrant]);
            let row = EntrantRow::new(rank, &plan.entrants[entrant], sums, &joint.ratings[entrant], timings);
            EntrantRow { frontier: frontier[entrant], ..row }
        };
        let order: Vec<usize> = ranking.iter().map(|&(_, entrant)| entrant).collect();
        let joint = &joint;
        let pairs = order.iter().enumerate().flat_map(|(place, &a)| {
            order[place + 1..].iter().map(move |&b| {
                let pentanomial = tally.pairs().encounters(a, b).0;
                let superiority = joint.superiority(a, b).ok().map(rounded);
                let sign_test = superiority.is_none().then(|| tally.pairs().independent(a, b)).and_then(sign_test);
                let late = tally.pairs().late(a, b);
                let results = tally.pair(a, b);
                PairRow {
                    a: name(a),
                    b: name(b),
                    results,
                    pentanomial,
                    superiority,
                    sign_test: sign_test.map(rounded),
                    late,
                }
            })
        });
        let names: Vec<&str> = order.iter().map(|&entrant| plan.entrants[entrant].name()).collect();
        let labelled = |(rank, label)| EntrantRow { label, ..row(rank) };
        let entrants = ranking.iter().zip(short_names(&names)).map(labelled).collect();
        let by_opening = openings::results(plan, tally);
        let first_seat = tally.standings().iter().fold(Wdl::default(), |sum, it| sum + it.seats.first);
        let mut report = Self {
            name: plan.config.name.clone(),
            game: plan.config.game,
            options: plan.config.options.clone(),
            format: plan.config.format,
            rounds: plan.config.rounds,
            random_plies: match plan.config.openings {
                OpeningTerms::Random { plies } => plies,
                OpeningTerms::List { .. } | OpeningTerms::File { .. } => 0,
            },
            opening_count: plan.openings().available(),
            openings_played: by_opening.iter().filter(|results| results.played() > 0).count(),
            seed: plan.config.seed,
            conditions: whole.map(|_| Conditions::new(plan)),
            matches: tally.played(),
            scheduled: tally.pairer().map_or(plan.schedule.len(), Pairer::total).max(tally.played()),
            distinct: tally.distinct(),
            repeats: tally.repeats(),
            void: tally.voided(),
            reproducible: plan.is_reproducible(),
            first_seat,
            joint: joint_row,
            entrants,
            pairs: if whole.is_some() { pairs.collect() } else { Vec::new() },
            openings: openings::rows(plan, &by_opening),
            placing: FormatReport::new(plan, tally),
            ends: tally.ends().clone(),
            switches: switches::switches(plan, tally, timings, &clusters),
            curve: tally.curve().looks().iter().map(|look| CurvePoint::new(look, &order)).collect(),
            verdict: Vec::new(),
            findings: Vec::new(),
            warnings: warnings(plan, tally, &by_opening),
        };
        report.findings = verdict::findings(&report);
        report.verdict = report.findings.iter().map(ToString::to_string).collect();
        report
    }

    /// The report as JSON, with a line break at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report is plain data with text keys") + "\n"
    }

    /// The report without timings, which differ from run to run.
    #[must_use]
    pub fn without_timings(&self) -> Self {
        let mut report = self.clone();
        report.entrants.iter_mut().for_each(|row| row.ms_per_move = None);
        report.switches.iter_mut().for_each(|row| row.ms_ratio = None);
        report
    }
}

impl EntrantRow {
    fn new(
        rank: usize,
        entrant: &Entrant,
        (standing, clusters): (&EntrantScore, &[Cluster]),
        rating: &Rating,
        timings: bool,
    ) -> Self {
        let results = standing.all();
        let BySide { first, second } = standing.seats;
        let ToField { basis, elo, all, certain, openings } = ToField::new(standing, clusters);
        Self {
            rank,
            name: entrant.name().to_owned(),
            label: None,
            played: results.played(),
            results,
            points: results.points(),
            score: results.score().map(rounded),
            first,
            second,
            pentanomial: standing.encounters,
            moves: standing.moves,
            nodes: standing.nodes,
            nodes_per_move: switches::nodes_per_move(entrant, standing),
            ms_per_move: each(standing.micros, standing.moves).filter(|_| timings).map(|micros| rounded(micros / 1e3)),
            elo: elo.value.map(rounded),
            elo_error: elo.error.map(rounded),
            elo_bound: elo.bound.map(rounded),
            elo_note: elo.note,
            errors_from: basis,
            errors_openings: openings,
            nelo: all.nelo.ok().map(rounded),
            nelo_error: certain.nelo_error.ok().map(rounded),
            los: certain.los.ok().map(rounded),
            draw_ratio: all.draw_ratio.ok().map(rounded),
            pairs_ratio: all.pairs_ratio.ok().map(rounded),
            rating: rating.elo.ok().map(rounded),
            rating_error: rating.error.ok().map(rounded),
            rating_bound: rating.bound.map(RatingBound::from),
            rating_note: rating.elo.err().or(rating.error.err()),
            frontier: false,
            failures: standing.failures,
            legal_rate: legal_rate(entrant, standing).map(rounded),
            spec: entrant.json.clone(),
        }
    }
}

/// The share of legal moves among those that an entrant tried, if it may try several times.
fn legal_rate(entrant: &Entrant, standing: &EntrantScore) -> Option<f64> {
    let EntrantScore { moves, failures, .. } = *standing;
    let may_try = entrant.spec.engine.as_ref().is_some_and(|engine| engine.attempts.is_some());
    let legal = moves.saturating_sub(failures.replaced_moves);
    let tried = legal + failures.illegal_tries;
    (may_try && tried > 0).then(|| legal as f64 / tried as f64)
}

/// The strength of each entrant; larger is better. It is the rating if every entrant has a rating or a bound, otherwise
/// the score.
fn strengths(tally: &Tally, joint: &Joint) -> impl Fn(usize) -> Option<(i32, f64)> {
    let rated = |entrant: usize| match (joint.ratings[entrant].elo, joint.ratings[entrant].bound) {
        (Ok(elo), _) => Some((1, elo)),
        (Err(_), Some(EloBound::AtLeast(least))) => Some((2, least)),
        (Err(_), Some(EloBound::AtMost(most))) => Some((0, most)),
        (Err(_), None) => None,
    };
    let everybody = (0..joint.ratings.len()).all(|entrant| rated(entrant).is_some());
    move |entrant| match everybody {
        true => rated(entrant),
        false => tally.standings()[entrant].all().score().map(|score| (1, score)),
    }
}
