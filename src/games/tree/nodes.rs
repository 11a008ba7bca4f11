//! The nodes of an explicit tree, numbered so that siblings are adjacent.

use std::collections::VecDeque;

use serde_json::Value;

use crate::{Diagnostic, EVALUATION_LIMIT, diagnostic};

/// The greatest number of nodes.
pub(super) const MAX_NODES: usize = 100_000;

/// A node. It is a leaf if it has no children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub parent: u32,
    pub first_child: u32,
    pub children: u32,
    /// The payoff of a leaf. For an inner node, the mean of its children's values, rounded towards zero.
    pub value: i32,
}

/// A whole tree; the root is node 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Nodes {
    pub nodes: Vec<Node>,
}

impl Nodes {
    /// Numbers the nodes of `tree` level by level.
    pub(super) fn read(tree: &Value) -> Result<Self, Diagnostic> {
        let mut nodes = Vec::new();
        let mut waiting = VecDeque::from([(tree, 0)]);
        while let Some((value, parent)) = waiting.pop_front() {
            let index = u32::try_from(nodes.len()).expect("far fewer nodes than 2^32 are allowed");
            let first_child = nodes.len() + 1 + waiting.len();
            let children = match value {
                Value::Array(children) if children.is_empty() => {
                    return Err(diagnostic!("empty_node", "a node must be a number or an array of at least one node"));
                }
                Value::Array(children) => children.as_slice(),
                _ => &[],
            };
            if first_child + children.len() > MAX_NODES {
                return Err(diagnostic!("tree_too_large", "the tree may have at most {most} nodes", most = MAX_NODES));
            }
            waiting.extend(children.iter().map(|child| (child, index)));
            nodes.push(Node {
                parent,
                first_child: u32::try_from(first_child).expect("far fewer nodes than 2^32 are allowed"),
                children: u32::try_from(children.len()).expect("far fewer nodes than 2^32 are allowed"),
                value: if children.is_empty() { leaf(value)? } else { 0 },
            });
        }
        let mut tree = Self { nodes };
        for index in (0..tree.nodes.len()).rev() {
            let children = &tree.nodes[tree.children(index)];
            if let Some(count) = i64::try_from(children.len()).ok().filter(|&count| count > 0) {
                let sum: i64 = children.iter().map(|child| i64::from(child.value)).sum();
                tree.nodes[index].value = i32::try_from(sum / count).expect("a mean of 32-bit values fits");
            }
        }
        Ok(tree)
    }

    /// Returns the numbers of a node's children.
    pub(super) fn children(&self, index: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[index];
        let first = node.first_child as usize;
        first..first + node.children as usize
    }

    /// Returns the subtree as nested arrays. It is as deep as the JSON that it was parsed from, so the recursion is
    /// limited.
    pub(super) fn json(&self, index: usize) -> Value {
        if self.nodes[index].children == 0 {
            return self.nodes[index].value.into();
        }
        self.children(index).map(|child| self.json(child)).collect()
    }
}

fn leaf(value: &Value) -> Result<i32, Diagnostic> {
    value.as_i64().and_then(|leaf| i32::try_from(leaf).ok()).filter(|leaf| leaf.abs() <= EVALUATION_LIMIT).ok_or_else(
        || {
            let given: String = value.to_string().chars().take(32).collect();
            let most = EVALUATION_LIMIT;
            diagnostic!("leaf_value", "a leaf must be a whole number from −{most} to {most}, got {given}", given, most)
        },
    )
}
