//! The verdict on a repeated position, from the moves between its occurrences.
//!
//! The rules are those of the Asian Xiangqi Federation as Fairy-Stockfish reads them; see `docs/xiangqi.md`, and Pham,
//! "A simple approach to perpetual chase in xiangqi", ICGA Journal 40 (2018).

use super::board::{BOARD, Kind, Pieces, Point, Set, across, moves_of, points};
use super::generate::Generator;
use super::position::Ruleset;
use super::{Xiangqi, XiangqiMove};
use crate::{BySide, Game, Outcome, Side};

/// Returns the outcome of a game in which `cycle` has led from `position` back to it.
pub(super) fn judge(position: &Xiangqi, cycle: &[XiangqiMove]) -> Outcome {
    let mut always_checks = BySide::new(true, true);
    // Each side's victims: the pieces that it has attacked anew with all its moves so far.
    let mut chased = BySide::new(BOARD, BOARD);
    let mut now = position.clone();
    for &mv in cycle {
        let side = now.to_move;
        let before = now.clone();
        now.play(mv);
        always_checks[side] &= now.check;
        if chased[!side] & mv.from.set() != 0 {
            chased[!side] = chased[!side] & !mv.from.set() | mv.to.set();
        }
        if chased[side] != 0 {
            chased[side] &= attacked_anew(&before, mv, &now);
        }
    }
    let chases = match position.rules {
        Ruleset::Axf => chased.map(|pieces| pieces != 0),
        Ruleset::Simple => BySide::default(),
    };
    let loses = if always_checks == BySide::default() { chases } else { always_checks };
    match (loses.first, loses.second) {
        (true, false) => Outcome::win(Side::Second),
        (false, true) => Outcome::win(Side::First),
        _ => Outcome::DRAW,
    }
}

/// Returns the pieces that the move threatens to capture and that were not threatened by the same attacker before.
///
/// A piece that has moved is another attacker than before, unless it is a rook or a cannon that attacks along the line
/// of its move.
fn attacked_anew(before: &Xiangqi, mv: XiangqiMove, after: &Xiangqi) -> Set {
    let side = before.to_move;
    let mut anew = 0;
    for kind in [Kind::Rook, Kind::Cannon, Kind::Horse, Kind::Elephant, Kind::Advisor] {
        for attacker in points(after.pieces.own(side, kind)) {
            let earlier = if attacker == mv.to { mv.from } else { attacker };
            let on_line = |victim: Point| {
                matches!(kind, Kind::Rook | Kind::Cannon)
                    && if mv.from.file() == mv.to.file() {
                        victim.file() == mv.to.file()
                    } else {
                        victim.rank() == mv.to.rank()
                    }
            };
            let targets = moves_of(kind, side, attacker, after.pieces.occupied()) & after.pieces.of(!side);
            for victim in points(targets & !anew) {
                if !threatens(&after.pieces, side, (attacker, kind), victim) {
                    continue;
                }
                let same = attacker != mv.to || on_line(victim);
                if !(same && threatens(&before.pieces, side, (earlier, kind), victim)) {
                    anew |= victim.set();
                }
            }
        }
    }
    anew
}

/// Returns whether a piece of `side` attacks `victim` in the sense of the rules on chases.
fn threatens(pieces: &Pieces, side: Side, (attacker, kind): (Point, Kind), victim: Point) -> bool {
    let Some(taken) = pieces.at(victim) else { return false };
    if moves_of(kind, side, attacker, pieces.occupied()) & victim.set() == 0 {
        return false;
    }
    match (kind, taken) {
        (_, Kind::General) => return false,
        (_, Kind::Soldier) if across(!side) & victim.set() == 0 => return false,
        (Kind::Horse | Kind::Cannon, Kind::Rook) => return true,
        (Kind::Advisor | Kind::Elephant, Kind::Rook | Kind::Cannon | Kind::Horse) => return true,
        _ if kind == taken && can_capture(pieces, !side, victim, attacker) => return false,
        _ => {}
    }
    // The victim is protected if the attacker could be captured in turn.
    let mut captured = *pieces;
    captured.shift(side, attacker, victim);
    !Generator::fresh(&captured, !side).any(victim.set())
}

/// Returns whether a piece of `side` may capture on a point if it is its turn.
fn can_capture(pieces: &Pieces, side: Side, from: Point, to: Point) -> bool {
    Generator::fresh(pieces, side).is_legal(XiangqiMove { from, to })
}
