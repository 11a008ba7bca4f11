//! The shapes of positions: triangles and boxes as in textbooks, or small boards.

use super::TreeNode;
use super::canvas::{Canvas, text_width};
use super::sketch::{Sketch, SmallBoard};

/// The height of a triangle.
pub(super) const TRIANGLE: f64 = 38.0;
const TRIANGLE_WIDTH: f64 = 46.0;
const BOX: f64 = 26.0;
/// The longer side of a small board with its frame.
pub(super) const BOARD: f64 = 48.0;
const PRUNED_BOARD: f64 = 30.0;
const FRAME: f64 = 3.0;

/// Returns the width and height of a node's shape without captions.
pub(super) fn size(node: &TreeNode) -> (f64, f64) {
    match &node.sketch {
        Sketch::Board(board) => {
            let cell = cell(board, node.is_pruned());
            (f64::from(board.columns).mul_add(cell, 2.0 * FRAME), f64::from(board.rows).mul_add(cell, 2.0 * FRAME))
        }
        _ if node.is_leaf() => ((text_width(&inside(node)) + 14.0).max(30.0), BOX),
        _ => ((text_width(&inside(node)) + 30.0).max(TRIANGLE_WIDTH), TRIANGLE),
    }
}

/// Returns the text inside the shape.
fn inside(node: &TreeNode) -> String {
    match node.sketch {
        Sketch::Heap(left) => left.to_string(),
        _ => node.text.clone().unwrap_or_default(),
    }
}

/// Returns the side length of a board's cell. Boards that were never visited are smaller.
fn cell(board: &SmallBoard, pruned: bool) -> f64 {
    (if pruned { PRUNED_BOARD } else { BOARD } - 2.0 * FRAME) / f64::from(board.columns.max(board.rows).max(1))
}

/// Draws the node's shape with the middle of its upper edge at `(x, top)`. `side` is `max` or `min`.
pub(super) fn draw(canvas: &mut Canvas, node: &TreeNode, side: &str, (x, top): (f64, f64)) {
    let (width, height) = size(node);
    let (left, right, bottom) = (x - width / 2.0, x + width / 2.0, top + height);
    if let Sketch::Board(board) = &node.sketch {
        let frame = if node.is_leaf() { "leaf" } else { side };
        rectangle(canvas, frame, (left, top), (width, height), 5.0);
        draw_board(canvas, board, cell(board, node.is_pruned()), (left + FRAME, top + FRAME));
        return;
    }
    let baseline = match (node.is_leaf(), side) {
        (true, _) => {
            rectangle(canvas, "leaf", (left, top), (width, height), 2.0);
            height.mul_add(0.5, top) + 4.2
        }
        (false, "max") => {
            let d = format!("M{x:.1} {top:.1}L{right:.1} {bottom:.1}L{left:.1} {bottom:.1}Z");
            canvas.draw(format_args!(r#"<path class="max" d="{d}"/>"#));
            height.mul_add(0.66, top) + 4.2
        }
        (false, _) => {
            let d = format!("M{left:.1} {top:.1}L{right:.1} {top:.1}L{x:.1} {bottom:.1}Z");
            canvas.draw(format_args!(r#"<path class="min" d="{d}"/>"#));
            height.mul_add(0.34, top) + 4.2
        }
    };
    canvas.text(x, baseline, "value", &inside(node));
}

fn rectangle(canvas: &mut Canvas, class: &str, (x, y): (f64, f64), (width, height): (f64, f64), radius: f64) {
    canvas.draw(format_args!(
        r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="{radius}"/>"#
    ));
}

fn draw_board(canvas: &mut Canvas, board: &SmallBoard, cell: f64, (left, top): (f64, f64)) {
    let (width, height) = (f64::from(board.columns) * cell, f64::from(board.rows) * cell);
    let place = |index: usize| {
        let (column, row) = (index % board.columns.max(1) as usize, index / board.columns.max(1) as usize);
        (cell.mul_add(column as f64, left), cell.mul_add(row as f64, top))
    };
    for &index in &board.last {
        rectangle(canvas, "last", place(index), (cell, cell), 0.0);
    }
    let mut lines = String::new();
    for column in 1..board.columns {
        let x = cell.mul_add(f64::from(column), left);
        lines += &format!("M{x:.1} {top:.1}v{height:.1}");
    }
    for row in 1..board.rows {
        let y = cell.mul_add(f64::from(row), top);
        lines += &format!("M{left:.1} {y:.1}h{width:.1}");
    }
    canvas.draw(format_args!(r#"<path class="grid" d="{lines}"/>"#));
    for (index, text) in board.cells.iter().enumerate() {
        let (x, y) = place(index);
        draw_cell(canvas, text, (x + cell / 2.0, y + cell / 2.0), cell * 0.29);
    }
    if let (Some(&first), Some(&last)) = (board.line.first(), board.line.last()) {
        let (from, to) = (place(first), place(last));
        let half = cell / 2.0;
        let d = format!("M{:.1} {:.1}L{:.1} {:.1}", from.0 + half, from.1 + half, to.0 + half, to.1 + half);
        canvas.draw(format_args!(r#"<path class="strike" d="{d}"/>"#));
    }
}

/// Draws a cross, a ring, or the text of any other piece. `reach` is half the width of a stone.
fn draw_cell(canvas: &mut Canvas, text: &str, (x, y): (f64, f64), reach: f64) {
    match text {
        "" => {}
        "x" => {
            let (left, up, down, across) = (x - reach, y - reach, y + reach, reach * 2.0);
            canvas.draw(format_args!(
                r#"<path class="x" d="M{left:.1} {up:.1}l{across:.1} {across:.1}M{left:.1} {down:.1}l{across:.1} -{across:.1}"/>"#
            ));
        }
        "o" => canvas.draw(format_args!(r#"<circle class="o" cx="{x:.1}" cy="{y:.1}" r="{reach:.1}"/>"#)),
        other => canvas.text(x, reach.mul_add(0.8, y), "piece", other),
    }
}
