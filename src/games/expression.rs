//! Evaluations that a bot's configuration states as an expression over the features of its game, such as
//! `10*mobility + 100*corner`.
//!
//! The expression is the worth of the position for one side, and the evaluation is the difference between the two sides.
//! It is therefore negated when the sides are exchanged. A linear expression is compiled to one weight for each feature,
//! any other one to a program for a small stack.

use super::{BySide, Diagnostic, Game, beginning, diagnostic};

/// Evaluations are between `-EVALUATION_LIMIT` and `EVALUATION_LIMIT`. Wins are always beyond.
pub const EVALUATION_LIMIT: i32 = 900_000;

/// The greatest length of an expression, in bytes.
pub const LONGEST_EXPRESSION: usize = 320;
/// The greatest depth of nested parentheses.
const DEEPEST: usize = 16;
/// The greatest number of pending operands, which also depends on precedence.
const STACK: usize = 32;
/// The greatest number in an expression.
const MOST: i64 = 1_000_000;
/// The prefix of a feature that is counted for the other side.
const THEIR: &str = "their_";
const OPERAND: &str = "a number, a feature or \"(\"";

/// The name and the description of a feature.
#[derive(Debug)]
pub struct FeatureInfo {
    /// The name in expressions.
    pub name: &'static str,
    /// What is counted for a side, one phrase.
    pub about: &'static str,
}

/// A feature: something that a position has of each side.
#[derive(Debug)]
pub struct Feature<G> {
    /// Its name and description.
    pub info: FeatureInfo,
    /// Counts it for both sides.
    pub count: Count<G>,
}

type Count<G> = fn(&G) -> BySide<i32>;

/// A compiled expression.
#[derive(Clone, Debug)]
pub struct Expression<G>(Form<Count<G>>);

/// How an expression is computed from its features. The parser names a feature by its index.
#[derive(Clone, Debug)]
enum Form<F> {
    /// The sum of features with these weights.
    Linear(Vec<(F, i64)>),
    Program(Vec<Step<F>>),
}

impl Form<usize> {
    /// Replaces the indices of features by the features.
    fn of<F: Copy>(self, feature: impl Fn(usize) -> F) -> Form<F> {
        match self {
            Self::Linear(weights) => {
                Form::Linear(weights.into_iter().map(|(index, weight)| (feature(index), weight)).collect())
            }
            Self::Program(steps) => Form::Program(steps.into_iter().map(|step| step.of(&feature)).collect()),
        }
    }
}

/// A step of a program in postfix order. Each step works for both sides at once.
#[derive(Clone, Debug)]
enum Step<F> {
    Number(i64),
    Own(F),
    Their(F),
    Negate,
    Abs,
    Binary(Binary),
}

impl Step<usize> {
    fn of<F>(self, feature: impl Fn(usize) -> F) -> Step<F> {
        match self {
            Self::Number(number) => Step::Number(number),
            Self::Own(index) => Step::Own(feature(index)),
            Self::Their(index) => Step::Their(feature(index)),
            Self::Negate => Step::Negate,
            Self::Abs => Step::Abs,
            Self::Binary(operation) => Step::Binary(operation),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Min,
    Max,
}

impl Binary {
    /// Results beyond the range of `i64` saturate. A division truncates towards zero, and a division by zero is 0.
    fn apply(self, left: i64, right: i64) -> i64 {
        match self {
            Self::Add => left.saturating_add(right),
            Self::Subtract => left.saturating_sub(right),
            Self::Multiply => left.saturating_mul(right),
            Self::Divide if right == 0 => 0,
            Self::Divide => left.saturating_div(right),
            Self::Min => left.min(right),
            Self::Max => left.max(right),
        }
    }
}

impl<G: Game> Expression<G> {
    /// Compiles an expression over these features.
    ///
    /// # Errors
    /// Returns what is wrong and at which column.
    pub fn compile(text: &str, features: &'static [Feature<G>]) -> Result<Self, Diagnostic> {
        let names: Vec<&str> = features.iter().map(|feature| feature.info.name).collect();
        Ok(Self(parse(text, G::INFO.name, &names)?.of(|index| features[index].count)))
    }

    /// Returns the value for the first side.
    #[inline]
    pub fn evaluate(&self, position: &G) -> i32 {
        let value = match &self.0 {
            Form::Linear(weights) => weights.iter().fold(0_i64, |sum, &(count, weight)| {
                sum.saturating_add(weight.saturating_mul(count(position).difference().into()))
            }),
            Form::Program(program) => run(program, position),
        };
        let limit = i64::from(EVALUATION_LIMIT);
        value.clamp(-limit, limit) as i32
    }
}

/// Parses an expression over features with these names.
fn parse(text: &str, game: &str, features: &[&str]) -> Result<Form<usize>, Diagnostic> {
    if features.is_empty() {
        return Err(diagnostic!(
            "no_features",
            "{game} has no features, so its evaluation cannot be an expression",
            game
        ));
    }
    if text.len() > LONGEST_EXPRESSION {
        return Err(diagnostic!(
            "expression_length",
            "an expression must be at most {most} bytes long, got {given}",
            given = text.len(),
            most = LONGEST_EXPRESSION
        ));
    }
    let mut parser = Parser { text, at: 0, depth: 0, height: 0, features, program: Vec::new() };
    let sum = parser.sum()?;
    if parser.peek().is_some() {
        return Err(parser.expected("an operator"));
    }
    let Some(sum) = sum else { return Ok(Form::Program(parser.program)) };
    let weights = sum.weights.into_iter().map(|[own, their]| own - their).enumerate();
    let weights: Vec<_> = weights.filter(|(_, weight)| *weight != 0).collect();
    if weights.is_empty() {
        return Err(diagnostic!(
            "expression_constant",
            "this expression has the same value for both sides in every position"
        ));
    }
    Ok(Form::Linear(weights))
}

/// Runs a program for both sides and returns the difference.
fn run<G>(program: &[Step<Count<G>>], position: &G) -> i64 {
    let mut stack = [BySide::new(0_i64, 0_i64); STACK];
    let mut height = 0;
    for step in program {
        match step {
            Step::Negate | Step::Abs => height -= 1,
            Step::Binary(_) => height -= 2,
            _ => {}
        }
        let [left, right] = [stack[height], stack.get(height + 1).copied().unwrap_or_default()];
        stack[height] = match step {
            Step::Number(number) => BySide::new(*number, *number),
            Step::Own(count) => count(position).map(i64::from),
            Step::Their(count) => count(position).map(i64::from).exchanged(),
            Step::Negate => left.map(i64::saturating_neg),
            Step::Abs => left.map(i64::saturating_abs),
            Step::Binary(operation) => BySide::from_fn(|side| operation.apply(left[side], right[side])),
        };
        height += 1;
    }
    stack[0].first.saturating_sub(stack[0].second)
}

/// A sum of weighted features, counted for the own and for the other side, and a number.
struct Linear {
    number: i64,
    weights: Vec<[i64; 2]>,
}

impl Linear {
    /// Returns the number if there is no feature.
    fn constant(&self) -> Option<i64> {
        self.weights.iter().all(|weights| *weights == [0, 0]).then_some(self.number)
    }

    /// Applies an operation to the numbers of both sums. `None` if an intermediate result is out of range.
    fn combined(&self, other: &Self, apply: impl Fn(i64, i64) -> Option<i64>) -> Option<Self> {
        let weights = self.weights.iter().zip(&other.weights);
        let weights = weights.map(|(left, right)| Some([apply(left[0], right[0])?, apply(left[1], right[1])?]));
        Some(Self { number: apply(self.number, other.number)?, weights: weights.collect::<Option<_>>()? })
    }

    fn times(&self, factor: i64) -> Option<Self> {
        self.combined(self, |number, _| number.checked_mul(factor).filter(|product| product.abs() < i64::MAX / 4))
    }
}

/// What a part of an expression is if it is linear.
type Part = Result<Option<Linear>, Diagnostic>;

/// Parses by recursive descent and writes the program.
struct Parser<'a> {
    text: &'a str,
    /// The place in bytes. All accepted characters are ASCII.
    at: usize,
    depth: usize,
    /// The height of the stack after the program written so far.
    height: usize,
    features: &'a [&'a str],
    program: Vec<Step<usize>>,
}

impl<'a> Parser<'a> {
    /// Skips spaces and returns the next character.
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(' ').len();
        self.text.as_bytes().get(self.at).copied()
    }

    /// Takes the next character if it is this one.
    fn take(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    /// Takes the longest text of these characters.
    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let taken = &rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    fn expected(&self, expected: &str) -> Diagnostic {
        diagnostic!("expression_expected", "expected {expected} at column {column}", expected, column = self.at + 1)
    }

    fn require(&mut self, wanted: u8) -> Result<(), Diagnostic> {
        if self.take(wanted) { Ok(()) } else { Err(self.expected(&format!("\"{}\"", char::from(wanted)))) }
    }

    fn write(&mut self, step: Step<usize>) -> Result<(), Diagnostic> {
        match step {
            Step::Negate | Step::Abs => {}
            Step::Binary(_) => self.height -= 1,
            _ => self.height += 1,
        }
        self.program.push(step);
        if self.height > STACK { Err(self.too_deep()) } else { Ok(()) }
    }

    fn too_deep(&self) -> Diagnostic {
        let column = self.at;
        diagnostic!("expression_depth", "the expression is nested too deeply at column {column}", column)
    }

    fn binary(&mut self, operation: Binary, left: Option<Linear>, right: Option<Linear>) -> Part {
        self.write(Step::Binary(operation))?;
        let (Some(left), Some(right)) = (left, right) else { return Ok(None) };
        let within = |number: &i64| number.abs() < i64::MAX / 4;
        Ok(match (operation, left.constant(), right.constant()) {
            (Binary::Add, ..) => left.combined(&right, |left, right| Some(left + right).filter(within)),
            (Binary::Subtract, ..) => left.combined(&right, |left, right| Some(left - right).filter(within)),
            (Binary::Multiply, Some(factor), _) => right.times(factor),
            (Binary::Multiply, _, Some(factor)) => left.times(factor),
            (_, Some(one), Some(other)) => Some(Linear { number: operation.apply(one, other), ..left }),
            _ => None,
        })
    }

    /// `product (("+" | "-") product)*`
    fn sum(&mut self) -> Part {
        let mut sum = self.product()?;
        loop {
            let operation = match self.peek() {
                Some(b'+') => Binary::Add,
                Some(b'-') => Binary::Subtract,
                _ => return Ok(sum),
            };
            self.at += 1;
            let right = self.product()?;
            sum = self.binary(operation, sum, right)?;
        }
    }

    /// `factor (("*" | "/") factor)*`
    fn product(&mut self) -> Part {
        let mut product = self.factor()?;
        loop {
            let operation = match self.peek() {
                Some(b'*') => Binary::Multiply,
                Some(b'/') => Binary::Divide,
                _ => return Ok(product),
            };
            self.at += 1;
            let column = self.at;
            let right = self.factor()?;
            let zero = right.as_ref().and_then(Linear::constant) == Some(0);
            if zero && matches!(operation, Binary::Divide) {
                return Err(diagnostic!("expression_division", "division by zero at column {column}", column));
            }
            product = self.binary(operation, product, right)?;
        }
    }

    /// `number | feature | "-" factor | "(" sum ")" | "abs" "(" sum ")" | ("min" | "max") "(" sum "," sum ")"`
    fn factor(&mut self) -> Part {
        self.depth += 1;
        let part = match self.peek() {
            // This also limits the recursion.
            _ if self.depth > DEEPEST => Err(self.too_deep()),
            Some(b'-') => {
                self.at += 1;
                let part = self.factor()?;
                self.write(Step::Negate)?;
                Ok(part.and_then(|part| part.times(-1)))
            }
            Some(b'(') => self.parenthesised(),
            Some(b'0'..=b'9') => self.number(),
            Some(c) if c.is_ascii_alphabetic() || c == b'_' => self.word(),
            _ => Err(self.expected(OPERAND)),
        };
        self.depth -= 1;
        part
    }

    fn parenthesised(&mut self) -> Part {
        self.require(b'(')?;
        let sum = self.sum()?;
        self.require(b')')?;
        Ok(sum)
    }

    fn number(&mut self) -> Part {
        let column = self.at + 1;
        let digits = self.take_while(|c| c.is_ascii_digit() || c == '.');
        let Some(number) = digits.parse().ok().filter(|number| *number <= MOST) else {
            return Err(diagnostic!(
                "expression_number",
                "the number at column {column} must be a whole number up to {most}",
                column,
                most = MOST
            ));
        };
        self.write(Step::Number(number))?;
        Ok(Some(Linear { number, weights: vec![[0, 0]; self.features.len()] }))
    }

    fn word(&mut self) -> Part {
        let column = self.at + 1;
        let word = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_').to_owned();
        match &*word {
            "abs" => {
                let part = self.parenthesised()?;
                self.write(Step::Abs)?;
                let constant = part.as_ref().and_then(Linear::constant);
                return Ok(part
                    .filter(|_| constant.is_some())
                    .map(|part| Linear { number: part.number.abs(), ..part }));
            }
            "min" | "max" => {
                self.require(b'(')?;
                let left = self.sum()?;
                self.require(b',')?;
                let right = self.sum()?;
                self.require(b')')?;
                return self.binary(if word == "min" { Binary::Min } else { Binary::Max }, left, right);
            }
            _ => {}
        }
        let named = |name: &str| self.features.iter().position(|feature| *feature == name);
        let theirs = word.strip_prefix(THEIR).and_then(named);
        let Some(index) = named(&word).or(theirs) else { return Err(self.unknown(&word, column)) };
        let their = named(&word).is_none();
        self.write(if their { Step::Their(index) } else { Step::Own(index) })?;
        let mut weights = vec![[0, 0]; self.features.len()];
        weights[index][usize::from(their)] = 1;
        Ok(Some(Linear { number: 0, weights }))
    }

    fn unknown(&self, word: &str, column: usize) -> Diagnostic {
        let known = self.features.join(", ");
        let (prefix, rest) = word.strip_prefix(THEIR).map_or(("", word), |rest| (THEIR, rest));
        let nearest = self.features.iter().map(|name| (distance(rest, name), *name)).min();
        let nearest = nearest.filter(|(distance, name)| 2 * distance <= name.len() + 1);
        let nearest = nearest.map(|(_, name)| format!("{prefix}{name}"));
        let hint = nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean {name:?}?"));
        diagnostic!(
            "unknown_feature",
            "unknown feature {given:?} at column {column}{hint} (the features are: {known})",
            given = beginning(word, 40),
            column,
            nearest,
            known
        )
    }
}

/// Returns the number of characters to insert, remove or replace to turn one word into the other.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, a) in one.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], index + 1);
        for (column, b) in other.bytes().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}
