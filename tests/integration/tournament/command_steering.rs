//! `arena tournament` with signals and keys during the run, which do not change the output.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::command::{Place, success};
use super::{FORMAT_FIELD, format_file};

fn long() -> String {
    format_file("format = \"swiss\"\nrounds = 400\n") + FORMAT_FIELD
}

fn signal(process: u32, name: &str) {
    assert!(Command::new("kill").args([name, &process.to_string()]).status().unwrap().success());
}

#[test]
fn signals_pause_and_continue_a_run_without_changing_a_byte() {
    let place = Place::new(&long());
    success(&place.run(&["t.toml", "-q", "--data", "calm", "--records", "calm.records"]));
    let mut child = place.arena(&["t.toml", "-q", "--json-lines", "--records", "k.records"]).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut events = lines.map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    // Signals are handled before the first match begins.
    let mut matches = events.by_ref().take_while(|event| event["event"] != "match").count().min(1) as u64;
    signal(child.id(), "-USR1");
    let mut paused: Vec<u64> = Vec::new();
    while paused.len() < 2 {
        let event = events.next().expect("it waits while it is paused");
        matches += u64::from(event["event"] == "match");
        if event["event"] == "standings" && event["paused"] == true {
            paused.push(event["finished"].as_u64().unwrap());
            assert!(paused[0] < event["total"].as_u64().unwrap());
        }
    }
    signal(child.id(), "-USR1");
    let rest: Vec<Value> = events.collect();
    assert!(child.wait().unwrap().success());
    // Running matches may finish during the pause, at most one per thread.
    matches += rest.iter().filter(|event| event["event"] == "match").count() as u64;
    let done = rest.last().unwrap();
    assert_eq!((&done["event"], &done["complete"], &done["counted"]), (&"done".into(), &true.into(), &matches.into()));
    let read = |name: &str| fs::read(place.path(name)).unwrap();
    assert!(read("calm.records") == read("k.records"), "a pause changes no byte");
}

/// `script` of util-linux gives a process its own terminal.
#[cfg(target_os = "linux")]
#[test]
fn keys_pause_and_stop_a_run_in_a_terminal() {
    let place = Place::new(&long());
    let arena = format!("{} tournament t.toml --concurrency 1", env!("CARGO_BIN_EXE_arena"));
    let mut script = Command::new("script");
    script.current_dir(place.path("")).env("TERM", "xterm").args(["-qefc", &arena, "typescript"]);
    let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let (mut keys, mut screen) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut until = |words: &str| {
        let mut seen = Vec::new();
        while !String::from_utf8_lossy(&seen).contains(words) {
            let read = screen.fill_buf().unwrap();
            assert!(!read.is_empty(), "no {words:?} in {}", String::from_utf8_lossy(&seen));
            let read = read.to_vec();
            screen.consume(read.len());
            seen.extend(read);
        }
    };
    until("p pause");
    keys.write_all(b"p").unwrap();
    until("paused");
    keys.write_all(b"++").unwrap();
    keys.write_all(b"p").unwrap();
    until("3 at a time");
    keys.write_all(b"q").unwrap();
    until("stopped after");
    assert_eq!(child.wait().unwrap().code(), Some(1));
    success(&place.run(&["t.toml", "--resume"]));
}

#[tokio::test]
async fn serve_shows_a_run_read_only() {
    let place = Place::new(&long().replace("400", "20000"));
    let folder = place.path("tmp");
    fs::create_dir(&folder).unwrap();
    let mut command = place.arena(&["t.toml", "-q", "--concurrency", "1", "--serve"]);
    let mut child = command.env("TMPDIR", &folder).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
    let page = said.find_map(|line| line.unwrap().strip_prefix("The run is shown at ").map(str::to_owned)).unwrap();
    let (server, id) = page.split_once("/tournaments/").unwrap();
    let api = format!("{server}/api/tournaments");
    // A test build has no page, so this tests its HTTP interface.
    let get = async |path: String| reqwest::get(path).await.unwrap().json::<Value>().await.unwrap();
    let mut played = 0;
    for _ in 0..600 {
        played = get(format!("{api}/{id}")).await["played"].as_u64().unwrap();
        if played > 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(played > 0, "nothing is shown");
    let all = get(api.clone()).await;
    assert_eq!((&all["tournaments"][0]["status"], &all["operator"]), (&"running".into(), &false.into()));
    let table = get(format!("{api}/{id}/crosstable")).await;
    assert!(table["matches"].as_u64() > Some(0) && table["conditions"].is_object(), "{table}");
    assert!(get(format!("{api}/{id}/records")).await["total"].as_u64() > Some(0));
    let client = reqwest::Client::new();
    for path in [format!("{api}/{id}/stop"), format!("{api}/{id}/steer")] {
        let refused = client.post(&path).json(&serde_json::json!({})).send().await.unwrap();
        assert_eq!(refused.status(), 403, "{path}");
    }
    let question = serde_json::json!({"game": "tictactoe", "depth": 1});
    let refused = client.post(format!("{server}/api/analyse")).json(&question).send().await.unwrap();
    assert!(refused.status().is_client_error(), "{}", refused.status());
    signal(child.id(), "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(1), "it was stopped before its end");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is left behind");
}
