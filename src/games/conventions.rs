//! What a game says of itself besides its rules, so that no layer above has to know it by name: how its matches are
//! written for other programs, by which protocol those play it, and which searches are typical of it.

use std::fmt;

use serde::{Deserialize, Serialize};

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

/// How matches of a game are written in a [`RecordFormat`].
#[derive(Debug)]
pub struct RecordNotation<G: Game> {
    /// The format.
    pub format: RecordFormat,
    /// The tags that name the variant of the game; they stand before the tag of the position.
    pub kind: fn(&G) -> Option<(&'static str, &'static str)>,
    /// The options of a match with these tags, or a sentence that says why it is no match of this game.
    pub options: fn(Tags<'_>) -> Result<Options, String>,
    /// The legal move that a text of the format means; none where it means none or several.
    pub read_move: fn(&G, &str) -> Option<G::Move>,
}

/// A protocol by which programs play a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineProtocol {
    /// The Universal Chess Interface, with variants as Fairy-Stockfish has them.
    Uci,
    /// The commands of UCI for any game, in the arena's own notations and with the legal moves sent along:
    /// docs/engine.md describes it.
    Text,
    /// The Chess Engine Communication Protocol of `XBoard`, in its second version.
    Xboard,
    /// The protocol of the Gomocup tournaments.
    Gomocup,
    /// The Go Text Protocol, in its second version.
    Gtp,
}

impl EngineProtocol {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Uci, Self::Text, Self::Xboard, Self::Gomocup, Self::Gtp];

    /// How it is written in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Text => "text",
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

/// A variant of a game that a program has to be set to before it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineVariant {
    /// For people.
    pub name: &'static str,
    /// The program's option that is set.
    pub option: &'static str,
    /// What it is set to.
    pub value: &'static str,
}

/// How other programs play a game by one protocol.
#[derive(Debug)]
pub struct EnginePlay<G: Game> {
    /// By this protocol.
    pub protocol: EngineProtocol,
    /// All variants that a program has to be set to.
    pub variants: &'static [EngineVariant],
    /// The variant of a match that starts from this position; none where there is nothing to set.
    pub variant: fn(&G) -> Option<EngineVariant>,
    /// The commands with which a match like this one begins, where the protocol has such; a sentence where programs cannot
    /// play it.
    pub setup: fn(&G) -> Result<String, String>,
    /// Whether the protocol's own start is the one of a match that starts from this position.
    pub from_start: fn(&G) -> bool,
    /// A position as the protocol writes it.
    pub position: fn(&G) -> String,
    /// The position that the protocol's text describes, under the same options; a sentence where it describes none.
    pub read_position: fn(&G::Options, &str) -> Result<G, String>,
    /// A legal move as the protocol writes it.
    pub write_move: fn(&G, G::Move) -> String,
    /// The move that a text of the protocol means, legal or not.
    pub read_move: fn(&G, &str) -> Option<G::Move>,
}

impl<G: Game> EnginePlay<G> {
    /// In the game's own notations, with nothing to set.
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
        }
    }

    /// How programs play the game by this protocol, where they do.
    #[must_use]
    pub fn of(protocol: EngineProtocol) -> Option<&'static Self> {
        G::CONVENTIONS.engines.iter().find(|engines| engines.protocol == protocol)
    }
}

/// A position that `arena bench` searches.
#[derive(Debug)]
pub struct BenchCase {
    /// What it is called; unless given, a text that says how it came about.
    pub name: Option<&'static str>,
    /// The position where the moves begin; the game's own start unless given.
    pub position: Option<fn() -> String>,
    /// The moves to play first.
    pub moves: BenchMoves,
    /// How deep it is searched.
    pub depth: u16,
}

/// The moves before a search.
#[derive(Clone, Copy, Debug)]
pub enum BenchMoves {
    /// These.
    Given(&'static [&'static str]),
    /// So many random moves, the same ones for ever.
    Random(usize),
}

impl BenchCase {
    /// The position after so many random moves.
    #[must_use]
    pub const fn random(plies: usize, depth: u16) -> Self {
        Self { name: None, position: None, moves: BenchMoves::Random(plies), depth }
    }
}

/// What is customary in a game.
#[derive(Debug)]
pub struct Conventions<G: Game> {
    /// Whether the whole game is searched in a moment. Its default search is then plain alpha-beta, so that its node
    /// counts are those that are published.
    pub small: bool,
    /// Whether the default search plays captures out.
    pub quiescence: bool,
    /// Whether the board is of hexagons: each of its rows is drawn half a cell further right than the one above.
    pub hexagons: bool,
    /// How people write a legal move, where that is not its canonical text: Standard Algebraic Notation in chess.
    pub write_move: Option<fn(&G, G::Move) -> String>,
    /// How matches are written for other programs, where that is customary.
    pub records: Option<RecordNotation<G>>,
    /// How other programs play it, by each protocol in which there are any; the text protocol goes without saying.
    pub engines: &'static [EnginePlay<G>],
    /// What the signature of `arena bench` is made of.
    pub bench: &'static [BenchCase],
    /// What `arena bench --refinements` searches; deep enough to show what they buy.
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
        bench: &[],
        refinements: &[],
    };

    /// A legal move as people write it.
    #[must_use]
    pub fn written(position: &G, mv: G::Move) -> String {
        Self::notation(position, mv).unwrap_or_else(|| mv.to_string())
    }

    /// A legal move as people write it, where that is not its canonical text.
    #[must_use]
    pub fn notation(position: &G, mv: G::Move) -> Option<String> {
        G::CONVENTIONS.write_move.map(|write| write(position, mv))
    }

    /// Legal moves of one position as people write them, where that is not by their canonical texts.
    #[must_use]
    pub fn notations(position: &G, moves: &[G::Move]) -> Option<Vec<String>> {
        moves.iter().map(|mv| Self::notation(position, *mv)).collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
    }

    /// The moves of a line as people write them, up to the first that is not legal, where that is not by their canonical
    /// texts.
    #[must_use]
    pub fn line_notation(position: &G, line: impl IntoIterator<Item = G::Move>) -> Option<Vec<String>> {
        let write = G::CONVENTIONS.write_move?;
        let (mut position, mut written) = (position.clone(), Vec::new());
        for mv in line {
            if !position.is_legal(mv) {
                break;
            }
            written.push(write(&position, mv));
            position.play(mv);
        }
        (!written.is_empty()).then_some(written)
    }
}
