//! The evaluation `tapered`: the terms of a position, each with a value in the opening and in the ending.

use cozy_chess::{BitBoard, Board, Color, Piece};

use super::Chess;
use super::bits::length;
use super::evaluation::{TaperedWeights, blend};
use super::features::{
    BISHOP_PAIR, BY_PAWN, MOBILITY, PASSED, PLACED, SHELTER, SUPPORTED, TEMPO, TERMS, TermCounter, UNITS, count,
};
use super::terms::Pair;
use super::tuned;

/// The first term of a group, the opening and ending values of its terms, and their weight in hundredths.
type Group = (usize, &'static [(i16, i16)], i32);

/// The denominator of [`winnable`].
pub(super) const WHOLE: i32 = 64;

/// The prepared weights of the evaluation.
#[derive(Clone, Debug)]
pub struct Tapered {
    terms: [Pair; TERMS],
    /// The weight of an attack on a king, in hundredths.
    danger: i32,
}

impl From<TaperedWeights> for Box<Tapered> {
    fn from(weights: TaperedWeights) -> Self {
        Self::new(Tapered::new(&weights))
    }
}

impl Tapered {
    pub(super) fn new(weights: &TaperedWeights) -> Self {
        let groups: [Group; 8] = [
            (PLACED, &tuned::PLACED, weights.pieces),
            (MOBILITY, &tuned::MOBILITY, weights.mobility),
            (PASSED, &tuned::PASSED, weights.passed),
            (SUPPORTED, &tuned::STRUCTURE, weights.structure),
            (SHELTER, &tuned::SHELTER, weights.shelter),
            (BISHOP_PAIR, &tuned::POSTS, weights.posts),
            (BY_PAWN, &tuned::THREATS, weights.threats),
            (TEMPO, &tuned::TEMPO, weights.tempo),
        ];
        let mut terms = [Pair::default(); TERMS];
        for (begin, values, percent) in groups {
            for (term, &(opening, ending)) in terms[begin..].iter_mut().zip(values) {
                *term = Pair::new(opening.into(), ending.into()).percent(percent);
            }
        }
        Self { terms, danger: weights.danger }
    }

    /// Returns the value for White.
    pub(super) fn evaluate(&self, position: &Chess) -> i32 {
        let board = &position.board;
        let mut sum = Sum { terms: &self.terms, values: Default::default(), dangers: [0; 2] };
        count(board, &mut sum);
        let [white, black] = sum.values;
        let [to_white, to_black] = sum.dangers.map(|units| harm(units).percent(self.danger));
        let mut value = white - black + to_black - to_white;
        value.ending = value.ending * winnable(board, value.ending) / WHOLE;
        blend(board, value)
    }
}

/// Returns the cost of an attack with this many units, which grows faster than linearly in the opening.
fn harm(units: i32) -> Pair {
    let units = units.clamp(0, 4_000);
    Pair::new(units * units / 4_096, units / 16)
}

/// Adds up the values of the terms.
struct Sum<'a> {
    terms: &'a [Pair; TERMS],
    values: [Pair; Color::NUM],
    dangers: [i32; Color::NUM],
}

impl TermCounter for Sum<'_> {
    #[inline]
    fn add(&mut self, color: Color, term: usize, times: i32) {
        self.values[color as usize] += self.terms[term] * times;
    }

    #[inline]
    fn danger(&mut self, color: Color, unit: usize, times: i32) {
        self.dangers[color as usize] += tuned::UNITS[unit] * times;
    }
}

/// Returns the weight of the ending's value in units of 1/[`WHOLE`]. It is less if the side that is ahead could hardly
/// win.
pub(super) fn winnable(board: &Board, ending: i32) -> i32 {
    let ahead = if ending > 0 { Color::White } else { Color::Black };
    let pawns = board.pieces(Piece::Pawn);
    let officers = |color| {
        let own = board.colors(color);
        let worth = [(Piece::Knight, 3), (Piece::Bishop, 3), (Piece::Rook, 5), (Piece::Queen, 9)];
        worth.map(|(piece, worth)| worth * length(own & board.pieces(piece))).iter().sum::<i32>()
    };
    if (pawns & board.colors(ahead)).is_empty() {
        let (own, others) = (officers(ahead), officers(!ahead));
        let knights = 3 * length(board.colored_pieces(ahead, Piece::Knight)) == own;
        return match own - others {
            _ if own < 5 || (knights && own < 9) => 0,
            ..=3 => 12,
            _ => WHOLE,
        };
    }
    let bishops = board.pieces(Piece::Bishop);
    let one_each = Color::ALL.into_iter().all(|color| (bishops & board.colors(color)).len() == 1);
    let unlike = one_each && (bishops & BitBoard::DARK_SQUARES).len() == 1;
    let alone = board.occupied() == bishops | pawns | board.pieces(Piece::King);
    if unlike && alone { WHOLE / 2 } else { WHOLE }
}

const _: () = assert!(tuned::UNITS.len() == UNITS);
