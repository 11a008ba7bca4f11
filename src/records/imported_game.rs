//! Converts a game written by another program to the start of an arena match. No I/O.

use super::tagged_game::{Malformed, TaggedGame};
use arena_games::options::start;
use arena_games::{Game, GameId, GameMove, MoveCode, Options, typed, with_game};
use arena_play::GameResult;

/// An imported game: options, start position and moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedGame {
    /// The game's options.
    pub options: Options,
    /// The start position; `None` for the game's usual start.
    pub position: Option<String>,
    /// The moves.
    pub moves: Vec<MoveCode>,
    /// The result by the rules if the last position is final, otherwise `None`.
    pub ended: Option<GameResult>,
}

/// Returns the options of a match of `game` with the tags of `written`.
///
/// # Errors
/// A message when the tags describe another game or variant, or when `game` has no record format.
pub fn options(game: GameId, written: &TaggedGame) -> Result<Options, String> {
    with_game!(game, G => {
        let notation = G::CONVENTIONS.records.ok_or_else(|| no_format(game))?;
        (notation.options)(&|name| written.tag(name).map(str::to_owned))
    })
}

fn no_format(game: GameId) -> String {
    format!("there is no standard file format for {game}")
}

/// Reads the moves of a match of `game`, which has a record format.
///
/// # Errors
/// [`Malformed`] with the line of the first error.
pub fn import(game: GameId, written: &TaggedGame) -> Result<ImportedGame, Malformed> {
    with_game!(game, G => read::<G>(game, written))
}

fn read<G: Game>(game: GameId, written: &TaggedGame) -> Result<ImportedGame, Malformed> {
    let wrong = |line: usize, problem: String| Malformed::new(line, &problem);
    let Some(notation) = G::CONVENTIONS.records else {
        return Err(wrong(written.line, no_format(game)));
    };
    let tag = |name: &str| written.tag(name).map(str::to_owned);
    let options = (notation.options)(&tag).map_err(|problem| wrong(written.line, problem))?;
    let position = tag("FEN");
    let mut board: G =
        start(&options, position.as_deref()).map_err(|error| wrong(written.line, format!("the tag FEN: {error}")))?;
    let mut moves = Vec::with_capacity(written.moves.len());
    for (text, line) in &written.moves {
        let mv = typed::read(&board, text).ok_or_else(|| {
            wrong(*line, format!("{text:?} is not a legal move here, or is ambiguous (ply {})", moves.len()))
        })?;
        board.play(mv);
        moves.push(mv.code());
    }
    Ok(ImportedGame { options, position, moves, ended: board.outcome().map(GameResult::from) })
}
