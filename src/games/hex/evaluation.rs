//! Evaluations of unfinished positions of Hex.

use super::{Hex, HexMove};
use crate::evaluation::{evaluations, turn};
use crate::{BySide, Game, Side};

evaluations! {
    /// Evaluations of Hex positions.
    pub enum HexEvaluation for Hex {
        /// The distance of both sides from connecting their edges if the opponent may block the better of every two
        /// ways.
        TwoDistance: TwoDistance => TwoDistance = "two-distance", antisymmetric: true,
        "how far both sides are from connecting when the other side stops the best of each two ways" {
            distance = 100, "a step that the other side lacks more, by two-distance";
            ways = 4, "a cell more by which it is not farther";
            turn = 60, "having the move";
        }
        /// The shortest paths only.
        Path: Path => Path = "path", antisymmetric: true,
        "how many stones both sides lack on their shortest paths" {
            path = 100, "a stone that the other side lacks more";
            turn = 50, "having the move";
        }
    }
    features {
        distance = |position| BySide::from_fn(|side| position.distance(side).two),
            "a step that the side lacks, by two-distance";
        ways = |position| BySide::from_fn(|side| position.distance(side).ways),
            "a cell through which the side is not farther, by two-distance";
        path = |position| BySide::from_fn(|side| position.path(side)),
            "a stone that the side lacks on its shortest path";
        turn = turn, "having the move";
    }
}

/// Returns the value for the first side. `of_mover` evaluates for the side to move, which may take over the first
/// stone.
fn with_swap(position: &Hex, of_mover: impl Fn(&Hex) -> i32) -> i32 {
    let value = |position: &Hex| position.to_move().sign() * of_mover(position);
    if !position.can_swap() {
        return value(position);
    }
    let mut swapped = position.clone();
    swapped.play(HexMove::SWAP);
    value(position).min(value(&swapped))
}

impl TwoDistance {
    fn evaluate(&self, position: &Hex) -> i32 {
        with_swap(position, |position| {
            let mover = position.to_move();
            let near = |side: Side| {
                let distance = position.distance(side);
                self.ways * distance.ways - self.distance * distance.two
            };
            near(mover) - near(!mover) + self.turn
        })
    }
}

impl Path {
    fn evaluate(&self, position: &Hex) -> i32 {
        with_swap(position, |position| {
            let mover = position.to_move();
            self.path * (position.path(!mover) - position.path(mover)) + self.turn
        })
    }
}
