//! Positions that people set up piece by piece. What stands where becomes a text of the game's own notation, and the
//! game's own parser judges it.

use super::catalog::start;
use super::options::typed;
use super::{Diagram, Game, GameError, Grid, Options, PositionFault, Side};

/// What a position can be set up from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// What may stand on a cell of the diagram.
    pub letters: &'static [&'static str],
    /// Whether whoever sets a position up also says whose turn it is; otherwise the pieces tell.
    pub turn: bool,
}

impl Pieces {
    /// Stones of both sides, set in turn.
    pub const STONES: Option<Self> = Some(Self { letters: &["x", "o"], turn: false });
}

/// The position in which `cells` stand on the cells of the game's board, in the order of its diagram.
///
/// # Errors
/// When the options are wrong, the game has no such board, a cell holds what the game does not have, or the game has no
/// such position.
pub fn placed<G: Game>(options: &Options, cells: &[String], to_move: Side) -> Result<G, GameError> {
    let wrong = |problem: PositionFault| GameError::Position { game: G::INFO.name, problem };
    let Some(Pieces { letters, .. }) = G::PIECES else {
        return Err(wrong(PositionFault::TextOnly));
    };
    let Diagram::Grid { grid, points, .. } = start::<G>(options, None)?.diagram(None) else {
        return Err(wrong(PositionFault::TextOnly));
    };
    if cells.len() != grid.cells.len() {
        return Err(wrong(PositionFault::Cells { given: cells.len(), wanted: grid.cells.len() }));
    }
    for (cell, point) in cells.iter().zip(&points).filter(|(cell, _)| !cell.is_empty()) {
        if !letters.contains(&cell.as_str()) {
            let (given, known) = (super::beginning(cell, 8), letters.join(" "));
            return Err(wrong(PositionFault::NoPiece { given, known }));
        }
        if point.is_empty() {
            return Err(wrong(PositionFault::NoCell));
        }
    }
    let board = Grid { cells: cells.to_vec(), ..grid };
    G::parse(&typed::<G>(options)?, &G::written(&board, to_move))
}

/// The rows from the top with `.` for an empty cell and `/` between them: the notation of games with stones. Whose turn
/// it is, the stones tell.
#[must_use]
pub fn rows(board: &Grid) -> String {
    let columns = usize::try_from(board.columns).unwrap_or(usize::MAX).max(1);
    let letter = |cell: &String| if cell.is_empty() { "." } else { cell.as_str() }.to_owned();
    let rows = board.cells.chunks(columns).map(|row| row.iter().map(letter).collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::catalog::Visitor;
    use crate::games::seed::Rng;
    use crate::games::{GameId, Hints};

    fn cells(text: &str) -> Vec<String> {
        text.chars().map(|cell| if cell == '.' { String::new() } else { cell.to_string() }).collect()
    }

    /// A game's position is found again from what stands on its board.
    struct Again;
    impl Visitor for Again {
        type Output = ();
        fn visit<G: Game + Hints>(self) {
            if G::PIECES.is_none() {
                return;
            }
            let mut rng = Rng::new(7);
            let mut position = start::<G>(&Options::new(), None).expect("the start");
            for _ in 0..12 {
                let mut moves = Vec::new();
                position.legal(&mut moves);
                if moves.is_empty() {
                    break;
                }
                position.play(moves[rng.below(moves.len())]);
                let Diagram::Grid { grid, .. } = position.diagram(None) else { panic!("{}", G::INFO.name) };
                let again = placed::<G>(&Options::new(), &grid.cells, position.to_move());
                let again = again.unwrap_or_else(|error| panic!("{}: {error}", position.notation()));
                let Diagram::Grid { grid: other, .. } = again.diagram(None) else { panic!("{}", G::INFO.name) };
                assert_eq!((grid, position.to_move()), (other, again.to_move()), "{}", position.notation());
            }
        }
    }

    #[test]
    fn what_stands_on_a_board_is_that_position_in_every_game() {
        for game in GameId::ALL {
            game.visit(Again);
        }
    }

    #[test]
    fn what_cannot_stand_so_is_refused_in_words() {
        use crate::games::bones::Bones;
        use crate::games::checkers::Checkers;
        use crate::games::tictactoe::TicTacToe;
        let told = |error: GameError| error.to_string();
        let of = |text: &str| placed::<TicTacToe>(&Options::new(), &cells(text), Side::First).map_err(told);
        assert!(of("xx.......").unwrap_err().contains("2 x and 0 o"));
        assert!(of("xx").unwrap_err().contains("2 cells instead of 9"));
        assert!(of("q........").unwrap_err().contains("\"q\" is no piece; there are x o"));
        assert!(
            placed::<Bones>(&Options::new(), &[], Side::First).map_err(told).unwrap_err().contains("piece by piece")
        );
        let mut board = cells(&".".repeat(64));
        board[0] = "m".to_owned();
        let light = placed::<Checkers>(&Options::new(), &board, Side::First).map_err(told);
        assert!(light.unwrap_err().contains("none can ever stand"));
    }
}
