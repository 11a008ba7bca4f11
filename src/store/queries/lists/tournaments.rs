//! Lists of tournaments, the newest first, page by page.

use std::str::FromStr;

use rusqlite::Connection;

use super::names::spellings;
use super::page::{Cursor, Page, page};
use crate::games::GameId;
use crate::store::database::Store;
use crate::store::error::StoreError;
use crate::store::queries::tournaments::{Tournament, select_tournaments, tournament};
use crate::store::sql::{self, Query};

/// Where a tournament stands, in the words of the first clients, which do not tell a pause from play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentStatus {
    /// It goes on, now or after a pause.
    Running,
    /// All of it was played.
    Finished,
    /// Somebody stopped it.
    Stopped,
    /// It could not be played on, or not yet.
    Failed,
}

impl TournamentStatus {
    /// The words that the database has for it.
    const fn states(self) -> [&'static str; 2] {
        match self {
            Self::Running => ["running", "paused"],
            Self::Finished => ["finished"; 2],
            Self::Stopped => ["stopped"; 2],
            Self::Failed => ["failed", "blocked"],
        }
    }
}

/// The text is no status of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tournament's status is running, finished, stopped or failed")]
pub struct BadTournamentStatus;

impl FromStr for TournamentStatus {
    type Err = BadTournamentStatus;

    fn from_str(name: &str) -> Result<Self, BadTournamentStatus> {
        match name {
            "running" => Ok(Self::Running),
            "finished" => Ok(Self::Finished),
            "stopped" => Ok(Self::Stopped),
            "failed" => Ok(Self::Failed),
            _ => Err(BadTournamentStatus),
        }
    }
}

/// Which tournaments to list.
#[derive(Clone, Debug)]
pub struct TournamentFilter {
    /// Of this game only.
    pub game: Option<GameId>,
    /// Of this status only.
    pub status: Option<TournamentStatus>,
    /// Those in whose name each of these words stands, in any case.
    pub name: Option<String>,
    /// Those that people and programs enter and that are not over.
    pub live: bool,
    /// Older than this place only: [`Page::next`] of the page before.
    pub before: Option<Cursor>,
    /// How many at most.
    pub limit: u32,
}

impl Default for TournamentFilter {
    /// The fifty newest.
    fn default() -> Self {
        Self { game: None, status: None, name: None, live: false, before: None, limit: 50 }
    }
}

impl Store {
    /// The tournaments that the filter admits, the newest first. The pages stay what they are when tournaments are added.
    ///
    /// # Errors
    /// When the database or a tournament in it cannot be read, or not in time.
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
