//! The Gomocup protocol from the engine's side. Its lines become positions and searches of the session that also serves
//! UCI.

use std::io::{self, Write};
use std::time::Duration;

use serde_json::json;

use super::session::UciSession;
use super::settings::Settings;
use super::signals::Signals;
use arena_bots::engine::gomocup::command::{Command, MAX_MEMORY, RULE, TIME_LEFT, TIMEOUT_MATCH, TIMEOUT_TURN};
use arena_bots::engine::uci::command::GoCommand;
use arena_games::conventions::EngineProtocol;
use arena_games::{GameId, beginning};

/// Maximum number of points on a board.
const MOST_STONES: usize = 1_024;
/// Default number of columns and rows, as in most matches.
const USUAL_SIZE: u32 = 15;
/// Default time per move, as the protocol defines it.
const TURN: Duration = Duration::from_secs(30);

/// The rule as a sum of bits: exactly five stones in a row win. Without it, more than five win too.
const EXACT: i64 = 1;
/// Bits of rules that the game does not support.
const UNSUPPORTED: [(i64, &str); 3] = [(2, "continuous play"), (4, "renju"), (8, "caro")];

/// Returns why matches by a rule cannot be played.
fn objection(rule: &str) -> Option<String> {
    let shown = beginning(rule, 16);
    match rule.parse::<i64>() {
        Ok(0 | EXACT) => None,
        Ok(number) => {
            let named = UNSUPPORTED.iter().find(|(bit, _)| number > 0 && number & bit != 0);
            let meaning = named.map_or(String::new(), |(_, name)| format!(" includes {name}, which"));
            Some(format!("rule {shown}{meaning} is not supported"))
        }
        Err(_) => Some(format!("{shown:?} is not a rule: use 0 or 1")),
    }
}

/// The match as sent so far.
pub(super) struct Match {
    /// Both are 0 before a match has begun.
    columns: u32,
    rows: u32,
    exact: bool,
    /// Why matches cannot be played with the last rule received.
    bad_rule: Option<String>,
    turn: Duration,
    /// Remaining time for the match, if it is limited.
    left: Option<Duration>,
    /// The stones at the start, if any, and the moves since.
    start: Option<String>,
    moves: Vec<String>,
    /// Stones being received.
    board: Option<Stones>,
    /// Why the other program's board is unknown. No move is made until the board is sent again.
    refused: Option<String>,
}

/// Stones being received, one per line, until DONE.
enum Stones {
    /// Points and owners: 1 is this engine, 2 is the opponent.
    Board(Vec<(String, u8)>),
    /// Error message of an invalid line.
    Wrong(String),
    /// Stones of an unsupported opening.
    Ignored,
}

impl Match {
    pub(super) const fn new() -> Self {
        Self {
            columns: 0,
            rows: 0,
            exact: false,
            bad_rule: None,
            turn: TURN,
            left: None,
            start: None,
            moves: Vec::new(),
            board: None,
            refused: None,
        }
    }

    /// Executes a command. `signals` is set if it asks for a move.
    ///
    /// # Errors
    /// If the output is closed.
    pub(super) fn execute(
        &mut self,
        command: Command<'_>,
        signals: Option<&Signals>,
        (settings, session): (&mut Settings, &mut Box<dyn UciSession>),
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if command != Command::Done && self.takes_stone(command) {
            return Ok(());
        }
        let done = match command {
            Command::About => {
                // Usually the first command. From here on, the strongest bot of this game plays.
                if self.columns == 0 && play(USUAL_SIZE, USUAL_SIZE, self.exact, settings).is_ok() {
                    *session = settings.session();
                }
                let (name, version) = (&settings.spec().name, env!("CARGO_PKG_VERSION"));
                let about = format!("name=\"{name}\", version=\"{version}\", author=\"the minimax-arena authors\"\n");
                return out.write_all(about.as_bytes());
            }
            Command::Info(key, value) => match self.info(key, value, settings, session) {
                Ok(()) => return Ok(()),
                Err(problem) => Err(problem),
            },
            Command::Start(size) | Command::RectStart(size) => {
                let begun = self.begin(size, settings, session);
                self.refused = begun.as_ref().err().cloned();
                begun
            }
            Command::Restart if self.columns > 0 => {
                self.clear();
                session.new_game();
                self.bad_rule.clone().map_or(Ok(()), Err)
            }
            Command::TakeBack(point) => self.take_back(point),
            Command::Board => {
                self.board = Some(Stones::Board(Vec::new()));
                return Ok(());
            }
            Command::Swap2Board => {
                self.board = Some(Stones::Ignored);
                self.refuse("the opening swap2 is not supported");
                return out.write_all(b"UNKNOWN SWAP2BOARD: the opening swap2 is not supported\n");
            }
            Command::Done if matches!(self.board, Some(Stones::Ignored)) => {
                self.board = None;
                return Ok(());
            }
            Command::Begin | Command::Turn(_) | Command::Done => {
                let taken = self.take(command);
                return match (taken.and_then(|()| self.set_position(session)), signals) {
                    (Ok(()), Some(signals)) => self.go(session, signals, out),
                    (Ok(()), None) => Ok(()),
                    (Err(problem), _) => {
                        match command {
                            // The other side may send another stone.
                            Command::Turn(_) => drop(self.moves.pop()),
                            _ => self.refuse(&problem),
                        }
                        error(&problem, out)
                    }
                };
            }
            Command::Restart | Command::Stone(_) | Command::End | Command::Unknown(_) => {
                let word = command.to_string().to_ascii_uppercase();
                let shown = super::output::one_line(&beginning(&word, 32));
                return out.write_all(format!("UNKNOWN {shown}\n").as_bytes());
            }
        };
        match done {
            Ok(()) => out.write_all(b"OK\n"),
            Err(problem) => error(&problem, out),
        }
    }

    /// Marks the other program's board as unknown, for that reason, until it is sent again.
    pub(super) fn refuse(&mut self, reason: &str) {
        self.refused = Some(reason.to_owned());
    }

    /// Returns true if a line belongs to the board being received, and stores its stone.
    fn takes_stone(&mut self, line: Command<'_>) -> bool {
        match &mut self.board {
            None => return false,
            Some(Stones::Ignored) if matches!(line, Command::Stone(_)) => {}
            Some(Stones::Ignored) => {
                self.board = None;
                return false;
            }
            Some(Stones::Wrong(_)) => {}
            Some(stones @ Stones::Board(_)) => {
                let line = line.to_string();
                let stone = line.rsplit_once(',').and_then(|(point, field)| {
                    let field = field.trim().parse().ok().filter(|field| [1, 2].contains(field))?;
                    Some((point.trim().to_owned(), field))
                });
                match (stone, &mut *stones) {
                    (Some(stone), Stones::Board(received)) if received.len() < MOST_STONES => received.push(stone),
                    _ => {
                        let shown = beginning(&line, 32);
                        *stones =
                            Stones::Wrong(format!("{shown:?} is not a stone: expected its column, its row and 1 or 2"));
                    }
                }
            }
        }
        true
    }

    fn take_back(&mut self, point: &str) -> Result<(), String> {
        let numbers =
            |text: &str| -> Option<Vec<u32>> { text.split(',').map(|word| word.trim().parse().ok()).collect() };
        let is_last = self.moves.last().is_some_and(|last| numbers(last) == numbers(point));
        if !is_last {
            self.refuse("a stone that was not the last was taken back");
            return Err("only the last stone can be taken back".to_owned());
        }
        self.moves.pop();
        Ok(())
    }

    fn clear(&mut self) {
        (self.start, self.board, self.refused) = (None, None, None);
        self.moves.clear();
    }

    /// Begins a match on a board of this size.
    fn begin(&mut self, size: &str, settings: &mut Settings, session: &mut Box<dyn UciSession>) -> Result<(), String> {
        // A rejected size still ends the previous match.
        self.clear();
        (self.columns, self.rows) = (0, 0);
        let (columns, rows) = size.split_once(',').unwrap_or((size, size));
        let number =
            |text: &str| text.trim().parse::<u32>().map_err(|_| format!("{:?} is not a size", beginning(text, 16)));
        let (columns, rows) = (number(columns)?, number(rows)?);
        self.bad_rule.clone().map_or(Ok(()), Err)?;
        play(columns, rows, self.exact, settings)?;
        *session = settings.session();
        (self.columns, self.rows) = (columns, rows);
        Ok(())
    }

    fn info(
        &mut self,
        key: &str,
        value: &str,
        settings: &mut Settings,
        session: &mut Box<dyn UciSession>,
    ) -> Result<(), String> {
        let number: Option<i64> = value.parse().ok();
        let time = number.map(|ms| Duration::from_millis(u64::try_from(ms).unwrap_or(0)));
        match (key.to_ascii_lowercase().as_str(), number, time) {
            (TIMEOUT_TURN, _, Some(time)) => self.turn = time,
            (TIMEOUT_MATCH, Some(0), _) => self.left = None,
            (TIMEOUT_MATCH, _, Some(time)) => self.left = Some(time),
            (TIME_LEFT, _, Some(time)) => self.left = self.left.map(|_| time),
            (RULE, ..) => {
                self.exact = number == Some(EXACT);
                self.bad_rule = objection(value);
                self.bad_rule.clone().map_or(Ok(()), Err)?;
                // A rule sent after the start applies from the next stone on.
                if self.columns > 0 {
                    play(self.columns, self.rows, self.exact, settings)?;
                    *session = settings.session();
                }
            }
            (MAX_MEMORY, Some(bytes), _) if bytes > 0 => {
                // A table of half the memory leaves room for the rest of the program.
                let megabytes = (bytes >> 21).clamp(1, i64::from(arena_search::MAX_TABLE_MB));
                settings.set("Hash", &megabytes.to_string())?;
                session.set(settings.spec(), settings.lines(), settings.shows_wdl());
            }
            _ => {}
        }
        Ok(())
    }

    /// Handles a move of the other side, or the whole board.
    fn take(&mut self, command: Command<'_>) -> Result<(), String> {
        let received = self.board.take();
        if let Command::Turn(point) = command {
            // Added first, because it is removed again if it is rejected.
            self.moves.push(point.to_owned());
        }
        match (&self.bad_rule, &self.refused) {
            (Some(problem), _) => return Err(problem.clone()),
            (None, Some(problem)) if self.columns == 0 || matches!(command, Command::Turn(_)) => {
                return Err(problem.clone());
            }
            _ if self.columns == 0 => return Err("no match has started: send START first".to_owned()),
            _ => {}
        }
        match (command, received) {
            (Command::Done, Some(Stones::Board(stones))) => {
                self.clear();
                let own = stones.iter().filter(|(_, field)| *field == 1).count();
                // The first side has as many stones as the other, or one more.
                let first = if 2 * own == stones.len() { 1 } else { 2 };
                let line = |(point, field): &(String, u8)| format!("{point},{}\n", if *field == first { 1 } else { 2 });
                self.start = (!stones.is_empty()).then(|| stones.iter().map(line).collect());
            }
            (Command::Done, Some(Stones::Wrong(problem))) => return Err(problem),
            (Command::Done, _) => return Err("no board was sent before".to_owned()),
            (Command::Begin, _) => self.clear(),
            _ => {}
        }
        Ok(())
    }

    fn set_position(&mut self, session: &mut Box<dyn UciSession>) -> Result<(), String> {
        session.set_position(self.start.as_deref(), &self.moves)
    }

    fn go(&mut self, session: &mut Box<dyn UciSession>, signals: &Signals, out: &mut dyn Write) -> io::Result<()> {
        let go = GoCommand { move_time: Some(self.turn), time: [self.left; 2], ..GoCommand::default() };
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

/// Writes an error in one line.
fn error(problem: &str, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(format!("ERROR {}\n", super::output::one_line(problem)).as_bytes())
}

/// Selects the game that is played with this protocol.
fn play(columns: u32, rows: u32, exact: bool, settings: &mut Settings) -> Result<(), String> {
    let protocol = EngineProtocol::Gomocup;
    let game = GameId::ALL.iter().find(|game| game.is_played_by(protocol)).expect("one game uses this protocol");
    let options = json!({ "columns": columns, "rows": rows, "exact": exact }).to_string();
    settings.play(game.name(), &options, protocol).map(drop)
}

/// Converts the UCI output of a search: results become messages, and the move is stored.
struct Answer<'a> {
    out: &'a mut dyn Write,
    best: Option<String>,
}

impl Write for Answer<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        for line in String::from_utf8_lossy(text).lines() {
            if let Some(info) = line.strip_prefix("info ") {
                self.out.write_all(format!("MESSAGE {info}\n").as_bytes())?;
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
