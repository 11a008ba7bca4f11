//! The conversation with a submission about one question: it asks for states and their values, and answers.

use std::collections::BTreeSet;

use super::process::{AnswerLimits, Failure, Launch, Process};
use super::tree::{Id, ROOT, Tree, number};

/// One question to a program.
#[derive(Clone, Debug)]
pub(crate) struct Ask<'a> {
    /// The word for the search: `minimax`, `alpha-beta` or `move`.
    pub search: &'a str,
    pub depth: Option<usize>,
    /// Greatest number of states that the program may generate.
    pub states: usize,
    /// Greatest ply of a state whose successors it may ask for, if any.
    pub deepest: Option<usize>,
}

/// What a program answered to a question, and what it asked for until then.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observed {
    /// The value, if it named one.
    pub value: Option<f64>,
    /// The index of the move, if it named one.
    pub action: Option<usize>,
    /// Why there is no answer.
    pub problem: Option<Problem>,
    /// States generated, as parent and index of the move, in this order.
    pub generated: Vec<(Id, usize)>,
    /// States whose value it asked for.
    pub valued: BTreeSet<Id>,
    /// The first question that makes no sense.
    pub mistaken: Option<String>,
}

/// Why there is no answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    Process(Failure),
    States(usize),
    TooDeep { ply: usize, depth: usize },
    Answer(String),
    GivenUp,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Process(failure) => failure.fmt(f),
            Self::States(most) => write!(f, "the program generates more than {most} states"),
            Self::TooDeep { ply, depth } => {
                write!(f, "the depth limit is ignored: the search ends at {depth} plies, the program goes to {ply}")
            }
            Self::GivenUp => f.write_str("not asked, because the program failed before"),
            Self::Answer(line) => write!(f, "the answer cannot be read: {line}"),
        }
    }
}

impl Observed {
    /// Returns the states that the program took for leaves: it asked for their value and not for a successor.
    pub(crate) fn leaves(&self) -> BTreeSet<Id> {
        let inner: BTreeSet<Id> = self.generated.iter().map(|(parent, _)| *parent).collect();
        self.valued.difference(&inner).copied().collect()
    }

    /// Whether the program asked for anything. If not, it has rules of its own.
    pub(crate) fn used_the_tree(&self) -> bool {
        !self.generated.is_empty()
    }
}

/// A submission in one test. Its process is started when it is needed, and again after it has failed.
pub(crate) struct Session<'a> {
    launch: &'a Launch,
    limits: AnswerLimits,
    process: Option<Process>,
    answers: usize,
    /// Processes that failed, and whether one of them had to be killed.
    failures: usize,
    endless: bool,
    /// The number of failures after which it is not asked any more.
    patience: usize,
}

impl<'a> Session<'a> {
    pub(crate) const fn new(launch: &'a Launch, limits: AnswerLimits, patience: usize) -> Self {
        Self { launch, limits, process: None, answers: 0, failures: 0, endless: false, patience }
    }

    /// Whether the program has answered a question.
    pub(crate) const fn has_answered(&self) -> bool {
        self.answers > 0
    }

    /// Whether a process was killed, and none has answered.
    pub(crate) const fn is_silent(&self) -> bool {
        self.answers == 0 && self.endless
    }

    /// Asks a question and follows the program until it answers.
    pub(crate) fn ask(&mut self, tree: &mut Tree, ask: &Ask<'_>) -> Observed {
        let mut observed = Observed::default();
        if self.failures == self.patience || self.is_silent() {
            observed.problem = Some(Problem::GivenUp);
            return observed;
        }
        let mut process = match self.process.take() {
            Some(process) => process,
            None => match Process::start(self.launch, self.limits) {
                Ok(process) => process,
                Err(failure) => {
                    self.failures += 1;
                    observed.problem = Some(Problem::Process(failure));
                    return observed;
                }
            },
        };
        match converse(&mut process, tree, ask, &mut observed) {
            Ok(()) => {
                process.answered();
                self.answers += 1;
                self.process = Some(process);
            }
            // A program that is in the middle of a search cannot be asked anything else.
            Err(problem) => {
                self.failures += 1;
                self.endless |= matches!(&problem, Problem::Process(failure) if failure.is_endless());
                observed.problem = Some(problem);
            }
        }
        observed
    }
}

/// Returns the line that describes a state.
fn described(tree: &Tree, id: Id) -> String {
    let side = if tree.max_to_move(id) { "max" } else { "min" };
    format!("{} {side} {}", tree.state_name(id), tree.actions(id)).trim_end().to_owned()
}

fn converse(process: &mut Process, tree: &mut Tree, ask: &Ask<'_>, observed: &mut Observed) -> Result<(), Problem> {
    let depth = ask.depth.map_or_else(|| "-".to_owned(), |depth| depth.to_string());
    let question = format!("position {}\nsearch {} {depth} {}\n", tree.text(ROOT), ask.search, described(tree, ROOT));
    process.ask(&question).map_err(Problem::Process)?;
    loop {
        let line = process.line().map_err(Problem::Process)?.to_owned();
        let words: Vec<&str> = line.split_whitespace().collect();
        let reply = match words.as_slice() {
            ["answer", value, action] => {
                observed.value = match *value {
                    "-" => None,
                    text => Some(text.parse().map_err(|_| Problem::Answer(line.clone()))?),
                };
                observed.action = match *action {
                    "-" => None,
                    text => Some(
                        tree.action_index(ROOT, text)
                            .ok_or_else(|| Problem::Answer(format!("{line} ({text} is no legal move)")))?,
                    ),
                };
                return Ok(());
            }
            ["answer", ..] => return Err(Problem::Answer(line)),
            ["result", state, action] => match tree.find(state) {
                None => Err(format!("it asks for a successor of {state}, which it was never given")),
                Some(id) => match tree.action_index(id, action) {
                    None => Err(format!("it plays {action} in {}, where that is no legal move", tree.place(id))),
                    Some(index) => {
                        if let (Some(deepest), Some(depth)) = (ask.deepest, ask.depth)
                            && tree.ply(id) >= deepest
                        {
                            return Err(Problem::TooDeep { ply: tree.ply(id) + 1, depth });
                        }
                        observed.generated.push((id, index));
                        if observed.generated.len() > ask.states {
                            return Err(Problem::States(ask.states));
                        }
                        let child = tree.children(id).start + index;
                        Ok(format!("state {}", described(tree, child)))
                    }
                },
            },
            ["utility", state] => match tree.find(state) {
                None => Err(format!("it asks for the utility of {state}, which it was never given")),
                Some(id) => match tree.utility(id) {
                    None => Err(format!("it asks for the utility of {}, which is not finished", tree.place(id))),
                    Some(utility) => {
                        observed.valued.insert(id);
                        Ok(format!("value {utility}"))
                    }
                },
            },
            ["evaluate", state] => match tree.find(state) {
                None => Err(format!("it asks for the evaluation of {state}, which it was never given")),
                Some(id) => {
                    observed.valued.insert(id);
                    Ok(format!("value {}", tree.evaluate(id)))
                }
            },
            _ => {
                process.ignore().map_err(Problem::Process)?;
                continue;
            }
        };
        let reply = match reply {
            Ok(reply) => reply,
            Err(mistake) => {
                let reply = format!("error {mistake}");
                observed.mistaken.get_or_insert(mistake);
                reply
            }
        };
        process.send(&(reply + "\n")).map_err(Problem::Process)?;
    }
}

/// Returns an answer's value as people write it.
pub(crate) fn value_text(value: Option<f64>) -> String {
    value.map_or_else(|| "no value".to_owned(), number)
}
