//! The browser client, built by the build script from `clients/web` and embedded.
//!
//! This is a crate of its own so that an edit of the server does not embed the page again.

use std::borrow::Cow;
use std::io::Read;

/// A file of the client.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The path in the client's folder.
    pub name: &'static str,
    /// The content, compressed with gzip if that is much smaller.
    pub stored: &'static [u8],
    /// Whether the content is compressed.
    pub is_gzip: bool,
}

impl Embedded {
    /// Returns the content.
    ///
    /// # Panics
    /// Never: the build script has compressed it.
    #[must_use]
    pub fn content(&self) -> Cow<'static, [u8]> {
        if !self.is_gzip {
            return Cow::Borrowed(self.stored);
        }
        let mut content = Vec::new();
        flate2::read::GzDecoder::new(self.stored).read_to_end(&mut content).expect("the build script compressed it");
        Cow::Owned(content)
    }
}

/// Returns the file with this name.
#[must_use]
pub fn file(name: &str) -> Option<&'static Embedded> {
    FILES.iter().find(|file| file.name == name)
}

// The build script writes `FILES`.
include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The paths of the client's views as JSON, by view. A part in braces stands for an id.
pub const ROUTES: &str = include_str!(concat!(env!("OUT_DIR"), "/paths.json"));

/// True if the client was built; otherwise [`FILES`] holds one page that says why not.
pub const BUILT: bool = matches!(env!("ARENA_PAGE").as_bytes(), b"page");
