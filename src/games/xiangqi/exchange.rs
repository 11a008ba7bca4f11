//! Static exchange evaluation: what a series of captures on one point gains.

use super::XiangqiMove;
use super::board::{self, Kind, Pieces, Point, Reach, Set, points, reach};
use crate::Side;

/// The kinds in the order in which they capture.
const ORDER: [Kind; 7] =
    [Kind::Soldier, Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Cannon, Kind::Rook, Kind::General];

/// Returns the value of a piece in an exchange, in hundredths of a soldier.
const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Soldier => 100,
        Kind::Advisor | Kind::Elephant => 200,
        Kind::Horse => 400,
        Kind::Cannon => 450,
        Kind::Rook => 900,
        Kind::General => 10_000,
    }
}

/// Returns the pieces of both sides that can capture on a point. A soldier's direction depends on its side.
fn attackers(pieces: &Pieces, to: Point, occupied: Set) -> Set {
    let Reach { slides, jumps } = reach(to, occupied);
    let kind = |kind| pieces.kind(kind);
    let soldiers = Side::BOTH.iter().fold(0, |all, side| all | board::soldier_to(*side, to) & pieces.of(*side));
    (slides & kind(Kind::Rook)
        | jumps & kind(Kind::Cannon)
        | board::horse_to(to, occupied) & kind(Kind::Horse)
        | soldiers & kind(Kind::Soldier)
        | board::elephant(to, occupied) & kind(Kind::Elephant)
        | board::advisor(to) & kind(Kind::Advisor)
        | board::general(to) & kind(Kind::General))
        & occupied
}

/// Returns whether a move gains at least `least` once all exchanges on its target are made. Both sides capture with
/// their least valuable piece as long as that pays. Pins are ignored.
///
/// A capture may open or close the way of a rook, the screen of a cannon and the leg of a horse, so the attackers are
/// found again after each.
pub(super) fn gains(pieces: &Pieces, side: Side, mv: XiangqiMove, least: i32) -> bool {
    let XiangqiMove { from, to } = mv;
    let Some(moved) = pieces.at(from) else { return least <= 0 };
    let mut balance = pieces.at(to).map_or(0, value) - least;
    if balance < 0 {
        return false;
    }
    balance -= value(moved);
    if balance >= 0 {
        return true;
    }
    let mut occupied = pieces.occupied() & !from.set() | to.set();
    let mut turn = side;
    // From here on, `balance` is the gain of the side not to move if it stops.
    loop {
        turn = !turn;
        let all = attackers(pieces, to, occupied) & !to.set();
        let own = all & pieces.of(turn);
        let Some(kind) = ORDER.into_iter().find(|kind| own & pieces.kind(*kind) != 0) else { break };
        if kind == Kind::General && all & pieces.of(!turn) != 0 {
            break;
        }
        balance = -balance - 1 - value(kind);
        let attacker = points(own & pieces.kind(kind)).next().map_or(0, Point::set);
        occupied &= !attacker;
        if balance >= 0 {
            turn = !turn;
            break;
        }
    }
    turn != side
}
