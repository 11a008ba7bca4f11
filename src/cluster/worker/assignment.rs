//! The common part of a run's jobs: the plan that determines their matches.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use arena_bots::module::ModuleRuntime;
use arena_tournament::Plan;
use arena_tournament::plan::PortablePlan;

/// Number of characters of the plan's hash in a run's id.
const RUN: usize = 24;

/// A run of a leader, or one that this worker plays for.
pub(crate) struct Assignment {
    written: AssignmentBody,
    plan: Option<Plan>,
    over: AtomicBool,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct AssignmentBody {
    run: String,
    /// True if depths and principal variations of searches are recorded.
    notes: bool,
    plan: PortablePlan,
}

impl AssignmentBody {
    /// Decodes what a leader has sent.
    ///
    /// # Errors
    /// A message if it is invalid.
    pub(super) fn read(text: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(text).map_err(|error| error.to_string())
    }

    /// The configurations of the bots.
    pub(super) fn bots(&self) -> impl Iterator<Item = &Value> {
        self.plan.bots()
    }

    /// Returns the assignment. `modules` has the modules of its bots.
    ///
    /// # Errors
    /// A message if this build cannot play it.
    pub(super) fn assignment(self, modules: &dyn ModuleRuntime) -> Result<Assignment, String> {
        let plan = self.plan.plan(modules)?;
        Ok(Assignment { written: self, plan: Some(plan), over: AtomicBool::new(false) })
    }
}

impl Assignment {
    /// Creates the assignment of a leader.
    pub(crate) fn of(plan: &Plan, notes: bool) -> Self {
        let run = format!("{}{}", &plan.hash[..RUN], if notes { "n" } else { "" });
        let written = AssignmentBody { run, notes, plan: PortablePlan::of(plan) };
        Self { written, plan: None, over: AtomicBool::new(false) }
    }

    pub(crate) fn written(&self) -> Vec<u8> {
        serde_json::to_vec(&self.written).expect("a plan serialises")
    }

    /// Returns the id of the run. It is the same for every leader of the same plan, so a resumed leader receives
    /// results that arrive after its restart.
    pub(crate) fn run(&self) -> String {
        self.written.run.clone()
    }

    /// Returns the plan of a decoded assignment.
    pub(super) const fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref()
    }

    pub(super) const fn notes(&self) -> bool {
        self.written.notes
    }

    /// Records that no more results are needed.
    pub(super) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}
