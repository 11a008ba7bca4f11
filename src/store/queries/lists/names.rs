//! Matches by the beginning of a name in one of their seats: as the seat was called when it was taken, which is what lists
//! show.
//!
//! Few names begin with what somebody types, even where a million matches are stored: each of them is asked for like a
//! player, so that a page costs the same however many matches there are. Where many names begin so, all their matches are
//! gone through in the index of names, of which only the newest are kept.

use rusqlite::{Connection, params};

use super::keys::{self, Who, columns};
use super::page::{MatchFilter, MatchStatus};
use crate::games::{GameId, Side};
use crate::store::error::StoreError;
use crate::store::sql::{self, Query};

/// So many names are asked for one by one.
const MOST_NAMES: u32 = 32;

/// No name has this character, and it stands behind all others.
const LAST: char = '\u{10ffff}';

/// The beginning of a name, in the ways in which people write it. The database takes ASCII letters of either case for the
/// same; for all other letters it is as it was given, small, great, and small behind a great first letter of each word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameStart(Vec<String>);

impl NameStart {
    /// The beginning of a name; none where there is nothing but blanks.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let given = text.trim();
        (!given.is_empty()).then(|| Self(spellings(given)))
    }

    /// The condition that the name in `column` begins so. No index is used for it.
    pub(super) fn push(&self, query: &mut Query, column: &str) {
        query.push("(");
        for (place, spelling) in self.0.iter().enumerate() {
            query.push(if place > 0 { " OR " } else { "" });
            push_range(query, &format!("+{column}"), spelling);
        }
        query.push(")");
    }
}

/// A text in each way in which people write it, of those that differ in the case of ASCII letters alone one.
pub(super) fn spellings(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for spelling in [text.to_owned(), text.to_lowercase(), text.to_uppercase(), capitals(text)] {
        if !all.iter().any(|known| known.eq_ignore_ascii_case(&spelling)) {
            all.push(spelling);
        }
    }
    all
}

/// Each word with a great first letter and small ones behind it.
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

/// Adds the newest matches with somebody in a seat whose name begins so, no fewer than a page and one more has of them.
pub(super) fn find(
    connection: &Connection,
    filter: &MatchFilter,
    name: &NameStart,
    found: &mut Vec<i64>,
) -> Result<(), StoreError> {
    for side in Side::BOTH {
        for spelling in &name.0 {
            let names = names(connection, side, spelling)?;
            if names.len() > MOST_NAMES as usize {
                found.extend(range(side, spelling, filter).all(connection, sql::column::<i64>)?);
                continue;
            }
            for name in names {
                keys::find(connection, &bearer(side, &name), filter, found)?;
            }
        }
    }
    Ok(())
}

/// The names on a side that begin so, of those that differ in the case of ASCII letters alone one; no more than are asked
/// for one by one, and one.
fn names(connection: &Connection, side: Side, spelling: &str) -> Result<Vec<String>, StoreError> {
    let (_, column) = columns(side);
    // From each name to the next one by the index, past all the matches that bear it.
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

/// Whoever has this name on this side.
pub(in crate::store) fn bearer(side: Side, name: &str) -> Who {
    Who { found_by: keys::named(side, name), ..Who::default() }
}

/// The newest matches with a name on this side that begins so.
pub(in crate::store) fn range(side: Side, spelling: &str, filter: &MatchFilter) -> Query {
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
    fn a_name_is_sought_as_people_write_it() {
        let spellings = |text: &str| NameStart::new(text).map(|start| start.0);
        assert_eq!(spellings("  "), None);
        assert_eq!(spellings(" Ann "), Some(vec!["Ann".to_owned()]), "the database knows ASCII letters of either case");
        assert_eq!(spellings("日本"), Some(vec!["日本".to_owned()]));
        let spelled = ["zoë é", "ZOË É", "Zoë É"].map(str::to_owned);
        assert_eq!(spellings("zoë é"), Some(spelled.to_vec()));
    }
}
