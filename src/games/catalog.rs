//! The closed list of games. To add a game, write its module and add its line here. No other code names it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::options::{complete, typed};
use super::{BadMoveText, EvaluationInfo, FeatureInfo, Game, GameError, GameInfo, GameMove, MoveCode, Options};

macro_rules! catalog {
    ($d:tt $($id:ident = $module:ident::$game:ident),+ $(,)?) => {
        /// A game of the arena.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum GameId {
            $(
                #[doc = concat!("The game [`", stringify!($id), "`](crate::", stringify!($module), ").")]
                $id,
            )+
        }

        impl GameId {
            /// All games, in the order in which they are listed for users.
            pub const ALL: &'static [Self] = &[$(Self::$id),+];

            /// Returns the name, title and options of this game.
            #[must_use]
            pub const fn info(self) -> &'static GameInfo {
                match self {
                    $(Self::$id => &<crate::$module::$game as Game>::INFO,)+
                }
            }
        }

        /// Evaluates an expression in which a name stands for the type of a game, which implements [`Game`] and
        /// [`Hints`]. The expression is compiled for each game, and an item of the type itself hides an item of a trait.
        /// A long expression therefore belongs in a generic function.
        ///
        /// ```
        /// use arena_games::{Game, GameId, with_game};
        ///
        /// let scoring = with_game!(GameId::Tree, G => G::SCORING);
        /// assert_eq!(scoring, arena_games::Scoring::Payoff);
        /// ```
        ///
        /// [`Game`]: crate::Game
        /// [`Hints`]: crate::Hints
        #[macro_export]
        macro_rules! with_game {
            ($d id:expr, $d name:ident => $d body:expr) => {
                match $d id {
                    $($crate::GameId::$id => {
                        type $d name = $crate::$module::$game;
                        $d body
                    })+
                }
            };
        }

        /// Calls a macro with the type of each game.
        #[macro_export]
        macro_rules! for_each_game {
            ($d of:ident) => {
                $($d of!($crate::$module::$game);)+
            };
        }
    };
}

catalog! { $
    TicTacToe = tictactoe::TicTacToe,
    Bones = bones::Bones,
    Tree = tree::Tree,
    ConnectFour = connect4::ConnectFour,
    Reversi = reversi::Reversi,
    Gomoku = gomoku::Gomoku,
    Hex = hex::Hex,
    Checkers = checkers::Checkers,
    Chess = chess::Chess,
    Xiangqi = xiangqi::Xiangqi,
}

/// Evaluates an expression like [`with_game!`] if the game's type implements [`Trained`](crate::models::Trained).
/// Otherwise returns `None`.
#[macro_export]
macro_rules! with_trained_game {
    ($id:expr, $name:ident => $body:expr) => {{
        #[allow(dead_code, reason = "not every expression needs the type")]
        match $id {
            $crate::GameId::ConnectFour => {
                type $name = $crate::connect4::ConnectFour;
                Some($body)
            }
            $crate::GameId::Reversi => {
                type $name = $crate::reversi::Reversi;
                Some($body)
            }
            $crate::GameId::Gomoku => {
                type $name = $crate::gomoku::Gomoku;
                Some($body)
            }
            $crate::GameId::Checkers => {
                type $name = $crate::checkers::Checkers;
                Some($body)
            }
            $crate::GameId::Chess => {
                type $name = $crate::chess::Chess;
                Some($body)
            }
            _ => None,
        }
    }};
}

// After the macro, which it uses.
mod conventions;

pub use conventions::UsualSearch;

impl GameId {
    /// Returns the name in files, on the command line and in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the evaluations of this game. The first is the default.
    #[must_use]
    pub fn evaluations(self) -> &'static [EvaluationInfo] {
        with_game!(self, G => <<G as Game>::Evaluation as super::Evaluation<G>>::ALL)
    }

    /// Returns the features that an evaluation can name if it is an expression.
    #[must_use]
    pub fn features(self) -> Vec<&'static FeatureInfo> {
        with_game!(self, G => {
            <<G as Game>::Evaluation as super::Evaluation<G>>::FEATURES.iter().map(|feature| &feature.info).collect()
        })
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
        with_game!(self, G => {
            let options = typed::<G>(options)?;
            G::initial(&options)?;
            Ok(complete::<G>(&options))
        })
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
        with_game!(self, G => text.parse::<<G as Game>::Move>().map(GameMove::code))
    }

    /// Appends the canonical text of a move, which needs no escapes in JSON. Returns false and appends `?` if the code is
    /// not a move of this game.
    pub fn put_move(self, code: MoveCode, text: &mut String) -> bool {
        with_game!(self, G => {
            let mv = <G as Game>::Move::from_code(code);
            match mv {
                Some(mv) => mv.put(text),
                None => text.push('?'),
            }
            mv.is_some()
        })
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
        with_game!(self.0, G => match <G as Game>::Move::from_code(self.1) {
            Some(mv) => fmt::Display::fmt(&mv, f),
            None => f.write_str("?"),
        })
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
