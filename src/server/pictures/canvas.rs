//! A canvas for pictures: shapes, paths and text in a few colours.
//!
//! Text is drawn from outlines of the letters in `glyphs.tsv`: Latin, Greek and Cyrillic, and the characters on the pieces
//! of xiangqi. `benches/glyphs.py` takes them from Noto Sans Bold and Noto Sans CJK SC Bold, whose licence is `src/OFL.txt`.
//! Each line has a letter, its width, its path in hundredths of the size, and an earlier letter whose path it continues. A
//! box stands for every other letter: all scripts would take megabytes.

use std::collections::HashMap;
use std::sync::LazyLock;

use svgtypes::{SimplePathSegment, SimplifyingPathParser};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use crate::error::ApiError;
use arena_play::characters::is_hidden;

/// A colour, as 0xRRGGBB.
pub(super) type Colour = u32;

struct Glyph {
    width: f32,
    path: Option<Path>,
}

static GLYPHS: LazyLock<HashMap<char, Glyph>> = LazyLock::new(|| {
    let mut outlines: HashMap<char, String> = HashMap::new();
    let mut glyph = |line: &'static str| {
        let mut fields = line.split('\t');
        let letter = fields.next()?.chars().next()?;
        let width = fields.next()?.parse().ok()?;
        let own = fields.next()?;
        let base = fields.next().and_then(|base| outlines.get(&base.chars().next()?));
        let outline = base.map_or_else(|| own.to_owned(), |base| format!("{base}{own}"));
        let path = path(&outline);
        outlines.insert(letter, outline);
        Some((letter, Glyph { width, path }))
    };
    include_str!("glyphs.tsv").lines().filter_map(&mut glyph).collect()
});

/// The glyphs of letters without an outline: a narrow and a wide box.
static BOXES: LazyLock<[Glyph; 2]> = LazyLock::new(|| {
    let narrow = "M8 0V-72H52V0ZM15 -7H45V-65H15Z";
    let wide = "M8 6V-80H92V6ZM15 -1H85V-73H15Z";
    [(60.0, narrow), (100.0, wide)].map(|(width, outline)| Glyph { width, path: path(outline) })
});

/// The first letter of the scripts with wide letters: Korean, Chinese and Japanese.
const WIDE: char = '\u{1100}';

/// Returns the glyphs of a text. Invisible characters and separate accents have none.
fn glyphs(text: &str) -> impl Iterator<Item = &'static Glyph> {
    let is_accent = |letter| ('\u{300}'..='\u{36f}').contains(&letter);
    let visible = text.chars().filter(move |letter| !is_hidden(*letter) && !letter.is_control() && !is_accent(*letter));
    visible.map(|letter| {
        let known = GLYPHS.get(&letter).or_else(|| GLYPHS.get(&' ').filter(|_| letter.is_whitespace()));
        known.unwrap_or_else(|| &BOXES[usize::from(letter >= WIDE)])
    })
}

/// Parses the data of an SVG path.
fn path(data: &str) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in SimplifyingPathParser::from(data) {
        // The values are small, so nothing is lost.
        #[expect(clippy::cast_possible_truncation, reason = "coordinates of a picture")]
        let of = |value: f64| value as f32;
        match segment.ok()? {
            SimplePathSegment::MoveTo { x, y } => builder.move_to(of(x), of(y)),
            SimplePathSegment::LineTo { x, y } => builder.line_to(of(x), of(y)),
            SimplePathSegment::Quadratic { x1, y1, x, y } => builder.quad_to(of(x1), of(y1), of(x), of(y)),
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                builder.cubic_to(of(x1), of(y1), of(x2), of(y2), of(x), of(y));
            }
            SimplePathSegment::ClosePath => builder.close(),
        }
    }
    builder.finish()
}

/// A picture, and the place of its drawings: each point is scaled, then moved.
pub(super) struct Canvas {
    pixels: Pixmap,
    place: Transform,
}

fn paint(colour: Colour) -> Paint<'static> {
    let [_, red, green, blue] = colour.to_be_bytes();
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, u8::MAX);
    paint
}

impl Canvas {
    /// Creates a picture of one colour.
    pub(super) fn new(width: u32, height: u32, ground: Colour) -> Self {
        let mut pixels = Pixmap::new(width, height).expect("a picture has a size");
        let [_, red, green, blue] = ground.to_be_bytes();
        pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, u8::MAX));
        Self { pixels, place: Transform::identity() }
    }

    /// Draws in a square at (x, y) with this size, which counts as `unit` wide.
    pub(super) fn within(&mut self, x: f32, y: f32, size: f32, unit: f32, draw: impl FnOnce(&mut Self)) {
        let before = self.place;
        self.place = before.pre_translate(x, y).pre_scale(size / unit, size / unit);
        draw(self);
        self.place = before;
    }

    fn fill_path(&mut self, path: &Path, colour: Colour) {
        self.pixels.fill_path(path, &paint(colour), FillRule::Winding, self.place, None);
    }

    fn stroke_path(&mut self, path: &Path, colour: Colour, width: f32) {
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        self.pixels.stroke_path(path, &paint(colour), &stroke, self.place, None);
    }

    pub(super) fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Colour) {
        if let Some(rect) = Rect::from_xywh(x, y, width, height) {
            self.fill_path(&PathBuilder::from_rect(rect), colour);
        }
    }

    /// Draws a disc with an edge of this width.
    pub(super) fn disc(&mut self, x: f32, y: f32, radius: f32, colour: Colour, edge: Option<(Colour, f32)>) {
        let Some(path) = PathBuilder::from_circle(x, y, radius) else { return };
        self.fill_path(&path, colour);
        if let Some((colour, width)) = edge {
            self.stroke_path(&path, colour, width);
        }
    }

    pub(super) fn ring(&mut self, x: f32, y: f32, radius: f32, colour: Colour, width: f32) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            self.stroke_path(&path, colour, width);
        }
    }

    /// Draws lines from each point to the next one.
    pub(super) fn line(&mut self, points: &[(f32, f32)], colour: Colour, width: f32) {
        if let Some(path) = polyline(points, false) {
            self.stroke_path(&path, colour, width);
        }
    }

    pub(super) fn polygon(&mut self, points: &[(f32, f32)], colour: Colour, edge: Option<(Colour, f32)>) {
        let Some(path) = polyline(points, true) else { return };
        self.fill_path(&path, colour);
        if let Some((colour, width)) = edge {
            self.stroke_path(&path, colour, width);
        }
    }

    /// Draws an SVG path.
    pub(super) fn shape(&mut self, data: &str, fill: Option<Colour>, edge: Option<(Colour, f32)>) {
        let Some(path) = path(data) else { return };
        if let Some((colour, width)) = edge {
            self.stroke_path(&path, colour, width);
        }
        if let Some(colour) = fill {
            self.fill_path(&path, colour);
        }
    }

    /// Writes a text from (x, y) on, at most `room` wide. Returns its width.
    pub(super) fn text(&mut self, x: f32, y: f32, size: f32, room: f32, text: &str, colour: Colour) -> f32 {
        let scale = size / 100.0;
        let before = self.place;
        let mut at = x;
        for glyph in glyphs(text) {
            if at + glyph.width * scale > x + room {
                break;
            }
            if let Some(path) = &glyph.path {
                self.place = before.pre_translate(at, y).pre_scale(scale, scale);
                self.fill_path(path, colour);
            }
            at += glyph.width * scale;
        }
        self.place = before;
        at - x
    }

    /// Writes a text around x.
    pub(super) fn centred(&mut self, x: f32, y: f32, size: f32, text: &str, colour: Colour) {
        let width: f32 = glyphs(text).map(|glyph| glyph.width).sum();
        self.text(x - width * size / 200.0, y, size, f32::MAX, text, colour);
    }

    /// Returns the pixels as red, green, blue and alpha.
    pub(super) fn pixels(&self) -> &[u8] {
        self.pixels.data()
    }

    pub(super) fn png(&self) -> Result<Vec<u8>, ApiError> {
        self.pixels.encode_png().map_err(ApiError::internal)
    }
}

fn polyline(points: &[(f32, f32)], closed: bool) -> Option<Path> {
    let (first, rest) = points.split_first()?;
    let mut builder = PathBuilder::new();
    builder.move_to(first.0, first.1);
    rest.iter().for_each(|point| builder.line_to(point.0, point.1));
    if closed {
        builder.close();
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_letter_of_a_name_takes_room() {
        let width = |text: &str| glyphs(text).map(|glyph| glyph.width).sum::<f32>();
        for name in ["José", "Łukasz", "Ştefan", "Ωμέγα", "Жанна", "Trần", "安娜", "アン", "안나", "🦊"]
        {
            for letter in name.chars() {
                assert!(width(&letter.to_string()) > 10.0, "{letter} of {name}");
            }
        }
        assert_eq!(width("é"), width("e"));
        let of =
            |letter| GLYPHS.get(&letter).and_then(|glyph| glyph.path.as_ref()).expect("it has an outline").bounds();
        assert!(of('é').top() < of('e').top() && of('é').bottom() >= of('e').bottom() - 1.0, "e and its accent");
        assert_eq!(width("a\u{202e}\u{200b}b"), width("ab"), "invisible characters");
        assert_eq!(width("a\u{a0}b"), width("a b"));
        assert!(!GLYPHS.contains_key(&'安') && GLYPHS.contains_key(&'帥'));
    }
}
