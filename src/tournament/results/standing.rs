//! What one entrant's matches add up to.

use crate::games::BySide;
use crate::tournament::rating::{Pentanomial, Wdl};

/// One entrant's sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Results by the seat that it had.
    pub seats: BySide<Wdl>,
    /// Results without repeats: the matches that tell something new.
    pub independent: Wdl,
    /// Its encounters whose two matches both count, by points.
    pub encounters: Pentanomial,
    /// The same without repeats: an encounter is one when both its matches are.
    pub independent_encounters: Pentanomial,
    /// Its moves, those of openings left out.
    pub moves: u64,
    /// Positions that it searched.
    pub nodes: u64,
    /// Microseconds that it thought.
    pub micros: u64,
}

impl Standing {
    /// Results in both seats.
    #[must_use]
    pub fn all(&self) -> Wdl {
        self.seats.first + self.seats.second
    }
}
