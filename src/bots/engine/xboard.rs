//! The Chess Engine Communication Protocol, version 2, as Tim Mann and H.G. Muller describe it ("xboard" among engines).
//!
//! An engine holds the match itself: it is told moves one by one, answers the last of them, and is told the whole match
//! anew only where it does not go on from there. It is never asked to think in the other side's time. Before each turn it
//! is pinged, where it can be, so that what it says after a match is not taken for an answer in the next.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::announced::{Announced, OptionKind, find, no_such_option};
use super::dialect::{Allowance, Dialect, Introduction, LineMeaning, Refused, Script, await_line};
use super::gathered::Gathered;
use super::process::Process;
use super::spec::EngineSpec;
use super::xboard_words::{features_of, option, thinking};
use super::{EngineFailure, printable, quoted};
use crate::play::{Circumstance, EndReason};

/// An engine that announces no features within this knows only the first version of the protocol.
const FEATURES: Duration = Duration::from_secs(2);
/// GNU Chess loses what it is told right after `xboard`: it is told no more before it has been silent for so long. On a busy
/// machine that may be too short, so that the question is asked again.
const QUIET: Duration = Duration::from_millis(150);
/// The features that are made use of.
const USED: [&str; 9] = ["ping", "setboard", "usermove", "memory", "smp", "reuse", "variants", "myname", "option"];

/// The dialect with one engine.
pub(super) struct Xboard {
    ping: bool,
    setboard: bool,
    usermove: bool,
    memory: bool,
    smp: bool,
    reuse: bool,
    variants: String,
    /// The last number that it was sent to answer.
    pings: u32,
    /// That of this turn, while it is not answered.
    awaited: Option<u32>,
    matches: u32,
    /// What the game adds to the beginning of a match.
    setup: String,
    /// How many moves of the match it has on its board once it has answered; none at the beginning.
    sent: Option<usize>,
    /// The commands that limit its time, as it was last told them.
    conditions: String,
}

impl Default for Xboard {
    fn default() -> Self {
        Self {
            ping: false,
            setboard: false,
            usermove: false,
            memory: false,
            smp: false,
            reuse: true,
            variants: String::new(),
            pings: 0,
            awaited: None,
            matches: 0,
            setup: String::new(),
            sent: None,
            conditions: String::new(),
        }
    }
}

impl Dialect for Xboard {
    fn introduce(&mut self, process: &mut Process, within: Duration) -> Result<Introduction, EngineFailure> {
        let began = Instant::now();
        process.send("xboard\n")?;
        loop {
            match process.line(Instant::now() + QUIET) {
                Ok(_) => {}
                Err(EngineFailure::Silent) => break,
                Err(failure) => return Err(failure),
            }
        }
        process.send("protover 2\n")?;
        let mut read = Introduction::default();
        let mut answers = String::new();
        let (mut patient, mut any, mut again) = (false, false, false);
        let mut deadline = Instant::now() + FEATURES.min(within);
        loop {
            let heard = process.line(deadline).map(Cow::into_owned);
            let line = match heard {
                Ok(line) => line,
                // What came too early may be lost.
                Err(EngineFailure::Silent) if !patient && !again => {
                    again = true;
                    process.send("protover 2\n")?;
                    deadline = Instant::now() + FEATURES.min(within);
                    continue;
                }
                // One of the first version, which has nothing to announce.
                Err(EngineFailure::Silent) if !patient => break,
                Err(failure) => return Err(failure),
            };
            let Some(features) = line.trim().strip_prefix("feature ") else { continue };
            any = true;
            let mut done = false;
            for (key, value) in features_of(features) {
                if key == "done" {
                    (patient, done) = (value == "0", value != "0");
                    deadline = began + within;
                    continue;
                }
                let known = self.take(key, value, &mut read);
                let _ = writeln!(answers, "{} {}", if known { "accepted" } else { "rejected" }, printable(key));
            }
            if done {
                break;
            }
        }
        if any {
            process.send(&answers)?;
        }
        Ok(read)
    }

    fn settings(&self, spec: &EngineSpec, announced: &[Announced]) -> Result<String, Refused> {
        let mut commands = String::new();
        for (name, value) in &spec.options {
            let refused = |problem: String| Refused { option: Some(name.clone()), problem };
            let value = value.to_string();
            let command = match find(announced, name) {
                Some(option) => {
                    if let Some(objection) = option.objection(&value) {
                        return Err(refused(objection));
                    }
                    match option.kind {
                        OptionKind::Button => format!("option {}", option.name),
                        OptionKind::Check => format!("option {}={}", option.name, u8::from(value == "true")),
                        _ => format!("option {}={value}", option.name),
                    }
                }
                // The two that have commands of their own.
                None if self.memory && name.eq_ignore_ascii_case("Hash") => format!("memory {value}"),
                None if self.smp && name.eq_ignore_ascii_case("Threads") => format!("cores {value}"),
                None => return Err(refused(no_such_option(announced))),
            };
            let _ = writeln!(commands, "{command}");
        }
        Ok(commands)
    }

    fn execute(&mut self, process: &mut Process, commands: &str, within: Duration) -> Result<(), EngineFailure> {
        if !self.ping {
            return process.send(commands);
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        process.send(&format!("{commands}ping {}\n", self.pings))?;
        await_line(process, Instant::now() + within, |line| (line.trim() == pong).then_some(()))
    }

    fn new_match(&mut self, setup: &str) -> Result<String, String> {
        if self.matches > 0 && !self.reuse {
            return Err("it plays one match only".to_owned());
        }
        let missing = |variant: &str| !self.variants.split(',').any(|known| known.trim() == variant);
        if let Some(variant) = setup.trim().strip_prefix("variant ").filter(|variant| missing(variant)) {
            return Err(format!("it does not play {variant}: its variants are {:?}", printable(&self.variants)));
        }
        self.matches += 1;
        setup.clone_into(&mut self.setup);
        (self.sent, self.awaited) = (None, None);
        self.conditions.clear();
        Ok(self.beginning())
    }

    fn turn(&mut self, script: &Script, allowance: &Allowance, _: bool) -> Result<String, String> {
        let mut text = String::new();
        let moves = &script.moves;
        let goes_on = self.sent.filter(|sent| moves.len() > *sent);
        match (goes_on, &script.start) {
            // It answers the last move by itself.
            (Some(sent), _) if moves.len() == sent + 1 => {}
            (Some(_), _) => text.push_str("force\n"),
            (None, start) => {
                if self.sent.is_some() {
                    text.push_str(&self.beginning());
                }
                text.push_str("force\n");
                if let Some(start) = start {
                    if !self.setboard {
                        return Err("it cannot be given a position: it has no feature setboard".to_owned());
                    }
                    let _ = writeln!(text, "setboard {start}");
                }
            }
        }
        self.limit(&mut text, allowance);
        if self.ping {
            self.pings += 1;
            self.awaited = Some(self.pings);
            let _ = writeln!(text, "ping {}", self.pings);
        }
        for played in &moves[goes_on.unwrap_or(0)..] {
            let _ = writeln!(text, "{}{}", if self.usermove { "usermove " } else { "" }, played.text);
        }
        if goes_on.is_none_or(|sent| moves.len() != sent + 1) {
            text.push_str("go\n");
        }
        self.sent = Some(moves.len() + 1);
        Ok(text)
    }

    fn is_synchronised(&self) -> bool {
        self.awaited.is_none()
    }

    fn on_line(&mut self, line: &str, gathered: &mut Gathered) -> LineMeaning {
        let line = line.trim();
        if let Some(awaited) = self.awaited {
            if line.strip_prefix("pong ").is_some_and(|number| number.trim().parse() == Ok(awaited)) {
                self.awaited = None;
            }
            return LineMeaning::Nothing;
        }
        let text =
            line.strip_prefix("move ").or_else(|| line.strip_prefix("My move is")?.trim_start().strip_prefix(':'));
        if let Some(text) = text {
            return LineMeaning::the_move(text.trim());
        }
        if line == "resign" || line == "tellics resign" {
            return LineMeaning::NoMove(EndReason::Resignation, Circumstance::Resigned {}.to_string());
        }
        // The arena sees by itself when a match is over; where it goes on, the claim is false.
        if self.ping && ["1-0", "0-1", "1/2-1/2"].iter().any(|result| line.starts_with(result)) {
            return LineMeaning::NoMove(EndReason::Illegal, Circumstance::Claimed { quoted: quoted(line) }.to_string());
        }
        if line.starts_with("Illegal move") {
            return LineMeaning::NoMove(
                EndReason::Crash,
                Circumstance::TookForIllegal { quoted: quoted(line) }.to_string(),
            );
        }
        let Some((depth, score, nodes, moves)) = thinking(line) else { return LineMeaning::Unknown };
        gathered.set(depth, nodes, score, moves);
        LineMeaning::Nothing
    }

    fn stop(&self) -> Option<&'static str> {
        Some("?\n")
    }
}

impl Xboard {
    /// Takes a feature; whether it is made use of.
    fn take(&mut self, key: &str, value: &str, read: &mut Introduction) -> bool {
        let on = value != "0";
        match key {
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "usermove" => self.usermove = on,
            "memory" => self.memory = on,
            "smp" => self.smp = on,
            "reuse" => self.reuse = on,
            "variants" => value.clone_into(&mut self.variants),
            "myname" => read.name = printable(value),
            "option" => read.options.extend(option(value)),
            _ => {}
        }
        USED.contains(&key)
    }

    /// What a match begins with: thoughts are wanted, those in the other side's time are not.
    fn beginning(&self) -> String {
        format!("new\n{}force\neasy\npost\n", self.setup)
    }

    /// Tells what limits its search, as far as it has changed, and the clocks.
    fn limit(&mut self, text: &mut String, allowance: &Allowance) {
        let mut conditions = String::new();
        let seconds = |time: Duration| time.as_millis().div_ceil(1_000).max(1);
        // The clock and the other side's, in hundredths of a second.
        let mut clocks = None;
        match (allowance.clock, allowance.time) {
            (Some(own), _) => {
                if self.sent.is_none() {
                    let (base, step) = (seconds(own.remaining), own.increment.as_secs_f64());
                    let moves = own.moves_to_go.unwrap_or(0);
                    let _ = writeln!(conditions, "level {moves} {}:{:02} {step}", base / 60, base % 60);
                } else {
                    conditions.clone_from(&self.conditions);
                }
                let other = allowance.other.unwrap_or(own);
                clocks = Some((own.remaining, other.remaining));
            }
            // Only whole seconds can be told of a move's time: below one, each move is a session with its clock.
            (None, Some(time)) if time < Duration::from_secs(1) => {
                conditions.push_str("level 1 0:01 0\n");
                clocks = Some((time, time));
            }
            (None, Some(time)) => drop(writeln!(conditions, "st {}", time.as_secs())),
            (None, None) => {}
        }
        if let Some(depth) = allowance.depth {
            let _ = writeln!(conditions, "sd {depth}");
        }
        if conditions != self.conditions {
            text.push_str(&conditions);
            self.conditions = conditions;
        }
        if let Some((own, other)) = clocks {
            let _ = write!(text, "time {}\notim {}\n", own.as_millis() / 10, other.as_millis() / 10);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_and_options_are_read_as_they_are_written() {
        let line =
            "ping=1 myname=\"GNU Chess 6\" variants=\"normal,fischerandom\" option=\"Depth -spin 8 -1 99\" san=0";
        let mut xboard = Xboard::default();
        let mut read = Introduction::default();
        let used: Vec<bool> =
            features_of(line).into_iter().map(|(key, value)| xboard.take(key, value, &mut read)).collect();
        assert_eq!(used, [true, true, true, true, false]);
        assert_eq!((xboard.ping, read.name.as_str()), (true, "GNU Chess 6"));
        let depth = Announced { name: "Depth".into(), kind: OptionKind::Spin { min: -1, max: 99 } };
        assert_eq!(read.options, [depth]);
        let style = option("Playing Style -combo Solid /// *Normal").expect("an option");
        assert_eq!(style.kind, OptionKind::Combo(vec!["Solid".into(), "Normal".into()]));
        assert!(xboard.new_match("variant fischerandom\n").is_ok() && xboard.new_match("variant atomic\n").is_err());
    }

    #[test]
    fn it_is_told_moves_one_by_one_and_a_short_time_as_a_clock() {
        let mut xboard = Xboard { usermove: true, setboard: true, ..Xboard::default() };
        xboard.new_match("").expect("a match");
        let script = |moves: &[&str]| Script {
            start: None,
            moves: moves
                .iter()
                .map(|text| super::super::dialect::ScriptMove {
                    side: crate::games::Side::First,
                    text: (*text).to_owned(),
                })
                .collect(),
            settled: None,
            legal: None,
            to_move: crate::games::Side::First,
        };
        let allowance = Allowance { time: Some(Duration::from_millis(200)), depth: Some(4), ..Allowance::default() };
        let mut turn = |moves: &[&str]| xboard.turn(&script(moves), &allowance, false).expect("commands");
        assert_eq!(turn(&["e2e4"]), "force\nlevel 1 0:01 0\nsd 4\ntime 20\notim 20\nusermove e2e4\ngo\n");
        assert_eq!(turn(&["e2e4", "e7e5", "g1f3"]), "time 20\notim 20\nusermove g1f3\n");
        // What is taken back is begun anew.
        assert!(turn(&["d2d4"]).starts_with("new\nforce\neasy\npost\nforce\ntime 20"));
        xboard.setboard = false;
        let placed = Script { start: Some("8/8".to_owned()), ..script(&[]) };
        xboard.new_match("").expect("a match");
        assert!(xboard.turn(&placed, &allowance, false).is_err_and(|problem| problem.contains("setboard")));
    }
}
