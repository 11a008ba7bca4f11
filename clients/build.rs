//! Builds the browser client of `clients/web` into `$OUT_DIR/web`, which the server embeds.
//!
//! A missing or failing Node must not prevent the build of the server and its API. If the page cannot be built, a page
//! with the reason and the remedy replaces it, and Cargo prints a warning, unless `SKIP_WEB` asks for a build without
//! the page. This script fails only if it cannot write to `$OUT_DIR`. The packages for authors of bots are embedded,
//! too. A package of this crate has all of that in `built` instead of the sources, and needs no Node.

mod packages;

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The oldest Node that Vite supports: major and minor version.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// The remedy for a Node that is missing or too old.
const INSTALL_NODE: &str =
    "Install Node 20.19 or newer with npm (https://nodejs.org), then run the same command again.";

/// Number of lines of a failed command's output to show on the page.
const LINES_KEPT: usize = 40;

/// The reason and the remedy for a missing client.
struct Failure {
    reason: String,
    remedy: String,
    /// The end of the failed command's output, possibly empty.
    output: String,
}

impl Failure {
    fn new(reason: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { reason: reason.into(), remedy: remedy.into(), output: String::new() }
    }
}

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-env-changed=SKIP_WEB");
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(variable("OUT_DIR")).join("web");
    let web = root.join("web");

    let small = out.with_file_name("web-gzip");
    copy_paths(&web, &out.with_file_name("paths.json"))?;
    empty(&out)?;
    let kept = root.join("built");
    let is_built = if kept.is_dir() && !web.join("package.json").is_file() {
        watch(&kept);
        copy(&kept, &out)?;
        true
    } else {
        make(&root, &web, &out)?
    };
    println!("cargo:rustc-env=ARENA_PAGE={}", if is_built { "page" } else { "none" });
    empty(&small)?;
    compress(&out, &small)?;
    let mut list = String::new();
    list_files(&out, &small, "", &mut list);
    fs::write(
        out.with_file_name("page.rs"),
        format!("/// The files of the client.\npub const FILES: &[Embedded] = &[\n{list}];\n"),
    )
}

/// Builds the page and the packages into `out`. Returns true if the page was built; otherwise one that says why not
/// replaces it.
fn make(root: &Path, web: &Path, out: &Path) -> io::Result<bool> {
    let built = attempt(web, out);
    if let Err(failure) = &built {
        warn(&format!("the page is not in this binary: {} {}", failure.reason, failure.remedy));
        empty(out)?;
        fs::write(out.join("index.html"), page(failure))?;
    }
    let offered = out.join("packages");
    fs::create_dir_all(&offered)?;
    for (package, made) in [
        (
            "the wheel of clients/python",
            packages::wheel(&root.join("python"), &offered).map_err(|error| error.to_string()),
        ),
        ("the tarball of clients/typescript", tarball(&root.join("typescript"), &offered)),
    ] {
        if let Err(problem) = made {
            warn(&format!("{package} is not in this binary: {problem}"));
        }
    }
    Ok(built.is_ok())
}

/// Copies the files of `from` to `to`, which exists.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for (name, path) in entries(from) {
        if path.is_dir() {
            fs::create_dir_all(to.join(&name))?;
            copy(&path, &to.join(name))?;
        } else {
            fs::copy(path, to.join(name))?;
        }
    }
    Ok(())
}

/// True if the environment asks for a build without the page.
fn is_skipped() -> bool {
    env::var("SKIP_WEB").is_ok_and(|value| !matches!(value.as_str(), "" | "0"))
}

/// Makes Cargo print a warning. With `SKIP_WEB`, what is missing was asked for: Cargo then shows the text with `-vv` only.
fn warn(text: &str) {
    println!("{}{text}", if is_skipped() { "" } else { "cargo:warning=" });
}

/// Appends the files of `from` to the table that the server includes, each compressed if that is worth it.
fn list_files(from: &Path, small: &Path, above: &str, list: &mut String) {
    for (name, path) in entries(from) {
        let name = format!("{above}{name}");
        if path.is_dir() {
            list_files(&path, small, &format!("{name}/"), list);
            continue;
        }
        let compressed = small.join(&name);
        let is_gzip = compressed.is_file();
        let stored = if is_gzip { &compressed } else { &path };
        list.push_str(&format!(
            "    Embedded {{ name: {name:?}, stored: include_bytes!({stored:?}), is_gzip: {is_gzip} }},\n"
        ));
    }
}

/// Copies the addresses of the client's pages for the server; without the client there are none.
fn copy_paths(web: &Path, to: &Path) -> io::Result<()> {
    let paths = web.join("src").join("core").join("paths.json");
    if !paths.is_file() {
        return fs::write(to, "{}");
    }
    watch(&paths);
    fs::copy(paths, to).map(drop)
}

/// Compresses the files of `from` into `to`, under the same names, once at the build instead of for each request. Skips
/// those that hardly shrink.
fn compress(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for (name, path) in entries(from) {
        if path.is_dir() {
            compress(&path, &to.join(name))?;
            continue;
        }
        let whole = fs::read(&path)?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&whole)?;
        let small = encoder.finish()?;
        if small.len() < whole.len() / 10 * 9 {
            fs::write(to.join(name), small)?;
        }
    }
    Ok(())
}

/// A variable that Cargo sets for every build script.
fn variable(name: &str) -> String {
    env::var(name).expect("Cargo sets it for every build script")
}

/// Builds the client of `web` into `out`, and tells Cargo when to rebuild it.
fn attempt(web: &Path, out: &Path) -> Result<(), Failure> {
    if is_skipped() {
        return Err(Failure::new(
            "it was built with SKIP_WEB set.",
            "Build again without SKIP_WEB in the environment.",
        ));
    }
    if !web.join("package.json").is_file() {
        watch(&web.with_file_name(""));
        return Err(Failure::new(
            "the sources of the page, clients/web, are missing.",
            "Build from a complete checkout.",
        ));
    }
    watch_sources(web);
    build(web, out).inspect_err(|_| {
        // A file that never exists makes Cargo rerun this script at the next build, because the missing parts (Node,
        // the network) are outside of what Cargo can watch.
        watch(&out.with_file_name("retry"));
    })
}

/// Installs outdated dependencies of the client, and builds it.
fn build(web: &Path, out: &Path) -> Result<(), Failure> {
    check_node()?;
    // Builds of two profiles may run at once in one checkout and share `node_modules`. The system releases the lock
    // with the file or the process, so it cannot go stale.
    let lock = File::create(web.join(".build.lock")).and_then(|file| file.lock().map(|()| file));
    let _lock = lock.map_err(|error| {
        Failure::new(
            format!("clients/web/.build.lock could not be locked: {error}."),
            "Build in a folder that you may write to.",
        )
    })?;
    if !is_installed(web) {
        let install = ["ci", "--include=dev", "--no-audit", "--no-fund"];
        run(tool("npm").args(install).current_dir(web), "npm ci")?;
    }
    let vite = ["--no", "--", "vite", "build", "--emptyOutDir", "--outDir"];
    run(tool("npx").args(vite).arg(out).current_dir(web), "npx vite build")?;
    if out.join("index.html").is_file() {
        return Ok(());
    }
    Err(Failure::new(
        "the build of the page wrote no index.html.",
        "Run `npx vite build` in clients/web and look at what it writes.",
    ))
}

/// Compiles the package for JavaScript and writes its tarball to `folder`.
fn tarball(typescript: &Path, folder: &Path) -> Result<(), String> {
    if is_skipped() {
        return Err("it was built with SKIP_WEB set".to_owned());
    }
    for name in ["src", "examples", "package.json", "tsconfig.json", "README.md"] {
        watch(&typescript.join(name));
    }
    let compiled = folder.with_file_name("").with_file_name("compiled");
    let made = || {
        check_node()?;
        if !typescript.join("node_modules").join("typescript").is_dir() {
            let install = ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
            run(tool("npm").args(install).current_dir(typescript), "npm ci")?;
        }
        let compile = ["--no", "--", "tsc", "--outDir"];
        run(tool("npx").args(compile).arg(&compiled).current_dir(typescript), "npx tsc")
    };
    made().map_err(|Failure { reason, .. }| reason)?;
    packages::tarball(typescript, &compiled, folder).map_err(|error| error.to_string())
}

/// A program of Node's. On Windows npm and npx are scripts, which need their suffix.
fn tool(name: &str) -> Command {
    let mut command = Command::new(if cfg!(windows) { format!("{name}.cmd") } else { name.to_owned() });
    command.stdin(Stdio::null()).env("NO_COLOR", "1");
    command
}

/// Checks that Node is installed and new enough.
fn check_node() -> Result<(), Failure> {
    let answer = Command::new("node")
        .arg("--version")
        .output()
        .map_err(|_| Failure::new("Node was not found.", INSTALL_NODE))?;
    let version = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
    if version_of(&version).is_some_and(|found| found >= OLDEST_NODE) {
        return Ok(());
    }
    Err(Failure::new(format!("Node is too old: `node --version` says {version:?}."), INSTALL_NODE))
}

/// Parses the major and minor number of a version like `v20.19.2`.
fn version_of(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.strip_prefix('v')?.split('.').map(|part| part.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// True if `node_modules` is complete and not older than the lock file.
///
/// npm writes `node_modules/.package-lock.json` last, so a manual installation counts, and an interrupted one does not.
fn is_installed(web: &Path) -> bool {
    let modules = web.join("node_modules");
    let modified = |path: PathBuf| fs::metadata(path).and_then(|data| data.modified());
    let installed = modified(modules.join(".package-lock.json"));
    let locked = modified(web.join("package-lock.json"));
    modules.join("vite").is_dir() && matches!((installed, locked), (Ok(installed), Ok(locked)) if installed >= locked)
}

/// Runs `command`; `name` is its name for messages.
fn run(command: &mut Command, name: &str) -> Result<(), Failure> {
    let done =
        command.output().map_err(|error| Failure::new(format!("`{name}` did not start: {error}."), INSTALL_NODE))?;
    if done.status.success() {
        return Ok(());
    }
    let remedy = format!("Run `{name}` in clients/web, fix the reported error, then build again.");
    let mut failure = Failure::new(format!("`{name}` failed ({}).", done.status), remedy);
    let output = [done.stdout, done.stderr].concat();
    failure.output = last_lines(&String::from_utf8_lossy(&output));
    Err(failure)
}

/// The last [`LINES_KEPT`] lines of `text`.
fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LINES_KEPT)..].join("\n")
}

/// Creates `folder` as an empty folder.
fn empty(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::create_dir_all(folder)
}

/// Makes Cargo rerun this script when `path`, or anything below it, changes.
fn watch(path: &Path) {
    println!("cargo:rerun-if-changed={}", path.display());
}

/// Watches the sources of the page, entry by entry.
///
/// Skips the build's own output, and `src/wire`, the TypeScript types that the Rust tests rewrite at every run. Types
/// leave no trace in the page, and watching them would recompile the crate after every test. A new file in one of these
/// folders needs no watching, because it has no effect until another file imports it.
fn watch_sources(web: &Path) {
    let unwatched = |name: &str| name.starts_with('.') || matches!(name, "node_modules" | "dist" | "src" | "coverage");
    for entry in entries(web) {
        if !unwatched(&entry.0) {
            watch(&entry.1);
        }
    }
    for entry in entries(&web.join("src")) {
        if entry.0 != "wire" {
            watch(&entry.1);
        }
    }
}

/// Names and paths of the entries of `folder`; empty if it cannot be read.
fn entries(folder: &Path) -> impl Iterator<Item = (String, PathBuf)> {
    fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
}

/// The page that replaces the client.
fn page(failure: &Failure) -> String {
    let output = match failure.output.as_str() {
        "" => String::new(),
        output => format!("<pre>{}</pre>\n", escape(output)),
    };
    format!(
        r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>minimax-arena: no page in this binary</title>
<style>
  body {{ max-width: 42rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }}
  pre {{ overflow: auto; padding: 1rem; border: 1px solid; }}
</style>
<h1>The server runs, but its page was not built</h1>
<p><strong>Why:</strong> {}</p>
<p><strong>What to do:</strong> {}</p>
{output}<p>The API, the WebSocket and the command line work all the same: see <a href="/api/games">/api/games</a>.</p>
</html>
"#,
        escape(&failure.reason),
        escape(&failure.remedy),
    )
}

/// `text` escaped for HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
