//! The marks as text and in the formats of other programs.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{Marks, TestMarks};

/// Who reads a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Sees everything.
    Teacher,
    /// Sees only points.
    Student,
}

/// Returns what the reader sees of a test.
fn output(test: &TestMarks, reader: Reader) -> String {
    if reader == Reader::Student || test.hidden {
        return String::new();
    }
    let mut lines = test.details.clone();
    lines.extend(test.cause.iter().map(|cause| format!("likely cause: {cause}")));
    lines.join("\n")
}

#[must_use]
pub fn text(marks: &Marks, reader: Reader) -> String {
    let mut text = format!("{}: {} of {}\n", marks.submission, marks.score(), marks.points());
    if let Some(refused) = &marks.refused {
        let _ = writeln!(text, "  {refused}");
        return text;
    }
    for test in &marks.tests {
        let mark = if test.passed { "+" } else { "-" };
        let _ = writeln!(text, "  {mark} {}/{} {}", test.score, test.points, test.name);
        for line in output(test, reader).lines() {
            let _ = writeln!(text, "      {line}");
        }
    }
    text
}

/// Returns the `results.json` of Gradescope. Every test stands in it, with its points.
#[must_use]
pub fn gradescope(marks: &Marks, reader: Reader) -> Value {
    let tests: Vec<Value> = (marks.tests.iter().enumerate())
        .map(|(index, test)| {
            json!({
                "number": (index + 1).to_string(),
                "name": test.name,
                "score": test.score,
                "max_score": test.points,
                "status": if test.passed { "passed" } else { "failed" },
                "output": output(test, reader),
                "output_format": "text",
                "visibility": if test.hidden { "hidden" } else { "visible" },
            })
        })
        .collect();
    json!({
        "score": marks.score(),
        "output": marks.refused.clone().unwrap_or_default(),
        "output_format": "text",
        "stdout_visibility": "hidden",
        "tests": tests,
    })
}

/// Returns the `result.json` of classroom50, version 1. `variable` reads the environment, in which its runner says what
/// is marked, and `now` is the time in UTC.
#[must_use]
pub fn classroom50(marks: &Marks, reader: Reader, variable: &dyn Fn(&str) -> Option<String>, now: &str) -> Value {
    let named = |name: &str| variable(name).filter(|value| !value.is_empty());
    let required = |name: &str| named(name).unwrap_or_else(|| "unknown".to_owned());
    let tests: Vec<Value> = (marks.tests.iter())
        .map(|test| {
            json!({
                "test-name": test.name,
                "passed": test.passed,
                "score": test.score,
                "max-score": test.points,
                "output": output(test, reader),
            })
        })
        .collect();
    json!({
        "schema": "classroom50/result/v1",
        "classroom": required("CLASSROOM"),
        "assignment": required("ASSIGNMENT"),
        "submission": named("SUBMISSION_TAG").unwrap_or_else(|| marks.submission.clone()),
        "commit": required("COMMIT_URL"),
        "release": required("RELEASE_URL"),
        "review": named("REVIEW_URL").unwrap_or_else(|| required("COMMIT_URL")),
        "datetime": now,
        "score": marks.score(),
        "max-score": marks.points(),
        "tests": tests,
    })
}

/// Returns the marks as JUnit's XML, with a suite for each submission.
#[must_use]
pub fn junit(all: &[Marks], reader: Reader) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for marks in all {
        let failures = marks.tests.iter().filter(|test| !test.passed).count();
        let name = escaped(&marks.submission);
        let _ = writeln!(xml, "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{failures}\">", marks.tests.len());
        for test in &marks.tests {
            let case = format!("    <testcase classname=\"{name}\" name=\"{}\"", escaped(&test.name));
            if test.passed {
                let _ = writeln!(xml, "{case}/>");
                continue;
            }
            let message = format!("{} of {} points", test.score, test.points);
            let body = escaped(&marks.refused.clone().unwrap_or_else(|| output(test, reader)));
            let _ = writeln!(xml, "{case}>\n      <failure message=\"{message}\">{body}</failure>\n    </testcase>");
        }
        xml.push_str("  </testsuite>\n");
    }
    xml + "</testsuites>\n"
}

/// Escapes text for XML, and leaves out the characters that XML cannot hold.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars().filter(|letter| !letter.is_control() || matches!(letter, '\n' | '\t')) {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Returns the marks as CSV, with a row for each submission and a column for each test. The comment is the first mistake
/// that was recognised.
#[must_use]
pub fn csv(all: &[Marks], reader: Reader) -> String {
    let names = all.first().map(|marks| marks.tests.iter().map(|test| test.name.as_str()).collect::<Vec<_>>());
    let mut header = vec!["submission", "score", "points"];
    header.extend(names.unwrap_or_default());
    header.push("comment");
    let mut csv = row(header.into_iter().map(str::to_owned));
    for marks in all {
        let comment = if reader == Reader::Student { "" } else { marks.comment() };
        let fields = [marks.submission.clone(), marks.score().to_string(), marks.points().to_string()];
        let scores = marks.tests.iter().map(|test| test.score.to_string());
        csv += &row(fields.into_iter().chain(scores).chain([comment.to_owned()]));
    }
    csv
}

/// Returns a row. A field that a spreadsheet would take for a formula begins with an apostrophe, because the names of
/// submissions and their last words are the students'.
fn row(fields: impl Iterator<Item = String>) -> String {
    let field = |text: String| {
        let text = if text.starts_with(['=', '+', '-', '@', '\t']) { format!("'{text}") } else { text };
        if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
    };
    fields.map(field).collect::<Vec<_>>().join(",") + "\n"
}
