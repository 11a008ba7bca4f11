//! A token bucket that can go into debt. It slows a client down where [`Rate`](crate::rate::Rate) would refuse: that admits
//! or rejects a request, rejects a message that is larger than its burst, and does not count what it has rejected.

use std::time::{Duration, Instant};

/// The shortest wait that [`TokenBucket::take_one`] asks for, in seconds.
const SHORTEST_WAIT_S: f64 = 0.1;

/// A supply of tokens that refills at a constant rate, up to the amount of one second. Spending more than there is
/// leaves a debt, which is paid back first. A message that is larger than the bucket can therefore be sent, and the
/// rate still holds over time.
#[derive(Debug)]
pub(super) struct TokenBucket {
    per_second: f64,
    /// Maximum number of tokens.
    most: f64,
    left: f64,
    at: Instant,
}

impl TokenBucket {
    /// Creates a full bucket of `per_second` tokens.
    pub(super) fn new(per_second: usize, now: Instant) -> Self {
        Self::with_burst(per_second, 1, now)
    }

    /// Creates a full bucket that gains `per_second` tokens and holds those of the given number of seconds.
    pub(super) fn with_burst(per_second: usize, seconds: u32, now: Instant) -> Self {
        let per_second = per_second as f64;
        let most = per_second * f64::from(seconds);
        Self { per_second, most, left: most, at: now }
    }

    /// Returns the time from `now` until a token is available; zero if there is one.
    pub(super) fn wait(&mut self, now: Instant) -> Duration {
        self.refill(now);
        Duration::from_secs_f64((1.0 - self.left).max(0.0) / self.per_second.max(1.0))
    }

    /// The tokens that are left at `now`; 0 while there is a debt.
    pub(super) fn room(&mut self, now: Instant) -> usize {
        self.refill(now);
        self.left.max(0.0) as usize
    }

    /// Takes `tokens`, even if there are fewer.
    pub(super) fn spend(&mut self, tokens: usize) {
        self.left -= tokens as f64;
    }

    /// Takes one token at the rate of `per_second`, which may have changed. Returns how long the client should wait
    /// before it takes the next one. A small debt is paid back at once with a longer one, because each wait needs a
    /// timer. The result is at most a second, because a debt beyond that is forgiven.
    pub(super) fn take_one(&mut self, per_second: u32, now: Instant) -> Duration {
        self.refill(now);
        self.per_second = f64::from(per_second.max(1));
        self.most = self.per_second;
        self.left = (self.left.min(self.per_second) - 1.0).max(-self.per_second);
        let wait = (-self.left).max(0.0) / self.per_second;
        if wait < SHORTEST_WAIT_S { Duration::ZERO } else { Duration::from_secs_f64(wait) }
    }

    /// True if the bucket is full, so that a new one would be the same.
    pub(super) fn is_full(&mut self, now: Instant) -> bool {
        self.refill(now);
        self.left >= self.most
    }

    fn refill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = passed.mul_add(self.per_second, self.left).min(self.most);
        self.at = self.at.max(now);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn spending_keeps_to_the_rate_over_time() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(1_000, start);
        let mut spent = 0;
        for tick in 0..400 {
            if bucket.room(start + Duration::from_millis(25 * tick)) > 0 {
                bucket.spend(300);
                spent += 300;
            }
        }
        assert!((10_000..=11_300).contains(&spent), "{spent} in ten seconds");
    }

    #[test]
    fn debt_is_paid_back_and_tokens_beyond_a_second_are_lost() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(1_000, start);
        bucket.spend(5_000);
        assert_eq!(bucket.room(start + Duration::from_millis(3_900)), 0);
        assert!(bucket.room(start + Duration::from_millis(4_100)) > 0);
        assert_eq!(bucket.room(start + Duration::from_secs(3_600)), 1_000);
    }

    #[test]
    fn take_one_delays_a_flood_to_the_rate_and_forgives_debt_beyond_a_second() {
        let began = Instant::now();
        let mut bucket = TokenBucket::new(10, began);
        let waits: Vec<u128> = (0..12).map(|_| bucket.take_one(10, began).as_millis()).collect();
        assert_eq!(waits[..], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 200]);
        assert_eq!((0..100).map(|_| bucket.take_one(10, began)).max(), Some(Duration::from_secs(1)));
        // A client that waits as long as `take_one` says gets a token each time.
        assert_eq!(bucket.take_one(10, began + Duration::from_millis(1_100)).as_millis(), 0);
        assert_eq!(bucket.take_one(10, began + Duration::from_secs(60)).as_millis(), 0);
    }

    #[test]
    fn take_one_waits_seldom_and_keeps_to_the_rate() {
        let mut now = Instant::now();
        let (began, mut bucket) = (now, TokenBucket::new(100, now));
        let waits = (0..1_100).filter(|_| {
            let wait = bucket.take_one(100, now);
            now += wait;
            !wait.is_zero()
        });
        assert_eq!(waits.count(), 100);
        // The bucket began with the tokens of one second.
        assert_eq!(now.duration_since(began).as_millis(), 10_000);
    }

    #[test]
    fn take_one_follows_a_changed_rate() {
        let began = Instant::now();
        let mut bucket = TokenBucket::new(1_000, began);
        let waits: Vec<u128> = (0..3).map(|_| bucket.take_one(2, began).as_millis()).collect();
        assert_eq!(waits, [0, 0, 500]);
        assert!(!bucket.is_full(began + Duration::from_millis(500)));
        assert!(bucket.is_full(began + Duration::from_millis(1_600)));
    }
}
