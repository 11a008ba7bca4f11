//! Legal moves.
//!
//! Few moves can expose the own general: those of the general, those that lift a piece off a point where it shields the
//! general, and those that put a piece between the general and a cannon. These points are found once for a position.
//! All other moves of a side that is not in check are legal without a test.

use super::board::{
    self, Attackers, Kind, Pieces, Point, Reach, Set, advisor, cannon, elephant, general, horse, legs_to, moves_of,
    points, reach, rook, size, soldier,
};
use super::{Xiangqi, XiangqiMove};
use crate::Side;

/// The facts about a position that decide which moves of a side are legal.
pub(super) struct Generator<'a> {
    pieces: &'a Pieces,
    side: Side,
    own: Set,
    occupied: Set,
    general: Point,
    enemies: Attackers,
    /// Own pieces that shield the general from an attack.
    shields: Set,
    /// Points on which a piece would be the screen of a cannon that attacks the general.
    screens: Set,
    /// In check, the points to which another piece than the general may have to go. Otherwise all points.
    answers: Set,
    /// In check, the own pieces that may end it by leaving their place.
    leavers: Set,
    check: bool,
}

impl<'a> Generator<'a> {
    #[inline]
    pub(super) fn new(position: &'a Xiangqi) -> Self {
        Self::of(&position.pieces, position.to_move, position.check)
    }

    /// Creates the generator of a side, whose turn it need not be.
    pub(super) fn fresh(pieces: &'a Pieces, side: Side) -> Self {
        let enemies = Attackers::new(pieces, !side);
        Self::of(pieces, side, enemies.of(pieces.general(side), pieces.occupied()) != 0)
    }

    #[inline]
    fn of(pieces: &'a Pieces, side: Side, check: bool) -> Self {
        let (own, occupied, general) = (pieces.of(side), pieces.occupied(), pieces.general(side));
        let mut generator = Self {
            pieces,
            side,
            own,
            occupied,
            general,
            enemies: Attackers::new(pieces, !side),
            shields: 0,
            screens: 0,
            answers: board::BOARD,
            leavers: 0,
            check,
        };
        if check {
            generator.find_answers();
        } else {
            generator.find_shields();
        }
        generator
    }

    /// Finds the points where own pieces are not free to leave or to come.
    #[inline]
    fn find_shields(&mut self) {
        let Self { general, occupied, own, enemies, .. } = *self;
        let Reach { slides: first, jumps: second } = reach(general, occupied);
        // Without the nearest pieces, rooks behind one piece and cannons behind two come into view.
        let nearest = first & occupied;
        let third = reach(general, occupied & !nearest).jumps;
        let sliders = second & (enemies.rooks | enemies.general);
        let jumpers = third & enemies.cannons;
        for attacker in points(sliders | jumpers) {
            let between = rook(general, attacker.set()) & rook(attacker, general.set());
            self.shields |= between & own;
        }
        for cannon in points(nearest & enemies.cannons) {
            self.screens |= rook(general, cannon.set()) & rook(cannon, general.set());
        }
        for (leg, horses) in legs_to(general) {
            if horses & enemies.horses != 0 {
                self.shields |= leg & own;
            }
        }
    }

    /// Finds the moves that may answer a check.
    #[inline]
    fn find_answers(&mut self) {
        let Self { general, occupied, own, enemies, .. } = *self;
        let checkers = enemies.of(general, occupied);
        self.answers = checkers;
        for attacker in points(checkers & (enemies.rooks | enemies.cannons)) {
            let between = rook(general, attacker.set()) & rook(attacker, general.set());
            self.answers |= between;
            self.leavers |= between & own;
        }
        for (leg, horses) in legs_to(general) {
            if horses & checkers & enemies.horses != 0 {
                self.answers |= leg;
            }
        }
    }

    /// Returns whether the move leaves the own general attacked.
    #[inline]
    fn exposes(&self, from: Point, to: Point) -> bool {
        let occupied = self.occupied & !from.set() | to.set();
        let general = if from == self.general { to } else { self.general };
        self.enemies.of(general, occupied) & !to.set() != 0
    }

    /// Returns the legal ones among the targets of a piece other than the general.
    #[inline]
    fn legal(&self, from: Point, targets: Set) -> Set {
        let mut targets = targets & !self.own;
        let mut uncertain = targets & self.screens;
        if self.check {
            if from.set() & self.leavers == 0 {
                targets &= self.answers;
            }
            uncertain = targets;
        } else if from.set() & self.shields != 0 {
            uncertain = targets;
        }
        self.without_exposing(from, targets, uncertain)
    }

    #[inline]
    fn without_exposing(&self, from: Point, mut targets: Set, uncertain: Set) -> Set {
        for to in points(uncertain) {
            if self.exposes(from, to) {
                targets ^= to.set();
            }
        }
        targets
    }

    /// Calls `found` with each own piece and its legal targets within `wanted`, until it returns true.
    #[inline]
    pub(super) fn each(&self, wanted: Set, mut found: impl FnMut(Point, Set) -> bool) -> bool {
        macro_rules! of_kind {
            ($kind:ident, $targets:expr) => {
                for from in points(self.own & self.pieces.kind(Kind::$kind)) {
                    let targets = $targets(from) & wanted;
                    if found(from, self.legal(from, targets)) {
                        return true;
                    }
                }
            };
        }
        of_kind!(Rook, |from| rook(from, self.occupied));
        of_kind!(Cannon, |from| cannon(from, self.occupied));
        of_kind!(Horse, |from| horse(from, self.occupied));
        of_kind!(Soldier, |from| soldier(self.side, from));
        of_kind!(Elephant, |from| elephant(from, self.occupied));
        of_kind!(Advisor, advisor);
        let steps = general(self.general) & wanted & !self.own;
        found(self.general, self.without_exposing(self.general, steps, steps))
    }

    /// Appends the legal moves to points of `wanted`.
    #[inline]
    pub(super) fn list(&self, wanted: Set, moves: &mut Vec<XiangqiMove>) {
        self.each(wanted, |from, targets| {
            moves.extend(points(targets).map(|to| XiangqiMove { from, to }));
            false
        });
    }

    /// Returns the number of legal moves.
    #[inline]
    pub(super) fn count(&self) -> usize {
        let mut count = 0;
        self.each(board::BOARD, |_, targets| {
            count += size(targets);
            false
        });
        count
    }

    /// Returns whether there is a legal move to a point of `wanted`.
    #[inline]
    pub(super) fn any(&self, wanted: Set) -> bool {
        self.each(wanted, |_, targets| targets != 0)
    }

    /// Returns whether a move is legal.
    pub(super) fn is_legal(&self, mv: XiangqiMove) -> bool {
        let Some(kind) = self.pieces.at(mv.from).filter(|_| self.own & mv.from.set() != 0) else { return false };
        let targets = moves_of(kind, self.side, mv.from, self.occupied) & !self.own;
        targets & mv.to.set() != 0 && !self.exposes(mv.from, mv.to)
    }
}
