//! Build information for `--version` and `arena doctor`.

/// The commit, if known to the build.
pub(super) const COMMIT: &str = env!("ARENA_COMMIT");
/// Whether the web page is included: `page` if it is.
pub(super) const PAGE: &str = env!("ARENA_PAGE");
/// Target and profile of the build.
pub(super) const BUILD: &str = env!("ARENA_BUILD");

#[cfg(feature = "cluster")]
macro_rules! cluster {
    () => {
        ", cluster"
    };
}
#[cfg(not(feature = "cluster"))]
macro_rules! cluster {
    () => {
        ""
    };
}

/// The text of `--version` after the program's name; `-V` prints only the version number.
pub(super) const LONG: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit    ",
    env!("ARENA_COMMIT"),
    "\nbuild     ",
    env!("ARENA_BUILD"),
    "\nfeatures  ",
    env!("ARENA_PAGE"),
    cluster!(),
);
