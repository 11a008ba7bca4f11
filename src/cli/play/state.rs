//! State kept between runs: the typed lines, and the player's identity on each server.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use arena_bots::unreadable;
use arena_games::GameId;

/// Returns the folder for the state and creates it if missing. `None` if the system has no place for it.
pub(super) fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local").join("state")));
    let folder = state.or_else(|| set("LOCALAPPDATA"))?.join("arena");
    fs::create_dir_all(&folder).ok()?;
    Some(folder)
}

/// The player's identity on a server, and the match left there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identity {
    /// The secret token that identifies this player to the server.
    pub token: Option<String>,
    /// The last match, unless it is over.
    pub unfinished: Option<Unfinished>,
}

/// A match in which the player has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Unfinished {
    pub id: Uuid,
    pub game: GameId,
}

/// The identity on one server, stored in a file that only its owner can read.
pub(super) struct StoredIdentity {
    /// `None` if there is no place for the file, or after it could not be written.
    file: Option<PathBuf>,
    server: String,
    identity: Identity,
}

impl StoredIdentity {
    /// Loads the identity for `server`.
    ///
    /// # Errors
    /// If the file exists, but cannot be read or has an unknown format.
    pub(super) fn of(server: &str) -> anyhow::Result<Self> {
        let file = folder().map(|folder| folder.join("servers.json"));
        let identity = file.as_deref().map(read).transpose()?.and_then(|mut all| all.remove(server));
        Ok(Self { file, server: server.to_owned(), identity: identity.unwrap_or_default() })
    }

    pub(super) const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Stores a new identity. A write error is reported once, and the match continues.
    pub(super) fn set(&mut self, identity: Identity) {
        if identity == self.identity {
            return;
        }
        self.identity = identity;
        if let Some(file) = &self.file
            && let Err(error) = self.write(file)
        {
            say!("arena: {error:#}; the next run continues on this server as another player");
            self.file = None;
        }
    }

    /// Replaces the entry of this server. The other entries are read again, because another run may have changed them.
    fn write(&self, file: &Path) -> anyhow::Result<()> {
        let mut all = read(file)?;
        if self.identity == Identity::default() {
            all.remove(&self.server);
        } else {
            all.insert(self.server.clone(), self.identity.clone());
        }
        let beside = file.with_extension(format!("{}.tmp", std::process::id()));
        let cannot = || format!("{} cannot be written", beside.display());
        let _ = fs::remove_file(&beside);
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut written = options.open(&beside).with_context(cannot)?;
        written.write_all(serde_json::to_string_pretty(&all)?.as_bytes()).with_context(cannot)?;
        fs::rename(&beside, file).with_context(cannot)
    }
}

/// The file has at most this many bytes.
const LARGEST: u64 = 16 << 20;

fn read(file: &Path) -> anyhow::Result<BTreeMap<String, Identity>> {
    let read = fs::File::open(file).and_then(|file| unreadable::limited_text(file, LARGEST));
    let text = match read {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(error).with_context(|| format!("{} cannot be read", file.display())),
    };
    serde_json::from_str(&text)
        .with_context(|| format!("{} is damaged; delete it to start as a new player", file.display()))
}
