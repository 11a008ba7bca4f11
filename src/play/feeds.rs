//! Watching matches that run on another node. That node sends each event once, and the feed forwards it to all local
//! watchers. Its only side effect is the delivery to the watchers.
//!
//! A new watcher first gets the events up to some number directly from the other node, over a connection of its own.
//! The feed may be ahead of that number or behind it. Recent events are kept for a while to fill the gap, and events
//! that the watcher already has are skipped. Every watcher thus gets each event once and in order, or learns that some
//! are missing and subscribes again.

mod mailed;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use mailed::{MailedFollows, Missing};

/// Events are kept this long for watchers that have yet to subscribe.
const KEPT: Duration = Duration::from_secs(5);
/// The greatest number of events kept per match.
const MOST_KEPT: usize = 64;

/// Receives the events for a client. Implementations must not block and must not call back into the feeds.
pub trait Audience: Send + Sync {
    /// Delivers something about the match of this topic.
    fn tell(&self, topic: &str, delivery: Delivery);
}

/// A delivery to a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// An event: the ticket of the subscription, the event number, and the text.
    Event(u64, u64, Arc<str>),
    /// Events before the next one are missing for this ticket.
    Missing(u64),
}

/// A watcher.
struct Reader {
    /// The number of the next event to deliver.
    next: u64,
    audience: Arc<dyn Audience>,
}

impl Reader {
    fn hear(&mut self, topic: &str, ticket: u64, seq: u64, text: &Arc<str>) {
        if seq == self.next {
            self.next += 1;
            self.audience.tell(topic, Delivery::Event(ticket, seq, Arc::clone(text)));
        } else if seq > self.next {
            self.audience.tell(topic, Delivery::Missing(ticket));
        }
    }
}

/// A match that is watched here, in one dialect of the protocol.
#[derive(Default)]
struct Feed {
    /// Whether the other node is sending its events.
    open: bool,
    /// The number of the last received event.
    last: u64,
    /// The most recent events.
    kept: VecDeque<(Instant, u64, Arc<str>)>,
    /// The watchers by ticket.
    readers: HashMap<u64, Reader>,
}

#[derive(Default)]
struct Inner {
    feeds: HashMap<String, Feed>,
    tickets: u64,
}

impl Inner {
    fn tidy(&mut self, topic: &str) {
        if self.feeds.get(topic).is_some_and(|feed| !feed.open && feed.readers.is_empty()) {
            self.feeds.remove(topic);
        }
    }
}

/// All matches of other nodes that are watched here.
#[derive(Default)]
pub struct Feeds(Mutex<Inner>);

impl std::fmt::Debug for Feeds {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Feeds").finish_non_exhaustive()
    }
}

impl Feeds {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Handles a line from the other node, received at `now`. Returns `None` if it is malformed.
    #[must_use]
    pub fn hear(&self, line: &str, now: Instant) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        match word {
            "open" => self.inner().feeds.entry(rest.to_owned()).or_default().open = true,
            "close" => {
                let mut inner = self.inner();
                if let Some(feed) = inner.feeds.get_mut(rest) {
                    feed.open = false;
                    feed.kept.clear();
                }
                inner.tidy(rest);
            }
            "event" => {
                let (topic, rest) = rest.split_once(' ')?;
                let (seq, text) = rest.split_once(' ')?;
                self.happened(topic, seq.parse().ok()?, text.into(), now);
            }
            // Later releases may send other messages.
            _ => {}
        }
        Some(())
    }

    fn happened(&self, topic: &str, seq: u64, text: Arc<str>, now: Instant) {
        let mut inner = self.inner();
        let Some(feed) = inner.feeds.get_mut(topic) else { return };
        if seq <= feed.last {
            return;
        }
        feed.last = seq;
        for (ticket, reader) in &mut feed.readers {
            reader.hear(topic, *ticket, seq, &text);
        }
        feed.kept.push_back((now, seq, text));
        let is_old = |(at, _, _): &(Instant, u64, _)| now.saturating_duration_since(*at) > KEPT;
        while feed.kept.len() > MOST_KEPT || feed.kept.front().is_some_and(is_old) {
            feed.kept.pop_front();
        }
    }

    /// Adds a watcher that has the events up to `seq`, and returns its ticket.
    fn follow(&self, topic: &str, seq: u64, audience: Arc<dyn Audience>) -> u64 {
        let mut inner = self.inner();
        inner.tickets += 1;
        let ticket = inner.tickets;
        let feed = inner.feeds.entry(topic.to_owned()).or_default();
        let mut reader = Reader { next: seq + 1, audience };
        for (_, seq, text) in &feed.kept {
            reader.hear(topic, ticket, *seq, text);
        }
        if reader.next <= feed.last {
            reader.audience.tell(topic, Delivery::Missing(ticket));
        }
        feed.readers.insert(ticket, reader);
        ticket
    }

    /// Removes the watcher with this ticket.
    fn leave(&self, topic: &str, ticket: u64) {
        let mut inner = self.inner();
        if let Some(feed) = inner.feeds.get_mut(topic) {
            feed.readers.remove(&ticket);
        }
        inner.tidy(topic);
    }
}

/// The subscriptions of one client, controlled by the other node over the client's connection.
pub struct Follows {
    feeds: Arc<Feeds>,
    audience: Arc<dyn Audience>,
    /// The ticket of each topic.
    tickets: HashMap<String, u64>,
}

impl Follows {
    /// Creates an empty set of subscriptions whose events go to `audience`.
    #[must_use]
    pub fn new(feeds: Arc<Feeds>, audience: Arc<dyn Audience>) -> Self {
        Self { feeds, audience, tickets: HashMap::new() }
    }

    /// Handles a message of the other node that starts or ends a subscription.
    pub fn hear(&mut self, aside: &str) {
        let mut words = aside.split(' ');
        let (Some(word), Some(topic), seq) = (words.next(), words.next(), words.next()) else { return };
        if let Some(ticket) = self.tickets.remove(topic) {
            self.feeds.leave(topic, ticket);
        }
        if let ("follow", Some(seq)) = (word, seq.and_then(|seq| seq.parse().ok())) {
            self.tickets.insert(topic.to_owned(), self.feeds.follow(topic, seq, Arc::clone(&self.audience)));
        }
    }
}

impl Drop for Follows {
    fn drop(&mut self) {
        for (topic, ticket) in self.tickets.drain() {
            self.feeds.leave(&topic, ticket);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::mailed::Mailbox;
    use super::*;
    use crate::games::seed::Rng;

    fn told(delivered: &mut mpsc::Receiver<Delivery>) -> Vec<Delivery> {
        std::iter::from_fn(|| delivered.try_recv().ok()).collect()
    }

    /// Returns the numbers of the delivered events, all of which must have the ticket `own`.
    fn numbers(delivered: &mut mpsc::Receiver<Delivery>, own: u64) -> Vec<u64> {
        let number = |delivery| match delivery {
            Delivery::Event(ticket, seq, text) if ticket == own && text.parse() == Ok(seq) => seq,
            other => panic!("{other:?}"),
        };
        told(delivered).into_iter().map(number).collect()
    }

    fn happens(feeds: &Feeds, seq: u64, now: Instant) {
        feeds.hear(&format!("event m {seq} {seq}"), now).unwrap();
    }

    #[test]
    fn watchers_get_exactly_the_events_after_their_last_one() {
        let (feeds, now) = (Feeds::default(), Instant::now());
        feeds.hear("open m", now).unwrap();
        (3..6).for_each(|seq| happens(&feeds, seq, now));
        let watchers = [2, 4, 5, 7].map(|seq| {
            let (mailbox, delivered) = Mailbox::new(8);
            (seq, feeds.follow("m", seq, Arc::new(mailbox)), delivered)
        });
        (4..10).for_each(|seq| happens(&feeds, seq, now));
        for (seq, ticket, mut delivered) in watchers {
            assert_eq!(numbers(&mut delivered, ticket), (seq + 1..10).collect::<Vec<_>>(), "after {seq}");
        }
    }

    #[test]
    fn watchers_learn_that_events_are_missing() {
        let (feeds, now) = (Feeds::default(), Instant::now());
        feeds.hear("open m", now).unwrap();
        (1..4).for_each(|seq| happens(&feeds, seq, now));
        happens(&feeds, 4, now + KEPT * 2);
        let (mailbox, mut delivered) = Mailbox::new(8);
        let ticket = feeds.follow("m", 2, Arc::new(mailbox.clone()));
        assert_eq!(told(&mut delivered)[0], Delivery::Missing(ticket));
        let fine = feeds.follow("m", 3, Arc::new(mailbox.clone()));
        assert_eq!(numbers(&mut delivered, fine), [4]);
        happens(&feeds, 6, now + KEPT * 2);
        assert!(told(&mut delivered).contains(&Delivery::Missing(fine)), "event 5 is missing");
        // Events are also missing if the other node had stopped sending them for a while.
        feeds.hear("close m", now).unwrap();
        let late = feeds.follow("m", 5, Arc::new(mailbox));
        assert_eq!(told(&mut delivered), [Delivery::Missing(late)]);
    }

    #[test]
    fn slow_watcher_is_detected_and_delays_no_other() {
        let (feeds, now) = (Feeds::default(), Instant::now());
        let [(slow, _kept), (quick, mut delivered)] = [Mailbox::new(8), Mailbox::new(8)];
        feeds.follow("m", 0, Arc::new(slow.clone()));
        let ticket = feeds.follow("m", 0, Arc::new(quick.clone()));
        for seq in 1..=2 * (8 + MOST_KEPT as u64) {
            happens(&feeds, seq, now);
            assert_eq!(numbers(&mut delivered, ticket), [seq]);
        }
        assert!(slow.was_full() && !quick.was_full());
    }

    #[test]
    fn unwatched_feeds_are_removed_in_any_order_of_messages() {
        let (feeds, now) = (Feeds::default(), Instant::now());
        let (mailbox, _delivered) = Mailbox::new(8);
        let count = || feeds.inner().feeds.len();
        happens(&feeds, 1, now);
        assert_eq!(count(), 0, "the match has no watcher");
        for readers_first in [false, true] {
            let ticket = feeds.follow("m", 0, Arc::new(mailbox.clone()));
            feeds.hear("open m", now).unwrap();
            happens(&feeds, 1, now);
            let leave = || feeds.leave("m", ticket);
            let close = || feeds.hear("close m", now).unwrap();
            if readers_first {
                leave();
                close();
            } else {
                close();
                leave();
            }
            assert_eq!(count(), 0);
        }
        assert!(["", "open", "event m", "event m x y"].iter().all(|line| feeds.hear(line, now).is_none()));
        assert_eq!(count(), 0);
    }

    #[test]
    fn random_message_orders_deliver_each_event_exactly_once() {
        for seed in 0..300 {
            let (feeds, mut rng, now) = (Feeds::default(), Rng::new(seed), Instant::now());
            // The leader's last event, the last event it has sent here, and the numbers up to which new watchers were
            // sent events directly. Each of these watchers subscribes here some time later.
            let (mut last, mut told_of, mut coming) = (0, 0, VecDeque::new());
            let mut here: Vec<(u64, u64, mpsc::Receiver<Delivery>)> = Vec::new();
            let mut open = false;
            for _ in 0..200 {
                match rng.below(5) {
                    0 => {
                        if !std::mem::replace(&mut open, true) {
                            feeds.hear("open m", now).unwrap();
                            told_of = last;
                        }
                        coming.push_back(last);
                    }
                    1 => last += 1,
                    2 if open && told_of < last => {
                        told_of += 1;
                        happens(&feeds, told_of, now);
                    }
                    3 => {
                        if let Some(seq) = coming.pop_front() {
                            let (mailbox, delivered) = Mailbox::new(1_000);
                            here.push((seq, feeds.follow("m", seq, Arc::new(mailbox)), delivered));
                        }
                    }
                    _ => {}
                }
            }
            for (seq, ticket, mut delivered) in here {
                let expected: Vec<u64> = (seq + 1..=told_of).collect();
                assert_eq!(numbers(&mut delivered, ticket), expected, "seed {seed}, after {seq}");
            }
        }
    }
}
