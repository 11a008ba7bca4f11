//! Removes finished matches after their retention time, in small steps.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use super::reloadable::Reloadable;
use super::time::{CONFIRMED_AFTER, DAY_MS, confirmed_ms};
use crate::settings::{Matches, Settings};
use arena_store::retention::Retention;
use arena_store::{Store, StoreError};

/// Interval between two passes.
const EVERY: Duration = Duration::from_secs(600);

/// Pause between two steps, so that other writes can run.
const PAUSE: Duration = Duration::from_millis(100);

/// Number of days for which the networks of players are stored.
const NETWORK_DAYS: u64 = 30;

/// Maximum age in milliseconds of the last match at a start. If it is older, the wall clock may be wrong, as after a start
/// without a network.
const LONGEST_REST_MS: u64 = 7 * DAY_MS;

/// Removes expired matches now and at regular intervals, until the server stops.
pub(super) async fn run(store: Store, settings: Arc<Reloadable<Settings>>) {
    match store.last_end_ms() {
        Ok(Some(last_ms)) if confirmed_ms().saturating_sub(last_ms) > LONGEST_REST_MS => sleep(CONFIRMED_AFTER).await,
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "the end of the last match cannot be read"),
    }
    loop {
        match tidy(&store, &settings).await {
            Ok(0) => {}
            Ok(steps) => tracing::info!(steps, "expired matches were removed"),
            Err(error) => tracing::warn!(%error, "expired matches cannot be removed; the next pass tries again"),
        }
        sleep(EVERY).await;
    }
}

/// Removes expired matches, and the networks of players who came long ago. Returns the number of steps with matches.
async fn tidy(store: &Store, settings: &Reloadable<Settings>) -> Result<u64, StoreError> {
    while store.forget_networks(confirmed_ms().saturating_sub(NETWORK_DAYS * DAY_MS)).await? {
        sleep(PAUSE).await;
    }
    let matches = settings.get().matches.clone();
    let mut steps = 0;
    if let Some(before_ms) = store.kept_since(retention(&matches), confirmed_ms()).await? {
        while store.remove_ended_before(before_ms).await? {
            steps += 1;
            sleep(PAUSE).await;
        }
    }
    Ok(steps + shrink(store, &matches).await?)
}

/// Removes matches of guests, oldest first, while the database is larger than the settings allow. Returns the number of
/// steps.
async fn shrink(store: &Store, matches: &Matches) -> Result<u64, StoreError> {
    let most = matches.guests_mb << 20;
    // While a match lingers, it may continue with a rematch.
    let before_ms = i64::try_from(confirmed_ms().saturating_sub(matches.linger_ms)).unwrap_or(i64::MAX);
    let (mut from_ms, mut steps) = (0, 0);
    while most > 0 && store.used_bytes()? > most {
        let Some(next_ms) = store.remove_of_guests(from_ms, before_ms).await? else {
            tracing::warn!(
                guests_mb = matches.guests_mb,
                "the database is larger, and no match of guests is left to remove"
            );
            break;
        };
        (from_ms, steps) = (next_ms, steps + 1);
        sleep(PAUSE).await;
    }
    Ok(steps)
}

/// Converts the settings.
fn retention(matches: &Matches) -> Retention {
    let set = |n: u64| (n > 0).then_some(n);
    Retention {
        age_ms: set(matches.keep_days.into()).map(|days| days * DAY_MS),
        count: set(matches.keep_finished),
        // Their players may still be connected, and an interrupted tournament may still read them.
        at_least_ms: DAY_MS + matches.linger_ms,
    }
}
