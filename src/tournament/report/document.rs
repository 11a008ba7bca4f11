//! A report as a document: sections with a title, a body and notes. The renderers lay it out without knowing what it is
//! about.

use super::number_format::grouped;

/// A report for people. It is built once and rendered for a terminal, as Markdown or as HTML.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    pub title: String,
    /// The subject in one line.
    pub about: String,
    /// The conclusion, in sentences. A terminal shows it first and last.
    pub verdict: Vec<String>,
    /// Key figures with their titles, for the top of a page.
    pub facts: Vec<(&'static str, String)>,
    /// Warnings about the figures.
    pub warnings: Vec<String>,
    /// The sections, the most important one first.
    pub sections: Vec<Section>,
}

/// A section of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    pub title: String,
    /// The content.
    pub body: Body,
    /// How to read the body. A terminal shows notes only on request.
    pub notes: Vec<String>,
    /// Whether the section has no results. A terminal shows it only on request.
    pub is_background: bool,
}

/// The content of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    Table(Table),
    /// Values with their titles.
    Terms(Vec<(&'static str, String)>),
    /// Paragraphs.
    Lines(Vec<String>),
    /// Text to be copied as it is.
    Code(String),
    /// Drawings as SVG figures. Only a page shows them.
    Plots(Vec<String>),
}

impl Document {
    /// Adds a section, unless its body is empty.
    pub fn add(&mut self, title: impl Into<String>, body: Body, notes: impl IntoIterator<Item = String>) {
        let is_empty = match &body {
            Body::Table(table) => table.rows.is_empty(),
            Body::Terms(terms) => terms.is_empty(),
            Body::Lines(texts) | Body::Plots(texts) => texts.is_empty(),
            Body::Code(text) => text.is_empty(),
        };
        if !is_empty {
            let (title, notes) = (title.into(), notes.into_iter().collect());
            self.sections.push(Section { title, body, notes, is_background: false });
        }
    }

    /// Adds a section of values that explain the results, unless it is empty.
    pub fn add_background(&mut self, title: &str, terms: Vec<(&'static str, String)>) {
        if !terms.is_empty() {
            let (title, body) = (title.to_owned(), Body::Terms(terms));
            self.sections.push(Section { title, body, notes: Vec::new(), is_background: true });
        }
    }
}

/// A table with one column of text. The other columns are figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The titles of the columns.
    pub header: Vec<String>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<String>>,
    /// The column of text.
    pub text: usize,
    /// The rows that a terminal shows.
    pub fold: Fold,
}

/// The rows that a terminal shows of a long table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// A table with more rows is folded.
    pub above: usize,
    /// The first rows shown of a folded table,
    pub first: usize,
    /// the last ones,
    pub last: usize,
    /// and the row that is shown with its neighbours.
    pub anchor: Option<usize>,
}

impl Fold {
    /// Shows all rows.
    pub const NEVER: Self = Self::after(usize::MAX);

    /// Shows the first rows only.
    #[must_use]
    pub const fn after(first: usize) -> Self {
        Self { above: first, first, last: 0, anchor: None }
    }
}

impl Table {
    /// Creates a table whose second column is text.
    pub fn new(header: impl IntoIterator<Item: Into<String>>, rows: impl IntoIterator<Item = Vec<String>>) -> Self {
        let header = header.into_iter().map(Into::into).collect();
        let fold = Fold { above: 40, first: 20, last: 5, anchor: None };
        Self { header, rows: rows.into_iter().collect(), text: 1, fold }
    }

    /// Creates a table whose rows are numbered. The first column of `header` and `rows` is text.
    pub fn numbered(
        header: impl IntoIterator<Item: Into<String>>,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Self {
        let header = std::iter::once("#".to_owned()).chain(header.into_iter().map(Into::into));
        let number = |(place, cells): (usize, Vec<String>)| [vec![(place + 1).to_string()], cells].concat();
        Self::new(header, rows.into_iter().enumerate().map(number))
    }

    /// The table with at most this many rows. One row stands for the others.
    #[must_use]
    pub fn first(mut self, most: usize) -> Self {
        let more = self.rows.len().saturating_sub(most);
        self.rows.truncate(most);
        self.rows.extend((more > 0).then(|| self.gap(more)));
        self
    }

    /// The rows for a terminal. One row stands for each gap.
    #[must_use]
    pub fn folded(&self) -> Vec<Vec<String>> {
        let (count, Fold { above, first, last, anchor }) = (self.rows.len(), self.fold);
        let near = |place: usize| anchor.is_some_and(|anchor| anchor.abs_diff(place) <= 2);
        let is_shown = |place: usize| count <= above || place < first || place + last >= count || near(place);
        let mut rows = Vec::new();
        let mut left_out = 0;
        for (place, row) in self.rows.iter().enumerate() {
            if !is_shown(place) {
                left_out += 1;
                continue;
            }
            rows.extend((left_out > 0).then(|| self.gap(left_out)));
            rows.push(row.clone());
            left_out = 0;
        }
        rows.extend((left_out > 0).then(|| self.gap(left_out)));
        rows
    }

    fn gap(&self, more: usize) -> Vec<String> {
        let mut cells = vec![String::new(); self.header.len()];
        cells[self.text] = format!("… {} more …", grouped(more as u64));
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A document with a table of three rows, and names that every format has to escape.
    fn three() -> Document {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let rows =
            [row(["depth <4>", "12½", "+70 ±13"]), row(["a|b", "9", "0 ±?"]), row(["将棋\u{1b}[2J", "½", "−564 ±43"])];
        let mut document = Document {
            title: "Three & more".to_owned(),
            about: "a test".to_owned(),
            verdict: vec!["depth <4> is first.".to_owned()],
            facts: vec![("Matches", "24".to_owned())],
            warnings: vec!["Few *openings*.".to_owned()],
            sections: Vec::new(),
        };
        document.add(
            "Standings",
            Body::Table(Table::numbered(["Entrant", "Points", "Elo"], rows)),
            ["A note.".to_owned()],
        );
        document.add("Nothing", Body::Lines(Vec::new()), None);
        document.add("Plots", Body::Plots(vec!["<figure></figure>\n".to_owned()]), None);
        document.add("A bot", Body::Code("name = \"<b>\"\n".to_owned()), None);
        document.add_background("Conditions", vec![("Seed", "1".to_owned()), ("Played by", "this".to_owned())]);
        document
    }

    #[test]
    fn text_has_the_verdict_first_and_last() {
        let text = "\
Three & more
a test

depth <4> is first.

Standings
#  Entrant    Points       Elo
──────────────────────────────
1  depth <4>     12½   +70 ±13
2  a|b             9      0 ±?
3  将棋\u{fffd}[2J        ½  −564 ±43

A bot
name = \"<b>\"

Warning: Few *openings*.

depth <4> is first.
";
        assert_eq!(three().to_text(80, false), text);
        let explained = three().to_text(80, true);
        assert!(explained.contains("−564 ±43\nA note.\n"), "{explained}");
        assert!(explained.contains("Conditions\nSeed       1\nPlayed by  this\n"), "{explained}");
    }

    #[test]
    fn markdown_is_escaped() {
        let text = "\
# Three & more

a test

**Verdict:** depth &lt;4&gt; is first.

> **Warning:** Few \\*openings\\*.

## Standings

| \\# | Entrant | Points | Elo |
| ---: | --- | ---: | ---: |
| 1 | depth &lt;4&gt; | 12½ | +70 ±13 |
| 2 | a\\|b | 9 | 0 ±? |
| 3 | 将棋 \\[2J | ½ | −564 ±43 |

A note.

## A bot

```toml
name = \"<b>\"
```

## Conditions

- Seed: 1
- Played by: this
";
        assert_eq!(three().to_markdown(), text.replace("Three & more", "Three &amp; more"));
    }

    #[test]
    fn a_page_has_every_section_escaped() {
        let page = three().to_html();
        for part in [
            "<h1>Three &amp; more</h1>",
            "<div class=\"verdict\">\n<p>depth &lt;4&gt; is first.</p>\n</div>",
            "<dl class=\"tiles\"><div><dt>Matches</dt><dd>24</dd></div></dl>",
            "<strong>Warning.</strong> Few *openings*.</p>",
            "<th scope=\"col\">#</th><th scope=\"col\" class=\"name\">Entrant</th>",
            "<tr><td>2</td><th scope=\"row\" class=\"name\">a|b</th><td>9</td><td>0 ±?</td></tr>",
            "将棋 [2J",
            "<p class=\"note\">A note.</p>",
            "<figure></figure>",
            "<pre>name = &quot;&lt;b&gt;&quot;\n</pre>",
            "<div><dt>Seed</dt><dd>1</dd></div>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(!page.contains("Nothing") && !page.contains("<h2>Plots"), "{page}");
    }

    #[test]
    fn long_tables_are_folded() {
        let rows = |count: usize| (0..count).map(|number| vec![number.to_string(), "x".to_owned()]);
        let table = |count| Table { text: 0, ..Table::new(["n", "x"], rows(count)) };
        let shown = |table: Table| table.folded().into_iter().map(|row| row[0].clone()).collect::<Vec<_>>();
        assert_eq!(shown(table(40)).len(), 40);
        let anchor = Fold { above: 9, first: 2, last: 1, anchor: Some(6) };
        let folded = shown(Table { fold: anchor, ..table(12) });
        assert_eq!(folded, ["0", "1", "… 2 more …", "4", "5", "6", "7", "8", "… 2 more …", "11"]);
        assert_eq!(shown(Table { fold: Fold::after(2), ..table(5) }), ["0", "1", "… 3 more …"]);
        assert_eq!(shown(table(5).first(2)), ["0", "1", "… 3 more …"]);
        let page = |count| {
            let mut document = Document::default();
            document.add("Long", Body::Table(table(count)), None);
            document.to_html()
        };
        assert!(page(70).contains("<details><summary>30 more</summary>") && !page(60).contains("<details>"));
    }

    #[test]
    fn wide_tables_fit_in_blocks_with_the_text_repeated() {
        let row = |name: &str| std::iter::once(name.to_owned()).chain((0..9).map(|n| format!("figure {n}"))).collect();
        let header = std::iter::once("Entrant".to_owned()).chain((0..9).map(|number| number.to_string()));
        let table = Table::numbered(header, ["one with quite a long name of its own", "two", "three"].map(row));
        for columns in [40, 60, 80, 120] {
            let text = table.to_text(columns);
            assert!(text.lines().all(|line| super::super::text_width::width(line) <= columns), "{columns}:\n{text}");
            assert!((0..9).all(|number| text.contains(&format!("figure {number}"))), "{text}");
            assert_eq!(text.matches("three").count() > 1, columns < 120, "{text}");
        }
    }
}
