//! What a store is asked, a file for each thing: it is read past the writer, and what is to be written is handed to the
//! writer in the form of [`super::tables`].

pub(super) mod accounts;
pub(super) mod check;
pub(super) mod lists;
pub(super) mod matches;
pub(super) mod players;
pub(super) mod ratings;
pub(super) mod results;
pub(super) mod tallies;
pub(super) mod tournaments;
