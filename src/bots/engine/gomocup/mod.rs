//! The protocol of the Gomocup tournaments ("Piskvork"), as described by Petr Laštovička.
//!
//! A program keeps the board itself: it gets the other side's stone and answers with its own. It gets the whole board
//! only if the match does not continue from there. The protocol announces no options, so all of them are sent as
//! `INFO`. It has no limits of depth or nodes.

pub mod command;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::announced::Announced;
use super::dialect::{Allowance, Dialect, Introduction, LineMeaning, Refused, Script, await_line};
use super::gathered::Gathered;
use super::process::Process;
use super::spec::EngineSpec;
use super::{EngineFailure, printable, quoted};
use arena_games::Side;
use arena_play::{EndDetail, EndReason};
use command::{Command, MAX_MEMORY, TIME_LEFT, TIMEOUT_MATCH, TIMEOUT_TURN};

/// Sent if nothing limits a time, in milliseconds.
const ENDLESS: u128 = 2_147_483_647;

/// The dialect with one program.
#[derive(Default)]
pub(super) struct Gomocup {
    /// Number of moves on the engine's board once it has answered; `None` before the first turn.
    sent: Option<usize>,
    /// True if it answers ABOUT, so that each turn can begin with that question.
    knows_about: bool,
    /// True while the answer to ABOUT is missing. Earlier output belongs to a previous turn or to INFO.
    unanswered: bool,
}

impl Dialect for Gomocup {
    fn introduce(&mut self, process: &mut Process, within: Duration) -> Result<Introduction, EngineFailure> {
        process.send(&format!("{}\n", Command::About))?;
        let about = await_line(process, Instant::now() + within, |line| is_about(line).then(|| line.to_owned()))?;
        self.knows_about = true;
        let word = |key: &str| {
            let (_, after) = about.split_once(&format!("{key}=\""))?;
            after.split_once('"').map(|(value, _)| printable(value))
        };
        let name = [word("name"), word("version")].into_iter().flatten().collect::<Vec<_>>().join(" ");
        Ok(Introduction { name, options: Vec::new() })
    }

    fn settings(&self, spec: &EngineSpec, _: &[Announced]) -> Result<String, Refused> {
        let mut commands = String::new();
        for (name, value) in &spec.options {
            let value = value.to_string();
            match value.parse::<u64>().ok().filter(|_| name.eq_ignore_ascii_case("Hash")) {
                Some(megabytes) => info(&mut commands, MAX_MEMORY, megabytes.saturating_mul(1 << 20)),
                None => info(&mut commands, name.trim(), value),
            }
        }
        Ok(commands)
    }

    fn execute(&mut self, process: &mut Process, commands: &str, within: Duration) -> Result<(), EngineFailure> {
        let starts = |line: &&str| matches!(Command::parse(line), Command::Start(_) | Command::RectStart(_));
        let Some(start) = commands.lines().find(starts) else {
            return process.send(commands);
        };
        let (before, _) = commands.split_once(start).expect("the line was found there");
        // Complaints about INFO are ignored.
        process.send(&format!("{before}{}\n{start}\n", Command::About))?;
        await_line(process, Instant::now() + within, |line| is_about(line).then_some(()))?;
        await_line(process, Instant::now() + within, |line| match first_word(line).as_str() {
            "OK" => Some(Ok(())),
            "ERROR" | "UNKNOWN" => Some(Err(EngineFailure::Refused(printable(line.trim())))),
            _ => None,
        })?
    }

    fn new_match(&mut self, setup: &str) -> Result<String, String> {
        (self.sent, self.unanswered) = (None, false);
        Ok(setup.to_owned())
    }

    fn turn(&mut self, script: &Script, allowance: &Allowance, _: bool) -> Result<String, String> {
        let mut text = String::new();
        limit(&mut text, allowance);
        if self.knows_about {
            line(&mut text, Command::About);
            self.unanswered = true;
        }
        let moves = &script.moves;
        match (self.sent, moves.last()) {
            (Some(sent), Some(last)) if moves.len() == sent + 1 => line(&mut text, Command::Turn(&last.text)),
            (None, None) if script.start.is_none() => line(&mut text, Command::Begin),
            (sent, _) => {
                if sent.is_some() {
                    // The answer to RESTART is ignored like other output.
                    line(&mut text, Command::Restart);
                }
                line(&mut text, Command::Board);
                let mut stone = |point: &str, side: Side| {
                    let field = if side == script.to_move { 1 } else { 2 };
                    line(&mut text, Command::Stone(&format!("{point},{field}")));
                };
                for (point, side) in
                    script.start.iter().flat_map(|start| start.lines()).filter_map(|it| it.rsplit_once(','))
                {
                    // A line ends with 1 for the first side and 2 for the second.
                    stone(point, if side == "1" { Side::First } else { Side::Second });
                }
                for played in moves {
                    stone(&played.text, played.side);
                }
                line(&mut text, Command::Done);
            }
        }
        self.sent = Some(moves.len() + 1);
        Ok(text)
    }

    fn is_synchronised(&self) -> bool {
        !self.unanswered
    }

    fn on_line(&mut self, line: &str, _: &mut Gathered) -> LineMeaning {
        let line = line.trim();
        if self.unanswered {
            self.unanswered = !is_about(line);
            return LineMeaning::Nothing;
        }
        let is_point = line.split_once(',').is_some_and(|(column, row)| {
            [column, row]
                .iter()
                .all(|word| !word.trim().is_empty() && word.trim().bytes().all(|it| it.is_ascii_digit()))
        });
        match first_word(line).as_str() {
            _ if is_point => LineMeaning::the_move(line),
            "ERROR" => LineMeaning::NoMove(EndReason::Crash, EndDetail::Said { quoted: quoted(line) }),
            "" | "OK" | "MESSAGE" | "DEBUG" => LineMeaning::Nothing,
            _ => LineMeaning::Unknown,
        }
    }

    fn farewell(&self) -> &'static str {
        "END\n"
    }
}

/// True if a line is the answer to ABOUT.
fn is_about(line: &str) -> bool {
    line.contains("name=")
}

/// Returns the first word of a line in upper case, because some programs use lower case.
fn first_word(line: &str) -> String {
    let word = line.trim_start().split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
    word.to_ascii_uppercase()
}

/// Adds a command to `text`.
fn line(text: &mut String, command: Command<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{command}");
}

fn info(text: &mut String, key: &str, value: impl ToString) {
    line(text, Command::Info(key, &value.to_string()));
}

/// Writes the time limits.
fn limit(text: &mut String, allowance: &Allowance) {
    let left = allowance.clock.map_or(ENDLESS, |clock| clock.remaining.as_millis());
    let turn = allowance.time.map_or(left, |time| time.as_millis()).min(left);
    let total = if allowance.clock.is_some() { left } else { 0 };
    info(text, TIMEOUT_TURN, turn);
    info(text, TIMEOUT_MATCH, total);
    info(text, TIME_LEFT, left);
}

#[cfg(test)]
mod tests {
    use super::super::dialect::ScriptMove;
    use super::*;

    #[test]
    fn a_turn_sends_the_last_stone_or_the_whole_board() {
        let script = |start: Option<&str>, moves: &[&str]| Script {
            start: start.map(str::to_owned),
            moves: (moves.iter().zip([Side::First, Side::Second].into_iter().cycle()))
                .map(|(text, side)| ScriptMove { side, text: (*text).to_owned() })
                .collect(),
            settled: None,
            legal: None,
            to_move: if moves.len().is_multiple_of(2) { Side::First } else { Side::Second },
        };
        let allowance = Allowance { time: Some(Duration::from_millis(50)), ..Allowance::default() };
        let times = "INFO timeout_turn 50\nINFO timeout_match 0\nINFO time_left 2147483647\n";
        let mut gomocup = Gomocup::default();
        let mut turn = |begins: bool, start: Option<&str>, moves: &[&str]| {
            if begins {
                gomocup.new_match("").expect("the match can begin");
            }
            let text = gomocup.turn(&script(start, moves), &allowance, false).expect("the turn has commands");
            text.strip_prefix(times).expect("the times come first").to_owned()
        };
        assert_eq!(turn(true, None, &[]), "BEGIN\n");
        assert_eq!(turn(false, None, &["7,7", "8,8"]), "TURN 8,8\n");
        assert_eq!(turn(true, None, &["7,7"]), "BOARD\n7,7,2\nDONE\n");
        assert_eq!(turn(true, Some("1,1,1\n2,2,2\n"), &[]), "BOARD\n1,1,1\n2,2,2\nDONE\n");
        let mut heard = |line: &str| gomocup.on_line(line, &mut Gathered::default());
        assert_eq!(heard("7,14 "), LineMeaning::the_move("7,14"));
        assert_eq!(
            (heard("MESSAGE 1,2"), heard("OK"), heard("1,")),
            (LineMeaning::Nothing, LineMeaning::Nothing, LineMeaning::Unknown)
        );
        assert!(matches!(heard("ERROR the board is full"), LineMeaning::NoMove(EndReason::Crash, _)));
    }
}
