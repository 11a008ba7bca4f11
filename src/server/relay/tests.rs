use futures::future::BoxFuture;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::*;
use crate::games::{BySide, GameId, Options};
use crate::play::burst;
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

/// A node that is told something: what is told, and the task that tells it.
struct Node {
    relay: Arc<Relay>,
    heard: BufReader<TcpStream>,
    telling: JoinHandle<()>,
}

impl Node {
    async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let theirs = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (ours, _) = listener.accept().await.unwrap();
        let (_from, to) = ours.into_split();
        let relay = Relay::new(to, Arc::default());
        let telling = tokio::spawn({
            let relay = Arc::clone(&relay);
            async move { relay.outlet.send_on().await }
        });
        Self { relay, heard: BufReader::new(theirs), telling }
    }

    /// The first words of what it was told until now.
    async fn told(&mut self) -> Vec<String> {
        self.relay.tell(Record::Sign).unwrap();
        let mut words = Vec::new();
        loop {
            let mut line = String::new();
            self.heard.read_line(&mut line).await.unwrap();
            match line.split_whitespace().next() {
                Some(word) => words.push(word.to_owned()),
                None => return words,
            }
        }
    }
}

#[tokio::test]
async fn a_node_is_told_once_of_a_match_from_when_the_first_comes_until_the_last_has_left() {
    let mut node = Node::new().await;
    let (handle, mut links, relay) = (running(), 0, Arc::clone(&node.relay));
    let mut watch = |handle: &MatchHandle, dialect| {
        relay.watch(handle, dialect, || {
            links += 1;
            LinkId(links)
        })
    };
    let (first, second) = (watch(&handle, Dialect::V2), watch(&handle, Dialect::V2));
    assert!(Arc::ptr_eq(&first, &second));
    assert_eq!(node.told().await, ["open"]);
    let older = watch(&handle, Dialect::V1);
    assert_eq!(node.told().await, ["open"], "another dialect is another topic");
    drop(first);
    assert!(node.told().await.is_empty());
    // The match was brought back: those who come now watch the new one, and the old one ends nothing.
    let again = watch(&running(), Dialect::V2);
    drop(second);
    assert!(node.told().await.is_empty());
    drop((again, older));
    assert_eq!(node.told().await, ["close", "close"]);
    assert!(locked(&relay.watched).is_empty());
}

#[tokio::test]
async fn who_comes_to_watch_is_answered_and_the_node_hears_the_rest_once() {
    let mut node = Node::new().await;
    let (relay, handle) = (Arc::clone(&node.relay), running());
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
    while !handle.is_over() {
        tokio::task::yield_now().await;
    }
    assert_eq!(node.told().await, ["open", "event"]);
    assert!(receiver.try_recv().is_none());
    // One to whom nothing is sent any more counts as gone, and hears it at once.
    relay.outlet.close();
    let mut rest = String::new();
    assert_eq!(node.heard.read_line(&mut rest).await.unwrap(), 0, "{rest}");
    assert!(relay.tell(Record::Open("m".into())).is_err() && relay.gone.is_cancelled());
}

#[tokio::test]
async fn what_is_told_together_is_sent_at_once_in_order_and_the_task_sends_what_finds_no_room() {
    let mut node = Node::new().await;
    let topic = |number: usize| Record::Open(format!("{number}{}", "x".repeat(1_000)).into());
    // More than the system takes for one that reads nothing.
    const MANY: usize = 20_000;
    let relay = Arc::clone(&node.relay);
    let telling = std::thread::spawn(move || {
        for first in (0..MANY).step_by(100) {
            burst::together(|| (first..first + 100).for_each(|number| relay.tell(topic(number)).unwrap()));
        }
    });
    telling.join().unwrap();
    assert!(locked(&node.relay.outlet.waiting).records.len() > 100, "it has to wait for the node");
    for number in 0..MANY {
        let mut line = String::new();
        node.heard.read_line(&mut line).await.unwrap();
        assert!(line.starts_with(&format!("open {number}x")), "{line}");
    }
    // The task ends when the node is gone.
    drop(node.heard);
    while !node.telling.is_finished() {
        node.relay.tell(Record::Sign).unwrap();
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_node_is_judged_by_its_next_sign() {
    let relay = Node::new().await.relay;
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
