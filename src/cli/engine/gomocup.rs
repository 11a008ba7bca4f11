//! The protocol of the Gomocup tournaments, from the side of the program that plays: its lines become positions and
//! searches of the session that answers UCI too.

use std::io::{self, Write};
use std::time::Duration;

use serde_json::json;

use super::command::Go;
use super::session::UciSession;
use super::settings::Settings;
use super::signals::Signals;
use crate::games::conventions::EngineProtocol;
use crate::games::{GameId, beginning};

/// A board has no more points than this.
const MOST_STONES: usize = 1_024;
/// Most matches are played on a board of so many columns and rows.
const USUAL_SIZE: u32 = 15;
/// For a move, where no time is told; as the protocol has it.
const TURN: Duration = Duration::from_secs(30);

/// Whether a line is one of this protocol: its commands are in capitals, those of UCI are not.
pub(super) fn is_command(line: &str) -> bool {
    let word = line.split_ascii_whitespace().next().unwrap_or_default();
    ["ABOUT", "START", "RECTSTART", "INFO", "BEGIN", "BOARD", "END"].contains(&word)
}

/// Whether a line asks for a move.
pub(super) fn asks(line: &str) -> bool {
    let word = line.split_ascii_whitespace().next().unwrap_or_default();
    ["BEGIN", "TURN", "DONE"].contains(&word)
}

/// A match as it was told.
pub(super) struct Match {
    /// Both are 0 before a match has begun.
    columns: u32,
    rows: u32,
    exact: bool,
    turn: Duration,
    /// What is left of the time for the match, where it is limited.
    left: Option<Duration>,
    /// The stones that it began with, if any, and the moves since.
    start: Option<String>,
    moves: Vec<String>,
    /// A board that is being told: points, and whose stone it is, 1 for us and 2 for the other.
    board: Option<Vec<(String, u8)>>,
}

impl Match {
    pub(super) const fn new() -> Self {
        Self { columns: 0, rows: 0, exact: false, turn: TURN, left: None, start: None, moves: Vec::new(), board: None }
    }

    /// Does what a line says. `signals` are there where it asks for a move.
    ///
    /// # Errors
    /// When the output is closed.
    pub(super) fn on_line(
        &mut self,
        line: &str,
        signals: Option<&Signals>,
        (settings, session): (&mut Settings, &mut Box<dyn UciSession>),
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if let Some(board) = self.board.as_mut().filter(|_| word != "DONE") {
            if let Some((point, field)) = line.rsplit_once(',').filter(|_| board.len() < MOST_STONES) {
                board.push((point.trim().to_owned(), field.trim().parse().unwrap_or(0)));
            }
            return Ok(());
        }
        let done = match word {
            "ABOUT" => {
                // Usually the first that is said: who plays is the strongest of this game.
                if self.columns == 0 && play(USUAL_SIZE, USUAL_SIZE, self.exact, settings).is_ok() {
                    *session = settings.session();
                }
                let (name, version) = (&settings.spec().name, env!("CARGO_PKG_VERSION"));
                let about = format!("name=\"{name}\", version=\"{version}\", author=\"the minimax-arena authors\"\n");
                return out.write_all(about.as_bytes());
            }
            "INFO" => return self.info(rest, settings, session, out),
            "START" | "RECTSTART" => self.begin(rest, settings, session).map(|()| "OK\n"),
            "RESTART" if self.columns > 0 => {
                self.clear();
                session.new_game();
                Ok("OK\n")
            }
            "TAKEBACK" if self.moves.last().is_some_and(|last| last == rest.trim()) => {
                self.moves.pop();
                Ok("OK\n")
            }
            "TAKEBACK" => Err("only the last stone can be taken back".to_owned()),
            "BOARD" => {
                self.board = Some(Vec::new());
                return Ok(());
            }
            "BEGIN" | "TURN" | "DONE" => {
                let taken = self.on_board_line(word, rest);
                return match (taken.and_then(|()| self.set_position(session)), signals) {
                    (Ok(()), Some(signals)) => self.go(session, signals, out),
                    (Ok(()), None) => Ok(()),
                    (Err(problem), _) => {
                        if word == "TURN" {
                            self.moves.pop();
                        }
                        out.write_all(format!("ERROR {problem}\n").as_bytes())
                    }
                };
            }
            _ => {
                let shown: String = beginning(word, 32).chars().filter(|letter| !letter.is_control()).collect();
                return out.write_all(format!("UNKNOWN {shown}\n").as_bytes());
            }
        };
        match done {
            Ok(answer) => out.write_all(answer.as_bytes()),
            Err(problem) => out.write_all(format!("ERROR {problem}\n").as_bytes()),
        }
    }

    fn clear(&mut self) {
        (self.start, self.board) = (None, None);
        self.moves.clear();
    }

    /// Begins a match on a board of that size.
    fn begin(&mut self, size: &str, settings: &mut Settings, session: &mut Box<dyn UciSession>) -> Result<(), String> {
        let (columns, rows) = size.split_once(',').unwrap_or((size, size));
        let number =
            |text: &str| text.trim().parse::<u32>().map_err(|_| format!("{:?} is no size", beginning(text, 16)));
        let (columns, rows) = (number(columns)?, number(rows)?);
        play(columns, rows, self.exact, settings)?;
        *session = settings.session();
        (self.columns, self.rows) = (columns, rows);
        self.clear();
        Ok(())
    }

    fn info(
        &mut self,
        text: &str,
        settings: &mut Settings,
        session: &mut Box<dyn UciSession>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (key, value) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let number: Option<i64> = value.trim().parse().ok();
        let time = number.map(|ms| Duration::from_millis(u64::try_from(ms).unwrap_or(0)));
        match (key.to_ascii_lowercase().as_str(), number, time) {
            ("timeout_turn", _, Some(time)) => self.turn = time,
            ("timeout_match", Some(0), _) => self.left = None,
            ("timeout_match", _, Some(time)) => self.left = Some(time),
            ("time_left", _, Some(time)) => self.left = self.left.map(|_| time),
            ("rule", Some(rule), _) => {
                self.exact = rule & 1 == 1;
                // A rule that comes after the start holds from the next stone on.
                if self.columns > 0 && play(self.columns, self.rows, self.exact, settings).is_ok() {
                    *session = settings.session();
                }
            }
            ("max_memory", Some(bytes), _) if bytes > 0 => {
                // A table of half of it leaves room for the rest of the program.
                let megabytes = (bytes >> 21).clamp(1, i64::from(crate::search::MAX_TABLE_MB));
                if let Err(problem) = settings.set("Hash", &megabytes.to_string()) {
                    return out.write_all(format!("MESSAGE {problem}\n").as_bytes());
                }
                session.set(settings.spec(), settings.lines());
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes what the other side has played, or the whole board.
    fn on_board_line(&mut self, word: &str, rest: &str) -> Result<(), String> {
        if self.columns == 0 {
            return Err("no match has begun: START comes first".to_owned());
        }
        match (word, self.board.take()) {
            ("TURN", _) => self.moves.push(rest.trim().to_owned()),
            ("DONE", Some(stones)) => {
                self.moves.clear();
                let own = stones.iter().filter(|(_, field)| *field == 1).count();
                // The first side has as many stones as the other, or one more.
                let first = if 2 * own == stones.len() { 1 } else { 2 };
                let line = |(point, field): &(String, u8)| format!("{point},{}\n", if *field == first { 1 } else { 2 });
                self.start = (!stones.is_empty()).then(|| stones.iter().map(line).collect());
            }
            ("DONE", None) => return Err("no board was told before".to_owned()),
            _ => self.clear(),
        }
        Ok(())
    }

    fn set_position(&mut self, session: &mut Box<dyn UciSession>) -> Result<(), String> {
        session.set_position(self.start.as_deref(), &self.moves)
    }

    fn go(&mut self, session: &mut Box<dyn UciSession>, signals: &Signals, out: &mut dyn Write) -> io::Result<()> {
        let go = Go { move_time: Some(self.turn), time: [self.left; 2], ..Go::default() };
        let mut answer = Answer { out, best: None };
        session.go(&go, signals, &mut answer)?;
        match answer.best {
            Some(best) => {
                out.write_all(format!("{best}\n").as_bytes())?;
                self.moves.push(best);
                Ok(())
            }
            None => out.write_all(b"ERROR the game is over\n"),
        }
    }
}

/// Sets the game that is played by this protocol.
fn play(columns: u32, rows: u32, exact: bool, settings: &mut Settings) -> Result<(), String> {
    let protocol = EngineProtocol::Gomocup;
    let game = GameId::ALL.iter().find(|game| game.is_played_by(protocol)).expect("one game is played so");
    let options = json!({ "columns": columns, "rows": rows, "exact": exact }).to_string();
    settings.play(game.name(), &options, protocol).map(drop)
}

/// What a search says as UCI has it: what it finds becomes messages, and its move is kept.
struct Answer<'a> {
    out: &'a mut dyn Write,
    best: Option<String>,
}

impl Write for Answer<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        for line in String::from_utf8_lossy(text).lines() {
            if let Some(found) = line.strip_prefix("info ") {
                self.out.write_all(format!("MESSAGE {found}\n").as_bytes())?;
            } else if let Some(best) = line.strip_prefix("bestmove ") {
                self.best = best.split(' ').next().filter(|text| *text != "(none)").map(str::to_owned);
            }
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
