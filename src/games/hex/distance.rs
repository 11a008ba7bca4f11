//! How far a side is from connecting its edges.
//!
//! Two measures, both in stones: the shortest path, as if the other side stood still, and the two-distance of J. van
//! Rijswijck, "Search and evaluation in Hex" (2002), for which a cell is only as near as the second best of its neighbours
//! makes it, since the other side takes the best. Cells that touch the same chain of stones are neighbours.

use super::Hex;
use super::cells::Cells;
use super::moves::MAX_SIZE;
use crate::games::Side;

/// No board has more chains of one side that do not touch: of every three cells that do, one.
const MOST_CHAINS: usize = 128;

const _: () = assert!(MAX_SIZE * MAX_SIZE / 3 + 6 <= MOST_CHAINS);

/// Distances beyond this are not looked for: a path twice as long as an empty board is wide leads nowhere.
const MOST_LAYERS: usize = 2 * MAX_SIZE;

/// How far one side is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Distance {
    /// The least sum of the two-distances of a cell to both edges. Where no cell has any, each way has a place where
    /// the other side stops it: then the distance is greater than any other, and the shortest path decides how great.
    pub(super) two: i32,
    /// How many cells have that least sum.
    pub(super) ways: i32,
}

/// The empty cells at each distance from an edge; those at distance 1 first.
struct Layers {
    layers: [Cells; MOST_LAYERS],
    count: usize,
}

impl Layers {
    /// `wider` gives the next layer from all cells so far, those of the last layer, and the cells that are left.
    fn grow(first: Cells, empties: &Cells, wider: impl Fn(&Cells, &Cells, &Cells) -> Cells) -> Self {
        let mut found = Self { layers: [Cells::NONE; MOST_LAYERS], count: 0 };
        let (mut last, mut all) = (first, Cells::NONE);
        while !last.is_empty() && found.count < MOST_LAYERS {
            found.layers[found.count] = last;
            found.count += 1;
            all = all.or(&last);
            last = wider(&all, &last, &empties.without(&all));
        }
        found
    }

    fn layers(&self) -> &[Cells] {
        &self.layers[..self.count]
    }
}

/// One side's part of a position.
struct View {
    empties: Cells,
    /// The empty cells at both edges.
    at_edges: [Cells; 2],
    /// The empty cells round each chain.
    chains: [Cells; MOST_CHAINS],
    count: usize,
}

impl View {
    fn new(position: &Hex, side: Side) -> Self {
        let empties = position.empties();
        let at_edges = [0, 1].map(|edge| position.at_edge(side, edge).and(&empties));
        let mut view = Self { empties, at_edges, chains: [Cells::NONE; MOST_CHAINS], count: 0 };
        let mut rest = *position.stones(side);
        while let Some(stone) = rest.first() {
            let chain = Cells::one(stone).flood(&rest);
            rest = rest.without(&chain);
            let round = chain.neighbours().and(&empties);
            if !round.is_empty() {
                view.chains[view.count] = round;
                view.count += 1;
            }
        }
        view
    }

    fn chains(&self) -> &[Cells] {
        &self.chains[..self.count]
    }

    /// The stones that are lacking on the shortest path.
    fn path(&self, far: i32) -> i32 {
        let layers = Layers::grow(self.at_edges[0], &self.empties, |_, last, left| {
            let touched = self.chains().iter().filter(|chain| chain.meets(last));
            touched.fold(last.neighbours(), |next, chain| next.or(chain)).and(left)
        });
        let reached = layers.layers().iter().position(|layer| layer.meets(&self.at_edges[1]));
        reached.map_or(far, |layer| i32::try_from(layer + 1).expect("layers are few"))
    }

    fn two_distances(&self, edge: usize) -> Layers {
        Layers::grow(self.at_edges[edge], &self.empties, |all, _, left| {
            let (mut twice, mut once) = all.twice_and_once(left);
            for chain in self.chains() {
                let new = match chain.meets_twice(all) {
                    0 => continue,
                    // A cell that touches both the chain and its only other neighbour counts once.
                    1 => chain.without(&chain.and(all).neighbours()),
                    _ => {
                        twice = twice.or(chain);
                        continue;
                    }
                };
                twice = twice.or(&once.and(&new));
                once = once.or(&new);
            }
            twice.and(left)
        })
    }
}

impl Hex {
    /// Farther than any path on this board.
    fn far(&self) -> i32 {
        i32::try_from(2 * self.shape.size).expect("boards are small")
    }

    /// The stones that a side lacks at least.
    pub(super) fn path(&self, side: Side) -> i32 {
        View::new(self, side).path(self.far())
    }

    /// How far a side is by two-distance.
    pub(super) fn distance(&self, side: Side) -> Distance {
        let view = View::new(self, side);
        let [one, other] = [0, 1].map(|edge| view.two_distances(edge));
        for sum in 2..=one.count + other.count {
            let mut met = Cells::NONE;
            for (at, layer) in one.layers().iter().enumerate().take(sum - 1) {
                if let Some(opposite) = other.layers().get(sum - 2 - at) {
                    met = met.or(&layer.and(opposite));
                }
            }
            let ways = met.count();
            if ways > 0 {
                let two = i32::try_from(sum).expect("layers are few");
                return Distance { two, ways: ways.cast_signed() };
            }
        }
        Distance { two: 2 * self.far() + view.path(self.far()), ways: 0 }
    }
}
