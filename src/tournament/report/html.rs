//! A document as one self-contained HTML file, without scripts, fonts or pictures from elsewhere.

use std::fmt::Write;
use std::sync::LazyLock;

use data_encoding::BASE64;
use sha2::{Digest, Sha256};

use super::document::{Body, Document, Table};
use super::escape::markup as escaped;
use super::number_format::grouped;
use super::text_width::width;

/// A table with more rows shows only the first of them. The rest can be expanded.
const MOST_ROWS: usize = 60;
const FIRST_ROWS: usize = 40;
/// A longer name makes its column wide.
const LONG_NAME: usize = 24;
/// The style sheet. It follows the system's light or dark theme.
const STYLE: &str = include_str!("report.css");

/// The content security policy of a report as a page: it loads nothing, and only its own style sheet applies.
pub static POLICY: LazyLock<String> =
    LazyLock::new(|| format!("default-src 'none'; style-src {}", style_source(STYLE)));

/// Returns the source expression that allows an inline style sheet with this text in a content security policy.
#[must_use]
pub fn style_source(sheet: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(&Sha256::digest(sheet)))
}

impl Document {
    /// The document as a page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let name = escaped(&self.title);
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
             <title>{name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n\
             <header>\n<h1>{name}</h1>\n<p class=\"about\">{}</p>\n",
            *POLICY,
            escaped(&self.about),
        );
        if !self.verdict.is_empty() {
            let _ = writeln!(page, "<div class=\"verdict\">\n{}</div>", paragraphs(&self.verdict));
        }
        page.push_str(&terms("tiles", &self.facts));
        page.push_str("</header>\n");
        for warning in &self.warnings {
            let _ =
                writeln!(page, "<p class=\"warning\" role=\"note\"><strong>Warning.</strong> {}</p>", escaped(warning));
        }
        for section in &self.sections {
            let title = &section.title;
            let body = match &section.body {
                Body::Table(table) => table.to_html(title),
                Body::Terms(list) => terms("conditions", list),
                Body::Lines(lines) => paragraphs(lines),
                Body::Code(code) => format!("<pre>{}</pre>\n", escaped_lines(code)),
                Body::Plots(plots) => {
                    page.extend(plots.iter().map(String::as_str));
                    continue;
                }
            };
            let _ = writeln!(page, "<section>\n<h2>{}</h2>\n{body}", escaped(title));
            for note in &section.notes {
                let _ = writeln!(page, "<p class=\"note\">{}</p>", escaped(note));
            }
            page.push_str("</section>\n");
        }
        let version = env!("CARGO_PKG_VERSION");
        let _ = write!(page, "<footer>minimax-arena {version}</footer>\n</main>\n</body>\n</html>\n");
        page
    }
}

fn paragraphs(lines: &[String]) -> String {
    lines.iter().map(|line| format!("<p>{}</p>\n", escaped(line))).collect()
}

fn escaped_lines(text: &str) -> String {
    text.lines().map(|line| escaped(line) + "\n").collect()
}

fn terms(class: &str, terms: &[(&str, String)]) -> String {
    let term = |(title, words): &(&str, String)| format!("<div><dt>{title}</dt><dd>{}</dd></div>", escaped(words));
    let list: String = terms.iter().map(term).collect();
    if list.is_empty() { list } else { format!("<dl class=\"{class}\">{list}</dl>\n") }
}

impl Table {
    /// The table as HTML. The rest of a long table is collapsed.
    fn to_html(&self, title: &str) -> String {
        let shown = if self.rows.len() > MOST_ROWS { FIRST_ROWS } else { self.rows.len() };
        let (first, rest) = self.rows.split_at(shown);
        let mut html = self.part(title, first);
        if !rest.is_empty() {
            let rows = self.part(&format!("{title}, the rest"), rest);
            let _ = writeln!(html, "<details><summary>{} more</summary>\n{rows}</details>", grouped(rest.len() as u64));
        }
        html
    }

    fn part(&self, title: &str, rows: &[Vec<String>]) -> String {
        let is_long = rows.iter().any(|row| width(&row[self.text]) > LONG_NAME);
        let class = if is_long { "name long" } else { "name" };
        let line = |scope: &str, cells: &[String]| {
            let cell = |(column, cell): (usize, &String)| match (column == self.text, scope) {
                (true, _) => format!("<th scope=\"{scope}\" class=\"{class}\">{}</th>", escaped(cell)),
                (false, "col") => format!("<th scope=\"col\">{}</th>", escaped(cell)),
                (false, _) => format!("<td>{}</td>", escaped(cell)),
            };
            format!("<tr>{}</tr>", cells.iter().enumerate().map(cell).collect::<String>())
        };
        let body: String = rows.iter().map(|row| line("row", row) + "\n").collect();
        format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n<table>\n<thead>{}</thead>\n\
             <tbody>\n{body}</tbody>\n</table>\n</div>\n",
            escaped(title),
            line("col", &self.header)
        )
    }
}
