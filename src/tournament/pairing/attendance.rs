//! The attendance of entrants, which decides who is paired.

/// Whether an entrant takes part in the next round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attendance {
    /// It is present. Entrants of a tournament file always are.
    #[default]
    Here,
    /// It is absent, but has missed no match since it was present. It is paired, and has a bye only if no present
    /// entrant can have it.
    Away,
    /// It is absent and has missed a match. It is paired only if fewer than two others are.
    Missing,
    /// It has left and is not paired.
    Left,
}

impl Attendance {
    /// Attendance of an entrant that is present or not, and that has missed a match or left the tournament or not.
    #[must_use]
    pub const fn of(here: bool, missed: bool, left: bool) -> Self {
        match (left, here, missed) {
            (true, ..) => Self::Left,
            (false, true, _) => Self::Here,
            (false, false, false) => Self::Away,
            (false, false, true) => Self::Missing,
        }
    }
}

/// The attendance of all entrants over a tournament. Each change is stored with the number of results before it, so
/// that pairings are a function of the results and this history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AttendanceHistory {
    initial: Vec<Attendance>,
    /// Number of results, entrant and new attendance.
    changes: Vec<(u64, usize, Attendance)>,
}

impl AttendanceHistory {
    /// A history that begins with the first round.
    pub(crate) const fn new(initial: Vec<Attendance>) -> Self {
        Self { initial, changes: Vec::new() }
    }

    /// The history of entrants that are always present.
    pub(crate) fn all_here(entrants: usize) -> Self {
        Self::new(vec![Attendance::Here; entrants])
    }

    pub(super) fn initial(&self) -> Vec<Attendance> {
        self.initial.clone()
    }

    pub(super) fn push(&mut self, results: u64, entrant: usize, attendance: Attendance) {
        match self.changes.last_mut() {
            Some(last) if (last.0, last.1) == (results, entrant) => last.2 = attendance,
            _ => self.changes.push((results, entrant, attendance)),
        }
    }

    /// The changes from number `from` on that came before result number `results`.
    pub(super) fn due(&self, from: usize, results: u64) -> &[(u64, usize, Attendance)] {
        let changes = &self.changes[from..];
        &changes[..changes.iter().take_while(|(at, ..)| *at <= results).count()]
    }
}
