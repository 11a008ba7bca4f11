//! Analyses within the limits of a server, and their form for workers.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::question::{StepsRequest, TreeRequest};
use super::{AnalysisAnswer, Question, analyse};
use crate::module::{LoadedModule, ModuleRuntime};
use crate::remote::read_bot;
use crate::{PlayerError, SearchMemory, TurnLimits};
use arena_games::{GameError, Options};
use arena_play::TableLoss;

/// Analyses the question within these limits, with as much memory as the budget can lend. The answer says so if the
/// table is smaller than requested.
///
/// A search without iterative deepening has no result if it is stopped early. It therefore gets half of the limits, and
/// the other half remains for a second search with iterative deepening.
///
/// # Errors
/// Returns the errors of [`analyse`], and [`PlayerError::NoMemory`].
pub fn analyse_within(
    mut question: Question,
    limits: TurnLimits<'_>,
    memory: &SearchMemory,
) -> Result<Value, PlayerError> {
    let _of_module = memory.lend_whole(question.bot.module_bytes()).ok_or(PlayerError::NoMemory)?;
    let asked = question.bot.search.table_size();
    let (loan, table_mb) = memory.lend(&question.bot.search);
    if table_mb < asked {
        question.bot.search = question.bot.search.with_table(table_mb);
    }
    let answer = deepened(question, limits);
    drop(loan);
    let mut answer = answer?.to_json().expect("the options of every game serialise");
    if table_mb < asked {
        answer["table"] = json!(TableLoss::Smaller);
        answer["table_mb"] = table_mb.into();
    }
    Ok(answer)
}

fn deepened(mut question: Question, limits: TurnLimits<'_>) -> Result<AnalysisAnswer, GameError> {
    let deepens = question.bot.search.deepening;
    let share = if deepens { 1 } else { 2 };
    let limits = TurnLimits {
        nodes: limits.nodes.map(|nodes| (nodes / u64::from(share)).max(1)),
        time: limits.time.map(|time| time / share),
        ..limits
    };
    let answer = analyse(&question, limits)?;
    if deepens || !answer.analysis.stopped || answer.analysis.depth > 0 {
        return Ok(answer);
    }
    question.bot.search.deepening = true;
    analyse(&question, limits)
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct AnalysisLimits {
    /// Maximum number of nodes.
    pub nodes: u64,
    /// Maximum time.
    pub time: Duration,
}

impl AnalysisLimits {
    /// Returns the limits in the form of a turn.
    #[must_use]
    pub fn turn(self) -> TurnLimits<'static> {
        TurnLimits { nodes: Some(self.nodes), time: Some(self.time), ..TurnLimits::default() }
    }
}

/// A question in the form for workers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PortableQuestion {
    bot: Value,
    /// The bot's module. It is not sent with the question.
    #[serde(skip)]
    module: Option<LoadedModule>,
    options: Options,
    position: Option<String>,
    moves: Vec<String>,
    tree: Option<TreeRequest>,
    steps: Option<StepsRequest>,
}

impl PortableQuestion {
    /// Encodes a question.
    #[must_use]
    pub fn of(question: &Question) -> Self {
        let Question { options, position, moves, bot, tree, steps } = question.clone();
        let module = bot.module.as_ref().map(|it| it.module.clone());
        Self { bot: bot.to_json(), module, options, position, moves, tree, steps }
    }

    /// The configuration of the bot.
    pub(crate) const fn bot(&self) -> &Value {
        &self.bot
    }

    /// The bot's module, on the side of the server.
    pub(crate) const fn module(&self) -> Option<&LoadedModule> {
        self.module.as_ref()
    }

    /// Decodes the question. `modules` has the module of its bot.
    ///
    /// # Errors
    /// The reason why its bot is invalid.
    pub fn question(self, modules: &dyn ModuleRuntime) -> Result<Question, String> {
        let Self { bot, module: _, options, position, moves, tree, steps } = self;
        Ok(Question { bot: read_bot(bot, modules)?, options, position, moves, tree, steps })
    }
}
