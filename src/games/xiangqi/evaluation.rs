//! Evaluations of unfinished positions, in hundredths of a soldier on its own half.

use super::Xiangqi;
use super::board::{self, Kind, Point, Reach, Set, points, reach, rook, size};
use super::squares::{Pair, placed};
use crate::evaluation::{evaluations, turn};
use crate::{BySide, Game, Side};

evaluations! {
    /// Evaluations of positions of xiangqi.
    pub enum XiangqiEvaluation for Xiangqi {
        /// Scores pieces by point and activity.
        Mobility: Mobility => Box<Mobility> = "mobility", antisymmetric: true,
        "pieces by point, mobility, blocked horses, cannon lines, and the general's safety" {
            pieces = 100, "pieces and where they stand, in hundredths";
            rook = 4, "each point to which a rook can go";
            cannon = 3, "each point to which a cannon can go";
            horse = 8, "each point to which a horse can go";
            blocked = -7, "each blocked leg of a horse";
            bare = 70, "a cannon that faces the general with nothing between";
            masked = 18, "a cannon behind two pieces before the general";
            palace = 7, "each attack on a point of the palace";
            advisor = 16, "an advisor, for each rook and horse of the other side";
            elephant = 10, "an elephant, for each cannon and crossed soldier of the other side";
            tempo = 12, "having the move";
        }
        /// Scores pieces by point.
        Positional: Positional => Positional = "positional", antisymmetric: true,
        "pieces by point, between opening and ending by material" {
            soldier = 70, "a soldier";
            advisor = 200, "an advisor";
            elephant = 200, "an elephant";
            horse = 420, "a horse in the opening";
            cannon = 460, "a cannon in the opening";
            rook = 960, "a rook in the opening";
            horse_end = 460, "a horse in the ending";
            cannon_end = 430, "a cannon in the ending";
            rook_end = 980, "a rook in the ending";
            points = 100, "where the pieces stand, in hundredths";
        }
        /// Counts the pieces.
        Material: Material => Material = "material", antisymmetric: true,
        "counts the pieces" {
            soldier = 100, "a soldier on its own half";
            crossed = 200, "a soldier across the river";
            advisor = 200, "an advisor";
            elephant = 200, "an elephant";
            horse = 400, "a horse";
            cannon = 450, "a cannon";
            rook = 900, "a rook";
        }
    }
    features {
        soldier = |position| material(position, &Material { soldier: 1, ..Material::NONE }), "a soldier on its own half";
        crossed = |position| material(position, &Material { crossed: 1, ..Material::NONE }), "a soldier across the river";
        advisor = |position| material(position, &Material { advisor: 1, ..Material::NONE }), "an advisor";
        elephant = |position| material(position, &Material { elephant: 1, ..Material::NONE }), "an elephant";
        horse = |position| material(position, &Material { horse: 1, ..Material::NONE }), "a horse";
        cannon = |position| material(position, &Material { cannon: 1, ..Material::NONE }), "a cannon";
        rook = |position| material(position, &Material { rook: 1, ..Material::NONE }), "a rook";
        rook_moves = |position| activity(position, &Mobility { rook: 1, ..Mobility::NONE }),
            "each point to which a rook can go";
        cannon_moves = |position| activity(position, &Mobility { cannon: 1, ..Mobility::NONE }),
            "each point to which a cannon can go";
        horse_moves = |position| activity(position, &Mobility { horse: 1, ..Mobility::NONE }),
            "each point to which a horse can go";
        blocked = |position| activity(position, &Mobility { blocked: 1, ..Mobility::NONE }),
            "each blocked leg of a horse";
        bare = |position| activity(position, &Mobility { bare: 1, ..Mobility::NONE }),
            "a cannon that faces the general with nothing between";
        masked = |position| activity(position, &Mobility { masked: 1, ..Mobility::NONE }),
            "a cannon behind two pieces before the general";
        palace = |position| activity(position, &Mobility { palace: 1, ..Mobility::NONE }),
            "each attack on a point of the palace";
        tempo = turn, "having the move";
    }
}

fn material(position: &Xiangqi, weights: &Material) -> BySide<i32> {
    BySide::from_fn(|side| weights.of(position, side))
}

fn activity(position: &Xiangqi, weights: &Mobility) -> BySide<i32> {
    BySide::from_fn(|side| weights.activity(position, side))
}

fn count(set: Set) -> i32 {
    size(set) as i32
}

impl Material {
    fn evaluate(&self, position: &Xiangqi) -> i32 {
        material(position, self).difference()
    }

    /// Returns the value of a side's pieces.
    fn of(&self, position: &Xiangqi, side: Side) -> i32 {
        let pieces = &position.pieces;
        let own = |kind| count(pieces.own(side, kind));
        let crossed = count(pieces.own(side, Kind::Soldier) & board::across(side));
        self.soldier * (own(Kind::Soldier) - crossed)
            + self.crossed * crossed
            + self.advisor * own(Kind::Advisor)
            + self.elephant * own(Kind::Elephant)
            + self.horse * own(Kind::Horse)
            + self.cannon * own(Kind::Cannon)
            + self.rook * own(Kind::Rook)
    }
}

/// The weight of all pieces that count for the phase: four rooks, four cannons and four horses.
const WHOLE: i32 = 4 * 2 + 8;

/// Returns how much of the material for attacks is on the board, from 0 to [`WHOLE`].
fn phase(position: &Xiangqi) -> i32 {
    let kind = |kind| count(position.pieces.kind(kind));
    2 * kind(Kind::Rook) + kind(Kind::Cannon) + kind(Kind::Horse)
}

/// Returns a value between those of the opening and the ending.
fn between((opening, ending): Pair, phase: i32) -> i32 {
    (opening * phase + ending * (WHOLE - phase)) / WHOLE
}

impl Positional {
    const fn value(&self, kind: Kind) -> Pair {
        match kind {
            Kind::Soldier => (self.soldier, self.soldier),
            Kind::Advisor => (self.advisor, self.advisor),
            Kind::Elephant => (self.elephant, self.elephant),
            Kind::Horse => (self.horse, self.horse_end),
            Kind::Cannon => (self.cannon, self.cannon_end),
            Kind::Rook => (self.rook, self.rook_end),
            Kind::General => (0, 0),
        }
    }

    fn evaluate(&self, position: &Xiangqi) -> i32 {
        let (mut opening, mut ending) = (0, 0);
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let (first, last) = self.value(kind);
                for point in points(position.pieces.own(side, kind)) {
                    let (by_point, by_point_end) = placed(kind, point.seen_by(side));
                    opening += side.sign() * (first + by_point * self.points / 100);
                    ending += side.sign() * (last + by_point_end * self.points / 100);
                }
            }
        }
        between((opening, ending), phase(position))
    }
}

impl Mobility {
    fn evaluate(&self, position: &Xiangqi) -> i32 {
        let pieces = self.pieces * Positional::default().evaluate(position) / 100;
        pieces + activity(position, self).difference() + position.to_move().sign() * self.tempo
    }

    /// Returns the value of a side's activity and of the shelter of its general.
    fn activity(&self, position: &Xiangqi, side: Side) -> i32 {
        let pieces = &position.pieces;
        let (own, occupied) = (pieces.of(side), pieces.occupied());
        let palace = board::PALACES & board::across(side);
        let mut value = 0;
        let mut attacks = 0;
        for point in points(pieces.own(side, Kind::Rook)) {
            let targets = rook(point, occupied);
            value += self.rook * count(targets & !own);
            attacks += count(targets & palace);
        }
        for point in points(pieces.own(side, Kind::Cannon)) {
            let Reach { slides, jumps } = reach(point, occupied);
            value += self.cannon * count(slides & !occupied | jumps & !own);
            attacks += count(jumps & palace);
        }
        for point in points(pieces.own(side, Kind::Horse)) {
            let targets = board::horse(point, occupied);
            value += self.horse * count(targets & !own) + self.blocked * count(board::neighbours(point) & occupied);
            attacks += count(targets & palace);
        }
        for point in points(pieces.own(side, Kind::Soldier) & board::across(side)) {
            attacks += count(board::soldier(side, point) & palace);
        }
        value += self.palace * attacks + self.lines(position, side, pieces.general(!side));
        let others = |kind| count(pieces.own(!side, kind));
        let crossed = count(pieces.own(!side, Kind::Soldier) & board::across(!side));
        value += self.advisor * count(pieces.own(side, Kind::Advisor)) * (others(Kind::Rook) + others(Kind::Horse)) / 2;
        value + self.elephant * count(pieces.own(side, Kind::Elephant)) * (others(Kind::Cannon) + crossed) / 2
    }

    /// Returns the value of a side's cannons on the lines of the other general.
    fn lines(&self, position: &Xiangqi, side: Side, general: Point) -> i32 {
        let occupied = position.pieces.occupied();
        let cannons = position.pieces.own(side, Kind::Cannon);
        if cannons == 0 {
            return 0;
        }
        let nearest = reach(general, occupied).slides & occupied;
        let third = reach(general, occupied & !nearest).jumps;
        self.bare * count(nearest & cannons) + self.masked * count(third & cannons)
    }
}
