//! The results of the daily position.

use super::store;
use crate::Store;
use crate::daily::{DailyRow, KEPT_DAYS};

#[tokio::test]
async fn the_results_of_the_newest_days_survive_a_restart() {
    let (dir, store) = store().await;
    let row = |day: u64, answers: u32| DailyRow { day, answers, right: 1 };
    for day in 1..=20 {
        store.set_daily(row(day, 2)).await.unwrap();
    }
    store.set_daily(row(20, 5)).await.unwrap();
    // An older write that comes late.
    store.set_daily(row(20, 3)).await.unwrap();
    store.close().await.unwrap();
    let stored = Store::open(dir.path()).await.unwrap().daily().unwrap();
    assert_eq!(stored.len(), KEPT_DAYS);
    assert_eq!((stored[0], stored[KEPT_DAYS - 1]), (row(7, 2), row(20, 5)));
}
