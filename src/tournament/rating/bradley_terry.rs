//! The Bradley–Terry model of points, with an advantage of the first seat and Davidson's draws.
//!
//! Let θ be the strength of the first seat's entrant minus that of the second's, plus the advantage η. The first seat's
//! expected score is 1/(1 + e^(−θ)), regardless of the frequency of draws, so an Elo means the same score with and
//! without draws. At the estimates, expected and observed points agree for every entrant and for the first seat. This
//! is the peak of the likelihood in which a draw is half a win and half a loss (R. A. Bradley and M. E. Terry 1952, M.
//! E. Glickman 1999, and the program Ordo). Without draws it is the likelihood itself. It has at most one peak, which
//! Newton's method finds.
//!
//! The frequency of draws follows R. R. Davidson ("On extending the Bradley–Terry model to accommodate ties", 1970).
//! The probability of a draw is ν √(win · loss), so the expected score determines all three probabilities. ν is chosen
//! so that the expected number of draws equals the observed one. It determines how far results scatter, and so how
//! large the errors are.

use super::Wdl;
use super::matrix::Factor;

/// Parameters beyond this count as infinite: a probability of e^−30 is never estimated from matches.
const ENDLESS: f64 = 60.0;
/// Newton's method ends when no parameter moves by more than this. Towards a peak at infinity its steps never become
/// this short.
const SETTLED: f64 = 1e-8;
/// The tolerance once the likelihood no longer rises within the precision of its digits.
const NEARLY_SETTLED: f64 = 1e-3;
const MOST_STEPS: usize = 200;

/// The results of two entrants in one order of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The entrant in the first seat.
    pub first: usize,
    /// The entrant in the second seat.
    pub second: usize,
    /// All results, from the view of the first seat.
    pub all: Wdl,
    /// The results without repeats.
    pub independent: Wdl,
}

/// The model with its parameters.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// The strengths in natural units. They add up to 0 unless some are fixed.
    pub strengths: Vec<f64>,
    /// Whether each entrant's strength is given.
    pub fixed: Vec<bool>,
    /// η, if it is a parameter.
    pub advantage: Option<f64>,
    /// ν, or `None` if an infinite value fits best.
    pub nu: Option<f64>,
}

/// The first seat's expected score at θ.
fn expected(theta: f64) -> f64 {
    1.0 / (1.0 + (-theta).exp())
}

/// The probability d of a draw at an expected score: d = ν √(w l), where the score is w + d/2 and w + d + l = 1.
fn drawn(score: f64, nu: f64) -> f64 {
    let (spread, lead) = (score * (1.0 - score), 2.0 * score - 1.0);
    if nu == 0.0 || spread == 0.0 {
        return 0.0;
    }
    2.0 * nu * spread / (nu / 2.0 + ((nu * lead).powi(2) / 4.0 + 4.0 * spread).sqrt())
}

#[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
const fn count(matches: u64) -> f64 {
    matches as f64
}

impl Fit {
    /// Fits the model so that expected and observed points agree. Returns `None` if the peak is at infinity. Entrants
    /// are numbered from 0 to `entrants` − 1. `fixed` lists the entrants whose strengths are given, and `seat` tells
    /// whether η is a parameter. Points must have gone both ways between any two parts of the field, or between each
    /// part and a fixed entrant.
    pub(super) fn new(entrants: usize, fixed: &[(usize, f64)], meetings: &[Meeting], seat: bool) -> Option<Self> {
        let mut fit = Self {
            strengths: vec![0.0; entrants],
            fixed: vec![false; entrants],
            advantage: seat.then_some(0.0),
            nu: Some(0.0),
        };
        for &(entrant, strength) in fixed {
            (fit.strengths[entrant], fit.fixed[entrant]) = (strength, true);
        }
        let mut likelihood = fit.log_likelihood(meetings);
        for _ in 0..MOST_STEPS {
            let mut gradient = fit.surpluses(meetings, |meeting| meeting.all);
            gradient.iter_mut().zip(&fit.fixed).filter(|(_, fixed)| **fixed).for_each(|(part, _)| *part = 0.0);
            let step = Factor::new(fit.information(meetings, |meeting| meeting.all), fit.size())?.solve(&gradient);
            let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            if longest < SETTLED {
                return Some(fit.moved(&step, 1.0).with_draws(meetings));
            }
            // Newton's step may overshoot far from the peak. A small enough part of it does not.
            let higher = (0..60).map(|halvings| fit.moved(&step, 0.5_f64.powi(halvings))).find_map(|next| {
                let reached = next.log_likelihood(meetings);
                (reached > likelihood).then_some((next, reached))
            });
            let Some((next, reached)) = higher else {
                return (longest < NEARLY_SETTLED).then(|| fit.moved(&step, 1.0).with_draws(meetings));
            };
            (fit, likelihood) = (next, reached);
            if fit.is_endless(meetings) {
                return None;
            }
        }
        None
    }

    /// Sets ν so that the expected number of draws equals the observed one.
    fn with_draws(self, meetings: &[Meeting]) -> Self {
        let draws = count(meetings.iter().map(|meeting| meeting.all.draws).sum());
        let expect = |nu: f64| -> f64 {
            meetings.iter().map(|it| count(it.all.played()) * drawn(expected(self.theta(it)), nu)).sum()
        };
        if draws == 0.0 {
            return Self { nu: Some(0.0), ..self };
        }
        // With an infinite ν, draws are as frequent as the expected scores permit.
        let (mut low, mut high) = (-ENDLESS / 2.0, ENDLESS / 2.0);
        if expect(high.exp()) < draws {
            return Self { nu: None, ..self };
        }
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if expect(middle.exp()) < draws { low = middle } else { high = middle }
        }
        // A larger value is on its way to infinity, and the expected draws no longer change.
        let nu = Some(high.exp()).filter(|_| high < ENDLESS / 4.0);
        Self { nu, ..self }
    }

    pub(super) fn size(&self) -> usize {
        self.strengths.len() + usize::from(self.advantage.is_some())
    }

    /// The index of η among the parameters.
    pub(super) const fn seat_place(&self) -> usize {
        self.strengths.len()
    }

    fn moved(&self, step: &[f64], part: f64) -> Self {
        let strengths = self.strengths.iter().zip(step).map(|(strength, step)| strength + part * step).collect();
        let advantage = self.advantage.map(|value| value + part * step[self.seat_place()]);
        Self { strengths, advantage, ..self.clone() }
    }

    fn theta(&self, meeting: &Meeting) -> f64 {
        self.strengths[meeting.first] - self.strengths[meeting.second] + self.advantage.unwrap_or(0.0)
    }

    fn is_endless(&self, meetings: &[Meeting]) -> bool {
        let far = |value: f64| value.is_nan() || value.abs() >= ENDLESS;
        self.advantage.is_some_and(far)
            || meetings.iter().any(|meeting| meeting.all.played() > 0 && far(self.theta(meeting)))
    }

    /// The logarithm of the probability that an entrant of this strength wins all these matches against rated entrants.
    /// `wins` has each opponent, with the wins in the first and in the second seat.
    pub(super) fn log_sweep(&self, strength: f64, wins: &[(usize, [u64; 2])]) -> f64 {
        let advantage = self.advantage.unwrap_or(0.0);
        let one = |&(opponent, [first, second]): &(usize, [u64; 2])| {
            let theta = strength - self.strengths[opponent];
            let log_win = |theta: f64| {
                let score = expected(theta);
                (score - drawn(score, self.nu.unwrap_or(0.0)) / 2.0).max(f64::MIN_POSITIVE).ln()
            };
            count(first) * log_win(theta + advantage) + count(second) * log_win(theta - advantage)
        };
        wins.iter().map(one).sum()
    }

    /// The log-likelihood in which a draw is half a win and half a loss.
    fn log_likelihood(&self, meetings: &[Meeting]) -> f64 {
        let one = |meeting: &Meeting| {
            let (half, Wdl { wins, losses, .. }) = (self.theta(meeting) / 2.0, meeting.all);
            let log_sum = half.abs() + (-2.0 * half.abs()).exp().ln_1p();
            (count(wins) - count(losses)) * half - count(meeting.all.played()) * log_sum
        };
        meetings.iter().map(one).sum()
    }

    /// By how many points each entrant, and the first seat, exceeds the expected points. `counted` selects the results
    /// of each meeting. This is the gradient of the likelihood.
    pub(super) fn surpluses(&self, meetings: &[Meeting], counted: impl Fn(&Meeting) -> Wdl) -> Vec<f64> {
        let mut surpluses = vec![0.0; self.size()];
        for meeting in meetings {
            let results = counted(meeting);
            let surplus = results.points() - count(results.played()) * expected(self.theta(meeting));
            surpluses[meeting.first] += surplus;
            surpluses[meeting.second] -= surplus;
            if self.advantage.is_some() {
                surpluses[self.seat_place()] += surplus;
            }
        }
        surpluses
    }

    /// The constant that is added to the entries of every two strengths in a matrix. Only the differences of strengths
    /// are known; the constant pins their sum without affecting the differences.
    pub(super) fn pinned(&self, meetings: &[Meeting]) -> f64 {
        let played: u64 = meetings.iter().map(|meeting| meeting.independent.played()).sum();
        count(played.max(1)) / (self.strengths.len() * self.strengths.len()) as f64
    }

    /// True if some strengths are given.
    pub(super) fn has_fixed(&self) -> bool {
        self.fixed.contains(&true)
    }

    /// The information: how the surpluses change with the parameters. `counted` selects the results of each meeting.
    /// The matrix is pinned unless some strengths are fixed; those have a row and a column of the identity.
    pub(super) fn information(&self, meetings: &[Meeting], counted: impl Fn(&Meeting) -> Wdl) -> Vec<f64> {
        let mut matrix = self.sum(meetings, |meeting| {
            let score = expected(self.theta(meeting));
            count(counted(meeting).played()) * score * (1.0 - score)
        });
        let size = self.size();
        if self.has_fixed() {
            for fixed in (0..self.strengths.len()).filter(|&entrant| self.fixed[entrant]) {
                (0..size).for_each(|other| (matrix[fixed * size + other], matrix[other * size + fixed]) = (0.0, 0.0));
                matrix[fixed * size + fixed] = 1.0;
            }
            return matrix;
        }
        let pinned = self.pinned(meetings);
        for row in matrix.chunks_mut(size).take(self.strengths.len()) {
            row[..self.strengths.len()].iter_mut().for_each(|entry| *entry += pinned);
        }
        matrix
    }

    /// The covariance of the surpluses by the model, for independent matches without repeats. Without draws it is the
    /// information, not pinned.
    pub(super) fn scatter(&self, meetings: &[Meeting]) -> Vec<f64> {
        self.sum(meetings, |meeting| {
            let score = expected(self.theta(meeting));
            let draw = drawn(score, self.nu.unwrap_or(0.0));
            count(meeting.independent.played()) * (score * (1.0 - score) - draw / 4.0)
        })
    }

    /// Sums `each` over the meetings, for every two parameters of a meeting, with the signs of both.
    fn sum(&self, meetings: &[Meeting], each: impl Fn(&Meeting) -> f64) -> Vec<f64> {
        let size = self.size();
        let mut matrix = vec![0.0; size * size];
        let mut add = |a: usize, b: usize, value: f64| {
            matrix[a * size + b] += value;
            if a != b {
                matrix[b * size + a] += value;
            }
        };
        for meeting in meetings {
            let value = each(meeting);
            add(meeting.first, meeting.first, value);
            add(meeting.second, meeting.second, value);
            add(meeting.first, meeting.second, -value);
            if self.advantage.is_some() {
                add(self.seat_place(), self.seat_place(), value);
                add(self.seat_place(), meeting.first, value);
                add(self.seat_place(), meeting.second, -value);
            }
        }
        matrix
    }
}
