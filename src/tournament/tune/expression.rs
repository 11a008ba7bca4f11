//! Arithmetic expressions over tuned numbers, such as `4 * one` or `max(two, 10) / 2`. No I/O.

use std::iter::Peekable;
use std::str::Chars;

use arena_bots::suggest::did_you_mean;

/// The longest expression, in bytes.
const LONGEST: usize = 200;

/// A parsed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// The text of the expression.
    pub text: String,
    root: Node,
}

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Number(f64),
    /// The index of a value.
    Value(usize),
    Minus(Box<Self>),
    Two(Operation, Box<[Self; 2]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Plus,
    Minus,
    Times,
    Divided,
    Min,
    Max,
}

impl Expression {
    /// Parses numbers, `names`, `+ - * /`, brackets, and `min` and `max` of two arguments.
    ///
    /// # Errors
    /// A message with the problem.
    pub fn read(text: &str, names: &[&str]) -> Result<Self, String> {
        if text.len() > LONGEST {
            return Err(format!("an expression has at most {LONGEST} characters"));
        }
        let mut reader = Reader { rest: text.chars().peekable(), names };
        let root = reader.sum()?;
        match reader.next_letter() {
            None => Ok(Self { text: text.to_owned(), root }),
            Some(letter) => Err(format!("unexpected {letter:?} after the beginning {text:?}")),
        }
    }

    /// Evaluates the expression with these values of the names.
    #[must_use]
    pub fn of(&self, values: &[f64]) -> f64 {
        self.root.of(values)
    }
}

impl Node {
    fn of(&self, values: &[f64]) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Value(place) => values[*place],
            Self::Minus(inner) => -inner.of(values),
            Self::Two(operation, sides) => {
                let [a, b] = sides.each_ref().map(|side| side.of(values));
                match operation {
                    Operation::Plus => a + b,
                    Operation::Minus => a - b,
                    Operation::Times => a * b,
                    Operation::Divided => a / b,
                    Operation::Min => a.min(b),
                    Operation::Max => a.max(b),
                }
            }
        }
    }
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    names: &'a [&'a str],
}

impl Reader<'_> {
    fn next_letter(&mut self) -> Option<char> {
        while self.rest.next_if(|letter| letter.is_whitespace()).is_some() {}
        self.rest.peek().copied()
    }

    fn takes(&mut self, wanted: char) -> bool {
        self.next_letter() == Some(wanted) && self.rest.next().is_some()
    }

    fn expects(&mut self, wanted: char) -> Result<(), String> {
        if self.takes(wanted) { Ok(()) } else { Err(format!("{wanted:?} is missing")) }
    }

    fn sum(&mut self) -> Result<Node, String> {
        let mut left = self.product()?;
        loop {
            let operation = match self.next_letter() {
                Some('+') => Operation::Plus,
                Some('-') => Operation::Minus,
                _ => return Ok(left),
            };
            self.rest.next();
            left = Node::Two(operation, Box::new([left, self.product()?]));
        }
    }

    fn product(&mut self) -> Result<Node, String> {
        let mut left = self.factor()?;
        loop {
            let operation = match self.next_letter() {
                Some('*') => Operation::Times,
                Some('/') => Operation::Divided,
                _ => return Ok(left),
            };
            self.rest.next();
            left = Node::Two(operation, Box::new([left, self.factor()?]));
        }
    }

    fn factor(&mut self) -> Result<Node, String> {
        match self.next_letter() {
            Some('(') => {
                self.rest.next();
                let inner = self.sum()?;
                self.expects(')')?;
                Ok(inner)
            }
            Some('-') => {
                self.rest.next();
                Ok(Node::Minus(Box::new(self.factor()?)))
            }
            Some(letter) if letter.is_ascii_digit() => {
                let text =
                    self.word(|letter| letter.is_ascii_digit() || letter == '.' || letter == '_').replace('_', "");
                text.parse().map(Node::Number).map_err(|_| format!("{text:?} is not a number"))
            }
            Some(letter) if letter.is_alphabetic() => self.name(),
            Some(letter) => Err(format!("expected a number or a name, got {letter:?}")),
            None => Err("expected a number or a name at the end".to_owned()),
        }
    }

    fn name(&mut self) -> Result<Node, String> {
        let word = self.word(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-');
        // A `-` inside a word is part of the name. A subtraction needs a space before it.
        if let Some(place) = self.names.iter().position(|name| *name == word) {
            return Ok(Node::Value(place));
        }
        let operation = match word.as_str() {
            "min" => Operation::Min,
            "max" => Operation::Max,
            _ => {
                let meant = did_you_mean(&word, self.names.iter().copied());
                return Err(format!("{word:?} is not a tuned parameter; these are: {}.{meant}", self.names.join(", ")));
            }
        };
        self.expects('(')?;
        let first = self.sum()?;
        self.expects(',')?;
        let second = self.sum()?;
        self.expects(')')?;
        Ok(Node::Two(operation, Box::new([first, second])))
    }

    fn word(&mut self, of: impl Fn(char) -> bool) -> String {
        std::iter::from_fn(|| self.rest.next_if(|letter| of(*letter))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluates_arithmetic_and_rejects_invalid_expressions() {
        let names = ["one", "two-b"];
        let of = |text: &str| Expression::read(text, &names).map(|read| read.of(&[3.0, 10.0]));
        for (text, value) in [
            ("1 + 2 * 3", 7.0),
            ("(1 + 2) * 3", 9.0),
            ("10 - 4 - 3", 3.0),
            ("100 / 10 / 2", 5.0),
            ("-one * -2", 6.0),
            ("two-b - one", 7.0),
            ("max(one, two-b) / min(one, 2)", 5.0),
            ("1_000 * 0.5", 500.0),
        ] {
            assert_eq!(of(text), Ok(value), "{text}");
        }
        for (text, part) in [
            ("", "at the end"),
            ("1 +", "at the end"),
            ("(1", "')' is missing"),
            ("1 2", "unexpected '2'"),
            ("three", "is not a tuned parameter; these are: one, two-b."),
            ("two_b", "Did you mean two-b?"),
            ("max(1)", "',' is missing"),
            ("1.2.3", "not a number"),
            ("$", "expected a number or a name"),
        ] {
            let problem = of(text).expect_err(text);
            assert!(problem.contains(part), "{text}: {problem}");
        }
        // The parser is recursive, so the length is limited before parsing. This also limits the depth of nesting.
        assert!(of(&"(".repeat(100_000)).expect_err("too long").contains("200"));
    }
}
