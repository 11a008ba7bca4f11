//! A searched tree as an SVG picture in the style of textbooks. It follows the reader's light or dark theme.

use super::canvas::{CHARACTER, Canvas, escaped, text_width};
use super::glyph;
use super::layout::{Layout, Placed, Size, place};
use super::sketch::Sketch;
use super::{SearchedTree, TreeNode, grouped};
use arena_games::Side;
use arena_search::trace::NodeKind;

const MARGIN: f64 = 24.0;
/// The space above the root for the title.
const HEADER: f64 = 52.0;
/// The least width of a picture, for its title and legend.
const LEAST_WIDTH: f64 = 600.0;
/// The height of a line of a caption below a board.
const LINE: f64 = 14.0;
/// The height of a line of the legend.
const LEGEND_LINE: f64 = 18.0;

const STYLE: &str = "\
svg{--paper:#fff;--ink:#1f2937;--soft:#6b7280;--line:#94a3b8;--faint:#aab2bd;--max:#e3ecfa;--max-ink:#2b5fab;\
--min:#fdebd8;--min-ink:#b4560e;--leaf:#f3f4f6;--pick:#0d7a6f;\
font:12px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}\
@media(prefers-color-scheme:dark){svg{--paper:#12161c;--ink:#e6eaf0;--soft:#98a3b3;--line:#64748b;--faint:#5b6675;\
--max:#1b2f4d;--max-ink:#86b1f0;--min:#43290f;--min-ink:#f0a45c;--leaf:#222933;--pick:#3fc9b6}}\
.paper{fill:var(--paper)}text{fill:var(--ink);text-anchor:middle}.start{text-anchor:start}\
.title{font-size:15px;font-weight:600}.soft,.window{fill:var(--soft)}.window{font-size:11px}.value{font-weight:600}\
.edge{fill:none;stroke:var(--line);stroke-width:1.2}.edge.pick{stroke:var(--pick);stroke-width:3}\
.edge.cut{stroke:var(--faint);stroke-dasharray:4 4}.mark{stroke:var(--soft);stroke-width:1.4;fill:none}\
.move{font-size:11px;stroke:var(--paper);stroke-width:4;paint-order:stroke;stroke-linejoin:round}\
.max{fill:var(--max);stroke:var(--max-ink)}.min{fill:var(--min);stroke:var(--min-ink)}\
.leaf{fill:var(--leaf);stroke:var(--line)}.max,.min,.leaf{stroke-width:1.4;stroke-linejoin:round}\
.pick>.max,.pick>.min,.pick>.leaf{stroke:var(--pick);stroke-width:3}\
.cut>.max,.cut>.min,.cut>.leaf{fill:var(--paper);stroke:var(--faint);stroke-dasharray:4 3;stroke-width:1.2}\
.cut text,.move.cut{fill:var(--faint);font-weight:400}\
.grid{stroke:var(--line);stroke-width:1;fill:none}.x,.o,.strike{fill:none;stroke-width:2;stroke-linecap:round}\
.x{stroke:var(--max-ink)}.o{stroke:var(--min-ink)}.strike{stroke:var(--ink)}.last{fill:var(--pick);opacity:.22}\
.cut .x,.cut .o,.cut .grid,.cut .strike{stroke:var(--faint)}.cut .last{fill:none}.cut .x,.cut .o{stroke-width:1.2}";

/// Draws the tree.
#[must_use]
pub fn svg(tree: &SearchedTree) -> String {
    let painter = Painter { tree, boards: matches!(tree.root.sketch, Sketch::Board(_)) };
    let layout = place(&tree.root, &|node| painter.measure(node));
    painter.paint(&layout)
}

struct Painter<'a> {
    tree: &'a SearchedTree,
    boards: bool,
}

impl Painter<'_> {
    /// Returns the space that a node needs, including half the gap to its neighbours on either side.
    fn measure(&self, node: &TreeNode) -> Size {
        let (width, height) = glyph::size(node);
        let gap = if node.is_pruned() && self.boards { 3.0 } else { 7.0 };
        let half = width / 2.0 + gap;
        let captions = self.captions(node);
        let widest = captions.iter().map(|(_, text)| text_width(text)).fold(0.0, f64::max);
        if self.beside(node) {
            let right = if widest > 0.0 { half + 2.0 + widest } else { half };
            return Size { left: half, right, height };
        }
        let half = half.max(widest / 2.0 + 4.0);
        let lines = captions.iter().fold(0.0, |height, _| height + LINE);
        Size { left: half, right: half, height: height + lines }
    }

    /// Returns whether the captions are placed beside the node. Otherwise they are placed below it.
    fn beside(&self, node: &TreeNode) -> bool {
        !self.boards && !node.is_leaf()
    }

    /// Returns the captions of a node, each with its class.
    fn captions(&self, node: &TreeNode) -> Vec<(&'static str, String)> {
        let mut captions = Vec::new();
        if node.sketch != Sketch::None {
            captions.extend(node.text.clone().map(|text| ("value", text)));
        }
        if self.tree.windows && node.kind == NodeKind::Inner {
            captions.push(("window", node.window(self.tree.style)));
        }
        if node.hidden > 0 {
            captions.push(("soft", format!("⋮ {}", grouped(node.hidden))));
        }
        captions
    }

    fn paint(&self, layout: &Layout<'_>) -> String {
        let gap = self.row_gap(layout);
        let mut tops = Vec::with_capacity(layout.rows.len());
        let mut y = HEADER;
        for height in &layout.rows {
            tops.push(y);
            y += height + gap;
        }
        let roles = self.roles(layout);
        let gutter = roles.iter().flatten().map(|role| text_width(role) + MARGIN + 10.0).fold(MARGIN, f64::max);
        let least = LEAST_WIDTH.max(text_width(&self.tree.title).mul_add(1.3, 2.0 * MARGIN));
        let width = (gutter + layout.width + MARGIN).max(least);
        let legend = wrapped(&self.legend(), width - 2.0 * MARGIN);
        let bottom = y - gap + 34.0;
        let left = gutter.max((width - layout.width) / 2.0);
        let mut canvas = Canvas { out: String::new() };
        self.open(&mut canvas, width, LEGEND_LINE.mul_add(legend.len() as f64, bottom));
        for (role, top) in roles.iter().zip(&tops) {
            let half = if self.boards { glyph::BOARD } else { glyph::TRIANGLE } / 2.0;
            canvas.text(MARGIN, top + half + 4.0, "soft start", role.as_deref().unwrap_or_default());
        }
        // The chosen line is drawn last, so that nothing covers it.
        for chosen in [false, true] {
            for placed in layout.nodes.iter().filter(|placed| placed.node.chosen == chosen) {
                self.edge(&mut canvas, layout, placed, left, &tops);
            }
        }
        for placed in &layout.nodes {
            self.node(&mut canvas, placed, left + placed.x, tops[placed.depth]);
        }
        for (line, text) in legend.iter().enumerate() {
            canvas.text(MARGIN, LEGEND_LINE.mul_add(line as f64, bottom), "soft start", text);
        }
        canvas.out.push_str("</svg>\n");
        canvas.out
    }

    /// Returns the gap between rows. Wide fans of edges need a greater height, so that the edges do not become too
    /// flat.
    fn row_gap(&self, layout: &Layout<'_>) -> f64 {
        let reach = layout.nodes.iter().filter_map(|placed| Some((layout.nodes[placed.parent?].x - placed.x).abs()));
        (reach.fold(0.0, f64::max) / 6.0).clamp(58.0, 170.0)
    }

    fn open(&self, canvas: &mut Canvas, width: f64, height: f64) {
        let (title, description) = (escaped(&self.tree.title), escaped(&self.tree.description));
        canvas.draw(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" width="{width:.0}" height="{height:.0}" role="img" aria-labelledby="tree-title tree-description">"#
        ));
        canvas.draw(format_args!(r#"<title id="tree-title">{title}</title>"#));
        canvas.draw(format_args!(r#"<desc id="tree-description">{description}</desc>"#));
        canvas.draw(format_args!("<style>{STYLE}</style>"));
        canvas.draw(format_args!(r#"<rect class="paper" width="100%" height="100%"/>"#));
        canvas.text(MARGIN, 28.0, "title start", &self.tree.title);
    }

    /// For each row of inner nodes, returns MAX or MIN and the name of the side.
    fn roles(&self, layout: &Layout<'_>) -> Vec<Option<String>> {
        let role = |depth| {
            let inner =
                layout.nodes.iter().filter(|placed| placed.depth == depth && placed.node.kind == NodeKind::Inner);
            let mut sides: Vec<Side> = inner.map(|placed| placed.node.side).collect();
            sides.dedup();
            let [side] = sides[..] else { return None };
            let role = if side == self.tree.root.side { "MAX" } else { "MIN" };
            let name = self.tree.sides[side];
            Some(if ["MAX", "MIN"].contains(&name) { role.to_owned() } else { format!("{role} · {name}") })
        };
        (0..layout.rows.len()).map(role).collect()
    }

    fn edge(&self, canvas: &mut Canvas, layout: &Layout<'_>, placed: &Placed<'_>, left: f64, tops: &[f64]) {
        let Some(parent) = placed.parent.map(|parent| &layout.nodes[parent]) else { return };
        let drop = if self.beside(parent.node) { glyph::size(parent.node).1 } else { parent.size.height + 3.0 };
        let from = (left + parent.x, tops[parent.depth] + drop);
        let to = (left + placed.x, tops[placed.depth]);
        let curve = Curve::new(from, to, self.boards);
        let class = class_of(placed.node);
        canvas.draw(format_args!(r#"<path class="edge{class}" d="{}"/>"#, curve.path()));
        if placed.node.is_pruned() {
            curve.cut_mark(canvas);
        }
        let (x, y) = curve.at(if self.boards { 0.88 } else { 0.66 });
        canvas.text(x, y + 4.0, &format!("move{class}"), placed.node.mv.as_deref().unwrap_or_default());
    }

    fn node(&self, canvas: &mut Canvas, placed: &Placed<'_>, x: f64, top: f64) {
        let node = placed.node;
        let side = if node.side == self.tree.root.side { "max" } else { "min" };
        canvas.draw(format_args!(r#"<g class="node{}">"#, class_of(node)));
        glyph::draw(canvas, node, side, (x, top));
        let (width, height) = glyph::size(node);
        let captions = self.captions(node);
        if self.beside(node) {
            let first = top + height / 2.0 + 4.0 - (captions.len().max(1) - 1) as f64 * LINE / 2.0;
            for (line, (class, text)) in captions.iter().enumerate() {
                let class = format!("{class} start");
                canvas.text(x + width / 2.0 + 2.0, LINE.mul_add(line as f64, first), &class, text);
            }
        } else {
            for (line, (class, text)) in captions.iter().enumerate() {
                canvas.text(x, LINE.mul_add(line as f64, top + height + 12.0), class, text);
            }
        }
        canvas.draw(format_args!("</g>"));
    }

    fn legend(&self) -> Vec<String> {
        let max = self.tree.sides[self.tree.root.side];
        let mut parts = if self.boards {
            vec![format!("blue frame: MAX, {max} to move"), "orange: MIN".to_owned(), "grey: a leaf".to_owned()]
        } else {
            vec!["△ MAX to move".to_owned(), "▽ MIN to move".to_owned(), "□ leaf".to_owned()]
        };
        parts.push("green: the chosen line".to_owned());
        if matches!(self.tree.root.sketch, Sketch::Heap(_)) {
            parts.push("inside: what is left of the heap".to_owned());
        }
        if self.tree.windows {
            parts.push("[α, β]: the window on entry".to_owned());
            parts.push("dashed: pruned, never visited".to_owned());
        }
        if self.tree.windows {
            parts.push("≤, ≥: bounds of what was cut".to_owned());
        }
        if self.tree.style.has_distances() {
            parts.push("W7, L4: won, lost in so many plies".to_owned());
        }
        if self.tree.root.hidden_below() > 0 {
            parts.push("⋮ nodes below that are not shown".to_owned());
        }
        parts
    }
}

/// Wraps the parts of a legend into lines of at most this width.
fn wrapped(parts: &[String], width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if text_width(line) + text_width(part) + 5.0 * CHARACTER <= width => {
                line.push_str("   ·   ");
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}

const fn class_of(node: &TreeNode) -> &'static str {
    match (node.is_pruned(), node.chosen) {
        (true, _) => " cut",
        (false, true) => " pick",
        (false, false) => "",
    }
}

/// A cubic curve from a parent to a child. The control points of a straight line lie on the line.
struct Curve {
    points: [(f64, f64); 4],
}

impl Curve {
    fn new(from: (f64, f64), to: (f64, f64), bent: bool) -> Self {
        let x = |part: f64| (to.0 - from.0).mul_add(part, from.0);
        let y = |part: f64| (to.1 - from.1).mul_add(part, from.1);
        let (third, rest) = (1.0 / 3.0, 2.0 / 3.0);
        let controls =
            if bent { [(from.0, y(0.6)), (to.0, y(0.4))] } else { [(x(third), y(third)), (x(rest), y(rest))] };
        Self { points: [from, controls[0], controls[1], to] }
    }

    fn path(&self) -> String {
        let [a, b, c, d] = self.points;
        format!("M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", a.0, a.1, b.0, b.1, c.0, c.1, d.0, d.1)
    }

    /// Returns the point at fraction `t` of the curve, from 0 to 1.
    fn at(&self, t: f64) -> (f64, f64) {
        let s = 1.0 - t;
        let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
        let sum = |pick: fn((f64, f64)) -> f64| self.points.iter().zip(weights).map(|(&p, w)| pick(p) * w).sum();
        (sum(|p| p.0), sum(|p| p.1))
    }

    /// Draws two short strokes across the curve, which mark a cutoff.
    fn cut_mark(&self, canvas: &mut Canvas) {
        for part in [0.44, 0.49] {
            let ((x, y), ahead) = (self.at(part), self.at(part + 0.01));
            let (dx, dy) = (ahead.0 - x, ahead.1 - y);
            let length = dx.hypot(dy).max(f64::EPSILON);
            let (across_x, across_y) = (-dy / length * 6.0, dx / length * 6.0);
            canvas.draw(format_args!(
                r#"<path class="mark" d="M{:.1} {:.1}L{:.1} {:.1}"/>"#,
                x - across_x,
                y - across_y,
                x + across_x,
                y + across_y
            ));
        }
    }
}
