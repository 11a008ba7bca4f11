//! `arena licenses`: the licences of the software in this binary.

use std::io::{Read, Write};

use anyhow::Context;

use super::{CommandResult, version};

/// Prints the licences of the libraries in this binary and in its page.
///
/// Keep the output with the binary when you pass it on.
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// Name of the file with the licences of the page's packages. The page's build writes it.
const OF_PAGE: &str = "licenses.txt";

pub(super) fn run() -> CommandResult {
    let linked = Some(version::build().licenses).filter(|gzip| !gzip.is_empty());
    let linked =
        linked.context("this binary was built without the licences of its libraries; see the build's warnings")?;
    let mut text = String::new();
    flate2::read::GzDecoder::new(linked).read_to_string(&mut text)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "Libraries in this binary\n\n{}", text.trim_end())?;
    if let Some(page) = arena_page::file(OF_PAGE) {
        out.write_all(b"\nPackages in the page\n\n")?;
        out.write_all(&page.content())?;
    }
    Ok(())
}
