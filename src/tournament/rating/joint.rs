//! Ratings of a whole field at once, by [`super::bradley_terry`], and bounds for entrants without a rating.
//!
//! - Ratings are in Elo: strengths times 400/ln 10. An Elo means the same expected score as logistic Elo, regardless of
//!   the frequency of draws. The ratings of two entrants that met only each other therefore differ by the Elo of their
//!   score.
//! - Only entrants between which points went both ways, directly or through others, can be rated together. The largest
//!   such group is rated, or the anchor's. An entrant that won or lost everything against it gets a bound: the rating
//!   at which this has a probability of 5 %.
//! - If the likelihood rises without end in η, because the seat explains too much, that parameter is left out. The
//!   remaining likelihood always has a peak in a group whose points went both ways. If the best ν is infinite, it is
//!   left out, and the errors treat draws as half wins and half losses, which does not make them smaller.
//! - Ratings are based on all results, errors on results without repeats. If several openings were played, the errors
//!   are clustered by opening (the sandwich of P. J. Huber 1967 and H. White 1980, summed by cluster; see
//!   [`super::cluster`]). Otherwise they follow from the model.

use std::collections::BTreeMap;
use std::f64::consts::LN_10;

use super::bradley_terry::{Fit, Meeting};
use super::cluster::FEW_CLUSTERS;
use super::connected::parts;
use super::matrix::{Factor, times};
use super::normal::{Z95, cumulative, student95};
use super::{Figure, NoFigure, Wdl};

/// The reference point of ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Anchor<'a> {
    /// The mean of all rated entrants has this rating.
    Mean(f64),
    /// This entrant has this rating.
    Entrant(usize, f64),
    /// Each of these entrants has its rating. There is at least one.
    Entrants(&'a [(usize, f64)]),
}

/// A one-sided bound of a rating, with a confidence of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EloBound {
    /// The rating is at least this.
    AtLeast(f64),
    /// The rating is at most this.
    AtMost(f64),
}

/// An entrant's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating in Elo, on the anchor's scale.
    pub elo: Figure,
    /// Half of the 95 % range of the difference to the anchor.
    pub error: Figure,
    /// A bound, if there is no rating.
    pub bound: Option<EloBound>,
}

/// The ratings of a field.
#[derive(Clone, Debug)]
pub struct Joint {
    /// The rating of each entrant.
    pub ratings: Vec<Rating>,
    /// The advantage of the first seat, in Elo.
    pub first_advantage: Figure,
    /// Half of its 95 % range.
    pub first_advantage_error: Figure,
    /// The probability of a draw between equals without a seat advantage: ν/(2 + ν).
    pub draw_ratio: Figure,
    /// The number of openings by which the errors are clustered; `None` if the errors follow from the model.
    pub clusters: Option<usize>,
    /// The index of each entrant among the rated ones.
    place: Vec<Option<usize>>,
    strengths: Vec<f64>,
    covariance: Option<Covariance>,
}

/// The covariance of the estimates.
#[derive(Clone, Debug)]
struct Covariance {
    size: usize,
    entries: Vec<f64>,
}

impl Covariance {
    fn of(&self, a: usize, b: usize) -> f64 {
        self.entries[a * self.size + b]
    }

    /// The standard error of the difference between two strengths.
    fn between(&self, a: usize, b: usize) -> f64 {
        (self.of(a, a) + self.of(b, b) - 2.0 * self.of(a, b)).max(0.0).sqrt()
    }
}

/// Rates a field from the results of each two entrants in each order of seats.
///
/// # Panics
/// If a meeting or the anchor names an entrant beyond `entrants`.
#[must_use]
pub fn joint(entrants: usize, meetings: &[Meeting], anchor: Anchor<'_>) -> Joint {
    joint_clustered(entrants, meetings, &[], anchor)
}

/// Like [`joint`], with errors clustered by opening. `clusters` has the meetings of each opening.
///
/// # Panics
/// If a meeting or the anchor names an entrant beyond `entrants`.
#[must_use]
pub fn joint_clustered(entrants: usize, meetings: &[Meeting], clusters: &[Vec<Meeting>], anchor: Anchor<'_>) -> Joint {
    let group = rated_group(entrants, meetings, anchor);
    let mut place = vec![None; entrants];
    for (at, &entrant) in group.iter().enumerate() {
        place[entrant] = Some(at);
    }
    let renamed = |meetings: &[Meeting]| -> Vec<Meeting> {
        let rated = |it: &Meeting| Some(Meeting { first: place[it.first]?, second: place[it.second]?, ..*it });
        meetings.iter().filter_map(rated).collect()
    };
    let among = renamed(meetings);
    let unrated = |note| Rating { elo: Err(note), error: Err(note), bound: None };
    let scale = 400.0 / LN_10;
    let middle = middle(anchor);
    let fixed: Vec<(usize, f64)> = match anchor {
        Anchor::Entrants(anchors) => {
            let strength = |&(entrant, elo): &(usize, f64)| Some((place[entrant]?, (elo - middle) / scale));
            anchors.iter().filter_map(strength).collect()
        }
        _ => Vec::new(),
    };
    let Some(fit) = (!group.is_empty()).then(|| fitted(group.len(), &fixed, &among)).flatten() else {
        let (endless, ratings) = (Err(NoFigure::Endless), vec![unrated(NoFigure::Endless); entrants]);
        let (first_advantage_error, draw_ratio, covariance, clusters) = (endless, endless, None, None);
        let strengths = Vec::new();
        let place = vec![None; entrants];
        return Joint {
            ratings,
            first_advantage: endless,
            first_advantage_error,
            draw_ratio,
            clusters,
            place,
            strengths,
            covariance,
        };
    };
    let by_opening: Vec<Vec<Meeting>> = clusters.iter().map(|cluster| renamed(cluster)).collect();
    let Scatters { covariance, seat_variance, clusters } = scatters(&fit, &among, &by_opening);
    let at = |entrant: usize| place[entrant].expect("the anchor's own part of the field is rated");
    let (zero, anchored) = match anchor {
        Anchor::Mean(_) | Anchor::Entrants(_) => (middle, None),
        Anchor::Entrant(entrant, elo) => (elo - scale * fit.strengths[at(entrant)], Some(at(entrant))),
    };
    let error = |at: usize| {
        let covariance = covariance.as_ref().filter(|_| group.len() > 1).ok_or(NoFigure::TooFew)?;
        let deviation = anchored.map_or_else(|| covariance.of(at, at).max(0.0).sqrt(), |it| covariance.between(at, it));
        Ok(Z95 * deviation * scale)
    };
    let bounds = Bounds { fit: &fit, place: &place, sweeps: sweeps(meetings, &place) };
    let rating = |entrant: usize| match place[entrant] {
        Some(at) => Rating { elo: Ok(zero + scale * fit.strengths[at]), error: error(at), bound: None },
        None => {
            let bound = bounds.of(entrant).map(|bound| match bound {
                EloBound::AtLeast(strength) => EloBound::AtLeast(zero + scale * strength),
                EloBound::AtMost(strength) => EloBound::AtMost(zero + scale * strength),
            });
            Rating { bound, ..unrated(why_unrated(entrant, meetings)) }
        }
    };
    Joint {
        ratings: (0..entrants).map(rating).collect(),
        first_advantage: fit.advantage.map(|eta| scale * eta).ok_or(NoFigure::Endless),
        first_advantage_error: seat_variance
            .map(|variance| Z95 * scale * variance.max(0.0).sqrt())
            .ok_or(NoFigure::Endless),
        draw_ratio: fit.nu.map(|nu| nu / (2.0 + nu)).ok_or(NoFigure::Endless),
        clusters,
        strengths: fit.strengths,
        place,
        covariance,
    }
}

/// Smaller deviations are rounding errors: they are roots of differences whose digits end near 1e-16. This is less than
/// a thousandth of an Elo.
const ROUNDING: f64 = 1e-6;

impl Joint {
    /// The likelihood that `a` is stronger than `b`.
    ///
    /// # Errors
    /// [`NoFigure`] when one of them is not rated, or when their results are the same.
    pub fn superiority(&self, a: usize, b: usize) -> Figure {
        let (Some(a), Some(b)) = (self.place[a], self.place[b]) else { return Err(NoFigure::Unconnected) };
        let deviation = self.covariance.as_ref().map_or(0.0, |covariance| covariance.between(a, b));
        // Equal results differ only by rounding.
        if a == b || deviation < ROUNDING {
            return Err(NoFigure::TooFew);
        }
        Ok(cumulative((self.strengths[a] - self.strengths[b]) / deviation))
    }
}

/// The rating at strength 0. The anchor of one entrant shifts it later.
#[expect(clippy::cast_precision_loss, reason = "a thousand entrants")]
fn middle(anchor: Anchor<'_>) -> f64 {
    match anchor {
        Anchor::Mean(elo) | Anchor::Entrant(_, elo) => elo,
        Anchor::Entrants(anchors) => anchors.iter().map(|(_, elo)| elo).sum::<f64>() / anchors.len().max(1) as f64,
    }
}

/// The group that is rated, in the order of numbers. It is the anchor's, or the one with the most entrants, then
/// matches, then points. If every meeting was a clean sweep, the numbering of the entrants therefore does not decide.
fn rated_group(entrants: usize, meetings: &[Meeting], anchor: Anchor<'_>) -> Vec<usize> {
    let scored = meetings.iter().flat_map(|&Meeting { first, second, all, .. }| {
        let to = (all.wins + all.draws > 0).then_some((first, second));
        to.into_iter().chain((all.losses + all.draws > 0).then_some((second, first)))
    });
    let part = parts(entrants, scored);
    if let Anchor::Entrants(anchors) = anchor {
        let anchored: Vec<usize> = anchors.iter().map(|&(entrant, _)| part[entrant]).collect();
        return (0..entrants).filter(|&entrant| anchored.contains(&part[entrant])).collect();
    }
    let chosen = if let Anchor::Entrant(entrant, _) = anchor {
        part[entrant]
    } else {
        let mut sizes: BTreeMap<usize, (usize, u64, u64, std::cmp::Reverse<usize>)> = BTreeMap::new();
        for (entrant, &part) in part.iter().enumerate() {
            sizes.entry(part).or_insert((0, 0, 0, std::cmp::Reverse(entrant))).0 += 1;
        }
        for meeting in meetings {
            for (entrant, results) in [(meeting.first, meeting.all), (meeting.second, meeting.all.reversed())] {
                sizes.entry(part[entrant]).and_modify(|(_, matches, half_points, _)| {
                    *matches += results.played();
                    *half_points += results.half_points();
                });
            }
        }
        sizes.into_iter().max_by_key(|&(_, size)| size).map_or(0, |(part, _)| part)
    };
    (0..entrants).filter(|&entrant| part[entrant] == chosen).collect()
}

/// Fits the richer model whose likelihood has a peak. A seat's advantage cannot be estimated from one entrant.
fn fitted(entrants: usize, fixed: &[(usize, f64)], meetings: &[Meeting]) -> Option<Fit> {
    let models = [true, false].into_iter().filter(|&seat| entrants > 1 || !seat);
    models.into_iter().find_map(|seat| Fit::new(entrants, fixed, meetings, seat))
}

/// The variances and covariances of a fit.
struct Scatters {
    covariance: Option<Covariance>,
    seat_variance: Option<f64>,
    /// The number of openings on which the errors are based, if any.
    clusters: Option<usize>,
}

/// Computes the covariances from the openings if there are several. With few openings they may be too small by chance,
/// so the model's own are used if they are larger.
fn scatters(fit: &Fit, meetings: &[Meeting], clusters: &[Vec<Meeting>]) -> Scatters {
    let none = Scatters { covariance: None, seat_variance: None, clusters: None };
    let information = fit.information(meetings, |meeting| meeting.independent);
    let Some(factor) = Factor::new(information, fit.size()) else { return none };
    let mut inverse = factor.inverse();
    for entrant in (0..fit.strengths.len()).filter(|&entrant| fit.fixed[entrant]) {
        inverse[entrant * fit.size() + entrant] = 0.0;
    }
    let by_model = by_model(fit, meetings, inverse.clone());
    let seat = |covariance: &Covariance| fit.advantage.map(|_| covariance.of(fit.seat_place(), fit.seat_place()));
    let Some((by_opening, openings)) = by_opening(fit, clusters, &inverse) else {
        return Scatters { seat_variance: seat(&by_model), covariance: Some(by_model), clusters: None };
    };
    let entrants = fit.strengths.len();
    let spread = |covariance: &Covariance| (0..entrants).map(|entrant| covariance.of(entrant, entrant)).sum::<f64>();
    let few = openings < FEW_CLUSTERS;
    let seat_variance = seat(&by_opening)
        .zip(seat(&by_model))
        .map(|(clustered, by_model)| if few { clustered.max(by_model) } else { clustered });
    let alike = spread(&by_opening) < 1e-9 * spread(&by_model);
    let covariance = if alike || few && spread(&by_opening) < spread(&by_model) { by_model } else { by_opening };
    Scatters { covariance: Some(covariance), seat_variance, clusters: Some(openings) }
}

/// The covariance by the model, for independent matches.
fn by_model(fit: &Fit, meetings: &[Meeting], mut inverse: Vec<f64>) -> Covariance {
    let size = fit.size();
    if fit.nu.is_some_and(|nu| nu > 0.0) {
        let half = times(&inverse, &fit.scatter(meetings), size);
        return Covariance { size, entries: times(&half, &inverse, size) };
    }
    if fit.has_fixed() {
        return Covariance { size, entries: inverse };
    }
    // Removes the constant that pinned the sum, so that strengths are measured from their mean.
    let entrants = fit.strengths.len();
    #[expect(clippy::cast_precision_loss, reason = "a thousand entrants")]
    let pinned = 1.0 / (fit.pinned(meetings) * (entrants * entrants) as f64);
    for row in inverse.chunks_mut(size).take(entrants) {
        row[..entrants].iter_mut().for_each(|entry| *entry -= pinned);
    }
    Covariance { size, entries: inverse }
}

/// The covariance from the surpluses by opening, and the number of openings. Returns `None` if there are fewer than
/// two. The covariance is widened so that the normal quantile gives Student's range.
#[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 openings")]
fn by_opening(fit: &Fit, clusters: &[Vec<Meeting>], inverse: &[f64]) -> Option<(Covariance, usize)> {
    let size = fit.size();
    let mut entries = vec![0.0; size * size];
    let mut openings = 0;
    for cluster in clusters {
        if cluster.iter().all(|meeting| meeting.independent.played() == 0) {
            continue;
        }
        openings += 1;
        let surpluses = fit.surpluses(cluster, |meeting| meeting.independent);
        let moved: Vec<f64> = inverse
            .chunks(size)
            .map(|row| row.iter().zip(&surpluses).map(|(entry, surplus)| entry * surplus).sum())
            .collect();
        for (row, &a) in entries.chunks_mut(size).zip(&moved) {
            row.iter_mut().zip(&moved).for_each(|(entry, b)| *entry += a * b);
        }
    }
    if openings < 2 {
        return None;
    }
    let count = openings as f64;
    let widened = count / (count - 1.0) * (student95(count - 1.0) / Z95).powi(2);
    entries.iter_mut().for_each(|entry| *entry *= widened);
    Some((Covariance { size, entries }, openings))
}

fn why_unrated(entrant: usize, meetings: &[Meeting]) -> NoFigure {
    let own = meetings.iter().filter_map(|meeting| match entrant {
        it if it == meeting.first => Some(meeting.all),
        it if it == meeting.second => Some(meeting.all.reversed()),
        _ => None,
    });
    let results = own.fold(Wdl::default(), |sum, part| sum + part);
    match (results.played(), results.wins, results.losses) {
        (0, ..) => NoFigure::NonePlayed,
        (played, wins, _) if wins == played => NoFigure::AllWon,
        (played, _, losses) if losses == played => NoFigure::AllLost,
        _ => NoFigure::Unconnected,
    }
}

/// The results of an unrated entrant against one rated entrant: matches in the first and in the second seat, and
/// whether it won them. It won or lost all of them, otherwise it would be rated.
type Sweep = (usize, [u64; 2], bool);

fn sweeps(meetings: &[Meeting], place: &[Option<usize>]) -> BTreeMap<usize, Vec<Sweep>> {
    let mut found: BTreeMap<usize, Vec<Sweep>> = BTreeMap::new();
    for &Meeting { first, second, independent, .. } in meetings.iter().filter(|it| it.independent.played() > 0) {
        let matches = independent.played();
        match (place[first], place[second]) {
            (None, Some(rated)) => found.entry(first).or_default().push((rated, [matches, 0], independent.wins > 0)),
            (Some(rated), None) => found.entry(second).or_default().push((rated, [0, matches], independent.losses > 0)),
            _ => {}
        }
    }
    found
}

struct Bounds<'a> {
    fit: &'a Fit,
    place: &'a [Option<usize>],
    sweeps: BTreeMap<usize, Vec<Sweep>>,
}

impl Bounds<'_> {
    /// The strength at which an unrated entrant's results against the rated ones have a probability of 5 %.
    fn of(&self, entrant: usize) -> Option<EloBound> {
        debug_assert!(self.place[entrant].is_none());
        let sweeps = self.sweeps.get(&entrant)?;
        let won = sweeps.first()?.2;
        // To lose everything is to win everything with the opposite strength, against opposite strengths and with the
        // seats exchanged.
        let mirrored = Fit { strengths: self.fit.strengths.iter().map(|it| -it).collect(), ..self.fit.clone() };
        let fit = if won { self.fit } else { &mirrored };
        let wins: Vec<(usize, [u64; 2])> = sweeps
            .iter()
            .map(|&(rated, [first, second], _)| (rated, if won { [first, second] } else { [second, first] }))
            .collect();
        let (mut low, mut high) = (-1_000.0, 1_000.0);
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if fit.log_sweep(middle, &wins) < 0.05_f64.ln() { low = middle } else { high = middle }
        }
        Some(if won { EloBound::AtLeast(high) } else { EloBound::AtMost(-high) })
    }
}
