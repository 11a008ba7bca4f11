//! A position as somebody sets it up: from a text, from pieces put on a board, by moves. What is wrong is said of the
//! field in which it stands, and what stands in the others is shown all the same.

use serde::Serialize;
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::bodies::{self, PositionBody, QuestionError};
use super::question::{self, StartOf};
use crate::games::catalog::{Visitor, start};
use crate::games::conventions::Conventions;
use crate::games::placed::placed;
use crate::games::{Diagram, Game, GameError, GameId, Hints, Options, Problem as ValueProblem, Side, illegal};

/// What somebody sets up.
#[derive(Clone, Debug)]
pub struct Setup {
    start: StartOf,
    /// What stands on each cell of the diagram, in place of the position as text.
    cells: Option<Vec<String>>,
    /// Whose turn it is where pieces were put on a board.
    side: Side,
}

/// Where something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", ts(rename = "SetupField"))]
pub enum Field {
    /// In the options of the game.
    Options,
    /// In the position as text, or in the pieces that were put on the board.
    Position,
    /// In the moves.
    Moves,
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[cfg_attr(feature = "typescript", ts(rename = "SetupProblem"))]
pub struct Problem {
    /// The field.
    pub field: Field,
    /// What is wrong and what would be right.
    pub message: String,
    /// The same with its values.
    pub problem: ValueProblem,
}

impl Problem {
    fn of(field: Field, error: &GameError) -> Self {
        Self { field, message: error.to_string(), problem: error.into() }
    }
}

/// A position that was set up, as far as it could be.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
pub struct SetupView {
    /// The game.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub game: GameId,
    /// The position before the moves, as text; absent at the start of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The position after the moves, or after those before the one that is wrong.
    pub position: String,
    /// The moves, as the game writes them.
    pub moves: Vec<String>,
    /// The same as people write them, where that is not by the moves' own texts, such as SAN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<Vec<String>>,
    /// The side to move.
    pub side: Side,
    /// Whether the game is over there.
    pub over: bool,
    /// The moves that may be played there.
    pub legal: Vec<String>,
    /// The same as people write them, where that is not by the moves' own texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_notation: Option<Vec<String>>,
    /// What a client draws.
    #[schema(value_type = Value)]
    pub diagram: Diagram,
    /// What can be put on a cell of the board; none where positions are written as text only.
    pub pieces: Vec<String>,
    /// Whether whoever puts pieces on the board also says whose turn it is.
    pub turn: bool,
    /// What is wrong, if anything is: then the fields before it hold what they hold without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

impl Setup {
    /// Reads a [`PositionBody`].
    ///
    /// # Errors
    /// When a key is missing, unknown or of the wrong type.
    pub fn from_json(body: Value) -> Result<Self, QuestionError> {
        let PositionBody { game, options, position, cells, side, moves } = bodies::read(body)?;
        let start = StartOf::of(&game, options, position, moves)?;
        if cells.is_some() && start.position.is_some() {
            return Err(QuestionError::Form("a position is given by position or by cells, not by both".to_owned()));
        }
        Ok(Self { start, cells, side: side.unwrap_or(Side::First) })
    }

    /// Sets it up. Where something is wrong, what comes before it is shown: the moves before the illegal one, the start
    /// of the game without the position, the game without its options.
    #[must_use]
    pub fn view(&self) -> SetupView {
        self.start.game.visit(self)
    }
}

impl Visitor for &Setup {
    type Output = SetupView;

    fn visit<G: Game + Hints>(self) -> SetupView {
        let StartOf { game, options, position, moves } = &self.start;
        let mut problem = None;
        let mut wrong = |field: Field, error: &GameError| problem = Some(Problem::of(field, error));
        let initial = start::<G>(options, None);
        let usual = || start::<G>(&Options::new(), None).expect("every game can begin without options");
        let mut at = match (&initial, &self.cells) {
            (Err(error), _) => {
                wrong(Field::Options, error);
                usual()
            }
            (Ok(initial), cells) => {
                let found = match (cells, position.as_deref().map(str::trim).filter(|text| !text.is_empty())) {
                    (Some(cells), _) => placed::<G>(options, cells, self.side),
                    (None, Some(text)) => start::<G>(options, Some(text)),
                    (None, None) => Ok(initial.clone()),
                };
                found.unwrap_or_else(|error| {
                    wrong(Field::Position, &error);
                    initial.clone()
                })
            }
        };
        let begun = (initial.as_ref() != Ok(&at)).then(|| at.notation()).filter(|_| initial.is_ok());
        let (mut played, mut written, mut last) = (Vec::new(), Vec::new(), None);
        if problem.is_none() {
            for (ply, text) in moves.iter().enumerate() {
                let Some(mv) = at.read_move(text) else {
                    let error = illegal(&at, question::shortened(text), ply);
                    problem = Some(Problem::of(Field::Moves, &error));
                    break;
                };
                written.extend(Conventions::notation(&at, mv));
                at.play(mv);
                played.push(mv.to_string());
                last = Some(mv);
            }
        }
        let mut legal = Vec::new();
        at.legal(&mut legal);
        SetupView {
            game: *game,
            start: begun,
            position: at.notation(),
            moves: played,
            notation: (!written.is_empty()).then_some(written),
            side: at.to_move(),
            over: at.outcome().is_some(),
            legal: legal.iter().map(ToString::to_string).collect(),
            legal_notation: Conventions::notations(&at, &legal),
            diagram: at.diagram(last),
            pieces: G::PIECES
                .map_or_else(Vec::new, |pieces| pieces.letters.iter().map(|&one| one.to_owned()).collect()),
            turn: G::PIECES.is_some_and(|pieces| pieces.turn),
            problem,
        }
    }
}
