//! `arena doctor`: reports what is installed and whether a server could start.

use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;

use anyhow::anyhow;
use serde_json::json;

use super::serve::{self, SettingsFlags};
use super::terminal::{self, beside};
use super::{CommandResult, ConfigDir, Failure, version};
use arena_bots::RawBot;
use arena_bots::embedded::Files;
use arena_bots::engine::{Compliance, ComplianceCheck, check_compliance, installed};
use arena_bots::tree::grouped;
use arena_games::GameId;
use arena_games::conventions::EngineProtocol;
use arena_store::{Inspection, inspect};
use arena_tournament::report::number_format::counted;

/// Programs that speak the Universal Chess Interface, by their usual package names.
const ENGINES: &[&str] = &[
    "stockfish",
    "fairy-stockfish",
    "lc0",
    "ethereal-chess",
    "ethereal",
    "berserk",
    "obsidian",
    "koivisto",
    "rubichess",
    "komodo",
    "fruit",
    "glaurung",
    "toga2",
    "gnuchess",
];
/// Below this much free disk space, a server may soon run out of space.
const LITTLE_ROOM: u64 = 256 << 20;

/// Reports what is installed and whether a server could start: settings, bots, address, data directory and engines.
///
/// The command changes nothing. The exit code is 1 if something would keep a server from starting.
///
/// With --engine, the command checks instead whether a program follows its protocol: start, moves, positions, time,
/// stop, unknown input and exit. The exit code is 1 if a check fails.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  arena doctor --data /var/lib/arena
  arena doctor --engine stockfish
  arena doctor --engine './brain --quiet' --protocol gomocup")]
pub(super) struct Args {
    #[command(flatten)]
    server: SettingsFlags,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Check this engine instead: the program and its arguments.
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// Protocol of the engine: uci, ucci, xboard, gomocup, gtp or text [default: uci]
    #[arg(long, value_name = "PROTOCOL", requires = "engine", value_parser = protocol)]
    protocol: Option<EngineProtocol>,
    /// Game in which the engine is checked [default: the usual one of the protocol]
    #[arg(long, requires = "engine")]
    game: Option<GameId>,
}

fn protocol(text: &str) -> Result<EngineProtocol, String> {
    let all = EngineProtocol::ALL;
    all.into_iter()
        .find(|protocol| protocol.name() == text)
        .ok_or_else(|| format!("expected {}", all.map(EngineProtocol::name).join(", ")))
}

/// The result of one check.
struct Finding {
    about: &'static str,
    state: Severity,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Severity {
    Fine,
    /// Worth knowing, but does not keep a server from starting.
    Odd,
    /// Keeps a server from starting, or violates a protocol.
    Wrong,
    /// Does not apply.
    Skipped,
}

impl Severity {
    const fn word(self) -> &'static str {
        match self {
            Self::Fine => "ok",
            Self::Odd => "note",
            Self::Wrong => "wrong",
            Self::Skipped => "-",
        }
    }
}

/// Checks whether an engine follows its protocol.
fn examine(command: &str, args: &Args) -> CommandResult {
    let protocol = args.protocol.unwrap_or(EngineProtocol::Uci);
    let usual = GameId::usual_of_engines();
    let games = || GameId::ALL.iter().copied().filter(|game| game.is_played_by(protocol));
    let game = match args.game {
        Some(game) => game,
        None => games().find(|game| *game == usual).or_else(|| games().next()).unwrap_or(usual),
    };
    let words: Vec<&str> = command.split_whitespace().collect();
    let raw: RawBot = serde_json::from_value(json!({
        "name": "engine", "game": game, "engine": { "protocol": protocol, "command": words },
    }))
    .expect("it has the keys of a bot");
    let bot = raw.check_entrant(&[]).map_err(|error| Failure::Usage(anyhow!("--engine: {}", error.problem)))?;
    let spec = bot.engine.as_ref().expect("it was given");
    let checks = check_compliance(&bot, spec)?;
    let state = |result| match result {
        Compliance::Passed => Severity::Fine,
        Compliance::Noted => Severity::Odd,
        Compliance::Failed => Severity::Wrong,
        Compliance::Skipped => Severity::Skipped,
    };
    let finding =
        |check: ComplianceCheck| Finding { about: check.about, state: state(check.result), text: check.detail };
    let findings: Vec<_> = checks.into_iter().map(finding).collect();
    print(&findings, args.json)?;
    match findings.iter().filter(|finding| finding.state == Severity::Wrong).count() {
        0 => Ok(()),
        failed => Err(Failure::Work(anyhow!("{}", counted(failed as u64, "check fails", "checks fail")))),
    }
}

pub(super) fn run(args: Args, config: &ConfigDir) -> CommandResult {
    if let Some(command) = &args.engine {
        return examine(command, &args);
    }
    let mut findings = Vec::new();
    let mut find = |about, state, text| findings.push(Finding { about, state, text });
    find("program", Severity::Fine, program());
    let page = arena_page::BUILT;
    let text =
        if page { "included in this program" } else { "not included in this program: build it without SKIP_WEB" };
    find("page", if page { Severity::Fine } else { Severity::Odd }, text.to_owned());
    find("machine", Severity::Fine, machine());
    if let Some(bytes) = arena_server::address_space() {
        let text = "MiB (ulimit -v or -d): a server may abort; limit its memory by a control group, such as MemoryMax=";
        find("address space", Severity::Odd, format!("at most {} {text}", grouped(bytes >> 20)));
    }
    let (state, text) = open_files();
    find("open files", state, text);
    let (state, text) = configuration(config);
    find("configuration", state, text);
    let read = serve::settings(args.server, config, serve::is_free).map_err(|failure| match failure {
        Failure::Usage(error) | Failure::Work(error) | Failure::Unchecked(error) => super::sentence(&error),
    });
    match read {
        Err(problem) => find("settings", Severity::Wrong, problem),
        Ok(settings) => {
            find("settings", Severity::Fine, "valid".to_owned());
            let (state, text) = address(settings.server.listen);
            find("address", state, text);
            let dir = settings.server.data;
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            let (state, text) = data(&dir, &runtime.block_on(inspect(&dir)));
            find("data", state, text);
        }
    }
    find("engines", Severity::Fine, engines());
    print(&findings, args.json)?;
    match findings.iter().filter(|finding| finding.state == Severity::Wrong).count() {
        0 => Ok(()),
        1 => Err(Failure::Work(anyhow!("1 problem found"))),
        wrong => Err(Failure::Work(anyhow!("{wrong} problems found"))),
    }
}

fn print(findings: &[Finding], as_json: bool) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    if as_json {
        let list: Vec<_> = findings
            .iter()
            .map(|Finding { about, state, text }| json!({"about": about, "state": state.word(), "text": text}))
            .collect();
        return writeln!(out, "{}", json!({ "findings": list }));
    }
    out.write_all(listed(findings, terminal::columns().unwrap_or(usize::MAX)).as_bytes())
}

/// Formats the findings, one line each, or several on a narrow terminal.
fn listed(findings: &[Finding], columns: usize) -> String {
    let shown =
        |Finding { about, state, text }: &Finding| beside(&format!("{:<6} {about:<17} ", state.word()), text, columns);
    findings.iter().map(shown).collect()
}

fn program() -> String {
    let path =
        std::env::current_exe().map_or_else(|_| "an unknown place".to_owned(), |path| path.display().to_string());
    format!(
        "{path}, version {}, commit {}, {}",
        env!("CARGO_PKG_VERSION"),
        version::build().commit,
        version::build().target
    )
}

fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    format!("{cores} processors and {} MiB of memory for this process", grouped(arena_server::memory() >> 20))
}

/// Checks the limit of open files: a connection needs one, an engine three.
fn open_files() -> (Severity, String) {
    #[cfg(unix)]
    if let Some(most) = rustix::process::getrlimit(rustix::process::Resource::Nofile).current {
        let few = most < 4_096;
        let hint = if few { "; a connection takes one: raise it (ulimit -n, LimitNOFILE)" } else { "" };
        return (if few { Severity::Odd } else { Severity::Fine }, format!("at most {}{hint}", grouped(most)));
    }
    (Severity::Fine, "no known limit".to_owned())
}

/// Counts the bots, books and tournaments, both embedded and from the folder.
fn configuration(config: &ConfigDir) -> (Severity, String) {
    let read = || -> Result<String, Failure> {
        let folder = config.folder()?;
        let roster = super::modules::server_roster(folder)?;
        let tournaments = Files::over(folder).all("tournaments")?.len();
        let place = folder.map_or_else(
            || "embedded files only".to_owned(),
            |folder| format!("{} and the embedded files", folder.display()),
        );
        let (bots, books, games) = (roster.all().len(), roster.books().len(), GameId::ALL.len());
        Ok(format!("{place}; {bots} bots, {books} books, {tournaments} tournaments for {games} games"))
    };
    match read() {
        Ok(text) => (Severity::Fine, text),
        Err(Failure::Usage(error) | Failure::Work(error) | Failure::Unchecked(error)) => {
            (Severity::Wrong, super::sentence(&error))
        }
    }
}

fn address(address: SocketAddr) -> (Severity, String) {
    match TcpListener::bind(address) {
        Ok(_) => (Severity::Fine, format!("{address} is free")),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => (
            Severity::Wrong,
            format!("{address} is in use by another arena or program; choose another address with --listen"),
        ),
        Err(error) => (Severity::Wrong, format!("{address} cannot be listened on: {error}")),
    }
}

fn data(dir: &Path, inspection: &Inspection) -> (Severity, String) {
    let name = dir.display();
    let free = inspection.free.map_or_else(|| "an unknown number of".to_owned(), |free| grouped(free >> 20));
    let little = inspection.free.is_some_and(|free| free < LITTLE_ROOM);
    let room = format!("{free} MiB free{}", if little { ", which is little" } else { "" });
    if !inspection.exists {
        let state = if little { Severity::Odd } else { Severity::Fine };
        return (state, format!("{name} does not exist yet and will be created; {room}"));
    }
    let size = format!("{} KiB", grouped(inspection.bytes.div_ceil(1 << 10)));
    let expected = inspection.expected;
    let (state, schema) = match &inspection.version {
        Ok(None) => (Severity::Fine, "no database yet".to_owned()),
        Ok(Some(version)) if *version == expected => (Severity::Fine, format!("a database of version {version}")),
        Ok(Some(version)) => {
            (Severity::Wrong, format!("a database of version {version}, but this program needs version {expected}"))
        }
        Err(problem) => (Severity::Wrong, format!("a database that cannot be read: {problem}")),
    };
    let (state, lock) = match inspection.in_use {
        Some(true) => (Severity::Wrong, "a server has it open; another one cannot start on it"),
        Some(false) => (state, "not in use"),
        None => (state, "cannot determine whether it is in use"),
    };
    let state = if little && state == Severity::Fine { Severity::Odd } else { state };
    (state, format!("{name}: {schema}, {size}, {room}; {lock}"))
}

/// Lists the engines that tournaments can name without a path.
fn engines() -> String {
    let paths: Vec<String> =
        ENGINES.iter().filter_map(|name| installed(name)).map(|path| path.display().to_string()).collect();
    match paths.is_empty() {
        true => "no known engine found on the PATH; tournaments can use any program that speaks UCI".to_owned(),
        false => paths.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena_tournament::report::text_width::width;

    #[test]
    fn findings_fit_terminals_of_60_80_and_120_columns() {
        let find = |about, state, text: &str| Finding { about, state, text: text.to_owned() };
        let findings = [
            find(
                "open files",
                Severity::Odd,
                "at most 1,024; a connection takes one: raise it (ulimit -n, LimitNOFILE)",
            ),
            find(
                "data",
                Severity::Wrong,
                "/var/lib/arena: a database of version 3, 1,204 KiB, 20,481 MiB free; a server has it open; another \
                 one cannot start on it",
            ),
            find("engines", Severity::Fine, "/usr/games/stockfish"),
        ];
        for columns in [60, 80, 120] {
            let shown = listed(&findings, columns);
            assert!(shown.lines().all(|line| width(line) <= columns), "{columns}: {shown}");
            insta::assert_snapshot!(format!("findings-{columns}"), shown);
        }
    }
}
