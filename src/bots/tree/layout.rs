//! The layout of a drawing: subtrees are packed as closely as their outlines allow, and parents are centred over their
//! children. After Reingold and Tilford, "Tidier drawings of trees", IEEE Transactions on Software Engineering 7
//! (1981).

use super::TreeNode;

/// How far a node extends from its centre, and its height.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub left: f64,
    pub right: f64,
    pub height: f64,
}

/// A placed node, in the order root, then each subtree from left to right.
#[derive(Debug)]
pub(super) struct Placed<'a> {
    pub node: &'a TreeNode,
    pub parent: Option<usize>,
    pub depth: usize,
    /// The centre, relative to the left edge of the drawing.
    pub x: f64,
    pub size: Size,
}

/// The layout of a whole drawing.
#[derive(Debug)]
pub(super) struct Layout<'a> {
    pub nodes: Vec<Placed<'a>>,
    /// The height of each row of nodes.
    pub rows: Vec<f64>,
    /// The distance from the left edge of the leftmost node to the right edge of the rightmost.
    pub width: f64,
}

/// The outline of a subtree: how far it extends to the left and right of its root at each depth.
type Outline = Vec<(f64, f64)>;

/// Places the tree below `root`. Neighbours may touch, so sizes include the gaps between them.
pub(super) fn place<'a>(root: &'a TreeNode, measure: &impl Fn(&TreeNode) -> Size) -> Layout<'a> {
    let mut nodes = Vec::new();
    let outline = arrange(root, None, 0, measure, &mut nodes);
    let left = outline.iter().map(|(left, _)| *left).fold(f64::INFINITY, f64::min);
    let right = outline.iter().map(|(_, right)| *right).fold(f64::NEG_INFINITY, f64::max);
    let mut rows = vec![0.0_f64; outline.len()];
    for index in 0..nodes.len() {
        // Parents precede their children, so the parent's place is already final.
        nodes[index].x += nodes[index].parent.map_or(-left, |parent: usize| nodes[parent].x);
        let depth = nodes[index].depth;
        rows[depth] = rows[depth].max(nodes[index].size.height);
    }
    Layout { nodes, rows, width: right - left }
}

/// Appends the subtree, with each node's `x` relative to its parent's. Returns its outline.
fn arrange<'a>(
    node: &'a TreeNode,
    parent: Option<usize>,
    depth: usize,
    measure: &impl Fn(&TreeNode) -> Size,
    nodes: &mut Vec<Placed<'a>>,
) -> Outline {
    let index = nodes.len();
    let size = measure(node);
    nodes.push(Placed { node, parent, depth, x: 0.0, size });
    let mut below: Outline = Vec::new();
    let mut children = Vec::with_capacity(node.children.len());
    for child in &node.children {
        let at = nodes.len();
        let outline = arrange(child, Some(index), depth + 1, measure, nodes);
        let shift = below.iter().zip(&outline).map(|((_, right), (left, _))| right - left).fold(0.0, f64::max);
        children.push((at, shift));
        for (level, (left, right)) in outline.into_iter().enumerate() {
            match below.get_mut(level) {
                Some(known) => known.1 = right + shift,
                None => below.push((left + shift, right + shift)),
            }
        }
    }
    let middle = match (children.first(), children.last()) {
        (Some((_, first)), Some((_, last))) => f64::midpoint(*first, *last),
        _ => 0.0,
    };
    for (at, shift) in children {
        nodes[at].x = shift - middle;
    }
    let mut outline = vec![(-size.left, size.right)];
    outline.extend(below.into_iter().map(|(left, right)| (left - middle, right - middle)));
    outline
}
