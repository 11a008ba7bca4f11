//! A tuning's report as one self-contained HTML file. The curves are inline SVG.

use std::fmt::Write;

use super::report::TuningReport;
use super::text::{heading, test, thinned, weights};
use crate::tournament::report::escape_markup as escaped;

/// The size of a plot, in SVG units.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 200.0;
/// The space for the numbers at the axes.
const LEFT: f64 = 56.0;
const BELOW: f64 = 24.0;
/// The most points through which a curve is drawn.
const POINTS: usize = 400;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
color:#1b1f24;background:#fff}table{border-collapse:collapse}td,th{padding:.2rem .7rem;text-align:right;\
border-bottom:1px solid #d0d7de}td:first-child,th:first-child,td:last-child,th:last-child{text-align:left}\
svg{width:100%;height:auto;max-width:44rem;display:block}pre{background:#f6f8fa;padding:1rem;overflow:auto}\
.axis{stroke:#6e7781;stroke-width:1}.line{fill:none;stroke:#0550ae;stroke-width:1.5}\
.mark{stroke:#6e7781;stroke-dasharray:4 4;stroke-width:1}text{font:11px system-ui,sans-serif;fill:#57606a}\
.warning{border-left:4px solid #bf8700;padding-left:.7rem}@media(prefers-color-scheme:dark){body{color:#e6edf3;\
background:#0d1117}pre{background:#161b22}td,th{border-color:#30363d}.line{stroke:#79c0ff}text{fill:#9da7b3}}";

/// Renders the whole page.
#[must_use]
pub fn page(report: &TuningReport) -> String {
    let name = escaped(&report.name);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{name}</title>\n<style>{STYLE}</style>\n\
         </head>\n<body>\n<h1>{name}</h1>\n<p>{}</p>\n",
        escaped(&heading(report))
    );
    for warning in &report.warnings {
        let _ = writeln!(html, "<p class=\"warning\">{}</p>", escaped(warning));
    }
    html.push_str("<h2>Weights</h2>\n");
    html.push_str(&table(&weights(report)));
    html.push_str("<h2>Progress</h2>\n");
    for (place, row) in report.weights.iter().enumerate() {
        let points: Vec<_> =
            report.curve.iter().map(|point| (float(point.encounters), point.estimates[place])).collect();
        let marks = [("start", f64::from(row.start))];
        let _ = writeln!(html, "<h3>{}</h3>\n<p>{}</p>", escaped(&row.name), escaped(&row.about));
        html.push_str(&plot(&format!("{} by encounters", row.name), &points, &marks));
    }
    html.push_str("<h2>Test</h2>\n");
    for line in test(report) {
        let _ = writeln!(html, "<p>{}</p>", escaped(&line));
    }
    if let Some(tested) = report.test.as_ref().filter(|tested| !tested.course.is_empty()) {
        let points: Vec<_> = tested.course.iter().map(|it| (float(it.encounters), it.llr)).collect();
        let bounds = [("H0", tested.lower), ("H1", tested.upper)];
        html.push_str(&plot("log-likelihood ratio by encounters", &points, &bounds));
    }
    let _ = writeln!(html, "<h2>The tuned bot</h2>\n<pre>{}</pre>\n</body>\n</html>", escaped(&report.snippet));
    html
}

fn table(rows: &[Vec<String>]) -> String {
    let mut html = "<table>\n".to_owned();
    for (number, row) in rows.iter().enumerate() {
        let tag = if number == 0 { "th" } else { "td" };
        let cells: String = row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect();
        let _ = writeln!(html, "<tr>{cells}</tr>");
    }
    html + "</table>\n"
}

/// Draws one curve, with named levels as dashed lines.
fn plot(title: &str, points: &[(f64, f64)], marks: &[(&str, f64)]) -> String {
    let values = || points.iter().map(|point| point.1).chain(marks.iter().map(|mark| mark.1));
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    // A level curve has space on both sides.
    let room = if high > low { (high - low) * 0.08 } else { 1.0 };
    let (low, high) = (low - room, high + room);
    let last = points.last().map_or(1.0, |point| point.0).max(1.0);
    let x = |value: f64| LEFT + value / last * (WIDTH - LEFT - 8.0);
    let y = |value: f64| (high - value) / (high - low) * (HEIGHT - BELOW);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n",
        title = escaped(title)
    );
    let (floor, right) = (HEIGHT - BELOW, WIDTH - 8.0);
    let _ = writeln!(svg, "<path class=\"axis\" fill=\"none\" d=\"M{LEFT} 0V{floor}H{right}\"/>");
    for (name, value) in marks {
        let level = y(*value);
        let _ = writeln!(svg, "<path class=\"mark\" d=\"M{LEFT} {level:.1}H{right}\"/>");
        let _ = writeln!(svg, "<text x=\"{right}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>", level - 3.0);
    }
    for value in [low + room, high - room] {
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value:.1}</text>",
            LEFT - 6.0,
            y(value) + 4.0
        );
    }
    let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"{}\">0</text>", HEIGHT - 6.0);
    let _ = writeln!(svg, "<text x=\"{right}\" y=\"{}\" text-anchor=\"end\">{last} encounters</text>", HEIGHT - 6.0);
    let drawn = thinned(points, POINTS);
    let path: Vec<String> = drawn.iter().map(|(at, value)| format!("{:.1},{:.1}", x(*at), y(*value))).collect();
    let _ = writeln!(svg, "<polyline class=\"line\" points=\"{}\"/>\n</svg>", path.join(" "));
    svg
}

#[expect(clippy::cast_precision_loss, reason = "a tuning has at most a million encounters")]
const fn float(count: u64) -> f64 {
    count as f64
}
