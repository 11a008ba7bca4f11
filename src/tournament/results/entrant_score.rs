//! The sums of one entrant's matches.

use serde::Serialize;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use crate::rating::{Pentanomial, Wdl};
use arena_games::BySide;
use arena_play::EndReason;

/// The sums of one entrant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EntrantScore {
    /// Results by seat.
    pub seats: BySide<Wdl>,
    /// Results without repeats, which add no information.
    pub independent: Wdl,
    /// Complete encounters, by points.
    pub encounters: Pentanomial,
    /// Complete encounters without repeats. An encounter is a repeat if both its matches are.
    pub independent_encounters: Pentanomial,
    /// The number of its moves, without those of openings.
    pub moves: u64,
    /// The number of positions that it searched.
    pub nodes: u64,
    /// The time that it used, in microseconds.
    pub micros: u64,
    /// The matches that it lost by its own failure.
    pub failures: Failures,
}

/// The matches that an entrant lost by its own failure, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct Failures {
    /// It crashed or its connection broke.
    pub crashes: u64,
    /// It gave no move.
    pub stalls: u64,
    /// It gave an illegal move.
    pub illegal: u64,
    /// The illegal moves that it tried, where these are counted. Most of them lose no match.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<u64>"))]
    pub illegal_tries: u64,
    /// The moves that were played for it at random after its last attempt.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<u64>"))]
    pub replaced_moves: u64,
    /// Its time ran out.
    pub late: u64,
    /// The largest known delay beyond a time limit, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late_ms: Option<u64>,
    /// It stayed away. This happens only where people and their programs play. If both sides stayed away, the match
    /// counts as drawn.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<u64>"))]
    pub absences: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl Failures {
    /// Counts a match lost by `by`, if that is a failure. `late_ms` is the delay of a timeout, if known.
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

    /// The number of matches lost by a failure.
    #[must_use]
    pub const fn all(&self) -> u64 {
        self.crashes + self.stalls + self.illegal + self.late + self.absences
    }
}

impl EntrantScore {
    /// Results in both seats together.
    #[must_use]
    pub fn all(&self) -> Wdl {
        self.seats.first + self.seats.second
    }
}
