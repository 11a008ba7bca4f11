//! A game that another program wrote, as a match of ours begins: pure.

use super::tagged_game::{Malformed, TaggedGame};
use crate::games::catalog::{Visitor, start};
use crate::games::{Game, GameId, GameMove, Hints, MoveCode, Options};

/// Options, position and moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The game's options.
    pub options: Options,
    /// The position, where it is not the usual start.
    pub position: Option<String>,
    /// The moves.
    pub moves: Vec<MoveCode>,
}

/// The moves of a match of `game`, each as its format writes it or as is customary in the game.
///
/// # Errors
/// [`Malformed`] with the line of the first thing that is wrong.
pub fn line(game: GameId, written: &TaggedGame) -> Result<Line, Malformed> {
    struct Read<'a>(GameId, &'a TaggedGame);
    impl Visitor for Read<'_> {
        type Output = Result<Line, Malformed>;
        fn visit<G: Game + Hints>(self) -> Self::Output {
            read::<G>(self.0, self.1)
        }
    }
    game.visit(Read(game, written))
}

fn read<G: Game>(game: GameId, written: &TaggedGame) -> Result<Line, Malformed> {
    let wrong = |line: usize, problem: String| Malformed::new(line, &problem);
    let Some(notation) = G::CONVENTIONS.records else {
        return Err(wrong(written.line, format!("no format is customary for matches of {game}")));
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
    Ok(Line { options, position, moves })
}
