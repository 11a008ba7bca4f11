//! What the writer writes, a file for each table: the rows, made by whoever asks so that it runs beside the writing, and the
//! statements that put them into the database. Nothing here knows who asks, or of groups.

pub(super) mod accounts;
pub(super) mod event_json;
pub(super) mod events;
pub(super) mod matches;
pub(super) mod players;
pub(super) mod ratings;
pub(super) mod results;
pub(super) mod standings;
pub(super) mod tournaments;
