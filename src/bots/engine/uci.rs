//! The Universal Chess Interface, and the text protocol with the same commands.
//!
//! UCI is Stefan Meyer-Kahlen's protocol of 2006. The option `UCI_Variant` is a convention of engines that play chess
//! variants. Engines send much more than UCI specifies, so unknown lines are ignored.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::EngineFailure;
use super::announced::{Announced, OptionKind, find, no_such_option};
use super::dialect::{Allowance, Dialect, Introduction, LineMeaning, Refused, Script, await_line};
use super::gathered::{Gathered, next_word};
use super::printable;
use super::process::Process;
use super::spec::EngineSpec;
use crate::OwnClock;
use arena_games::Side;
use arena_games::conventions::{EngineProtocol, EngineVariant};
use arena_play::{EndDetail, EndReason};

/// The option of UCCI that lets times be in milliseconds.
const MILLISECONDS: &str = "usemillisec";

/// Removes the words that UCCI leaves out of `setoption name Hash value 16`.
fn without_words(command: &str) -> String {
    command.replacen(" name ", " ", 1).replacen(" value ", " ", 1)
}

/// The dialect of UCI, of UCCI or of the text protocol.
pub(super) struct Uci {
    protocol: EngineProtocol,
    /// Number of `isready` commands without an answer.
    unanswered: u32,
    /// Whether times are in milliseconds. In UCCI they are in seconds until `usemillisec true`.
    milliseconds: bool,
}

impl Uci {
    pub(super) const fn new(protocol: EngineProtocol) -> Self {
        Self { protocol, unanswered: 0, milliseconds: !matches!(protocol, EngineProtocol::Ucci) }
    }

    fn is_ucci(&self) -> bool {
        self.protocol == EngineProtocol::Ucci
    }

    /// Writes the limits of a search for UCCI, where a time for one move is a period of one move. Whole seconds are rounded
    /// down, so that an engine does not lose on time.
    fn write_ucci_limits(&self, text: &mut String, allowance: &Allowance) {
        let units = |time: Duration| if self.milliseconds { time.as_millis() } else { time.as_secs().into() };
        // Only one limit is allowed, and the time is the one that loses a match.
        if let Some(time) = allowance.time {
            let _ = write!(text, " time {} movestogo 1", units(time));
        } else if let Some(OwnClock { remaining, increment, moves_to_go }) = allowance.clock {
            let _ = write!(text, " time {}", units(remaining));
            let _ = match moves_to_go {
                Some(moves) => write!(text, " movestogo {moves}"),
                None => write!(text, " increment {}", units(increment)),
            };
            if let Some(other) = allowance.other {
                let _ = write!(text, " opptime {} oppincrement {}", units(other.remaining), units(other.increment));
            }
        } else if let Some(depth) = allowance.depth {
            let _ = write!(text, " depth {depth}");
        } else if let Some(nodes) = allowance.nodes {
            let _ = write!(text, " nodes {nodes}");
        }
    }
}

impl Dialect for Uci {
    fn introduce(&mut self, process: &mut Process, within: Duration) -> Result<Introduction, EngineFailure> {
        process.send(if self.is_ucci() { "ucci\n" } else { "uci\n" })?;
        let mut read = Introduction::default();
        await_line(process, Instant::now() + within, |line| {
            match EngineLine::read(line) {
                EngineLine::Name(name) => read.name = printable(name),
                EngineLine::Option(option) => read.options.push(option),
                EngineLine::UciOk => return Some(()),
                _ => {}
            }
            None
        })?;
        if self.is_ucci() && find(&read.options, MILLISECONDS).is_some() {
            process.send(&format!("setoption {MILLISECONDS} true\n"))?;
            self.milliseconds = true;
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
            let command = option.command(&value);
            let command = if self.is_ucci() { without_words(&command) } else { command };
            commands.push_str(&command);
        }
        if spec.ponder {
            let option = find(announced, "Ponder")
                .ok_or_else(|| Refused::program("the engine cannot ponder: it has no option Ponder"))?;
            commands.push_str(&option.command("true"));
        }
        Ok(commands)
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
        let begin = if self.is_ucci() { "setoption newgame" } else { "ucinewgame" };
        Ok(format!("{begin}\n{setup}"))
    }

    fn turn(&mut self, script: &Script, allowance: &Allowance, ponders: bool) -> Result<String, String> {
        let settled = script.settled.as_ref().filter(|_| self.protocol != EngineProtocol::Text);
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
        text.push_str(if ponders { "\ngo ponder" } else { "\ngo" });
        if self.is_ucci() {
            self.write_ucci_limits(&mut text, allowance);
        } else {
            write_limits(&mut text, script.to_move, allowance);
        }
        text.push('\n');
        Ok(text)
    }

    fn is_synchronised(&self) -> bool {
        self.unanswered == 0
    }

    fn on_line(&mut self, line: &str, gathered: &mut Gathered) -> LineMeaning {
        match EngineLine::read(line) {
            EngineLine::ReadyOk => self.unanswered = self.unanswered.saturating_sub(1),
            _ if self.unanswered > 0 => {}
            EngineLine::Info(text) => gathered.take(text),
            EngineLine::BestMove("(none)" | "nobestmove", _) if self.is_ucci() => {
                return LineMeaning::NoMove(EndReason::Resignation, EndDetail::Resigned {});
            }
            EngineLine::BestMove(text, expected) => {
                gathered.expect(expected.unwrap_or_default());
                return LineMeaning::the_move(text);
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

/// Writes the limits of a search as arguments of `go`. Writing to a string cannot fail.
fn write_limits(text: &mut String, mover: Side, allowance: &Allowance) {
    if let Some(depth) = allowance.depth {
        let _ = write!(text, " depth {depth}");
    }
    if let Some(nodes) = allowance.nodes {
        let _ = write!(text, " nodes {nodes}");
    }
    if let Some(time) = allowance.time {
        let _ = write!(text, " movetime {}", time.as_millis());
    }
    let Some(own) = allowance.clock else { return };
    let other = allowance.other.unwrap_or(own);
    let (white, black) = if mover == Side::First { (own, other) } else { (other, own) };
    for (letter, OwnClock { remaining, increment, .. }) in [('w', white), ('b', black)] {
        let (time, increment) = (remaining.as_millis(), increment.as_millis());
        let _ = write!(text, " {letter}time {time} {letter}inc {increment}");
    }
    if let Some(moves) = own.moves_to_go {
        let _ = write!(text, " movestogo {moves}");
    }
}

/// A parsed line of an engine. Only the parts that the arena uses are kept.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum EngineLine<'a> {
    Name(&'a str),
    /// An announced option.
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
            "nobestmove" => Self::BestMove(word, None),
            "readyok" => Self::ReadyOk,
            "uciok" | "ucciok" => Self::UciOk,
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
    fn ucci_has_its_own_limits_options_and_refusals() {
        let mut ucci = Uci::new(EngineProtocol::Ucci);
        let clock =
            OwnClock { remaining: Duration::from_millis(61_500), increment: Duration::from_secs(2), moves_to_go: None };
        let limits = |ucci: &Uci, allowance: Allowance| {
            let mut text = String::new();
            ucci.write_ucci_limits(&mut text, &allowance);
            text
        };
        let on_clock = Allowance { clock: Some(clock), other: Some(clock), ..Allowance::default() };
        assert_eq!(limits(&ucci, on_clock), " time 61 increment 2 opptime 61 oppincrement 2");
        ucci.milliseconds = true;
        assert_eq!(limits(&ucci, on_clock), " time 61500 increment 2000 opptime 61500 oppincrement 2000");
        let one_move = Allowance { time: Some(Duration::from_millis(250)), ..Allowance::default() };
        assert_eq!(limits(&ucci, one_move), " time 250 movestogo 1");
        assert_eq!(limits(&ucci, Allowance { depth: Some(3), ..Allowance::default() }), " depth 3");
        assert_eq!(without_words("setoption name hashsize value 16\n"), "setoption hashsize 16\n");
        for line in ["nobestmove", "bestmove (none)"] {
            let refusal = LineMeaning::NoMove(EndReason::Resignation, EndDetail::Resigned {});
            assert_eq!(ucci.on_line(line, &mut Gathered::default()), refusal, "{line}");
        }
        assert_eq!(ucci.on_line("bestmove h2e2", &mut Gathered::default()), LineMeaning::the_move("h2e2"));
        let EngineLine::Option(option) = EngineLine::read("option usemillisec type check default false") else {
            panic!("it is an option");
        };
        assert_eq!(option.name, MILLISECONDS);
        assert_eq!(EngineLine::read("ucciok"), EngineLine::UciOk);
    }

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
