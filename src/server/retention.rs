//! Removes finished matches that are kept no longer, a few at a time.

use std::sync::Arc;
use std::time::Duration;

use super::app::App;
use super::time::unix_ms;
use crate::settings::Matches;
use crate::store::StoreError;
use crate::store::retention::Retention;

/// How often it is looked for matches that are kept no longer.
const EVERY: Duration = Duration::from_secs(600);

/// The pause between two steps, in which others write.
const PAUSE: Duration = Duration::from_millis(100);

/// What ended within a day is kept in any case: who played may still be there, and a tournament that was interrupted may
/// not have counted it yet.
const DAY_MS: u64 = 86_400_000;

/// Removes what is kept no longer, now and every so often; ends with the server.
pub(super) async fn run(app: Arc<App>) {
    loop {
        match tidy(&app).await {
            Ok(0) => {}
            Ok(steps) => tracing::info!(steps, "finished matches were removed that are kept no longer"),
            Err(error) => tracing::warn!(%error, "finished matches cannot be removed for now"),
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Removes what is kept no longer; in how many steps.
async fn tidy(app: &App) -> Result<u64, StoreError> {
    let mut steps = 0;
    let Some(before_ms) = app.store.kept_since(retention(&app.settings.get().matches), unix_ms()).await? else {
        return Ok(steps);
    };
    while app.store.remove_ended_before(before_ms).await? {
        steps += 1;
        tokio::time::sleep(PAUSE).await;
    }
    Ok(steps)
}

/// What the settings say.
fn retention(matches: &Matches) -> Retention {
    let set = |n: u64| (n > 0).then_some(n);
    Retention {
        age_ms: set(matches.keep_days.into()).map(|days| days * DAY_MS),
        count: set(matches.keep_finished),
        // A match that somebody still watches may go on to a rematch.
        at_least_ms: DAY_MS + matches.linger_ms,
    }
}
