//! One transaction that holds the writes of many.
//!
//! A write is checked before it touches anything, so that one that is refused leaves its neighbours alone; what the
//! checks need to know of live matches is held in memory.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::error::WriteError;
use super::tables::events::{self, SequenceCache};
use super::tables::matches::{self, NewMatch};
use super::tables::{accounts, challenges, peace, players, ratings, results, tournaments};
use super::writes::Write;

/// A transaction under way.
pub(super) struct Group<'g> {
    transaction: Transaction<'g>,
    sequences: &'g mut SequenceCache,
}

impl<'g> Group<'g> {
    pub(super) fn begin(connection: &'g mut Connection, sequences: &'g mut SequenceCache) -> rusqlite::Result<Self> {
        sequences.trim();
        Ok(Self { transaction: connection.transaction_with_behavior(TransactionBehavior::Immediate)?, sequences })
    }

    /// Adds a write.
    ///
    /// # Errors
    /// [`WriteError::Failed`] when the database failed and the whole group must be given up; the refusal of this write
    /// alone otherwise.
    pub(super) fn add(&mut self, write: &Write) -> Result<(), WriteError> {
        match write {
            Write::Match(new) => self.insert(new),
            Write::Events(new) => events::append(&self.transaction, self.sequences, new),
            Write::Player(new) => players::insert(&self.transaction, new),
            Write::Name { player, name } => players::rename(&self.transaction, *player, name),
            Write::Account(change) => accounts::write(&self.transaction, change),
            Write::Challenge(change) => challenges::write(&self.transaction, change),
            Write::Peace(change) => peace::write(&self.transaction, change),
            Write::Anchors(anchors) => Ok(ratings::anchor(&self.transaction, anchors)?),
            Write::Tournament(new) => tournaments::insert(&self.transaction, new),
            Write::State { tournament, state } => tournaments::set_state(&self.transaction, *tournament, state),
            Write::Results { tournament, rows } => results::insert(&self.transaction, *tournament, rows),
            Write::DropResults { tournament, from } => results::drop_from(&self.transaction, *tournament, *from),
            // This only ends the writer; it has no statements.
            Write::Close => Ok(()),
        }
    }

    /// Commits: what was added then survives a crash.
    pub(super) fn commit(self) -> rusqlite::Result<()> {
        self.transaction.commit()
    }

    fn insert(&mut self, new: &NewMatch) -> Result<(), WriteError> {
        if let Some(key) = matches::insert(&self.transaction, new)? {
            self.sequences.begin(new.setup.id, key, new.setup.game);
        }
        Ok(())
    }
}
