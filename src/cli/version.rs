//! Version information: what `--version` and `arena doctor` print.

use std::sync::OnceLock;

/// Where a program comes from. Its build script knows, so that this crate is not rebuilt after a commit.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// The commit, or `unknown`.
    pub commit: &'static str,
    /// The profile and the target, such as `release for x86_64-unknown-linux-gnu`.
    pub target: &'static str,
    /// The licences of the linked crates, compressed with gzip; empty if the build could not collect them.
    pub licenses: &'static [u8],
}

static BUILD: OnceLock<Build> = OnceLock::new();

/// Sets the build that this process reports. The first call counts.
pub(super) fn set(build: Build) {
    let _ = BUILD.set(build);
}

/// Returns the build of this process.
pub(super) fn build() -> Build {
    BUILD.get().copied().unwrap_or(Build { commit: "unknown", target: "unknown", licenses: &[] })
}

/// Returns the text of `--version` after the program's name; `-V` prints only the number.
pub(super) fn long() -> String {
    let Build { commit, target, .. } = build();
    let page = if arena_page::BUILT { "page" } else { "none (built without the page)" };
    let cluster = if cfg!(feature = "cluster") { ", cluster" } else { "" };
    let mcp = if cfg!(feature = "mcp") { ", mcp" } else { "" };
    format!("{}\ncommit    {commit}\nbuild     {target}\nfeatures  {page}{cluster}{mcp}", env!("CARGO_PKG_VERSION"))
}
