//! `arena completions` and `arena man`: shell completions and manual pages, generated from the command line's
//! definition.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

use super::{Cli, CommandResult};

/// Prints a shell script that completes commands, options and their values.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  arena completions bash > ~/.local/share/bash-completion/completions/arena
  arena completions zsh > ~/.zfunc/_arena
  arena completions fish > ~/.config/fish/completions/arena.fish")]
pub(super) struct Completions {
    /// The shell.
    shell: Shell,
}

/// Prints the manual page, or writes one page per command into a folder.
///
/// Example: arena man --dir ~/.local/share/man/man1
#[derive(Debug, clap::Args)]
pub(super) struct Man {
    /// Write arena.1, arena-serve.1 and so on into this folder, which is created if missing.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(super) fn completions(args: &Completions) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "arena", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(())
}

pub(super) fn man(args: &Man) -> CommandResult {
    let Some(dir) = &args.dir else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        std::io::stdout().lock().write_all(&page)?;
        return Ok(());
    };
    let unwritable = || format!("--dir: the pages cannot be written to {}", dir.display());
    std::fs::create_dir_all(dir).with_context(unwritable)?;
    clap_mangen::generate_to(Cli::command(), dir).with_context(unwritable)?;
    Ok(())
}
