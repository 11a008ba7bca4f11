//! What is wrong with the text of a position, or with the pieces from which one is set up.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

/// What is wrong with a position. The English sentence is made of the same; later versions may have more of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum PositionFault {
    /// It is too long.
    #[error("{given} bytes are over the limit of {most}")]
    Long {
        /// So many bytes it has.
        given: usize,
        /// So many it may have.
        most: usize,
    },
    /// It is nothing that the game's positions look like.
    #[error("expected {expected}")]
    Form {
        /// What they look like, in English.
        expected: String,
    },
    /// It has too few or too many rows.
    #[error("there are {given} rows; expected {expected}")]
    Rows {
        /// So many it has.
        given: usize,
        /// What the rows look like, in English.
        expected: String,
        /// So many it has to have.
        wanted: usize,
    },
    /// A row is too short or too long.
    #[error("row {row} has {given} points instead of {wanted}")]
    Row {
        /// The number of the row, as on the board.
        row: usize,
        /// So many points it has.
        given: usize,
        /// So many it has to have.
        wanted: usize,
    },
    /// Something stands on a point that the game does not have.
    #[error("{given:?} on {at} is none of {known}")]
    Letter {
        /// What stands there.
        given: char,
        /// The point.
        at: String,
        /// What may stand there.
        known: String,
    },
    /// One side has too many stones for the other.
    #[error("{x} x and {o} o: x moves first, so it has as many as o or one more{}", if *swap { ", or after a swap one less" } else { "" })]
    Stones {
        /// So many has the first side.
        x: usize,
        /// So many has the second side.
        o: usize,
        /// Whether the first stone may have changed sides.
        swap: bool,
    },
    /// It says that it is one side's turn, and it is the other's.
    #[error("with these stones it is the turn of {side}")]
    Turn {
        /// Whose turn it is.
        side: char,
    },
    /// It does not say whose turn it is.
    #[error("the side to move is {known}, not {given:?}")]
    NoSide {
        /// What it says.
        given: String,
        /// What it may say.
        known: String,
    },
    /// Both sides have won.
    #[error("both x and o have {row} in a row; the first of them ended the game")]
    BothWon {
        /// So many in a row win.
        row: u8,
    },
    /// The side to move has won, so that the game was over before the other's move.
    #[error("{side} has {row} in a row but is to move")]
    WonToMove {
        /// That side.
        side: char,
        /// So many in a row win.
        row: u8,
    },
    /// The game was over before the last move.
    #[error("no last move of {side} can have made its rows of {row}: one of them ended the game before")]
    WonBefore {
        /// Who moved last.
        side: char,
        /// So many in a row win.
        row: u8,
    },
    /// The side to move has connected its edges.
    #[error("{side} has connected its edges but is to move")]
    JoinedToMove {
        /// That side.
        side: char,
    },
    /// The edges were connected before the last move.
    #[error("no last stone of {side} can have connected its edges: they were connected before")]
    JoinedBefore {
        /// Who moved last.
        side: char,
    },
    /// A move goes to a column that there is not.
    #[error("{given:?} (move {number}) is no column; expected {expected}")]
    NoColumn {
        /// What it says.
        given: char,
        /// The number of the move, from 1.
        number: usize,
        /// What a position looks like, in English.
        expected: String,
    },
    /// Moves follow when the game is over.
    #[error("the game is over after {moves} moves, but more follow")]
    MovesAfterEnd {
        /// After so many.
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
        /// Where it is.
        at: String,
        /// The point below it.
        below: String,
    },
    /// There are too few or too many squares.
    #[error("there are {given} letters instead of {wanted}; expected {expected}")]
    Squares {
        /// So many letters it has.
        given: usize,
        /// So many it has to have.
        wanted: usize,
        /// What a position looks like, in English.
        expected: String,
    },
    /// There is nothing on the board.
    #[error("there is no disc on the board; the game starts with four")]
    NoDisc,
    /// A FEN has too few or too many fields.
    #[error(
        "a FEN has six fields, not {given}: pieces, w or b, castling, en passant, plies without progress, number of the move"
    )]
    Fields {
        /// So many it has.
        given: usize,
    },
    /// It has too few or too many ranks.
    #[error("{given} ranks, separated by /, instead of 8")]
    Ranks {
        /// So many it has.
        given: usize,
    },
    /// A rank is too short or too long.
    #[error("rank {rank} has {given} squares instead of 8")]
    Rank {
        /// The rank, from 1.
        rank: usize,
        /// So many squares it has.
        given: usize,
    },
    /// A letter of a rank is no piece.
    #[error("{given:?} on rank {rank} is no piece and no number of squares")]
    NoPieceOnRank {
        /// The letter.
        given: char,
        /// The rank, from 1.
        rank: usize,
    },
    /// Pieces cannot stand so.
    #[error(
        "these pieces cannot stand so: each side has one king, at most 16 pieces and 8 pawns, no pawn on the first or last rank, and whoever is not to move is not in check"
    )]
    Impossible,
    /// The two kings stand side by side.
    #[error("the two kings stand side by side")]
    KingsTouch,
    /// A right to castle does not fit the kings and rooks.
    #[error("castling {given:?} does not fit the kings and rooks")]
    CastlingUnfit {
        /// What it says of castling.
        given: String,
    },
    /// A right to castle has no king or no rook.
    #[error("castling {given:?} needs a king and a rook on their first rank")]
    CastlingAlone {
        /// Its letter.
        given: char,
    },
    /// What it says of castling is nothing that can be said.
    #[error("castling is - or some of KQkq or of the rooks' files, not {given:?}")]
    Castling {
        /// What it says.
        given: String,
    },
    /// What it says of en passant is wrong.
    #[error("en passant is - or the square that a pawn has just passed, not {given:?}")]
    Passant {
        /// What it says.
        given: String,
    },
    /// The plies without progress are wrong.
    #[error("the plies without progress are 0 to {most}, not {given:?}")]
    Quiet {
        /// What it says.
        given: String,
        /// The most that they may be.
        most: u32,
    },
    /// The number of the move is wrong.
    #[error("the number of the move is 1 to 65535, not {given:?}")]
    MoveNumber {
        /// What it says.
        given: String,
    },
    /// A side's pieces are listed twice.
    #[error("{side} stands there twice")]
    ListedTwice {
        /// Its name.
        side: String,
    },
    /// Both sides stand on one square.
    #[error("both sides stand on {square}")]
    Shared {
        /// The square.
        square: u32,
    },
    /// A side has nothing left, although it has moved last.
    #[error("{side} has no piece left, so it cannot have moved last")]
    NothingLeft {
        /// Its name.
        side: String,
    },
    /// A square is none of the board's.
    #[error("{given:?} is no square of {side}: squares are 1 to 32, kings K1 to K32")]
    NoSquare {
        /// What it says.
        given: String,
        /// Whose it is.
        side: String,
    },
    /// A side stands twice on one square.
    #[error("{side} stands on {square} twice")]
    StandsTwice {
        /// Its name.
        side: String,
        /// The square.
        square: u32,
    },
    /// A man stands where it has become a king.
    #[error("on {square} a piece of {side} is a king: K{square}")]
    IsKing {
        /// The square.
        square: u32,
        /// Whose it is.
        side: String,
    },
    /// A side has too many pieces.
    #[error("{side} has {given} pieces; there are at most {most}")]
    Pieces {
        /// Its name.
        side: String,
        /// So many it has.
        given: u32,
        /// So many it may have.
        most: u32,
    },
    /// The plies without a capture or a man's move are wrong.
    #[error("H is followed by the plies without a capture or a man's move, 0 to {most}")]
    QuietPlies {
        /// The most that they may be.
        most: u32,
    },
    /// A tree is no JSON.
    #[error("expected nested arrays of numbers, as [[3,12],[2,4]]: {sentence}")]
    NoArrays {
        /// What is wrong with it, in English.
        sentence: String,
    },
    /// A node of a tree has no children and no value.
    #[error("an array has no children; a node is a number or an array of at least one")]
    NoChildren,
    /// A tree has too many nodes.
    #[error("the tree has over {most} nodes")]
    Nodes {
        /// So many it may have.
        most: usize,
    },
    /// A leaf of a tree is no number within the bounds.
    #[error("{given} is no leaf; a leaf is a whole number from −{most} to {most}")]
    Leaf {
        /// What stands there.
        given: String,
        /// The most that it may be.
        most: i32,
    },
    /// The game cannot be set up piece by piece.
    #[error("it cannot be set up piece by piece; write it as text")]
    TextOnly,
    /// The board has fewer or more cells.
    #[error("there are {given} cells instead of {wanted}")]
    Cells {
        /// So many were given.
        given: usize,
        /// So many there are.
        wanted: usize,
    },
    /// The game has no such piece.
    #[error("{given:?} is no piece; there are {known}")]
    NoPiece {
        /// What was given.
        given: String,
        /// The pieces that there are.
        known: String,
    },
    /// A piece stands on a cell that no move leads to.
    #[error("a piece stands where none can ever stand")]
    NoCell,
    /// Anything else, which English alone has words for.
    #[error("{sentence}")]
    Other {
        /// What is wrong, and what would be right.
        sentence: String,
    },
}

impl PositionFault {
    /// A text that is too long for a position.
    pub(in crate::games) const fn long(text: &str, most: usize) -> Self {
        Self::Long { given: text.len(), most }
    }

    /// What the game's positions look like.
    pub(in crate::games) fn form(expected: impl Into<String>) -> Self {
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
