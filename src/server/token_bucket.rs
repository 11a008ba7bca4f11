//! How many bytes somebody may be sent: so many a second, with those of one second kept for a burst.

use std::time::Instant;

/// A token bucket: a supply of bytes that fills up at a constant rate. One message may take more than there is; the debt
/// is then paid back first. So a message that is larger than the bucket can be sent, and the rate still holds over time.
#[derive(Debug)]
pub(super) struct TokenBucket {
    per_second: f64,
    left: f64,
    at: Instant,
}

impl TokenBucket {
    /// A full supply of `per_second` bytes.
    pub(super) fn new(per_second: usize, now: Instant) -> Self {
        let per_second = per_second as f64;
        Self { per_second, left: per_second, at: now }
    }

    /// The bytes that may be sent at `now`; 0 while earlier ones are paid back.
    pub(super) fn room(&mut self, now: Instant) -> usize {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = passed.mul_add(self.per_second, self.left).min(self.per_second);
        self.at = self.at.max(now);
        self.left.max(0.0) as usize
    }

    /// Takes `bytes`, whether there is room or not.
    pub(super) fn spend(&mut self, bytes: usize) {
        self.left -= bytes as f64;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn no_more_is_told_over_time_than_was_allowed() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(1_000, start);
        let mut told = 0;
        for tick in 0..400 {
            if bucket.room(start + Duration::from_millis(25 * tick)) > 0 {
                bucket.spend(300);
                told += 300;
            }
        }
        assert!((10_000..=11_300).contains(&told), "{told} in ten seconds");
    }

    #[test]
    fn what_was_too_large_is_paid_back_and_rest_is_not_saved_up() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(1_000, start);
        bucket.spend(5_000);
        assert_eq!(bucket.room(start + Duration::from_millis(3_900)), 0);
        assert!(bucket.room(start + Duration::from_millis(4_100)) > 0);
        assert_eq!(bucket.room(start + Duration::from_secs(3_600)), 1_000);
    }
}
