//! The Go Text Protocol, version 2, as described by Gunnar Farnebäck. It is not only used for go: Edax plays reversi
//! with it.
//!
//! Each command has one answer, `=` or `?` and a text, in the order of the commands. The protocol has no depth or node
//! limits, sets up a position only by its moves, and gives times in whole seconds.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::announced::Announced;
use super::dialect::{Allowance, Dialect, Introduction, LineMeaning, Refused, Script, await_line};
use super::gathered::Gathered;
use super::process::Process;
use super::spec::EngineSpec;
use super::{EngineFailure, printable, quoted};
use arena_games::Side;
use arena_play::{EndDetail, EndReason};

/// The dialect with one program.
#[derive(Default)]
pub(super) struct Gtp {
    /// Number of moves on the engine's board once it has answered.
    sent: usize,
    /// Name of the engine. Each turn begins by asking for it. Answers that arrive earlier belong to a previous turn.
    name: Option<String>,
    /// Commands without an answer yet.
    unanswered: VecDeque<Asked>,
}

/// How to handle the answer to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Name,
    /// A failure ends the match.
    Must,
    /// A failure is ignored.
    May,
    Move,
}

impl Dialect for Gtp {
    fn introduce(&mut self, process: &mut Process, within: Duration) -> Result<Introduction, EngineFailure> {
        process.send("name\nversion\n")?;
        let deadline = Instant::now() + within;
        let mut word = || {
            await_line(process, deadline, |line| {
                answer(line).map(|(succeeded, text)| succeeded.then(|| printable(text)))
            })
        };
        let words = [word()?, word()?];
        self.name.clone_from(&words[0]);
        let name = words.into_iter().flatten().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        Ok(Introduction { name, options: Vec::new() })
    }

    fn settings(&self, spec: &EngineSpec, _: &[Announced]) -> Result<String, Refused> {
        match spec.options.keys().next() {
            None => Ok(String::new()),
            Some(option) => Err(Refused {
                option: Some(option.clone()),
                problem: "this protocol has no options: pass it to the program as an argument".to_owned(),
            }),
        }
    }

    fn execute(&mut self, process: &mut Process, commands: &str, within: Duration) -> Result<(), EngineFailure> {
        if commands.is_empty() {
            return Ok(());
        }
        process.send(commands)?;
        let deadline = Instant::now() + within;
        for command in commands.lines() {
            let (succeeded, text) = await_line(process, deadline, |line| {
                answer(line).map(|(succeeded, text)| (succeeded, printable(text)))
            })?;
            if !succeeded {
                return Err(EngineFailure::Refused(format!("{command}: {text}")));
            }
        }
        Ok(())
    }

    fn new_match(&mut self, setup: &str) -> Result<String, String> {
        self.sent = 0;
        self.unanswered.clear();
        Ok(setup.to_owned())
    }

    fn check_start(&self, _: &str, start: Option<&str>) -> Result<(), String> {
        match start {
            None => Ok(()),
            Some(_) => Err("this protocol only supports matches from the initial position".to_owned()),
        }
    }

    fn turn(&mut self, script: &Script, allowance: &Allowance, _: bool) -> Result<String, String> {
        self.check_start("", script.start.as_deref())?;
        let mut text = String::new();
        self.unanswered.clear();
        let mut say = |asked: Asked, command: &str| {
            text.push_str(command);
            text.push('\n');
            self.unanswered.push_back(asked);
        };
        if self.name.is_some() {
            say(Asked::Name, "name");
        }
        let mut known = self.sent;
        if script.moves.len() < known {
            say(Asked::Must, "clear_board");
            known = 0;
        }
        for played in &script.moves[known..] {
            say(Asked::Must, &format!("play {} {}", colour(played.side), played.text));
        }
        if let Some(own) = allowance.clock {
            let other = allowance.other.unwrap_or(own);
            for (side, clock) in [(script.to_move, own), (!script.to_move, other)] {
                say(Asked::May, &format!("time_left {} {} 0", colour(side), clock.remaining.as_secs()));
            }
        } else if let Some(time) = allowance.time {
            say(Asked::May, &format!("time_settings 0 {} 1", time.as_secs()));
        }
        say(Asked::Move, &format!("genmove {}", colour(script.to_move)));
        self.sent = script.moves.len() + 1;
        Ok(text)
    }

    fn is_synchronised(&self) -> bool {
        self.unanswered.front() != Some(&Asked::Name)
    }

    fn on_line(&mut self, line: &str, _: &mut Gathered) -> LineMeaning {
        let Some((succeeded, text)) = answer(line) else {
            return if line.trim().is_empty() { LineMeaning::Nothing } else { LineMeaning::Unknown };
        };
        if !self.is_synchronised() {
            if succeeded && self.name.as_deref() == Some(&*printable(text)) {
                self.unanswered.pop_front();
            }
            return LineMeaning::Nothing;
        }
        match (self.unanswered.pop_front(), succeeded) {
            (Some(Asked::Move), true) if text.eq_ignore_ascii_case("resign") => {
                LineMeaning::NoMove(EndReason::Resignation, EndDetail::Resigned {})
            }
            (Some(Asked::Move), true) => LineMeaning::the_move(text),
            (Some(Asked::Must | Asked::Move), false) => {
                LineMeaning::NoMove(EndReason::Crash, EndDetail::Refused { quoted: quoted(text) })
            }
            _ => LineMeaning::Nothing,
        }
    }
}

const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "b",
        Side::Second => "w",
    }
}

/// Splits a line that answers a command into its success and its text. Returns `None` for further lines of an answer.
fn answer(line: &str) -> Option<(bool, &str)> {
    let line = line.trim();
    let rest = line.strip_prefix(['=', '?'])?;
    // An answer repeats the number of its command, but the arena sends no numbers.
    Some((line.starts_with('='), rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim()))
}

#[cfg(test)]
mod tests {
    use super::super::dialect::ScriptMove;
    use super::*;

    #[test]
    fn answers_are_matched_to_commands_in_order() {
        let mut gtp = Gtp::default();
        gtp.new_match("").expect("the match can begin");
        let mut script = Script {
            start: None,
            moves: vec![ScriptMove { side: Side::First, text: "d3".to_owned() }],
            settled: None,
            legal: None,
            to_move: Side::Second,
        };
        let allowance = Allowance { time: Some(Duration::from_secs(2)), ..Allowance::default() };
        let sent = gtp.turn(&script, &allowance, false).expect("the turn has commands");
        assert_eq!(sent, "play b d3\ntime_settings 0 2 1\ngenmove w\n");
        let mut gathered = Gathered::default();
        let mut heard = |line: &str| gtp.on_line(line, &mut gathered);
        assert_eq!(
            [heard("= "), heard(""), heard("? unknown command")],
            [LineMeaning::Nothing, LineMeaning::Nothing, LineMeaning::Nothing]
        );
        assert_eq!(heard("=7 C5"), LineMeaning::the_move("C5"));
        script.moves.extend(
            [(Side::Second, "c5"), (Side::First, "b6")].map(|(side, text)| ScriptMove { side, text: text.into() }),
        );
        assert!(gtp.turn(&script, &allowance, false).is_ok_and(|sent| sent.starts_with("play b b6\n")));
        assert!(matches!(gtp.on_line("? illegal move", &mut gathered), LineMeaning::NoMove(EndReason::Crash, _)));
        script.start = Some(String::new());
        assert!(gtp.turn(&script, &allowance, false).is_err());
    }
}
