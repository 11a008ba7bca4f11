//! Finds the groups of entrants between which points went both ways.

/// Returns the number of each node's strongly connected component. The method is Kosaraju's: a search along the arrows
/// notes the order in which it leaves the nodes. From the last node to the first, a search against the arrows then
/// reaches exactly one component.
pub(super) fn parts(nodes: usize, arrows: impl Iterator<Item = (usize, usize)>) -> Vec<usize> {
    let (mut onward, mut back) = (vec![Vec::new(); nodes], vec![Vec::new(); nodes]);
    for (from, to) in arrows {
        onward[from].push(to);
        back[to].push(from);
    }
    let mut left = Vec::with_capacity(nodes);
    let mut seen = vec![false; nodes];
    for root in 0..nodes {
        search(root, &onward, &mut seen, &mut left);
    }
    let mut part = vec![0; nodes];
    let mut seen = vec![false; nodes];
    for (number, &root) in left.iter().rev().enumerate() {
        let mut reached = Vec::new();
        search(root, &back, &mut seen, &mut reached);
        for node in reached {
            part[node] = number;
        }
    }
    part
}

/// Searches from `root` all nodes that have not been seen, and notes each node when it leaves it.
fn search(root: usize, arrows: &[Vec<usize>], seen: &mut [bool], left: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[root], true) {
        return;
    }
    let mut path = vec![(root, arrows[root].iter())];
    while let Some((node, rest)) = path.last_mut() {
        match rest.find(|&&next| !seen[next]) {
            Some(&next) => {
                seen[next] = true;
                path.push((next, arrows[next].iter()));
            }
            None => {
                left.push(*node);
                path.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_two_cycles_with_a_bridge_and_an_isolated_node() {
        let arrows = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 3)];
        let part = parts(6, arrows.into_iter());
        assert!(part[0] == part[1] && part[1] == part[2]);
        assert!(part[3] == part[4] && part[3] != part[0]);
        assert!(part[5] != part[0] && part[5] != part[3]);
    }

    #[test]
    fn a_long_path_does_not_overflow_the_stack() {
        let nodes = 100_000;
        let part = parts(nodes, (1..nodes).map(|node| (node - 1, node)));
        let mut distinct = part.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), nodes);
    }
}
