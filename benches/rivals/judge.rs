//! The evaluation of the crate's connect-four example, for both searches.

use minimax_arena::games::connect4::ConnectFour;
use minimax_arena::games::{Evaluation, EvaluationInfo, Game};

/// Values stones in the three centre columns, and the points that the example treats as completing four with the next
/// stone of a column or the one after. Columns from the first full one on are ignored.
#[inline(always)]
pub(crate) fn judge(own: u64, other: u64) -> i32 {
    const BOTTOM: u64 = 0x0000_0408_1020_4081;
    const BOARD: u64 = BOTTOM * 0x3F;
    const CENTRE: u64 = 0x3F << 14 | 0x3F << 21 | 0x3F << 28;
    let stones = own | other;
    let full = stones & BOTTOM << 5;
    let next = (stones + BOTTOM) & BOARD & (full & full.wrapping_neg()).wrapping_sub(1);
    let after = next << 1 & BOARD;
    let count = |points: u64| points.count_ones().cast_signed();
    let held = |side: u64| {
        let completing = completions(side);
        count(side & CENTRE) + 5 * (2 * count(completing & next) + count(completing & after))
    };
    held(own) - held(other)
}

/// Returns the points of `fourths` in the copy of the example, empty or not.
#[inline(always)]
fn completions(stones: u64) -> u64 {
    let along = |step: u32| {
        let pairs = stones & stones >> step;
        pairs << (2 * step) | pairs >> (2 * step) & (stones >> step | stones << step)
    };
    // No empty point is below a stone.
    (stones & stones >> 1) << 2 | along(6) | along(7) | along(8)
}

/// [`judge`] as an evaluation of this search.
#[derive(Clone, Debug)]
pub(crate) struct Judge;

impl Evaluation<ConnectFour> for Judge {
    const ALL: &'static [EvaluationInfo] = &[EvaluationInfo::ZERO];

    fn new(_: usize, _: &[i32]) -> Self {
        Self
    }

    #[inline(always)]
    fn evaluate(&self, position: &ConnectFour) -> i32 {
        let mover = position.to_move();
        mover.sign() * judge(position.stones(mover), position.stones(!mover))
    }
}
