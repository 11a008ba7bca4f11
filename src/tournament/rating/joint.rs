//! Ratings of a whole field at once, by [`super::bradley_terry`], and bounds where an entrant has no rating.
//!
//! - Differences are given in Elo: strengths times 400/ln 10. An Elo means the same expected score as logistic Elo,
//!   however often is drawn, so that the rating of two entrants who met only each other differs as their score says.
//! - Only entrants between whom points went both ways, directly or round a circle, can be rated together. The largest
//!   such part of the field is rated, or the anchor's. An entrant that won all or lost all against it gets a bound: the
//!   rating at which that would happen in one case of twenty.
//! - Where the likelihood rises without end in η, because the seat explains too much, that parameter is left out. In a
//!   part whose points went both ways, what is left always has a peak. Where the best ν is infinite it is left out, and
//!   the errors take draws as half wins and half losses, which makes them no smaller.
//! - Ratings are those of all results; errors are those that results without repeats allow. Where several openings were
//!   played, the errors are clustered by opening (the sandwich of P. J. Huber 1967 and H. White 1980, summed by cluster;
//!   see [`super::cluster`]), otherwise they follow from the model.

use std::collections::BTreeMap;
use std::f64::consts::LN_10;

use super::bradley_terry::{Fit, Meeting};
use super::cluster::FEW_CLUSTERS;
use super::connected::parts;
use super::matrix::{Factor, times};
use super::normal::{Z95, cumulative, student95};
use super::{Figure, NoFigure, Wdl};

/// What ratings are measured from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Anchor<'a> {
    /// The mean of all rated entrants has this rating.
    Mean(f64),
    /// An entrant has this rating.
    Entrant(usize, f64),
    /// Each of these entrants, of which there is one at least, has its rating.
    Entrants(&'a [(usize, f64)]),
}

/// A side of a rating that is certain to 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EloBound {
    /// It is this or more.
    AtLeast(f64),
    /// It is this or less.
    AtMost(f64),
}

/// An entrant's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo, on the anchor's scale.
    pub elo: Figure,
    /// Half of its 95 % range, as a difference to the anchor.
    pub error: Figure,
    /// A bound, where there is no rating.
    pub bound: Option<EloBound>,
}

/// The ratings of a field.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Each entrant's.
    pub ratings: Vec<Rating>,
    /// What the first seat is worth, in Elo.
    pub first_advantage: Figure,
    /// Half of its 95 % range.
    pub first_advantage_error: Figure,
    /// The chance of a draw between equals without an advantage: ν/(2 + ν).
    pub draw_ratio: Figure,
    /// How many openings the errors are clustered by; none where they follow from the model.
    pub clusters: Option<usize>,
    /// Where each entrant stands among the rated ones.
    place: Vec<Option<usize>>,
    strengths: Vec<f64>,
    covariance: Option<Covariance>,
}

/// How estimates scatter together.
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

/// Rates a field from what each two entrants did in each order of seats.
///
/// # Panics
/// When a meeting or the anchor names an entrant beyond `entrants`.
#[must_use]
pub fn joint(entrants: usize, meetings: &[Meeting], anchor: Anchor<'_>) -> Joint {
    joint_clustered(entrants, meetings, &[], anchor)
}

/// The same with errors clustered by opening; `clusters` are the meetings of each.
///
/// # Panics
/// When a meeting or the anchor names an entrant beyond `entrants`.
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

/// Deviations below this are rounding and no deviation: they are roots of differences whose digits end near 1e-16. In Elo it
/// is less than a thousandth.
const ROUNDING: f64 = 1e-6;

impl Joint {
    /// The likelihood that `a` is stronger than `b`.
    ///
    /// # Errors
    /// [`NoFigure`] where one of them is not rated, or where they are the same.
    pub fn superiority(&self, a: usize, b: usize) -> Figure {
        let (Some(a), Some(b)) = (self.place[a], self.place[b]) else { return Err(NoFigure::Unconnected) };
        let deviation = self.covariance.as_ref().map_or(0.0, |covariance| covariance.between(a, b));
        // Whose results are alike are as strong as each other by any arithmetic, but for its rounding.
        if a == b || deviation < ROUNDING {
            return Err(NoFigure::TooFew);
        }
        Ok(cumulative((self.strengths[a] - self.strengths[b]) / deviation))
    }
}

/// The rating of strength 0, where it is known beforehand.
#[expect(clippy::cast_precision_loss, reason = "a thousand entrants")]
fn middle(anchor: Anchor<'_>) -> f64 {
    match anchor {
        Anchor::Mean(elo) | Anchor::Entrant(_, elo) => elo,
        Anchor::Entrants(anchors) => anchors.iter().map(|(_, elo)| elo).sum::<f64>() / anchors.len().max(1) as f64,
    }
}

/// The part of the field that is rated, in order of number: the anchor's, or the one with most entrants, then with
/// most matches, then with most points, so that in which order the entrants are numbered has no say where all was won.
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

/// The richer model whose likelihood has a peak. With one entrant the advantage of a seat cannot be estimated.
fn fitted(entrants: usize, fixed: &[(usize, f64)], meetings: &[Meeting]) -> Option<Fit> {
    let models = [true, false].into_iter().filter(|&seat| entrants > 1 || !seat);
    models.into_iter().find_map(|seat| Fit::new(entrants, fixed, meetings, seat))
}

/// How the estimates of a fit scatter.
struct Scatters {
    covariance: Option<Covariance>,
    seat_variance: Option<f64>,
    /// How many openings the errors are computed from; none where they are not.
    clusters: Option<usize>,
}

/// Computed from the openings where there are several. With few openings the result may be too small by chance, so then
/// the model's own scatter counts where it is larger.
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

/// As the model has it, with matches as independent.
fn by_model(fit: &Fit, meetings: &[Meeting], mut inverse: Vec<f64>) -> Covariance {
    let size = fit.size();
    if fit.nu.is_some_and(|nu| nu > 0.0) {
        let half = times(&inverse, &fit.scatter(meetings), size);
        return Covariance { size, entries: times(&half, &inverse, size) };
    }
    if fit.has_fixed() {
        return Covariance { size, entries: inverse };
    }
    // What pinned the sum is taken out again: the inverse then measures from the mean of the strengths.
    let entrants = fit.strengths.len();
    #[expect(clippy::cast_precision_loss, reason = "a thousand entrants")]
    let pinned = 1.0 / (fit.pinned(meetings) * (entrants * entrants) as f64);
    for row in inverse.chunks_mut(size).take(entrants) {
        row[..entrants].iter_mut().for_each(|entry| *entry -= pinned);
    }
    Covariance { size, entries: inverse }
}

/// From how the surpluses differ from opening to opening, and how many of these there are; none with fewer than two. It
/// is widened so that the normal distribution's quantile gives the range of Student's.
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

/// What an unrated entrant did against one rated entrant: matches in the first and in the second seat, and whether it
/// won them; it won all or lost all, or it would be rated.
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
    /// The strength at which an unrated entrant's results against the rated ones have a chance of 5 %.
    fn of(&self, entrant: usize) -> Option<EloBound> {
        debug_assert!(self.place[entrant].is_none());
        let sweeps = self.sweeps.get(&entrant)?;
        let won = sweeps.first()?.2;
        // To lose everything is what an entrant of the opposite strength, in a field turned upside down and with the
        // seats exchanged, wins.
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
