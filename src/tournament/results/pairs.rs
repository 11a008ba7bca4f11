//! The results of each two entrants: matches by seat, and encounters.

use super::match_result::CountedResult;
use crate::rating::{Meeting, Pentanomial, Wdl};
use arena_games::{BySide, Side};
use arena_play::EndReason;

/// Results of a pair with a given entrant in the first seat: wins, draws and losses of the lower number. The counters
/// are half as wide as those of [`Wdl`], because each pair has two of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seated {
    all: [u32; 3],
    independent: [u32; 3],
}

/// The encounters of a pair, by points of the lower number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Encounters {
    all: [u32; 5],
    independent: [u32; 5],
}

/// The first match of an encounter whose second match is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HalfEncounter {
    seats: BySide<usize>,
    round: u64,
    /// The half points of its first seat.
    half_points: usize,
    repeat: bool,
}

/// The results of each two entrants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    entrants: usize,
    /// The results of each pair, by the seat of the lower number; see [`Pairs::place`].
    seated: Vec<BySide<Seated>>,
    encounters: Vec<Encounters>,
    /// The matches of each pair that the lower and the higher number lost on time.
    late: Vec<[u32; 2]>,
    begun: Option<HalfEncounter>,
}

fn wide([wins, draws, losses]: [u32; 3]) -> Wdl {
    Wdl { wins: wins.into(), draws: draws.into(), losses: losses.into() }
}

impl Pairs {
    pub(super) fn new(entrants: usize) -> Self {
        let pairs = entrants * entrants.saturating_sub(1) / 2;
        let (seated, encounters) = (vec![BySide::default(); pairs], vec![Encounters::default(); pairs]);
        Self { entrants, seated, encounters, late: vec![[0; 2]; pairs], begun: None }
    }

    /// Drops the current encounter; the next match does not complete it.
    pub(super) fn interrupt(&mut self) {
        self.begun = None;
    }

    /// Counts a result. If it completes an encounter, returns the half points of this match's first seat in both
    /// matches, and whether the encounter is not a repeat.
    pub(super) fn count(&mut self, counted: &CountedResult, repeat: bool) -> Option<(usize, bool)> {
        let &CountedResult { seats, round, second_leg, ended, by, .. } = counted;
        let half_points = match ended.winner() {
            Some(Side::First) => 2,
            None => 1,
            Some(Side::Second) => 0,
        };
        let low_first = seats.first < seats.second;
        let place = self.place(seats.first, seats.second);
        let (side, low_points) = if low_first { (Side::First, half_points) } else { (Side::Second, 2 - half_points) };
        let seated = &mut self.seated[place][side];
        seated.all[2 - low_points] += 1;
        seated.independent[2 - low_points] += u32::from(!repeat);
        if by == EndReason::Timeout && low_points != 1 {
            self.late[place][low_points / 2] += 1;
        }
        if !second_leg {
            self.begun = Some(HalfEncounter { seats, round, half_points, repeat });
            return None;
        }
        let whole = |begun: &HalfEncounter| begun.round == round && begun.seats == seats.exchanged();
        let begun = self.begun.take().filter(whole)?;
        // The two matches have exchanged seats.
        let points = half_points + 2 - begun.half_points;
        let (low, new) = (if low_first { points } else { 4 - points }, !(begun.repeat && repeat));
        self.encounters[place].all[low] += 1;
        self.encounters[place].independent[low] += u32::from(new);
        Some((points, new))
    }

    /// Returns the index of a pair in the order (0, 1), (0, 2), …, (1, 2), ….
    fn place(&self, a: usize, b: usize) -> usize {
        let (a, b) = (a.min(b), a.max(b));
        a * (2 * self.entrants - a - 1) / 2 + b - a - 1
    }

    /// Returns all results between `a` and `b`, from the view of `a`.
    #[must_use]
    pub fn results(&self, a: usize, b: usize) -> Wdl {
        self.between(a, b, |seated| seated.all)
    }

    /// Like [`results`](Self::results), without repeats.
    #[must_use]
    pub fn independent(&self, a: usize, b: usize) -> Wdl {
        self.between(a, b, |seated| seated.independent)
    }

    fn between(&self, a: usize, b: usize, which: fn(&Seated) -> [u32; 3]) -> Wdl {
        let BySide { first, second } = &self.seated[self.place(a, b)];
        let low = wide(which(first)) + wide(which(second));
        if a < b { low } else { low.reversed() }
    }

    /// Returns the complete encounters between `a` and `b` from the view of `a`: first all of them, then those that are
    /// not repeats.
    #[must_use]
    pub fn encounters(&self, a: usize, b: usize) -> (Pentanomial, Pentanomial) {
        let Encounters { all, independent } = self.encounters[self.place(a, b)];
        let turned = |counts: [u32; 5]| {
            let low = Pentanomial(counts.map(u64::from));
            if a < b { low } else { low.reversed() }
        };
        (turned(all), turned(independent))
    }

    /// Returns how many of their matches `a` and `b` lost on time, if any.
    #[must_use]
    pub fn late(&self, a: usize, b: usize) -> Option<(u64, u64)> {
        let [low, high] = self.late[self.place(a, b)].map(u64::from);
        (low + high > 0).then_some(if a < b { (low, high) } else { (high, low) })
    }

    /// Returns the results of each two entrants that have met, in each order of seats, for ratings of the field.
    #[must_use]
    pub fn meetings(&self) -> Vec<Meeting> {
        let pairs = (0..self.entrants).flat_map(|a| (a + 1..self.entrants).map(move |b| (a, b)));
        let both = |((low, high), seated): ((usize, usize), &BySide<Seated>)| {
            let [first, second] = [seated.first, seated.second].map(|it| (wide(it.all), wide(it.independent)));
            let turned = (second.0.reversed(), second.1.reversed());
            [(low, high, first), (high, low, turned)].map(|(first, second, (all, independent))| Meeting {
                first,
                second,
                all,
                independent,
            })
        };
        pairs.zip(&self.seated).flat_map(both).filter(|meeting| meeting.all.played() > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_has_its_own_index() {
        let pairs = Pairs::new(5);
        let all: Vec<_> = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).collect();
        assert_eq!(all.iter().map(|&(a, b)| pairs.place(b, a)).collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
    }
}
