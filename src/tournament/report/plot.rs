//! Draws plots as SVG: axes with round numbers, and shapes between them.

use std::fmt::Write;

use super::escape::markup as escaped;

/// The width of every plot, in SVG units.
pub(super) const WIDTH: f64 = 720.0;
/// The space at the right.
const RIGHT: f64 = 18.0;

/// Maps a range of values to a range of coordinates.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    logarithmic: bool,
}

impl Scale {
    /// Creates a scale that includes all finite values, with a little space at the ends.
    pub(super) fn over(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let (low, high) = values
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low.is_finite() { (low, high) } else { (0.0, 1.0) };
        let room = if high > low { (high - low) * 0.04 } else { low.abs().max(1.0) * 0.5 };
        Self { low: low - room, high: high + room, from, to, logarithmic: false }
    }

    /// Creates a logarithmic scale that includes all positive values.
    pub(super) fn powers(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let scale = Self::over(values.filter(|value| *value > 0.0).map(f64::log10), from, to);
        Self { logarithmic: true, ..scale }
    }

    /// Creates a scale with exactly this range.
    pub(super) const fn fixed(low: f64, high: f64, from: f64, to: f64) -> Self {
        Self { low, high, from, to, logarithmic: false }
    }

    /// Returns the coordinate of a value.
    pub(super) fn at(&self, value: f64) -> f64 {
        let value = if self.logarithmic { value.max(f64::MIN_POSITIVE).log10() } else { value };
        self.from + (value.clamp(self.low, self.high) - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Returns round values within the range.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let span = self.high - self.low;
        if self.logarithmic && span >= 1.0 {
            let every = (span / 6.0).ceil().max(1.0);
            let mut power = (self.low / every).ceil() * every;
            let mut ticks = Vec::new();
            while power <= self.high {
                ticks.push(10_f64.powf(power));
                power += every;
            }
            return ticks;
        }
        let (low, high) =
            if self.logarithmic { (10_f64.powf(self.low), 10_f64.powf(self.high)) } else { (self.low, self.high) };
        let rough = (high - low) / 6.0;
        let magnitude = 10_f64.powf(rough.log10().floor());
        let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * magnitude >= rough).unwrap_or(10.0);
        let step = factor * magnitude;
        let mut ticks = Vec::new();
        let mut tick = (low / step).ceil() * step;
        while tick <= high && ticks.len() < 20 {
            // A tick that should be 0 may differ from it by a rounding error.
            ticks.push(if tick.abs() < step / 1e6 { 0.0 } else { tick });
            tick += step;
        }
        ticks
    }
}

/// Formats the number at a tick.
pub(super) fn tick_text(value: f64) -> String {
    let text = match value.abs() {
        size if size >= 1e6 => format!("{:.0}M", value / 1e6),
        size if size >= 1e4 => format!("{:.0}k", value / 1e3),
        size if size >= 10.0 || size == 0.0 || value.fract() == 0.0 => format!("{value:.0}"),
        size if size >= 0.1 => format!("{value:.1}"),
        _ => format!("{value:.3}"),
    };
    text.replace('-', "−")
}

/// A drawing.
pub(super) struct Plot {
    height: f64,
    title: String,
    about: String,
    body: String,
}

impl Plot {
    /// Creates an empty drawing with a title, and a description for screen readers.
    pub(super) fn new(height: f64, title: &str, about: String) -> Self {
        Self { height, title: title.to_owned(), about, body: String::new() }
    }

    /// The right end of the drawing area.
    pub(super) const fn right() -> f64 {
        WIDTH - RIGHT
    }

    pub(super) fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let _ = write!(self.body, r#"<line class="{class}" x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}"/>"#);
    }

    pub(super) fn text(&mut self, class: &str, (x, y): (f64, f64), text: &str) {
        let _ = write!(self.body, r#"<text class="{class}" x="{x:.1}" y="{y:.1}">{}</text>"#, escaped(text));
    }

    /// Draws a dot with a tooltip.
    pub(super) fn dot(&mut self, class: &str, (x, y): (f64, f64), title: &str) {
        let title = escaped(title);
        let _ = write!(
            self.body,
            r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="5"><title>{title}</title></circle>"#
        );
    }

    /// Draws a bar with a tooltip.
    pub(super) fn bar(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64), title: &str) {
        let (width, title) = (width.max(0.0), escaped(title));
        let _ = write!(
            self.body,
            r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}"><title>{title}</title></rect>"#
        );
    }

    /// Draws a line through points. A `None` interrupts it.
    pub(super) fn path(&mut self, class: &str, points: impl Iterator<Item = Option<(f64, f64)>>) {
        let mut path = String::new();
        let mut drawing = false;
        for point in points {
            if let Some((x, y)) = point {
                let _ = write!(path, "{}{x:.1} {y:.1}", if drawing { 'L' } else { 'M' });
            }
            drawing = point.is_some();
        }
        let _ = write!(self.body, r#"<path class="{class}" d="{path}"/>"#);
    }

    /// Draws a filled area.
    pub(super) fn area(&mut self, class: &str, points: &[(f64, f64)]) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(self.body, r#"<polygon class="{class}" points="{}"/>"#, points.join(" "));
    }

    /// Draws vertical lines at round values of a horizontal scale, from `top` to `bottom`, with numbers below.
    pub(super) fn x_axis(&mut self, scale: &Scale, top: f64, bottom: f64, title: &str) {
        for tick in scale.ticks() {
            let x = scale.at(tick);
            self.line(if tick == 0.0 { "zero" } else { "grid" }, (x, top), (x, bottom));
            self.text("tick middle", (x, bottom + 16.0), &tick_text(tick));
        }
        self.text("axis end", (Self::right(), bottom + 34.0), title);
    }

    /// Draws horizontal lines at round values of a vertical scale, from `left` to the right end, with numbers at the
    /// left.
    pub(super) fn y_axis(&mut self, scale: &Scale, left: f64, title: &str) {
        for tick in scale.ticks() {
            let y = scale.at(tick);
            self.line(if tick == 0.0 { "zero" } else { "grid" }, (left, y), (Self::right(), y));
            self.text("tick end", (left - 8.0, y + 4.0), &tick_text(tick));
        }
        self.text("axis", (0.0, 14.0), title);
    }

    /// Returns the drawing as a figure with its title.
    pub(super) fn figure(self) -> String {
        let (title, about) = (escaped(&self.title), escaped(&self.about));
        format!(
            "<figure><figcaption>{title}</figcaption>\
             <svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{title}. {about}\">{}</svg></figure>\n",
            self.height, self.body
        )
    }
}

/// Plots one curve, with named levels as dashed lines.
#[must_use]
pub fn curve_plot(
    title: &str,
    about: String,
    (x_title, y_title): (&str, &str),
    points: &[(f64, f64)],
    levels: &[(String, f64)],
) -> String {
    let (left, top, bottom) = (56.0, 26.0, 260.0);
    let x = Scale::fixed(0.0, points.last().map_or(1.0, |point| point.0).max(1.0), left, Plot::right());
    let values = points.iter().map(|point| point.1).chain(levels.iter().map(|level| level.1));
    let y = Scale::over(values, bottom, top);
    let mut plot = Plot::new(bottom + 44.0, title, about);
    plot.x_axis(&x, top, bottom, x_title);
    plot.y_axis(&y, left, y_title);
    for (name, value) in levels {
        plot.line("frontier", (left, y.at(*value)), (Plot::right(), y.at(*value)));
        plot.text("tick", (left + 6.0, y.at(*value) - 5.0), name);
    }
    plot.path("curve c0", points.iter().map(|&(at, value)| Some((x.at(at), y.at(value)))));
    plot.figure()
}

/// Plots the log-likelihood ratio of a sequential test by encounters. It begins at 0, before the first encounter.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a place in a drawing")]
pub fn ratio_plot(
    title: &str,
    about: String,
    course: impl Iterator<Item = (u64, f64)>,
    (lower, upper): (f64, f64),
) -> String {
    let course = course.map(|(encounters, llr)| (encounters as f64, llr));
    let points: Vec<(f64, f64)> = std::iter::once((0.0, 0.0)).chain(course).collect();
    let level = |name: &str, bound: f64| (format!("{name} is accepted at {bound:.2}"), bound);
    curve_plot(title, about, ("encounters", "LLR"), &points, &[level("H1", upper), level("H0", lower)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_range() {
        let scale = Scale::over([-130.0, 310.0].into_iter(), 0.0, 100.0);
        assert_eq!(scale.ticks(), [-100.0, 0.0, 100.0, 200.0, 300.0]);
        let powers = Scale::powers([3.0, 20_000.0].into_iter(), 0.0, 100.0);
        assert_eq!(powers.ticks().iter().map(|it| tick_text(*it)).collect::<Vec<_>>(), ["10", "100", "1000", "10k"]);
        for values in [vec![], vec![0.0], vec![5.0, 5.0], vec![f64::NAN, f64::INFINITY]] {
            for scale in [Scale::over(values.iter().copied(), 0.0, 1.0), Scale::powers(values.into_iter(), 0.0, 1.0)] {
                assert!(scale.ticks().iter().all(|tick| tick.is_finite()) && scale.at(0.0).is_finite(), "{scale:?}");
            }
        }
    }
}
