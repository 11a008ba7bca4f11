//! The bots that players saved.

use rusqlite::params;
use uuid::Uuid;

use crate::database::Store;
use crate::error::StoreError;
use crate::sql;
use crate::tables::saved_bots::{NewVersion, SavedBotLimits, SavedBotWrite};
use crate::values::unsigned;
use crate::writes::Write;

/// A saved bot with its versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedBot {
    /// Name of the game.
    pub game: String,
    pub name: String,
    /// Versions, oldest first; at least one.
    pub versions: Vec<SavedVersion>,
}

/// A version of a saved bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedVersion {
    /// Number, starting at 1.
    pub number: u64,
    /// Time when it was saved, in Unix milliseconds.
    pub at_ms: u64,
    /// The configuration as JSON.
    pub body: String,
    /// The tournament in which it met the bots of its game.
    pub duel: Option<Uuid>,
}

impl Store {
    /// Returns the bots that a player saved, by game and name.
    ///
    /// # Errors
    /// [`StoreError`] if the database or a row in it cannot be read.
    pub async fn saved_bots(&self, player: Uuid) -> Result<Vec<SavedBot>, StoreError> {
        let query = "SELECT game, name, version, at_ms, body, duel FROM saved_bots WHERE player = ?1 \
             ORDER BY game, name, version";
        let rows = self
            .read_through(move |connection| {
                sql::all(connection, query, params![player], |row| {
                    let version = SavedVersion {
                        number: unsigned(row.get(2)?, "a saved bot's version")?,
                        at_ms: unsigned(row.get(3)?, "a saved bot's at_ms")?,
                        body: row.get(4)?,
                        duel: row.get(5)?,
                    };
                    Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, version))
                })
            })
            .await?;
        let mut bots: Vec<SavedBot> = Vec::new();
        for (game, name, version) in rows {
            match bots.last_mut().filter(|bot| bot.game == game && bot.name == name) {
                Some(bot) => bot.versions.push(version),
                None => bots.push(SavedBot { game, name, versions: vec![version] }),
            }
        }
        Ok(bots)
    }

    /// Appends versions to a saved bot, or creates it. A version equal to the newest one only changes its duel. The
    /// oldest versions beyond the limit are dropped.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the player has too many bots, or they would be too large.
    pub async fn save_bot(
        &self,
        player: Uuid,
        (game, name): (String, String),
        versions: Vec<NewVersion>,
        limits: SavedBotLimits,
    ) -> Result<(), StoreError> {
        self.write(Write::SavedBot(SavedBotWrite::Save { player, game, name, versions, limits })).await
    }

    /// Deletes a saved bot with its versions.
    ///
    /// # Errors
    /// [`StoreError::NoSuch`] if the player has not saved such a bot.
    pub async fn delete_saved_bot(&self, player: Uuid, game: String, name: String) -> Result<(), StoreError> {
        self.write(Write::SavedBot(SavedBotWrite::Delete { player, game, name })).await
    }
}
