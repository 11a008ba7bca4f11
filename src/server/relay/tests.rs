use futures::future::BoxFuture;

use super::*;
use crate::games::{BySide, GameId, Options};
use crate::play::handle::ReplyTo;
use crate::play::host::{HostTimeouts, fresh, host};
use crate::play::link::Role;
use crate::play::{EventLog, EventLogError, Kept, NumberedEvent, Seat, Timeouts};
use crate::server::queue::Outgoing;

/// A log that keeps everything at once.
struct Quick;

impl EventLog for Quick {
    fn create(&self, _: &MatchSetup) -> BoxFuture<'_, Result<(), EventLogError>> {
        unreachable!("the match is there")
    }

    fn log(&self, _: Uuid, _: GameId, _: &[NumberedEvent], kept: Kept) {
        std::thread::spawn(move || kept(Ok(())));
    }
}

fn running() -> MatchHandle {
    let setup = MatchSetup {
        id: Uuid::from_u128(1),
        game: GameId::TicTacToe,
        options: Options::new(),
        position: None,
        opening: Vec::new(),
        seats: BySide::new(Seat::Open, Seat::Open),
        clock: None,
        rated: false,
        seed: 1,
        created_ms: 0,
    };
    let hour = Duration::from_secs(3_600);
    let core = fresh(&setup, Timeouts::ENDLESS, Instant::now()).unwrap();
    let timeouts = HostTimeouts { presence: hour, linger: hour, first_link: hour };
    host(Arc::new(setup), core, Arc::new(Quick), timeouts).0
}

fn told(records: &mut mpsc::Receiver<Record>) -> Vec<&'static str> {
    let word = |record| match record {
        Record::Open(_) => "open",
        Record::Close(_) => "close",
        Record::Event { .. } => "event",
    };
    std::iter::from_fn(|| records.try_recv().ok()).map(word).collect()
}

#[test]
fn a_node_is_told_once_of_a_match_from_when_the_first_comes_until_the_last_has_left() {
    let (relay, mut records) = Relay::new();
    let (handle, mut links) = (running(), 0);
    let mut watch = |handle: &MatchHandle, dialect| {
        relay.watch(handle, dialect, || {
            links += 1;
            LinkId(links)
        })
    };
    let (first, second) = (watch(&handle, Dialect::V2), watch(&handle, Dialect::V2));
    assert!(Arc::ptr_eq(&first, &second));
    assert_eq!(told(&mut records), ["open"]);
    let older = watch(&handle, Dialect::V1);
    assert_eq!(told(&mut records), ["open"], "another dialect is another topic");
    drop(first);
    assert!(told(&mut records).is_empty());
    // The match was brought back: those who come now watch the new one, and the old one ends nothing.
    let again = watch(&running(), Dialect::V2);
    drop(second);
    assert!(told(&mut records).is_empty());
    drop((again, older));
    assert_eq!(told(&mut records), ["close", "close"]);
    assert!(locked(&relay.watched).is_empty());
}

#[test]
fn who_comes_to_watch_is_answered_and_the_node_hears_the_rest_once() {
    let (relay, mut records) = Relay::new();
    let handle = running();
    let (queue, mut receiver, _) = Queue::new(8);
    let mut watches = Vec::new();
    for re in 0..3 {
        let watch = relay.watch(&handle, Dialect::V2, || LinkId(1));
        let reply_to = ReplyTo { link: watch.link, listener: watch.listener(&queue), re: Some(re), at: Instant::now() };
        handle.attach(reply_to, Role::Watcher, None).unwrap();
        watches.push(watch);
        let answer = receiver.try_recv();
        assert!(matches!(answer, Some(Outgoing::Relayed(_, Notification::Snapshot { .. }))), "{answer:?}");
    }
    handle.send(crate::play::handle::Command::CallOff { detail: "enough".to_owned() }).unwrap();
    assert_eq!(told(&mut records), ["open"]);
    assert!(matches!(records.blocking_recv(), Some(Record::Event { .. })));
    assert!(told(&mut records).is_empty() && receiver.try_recv().is_none());
    // One that takes nothing any more counts as gone.
    drop(records);
    assert!(relay.tell(Record::Open("m".into())).is_err() && relay.gone.is_cancelled());
}

#[tokio::test]
async fn a_node_is_judged_by_its_next_sign() {
    let (relay, _records) = Relay::new();
    let (queue, _receiver, _) = Queue::new(8);
    let listener = CarriedListener { queue, relay: Arc::clone(&relay) };
    let judged = tokio::spawn({
        let relay = Arc::clone(&relay);
        async move { relay.is_judged().await }
    });
    tokio::task::yield_now().await;
    relay.heard();
    judged.await.unwrap();
    assert_eq!(listener.unreachable_since(), None);
    relay.let_go();
    relay.heard();
    relay.is_judged().await;
    assert!(listener.unreachable_since().is_some(), "who is gone stays gone");
}
