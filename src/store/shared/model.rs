//! A log in memory, for tests: what nodes share, without a network between them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::future::BoxFuture;
use tokio::sync::Notify;
use uuid::Uuid;

use super::{Batch, Change, Growth, SharedLog, SharedLogError, Snapshot, Snapshots};

/// What all nodes see.
#[derive(Default)]
pub(crate) struct Kept {
    changes: Mutex<Vec<Change>>,
    grown: Notify,
    beside: Mutex<Beside>,
}

/// What stands beside the log.
#[derive(Default)]
struct Beside {
    /// The last change that is not told any more.
    cut: u64,
    /// Those that are whole, two at most.
    whole: Vec<(Snapshot, Vec<Vec<u8>>)>,
    /// Up to which change, by whom, and the parts.
    begun: Option<(u64, Uuid, Vec<Vec<u8>>)>,
    /// Who lives, and up to which change they have everything.
    passed: BTreeMap<Uuid, u64>,
}

impl Kept {
    pub(crate) fn changes(&self) -> std::sync::MutexGuard<'_, Vec<Change>> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes a byte of the newest snapshot.
    pub(crate) fn damage(&self) {
        let mut beside = self.beside();
        let (_, parts) = beside.whole.last_mut().unwrap();
        let byte = parts[0].len() / 2;
        parts[0][byte] ^= 1;
    }

    /// A life of a node begins.
    pub(crate) fn begins(&self, life: Uuid) {
        self.beside().passed.insert(life, 0);
    }

    /// Others count a life as over.
    pub(crate) fn ends(&self, life: Uuid) {
        self.beside().passed.remove(&life);
    }

    /// Whether this life goes on.
    pub(crate) fn knows(&self, life: Uuid) -> bool {
        self.beside().passed.contains_key(&life)
    }

    /// Up to which change a snapshot goes that is not whole yet.
    pub(crate) fn begun(&self) -> Option<u64> {
        self.beside().begun.as_ref().map(|(reached, _, _)| *reached)
    }

    /// A snapshot counts, whether its parts are there or not.
    pub(crate) fn counts(&self, whole: Snapshot) {
        self.beside().whole.push((whole, Vec::new()));
    }

    /// Takes changes from the log, whoever needs them.
    pub(crate) fn cut_to(&self, change: u64) {
        self.beside().cut = change;
    }

    fn beside(&self) -> std::sync::MutexGuard<'_, Beside> {
        self.beside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One node's way to it.
pub(crate) struct Model {
    pub(crate) kept: Arc<Kept>,
    /// None when it may write no more.
    pub(crate) writer: Mutex<Option<Uuid>>,
    next: AtomicU64,
    /// Whether the log cannot be reached from here.
    pub(crate) away: AtomicBool,
}

impl Model {
    pub(crate) fn new(kept: &Arc<Kept>, writer: u64) -> Arc<Self> {
        let writer = Uuid::from_u64_pair(9, writer);
        kept.begins(writer);
        Arc::new(Self::of(kept, writer))
    }

    /// The way of somebody who has this life, whether it goes on or not.
    pub(crate) fn of(kept: &Arc<Kept>, life: Uuid) -> Self {
        Self {
            kept: Arc::clone(kept),
            writer: Mutex::new(Some(life)),
            next: AtomicU64::new(1),
            away: AtomicBool::new(false),
        }
    }

    /// Begins another life.
    pub(crate) fn begin_life(&self, writer: u64) {
        let writer = Uuid::from_u64_pair(9, writer);
        self.kept.begins(writer);
        *self.writer.lock().unwrap() = Some(writer);
    }

    /// Refuses what is asked while it cannot be reached.
    async fn reach(&self) -> Result<(), SharedLogError> {
        if self.away.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_millis(2)).await;
            return Err(SharedLogError::Unavailable("it is away".to_owned()));
        }
        Ok(())
    }

    /// Others count it as gone.
    pub(crate) fn end(&self) {
        if let Some(ended) = self.writer.lock().unwrap().take() {
            self.kept.ends(ended);
        }
    }

    /// As whom it writes, if it lives.
    fn life(&self) -> Result<Uuid, SharedLogError> {
        let lives = |writer: &Uuid| self.kept.knows(*writer);
        self.writer().filter(lives).ok_or(SharedLogError::Ended)
    }
}

impl Snapshots for Model {
    fn newest(&self) -> BoxFuture<'_, Result<Option<Snapshot>, SharedLogError>> {
        Box::pin(async { Ok(self.kept.beside().whole.last().map(|(whole, _)| whole.clone())) })
    }

    fn part(&self, reached: u64, part: u64) -> BoxFuture<'_, Result<Option<Vec<u8>>, SharedLogError>> {
        Box::pin(async move {
            let beside = self.kept.beside();
            let parts = beside.whole.iter().find(|(whole, _)| whole.reached == reached).map(|(_, parts)| parts);
            Ok(parts.and_then(|parts| parts.get(part as usize)).cloned())
        })
    }

    fn begin(&self, reached: u64) -> BoxFuture<'_, Result<bool, SharedLogError>> {
        Box::pin(async move {
            let life = self.life()?;
            let mut beside = self.kept.beside();
            let is_there = beside.whole.iter().any(|(whole, _)| whole.reached >= reached);
            let other = beside.begun.as_ref().is_some_and(|it| it.1 != life && beside.passed.contains_key(&it.1));
            if is_there || other {
                return Ok(false);
            }
            beside.begun = Some((reached, life, Vec::new()));
            Ok(true)
        })
    }

    fn put(&self, reached: u64, part: u64, body: Vec<u8>) -> BoxFuture<'_, Result<(), SharedLogError>> {
        Box::pin(async move {
            let mut beside = self.kept.beside();
            let begun = beside.begun.as_mut().filter(|begun| begun.0 == reached && begun.2.len() as u64 == part);
            begun.map(|begun| begun.2.push(body)).ok_or(SharedLogError::Ended)
        })
    }

    fn finish<'a>(&'a self, whole: &'a Snapshot) -> BoxFuture<'a, Result<(), SharedLogError>> {
        Box::pin(async move {
            let life = self.life()?;
            let mut beside = self.kept.beside();
            let is_ours = |(reached, maker, parts): &mut (u64, Uuid, Vec<Vec<u8>>)| {
                let bytes = parts.iter().map(Vec::len).sum::<usize>() as u64;
                (*reached, *maker) == (whole.reached, life) && (parts.len() as u64, bytes) == (whole.parts, whole.bytes)
            };
            let (_, _, parts) = beside.begun.take_if(is_ours).ok_or(SharedLogError::Ended)?;
            beside.whole.push((whole.clone(), parts));
            if beside.whole.len() > 2 {
                beside.whole.remove(0);
            }
            Ok(())
        })
    }

    fn growth(&self) -> BoxFuture<'_, Result<Growth, SharedLogError>> {
        Box::pin(async {
            let newest = self.newest().await?;
            let (reached, snapshot) = newest.map_or((0, 0), |newest| (newest.reached, newest.bytes));
            let since = self.kept.changes();
            let since = since.iter().filter(|change| change.number > reached);
            let (changes, bytes) = since.fold((0, 0), |(count, bytes), change| (count + 1, bytes + change.body.len()));
            Ok(Growth { changes, bytes: bytes as u64, snapshot })
        })
    }

    fn passed(&self, reached: u64) -> BoxFuture<'_, Result<(), SharedLogError>> {
        Box::pin(async move {
            let life = self.life()?;
            self.kept.beside().passed.insert(life, reached);
            Ok(())
        })
    }

    fn shorten(&self) -> BoxFuture<'_, Result<u64, SharedLogError>> {
        Box::pin(async {
            let mut beside = self.kept.beside();
            let Some((newest, _)) = beside.whole.last() else { return Ok(beside.cut) };
            let passed = beside.passed.values().copied().min().unwrap_or(u64::MAX);
            let before = if beside.whole.len() == 2 { beside.whole[0].0.reached } else { 0 };
            let limit = newest.reached.min(passed).max(before);
            if limit > beside.cut {
                beside.cut = limit;
                beside.passed.retain(|_, passed| *passed >= limit);
            }
            Ok(beside.cut)
        })
    }
}

impl SharedLog for Model {
    fn id(&self) -> BoxFuture<'_, Result<Uuid, SharedLogError>> {
        Box::pin(async { Ok(Uuid::from_u64_pair(8, 8)) })
    }

    fn writer(&self) -> Option<Uuid> {
        *self.writer.lock().unwrap()
    }

    fn numbers(&self, count: u64) -> u64 {
        self.next.fetch_add(count, Ordering::Relaxed)
    }

    fn append<'a>(&'a self, batch: &'a Batch) -> BoxFuture<'a, Result<u64, SharedLogError>> {
        Box::pin(async {
            self.reach().await?;
            if self.life() != Ok(batch.writer) {
                return Err(SharedLogError::Ended);
            }
            let cut = self.kept.beside().cut as usize;
            let mut changes = self.kept.changes();
            let is_own = |change: &&Change| change.writer == batch.writer;
            if changes.iter().rev().find(is_own).is_some_and(|last| last.own >= batch.own) {
                // What was taken from the log is not known any more, but for how far the writer's count has come.
                let known = changes.iter().skip(cut).filter(is_own).find(|change| change.own == batch.own);
                return known.map(|there| there.number).ok_or(SharedLogError::Ended);
            }
            let first = changes.len() as u64 + 1;
            let given = (first..).zip(batch.own..).zip(&batch.bodies);
            let given =
                given.map(|((number, own), body)| Change { number, writer: batch.writer, own, body: body.clone() });
            changes.extend(given);
            self.kept.grown.notify_waiters();
            Ok(first)
        })
    }

    fn read(&self, after: u64) -> BoxFuture<'_, Result<Vec<Change>, SharedLogError>> {
        Box::pin(async move {
            self.reach().await?;
            if self.kept.beside().cut > after {
                return Err(SharedLogError::Shortened);
            }
            Ok(self.kept.changes().iter().skip(after as usize).take(3).cloned().collect())
        })
    }

    fn more(&self, after: u64) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let grown = self.kept.grown.notified();
            if self.kept.changes().len() as u64 <= after {
                grown.await;
            }
        })
    }
}
