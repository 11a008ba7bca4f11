//! When a match is ended before the rules do: by the values of both sides' searches, by its length, or because its
//! result is known. Pure.

use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::DeValue;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use crate::bots::toml_file::Located;
use crate::bots::{FileError, Source};
use crate::games::catalog::Visitor;
use crate::games::{FileFault, Game, GameId, Hints};

/// A draw when both sides' values are near 0 for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Not before so many plies, those of the opening included.
    #[serde(default)]
    pub after_ply: u32,
    /// For so many moves of each side in a row…
    pub moves: u32,
    /// … the mover's value was at most so far from 0.
    pub value: u32,
}

/// A loss when by the value of the losing side, or of both, it is lost for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// For so many of its moves in a row…
    pub moves: u32,
    /// … the side was behind by at least so much.
    pub value: u32,
    /// Whether the other side has to have been ahead by as much by its own value.
    #[serde(default)]
    pub two_sided: bool,
}

/// A result by exact search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct SolverRule {
    /// With at most so many empty places left, or so much of a heap.
    pub empties: u32,
}

/// All rules by which the matches of a tournament are adjudicated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// A draw by the values of both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// A loss by the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// A draw after so many plies, those of the opening included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
    /// The result of perfect play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<SolverRule>,
}

/// A longer search for the result would hold up the tournament.
const MOST_EMPTIES: u32 = 30;

impl Adjudication {
    /// Whether there is any rule.
    #[must_use]
    pub fn is_some(&self) -> bool {
        *self != Self::default()
    }
}

/// The rules in the table `adjudication` of a tournament's file.
///
/// # Errors
/// [`FileError`] with line and key.
pub(super) fn read(source: &Source<'_>, file: &Located<'_>, game: GameId) -> Result<Adjudication, FileError> {
    let Some(value) = file.get_ref().get("adjudication") else { return Ok(Adjudication::default()) };
    let DeValue::Table(inner) = value.get_ref() else {
        return Err(source.wrong(file, "adjudication", FileFault::AdjudicationForm));
    };
    let table = Spanned::new(value.span(), inner.clone());
    let rules: Adjudication = source.read(table.clone())?;
    let wrong = |key: &str, fault: FileFault| Err(source.wrong(&table, key, fault));
    if rules.draw.is_some_and(|rule| rule.moves == 0) {
        return wrong("draw", FileFault::DrawMoves);
    }
    if rules.resign.is_some_and(|rule| rule.moves == 0 || rule.value == 0) {
        return wrong("resign", FileFault::ResignRule);
    }
    if rules.max_plies == Some(0) {
        return wrong("max_plies", FileFault::NoPlies);
    }
    if let Some(rule) = rules.solver {
        if !(1..=MOST_EMPTIES).contains(&rule.empties) {
            let (number, given) = ("empties".to_owned(), rule.empties.into());
            return wrong("solver", FileFault::Bounds { number, given, least: 1, most: MOST_EMPTIES.into() });
        }
        if !can_be_solved(game) {
            let solved = GameId::ALL.iter().filter(|game| can_be_solved(**game));
            let games = solved.map(|game| game.name().to_owned()).collect();
            return wrong("solver", FileFault::NotSolved { game: game.name().to_owned(), games });
        }
    }
    Ok(rules)
}

/// Whether the game counts empty places, by which a search knows that it reaches the end of the game.
pub fn can_be_solved(game: GameId) -> bool {
    struct Counts;
    impl Visitor for Counts {
        type Output = bool;
        fn visit<G: Game + Hints>(self) -> bool {
            G::initial(&G::Options::default()).is_ok_and(|start| start.empties().is_some())
        }
    }
    game.visit(Counts)
}
