//! The Universal Chess Interface, and the text protocol with the same commands.
//!
//! UCI is Stefan Meyer-Kahlen's protocol of 2006. The option `UCI_Variant` is a convention of engines that play chess
//! variants. Engines send much more than UCI specifies, so unknown lines are ignored.

pub mod command;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use self::command::GoCommand;
use super::EngineFailure;
use super::announced::{Announced, OptionKind, find, no_such_option};
use super::dialect::{Allowance, Dialect, Introduction, LineMeaning, Refused, Script, await_line};
use super::gathered::{Gathered, next_word};
use super::printable;
use super::process::Process;
use super::spec::EngineSpec;
use arena_games::Side;
use arena_games::conventions::{EngineProtocol, EngineVariant, Ucci};
use arena_play::{EndDetail, EndReason};

/// The dialect of UCI, of UCCI or of the text protocol.
pub(super) struct Uci {
    protocol: EngineProtocol,
    /// The translator, if the program speaks UCCI.
    ucci: Option<Ucci>,
    /// Number of `isready` commands without an answer.
    unanswered: u32,
}

impl Uci {
    pub(super) fn new(protocol: EngineProtocol) -> Self {
        let ucci = (protocol == EngineProtocol::Ucci).then(Ucci::default);
        Self { protocol, ucci, unanswered: 0 }
    }

    /// Returns commands of UCI in the words of the program.
    fn translated(&self, commands: String, mover: Side) -> String {
        match &self.ucci {
            Some(ucci) => commands.lines().map(|line| ucci.write_command(line, mover) + "\n").collect(),
            None => commands,
        }
    }

    /// Returns a line of the program in the words of UCI.
    fn understood<'a>(&mut self, line: &'a str) -> Cow<'a, str> {
        self.ucci.as_mut().map_or(Cow::Borrowed(line), |ucci| ucci.read_answer(line))
    }
}

impl Dialect for Uci {
    fn introduce(&mut self, process: &mut Process, within: Duration) -> Result<Introduction, EngineFailure> {
        process.send(&self.translated("uci\n".to_owned(), Side::First))?;
        let mut read = Introduction::default();
        await_line(process, Instant::now() + within, |line| {
            match EngineLine::read(&self.understood(line)) {
                EngineLine::Name(name) => read.name = printable(name),
                EngineLine::Option(option) => read.options.push(option),
                EngineLine::UciOk => return Some(()),
                _ => {}
            }
            None
        })?;
        if let Some(ucci) = &mut self.ucci
            && find(&read.options, Ucci::MILLISECONDS).is_some()
        {
            let command = ucci.use_milliseconds();
            process.send(&self.translated(command, Side::First))?;
        }
        Ok(read)
    }

    fn settings(&self, spec: &EngineSpec, announced: &[Announced]) -> Result<String, Refused> {
        let mut commands = String::new();
        for (name, value) in &spec.options {
            let refused = |problem: String| Refused { option: Some(name.clone()), problem };
            let option = find(announced, name).ok_or_else(|| refused(no_such_option(announced)))?;
            let value = value.to_string();
            if let Some(objection) = option.objection(&value) {
                return Err(refused(objection));
            }
            commands.push_str(&option.command(&value));
        }
        if spec.ponder {
            let option = find(announced, "Ponder")
                .ok_or_else(|| Refused::program("the engine cannot ponder: it has no option Ponder"))?;
            commands.push_str(&option.command("true"));
        }
        Ok(self.translated(commands, Side::First))
    }

    fn variant(&self, variant: EngineVariant, announced: &[Announced]) -> Option<String> {
        let option = find(announced, variant.option)?;
        // Only the engine knows whether a text is valid.
        let fits = option.kind != OptionKind::Text && option.objection(variant.value).is_none();
        fits.then(|| option.command(variant.value))
    }

    fn execute(&mut self, process: &mut Process, commands: &str, within: Duration) -> Result<(), EngineFailure> {
        process.send(&format!("{commands}isready\n"))?;
        self.unanswered += 1;
        await_line(process, Instant::now() + within, |line| {
            if EngineLine::read(line) == EngineLine::ReadyOk {
                self.unanswered -= 1;
            }
            (self.unanswered == 0).then_some(())
        })
    }

    fn new_match(&mut self, setup: &str) -> Result<String, String> {
        Ok(self.translated(format!("ucinewgame\n{setup}"), Side::First))
    }

    fn turn(&mut self, script: &Script, allowance: &Allowance, ponders: bool) -> Result<String, String> {
        let settled = script.settled.as_ref().filter(|_| !self.protocol.is_text());
        let (from, moves) = match settled {
            Some((plies, text)) => (Some(text), &script.moves[*plies..]),
            None => (script.start.as_ref(), &script.moves[..]),
        };
        // A move has four or five letters.
        let mut text = String::with_capacity(168 + 6 * moves.len());
        text.push_str("isready\n");
        self.unanswered += 1;
        match from {
            None => text.push_str("position startpos"),
            Some(from) => text.extend(["position fen ", from]),
        }
        for (place, played) in moves.iter().enumerate() {
            text.push_str(if place == 0 { " moves " } else { " " });
            text.push_str(&played.text);
        }
        if let Some(legal) = &script.legal {
            text.push_str("\nlegal ");
            text.push_str(&legal.join(" "));
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{}", go(script.to_move, allowance, ponders));
        text.push('\n');
        Ok(self.translated(text, script.to_move))
    }

    fn is_synchronised(&self) -> bool {
        self.unanswered == 0
    }

    fn on_line(&mut self, line: &str, gathered: &mut Gathered) -> LineMeaning {
        match EngineLine::read(&self.understood(line)) {
            EngineLine::ReadyOk => self.unanswered = self.unanswered.saturating_sub(1),
            _ if self.unanswered > 0 => {}
            EngineLine::Info(text) => gathered.take(text),
            EngineLine::BestMove("(none)", _) if self.ucci.is_some() => {
                return LineMeaning::NoMove(EndReason::Resignation, EndDetail::Resigned {});
            }
            EngineLine::BestMove(text, expected) => {
                gathered.expect(expected.unwrap_or_default());
                return LineMeaning::the_move(text);
            }
            EngineLine::Other if self.protocol.is_text() && line.trim() == "resign" => {
                return LineMeaning::NoMove(EndReason::Resignation, EndDetail::Resigned {});
            }
            EngineLine::Other => return LineMeaning::Unknown,
            _ => {}
        }
        LineMeaning::Nothing
    }

    fn stop(&self) -> Option<&'static str> {
        Some("stop\n")
    }
}

/// Returns the command that asks for a move within these limits.
fn go(mover: Side, allowance: &Allowance, ponder: bool) -> GoCommand {
    let Allowance { depth, nodes, time: move_time, clock, other } = *allowance;
    let mut go = GoCommand { depth, nodes, move_time, ponder, ..GoCommand::default() };
    if let Some(own) = clock {
        let other = other.unwrap_or(own);
        let clocks = if mover == Side::First { [own, other] } else { [other, own] };
        go.time = clocks.map(|clock| Some(clock.remaining));
        go.increment = clocks.map(|clock| clock.increment);
        go.moves_to_go = own.moves_to_go;
    }
    go
}

/// A parsed line of an engine. Only the parts that the arena uses are kept.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum EngineLine<'a> {
    Name(&'a str),
    Option(Announced),
    /// The end of the introduction.
    UciOk,
    /// All commands before `isready` are done.
    ReadyOk,
    /// Information about its search.
    Info(&'a str),
    /// Its move, and the answer that it expects, if given.
    BestMove(&'a str, Option<&'a str>),
    /// Anything else.
    Other,
}

impl<'a> EngineLine<'a> {
    /// Reads a line. Any white space separates words.
    pub(super) fn read(line: &'a str) -> Self {
        let (word, rest) = next_word(line.trim_ascii_end()).unwrap_or(("", ""));
        match word {
            "info" => Self::Info(rest),
            "bestmove" => {
                let mut words = rest.split_ascii_whitespace();
                let best = words.next().unwrap_or_default();
                Self::BestMove(best, words.next().filter(|word| *word == "ponder").and_then(|_| words.next()))
            }
            "readyok" => Self::ReadyOk,
            "uciok" => Self::UciOk,
            "option" => Announced::read(rest).map_or(Self::Other, Self::Option),
            "id" => rest.trim_start().strip_prefix("name ").map_or(Self::Other, |name| Self::Name(name.trim())),
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relevant_lines_are_distinguished_from_others() {
        assert_eq!(EngineLine::read("id name Stockfish 17\r"), EngineLine::Name("Stockfish 17"));
        assert_eq!(EngineLine::read("  uciok "), EngineLine::UciOk);
        assert_eq!(EngineLine::read("readyok"), EngineLine::ReadyOk);
        assert_eq!(EngineLine::read("bestmove e2e4 ponder e7e5"), EngineLine::BestMove("e2e4", Some("e7e5")));
        assert_eq!(EngineLine::read("bestmove"), EngineLine::BestMove("", None));
        for other in ["", "id author nobody", "uciok?", "bestmovee2e4", "\u{7}", "Stockfish 17 by the developers"] {
            assert_eq!(EngineLine::read(other), EngineLine::Other, "{other:?}");
        }
    }
}
