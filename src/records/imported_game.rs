//! A game that another program wrote, as the start of a match of the arena: pure.

use super::tagged_game::{Malformed, TaggedGame};
use crate::games::catalog::{Visitor, start};
use crate::games::{Game, GameId, GameMove, Hints, MoveCode, Options};
use crate::play::GameResult;

/// A game that was read: options, position and moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedGame {
    /// The game's options.
    pub options: Options,
    /// The position, where it is not the usual start.
    pub position: Option<String>,
    /// The moves.
    pub moves: Vec<MoveCode>,
    /// What the last position shows, where it was played to the end.
    pub ended: Option<GameResult>,
}

/// The options of a match of `game` with its tags.
///
/// # Errors
/// A sentence that says why it is no match of that game.
pub fn options(game: GameId, written: &TaggedGame) -> Result<Options, String> {
    struct Tags<'a>(GameId, &'a TaggedGame);
    impl Visitor for Tags<'_> {
        type Output = Result<Options, String>;
        fn visit<G: Game + Hints>(self) -> Self::Output {
            let notation = G::CONVENTIONS.records.ok_or_else(|| no_format(self.0))?;
            (notation.options)(&|name| self.1.tag(name).map(str::to_owned))
        }
    }
    game.visit(Tags(game, written))
}

fn no_format(game: GameId) -> String {
    format!("no format is customary for matches of {game}")
}

/// The moves of a match of `game`, each as its format writes it or as is customary in the game.
///
/// # Errors
/// [`Malformed`] with the line of the first thing that is wrong.
pub fn import(game: GameId, written: &TaggedGame) -> Result<ImportedGame, Malformed> {
    struct Read<'a>(GameId, &'a TaggedGame);
    impl Visitor for Read<'_> {
        type Output = Result<ImportedGame, Malformed>;
        fn visit<G: Game + Hints>(self) -> Self::Output {
            read::<G>(self.0, self.1)
        }
    }
    game.visit(Read(game, written))
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
        let mv = (notation.read_move)(&board, text).ok_or_else(|| {
            wrong(*line, format!("{text:?} is no legal move here, or more than one (ply {})", moves.len()))
        })?;
        board.play(mv);
        moves.push(mv.code());
    }
    Ok(ImportedGame { options, position, moves, ended: board.outcome().map(GameResult::from) })
}
