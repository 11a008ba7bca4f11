//! Renders diagrams as text for a terminal.

use std::borrow::Cow;

use arena_games::conventions::RecordFormat;
use arena_games::{Diagram, GameId, Grid, Options};

/// Larger heaps are printed as a number only.
const MOST_BONES_DRAWN: u32 = 100;
/// Maximum number of characters of a tree to print.
const MOST_TREE: usize = 400;

/// Display options of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BoardStyle {
    /// Seen from the second side.
    pub flipped: bool,
    /// Symbols to use instead of letters.
    pub glyphs: Option<Glyphs>,
    /// Colours for the two sides, for a terminal.
    pub colours: bool,
}

/// Symbols for pieces: pairs of letter and symbol.
pub(super) type Glyphs = &'static [(&'static str, &'static str)];

/// Returns the symbols for a game with a record format, if all its pieces have one.
pub(super) fn glyphs(game: GameId) -> Option<Glyphs> {
    let glyphs: Glyphs = match game.record_format()? {
        RecordFormat::Pgn => &[
            ("K", "♔"),
            ("Q", "♕"),
            ("R", "♖"),
            ("B", "♗"),
            ("N", "♘"),
            ("P", "♙"),
            ("k", "♚"),
            ("q", "♛"),
            ("r", "♜"),
            ("b", "♝"),
            ("n", "♞"),
            ("p", "♟"),
        ],
        RecordFormat::Pdn => &[("M", "⛀"), ("K", "⛁"), ("m", "⛂"), ("k", "⛃")],
    };
    let board = game.board(&Options::new(), None).ok()?.diagram();
    let Diagram::Grid { grid, .. } = board else { return None };
    let has_symbol = |cell: &Cow<'static, str>| cell.is_empty() || glyphs.iter().any(|(letter, _)| letter == cell);
    grid.cells.iter().all(has_symbol).then_some(glyphs)
}

/// Like [`board_text`], with display options.
pub(super) fn board_in(game: GameId, diagram: &Diagram, look: BoardStyle) -> String {
    let mut diagram = diagram.clone();
    if let Diagram::Grid { grid, points, .. } = &mut diagram {
        if look.flipped {
            grid.cells.reverse();
            points.reverse();
        }
        for cell in grid.cells.iter_mut().filter(|cell| !cell.is_empty()) {
            let symbol = look.glyphs.and_then(|glyphs| glyphs.iter().find(|(letter, _)| letter == cell));
            let shown = symbol.map_or_else(|| shown(cell), |(_, symbol)| (*symbol).to_owned());
            // Upper case letters and X belong to one side, lower case letters and O to the other.
            let one = cell.chars().all(char::is_uppercase) || cell == "x";
            *cell = match (look.colours, one) {
                (false, _) => shown,
                (true, true) => format!("\u{1b}[1;33m{shown}\u{1b}[0m"),
                (true, false) => format!("\u{1b}[36m{shown}\u{1b}[0m"),
            }
            .into();
        }
    }
    board_text(game, &diagram)
}

/// Renders a diagram as lines of text, each ending with a line feed. The last move is in brackets.
pub(super) fn board_text(game: GameId, diagram: &Diagram) -> String {
    match diagram {
        Diagram::Grid { grid, points, .. } => grid_text(grid, points, game.has_hexagons()),
        Diagram::Heap { grid, left, most } => heap_text(grid, *left, *most),
        Diagram::Tree { grid, tree, path } => tree_text(grid, tree, path),
    }
}

/// Renders a board with the row names on the left and the column names below, or with numbered squares. If `slants` is
/// set, each row is shifted half a cell to the right of the one above, so that neighbouring cells touch.
fn grid_text(grid: &Grid, points: &[Cow<'static, str>], slants: bool) -> String {
    let columns = grid.columns.max(1) as usize;
    if points.iter().all(|name| name.chars().all(|c| c.is_ascii_digit())) {
        return numbered_text(grid, points, columns);
    }
    let row_name = |name: &Cow<'static, str>| name.trim_start_matches(|c: char| c.is_ascii_alphabetic()).to_owned();
    let width = points.iter().map(|name| row_name(name).chars().count()).max().unwrap_or(0);
    // A cell is three characters wide.
    let before = |row: usize| if slants { " ".repeat(row * 3 / 2) } else { String::new() };
    let mut text = String::new();
    for (row, (cells, names)) in grid.cells.chunks(columns).zip(points.chunks(columns)).enumerate() {
        let name = names.first().map_or_else(String::new, row_name);
        text.push_str(&format!("{}{name:>width$} ", before(row)));
        for (cell, name) in cells.iter().zip(names) {
            let last = grid.last.contains(name);
            let shown = shown(cell);
            text.push_str(&if last { format!("[{shown}]") } else { format!(" {shown} ") });
        }
        text = text.trim_end().to_owned();
        text.push('\n');
    }
    let letters = points.iter().rev().take(columns).collect::<Vec<_>>();
    text.push_str(&before(grid.cells.len() / columns));
    text.push_str(&" ".repeat(width + 1));
    for name in letters.into_iter().rev() {
        let letters: String = name.chars().take_while(char::is_ascii_alphabetic).collect();
        text.push_str(&format!(" {letters} "));
    }
    text.trim_end().to_owned() + "\n"
}

/// Returns the text of a cell. Only crosses and rings become upper case: in other games the case denotes the side.
fn shown(cell: &str) -> String {
    match cell {
        "" => "·".to_owned(),
        "x" | "o" => cell.to_uppercase(),
        piece => piece.to_owned(),
    }
}

/// Renders a board with numbered squares: an empty square shows its number, a square without a number stays blank.
fn numbered_text(grid: &Grid, points: &[Cow<'static, str>], columns: usize) -> String {
    let mut text = String::new();
    for (cells, names) in grid.cells.chunks(columns).zip(points.chunks(columns)) {
        let mut row = String::new();
        for (cell, name) in cells.iter().zip(names) {
            let shown = if cell.is_empty() { name } else { cell };
            let last = !name.is_empty() && grid.last.contains(name);
            let pad = " ".repeat(3_usize.saturating_sub(visible(shown) + usize::from(last)));
            row.push_str(&if last { format!("{pad}[{shown}]") } else { format!("{pad}{shown} ") });
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

/// Returns the visible width of a cell, without colour codes.
fn visible(cell: &str) -> usize {
    let coloured = cell.strip_suffix("\u{1b}[0m").and_then(|cell| cell.split_once('m'));
    coloured.map_or(cell, |(_, text)| text).chars().count()
}

fn heap_text(grid: &Grid, left: u32, most: u32) -> String {
    let drawn = if left <= MOST_BONES_DRAWN { "|".repeat(left as usize) + "  " } else { String::new() };
    let last = grid.last.first().map_or_else(String::new, |last| format!("; the last turn took {last}"));
    format!("{drawn}{left} left of {}, take 1 to {most}{last}\n", grid.columns)
}

fn tree_text(grid: &Grid, tree: &serde_json::Value, path: &[u32]) -> String {
    let mut full_tree = tree.to_string();
    if full_tree.chars().count() > MOST_TREE {
        full_tree = full_tree.chars().take(MOST_TREE).collect::<String>() + " …";
    }
    let path: Vec<String> = path.iter().map(ToString::to_string).collect();
    let at = if path.is_empty() { "at the root".to_owned() } else { format!("at {}", path.join(" ")) };
    let child = |(index, cell): (usize, &Cow<'static, str>)| {
        let shown = if cell == "…" { "a subtree" } else { cell };
        format!("{index}: {shown}")
    };
    let children: Vec<String> = grid.cells.iter().take(50).enumerate().map(child).collect();
    let children = if children.is_empty() { "a leaf".to_owned() } else { children.join("   ") };
    format!("{full_tree}\n{at}   {children}\n")
}

#[cfg(test)]
mod tests {
    use super::board_text;
    use arena_games::{GameId, Options};

    fn shown(game: &str, options: &str, moves: &[&str]) -> String {
        let game: GameId = game.parse().expect("the game exists");
        let options: Options = serde_json::from_str(options).expect("the options are JSON");
        let mut board = game.board(&options, None).expect("the options are valid");
        for (ply, mv) in moves.iter().enumerate() {
            board.play(game.parse_move(mv).expect("the move is valid"), ply).expect("the move is legal");
        }
        board_text(game, &board.diagram())
    }

    #[test]
    fn a_board_shows_coordinates_and_the_last_move_in_brackets() {
        let board = shown("tictactoe", "{}", &["b2", "a3", "c1"]);
        assert_eq!(board, "3  O  ·  ·\n2  ·  X  ·\n1  ·  · [X]\n   a  b  c\n");
    }

    #[test]
    fn the_case_of_a_chess_piece_denotes_its_side() {
        let board = shown("chess", "{}", &["e2e4", "e7e5"]);
        let rows: Vec<&str> = board.lines().collect();
        assert_eq!(rows[0], "8  r  n  b  q  k  b  n  r");
        assert_eq!(rows[3], "5  ·  ·  ·  · [p] ·  ·  ·");
        assert_eq!(rows[7], "1  R  N  B  Q  K  B  N  R");
    }

    #[test]
    fn a_checkers_board_numbers_its_empty_squares() {
        let board = shown("checkers", "{}", &["11-15"]);
        let rows: Vec<&str> = board.lines().collect();
        assert_eq!(rows[0], "      m       m       m       m");
        assert_eq!(rows[2], "      m       m     [11]      m");
        assert_eq!(rows[3], " 13      14      [m]     16");
        assert_eq!(rows[7], "  M       M       M       M");
        assert_eq!(rows.len(), 8);
    }

    #[test]
    fn a_board_can_be_flipped_and_shown_with_symbols_and_colours() {
        use super::{BoardStyle, board_in, glyphs};
        let (chess, checkers) = (GameId::Chess, GameId::Checkers);
        let board = |game: GameId| game.board(&Options::new(), None).expect("the options are valid").diagram();
        let look = BoardStyle { flipped: true, glyphs: glyphs(chess), colours: false };
        let text = board_in(chess, &board(chess), look);
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!((rows[0], rows[8]), ("1  ♖  ♘  ♗  ♔  ♕  ♗  ♘  ♖", "   h  g  f  e  d  c  b  a"));
        let plain = board_in(checkers, &board(checkers), BoardStyle::default());
        assert_eq!(plain, super::board_text(checkers, &board(checkers)));
        let coloured = board_in(checkers, &board(checkers), BoardStyle { colours: true, ..BoardStyle::default() });
        let stripped = coloured.replace("\u{1b}[1;33m", "").replace("\u{1b}[36m", "").replace("\u{1b}[0m", "");
        assert_eq!(stripped, plain);
        assert_ne!(coloured, plain);
    }

    #[test]
    fn rows_of_hexagons_are_shifted_by_half_a_cell() {
        let board = shown("hex", r#"{"size": 3}"#, &["b2"]);
        assert_eq!(board, "1  ·  ·  ·\n 2  · [X] ·\n   3  ·  ·  ·\n       a  b  c\n");
    }

    #[test]
    fn a_heap_is_drawn_as_strokes() {
        let heap = shown("bones", r#"{"heap": 9}"#, &["2"]);
        assert_eq!(heap, "|||||||  7 left of 9, take 1 to 3; the last turn took 2\n");
        assert_eq!(shown("bones", r#"{"heap": 900}"#, &[]), "900 left of 900, take 1 to 3\n");
    }

    #[test]
    fn a_tree_shows_the_current_node() {
        let tree = shown("tree", r#"{"tree": [[3, 12], [[2], 4]]}"#, &["1"]);
        assert_eq!(tree, "[[3,12],[[2],4]]\nat 1   0: a subtree   1: 4\n");
    }
}
