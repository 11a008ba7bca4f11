//! Points, sets of points, and where each kind of piece can go on a board.
//!
//! A set of points is the low 90 bits of a word, rank by rank from Red's first. Rooks and cannons move along lines: the
//! pieces on a rank or a file are gathered into a number of nine or ten bits, in which a few operations find the next
//! pieces. On a file these bits are nine apart, so that they lie on the diagonal of a square of 8 × 8 bits, where one
//! multiplication gathers or spreads them, as in the kindergarten bitboards of chess
//! (<https://www.chessprogramming.org/Kindergarten_Bitboards>). Tables indexed by these numbers are no faster.

use crate::{BySide, Side};

/// A set of points.
pub(super) type Set = u128;

pub(super) const FILES: usize = 9;
pub(super) const RANKS: usize = 10;
/// The number of points.
pub(super) const POINTS: usize = FILES * RANKS;
/// All points.
pub(super) const BOARD: Set = (1 << POINTS) - 1;

/// The points of Red's half of the board.
pub(super) const RED_HALF: Set = (1 << (POINTS / 2)) - 1;
/// The points of a rank, on the first rank.
const RANK: u32 = 0x1ff;
/// Every ninth bit of a word: the first eight points of the first file.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;
/// Copies a byte to all bytes of a word.
const REPEAT: u64 = 0x0101_0101_0101_0101;

/// A kind of piece. The numbers are the bits of [`Pieces`], so that no kind is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Advisor = 1,
    Elephant,
    Soldier,
    Horse,
    Cannon,
    Rook,
    General,
}

impl Kind {
    pub(super) const ALL: [Self; 7] =
        [Self::Advisor, Self::Elephant, Self::Soldier, Self::Horse, Self::Cannon, Self::Rook, Self::General];

    /// Returns the letter of a FEN, in lower case.
    pub(super) const fn letter(self) -> u8 {
        match self {
            Self::Advisor => b'a',
            Self::Elephant => b'b',
            Self::Soldier => b'p',
            Self::Horse => b'n',
            Self::Cannon => b'c',
            Self::Rook => b'r',
            Self::General => b'k',
        }
    }
}

/// A point: its file plus nine times its rank, both from 0 at Red's left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Point(u8);

impl Point {
    /// Returns the point with this number, if there is one.
    pub(super) fn new(number: usize) -> Option<Self> {
        u8::try_from(number).ok().filter(|number| usize::from(*number) < POINTS).map(Self)
    }

    /// Returns the point on this file and rank, if there is one.
    pub(super) fn at(file: usize, rank: usize) -> Option<Self> {
        if file < FILES { Self::new(rank * FILES + file) } else { None }
    }

    /// Returns the first point of a set that is not empty.
    #[inline]
    pub(super) const fn first(set: Set) -> Self {
        debug_assert!(set != 0 && set & !BOARD == 0);
        Self(set.trailing_zeros() as u8)
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) const fn set(self) -> Set {
        1 << self.0
    }

    #[inline]
    pub(super) const fn file(self) -> usize {
        self.0 as usize % FILES
    }

    #[inline]
    pub(super) const fn rank(self) -> usize {
        self.0 as usize / FILES
    }

    /// Returns the point as `side` counts: the rank from its own first rank, the file unchanged.
    pub(super) const fn seen_by(self, side: Side) -> Self {
        match side {
            Side::First => self,
            Side::Second => Self((FILES * (RANKS - 1 - self.rank()) + self.file()) as u8),
        }
    }
}

/// Iterates over the points of a set in ascending order.
#[inline]
pub(super) fn points(mut set: Set) -> impl Iterator<Item = Point> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let point = Point::first(set);
            set &= set - 1;
            point
        })
    })
}

/// Returns the number of points in a set.
#[inline]
pub(super) const fn size(set: Set) -> usize {
    set.count_ones() as usize
}

/// The pieces of both sides: for each point three bits with its kind, or 0, and the points of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pieces {
    bits: [Set; 3],
    sides: BySide<Set>,
}

impl Pieces {
    #[inline]
    pub(super) const fn of(&self, side: Side) -> Set {
        match side {
            Side::First => self.sides.first,
            Side::Second => self.sides.second,
        }
    }

    #[inline]
    pub(super) const fn occupied(&self) -> Set {
        self.sides.first | self.sides.second
    }

    /// Returns the pieces of a kind of both sides.
    #[inline]
    pub(super) const fn kind(&self, kind: Kind) -> Set {
        let [a, b, c] = self.bits;
        match kind {
            Kind::Advisor => a & !b & !c,
            Kind::Elephant => !a & b & !c,
            Kind::Soldier => a & b & !c,
            Kind::Horse => !a & !b & c,
            Kind::Cannon => a & !b & c,
            Kind::Rook => !a & b & c,
            Kind::General => a & b & c,
        }
    }

    /// Returns the pieces of a kind of one side.
    #[inline]
    pub(super) const fn own(&self, side: Side, kind: Kind) -> Set {
        self.kind(kind) & self.of(side)
    }

    /// Returns the point of a side's general.
    #[inline]
    pub(super) const fn general(&self, side: Side) -> Point {
        Point::first(self.own(side, Kind::General))
    }

    /// Returns the number of the kind on a point, 0 if it is empty.
    #[inline]
    pub(super) const fn number_at(&self, point: Point) -> usize {
        let [a, b, c] = self.bits;
        (a >> point.0) as usize & 1 | ((b >> point.0) as usize & 1) << 1 | ((c >> point.0) as usize & 1) << 2
    }

    /// Returns the kind of the piece on a point.
    #[inline]
    pub(super) const fn at(&self, point: Point) -> Option<Kind> {
        match self.number_at(point) {
            0 => None,
            number => Some(Kind::ALL[number - 1]),
        }
    }

    /// Puts a piece on an empty point.
    pub(super) fn put(&mut self, side: Side, kind: Kind, point: Point) {
        for (bit, plane) in self.bits.iter_mut().enumerate() {
            *plane |= ((kind as Set) >> bit & 1) << point.0;
        }
        self.sides[side] |= point.set();
    }

    /// Moves a piece of `side` to a point, which may have a piece of the other side.
    #[inline]
    pub(super) fn shift(&mut self, side: Side, from: Point, to: Point) {
        let clear = !(from.set() | to.set());
        for plane in &mut self.bits {
            *plane = *plane & clear | (*plane >> from.0 & 1) << to.0;
        }
        self.sides[side] ^= from.set() | to.set();
        self.sides[!side] &= clear;
    }

    /// Returns the pieces with exchanged sides on a board seen from the other end.
    pub(super) fn turned(&self) -> Self {
        Self { bits: self.bits.map(upside_down), sides: self.sides.exchanged().map(upside_down) }
    }

    /// Returns the pieces on a board in a mirror, with the left and right wings exchanged.
    pub(super) fn mirrored(&self) -> Self {
        Self { bits: self.bits.map(in_a_mirror), sides: self.sides.map(in_a_mirror) }
    }
}

/// Reverses the order of the ranks.
fn upside_down(set: Set) -> Set {
    (0..RANKS).fold(0, |turned, rank| turned | (set >> (FILES * rank) & RANK as Set) << (FILES * (RANKS - 1 - rank)))
}

/// Reverses the order of the files.
fn in_a_mirror(set: Set) -> Set {
    let file: Set = (0..RANKS).fold(0, |file, rank| file | 1 << (FILES * rank));
    (0..FILES).fold(0, |turned, at| turned | (set >> at & file) << (FILES - 1 - at))
}

/// Returns the points of `set` on a rank as bits from the left.
#[inline]
const fn rank_line(set: Set, rank: usize) -> u32 {
    (set >> (FILES * rank)) as u32 & RANK
}

/// Returns the points of `set` on a file as bits from Red's first rank.
#[inline]
const fn file_line(set: Set, file: usize) -> u32 {
    let (low, high) = ((set >> file) as u64, (set >> (64 + file)) as u64);
    ((low & DIAGONAL).wrapping_mul(REPEAT) >> 56 | high & 0x100 | high >> 8 & 0x200) as u32
}

/// Returns the points with these bits on a file.
#[inline]
const fn on_file(line: u32, file: usize) -> Set {
    let line = line as u64;
    let low = (line & 0xff).wrapping_mul(REPEAT) & DIAGONAL;
    let high = line & 0x100 | (line & 0x200) << 8;
    (low as Set | (high as Set) << 64) << file
}

/// Returns the bits of a line that a rook on bit `at` can reach, captures of either side included.
#[inline]
const fn slide(at: usize, occupied: u32) -> u32 {
    let (below, above) = ((1 << at) - 1, !((2 << at) - 1));
    let next = occupied & above;
    let up = (next & next.wrapping_neg()).wrapping_mul(2).wrapping_sub(1) & above;
    let down = below & !(highest(occupied & below | 1) - 1);
    (up | down) & 0x3ff
}

/// Returns the bits of a line that a cannon on bit `at` can capture: the second piece in each direction.
#[inline]
const fn jump(at: usize, occupied: u32) -> u32 {
    let (below, above) = ((1 << at) - 1, !((2 << at) - 1));
    let next = occupied & above;
    let up = next & next.wrapping_sub(1);
    let next = occupied & below;
    let down = next ^ highest(next);
    up & up.wrapping_neg() | highest(down)
}

/// Returns the highest bit of a number.
const fn highest(bits: u32) -> u32 {
    if bits == 0 { 0 } else { 1 << (31 - bits.leading_zeros()) }
}

/// The points that can be reached along a rank and a file.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// The empty points and the first piece in each direction: where a rook can go.
    pub slides: Set,
    /// The second piece in each direction: what a cannon can capture.
    pub jumps: Set,
}

/// Returns what can be reached along the lines through a point.
#[inline]
pub(super) fn reach(point: Point, occupied: Set) -> Reach {
    let (file, rank) = (point.file(), point.rank());
    let (row, column) = (rank_line(occupied, rank), file_line(occupied, file));
    let both = |row: u32, column: u32| Set::from(row & RANK) << (FILES * rank) | on_file(column, file);
    Reach { slides: both(slide(file, row), slide(rank, column)), jumps: both(jump(file, row), jump(rank, column)) }
}

/// Returns where a rook can go.
#[inline]
pub(super) fn rook(point: Point, occupied: Set) -> Set {
    reach(point, occupied).slides
}

/// Returns where a cannon can go.
#[inline]
pub(super) fn cannon(point: Point, occupied: Set) -> Set {
    let Reach { slides, jumps } = reach(point, occupied);
    slides & !occupied | jumps
}

/// One direction of a piece that can be blocked: the point that must be empty, and where it leads.
#[derive(Clone, Copy)]
struct Leg {
    point: Set,
    to: Set,
}

type Legs = [[Leg; 4]; POINTS];

/// Returns the point at this distance, or no point if it is not on the board.
const fn step(point: usize, files: i32, ranks: i32) -> Set {
    let (file, rank) = ((point % FILES) as i32 + files, (point / FILES) as i32 + ranks);
    if file < 0 || file >= FILES as i32 || rank < 0 || rank >= RANKS as i32 {
        return 0;
    }
    1 << (rank * FILES as i32 + file)
}

const ORTHOGONALS: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONALS: [(i32, i32); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// The legs of a horse: it steps to an orthogonal neighbour and from there diagonally outwards.
const HORSE: Legs = {
    let mut legs = [[Leg { point: 0, to: 0 }; 4]; POINTS];
    let mut at = 0;
    while at < POINTS {
        let mut way = 0;
        while way < 4 {
            let (x, y) = ORTHOGONALS[way];
            let to = step(at, 2 * x + y, 2 * y + x) | step(at, 2 * x - y, 2 * y - x);
            legs[at][way] = Leg { point: step(at, x, y), to };
            way += 1;
        }
        at += 1;
    }
    legs
};

/// The legs of the horses that attack a point, which are its diagonal neighbours, and the points of these horses.
const HORSE_TO: Legs = {
    let mut legs = [[Leg { point: 0, to: 0 }; 4]; POINTS];
    let mut at = 0;
    while at < POINTS {
        let mut way = 0;
        while way < 4 {
            let (x, y) = DIAGONALS[way];
            legs[at][way] = Leg { point: step(at, x, y), to: step(at, 2 * x, y) | step(at, x, 2 * y) };
            way += 1;
        }
        at += 1;
    }
    legs
};

/// The eyes of an elephant. It stays on its half of the board.
const ELEPHANT: Legs = {
    let mut legs = [[Leg { point: 0, to: 0 }; 4]; POINTS];
    let mut at = 0;
    while at < POINTS {
        let half = if at < POINTS / 2 { RED_HALF } else { BOARD & !RED_HALF };
        let mut way = 0;
        while way < 4 {
            let (x, y) = DIAGONALS[way];
            legs[at][way] = Leg { point: step(at, x, y), to: step(at, 2 * x, 2 * y) & half };
            way += 1;
        }
        at += 1;
    }
    legs
};

static HORSES: Legs = HORSE;
static HORSES_TO: Legs = HORSE_TO;
static ELEPHANTS: Legs = ELEPHANT;

#[inline]
fn unblocked(legs: &[Leg; 4], occupied: Set) -> Set {
    legs.iter().fold(0, |all, leg| all | if leg.point & occupied == 0 { leg.to } else { 0 })
}

/// Returns where a horse can go.
#[inline]
pub(super) fn horse(point: Point, occupied: Set) -> Set {
    unblocked(&HORSES[point.index()], occupied)
}

/// Returns the orthogonal neighbours of a point: the legs of a horse.
#[inline]
pub(super) fn neighbours(point: Point) -> Set {
    HORSES[point.index()].iter().fold(0, |all, leg| all | leg.point)
}

/// Returns the points from which a horse attacks this one.
#[inline]
pub(super) fn horse_to(point: Point, occupied: Set) -> Set {
    unblocked(&HORSES_TO[point.index()], occupied)
}

/// Iterates over the legs of the horses that would attack a point: each leg, and the points of these horses.
#[inline]
pub(super) fn legs_to(point: Point) -> impl Iterator<Item = (Set, Set)> {
    HORSES_TO[point.index()].iter().map(|leg| (leg.point, leg.to))
}

/// Returns where an elephant can go.
#[inline]
pub(super) fn elephant(point: Point, occupied: Set) -> Set {
    unblocked(&ELEPHANTS[point.index()], occupied)
}

/// The points of both palaces.
pub(super) const PALACES: Set = {
    let row: Set = 0b111_000;
    let red = row | row << FILES | row << (2 * FILES);
    red | red << (7 * FILES)
};
/// The points that advisors can reach.
pub(super) const ADVISOR_POINTS: Set = {
    let (outer, inner): (Set, Set) = (0b101_000, 0b010_000);
    let red = outer | inner << FILES | outer << (2 * FILES);
    red | red << (7 * FILES)
};
/// The points that elephants can reach.
pub(super) const ELEPHANT_POINTS: Set = {
    let (outer, inner): (Set, Set) = (0b0_0100_0100, 0b1_0001_0001);
    let red = outer | inner << (2 * FILES) | outer << (4 * FILES);
    red | red << (5 * FILES)
};
/// The points that the soldiers of each side can reach.
pub(super) const SOLDIER_POINTS: BySide<Set> = {
    let row: Set = 0b1_0101_0101;
    let own = row << (3 * FILES) | row << (4 * FILES);
    let others = row << (5 * FILES) | row << (6 * FILES);
    BySide::new(own | BOARD & !RED_HALF, others | RED_HALF)
};

/// The steps in these directions that stay within the palaces.
const fn in_palace(ways: [(i32, i32); 4]) -> [Set; POINTS] {
    let mut table = [0; POINTS];
    let mut at = 0;
    while at < POINTS {
        let mut way = 0;
        while way < 4 {
            let (x, y) = ways[way];
            if PALACES >> at & 1 == 1 {
                table[at] |= step(at, x, y) & PALACES;
            }
            way += 1;
        }
        at += 1;
    }
    table
}

static ADVISORS: [Set; POINTS] = in_palace(DIAGONALS);
static GENERALS: [Set; POINTS] = in_palace(ORTHOGONALS);

/// Returns where an advisor can go.
#[inline]
pub(super) fn advisor(point: Point) -> Set {
    ADVISORS[point.index()]
}

/// Returns where a general can go.
#[inline]
pub(super) fn general(point: Point) -> Set {
    GENERALS[point.index()]
}

/// The targets of soldiers from each point, or their origins if `back` is set.
const fn soldier_steps(forwards: i32, back: bool) -> [Set; POINTS] {
    let crossed = if forwards > 0 { BOARD & !RED_HALF } else { RED_HALF };
    let mut table = [0; POINTS];
    let mut at = 0;
    while at < POINTS {
        table[at] = step(at, 0, if back { -forwards } else { forwards });
        if crossed >> at & 1 == 1 {
            table[at] |= step(at, -1, 0) | step(at, 1, 0);
        }
        at += 1;
    }
    table
}

static SOLDIERS: BySide<[Set; POINTS]> = BySide::new(soldier_steps(1, false), soldier_steps(-1, false));
static SOLDIERS_TO: BySide<[Set; POINTS]> = BySide::new(soldier_steps(1, true), soldier_steps(-1, true));

/// Returns where a soldier of `side` can go.
#[inline]
pub(super) fn soldier(side: Side, point: Point) -> Set {
    SOLDIERS[side][point.index()]
}

/// Returns the points from which a soldier of `side` attacks this one.
#[inline]
pub(super) fn soldier_to(side: Side, point: Point) -> Set {
    SOLDIERS_TO[side][point.index()]
}

/// Returns the points of soldiers that have crossed the river.
pub(super) const fn across(side: Side) -> Set {
    match side {
        Side::First => BOARD & !RED_HALF,
        Side::Second => RED_HALF,
    }
}

/// Returns where a piece can go, its own side's pieces included.
pub(super) fn moves_of(kind: Kind, side: Side, point: Point, occupied: Set) -> Set {
    match kind {
        Kind::Advisor => advisor(point),
        Kind::Elephant => elephant(point, occupied),
        Kind::Soldier => soldier(side, point),
        Kind::Horse => horse(point, occupied),
        Kind::Cannon => cannon(point, occupied),
        Kind::Rook => rook(point, occupied),
        Kind::General => general(point),
    }
}

/// The pieces of a side that can give check, and its general, which must not face the other.
#[derive(Clone, Copy)]
pub(super) struct Attackers {
    pub rooks: Set,
    pub cannons: Set,
    pub horses: Set,
    pub soldiers: Set,
    pub general: Set,
    pub side: Side,
}

impl Attackers {
    #[inline]
    pub(super) const fn new(pieces: &Pieces, side: Side) -> Self {
        Self {
            rooks: pieces.own(side, Kind::Rook),
            cannons: pieces.own(side, Kind::Cannon),
            horses: pieces.own(side, Kind::Horse),
            soldiers: pieces.own(side, Kind::Soldier),
            general: pieces.own(side, Kind::General),
            side,
        }
    }

    /// Returns the pieces that attack a general on this point, and the other general if it faces the point.
    #[inline]
    pub(super) fn of(&self, point: Point, occupied: Set) -> Set {
        let Reach { slides, jumps } = reach(point, occupied);
        slides & (self.rooks | self.general)
            | jumps & self.cannons
            | horse_to(point, occupied) & self.horses
            | soldier_to(self.side, point) & self.soldiers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_gathered_and_spread() {
        for file in 0..FILES {
            for line in 0..1024 {
                let set = on_file(line, file);
                let expected = (0..RANKS).filter(|rank| line >> rank & 1 == 1);
                assert!(expected.map(|rank| rank * FILES + file).eq(points(set).map(Point::index)));
                assert_eq!(file_line(set | BOARD & !on_file(0x3ff, file), file), line);
            }
        }
    }

    #[test]
    fn lines_agree_with_walking_along_them() {
        let beyond = |at: i32, step: i32, occupied: i32| {
            let mut found = Vec::new();
            let mut next = at + step;
            while (0..10).contains(&next) {
                found.push((next, occupied >> next & 1 == 1));
                next += step;
            }
            found
        };
        for at in 0..10 {
            for occupied in 0..1024 {
                let (mut slides, mut jumps) = (0, 0);
                for step in [-1, 1] {
                    let mut pieces = 0;
                    for (place, taken) in beyond(at, step, occupied) {
                        slides |= if pieces == 0 { 1 << place } else { 0 };
                        pieces += i32::from(taken);
                        jumps |= if taken && pieces == 2 { 1 << place } else { 0 };
                    }
                }
                let (at, occupied) = (usize::try_from(at).unwrap(), u32::try_from(occupied).unwrap());
                assert_eq!((slide(at, occupied), jump(at, occupied)), (slides, jumps), "{at} {occupied:b}");
            }
        }
    }
}
