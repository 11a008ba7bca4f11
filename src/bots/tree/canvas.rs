//! What a picture of a tree is drawn on: shapes and lines of text, as SVG.

use std::fmt::{Arguments, Write};

/// The width of a character of the captions, on the safe side.
pub(super) const CHARACTER: f64 = 6.4;

/// The picture as it grows.
pub(super) struct Canvas {
    pub(super) out: String,
}

impl Canvas {
    pub(super) fn draw(&mut self, shape: Arguments<'_>) {
        self.out.write_fmt(shape).expect("a string takes all that is written to it");
        self.out.push('\n');
    }

    /// A line of text whose baseline is at `y`.
    pub(super) fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        self.draw(format_args!(r#"<text x="{x:.1}" y="{y:.1}" class="{class}">{}</text>"#, escaped(text)));
    }
}

/// How wide a caption is, about.
pub(super) fn text_width(text: &str) -> f64 {
    text.chars().fold(0.0, |width, _| width + CHARACTER)
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
