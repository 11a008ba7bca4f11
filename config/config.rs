//! The files of this folder, embedded in the program.
//!
//! This is a crate of its own so that the files travel with it when the program is installed from packages.

use std::borrow::Cow;

use rust_embed::RustEmbed;

/// The file of settings with every key and its default.
pub const SETTINGS: &str = include_str!("arena.toml");

#[cfg(not(target_family = "wasm"))]
#[derive(RustEmbed)]
#[folder = "."]
struct Embedded;

/// A page has bots with their books, and neither tournaments nor settings.
#[cfg(target_family = "wasm")]
struct Embedded;

#[cfg(target_family = "wasm")]
impl Embedded {
    fn iter() -> impl Iterator<Item = Cow<'static, str>> {
        Bots::iter().chain(Books::iter())
    }

    fn get(path: &str) -> Option<rust_embed::EmbeddedFile> {
        Bots::get(path).or_else(|| Books::get(path))
    }
}

#[cfg(target_family = "wasm")]
#[derive(RustEmbed)]
#[folder = "bots"]
#[prefix = "bots/"]
struct Bots;

#[cfg(target_family = "wasm")]
#[derive(RustEmbed)]
#[folder = "books"]
#[prefix = "books/"]
struct Books;

/// Returns the paths of the files, with `/` between their parts.
pub fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Embedded::iter()
}

/// Returns the content of a file by its path, or `None` if there is none.
#[must_use]
pub fn get(path: &str) -> Option<Cow<'static, [u8]>> {
    Some(Embedded::get(path)?.data)
}
