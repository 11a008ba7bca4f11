//! Kills and outages of workers, the leader and the server. The output must not change.

use std::time::Duration;

use arena_games::seed::Rng;

use super::server::Nats;
use super::{MIXED, Place, Process};

/// Like [`MIXED`], with a longer game: 100 matches, or ARENA_CLUSTER_ROUNDS rounds of ten.
fn long() -> String {
    let rounds = std::env::var("ARENA_CLUSTER_ROUNDS").unwrap_or_else(|_| "10".to_owned());
    let longer = MIXED.replace("tictactoe", "connect4").replace("connect4-perfect", "connect4-club");
    longer.replace("rounds = 10", &format!("rounds = {rounds}")).replace("[2, 5, 7]", "[2, 4, 5]")
}

fn pause(rng: &mut Rng) {
    std::thread::sleep(Duration::from_millis(100 + rng.below(500) as u64));
}

/// Kills one of two workers or the server repeatedly, until the run is over or `kills` is reached.
fn disturb(place: &Place, nats: &mut Nats, run: &mut Process, kills: usize) -> usize {
    let mut rng = Rng::new(20);
    let mut workers = [0, 1].map(|number| place.worker(nats, &format!("worker-{number}"), &[]));
    let mut done = 0;
    while done < kills && run.child.try_wait().unwrap().is_none() {
        pause(&mut rng);
        match rng.below(3) {
            2 => {
                nats.kill();
                pause(&mut rng);
                nats.begin();
            }
            number => {
                workers[number].kill();
                pause(&mut rng);
                workers[number] = place.worker(nats, &format!("worker-{number}"), &[]);
            }
        }
        done += 1;
    }
    run.succeeds();
    done
}

#[test]
#[ignore = "needs nats-server: tests/run has it"]
fn workers_and_server_may_be_killed_without_changing_a_byte() {
    let place = Place::new(&long());
    let expected = place.alone();
    let mut nats = Nats::start();
    let kills = std::env::var("ARENA_CLUSTER_KILLS").map_or(6, |kills| kills.parse().unwrap());
    let url = nats.url();
    let mut run = place.tournament("disturbed", &["--nats", &url]);
    let done = disturb(&place, &mut nats, &mut run, kills);
    assert!(place.written("disturbed") == expected, "{}", run.said());
    println!("{done} kills, {} matches, the same bytes", expected[2].lines().count());
}

/// Returns the size of the journals of the run `led`.
fn journal_size(place: &Place) -> u64 {
    let files = std::fs::read_dir(place.path("led/tournaments")).into_iter().flatten();
    files.map(|file| file.unwrap().metadata().map_or(0, |file| file.len())).sum()
}

#[test]
#[ignore = "needs nats-server: tests/run has it"]
fn a_killed_leader_resumes_and_survives_an_outage() {
    let place = Place::new(&long());
    let expected = place.alone();
    let mut nats = Nats::start();
    let url = nats.url();
    let lead = |more: &[&str]| {
        let _ = std::fs::remove_file(place.path("led.said"));
        let mut leader = place.tournament("led", &[&["--nats", &url], more].concat());
        // Without workers the run cannot end before it is disturbed.
        leader.says("No worker is connected");
        leader
    };
    let work = |nats: &Nats, leader: &Process| {
        let before = journal_size(&place);
        let workers = [0, 1].map(|number| place.worker(nats, &format!("worker-{number}"), &[]));
        super::until("result", || journal_size(&place) > before, || leader.all_said());
        workers
    };
    let mut leader = lead(&[]);
    drop(work(&nats, &leader));
    leader.kill();
    leader = lead(&["--resume"]);
    nats.kill();
    pause(&mut Rng::new(3));
    nats.begin();
    leader.says("is connected again");
    assert_eq!(leader.said().matches("does not answer; reconnecting").count(), 1, "{}", leader.said());
    let _workers = work(&nats, &leader);
    leader.kill();
    leader = place.tournament("led", &["--nats", &url, "--resume"]);
    leader.succeeds();
    assert!(place.written("led") == expected, "{}", leader.said());
}

#[test]
#[ignore = "needs nats-server: tests/run has it"]
fn reports_what_is_missing() {
    let place = Place::new(MIXED);
    let mut nats = Nats::away();
    let url = nats.url();
    let runs = || [place.tournament("early", &["--nats", &url]), place.worker(&nats, "early-worker", &[])];
    for mut process in runs() {
        assert_eq!(process.wait().code(), Some(1));
        let said = process.said();
        assert!(said.contains(&format!("the NATS server {url} cannot be reached: Connection refused")), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    assert!(!place.path("early/tournaments").exists(), "a journal was created");
    nats.begin();
    let mut leader = place.tournament("waiting", &["--nats", &url]);
    leader.says(&format!("No worker is connected: waiting for `arena worker --nats {url}`."));
    let _worker = place.worker(&nats, "late", &[]);
    leader.succeeds();
}
