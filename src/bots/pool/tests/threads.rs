//! Tests of the pool's threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

use super::*;
use crate::search::Turn;

/// Timeout for messages that arrive much earlier unless the test fails.
const NEVER: Duration = Duration::from_secs(20);

/// Creates a pool with one place whose searches may be suspended.
fn pool(suspended: usize, waiting: usize) -> Pool {
    Pool::new(Sharing { threads: 1, suspended, waiting, slice: Duration::from_millis(5) }).expect("start the threads")
}

/// Returns a search that never ends by itself. It reports when it begins and when it ends.
fn endless(begins: Sender<()>, ends: Sender<&'static str>, left: Option<Duration>) -> impl FnOnce(&Lease) + Send {
    move |lease| {
        begins.send(()).ok();
        let began = Instant::now();
        while !lease.stop_flag().load(Ordering::Relaxed) && left.is_none_or(|left| began.elapsed() < left) {
            if lease.may_be_over() {
                lease.give_way(left.map(|left| left.saturating_sub(began.elapsed())));
            }
            std::hint::spin_loop();
        }
        ends.send("endless").ok();
    }
}

fn hears<T>(from: &Receiver<T>) -> T {
    from.recv_timeout(NEVER).expect("the message arrives")
}

#[test]
fn the_pool_runs_people_first_survives_panics_and_is_bounded() {
    let pool = pool(0, 2);
    let (release, wait) = mpsc::channel::<()>();
    let (started, has_started) = mpsc::channel();
    let (done, results) = mpsc::channel();
    let busy = move |_: &Lease| {
        started.send(()).expect("the test waits");
        wait.recv().ok();
        panic!("a job that panics");
    };
    let _busy = pool.submit(asks(1, 1, Priority::Tournament), busy).expect("there is room");
    hears(&has_started);
    let job = |name: &'static str| {
        let done = done.clone();
        move |_: &Lease| done.send(name).expect("the test waits")
    };
    let asked =
        [(2, Priority::Tournament, "bots"), (3, Priority::People, "people"), (3, Priority::People, "people too")];
    let held: Vec<Search> = asked
        .map(|(player, priority, name)| pool.submit(asks(1, player, priority), job(name)).expect("there is room"))
        .into();
    let full = pool.submit(asks(1, 4, Priority::People), job("one too many"));
    let back = full.map(drop).expect_err("there is no room");
    release.send(()).expect("the job waits");
    assert_eq!([hears(&results), hears(&results), hears(&results)], ["people", "people too", "bots"]);
    drop(held);
    let again = pool.submit(asks(1, 4, Priority::People), back.job);
    assert_eq!(hears(&results), "one too many", "the rejected job is returned intact");
    drop(again);
}

#[test]
fn a_suspended_search_ends_at_once_when_stopped_or_out_of_time() {
    let pool = pool(4, 8);
    let (begins, begun) = mpsc::channel();
    let (ends, ended) = mpsc::channel();
    let short = Some(Duration::from_millis(50));
    let analysis = pool.submit(asks(1, 1, Priority::Analysis), endless(begins.clone(), ends.clone(), None));
    hears(&begun);
    let (other, others) = mpsc::channel();
    let (begins_too, begun_too) = mpsc::channel();
    let timed = pool.submit(asks(2, 2, Priority::Tournament), endless(begins_too, ends, short));
    hears(&begun_too);
    let _person = pool.submit(asks(3, 3, Priority::People), endless(begins, other, None)).expect("there is room");
    hears(&begun);
    assert_eq!(hears(&ended), "endless", "it runs out of time although another search has the place");
    assert!(others.try_recv().is_err());
    let analysis = analysis.expect("there is room");
    analysis.stop();
    assert_eq!(hears(&ended), "endless", "it was stopped");
    assert!(analysis.is_stopped() && analysis.suspended() > Duration::ZERO);
    assert!(others.try_recv().is_err(), "the search with the place continues");
    assert!(pool.counts().suspensions >= 1 && pool.counts().begun == 3);
    drop(timed);
}

#[test]
fn all_threads_of_a_search_wait_with_it() {
    let pool = pool(4, 8);
    let (begins, begun) = mpsc::channel();
    let working = Arc::new(AtomicUsize::new(0));
    let work = Arc::clone(&working);
    let several = move |lease: &Lease| {
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    begins.send(()).ok();
                    while !lease.stop_flag().load(Ordering::Relaxed) {
                        work.fetch_add(1, Ordering::Relaxed);
                        if lease.may_be_over() {
                            lease.give_way(None);
                        }
                    }
                });
            }
        });
    };
    let _several =
        pool.submit(Request { threads: 3, ..asks(1, 1, Priority::Analysis) }, several).expect("there is room");
    (0..3).for_each(|_| hears(&begun));
    let (sends, sent) = mpsc::channel();
    let watch = Arc::clone(&working);
    let person = move |_: &Lease| {
        // Each thread has looked once more by then.
        let still = (0..100).find_map(|_| {
            let before = watch.load(Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(20));
            (watch.load(Ordering::Relaxed) == before).then_some(())
        });
        sends.send(still.is_some()).ok();
    };
    let _person = pool.submit(asks(2, 2, Priority::People), person).expect("there is room");
    assert!(hears(&sent), "the threads wait while another search has the place");
    let before = working.load(Ordering::Relaxed);
    let until = Instant::now() + NEVER;
    while working.load(Ordering::Relaxed) == before {
        assert!(Instant::now() < until, "the threads continue afterwards");
        std::thread::yield_now();
    }
}

#[test]
fn dropping_a_pool_joins_all_threads() {
    let pool = pool(4, 8);
    let (begins, begun) = mpsc::channel();
    let (ends, ended) = mpsc::channel();
    let searches: Vec<Search> = (1..4)
        .map(|n| {
            let job = endless(begins.clone(), ends.clone(), Some(Duration::from_millis(200)));
            pool.submit(asks(1, n, Priority::People), job).expect("there is room")
        })
        .collect();
    (0..3).for_each(|_| hears(&begun));
    drop(pool);
    assert_eq!(ended.try_iter().count(), 3);
    drop(searches);
}
