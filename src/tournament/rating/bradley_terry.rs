//! The Bradley–Terry model with draws and an advantage of the first seat, fitted by maximum likelihood.
//!
//! With θ the strength of the first seat's entrant minus the second's plus the advantage η, and ν how readily matches
//! are drawn, the first seat wins, draws and loses with chances in the ratio e^(θ/2) : ν : e^(−θ/2). This is R. R.
//! Davidson's model ("On extending the Bradley–Terry model to accommodate ties", 1970); the advantage is a shift of θ,
//! as of strengths (compare Davidson and Beaver 1977). It is an exponential family in the strengths, η and ln ν, so
//! that the likelihood has one peak at most, where expected and observed points agree for every entrant, for the first
//! seat, and for draws; Newton's method finds it, and the matrix of second derivatives is the Fisher information.

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

/// Which parameters a fit has beside the strengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extras {
    /// η; without it, it is 0.
    pub seat: bool,
    /// ν; without it, it is 0, and a draw counts as half a win and half a loss.
    pub draws: bool,
}

/// The model with its parameters.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// Strengths in natural units, adding up to 0.
    pub strengths: Vec<f64>,
    /// η, where it is a parameter.
    pub advantage: Option<f64>,
    /// ln ν, where it is a parameter.
    pub log_draws: Option<f64>,
}

/// The chances of a match, and the logarithm of what they are divided by.
struct Chances {
    win: f64,
    draw: f64,
    loss: f64,
    log_sum: f64,
}

#[expect(clippy::cast_precision_loss, reason = "no tournament has 2^52 matches")]
const fn count(matches: u64) -> f64 {
    matches as f64
}

impl Fit {
    /// The peak of the likelihood; none where it is at infinity. Entrants are numbered from 0 to `entrants` − 1, and
    /// points must have gone both ways between any two parts of the field.
    pub(super) fn new(entrants: usize, meetings: &[Meeting], extras: Extras) -> Option<Self> {
        let mut fit = Self {
            strengths: vec![0.0; entrants],
            advantage: extras.seat.then_some(0.0),
            log_draws: extras.draws.then_some(0.0),
        };
        let mut likelihood = fit.log_likelihood(meetings);
        for _ in 0..MOST_STEPS {
            let gradient = fit.gradient(meetings);
            let step = Factor::new(fit.information(meetings, |meeting| meeting.all), fit.size())?.solve(&gradient);
            let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            if longest < SETTLED {
                return Some(fit.moved(&step, 1.0));
            }
            // Newton's step may overshoot far from the peak; a part of it never does.
            let higher = (0..60).map(|halvings| fit.moved(&step, 0.5_f64.powi(halvings))).find_map(|next| {
                let reached = next.log_likelihood(meetings);
                (reached > likelihood).then_some((next, reached))
            });
            let Some((next, reached)) = higher else {
                return (longest < NEARLY_SETTLED).then(|| fit.moved(&step, 1.0));
            };
            (fit, likelihood) = (next, reached);
            if fit.is_endless(meetings) {
                return None;
            }
        }
        None
    }

    pub(super) fn size(&self) -> usize {
        self.strengths.len() + usize::from(self.advantage.is_some()) + usize::from(self.log_draws.is_some())
    }

    /// Where η stands among the parameters.
    pub(super) const fn seat_place(&self) -> usize {
        self.strengths.len()
    }

    fn draws_place(&self) -> usize {
        self.strengths.len() + usize::from(self.advantage.is_some())
    }

    fn moved(&self, step: &[f64], part: f64) -> Self {
        let strengths = self.strengths.iter().zip(step).map(|(strength, step)| strength + part * step).collect();
        Self {
            strengths,
            advantage: self.advantage.map(|value| value + part * step[self.seat_place()]),
            log_draws: self.log_draws.map(|value| value + part * step[self.draws_place()]),
        }
    }

    fn theta(&self, meeting: &Meeting) -> f64 {
        self.strengths[meeting.first] - self.strengths[meeting.second] + self.advantage.unwrap_or(0.0)
    }

    fn is_endless(&self, meetings: &[Meeting]) -> bool {
        let far = |value: f64| value.is_nan() || value.abs() >= ENDLESS;
        self.log_draws.is_some_and(far)
            || self.advantage.is_some_and(far)
            || meetings.iter().any(|meeting| meeting.all.played() > 0 && far(self.theta(meeting)))
    }

    fn chances(&self, theta: f64) -> Chances {
        let half = theta / 2.0;
        let highest = half.abs().max(self.log_draws.unwrap_or(f64::NEG_INFINITY));
        let [win, loss] = [half, -half].map(|power| (power - highest).exp());
        let draw = self.log_draws.map_or(0.0, |power| (power - highest).exp());
        let sum = win + draw + loss;
        Chances { win: win / sum, draw: draw / sum, loss: loss / sum, log_sum: highest + sum.ln() }
    }

    /// The logarithm of the chance that an entrant of this strength wins all these matches against rated ones, given
    /// as pairs of an opponent and wins in the first and in the second seat.
    pub(super) fn log_sweep(&self, strength: f64, wins: &[(usize, [u64; 2])]) -> f64 {
        let advantage = self.advantage.unwrap_or(0.0);
        let one = |&(opponent, [first, second]): &(usize, [u64; 2])| {
            let theta = strength - self.strengths[opponent];
            let log_win = |theta: f64| theta / 2.0 - self.chances(theta).log_sum;
            count(first) * log_win(theta + advantage) + count(second) * log_win(theta - advantage)
        };
        wins.iter().map(one).sum()
    }

    fn log_likelihood(&self, meetings: &[Meeting]) -> f64 {
        let one = |meeting: &Meeting| {
            let (theta, Wdl { wins, draws, losses }) = (self.theta(meeting), meeting.all);
            let drawn = self.log_draws.map_or(0.0, |power| count(draws) * power);
            (count(wins) - count(losses)) * theta / 2.0 + drawn
                - count(meeting.all.played()) * self.chances(theta).log_sum
        };
        meetings.iter().map(one).sum()
    }

    fn gradient(&self, meetings: &[Meeting]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.size()];
        for meeting in meetings {
            let chances = self.chances(self.theta(meeting));
            let played = count(meeting.all.played());
            let won = count(meeting.all.wins) - count(meeting.all.losses);
            let surplus = (won - played * (chances.win - chances.loss)) / 2.0;
            gradient[meeting.first] += surplus;
            gradient[meeting.second] -= surplus;
            if self.advantage.is_some() {
                gradient[self.seat_place()] += surplus;
            }
            if self.log_draws.is_some() {
                gradient[self.draws_place()] += count(meeting.all.draws) - played * chances.draw;
            }
        }
        gradient
    }

    /// What [`Fit::information`] adds to every two strengths.
    pub(super) fn pinned(&self, meetings: &[Meeting]) -> f64 {
        let played: u64 = meetings.iter().map(|meeting| meeting.independent.played()).sum();
        count(played.max(1)) / (self.strengths.len() * self.strengths.len()) as f64
    }

    /// The Fisher information of those results of each meeting that `counted` picks. A constant is added to every two
    /// strengths, since only their differences are known: it pins their sum without touching the differences.
    pub(super) fn information(&self, meetings: &[Meeting], counted: impl Fn(&Meeting) -> Wdl) -> Vec<f64> {
        let size = self.size();
        let mut matrix = vec![0.0; size * size];
        let pinned = self.pinned(meetings);
        for row in matrix.chunks_mut(size).take(self.strengths.len()) {
            row[..self.strengths.len()].fill(pinned);
        }
        let mut add = |a: usize, b: usize, value: f64| {
            matrix[a * size + b] += value;
            if a != b {
                matrix[b * size + a] += value;
            }
        };
        for meeting in meetings {
            let Chances { win, draw, loss, .. } = self.chances(self.theta(meeting));
            let (played, lead) = (count(counted(meeting).played()), win - loss);
            let spread = played * (win + loss - lead * lead) / 4.0;
            let mixed = -played * lead * draw / 2.0;
            add(meeting.first, meeting.first, spread);
            add(meeting.second, meeting.second, spread);
            add(meeting.first, meeting.second, -spread);
            if self.advantage.is_some() {
                add(self.seat_place(), self.seat_place(), spread);
                add(self.seat_place(), meeting.first, spread);
                add(self.seat_place(), meeting.second, -spread);
            }
            if self.log_draws.is_some() {
                let place = self.draws_place();
                add(place, place, played * draw * (1.0 - draw));
                add(place, meeting.first, mixed);
                add(place, meeting.second, -mixed);
                if self.advantage.is_some() {
                    add(place, self.seat_place(), mixed);
                }
            }
        }
        matrix
    }
}
