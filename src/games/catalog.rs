//! The closed list of games. To add a game, write its module and add its line here. No other code names it.

mod conventions;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use conventions::UsualSearch;

use super::options::{complete, typed};
use super::{BadMoveText, EvaluationInfo, Game, GameError, GameInfo, GameMove, Hints, MoveCode, Options};

/// An operation on a game that is generic over games and monomorphised for each.
pub trait Visitor {
    /// The result of the operation.
    type Output;

    /// Runs the operation for the game `G`.
    fn visit<G: Game + Hints>(self) -> Self::Output;
}

macro_rules! catalog {
    ($($id:ident = $game:ty),+ $(,)?) => {
        /// A game of the arena.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum GameId {
            $(
                #[doc = concat!("The game [`", stringify!($game), "`].")]
                $id,
            )+
        }

        impl GameId {
            /// All games, in the order in which they are listed for users.
            pub const ALL: &'static [Self] = &[$(Self::$id),+];

            /// Runs an operation for this game.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$id => visitor.visit::<$game>(),)+
                }
            }

            /// Returns the name, title and options of this game.
            #[must_use]
            pub const fn info(self) -> &'static GameInfo {
                match self {
                    $(Self::$id => &<$game as Game>::INFO,)+
                }
            }
        }
    };
}

catalog! {
    TicTacToe = super::tictactoe::TicTacToe,
    Bones = super::bones::Bones,
    Tree = super::tree::Tree,
    ConnectFour = super::connect4::ConnectFour,
    Reversi = super::reversi::Reversi,
    Gomoku = super::gomoku::Gomoku,
    Hex = super::hex::Hex,
    Checkers = super::checkers::Checkers,
    Chess = super::chess::Chess,
    Xiangqi = super::xiangqi::Xiangqi,
}

impl GameId {
    /// Returns the name in files, on the command line and in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the evaluations of this game. The first is the default.
    #[must_use]
    pub fn evaluations(self) -> &'static [EvaluationInfo] {
        struct Evaluations;
        impl Visitor for Evaluations {
            type Output = &'static [EvaluationInfo];
            fn visit<G: Game + Hints>(self) -> Self::Output {
                <G::Evaluation as super::Evaluation<G>>::ALL
            }
        }
        self.visit(Evaluations)
    }

    /// Completes options with the defaults of those not given.
    ///
    /// ```
    /// use arena_games::{GameError, GameId, Options};
    ///
    /// let options = GameId::Bones.complete_options(&Options::new())?;
    /// assert_eq!(options["heap"], 21);
    /// # Ok::<(), GameError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if an option is unknown or out of range.
    pub fn complete_options(self, options: &Options) -> Result<Options, GameError> {
        struct Complete<'a>(&'a Options);
        impl Visitor for Complete<'_> {
            type Output = Result<Options, GameError>;
            fn visit<G: Game + Hints>(self) -> Self::Output {
                let options = typed::<G>(self.0)?;
                G::initial(&options)?;
                Ok(complete::<G>(&options))
            }
        }
        self.visit(Complete(options))
    }

    /// Parses the canonical text of a move.
    ///
    /// ```
    /// use arena_games::GameId;
    ///
    /// let code = GameId::Chess.parse_move("e2e4").expect("the text is a move");
    /// assert_eq!(GameId::Chess.move_text(code), "e2e4");
    /// assert!(GameId::Chess.parse_move("e4").is_err(), "not the canonical text");
    /// ```
    ///
    /// # Errors
    /// Returns an error if no position of this game has such a move.
    pub fn parse_move(self, text: &str) -> Result<MoveCode, BadMoveText> {
        struct Parse<'a>(&'a str);
        impl Visitor for Parse<'_> {
            type Output = Result<MoveCode, BadMoveText>;
            fn visit<G: Game + Hints>(self) -> Self::Output {
                self.0.parse::<G::Move>().map(GameMove::code)
            }
        }
        self.visit(Parse(text))
    }

    /// Appends the canonical text of a move, which needs no escapes in JSON. Returns false and appends `?` if the code is
    /// not a move of this game.
    pub fn put_move(self, code: MoveCode, text: &mut String) -> bool {
        struct Put<'a>(MoveCode, &'a mut String);
        impl Visitor for Put<'_> {
            type Output = bool;
            fn visit<G: Game + Hints>(self) -> bool {
                let mv = G::Move::from_code(self.0);
                match mv {
                    Some(mv) => mv.put(self.1),
                    None => self.1.push('?'),
                }
                mv.is_some()
            }
        }
        self.visit(Put(code, text))
    }

    /// Returns the canonical text of a move, or `?` if the code is not a move of this game.
    #[must_use]
    pub fn move_text(self, code: MoveCode) -> String {
        let mut text = String::new();
        self.put_move(code, &mut text);
        text
    }
}

/// A move of a game that displays like [`GameId::move_text`], without an allocation.
#[derive(Clone, Copy)]
pub struct MoveText(pub GameId, pub MoveCode);

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Write<'a, 'f>(MoveCode, &'a mut fmt::Formatter<'f>);
        impl Visitor for Write<'_, '_> {
            type Output = fmt::Result;
            fn visit<G: Game + Hints>(self) -> Self::Output {
                match G::Move::from_code(self.0) {
                    Some(mv) => fmt::Display::fmt(&mv, self.1),
                    None => self.1.write_str("?"),
                }
            }
        }
        self.0.visit(Write(self.1, f))
    }
}

impl Serialize for MoveText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for GameId {
    type Err = GameError;

    fn from_str(name: &str) -> Result<Self, GameError> {
        Self::ALL.iter().copied().find(|id| id.name() == name).ok_or_else(|| GameError::UnknownGame {
            name: name.chars().take(32).collect(),
            known: Self::ALL.iter().map(|id| id.name()).collect::<Vec<_>>().join(", "),
        })
    }
}

impl Serialize for GameId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'_, str>::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}
