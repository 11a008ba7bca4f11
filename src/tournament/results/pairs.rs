//! What each two entrants of a tournament did: matches by seat, and encounters.

use super::match_result::CountedResult;
use crate::games::{BySide, Side};
use crate::tournament::rating::{Meeting, Pentanomial, Wdl};

/// What two entrants did with a certain one of them in the first seat, from the view of the lower number: wins, draws
/// and losses. Half as wide as [`Wdl`], since there are two of these for each pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seated {
    all: [u32; 3],
    independent: [u32; 3],
}

/// The encounters of a pair from the view of the lower number, by points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Encounters {
    all: [u32; 5],
    independent: [u32; 5],
}

/// The first match of an encounter whose second one is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Begun {
    seats: BySide<usize>,
    round: u64,
    /// Points of its first seat, in halves.
    half_points: usize,
    repeat: bool,
}

/// The results between each two entrants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    entrants: usize,
    /// By whether the lower number had the first seat; see [`Pairs::place`].
    seated: Vec<BySide<Seated>>,
    encounters: Vec<Encounters>,
    begun: Option<Begun>,
}

fn wide([wins, draws, losses]: [u32; 3]) -> Wdl {
    Wdl { wins: wins.into(), draws: draws.into(), losses: losses.into() }
}

impl Pairs {
    pub(super) fn new(entrants: usize) -> Self {
        let pairs = entrants * entrants.saturating_sub(1) / 2;
        let (seated, encounters) = (vec![BySide::default(); pairs], vec![Encounters::default(); pairs]);
        Self { entrants, seated, encounters, begun: None }
    }

    /// The next match does not belong to the encounter that the last one began.
    pub(super) fn interrupt(&mut self) {
        self.begun = None;
    }

    /// Counts a result. When it makes an encounter whole: the points of this match's first seat in both its matches, in
    /// halves, and whether it is no repeat.
    pub(super) fn count(&mut self, counted: &CountedResult, repeat: bool) -> Option<(usize, bool)> {
        let &CountedResult { seats, round, second_leg, ended, .. } = counted;
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
        if !second_leg {
            self.begun = Some(Begun { seats, round, half_points, repeat });
            return None;
        }
        let whole = |begun: &Begun| begun.round == round && begun.seats == seats.exchanged();
        let begun = self.begun.take().filter(whole)?;
        // Its first seat is the other entrant's.
        let points = half_points + 2 - begun.half_points;
        let (low, new) = (if low_first { points } else { 4 - points }, !(begun.repeat && repeat));
        self.encounters[place].all[low] += 1;
        self.encounters[place].independent[low] += u32::from(new);
        Some((points, new))
    }

    /// Where a pair stands among all pairs in the order (0, 1), (0, 2), …, (1, 2), ….
    fn place(&self, a: usize, b: usize) -> usize {
        let (a, b) = (a.min(b), a.max(b));
        a * (2 * self.entrants - a - 1) / 2 + b - a - 1
    }

    /// All results between two entrants from the view of the first one named.
    #[must_use]
    pub fn results(&self, a: usize, b: usize) -> Wdl {
        self.between(a, b, |seated| seated.all)
    }

    /// The same without repeats.
    #[must_use]
    pub fn independent(&self, a: usize, b: usize) -> Wdl {
        self.between(a, b, |seated| seated.independent)
    }

    fn between(&self, a: usize, b: usize, which: fn(&Seated) -> [u32; 3]) -> Wdl {
        let BySide { first, second } = &self.seated[self.place(a, b)];
        let low = wide(which(first)) + wide(which(second));
        if a < b { low } else { low.reversed() }
    }

    /// The whole encounters between two entrants from the view of the first one named, all of them and those that are
    /// no repeats.
    #[must_use]
    pub fn encounters(&self, a: usize, b: usize) -> (Pentanomial, Pentanomial) {
        let Encounters { all, independent } = self.encounters[self.place(a, b)];
        let turned = |counts: [u32; 5]| {
            let low = Pentanomial(counts.map(u64::from));
            if a < b { low } else { low.reversed() }
        };
        (turned(all), turned(independent))
    }

    /// What each two entrants did in each order of seats, where they met, for ratings of the whole field.
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
    fn each_pair_has_its_place() {
        let pairs = Pairs::new(5);
        let all: Vec<_> = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).collect();
        assert_eq!(all.iter().map(|&(a, b)| pairs.place(b, a)).collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
    }
}
