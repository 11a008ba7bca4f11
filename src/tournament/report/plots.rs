//! The plots of a report: the course of a sequential test, ratings with errors, strength against cost, openings, and
//! the course of the figures.

use super::number_format::nodes;
use super::plot::{Plot, Scale, ratio_plot};
use super::rows::{EntrantRow, TournamentReport};
use super::strength::RatingBound;
use super::text_width::{cut, width};

/// The most entrants that are drawn. The best ones are kept.
const MOST: usize = 40;
/// The height of a row.
const ROW: f64 = 26.0;
/// The left end of the rows. Names are to the left of it.
const NAMES: f64 = 230.0;
/// The number of colours for lines.
const COLOURS: usize = 8;

/// Returns all plots for which this report has data.
pub(super) fn plots(report: &TournamentReport) -> Vec<String> {
    [ratio(report), ratings(report), frontier(report), openings(report), curve(report)].into_iter().flatten().collect()
}

/// The label of an entrant in a drawing.
fn label(row: &EntrantRow, length: usize) -> String {
    cut(row.label.as_deref().unwrap_or(&row.name), length)
}

/// The rating, or its bound if there is no rating.
fn place(row: &EntrantRow) -> Option<f64> {
    row.rating.or(row.rating_bound.map(|bound| match bound {
        RatingBound::AtLeast(elo) | RatingBound::AtMost(elo) => elo,
    }))
}

/// True if only an upper bound of the rating is known.
const fn is_below(row: &EntrantRow) -> bool {
    matches!((row.rating, row.rating_bound), (None, Some(RatingBound::AtMost(_))))
}

/// Plots the log-likelihood ratio of a sequential test between its two bounds.
fn ratio(report: &TournamentReport) -> Option<String> {
    let test = report.placing.test.as_ref().filter(|test| test.course.len() > 1)?;
    let about = format!("{}: {}; {}", test.entrant, test.hypotheses, test.basis());
    let course = test.course.iter().map(|point| (point.encounters, point.llr));
    Some(ratio_plot("The sequential test: log-likelihood ratio", about, course, (test.lower, test.upper)))
}

fn ratings(report: &TournamentReport) -> Option<String> {
    let mut rows: Vec<&EntrantRow> = report.entrants.iter().filter(|row| place(row).is_some()).collect();
    // Entrants of which only an upper bound is known come last.
    let rank = |row: &EntrantRow| (!is_below(row), place(row).unwrap_or(0.0));
    rows.sort_by(|a, b| rank(b).0.cmp(&rank(a).0).then(rank(b).1.total_cmp(&rank(a).1)));
    let left_out = rows.len().saturating_sub(MOST);
    rows.truncate(MOST);
    if rows.is_empty() {
        return None;
    }
    let ends = |row: &&EntrantRow| {
        let (at, error) = (place(row).unwrap_or(0.0), row.rating_error.unwrap_or(0.0));
        [at - error, at + error]
    };
    // With an anchor all ratings may be far from 0, so the scale need not include 0.
    let scale = Scale::over(rows.iter().flat_map(ends), NAMES, Plot::right());
    #[expect(clippy::cast_precision_loss, reason = "there are a few rows")]
    let bottom = 10.0 + ROW * rows.len() as f64;
    let title = match left_out {
        0 => "Ratings".to_owned(),
        more => format!("Ratings of the best {MOST} ({more} more are in the table)"),
    };
    let about: Vec<String> = rows.iter().map(|row| format!("{} {}", row.name, row.rating_text())).collect();
    let mut plot = Plot::new(bottom + 44.0, &title, about.join("; "));
    plot.x_axis(&scale, 4.0, bottom, "Elo, with 95 % ranges");
    let mut y = 10.0 + ROW / 2.0;
    for row in rows {
        let title = format!("{}: {}", row.name, row.rating_text());
        let x = scale.at(place(row).unwrap_or(0.0));
        plot.text("name end", (NAMES - 14.0, y + 4.0), &label(row, 30));
        if let (Some(rating), Some(error)) = (row.rating, row.rating_error) {
            let (low, high) = (scale.at(rating - error), scale.at(rating + error));
            plot.line("range", (low, y), (high, y));
            plot.line("range", (low, y - 4.0), (low, y + 4.0));
            plot.line("range", (high, y - 4.0), (high, y + 4.0));
        }
        match row.rating_bound {
            // An arrow points from the bound to the possible ratings.
            Some(bound) => {
                let tip = if matches!(bound, RatingBound::AtLeast(_)) { 14.0 } else { -14.0 };
                plot.line("range", (x, y), (x + tip, y));
                plot.area("arrow", &[(x + tip, y - 5.0), (x + tip * 1.6, y), (x + tip, y + 5.0)]);
                plot.dot("open", (x, y), &title);
            }
            None => plot.dot("dot", (x, y), &title),
        }
        y += ROW;
    }
    Some(plot.figure())
}

fn frontier(report: &TournamentReport) -> Option<String> {
    let strength = |row: &EntrantRow| place(row).or(row.elo);
    let cost = |row: &EntrantRow| row.nodes_per_move.filter(|nodes| *nodes > 0.0);
    let rows: Vec<(&EntrantRow, f64, f64)> =
        report.entrants.iter().filter_map(|row| Some((row, cost(row)?, strength(row)?))).collect();
    if rows.len() < 2 {
        return None;
    }
    let (left, top, bottom) = (56.0, 26.0, 330.0);
    let x = Scale::powers(rows.iter().map(|row| row.1), left + 10.0, Plot::right() - 20.0);
    let y = Scale::over(rows.iter().map(|row| row.2), bottom - 8.0, top);
    let mut on: Vec<&(&EntrantRow, f64, f64)> = rows.iter().filter(|row| row.0.frontier).collect();
    on.sort_by(|a, b| a.1.total_cmp(&b.1));
    let about = report.frontier().unwrap_or_default();
    // A logarithmic scale cannot show 0.
    let without = report.entrants.iter().filter(|row| row.nodes_per_move == Some(0.0) && strength(row).is_some());
    // Entrants on the frontier, and then the strongest ones, choose the places of their names first.
    let mut order: Vec<&(&EntrantRow, f64, f64)> = rows.iter().collect();
    order.sort_by(|a, b| b.0.frontier.cmp(&a.0.frontier).then(b.2.total_cmp(&a.2)));
    let dots: Vec<(f64, f64)> = order.iter().map(|row| (x.at(row.1), y.at(row.2))).collect();
    let names: Vec<[String; 2]> = order.iter().map(|row| [label(row.0, 28), row.0.rank.to_string()]).collect();
    let labels = labels(&names, &dots, left);
    let ranks = labels.iter().zip(&names).filter(|(label, [name, _])| label.text != *name).count();
    let title = match without.count() {
        0 => "Strength against cost".to_owned(),
        1 => "Strength against cost, without the entrant that searches no nodes".to_owned(),
        many => format!("Strength against cost, without {many} entrants that search no nodes"),
    };
    let title = if ranks == 0 { title } else { format!("{title}; a number is the rank of an entrant") };
    let mut plot = Plot::new(bottom + 44.0, &title, about);
    plot.x_axis(
        &x,
        top,
        bottom,
        "nodes per move (logarithmic); on the line, each is significantly stronger than the cheaper ones",
    );
    plot.y_axis(&y, left, "Elo");
    plot.path("frontier", on.iter().map(|row| Some((x.at(row.1), y.at(row.2)))));
    for &(row, cost, strength) in &rows {
        let title = format!("{}: {} nodes a move, {}", row.name, nodes(cost), row.rating_text());
        let class = if row.frontier { "dot" } else { "faint" };
        plot.dot(class, (x.at(cost), y.at(strength)), &title);
    }
    for label in labels {
        plot.text(if label.is_end { "label end" } else { "label" }, (label.x, label.y), &label.text);
    }
    Some(plot.figure())
}

/// The label of a dot: a name or a rank, right of `x` or, with `is_end`, left of it.
struct Label {
    text: String,
    x: f64,
    y: f64,
    is_end: bool,
}

/// An area of the drawing.
#[derive(Clone, Copy)]
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Area {
    fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }
}

/// Returns the label of each dot: its name where that covers no other dot and no other label, and its rank otherwise.
fn labels(names: &[[String; 2]], dots: &[(f64, f64)], left: f64) -> Vec<Label> {
    /// The distance of a label from its dot, and the places: to the right or left, and the distance of the baseline.
    const BESIDE: f64 = 9.0;
    const PLACES: [(bool, f64); 6] =
        [(false, 15.0), (true, 15.0), (false, 4.0), (true, 4.0), (false, -8.0), (true, -8.0)];
    /// Upper estimates of the width of a letter and of the height of a line.
    const LETTER: f64 = 7.0;
    const LINE: f64 = 13.0;
    let mut taken: Vec<Area> =
        dots.iter().map(|&(x, y)| Area { left: x - 5.0, right: x + 5.0, top: y - 5.0, bottom: y + 5.0 }).collect();
    let mut labels = Vec::new();
    for (own, ([name, rank], &(x, y))) in names.iter().zip(dots).enumerate() {
        let at = |text: &String, is_end: bool, drop: f64| {
            let wide = LETTER * f64::from(u16::try_from(width(text)).unwrap_or(u16::MAX));
            let from = if is_end { x - BESIDE - wide } else { x + BESIDE };
            let area = Area { left: from, right: from + wide, top: y + drop - LINE + 2.0, bottom: y + drop + 2.0 };
            (Label { text: text.clone(), x: if is_end { x - BESIDE } else { x + BESIDE }, y: y + drop, is_end }, area)
        };
        let places = |text| PLACES.map(|(is_end, drop)| at(text, is_end, drop));
        let fits = |(_, area): &(Label, Area)| {
            let is_free = |(place, other): (usize, &Area)| place == own || !area.overlaps(other);
            area.left >= left && area.right <= Plot::right() && taken.iter().enumerate().all(is_free)
        };
        let found = [name, rank].into_iter().flat_map(places).find(fits);
        let (label, area) = found.unwrap_or_else(|| at(rank, false, 4.0));
        taken.push(area);
        labels.push(label);
    }
    labels
}

/// Plots the number of openings by the score of the first seat, in tenths.
fn openings(report: &TournamentReport) -> Option<String> {
    let scores: Vec<f64> = report.openings.iter().filter_map(|row| row.results.score()).collect();
    if scores.len() < 2 {
        return None;
    }
    let mut counts = [0_u32; 11];
    for score in &scores {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a score is within 0 and 1")]
        let place = (score * 10.0).round() as usize;
        counts[place.min(10)] += 1;
    }
    let (left, top, bottom) = (56.0, 26.0, 220.0);
    let most = f64::from(counts.iter().copied().max().unwrap_or(1));
    let y = Scale::fixed(0.0, most * 1.05, bottom, top);
    let x = Scale::fixed(-5.0, 105.0, left, Plot::right());
    let about = format!(
        "{} openings; the first seat scored from {:.0} % to {:.0} %",
        scores.len(),
        scores.iter().copied().fold(1.0, f64::min) * 100.0,
        scores.iter().copied().fold(0.0, f64::max) * 100.0
    );
    let mut plot = Plot::new(bottom + 44.0, "Score of the first seat by opening", about);
    plot.y_axis(&y, left, "openings");
    plot.line("zero", (x.at(50.0), top), (x.at(50.0), bottom));
    let width = x.at(10.0) - x.at(0.0);
    for (tenth, count) in (0_u32..).zip(counts) {
        let score = f64::from(tenth) * 10.0;
        let (from, to) = (x.at(score) - width * 0.4, y.at(f64::from(count)));
        let title = format!("{count} openings with about {score:.0} %");
        plot.bar("bar", (from, to), (width * 0.8, bottom - to), &title);
        plot.text("tick middle", (x.at(score), bottom + 16.0), &format!("{score:.0} %"));
    }
    plot.text("axis end", (Plot::right(), bottom + 34.0), "score of the first seat");
    Some(plot.figure())
}

fn curve(report: &TournamentReport) -> Option<String> {
    let points = &report.curve;
    if points.len() < 3 {
        return None;
    }
    let two = report.entrants.len() == 2;
    // The lines of two entrants are mirror images, so one is enough.
    let lines = if two { 1 } else { report.entrants.len().min(COLOURS) };
    // An entrant that won or lost everything has bounds and no line.
    let is_line = |line: usize| points.windows(2).any(|pair| pair.iter().all(|point| point.elo[line].is_some()));
    if !(0..lines).any(is_line) {
        return None;
    }
    let (left, top, bottom) = (56.0, 26.0, 320.0);
    #[expect(clippy::cast_precision_loss, reason = "a place in a drawing")]
    let last = points.last().map_or(1.0, |point| point.matches as f64);
    let legend_rows = if two { 1 } else { lines.div_ceil(2) };
    let x = Scale::fixed(0.0, last, left, Plot::right());
    // The first estimates vary widely, so the axis fits the later ones.
    let settled = &points[points.len() / 8..];
    let reach = |point: &super::CurvePoint, line: usize| if two { point.elo_error[line].unwrap_or(0.0) } else { 0.0 };
    let ends = |point: &super::CurvePoint, line: usize| Some((point.elo[line]?, reach(point, line)));
    let drawn = settled.iter().flat_map(|point| (0..lines).filter_map(move |line| ends(point, line)));
    let y = Scale::over(drawn.flat_map(|(elo, reach)| [elo - reach, elo + reach]).chain([0.0]), bottom, top);
    let title = if two {
        format!("Convergence of the difference between {} and {}", report.entrants[0].name, report.entrants[1].name)
    } else if lines < report.entrants.len() {
        format!("Convergence of the differences between the best {lines} and the field")
    } else {
        "Convergence of the differences to the field".to_owned()
    };
    let at_end = report.entrants.iter().take(lines).map(|row| format!("{}: {}", row.name, row.elo_text()));
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let height = bottom + 52.0 + 20.0 * legend_rows as f64;
    let mut plot = Plot::new(height, &title, at_end.collect::<Vec<_>>().join("; "));
    plot.x_axis(&x, top, bottom, "matches");
    plot.y_axis(&y, left, "Elo");
    #[expect(clippy::cast_precision_loss, reason = "a place in a drawing")]
    let at = |matches: u64| x.at(matches as f64);
    if two {
        let edge = |sign: f64| -> Vec<(f64, f64)> {
            let end = |it: &super::CurvePoint| Some((at(it.matches), y.at(it.elo[0]? + sign * it.elo_error[0]?)));
            points.iter().filter_map(end).collect()
        };
        let lower = edge(-1.0).into_iter().rev();
        plot.area("band", &edge(1.0).into_iter().chain(lower).collect::<Vec<_>>());
    }
    for line in 0..lines {
        let row = &report.entrants[line];
        let class = format!("curve c{line}");
        plot.path(&class, points.iter().map(|point| Some((at(point.matches), y.at(point.elo[line]?)))));
        #[expect(clippy::cast_precision_loss, reason = "a few rows")]
        let (column, below) = ((line % 2) as f64, (line / 2) as f64);
        let (x, y) = (left + column * 330.0, bottom + 48.0 + 20.0 * below);
        plot.line(&class, (x, y - 4.0), (x + 22.0, y - 4.0));
        plot.text("name", (x + 30.0, y), &format!("{}  {}", label(row, 30), row.elo_text()));
    }
    Some(plot.figure())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dot_has_a_name_or_a_rank_that_covers_no_other_dot() {
        let names: Vec<[String; 2]> = (1..=8).map(|rank| [format!("an entrant {rank}"), rank.to_string()]).collect();
        let apart: Vec<(f64, f64)> =
            (0..8).map(|i| (100.0 + 60.0 * f64::from(i), 40.0 + 30.0 * f64::from(i))).collect();
        let found = labels(&names, &apart, 56.0);
        assert!(found.iter().zip(&names).all(|(label, [name, _])| label.text == *name));
        let close: Vec<(f64, f64)> = (0..8).map(|i| (300.0 + 12.0 * f64::from(i), 100.0)).collect();
        let found = labels(&names, &close, 56.0);
        assert_eq!(found.len(), 8);
        assert!(found.iter().zip(&names).all(|(label, texts)| texts.contains(&label.text)));
        assert!(found.iter().any(|label| label.text.len() == 1), "some names have no room");
    }
}
