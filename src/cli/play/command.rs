//! The commands that a player can type.

/// A typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// An empty line.
    Nothing,
    /// A move, as text.
    Move(String),
    Help,
    Moves,
    Board,
    Undo,
    /// Turns the board around.
    Flip,
    /// Switches between symbols and letters for pieces.
    Glyphs,
    /// Shows the move of a strong bot.
    Hint,
    /// Writes the match to a file.
    Save(String),
    Draw,
    Accept,
    Decline,
    Resign,
    Abort,
    Quit,
}

pub(super) const HELP: &str = "\
Type a move as in the list of moves, or in standard notation such as e4, Nf3 and O-O. Other commands:
  moves    list the legal moves
  board    show the board again
  flip     turn the board around
  glyphs   switch between symbols and letters for the pieces
  undo     take back your last move; on a server, ask the opponent first
  resign   resign the match
  quit     leave, as does the end of the input
  hint     show the move of the strongest bot (not on a server)
  save FILE   write the match as .jsonl, or as .pgn or .pdn if the game uses it (not on a server)
On a server also:
  draw     offer a draw
  accept, decline   answer an offer of the opponent
  abort    abort the match before its second move
";

impl Command {
    pub(super) fn read(line: &str) -> Self {
        match line.trim() {
            "" => Self::Nothing,
            "help" | "?" => Self::Help,
            "moves" => Self::Moves,
            "board" => Self::Board,
            "undo" => Self::Undo,
            "flip" => Self::Flip,
            "glyphs" | "letters" => Self::Glyphs,
            "hint" => Self::Hint,
            "save" => Self::Save(String::new()),
            "draw" => Self::Draw,
            "accept" | "yes" => Self::Accept,
            "decline" | "no" => Self::Decline,
            "resign" => Self::Resign,
            "abort" => Self::Abort,
            "quit" | "exit" => Self::Quit,
            text => match text.split_once(' ') {
                Some(("save", file)) => Self::Save(file.trim().to_owned()),
                _ => Self::Move(text.to_owned()),
            },
        }
    }
}
