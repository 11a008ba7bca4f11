//! What is wrong with the answers of a program: first what was observed, then the mistake that explains all of it.

use std::collections::BTreeSet;

use super::classic;
use super::search::{Cut, Fault, Method, Run, best_moves, exact, faulty, search};
use super::session::{Observed, value_text};
use super::task::{Check, SearchTest};
use super::tree::{Id, ROOT, Tree, number};
use arena_games::GameId;

/// Searches that generate more states are not compared with.
const MOST_STATES: usize = 2_000_000;
/// The same for the searches with a mistake, of which there are many.
const MOST_FAULTY: usize = 200_000;

/// The number of wrong values that name a mistake although the visited leaves are others.
const ENOUGH: usize = 3;

/// A question with the right answer and the one that was given.
pub(crate) struct Asked {
    pub tree: Tree,
    pub game: GameId,
    pub observed: Observed,
    /// The right value, and the values of all moves.
    pub value: f64,
    pub moves: Vec<f64>,
    /// What is wrong, if anything.
    pub wrong: Vec<String>,
}

impl Asked {
    /// Compares an answer with the right one.
    pub(crate) fn new(
        mut tree: Tree,
        game: GameId,
        observed: Observed,
        test: &SearchTest,
        depth: Option<usize>,
    ) -> Result<Self, String> {
        let Some((value, moves)) = exact(&mut tree, depth, MOST_STATES) else {
            let text: String = tree.text(ROOT).chars().take(80).collect();
            return Err(format!("{text} has too many states to be marked"));
        };
        let mut asked = Self { tree, game, observed, value, moves, wrong: Vec::new() };
        asked.judge(test, depth);
        Ok(asked)
    }

    /// Returns the first of the best moves.
    pub(crate) fn best(&self) -> Option<usize> {
        best_moves(&self.moves, self.tree.max_to_move(ROOT)).first().copied()
    }

    fn judge(&mut self, test: &SearchTest, depth: Option<usize>) {
        if let Some(problem) = &self.observed.problem {
            self.wrong.push(problem.to_string());
            return;
        }
        let checks = |check| test.checks.contains(&check);
        if checks(Check::Value) && self.observed.value != Some(self.value) {
            self.wrong.push(format!(
                "the value of {} is {}, the program answers {}",
                self.tree.place(ROOT),
                number(self.value),
                value_text(self.observed.value)
            ));
        }
        if checks(Check::Move) {
            self.judge_move();
        }
        if checks(Check::Leaves) || checks(Check::Generated) {
            self.judge_visits(test, depth);
        }
        if let Some(mistaken) = &self.observed.mistaken
            && !self.wrong.is_empty()
        {
            self.wrong.push(mistaken.clone());
        }
    }

    fn judge_move(&mut self) {
        let best = best_moves(&self.moves, self.tree.max_to_move(ROOT));
        let given = self.observed.action;
        if given.is_some_and(|given| best.contains(&given)) || (best.is_empty() && given.is_none()) {
            return;
        }
        let names: Vec<String> = best.iter().map(|index| self.tree.action(ROOT, *index)).collect();
        let place = self.tree.place(ROOT);
        self.wrong.push(match given {
            None => format!("the best move at {place} is {}, the program names none", names.join(" or ")),
            Some(given) => format!(
                "the best move at {place} is {}, worth {}; the program chooses {}, worth {}",
                names.join(" or "),
                number(self.value),
                self.tree.action(ROOT, given),
                number(self.moves[given])
            ),
        });
    }

    fn judge_visits(&mut self, test: &SearchTest, depth: Option<usize>) {
        if !self.observed.used_the_tree() {
            self.wrong.push("the program does not ask for the states that it visits, so they cannot be counted".into());
            return;
        }
        let right: Vec<Run> =
            test.methods(depth).into_iter().filter_map(|method| search(&mut self.tree, method, MOST_STATES)).collect();
        let leaves = self.observed.leaves();
        if test.checks.contains(&Check::Leaves) && !right.iter().any(|run| run.leaves == leaves) {
            let nearest = right.iter().min_by_key(|run| run.leaves.symmetric_difference(&leaves).count());
            let difference = nearest.map(|run| self.difference(run, &leaves));
            self.wrong.extend(difference);
        }
        if test.checks.contains(&Check::Generated) && self.wrong.is_empty() {
            let count = |run: &Run| if test.at_once { run.generated_at_once } else { run.generated.len() };
            let counts: BTreeSet<usize> = right.iter().map(count).collect();
            let given = self.observed.generated.len();
            if !counts.contains(&given) {
                let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
                let why = self.recount(&right, given);
                self.wrong.push(format!("generates {given} states instead of {}{why}", counts.join(" or ")));
            }
        }
    }

    /// Says why the number of generated states is wrong, although the leaves are right.
    fn recount(&self, right: &[Run], given: usize) -> String {
        let mut seen = BTreeSet::new();
        if let Some((parent, index)) = self.observed.generated.iter().find(|state| !seen.insert(**state)) {
            return format!(": {} is generated twice", self.tree.child_place(*parent, *index));
        }
        if right.iter().any(|run| run.generated_at_once == given) {
            return ": a node generates all its children before it looks at the first".to_owned();
        }
        String::new()
    }

    /// Names the first difference between the visited leaves and the right ones.
    fn difference(&self, run: &Run, leaves: &BTreeSet<Id>) -> String {
        for (parent, index) in &self.observed.generated {
            if let Some(Cut { searched, alpha, beta }) = run.cuts.get(parent)
                && index >= searched
            {
                return format!(
                    "expands {}, which alpha-beta cuts (α = {}, β = {})",
                    self.tree.child_place(*parent, *index),
                    number(*alpha),
                    number(*beta)
                );
            }
        }
        if let Some(missing) = run.leaves.difference(leaves).next() {
            // The highest ancestor that the program did not generate is where it left the right path.
            let mut left = None;
            let mut at = *missing;
            while let Some((parent, index)) = self.tree.parent(at) {
                if !self.observed.generated.contains(&(parent, index)) {
                    left = Some((parent, index));
                }
                at = parent;
            }
            return match left {
                Some((parent, index)) => {
                    format!("does not visit {}, which alpha-beta must search", self.tree.child_place(parent, index))
                }
                None => format!("does not ask for the value of {}", self.tree.place(*missing)),
            };
        }
        match leaves.difference(&run.leaves).next() {
            Some(extra) => format!("visits {} as a leaf, which the search does not", self.tree.place(*extra)),
            None => "visits other leaves than the search does".to_owned(),
        }
    }

    /// Whether a search gives this answer and, if `leaves` is set, visits these leaves.
    fn explained(&mut self, method: Method, leaves: bool) -> bool {
        let observed = &self.observed;
        if observed.problem.is_some() {
            return false;
        }
        let given = observed.leaves();
        let Some(run) = search(&mut self.tree, method, MOST_FAULTY) else { return false };
        let children = super::search::best(&run.root, self.tree.max_to_move(ROOT));
        let value = observed.value.is_none_or(|value| value == run.value || Some(value) == children && keeps(method));
        let unsure = run.value.is_infinite();
        let same_move = observed.action.is_none_or(|action| unsure || run.moves.contains(&action));
        value && same_move && (!leaves || given == run.leaves)
    }
}

/// Whether programs with this mistake may answer the best value of the root's children, if the root has a loop of its own.
const fn keeps(method: Method) -> bool {
    matches!(method.fault, Some(Fault::StaticValue(_) | Fault::StartsAtInfinity(_) | Fault::StartsAtZero(_)))
}

/// Returns the mistakes that each explain all answers of a test.
pub(crate) fn causes(asked: &mut [Asked], test: &SearchTest, depth: Option<usize>) -> Vec<String> {
    if asked.iter().any(|asked| matches!(asked.observed.problem, Some(super::session::Problem::TooDeep { .. }))) {
        return Vec::new();
    }
    // Without an answer there is nothing to explain, but other answers may still show the mistake.
    let mut answered: Vec<&mut Asked> = asked.iter_mut().filter(|asked| asked.observed.problem.is_none()).collect();
    if answered.iter().all(|asked| asked.wrong.is_empty()) {
        return Vec::new();
    }
    let own_rules = answered.iter().all(|asked| !asked.observed.used_the_tree());
    if own_rules && answered.iter().all(|asked| asked.game == GameId::TicTacToe) {
        let explained = |asked: &Asked| classic::explains(&asked.tree.text(ROOT), asked.observed.value);
        // Rules without this mistake may also have another size of a win.
        let wrong = |asked: &Asked| asked.observed.value.map(classic::sign) != Some(classic::sign(asked.value));
        let is_it = answered.iter().all(|asked| explained(asked)) && answered.iter().any(|asked| wrong(asked));
        return is_it.then(|| classic::TEXT.to_owned()).into_iter().collect();
    }
    let right = test.methods(depth);
    // If a right search explains everything but the number of states, the reason is beside that number.
    if !own_rules && answered.iter_mut().all(|asked| right.iter().any(|method| asked.explained(*method, true))) {
        return Vec::new();
    }
    let other = |pruning| Method { pruning, ..right[0] };
    let mut tried: Vec<Method> = Vec::new();
    // The other treatment of equal bounds is a mistake of its own.
    if test.alpha_beta {
        tried.extend(right.iter().map(|method| Method { equality: !method.equality, ..*method }));
        tried.retain(|method| !right.contains(method));
    }
    let equalities = tried.len();
    for method in right.iter().copied() {
        tried.extend(faulty(method));
    }
    // A program may be minimax although alpha-beta is asked for, and the other way round.
    tried.extend(faulty(other(!test.alpha_beta)));
    for leaves in [true, false] {
        // Without the leaves, a few answers prove little, and right values nothing.
        let wrong_values = answered.iter().filter(|asked| asked.observed.value != Some(asked.value)).count();
        if if leaves { own_rules } else { wrong_values < ENOUGH } {
            continue;
        }
        let mut found = Vec::new();
        for (index, method) in tried.iter().enumerate() {
            if !answered.iter_mut().all(|asked| asked.explained(*method, leaves)) {
                continue;
            }
            debug_assert!(method.fault.is_some() || index < equalities, "only these methods have no fault");
            let text = match method.fault {
                Some(fault) => fault.text(),
                None if method.equality => "cuts where α = β, which this task does not want".to_owned(),
                None => "does not cut where α = β".to_owned(),
            };
            if !found.contains(&text) {
                found.push(text);
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}
