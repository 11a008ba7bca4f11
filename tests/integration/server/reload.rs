//! SIGHUP reloads bots and settings during play.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::client::{Client, status_of, tictactoe};
use super::process::{Process, command};

/// The configuration of a running server, in its own folder, and the server's log.
struct Configured {
    process: Process,
    folder: TempDir,
    _data: TempDir,
}

impl Configured {
    fn start(settings: &str, bots: &str) -> Self {
        let (folder, data) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        fs::create_dir(folder.path().join("bots")).unwrap();
        write(folder.path(), settings, bots);
        let log = File::create(folder.path().join("log")).unwrap();
        let mut command = command(data.path());
        command.arg("--config-dir").arg(folder.path()).env_remove("RUST_LOG").stderr(log);
        Self { process: Process::try_start(&mut command).expect("the server starts"), folder, _data: data }
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    /// Writes other files and reloads; returns the server's log line.
    async fn reload(&self, settings: &str, bots: &str) -> String {
        write(self.folder.path(), settings, bots);
        let before = self.log().matches("arena: SIGHUP: ").count();
        let id = Pid::from_raw(self.process.child.id().try_into().unwrap()).unwrap();
        kill_process(id, Signal::HUP).unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            let log = self.log();
            let said = log.lines().filter_map(|line| line.split_once("arena: SIGHUP: "));
            if let Some((_, said)) = said.skip(before).last().filter(|_| log.ends_with('\n')) {
                return said.to_owned();
            }
            assert!(Instant::now() < until, "the server logged no result: {log}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn get(&self, path: &str) -> Value {
        reqwest::get(format!("http://{}{path}", self.process.address)).await.unwrap().json().await.unwrap()
    }

    /// The names of the test's bots.
    async fn bots(&self) -> Vec<String> {
        let all = self.get("/api/bots?game=tictactoe").await;
        let names = all["bots"].as_array().unwrap().iter().map(|bot| bot["name"].as_str().unwrap().to_owned());
        names.filter(|name| name.starts_with("our-")).collect()
    }

    async fn depth_of(&self, id: &str) -> Value {
        self.get(&format!("/api/matches/{id}")).await["seats"][1]["spec"]["depth"].clone()
    }
}

fn write(folder: &Path, settings: &str, bots: &str) {
    fs::write(folder.join("arena.toml"), settings).unwrap();
    fs::write(folder.join("bots").join("ours.toml"), bots).unwrap();
}

fn bot(name: &str, depth: u32) -> String {
    format!("[[bot]]\nname = \"{name}\"\ngame = \"tictactoe\"\ndepth = {depth}\n\n")
}

/// Plays `mv` as the first side and waits for the bot's answer.
async fn plays(ann: &mut Client, id: &str, ply: usize, mv: &str) {
    ann.plays(id, ply, mv).await;
    ann.find(|told| {
        told["match"] == json!(id) && told["event"]["kind"] == "moved" && told["event"]["side"] == "second"
    })
    .await;
}

#[tokio::test]
async fn reload_changes_bots_and_settings_but_not_running_matches() {
    const SETTINGS: &str = "[limits]\nmatches_per_player = 1\n[bots]\ndelay_ms = 0\n";
    let server = Configured::start(SETTINGS, &(bot("our-old", 2) + &bot("our-first", 1)));
    let mut ann = Client::player(server.process.address, "Ann").await;
    let against = |name: &str| tictactoe(json!(["me", {"bot": name}]));
    let before = ann.create(against("our-first")).await;
    plays(&mut ann, &before, 0, "b2").await;

    let now = bot("our-first", 3) + &bot("our-second", 1);
    let said = server.reload(&SETTINGS.replace("= 1", "= 2").replace("delay", "threads = 2\ndelay"), &now).await;
    assert_eq!(
        said,
        "changed: limits.matches_per_player, the bot our-first, the bot our-old (removed), the new bot our-second; \
         restart the server to apply bots.threads"
    );
    assert_eq!(server.bots().await, ["our-first", "our-second"]);
    // A new match has the new bot under the new limit; the running one keeps its bot.
    let after = ann.create(against("our-first")).await;
    assert_eq!((server.depth_of(&before).await, server.depth_of(&after).await), (json!(1), json!(3)));
    let legal = |told: Value| told["state"]["legal"].as_array().unwrap()[0].as_str().unwrap().to_owned();
    let mv = legal(ann.ask(json!({"type": "join", "match": before})).await);
    plays(&mut ann, &before, 2, &mv).await;
    assert_eq!(status_of(&ann.ask(against("our-second")).await), 429);
    assert_eq!(status_of(&ann.ask(against("our-old")).await), 404);
}

#[tokio::test]
async fn a_reload_with_a_wrong_file_names_it_and_changes_nothing() {
    const SETTINGS: &str = "[limits]\nmatches_per_player = 1\n";
    let ours = bot("our-first", 1);
    let server = Configured::start(SETTINGS, &ours);
    let other = SETTINGS.replace("= 1", "= 7");
    for (settings, bots, words) in [
        (other.as_str(), "[[bot]]\nname = 3\n", "ours.toml"),
        ("[limits]\nmatchs = 1\n", ours.as_str(), "arena.toml: line 2"),
        ("[bots]\nmemory_mb = 1\n", ours.as_str(), "memory_mb = 1"),
        ("[limits]\nlist_ms = 100000\nrequest_ms = 200000\n", ours.as_str(), "limits.list_ms is 100000"),
    ] {
        let said = server.reload(settings, bots).await;
        assert!(said.contains(words) && said.contains("nothing was changed"), "{said}");
        assert_eq!(server.bots().await, ["our-first"]);
    }
    assert_eq!(server.reload(SETTINGS, &ours).await, "bots and settings are unchanged");
    assert!(!server.log().contains("DEBUG"));
    let said = server.reload(&format!("{other}[server]\nlog = \"debug\"\n"), &ours).await;
    assert_eq!(said, "changed: limits.matches_per_player, server.log");
    // An abnormal end is logged at this level only.
    let mut stream = TcpStream::connect(server.process.address).await.unwrap();
    stream.write_all(b"nonsense\r\n\r\n").await.unwrap();
    stream.read_to_end(&mut Vec::new()).await.unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    while !server.log().contains("DEBUG") {
        assert!(Instant::now() < until, "{}", server.log());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn an_unwritable_log_does_not_end_the_server() {
    let data = TempDir::new().unwrap();
    let mut command = command(data.path());
    command.stderr(File::options().write(true).open("/dev/full").unwrap());
    let mut process = Process::try_start(&mut command).expect("it starts");
    let id = Pid::from_raw(process.child.id().try_into().unwrap()).unwrap();
    // The latter two have no meaning for a server.
    for signal in [Signal::HUP, Signal::USR1, Signal::USR2] {
        kill_process(id, signal).unwrap();
        Client::player(process.address, "Ann").await;
    }
    kill_process(id, Signal::TERM).unwrap();
    let ended = tokio::task::spawn_blocking(move || process.child.wait().unwrap().code()).await.unwrap();
    assert_eq!(ended, Some(0));
}

#[tokio::test]
async fn a_file_size_limit_is_reported_like_a_full_disk() {
    let data = TempDir::new().unwrap();
    // In blocks of 512 bytes: less than the log allocates at once.
    let script = "ulimit -f 4000; exec \"$0\" serve --listen 127.0.0.1:0 --data \"$1\"";
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_arena")]).arg(data.path()).stderr(std::process::Stdio::null());
    let process = Process::try_start(&mut shell).expect("it starts");
    let mut ann = Client::player(process.address, "Ann").await;
    let refused = ann.ask(super::client::tictactoe(serde_json::json!(["me", "open"]))).await;
    assert_eq!(super::client::status_of(&refused), 503, "{refused}");
    Client::player(process.address, "Ben").await;
}
