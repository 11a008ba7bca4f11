//! Properties of a game other than its rules: match records, engine protocols, and typical searches. The layers above
//! use them so that they need not know games by name.

use std::fmt;

use serde::{Deserialize, Serialize};

pub use super::xiangqi::Ucci;
use super::{Game, Options};

/// A format in which other programs read whole matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// Portable Game Notation.
    Pgn,
    /// Portable Draughts Notation.
    Pdn,
}

impl fmt::Display for RecordFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pgn => "PGN",
            Self::Pdn => "PDN",
        })
    }
}

/// Looks up a tag of a match that another program wrote.
pub type Tags<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The representation of a game's matches in a [`RecordFormat`].
#[derive(Debug)]
pub struct RecordNotation<G: Game> {
    /// The format.
    pub format: RecordFormat,
    /// The tags of the players, the side that moves first first.
    pub players: [&'static str; 2],
    /// The tag that names the variant of the game. It precedes the tag of the position.
    pub kind: fn(&G) -> Option<(&'static str, &'static str)>,
    /// Returns the options of a match with these tags, or a message if it is not a match of this game.
    pub options: fn(Tags<'_>) -> Result<Options, String>,
    /// Writes a position for the tag `FEN`.
    pub position: fn(&G) -> String,
}

/// A protocol by which programs play a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineProtocol {
    /// The Universal Chess Interface, with variants as in Fairy-Stockfish.
    Uci,
    /// The Universal Chinese Chess Protocol, version 3.
    Ucci,
    /// The commands of UCI for any game, with the arena's own notations and the list of legal moves. See
    /// docs/engine.md.
    Text,
    /// The text protocol with a process of the arena that starts an agent and serves it the Model Context Protocol. See
    /// docs/mcp.md.
    Mcp,
    /// The second version of the Chess Engine Communication Protocol of `XBoard`.
    Xboard,
    /// The protocol of the Gomocup tournaments.
    Gomocup,
    /// The second version of the Go Text Protocol.
    Gtp,
}

impl EngineProtocol {
    /// All protocols.
    pub const ALL: [Self; 7] = [Self::Uci, Self::Ucci, Self::Text, Self::Mcp, Self::Xboard, Self::Gomocup, Self::Gtp];

    /// Returns whether it is the text protocol, with whatever program behind it.
    #[must_use]
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Mcp)
    }

    /// Returns the name used in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Ucci => "ucci",
            Self::Text => "text",
            Self::Mcp => "mcp",
            Self::Xboard => "xboard",
            Self::Gomocup => "gomocup",
            Self::Gtp => "gtp",
        }
    }
}

impl fmt::Display for EngineProtocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A variant of a game that an engine must be configured for before it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineVariant {
    /// The display name.
    pub name: &'static str,
    /// The engine option to set.
    pub option: &'static str,
    /// The value of that option.
    pub value: &'static str,
}

/// The representation of a game in an engine protocol.
#[derive(Debug)]
pub struct EnginePlay<G: Game> {
    /// The protocol.
    pub protocol: EngineProtocol,
    /// All variants that an engine must be configured for.
    pub variants: &'static [EngineVariant],
    /// Returns the variant of a match that starts from this position, if an engine must be configured for one.
    pub variant: fn(&G) -> Option<EngineVariant>,
    /// Returns the commands that begin such a match, if the protocol has any. The error is a message if engines cannot
    /// play it.
    pub setup: fn(&G) -> Result<String, String>,
    /// Returns whether the protocol's own initial position is the one of a match that starts from this position.
    pub from_start: fn(&G) -> bool,
    /// Writes a position for the protocol.
    pub position: fn(&G) -> String,
    /// Parses a position of the protocol, with the given options. The error is a message.
    pub read_position: fn(&G::Options, &str) -> Result<G, String>,
    /// Writes a legal move for the protocol.
    pub write_move: fn(&G, G::Move) -> String,
    /// Parses a move of the protocol, legal or not.
    pub read_move: fn(&G, &str) -> Option<G::Move>,
    /// Whether the game's own move texts are refused, because the protocol uses them for other moves.
    pub refuses_own_texts: bool,
}

impl<G: Game> EnginePlay<G> {
    /// Creates a representation with the game's own notations and nothing to configure.
    #[must_use]
    pub const fn plain(protocol: EngineProtocol) -> Self {
        Self {
            protocol,
            variants: &[],
            variant: |_| None,
            setup: |_| Ok(String::new()),
            from_start: |_| true,
            position: |position| position.notation(),
            read_position: |options, text| G::parse(options, text).map_err(|error| error.to_string()),
            write_move: |_, mv| mv.to_string(),
            read_move: |_, text| text.parse().ok(),
            refuses_own_texts: false,
        }
    }

    /// Returns the representation for a protocol if the game has one.
    #[must_use]
    pub fn of(protocol: EngineProtocol) -> Option<&'static Self> {
        G::CONVENTIONS.engines.iter().find(|engines| engines.protocol == protocol)
    }
}

/// A position that `arena bench` searches.
#[derive(Debug)]
pub struct BenchCase {
    /// The name. By default, a text that describes the position's origin.
    pub name: Option<&'static str>,
    /// The position in which the moves start. By default, the game's initial position.
    pub position: Option<fn() -> String>,
    /// The moves to play first.
    pub moves: BenchMoves,
    /// The search depth.
    pub depth: u16,
}

/// The moves before a search.
#[derive(Clone, Copy, Debug)]
pub enum BenchMoves {
    /// The given moves.
    Given(&'static [&'static str]),
    /// This many random moves, which are always the same.
    Random(usize),
}

impl BenchCase {
    /// Creates a case of the position after this many random moves.
    #[must_use]
    pub const fn random(plies: usize, depth: u16) -> Self {
        Self { name: None, position: None, moves: BenchMoves::Random(plies), depth }
    }
}

/// The conventions of a game.
#[derive(Debug)]
pub struct Conventions<G: Game> {
    /// Whether the whole game can be searched in a moment. The default search is then plain alpha-beta, so that its
    /// node counts are the published ones.
    pub small: bool,
    /// Whether the default search uses quiescence search.
    pub quiescence: bool,
    /// Whether the board consists of hexagons, so that each row is drawn half a cell to the right of the one above.
    pub hexagons: bool,
    /// Appends a legal move in the usual notation, if that is not its canonical text: Standard Algebraic Notation in
    /// chess. It needs no escapes in JSON.
    pub write_move: Option<fn(&G, G::Move, &mut String)>,
    /// The usual format of match records, if there is one.
    pub records: Option<RecordNotation<G>>,
    /// The engine protocols of the game, in addition to the text protocol, which every game has.
    pub engines: &'static [EnginePlay<G>],
    /// Returns the position with one ply left before a draw by a counter, if only that draw ended the game. GUIs play on
    /// where a player has to claim it and does not.
    pub unclaimed: Option<fn(&G) -> Option<G>>,
    /// The positions of the signature of `arena bench`.
    pub bench: &'static [BenchCase],
    /// The positions of `arena bench --refinements`, deep enough to show the effect of the refinements.
    pub refinements: &'static [BenchCase],
}

impl<G: Game> Conventions<G> {
    /// The conventions of a game that has none.
    pub const NONE: Self = Self {
        small: false,
        quiescence: false,
        hexagons: false,
        write_move: None,
        records: None,
        engines: &[],
        unclaimed: None,
        bench: &[],
        refinements: &[],
    };

    /// Writes a legal move as people do.
    #[must_use]
    pub fn written(position: &G, mv: G::Move) -> String {
        Self::notation(position, mv).unwrap_or_else(|| mv.to_string())
    }

    /// Writes a legal move in the usual notation. `None` if the game uses its canonical move texts.
    #[must_use]
    pub fn notation(position: &G, mv: G::Move) -> Option<String> {
        let write = G::CONVENTIONS.write_move?;
        let mut text = String::new();
        write(position, mv, &mut text);
        Some(text)
    }

    /// Writes legal moves of one position in the usual notation. `None` if the game uses its canonical move texts.
    #[must_use]
    pub fn notations(position: &G, moves: &[G::Move]) -> Option<Vec<String>> {
        moves.iter().map(|mv| Self::notation(position, *mv)).collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
    }

    /// Writes the moves of a line in the usual notation, up to the first illegal one. `None` if the game uses its
    /// canonical move texts.
    #[must_use]
    pub fn line_notation(position: &G, line: impl IntoIterator<Item = G::Move>) -> Option<Vec<String>> {
        G::CONVENTIONS.write_move?;
        let (mut position, mut written) = (position.clone(), Vec::new());
        for mv in line {
            if !position.is_legal(mv) {
                break;
            }
            written.extend(Self::notation(&position, mv));
            position.play(mv);
        }
        (!written.is_empty()).then_some(written)
    }
}
