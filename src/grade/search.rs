//! The searches that a program is compared with: minimax and alpha-beta done right, and with the usual mistakes.

use std::collections::{BTreeSet, HashMap};

use super::tree::{Id, ROOT, Tree};

/// The nodes of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nodes {
    Max,
    Min,
    Both,
}

impl Nodes {
    const ALL: [Self; 3] = [Self::Both, Self::Max, Self::Min];

    const fn has(self, max: bool) -> bool {
        matches!((self, max), (Self::Both, _) | (Self::Max, true) | (Self::Min, false))
    }

    /// Returns the subject of a sentence in the singular, with a verb that follows.
    const fn name(self) -> &'static str {
        match self {
            Self::Max => "a MAX node",
            Self::Min => "a MIN node",
            Self::Both => "every node",
        }
    }
}

/// A usual mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    StartsAtInfinity(Nodes),
    StartsAtZero(Nodes),
    StaticValue(Nodes),
    TooDeep,
    TooShallow,
    OnlyMax,
    OnlyMin,
    Swapped,
    RootIsMax,
    HeuristicAtEnd,
    HorizonFirst,
    ZeroIsDraw,
    DrawGoesOn,
    LeafOfMover,
    AnswerOfMover,
    NoMinus,
    FirstChild,
    SkipsLast,
    SkipsFirst,
    LastChild,
    Mean,
    MovesFirst,
    MovesLast,
    BoundTies,
    NeverCuts,
    NoCuts(Nodes),
    OwnBound(Nodes),
    FreshRoot,
    Shallow,
    SwapsWindow,
}

impl Fault {
    /// Returns all mistakes. Where several explain a program's answers, the first is named.
    fn all() -> Vec<Self> {
        let mut all = vec![Self::FirstChild];
        all.extend([Nodes::Max, Nodes::Min, Nodes::Both].map(Self::StartsAtInfinity));
        for one in [Self::StartsAtZero, Self::StaticValue] {
            all.extend(Nodes::ALL.map(one));
        }
        all.extend([
            Self::TooDeep,
            Self::TooShallow,
            Self::OnlyMax,
            Self::OnlyMin,
            Self::RootIsMax,
            Self::Swapped,
            Self::HorizonFirst,
            Self::HeuristicAtEnd,
            Self::ZeroIsDraw,
            Self::DrawGoesOn,
            Self::AnswerOfMover,
            Self::LeafOfMover,
            Self::NoMinus,
            Self::SkipsLast,
            Self::SkipsFirst,
            Self::LastChild,
            Self::Mean,
            Self::BoundTies,
            Self::MovesFirst,
            Self::MovesLast,
            Self::NeverCuts,
            Self::FreshRoot,
            Self::Shallow,
            Self::SwapsWindow,
        ]);
        // At every node, these are `NeverCuts` and `FirstChild`.
        for one in [Self::NoCuts, Self::OwnBound] {
            all.extend([Nodes::Max, Nodes::Min].map(one));
        }
        all
    }

    /// Says what the program does, as a teacher would.
    pub(crate) fn text(self) -> String {
        let fixed = match self {
            Self::StartsAtInfinity(nodes) => {
                let (one, sign) = (nodes.name(), if nodes == Nodes::Min { "−∞" } else { "+∞" });
                let other = if nodes == Nodes::Both { " at MAX and from −∞ at MIN" } else { "" };
                return format!("{one} starts from {sign}{other}, so no child can improve the value");
            }
            Self::StartsAtZero(nodes) => {
                return format!(
                    "{} starts from 0 instead of the worst value, so 0 wins over worse children",
                    nodes.name()
                );
            }
            Self::StaticValue(nodes) => {
                return format!("{} returns the static value instead of the best child's", nodes.name());
            }
            Self::NoCuts(nodes) => {
                let (own, bound) = if nodes == Nodes::Max { ("MIN", "β") } else { ("MAX", "α") };
                return format!(
                    "{} never cuts: the test is missing there, or {own} nodes do not update {bound}, or another bound instead",
                    nodes.name()
                );
            }
            Self::OwnBound(nodes) => {
                return format!("{} compares with its own bound (α at MAX, β at MIN) and cuts too early", nodes.name());
            }
            Self::TooDeep => "the depth is off by one: the search goes a ply too deep",
            Self::TooShallow => "the last ply is not searched: the depth is off by one",
            Self::OnlyMax => "every node takes the maximum: the sides never alternate",
            Self::OnlyMin => "every node takes the minimum: the sides never alternate",
            Self::Swapped => "MAX takes the minimum and MIN the maximum",
            Self::RootIsMax => "the root is always taken for a MAX node, although MIN may be to move",
            Self::HeuristicAtEnd => "a finished game gets the value of the evaluation instead of its utility",
            Self::HorizonFirst => "a finished game at the depth limit gets the evaluation: test for the end first",
            Self::ZeroIsDraw => "an evaluation of 0 is taken for a drawn game, and the search stops there",
            Self::DrawGoesOn => "a drawn game is not taken for the end: its utility 0 is read as \"not finished\"",
            Self::LeafOfMover => {
                "leaves are valued for MAX but used as if for the side to move (negamax without the sign)"
            }
            Self::AnswerOfMover => "the answer is from the view of the side to move; it must be MAX's",
            Self::NoMinus => {
                "the value of a child is for the other side, and is taken without a minus (negamax without negation)"
            }
            Self::FirstChild => "only the first child is searched: the loop returns in its first round, or always cuts",
            Self::SkipsLast => "the last child is never looked at: the loop ends one too early",
            Self::SkipsFirst => "the first child is never looked at: the loop begins one too late",
            Self::LastChild => "the last child's value is kept instead of the best",
            Self::Mean => "MIN nodes take the mean of their children instead of the least",
            Self::MovesFirst => "the value is right, but the first move is answered instead of the best",
            Self::MovesLast => "the value is right, but the move tried last is answered instead of the best",
            Self::BoundTies => {
                "a move of equal value at the root is taken for equally good, although its value is only a bound \
                 after a cut"
            }
            Self::NeverCuts => {
                "nothing is ever cut: this is plain minimax, or α and β are not handed to the children (negamax negates \
                 and exchanges them)"
            }
            Self::FreshRoot => "the root does not hand on α (or β): every move is searched with a new window",
            Self::Shallow => "only the parent's bound is handed on, so deep cuts are missed",
            Self::SwapsWindow => "α and β are handed on in the wrong order",
        };
        fixed.to_owned()
    }
}

/// Where and why alpha-beta leaves out the children of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cut {
    /// The number of children that were searched.
    pub searched: usize,
    pub alpha: f64,
    pub beta: f64,
}

/// Which search to run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Method {
    pub depth: Option<usize>,
    pub pruning: bool,
    /// Whether to cut where α = β.
    pub equality: bool,
    /// Whether results are limited to the window (fail-hard).
    pub hard: bool,
    pub fault: Option<Fault>,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    pub value: f64,
    /// The indexes of the moves that the search may answer.
    pub moves: Vec<usize>,
    /// The values of the root's children, as far as they were searched.
    pub root: Vec<f64>,
    pub leaves: BTreeSet<Id>,
    /// The generated states without the root, as parent and index of the move, in this order.
    pub generated: Vec<(Id, usize)>,
    /// The same if a node generates all its children at once.
    pub generated_at_once: usize,
    pub cuts: HashMap<Id, Cut>,
}

/// Returns the best of the values for a side.
pub(crate) fn best(values: &[f64], max: bool) -> Option<f64> {
    values.iter().copied().reduce(if max { f64::max } else { f64::min })
}

/// Returns the indexes of the best values for a side.
pub(crate) fn best_moves(values: &[f64], max: bool) -> Vec<usize> {
    let best = best(values, max);
    (0..values.len()).filter(|index| Some(values[*index]) == best).collect()
}

/// Runs a search. `None` if it exceeds this number of states.
pub(crate) fn search(tree: &mut Tree, method: Method, most: usize) -> Option<Run> {
    let mut search = Search { tree, method, most, run: Run::default() };
    search.run.value = search.node(ROOT, f64::NEG_INFINITY, f64::INFINITY)?;
    let max = search.maximises(ROOT);
    let mut run = search.run;
    let last = tree.moves(ROOT).len().saturating_sub(1);
    run.moves = match method.fault {
        Some(Fault::MovesFirst) => vec![0],
        Some(Fault::MovesLast) => vec![last],
        Some(Fault::SkipsFirst) if last > 0 => best_moves(&run.root, max).into_iter().map(|index| index + 1).collect(),
        _ => best_moves(&run.root, max),
    };
    // After a cut at the root, a later value that equals the best is only a bound.
    if method.pruning && !matches!(method.fault, Some(Fault::BoundTies | Fault::FreshRoot | Fault::NeverCuts)) {
        run.moves.truncate(1);
    }
    if matches!(method.fault, Some(Fault::AnswerOfMover | Fault::NoMinus)) && !tree.max_to_move(ROOT) {
        run.value = -run.value;
    }
    Some(run)
}

/// Returns the exact values of the moves at the root, and the value of the root.
pub(crate) fn exact(tree: &mut Tree, depth: Option<usize>, most: usize) -> Option<(f64, Vec<f64>)> {
    let method = Method { depth, pruning: true, equality: true, hard: false, fault: None };
    let mut search = Search { tree, method, most, run: Run::default() };
    let children = search.tree.children(ROOT);
    if children.is_empty() || depth == Some(0) {
        return Some((search.node(ROOT, f64::NEG_INFINITY, f64::INFINITY)?, Vec::new()));
    }
    let values = children.map(|child| search.node(child, f64::NEG_INFINITY, f64::INFINITY));
    let values = values.collect::<Option<Vec<f64>>>()?;
    Some((best(&values, tree.max_to_move(ROOT)).expect("the root has children"), values))
}

/// Returns the mistakes of this kind of search, each with the method that makes it.
pub(crate) fn faulty(right: Method) -> Vec<Method> {
    let with = |fault| Method { fault: Some(fault), ..right };
    let fits = |fault: &Fault| {
        let of_pruning = matches!(
            fault,
            Fault::BoundTies
                | Fault::NeverCuts
                | Fault::FreshRoot
                | Fault::Shallow
                | Fault::SwapsWindow
                | Fault::NoCuts(_)
                | Fault::OwnBound(_)
        );
        right.pruning || !of_pruning
    };
    Fault::all().into_iter().filter(fits).map(with).collect()
}

struct Search<'a> {
    tree: &'a mut Tree,
    method: Method,
    most: usize,
    run: Run,
}

impl Search<'_> {
    fn is(&self, fault: Fault) -> bool {
        self.method.fault == Some(fault)
    }

    /// Whether `has` is true of the nodes that the mistake concerns.
    fn at(&self, fault: impl Fn(Nodes) -> Fault, max: bool) -> bool {
        Nodes::ALL.into_iter().any(|nodes| nodes.has(max) && self.is(fault(nodes)))
    }

    fn leaf(&mut self, id: Id, value: f64) -> f64 {
        self.run.leaves.insert(id);
        let of_mover = self.is(Fault::LeafOfMover) || self.is(Fault::NoMinus);
        if of_mover && !self.tree.max_to_move(id) { -value } else { value }
    }

    /// Returns the value of a node that has no children to search.
    fn end(&mut self, id: Id) -> Option<f64> {
        let depth = match self.method.fault {
            Some(Fault::TooDeep) => self.method.depth.map(|depth| depth + 1),
            Some(Fault::TooShallow) => self.method.depth.map(|depth| depth.saturating_sub(1)),
            _ => self.method.depth,
        };
        let at_horizon = depth.is_some_and(|depth| self.tree.ply(id) >= depth);
        let evaluated = self.tree.evaluate(id);
        match self.tree.utility(id) {
            Some(_) if self.is(Fault::HeuristicAtEnd) => Some(self.leaf(id, evaluated)),
            Some(_) if at_horizon && self.is(Fault::HorizonFirst) => Some(self.leaf(id, evaluated)),
            Some(0.0) if self.is(Fault::DrawGoesOn) => {
                self.run.leaves.insert(id);
                Some(if self.tree.max_to_move(id) { f64::NEG_INFINITY } else { f64::INFINITY })
            }
            Some(utility) => Some(self.leaf(id, utility)),
            None if at_horizon => Some(self.leaf(id, evaluated)),
            None if evaluated == 0.0 && id != ROOT && self.is(Fault::ZeroIsDraw) => Some(self.leaf(id, 0.0)),
            None => None,
        }
    }

    fn maximises(&self, id: Id) -> bool {
        let max = self.tree.max_to_move(id);
        match self.method.fault {
            Some(Fault::OnlyMax | Fault::NoMinus) => true,
            Some(Fault::OnlyMin) => false,
            Some(Fault::Swapped) => !max,
            Some(Fault::RootIsMax) => max == self.tree.max_to_move(ROOT),
            _ => max,
        }
    }

    fn node(&mut self, id: Id, mut alpha: f64, mut beta: f64) -> Option<f64> {
        if let Some(value) = self.end(id) {
            return Some(value);
        }
        let max = self.maximises(id);
        let mut children = self.tree.children(id);
        let (start, all) = (children.start, children.len());
        self.run.generated_at_once += all;
        match self.method.fault {
            Some(Fault::FirstChild) => children.end = children.start + 1,
            Some(Fault::SkipsLast) if all > 1 => children.end -= 1,
            Some(Fault::SkipsFirst) if all > 1 => children.start += 1,
            _ => {}
        }
        let worst = if max { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut best = if self.at(Fault::StartsAtInfinity, max) {
            -worst
        } else if self.at(Fault::StartsAtZero, max) {
            0.0
        } else {
            worst
        };
        let (mut sum, first, window) = (0.0, children.start, (alpha, beta));
        for child in children.clone() {
            if self.run.generated.len() == self.most {
                return None;
            }
            self.run.generated.push((id, child - start));
            let (low, high) = self.window(id, max, alpha, beta, best);
            let value = self.node(child, low, high)?;
            sum += value;
            if id == ROOT {
                self.run.root.push(value);
            }
            let improves = if max { value > best } else { value < best };
            if improves || self.is(Fault::LastChild) {
                best = value;
            }
            if self.method.pruning && self.cuts(max, &mut alpha, &mut beta, best) && child + 1 < children.end {
                self.run.cuts.insert(id, Cut { searched: child + 1 - first, alpha, beta });
                break;
            }
        }
        if self.is(Fault::Mean) && !max {
            #[expect(clippy::cast_precision_loss, reason = "a node has few children")]
            let count = children.len() as f64;
            best = sum / count;
        }
        if self.at(Fault::StaticValue, max) {
            best = self.tree.evaluate(id);
        }
        if self.method.hard && self.method.pruning && id != ROOT {
            best = best.max(window.0).min(window.1);
        }
        Some(best)
    }

    /// Returns the window of a child.
    fn window(&self, id: Id, max: bool, alpha: f64, beta: f64, best: f64) -> (f64, f64) {
        match self.method.fault {
            Some(Fault::NeverCuts) => (f64::NEG_INFINITY, f64::INFINITY),
            Some(Fault::FreshRoot) if id == ROOT => (f64::NEG_INFINITY, f64::INFINITY),
            Some(Fault::Shallow) if max => (best, f64::INFINITY),
            Some(Fault::Shallow) => (f64::NEG_INFINITY, best),
            Some(Fault::SwapsWindow) => (beta, alpha),
            Some(Fault::NoMinus) => (-beta, -alpha),
            _ => (alpha, beta),
        }
    }

    /// Updates the window after a child, and returns whether the remaining children are cut.
    fn cuts(&self, max: bool, alpha: &mut f64, beta: &mut f64, best: f64) -> bool {
        let reaches = |value: f64, bound: f64| if self.method.equality { value >= bound } else { value > bound };
        let reached = match (max, self.at(Fault::OwnBound, max)) {
            (true, false) => reaches(best, *beta),
            (true, true) => reaches(best, *alpha),
            (false, false) => reaches(*alpha, best),
            (false, true) => reaches(*beta, best),
        };
        if max {
            *alpha = alpha.max(best);
        } else {
            *beta = beta.min(best);
        }
        reached && !self.at(Fault::NoCuts, max)
    }
}
