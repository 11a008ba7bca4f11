//! What a change says, as text: a group of the log as it stands in a segment, or one write of the database.

use serde::{Deserialize, Serialize};

use crate::store::log::{self, Group};
use crate::store::writes::Write;

/// The form of writes. A release reads every form that one before it has written; to one that it does not know it says so,
/// and stops there.
const FORMAT: u32 = 1;

/// How a write begins.
const WRITE: &str = "{\"format\":";

/// A change that was read.
pub(super) enum Said {
    /// Matches were made, or something happened in them.
    Logged(Group),
    /// Something else is to be written.
    Write(Box<Write>),
}

#[derive(Serialize)]
struct Given<'w> {
    format: u32,
    write: &'w Write,
}

#[derive(Deserialize)]
struct Format {
    format: u32,
}

#[derive(Deserialize)]
struct Stored {
    write: Write,
}

/// The text of a write.
///
/// # Errors
/// A sentence, where it has none.
pub(super) fn text(write: &Write) -> Result<String, String> {
    serde_json::to_string(&Given { format: FORMAT, write }).map_err(|error| error.to_string())
}

/// What a text says.
///
/// # Errors
/// A sentence that says why it cannot be read.
pub(super) fn parse(body: &str) -> Result<Said, String> {
    if !body.starts_with(WRITE) {
        return log::parse(body.as_bytes()).map(Said::Logged);
    }
    let said = |error: serde_json::Error| error.to_string();
    let Format { format } = serde_json::from_str(body).map_err(said)?;
    if format > FORMAT {
        return Err(format!("it has form {format}, of a later release, and this one reads {FORMAT}"));
    }
    let Stored { write } = serde_json::from_str(body).map_err(said)?;
    Ok(Said::Write(Box::new(write)))
}
