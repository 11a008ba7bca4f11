//! Collects the licences of the libraries in the extension or the module. In Python `licenses()` returns them, and the
//! package for npm has them as a file.

#[path = "../../../src/notices.rs"]
mod notices;

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let package = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    if let Some(lock) = package.ancestors().map(|folder| folder.join("Cargo.lock")).find(|lock| lock.exists()) {
        println!("cargo:rerun-if-changed={}", lock.display());
    }
    let licences = notices::collect(&package, false).unwrap_or_else(|problem| {
        println!("cargo:warning=the licences of the dependencies are not in this package: {problem}");
        String::new()
    });
    fs::write(PathBuf::from(variable("OUT_DIR")).join("licenses.txt"), licences).expect("Cargo has made the folder");
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}
