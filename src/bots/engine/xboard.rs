//! The Chess Engine Communication Protocol ("xboard"), version 2, as described by Tim Mann and H.G. Muller.
//!
//! An engine keeps the match itself: it gets the moves one by one and answers the last of them. It gets the whole match
//! only if the match does not continue from there. The arena never lets it think in the other side's time. Each turn
//! begins with a ping, if supported, so that late output of a match is not taken for an answer in the next one.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::announced::{Announced, OptionKind, find, no_such_option};
use super::dialect::{Allowance, Dialect, Introduction, LineMeaning, Refused, Script, await_line};
use super::gathered::Gathered;
use super::process::Process;
use super::spec::EngineSpec;
use super::xboard_words::{edit, features_of, option, thinking};
use super::{EngineFailure, printable, quoted};
use arena_play::{EndDetail, EndReason};

/// An engine that announces no features within this time speaks version 1 of the protocol.
const FEATURES: Duration = Duration::from_secs(2);
/// GNU Chess loses input that follows `xboard` too quickly, so nothing is sent until the engine has been silent for
/// this time. That may be too short on a busy machine, so the question is repeated once.
const QUIET: Duration = Duration::from_millis(150);
/// The features that the arena uses.
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
    /// Number of the last ping.
    pings: u32,
    /// Number of this turn's ping until it is answered.
    awaited: Option<u32>,
    matches: u32,
    /// The game's own commands for the beginning of a match.
    setup: String,
    /// Number of moves on the engine's board once it has answered; `None` before the first turn.
    sent: Option<usize>,
    /// The commands that set its limits, as last sent.
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
                // Input that was sent too early may be lost.
                Err(EngineFailure::Silent) if !patient && !again => {
                    again = true;
                    process.send("protover 2\n")?;
                    deadline = Instant::now() + FEATURES.min(within);
                    continue;
                }
                // Version 1 announces nothing.
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
                // Hash and Threads have their own commands.
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
            return Err("the engine plays only one match per process".to_owned());
        }
        self.check_variant(setup)?;
        self.matches += 1;
        setup.clone_into(&mut self.setup);
        (self.sent, self.awaited) = (None, None);
        self.conditions.clear();
        Ok(self.beginning())
    }

    fn check_start(&self, setup: &str, start: Option<&str>) -> Result<(), String> {
        self.check_variant(setup)?;
        start.map_or(Ok(()), |start| self.placing(setup, start).map(drop))
    }

    fn turn(&mut self, script: &Script, allowance: &Allowance, _: bool) -> Result<String, String> {
        let mut text = String::new();
        let moves = &script.moves;
        let goes_on = self.sent.filter(|sent| moves.len() > *sent);
        match (goes_on, &script.start) {
            // The engine answers the last move without `go`.
            (Some(sent), _) if moves.len() == sent + 1 => {}
            (Some(_), _) => text.push_str("force\n"),
            (None, start) => {
                if self.sent.is_some() {
                    text.push_str(&self.beginning());
                }
                text.push_str("force\n");
                if let Some(start) = start {
                    text.push_str(&self.placing(&self.setup, start)?);
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
            text.push_str(&self.played(&played.text));
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
            return LineMeaning::NoMove(EndReason::Resignation, EndDetail::Resigned {});
        }
        // The arena knows when a match is over. If the match continues, the claim is false.
        if self.ping && ["1-0", "0-1", "1/2-1/2"].iter().any(|result| line.starts_with(result)) {
            return LineMeaning::NoMove(EndReason::Illegal, EndDetail::Claimed { quoted: quoted(line) });
        }
        if line.starts_with("Illegal move") {
            return LineMeaning::NoMove(EndReason::Crash, EndDetail::TookForIllegal { quoted: quoted(line) });
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
    /// Stores a feature. Returns true if the arena uses it.
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

    /// Checks that it plays the variant that `setup` selects, if any.
    fn check_variant(&self, setup: &str) -> Result<(), String> {
        let missing = |variant: &str| !self.variants.split(',').any(|known| known.trim() == variant);
        match setup.trim().strip_prefix("variant ").filter(|variant| missing(variant)) {
            None => Ok(()),
            Some(variant) => {
                Err(format!("the engine does not play {variant}; its variants are {:?}", printable(&self.variants)))
            }
        }
    }

    /// Returns the commands that set up a position after the beginning of a match. Without `setboard`, edit mode can
    /// express most positions of usual chess.
    fn placing(&self, setup: &str, start: &str) -> Result<String, String> {
        if self.setboard {
            return Ok(format!("setboard {start}\n"));
        }
        let refused = |reason: &str| format!("the engine has no feature setboard, and {reason}");
        if !setup.is_empty() {
            return Err(refused("its edit mode is used for usual chess only"));
        }
        let edited = edit(start).map_err(refused)?;
        // White moves after `new`. The moved pawn is replaced by the position.
        let turn = if edited.black_moves { self.played("a2a3") } else { String::new() };
        Ok(turn + &edited.commands)
    }

    fn played(&self, text: &str) -> String {
        format!("{}{text}\n", if self.usermove { "usermove " } else { "" })
    }

    /// Returns the commands that begin a match. They turn on thinking output and turn off pondering.
    fn beginning(&self) -> String {
        format!("new\n{}force\neasy\npost\n", self.setup)
    }

    /// Writes the limits of its search if they have changed, and the clocks.
    fn limit(&mut self, text: &mut String, allowance: &Allowance) {
        let mut conditions = String::new();
        let seconds = |time: Duration| time.as_millis().div_ceil(1_000).max(1);
        // The clocks of both sides. They are sent in hundredths of a second.
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
            // The protocol has only whole seconds per move. A shorter time is sent as a new clock for each move.
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
    fn features_and_options_are_parsed() {
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
        let style = option("Playing Style -combo Solid /// *Normal").expect("the option is valid");
        assert_eq!(style.kind, OptionKind::Combo(vec!["Solid".into(), "Normal".into()]));
        assert!(xboard.new_match("variant fischerandom\n").is_ok() && xboard.new_match("variant atomic\n").is_err());
    }

    #[test]
    fn moves_are_sent_one_by_one_and_short_times_as_a_clock() {
        let mut xboard = Xboard { usermove: true, setboard: true, ..Xboard::default() };
        xboard.new_match("").expect("the match can begin");
        let script = |moves: &[&str]| Script {
            start: None,
            moves: moves
                .iter()
                .map(|text| super::super::dialect::ScriptMove {
                    side: arena_games::Side::First,
                    text: (*text).to_owned(),
                })
                .collect(),
            settled: None,
            legal: None,
            to_move: arena_games::Side::First,
        };
        let allowance = Allowance { time: Some(Duration::from_millis(200)), depth: Some(4), ..Allowance::default() };
        let mut turn = |moves: &[&str]| xboard.turn(&script(moves), &allowance, false).expect("the turn has commands");
        assert_eq!(turn(&["e2e4"]), "force\nlevel 1 0:01 0\nsd 4\ntime 20\notim 20\nusermove e2e4\ngo\n");
        assert_eq!(turn(&["e2e4", "e7e5", "g1f3"]), "time 20\notim 20\nusermove g1f3\n");
        // A taken-back move restarts the match.
        assert!(turn(&["d2d4"]).starts_with("new\nforce\neasy\npost\nforce\ntime 20"));
        xboard.setboard = false;
        let mut begins = |start: &str| {
            xboard.new_match("").expect("the match can begin");
            let placed = Script { start: Some(start.to_owned()), ..script(&[]) };
            xboard.turn(&placed, &allowance, false)
        };
        let commands = begins("4k3/8/8/8/8/8/P7/4K2R b K - 3 9").expect("edit mode has the position");
        let edited = "force\nusermove a2a3\nedit\n#\nPa2\nKe1\nRh1\nc\nKe8\n.\n";
        assert!(commands.starts_with(edited), "{commands}");
        assert!(begins("4k3/8/8/8/8/8/P7/4K2R w - - 0 1").is_err_and(|problem| problem.contains("setboard")));
        // Chess960 has no edit mode.
        assert!(xboard.check_start("variant fischerandom\n", None).is_err_and(|problem| problem.contains("variants")));
    }
}
