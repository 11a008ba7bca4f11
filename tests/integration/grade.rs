//! `arena grade`: the sample class, the examples of the document, and the reports.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::Value;

use super::arena::{Run, arena, arena_in};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn class(file: &str) -> String {
    root().join("config/grading/class").join(file).display().to_string()
}

/// Whether this machine has a program. Tests say which languages they leave out.
fn has(program: &str) -> bool {
    let found = Command::new(program).arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !found {
        eprintln!("skipped: this machine has no {program}");
    }
    found
}

/// Whether the system can limit submissions. Without that nothing is marked, and there is nothing to test.
fn isolates() -> bool {
    static RUN: LazyLock<Run> = LazyLock::new(|| arena(&["grade", "search", &class("right.py")]));
    let isolates = !RUN.err.contains("cannot be limited on this machine");
    if !isolates {
        eprintln!("skipped: {}", RUN.err);
    }
    isolates
}

/// Returns the rows of a CSV report without its header. No field of these has a comma in quotes before the last.
fn rows(run: &Run) -> Vec<(String, u32, String)> {
    assert_eq!(run.code, 0, "{}", run.err);
    let row = |line: &str| {
        let mut fields = line.splitn(3, ',');
        let (name, score) = (fields.next().unwrap().to_owned(), fields.next().unwrap().parse().unwrap());
        (name, score, fields.next().unwrap().to_owned())
    };
    run.out.lines().skip(1).map(row).collect()
}

/// The score of each submission of the sample class, and a part of the comment.
const CLASS: [(&str, u32, &str); 30] = [
    ("Right.java", 100, ""),
    ("all-at-once.py", 75, "a node generates all its children before it looks at the first"),
    ("answer-of-mover.py", 82, "the answer is from the view of the side to move"),
    ("bound-ties.py", 84, "its value is only a bound after a cut"),
    ("draw-goes-on.py", 66, "a drawn game is not taken for the end"),
    ("empty-line.py", 20, "stops at the first empty line"),
    ("first-child.py", 27, "the loop returns in its first round"),
    ("floods.py", 0, "writes more than 256 kB"),
    ("forks.py", 0, "Operation not permitted"),
    ("hangs.py", 0, "no answer within 2000 ms of processor time"),
    ("horizon-first.py", 95, "a finished game at the depth limit gets the evaluation"),
    ("keeps-alpha.py", 42, "a variable keeps its value from one search to the next"),
    ("memory.py", 0, "MemoryError"),
    ("network.py", 0, "Operation not permitted"),
    ("never-cuts.py", 72, "nothing is ever cut"),
    ("no-cut-on-equality.py", 83, "does not cut where α = β"),
    ("only-max.py", 13, "every node takes the maximum"),
    ("right-fail-hard.py", 100, ""),
    ("right.c", 100, ""),
    ("right.js", 100, ""),
    ("right.py", 100, ""),
    ("root-is-max.py", 65, "the root is always taken for a MAX node"),
    ("shallow.py", 80, "only the parent's bound is handed on"),
    ("sleeps.py", 0, "the program waits and does not answer"),
    ("starts-at-infinity.py", 0, "a MAX node starts from +∞"),
    ("static-value.py", 30, "a MAX node returns the static value instead of the best child's"),
    ("too-deep.py", 89, "the search goes a ply too deep"),
    ("too-shallow.py", 86, "the last ply is not searched"),
    ("writes-elsewhere.py", 0, "could not write a file"),
    ("zero-is-draw.py", 35, "an evaluation of 0 is taken for a drawn game"),
];

#[cfg(target_os = "linux")]
#[test]
fn each_submission_of_the_sample_class_gets_its_marks_and_its_mistake_named() {
    if !isolates() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let samples = arena_in(folder.path(), &["grade", "--write-samples", "grading"], "");
    assert_eq!(samples.code, 0, "{}", samples.err);
    let run = arena_in(folder.path(), &["grade", "grading/search.toml", "--class", "grading/class", "--csv", "-"], "");
    let java = has("javac");
    let found = rows(&run);
    assert_eq!(found.len(), CLASS.len(), "{found:#?}");
    for ((name, score, rest), expected) in found.iter().zip(CLASS) {
        if name.ends_with(".java") && !java {
            continue;
        }
        assert_eq!((name.as_str(), *score), (expected.0, expected.1), "{rest}");
        assert!(rest.contains(expected.2), "{name}: {rest}");
    }
    for place in [std::env::temp_dir(), folder.path().to_owned(), folder.path().join("grading/class")] {
        assert!(!place.join("arena-grade-was-here").exists(), "{} was written to", place.display());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_same_submissions_get_the_same_marks_at_any_concurrency() {
    if !isolates() {
        return;
    }
    let files = ["right.py", "root-is-max.py", "bound-ties.py", "forks.py"].map(class);
    let with = |concurrency| {
        let mut arguments = vec!["grade", "search", "--concurrency", concurrency];
        arguments.extend(files.iter().map(String::as_str));
        let run = arena(&arguments);
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    assert_eq!(with("1"), with("4"));
}

/// Without the limits, nothing but the sandbox is missing.
#[test]
fn trusted_submissions_get_the_same_marks() {
    let run = arena(&["grade", "search", "--trusted", "--csv", "-", &class("right.py"), &class("never-cuts.py")]);
    let marks: Vec<u32> = rows(&run).into_iter().map(|(_, score, _)| score).collect();
    assert_eq!(marks, [100, 72]);
}

/// A grader that is killed takes its submissions with it.
#[cfg(target_os = "linux")]
#[test]
fn no_submission_outlives_the_grader() {
    if !isolates() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("endless.py"), "while True: pass\n").unwrap();
    let mut grader = Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(["grade", "search", "endless.py"])
        .env("TMPDIR", folder.path())
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let tasks = format!("/proc/{}/task", grader.id());
    let child = loop {
        // A thread of the grader is the parent.
        let threads = fs::read_dir(&tasks).unwrap().filter_map(|task| Some(task.ok()?.path().join("children")));
        let all: String = threads.filter_map(|file| fs::read_to_string(file).ok()).collect();
        let running =
            |id: &&str| fs::read_to_string(format!("/proc/{id}/cmdline")).is_ok_and(|line| line.contains("endless.py"));
        if let Some(id) = all.split_whitespace().find(running) {
            break id.to_owned();
        }
        assert!(grader.try_wait().unwrap().is_none(), "the grader ended before its submission was seen");
        std::thread::yield_now();
    };
    grader.kill().unwrap();
    grader.wait().unwrap();
    let gone = || fs::read_to_string(format!("/proc/{child}/stat")).map_or(true, |stat| stat.contains(") Z "));
    while !gone() {
        std::thread::yield_now();
    }
}

/// Returns the code blocks of a language in docs/grading.md.
fn blocks(language: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("docs/grading.md")).unwrap();
    let opening = format!("```{language}\n");
    text.split(&opening).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn the_examples_of_the_document_get_full_marks() {
    if !isolates() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let [search, handout] = <[String; 2]>::try_from(blocks("python")).unwrap();
    assert_eq!(handout, fs::read_to_string(root().join("config/grading/arena_game.py")).unwrap());
    let mut files = vec![("search.py", search)];
    for (language, file, program) in
        [("js", "search.js", "node"), ("java", "Right.java", "javac"), ("c", "search.c", "cc")]
    {
        if has(program) {
            files.push((file, blocks(language).remove(0)));
        }
    }
    for (file, text) in &files {
        fs::write(folder.path().join(file), text).unwrap();
    }
    let mut arguments = vec!["grade", "search", "--csv", "-"];
    arguments.extend(files.iter().map(|(file, _)| *file));
    let marks = rows(&arena_in(folder.path(), &arguments, ""));
    assert!(marks.len() == files.len() && marks.iter().all(|(_, score, _)| *score == 100), "{marks:#?}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_task_of_the_document_is_marked() {
    if !isolates() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    arena_in(folder.path(), &["grade", "--write-samples", "."], "");
    fs::write(folder.path().join("task.toml"), blocks("toml").remove(0)).unwrap();
    let run =
        arena_in(folder.path(), &["grade", "task.toml", &class("right.js"), &class("right.py"), "--csv", "-"], "");
    for (name, score, rest) in rows(&run) {
        assert_eq!(score, 40, "{name}: {rest}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_other_embedded_tasks_are_marked() {
    if !isolates() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(class("right.py")).unwrap();
    let minimax = text
        .replace("        if value >= beta:\n            break\n", "")
        .replace("        if value <= alpha:\n            break\n", "");
    fs::write(folder.path().join("minimax.py"), minimax).unwrap();
    let chosen = |index: &str| {
        let choice = format!(
            "\n\ndef choose(state, depth):\n    values = [(min_value if state.player == \"max\" else max_value)(result(state, action), \
             -INFINITY, INFINITY, depth - 1)[0] for action in state.actions]\n    best = (max if state.player == \"max\" else \
             min)(values)\n    ties = [action for action, value in zip(state.actions, values) if value == best]\n    return \
             best, ties[random.randrange({index})]\n\n\nserve(choose)\n"
        );
        format!("import random\n{}", text.replace("\n\nserve(search)\n", &choice))
    };
    fs::write(folder.path().join("ties.py"), chosen("len(ties)")).unwrap();
    fs::write(folder.path().join("never-last.py"), chosen("max(1, len(ties) - 1)")).unwrap();
    let minimax = rows(&arena_in(folder.path(), &["grade", "minimax", "minimax.py", "--csv", "-"], ""));
    assert_eq!(minimax[0].1, 100, "{minimax:?}");
    let player = rows(&arena_in(folder.path(), &["grade", "player", "ties.py", "never-last.py", "--csv", "-"], ""));
    assert!(player[0].2.starts_with("100,20,"), "{player:?}");
    assert!(player[1].2.starts_with("100,0,"), "{player:?}");
    assert!(player[1].2.contains("the last of the equal moves is never chosen"), "{player:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn reports_hide_details_on_request() {
    if !isolates() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = class("never-cuts.py");
    let marked = |more: &[&str]| {
        let outputs = ["--gradescope", "g.json", "--classroom50", "c.json", "--junit", "j.xml"];
        let run = arena_in(folder.path(), &[&["grade", "search", &file], &outputs[..], more].concat(), "");
        assert_eq!(run.code, 0, "{}", run.err);
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        (run.out, read("g.json"), read("c.json"), read("j.xml"))
    };
    let cause = "nothing is ever cut";
    let (text, gradescope, classroom50, junit) = marked(&[]);
    for report in [&text, &gradescope, &classroom50, &junit] {
        assert!(report.contains(cause), "{report}");
    }
    let tests = |report: &str| serde_json::from_str::<Value>(report).unwrap()["tests"].as_array().unwrap().len();
    assert_eq!((tests(&gradescope), tests(&classroom50)), (9, 9));
    let (text, gradescope, classroom50, junit) = marked(&["--hide"]);
    for report in [&text, &gradescope, &classroom50, &junit] {
        assert!(!report.contains(cause) && !report.contains("α"), "{report}");
    }
    assert!(text.contains("- 0/25 Alpha-beta visits the right leaves"), "{text}");
    assert_eq!(serde_json::from_str::<Value>(&gradescope).unwrap()["score"], 72);
}

#[test]
fn wrong_arguments_are_named() {
    let text = |arguments: &[&str]| {
        let run = arena(arguments);
        assert_eq!(run.code, 2, "{}", run.err);
        run.err
    };
    assert!(text(&["grade", "serach", &class("right.py")]).contains("embedded: minimax, player, search"));
    assert!(text(&["grade", "search"]).contains("name submissions, or --class"));
    assert!(text(&["grade", "search", "nobody.py"]).contains("there is no submission nobody.py"));
    let twice = class("right.py");
    assert!(text(&["grade", "search", &twice, &twice]).contains("two submissions are called"));
}

/// Runs `arena grade` on a folder with these files, and returns the report.
fn folder(files: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let submission: PathBuf = folder.path().join("submission");
    fs::create_dir(&submission).unwrap();
    for (name, text) in files {
        fs::write(submission.join(name), text).unwrap();
    }
    arena_in(folder.path(), &["grade", "minimax", "submission"], "").out
}

#[cfg(target_os = "linux")]
#[test]
fn a_submission_that_cannot_be_run_says_why() {
    if !isolates() {
        return;
    }
    for (files, problem) in [
        (&[("a.py", ""), ("b.py", "")][..], "the one to run must be called main"),
        (&[("notes.txt", ""), ("more.txt", "")], "no program was handed in: a file must end in .c, .java"),
        (&[("main.c", "int main(void) { return x; }")], "the program does not compile: main.c:1:"),
        (&[("main.py", "import nothing_of_this_name")], "No module named 'nothing_of_this_name'"),
        (
            &[("main.py", "print('answer three 0', flush=True)\ninput()\ninput()")],
            "the answer cannot be read: answer three 0",
        ),
        (&[("main.py", "print('x' * 10_000, flush=True)\ninput()\ninput()")], "writes a line of more than 4096 bytes"),
    ] {
        let report = folder(files);
        assert!(report.contains(problem), "{problem}: {report}");
    }
}

/// The environment of the grader may hold tokens, and the files of other students are theirs.
#[cfg(target_os = "linux")]
#[test]
fn a_submission_sees_neither_the_environment_nor_other_files() {
    if !isolates() {
        return;
    }
    let secret = tempfile::tempdir().unwrap();
    let file = secret.path().join("secret");
    fs::write(&file, "secret").unwrap();
    let program = format!(
        "import os, sys\nif 'XDG_STATE_HOME' in os.environ: sys.exit('sees the environment')\nopen({:?})\n",
        file.display().to_string()
    );
    let report = folder(&[("main.py", &program)]);
    assert!(report.contains("PermissionError: [Errno 13] Permission denied"), "{report}");
}

/// Runs `arena grade` on a program with a task of one search test with these further lines.
#[cfg(target_os = "linux")]
fn one_test(lines: &str, file: &str, program: &str) -> Run {
    let folder = tempfile::tempdir().unwrap();
    arena_in(folder.path(), &["grade", "--write-samples", "."], "");
    let task =
        format!("title = \"One\"\nhandout = [\"arena_game.py\"]\n[[tests]]\nname = \"Only\"\npoints = 10\n{lines}\n");
    fs::write(folder.path().join("task.toml"), task).unwrap();
    fs::write(folder.path().join(file), program).unwrap();
    arena_in(folder.path(), &["grade", "task.toml", file], "")
}

#[cfg(target_os = "linux")]
#[test]
fn a_task_that_cannot_be_marked_is_refused_for_everybody() {
    if !isolates() {
        return;
    }
    let right = fs::read_to_string(class("right.py")).unwrap();
    let too_large = one_test("game = \"connect4\"", "right.py", &right);
    assert_ne!(too_large.code, 0);
    assert!(
        too_large.err.contains("the test \"Only\"") && too_large.err.contains("too many states"),
        "{}",
        too_large.err
    );
    let blind = one_test("game = \"connect4\"\ndepth = 3", "right.py", &right);
    assert_ne!(blind.code, 0);
    assert!(blind.err.contains("line 7: depth: needs an evaluation"), "{}", blind.err);
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_run_says_why_and_where() {
    if !isolates() {
        return;
    }
    let tree = "game = \"tree\"\npositions = [\"[[3,12,8],[2,4,6],[14,5,2]]\"]";
    let reports = |file: &str, program: &str, expected: &str| {
        let run = one_test(tree, file, program);
        assert!(run.code == 0 && run.out.contains(expected), "{}{}", run.out, run.err);
    };
    reports(
        "notes.txt",
        "To do",
        "notes.txt is no program: it does not end in .c, .java, .js, .mjs, .py, and it is not executable",
    );
    reports(
        "broken.py",
        "import sys\n\ndef search(state)\n",
        "SyntaxError: expected ':', broken.py line 3 (exit status: 1)",
    );
    reports("silent.py", "import arena_game\n", "exit status: 0; it has to answer questions until its input ends");
}

#[cfg(target_os = "linux")]
#[test]
fn a_long_position_says_who_is_to_move_and_a_missing_minus_is_named() {
    if !isolates() {
        return;
    }
    let negamax = "from arena_game import evaluate, result, serve, utility\n\n\
        def search(state, depth):\n    sign = 1 if state.player == \"max\" else -1\n    value, move = negamax(state)\n    \
        return sign * value, move\n\n\
        def negamax(state):\n    sign = 1 if state.player == \"max\" else -1\n    \
        if state.finished:\n        return sign * utility(state), None\n    \
        return max(((negamax(result(state, action))[0], action) for action in state.actions), key=lambda it: it[0])\n\n\
        serve(search)\n";
    let trees = "game = \"tree\"\ntrees = { count = 8, seed = 1, depth = 5, branching = [3, 3], values = [10, 99] }";
    let run = one_test(trees, "negamax.py", negamax);
    assert!(run.out.contains("taken without a minus (negamax without negation)"), "{}{}", run.out, run.err);
    assert!(run.out.contains("… (MIN to move): "), "{}", run.out);
    assert!(run.out.contains("of 8 questions are answered wrongly"), "{}", run.out);
}
