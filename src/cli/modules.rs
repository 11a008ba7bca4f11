//! The WebAssembly modules that commands can name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{ConfigDir, Failure};
use arena_bots::module::ModuleRuntime;
use arena_bots::{FileError, Roster};
use arena_modules::ModuleFiles;

/// Returns the folder of bots in a configuration folder.
fn bots(config: Option<&Path>) -> Option<PathBuf> {
    config.map(|folder| folder.join("bots"))
}

/// Returns the modules at paths from the folder `near` or, if there is none, from the folder of bots.
///
/// # Errors
/// If the configuration folder does not exist.
pub(super) fn files(near: Vec<PathBuf>, config: &ConfigDir) -> Result<Arc<dyn ModuleRuntime>, Failure> {
    let folders = near.into_iter().chain(bots(config.folder()?)).collect();
    Ok(Arc::new(ModuleFiles::everywhere(folders)))
}

/// Loads the bots, for a command whose configurations name modules by paths from the working directory.
///
/// # Errors
/// If the configuration is invalid.
pub(super) fn roster(config: &ConfigDir) -> Result<Roster, Failure> {
    roster_near(Path::new(""), config)
}

/// Loads the bots, for a command whose configurations name modules by paths from the folder `near`.
///
/// # Errors
/// If the configuration is invalid.
pub(super) fn roster_near(near: &Path, config: &ConfigDir) -> Result<Roster, Failure> {
    Ok(Roster::load_with(config.folder()?, Some(files(vec![near.to_owned()], config)?))?)
}

/// Loads the bots and engines of a server. Only its own files of bots name modules, which stand beside them.
///
/// # Errors
/// If the configuration is invalid.
pub(super) fn server_roster(config: Option<&Path>) -> Result<Roster, FileError> {
    let files = ModuleFiles::within(bots(config).into_iter().collect());
    Roster::load_with(config, Some(Arc::new(files)))?.with_modules(None).with_engines(config)
}
