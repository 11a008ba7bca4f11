//! Which build this is: what `--version` and `arena doctor` say.

/// The commit, as far as the build knew it.
pub(super) const COMMIT: &str = env!("ARENA_COMMIT");
/// Whether the page is inside.
pub(super) const PAGE: &str = env!("ARENA_PAGE");
/// The machine and the profile it was built for.
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

/// The text of `--version`, after the program's name; `-V` prints the number alone.
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
