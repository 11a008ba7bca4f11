//! Collects the licence texts of the crates that are linked into the program, which `arena licenses` prints.
//!
//! The list comes from `cargo tree`, which resolves features and the target as the build does and needs no network. The
//! texts come from the sources that Cargo has unpacked for this build.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::variable;

/// Beginnings of the names of files with a licence or a notice.
const BEGINNINGS: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

const MIT: &str = "\
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated \
documentation files (the \"Software\"), to deal in the Software without restriction, including without limitation the \
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit \
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the \
Software.

THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE \
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR \
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR \
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.";

/// Returns all notices, or why they cannot be collected. `root` is the folder of the package, and `fonts` says whether it
/// contains the outlines of letters.
pub(super) fn collect(root: &Path, fonts: bool) -> Result<String, String> {
    // The packages by text, so that a text occurs once.
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in crates(root)?.lines().filter(|line| !line.contains(" (")) {
        let [package, licence, link] = line.split('|').collect::<Vec<_>>()[..] else {
            return Err(format!("cargo tree printed {line:?}"));
        };
        let (name, version) = package.split_once(" v").ok_or_else(|| format!("cargo tree printed {line:?}"))?;
        let entry = format!("{name} {version}  {licence}  {link}");
        let folder = source(name, version).ok_or_else(|| format!("the source of {name} {version} was not found"))?;
        for text in texts(&folder, licence, root)? {
            by_text.entry(text).or_default().push(entry.clone());
        }
    }
    if variable("CARGO_CFG_TARGET_ENV") == "musl" {
        let text = format!("Copyright © 2005-2020 Rich Felker, et al.\n\n{MIT}");
        by_text.entry(text).or_default().push("musl libc  MIT  https://musl.libc.org".to_owned());
    }
    if fonts {
        // The server draws its pictures with these outlines.
        let font = include_str!("OFL.txt").trim_end().to_owned();
        let fonts = by_text.entry(font).or_default();
        fonts.push("Noto Sans CJK  OFL-1.1  https://github.com/notofonts/noto-cjk".to_owned());
        fonts.push("Noto Sans  OFL-1.1  https://github.com/notofonts/noto-fonts".to_owned());
    }
    if let Some(text) = standard_library() {
        by_text.entry(text).or_default().push("the Rust standard library  MIT OR Apache-2.0".to_owned());
    }
    let mut parts: Vec<(Vec<String>, String)> = by_text.into_iter().map(|(text, names)| (names, text)).collect();
    parts.iter_mut().for_each(|(names, _)| {
        names.sort();
        names.dedup();
    });
    parts.sort();
    let rule = "=".repeat(80);
    Ok(parts.iter().map(|(names, text)| format!("{rule}\n{}\n\n{text}\n\n", names.join("\n"))).collect())
}

/// Returns the linked crates, one per line as `NAME vVERSION|LICENCE|REPOSITORY`. Crates of the workspace also have a path.
fn crates(root: &Path) -> Result<String, String> {
    let features: Vec<String> = env::vars()
        .filter_map(|(key, _)| Some(key.strip_prefix("CARGO_FEATURE_")?.to_lowercase().replace('_', "-")))
        .filter(|feature| feature != "default")
        .collect();
    let output = Command::new(variable("CARGO"))
        .args(["tree", "--locked", "--offline", "--edges=normal,no-proc-macro", "--prefix=none", "--no-dedupe"])
        .args(["--no-default-features", "--features", &features.join(","), "--target", &variable("TARGET")])
        .args(["--format", "{p}|{l}|{r}"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo tree did not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines.dedup();
    Ok(lines.join("\n"))
}

/// Returns the folder with the source of a crate of the registry.
fn source(name: &str, version: &str) -> Option<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home
        .or_else(|| Some(PathBuf::from(env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"))?).join(".cargo")))?;
    let registries = fs::read_dir(home.join("registry").join("src")).ok()?.flatten();
    registries.map(|registry| registry.path().join(format!("{name}-{version}"))).find(|folder| folder.is_dir())
}

/// Returns the texts that apply to the crate in `folder`. Of a choice that includes MIT, only that licence is taken.
fn texts(folder: &Path, licence: &str, root: &Path) -> Result<Vec<String>, String> {
    let unreadable = |error| format!("{}: {error}", folder.display());
    let mut names: Vec<String> = fs::read_dir(folder)
        .map_err(unreadable)?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| BEGINNINGS.iter().any(|beginning| name.to_uppercase().starts_with(beginning)))
        .collect();
    names.sort();
    let alternatives: Vec<&str> = licence.split(" OR ").flat_map(|part| part.split('/')).map(str::trim).collect();
    let is_mit = |name: &String| name.to_uppercase().contains("MIT");
    if alternatives.contains(&"MIT") && names.iter().any(is_mit) {
        names.retain(|name| is_mit(name) || ["COPYRIGHT", "NOTICE"].contains(&name.to_uppercase().as_str()));
    }
    let mut found = Vec::new();
    for name in &names {
        let text = String::from_utf8_lossy(&fs::read(folder.join(name)).map_err(unreadable)?).into_owned();
        found.push(text.replace('\r', "").trim().to_owned());
    }
    if found.is_empty() {
        found.push(standard_text(folder, licence, root)?);
    }
    Ok(found)
}

/// Returns the text of the licence of a crate that has no file with it.
fn standard_text(folder: &Path, licence: &str, root: &Path) -> Result<String, String> {
    let read = |path: PathBuf| fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()));
    let alternatives: Vec<&str> = licence.split(" OR ").flat_map(|part| part.split('/')).map(str::trim).collect();
    match licence {
        _ if alternatives.contains(&"MIT") => {
            let manifest = read(folder.join("Cargo.toml"))?;
            let authors = manifest.split_once("authors = [").and_then(|(_, rest)| rest.split_once(']'));
            let authors = authors.map_or("the authors", |(authors, _)| authors).replace(['"', '\n'], " ");
            Ok(format!("Copyright (c) {}\n\n{MIT}", authors.trim().trim_end_matches(',')))
        }
        "Apache-2.0" => Ok(read(root.join("LICENSE-APACHE"))?.trim().to_owned()),
        _ => Err(format!("{} has no file with the text of its licence ({licence})", folder.display())),
    }
}

/// Returns the notices of the standard library, which come with the toolchain as an HTML file.
fn standard_library() -> Option<String> {
    let output = Command::new(variable("RUSTC")).args(["--print", "sysroot"]).output().ok()?;
    let root = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    let page = fs::read_to_string(root.join("share/doc/rust/COPYRIGHT-library.html")).ok()?;
    let body = page.split_once("<body").map_or(page.as_str(), |(_, body)| body);
    let mut text = String::new();
    for piece in body.split('<').skip(1) {
        text += piece.split_once('>').map_or(piece, |(_, rest)| rest);
    }
    for (entity, character) in
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#34;", "\""), ("&amp;", "&")]
    {
        text = text.replace(entity, character);
    }
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.dedup_by(|line, before| line.trim().is_empty() && before.trim().is_empty());
    Some(lines.join("\n").trim().to_owned())
}
