//! Finds the files of modules.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::compiled::MOST_BYTES;
use super::seat::compile;
use arena_bots::module::{Module, ModuleLimits, ModuleRuntime, module_name};
use arena_games::{Diagnostic, diagnostic};

/// The modules in some folders. A configuration names a module by a path from one of them, a record by its digest.
#[derive(Debug, Default)]
pub struct ModuleFiles {
    folders: Vec<PathBuf>,
    /// Whether a path may leave the folders.
    everywhere: bool,
    /// The compiled modules, by their digests and limits.
    compiled: Mutex<HashMap<(String, ModuleLimits), Arc<dyn Module>>>,
}

impl ModuleFiles {
    /// Modules in these folders only, for configurations of others.
    #[must_use]
    pub fn within(folders: Vec<PathBuf>) -> Self {
        // The parent of a file without a folder is an empty path, which cannot be listed.
        let listable = |folder: PathBuf| if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
        Self { folders: folders.into_iter().map(listable).collect(), ..Self::default() }
    }

    /// Modules at any path, relative to one of these folders. For whoever runs the program.
    #[must_use]
    pub fn everywhere(folders: Vec<PathBuf>) -> Self {
        Self { everywhere: true, ..Self::within(folders) }
    }

    /// Returns the bytes of a file by its path.
    fn named(&self, file: &str) -> Result<Vec<u8>, Diagnostic> {
        let path = Path::new(file);
        let outside = path.is_absolute() || path.components().count() != 1;
        if outside && !self.everywhere {
            return Err(diagnostic!("module_folder", "{file} must be the name of a file without a folder", file));
        }
        let found = self.folders.iter().map(|folder| folder.join(path)).find(|path| path.is_file());
        let path = found.ok_or_else(|| {
            let folders = self.listed();
            diagnostic!("module_missing", "there is no module {file} in {folders}", file, folders)
        })?;
        read(&path)
    }

    /// Returns the bytes of the file with this digest. The file may have been renamed.
    fn digested(&self, file: &str, digest: &str) -> Result<Vec<u8>, Diagnostic> {
        let fits = |bytes: &Vec<u8>| HEXLOWER.encode(&Sha256::digest(bytes)) == digest;
        let named = self.folders.iter().map(|folder| folder.join(file));
        let others = self.folders.iter().flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
        let others = others.map(|entry| entry.path()).filter(|path| module_name(&path.to_string_lossy()).is_some());
        let found = named.chain(others).filter(|path| path.is_file()).find_map(|path| read(&path).ok().filter(fits));
        found.ok_or_else(|| {
            let folders = self.listed();
            diagnostic!(
                "module_digest",
                "there is no module {file} with the digest {digest} in {folders}",
                file,
                digest,
                folders
            )
        })
    }

    fn listed(&self) -> String {
        let names = self.folders.iter().map(|folder| folder.display().to_string());
        names.collect::<Vec<_>>().join(", ")
    }
}

/// Reads a file, unless it is larger than a module can be.
fn read(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    use std::io::Read;
    let name = path.display().to_string();
    let unreadable = |error: std::io::Error| {
        diagnostic!("module_unreadable", "{name} cannot be read: {error}", name, error = error.to_string())
    };
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

impl ModuleRuntime for ModuleFiles {
    fn load(&self, file: &str, digest: Option<&str>, limits: ModuleLimits) -> Result<Arc<dyn Module>, Diagnostic> {
        let bytes = match digest {
            Some(digest) => self.digested(file, digest)?,
            None => self.named(file)?,
        };
        let key = (HEXLOWER.encode(&Sha256::digest(&bytes)), limits);
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(module) = compiled.get(&key) {
            return Ok(Arc::clone(module));
        }
        let module = compile(&bytes, limits)?;
        compiled.insert(key, Arc::clone(&module));
        Ok(module)
    }
}
