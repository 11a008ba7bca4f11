//! Computes moves and flips for all squares of a line at once.
//!
//! Runs of discs are filled along each direction by doubling (parallel prefix fills after Kogge and Stone, as described
//! by the Chess Programming Wiki for sliding pieces). Bit 0 is a1, bit 7 h1, bit 63 h8.

/// The squares off the left and right edges. A run along a row or diagonal can continue only from these.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
/// The step of each line, and the squares that a run along it may consist of.
const LINES: [(u32, u64); 4] = [(1, INNER), (7, INNER), (8, u64::MAX), (9, INNER)];

/// Returns the runs of `through` next to `from`, in the directions of higher and of lower bits.
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

/// Returns the squares where a disc of `own` would flip some of `other`.
pub(super) fn mobility(own: u64, other: u64) -> u64 {
    let ends = LINES.iter().fold(0, |ends, &(step, squares)| {
        let (up, down) = runs(own, other & squares, step);
        ends | up << step | down >> step
    });
    ends & !(own | other)
}

/// For each square, the squares in each of the eight directions. Directions towards higher bits come first.
const RAYS: [[u64; 8]; 64] = {
    const STEPS: [(i32, i32); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 8 {
            let (mut x, mut y) = (square as i32 % 8 + STEPS[line].0, square as i32 / 8 + STEPS[line].1);
            while 0 <= x && x < 8 && 0 <= y && y < 8 {
                rays[square][line] |= 1 << (8 * y + x);
                (x, y) = (x + STEPS[line].0, y + STEPS[line].1);
            }
            line += 1;
        }
        square += 1;
    }
    rays
};

/// Returns the discs of `other` that a disc of `own` on this square flips.
///
/// Along an upward ray, a carry runs through the discs of `other` to the first other square. Along a downward ray, that
/// square is the highest bit. If it has a disc of `own`, all discs before it are flipped. (The method of Edax.)
pub(super) fn flips(own: u64, other: u64, square: u32) -> u64 {
    let rays = &RAYS[square as usize & 63];
    let mut flipped = 0;
    for &ray in &rays[..4] {
        let end = (other | !ray).wrapping_add(ray & ray.wrapping_neg()) & ray & own;
        flipped |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for &ray in &rays[4..] {
        let end = 1 << (63 - (ray & !other | 1).leading_zeros()) & ray & own;
        flipped |= (end << 1).wrapping_neg() & ray;
    }
    flipped
}

/// Returns the squares next to any of `squares`, in all eight directions.
pub(super) const fn around(squares: u64) -> u64 {
    let inner = squares & !0x8080_8080_8080_8080;
    let sides = inner << 1 | (squares & !0x0101_0101_0101_0101) >> 1;
    let rows = squares | sides;
    sides | rows << 8 | rows >> 8
}

/// The squares next to each square.
const NEAR: [u64; 64] = {
    let mut near = [0; 64];
    let mut square = 0;
    while square < 64 {
        near[square] = around(1 << square);
        square += 1;
    }
    near
};

/// Returns the squares next to this square.
pub(super) const fn near(square: u32) -> u64 {
    NEAR[square as usize & 63]
}

/// The number of flipped discs, by the place of the move in a line of eight and the other places where the mover has
/// discs. The opponent has all remaining places.
const COUNTS: [[u8; 256]; 8] = {
    let mut counts = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0_usize;
        while own < 256 {
            let above = (own >> place >> 1).trailing_zeros();
            let below = ((own << (8 - place)) as u8).leading_zeros();
            counts[place][own] =
                (if own >> place >> 1 == 0 { 0 } else { above } + if below == 8 { 0 } else { below }) as u8;
            own += 1;
        }
        place += 1;
    }
    counts
};

/// The two diagonals through each square: the rising one and the falling one.
const DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let rays = &RAYS[square];
        diagonals[square] = [rays[3] | rays[7], rays[1] | rays[5]];
        square += 1;
    }
    diagonals
};

/// Returns how many discs are flipped by a disc on the only empty square. `own` are the discs of the side that moves.
///
/// A product gathers the discs of each line in the highest byte (kindergarten bitboards, as described by the Chess
/// Programming Wiki), which a table counts. Squares missing from a shorter diagonal look like discs of the opponent
/// with none of the mover behind them.
pub(super) fn flips_of_last(own: u64, square: u32) -> i32 {
    const FILE: u64 = 0x0101_0101_0101_0101;
    let (x, y) = (square as usize & 7, square as usize >> 3 & 7);
    let [rising, falling] = DIAGONALS[square as usize & 63];
    let byte = |product: u64| (product >> 56) as usize;
    let row = (own >> (8 * y)) as usize & 0xff;
    let column = byte((own >> x & FILE).wrapping_mul(0x0102_0408_1020_4080));
    let rising = byte((own & rising).wrapping_mul(FILE));
    let falling = byte((own & falling).wrapping_mul(FILE));
    let counts = &COUNTS[x];
    (counts[row] + COUNTS[y][column] + counts[rising] + counts[falling]).into()
}
