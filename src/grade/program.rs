//! A submission as a program: its files are copied into a folder of its own, with those that the task hands out, and
//! compiled if its language needs it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde::Deserialize;
use tempfile::TempDir;

use arena_bots::engine::is_program;

use super::process::{FOLDER_PREFIX, Launch, kill};
use super::sandbox::Profile;

/// Greatest size of a submission in bytes and in files.
const LARGEST: u64 = 16 << 20;
const MOST_FILES: usize = 500;
/// Time limit for a compiler.
const COMPILER: Duration = Duration::from_secs(120);
/// Processor time of a compiler, and of a submission in a whole test, in seconds.
const COMPILER_CPU_S: u64 = 60;
const TEST_CPU_S: u64 = 600;
/// Memory of a compiler, and the size of the files that it writes.
const COMPILER_MEMORY: u64 = 2 << 30;
const COMPILER_FILE: u64 = 64 << 20;

/// How programs of a language are compiled and run. `{file}` is the main file, `{name}` its name without extension,
/// `{dir}` the folder, and `{memory}` half of the memory limit in MB.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Language {
    /// The compiler; none by default.
    #[serde(default)]
    compile: Vec<String>,
    /// The program.
    pub run: Vec<String>,
}

/// Returns the languages that need no entry in a task, by the extension of their files.
pub(crate) fn languages() -> BTreeMap<String, Language> {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    let java = "java -Xmx{memory}m -Xss8m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -cp {dir} {name}";
    [
        ("py", "", "python3 -s {file}"),
        ("js", "", "node {file}"),
        ("mjs", "", "node {file}"),
        ("java", "javac -J-Xmx256m -J-XX:+UseSerialGC -J-XX:-UsePerfData -proc:none -d {dir} {file}", java),
        ("c", "cc -O1 -o {dir}/program {file} -lm", "{dir}/program"),
    ]
    .map(|(name, compile, run)| (name.to_owned(), Language { compile: words(compile), run: words(run) }))
    .into()
}

/// What programs are started with.
#[derive(Clone, Debug)]
pub(crate) struct Workshop {
    /// See [`Launch::launcher`].
    pub launcher: Option<Vec<PathBuf>>,
    pub languages: BTreeMap<String, Language>,
    /// The name without extension of the file to run, if a submission has several.
    pub main: Option<String>,
    /// Files that the task puts beside each submission, by name.
    pub handout: BTreeMap<String, String>,
    pub memory: u64,
    pub output: u64,
}

/// A submission that can be started.
pub(crate) struct Program {
    pub launch: Launch,
    _folder: TempDir,
}

impl Workshop {
    /// Prepares a submission, which is a file or a folder.
    ///
    /// The error is for the student.
    pub(crate) fn prepare(&self, submission: &Path) -> Result<Program, String> {
        let folder = tempfile::Builder::new().prefix(FOLDER_PREFIX).tempdir().map_err(|error| error.to_string())?;
        let root = folder.path().canonicalize().map_err(|error| error.to_string())?;
        let files = self.copy(submission, &root)?;
        let file = self.main_file(&files)?;
        let extension = file.extension().map(|extension| extension.to_string_lossy().into_owned()).unwrap_or_default();
        let language = match self.languages.get(&extension) {
            Some(language) => language.clone(),
            None if is_program(&root.join(&file)) => {
                Language { compile: Vec::new(), run: vec!["{dir}/{file}".to_owned()] }
            }
            None => {
                let (file, known) = (file.display(), self.extensions());
                return Err(format!("{file} is no program: it does not end in {known}, and it is not executable"));
            }
        };
        let fill = |words: &[String]| words.iter().map(|word| self.fill(word, &file, &root)).collect::<Vec<_>>();
        let (compile, run) = (fill(&language.compile), fill(&language.run));
        if !compile.is_empty() {
            self.compile(&compile, &root)?;
        }
        let (run, mut read) = resolve(run)?;
        read.push(root.clone());
        let profile = Profile {
            parent: std::process::id(),
            memory: self.memory,
            cpu_s: TEST_CPU_S,
            file: self.output,
            read,
            write: None,
            processes: false,
        };
        let launch = Launch { launcher: self.launcher.clone(), command: run, folder: root, profile };
        Ok(Program { launch, _folder: folder })
    }

    /// Copies the files of a submission and the handout, which wins. Returns the paths of the former.
    fn copy(&self, submission: &Path, root: &Path) -> Result<Vec<PathBuf>, String> {
        let unreadable = |path: &Path, error: std::io::Error| format!("{} cannot be read: {error}", path.display());
        let mut files = Vec::new();
        let mut size = 0;
        let mut waiting = vec![(submission.to_owned(), PathBuf::new())];
        while let Some((from, to)) = waiting.pop() {
            // Links may lead out of the submission, except for the submission itself.
            let about = if to.as_os_str().is_empty() { from.metadata() } else { from.symlink_metadata() };
            let about = about.map_err(|error| unreadable(&from, error))?;
            if about.is_dir() {
                std::fs::create_dir_all(root.join(&to)).map_err(|error| unreadable(&from, error))?;
                for entry in std::fs::read_dir(&from).map_err(|error| unreadable(&from, error))? {
                    let entry = entry.map_err(|error| unreadable(&from, error))?;
                    waiting.push((entry.path(), to.join(entry.file_name())));
                }
                continue;
            }
            if !about.is_file() {
                continue;
            }
            size += about.len();
            if size > LARGEST || files.len() == MOST_FILES {
                return Err(format!("the submission is larger than {} MB or {MOST_FILES} files", LARGEST >> 20));
            }
            let to = if to.as_os_str().is_empty() { PathBuf::from(from.file_name().unwrap_or_default()) } else { to };
            std::fs::copy(&from, root.join(&to)).map_err(|error| unreadable(&from, error))?;
            files.push(to);
        }
        for (name, text) in &self.handout {
            std::fs::write(root.join(name), text).map_err(|error| format!("{name} cannot be written: {error}"))?;
        }
        files.retain(|file| file.to_str().is_none_or(|name| !self.handout.contains_key(name)));
        files.sort();
        Ok(files)
    }

    /// Returns the extensions of the known languages, for a message.
    fn extensions(&self) -> String {
        let known: Vec<String> = self.languages.keys().map(|extension| format!(".{extension}")).collect();
        known.join(", ")
    }

    fn main_file(&self, files: &[PathBuf]) -> Result<PathBuf, String> {
        if let [only] = files {
            return Ok(only.clone());
        }
        let known = |file: &&PathBuf| {
            let extension = file.extension().map(|extension| extension.to_string_lossy().into_owned());
            file.parent() == Some(Path::new("")) && extension.is_some_and(|name| self.languages.contains_key(&name))
        };
        let stem = |file: &PathBuf| file.file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
        let programs: Vec<&PathBuf> = files.iter().filter(known).collect();
        let wanted = self.main.as_deref().unwrap_or("main").to_lowercase();
        let named: Vec<&&PathBuf> = programs.iter().filter(|file| stem(file).as_ref() == Some(&wanted)).collect();
        match (programs.as_slice(), named.as_slice()) {
            ([], _) => Err(format!("no program was handed in: a file must end in {}", self.extensions())),
            ([only], _) => Ok((*only).clone()),
            (_, [main]) => Ok((**main).clone()),
            _ => Err(format!("several programs were handed in; the one to run must be called {wanted}")),
        }
    }

    fn fill(&self, word: &str, file: &Path, root: &Path) -> String {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let memory = (self.memory >> 21).to_string();
        word.replace("{file}", &file.to_string_lossy())
            .replace("{name}", &name)
            .replace("{dir}", &root.to_string_lossy())
            .replace("{memory}", &memory)
    }

    fn compile(&self, compile: &[String], root: &Path) -> Result<(), String> {
        let (command, read) = resolve(compile.to_vec())?;
        let profile = Profile {
            parent: std::process::id(),
            memory: COMPILER_MEMORY,
            cpu_s: COMPILER_CPU_S,
            file: COMPILER_FILE,
            read,
            write: Some(root.to_owned()),
            processes: true,
        };
        let launch = Launch { launcher: self.launcher.clone(), command, folder: root.to_owned(), profile };
        let output = tempfile::tempfile().and_then(|file| Ok((file.try_clone()?, file)));
        let (errors, mut output) = output.map_err(|error| error.to_string())?;
        let mut command: Command = launch.command();
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(errors);
        let child = command.spawn().map_err(|error| format!("cannot run {}: {error}", compile[0]))?;
        let child = Mutex::new(child);
        let since = Instant::now();
        let status = loop {
            let status = child.lock().expect("no other thread has it").try_wait();
            if let Some(status) = status.map_err(|error| error.to_string())? {
                break status;
            }
            if since.elapsed() > COMPILER {
                kill(&child);
                child.lock().expect("no other thread has it").wait().map(drop).unwrap_or_default();
                return Err("the program does not compile in time".to_owned());
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        if status.success() {
            return Ok(());
        }
        let mut text = Vec::new();
        let read = std::io::Seek::rewind(&mut output)
            .and_then(|()| std::io::Read::read_to_end(&mut std::io::Read::take(&mut output, 64 << 10), &mut text));
        let text = String::from_utf8_lossy(if read.is_ok() { &text } else { &[] }).into_owned();
        let line = text.lines().find(|line| line.contains("error")).or_else(|| text.lines().next()).unwrap_or_default();
        Err(format!("the program does not compile: {}", line.chars().take(300).collect::<String>()))
    }
}

/// Returns the command with the path of its program, and the folders that the program needs to read. A program outside
/// of the system's folders, as in a home folder, is read with what stands beside it.
fn resolve(mut command: Vec<String>) -> Result<(Vec<String>, Vec<PathBuf>), String> {
    let path = Path::new(&command[0]);
    if path.is_absolute() {
        return Ok((command, Vec::new()));
    }
    let found = std::env::var_os("PATH")
        .and_then(|path| std::env::split_paths(&path).map(|dir| dir.join(&command[0])).find(|file| file.is_file()))
        .ok_or_else(|| format!("this machine has no {}, so this program cannot be marked here", command[0]))?;
    let mut read = Vec::new();
    let mut program = found;
    // The python3 on the path may be a script that starts the real one.
    if command[0].starts_with("python") {
        let asked = Command::new(&program)
            .args(["-c", "import sys; print(sys.executable); print(sys.prefix); print(sys.base_prefix)"])
            .output();
        let text = asked.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        let mut lines = text.lines();
        program = lines.next().filter(|line| !line.is_empty()).map_or(program, PathBuf::from);
        read.extend(lines.map(PathBuf::from));
    }
    let real = program.canonicalize().unwrap_or_else(|_| program.clone());
    if let Some(installed) = real.parent().and_then(Path::parent).filter(|folder| folder.parent().is_some()) {
        read.push(installed.to_owned());
    }
    command[0] = program.to_string_lossy().into_owned();
    Ok((command, read))
}
