//! The browser client, built by the build script from `clients/web` and embedded.
//!
//! This is a crate of its own so that an edit of the server does not embed the page again.

/// Name and content of a file, and its content compressed with gzip if that is much smaller.
pub type Embedded = (&'static str, &'static [u8], Option<&'static [u8]>);

// The build script writes `FILES`.
include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The paths of the client's views as JSON, by view. A part in braces stands for an id.
pub const ROUTES: &str = include_str!(concat!(env!("OUT_DIR"), "/paths.json"));

/// True if the client was built; otherwise [`FILES`] holds one page that says why not.
pub const BUILT: bool = matches!(env!("ARENA_PAGE").as_bytes(), b"page");
