//! Positions set up by users: from a text, from pieces on a board, and by moves. An error names the field with the
//! problem, and the other fields are still shown.

use serde::Serialize;
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::bodies::{PositionBody, QuestionError};
use super::question::{self, StartOf};
use arena_games::conventions::Conventions;
use arena_games::options::start;
use arena_games::placed::placed;
use arena_games::{Diagnostic, Diagram, FieldError, Game, GameError, GameId, Options, Side, illegal, typed, with_game};
use arena_play::json::from_json;

/// The input of a position setup.
#[derive(Clone, Debug)]
pub struct Setup {
    start: StartOf,
    /// The contents of each cell of the diagram, as an alternative to the position as text.
    cells: Option<Vec<String>>,
    /// The side to move if the position is given by cells.
    side: Side,
}

/// A field of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", ts(rename = "SetupField"))]
pub enum Field {
    /// The options of the game.
    Options,
    /// The position as text, or the pieces on the board.
    Position,
    /// The moves.
    Moves,
}

/// The problem of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[cfg_attr(feature = "typescript", ts(rename = "SetupProblem"))]
pub struct Problem {
    /// The field.
    pub field: Field,
    /// The problem as data.
    pub problem: Diagnostic,
}

impl Problem {
    fn of(field: Field, error: &GameError) -> Self {
        Self { field, problem: error.into() }
    }
}

/// A position that was set up, up to the first problem.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct SetupView {
    /// The game.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub game: GameId,
    /// The position before the moves, as text. Absent for the game's initial position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The position after the moves, or before the first invalid move.
    pub position: String,
    /// The moves in canonical form.
    pub moves: Vec<String>,
    /// The moves in the usual notation, for example SAN. Absent if the game uses its canonical move texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
    /// The side to move.
    pub side: Side,
    /// Whether the game is over.
    pub over: bool,
    /// The legal moves.
    pub legal: Vec<String>,
    /// The legal moves in the usual notation. Absent if the game uses its canonical move texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_notation: Option<Vec<String>>,
    /// The diagram for clients.
    #[schema(value_type = Value)]
    pub diagram: Diagram,
    /// The pieces for setting up the board. Empty if positions are written only as text.
    pub pieces: Vec<String>,
    /// Whether the side to move must be given along with the pieces.
    pub turn: bool,
    /// The problem, if any. The other fields then show what precedes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

impl Setup {
    /// Reads a [`PositionBody`].
    ///
    /// # Errors
    /// Returns an error if a key is missing, unknown or of the wrong type.
    pub fn from_json(body: Value) -> Result<Self, QuestionError> {
        let PositionBody { game, options, position, cells, side, moves } =
            from_json(&body).map_err(QuestionError::Form)?;
        let start = StartOf::of(&game, options, position, moves)?;
        if cells.is_some() && start.position.is_some() {
            return Err(QuestionError::Form(FieldError::new("cells", "give position or cells, not both")));
        }
        Ok(Self { start, cells, side: side.unwrap_or(Side::First) })
    }

    /// Sets up the position. If there is a problem, the result shows what precedes it: the moves before the illegal
    /// one, the initial position if the position is invalid, or the default game if its options are invalid.
    #[must_use]
    pub fn view(&self) -> SetupView {
        with_game!(self.start.game, G => self.view_of::<G>())
    }

    fn view_of<G: Game>(&self) -> SetupView {
        let StartOf { game, options, position, moves } = &self.start;
        let mut problem = None;
        let mut wrong = |field: Field, error: &GameError| problem = Some(Problem::of(field, error));
        let initial = start::<G>(options, None);
        let usual = || start::<G>(&Options::new(), None).expect("the default options of every game are valid");
        let mut at = match (&initial, &self.cells) {
            (Err(error), _) => {
                wrong(Field::Options, error);
                usual()
            }
            (Ok(initial), cells) => {
                let checked = match (cells, position.as_deref().map(str::trim).filter(|text| !text.is_empty())) {
                    (Some(cells), _) => placed::<G>(options, cells, self.side),
                    (None, Some(text)) => start::<G>(options, Some(text)),
                    (None, None) => Ok(initial.clone()),
                };
                checked.unwrap_or_else(|error| {
                    wrong(Field::Position, &error);
                    initial.clone()
                })
            }
        };
        let begun = (initial.as_ref() != Ok(&at)).then(|| at.notation()).filter(|_| initial.is_ok());
        let before = at.clone();
        let mut played = Vec::new();
        if problem.is_none() {
            played = typed::play_line(&mut at, moves, usize::MAX).unwrap_or_else(|wrong| {
                let error = illegal(&at, question::shortened(&wrong.text), wrong.played.len());
                problem = Some(Problem::of(Field::Moves, &error));
                wrong.played
            });
        }
        let legal = at.moves();
        SetupView {
            game: *game,
            start: begun,
            position: at.notation(),
            moves: played.iter().map(ToString::to_string).collect(),
            notation: Conventions::line_notation(&before, played.iter().copied()),
            side: at.to_move(),
            over: at.outcome().is_some(),
            legal: legal.iter().map(ToString::to_string).collect(),
            legal_notation: Conventions::notations(&at, &legal),
            diagram: at.diagram(played.last().copied()),
            pieces: G::PIECES
                .map_or_else(Vec::new, |pieces| pieces.letters.iter().map(|&one| one.to_owned()).collect()),
            turn: G::PIECES.is_some_and(|pieces| pieces.turn),
            problem,
        }
    }
}
