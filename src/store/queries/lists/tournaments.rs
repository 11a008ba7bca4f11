//! Lists of tournaments, newest first, in pages.

use std::str::FromStr;

use rusqlite::Connection;

use super::names::spellings;
use super::page::{Cursor, Page, page};
use crate::database::Store;
use crate::error::StoreError;
use crate::queries::tournaments::{Tournament, select_tournaments, tournament};
use crate::sql::{self, Query};
use arena_games::GameId;

/// Status of a tournament in terms of protocol version 1, which does not distinguish paused from running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentStatus {
    /// It is in progress or paused.
    Running,
    /// All matches have been played.
    Finished,
    /// The operator or the player who started it has stopped it.
    Stopped,
    /// It failed or is blocked.
    Failed,
}

impl TournamentStatus {
    /// Names of the corresponding states in the database.
    const fn states(self) -> [&'static str; 2] {
        match self {
            Self::Running => ["running", "paused"],
            Self::Finished => ["finished"; 2],
            Self::Stopped => ["stopped"; 2],
            Self::Failed => ["failed", "blocked"],
        }
    }
}

impl FromStr for TournamentStatus {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "running" => Ok(Self::Running),
            "finished" => Ok(Self::Finished),
            "stopped" => Ok(Self::Stopped),
            "failed" => Ok(Self::Failed),
            _ => Err("the status of a tournament must be running, finished, stopped or failed"),
        }
    }
}

/// Filter for lists of tournaments.
#[derive(Clone, Debug)]
pub struct TournamentFilter {
    /// Only this game.
    pub game: Option<GameId>,
    /// Only this status.
    pub status: Option<TournamentStatus>,
    /// Only tournaments whose name contains each of these words, in any case.
    pub name: Option<String>,
    /// Only live tournaments that are not over.
    pub live: bool,
    /// Only tournaments before this position: [`Page::next`] of the previous page.
    pub before: Option<Cursor>,
    /// Maximum number of tournaments.
    pub limit: u32,
}

impl Default for TournamentFilter {
    /// Selects the fifty newest.
    fn default() -> Self {
        Self { game: None, status: None, name: None, live: false, before: None, limit: 50 }
    }
}

impl Store {
    /// Returns the tournaments that pass the filter, newest first. New tournaments do not change later pages.
    ///
    /// # Errors
    /// [`StoreError`] if the database or one of the tournaments cannot be read, or the time limit is exceeded.
    pub async fn tournaments_page(&self, filter: &TournamentFilter) -> Result<Page<Tournament>, StoreError> {
        let mut query = Query::new(select_tournaments!(" WHERE TRUE"));
        if let Some(game) = filter.game {
            query.push(" AND game = ").bind(game.name().to_owned());
        }
        if let Some(status) = filter.status {
            let [one, other] = status.states();
            query.push(" AND state IN (").bind(one.to_owned()).push(", ").bind(other.to_owned()).push(")");
        }
        for word in filter.name.iter().flat_map(|name| name.split_whitespace()) {
            push_word(&mut query, word);
        }
        if filter.live {
            query.push(" AND state IN ('running', 'paused')");
            query.push(" AND EXISTS (SELECT 1 FROM tournament_log WHERE tournament_key = tournaments.key)");
        }
        if let Some(before) = filter.before {
            query.push(" AND key < ").bind(before.place());
        }
        query.push(" ORDER BY key DESC LIMIT ").bind(i64::from(filter.limit) + 1);
        let read = move |connection: &Connection| {
            query.all(connection, |row| Ok((row.get(0)?, sql::or_logged(tournament(row))?)))
        };
        Ok(page(self.list(read).await?, filter.limit).readable())
    }
}

fn push_word(query: &mut Query, word: &str) {
    query.push(" AND (");
    for (place, spelling) in spellings(word).into_iter().enumerate() {
        query.push(if place > 0 { " OR name LIKE " } else { "name LIKE " });
        let literal = spelling.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        query.bind(format!("%{literal}%")).push(" ESCAPE '\\'");
    }
    query.push(")");
}
