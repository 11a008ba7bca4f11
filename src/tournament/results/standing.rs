//! What one entrant's matches add up to.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use crate::games::BySide;
use crate::play::EndReason;
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
    /// Matches that it lost by a failure of its own.
    pub failures: Failures,
}

/// Matches that an entrant lost by a failure of its own, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Failures {
    /// It stopped working, or its connection did.
    pub crashes: u64,
    /// It gave no move.
    pub stalls: u64,
    /// It gave a move that the rules do not allow.
    pub illegal: u64,
    /// Its time ran out.
    pub late: u64,
    /// By how many milliseconds the time was passed at most, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late_ms: Option<u64>,
    /// It stayed away; only where people and their programs play. Where both did, the match counts as drawn.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<u64>"))]
    pub absences: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl Failures {
    /// Counts a match that was lost by `by`, where that is a failure; `late_ms` is by how much a time was passed.
    pub(super) fn count(&mut self, by: EndReason, late_ms: Option<u64>) {
        match by {
            EndReason::Crash => self.crashes += 1,
            EndReason::Stall => self.stalls += 1,
            EndReason::Illegal => self.illegal += 1,
            EndReason::Absence => self.absences += 1,
            EndReason::Timeout => {
                self.late += 1;
                self.late_ms = self.late_ms.max(late_ms);
            }
            _ => {}
        }
    }

    /// All of them.
    #[must_use]
    pub const fn all(&self) -> u64 {
        self.crashes + self.stalls + self.illegal + self.late + self.absences
    }
}

impl Standing {
    /// Results in both seats.
    #[must_use]
    pub fn all(&self) -> Wdl {
        self.seats.first + self.seats.second
    }
}
