//! Positions that are set up piece by piece. The pieces are converted to the game's own notation and checked by its
//! parser.

use std::borrow::Cow;

use super::options::start;
use super::options::typed;
use super::{Diagnostic, Diagram, Game, GameError, Grid, Options, Side, diagnostic};

/// The pieces for setting up a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// The letters that a cell of the diagram may have.
    pub letters: &'static [&'static str],
    /// Whether the side to move must be given. Otherwise it follows from the pieces.
    pub turn: bool,
}

impl Pieces {
    /// Stones of both sides, which are placed alternately.
    pub const STONES: Option<Self> = Some(Self { letters: &["x", "o"], turn: false });
}

/// Returns the position with `cells` on the game's board, in the order of its diagram.
///
/// # Errors
/// Returns an error if the options are invalid, the game has no such board, a cell has an unknown piece, or the
/// position is invalid.
pub fn placed<G: Game>(options: &Options, cells: &[String], to_move: Side) -> Result<G, GameError> {
    let wrong = |problem: Diagnostic| GameError::Position { game: G::INFO.name, problem };
    let (Some(Pieces { letters, .. }), Diagram::Grid { grid, points, .. }) =
        (G::PIECES, start::<G>(options, None)?.diagram(None))
    else {
        return Err(wrong(diagnostic!(
            "no_piece_setup",
            "this game cannot be set up piece by piece; write it as text"
        )));
    };
    if cells.len() != grid.cells.len() {
        return Err(wrong(diagnostic!(
            "cell_count",
            "must have {wanted} cells, got {given}",
            given = cells.len(),
            wanted = grid.cells.len()
        )));
    }
    for (cell, point) in cells.iter().zip(&points).filter(|(cell, _)| !cell.is_empty()) {
        if !letters.contains(&cell.as_str()) {
            let (given, known) = (super::beginning(cell, 8), letters.join(" "));
            return Err(wrong(diagnostic!("unknown_piece", "{given:?} is not a piece; pieces: {known}", given, known)));
        }
        if point.is_empty() {
            return Err(wrong(diagnostic!("unreachable_cell", "a piece is on a cell that no piece can reach")));
        }
    }
    let board = Grid { cells: cells.iter().cloned().map(Cow::Owned).collect(), ..grid };
    G::parse(&typed::<G>(options)?, &G::written(&board, to_move))
}

/// Writes the rows from the top with `.` for an empty cell and `/` between rows. This is the notation of games with
/// stones, where the side to move follows from the stones.
#[must_use]
pub fn rows(board: &Grid) -> String {
    let columns = usize::try_from(board.columns).unwrap_or(usize::MAX).max(1);
    let letter = |cell: &Cow<'static, str>| if cell.is_empty() { "." } else { cell }.to_owned();
    let rows = board.cells.chunks(columns).map(|row| row.iter().map(letter).collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameId;
    use crate::seed::Rng;

    fn cells(text: &str) -> Vec<String> {
        text.chars().map(|cell| if cell == '.' { String::new() } else { cell.to_string() }).collect()
    }

    /// Checks that positions are restored from their cells.
    fn restores_positions<G: Game>() {
        if G::PIECES.is_none() {
            return;
        }
        let mut rng = Rng::new(7);
        let mut position = start::<G>(&Options::new(), None).expect("the initial position is valid");
        for _ in 0..12 {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[rng.below(moves.len())]);
            let Diagram::Grid { grid, .. } = position.diagram(None) else { panic!("{}", G::INFO.name) };
            let cells: Vec<String> = grid.cells.iter().map(ToString::to_string).collect();
            let again = placed::<G>(&Options::new(), &cells, position.to_move());
            let again = again.unwrap_or_else(|error| panic!("{}: {error}", position.notation()));
            let Diagram::Grid { grid: other, .. } = again.diagram(None) else { panic!("{}", G::INFO.name) };
            assert_eq!((grid, position.to_move()), (other, again.to_move()), "{}", position.notation());
        }
    }

    #[test]
    fn positions_are_restored_from_their_cells_in_every_game() {
        for game in GameId::ALL {
            with_game!(game, G => restores_positions::<G>());
        }
    }

    #[test]
    fn rejects_impossible_cells_with_a_reason() {
        use crate::bones::Bones;
        use crate::checkers::Checkers;
        use crate::tictactoe::TicTacToe;
        let told = |error: GameError| error.to_string();
        let of = |text: &str| placed::<TicTacToe>(&Options::new(), &cells(text), Side::First).map_err(told);
        assert!(of("xx.......").unwrap_err().contains("got 2 and 0"));
        assert!(of("xx").unwrap_err().contains("must have 9 cells, got 2"));
        assert!(of("q........").unwrap_err().contains("\"q\" is not a piece; pieces: x o"));
        assert!(
            placed::<Bones>(&Options::new(), &[], Side::First).map_err(told).unwrap_err().contains("piece by piece")
        );
        let mut board = cells(&".".repeat(64));
        board[0] = "m".to_owned();
        let light = placed::<Checkers>(&Options::new(), &board, Side::First).map_err(told);
        assert!(light.unwrap_err().contains("no piece can reach"));
    }
}
