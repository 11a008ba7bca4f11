//! Checks the output files of a command before it does any work. Otherwise, matches could be played in vain, or an
//! input file could be overwritten.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::Failure;

/// Rejects a file that two outputs would write to, that the command has read, or that cannot be written. Each output is
/// given with its flag.
pub(super) fn check(outputs: &[(&str, &Path)], read: &[String]) -> Result<(), Failure> {
    for (at, (flag, path)) in outputs.iter().enumerate() {
        if let Some((other, _)) = outputs[..at].iter().find(|(_, earlier)| same_file(earlier, path)) {
            let path = path.display();
            return Err(Failure::Usage(anyhow!("{other} and {flag} cannot both write to {path}: name another file")));
        }
        if read.iter().any(|name| same_file(Path::new(name), path)) {
            return Err(Failure::Usage(anyhow!(
                "{flag} cannot write to {}, which is an input: name another file",
                path.display()
            )));
        }
    }
    for (flag, path) in outputs.iter().filter(|(_, path)| !is_stdout(path)) {
        let opened = File::options().append(true).create(true).open(path);
        opened.with_context(|| format!("{flag}: {} cannot be written", path.display()))?;
    }
    Ok(())
}

/// A file whose name is in the errors of writing, such as that of a full disk.
pub(super) struct OutputFile {
    file: File,
    name: String,
}

impl OutputFile {
    /// Creates the file, or empties it. `name` is its name in errors, with the flag if there is one.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub(super) fn create(path: &Path, name: String) -> anyhow::Result<Self> {
        match File::create(path) {
            Ok(file) => Ok(Self { file, name }),
            Err(error) => Err(error).with_context(|| format!("{name} cannot be written")),
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| unwritable(&self.name, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| unwritable(&self.name, &error))
    }
}

fn unwritable(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{name} cannot be written: {error}"))
}

/// True if a path stands for standard output.
pub(super) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// True if two paths name the same file, which need not exist yet. Several outputs may go to a target that is not a
/// regular file, such as /dev/null.
fn same_file(one: &Path, other: &Path) -> bool {
    let absolute = |path: &Path| -> Option<PathBuf> { path.canonicalize().or_else(|_| std::path::absolute(path)).ok() };
    absolute(one) == absolute(other) && (one.is_file() || !one.exists())
}
