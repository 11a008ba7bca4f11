//! A searched tree in the language of Graphviz.

use std::borrow::Cow;
use std::fmt::Write;

use super::sketch::{Sketch, SmallBoard};
use super::{SearchedTree, TreeNode, grouped};
use arena_search::trace::NodeKind;

const CHOSEN: &str = "#0f766e";
const FAINT: &str = "#9aa3ae";

/// Writes the tree as a DOT digraph: MAX as triangles, MIN as inverted triangles, leaves as boxes, pruned nodes dashed.
#[must_use]
pub fn dot(tree: &SearchedTree) -> String {
    let mut out = String::from("digraph search {\n");
    let title = quoted(&tree.title);
    let head = format!(
        "  label={title}; labelloc=t; fontname=\"sans-serif\";\n  \
         node [fontname=\"sans-serif\", fontsize=11];\n  edge [fontname=\"sans-serif\", fontsize=10, arrowhead=none];\n"
    );
    out.push_str(&head);
    let mut next = 0;
    write_node(&mut out, tree, &tree.root, &mut next);
    out.push_str("}\n");
    out
}

/// Writes the node and its descendants. Returns the number of the node.
fn write_node(out: &mut String, tree: &SearchedTree, node: &TreeNode, next: &mut usize) -> usize {
    let number = *next;
    *next += 1;
    let mut attributes = vec![format!("label={}", quoted(&label(tree, node))), format!("shape={}", shape(tree, node))];
    if node.is_pruned() {
        attributes.push(format!("style=dashed, color=\"{FAINT}\", fontcolor=\"{FAINT}\""));
    } else if node.chosen {
        attributes.push(format!("penwidth=2.5, color=\"{CHOSEN}\""));
    }
    append(out, format_args!("  n{number} [{}];\n", attributes.join(", ")));
    for child in &node.children {
        let below = write_node(out, tree, child, next);
        let mv = quoted(child.mv.as_deref().unwrap_or_default());
        let style = match (child.is_pruned(), child.chosen) {
            (true, _) => format!(", style=dashed, color=\"{FAINT}\", fontcolor=\"{FAINT}\""),
            (false, true) => format!(", penwidth=2.5, color=\"{CHOSEN}\""),
            (false, false) => String::new(),
        };
        append(out, format_args!("  n{number} -> n{below} [label={mv}{style}];\n"));
    }
    number
}

fn append(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("writing to a string cannot fail");
}

fn shape(tree: &SearchedTree, node: &TreeNode) -> &'static str {
    match node.sketch {
        Sketch::Board(_) => "box",
        _ if node.is_leaf() => "box",
        _ if node.side == tree.root.side => "triangle",
        _ => "invtriangle",
    }
}

fn label(tree: &SearchedTree, node: &TreeNode) -> String {
    let mut lines = match &node.sketch {
        Sketch::None => Vec::new(),
        Sketch::Heap(left) => vec![format!("{left} left")],
        Sketch::Board(board) => rows(board),
    };
    lines.extend(node.text.clone());
    if tree.windows && node.kind == NodeKind::Inner {
        lines.push(node.window(tree.style));
    }
    if node.hidden > 0 {
        lines.push(format!("⋮ {} more", grouped(node.hidden)));
    }
    lines.join("\n")
}

fn rows(board: &SmallBoard) -> Vec<String> {
    let cell = |cell: &Cow<'static, str>| if cell.is_empty() { "·" } else { cell }.to_owned();
    board.cells.chunks(board.columns.max(1) as usize).map(|row| row.iter().map(cell).collect()).collect()
}

/// Quotes a string. Only quotation marks, backslashes and line breaks need escapes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn quoted_escapes_quotation_marks() {
        assert_eq!(super::quoted("a \"b\" \\ c\nd"), r#""a \"b\" \\ c\nd""#);
    }
}
