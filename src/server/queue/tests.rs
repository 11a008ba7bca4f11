//! Order, bounds and wake-ups of outgoing queues.

use std::net::IpAddr;

use futures::FutureExt;

use super::*;
use crate::limits::ConnectionLimiter;
use crate::settings::Limits;
use arena_games::{GameId, Options, Side};
use arena_play::Event;
use arena_play::link::republished;

const ADDRESS: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

/// Returns a limiter with 512 KiB for outgoing queues, of which an address may hold 64 KiB.
fn limiter(outgoing_bytes: usize) -> Arc<ConnectionLimiter> {
    ConnectionLimiter::new(&Limits { memory_mb: 2, outgoing_bytes, ..Limits::default() }, false)
}

fn meter(most: usize) -> Meter {
    Meter::new(&limiter(most), ADDRESS)
}

fn of_bytes(bytes: usize) -> Arc<str> {
    "x".repeat(bytes).into()
}

#[test]
fn bounds_the_bytes_of_a_queue_but_takes_one_large_message() {
    let limiter = limiter(10_000);
    let (queue, mut receiver, full) = Queue::new(100, Meter::new(&limiter, ADDRESS));
    queue.send_text(of_bytes(30_000));
    assert!(!full.get() && limiter.outgoing().held() == 30_000);
    assert_eq!(text(receiver.try_recv()).len(), 30_000);
    (0..10).for_each(|_| queue.send_text(of_bytes(1_000)));
    assert!(!full.get() && !queue.has_slack() && queue.is_heavy());
    queue.send_text(of_bytes(1));
    assert!(full.get());
    drop(receiver);
    assert_eq!(limiter.outgoing().held(), 0);
}

#[test]
fn the_queues_of_an_address_share_its_bytes_and_keep_room_for_a_move() {
    let limiter = limiter(1 << 20);
    let queues: Vec<_> = (0..20).map(|_| Queue::new(100, Meter::new(&limiter, ADDRESS))).collect();
    queues.iter().for_each(|(queue, ..)| queue.send_text(of_bytes(10_000)));
    let full = queues.iter().filter(|(_, _, full)| full.get()).count();
    assert_eq!((full, limiter.outgoing().held()), (14, 60_000), "64 KiB are for six of them");
    let (idle, _receiver, was_full) = Queue::new(100, Meter::new(&limiter, ADDRESS));
    idle.send_text(of_bytes(500));
    assert!(!was_full.get(), "a small message always fits into an empty queue");
    let other = Queue::new(100, Meter::new(&limiter, IpAddr::from([192, 0, 2, 1])));
    other.0.send_text(of_bytes(10_000));
    assert!(!other.2.get());
    drop((queues, other, idle, _receiver));
    assert_eq!(limiter.outgoing().held(), 0);
}

#[test]
fn a_full_queue_wakes_its_reader_even_if_it_is_empty() {
    let limiter = limiter(1 << 20);
    let hog = limiter.outgoing().share(ADDRESS);
    hog.add(64 << 10);
    let (queue, mut receiver, full) = Queue::new(100, Meter::new(&limiter, ADDRESS));
    assert!(receiver.recv().now_or_never().is_none());
    queue.send_text(of_bytes(10_000));
    assert!(full.get());
    assert!(receiver.recv().now_or_never().expect("it does not wait").is_none());
}

#[test]
fn encoded_bytes_count_until_they_are_sent() {
    let limiter = limiter(1 << 20);
    let (queue, receiver, full) = Queue::new(100, Meter::new(&limiter, ADDRESS));
    receiver.holds_on_wire(0, 60_000);
    queue.send_text(of_bytes(10_000));
    assert!(full.get() && limiter.outgoing().held() == 60_000);
    receiver.holds_on_wire(60_000, 0);
    assert_eq!(limiter.outgoing().held(), 0);
}

#[test]
fn history_is_charged_to_player_and_address_and_refused_for_a_time() {
    let limiter = ConnectionLimiter::new(
        &Limits { answer_bytes: 10_000, answer_bytes_per_address: 20_000, ..Limits::default() },
        false,
    );
    let player = Arc::new(limiter.new_rate_limit());
    let (queue, _receiver, _) = Queue::new(100, Meter::new(&limiter, ADDRESS));
    queue.is_of(&player);
    let charge = |bytes| queue.0.meter.charge(bytes);
    (0..100).for_each(|_| charge(4_096));
    assert_eq!(queue.admit_history(), Ok(()), "small answers are free");
    charge(79_000);
    assert_eq!(queue.admit_history(), Ok(()), "eight seconds' worth may come at once");
    charge(21_001);
    let wait = queue.admit_history().expect_err("the player was sent too much");
    assert!(wait > Duration::ZERO && wait <= Duration::from_millis(2_001), "{wait:?}");
    // Players at one address share the rate of the address, but not their own rates.
    let (other, _other_receiver, _) = Queue::new(100, Meter::new(&limiter, ADDRESS));
    other.is_of(&Arc::new(limiter.new_rate_limit()));
    assert_eq!(other.admit_history(), Ok(()));
    other.0.meter.charge(70_000);
    assert!(other.admit_history().is_err());
    let (stranger, _stranger_receiver, _) = Queue::new(100, Meter::new(&limiter, IpAddr::from([192, 0, 2, 1])));
    assert_eq!(stranger.admit_history(), Ok(()));
}

fn text(outgoing: Option<Outgoing>) -> String {
    let Some(Outgoing::Text(text)) = outgoing else { panic!("{outgoing:?} is no text") };
    text.to_string()
}

#[test]
fn all_comes_out_in_order_and_what_finds_no_room_is_told_of() {
    let (queue, mut receiver, full) = Queue::new(2, meter(1 << 20));
    assert!(receiver.try_recv().is_none());
    assert!(receiver.recv().now_or_never().is_none());
    queue.send_text("1".into());
    assert!(queue.has_slack() || queue.0.room < 4);
    queue.send_text("2".into());
    assert!(!queue.has_slack() && !full.get());
    queue.send_text("3".into());
    assert!(full.get());
    assert_eq!([text(receiver.try_recv()), text(receiver.try_recv())], ["1", "2"]);
    queue.clone().send_text("4".into());
    assert_eq!(text(receiver.recv().now_or_never().flatten()), "4");
}

#[tokio::test]
async fn a_reader_is_woken_and_hears_the_end() {
    let (queue, mut receiver, _) = Queue::new(4, meter(1 << 20));
    let reader = tokio::spawn(async move {
        let mut heard = Vec::new();
        while let Some(outgoing) = receiver.recv().await {
            heard.push(text(Some(outgoing)));
        }
        heard
    });
    for number in 0..4 {
        queue.send_text(number.to_string().into());
        tokio::task::yield_now().await;
    }
    drop(queue);
    assert_eq!(reader.await.unwrap(), ["0", "1", "2", "3"]);
}

/// A line that counts its calls.
struct Line(Arc<Mutex<u32>>);

impl Flush for Line {
    fn gather(&self) {
        *self.0.lock().unwrap() += 1;
    }

    fn flush(&self) {}
}

#[test]
fn a_burst_is_hidden_from_the_reader_until_it_is_complete() {
    let (queue, mut receiver, _) = Queue::new(8, meter(1 << 20));
    let gathered = Arc::new(Mutex::new(0));
    let line: Arc<dyn Flush> = Arc::new(Line(Arc::clone(&gathered)));
    receiver.is_sent_by(Arc::downgrade(&line));
    queue.send_text("alone".into());
    assert_eq!(text(receiver.recv().now_or_never().flatten()), "alone");
    burst::together(|| {
        queue.send_text("1".into());
        queue.send_text("2".into());
        assert!(receiver.recv().now_or_never().is_none() && !receiver.is_empty());
    });
    assert_eq!(*gathered.lock().unwrap(), 1, "once for both");
    receiver.end_burst();
    assert_eq!(text(receiver.recv().now_or_never().flatten()), "1");
    // A receiver that does not wait takes all messages.
    burst::together(|| {
        queue.send_text("3".into());
        assert_eq!([text(receiver.try_recv()), text(receiver.try_recv())], ["2", "3"]);
    });
    drop(line);
    receiver.end_burst();
    burst::together(|| queue.send_text("4".into()));
    assert_eq!(text(receiver.recv().now_or_never().flatten()), "4", "nobody else would send it");
}

#[test]
fn of_a_pairing_it_is_told_once_unless_it_asks_anew() {
    let (queue, mut receiver, _) = Queue::new(64, meter(1 << 20));
    let pairs = |number| queue.send(&FromServer::Paired { id: Uuid::from_u128(number), tournament: None });
    [1, 2, 1, 2].into_iter().for_each(pairs);
    queue.forget_pairings();
    (2..20).for_each(pairs);
    assert!(queue.0.waiting().paired.len() <= PAIRINGS);
    let sent = std::iter::from_fn(|| receiver.try_recv()).count();
    assert_eq!(sent, 2 + 18);
}

#[test]
fn a_reader_that_is_gone_is_known() {
    let (queue, mut receiver, full) = Queue::new(4, meter(1 << 20));
    queue.send_text("before".into());
    receiver.close();
    queue.send_text("after".into());
    assert!(queue.is_closed() && !full.get());
    assert_eq!(text(receiver.try_recv()), "before");
    assert!(receiver.recv().now_or_never().flatten().is_none());
    drop(receiver);
    assert_eq!(queue.notify(Uuid::nil(), Notification::Closed), Err(ListenerClosed));
}

#[test]
fn history_that_finds_no_room_is_charged() {
    let limits = Limits { memory_mb: 2, answer_bytes: 1_000, answer_bytes_per_address: 1_000, ..Limits::default() };
    let limiter = ConnectionLimiter::new(&limits, false);
    let hog = limiter.outgoing().share(ADDRESS);
    hog.add(64 << 10);
    let (queue, _receiver, full) = Queue::new(100, Meter::new(&limiter, ADDRESS));
    let missed = || {
        let board = GameId::Gomoku.board(&Options::from_iter([("size".to_owned(), 19.into())]), None).expect("a board");
        let moved = Event::Moved {
            ply: 0,
            side: Side::First,
            mv: GameId::Gomoku.parse_move("a1").expect("a point"),
            clocks: None,
        };
        let events = republished(&*board, &[], &[moved], 0).expect("it is legal");
        let event = Arc::new(events.into_iter().next().expect("one"));
        Notification::Missed { re: None, seq: 1, events: vec![event; 1_000] }
    };
    assert_eq!(queue.admit_history(), Ok(()));
    assert_eq!(queue.notify(Uuid::nil(), missed()), Err(ListenerClosed));
    assert!(full.get() && queue.admit_history().is_err());
}
