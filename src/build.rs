//! Tells the program its commit, its target and the licences of its dependencies.

mod notices;

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    for file in ["src/build.rs", "src/notices.rs", "src/OFL.txt", "Cargo.lock"] {
        println!("cargo:rerun-if-changed={file}");
    }
    println!("cargo:rustc-env=ARENA_COMMIT={}", commit(&root).as_deref().unwrap_or("unknown"));
    println!("cargo:rustc-env=ARENA_BUILD={} for {}", variable("PROFILE"), variable("TARGET"));
    // The program can be built without them, but must not be passed on then; `arena licenses` says so.
    let licences = notices::collect(&root, true).unwrap_or_else(|problem| {
        println!("cargo:warning=the licences of the dependencies are not in this binary: {problem}");
        String::new()
    });
    let mut gzip = Vec::new();
    if !licences.is_empty() {
        let mut encoder = GzEncoder::new(&mut gzip, Compression::best());
        encoder.write_all(licences.as_bytes()).and_then(|()| encoder.finish().map(drop)).expect("memory has no errors");
    }
    let file = PathBuf::from(variable("OUT_DIR")).join("licenses.txt.gz");
    fs::write(file, gzip).expect("Cargo has made the folder");
}

/// Returns the commit from the variable `ARENA_COMMIT`, or from git.
///
/// A debug build does not ask git: it would be built again after every commit.
fn commit(root: &Path) -> Option<String> {
    println!("cargo:rerun-if-env-changed=ARENA_COMMIT");
    if let Some(given) = env::var("ARENA_COMMIT").ok().filter(|given| !given.trim().is_empty()) {
        return given.lines().next().map(|line| line.trim().to_owned());
    }
    if variable("PROFILE") != "release" {
        return None;
    }
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).current_dir(root).stdin(Stdio::null()).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
        (output.status.success() && !text.is_empty()).then_some(text)
    };
    // A repository that vendors this one has another top level; its commit is not ours.
    let top = PathBuf::from(git(&["rev-parse", "--show-toplevel"])?);
    if top.canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    println!("cargo:rerun-if-changed={}", root.join(git(&["rev-parse", "--git-path", "logs/HEAD"])?).display());
    git(&["rev-parse", "--short=12", "HEAD"])
}

/// Returns a variable that Cargo sets for every build script.
fn variable(name: &str) -> String {
    env::var(name).expect("Cargo sets it for every build script")
}
