//! Which entrants are tied to each other by points that went both ways.

/// The strongly connected parts of a graph: each node's part, by number. The method is Kosaraju's: in the order in
/// which a search along the arrows leaves the nodes, last first, a search against the arrows reaches just their part.
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

/// Searches from `root` whatever has not been seen, and notes the nodes as it leaves them.
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
    fn two_circles_with_a_bridge_and_a_loner() {
        let arrows = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 3)];
        let part = parts(6, arrows.into_iter());
        assert!(part[0] == part[1] && part[1] == part[2]);
        assert!(part[3] == part[4] && part[3] != part[0]);
        assert!(part[5] != part[0] && part[5] != part[3]);
    }

    #[test]
    fn a_long_ladder_does_not_exhaust_the_stack() {
        let nodes = 100_000;
        let part = parts(nodes, (1..nodes).map(|node| (node - 1, node)));
        let mut distinct = part.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), nodes);
    }
}
