//! The suite that every table of leases passes; the one in PostgreSQL does.

use std::time::Duration;

use futures::future::join_all;
use uuid::Uuid;

use super::{Kind, Lease, LeaseTable, Life, Owned};
use crate::play::Epoch;

/// Longer than any test.
const LONG: Duration = Duration::from_secs(3_600);

fn id(n: u64) -> Uuid {
    Uuid::from_u64_pair(8, n)
}

/// A life that has said that it goes on for so long.
async fn life(table: &impl LeaseTable, n: u64, lasts: Duration) -> Life {
    let life = Life(Uuid::from_u64_pair(9, n));
    table.join(life, lasts).await.unwrap();
    life
}

/// Checks all that is promised of a table of leases.
pub(crate) async fn conforms(table: &impl LeaseTable) {
    one_of_many_makes_it(table).await;
    what_changes_hands_has_a_greater_epoch(table).await;
    who_has_not_said_that_it_lives_is_followed_by_one(table).await;
    a_life_that_ended_does_not_come_back(table).await;
    a_life_can_be_left(table).await;
}

async fn one_of_many_makes_it(table: &impl LeaseTable) {
    assert_eq!(table.find(id(1)).await.unwrap(), None);
    let lives = [life(table, 1, LONG).await, life(table, 2, LONG).await, life(table, 3, LONG).await];
    let made = join_all(lives.map(|life| table.make(life, Kind::Match, id(1)))).await;
    let made: Vec<Lease> = made.into_iter().filter_map(Result::unwrap).collect();
    assert_eq!(made.len(), 1, "{made:?}");
    let owned = table.find(id(1)).await.unwrap().unwrap();
    assert_eq!((owned.lease, owned.lease.kind), (made[0], Kind::Match));
    assert!(owned.owner.is_some_and(|owner| lives.contains(&owner)));
}

async fn what_changes_hands_has_a_greater_epoch(table: &impl LeaseTable) {
    let (one, other) = (life(table, 1, LONG).await, life(table, 2, LONG).await);
    let first = table.make(one, Kind::Tournament, id(2)).await.unwrap().unwrap();
    let passed = table.pass(id(2), first.epoch, Some(other)).await.unwrap().unwrap();
    assert!(passed.epoch > first.epoch);
    assert_eq!(table.find(id(2)).await.unwrap(), Some(Owned { lease: passed, owner: Some(other) }));
    // Who had it cannot pass it on once more, nor who never had it.
    assert_eq!(table.pass(id(2), first.epoch, Some(one)).await.unwrap(), None);
    assert_eq!(table.pass(id(2), Epoch(passed.epoch.0 + 1), Some(one)).await.unwrap(), None);
    assert_eq!(table.pass(id(3), Epoch(1), Some(one)).await.unwrap(), None);
    // What was given up is nobody's, is not adopted, and its epochs go on.
    let free = table.pass(id(2), passed.epoch, None).await.unwrap().unwrap();
    assert_eq!(table.find(id(2)).await.unwrap(), Some(Owned { lease: free, owner: None }));
    assert_eq!(table.adopt(one, 100).await.unwrap(), []);
    assert_eq!(table.make(one, Kind::Tournament, id(2)).await.unwrap(), None);
    let again = table.pass(id(2), free.epoch, Some(one)).await.unwrap().unwrap();
    assert!(again.epoch > free.epoch && free.epoch > passed.epoch && again.kind == Kind::Tournament);
}

async fn who_has_not_said_that_it_lives_is_followed_by_one(table: &impl LeaseTable) {
    let (one, other) = (life(table, 1, LONG).await, life(table, 2, LONG).await);
    let dead = life(table, 10, Duration::ZERO).await;
    let mut left = Vec::new();
    for n in 20..30 {
        left.push(table.make(dead, Kind::Match, id(n)).await.unwrap().unwrap());
    }
    let some = table.adopt(one, 4).await.unwrap();
    assert_eq!(some.len(), 4);
    let (more, rest) = futures::join!(table.adopt(one, 100), table.adopt(other, 100));
    let mut adopted = some;
    adopted.extend(more.unwrap());
    adopted.extend(rest.unwrap());
    // What two looked for at the same time may be left for the next look.
    adopted.extend(table.adopt(other, 100).await.unwrap());
    adopted.sort_by_key(|lease| lease.id);
    let ids = |leases: &[Lease]| leases.iter().map(|lease| lease.id).collect::<Vec<_>>();
    assert_eq!(ids(&adopted), ids(&left), "each once");
    assert!(adopted.iter().zip(&left).all(|(now, before)| now.epoch > before.epoch));
    assert_eq!(table.adopt(one, 100).await.unwrap(), []);
}

async fn a_life_that_ended_does_not_come_back(table: &impl LeaseTable) {
    let one = life(table, 1, LONG).await;
    let late = life(table, 11, Duration::ZERO).await;
    // Nobody has looked yet.
    assert!(table.renew(late, Duration::ZERO).await.unwrap());
    let lease = table.make(late, Kind::Match, id(40)).await.unwrap().unwrap();
    assert_eq!(table.adopt(one, 100).await.unwrap().len(), 1);
    assert!(!table.renew(late, LONG).await.unwrap());
    assert_eq!(table.held(late).await.unwrap(), []);
    assert!(table.renew(one, LONG).await.unwrap());
    assert_eq!(table.pass(id(40), lease.epoch, Some(late)).await.unwrap(), None);
    // What it makes nonetheless is not its own for long.
    table.make(late, Kind::Match, id(41)).await.unwrap().unwrap();
    assert_eq!(table.adopt(one, 100).await.unwrap().iter().map(|lease| lease.id).collect::<Vec<_>>(), [id(41)]);
}

async fn a_life_can_be_left(table: &impl LeaseTable) {
    let (one, leaving) = (life(table, 1, LONG).await, life(table, 12, LONG).await);
    let made = table.make(leaving, Kind::Match, id(50)).await.unwrap().unwrap();
    assert_eq!(table.held(leaving).await.unwrap(), [made]);
    assert_eq!(table.adopt(one, 100).await.unwrap(), []);
    table.leave(leaving).await.unwrap();
    assert!(!table.renew(leaving, LONG).await.unwrap());
    assert_eq!(table.adopt(one, 100).await.unwrap().len(), 1);
}
