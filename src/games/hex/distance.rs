//! How far a side is from connecting its edges.
//!
//! There are two measures, both in stones. One is the shortest path, as if the opponent did not move. The other is the
//! two-distance of J. van Rijswijck, "Search and evaluation in Hex" (2002): the distance of a cell depends on the
//! second best of its neighbours, because the opponent takes the best. Cells that touch the same chain of stones are
//! neighbours.

use super::Hex;
use super::cells::Cells;
use super::moves::MAX_SIZE;
use crate::Side;

/// The greatest distance searched. A path twice as long as the width of the board leads nowhere.
const MOST_LAYERS: usize = 2 * MAX_SIZE;

/// The distance of one side from its connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Distance {
    /// The least sum of a cell's two-distances to both edges. If no cell has both, the opponent can block every path
    /// somewhere. The distance is then greater than any other, and grows with the shortest path.
    pub(super) two: i32,
    /// The number of cells with this least sum.
    pub(super) ways: i32,
}

/// The empty cells at each distance from an edge, starting with distance 1.
type Layers = Vec<Cells>;

/// Builds the layers. `wider` returns the next layer, given all previous cells, the last layer, and the remaining
/// cells.
fn grow(first: Cells, empties: &Cells, wider: impl Fn(&Cells, &Cells, &Cells) -> Cells) -> Layers {
    let mut layers = Layers::with_capacity(8);
    let (mut last, mut all) = (first, Cells::NONE);
    while !last.is_empty() && layers.len() < MOST_LAYERS {
        layers.push(last);
        all = all.or(&last);
        last = wider(&all, &last, &empties.without(&all));
    }
    layers
}

/// One side's view of a position.
struct View {
    empties: Cells,
    /// The empty cells at each edge.
    at_edges: [Cells; 2],
    /// The empty cells around each chain.
    chains: Vec<Cells>,
}

impl View {
    fn new(position: &Hex, side: Side) -> Self {
        let empties = position.empties();
        let at_edges = [0, 1].map(|edge| position.at_edge(side, edge).and(&empties));
        let mut view = Self { empties, at_edges, chains: Vec::with_capacity(8) };
        let mut rest = *position.stones(side);
        while let Some(stone) = rest.first() {
            let chain = Cells::one(stone).flood(&rest);
            rest = rest.without(&chain);
            let round = chain.neighbours().and(&empties);
            if !round.is_empty() {
                view.chains.push(round);
            }
        }
        view
    }

    /// Returns the number of stones missing on the shortest path.
    fn path(&self, far: i32) -> i32 {
        let layers = grow(self.at_edges[0], &self.empties, |_, last, left| {
            let touched = self.chains.iter().filter(|chain| chain.meets(last));
            touched.fold(last.neighbours(), |next, chain| next.or(chain)).and(left)
        });
        let reached = layers.iter().position(|layer| layer.meets(&self.at_edges[1]));
        reached.map_or(far, |layer| i32::try_from(layer + 1).expect("the number of layers is small"))
    }

    fn two_distances(&self, edge: usize) -> Layers {
        grow(self.at_edges[edge], &self.empties, |all, _, left| {
            let (mut twice, mut once) = all.twice_and_once(left);
            for chain in &self.chains {
                let new = match chain.meets_twice(all) {
                    0 => continue,
                    // A cell that touches both the chain and the chain's only reached neighbour counts once.
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
    /// Returns a distance greater than that of any path on this board.
    fn far(&self) -> i32 {
        i32::try_from(2 * self.shape.size).expect("the board size is small")
    }

    /// Returns the least number of stones that a side needs to connect its edges.
    pub(super) fn path(&self, side: Side) -> i32 {
        View::new(self, side).path(self.far())
    }

    /// Returns the sum of the two-distances to both edges of a side, for each cell by number. A cell from which an edge
    /// cannot be reached has a greater distance than any other.
    pub(super) fn distances_through(&self, side: Side) -> [i32; MAX_SIZE * MAX_SIZE] {
        let (view, far) = (View::new(self, side), self.far());
        let mut sums = [2 * far; MAX_SIZE * MAX_SIZE];
        for edge in 0..2 {
            for (distance, layer) in (1..).zip(&view.two_distances(edge)) {
                layer.iter().for_each(|cell| sums[cell.number()] += distance - far);
            }
        }
        sums
    }

    /// Returns the two-distance of a side.
    pub(super) fn distance(&self, side: Side) -> Distance {
        let view = View::new(self, side);
        let [one, other] = [0, 1].map(|edge| view.two_distances(edge));
        for sum in 2..=one.len() + other.len() {
            let mut met = Cells::NONE;
            for (at, layer) in one.iter().enumerate().take(sum - 1) {
                if let Some(opposite) = other.get(sum - 2 - at) {
                    met = met.or(&layer.and(opposite));
                }
            }
            let ways = met.count();
            if ways > 0 {
                let two = i32::try_from(sum).expect("the number of layers is small");
                return Distance { two, ways: ways.cast_signed() };
            }
        }
        Distance { two: 2 * self.far() + view.path(self.far()), ways: 0 }
    }
}
