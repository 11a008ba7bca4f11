//! Opens the folders of Syzygy tables that a command names.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::anyhow;

use super::Failure;
use arena_syzygy::Tablebases;

/// Opens the folders of `--tb`, separated as in the PATH. Damaged tables are named on standard error.
pub(super) fn open(folders: &OsStr) -> Result<Arc<Tablebases>, Failure> {
    let folders: Vec<PathBuf> = std::env::split_paths(folders).collect();
    let warn = Box::new(|warning: &str| say!("--tb: {warning}"));
    let opened = Tablebases::open(&folders, warn).map_err(|error| Failure::Usage(anyhow!("--tb: {error}")))?;
    Ok(Arc::new(opened))
}
