//! The command line: one file per subcommand.

mod account;
mod analyse;
mod backup;
mod bench;
mod board_text;
mod book;
mod bots;
mod check;
mod config;
mod data;
mod doctor;
mod embedded_file;
mod engine;
mod export;
mod games;
mod grade;
mod invite;
mod licenses;
mod match_command;
mod mcp;
mod modules;
mod open;
mod operator_link;
mod operator_request;
mod output_files;
mod perft;
mod play;
mod progress;
mod records_file;
mod search_flags;
mod serve;
mod shell;
mod solve;
mod start;
mod stats;
mod tablebases;
mod terminal;
mod tournament;
mod train;
mod tune;
mod verify;
mod version;
#[cfg(feature = "cluster")]
mod worker;

#[macro_use(say)]
extern crate arena_bots;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use arena_bots::{FileError, PlayerError, unreadable};
use arena_games as rules;
pub use version::Build;

/// Hosts two-player games between people and minimax bots, and plays tournaments between bots.
#[derive(Debug, Parser)]
#[command(name = "arena", version, long_version = version::long(), about, propagate_version = true, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    config: ConfigDir,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The arguments of `arena` without a command: none, so that `serve` takes them from the environment.
#[derive(Debug, Parser)]
struct Serve {
    #[command(flatten)]
    args: serve::Args,
}

/// Where configuration files are.
#[derive(Debug, clap::Args)]
struct ConfigDir {
    /// Folder with bots/, books/ and tournaments/ whose files override and extend the embedded ones [default: config,
    /// if it exists]
    #[arg(long, global = true, value_name = "DIR", env = "ARENA_CONFIG_DIR")]
    config_dir: Option<PathBuf>,
}

impl ConfigDir {
    /// Returns the folder, if there is one. Only the default folder may be missing; an explicit one must exist.
    fn folder(&self) -> Result<Option<&Path>, Failure> {
        let here = Path::new("config");
        let Some(named) = self.config_dir.as_deref() else { return Ok(here.is_dir().then_some(here)) };
        if named.is_dir() {
            return Ok(Some(named));
        }
        let problem = if named.exists() { "is not a folder" } else { "does not exist" };
        Err(Failure::Usage(anyhow::anyhow!(
            "--config-dir (or ARENA_CONFIG_DIR): {} {problem}; name a folder with bots/, books/ or tournaments/",
            named.display()
        )))
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    Account(account::Args),
    Analyse(Box<analyse::Args>),
    Backup(backup::BackupArgs),
    Bench(bench::Args),
    Book(book::Args),
    Bots(bots::Args),
    Check(check::Args),
    Config(config::Args),
    Completions(shell::Completions),
    Data(data::Args),
    Doctor(doctor::Args),
    Engine(engine::Args),
    Export(export::Args),
    Games(games::Args),
    Grade(grade::Args),
    GradeSandbox(grade::Launcher),
    Invite(invite::Args),
    Licenses(licenses::Args),
    Man(shell::Man),
    Match(Box<match_command::Args>),
    Mcp(mcp::Args),
    Open(open::Args),
    OperatorLink(operator_link::Args),
    Perft(perft::Args),
    Restore(backup::RestoreArgs),
    Serve(serve::Args),
    Solve(solve::Args),
    Stats(stats::Args),
    Tournament(tournament::Args),
    Train(train::Args),
    Tune(tune::Args),
    Verify(verify::Args),
    #[cfg(feature = "cluster")]
    Worker(worker::Args),
    Play(play::Args),
}

/// Why a command failed; determines the exit code.
#[derive(Debug)]
pub enum Failure {
    /// The arguments or input files are wrong: exit code 2.
    Usage(anyhow::Error),
    /// The work failed: exit code 1.
    Work(anyhow::Error),
    /// No error was found, but something could not be checked: exit code 3.
    Unchecked(anyhow::Error),
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Work(error)
    }
}

impl From<rules::GameError> for Failure {
    fn from(error: rules::GameError) -> Self {
        Self::Usage(error.into())
    }
}

impl From<PlayerError> for Failure {
    fn from(error: PlayerError) -> Self {
        Self::Work(error.into())
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::Usage(error.into())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Work(error.into())
    }
}

type CommandResult = Result<(), Failure>;

/// Parses the command line and runs the command.
#[must_use]
pub fn run(build: Build) -> ExitCode {
    version::set(build);
    let cli = Cli::parse();
    allow_files();
    let result = match cli.command {
        None => serve::run(Serve::parse_from(["arena"]).args, &cli.config),
        Some(Command::Serve(args)) => serve::run(args, &cli.config),
        Some(Command::Account(args)) => account::run(args, &cli.config),
        Some(Command::Analyse(args)) => analyse::run(&args, &cli.config),
        Some(Command::Backup(args)) => backup::backup(args, &cli.config),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Book(args)) => book::run(&args, &cli.config),
        Some(Command::Bots(args)) => bots::run(&args, &cli.config),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Config(args)) => config::run(args, &cli.config),
        Some(Command::Data(args)) => data::run(args, &cli.config),
        Some(Command::Completions(args)) => shell::completions(&args),
        Some(Command::Doctor(args)) => doctor::run(args, &cli.config),
        Some(Command::Engine(args)) => engine::run(&args, &cli.config),
        Some(Command::Export(args)) => export::run(&args),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Grade(args)) => grade::run(&args, &cli.config),
        Some(Command::GradeSandbox(args)) => grade::launch(&args),
        Some(Command::Invite(args)) => invite::run(args, &cli.config),
        Some(Command::Licenses(_)) => licenses::run(),
        Some(Command::Mcp(args)) => mcp::run(args, &cli.config),
        Some(Command::Open(args)) => open::run(args, &cli.config),
        Some(Command::Man(args)) => shell::man(&args),
        Some(Command::Match(args)) => match_command::run(&args, &cli.config),
        Some(Command::OperatorLink(args)) => operator_link::run(args, &cli.config),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Restore(args)) => backup::restore(args, &cli.config),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Stats(args)) => stats::run(&args),
        Some(Command::Tournament(args)) => tournament::run_command(&args, &cli.config),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Tune(args)) => tune::run(&args, &cli.config),
        Some(Command::Verify(args)) => verify::run(&args, &cli.config),
        #[cfg(feature = "cluster")]
        Some(Command::Worker(args)) => worker::run(&args),
        Some(Command::Play(args)) => play::run(&args, &cli.config),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Work(error)) => complain(&error, 1),
        Err(Failure::Usage(error)) => complain(&error, 2),
        Err(Failure::Unchecked(error)) => complain(&error, 3),
    }
}

/// Maximum number of open files to request.
#[cfg(unix)]
const MOST_FILES: u64 = 65_536;

/// Raises the limit of open files as high as permitted, up to 65,536. An engine needs three files and a connection one,
/// while the default limit of shells is often about a thousand.
fn allow_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let wanted = maximum.unwrap_or(MOST_FILES).min(MOST_FILES);
        if current.is_some_and(|current| current < wanted) {
            // If the request is refused, the old limit stays.
            setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }).ok();
        }
    }
}

fn complain(error: &anyhow::Error, code: u8) -> ExitCode {
    // A closed pipe, as in `arena … | head`, is not a failure.
    let broken_pipe = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(broken_pipe) {
        return ExitCode::SUCCESS;
    }
    say!("arena: {}", sentence(error));
    ExitCode::from(code)
}

/// Returns the error and its causes. A cause is omitted if the error's text already contains it.
fn sentence(error: &anyhow::Error) -> String {
    let mut text = String::new();
    let describe = |cause: &(dyn std::error::Error + 'static)| match cause.downcast_ref::<std::io::Error>() {
        Some(error) => unreadable::cause(error),
        None => cause.to_string(),
    };
    for cause in error.chain().map(describe) {
        if text.is_empty() {
            text = cause;
        } else if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// Parses `--option name=value`. The value is JSON if it parses as such, otherwise text.
fn game_option(text: &str) -> Result<(String, serde_json::Value), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as heap=21")?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    Ok((name.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::{ConfigDir, Failure, sentence};

    #[test]
    fn a_cause_repeated_in_the_error_is_printed_once() {
        let error = anyhow::anyhow!("refused (os error 111)").context("IO error: refused (os error 111)").context("no");
        assert_eq!(sentence(&error), "no: IO error: refused (os error 111)");
    }

    #[test]
    fn file_errors_are_described() {
        let error = std::fs::File::create(std::env::temp_dir()).expect_err("it is a directory");
        assert_eq!(
            sentence(&anyhow::Error::from(error).context("--json: /tmp cannot be written")),
            "--json: /tmp cannot be written: it is a directory, but a file is needed"
        );
    }

    /// Checks that every option and command named in the page for users of other managers exists.
    #[test]
    fn commands_and_options_in_the_migration_page_exist() {
        use clap::CommandFactory;
        let text = include_str!("../../docs/coming-from.md");
        let commands = super::Cli::command();
        let of = |name: &str| commands.find_subcommand(name).unwrap_or_else(|| panic!("arena {name}"));
        let has = |command: &str, flag: &str| of(command).get_arguments().any(|one| one.get_long() == Some(flag));
        let mut checked = 0;
        for row in text.lines().filter(|line| line.starts_with("| `") || line.starts_with("| other")) {
            let ours = row.trim_end_matches('|').rsplit('|').next().expect("the row has a last cell");
            for span in ours.split('`').skip(1).step_by(2) {
                let mut words = span.split_whitespace();
                match words.next() {
                    Some("arena") => match words.find(|word| *word != "help") {
                        Some(flag) if flag.starts_with("--") => {}
                        Some(name) => drop(of(name)),
                        None => panic!("{span}"),
                    },
                    Some(flag) if flag.starts_with("--") => {
                        assert!(has("match", &flag[2..]) || has("tournament", &flag[2..]), "{span}: {row}");
                    }
                    Some(key) if key.ends_with('=') && key != "model=" => {
                        let entrant = format!("x,{key}1").replace("NAME", "Hash");
                        assert!(super::match_command::is_entrant(&entrant), "{span}: {row}");
                    }
                    _ => continue,
                }
                checked += 1;
            }
        }
        assert!(checked > 40, "{checked}");
    }

    #[test]
    fn the_help_of_every_command_fits_sixty_columns() {
        use clap::CommandFactory;
        fn check(mut command: clap::Command) -> usize {
            let help = command.render_long_help().to_string();
            let long: Vec<_> = help.lines().filter(|line| line.chars().count() > 60).collect();
            assert!(long.is_empty(), "arena {}: {long:#?}", command.get_name());
            1 + command.get_subcommands().cloned().map(check).sum::<usize>()
        }
        let mut commands = super::Cli::command().term_width(60);
        commands.build();
        assert!(check(commands) > 30);
    }

    #[test]
    fn an_explicit_configuration_folder_must_exist() {
        let folder = tempfile::tempdir().expect("create a temporary folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "").expect("write the file");
        let at = |path: &std::path::Path| ConfigDir { config_dir: Some(path.to_owned()) };
        assert!(at(folder.path()).folder().is_ok());
        for (path, words) in [(file, "is not a folder"), (folder.path().join("other"), "does not exist")] {
            match at(&path).folder() {
                Err(Failure::Usage(error)) => assert!(error.to_string().contains(words), "{error}"),
                other => panic!("{other:?}"),
            }
        }
    }
}
