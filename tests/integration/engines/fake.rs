//! Misbehaving engines. Each is this test binary, run as a separate program.

use std::fs::File;
use std::io::{BufRead, Write};
use std::process::Command;
use std::time::Duration;

use arena_games::board::Board;
use arena_games::{GameId, Options};

/// The variable that makes this binary an engine and selects its behaviour.
const MODE: &str = "FAKE_ENGINE";
/// The file to which an engine writes the ids of its child processes.
const PIDS: &str = "FAKE_ENGINE_PIDS";

/// The command that runs this kind of engine.
pub(crate) fn command(mode: &str) -> Vec<String> {
    command_with(mode, "")
}

/// As [`command`], with a file for process ids.
pub(super) fn command_with(mode: &str, pids: &str) -> Vec<String> {
    let own = std::env::current_exe().unwrap().display().to_string();
    let (mode, pids) = (format!("{MODE}={mode}"), format!("{PIDS}={pids}"));
    let words = ["/usr/bin/env", &mode, &pids, &own, "engines::fake::speaks", "--exact", "--ignored", "--nocapture"];
    words.map(str::to_owned).to_vec()
}

/// The engine, not a test. It does nothing unless selected. The harness's own output comes first and serves as garbage.
#[test]
#[ignore = "the program that other tests run as an engine"]
fn speaks() {
    if let Ok(mode) = std::env::var(MODE) {
        if super::fake_dialects::speak(&mode) {
            std::process::exit(0);
        }
        Fake { mode, turns: 0, position: String::new(), chess960: false }.speak();
        std::process::exit(0);
    }
}

struct Fake {
    mode: String,
    turns: u32,
    position: String,
    chess960: bool,
}

impl Fake {
    fn speak(&mut self) {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            match line.split(' ').next().unwrap_or_default() {
                "uci" => self.introduce(),
                "isready" => say("readyok"),
                "ucinewgame" => self.turns = 0,
                "setoption" => self.chess960 |= line == "setoption name UCI_Chess960 value true",
                "position" => self.position = line,
                "go" => self.go(&line),
                "stop" if self.mode == "late" => self.answer(),
                // Only an engine that ponders gets these.
                "stop" | "ponderhit" if self.mode.starts_with("ponders") => self.answer(),
                "quit" if self.mode != "stubborn" => return,
                _ => {}
            }
        }
        if self.mode == "stubborn" {
            std::thread::sleep(Duration::from_secs(1_000));
        }
    }

    #[expect(clippy::zombie_processes, reason = "the arena must clean up the child process")]
    fn introduce(&self) {
        say("id name Fake 1");
        say("option name Hash type spin default 16 min 1 max 1024");
        say("option name Skill Level type spin default 20 min 0 max 20");
        say("option name Style type combo default Solid var Solid var Very Risky");
        match self.mode.as_str() {
            "mute" => {}
            "plain" => say("uciok"),
            "gone" => std::process::exit(0),
            "stubborn" => {
                let child = Command::new("sleep").arg("1000").spawn().unwrap();
                let mut file = File::options().append(true).create(true).open(std::env::var(PIDS).unwrap()).unwrap();
                // One write, because another process may be reading the file.
                file.write_all(format!("{}\n{}\n", std::process::id(), child.id()).as_bytes()).unwrap();
                say("uciok");
            }
            _ => {
                say("option name UCI_Chess960 type check default false");
                say("option name Ponder type check default false");
                say("uciok");
            }
        }
    }

    fn go(&mut self, line: &str) {
        self.turns += 1;
        match (self.mode.as_str(), self.turns) {
            ("stalls" | "late", 1) => {}
            ("ponders", _) if line.starts_with("go ponder") => {}
            ("ponders-aloud", _) if line.starts_with("go ponder") => {
                // More than a pipe's buffer.
                (0..20_000).for_each(|thought| say(&format!("info depth 1 string thought {thought}")));
            }
            ("crashes", 2) => {
                eprintln!("first words\nout of ideas\u{7}");
                std::process::exit(3);
            }
            ("aborts", 2) => std::process::abort(),
            ("lies", 2) => say("bestmove e2e5"),
            ("babbles", 2) => say("bestmove \u{202e}me"),
            ("resigns", 2) => say("bestmove (none)"),
            ("twice", _) => {
                self.answer();
                self.answer();
            }
            ("near-miss", 2) => say("BestMove h4h5"),
            ("no-score", _) => self.move_only(),
            ("leaves-a-child", 2) => {
                // The child holds the pipes in its own session.
                start_child("exec setsid sleep 1000");
                std::process::exit(3);
            }
            ("floods", 2) => loop {
                say("info string and another thing");
            },
            ("floods-a-line", 2) => loop {
                print!("and another thing ");
            },
            ("dumb", _) => {
                // Invalid UTF-8, an overlong line and an empty line before a sound answer.
                let mut out = std::io::stdout().lock();
                out.write_all(b"\xff\xfe info depth\n\ninfo depth x score cp\n").unwrap();
                out.write_all(&[b'x'; 200_000]).unwrap();
                out.write_all(b"\n").unwrap();
                drop(out);
                self.answer();
            }
            ("echoes", _) => {
                eprintln!("{} {line}", self.position);
                std::process::exit(0);
            }
            _ => self.answer(),
        }
    }

    /// Plays like [`answer`](Self::answer), without search output.
    fn move_only(&self) {
        let (_, best) = self.best();
        say(&format!("bestmove {best}"));
    }

    /// Returns the last legal move in the order of their texts.
    fn best(&self) -> (Box<dyn Board>, String) {
        let (start, moves) = self.position.split_once(" moves ").unwrap_or((&self.position, ""));
        let fen = start.strip_prefix("position fen ");
        let options =
            if self.chess960 { Options::from_iter([("chess960".to_owned(), 0.into())]) } else { Options::new() };
        let mut board = GameId::Chess.board(&options, fen).unwrap();
        for (ply, text) in moves.split_whitespace().enumerate() {
            board.play(GameId::Chess.parse_move(text).unwrap(), ply).unwrap();
        }
        let best = board.legal().into_iter().map(|code| GameId::Chess.move_text(code)).max().unwrap();
        (board, best)
    }

    /// Plays the last legal move in the order of their texts.
    fn answer(&self) {
        let (mut board, best) = self.best();
        say(&format!("info depth 3 seldepth 4 multipv 1 score cp 25 nodes 77 nps 1000 time 1 pv {best}"));
        if self.mode.starts_with("ponders") {
            board.play(GameId::Chess.parse_move(&best).unwrap(), 0).unwrap();
            // The opponent's move, chosen in the same way.
            let expected = board.legal().into_iter().map(|code| GameId::Chess.move_text(code)).max();
            return say(&format!("bestmove {best} ponder {}", expected.unwrap_or_default()));
        }
        say(&format!("bestmove {best} ponder a1a1"));
    }
}

/// Starts a shell and writes its process id.
#[expect(clippy::zombie_processes, reason = "what it leaves behind is what the arena has to clear away")]
fn start_child(script: &str) {
    let child = Command::new("sh").args(["-c", script]).spawn().unwrap();
    std::fs::write(std::env::var(PIDS).unwrap(), format!("{}\n", child.id())).unwrap();
}

/// Prints in one write, so that several lines of one text arrive together.
pub(super) fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // The reader may be gone.
    if out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}
