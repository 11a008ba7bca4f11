//! Tests of searches at workers.

use std::sync::mpsc;

use super::*;

const NEVER: Duration = Duration::from_secs(20);
const WORKER: WorkerId = 7;

/// A schedule with one place here, whose time stands still.
struct Places(Schedule);

impl Places {
    fn new() -> Self {
        Self(Schedule::new(Rules { at_once: 1, under_way: 3, waiting: 100, slice: SLICE }))
    }

    fn submit(&mut self, player: u128, reach: Reach) -> Id {
        let request = Request { reach, ..asks(1, player, Priority::People) };
        self.0.submit(request, Duration::ZERO).expect("there is room")
    }

    /// Gives out all free places. Returns what begins or resumes, each with its worker.
    fn dispatch(&mut self) -> Vec<(Next, Option<WorkerId>)> {
        let next = std::iter::from_fn(|| self.0.dispatch(Duration::ZERO)).collect::<Vec<_>>();
        let worker = |next: Next| {
            let (Next::Begin(id) | Next::Resume(id)) = next;
            (next, self.0.worker_of(id))
        };
        next.into_iter().map(worker).collect()
    }
}

#[test]
fn workers_add_places_for_searches_that_may_leave() {
    let mut places = Places::new();
    let [here, one, two, three] =
        [Reach::Here, Reach::Anywhere, Reach::Anywhere, Reach::Anywhere].map(|reach| places.submit(1, reach));
    places.0.set_worker(WORKER, 2);
    let begun = places.dispatch();
    let expected = [(one, Some(WORKER)), (two, Some(WORKER)), (here, None)].map(|(id, at)| (Next::Begin(id), at));
    assert_eq!(begun, expected);
    assert_eq!((places.0.load().running, places.0.threads()), (3, 3));
    places.0.finish(one, Duration::ZERO);
    assert_eq!(places.dispatch(), [(Next::Begin(three), Some(WORKER))]);
}

#[test]
fn the_least_served_address_goes_first_at_workers_too() {
    let mut places = Places::new();
    let greedy = places.submit(1, Reach::Anywhere);
    places.0.set_worker(WORKER, 1);
    assert_eq!(places.dispatch(), [(Next::Begin(greedy), Some(WORKER))]);
    let again = places.submit(1, Reach::At(WORKER));
    let request = Request { reach: Reach::At(WORKER), ..asks(2, 2, Priority::People) };
    let modest = places.0.submit(request, Duration::ZERO).expect("there is room");
    // The greedy address is charged for its second at the worker.
    places.0.finish(greedy, Duration::from_secs(1));
    assert_eq!(places.dispatch(), [(Next::Begin(modest), Some(WORKER))]);
    places.0.finish(modest, Duration::from_secs(1));
    assert_eq!(places.dispatch(), [(Next::Begin(again), Some(WORKER))]);
}

#[test]
fn a_search_waits_for_the_worker_that_has_its_memory_while_it_exists() {
    let mut places = Places::new();
    places.0.set_worker(WORKER, 1);
    let first = places.submit(1, Reach::At(WORKER));
    assert_eq!(places.dispatch(), [(Next::Begin(first), Some(WORKER))]);
    let second = places.submit(2, Reach::At(WORKER));
    assert_eq!(places.dispatch(), [], "the worker is busy");
    places.0.set_worker(WORKER, 0);
    assert_eq!(places.dispatch(), [(Next::Begin(second), None)], "the worker is gone");
}

#[test]
fn a_fallback_waits_for_a_place_here_on_its_own_thread() {
    let mut places = Places::new();
    places.0.set_worker(WORKER, 1);
    let remote = places.submit(1, Reach::Anywhere);
    let here = places.submit(2, Reach::Here);
    assert_eq!(places.dispatch(), [(Next::Begin(remote), Some(WORKER)), (Next::Begin(here), None)]);
    assert!(places.0.fall_back(remote, Duration::ZERO));
    assert_eq!(places.dispatch(), [], "its place at the worker is free, but it may run only here");
    assert!(places.0.waits_again(remote));
    places.0.finish(here, Duration::ZERO);
    assert_eq!(places.dispatch(), [(Next::Resume(remote), None)]);
    assert_eq!(places.0.threads(), 1);
    places.0.finish(remote, Duration::ZERO);
    assert_eq!((places.0.threads(), places.0.load()), (0, Load::default()));
}

#[test]
fn a_fallback_runs_here_and_a_stopped_one_ends_at_once() {
    let sharing = Sharing { threads: 1, suspended: 1, waiting: 8, slice: Duration::from_millis(5) };
    let pool = Pool::new(sharing).expect("start the threads");
    pool.set_worker(WORKER, 1);
    assert_eq!(pool.worker_slots(), 1);
    let (done, results) = mpsc::channel();
    let (release, wait) = mpsc::channel::<()>();
    let busy = move |_: &Lease| {
        let _ = wait.recv();
    };
    let _busy = pool.submit(asks(1, 1, Priority::People), busy).expect("there is room");
    let job = |name: &'static str| {
        let done = done.clone();
        move |lease: &Lease| {
            let worker = lease.worker();
            lease.fall_back();
            done.send((name, worker, lease.worker())).expect("the test waits");
        }
    };
    let request = Request { reach: Reach::Anywhere, ..asks(1, 2, Priority::People) };
    let stopped = pool.submit(request, job("stopped")).expect("there is room");
    while pool.counts().fallbacks == 0 {
        std::thread::yield_now();
    }
    stopped.stop();
    assert_eq!(results.recv_timeout(NEVER), Ok(("stopped", Some(WORKER), None)));
    let _waits = pool.submit(request, job("waits")).expect("there is room");
    while pool.counts().fallbacks == 1 {
        std::thread::yield_now();
    }
    assert!(results.try_recv().is_err(), "the only place is taken");
    release.send(()).expect("the search waits");
    assert_eq!(results.recv_timeout(NEVER), Ok(("waits", Some(WORKER), None)));
}
