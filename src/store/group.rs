//! A database transaction that holds many writes.
//!
//! Each write is validated before it changes anything, so that a rejected write does not affect the others.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::error::WriteError;
use super::tables::events::{self, SequenceCache, TailOfMatch};
use super::tables::tallies::Tallies;
use super::tables::{
    accounts, challenges, daily, live, matches, moderation, modules, players, ratings, removed, results, saved_bots,
    tournaments,
};
use super::tails::Tails;
use super::writes::Write;
use super::{log, sums};

pub(super) struct Group<'g> {
    transaction: Transaction<'g>,
    sequences: &'g mut SequenceCache,
}

impl<'g> Group<'g> {
    pub(super) fn begin(connection: &'g mut Connection, sequences: &'g mut SequenceCache) -> rusqlite::Result<Self> {
        sequences.trim();
        Ok(Self { transaction: connection.transaction_with_behavior(TransactionBehavior::Immediate)?, sequences })
    }

    /// Applies the logged entries of matches. Calls `breathe` after each match.
    ///
    /// # Errors
    /// [`WriteError::Failed`] if the database fails, and [`WriteError::Refused`] if a match contradicts the database.
    /// Both require a rollback of the whole group.
    pub(super) fn apply(&mut self, tails: &[TailOfMatch], mut breathe: impl FnMut()) -> Result<(), WriteError> {
        let mut ends = Vec::new();
        for tail in tails {
            ends.extend(events::apply(&self.transaction, self.sequences, tail)?);
            breathe();
        }
        // Results count in the order of the log.
        ends.sort_by_key(|end| end.place);
        let mut tallies = Tallies::default();
        for end in ends {
            matches::count(&self.transaction, end, &mut tallies)?;
        }
        tallies.write(&self.transaction)?;
        Ok(())
    }

    /// Applies a write.
    ///
    /// # Errors
    /// [`WriteError::Failed`] if the database fails, which requires a rollback of the whole group.
    /// [`WriteError::Refused`] if this write alone is rejected.
    pub(super) fn add(&mut self, write: &Write) -> Result<(), WriteError> {
        match write {
            Write::Player(new) => players::insert(&self.transaction, new),
            Write::Name { player, name } => players::rename(&self.transaction, *player, name),
            Write::Account(change) => accounts::write(&self.transaction, change),
            Write::SavedBot(change) => saved_bots::write(&self.transaction, change),
            Write::Module(change) => modules::write(&self.transaction, change),
            Write::Challenge(change) => challenges::write(&self.transaction, change),
            Write::Moderation(change) => moderation::write(&self.transaction, change),
            Write::Anchors(anchors) => Ok(ratings::anchor(&self.transaction, anchors)?),
            Write::Daily(row) => daily::write(&self.transaction, *row),
            Write::Tournament(new) => tournaments::insert(&self.transaction, new),
            Write::State { tournament, state } => tournaments::set_state(&self.transaction, *tournament, state),
            Write::Live(change) => live::write(&self.transaction, change),
            Write::Results { tournament, rows } => results::insert(&self.transaction, *tournament, rows),
            Write::DropResults { tournament, from } => results::drop_from(&self.transaction, *tournament, *from),
            Write::Remove { before_ms, most } => {
                self.sequences.forget();
                removed::remove_ended(&self.transaction, *before_ms, *most)
            }
            Write::RemoveMatches(keys) => {
                self.sequences.forget();
                removed::remove(&self.transaction, keys)
            }
            Write::ForgetNetworks { before_ms, most } => players::forget_networks(&self.transaction, *before_ms, *most),
            // `Nothing` waits for earlier entries and `Close` ends the writer. Neither has statements.
            Write::Nothing | Write::Close => Ok(()),
        }
    }

    /// Commits the transaction. Its writes then survive a crash. Returns the number of transactions of the database.
    pub(super) fn commit(self) -> rusqlite::Result<i64> {
        let transactions = sums::count(&self.transaction)?;
        self.transaction.commit()?;
        Ok(transactions)
    }
}

/// Applies logged groups to a database that has no other writer.
///
/// # Errors
/// A message if the database fails or contradicts a group.
pub(super) fn apply(connection: &mut Connection, logged: Vec<log::Group>) -> Result<(), String> {
    let tails = Tails::default();
    tails.load(logged);
    let mut sequences = SequenceCache::default();
    let mut group = Group::begin(connection, &mut sequences).map_err(|error| error.to_string())?;
    group.apply(&tails.pending().matches, || ()).map_err(|error| match error {
        WriteError::Refused(error) => error.to_string(),
        WriteError::Failed(error) => error.to_string(),
    })?;
    group.commit().map(drop).map_err(|error| error.to_string())
}
