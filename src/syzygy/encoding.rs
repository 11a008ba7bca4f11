//! The numbering of a table's positions.
//!
//! The pieces are placed in groups. The leading group is the two kings, or three different pieces, or the pawns of one
//! side; symmetry leaves few squares for its first piece. Like pieces form one further group each. A position's number
//! is the sum of the groups' numbers, each times the number of placements of the groups before it.

use std::sync::LazyLock;

use cozy_chess::{Board, Color, Piece, Square};

use crate::cursor::Problem;
use crate::material::{MAX_PIECES, Material};

/// Placements of two kings, and of three different pieces, up to symmetry.
const KING_PAIRS: u64 = 462;
const TRIPLES: u64 = 31_332;

/// How the first pieces are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leading {
    Kings,
    Triple,
    Pawns,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    len: usize,
    /// The number of placements of the groups with a smaller factor.
    factor: u64,
}

/// How the positions of a part of a table are numbered.
#[derive(Debug)]
pub(crate) struct Encoding {
    pieces: Vec<(Color, Piece)>,
    groups: Vec<Group>,
    leading: Leading,
    /// The number of positions.
    pub(crate) positions: u64,
}

/// Squares of pieces, of which the first few are used.
pub(crate) type Squares = [u8; MAX_PIECES];

impl Encoding {
    /// Reads the encoding of the part with the leading pawn on `file`. `orders` are the places of the leading group,
    /// and of the other side's pawns, among the factors.
    pub(crate) fn new(material: Material, pieces: &[u8], orders: [usize; 2], file: usize) -> Result<Self, Problem> {
        let pieces = pieces.iter().map(|code| piece(*code)).collect::<Option<Vec<_>>>();
        let pieces = pieces.ok_or(Problem("a piece is unknown"))?;
        let leader = material.leading_color();
        let (leading, first) = match (material.has_pawns(), material.unique()) {
            (true, _) => (Leading::Pawns, material.count(leader, Piece::Pawn)),
            (false, 2) => (Leading::Kings, 2),
            (false, _) => (Leading::Triple, 3),
        };
        let mut lengths = vec![first];
        let opposing = if leading == Leading::Pawns { material.count(!leader, Piece::Pawn) } else { 0 };
        if opposing > 0 {
            lengths.push(opposing);
        }
        let is_leading = |&(color, piece): &(Color, Piece)| match leading {
            Leading::Kings => piece == Piece::King,
            Leading::Triple => material.count(color, piece) == 1,
            Leading::Pawns => piece == Piece::Pawn && color == leader,
        };
        let fits = pieces.len() == material.len()
            && pieces[..first].iter().all(is_leading)
            && pieces[first..first + opposing].iter().all(|piece| *piece == (!leader, Piece::Pawn))
            && material_of(&pieces) == Some(material);
        if !fits {
            return Err(Problem("the pieces do not fit the name"));
        }
        let special = lengths.len();
        lengths.extend(pieces[first + opposing..].chunk_by(|one, other| one == other).map(<[_]>::len));
        let groups = lengths.into_iter().map(|len| Group { len, factor: 0 }).collect();
        let mut encoding = Self { pieces, groups, leading, positions: 1 };
        encoding.set_factors(&orders[..special], file)?;
        Ok(encoding)
    }

    /// Computes the factors of the groups. The groups named by `orders` have these places, the others fill the rest.
    fn set_factors(&mut self, orders: &[usize], file: usize) -> Result<(), Problem> {
        let mut others = orders.len()..self.groups.len();
        let first = self.groups[0].len;
        let mut free = 64 - self.groups[..orders.len()].iter().map(|group| group.len).sum::<usize>();
        for place in 0..self.groups.len() {
            let at = orders.iter().position(|order| *order == place).or_else(|| others.next());
            let at = at.ok_or(Problem("the order of the pieces is invalid"))?;
            let len = self.groups[at].len;
            self.groups[at].factor = self.positions;
            self.positions *= match (at, self.leading) {
                (0, Leading::Kings) => KING_PAIRS,
                (0, Leading::Triple) => TRIPLES,
                (0, Leading::Pawns) => NUMBERS.pawns[first - 1][file][PAWN_RANKS],
                (1, Leading::Pawns) if orders.len() == 2 => binomial(48 - first, len),
                _ => {
                    free -= len;
                    binomial(free + len, len)
                }
            };
        }
        if self.groups.iter().any(|group| group.factor == 0) {
            return Err(Problem("the order of the pieces is invalid"));
        }
        Ok(())
    }

    /// Returns the squares of the pieces, from the view of the table's White if `flipped`.
    pub(crate) fn squares(&self, board: &Board, flipped: bool) -> Squares {
        let mirror = if flipped && self.leading == Leading::Pawns { 0x38 } else { 0 };
        let mut squares = [0; MAX_PIECES];
        let mut free = squares.iter_mut();
        for pieces in self.pieces.chunk_by(|one, other| one == other) {
            let (color, piece) = pieces[0];
            let placed = board.colored_pieces(if flipped { !color } else { color }, piece);
            // The squares come first, because `zip` takes from its first argument once more than it yields.
            for (square, to) in placed.into_iter().zip(free.by_ref()) {
                *to = square as u8 ^ mirror;
            }
        }
        squares
    }

    /// Returns the number of a position. `None` if the kings touch.
    pub(crate) fn index(&self, mut squares: Squares) -> Option<u64> {
        let squares = &mut squares[..self.pieces.len()];
        let first = self.groups[0].len;
        let number = match self.leading {
            Leading::Pawns => number_of_pawns(squares, first),
            Leading::Kings => number_of_kings(squares)?,
            Leading::Triple => number_of_triple(squares),
        };
        let mut index = number * self.groups[0].factor;
        let mut placed = first;
        for (at, group) in self.groups.iter().enumerate().skip(1) {
            let (before, rest) = squares.split_at_mut(placed);
            let opposing_pawns = self.leading == Leading::Pawns && at == 1 && self.pieces[placed].1 == Piece::Pawn;
            let lowest = if opposing_pawns { 8 } else { 0 };
            let own = &mut rest[..group.len];
            own.sort_unstable();
            let mut number = 0;
            for (place, square) in own.iter().enumerate() {
                let lower = before.iter().filter(|other| *other < square).count();
                number += binomial((usize::from(*square)).checked_sub(lower + lowest)?, place + 1);
            }
            index += number * group.factor;
            placed += group.len;
        }
        Some(index)
    }
}

fn piece(code: u8) -> Option<(Color, Piece)> {
    let color = if code & 8 == 0 { Color::White } else { Color::Black };
    Some((color, Piece::try_index(usize::from(code & 7).checked_sub(1)?)?))
}

/// Returns the material of these pieces, of which like ones must be neighbours.
fn material_of(pieces: &[(Color, Piece)]) -> Option<Material> {
    let groups: Vec<_> = pieces.chunk_by(|one, other| one == other).collect();
    let count = |wanted| {
        let mut found = groups.iter().filter(|group| group[0] == wanted);
        let len = found.next().map_or(0, |group| group.len());
        found.next().is_none().then_some(len)
    };
    let mut material = [[0; Piece::NUM]; Color::NUM];
    for color in Color::ALL {
        for piece in Piece::ALL {
            material[color as usize][piece as usize] = u8::try_from(count((color, piece))?).ok()?;
        }
    }
    Some(Material::new(material))
}

/// Returns the number of ways to choose `k` of `n`.
fn binomial(n: usize, k: usize) -> u64 {
    let (n, k) = (n as u64, k as u64);
    if n < k { 0 } else { (0..k).fold(1, |product, i| product * (n - i) / (i + 1)) }
}

const fn file(square: u8) -> usize {
    (square & 7) as usize
}

const fn rank(square: u8) -> usize {
    (square >> 3) as usize
}

/// Returns the distance of a square's file from the edge.
const fn folded_file(square: u8) -> usize {
    let file = file(square);
    if file < 4 { file } else { 7 - file }
}

const PAWN_RANKS: usize = 6;

/// Numbers that are computed once.
struct Numbers {
    /// For the number of pawns minus 1, the leading pawn's file and its rank minus 1: the number of placements with a
    /// leading pawn on the ranks below. The last entry is the number of all placements.
    pawns: [[[u64; PAWN_RANKS + 1]; 4]; 5],
    /// For the place of the first king in the triangle, and the square of the second. `u16::MAX` if they touch or the
    /// pair is symmetric to another.
    kings: [[u16; 64]; 10],
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
    let mut pawns = [[[0; PAWN_RANKS + 1]; 4]; 5];
    for (others, files) in pawns.iter_mut().enumerate() {
        for (file, ranks) in files.iter_mut().enumerate() {
            for rank in 0..PAWN_RANKS {
                let square = (8 * (rank + 1) + file) as u8;
                ranks[rank + 1] = ranks[rank] + binomial(pawn_priority(square), others);
            }
        }
    }
    let mut kings = [[u16::MAX; 64]; 10];
    let mut next = 0;
    // Pairs with both kings on the diagonal come last.
    for both in [false, true] {
        for (first, pairs) in TRIANGLE.into_iter().zip(&mut kings) {
            for second in 0..64 {
                let touch = file(first).abs_diff(file(second)) <= 1 && rank(first).abs_diff(rank(second)) <= 1;
                let on_diagonal = file(first) == rank(first);
                let last = on_diagonal && file(second) == rank(second);
                let mirrored = on_diagonal && file(second) < rank(second);
                if !touch && !mirrored && last == both {
                    pairs[usize::from(second)] = next;
                    next += 1;
                }
            }
        }
    }
    Numbers { pawns, kings }
});

/// The squares of the triangle a1, d1, d4: first those below the diagonal, then the diagonal.
const TRIANGLE: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

fn triangle(square: u8) -> u64 {
    TRIANGLE.iter().position(|other| *other == square).map_or(0, |place| place as u64)
}

/// Returns the rank of a pawn among its fellows: the leading one has the highest. Pawns near the edge come first, then
/// those near their own side.
fn pawn_priority(square: u8) -> usize {
    let right = usize::from(file(square) >= 4);
    47_usize.saturating_sub(12 * folded_file(square) + 2 * (rank(square).saturating_sub(1)) + right)
}

/// Puts the leading pawn first and returns the distance of its file from the edge.
pub(crate) fn leading_file(pawns: &mut [u8]) -> usize {
    let first = (0..pawns.len()).max_by_key(|at| pawn_priority(pawns[*at])).unwrap_or(0);
    pawns.swap(0, first);
    folded_file(pawns[0])
}

/// Moves the leading pawn to the left half of the board and returns the number of the pawns' placement.
fn number_of_pawns(squares: &mut [u8], pawns: usize) -> u64 {
    leading_file(&mut squares[..pawns]);
    if file(squares[0]) >= 4 {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    let (leading, others) = squares[..pawns].split_at_mut(1);
    others.sort_unstable_by_key(|square| std::cmp::Reverse(pawn_priority(*square)));
    let below = NUMBERS.pawns[pawns - 1][folded_file(leading[0])];
    let left = (1..pawns).rev();
    below[rank(leading[0]).saturating_sub(1)]
        + others.iter().zip(left).map(|(square, left)| binomial(pawn_priority(*square), left)).sum::<u64>()
}

/// Moves the first piece into the triangle, and the first of the `leading` ones that is off the diagonal below it.
fn into_triangle(squares: &mut [u8], leading: usize) {
    if file(squares[0]) >= 4 {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    if rank(squares[0]) >= 4 {
        squares.iter_mut().for_each(|square| *square ^= 0x38);
    }
    let off = squares[..leading].iter().find(|square| file(**square) != rank(**square));
    if off.is_some_and(|square| rank(*square) > file(*square)) {
        squares.iter_mut().for_each(|square| *square = (*square >> 3) | ((*square & 7) << 3));
    }
}

fn number_of_kings(squares: &mut [u8]) -> Option<u64> {
    into_triangle(squares, 2);
    let number = NUMBERS.kings[triangle(squares[0]) as usize][usize::from(squares[1])];
    (number != u16::MAX).then_some(number.into())
}

/// Numbers three different pieces: first by the first of them that is off the diagonal, then by their squares.
fn number_of_triple(squares: &mut [u8]) -> u64 {
    into_triangle(squares, 3);
    let [a, b, c] = [squares[0], squares[1], squares[2]];
    let on_diagonal = |square| file(square) == rank(square);
    // The square's number among those that the pieces before it leave free.
    let b_free = u64::from(b) - u64::from(b > a);
    let c_free = u64::from(c) - u64::from(c > a) - u64::from(c > b);
    // The same among the squares of the diagonal.
    let b_step = || rank(b) as u64 - u64::from(b > a);
    let c_step = || rank(c) as u64 - u64::from(c > a) - u64::from(c > b);
    let below = |square| {
        let (file, rank) = (file(square) as u64, rank(square) as u64);
        rank * (13 - rank) / 2 + file - 1
    };
    let step = rank(a) as u64;
    if !on_diagonal(a) {
        triangle(a) * 63 * 62 + b_free * 62 + c_free
    } else if !on_diagonal(b) {
        6 * 63 * 62 + step * 28 * 62 + below(b) * 62 + c_free
    } else if !on_diagonal(c) {
        6 * 63 * 62 + 4 * 28 * 62 + step * 7 * 28 + b_step() * 28 + below(c)
    } else {
        6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28 + step * 7 * 6 + b_step() * 6 + c_step()
    }
}

/// Returns the leading pawns' squares from the view of the table's White.
pub(crate) fn leading_pawns(board: &Board, material: Material, flipped: bool) -> Vec<u8> {
    let color = material.leading_color();
    let pawns = board.colored_pieces(if flipped { !color } else { color }, Piece::Pawn);
    pawns.into_iter().map(|square: Square| square as u8 ^ if flipped { 0x38 } else { 0 }).collect()
}
