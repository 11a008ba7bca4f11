//! The log of matches in PostgreSQL, and the one who writes it: takes all writes that wait, puts them into one transaction,
//! and answers after its commit.
//!
//! The transaction holds the leases of its matches, as others may hold them who write under the same epochs, but nobody who
//! changes their owners. So whoever takes a match over has all of what its last owner wrote before it, or nothing.

use std::collections::{HashMap, HashSet};

use futures::future::{BoxFuture, join_all};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use super::{ANSWER_WITHIN, Postgres};
use crate::games::GameId;
use crate::play::durable_log::{LoggedMatch, follow};
use crate::play::{AppendError, DurableLog, EventLogError, NewEntry, NumberedEvent, Write, event_json};

/// So many writes share a transaction at most.
const MOST_TOGETHER: usize = 1024;

/// A write, and who waits for it.
pub(super) struct Request {
    write: Write,
    answer: oneshot::Sender<Result<(), AppendError>>,
}

/// Writes until nobody can ask any more.
pub(super) async fn write(mut waiting: mpsc::Receiver<Request>, options: PgConnectOptions) {
    let mut connection = None;
    let mut requests = Vec::with_capacity(MOST_TOGETHER);
    while waiting.recv_many(&mut requests, MOST_TOGETHER).await > 0 {
        let mut rest = std::mem::take(&mut requests);
        while !rest.is_empty() {
            // A match once in a transaction: what is checked is what was committed before.
            let mut seen = HashSet::with_capacity(rest.len());
            let again = rest.iter().position(|it| !seen.insert(it.write.id));
            let later = rest.split_off(again.unwrap_or(rest.len()));
            let (writes, answers): (Vec<_>, Vec<_>) = rest.into_iter().map(|it| (it.write, it.answer)).unzip();
            rest = later;
            let results = match tokio::time::timeout(ANSWER_WITHIN, group(&mut connection, &options, &writes)).await {
                Ok(Ok(results)) => results,
                failed => {
                    // Whatever became of it, the next one begins anew.
                    connection = None;
                    let problem = match failed {
                        Ok(Err(error)) => error.to_string(),
                        _ => "it does not answer".to_owned(),
                    };
                    tracing::debug!(problem, "nothing was written to the database");
                    let unavailable = AppendError::Unavailable(format!("the database cannot be written: {problem}"));
                    vec![Err(unavailable); writes.len()]
                }
            };
            for (answer, result) in answers.into_iter().zip(results) {
                // Whoever asked may have stopped waiting.
                answer.send(result).ok();
            }
        }
    }
}

/// What is known of a match when it is written.
struct Known {
    epoch: u64,
    /// None: it is not made yet.
    game: Option<String>,
    /// The number of its last event.
    last: u64,
}

/// Rows to be inserted.
#[derive(Default)]
struct Rows {
    ids: Vec<Uuid>,
    games: Vec<String>,
    setups: Vec<String>,
    matches: Vec<Uuid>,
    seqs: Vec<i64>,
    epochs: Vec<i64>,
    bodies: Vec<String>,
}

/// Writes these, of which each is about another match, in one transaction.
async fn group(
    connection: &mut Option<PgConnection>,
    options: &PgConnectOptions,
    writes: &[Write],
) -> sqlx::Result<Vec<Result<(), AppendError>>> {
    let connection = match connection {
        Some(connection) => connection,
        None => connection.insert(options.connect().await?),
    };
    let mut transaction = connection.begin().await?;
    let known = hold(&mut transaction, writes).await?;
    let mut rows = Rows::default();
    let mut results = Vec::with_capacity(writes.len());
    for write in writes {
        results.push(match known.get(&write.id) {
            Some(known) if known.epoch == write.epoch.0 => add(&mut transaction, known, write, &mut rows).await?,
            _ => Err(AppendError::Stale),
        });
    }
    if !rows.ids.is_empty() {
        sqlx::query("INSERT INTO matches (id, game, setup) SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[])")
            .bind(rows.ids)
            .bind(rows.games)
            .bind(rows.setups)
            .execute(&mut *transaction)
            .await?;
    }
    if !rows.seqs.is_empty() {
        sqlx::query(
            "INSERT INTO events (match, seq, epoch, body) \
             SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[])",
        )
        .bind(rows.matches)
        .bind(rows.seqs)
        .bind(rows.epochs)
        .bind(rows.bodies)
        .execute(&mut *transaction)
        .await?;
    }
    // Holding the leases has made this a transaction that writes. So also where everything was there already, its commit
    // waits for the disk and the standbys, and for all that was written before it.
    transaction.commit().await?;
    Ok(results)
}

/// Holds the leases of the matches, in one order for all, until the transaction ends.
async fn hold(transaction: &mut PgConnection, writes: &[Write]) -> sqlx::Result<HashMap<Uuid, Known>> {
    let ids: Vec<Uuid> = writes.iter().map(|write| write.id).collect();
    let rows: Vec<(Uuid, i64, Option<String>, i64)> = sqlx::query_as(
        "SELECT leases.id, epoch, game, COALESCE((SELECT MAX(seq) FROM events WHERE match = leases.id), 0) \
         FROM leases LEFT JOIN matches ON matches.id = leases.id \
         WHERE leases.id = ANY($1) ORDER BY leases.id FOR SHARE OF leases",
    )
    .bind(ids)
    .fetch_all(transaction)
    .await?;
    let known = rows
        .into_iter()
        .map(|(id, epoch, game, last)| (id, Known { epoch: epoch.cast_unsigned(), game, last: last.cast_unsigned() }));
    Ok(known.collect())
}

/// Adds the rows of a write, if it is to be kept and is not there already.
async fn add(
    transaction: &mut PgConnection,
    known: &Known,
    write: &Write,
    rows: &mut Rows,
) -> sqlx::Result<Result<(), AppendError>> {
    let id = write.id;
    let refused = |sentence: String| Ok(Err(AppendError::Refused(sentence)));
    match &write.entry {
        NewEntry::Match(setup) if setup.id != id => refused(format!("the match {} is not {id}", setup.id)),
        NewEntry::Match(setup) if known.game.is_some() => {
            let stored: String =
                sqlx::query_scalar("SELECT setup FROM matches WHERE id = $1").bind(id).fetch_one(transaction).await?;
            if serde_json::from_str(&stored).is_ok_and(|stored: crate::play::MatchSetup| stored == **setup) {
                return Ok(Ok(()));
            }
            refused(format!("another match is already stored under the id {id}"))
        }
        NewEntry::Match(setup) => {
            let body = match serde_json::to_string(setup) {
                Ok(body) => body,
                Err(error) => return refused(format!("match {id} cannot be stored: {error}")),
            };
            rows.ids.push(id);
            rows.games.push(setup.game.name().to_owned());
            rows.setups.push(body);
            Ok(Ok(()))
        }
        NewEntry::Events { game, events } => {
            let Some(of) = &known.game else { return refused(format!("there is no match {id}")) };
            if of != game.name() {
                return refused(format!("match {id} is one of {of}, not of {game}"));
            }
            let fresh = match follow(id, known.last, events) {
                Ok(fresh) => fresh,
                Err(sentence) => return refused(sentence),
            };
            let again = &events[..events.len() - fresh.len()];
            if let Some(seq) = first_other(transaction, id, *game, again).await? {
                return refused(format!("match {id} already has another event {seq}"));
            }
            let bodies: Result<Vec<String>, String> =
                fresh.iter().map(|numbered| event_json::encode(*game, &numbered.event)).collect();
            let bodies = match bodies {
                Ok(bodies) => bodies,
                Err(problem) => return refused(format!("an event of match {id} cannot be stored: {problem}")),
            };
            rows.bodies.extend(bodies);
            for numbered in fresh {
                rows.matches.push(id);
                rows.seqs.push(numbered.seq.cast_signed());
                rows.epochs.push(write.epoch.0.cast_signed());
            }
            Ok(Ok(()))
        }
    }
}

/// The first of these events that is not as it is stored.
async fn first_other(
    transaction: &mut PgConnection,
    id: Uuid,
    game: GameId,
    events: &[NumberedEvent],
) -> sqlx::Result<Option<u64>> {
    let (Some(first), Some(last)) = (events.first(), events.last()) else { return Ok(None) };
    let stored = stored(transaction, id, first.seq, last.seq).await?;
    let differs =
        |(n, numbered): &(usize, &NumberedEvent)| stored.get(*n).is_none_or(|body| !is_same(game, body, numbered));
    Ok(events.iter().enumerate().find(differs).map(|(_, numbered)| numbered.seq))
}

fn is_same(game: GameId, stored: &str, numbered: &NumberedEvent) -> bool {
    event_json::decode(game, stored).is_ok_and(|stored| stored == numbered.event)
}

async fn stored(transaction: &mut PgConnection, id: Uuid, first: u64, last: u64) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar("SELECT body FROM events WHERE match = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq")
        .bind(id)
        .bind(first.cast_signed())
        .bind(last.cast_signed())
        .fetch_all(transaction)
        .await
}

impl Postgres {
    async fn append_one(&self, write: Write) -> Result<(), AppendError> {
        let (answer, answered) = oneshot::channel();
        let ended = || AppendError::Unavailable("the database is not written any more".to_owned());
        self.writer.send(Request { write, answer }).await.map_err(|_| ended())?;
        answered.await.map_err(|_| ended())?
    }

    async fn read_from(&self, id: Uuid, from: u64) -> Result<Option<LoggedMatch>, String> {
        let asked =
            sqlx::query_as("SELECT game, setup FROM matches WHERE id = $1").bind(id).fetch_optional(&self.readers);
        let found: Option<(String, String)> = asked.await.map_err(|error| error.to_string())?;
        let Some((game, setup)) = found else { return Ok(None) };
        let game: GameId = game.parse().map_err(|error| format!("match {id} cannot be read: {error}"))?;
        let setup = serde_json::from_str(&setup).map_err(|error| format!("match {id} cannot be read: {error}"))?;
        let from = from.clamp(1, i64::MAX.cast_unsigned());
        let asked = sqlx::query_as("SELECT seq, body FROM events WHERE match = $1 AND seq >= $2 ORDER BY seq")
            .bind(id)
            .bind(from.cast_signed())
            .fetch_all(&self.readers);
        let rows: Vec<(i64, String)> = asked.await.map_err(|error| error.to_string())?;
        let event = |(next, (seq, body)): (u64, (i64, String))| {
            let unreadable = |problem: &str| format!("event {next} of match {id} cannot be read: {problem}");
            if seq.cast_unsigned() != next {
                return Err(unreadable("it is missing"));
            }
            let event = event_json::decode(game, &body).map_err(|problem| unreadable(&problem))?;
            Ok(NumberedEvent { seq: next, event })
        };
        let events = (from..).zip(rows).map(event).collect::<Result<_, String>>()?;
        Ok(Some(LoggedMatch { setup, events }))
    }
}

impl DurableLog for Postgres {
    fn append(&self, writes: Vec<Write>) -> BoxFuture<'_, Vec<Result<(), AppendError>>> {
        // All are asked for before the first is answered, in this order, and so share a transaction.
        Box::pin(join_all(writes.into_iter().map(|write| self.append_one(write))))
    }

    fn read(&self, id: Uuid, from: u64) -> BoxFuture<'_, Result<Option<LoggedMatch>, EventLogError>> {
        Box::pin(async move {
            let late = |_| EventLogError("the database does not answer".to_owned());
            let read = tokio::time::timeout(ANSWER_WITHIN, self.read_from(id, from)).await.map_err(late)?;
            read.map_err(EventLogError)
        })
    }
}
