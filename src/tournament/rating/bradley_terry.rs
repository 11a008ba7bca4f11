//! The Bradley–Terry model by points, with an advantage of the first seat and Davidson's draws.
//!
//! With θ the strength of the first seat's entrant minus the second's plus the advantage η, the first seat's expected
//! score is 1/(1 + e^(−θ)), however often is drawn: an Elo means the same score with and without draws. The estimates
//! are where expected and observed points agree for every entrant and for the first seat, which is the peak of the
//! likelihood in which a draw is half a win and half a loss (R. A. Bradley and M. E. Terry 1952, M. E. Glickman 1999,
//! and the program Ordo); without draws it is the likelihood itself. It has one peak at most, and Newton's method finds
//! it.
//!
//! How often is drawn follows R. R. Davidson ("On extending the Bradley–Terry model to accommodate ties", 1970): the
//! chance of a draw is ν √(win · loss), which with the expected score fixes all three. ν is such that as many draws are
//! expected as there were. It says how far results scatter, and so how large the errors are.

use super::Wdl;
use super::matrix::Factor;

/// Parameters beyond this are on their way to infinity: a chance of e^−30 is never estimated from matches.
const ENDLESS: f64 = 60.0;
/// Newton's method ends when no parameter moves by more. Towards a peak at infinity its steps never get short.
const SETTLED: f64 = 1e-8;
/// The same where the likelihood itself does not rise any more in the digits that it has.
const NEARLY_SETTLED: f64 = 1e-3;
const MOST_STEPS: usize = 200;

/// What two entrants did in one order of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The entrant in the first seat.
    pub first: usize,
    /// The entrant in the second seat.
    pub second: usize,
    /// All results, from the view of the first seat.
    pub all: Wdl,
    /// The same without repeats.
    pub independent: Wdl,
}

/// The model with its parameters.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// Strengths in natural units, adding up to 0 unless some are fixed.
    pub strengths: Vec<f64>,
    /// Whose strengths are given.
    pub fixed: Vec<bool>,
    /// η, where it is a parameter.
    pub advantage: Option<f64>,
    /// ν; none where the results fit best without an end, as when nobody lost who drew.
    pub nu: Option<f64>,
}

/// The first seat's expected score at this θ.
fn expected(theta: f64) -> f64 {
    1.0 / (1.0 + (-theta).exp())
}

/// The chance of a draw where this score is expected: d = ν √(w l), with w + d/2 the score and w + d + l = 1.
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
    /// Where expected and observed points agree; none where that is at infinity. Entrants are numbered from 0 to
    /// `entrants` − 1. `fixed` are entrants whose strengths are given. Points must have gone both ways between any two
    /// parts of the field, or between each part and a fixed entrant.
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
            // Newton's step may overshoot far from the peak; a part of it never does.
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

    /// The same with the ν at which as many draws are expected as there were.
    fn with_draws(self, meetings: &[Meeting]) -> Self {
        let draws = count(meetings.iter().map(|meeting| meeting.all.draws).sum());
        let expect = |nu: f64| -> f64 {
            meetings.iter().map(|it| count(it.all.played()) * drawn(expected(self.theta(it)), nu)).sum()
        };
        if draws == 0.0 {
            return Self { nu: Some(0.0), ..self };
        }
        // With an endless ν everything is drawn that the expected score leaves room for.
        let (mut low, mut high) = (-ENDLESS / 2.0, ENDLESS / 2.0);
        if expect(high.exp()) < draws {
            return Self { nu: None, ..self };
        }
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if expect(middle.exp()) < draws { low = middle } else { high = middle }
        }
        // Beyond this it is on its way to infinity, and what is expected does not change any more.
        let nu = Some(high.exp()).filter(|_| high < ENDLESS / 4.0);
        Self { nu, ..self }
    }

    pub(super) fn size(&self) -> usize {
        self.strengths.len() + usize::from(self.advantage.is_some())
    }

    /// Where η stands among the parameters.
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

    /// The logarithm of the chance that an entrant of this strength wins all these matches against rated ones, given
    /// as pairs of an opponent and wins in the first and in the second seat.
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

    /// Of matches in which a draw is half a win and half a loss.
    fn log_likelihood(&self, meetings: &[Meeting]) -> f64 {
        let one = |meeting: &Meeting| {
            let (half, Wdl { wins, losses, .. }) = (self.theta(meeting) / 2.0, meeting.all);
            let log_sum = half.abs() + (-2.0 * half.abs()).exp().ln_1p();
            (count(wins) - count(losses)) * half - count(meeting.all.played()) * log_sum
        };
        meetings.iter().map(one).sum()
    }

    /// By how many points each entrant, and the first seat, has more than is expected, over those results of each meeting
    /// that `counted` picks: the gradient of the likelihood.
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

    /// A constant is added to every two strengths of a matrix, since only their differences are known: it pins their sum
    /// without touching the differences.
    pub(super) fn pinned(&self, meetings: &[Meeting]) -> f64 {
        let played: u64 = meetings.iter().map(|meeting| meeting.independent.played()).sum();
        count(played.max(1)) / (self.strengths.len() * self.strengths.len()) as f64
    }

    /// Whether some strengths are given.
    pub(super) fn has_fixed(&self) -> bool {
        self.fixed.contains(&true)
    }

    /// How the surpluses of those results of each meeting that `counted` picks change with the parameters. It is pinned
    /// unless some strengths are fixed, which have a row and a column of the identity.
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

    /// How the surpluses of the matches without repeats scatter by the model, taken as independent. Without draws this
    /// is the information, not pinned.
    pub(super) fn scatter(&self, meetings: &[Meeting]) -> Vec<f64> {
        self.sum(meetings, |meeting| {
            let score = expected(self.theta(meeting));
            let draw = drawn(score, self.nu.unwrap_or(0.0));
            count(meeting.independent.played()) * (score * (1.0 - score) - draw / 4.0)
        })
    }

    /// The sum over the meetings of what `each` gives, where two of its parameters meet, with the sign of both.
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
