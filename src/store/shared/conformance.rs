//! What every log that nodes share promises, as a suite.

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use uuid::Uuid;

use super::{Batch, Change, SharedLog, SharedLogError, Snapshot};

/// One node's way to a log, and what happens to the node.
pub(crate) trait Way: Send + Sync {
    fn log(&self) -> &dyn SharedLog;
    /// Others count the node as gone from now on.
    fn end(&self) -> BoxFuture<'_, ()>;
}

async fn all(log: &dyn SharedLog) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    loop {
        let more = log.read(changes.len() as u64).await.unwrap();
        if more.is_empty() {
            return changes;
        }
        changes.extend(more);
    }
}

fn batch(writer: Uuid, own: u64, texts: &[&str]) -> Batch {
    Batch { writer, own, bodies: texts.iter().map(|text| (*text).to_owned()).collect() }
}

/// Checks an empty log that two nodes may write.
pub(crate) async fn conforms(one: Arc<dyn Way>, two: Arc<dyn Way>) {
    let (a, b) = (one.log(), two.log());
    assert_eq!(a.id().await, b.id().await);
    let (first, second) = (a.writer().unwrap(), b.writer().unwrap());
    assert_eq!(all(a).await, []);
    assert_eq!(a.append(&batch(first, 1, &["one", "two"])).await, Ok(1));
    assert_eq!(b.append(&batch(second, 1, &["three"])).await, Ok(3));
    // The same again, as after an answer that was lost.
    assert_eq!(a.append(&batch(first, 1, &["one", "two"])).await, Ok(1));
    let texts = |changes: Vec<Change>| changes.into_iter().map(|change| change.body).collect::<Vec<_>>();
    assert_eq!(texts(all(b).await), ["one", "two", "three"]);

    // Both at once: every one once, in each writer's order, without a gap.
    let many = |log: Arc<dyn Way>, writer: Uuid, from: u64| async move {
        for own in from..from + 100 {
            let text = format!("{own}");
            log.log().append(&batch(writer, own, &[&text])).await.unwrap();
        }
    };
    tokio::join!(many(Arc::clone(&one), first, 3), many(Arc::clone(&two), second, 2));
    let changes = all(a).await;
    assert_eq!(changes, all(b).await);
    assert_eq!(changes.iter().map(|change| change.number).collect::<Vec<_>>(), (1..=203).collect::<Vec<_>>());
    for (writer, most) in [(first, 102), (second, 101)] {
        let own = changes.iter().filter(|change| change.writer == writer).map(|change| change.own);
        assert_eq!(own.collect::<Vec<_>>(), (1..=most).collect::<Vec<_>>());
    }

    // Who waits is woken.
    let waits = tokio::time::timeout(Duration::from_secs(60), b.more(203));
    let (woken, appended) = tokio::join!(waits, async { a.append(&batch(first, 103, &["more"])).await });
    assert_eq!((woken.is_ok(), appended), (true, Ok(204)));

    // Who was thought dead writes no more, also where it does not know; what it has written stays.
    two.end().await;
    assert_eq!(b.append(&batch(second, 102, &["late"])).await, Err(SharedLogError::Ended));
    assert_eq!(all(a).await.len(), 204);
}

/// A snapshot of two parts, `xy` and `z`.
fn whole(reached: u64) -> Snapshot {
    Snapshot { reached, parts: 2, bytes: 3, digest: [7; 32] }
}

/// Puts up a snapshot that nobody else is about.
async fn puts_up(log: &dyn SharedLog, reached: u64) {
    assert_eq!(log.begin(reached).await, Ok(true));
    log.put(reached, 0, b"xy".to_vec()).await.unwrap();
    log.put(reached, 1, b"z".to_vec()).await.unwrap();
    log.finish(&whole(reached)).await.unwrap();
}

async fn appends(log: &dyn SharedLog, own: std::ops::RangeInclusive<u64>) {
    for own in own {
        log.append(&batch(log.writer().unwrap(), own, &["change"])).await.unwrap();
    }
}

/// Whether the log does not go back to what comes after this change.
async fn begins_after(log: &dyn SharedLog, after: u64) -> bool {
    match log.read(after).await {
        Err(error) => error == SharedLogError::Shortened,
        Ok(changes) => changes.first().is_some_and(|first| first.number > after + 1),
    }
}

/// Checks what stands beside an empty log that two nodes may write, and that it is made shorter with it.
pub(crate) async fn keeps_snapshots(one: Arc<dyn Way>, two: Arc<dyn Way>) {
    let (a, b) = (one.log(), two.log());
    appends(a, 1..=10).await;
    assert_eq!(a.newest().await, Ok(None));
    a.passed(10).await.unwrap();
    b.passed(10).await.unwrap();
    assert_eq!(a.shorten().await, Ok(0), "nobody could begin without them");

    // One at a time is put up, and counts when it is whole. Whoever has failed begins again.
    assert_eq!(a.begin(4).await, Ok(true));
    assert_eq!(b.begin(5).await, Ok(false));
    a.put(4, 0, b"lost".to_vec()).await.unwrap();
    assert!(a.finish(&whole(4)).await.is_err(), "it says so late, of what was begun anew");
    assert_eq!(a.newest().await, Ok(None));
    assert_eq!(a.part(4, 2).await, Ok(None));
    puts_up(a, 4).await;
    assert_eq!(b.newest().await, Ok(Some(whole(4))));
    assert_eq!(b.part(4, 0).await, Ok(Some(b"xy".to_vec())));
    assert_eq!([b.part(4, 2).await, b.part(3, 0).await], [Ok(None), Ok(None)]);
    assert_eq!(b.begin(4).await, Ok(false), "it is there");
    let growth = a.growth().await.unwrap();
    assert_eq!((growth.changes, growth.snapshot, growth.bytes > 0), (6, 3, true));

    // Changes stay until all who live have done them, and what is after the snapshot stays.
    b.passed(2).await.unwrap();
    assert_eq!(a.shorten().await, Ok(2));
    assert!(begins_after(b, 0).await && begins_after(b, 1).await && !begins_after(b, 2).await);
    b.passed(9).await.unwrap();
    assert_eq!(b.shorten().await, Ok(4));
    assert!(begins_after(a, 3).await);
    let rest: Vec<u64> = a.read(4).await.unwrap().iter().map(|change| change.number).collect();
    assert_eq!(rest[..3], [5, 6, 7]);
    assert_eq!(a.append(&batch(a.writer().unwrap(), 10, &["change"])).await, Ok(10), "the same again");

    // Who has not done by the next snapshot but one what is in the one before counts as gone.
    appends(a, 11..=20).await;
    a.passed(20).await.unwrap();
    puts_up(a, 15).await;
    assert_eq!(a.shorten().await, Ok(9));
    puts_up(b, 18).await;
    assert_eq!(a.part(4, 0).await, Ok(None), "two are enough");
    assert_eq!(b.begin(19).await, Ok(true));
    b.put(19, 0, b"xy".to_vec()).await.unwrap();
    assert_eq!(a.begin(20).await, Ok(false));
    assert_eq!(a.shorten().await, Ok(15));
    assert_eq!(b.append(&batch(b.writer().unwrap(), 1, &["late"])).await, Err(SharedLogError::Ended));
    // What it was about goes.
    assert_eq!(a.begin(20).await, Ok(true));
    assert!(b.put(19, 1, b"z".to_vec()).await.is_err() && b.finish(&whole(19)).await.is_err());
    puts_up(a, 20).await;
    assert_eq!(b.newest().await, Ok(Some(whole(20))));
    // With nothing left to read, it is told nonetheless that there was something.
    assert_eq!(a.shorten().await, Ok(20));
    assert!(begins_after(b, 19).await && !begins_after(b, 20).await);
    // What comes late once more is known for old, though it is not there any more.
    for own in [1, 19] {
        assert_eq!(a.append(&batch(a.writer().unwrap(), own, &["change"])).await, Err(SharedLogError::Ended));
    }
    // It counts on from where it was.
    appends(a, 21..=21).await;
    let rest: Vec<u64> = a.read(20).await.unwrap().iter().map(|change| change.number).collect();
    assert_eq!(rest, [21]);
}
