//! The effects of switches: in a grid of bots, each value of a key is compared with another one, with all else equal.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use super::number_format::{difference as difference_text, each, or_dash, rounded, signed};
use crate::plan::grid::EntrantGrid;
use crate::plan::{Entrant, Plan};
use crate::rating::{Cluster, FEW_CLUSTERS, NoFigure, Pentanomial, Results, Wdl, difference, elo, mean_error};
use crate::results::{EntrantScore, Tally};

/// Keys that change only the cost of a search, and never the value that it finds at a given depth.
const KEEPS_VALUE: [&str; 6] = ["pruning", "ordering", "table_mb", "symmetry", "aspiration", "hints"];
/// Half of a 95 % range, in standard errors.
const REACH: f64 = 1.96;

/// One step of one key: the effect of `to` compared with `from`, over all pairs of bots that differ in nothing else.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SwitchRow {
    /// The key.
    pub key: String,
    /// The value before the step.
    pub from: String,
    /// The value after the step.
    pub to: String,
    /// The number of pairs of bots that differ only in the key.
    pub comparisons: usize,
    /// Wins, draws and losses of `to` against `from` in their direct matches.
    #[serde(flatten)]
    pub direct: Wdl,
    /// The Elo difference of the direct matches.
    pub elo: Option<f64>,
    /// Half of its 95 % range, without repeats.
    pub elo_error: Option<f64>,
    /// If everything was won, the difference is at least this with a confidence of 95 %. If everything was lost, it is
    /// at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub elo_bound: Option<f64>,
    /// The reason for a missing figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub elo_note: Option<NoFigure>,
    /// The difference in score per match against the whole field: the mean over the comparisons of `to` minus `from`.
    pub score_difference: Option<f64>,
    /// Half of its 95 % range, from the scatter of the matches without repeats.
    pub score_error: Option<f64>,
    /// The ratio of nodes per move: the geometric mean over the comparisons, with its 95 % range.
    pub nodes_ratio: Option<Ratio>,
    /// The ratio of milliseconds per move. Present only if timings were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ms_ratio: Option<Ratio>,
    /// Whether the search finds the same values either way, so that only the cost can differ.
    pub same_value: bool,
    /// The share of nodes that was saved at the same value; negative if `to` cost more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub nodes_saved: Option<f64>,
}

/// A ratio of costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Ratio {
    /// The geometric mean over the comparisons.
    pub mean: f64,
    /// The lower end of its 95 % range; `null` for a single comparison.
    pub low: Option<f64>,
    /// The upper end of its 95 % range.
    pub high: Option<f64>,
}

impl SwitchRow {
    /// The step: `depth 2 → 4`.
    pub(super) fn title(&self) -> String {
        format!("{} {} → {}", self.key, self.from, self.to)
    }

    pub(super) fn elo_text(&self) -> String {
        difference_text(self.elo, self.elo_error, self.elo_bound, self.elo_note)
    }

    pub(super) fn score_text(&self) -> String {
        let error = self.score_error.map_or_else(|| "?".to_owned(), |error| format!("{:.1}", error * 100.0));
        or_dash(self.score_difference, |score| format!("{}% ±{error}", signed(score * 100.0, 1)))
    }
}

impl Ratio {
    #[expect(clippy::cast_precision_loss, reason = "there are a thousand bots at most")]
    fn of(logs: &[f64]) -> Option<Self> {
        let count = logs.len() as f64;
        if logs.is_empty() {
            return None;
        }
        let mean = logs.iter().sum::<f64>() / count;
        let squares = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>();
        let reach = (logs.len() > 1).then(|| REACH * (squares / (count - 1.0) / count).sqrt());
        let at = |log: f64| rounded(log.exp());
        Some(Self { mean: at(mean), low: reach.map(|it| at(mean - it)), high: reach.map(|it| at(mean + it)) })
    }
}

/// Returns every step of every key of every grid.
///
/// `clusters` has the results of each entrant by opening.
pub(super) fn switches(plan: &Plan, tally: &Tally, timings: bool, clusters: &[Vec<Cluster>]) -> Vec<SwitchRow> {
    let mut rows = Vec::new();
    for grid in &plan.grids {
        for (at, axis) in grid.axes.iter().enumerate() {
            // A number is compared with the previous one, any other value with the first.
            let numbers = axis.values.iter().all(|value| value.parse::<f64>().is_ok());
            for value in 1..axis.values.len() {
                let from = if numbers { value - 1 } else { 0 };
                let pairs = grid.differing(at, from, value);
                if let Some(row) = row(plan, (tally, clusters), grid, (at, from, value), &pairs, timings) {
                    rows.push(row);
                }
            }
        }
    }
    rows
}

fn row(
    plan: &Plan,
    (tally, clusters): (&Tally, &[Vec<Cluster>]),
    grid: &EntrantGrid,
    (axis, from, to): (usize, usize, usize),
    pairs: &[(usize, usize)],
    timings: bool,
) -> Option<SwitchRow> {
    let standing = |entrant: usize| &tally.standings()[entrant];
    let played = |entrant: usize| standing(entrant).all().played() > 0;
    let pairs: Vec<(usize, usize)> = pairs.iter().copied().filter(|&(a, b)| played(a) && played(b)).collect();
    if pairs.is_empty() {
        return None;
    }
    let (direct, all, independent) = head_to_head(tally, &pairs);
    let elo = elo(all, independent);
    let scores: Vec<f64> =
        pairs.iter().filter_map(|&(a, b)| Some(standing(b).all().score()? - standing(a).all().score()?)).collect();
    let ratio = |cost: fn(&EntrantScore) -> Option<f64>| {
        let log = |&(a, b): &(usize, usize)| Some((cost(standing(b))? / cost(standing(a))?).ln());
        Ratio::of(&pairs.iter().filter_map(log).collect::<Vec<_>>())
    };
    let nodes_ratio = ratio(|it| each(it.nodes, it.moves).filter(|cost| *cost > 0.0));
    let key = &grid.axes[axis].key;
    let by_depth = |entrant: usize| {
        let spec = &plan.entrants[entrant].spec;
        spec.nodes.is_none() && spec.time_ms.is_none()
    };
    let same_value = KEEPS_VALUE.contains(&key.as_str()) && pairs.iter().all(|&(a, b)| by_depth(a) && by_depth(b));
    #[expect(clippy::cast_precision_loss, reason = "there are a thousand bots at most")]
    let count = pairs.len() as f64;
    Some(SwitchRow {
        key: key.clone(),
        from: grid.axes[axis].values[from].clone(),
        to: grid.axes[axis].values[to].clone(),
        comparisons: pairs.len(),
        direct,
        elo: elo.value.map(rounded),
        elo_error: elo.error.map(rounded),
        elo_bound: elo.bound.map(rounded),
        elo_note: elo.note,
        score_difference: Some(rounded(scores.iter().sum::<f64>() / count)),
        score_error: score_error(&pairs, standing, clusters).map(rounded),
        nodes_ratio,
        ms_ratio: ratio(|it| each(it.micros, it.moves).filter(|cost| *cost > 0.0)).filter(|_| timings),
        same_value,
        nodes_saved: nodes_ratio.filter(|_| same_value).map(|ratio| rounded(1.0 - ratio.mean)),
    })
}

/// Adds up the direct matches of all pairs, from the view of the second entrant of each pair.
fn head_to_head(tally: &Tally, pairs: &[(usize, usize)]) -> (Wdl, Results, Results) {
    let mut direct = [Wdl::default(); 2];
    let mut encounters = [Pentanomial::default(); 2];
    for &(a, b) in pairs {
        let (all, new) = tally.pairs().encounters(b, a);
        direct = [direct[0] + tally.pair(b, a), direct[1] + tally.pairs().independent(b, a)];
        for (sum, part) in encounters.iter_mut().zip([all, new]) {
            sum.0.iter_mut().zip(part.0).for_each(|(sum, count)| *sum += count);
        }
    }
    let whole = encounters[0].encounters() > 0 && 2 * encounters[0].encounters() == direct[0].played();
    let [all, new] = if whole { encounters.map(Results::Pentanomial) } else { direct.map(Results::Trinomial) };
    (direct[0], all, new)
}

/// Half of the 95 % range of the mean difference in score. It is based on the scatter of each bot's score, by opening
/// if there are enough of them, otherwise by match. Bots that play the same openings share their luck, so the true
/// error of the difference is smaller.
#[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
fn score_error<'a>(
    pairs: &[(usize, usize)],
    standing: impl Fn(usize) -> &'a EntrantScore,
    clusters: &[Vec<Cluster>],
) -> Option<f64> {
    let variance = |entrant: usize| {
        if clusters[entrant].len() >= FEW_CLUSTERS {
            return mean_error(&clusters[entrant]).map(|(_, error)| (error / REACH).powi(2));
        }
        let independent = standing(entrant).independent;
        // If there is no normalised Elo, nothing scatters.
        difference(Results::Trinomial(independent)).nelo.ok()?;
        let (played, score) = (independent.played() as f64, independent.score()?);
        let mean_square = (independent.wins as f64 + independent.draws as f64 / 4.0) / played;
        Some((mean_square - score * score) / played)
    };
    let mut sum = 0.0;
    for &(a, b) in pairs {
        sum += variance(a)? + variance(b)?;
    }
    Some(REACH * sum.sqrt() / pairs.len() as f64)
}

/// The nodes per move of the entrant, if they are known.
pub(super) fn nodes_per_move(entrant: &Entrant, standing: &EntrantScore) -> Option<f64> {
    each(standing.nodes, standing.moves).filter(|nodes| entrant.counts_nodes() || *nodes > 0.0)
}

/// Returns which entrants are on the frontier of strength against nodes per move. These are the cheapest entrant, and
/// each that is stronger than the last cheaper one on it by more than chance. `strength` returns an entrant's strength;
/// larger is better. `surely` returns whether the first entrant is stronger than the second by more than chance. Entrants
/// whose nodes are not counted are not on it, and without two others there is none.
pub(super) fn frontier(
    plan: &Plan,
    tally: &Tally,
    strength: impl Fn(usize) -> Option<(i32, f64)>,
    surely: impl Fn(usize, usize) -> bool,
) -> Vec<bool> {
    let cost = |entrant: usize| nodes_per_move(&plan.entrants[entrant], &tally.standings()[entrant]);
    let mut points: Vec<(f64, (i32, f64), usize)> =
        (0..plan.entrants.len()).filter_map(|it| Some((cost(it)?, strength(it)?, it))).collect();
    let by_strength = |a: &(i32, f64), b: &(i32, f64)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1));
    // The cheapest entrant comes first; of equals, the strongest.
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(by_strength(&b.1, &a.1)).then(a.2.cmp(&b.2)));
    let mut on = vec![false; plan.entrants.len()];
    if points.len() < 2 {
        return on;
    }
    let mut best: Option<((i32, f64), usize)> = None;
    for (_, strength, entrant) in points {
        if best.is_none_or(|(best, holder)| by_strength(&strength, &best).is_gt() && surely(entrant, holder)) {
            on[entrant] = true;
            best = Some((strength, entrant));
        }
    }
    on
}
