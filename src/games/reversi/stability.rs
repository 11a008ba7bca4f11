//! Discs that nobody can flip any more, which bound what a game can still become worth.
//!
//! A disc is safe along a line if nothing can come to stand at both its ends: the line is full, the disc is at its end, or
//! next to it is a disc of its own that is safe for good. Old lore of the game; Richard Delorme's Edax bounds its search
//! by such discs.

/// The corners.
pub(super) const CORNERS: u64 = 1 | 1 << 7 | 1 << 56 | 1 << 63;

const COLUMN_ENDS: u64 = 0x8181_8181_8181_8181;
const ROW_ENDS: u64 = 0xff00_0000_0000_00ff;

/// The steps of the four lines, and the squares where such a line ends.
const LINES: [(u32, u64); 4] =
    [(1, COLUMN_ENDS), (8, ROW_ENDS), (7, COLUMN_ENDS | ROW_ENDS), (9, COLUMN_ENDS | ROW_ENDS)];

/// The squares of full lines, and perhaps others at the ends of lines.
const fn full(taken: u64, step: u32, ends: u64) -> u64 {
    let (mut up, mut down) = (taken, taken);
    let mut square = 1;
    while square < 7 {
        up &= ends | up << step;
        down &= ends | down >> step;
        square += 1;
    }
    up & down
}

/// Discs of `own` that stay whatever is played; not all of them.
pub(super) fn stable(own: u64, other: u64) -> u64 {
    let full = LINES.map(|(step, ends)| ends | full(own | other, step, ends));
    let mut stable = own & full.iter().fold(u64::MAX, |all, line| all & line);
    loop {
        let more = LINES.iter().zip(full).fold(own, |safe, (&(step, _), full)| {
            // What shifting carries over an edge arrives at the end of a line, which is safe anyway.
            safe & (full | stable << step | stable >> step)
        });
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// An upper bound of the payoff of the side with the discs `own`. None where the bound would clearly be above `enough`,
/// where the other side has no corner, without which hardly a disc is stable, or where so many squares are empty that
/// hardly enough discs can be stable yet.
pub(super) fn payoff_upper_bound(own: u64, other: u64, enough: i32) -> Option<i32> {
    let needed = (64 - enough + 1) / 2;
    let empty = (own | other).count_zeros().cast_signed();
    if other & CORNERS == 0 || other.count_ones().cast_signed() < needed || enough < 2 * empty - 2 {
        return None;
    }
    Some(64 - 2 * stable(other, own).count_ones().cast_signed())
}
