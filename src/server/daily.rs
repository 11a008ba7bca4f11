//! The position of the day: counts the players who were right.
//!
//! The page finds the position and judges the answer, so the counts are what players report about themselves. The store
//! has the counts for the days of the page's archive. The players of a day are remembered in memory only.

use std::collections::{BTreeMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use uuid::Uuid;

use super::accounts::Accounts;
use super::answer::Answer;
use super::error::{ApiError, ErrorBody};
use super::principals::Requester;
use super::rate::NetworkRate;
use super::request::{StrictJson, read};
use super::time::{DAY_MS, unix_ms};
use arena_games::diagnostic;
use arena_protocol::daily::{DailyBody, DailyView};
use arena_store::daily::{DailyRow, KEPT_DAYS};
use arena_store::{Store, StoreError};

/// Answers of one address per day.
pub(super) const PER_ADDRESS: u32 = 60;

/// Players of a day who are remembered. Further answers do not count.
const MOST_PLAYERS: usize = 100_000;

#[derive(Default)]
struct Day {
    results: DailyView,
    players: HashSet<Uuid>,
}

/// The results of the last days.
pub(super) struct Daily {
    days: Mutex<BTreeMap<u64, Day>>,
    addresses: NetworkRate,
}

impl Default for Daily {
    fn default() -> Self {
        let addresses = NetworkRate::new(PER_ADDRESS, Duration::from_millis(DAY_MS));
        Self { days: Mutex::default(), addresses }
    }
}

impl Daily {
    /// Restores the results from the store.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    pub(super) fn restore(&self, store: &Store) -> Result<(), StoreError> {
        let mut days = self.days.lock().unwrap_or_else(PoisonError::into_inner);
        for DailyRow { day, answers, right } in store.daily()? {
            days.entry(day).or_default().results = DailyView { answers, right };
        }
        Ok(())
    }

    /// Counts the answer of a player, once for a day. Returns the results of the day, and whether they changed.
    ///
    /// # Errors
    /// An error if `day` is not today, or if too many answers came from this address.
    fn count(
        &self,
        today: u64,
        day: u64,
        player: Uuid,
        address: IpAddr,
        right: bool,
    ) -> Result<(DailyView, bool), ApiError> {
        if day != today {
            return Err(ApiError::conflict(diagnostic!("not_today", "only the position of today takes answers")));
        }
        let mut days = self.days.lock().unwrap_or_else(PoisonError::into_inner);
        let before = days.entry(day).or_default();
        if before.players.contains(&player) || before.players.len() >= MOST_PLAYERS {
            return Ok((before.results, false));
        }
        self.addresses.take(address, 1).map_err(ApiError::too_many_requests)?;
        before.players.insert(player);
        before.results.answers += 1;
        before.results.right += u32::from(right);
        let results = before.results;
        while days.len() > KEPT_DAYS {
            days.pop_first();
        }
        Ok((results, true))
    }

    fn of(&self, day: u64) -> DailyView {
        let days = self.days.lock().unwrap_or_else(PoisonError::into_inner);
        days.get(&day).map(|day| day.results).unwrap_or_default()
    }
}

/// Returns how many players were right about the position of a day, which is counted from 1970-01-01.
#[utoipa::path(get, path = "/api/daily/{day}", tag = "analysis", params(("day" = u64, Path)), responses(
    (status = 200, body = DailyView), (status = 400, body = ErrorBody)))]
pub(super) async fn results(State(daily): State<Arc<Daily>>, Path(day): Path<u64>) -> Answer<DailyView> {
    Ok(Json(daily.of(day)))
}

/// Counts the caller's result of the position of today. The first answer of a player counts.
#[utoipa::path(post, path = "/api/daily/{day}", tag = "analysis", params(("day" = u64, Path)), request_body = DailyBody,
    responses((status = 200, body = DailyView), (status = 400, body = ErrorBody),
    (status = 401, description = "no player's token", body = ErrorBody),
    (status = 409, description = "another day", body = ErrorBody)))]
pub(super) async fn answer(
    State((accounts, daily, store)): State<(Arc<Accounts>, Arc<Daily>, Store)>,
    requester: Requester,
    Path(day): Path<u64>,
    StrictJson(body): StrictJson,
) -> Answer<DailyView> {
    accounts.admit(&requester).await?;
    let DailyBody { right } = read(body)?;
    let today = unix_ms() / DAY_MS;
    let (results, is_new) = daily.count(today, day, requester.player.id, requester.caller.address, right)?;
    if is_new {
        store.set_daily(DailyRow { day, answers: results.answers, right: results.right }).await?;
    }
    Ok(Json(results))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn each_player_counts_once_a_day() {
        let daily = Daily::default();
        let count = |today, n, right| daily.count(today, today, Uuid::from_u128(n), HOME, right).expect("it counts").0;
        count(20_000, 1, true);
        assert_eq!(count(20_000, 1, false), DailyView { answers: 1, right: 1 });
        assert_eq!(count(20_000, 2, false), DailyView { answers: 2, right: 1 });
        assert_eq!(daily.of(20_000), DailyView { answers: 2, right: 1 });
        assert_eq!(daily.of(19_999), DailyView::default());
        let other = daily.count(20_000, 19_999, Uuid::from_u128(3), HOME, true).expect_err("yesterday");
        assert_eq!(other.code(), "not_today");
        for days in 1..=KEPT_DAYS as u64 {
            count(20_000 + days, 1, true);
        }
        assert_eq!(daily.of(20_000), DailyView::default());
        assert_eq!(daily.of(20_001), DailyView { answers: 1, right: 1 });
    }

    #[test]
    fn an_address_has_a_limit_of_answers() {
        let daily = Daily::default();
        let count = |n| daily.count(1, 1, Uuid::from_u128(n), HOME, true);
        (1..=u128::from(PER_ADDRESS)).for_each(|n| assert!(count(n).is_ok(), "{n}"));
        assert_eq!(count(1_000).expect_err("too many").code(), "too_many_requests");
        assert!(count(1).is_ok(), "an answer that counts already");
    }
}
