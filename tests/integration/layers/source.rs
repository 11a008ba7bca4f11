//! Parses Rust source far enough to find its tokens and paths.

/// A word or sign of the source; comments, strings and lifetimes produce none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// One-based.
    pub(super) line: usize,
    /// True under `#[cfg(test)]`.
    pub(super) test: bool,
}

/// A path within this crate.
#[derive(Debug)]
pub(super) struct Reference {
    pub(super) line: usize,
    /// From the crate's root; a glob import ends with `*`.
    pub(super) path: Vec<String>,
}

/// The parts of a file that the checks need.
pub(super) struct Source<'a> {
    pub(super) tokens: Vec<Token<'a>>,
    pub(super) references: Vec<Reference>,
    /// Modules in their own files that are declared under `#[cfg(test)]`.
    pub(super) test_modules: Vec<Vec<String>>,
}

impl<'a> Source<'a> {
    /// Parses `text`, the file of the module at `module`.
    pub(super) fn read(module: &[String], text: &'a str) -> Self {
        let mut walk = Walk {
            scopes: vec![Scope { module: module.to_vec(), test: false }],
            under_test: false,
            source: Source { tokens: tokens(text), references: Vec::new(), test_modules: Vec::new() },
        };
        let mut at = 0;
        while at < walk.source.tokens.len() {
            let next = walk.step(at);
            let test = walk.source.tokens[at].test;
            let rest = walk.source.tokens.iter_mut().take(next).skip(at + 1);
            rest.for_each(|token| token.test = test);
            at = next;
        }
        walk.source
    }

    /// True if a line, comments and texts included, belongs to an item under `#[cfg(test)]`.
    pub(super) fn is_test(&self, line: usize) -> bool {
        let before = self.tokens.iter().rfind(|token| token.line <= line);
        let after = self.tokens.iter().find(|token| token.line >= line);
        before.is_some_and(|token| token.test) && after.is_none_or(|token| token.test)
    }
}

/// A pair of braces.
struct Scope {
    module: Vec<String>,
    test: bool,
}

/// The walk over a file's tokens, with the open braces.
struct Walk<'a> {
    /// The file itself, then one scope per open brace.
    scopes: Vec<Scope>,
    /// True between `#[cfg(test)]` and the end of its item.
    under_test: bool,
    source: Source<'a>,
}

impl Walk<'_> {
    fn text(&self, at: usize) -> &str {
        self.source.tokens.get(at).map_or("", |token| token.text)
    }

    fn scope(&self) -> &Scope {
        self.scopes.last().expect("the file's own scope stays")
    }

    /// Processes the item at token `at` and returns the start of the next one.
    fn step(&mut self, at: usize) -> usize {
        self.source.tokens[at].test = self.under_test || self.scope().test;
        let named = |offset: usize| self.text(at + offset);
        match self.text(at) {
            "#" if (1..=6).map(named).eq(["[", "cfg", "(", "test", ")", "]"]) => {
                self.under_test = true;
            }
            "mod" if matches!(named(2), "{" | ";") => {
                let mut module = self.scope().module.clone();
                module.push(named(1).to_owned());
                if named(2) == "{" {
                    self.open(module);
                } else if self.under_test || self.scope().test {
                    self.source.test_modules.push(module);
                }
                self.under_test = false;
                return at + 3;
            }
            "{" => self.open(self.scope().module.clone()),
            "}" if self.scopes.len() > 1 => {
                self.scopes.pop();
            }
            ";" => self.under_test = false,
            "crate" | "minimax_arena" if named(1) == "::" && self.starts_a_path(at) => {
                return self.follow(at + 2, Vec::new());
            }
            "super" | "self" if named(1) == "::" && self.starts_a_path(at) => {
                return self.follow(at, self.scope().module.clone());
            }
            _ => {}
        }
        at + 1
    }

    fn open(&mut self, module: Vec<String>) {
        let test = self.under_test || self.scope().test;
        self.under_test = false;
        self.scopes.push(Scope { module, test });
    }

    fn starts_a_path(&self, at: usize) -> bool {
        at == 0 || self.text(at - 1) != "::"
    }

    /// Parses the rest of a path or of an import tree at `at`, relative to `base`, records its paths, and returns the
    /// start of the next item.
    fn follow(&mut self, mut at: usize, mut base: Vec<String>) -> usize {
        let line = self.source.tokens.get(at).map_or(0, |token| token.line);
        loop {
            match self.text(at) {
                "{" => return self.follow_group(at + 1, &base),
                "super" => {
                    base.pop();
                }
                "self" => {}
                name => base.push(name.to_owned()),
            }
            if self.text(at + 1) != "::" || self.text(at + 2) == "<" {
                self.source.references.push(Reference { line, path: base });
                return at + 1;
            }
            at += 2;
        }
    }

    /// Parses the members of an import group up to its closing brace.
    fn follow_group(&mut self, mut at: usize, base: &[String]) -> usize {
        loop {
            match self.text(at) {
                "" => return at,
                "}" => return at + 1,
                "," => at += 1,
                "as" => at += 2,
                _ => at = self.follow(at, base.to_vec()),
            }
        }
    }
}

/// Splits `text` into tokens.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < text.len() {
        let rest = &text[at..];
        let (length, counts) = first(rest);
        if counts {
            tokens.push(Token { text: rest[..length].trim_start_matches("r#"), line, test: false });
        }
        line += rest[..length].matches('\n').count();
        at += length;
    }
    tokens
}

/// The length of the first token of `rest`, and whether it counts.
fn first(rest: &str) -> (usize, bool) {
    let initial = rest.chars().next().expect("the rest is not empty");
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), false);
    }
    if rest.starts_with("/*") {
        return (block_comment(rest), false);
    }
    if let Some(length) = string(rest) {
        return (length, false);
    }
    if initial == '\'' {
        return (quoted(rest), false);
    }
    if let Some(name) = rest.strip_prefix("r#") {
        return (2 + word(name), true);
    }
    if is_word(initial) {
        return (word(rest), true);
    }
    if rest.starts_with("::") {
        return (2, true);
    }
    (initial.len_utf8(), !initial.is_whitespace())
}

fn is_word(letter: char) -> bool {
    letter == '_' || letter.is_alphanumeric()
}

/// The length of the word at the start of `rest`.
fn word(rest: &str) -> usize {
    rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())
}

/// The length of a block comment, which may nest.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        let tail = &rest[at..];
        if tail.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if tail.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
        } else {
            at += tail.chars().next().map_or(1, char::len_utf8);
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of a string of any kind (plain, raw, bytes, C), or `None`.
fn string(rest: &str) -> Option<usize> {
    let prefix = rest.len() - rest.trim_start_matches(['b', 'c', 'r']).len();
    if prefix > 2 {
        return None;
    }
    let raw = rest[..prefix].contains('r');
    let body = &rest[prefix..];
    let hashes = body.len() - body.trim_start_matches('#').len();
    let inside = body[hashes..].strip_prefix('"')?;
    if !raw && hashes > 0 {
        return None;
    }
    let start = prefix + hashes + 1;
    if raw {
        let close = format!("\"{}", "#".repeat(hashes));
        let end = inside.find(&close).map(|end| end + close.len());
        return Some(start + end.unwrap_or(inside.len()));
    }
    Some(start + closing(inside, '"'))
}

/// The length up to and including the unescaped `quote`.
fn closing(inside: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in inside.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return at + 1,
            _ => {}
        }
    }
    inside.len()
}

/// The length of a character or a lifetime.
fn quoted(rest: &str) -> usize {
    let inside = &rest[1..];
    let mut letters = inside.chars();
    let letter = letters.next();
    if letter == Some('\\') || letters.next() == Some('\'') {
        return 1 + closing(inside, '\'');
    }
    1 + word(inside)
}
