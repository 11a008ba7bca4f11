//! A life whose process has ended is seen to have, and is followed by another one before its time has run out.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use uuid::Uuid;

use super::LONG;
use super::server::Server;
use crate::cluster::leases::{Kind, LeaseTable, Life};
use crate::cluster::node::{LOBBY, Lives, Living, Standing};
use crate::cluster::postgres::Postgres;

const PAUSE: Duration = Duration::from_millis(20);

async fn until_gone(node: &Postgres, life: Life, gone: bool) {
    while node.has_gone(life).await.unwrap() != gone {
        tokio::time::sleep(PAUSE).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs; tests/run runs it"]
async fn a_process_that_ends_is_seen_to_and_one_that_lost_a_connection_is_not() {
    let mut server = Server::start().await;
    let (one, other) =
        (Postgres::connect(&server.url()).await.unwrap(), Postgres::connect(&server.url()).await.unwrap());
    let (life, next) = (Life(Uuid::from_u64_pair(7, 1)), Life(Uuid::from_u64_pair(7, 2)));
    one.join(life, LONG).await.unwrap();
    assert!(!other.has_gone(life).await.unwrap(), "one that never said that it is there, as of the release before");
    let (tell, told) = watch::channel(life);
    let present = tokio::spawn(one.clone().be_present(told));
    let said = || async {
        let mut connection = sqlx::ConnectOptions::connect(&other.options).await.unwrap();
        let query = "SELECT count(*) FROM lives WHERE present";
        sqlx::query_scalar::<_, i64>(query).fetch_one(&mut connection).await.unwrap()
    };
    while said().await == 0 {
        tokio::time::sleep(PAUSE).await;
    }
    assert!(!other.has_gone(life).await.unwrap());
    // It begins another life.
    one.join(next, LONG).await.unwrap();
    tell.send_replace(next);
    until_gone(&other, life, true).await;
    while said().await < 2 {
        tokio::time::sleep(PAUSE).await;
    }
    assert!(!other.has_gone(next).await.unwrap());
    // All connections end, and are made again.
    server.crash();
    server.begin().await;
    while other.has_gone(next).await != Ok(false) {
        tokio::time::sleep(PAUSE).await;
    }
    present.abort();
    until_gone(&other, next, true).await;
    assert!(!other.has_gone(Life(Uuid::from_u64_pair(7, 3))).await.unwrap(), "one that is not on the list");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs; tests/run runs it"]
async fn a_leader_whose_process_ends_is_followed_before_its_time_has_run_out() {
    let server = Server::start().await;
    let (one, other) =
        (Postgres::connect(&server.url()).await.unwrap(), Postgres::connect(&server.url()).await.unwrap());
    let first = Life(Uuid::from_u64_pair(7, 1));
    // Longer than this test may take.
    one.join(first, LONG).await.unwrap();
    let led = one.make(first, Kind::Lobby, LOBBY).await.unwrap().unwrap();
    let (_tell, told) = watch::channel(first);
    let present = tokio::spawn(one.clone().be_present(told));
    let (tell, mut standing) = watch::channel(Standing::default());
    let (_stop, stopped) = watch::channel(false);
    let next = Box::new(|| Life(Uuid::new_v4()));
    let (living, _life) = Living::new(Arc::new(other.clone()), Box::new(|_| {}), next, Default::default(), tell);
    tokio::spawn(living.run(stopped));
    // As long as it is there nobody else leads, however long that is.
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert!(!standing.borrow().leads);
    present.abort();
    standing.wait_for(|standing| standing.leads).await.unwrap();
    assert!(other.find(LOBBY).await.unwrap().unwrap().lease.epoch > led.epoch);
    assert!(!one.renew(first, LONG).await.unwrap(), "it has ended for good");
}
