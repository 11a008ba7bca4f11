//! The problems of the text of a position, or of the pieces from which one is set up.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

/// The problem of a position. The English message is built from the same data. Later versions may add variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum PositionFault {
    /// The text is too long.
    #[error("{given} bytes are over the limit of {most}")]
    Long {
        /// The number of bytes.
        given: usize,
        /// The greatest number of bytes.
        most: usize,
    },
    /// The text does not have the form of a position.
    #[error("expected {expected}")]
    Form {
        /// The expected form, in English.
        expected: String,
    },
    /// The number of rows is wrong.
    #[error("there are {given} rows; expected {expected}")]
    Rows {
        /// The number of rows.
        given: usize,
        /// The expected form of the rows, in English.
        expected: String,
        /// The expected number of rows.
        wanted: usize,
    },
    /// The length of a row is wrong.
    #[error("row {row} has {given} points instead of {wanted}")]
    Row {
        /// The number of the row, as on the board.
        row: usize,
        /// The number of points.
        given: usize,
        /// The expected number of points.
        wanted: usize,
    },
    /// A point has an unknown letter.
    #[error("{given:?} on {at} is none of {known}")]
    Letter {
        /// The letter.
        given: char,
        /// The point.
        at: String,
        /// The known letters.
        known: String,
    },
    /// The numbers of stones do not match.
    #[error("{x} x and {o} o: x moves first, so it has as many as o or one more{}", if *swap { ", or after a swap one less" } else { "" })]
    Stones {
        /// The number of the first side's stones.
        x: usize,
        /// The number of the second side's stones.
        o: usize,
        /// Whether the first stone may have changed sides.
        swap: bool,
    },
    /// The given side to move does not match the stones.
    #[error("with these stones it is the turn of {side}")]
    Turn {
        /// The side to move according to the stones.
        side: char,
    },
    /// The side to move is missing or unknown.
    #[error("the side to move is {known}, not {given:?}")]
    NoSide {
        /// The given text.
        given: String,
        /// The known sides.
        known: String,
    },
    /// Both sides have won.
    #[error("both x and o have {row} in a row; the first of them ended the game")]
    BothWon {
        /// The length of a winning row.
        row: u8,
    },
    /// The side to move has won, so the game was over before the opponent's move.
    #[error("{side} has {row} in a row but is to move")]
    WonToMove {
        /// The side to move.
        side: char,
        /// The length of a winning row.
        row: u8,
    },
    /// The game was over before the last move.
    #[error("no last move of {side} can have made its rows of {row}: one of them ended the game before")]
    WonBefore {
        /// The side that moved last.
        side: char,
        /// The length of a winning row.
        row: u8,
    },
    /// The side to move has connected its edges.
    #[error("{side} has connected its edges but is to move")]
    JoinedToMove {
        /// The side to move.
        side: char,
    },
    /// The edges were connected before the last move.
    #[error("no last stone of {side} can have connected its edges: they were connected before")]
    JoinedBefore {
        /// The side that moved last.
        side: char,
    },
    /// A move names an unknown column.
    #[error("{given:?} (move {number}) is no column; expected {expected}")]
    NoColumn {
        /// The given character.
        given: char,
        /// The number of the move, from 1.
        number: usize,
        /// The expected form of a position, in English.
        expected: String,
    },
    /// Further moves follow the end of the game.
    #[error("the game is over after {moves} moves, but more follow")]
    MovesAfterEnd {
        /// The number of moves until the end.
        moves: usize,
    },
    /// A move goes to a full column.
    #[error("move {number} goes to column {column}, which is full")]
    FullColumn {
        /// The number of the move, from 1.
        number: usize,
        /// The column.
        column: String,
    },
    /// A stone has nothing below it.
    #[error("the stone on {at} floats: {below} below it is empty")]
    Floating {
        /// The point of the stone.
        at: String,
        /// The point below it.
        below: String,
    },
    /// The number of squares is wrong.
    #[error("there are {given} letters instead of {wanted}; expected {expected}")]
    Squares {
        /// The number of letters.
        given: usize,
        /// The expected number of letters.
        wanted: usize,
        /// The expected form of a position, in English.
        expected: String,
    },
    /// The board is empty.
    #[error("there is no disc on the board; the game starts with four")]
    NoDisc,
    /// The number of fields of a FEN is wrong.
    #[error(
        "a FEN has six fields, not {given}: pieces, w or b, castling, en passant, plies without progress, number of the move"
    )]
    Fields {
        /// The number of fields.
        given: usize,
    },
    /// The number of ranks is wrong.
    #[error("{given} ranks, separated by /, instead of 8")]
    Ranks {
        /// The number of ranks.
        given: usize,
    },
    /// The length of a rank is wrong.
    #[error("rank {rank} has {given} squares instead of 8")]
    Rank {
        /// The rank, from 1.
        rank: usize,
        /// The number of squares.
        given: usize,
    },
    /// A rank has an unknown letter.
    #[error("{given:?} on rank {rank} is no piece and no number of squares")]
    NoPieceOnRank {
        /// The letter.
        given: char,
        /// The rank, from 1.
        rank: usize,
    },
    /// The pieces are in an impossible position.
    #[error(
        "these pieces cannot stand so: each side has one king, at most 16 pieces and 8 pawns, no pawn on the first or last rank, and whoever is not to move is not in check"
    )]
    Impossible,
    /// The two kings are adjacent.
    #[error("the two kings stand side by side")]
    KingsTouch,
    /// A right to castle does not fit the kings and rooks.
    #[error("castling {given:?} does not fit the kings and rooks")]
    CastlingUnfit {
        /// The given castling field.
        given: String,
    },
    /// A castling right has no king or no rook.
    #[error("castling {given:?} needs a king and a rook on their first rank")]
    CastlingAlone {
        /// The letter of the right.
        given: char,
    },
    /// The castling field is invalid.
    #[error("castling is - or some of KQkq or of the rooks' files, not {given:?}")]
    Castling {
        /// The given field.
        given: String,
    },
    /// The en passant field is invalid.
    #[error("en passant is - or the square that a pawn has just passed, not {given:?}")]
    Passant {
        /// The given field.
        given: String,
    },
    /// The number of plies without progress is invalid.
    #[error("the plies without progress are 0 to {most}, not {given:?}")]
    Quiet {
        /// The given field.
        given: String,
        /// The greatest number.
        most: u32,
    },
    /// The move number is invalid.
    #[error("the number of the move is 1 to 65535, not {given:?}")]
    MoveNumber {
        /// The given field.
        given: String,
    },
    /// A side's pieces are listed twice.
    #[error("{side} stands there twice")]
    ListedTwice {
        /// The name of the side.
        side: String,
    },
    /// Both sides are on one square.
    #[error("both sides stand on {square}")]
    Shared {
        /// The square.
        square: u32,
    },
    /// The side that moved last has no pieces.
    #[error("{side} has no piece left, so it cannot have moved last")]
    NothingLeft {
        /// The name of the side.
        side: String,
    },
    /// A square is not on the board.
    #[error("{given:?} is no square of {side}: squares are 1 to 32, kings K1 to K32")]
    NoSquare {
        /// The given text.
        given: String,
        /// The name of the side.
        side: String,
    },
    /// A side lists a square twice.
    #[error("{side} stands on {square} twice")]
    StandsTwice {
        /// The name of the side.
        side: String,
        /// The square.
        square: u32,
    },
    /// A man is on the row where it is crowned.
    #[error("on {square} a piece of {side} is a king: K{square}")]
    IsKing {
        /// The square.
        square: u32,
        /// The name of the side.
        side: String,
    },
    /// A side has too many pieces.
    #[error("{side} has {given} pieces; there are at most {most}")]
    Pieces {
        /// The name of the side.
        side: String,
        /// The number of pieces.
        given: u32,
        /// The greatest number of pieces.
        most: u32,
    },
    /// The number of plies without a capture or a man's move is invalid.
    #[error("H is followed by the plies without a capture or a man's move, 0 to {most}")]
    QuietPlies {
        /// The greatest number.
        most: u32,
    },
    /// A tree is not JSON.
    #[error("expected nested arrays of numbers, as [[3,12],[2,4]]: {sentence}")]
    NoArrays {
        /// The problem, in English.
        sentence: String,
    },
    /// A node of a tree has no children and no value.
    #[error("an array has no children; a node is a number or an array of at least one")]
    NoChildren,
    /// A tree has too many nodes.
    #[error("the tree has over {most} nodes")]
    Nodes {
        /// The greatest number of nodes.
        most: usize,
    },
    /// A leaf of a tree is not a number, or out of range.
    #[error("{given} is no leaf; a leaf is a whole number from −{most} to {most}")]
    Leaf {
        /// The given value.
        given: String,
        /// The greatest absolute value.
        most: i32,
    },
    /// The game cannot be set up piece by piece.
    #[error("it cannot be set up piece by piece; write it as text")]
    TextOnly,
    /// The number of cells is wrong.
    #[error("there are {given} cells instead of {wanted}")]
    Cells {
        /// The number of given cells.
        given: usize,
        /// The number of cells of the board.
        wanted: usize,
    },
    /// A piece is unknown.
    #[error("{given:?} is no piece; there are {known}")]
    NoPiece {
        /// The given text.
        given: String,
        /// The known pieces.
        known: String,
    },
    /// A piece is on a cell that no piece can reach.
    #[error("a piece stands where none can ever stand")]
    NoCell,
    /// Any other problem, which has only an English message.
    #[error("{sentence}")]
    Other {
        /// The message.
        sentence: String,
    },
}

impl PositionFault {
    /// Creates the error for a text that is too long for a position.
    pub(crate) const fn long(text: &str, most: usize) -> Self {
        Self::Long { given: text.len(), most }
    }

    /// Creates the error for a text that does not have the expected form.
    pub(crate) fn form(expected: impl Into<String>) -> Self {
        Self::Form { expected: expected.into() }
    }
}

impl From<String> for PositionFault {
    fn from(sentence: String) -> Self {
        Self::Other { sentence }
    }
}

impl From<&str> for PositionFault {
    fn from(sentence: &str) -> Self {
        sentence.to_owned().into()
    }
}
