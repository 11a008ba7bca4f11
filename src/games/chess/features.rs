//! The terms of the tapered evaluation: which of them a position has, and how often. The module `terms` defines their
//! values.
//!
//! The terms are those of classical chess programs, as described by the Chess Programming Wiki: mobility without
//! squares that pawns guard, pawn structure, passed pawns with their path and the kings' distances, shelter and storm,
//! threats, and king attacks in units whose weight grows with their number.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use super::bits::{ahead, back, distance, forward, home_ranks, length, one, outpost_ranks, spans, wings};

/// Receives the counted terms. Each is counted for the side that it favours, or harms if its value is negative.
pub(super) trait TermCounter {
    /// Counts a term `times` times for `color`.
    fn add(&mut self, color: Color, term: usize, times: i32);
    /// Counts the unit `unit` of an attack on the king of `color` `times` times. Negative counts are evidence against
    /// an attack.
    fn danger(&mut self, color: Color, unit: usize, times: i32);
}

/// A piece on a square of the left half of the board, from its side's point of view. The right half mirrors the left.
pub(super) const PLACED: usize = 0;
pub(super) const HALF: usize = Square::NUM / 2;
/// The number of squares that a knight, a bishop, a rook or a queen can reach.
pub(super) const MOBILITY: usize = PLACED + Piece::NUM * HALF;
/// The first term of each of these four pieces, relative to [`MOBILITY`].
const MOBILE: [usize; 4] = [0, 9, 23, 38];
/// Five groups of terms by the rank of a passed pawn: its existence; whether the next square is empty, not attacked, or
/// guarded; and whether the whole path to the last rank is empty and not attacked.
pub(super) const PASSED: usize = MOBILITY + 66;
const FREE: usize = PASSED + 8;
const SAFE: usize = FREE + 8;
const GUARDED: usize = SAFE + 8;
const CLEAR: usize = GUARDED + 8;
/// The distances of the own and the opposing king from the square in front of a passed pawn, weighted by its rank.
const KING_NEAR_PASSED: usize = CLEAR + 8;
const KING_FAR_FROM_PASSED: usize = KING_NEAR_PASSED + 1;
const ROOK_BEHIND_PASSED: usize = KING_FAR_FROM_PASSED + 1;
/// A passed pawn that cannot be stopped, because the opponent has only pawns and a king that comes too late.
const UNSTOPPABLE: usize = ROOK_BEHIND_PASSED + 1;
/// Pawns by rank: the number of pawns that guard one, and whether it has a neighbour on the same rank.
pub(super) const SUPPORTED: usize = UNSTOPPABLE + 1;
const PHALANX: usize = SUPPORTED + 8;
const DOUBLED: usize = PHALANX + 8;
/// Pawns without an own pawn on adjacent files: those with an opposing pawn in front of them, and those without.
const ISOLATED: usize = DOUBLED + 1;
const ISOLATED_OPEN: usize = ISOLATED + 1;
const BACKWARD: usize = ISOLATED_OPEN + 1;
/// The nearest own and opposing pawn on the files around the king, by the file's distance from the edge and by rank, or
/// 0 if there is none. Also the opposing pawn by rank if an own pawn blocks it.
pub(super) const SHELTER: usize = BACKWARD + 1;
const STORM: usize = SHELTER + 32;
const STOPPED: usize = STORM + 32;
pub(super) const BISHOP_PAIR: usize = STOPPED + 8;
/// Own pawns on the bishop's colour. Own pawns beyond five for each knight and rook.
const BISHOP_PAWNS: usize = BISHOP_PAIR + 1;
const KNIGHT_PAWNS: usize = BISHOP_PAWNS + 1;
const ROOK_PAWNS: usize = KNIGHT_PAWNS + 1;
const KNIGHT_OUTPOST: usize = ROOK_PAWNS + 1;
const BISHOP_OUTPOST: usize = KNIGHT_OUTPOST + 1;
const ROOK_HALF_OPEN: usize = BISHOP_OUTPOST + 1;
const ROOK_OPEN: usize = ROOK_HALF_OPEN + 1;
/// A minor piece behind a pawn.
const MINOR_SHIELDED: usize = ROOK_OPEN + 1;
/// Against a bare king: the nearness of the own king, and the distance of the bare king from the centre.
const KINGS_NEAR: usize = MINOR_SHIELDED + 1;
const DRIVEN: usize = KINGS_NEAR + 1;
/// Pieces, from pawn to queen, attacked by a pawn, by a minor piece and by a rook.
pub(super) const BY_PAWN: usize = DRIVEN + 1;
const BY_MINOR: usize = BY_PAWN + 5;
const BY_ROOK: usize = BY_MINOR + 5;
const BY_KING: usize = BY_ROOK + 5;
const HANGING: usize = BY_KING + 1;
/// Pieces that a pawn could attack after a step.
const PUSH: usize = HANGING + 1;
/// Squares that the opponent reaches but cannot safely use.
const RESTRICTED: usize = PUSH + 1;
pub(super) const TEMPO: usize = RESTRICTED + 1;
pub(super) const TERMS: usize = TEMPO + 1;

/// The units of an attack on the king: pieces that attack the squares around it, from knight to queen; safe checks by
/// the same pieces; then single units.
const ATTACKERS: usize = 0;
const CHECKS: usize = 4;
const UNSAFE_CHECKS: usize = 8;
const BESIDE: usize = 9;
const WEAK: usize = 10;
const SEVERAL: usize = 11;
const MANY: usize = 12;
const NO_QUEEN: usize = 13;
const KNIGHT_GUARDS: usize = 14;
const PAWNS_GUARD: usize = 15;
const NO_PAWN: usize = 16;
const ALWAYS: usize = 17;
pub(super) const UNITS: usize = 18;

/// The pieces of one side and the squares they attack.
struct Army {
    color: Color,
    own: BitBoard,
    pawns: BitBoard,
    king: Square,
    /// The squares around the king, for the opponent's attack.
    ring: BitBoard,
    /// The squares attacked by each kind of piece, by any piece, and by two pieces.
    by: [BitBoard; Piece::NUM],
    all: BitBoard,
    twice: BitBoard,
    /// The number of pieces that attack the opposing king's ring.
    attackers: i32,
}

impl Army {
    fn new(board: &Board, color: Color) -> Self {
        let pawns = board.colored_pieces(color, Piece::Pawn);
        let king = board.king(color);
        let inner = |at: usize| at.clamp(1, 6);
        let centre = Square::new(File::index(inner(king.file() as usize)), Rank::index(inner(king.rank() as usize)));
        let [left, right] = wings(pawns, color);
        let (guarded, step) = (left | right, get_king_moves(king));
        let mut by = [BitBoard::EMPTY; Piece::NUM];
        (by[Piece::Pawn as usize], by[Piece::King as usize]) = (guarded, step);
        let ring = (get_king_moves(centre) | centre.bitboard()) & !(left & right);
        let (own, all, twice) = (board.colors(color), guarded | step, (left & right) | (guarded & step));
        Self { color, own, pawns, king, ring, by, all, twice, attackers: 0 }
    }

    fn sees(&mut self, piece: Piece, reach: BitBoard) {
        self.twice |= self.all & reach;
        self.all |= reach;
        self.by[piece as usize] |= reach;
    }
}

/// Counts all terms of a position.
pub(super) fn count<T: TermCounter>(board: &Board, tally: &mut T) {
    let mut armies = Color::ALL.map(|color| Army::new(board, color));
    let [white, black] = &mut armies;
    pieces(board, white, black, tally);
    pieces(board, black, white, tally);
    for [us, them] in [[&*white, &*black], [&*black, &*white]] {
        pawns(board, us, them, tally);
        shelter(us, them, tally);
        danger(board, us, them, tally);
        threats(board, us, them, tally);
    }
    tally.add(board.side_to_move(), TEMPO, 1);
}

/// Knights, bishops, rooks and queens: their squares, their mobility, and their attack on the opposing king.
fn pieces<T: TermCounter>(board: &Board, us: &mut Army, them: &Army, tally: &mut T) {
    let color = us.color;
    let (own_pawns, all_pawns, occupied) = (us.pawns, board.pieces(Piece::Pawn), board.occupied());
    let stuck = own_pawns & (back(occupied, color) | home_ranks(color));
    let area = !(stuck | us.king.bitboard() | them.by[Piece::Pawn as usize]);
    let queens = board.colored_pieces(color, Piece::Queen);
    let past_rooks = occupied ^ queens ^ board.colored_pieces(color, Piece::Rook);
    let beside = get_king_moves(them.king);
    let outposts = us.by[Piece::Pawn as usize] & outpost_ranks(color) & !spans(them.pawns, !color);
    let count_pawns = length(own_pawns);
    for (place, piece) in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().enumerate() {
        for square in us.own & board.pieces(piece) {
            let reach = match piece {
                Piece::Knight => get_knight_moves(square),
                Piece::Bishop => get_bishop_moves(square, occupied ^ queens),
                Piece::Rook => get_rook_moves(square, past_rooks),
                _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
            };
            us.sees(piece, reach);
            tally.add(color, placed(piece, square, color), 1);
            tally.add(color, MOBILITY + MOBILE[place] + (reach & area).len() as usize, 1);
            if !(reach & them.ring).is_empty() {
                us.attackers += 1;
                tally.danger(!color, ATTACKERS + place, 1);
                tally.danger(!color, BESIDE, length(reach & beside));
            }
            match piece {
                Piece::Knight => {
                    tally.add(color, KNIGHT_PAWNS, count_pawns - 5);
                    tally.add(color, KNIGHT_OUTPOST, one(outposts.has(square)));
                }
                Piece::Bishop => {
                    let shade = if BitBoard::DARK_SQUARES.has(square) {
                        BitBoard::DARK_SQUARES
                    } else {
                        BitBoard::LIGHT_SQUARES
                    };
                    tally.add(color, BISHOP_PAWNS, length(own_pawns & shade));
                    tally.add(color, BISHOP_OUTPOST, one(outposts.has(square)));
                }
                Piece::Rook => {
                    tally.add(color, ROOK_PAWNS, count_pawns - 5);
                    let file = square.file().bitboard();
                    if (own_pawns & file).is_empty() {
                        tally.add(color, if (all_pawns & file).is_empty() { ROOK_OPEN } else { ROOK_HALF_OPEN }, 1);
                    }
                }
                _ => {}
            }
        }
    }
    let minors = us.own & (board.pieces(Piece::Knight) | board.pieces(Piece::Bishop));
    tally.add(color, MINOR_SHIELDED, length(minors & back(all_pawns, color)));
    tally.add(color, BISHOP_PAIR, one(board.colored_pieces(color, Piece::Bishop).len() > 1));
    tally.add(color, placed(Piece::King, us.king, color), 1);
    if them.own == them.king.bitboard() {
        let off = |at: i32| (2 * at - 7).abs() / 2;
        tally.add(color, KINGS_NEAR, 7 - distance(us.king, them.king));
        tally.add(color, DRIVEN, off(them.king.file() as i32) + off(them.king.rank() as i32));
    }
}

fn pawns<T: TermCounter>(board: &Board, us: &Army, them: &Army, tally: &mut T) {
    let color = us.color;
    for square in us.pawns {
        tally.add(color, placed(Piece::Pawn, square, color), 1);
        let (file, beside) = (square.file().bitboard(), square.file().adjacent());
        let ahead = ahead(square, color);
        let rank = square.relative_to(color).rank() as usize;
        let stop = forward(square.bitboard(), color);
        let neighbours = us.pawns & beside;
        let opposed = !(them.pawns & file & ahead).is_empty();
        if neighbours.is_empty() {
            tally.add(color, if opposed { ISOLATED } else { ISOLATED_OPEN }, 1);
        } else {
            let level = square.rank().bitboard();
            let behind = back(level, color);
            tally.add(color, SUPPORTED + rank, length(neighbours & behind));
            tally.add(color, PHALANX + rank, one(!(neighbours & level).is_empty()));
            let left_behind = (neighbours & !ahead).is_empty();
            let held = !(stop & (them.pawns | them.by[Piece::Pawn as usize])).is_empty();
            tally.add(color, BACKWARD, one(left_behind && held));
        }
        if !(us.pawns & file & ahead).is_empty() {
            tally.add(color, DOUBLED, 1);
        } else if !opposed && (them.pawns & beside & ahead).is_empty() {
            passed(board, us, them, square, tally);
        }
    }
}

fn passed<T: TermCounter>(board: &Board, us: &Army, them: &Army, square: Square, tally: &mut T) {
    let color = us.color;
    let rank = square.relative_to(color).rank() as usize;
    tally.add(color, PASSED + rank, 1);
    let way = square.file().bitboard() & ahead(square, color);
    let Some(stop) = forward(square.bitboard(), color).next_square() else { return };
    let occupied = board.occupied();
    tally.add(color, FREE + rank, one(!occupied.has(stop)));
    tally.add(color, SAFE + rank, one(!them.all.has(stop)));
    tally.add(color, GUARDED + rank, one(us.all.has(stop)));
    tally.add(color, CLEAR + rank, one((way & (occupied | them.all)).is_empty()));
    let weight = i32::try_from(rank).expect("a rank is below 8") - 2;
    if weight > 0 {
        tally.add(color, KING_NEAR_PASSED, weight * distance(us.king, stop).min(5));
        tally.add(color, KING_FAR_FROM_PASSED, weight * distance(them.king, stop).min(5));
    }
    let behind = square.file().bitboard() & !ahead(square, color);
    tally.add(color, ROOK_BEHIND_PASSED, one(!(behind & board.colored_pieces(color, Piece::Rook)).is_empty()));
    let bare = them.own == them.pawns | them.king.bitboard();
    if bare && (way & occupied).is_empty() {
        let last = Square::new(square.file(), Rank::Eighth.relative_to(color));
        let steps = distance(square, last) - one(rank == 1);
        let late = distance(them.king, last) - one(board.side_to_move() != color) > steps;
        tally.add(color, UNSTOPPABLE, one(late));
    }
}

/// The pawns of both sides around the king.
fn shelter<T: TermCounter>(us: &Army, them: &Army, tally: &mut T) {
    let color = us.color;
    let before = ahead(us.king, color) | us.king.rank().bitboard();
    let centre = (us.king.file() as usize).clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let lane = File::index(file).bitboard() & before;
        let nearest = |pawns: BitBoard| {
            let first = if color == Color::White {
                (pawns & lane).0.trailing_zeros()
            } else {
                63_u32.wrapping_sub((pawns & lane).0.leading_zeros())
            };
            Square::try_index(first as usize).map_or(0, |square| square.relative_to(color).rank() as usize)
        };
        let (own, other) = (nearest(us.pawns), nearest(them.pawns));
        let edge = 8 * file.min(7 - file);
        tally.add(color, SHELTER + edge + own, 1);
        if own > 0 && other == own + 1 {
            tally.add(color, STOPPED + other, 1);
        } else {
            tally.add(color, STORM + edge + other, 1);
        }
    }
}

/// The attack of `them` on the king of `us`.
fn danger<T: TermCounter>(board: &Board, us: &Army, them: &Army, tally: &mut T) {
    let color = us.color;
    let mut unit = |unit, times| tally.danger(color, unit, times);
    let occupied = board.occupied() ^ board.colored_pieces(color, Piece::Queen);
    let (king, queen) = (us.by[Piece::King as usize], us.by[Piece::Queen as usize]);
    let weak = them.all & !us.twice & (!us.all | king | queen);
    unit(WEAK, length(us.ring & weak));
    let safe = !them.own & (!us.all | (weak & them.twice));
    let straight = get_rook_moves(us.king, occupied);
    let diagonal = get_bishop_moves(us.king, occupied);
    let lines = [get_knight_moves(us.king), diagonal, straight, diagonal | straight];
    let mut unsafe_checks = BitBoard::EMPTY;
    for (place, piece) in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().enumerate() {
        let checks = lines[place] & them.by[piece as usize];
        // A check that loses the queen is not safe.
        let safe = if piece == Piece::Queen { safe & !queen } else { safe };
        unit(CHECKS + place, one(!(checks & safe).is_empty()));
        if piece != Piece::Queen && (checks & safe).is_empty() {
            unsafe_checks |= checks & !them.own;
        }
    }
    unit(UNSAFE_CHECKS, length(unsafe_checks));
    unit(SEVERAL, one(them.attackers > 1));
    unit(MANY, one(them.attackers > 2));
    unit(NO_QUEEN, one(board.colored_pieces(!color, Piece::Queen).is_empty()));
    unit(KNIGHT_GUARDS, one(!(us.by[Piece::Knight as usize] & king).is_empty()));
    let files = us.king.file().bitboard() | us.king.file().adjacent();
    let before = ahead(us.king, color) & files;
    let close = before & !forward(forward(before, color), color);
    unit(PAWNS_GUARD, length(us.pawns & close));
    unit(NO_PAWN, one((us.pawns & us.king.file().bitboard()).is_empty()));
    unit(ALWAYS, 1);
}

/// The threats by `us`.
fn threats<T: TermCounter>(board: &Board, us: &Army, them: &Army, tally: &mut T) {
    let color = us.color;
    let by = |piece: Piece| us.by[piece as usize];
    let protected = them.by[Piece::Pawn as usize] | (them.twice & !us.twice);
    let weak = them.own & !protected & us.all;
    let officers = them.own & !them.pawns;
    let minors = (by(Piece::Knight) | by(Piece::Bishop)) & (weak | (officers & protected));
    for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        let (at, of) = (piece as usize, board.pieces(piece));
        tally.add(color, BY_PAWN + at, length(by(Piece::Pawn) & of & officers));
        tally.add(color, BY_MINOR + at, length(minors & of));
        tally.add(color, BY_ROOK + at, length(by(Piece::Rook) & weak & of));
    }
    tally.add(color, BY_KING, one(!(by(Piece::King) & weak).is_empty()));
    tally.add(color, HANGING, length(weak & (!them.all | (officers & us.twice))));
    tally.add(color, RESTRICTED, length(them.all & !protected & us.all & !them.own));
    let open = !board.occupied();
    let third = Rank::Third.relative_to(color).bitboard();
    let once = forward(us.pawns, color) & open;
    let pushed = (once | (forward(once & third, color) & open)) & !them.by[Piece::Pawn as usize] & (us.all | !them.all);
    let [left, right] = wings(pushed, color);
    tally.add(color, PUSH, length((left | right) & officers));
}

const fn placed(piece: Piece, square: Square, color: Color) -> usize {
    let flip = match color {
        Color::White => 0,
        Color::Black => 56,
    };
    let square = square as usize ^ flip;
    let file = if square % 8 < 4 { square % 8 } else { 7 - square % 8 };
    PLACED + HALF * piece as usize + square / 8 * 4 + file
}
