//! What is kept from one run to the next: the lines that were typed.

use std::path::PathBuf;

/// The folder for it, made where it is missing; none where the system has no place for such things.
pub(super) fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local").join("state")));
    let folder = state.or_else(|| set("LOCALAPPDATA"))?.join("arena");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder)
}
