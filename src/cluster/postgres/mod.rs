//! What nodes share, in PostgreSQL: the durable log of matches, and the leases.
//!
//! Every write waits until PostgreSQL has it on its disk, and on those of the standbys that it waits for:
//! `synchronous_commit` is `on` in every session, whatever the server's setting, but those that say that a life goes on and what
//! it has read, which need not outlast a crash. Nothing here limits the time of a statement by `statement_timeout`: a commit
//! that waits for its standby would be reported as done when that time is over.

mod changes;
mod leases;
mod log;
mod presence;
mod snapshots;
#[cfg(test)]
mod tests;

use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::mpsc;

pub use self::changes::Changes;
use self::log::Request;

/// The schema, step by step.
static STEPS: Migrator = sqlx::migrate!("src/cluster/postgres/migrations");

/// So long the server has to answer a question.
const ANSWER_WITHIN: Duration = Duration::from_secs(3);
/// So long a start waits for another one that brings the schema up to date.
const MIGRATE_WITHIN: Duration = Duration::from_secs(60);
/// Connections that read matches.
const READERS: u32 = 4;
/// Connections for leases alone, so that no crowd of readers ends a node's life.
const LEASES: u32 = 2;
/// The connection that says that a node's life goes on.
const LIVES: u32 = 1;
/// Writes that may wait for the writer; more wait outside.
const WAITING: usize = 1024;
/// The oldest version that has what is used here, as PostgreSQL numbers its versions: 13.
const OLDEST: i32 = 130_000;

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PostgresError {
    /// The address is none.
    #[error("this is no address of a PostgreSQL database, as postgres://user@host/name: {0}")]
    Address(String),
    /// Nobody answers, or refuses us.
    #[error("the database {at} cannot be reached: {problem}")]
    Unreachable {
        /// Where, without a password.
        at: String,
        /// Why.
        problem: String,
    },
    /// It would not keep what it was given, or cannot be written.
    #[error("the database {at} cannot hold the arena's matches: {problem}")]
    Unfit {
        /// Where, without a password.
        at: String,
        /// What is wrong.
        problem: String,
    },
    /// A later release has changed the schema so that this one cannot use it.
    #[error(
        "the database {at} needs a program that knows step {least} of its schema, and this one knows {known}: use the \
         release of the other nodes"
    )]
    Newer {
        /// Where, without a password.
        at: String,
        /// What must be known.
        least: i64,
        /// What is.
        known: i64,
    },
}

/// A database that nodes share. Clones share its connections, which are made again when they break.
#[derive(Clone)]
pub struct Postgres {
    readers: PgPool,
    leases: PgPool,
    lives: PgPool,
    writer: mpsc::Sender<Request>,
    options: PgConnectOptions,
}

impl Postgres {
    /// Connects to the database at `url`, and makes or completes its schema. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// [`PostgresError`] when it cannot be reached or used.
    pub async fn connect(url: &str) -> Result<Self, PostgresError> {
        let options = options(url)?;
        let at = shown(&options);
        let unreachable = |problem: String| PostgresError::Unreachable { at: at.clone(), problem };
        let opening = async {
            let mut connection = options.connect().await.map_err(|error| unreachable(error.to_string()))?;
            check_server(&mut connection, &at).await?;
            Ok(connection)
        };
        let late = |_| unreachable(format!("no answer within {} s", ANSWER_WITHIN.as_secs()));
        let mut connection = tokio::time::timeout(ANSWER_WITHIN, opening).await.map_err(late)??;
        let migrating = migrate(&mut connection, &at);
        let late = |_| unreachable("another node has been changing its schema for too long".to_owned());
        tokio::time::timeout(MIGRATE_WITHIN, migrating).await.map_err(late)??;
        connection.close().await.map_err(|error| unreachable(error.to_string()))?;

        let (writer, waiting) = mpsc::channel(WAITING);
        tokio::spawn(log::write(waiting, options.clone()));
        let (leases, lives) = for_leases(&options);
        Ok(Self { readers: pool(READERS).connect_lazy_with(options.clone()), leases, lives, writer, options })
    }

    /// The same database, with connections for leases that belong to the runtime which calls this: they are served whatever
    /// another one has to do.
    #[must_use]
    pub fn apart(&self) -> Self {
        let (leases, lives) = for_leases(&self.options);
        Self { leases, lives, ..self.clone() }
    }
}

/// At most so many connections, made when they are needed.
fn pool(most: u32) -> PgPoolOptions {
    let pool = PgPoolOptions::new().max_connections(most).acquire_timeout(ANSWER_WITHIN);
    // Who does not get a connection says so; how long it took otherwise need not be in the log.
    pool.acquire_slow_threshold(ANSWER_WITHIN)
}

/// The connections for leases, and for lives.
fn for_leases(options: &PgConnectOptions) -> (PgPool, PgPool) {
    // Where a crash of the server undoes that a life goes on, the life ends; nobody need wait for the disk until then.
    let undurable = options.clone().options([("synchronous_commit", "off")]);
    // A connection that has ended is noticed when a life is said to go on, which is done again; to try it before takes as long.
    let lives = pool(LIVES).test_before_acquire(false);
    (pool(LEASES).connect_lazy_with(options.clone()), lives.connect_lazy_with(undurable))
}

/// How every connection is made.
fn options(url: &str) -> Result<PgConnectOptions, PostgresError> {
    let options = PgConnectOptions::from_str(url).map_err(|error| PostgresError::Address(error.to_string()))?;
    let ours = options.application_name("arena").options([
        // A weaker setting of the server would lose moves that were acknowledged.
        ("synchronous_commit", "on"),
        // A node that stopped amid a transaction does not hold up for long who takes its matches over.
        ("idle_in_transaction_session_timeout", "2s"),
        ("lock_timeout", "2s"),
        // All our statements are short. Where it guesses that they are not, it would compile them each time that they are run.
        ("jit", "off"),
    ]);
    Ok(ours.disable_statement_logging())
}

/// Where it is, for people: without user and password.
fn shown(options: &PgConnectOptions) -> String {
    let name = options.get_database().unwrap_or("postgres");
    match options.get_socket() {
        Some(socket) => format!("{name} at {}", socket.display()),
        None => format!("{name} at {}:{}", options.get_host(), options.get_port()),
    }
}

/// Refuses a server that would not keep what it acknowledges, or takes no writes.
async fn check_server(connection: &mut PgConnection, at: &str) -> Result<(), PostgresError> {
    let unreachable = |error: sqlx::Error| PostgresError::Unreachable { at: at.to_owned(), problem: error.to_string() };
    let (version, fsync, is_standby): (i32, bool, bool) = sqlx::query_as(
        "SELECT current_setting('server_version_num')::int, current_setting('fsync')::bool, pg_is_in_recovery()",
    )
    .fetch_one(connection)
    .await
    .map_err(unreachable)?;
    let problem = if version < OLDEST {
        "it is older than PostgreSQL 13"
    } else if !fsync {
        "its setting fsync is off, so that it would lose what it has acknowledged when the power is cut"
    } else if is_standby {
        "it is a standby, which takes no writes: name the primary"
    } else {
        return Ok(());
    };
    Err(PostgresError::Unfit { at: at.to_owned(), problem: problem.to_owned() })
}

/// Makes the steps of the schema that are missing. Steps that this release does not know are no error: one that cannot do
/// without them is refused by what the schema says of itself.
async fn migrate(connection: &mut PgConnection, at: &str) -> Result<(), PostgresError> {
    let unfit = |problem: String| PostgresError::Unfit { at: at.to_owned(), problem };
    let known = STEPS.iter().map(|step| step.version).max().unwrap_or(0);
    let is_ours: bool = sqlx::query_scalar("SELECT to_regclass('schema') IS NOT NULL")
        .fetch_one(&mut *connection)
        .await
        .map_err(|error| unfit(error.to_string()))?;
    let least = async |connection: &mut PgConnection| -> Result<(), PostgresError> {
        let asked = sqlx::query_scalar("SELECT least FROM schema").fetch_one(connection).await;
        let least: i64 = asked.map_err(|error| unfit(error.to_string()))?;
        if least > known { Err(PostgresError::Newer { at: at.to_owned(), least, known }) } else { Ok(()) }
    };
    // Before anything is changed in it.
    if is_ours {
        least(&mut *connection).await?;
    }
    let steps = Migrator { ignore_missing: true, ..Migrator::with_migrations(STEPS.iter().cloned().collect()) };
    steps.run(&mut *connection).await.map_err(|error| {
        unfit(match error {
            MigrateError::VersionMismatch(step) => format!("step {step} of its schema is not the one of this release"),
            error => error.to_string(),
        })
    })?;
    least(connection).await
}
