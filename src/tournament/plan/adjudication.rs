//! Rules that end a match early: by the values of both sides' searches, by its length, or by solving the position. No
//! I/O.

use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::DeValue;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use arena_bots::toml_file::Located;
use arena_bots::{FileError, Source};
use arena_games::{Diagnostic, Game, GameId, Hints, diagnostic, with_game};
use arena_syzygy::MAX_PIECES;

/// Declares a draw when the values of both sides stay near 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The rule applies only after this many plies, including those of the opening.
    #[serde(default)]
    pub after_ply: u32,
    /// For this many consecutive moves of each side…
    pub moves: u32,
    /// … the mover's value was at most this far from 0.
    pub value: u32,
}

/// Declares a loss when a side's search considers the game lost for several moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// For this many consecutive moves of the losing side…
    pub moves: u32,
    /// … its value was at least this far below 0.
    pub value: u32,
    /// Whether the other side's values must also have been at least this far above 0.
    #[serde(default)]
    pub two_sided: bool,
}

/// Ends a match by an exact search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct SolverRule {
    /// The search runs when at most this many squares are empty, or at most this much of a heap is left.
    pub empties: u32,
}

/// Ends a match by tables of endings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct TablebaseRule {
    /// The tables are used for positions with at most this many pieces, kings included.
    pub pieces: u32,
}

/// All rules for adjudicating the matches of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// A draw by the values of both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// A loss by the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// A draw after this many plies, including those of the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
    /// The result of perfect play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<SolverRule>,
    /// The result in tables of endings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tablebase: Option<TablebaseRule>,
}

/// The largest allowed value of `empties`. A longer search would delay the tournament.
const MOST_EMPTIES: u32 = 30;

impl Adjudication {
    /// True if there is any rule.
    #[must_use]
    pub fn is_some(&self) -> bool {
        *self != Self::default()
    }
}

/// Reads the rules in the table `adjudication` of a tournament file.
///
/// # Errors
/// [`FileError`] with line and key.
pub(super) fn read(source: &Source<'_>, file: &Located<'_>, game: GameId) -> Result<Adjudication, FileError> {
    let Some(value) = file.get_ref().get("adjudication") else { return Ok(Adjudication::default()) };
    let DeValue::Table(inner) = value.get_ref() else {
        return Err(source.wrong(
            file,
            "adjudication",
            diagnostic!("adjudication_form", "must be a table, as [adjudication] and max_plies = 300 below it"),
        ));
    };
    let table = Spanned::new(value.span(), inner.clone());
    let rules: Adjudication = source.read(table.clone())?;
    let wrong = |key: &str, problem: Diagnostic| Err(source.wrong(&table, key, problem));
    if rules.draw.is_some_and(|rule| rule.moves == 0) {
        return wrong("draw", diagnostic!("draw_moves", "moves must be at least 1"));
    }
    if rules.resign.is_some_and(|rule| rule.moves == 0 || rule.value == 0) {
        return wrong("resign", diagnostic!("resign_rule", "moves and value must be at least 1"));
    }
    if rules.max_plies == Some(0) {
        return wrong("max_plies", diagnostic!("zero_plies", "must be at least 1"));
    }
    if let Some(rule) = rules.solver {
        if !(1..=MOST_EMPTIES).contains(&rule.empties) {
            return wrong("solver", Diagnostic::option_range("empties", rule.empties, 1, MOST_EMPTIES));
        }
        if !can_be_solved(game) {
            let solved = GameId::ALL.iter().filter(|game| can_be_solved(**game));
            let games = solved.map(|game| game.name()).collect::<Vec<_>>().join(", ");
            let problem = diagnostic!(
                "not_solvable",
                "{game} cannot be solved exactly; these games can: {games}",
                game = game.name(),
                games
            );
            return wrong("solver", problem);
        }
    }
    if let Some(rule) = rules.tablebase {
        if game != GameId::Chess {
            let problem =
                diagnostic!("no_tablebases", "only chess has tables of endings, not {game}", game = game.name());
            return wrong("tablebase", problem);
        }
        if !(3..=MAX_PIECES).contains(&(rule.pieces as usize)) {
            return wrong("tablebase", Diagnostic::option_range("pieces", rule.pieces, 3, MAX_PIECES));
        }
    }
    Ok(rules)
}

/// True if the game counts empty squares, which tells a search whether it can reach the end of the game.
pub fn can_be_solved(game: GameId) -> bool {
    fn counts<G: Game + Hints>() -> bool {
        G::initial(&G::Options::default()).is_ok_and(|start| start.empties().is_some())
    }
    with_game!(game, G => counts::<G>())
}
