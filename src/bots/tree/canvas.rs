//! The canvas of a tree's picture: shapes and lines of text as SVG.

use std::fmt::{Arguments, Write};

/// An upper estimate of the width of a character in captions.
pub(super) const CHARACTER: f64 = 6.4;

pub(super) struct Canvas {
    pub(super) out: String,
}

impl Canvas {
    pub(super) fn draw(&mut self, shape: Arguments<'_>) {
        self.out.write_fmt(shape).expect("writing to a string cannot fail");
        self.out.push('\n');
    }

    /// Draws a line of text with its baseline at `y`.
    pub(super) fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        self.draw(format_args!(r#"<text x="{x:.1}" y="{y:.1}" class="{class}">{}</text>"#, escaped(text)));
    }
}

/// Returns the approximate width of a caption.
pub(super) fn text_width(text: &str) -> f64 {
    text.chars().fold(0.0, |width, _| width + CHARACTER)
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
