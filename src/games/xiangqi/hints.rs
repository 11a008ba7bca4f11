//! The hints of xiangqi: captures, exchanges, checks, null moves and the mirror.

use super::board::{Attackers, Kind, POINTS, Point};
use super::exchange;
use super::generate::Generator;
use super::{Xiangqi, XiangqiMove};
use crate::{ExactEndgame, MoveOrdering, Side, Symmetry, Tactics};

/// Returns the value of a piece for the order of captures.
const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Soldier => 1,
        Kind::Advisor | Kind::Elephant => 2,
        Kind::Horse => 4,
        Kind::Cannon => 5,
        Kind::Rook => 9,
        Kind::General => 10,
    }
}

impl MoveOrdering for Xiangqi {
    /// Orders captures first, by the most valuable victim and then the least valuable attacker.
    fn rank(&self, mv: XiangqiMove) -> i32 {
        self.capture_value(mv).unwrap_or(0)
    }

    /// Combines the piece and its target. Pieces that stay on their half share numbers with those of the other side.
    fn piece_to(&self, mv: XiangqiMove) -> usize {
        let at = if self.pieces.occupied() & mv.from.set() != 0 { mv.from } else { mv.to };
        let side = if self.pieces.of(Side::First) & at.set() != 0 { Side::First } else { Side::Second };
        let own_half = |point: Point| point.seen_by(side).index() % (POINTS / 2);
        match self.pieces.at(at) {
            None | Some(Kind::Rook) => mv.to.index(),
            Some(Kind::Cannon) => POINTS + mv.to.index(),
            Some(Kind::Horse) => 2 * POINTS + mv.to.index(),
            Some(Kind::Soldier) => 3 * POINTS + mv.to.index(),
            Some(Kind::Advisor) => 4 * POINTS + own_half(mv.to),
            Some(Kind::Elephant) => 9 * POINTS / 2 + own_half(mv.to),
            Some(Kind::General) => 5 * POINTS + own_half(mv.to),
        }
    }
}

impl Tactics for Xiangqi {
    fn capture_value(&self, mv: XiangqiMove) -> Option<i32> {
        let victim = self.pieces.at(mv.to)?;
        Some(16 * worth(victim) - self.pieces.at(mv.from).map_or(0, worth))
    }

    fn see_ge(&self, mv: XiangqiMove, least: i32) -> bool {
        exchange::gains(&self.pieces, self.to_move, mv, least)
    }

    fn noisy(&self, moves: &mut Vec<XiangqiMove>) {
        Generator::new(self).list(self.pieces.of(!self.to_move), moves);
    }

    fn in_check(&self) -> bool {
        self.check
    }

    fn gives_check(&self, mv: XiangqiMove) -> bool {
        let mut pieces = self.pieces;
        pieces.shift(self.to_move, mv.from, mv.to);
        Attackers::new(&pieces, self.to_move).of(pieces.general(!self.to_move), pieces.occupied()) != 0
    }

    /// Returns `None` in check, and if the side has no rook, cannon or horse, because zugzwang is frequent then.
    fn after_null_move(&self) -> Option<Self> {
        let strong =
            [Kind::Rook, Kind::Cannon, Kind::Horse].iter().any(|kind| self.pieces.own(self.to_move, *kind) != 0);
        (strong && !self.check).then(|| self.passed())
    }
}

impl ExactEndgame for Xiangqi {}

impl Symmetry for Xiangqi {
    fn canonical_key(&self) -> u64 {
        use crate::Game;
        self.key().min(self.mirrored().key())
    }

    fn colour_flipped(&self) -> Option<Self> {
        Some(self.turned())
    }

    fn symmetric_positions(&self) -> Vec<Self> {
        vec![self.mirrored()]
    }
}
