//! Helpers for queries. Prepared statements are cached by their text, so all values are bound and the text of a query
//! stays the same.

use rusqlite::types::{FromSql, Value};
use rusqlite::{Connection, Params, Row, params_from_iter};

use super::error::StoreError;

/// Returns all rows of a query.
pub(super) fn all<T>(
    connection: &Connection,
    text: &str,
    values: impl Params,
    mut read: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let mut statement = connection.prepare_cached(text)?;
    let mut rows = statement.query(values)?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(read(row)?);
    }
    Ok(all)
}

/// Like [`all`], but skips rows that cannot be read. One damaged row must not hide the others.
pub(super) fn readable<T>(
    connection: &Connection,
    text: &str,
    values: impl Params,
    mut read: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let rows = all(connection, text, values, |row| or_logged(read(row)))?;
    Ok(rows.into_iter().flatten().collect())
}

/// Logs an unreadable row and returns `None` for it. Other errors are returned.
pub(super) fn or_logged<T>(read: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match read {
        Err(StoreError::Unreadable { what, problem }) => {
            tracing::error!(what, problem, "a damaged row is skipped; `arena data check` lists all damage");
            Ok(None)
        }
        read => read.map(Some),
    }
}

pub(super) fn first<T>(
    connection: &Connection,
    text: &str,
    values: impl Params,
    read: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
) -> Result<Option<T>, StoreError> {
    let mut statement = connection.prepare_cached(text)?;
    let mut rows = statement.query(values)?;
    rows.next()?.map(read).transpose()
}

/// Returns the value of a query that always yields exactly one.
pub(super) fn value<T: FromSql>(connection: &Connection, text: &str, values: impl Params) -> Result<T, StoreError> {
    Ok(connection.prepare_cached(text)?.query_row(values, |row| row.get(0))?)
}

/// Reads the first column of a row, for [`all`] and [`first`].
pub(super) fn column<T: FromSql>(row: &Row<'_>) -> Result<T, StoreError> {
    Ok(row.get(0)?)
}

/// A query, or a part of one, that is built together with its values.
#[derive(Clone, Debug, Default)]
pub(super) struct Query {
    text: String,
    values: Vec<Value>,
}

impl Query {
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.to_owned(), values: Vec::new() }
    }

    pub(super) fn push(&mut self, text: &str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    /// Appends a placeholder with its value.
    pub(super) fn bind(&mut self, value: impl Into<Value>) -> &mut Self {
        self.text.push('?');
        self.values.push(value.into());
        self
    }

    /// Appends another part with its values.
    pub(super) fn append(&mut self, part: &Self) -> &mut Self {
        self.text.push_str(&part.text);
        self.values.extend_from_slice(&part.values);
        self
    }

    pub(super) fn all<T>(
        &self,
        connection: &Connection,
        read: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        all(connection, &self.text, params_from_iter(&self.values), read)
    }

    pub(super) fn first<T>(
        &self,
        connection: &Connection,
        read: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        first(connection, &self.text, params_from_iter(&self.values), read)
    }
}
