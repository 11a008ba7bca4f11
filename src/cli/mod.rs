//! The command line: one file per subcommand.

mod analyse;
mod bench;
mod board_text;
mod bots;
mod games;
mod perft;
mod play;
mod records_file;
mod search_flags;
mod serve;
mod stats;
mod tournament;
mod verify;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::bots::FileError;
use crate::games as rules;

/// Hosts two-player games between people and minimax bots, and plays tournaments between bots.
#[derive(Debug, Parser)]
#[command(name = "arena", version, about, propagate_version = true, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    config: ConfigDir,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Where configuration files are.
#[derive(Debug, clap::Args)]
struct ConfigDir {
    /// A folder with bots/, books/ and tournaments/ whose files override and extend those that ship [default: config,
    /// where there is one]
    #[arg(long, global = true, value_name = "DIR", env = "ARENA_CONFIG_DIR")]
    config_dir: Option<PathBuf>,
}

impl ConfigDir {
    fn folder(&self) -> Option<&Path> {
        let here = Path::new("config");
        self.config_dir.as_deref().or_else(|| here.is_dir().then_some(here))
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    Analyse(Box<analyse::Args>),
    Bench(bench::Args),
    Bots(bots::Args),
    Games(games::Args),
    Perft(perft::Args),
    Serve(serve::Args),
    Stats(stats::Args),
    Tournament(tournament::Args),
    Verify(verify::Args),
    Play(play::Args),
}

/// Why a command ended without success, and with which exit code.
#[derive(Debug)]
pub enum Failure {
    /// The command was given something wrong: exit code 2.
    Usage(anyhow::Error),
    /// The work failed: exit code 1.
    Work(anyhow::Error),
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

/// Parses the command line and does what it says.
#[must_use]
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        None => serve::run(serve::Args::default(), &cli.config),
        Some(Command::Serve(args)) => serve::run(args, &cli.config),
        Some(Command::Analyse(args)) => analyse::run(&args, &cli.config),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Bots(args)) => bots::run(&args, &cli.config),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Stats(args)) => stats::run(&args),
        Some(Command::Tournament(args)) => tournament::run_command(&args, &cli.config),
        Some(Command::Verify(args)) => verify::run(&args, &cli.config),
        Some(Command::Play(args)) => play::run(&args, &cli.config),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Work(error)) => complain(&error, 1),
        Err(Failure::Usage(error)) => complain(&error, 2),
    }
}

fn complain(error: &anyhow::Error, code: u8) -> ExitCode {
    // A reader that went away, as `arena … | head` makes one, is no failure.
    let broken_pipe = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(broken_pipe) {
        return ExitCode::SUCCESS;
    }
    eprintln!("arena: {error:#}");
    ExitCode::from(code)
}

/// `--option name=value`: the value is JSON where it reads as such, text otherwise.
fn game_option(text: &str) -> Result<(String, serde_json::Value), String> {
    let (name, value) = text.split_once('=').ok_or("an option is written name=value, as heap=21")?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    Ok((name.to_owned(), value))
}
