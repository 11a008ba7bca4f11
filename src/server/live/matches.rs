//! The matches of a tournament: creates each one, follows it to its end and returns its record.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use uuid::Uuid;

use super::running::{Command, Running};
use super::services::Live;
use crate::error::ApiError;
use crate::time::unix_ms;
use arena_games::{BySide, Side};
use arena_play::handle::{MatchHandle, ReplyTo};
use arena_play::host::restored;
use arena_play::link::{Listener, ListenerClosed, Notification, Role, Snapshot};
use arena_play::{EndDetail, EndReason, Event, MatchSetup, Phase, Timeouts, Verdict, running_time};
use arena_protocol::compose::UnderwayMatch;
use arena_protocol::{FromServer, INTEGER_LIMIT};
use arena_records::{Record, SeatRecord, of_match};
use arena_tournament::live::UnderWay;

/// Delay before a retry after a failure.
const AGAIN: Duration = Duration::from_secs(1);

/// Watcher that waits for the end of a match.
struct EndWatch {
    over: Mutex<Option<oneshot::Sender<()>>>,
}

impl Listener for EndWatch {
    fn notify(&self, _: Uuid, notification: Notification) -> Result<(), ListenerClosed> {
        let is_end = match &notification {
            Notification::Snapshot { snapshot, .. } => matches!(snapshot.phase, Phase::Over(_)),
            Notification::Event(published) => matches!(published.event, Event::Ended { .. }),
            // The match is looked up again after a refusal and after the end of its task.
            Notification::Reply { result: Err(_), .. } | Notification::Closed => true,
            _ => false,
        };
        if !is_end {
            return Ok(());
        }
        if let Some(over) = self.over.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // The receiver is gone if the server stops.
            over.send(()).ok();
        }
        Err(ListenerClosed)
    }
}

/// Watcher that takes one snapshot of a match.
struct SnapshotWatcher(Mutex<Option<oneshot::Sender<Box<Snapshot>>>>);

impl Listener for SnapshotWatcher {
    fn notify(&self, _: Uuid, notification: Notification) -> Result<(), ListenerClosed> {
        if let Notification::Snapshot { snapshot, .. } = notification
            && let Some(seen) = self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
        {
            // The receiver is gone after a timeout.
            seen.send(snapshot).ok();
        }
        Err(ListenerClosed)
    }
}

/// State of a match in the store.
enum Stored {
    NotMade,
    UnderWay,
    Over(Box<Record>),
}

impl Live {
    /// Plays a match that was paired. Notifies its entrants of the start and the runner of the end. A match that was
    /// paired before the server started (`is_new` is false) is first looked up in the store.
    pub(super) fn play(&self, running: &Arc<Running>, paired: UnderWay, is_new: bool) {
        self.matches().insert(paired.id);
        let (live, running) = (self.clone(), Arc::clone(running));
        self.inner.tasks.spawn(async move {
            let stop = live.inner.stop.clone();
            let record = tokio::select! {
                () = stop.cancelled() => return,
                record = live.played(&running, paired, is_new) => record,
            };
            live.matches().remove(&paired.id);
            // The runner ends after all its matches, unless the server stops.
            running.commands.send(Command::Over { index: paired.index, record }).await.ok();
        });
    }

    async fn played(&self, running: &Running, paired: UnderWay, is_new: bool) -> Box<Record> {
        let mut announced = false;
        let mut stored = if is_new { Ok(Stored::NotMade) } else { self.stored(paired.id).await };
        loop {
            let handle = match stored {
                Ok(Stored::Over(record)) => return record,
                Ok(Stored::UnderWay) => self.inner.lobby.find(paired.id).await,
                Ok(Stored::NotMade) => self.make(running, paired).await,
                Err(error) => Err(error),
            };
            match handle {
                Ok(handle) => {
                    if !std::mem::replace(&mut announced, true) {
                        let message = FromServer::Paired { id: paired.id, tournament: Some(running.id) };
                        let newest = running.newest();
                        let entrants = paired.seats.into_array();
                        entrants.iter().filter_map(|it| newest.get(it)).for_each(|queue| queue.send(&message));
                    }
                    self.until_over(&handle).await;
                }
                Err(error) => {
                    tracing::warn!(id = %paired.id, %error, "a tournament's match waits");
                    tokio::time::sleep(AGAIN).await;
                }
            }
            stored = self.stored(paired.id).await;
        }
    }

    /// Plays a match outside of tournaments to its end. Its searches are charged to `charged`.
    ///
    /// # Errors
    /// If the match cannot be made or stored.
    pub(crate) async fn play_trial(&self, charged: Uuid, setup: MatchSetup) -> Result<Verdict, ApiError> {
        let id = setup.id;
        let mut handle = self.inner.lobby.make_for_tournament(charged, setup).await?;
        loop {
            self.until_over(&handle).await;
            if let Stored::Over(record) = self.stored(id).await? {
                return Ok(record.verdict);
            }
            handle = self.inner.lobby.find(id).await?;
        }
    }

    /// Waits until the match must be looked up again, usually because it is over.
    async fn until_over(&self, handle: &MatchHandle) {
        let (over, ended) = oneshot::channel();
        let listener = Arc::new(EndWatch { over: Mutex::new(Some(over)) });
        let reply_to = ReplyTo::now(self.inner.lobby.new_link(), listener, None);
        match handle.attach(reply_to, Role::Watcher, None) {
            // If the match's task ends without a notification, the sender is dropped with the listener.
            Ok(()) => ended.await.unwrap_or(()),
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }

    /// Returns up to `most` running matches of a tournament with their newest positions. A match that does not answer
    /// in time is omitted.
    pub(crate) async fn underway(&self, running: &Running, most: usize) -> Vec<UnderwayMatch> {
        let seen: Vec<(UnderWay, BySide<String>)> = {
            let state = running.state();
            let names = |it: &UnderWay| it.seats.map(|entrant| state.entrants()[entrant].name().to_owned());
            state.under_way().take(most).map(|it| (*it, names(it))).collect()
        };
        let looks = seen.into_iter().map(async |(it, BySide { first, second })| {
            let snapshot = self.look(it.id).await?;
            Some(UnderwayMatch {
                index: it.index,
                id: it.id,
                first,
                second,
                ply: snapshot.moves.len(),
                turn: snapshot.position.turn?,
                diagram: snapshot.position.diagram,
            })
        });
        futures::future::join_all(looks).await.into_iter().flatten().collect()
    }

    async fn look(&self, id: Uuid) -> Option<Box<Snapshot>> {
        let (look, seen) = oneshot::channel();
        let listener = Arc::new(SnapshotWatcher(Mutex::new(Some(look))));
        let reply_to = ReplyTo::now(self.inner.lobby.new_link(), listener, None);
        self.inner.lobby.get(id)?.attach(reply_to, Role::Watcher, None).ok()?;
        tokio::time::timeout(AGAIN, seen).await.ok()?.ok()
    }

    async fn make(&self, running: &Running, paired: UnderWay) -> Result<MatchHandle, ApiError> {
        let (setup, opener) = {
            let state = running.state();
            let terms = state.terms();
            let seat = |entrant: usize| state.entrants()[entrant].seated();
            let [first, second] = paired.seats.into_array().map(seat);
            // The seed is random, because programs that know it could predict a bot's moves.
            let random = Uuid::new_v4().as_u128();
            let setup = MatchSetup {
                id: paired.id,
                game: terms.game,
                options: terms.options.clone(),
                position: None,
                opening: Vec::new(),
                seats: BySide::new(first, second),
                clock: Some(terms.clock),
                rated: terms.rated,
                seed: u64::try_from(random >> 64).unwrap_or(0) % INTEGER_LIMIT,
                created_ms: unix_ms(),
                made_by: None,
                listed: false,
            };
            (setup, state.opener().map(|opener| opener.player))
        };
        // Searches of bots are charged to the player who opened the tournament, if there is one.
        self.inner.lobby.make_for_tournament(opener.unwrap_or(running.id), setup).await
    }

    async fn stored(&self, id: Uuid) -> Result<Stored, ApiError> {
        let Some(setup) = self.inner.store.setup(id).await? else { return Ok(Stored::NotMade) };
        let events = self.inner.store.events(id).await?.into_iter().map(|numbered| numbered.event);
        let core = restored(&setup, events, Timeouts::ENDLESS, running_time::now())
            .map_err(|error| ApiError::internal(format!("match {id} cannot be read: {error}")))?;
        Ok(match of_match(&setup, &core) {
            Some(record) => Stored::Over(Box::new(Record { reproducible: Some(false), ..record })),
            None => Stored::UnderWay,
        })
    }
}

/// Returns the side to move at the end of a record.
fn to_move(record: &Record) -> Option<Side> {
    let mut board = record.game.board(&record.options, record.opening.position.as_deref()).ok()?;
    for (ply, text) in record.moves.iter().enumerate() {
        board.play(record.game.parse_move(text).ok()?, ply).ok()?;
    }
    Some(board.to_move())
}

/// Returns the record as it counts in the tournament: with the current names of its entrants, because an account may have
/// been deleted during the match, and with a loss for a side that made no first move.
pub(super) fn as_entered(running: &Running, paired: UnderWay, mut record: Record) -> Record {
    let state = running.state();
    if record.verdict.by == EndReason::Aborted
        && record.verdict.detail == Some(EndDetail::NotBegun {}.into())
        && let Some(side) = to_move(&record)
    {
        // Another attempt could fail in the same way, so the side that made no first move loses.
        record.verdict = Verdict { detail: record.verdict.detail, ..Verdict::won(!side, EndReason::Absence) };
    }
    for (seat, entrant) in record.seats.iter_mut().zip(paired.seats.into_array()) {
        let name = state.entrants()[entrant].name();
        if seat.name != name {
            (seat.name, seat.version) = (name.to_owned(), None);
        }
    }
    record
}

/// Builds the record of a match that was forfeited before it began.
pub(super) fn forfeited(running: &Running, id: Uuid, seats: BySide<usize>, verdict: Verdict) -> Record {
    let state = running.state();
    let terms = state.terms();
    let seat = |entrant: usize| SeatRecord::of(&state.entrants()[entrant].seated(), Some(terms.clock));
    Record {
        id,
        game: terms.game,
        options: terms.options.clone(),
        opening: arena_records::Opening::default(),
        seats: seats.into_array().map(seat),
        seed: 0,
        moves: Vec::new(),
        verdict: verdict.in_words(),
        late_ms: None,
        tries: None,
        nodes: Vec::new(),
        ms: None,
        values: None,
        not_reproducible: Vec::new(),
        reproducible: Some(false),
    }
}
