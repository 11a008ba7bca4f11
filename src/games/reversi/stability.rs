//! Stable discs, which can never be flipped again and therefore limit the result of the game.
//!
//! A disc is safe along a line if no opposing disc can ever flip it: the line is full, the disc is at its end, or it is
//! next to an own stable disc. This is a traditional technique, and Richard Delorme's Edax bounds its search with such
//! discs.

/// The corners.
pub(super) const CORNERS: u64 = 1 | 1 << 7 | 1 << 56 | 1 << 63;

const COLUMN_ENDS: u64 = 0x8181_8181_8181_8181;
const ROW_ENDS: u64 = 0xff00_0000_0000_00ff;

/// The steps of the four lines, and the squares where each kind of line ends.
const LINES: [(u32, u64); 4] =
    [(1, COLUMN_ENDS), (8, ROW_ENDS), (7, COLUMN_ENDS | ROW_ENDS), (9, COLUMN_ENDS | ROW_ENDS)];

/// Returns the squares of full lines, and possibly others at the ends of lines.
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

/// Returns discs of `own` that can never be flipped, though not all of them.
pub(super) fn stable(own: u64, other: u64) -> u64 {
    let full = LINES.map(|(step, ends)| ends | full(own | other, step, ends));
    let mut stable = own & full.iter().fold(u64::MAX, |all, line| all & line);
    loop {
        let more = LINES.iter().zip(full).fold(own, |safe, (&(step, _), full)| {
            // Bits that a shift carries over an edge arrive at the end of a line, which is safe anyway.
            safe & (full | stable << step | stable >> step)
        });
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// Returns an upper bound of the payoff of the side with the discs `own`. `None` in three cases: the bound would
/// clearly be above `enough`; the opponent has no corner, without which hardly any disc is stable; or there are too
/// many empty squares for enough stable discs.
pub(super) fn payoff_upper_bound(own: u64, other: u64, enough: i32) -> Option<i32> {
    let needed = (64 - enough + 1) / 2;
    let empty = (own | other).count_zeros().cast_signed();
    if other & CORNERS == 0 || other.count_ones().cast_signed() < needed || enough < 2 * empty - 2 {
        return None;
    }
    Some(64 - 2 * stable(other, own).count_ones().cast_signed())
}
