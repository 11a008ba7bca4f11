//! What the jobs of one run have in common: the plan that their matches are a function of.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::tournament::Plan;
use crate::tournament::plan::PortablePlan;

/// So much of a plan's hash names its run.
const RUN: usize = 24;

/// A run that this worker plays for, or that this leader leads.
pub(crate) struct Assignment {
    written: Written,
    plan: Option<Plan>,
    over: AtomicBool,
}

#[derive(Serialize, Deserialize)]
struct Written {
    run: String,
    /// Whether depths and lines of searches are kept.
    notes: bool,
    plan: PortablePlan,
}

impl Assignment {
    /// What a leader gives away.
    pub(crate) fn of(plan: &Plan, notes: bool) -> Self {
        let run = format!("{}{}", &plan.hash[..RUN], if notes { "n" } else { "" });
        let written = Written { run, notes, plan: PortablePlan::of(plan) };
        Self { written, plan: None, over: AtomicBool::new(false) }
    }

    /// As it is sent.
    pub(crate) fn written(&self) -> Vec<u8> {
        serde_json::to_vec(&self.written).expect("a plan is plain data with text keys")
    }

    /// What was sent.
    ///
    /// # Errors
    /// A sentence when this build cannot play it.
    pub(super) fn read(text: &[u8]) -> Result<Self, String> {
        let written: Written = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        let plan = written.plan.plan()?;
        Ok(Self { written, plan: Some(plan), over: AtomicBool::new(false) })
    }

    /// What names the run in subjects: the same for every leader of the same plan, so that one that was killed and resumed
    /// takes the results that come meanwhile.
    pub(crate) fn run(&self) -> String {
        self.written.run.clone()
    }

    /// The plan of an assignment that was read.
    pub(super) const fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref()
    }

    pub(super) const fn notes(&self) -> bool {
        self.written.notes
    }

    /// No result is needed any more.
    pub(super) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}
