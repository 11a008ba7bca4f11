//! Statements that read. They are kept prepared by their texts, so every value is bound: what is asked again has the same
//! text again.

use rusqlite::types::{FromSql, Value};
use rusqlite::{Connection, Params, Row, params_from_iter};

use super::error::StoreError;

/// What a statement gives, read row by row.
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

/// Like [`all`], without the rows that cannot be read: one damaged row must not hide the others.
pub(super) fn readable<T>(
    connection: &Connection,
    text: &str,
    values: impl Params,
    mut read: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let rows = all(connection, text, values, |row| or_logged(read(row)))?;
    Ok(rows.into_iter().flatten().collect())
}

/// Logs an unreadable row and leaves it out. Other errors stay errors.
pub(super) fn or_logged<T>(read: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match read {
        Err(StoreError::Unreadable { what, problem }) => {
            tracing::error!(what, problem, "a damaged row is left out; `arena data check` lists all damage");
            Ok(None)
        }
        read => read.map(Some),
    }
}

/// The first row, if there is one.
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

/// The one value that a statement always gives.
pub(super) fn value<T: FromSql>(connection: &Connection, text: &str, values: impl Params) -> Result<T, StoreError> {
    Ok(connection.prepare_cached(text)?.query_row(values, |row| row.get(0))?)
}

/// What the first column of a row says, for [`all`] and [`first`].
pub(super) fn column<T: FromSql>(row: &Row<'_>) -> Result<T, StoreError> {
    Ok(row.get(0)?)
}

/// A statement, or a part of one, that is put together with its values.
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

    /// A value stands here.
    pub(super) fn bind(&mut self, value: impl Into<Value>) -> &mut Self {
        self.text.push('?');
        self.values.push(value.into());
        self
    }

    /// Another part with its values stands here.
    pub(super) fn append(&mut self, part: &Self) -> &mut Self {
        self.text.push_str(&part.text);
        self.values.extend_from_slice(&part.values);
        self
    }

    /// What it gives, read row by row.
    pub(super) fn all<T>(
        &self,
        connection: &Connection,
        read: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        all(connection, &self.text, params_from_iter(&self.values), read)
    }

    /// Its first row, if there is one.
    pub(super) fn first<T>(
        &self,
        connection: &Connection,
        read: impl FnOnce(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        first(connection, &self.text, params_from_iter(&self.values), read)
    }
}
