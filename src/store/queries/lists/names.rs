//! Finds matches by a name prefix in one of their seats. The name is the one that the player had when taking the seat,
//! which lists also show.
//!
//! Usually few names have the prefix, even among a million matches. Each of these names is then queried like a player,
//! so that the cost of a page does not depend on the number of matches. If many names have the prefix, the query scans
//! all their matches in the name index and keeps the newest.

use rusqlite::{Connection, params};

use super::keys::{self, PlayerFilter, columns};
use super::page::{MatchFilter, MatchStatus};
use crate::error::StoreError;
use crate::sql::{self, Query};
use arena_games::{GameId, Side};

/// Maximum number of names to query one by one.
const MOST_NAMES: u32 = 32;

/// Sorts after all characters that occur in names.
const LAST: char = '\u{10ffff}';

/// A name prefix in its usual spellings. The database ignores the case of ASCII letters. For other letters the prefix
/// is tried as given, in lower case, in upper case, and with capitalised words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameStart(Vec<String>);

impl NameStart {
    /// Creates a prefix. Returns `None` for blank text.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let trimmed = text.trim();
        (!trimmed.is_empty()).then(|| Self(spellings(trimmed)))
    }

    /// Appends the condition that `column` starts with the prefix. The condition does not use an index.
    pub(super) fn push(&self, query: &mut Query, column: &str) {
        query.push("(");
        for (place, spelling) in self.0.iter().enumerate() {
            query.push(if place > 0 { " OR " } else { "" });
            push_range(query, &format!("+{column}"), spelling);
        }
        query.push(")");
    }
}

/// Returns the usual spellings of a text, without those that differ only in ASCII case.
pub(super) fn spellings(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for spelling in [text.to_owned(), text.to_lowercase(), text.to_uppercase(), capitals(text)] {
        if !all.iter().any(|known| known.eq_ignore_ascii_case(&spelling)) {
            all.push(spelling);
        }
    }
    all
}

/// Capitalises each word.
fn capitals(text: &str) -> String {
    let mut begins = true;
    let spelled = text.chars().flat_map(|letter| {
        let first = std::mem::replace(&mut begins, !letter.is_alphanumeric());
        let cased: String = if first { letter.to_uppercase().collect() } else { letter.to_lowercase().collect() };
        cased.chars().collect::<Vec<_>>()
    });
    spelled.collect()
}

fn push_range(query: &mut Query, column: &str, spelling: &str) {
    query.push("(").push(column).push(" >= ").bind(spelling.to_owned());
    query.push(" COLLATE NOCASE AND ").push(column).push(" < ").bind(format!("{spelling}{LAST}"));
    query.push(" COLLATE NOCASE)");
}

/// Appends the newest matches in which a player's name has the prefix, enough for one page plus one match.
pub(super) fn find(
    connection: &Connection,
    filter: &MatchFilter,
    name: &NameStart,
    keys: &mut Vec<i64>,
) -> Result<(), StoreError> {
    for side in Side::BOTH {
        for spelling in &name.0 {
            let names = names(connection, side, spelling)?;
            if names.len() > MOST_NAMES as usize {
                keys.extend(range(side, spelling, filter).all(connection, sql::column::<i64>)?);
                continue;
            }
            for name in names {
                keys::find(connection, &bearer(side, &name), filter, keys)?;
            }
        }
    }
    Ok(())
}

/// Returns the distinct names on a side with this prefix, ignoring ASCII case. Returns at most one more than
/// [`MOST_NAMES`].
fn names(connection: &Connection, side: Side, spelling: &str) -> Result<Vec<String>, StoreError> {
    let (_, column) = columns(side);
    // Skips through the index from each name to the next.
    let next = |from: &str| {
        format!(
            "SELECT {column} FROM matches WHERE {column} {from} COLLATE NOCASE AND {column} < ?2 COLLATE NOCASE \
             ORDER BY {column} COLLATE NOCASE LIMIT 1"
        )
    };
    let query = format!(
        "WITH RECURSIVE found (name) AS (SELECT ({}) UNION ALL SELECT ({}) FROM found WHERE name IS NOT NULL) \
         SELECT name FROM found WHERE name IS NOT NULL LIMIT ?3",
        next(">= ?1"),
        next("> found.name")
    );
    sql::all(connection, &query, params![spelling, format!("{spelling}{LAST}"), MOST_NAMES + 1], sql::column)
}

/// Returns the condition that a side has this name.
pub(crate) fn bearer(side: Side, name: &str) -> PlayerFilter {
    PlayerFilter { found_by: keys::named(side, name), ..PlayerFilter::default() }
}

/// Returns the query for the newest matches with a name on this side that has the prefix.
pub(crate) fn range(side: Side, spelling: &str, filter: &MatchFilter) -> Query {
    let (_, column) = columns(side);
    let mut query = Query::new("SELECT key FROM matches INDEXED BY matches_by_");
    query.push(column).push(" WHERE ");
    push_range(&mut query, column, spelling);
    keys::push_end(&mut query, filter.game.map(GameId::name), filter.status.map(MatchStatus::name), filter);
    query
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_prefix_has_the_usual_spellings() {
        let spellings = |text: &str| NameStart::new(text).map(|start| start.0);
        assert_eq!(spellings("  "), None);
        assert_eq!(spellings(" Ann "), Some(vec!["Ann".to_owned()]), "the database ignores ASCII case");
        assert_eq!(spellings("日本"), Some(vec!["日本".to_owned()]));
        let spelled = ["zoë é", "ZOË É", "Zoë É"].map(str::to_owned);
        assert_eq!(spellings("zoë é"), Some(spelled.to_vec()));
    }
}
