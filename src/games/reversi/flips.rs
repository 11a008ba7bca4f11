//! Which moves there are and what they flip, for all squares of a line at once.
//!
//! Discs are filled along each direction by doubling (parallel prefix fills after Kogge and Stone, as the chess
//! programming wiki describes them for sliding pieces). Bit 0 is a1, bit 7 h1, bit 63 h8.

/// The squares off the left and right edges: a run along a row or diagonal can only go on from them.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
/// The step of each line, and the squares that a run along it may consist of.
const LINES: [(u32, u64); 4] = [(1, INNER), (7, INNER), (8, u64::MAX), (9, INNER)];

/// The runs of `through` that begin next to `from` in the directions of higher and of lower bits.
const fn runs(from: u64, through: u64, step: u32) -> (u64, u64) {
    let pairs = through & through << step;
    let mut up = through & from << step;
    up |= through & up << step;
    up |= pairs & up << (2 * step);
    up |= pairs & up << (2 * step);
    let pairs = pairs >> step;
    let mut down = through & from >> step;
    down |= through & down >> step;
    down |= pairs & down >> (2 * step);
    down |= pairs & down >> (2 * step);
    (up, down)
}

/// The squares where a disc of `own` would flip some of `other`.
pub(super) fn mobility(own: u64, other: u64) -> u64 {
    let ends = LINES.iter().fold(0, |ends, &(step, squares)| {
        let (up, down) = runs(own, other & squares, step);
        ends | up << step | down >> step
    });
    ends & !(own | other)
}

/// The discs of `other` that a disc of `own` on `square` flips.
pub(super) fn flips(own: u64, other: u64, square: u64) -> u64 {
    LINES.iter().fold(0, |flipped, &(step, squares)| {
        let (up, down) = runs(square, other & squares, step);
        let closed = |run: u64, end: u64| if end & own == 0 { 0 } else { run };
        flipped | closed(up, up << step) | closed(down, down >> step)
    })
}

/// The squares next to one of `squares`, in all eight directions.
pub(super) fn around(squares: u64) -> u64 {
    let inner = squares & !0x8080_8080_8080_8080;
    let sides = inner << 1 | (squares & !0x0101_0101_0101_0101) >> 1;
    let rows = squares | sides;
    sides | rows << 8 | rows >> 8
}
