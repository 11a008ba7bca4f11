//! Perfect matchings in a graph: whether all vertices can be paired although some pairs are excluded. No I/O.
//!
//! The algorithm is that of J. Edmonds, "Paths, trees, and flowers" (1965). A breadth-first search from a free vertex
//! looks for an augmenting path, and shrinks odd cycles to their base.

use std::collections::VecDeque;

const NONE: usize = usize::MAX;

/// A perfect matching of the remaining vertices. Pairs that were fixed have left it.
pub(super) struct Matching<'a> {
    adjacent: &'a dyn Fn(usize, usize) -> bool,
    mate: Vec<usize>,
    left: Vec<bool>,
}

/// The state of one search for an augmenting path, by vertex.
struct Search {
    parent: Vec<usize>,
    base: Vec<usize>,
    seen: Vec<bool>,
    queue: VecDeque<usize>,
}

impl<'a> Matching<'a> {
    /// Pairs all vertices, each with one that is `adjacent`. Returns `None` if that is impossible.
    pub(super) fn perfect(vertices: usize, adjacent: &'a dyn Fn(usize, usize) -> bool) -> Option<Self> {
        let mut matching = Self { adjacent, mate: vec![NONE; vertices], left: vec![false; vertices] };
        for a in 0..vertices {
            if matching.mate[a] == NONE
                && let Some(b) = (a + 1..vertices).find(|&b| matching.mate[b] == NONE && adjacent(a, b))
            {
                matching.join(a, b);
            }
        }
        (0..vertices).all(|vertex| matching.mate[vertex] != NONE || matching.augment(vertex)).then_some(matching)
    }

    /// True if the vertex has not left.
    pub(super) fn is_here(&self, vertex: usize) -> bool {
        !self.left[vertex]
    }

    /// Removes the adjacent vertices `a` and `b` as a pair, if all others can still be paired. Returns whether it did.
    pub(super) fn fix(&mut self, a: usize, b: usize) -> bool {
        let (c, d) = (self.mate[a], self.mate[b]);
        self.left[a] = true;
        self.left[b] = true;
        if c == b {
            return true;
        }
        self.mate[c] = NONE;
        self.mate[d] = NONE;
        if self.augment(c) {
            return true;
        }
        self.join(a, c);
        self.join(b, d);
        self.left[a] = false;
        self.left[b] = false;
        false
    }

    fn join(&mut self, a: usize, b: usize) {
        self.mate[a] = b;
        self.mate[b] = a;
    }

    /// Pairs the free vertex `root`, and changes other pairs if needed. Returns false, with nothing changed, if that is
    /// impossible.
    fn augment(&mut self, root: usize) -> bool {
        let vertices = self.mate.len();
        let mut search = Search {
            parent: vec![NONE; vertices],
            base: (0..vertices).collect(),
            seen: vec![false; vertices],
            queue: VecDeque::from([root]),
        };
        search.seen[root] = true;
        let Some(mut end) = self.path(&mut search, root) else { return false };
        while end != NONE {
            let before = search.parent[end];
            let next = self.mate[before];
            self.join(end, before);
            end = next;
        }
        true
    }

    /// Returns the free vertex at the end of an augmenting path from `root`.
    fn path(&self, search: &mut Search, root: usize) -> Option<usize> {
        while let Some(vertex) = search.queue.pop_front() {
            for to in 0..self.mate.len() {
                let same = search.base[vertex] == search.base[to] || self.mate[vertex] == to;
                if self.left[to] || same || !(self.adjacent)(vertex, to) {
                    continue;
                }
                let mate = self.mate[to];
                if to == root || (mate != NONE && search.parent[mate] != NONE) {
                    self.shrink(search, vertex, to);
                } else if search.parent[to] == NONE {
                    search.parent[to] = vertex;
                    if mate == NONE {
                        return Some(to);
                    }
                    search.seen[mate] = true;
                    search.queue.push_back(mate);
                }
            }
        }
        None
    }

    /// Shrinks the odd cycle that the edge from `a` to `b` closes.
    fn shrink(&self, search: &mut Search, a: usize, b: usize) {
        let base = self.common(search, a, b);
        let mut within = vec![false; self.mate.len()];
        self.mark(search, &mut within, (a, b), base);
        self.mark(search, &mut within, (b, a), base);
        for vertex in 0..self.mate.len() {
            if within[search.base[vertex]] {
                search.base[vertex] = base;
                if !std::mem::replace(&mut search.seen[vertex], true) {
                    search.queue.push_back(vertex);
                }
            }
        }
    }

    /// Returns the vertex where the paths back from two vertices meet.
    fn common(&self, search: &Search, mut a: usize, mut b: usize) -> usize {
        let mut passed = vec![false; self.mate.len()];
        loop {
            a = search.base[a];
            passed[a] = true;
            if self.mate[a] == NONE {
                break;
            }
            a = search.parent[self.mate[a]];
        }
        loop {
            b = search.base[b];
            if passed[b] {
                return b;
            }
            b = search.parent[self.mate[b]];
        }
    }

    fn mark(&self, search: &mut Search, within: &mut [bool], (mut vertex, mut child): (usize, usize), base: usize) {
        while search.base[vertex] != base {
            let mate = self.mate[vertex];
            within[search.base[vertex]] = true;
            within[search.base[mate]] = true;
            search.parent[vertex] = child;
            child = mate;
            vertex = search.parent[mate];
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Decides by trying every pairing whether all can be paired.
    fn possible(free: &[usize], adjacent: &dyn Fn(usize, usize) -> bool) -> bool {
        let Some((&first, rest)) = free.split_first() else { return true };
        rest.iter().any(|&other| {
            let left: Vec<usize> = rest.iter().copied().filter(|&it| it != other).collect();
            adjacent(first, other) && possible(&left, adjacent)
        })
    }

    proptest! {
        #[test]
        fn finds_a_perfect_matching_if_one_exists_and_fixing_pairs_preserves_it(
            half in 1_usize..5, edges in proptest::collection::vec(proptest::bool::weighted(0.35), 64)
        ) {
            let vertices = 2 * half;
            let adjacent = |a: usize, b: usize| a != b && edges[8 * a.min(b) + a.max(b)];
            let all: Vec<usize> = (0..vertices).collect();
            let found = Matching::perfect(vertices, &adjacent);
            prop_assert_eq!(found.is_some(), possible(&all, &adjacent));
            let Some(mut matching) = found else { return Ok(()) };
            for a in 0..vertices {
                for b in a + 1..vertices {
                    if !matching.is_here(a) || !matching.is_here(b) || !adjacent(a, b) {
                        continue;
                    }
                    let left: Vec<usize> =
                        all.iter().copied().filter(|&it| matching.is_here(it) && it != a && it != b).collect();
                    prop_assert_eq!(matching.fix(a, b), possible(&left, &adjacent));
                }
            }
            prop_assert!(all.iter().all(|&vertex| !matching.is_here(vertex)));
        }
    }
}
