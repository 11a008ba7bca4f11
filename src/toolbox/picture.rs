//! Positions as text and as small pictures, drawn from the cells alone.

use std::fmt::Write;

use arena_games::Grid;

/// The side of a cell.
const CELL: u32 = 36;
const MARGIN: u32 = 2;

const STYLE: &str = "rect{fill:#f3f4f6;stroke:#94a3b8}\
text{font:600 15px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central;fill:#1f2937}\
circle{fill:#fff;stroke:#1f2937;stroke-width:1.5}.dark circle{fill:#1f2937}.dark text{fill:#fff}";

/// Returns the board with a line for each row from the top, and `.` for an empty cell.
pub(crate) fn text(grid: &Grid) -> String {
    let width = grid.cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(1).max(1);
    let cell = |cell: &std::borrow::Cow<'_, str>| format!("{:width$}", if cell.is_empty() { "." } else { cell });
    let row = |row: &[_]| row.iter().map(cell).collect::<Vec<_>>().join(" ").trim_end().to_owned();
    grid.cells.chunks(grid.columns.max(1) as usize).map(row).collect::<Vec<_>>().join("\n")
}

/// Draws the board. With `hexagons`, each row is half a cell to the right of the one above.
pub(crate) fn svg(grid: &Grid, hexagons: bool) -> String {
    let shift = |row: u32| if hexagons { row * CELL / 2 } else { 0 };
    let width = grid.columns * CELL + shift(grid.rows.saturating_sub(1)) + 2 * MARGIN;
    let height = grid.rows * CELL + 2 * MARGIN;
    let mut out = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img"><style>{STYLE}</style>"#
    );
    for (index, cell) in (0..).zip(&grid.cells) {
        let (column, row) = (index % grid.columns.max(1), index / grid.columns.max(1));
        let (x, y) = (MARGIN + column * CELL + shift(row), MARGIN + row * CELL);
        let mut draw = |part: std::fmt::Arguments<'_>| out.write_fmt(part).expect("writing to a string cannot fail");
        draw(format_args!(r#"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>"#));
        if !cell.is_empty() {
            piece(cell, (x + CELL / 2, y + CELL / 2), &mut draw);
        }
    }
    out.push_str("</svg>");
    out
}

/// Draws the contents of a cell: a stone, a piece with its letter, or a number.
fn piece(cell: &str, (x, y): (u32, u32), draw: &mut impl FnMut(std::fmt::Arguments<'_>)) {
    let mut letters = cell.chars();
    let letter = letters.next().filter(|letter| letter.is_ascii_alphabetic() && letters.next().is_none());
    let Some(letter) = letter else {
        let text = cell.replace('&', "&amp;").replace('<', "&lt;");
        draw(format_args!(r#"<g class="piece"><text x="{x}" y="{y}">{text}</text></g>"#));
        return;
    };
    // The first side's stones are x. Otherwise capitals are the light pieces.
    let dark = if letter == 'x' || letter.is_ascii_lowercase() && letter != 'o' { " dark" } else { "" };
    draw(format_args!(r#"<g class="piece{dark}"><circle cx="{x}" cy="{y}" r="{}"/>"#, CELL * 2 / 5));
    if !matches!(letter, 'x' | 'o') {
        draw(format_args!(r#"<text x="{x}" y="{y}">{}</text>"#, letter.to_ascii_uppercase()));
    }
    draw(format_args!("</g>"));
}
