//! A tournament's results as facts: the same for JSON, CSV, text and the live table of the page.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use super::course::Course;
use super::openings::{Opening, OpeningTerms};
use super::plan::{Format, Plan};
use super::rating::{NoFigure, Pentanomial, Results, Wdl, difference, elo};
use super::tally::{Standing, Tally};
use super::text::grouped;
use crate::games::{BySide, GameId, MoveCode, Options};
use crate::play::By;

/// So many openings are listed.
pub const LISTED_OPENINGS: usize = 1_000;

/// A tournament's results, finished or so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The tournament.
    pub name: String,
    /// The game.
    pub game: GameId,
    /// All of the game's options.
    pub options: Options,
    /// Who met whom.
    pub format: Format,
    /// How often each two entrants play an encounter.
    pub rounds: u64,
    /// Plies that were played at random before the bots took over; 0 where openings are listed, or there are none.
    pub random_plies: usize,
    /// Different openings; 1 when every match began at the game's own start.
    pub opening_count: usize,
    /// What all chance came from.
    pub seed: u64,
    /// Matches that count.
    pub matches: u64,
    /// Matches of the whole schedule.
    pub scheduled: u64,
    /// Matches that differ in seats or moves.
    pub distinct: u64,
    /// Matches that had been played before, move by move, by bots that use no chance.
    pub repeats: u64,
    /// Matches that a failure of the arena made void; each was played again.
    pub void: u64,
    /// Whether the same file gives the same results every time.
    pub reproducible: bool,
    /// The entrants, from the best score to the worst.
    pub entrants: Vec<EntrantRow>,
    /// Each two entrants, in the order of the table.
    pub pairs: Vec<PairRow>,
    /// What each opening came to, the first [`LISTED_OPENINGS`] of them; empty when every match began at the game's own
    /// start.
    pub openings: Vec<OpeningRow>,
    /// How many matches were decided by what.
    pub ends: BTreeMap<By, u64>,
    /// What a reader should know before trusting the figures.
    pub warnings: Vec<String>,
}

/// One entrant's results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EntrantRow {
    /// Its rank by score, from 1; equal scores share one.
    pub rank: usize,
    /// Its name.
    pub name: String,
    /// Matches.
    pub played: u64,
    /// Wins, draws and losses in both seats.
    #[serde(flatten)]
    pub results: Wdl,
    /// 1 for a win, ½ for a draw.
    pub points: f64,
    /// Points a match; none before the first.
    pub score: Option<f64>,
    /// In the first seat.
    pub first: Wdl,
    /// In the second seat.
    pub second: Wdl,
    /// Its encounters by points: 0, ½, 1, 1½, 2.
    pub pentanomial: Pentanomial,
    /// Its moves, those of openings left out.
    pub moves: u64,
    /// Positions that it searched.
    pub nodes: u64,
    /// Positions for each move; none before the first.
    pub nodes_per_move: Option<f64>,
    /// Milliseconds for each move; only where timings were asked for, since they are never the same twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms_per_move: Option<f64>,
    /// The logistic Elo difference to the field that it met.
    pub elo: Option<f64>,
    /// Half of its 95 % range; repeats are left out.
    pub elo_error: Option<f64>,
    /// When all was won, at least so much with a confidence of 95 %; when all was lost, at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo_bound: Option<f64>,
    /// Why a figure is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo_note: Option<NoFigure>,
    /// The normalised Elo difference to the field that it met; repeats are left out.
    pub nelo: Option<f64>,
    /// Half of its 95 % range.
    pub nelo_error: Option<f64>,
    /// The likelihood that it is stronger than the field that it met.
    pub los: Option<f64>,
    /// Its whole configuration.
    pub spec: Value,
}

/// The results between two entrants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PairRow {
    /// From whose view.
    pub a: String,
    /// Against whom.
    pub b: String,
    /// Wins, draws and losses of `a`.
    #[serde(flatten)]
    pub results: Wdl,
    /// Encounters by the points of `a`: 0, ½, 1, 1½, 2.
    pub pentanomial: Pentanomial,
}

/// The results of one opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpeningRow {
    /// What people call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The position, where it is not the game's own start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves from there before the seats took over.
    pub moves: Vec<String>,
    /// Wins, draws and losses of the first seat.
    #[serde(flatten)]
    pub results: Wdl,
}

impl Report {
    /// The report of what a tally holds.
    #[must_use]
    pub fn new(plan: &Plan, tally: &Tally, timings: bool) -> Self {
        let ranking = tally.ranking();
        let name = |entrant: usize| plan.entrants[entrant].name().to_owned();
        let row = |&(rank, entrant): &(usize, usize)| {
            let json = plan.entrants[entrant].json.clone();
            EntrantRow::new(rank, name(entrant), json, &tally.standings()[entrant], timings)
        };
        let order: Vec<usize> = ranking.iter().map(|&(_, entrant)| entrant).collect();
        let pairs = order.iter().enumerate().flat_map(|(place, &a)| {
            order[place + 1..].iter().map(move |&b| {
                let pentanomial = tally.pairs().encounters(a, b).0;
                PairRow { a: name(a), b: name(b), results: tally.pair(a, b), pentanomial }
            })
        });
        Self {
            name: plan.terms.name.clone(),
            game: plan.terms.game,
            options: plan.terms.options.clone(),
            format: plan.terms.format,
            rounds: plan.terms.rounds,
            random_plies: match plan.terms.openings {
                OpeningTerms::Random { plies } => plies,
                OpeningTerms::List { .. } => 0,
            },
            opening_count: plan.openings().all().len(),
            seed: plan.terms.seed,
            matches: tally.played(),
            scheduled: tally.course().map_or(plan.schedule.len(), Course::total),
            distinct: tally.distinct(),
            repeats: tally.repeats(),
            void: tally.voided(),
            reproducible: plan.is_reproducible(),
            entrants: ranking.iter().map(row).collect(),
            pairs: pairs.collect(),
            openings: openings(plan, tally),
            ends: tally.ends().clone(),
            warnings: warnings(plan, tally),
        }
    }

    /// The report as JSON with a line's end.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report is plain data with text keys") + "\n"
    }

    /// The entrants as CSV (RFC 4180 with bare line feeds), one row each, best first. What has no figure is empty.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let timed = self.entrants.iter().any(|row| row.ms_per_move.is_some());
        let mut csv =
            "rank,name,played,wins,draws,losses,points,score,first_wins,first_draws,first_losses,second_wins,\
                       second_draws,second_losses,moves,nodes,nodes_per_move,elo,elo_error,elo_note"
                .to_owned();
        csv.push_str(if timed { ",ms_per_move\n" } else { "\n" });
        for row in &self.entrants {
            let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
            let wdl = |Wdl { wins, draws, losses }: Wdl| format!("{wins},{draws},{losses}");
            let mut fields = vec![
                row.rank.to_string(),
                quoted(&row.name),
                row.played.to_string(),
                wdl(row.results),
                row.points.to_string(),
                number(row.score),
                wdl(row.first),
                wdl(row.second),
                row.moves.to_string(),
                row.nodes.to_string(),
                number(row.nodes_per_move),
                number(row.elo),
                number(row.elo_error),
                row.elo_note.map(|note| note.text().to_owned()).unwrap_or_default(),
            ];
            if timed {
                fields.push(number(row.ms_per_move));
            }
            let _ = writeln!(csv, "{}", fields.join(","));
        }
        csv
    }
}

impl EntrantRow {
    fn new(rank: usize, name: String, spec: Value, standing: &Standing, timings: bool) -> Self {
        let results = standing.all();
        let BySide { first, second } = standing.seats;
        let elo = elo(results, standing.independent);
        let new = difference(Results::Trinomial(standing.independent));
        Self {
            rank,
            name,
            played: results.played(),
            results,
            points: results.points(),
            score: results.score().map(rounded),
            first,
            second,
            pentanomial: standing.encounters,
            moves: standing.moves,
            nodes: standing.nodes,
            nodes_per_move: each(standing.nodes, standing.moves),
            ms_per_move: each(standing.micros, standing.moves).filter(|_| timings).map(|micros| rounded(micros / 1e3)),
            elo: elo.value.map(rounded),
            elo_error: elo.error.map(rounded),
            elo_bound: elo.bound.map(rounded),
            elo_note: elo.note,
            nelo: new.nelo.ok().map(rounded),
            nelo_error: new.nelo_error.ok().map(rounded),
            los: new.los.ok().map(rounded),
            spec,
        }
    }
}

/// Each opening with its results over all rounds that began with it.
fn openings(plan: &Plan, tally: &Tally) -> Vec<OpeningRow> {
    let all = plan.openings().all();
    if let [only] = all
        && *only == Opening::default()
    {
        return Vec::new();
    }
    let mut results = vec![Wdl::default(); all.len()];
    for (round, result) in (0..).zip(tally.rounds()) {
        let sum = &mut results[plan.openings().number(round)];
        *sum = *sum + result;
    }
    let text = |moves: &[MoveCode]| moves.iter().map(|&mv| plan.terms.game.move_text(mv)).collect();
    let row = |(opening, results): (&Opening, Wdl)| OpeningRow {
        name: opening.name.clone(),
        position: opening.position.clone(),
        moves: text(&opening.moves),
        results,
    };
    all.iter().zip(results).take(LISTED_OPENINGS).map(row).collect()
}

/// Six digits after the point: what two machines' logarithms may differ in is gone.
fn rounded(value: f64) -> f64 {
    let rounded = (value * 1e6).round() / 1e6;
    // Never −0.
    rounded + 0.0
}

#[expect(clippy::cast_precision_loss, reason = "means of large sums need no more than a double's digits")]
fn each(sum: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| rounded(sum as f64 / count as f64))
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

fn warnings(plan: &Plan, tally: &Tally) -> Vec<String> {
    let mut warnings = Vec::new();
    if tally.repeats() > 0 {
        warnings.push(format!(
            "{} of {} matches repeat an earlier one move by move, between bots that leave nothing to chance: scores \
             count them, the errors of Elo do not. More openings would make them different.",
            grouped(tally.repeats()),
            grouped(tally.played())
        ));
    }
    if tally.voided() > 0 {
        warnings.push(format!("{} matches failed by the arena's own fault and were played again.", tally.voided()));
    }
    if !plan.is_reproducible() {
        warnings.push(
            "A bot is limited by the clock, or searches with several threads: another run may give other results."
                .to_owned(),
        );
    }
    let failed: u64 = [By::Crash, By::Stall, By::Illegal].iter().filter_map(|by| tally.ends().get(by)).sum();
    if failed > 0 {
        warnings.push(format!("{failed} matches were lost by a bot's failure; their records say how."));
    }
    warnings
}
