//! A life whose process has ended is seen to have, and is followed by another one before its time has run out.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use uuid::Uuid;

use super::LONG;
use super::server::Server;
use crate::cluster::leases::{Kind, LASTS, LeaseTable, Life};
use crate::cluster::node::Standing;
use crate::cluster::node::living::{LOBBY, Lives, Living, Word, Words};
use crate::cluster::postgres::Postgres;

const PAUSE: Duration = Duration::from_millis(20);

/// A node that says and hears these words.
fn living(node: &Postgres, tell: watch::Sender<Standing>, words: Words) -> Living<Postgres> {
    let next = Box::new(|| Life(Uuid::new_v4()));
    Living::new(Arc::new(node.clone()), Box::new(|_| {}), next, Default::default(), tell, words).0
}

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
    tokio::spawn(living(&other, tell, (mpsc::channel(1).0, mpsc::channel(1).1)).run(stopped));
    // As long as it is there nobody else leads, however long that is.
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert!(!standing.borrow().leads);
    present.abort();
    standing.wait_for(|standing| standing.leads).await.unwrap();
    assert!(other.find(LOBBY).await.unwrap().unwrap().lease.epoch > led.epoch);
    assert!(!one.renew(first, LONG).await.unwrap(), "it has ended for good");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL's programs; tests/run runs it"]
async fn a_leader_that_is_not_answered_is_followed_and_one_that_is_leads_on() {
    let server = Server::start().await;
    let (one, other) =
        (Postgres::connect(&server.url()).await.unwrap(), Postgres::connect(&server.url()).await.unwrap());
    let ((says, mut said), (tells, told)) = (mpsc::channel(64), mpsc::channel(64));
    let (tell, mut standing) = watch::channel(Standing::default());
    let (_stop, stopped) = watch::channel(false);
    tokio::spawn(living(&one, tell, (says, told)).run(stopped.clone()));
    standing.wait_for(|standing| standing.leads).await.unwrap();
    let first = other.find(LOBBY).await.unwrap().unwrap().owner.unwrap();
    let ((also_says, mut also_said), (also_tells, also_told)) = (mpsc::channel(64), mpsc::channel(64));
    let (tell, mut follower) = watch::channel(Standing::default());
    tokio::spawn(living(&other, tell, (also_says, also_told)).run(stopped));
    // It may judge others after a while; who is answered leads on, whatever is said.
    let until = tokio::time::Instant::now() + LASTS + Duration::from_secs(2);
    while tokio::time::Instant::now() < until {
        also_tells.send(Word::Unanswered(first)).await.unwrap();
        tokio::time::sleep(PAUSE).await;
    }
    assert!(standing.borrow().leads && !follower.borrow().leads);
    assert_eq!(other.find(LOBBY).await.unwrap().unwrap().owner, Some(first));
    // Its connections end, and it makes no others.
    one.leases.close().await;
    one.lives.close().await;
    while !follower.borrow().leads {
        tokio::select! {
            word = said.recv() => also_tells.send(word.unwrap()).await.unwrap(),
            led = follower.wait_for(|standing| standing.leads) => drop(led.unwrap()),
        }
    }
    assert_eq!(also_said.recv().await, Some(Word::Ended(first)));
    tells.send(Word::Ended(first)).await.unwrap();
    standing.wait_for(|standing| !standing.leads).await.unwrap();
}
