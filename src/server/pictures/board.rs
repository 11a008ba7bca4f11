//! Draws a position of any game, like the boards of the page in its light colours.

use std::borrow::Cow;

use super::canvas::{Canvas, Colour};
use arena_games::{Diagram, GameId, Grid};
use serde_json::Value;

pub(super) const SURFACE: Colour = 0xff_ff_ff;
pub(super) const TEXT: Colour = 0x1c_1e_25;
pub(super) const MUTED: Colour = 0x59_5d_68;
pub(super) const LINE: Colour = 0xde_db_d3;
pub(super) const FIRST: Colour = 0x3b_4c_ca;
pub(super) const SECOND: Colour = 0xb2_45_0d;
const LIGHT: Colour = 0xe9_ec_f7;
const DARK: Colour = 0xa3_ae_d6;
const TRAIL: Colour = 0xf6_df_a5;
const PIECE_LIGHT: Colour = 0xfd_fc_f8;
const PIECE_DARK: Colour = 0x2b_2e_40;
const FELT: Colour = 0x7d_bb_9d;
const FELT_LINE: Colour = 0x4d_8f_71;
const WOOD: Colour = 0xe8_c8_8c;
const WOOD_LINE: Colour = 0x7a_5a_2b;
const RED_INK: Colour = 0xb3_26_1e;
const BLACK_INK: Colour = 0x1d_1d_1b;

/// The pieces of chess in a square of 100: body, balls and inner lines. Capital letters are White's.
const FOOT: &str = "M25 84v-5q0-6 6-6h38q6 0 6 6v5z";
const CROWN: &str = "M50 12v17M42.5 19.5h15";

fn chess_piece(kind: char) -> (&'static str, &'static [(f32, f32, f32)], &'static str) {
    match kind {
        'p' => ("M42 46h16q1 18 9 27H33q8-9 9-27z", &[(50.0, 34.0, 13.0)], ""),
        'n' => (
            "M35 73c-1-13 11-18 12-27-5 5-9 6-13 9-4 2-8-1-9-5-1-3 0-5 2-8l11-16 1-11 10 8c18 3 25 22 22 50z",
            &[],
            "M43 34v.5M62 40q4 12 3 24",
        ),
        'b' => (
            "M50 24c11 8 18 20 13 31-3 6-5 9-3 18H40c2-9 0-12-3-18-5-11 2-23 13-31z",
            &[(50.0, 19.0, 5.5)],
            "M50 37v14M43 44h14",
        ),
        'r' => ("M28 22h11v8h6v-8h10v8h6v-8h11v19l-8 7 3 25H33l3-25-8-7z", &[], "M37 49h26"),
        'q' => (
            "M22 35l14 17 1-25 13 21 13-21 1 25 14-17-9 38H31z",
            &[(22.0, 31.0, 5.0), (37.0, 23.0, 5.0), (63.0, 23.0, 5.0), (78.0, 31.0, 5.0)],
            "M35 63h30",
        ),
        _ => ("M50 36c5-11 27-10 27 7 0 12-8 17-9 30H32c-1-13-9-18-9-30 0-17 22-18 27-7z", &[], ""),
    }
}

fn draw_chess_piece(canvas: &mut Canvas, mark: char) {
    let kind = mark.to_ascii_lowercase();
    let (body, balls, lines) = chess_piece(kind);
    let (fill, edge, detail) =
        if mark == kind { (PIECE_DARK, 0x14_16_1f, 0xc3_c9_e2) } else { (PIECE_LIGHT, PIECE_DARK, PIECE_DARK) };
    if kind == 'k' {
        canvas.shape(CROWN, None, Some((edge, 12.0)));
        canvas.shape(CROWN, None, Some((fill, 4.5)));
    }
    canvas.shape(body, Some(fill), Some((edge, 7.0)));
    canvas.shape(FOOT, Some(fill), Some((edge, 7.0)));
    balls.iter().for_each(|(x, y, radius)| canvas.disc(*x, *y, *radius, fill, Some((edge, 3.5))));
    canvas.shape(lines, None, Some((detail, 4.0)));
}

fn xiangqi_character(mark: char) -> &'static str {
    match mark {
        'K' => "帥",
        'A' => "仕",
        'B' => "相",
        'N' => "傌",
        'R' => "俥",
        'C' => "炮",
        'P' => "兵",
        'k' => "將",
        'a' => "士",
        'b' => "象",
        'n' => "馬",
        'r' => "車",
        'c' => "砲",
        _ => "卒",
    }
}

/// A board of cells: their number in each direction, the size of a cell, and whether pieces stand on crossings.
struct Cells<'a> {
    grid: &'a Grid,
    points: &'a [Cow<'static, str>],
    columns: u32,
    rows: u32,
    cell: f32,
    left: f32,
    top: f32,
}

impl Cells<'_> {
    /// Calls `draw` for each cell with its corner, its content and whether it belongs to the last move.
    fn each(&self, canvas: &mut Canvas, mut draw: impl FnMut(&mut Canvas, (u32, u32), (f32, f32), char, bool)) {
        for (index, content) in self.grid.cells.iter().enumerate() {
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            let (column, row) = (index % self.columns, index / self.columns);
            let corner = (self.left + self.cell * real(column), self.top + self.cell * real(row));
            let is_last = self.points.get(index as usize).is_some_and(|point| self.grid.last.contains(point));
            draw(canvas, (column, row), corner, content.chars().next().unwrap_or(' '), is_last);
        }
    }
}

/// Numbers of cells are small.
#[expect(clippy::cast_precision_loss, reason = "boards are small")]
fn real(n: u32) -> f32 {
    n as f32
}

/// Returns the colours of the sides' pieces.
pub(super) fn side_colours(game: GameId) -> [Colour; 2] {
    match game {
        GameId::Chess => [PIECE_LIGHT, PIECE_DARK],
        GameId::Checkers | GameId::Reversi | GameId::Gomoku => [PIECE_DARK, PIECE_LIGHT],
        GameId::Xiangqi => [RED_INK, BLACK_INK],
        _ => [FIRST, SECOND],
    }
}

/// Draws a position in a square.
pub(super) fn draw(canvas: &mut Canvas, x: f32, y: f32, size: f32, game: GameId, diagram: &Diagram) {
    canvas.within(x, y, size, 100.0, |canvas| match diagram {
        Diagram::Grid { grid, points, line, .. } => draw_grid(canvas, game, grid, points, line),
        Diagram::Heap { grid, .. } => draw_heap(canvas, grid),
        Diagram::Tree { tree, path, .. } => draw_tree(canvas, tree, path),
    });
}

fn draw_grid(canvas: &mut Canvas, game: GameId, grid: &Grid, points: &[Cow<'static, str>], line: &[Cow<'static, str>]) {
    let (columns, rows) = (grid.columns.max(1), grid.rows.max(1));
    let is_hex = game == GameId::Hex;
    // Each row of Hex is shifted by half a cell.
    let width = if is_hex { real(columns) + real(rows - 1) / 2.0 } else { real(columns) };
    let height = if is_hex { real(rows) * 0.87 + 0.28 } else { real(rows) };
    let cell = 100.0 / width.max(height);
    let cells = Cells {
        grid,
        points,
        columns,
        rows,
        cell,
        left: (100.0 - width * cell) / 2.0,
        top: (100.0 - height * cell) / 2.0,
    };
    let (wide, high) = (real(columns) * cell, real(rows) * cell);
    let (left, top) = (cells.left, cells.top);
    let won =
        |column: u32, row: u32| points.get((row * columns + column) as usize).is_some_and(|point| line.contains(point));
    match game {
        GameId::Chess => cells.each(canvas, |canvas, (column, row), (x, y), mark, is_last| {
            let ground = if (column + row) % 2 == 0 { LIGHT } else { DARK };
            canvas.rect(x, y, cell, cell, if is_last { TRAIL } else { ground });
            if mark != ' ' {
                canvas.within(x, y, cell, 100.0, |canvas| draw_chess_piece(canvas, mark));
            }
        }),
        GameId::Checkers => cells.each(canvas, |canvas, (column, row), (x, y), mark, is_last| {
            let ground = if (column + row) % 2 == 0 { LIGHT } else { DARK };
            canvas.rect(x, y, cell, cell, if is_last { TRAIL } else { ground });
            if mark != ' ' {
                let is_first = mark.is_ascii_lowercase();
                let (fill, edge) = if is_first { (PIECE_DARK, 0x14_16_1f) } else { (PIECE_LIGHT, PIECE_DARK) };
                canvas.disc(x + cell / 2.0, y + cell / 2.0, cell * 0.38, fill, Some((edge, cell * 0.04)));
                if mark.eq_ignore_ascii_case(&'k') {
                    canvas.ring(x + cell / 2.0, y + cell / 2.0, cell * 0.2, TRAIL, cell * 0.08);
                }
            }
        }),
        GameId::Reversi => {
            canvas.rect(left, top, wide, high, FELT);
            rules(canvas, &cells, FELT_LINE, 0.0);
            cells.each(canvas, |canvas, _, (x, y), mark, is_last| {
                if mark != ' ' {
                    let (fill, edge) = if mark == 'x' { (PIECE_DARK, 0x14_16_1f) } else { (PIECE_LIGHT, PIECE_DARK) };
                    canvas.disc(x + cell / 2.0, y + cell / 2.0, cell * 0.4, fill, Some((edge, cell * 0.03)));
                    if is_last {
                        canvas.disc(x + cell / 2.0, y + cell / 2.0, cell * 0.1, SECOND, None);
                    }
                }
            });
        }
        GameId::ConnectFour => {
            canvas.rect(left, top, wide, high, DARK);
            cells.each(canvas, |canvas, (column, row), (x, y), mark, is_last| {
                let fill = match mark {
                    'x' => FIRST,
                    'o' => SECOND,
                    _ => SURFACE,
                };
                let ring = if won(column, row) || is_last { Some((TRAIL, cell * 0.08)) } else { None };
                canvas.disc(x + cell / 2.0, y + cell / 2.0, cell * 0.39, fill, ring);
            });
        }
        GameId::Gomoku => {
            canvas.rect(left, top, wide, high, WOOD);
            rules(canvas, &cells, WOOD_LINE, 0.5);
            cells.each(canvas, |canvas, (column, row), (x, y), mark, is_last| {
                if mark != ' ' {
                    let fill = if mark == 'x' { PIECE_DARK } else { PIECE_LIGHT };
                    let edge = if is_last || won(column, row) { SECOND } else { PIECE_DARK };
                    canvas.disc(x + cell / 2.0, y + cell / 2.0, cell * 0.42, fill, Some((edge, cell * 0.06)));
                }
            });
        }
        GameId::Xiangqi => {
            canvas.rect(left, top, wide, high, WOOD);
            rules(canvas, &cells, WOOD_LINE, 0.5);
            cells.each(canvas, |canvas, _, (x, y), mark, is_last| {
                let (x, y) = (x + cell / 2.0, y + cell / 2.0);
                if mark == ' ' {
                    if is_last {
                        canvas.disc(x, y, cell * 0.12, SECOND, None);
                    }
                    return;
                }
                let ink = if mark.is_ascii_uppercase() { RED_INK } else { BLACK_INK };
                canvas.disc(
                    x,
                    y,
                    cell * 0.45,
                    0xf6_e3_bd,
                    Some((if is_last { SECOND } else { WOOD_LINE }, cell * 0.05)),
                );
                canvas.centred(x, y + cell * 0.21, cell * 0.58, xiangqi_character(mark), ink);
            });
        }
        GameId::Hex => cells.each(canvas, |canvas, (_, row), (x, y), mark, is_last| {
            let (x, y) = (x + cell * (0.5 + real(row) / 2.0), y - real(row) * cell * 0.13 + cell * 0.57);
            let corners = [(0.0, -0.58), (0.5, -0.29), (0.5, 0.29), (0.0, 0.58), (-0.5, 0.29), (-0.5, -0.29)];
            let corners = corners.map(|(dx, dy)| (x + dx * cell, y + dy * cell));
            let fill = match mark {
                'x' => FIRST,
                'o' => SECOND,
                _ => LIGHT,
            };
            canvas.polygon(&corners, fill, Some((SURFACE, cell * 0.06)));
            if is_last {
                canvas.disc(x, y, cell * 0.14, SURFACE, None);
            }
        }),
        // Crosses and noughts.
        _ => {
            for at in 1..columns {
                canvas.line(&[(left + cell * real(at), top), (left + cell * real(at), top + high)], MUTED, 0.8);
            }
            for at in 1..rows {
                canvas.line(&[(left, top + cell * real(at)), (left + wide, top + cell * real(at))], MUTED, 0.8);
            }
            cells.each(canvas, |canvas, (column, row), (x, y), mark, is_last| {
                if won(column, row) || is_last {
                    canvas.rect(x + cell * 0.06, y + cell * 0.06, cell * 0.88, cell * 0.88, TRAIL);
                }
                let (near, far) = (cell * 0.27, cell * 0.73);
                match mark {
                    'x' => {
                        canvas.line(&[(x + near, y + near), (x + far, y + far)], FIRST, cell * 0.1);
                        canvas.line(&[(x + far, y + near), (x + near, y + far)], FIRST, cell * 0.1);
                    }
                    'o' => canvas.ring(x + cell / 2.0, y + cell / 2.0, cell * 0.25, SECOND, cell * 0.1),
                    _ => {}
                }
            });
        }
    }
}

/// Draws the lines of a board: between the cells, or through their middles with `offset` 0.5.
fn rules(canvas: &mut Canvas, cells: &Cells, colour: Colour, offset: f32) {
    let Cells { columns, rows, cell, left, top, .. } = *cells;
    let at = |n: u32| (real(n) + offset) * cell;
    let last = |n: u32| if offset > 0.0 { n - 1 } else { n };
    for column in 0..=last(columns) {
        canvas.line(
            &[(left + at(column), top + at(0)), (left + at(column), top + at(last(rows)))],
            colour,
            cell * 0.035,
        );
    }
    for row in 0..=last(rows) {
        canvas.line(&[(left + at(0), top + at(row)), (left + at(last(columns)), top + at(row))], colour, cell * 0.035);
    }
}

fn draw_heap(canvas: &mut Canvas, grid: &Grid) {
    let number = u32::try_from(grid.cells.len()).unwrap_or(u32::MAX).max(1);
    let mut columns = 1;
    while columns * columns < number {
        columns += 1;
    }
    let cell = 100.0 / real(columns);
    for (index, content) in (0..number).zip(&grid.cells) {
        let (x, y) = (real(index % columns) * cell, real(index / columns) * cell);
        let fill = if content.is_empty() { LIGHT } else { FIRST };
        canvas.rect(x + cell * 0.32, y + cell * 0.1, cell * 0.36, cell * 0.8, fill);
    }
}

/// The most nodes of a tree that are drawn.
const MOST_NODES: usize = 400;

/// Draws a tree of nested lists. The path from the root is marked.
pub(super) fn draw_tree(canvas: &mut Canvas, tree: &Value, path: &[u32]) {
    fn depth(tree: &Value) -> u32 {
        tree.as_array().map_or(0, |children| 1 + children.iter().map(depth).max().unwrap_or(0))
    }
    fn leaves(tree: &Value) -> f32 {
        tree.as_array().map_or(1.0, |children| children.iter().map(leaves).sum::<f32>().max(1.0))
    }
    struct Drawing {
        width: f32,
        height: f32,
        nodes: usize,
    }
    fn node(
        canvas: &mut Canvas,
        tree: &Value,
        at: (f32, u32),
        drawing: &mut Drawing,
        path: Option<&[u32]>,
    ) -> (f32, f32) {
        drawing.nodes += 1;
        let (left, level) = at;
        let wide = leaves(tree) * drawing.width;
        let (x, y) = (left + wide / 2.0, 8.0 + real(level) * drawing.height);
        let size = (drawing.width * 0.42).min(6.0);
        let mut from = left;
        for (index, child) in (0_u32..).zip(tree.as_array().into_iter().flatten()) {
            if drawing.nodes >= MOST_NODES {
                break;
            }
            let below = path.and_then(|path| path.split_first()).filter(|(first, _)| **first == index);
            let next = below.map(|(_, rest)| rest);
            let end = (from + leaves(child) * drawing.width / 2.0, y + drawing.height);
            canvas.line(
                &[(x, y), end],
                if next.is_some() { FIRST } else { MUTED },
                if next.is_some() { 1.4 } else { 0.6 },
            );
            node(canvas, child, (from, level + 1), drawing, next);
            from += leaves(child) * drawing.width;
        }
        let (fill, edge) = if level % 2 == 0 { (0xe3_e7_fc, FIRST) } else { (0xfb_e8_dc, SECOND) };
        if tree.is_array() {
            let up = if level % 2 == 0 { 1.0 } else { -1.0 };
            let corners = [(x, y - up * size), (x + size, y + up * size * 0.8), (x - size, y + up * size * 0.8)];
            canvas.polygon(&corners, fill, Some((edge, size * 0.15)));
        } else {
            canvas.rect(x - size, y - size, 2.0 * size, 2.0 * size, LIGHT);
            canvas.centred(x, y + size * 0.45, size * 1.2, &tree.to_string(), TEXT);
        }
        (x, y)
    }
    let mut drawing = Drawing { width: 100.0 / leaves(tree), height: 84.0 / real(depth(tree).max(1)), nodes: 0 };
    node(canvas, tree, (0.0, 0), &mut drawing, Some(path));
}
